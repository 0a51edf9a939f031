/* gpu_crossing.c - requests and answers in an epoch (gpu_crossing.h). */
#include "rtl_model/r700/engine/gpu_crossing.h"

#include <assert.h>

/* The row of an answer is used again when all others have been: none that a SIMD has still to receive is overwritten.
 */
unsigned crossing_clocks(const struct gpu *gpu)
{
    const struct memory_link_in *in = &gpu->links[0].in;
    const unsigned               way = in->request_clk ? in->request_clk - 1u : 0;
    const unsigned               rows = LINK_REPLIES - 2 > in->return_clk ? LINK_REPLIES - 2u - in->return_clk : 0;
    const unsigned               least = way < rows ? way : rows;
    return least < CROSSING_MOST ? least : CROSSING_MOST;
}

/* ---- memory goes ahead ------------------------------------------------------------------------------------------- */

static void note_reply(struct crossing *crossing, const struct memory_link_reg *q, uint64_t clock)
{
    assert(crossing->replies <= CROSSING_MOST);
    crossing->reply[crossing->replies++] = (struct crossing_reply){clock, q->reply_id, q->reply_row, q->reply};
}

void crossing_begin(struct gpu *gpu, struct crossing *crossings, uint64_t from)
{
    for (unsigned i = 0; i < gpu->simds; i++) {
        struct crossing *crossing = &crossings[i];
        crossing->before = gpu->links[i].q;
        crossing->taken = crossing->asks = 0;
        crossing->replies = crossing->heard = 0;
        crossing->ask = gpu->simd[i].port.q.ask;
        gpu->simd[i].port.q.ask = false;
        if (gpu->answered >> i & 1)
            note_reply(crossing, &gpu->links[i].q, from);
    }
    gpu->answered = 0;
}

/* The first of the requests moves on when it is taken. */
void crossing_note(struct gpu *gpu, struct crossing *crossings, uint64_t from, uint64_t clock)
{
    for (unsigned i = 0; i < gpu->simds; i++) {
        struct crossing *crossing = &crossings[i];
        crossing->taken |= (uint64_t)(gpu->links[i].in.taken && (gpu->awake >> (AT_links + i) & 1)) << (clock - from);
        if (gpu->answered >> i & 1)
            note_reply(crossing, &gpu->links[i].q, clock + 1);
    }
    gpu->answered = 0;
}

void crossing_end(struct gpu *gpu, struct crossing *crossings)
{
    for (unsigned i = 0; i < gpu->simds; i++)
        gpu->simd[i].port.q.ask = crossings[i].ask;
}

/* ---- a SIMD ------------------------------------------------------------------------------------------------------ */

static void show(struct crossing *crossing, const struct memory_link *link, const struct crossing_reply *reply)
{
    crossing->link.q.reply = reply->reply;
    crossing->link.q.reply_id = reply->id;
    crossing->link.q.reply_row = reply->row;
    if (reply->reply)
        crossing->link.back[reply->row] = link->back[reply->row];
}

void crossing_start(struct simd *simd, const struct memory_link *link, struct crossing *crossing)
{
    const struct memory_link_reg *q = &crossing->before;
    const struct crossing_reply   now = {0, q->reply_id, q->reply_row, q->reply};
    show(crossing, link, &now);
    simd->above.link = &crossing->link;
}

void crossing_hear(struct simd *simd, const struct memory_link *link, struct crossing *crossing, uint64_t clock)
{
    if (crossing->heard == crossing->replies || crossing->reply[crossing->heard].clock != clock)
        return;
    show(crossing, link, &crossing->reply[crossing->heard++]);
    simd_answered(simd);
}

uint64_t crossing_quiet(const struct crossing *crossing, uint64_t to)
{
    const bool any = crossing->heard < crossing->replies;
    return any && crossing->reply[crossing->heard].clock < to ? crossing->reply[crossing->heard].clock : to;
}

void crossing_say(const struct simd *simd, struct crossing *crossing, unsigned n)
{
    const struct memory_port_reg *port = &simd->port.q;
    if (!port->ask)
        return;
    assert(n < CROSSING_MOST);
    crossing->asks |= UINT64_C(1) << n;
    crossing->request[n] = (struct crossing_request){port->ask_line, port->ask_mask, port->ask_id,
                                                     port->ask_kind, port->ask_half, simd->port.sectors[port->ask_row]};
}

/* ---- the links --------------------------------------------------------------------------------------------------- */

/* The clock of a link from which answers are kept away. */
static void clock_requests(struct memory_link *link, const struct crossing *crossing, unsigned n)
{
    const struct crossing_request *request = &crossing->request[n];
    struct memory_link_in         *in = &link->in;
    in->ask = crossing->asks >> n & 1;
    in->taken = crossing->taken >> n & 1;
    in->answer = false;
    if (in->ask) {
        in->ask_line = request->line;
        in->ask_id = request->id;
        in->ask_kind = request->kind;
        in->ask_half = request->half;
        in->ask_mask = request->mask;
        in->ask_sector = &request->sector;
    }
    memory_link_next(link);
    memory_link_take(link);
    memory_link_clock(link);
}

/* What the link has of requests; the rest is that of answers. */
static void merge(struct memory_link_reg *to, const struct memory_link_reg *requests)
{
    to->head = requests->head;
    to->head_line = requests->head_line;
    to->head_id = requests->head_id;
    to->head_kind = requests->head_kind;
    to->head_half = requests->head_half;
    to->head_mask = requests->head_mask;
    to->head_row = requests->head_row;
    to->requests = requests->requests;
    to->clock = requests->clock;
    to->wait = requests->wait;
}

void crossing_close(struct gpu *gpu, struct crossing *crossings, uint64_t from, uint64_t to)
{
    for (unsigned i = 0; i < gpu->simds; i++) {
        struct crossing       *crossing = &crossings[i];
        struct memory_link    *link = &gpu->links[i];
        struct memory_link_reg answers = link->q;
        const unsigned         last = crossing->replies;
        gpu->answered |= (uint32_t)(last && crossing->reply[last - 1].clock == to) << i;
        if (!crossing->asks)
            continue;
        link->q = crossing->before;
        link->q.replies = 0;
        link->d = link->q;
        for (unsigned n = 0; n < to - from; n++)
            clock_requests(link, crossing, n);
        merge(&answers, &link->q);
        link->q = link->d = answers;
    }
}
