#include "mem/memory_link.h"

#include "mem/due.h"

RTL_TABLE(memory_link, MEMORY_LINK_SIGNALS);

static unsigned request_row(const struct memory_link_in *in, const struct memory_link_reg *q, unsigned n)
{
    return (q->head_row + n) % in->places;
}
static unsigned reply_row(const struct memory_link_reg *q, unsigned n)
{
    return (q->reply_next + n) % LINK_REPLIES;
}

/* Requests: the one sent goes behind the others, the first one leaves when it is taken. */
static void run_requests(const struct memory_link_in *in, const struct memory_link_reg *q, struct memory_link_reg *d,
                         const struct memory_link *link)
{
    const uint32_t now = due_now(q->clock, q->requests);
    const unsigned left = q->requests - in->taken;
    d->head_row = (uint16_t)request_row(in, q, in->taken);
    d->requests = (uint16_t)(left + in->ask);
    d->clock = due_next(now, d->requests);
    d->wait = !d->requests ? 0 : due_wait(d->clock, left ? link->due[d->head_row] : now - in->request_clk);
    d->head = d->requests && !d->wait;
    if (!d->head)
        return;
    d->head_line = left ? link->line[d->head_row] : in->ask_line;
    d->head_id = left ? link->id[d->head_row] : in->ask_id;
    d->head_kind = left ? link->kind[d->head_row] : in->ask_kind;
    d->head_half = left ? link->half[d->head_row] : in->ask_half;
    d->head_mask = left ? link->mask[d->head_row] : in->ask_mask;
}

/* Answers: the first one leaves when it is due. */
static void run_replies(const struct memory_link_in *in, const struct memory_link_reg *q, struct memory_link_reg *d,
                        const struct memory_link *link)
{
    const uint32_t now = due_now(q->reply_clock, q->replies);
    const unsigned left = q->replies - q->reply;
    d->reply_next = (uint8_t)reply_row(q, q->reply);
    d->replies = (uint8_t)(left + in->answer);
    d->reply_clock = due_next(now, d->replies);
    d->reply_wait =
        !d->replies ? 0 : due_wait(d->reply_clock, left ? link->back_due[d->reply_next] : now - in->return_clk);
    d->reply = d->replies && !d->reply_wait;
    if (!d->reply)
        return;
    d->reply_id = left ? link->back_id[d->reply_next] : in->answer_id;
    d->reply_row = d->reply_next;
}

void memory_link_eval(const struct memory_link_in *in, const struct memory_link_reg *q, struct memory_link_reg *d,
                      const struct memory_link *link)
{
    if (q->requests || in->ask)
        run_requests(in, q, d, link);
    if (q->replies || in->answer)
        run_replies(in, q, d, link);
    if (in->answer)
        d->last_from = in->answer_from;
}

void memory_link_capture(struct memory_link *link)
{
    const struct memory_link_in *in = &link->in;
    if (in->ask && in->ask_kind == MEMORY_WRITE)
        link->sector[request_row(in, &link->q, link->q.requests)] = *in->ask_sector;
    if (in->answer)
        link->back[reply_row(&link->q, link->q.replies)] = *in->answer_data;
}

bool memory_link_commit(struct memory_link *link)
{
    const struct memory_link_in  *in = &link->in;
    const struct memory_link_reg *q = &link->q;
    if (in->ask) {
        const unsigned row = request_row(in, q, q->requests);
        link->line[row] = in->ask_line;
        link->id[row] = in->ask_id;
        link->kind[row] = in->ask_kind;
        link->half[row] = in->ask_half;
        link->mask[row] = in->ask_mask;
        link->due[row] = due_now(q->clock, q->requests) - in->request_clk;
    }
    if (in->answer) {
        const unsigned row = reply_row(q, q->replies);
        link->back_id[row] = in->answer_id;
        link->back_due[row] = due_now(q->reply_clock, q->replies) - in->return_clk;
    }
    const bool changes = rtl_registers_change(memory_link, link);
    rtl_commit(link);
    return changes;
}
