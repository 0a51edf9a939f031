#include "mem/memory_channel.h"

#include "mem/due.h"

RTL_TABLE(memory_channel, MEMORY_CHANNEL_SIGNALS);

static unsigned row_of(const struct memory_channel_reg *q, unsigned n)
{
    return (q->first + n) % CHANNEL_REQUESTS;
}

/* When a request that is taken now is done, and the part of a clock later: after its latency, and a line's time after
 * the one before it.  The queue's time runs down. */
static uint32_t done_at(const struct memory_channel_in *in, const struct memory_channel_reg *q, uint8_t *part)
{
    const uint32_t soonest = due_now(q->clock, q->queued) - in->latency_clk;
    const uint32_t sixteenths = q->part + in->line_clk;
    const uint32_t after = q->last_due - sixteenths / 16;
    if (!q->queued || after > soonest) {
        *part = 0;
        return soonest;
    }
    *part = (uint8_t)(sixteenths % 16);
    return after;
}

void memory_channel_eval(const struct memory_channel_in *in, const struct memory_channel_reg *q,
                         struct memory_channel_reg *d, const struct memory_channel *channel)
{
    const uint32_t now = due_now(q->clock, q->queued);
    const unsigned left = q->queued - in->served;
    if (in->take) {
        d->last_due = done_at(in, q, &d->part);
        d->last = in->from;
    }
    d->first = (uint8_t)row_of(q, in->served);
    d->queued = (uint8_t)(left + in->take);
    d->full = d->queued >= in->room;
    d->clock = due_next(now, d->queued);
    d->wait = !d->queued ? 0 : due_wait(d->clock, left ? channel->r_due[d->first] : d->last_due);
    d->due = d->queued && !d->wait;
    if (!d->due)
        return;
    d->head_from = left ? channel->r_from[d->first] : in->from;
    d->head_id = left ? channel->r_id[d->first] : in->id;
    if (q->due && !in->served)
        return;
    if ((left ? channel->r_kind[d->first] : in->kind) == MEMORY_WRITE)
        d->writes = q->writes + 1;
    else
        d->lines = q->lines + 1;
}

void memory_channel_capture(struct memory_channel *channel)
{
    if (channel->in.take && channel->in.kind == MEMORY_WRITE)
        channel->r_sector[row_of(&channel->q, channel->q.queued)] = *channel->in.sector;
}

static void store(struct memory_channel *channel)
{
    const struct memory_channel_in *in = &channel->in;
    const unsigned                  row = row_of(&channel->q, channel->q.queued);
    channel->r_line[row] = in->line;
    channel->r_from[row] = in->from;
    channel->r_id[row] = in->id;
    channel->r_kind[row] = in->kind;
    channel->r_half[row] = in->half;
    channel->r_mask[row] = in->mask;
    channel->r_due[row] = channel->d.last_due;
}

/* The request that is now the first one, and due. */
static void access(struct memory_channel *channel)
{
    struct gpu_memory *const memory = channel->in.memory->memory;
    const unsigned           row = channel->d.first;
    const uint64_t           address = channel->r_line[row] << LINE_SHIFT;
    if (channel->r_kind[row] == MEMORY_WRITE)
        gpu_memory_write_masked(memory, address + SECTOR_BYTES * channel->r_half[row], channel->r_sector[row].byte,
                                SECTOR_BYTES, channel->r_mask[row]);
    else
        gpu_memory_read(memory, address, channel->data[0].byte, LINE_BYTES);
}

bool memory_channel_commit(struct memory_channel *channel)
{
    if (channel->in.take)
        store(channel);
    if (channel->d.due && (!channel->q.due || channel->in.served))
        access(channel);
    const bool changes = rtl_registers_change(memory_channel, channel);
    rtl_commit(channel);
    return changes;
}
