#include "rtl_model/r700/probes/pipe_watch.h"

#include <string.h>

_Static_assert((int)PIPE_CLIENTS == MEMORY_CLIENTS && (int)PIPE_CLIENT_READ == CLIENT_READ, "they are the same");

/* ---- the texture unit -------------------------------------------------------------------------------------------- */

static void say_texture(struct pipe_watch *watch, unsigned i, bool begins)
{
    const struct pipe_requests *seen = &watch->memory.simd[i];
    struct pipe_event           event = pipe_event_of(watch, i, PIPE_TEXTURE, begins, seen->wave);
    event.slot = seen->slot;
    pipe_say(watch, &event);
}

static bool look_at_texture(struct pipe_watch *watch, unsigned i)
{
    const struct simd              *simd = &watch->gpu->simd[i];
    const struct texture_issue_reg *q = &simd->texture_issue.q;
    struct pipe_requests           *seen = &watch->memory.simd[i];
    if (q->stream == seen->stream && (!q->stream || q->stream_entry == seen->entry))
        return false;
    if (seen->stream)
        say_texture(watch, i, false);
    seen->stream = q->stream;
    seen->entry = q->stream_entry;
    if (q->stream) {
        seen->slot = simd->texture_return.q.f_slot.entry[q->stream_entry];
        seen->wave = watch->simd[i].number[seen->slot];
        say_texture(watch, i, true);
    }
    return true;
}

/* ---- requests of a SIMD ------------------------------------------------------------------------------------------ */

static unsigned channel_of(const struct pipe_watch *watch, uint64_t line)
{
    const struct memory_link_in *in = &watch->gpu->links[0].in;
    return memory_channel_of(line, in->step, in->bits);
}

static void say_request(struct pipe_watch *watch, unsigned i, const struct pipe_asked *asked, enum pipe_request stage)
{
    struct pipe_event event = pipe_event_of(watch, i, PIPE_REQUEST, stage, PIPE_NOBODY);
    event.work = asked->work;
    event.unit = asked->client;
    event.word = asked->line;
    event.place = (uint8_t)channel_of(watch, asked->line);
    if (asked->work)
        pipe_say(watch, &event);
}

/* Before banks and channels: an answer has arrived, and which request has left the link. */
static bool look_at_link(struct pipe_watch *watch, unsigned i)
{
    const struct memory_link_reg *q = &watch->gpu->links[i].q;
    struct pipe_requests         *seen = &watch->memory.simd[i];
    seen->taken = q->head_row == seen->head_row ? (struct pipe_asked){0} : seen->sent[seen->head_row];
    seen->head_row = q->head_row;
    if (q->reply) {
        say_request(watch, i, &seen->back[q->reply_row], PIPE_REQUEST_OVER);
        seen->back[q->reply_row].work = 0;
    }
    return q->reply;
}

/* Behind them: it enters the link with the next edge. */
static bool look_at_port(struct pipe_watch *watch, unsigned i)
{
    const struct memory_link     *link = &watch->gpu->links[i];
    const struct memory_port_reg *port = &watch->gpu->simd[i].port.q;
    struct pipe_requests         *seen = &watch->memory.simd[i];
    const struct pipe_asked       asked = {watch->works + 1, (uint8_t)memory_client_of(port->ask_id), port->ask_line};
    if (!port->ask)
        return false;
    watch->works++;
    seen->sent[(link->q.head_row + link->q.requests) % link->in.places] = asked;
    seen->of_id[port->ask_id] = asked;
    say_request(watch, i, &asked, PIPE_REQUEST_LINK);
    return true;
}

/* ---- banks and channels ------------------------------------------------------------------------------------------ */

static unsigned bank_end(const struct l2_bank *bank)
{
    return ((unsigned)bank->q.first + bank->q.queued) % BANK_QUEUE;
}
static unsigned channel_end(const struct memory_channel *channel)
{
    return ((unsigned)channel->q.first + channel->q.queued) % CHANNEL_REQUESTS;
}

/* The answer is the last one of those on the link. */
static void say_return(struct pipe_watch *watch, unsigned simd, const struct pipe_asked *asked)
{
    const struct memory_link_reg *q = &watch->gpu->links[simd].q;
    watch->memory.simd[simd].back[((unsigned)q->reply_next + q->replies - 1) % LINK_REPLIES] = *asked;
    say_request(watch, simd, asked, PIPE_REQUEST_RETURN);
}

static bool look_at_bank(struct pipe_watch *watch, unsigned c)
{
    const struct l2_bank *bank = &watch->gpu->banks[c];
    struct pipe_channel  *seen = &watch->memory.channel[c];
    const unsigned        first = seen->bank_first, row = seen->bank_end;
    const bool            ends = bank->q.first == (first + 1) % BANK_QUEUE;
    const bool            enters = bank_end(bank) == (row + 1) % BANK_QUEUE;
    seen->bank_first = bank->q.first;
    seen->bank_end = bank_end(bank);
    if (ends)
        say_return(watch, bank->simd[first], &seen->bank_row[first]);
    if (enters) {
        const bool has = l2_lines_has(&watch->gpu->l2[c], bank->way[row]);
        seen->bank_row[row] = watch->memory.simd[bank->simd[row]].of_id[bank->id[row]];
        say_request(watch, bank->simd[row], &seen->bank_row[row], has ? PIPE_REQUEST_HIT : PIPE_REQUEST_MISS);
    }
    return ends || enters;
}

static void say_channel(struct pipe_watch *watch, unsigned c, unsigned row, bool begins)
{
    const struct pipe_asked *asked = &watch->memory.channel[c].row[row];
    struct pipe_event        event = pipe_event_of(watch, 0, PIPE_CHANNEL, begins, PIPE_NOBODY);
    event.place = (uint8_t)c;
    event.work = asked->work;
    event.word = asked->line;
    if (asked->work)
        pipe_say(watch, &event);
}

/* The first of those for which the bank asks for the line. */
static struct pipe_asked asked_by_bank(const struct pipe_watch *watch, unsigned c, unsigned way)
{
    const struct l2_bank *bank = &watch->gpu->banks[c];
    for (unsigned n = 0; n < bank->q.queued; n++) {
        const unsigned row = (bank->q.first + n) % BANK_QUEUE;
        if (bank->way[row] == way)
            return watch->memory.channel[c].bank_row[row];
    }
    return (struct pipe_asked){0};
}

static bool look_at_channel(struct pipe_watch *watch, unsigned c)
{
    const struct memory_channel *channel = &watch->gpu->channel[c];
    struct pipe_channel         *seen = &watch->memory.channel[c];
    const unsigned               first = seen->first, row = seen->end;
    const bool                   ends = channel->q.first == (first + 1) % CHANNEL_REQUESTS;
    const bool                   enters = channel_end(channel) == (row + 1) % CHANNEL_REQUESTS;
    seen->first = channel->q.first;
    seen->end = channel_end(channel);
    if (ends) {
        say_channel(watch, c, first, false);
        if (channel->r_from[first] < channel->in.simds)
            say_return(watch, channel->r_from[first], &seen->row[first]);
    }
    if (enters) {
        const unsigned from = channel->r_from[row];
        seen->row[row] =
            from < channel->in.simds ? watch->memory.simd[from].taken : asked_by_bank(watch, c, channel->r_id[row]);
        if (from < channel->in.simds)
            say_request(watch, from, &seen->row[row], PIPE_REQUEST_CHANNEL);
        say_channel(watch, c, row, true);
    }
    return ends || enters;
}

/* ---- begin and clock --------------------------------------------------------------------------------------------- */

void pipe_memory_begin(struct pipe_watch *watch)
{
    const struct gpu *gpu = watch->gpu;
    memset(&watch->memory, 0, sizeof watch->memory);
    for (unsigned i = 0; i < gpu->simds; i++)
        watch->memory.simd[i].head_row = gpu->links[i].q.head_row;
    for (unsigned c = 0; c < gpu->channels; c++) {
        const struct memory_channel *channel = &gpu->channel[c];
        const struct l2_bank        *bank = &gpu->banks[c];
        struct pipe_channel         *seen = &watch->memory.channel[c];
        seen->first = channel->q.first;
        seen->end = channel_end(channel);
        seen->bank_first = bank->q.first;
        seen->bank_end = bank_end(bank);
    }
}

bool pipe_memory_clock(struct pipe_watch *watch)
{
    bool said = false;
    for (unsigned i = 0; i < watch->gpu->simds; i++) {
        said |= look_at_link(watch, i);
        said |= look_at_texture(watch, i);
    }
    for (unsigned c = 0; c < watch->gpu->channels; c++) {
        said |= look_at_bank(watch, c);
        said |= look_at_channel(watch, c);
    }
    for (unsigned i = 0; i < watch->gpu->simds; i++)
        said |= look_at_port(watch, i);
    return said;
}
