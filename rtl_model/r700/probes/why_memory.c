/* why_memory.c - where a line is that a SIMD waits for, and what it waits for there: the link, the bank of L2, the
 * channel; by their registers and rows. */
#include <inttypes.h>

#include "rtl_model/r700/probes/why.h"

/* A request under way. */
struct asked {
    const struct gpu *gpu;
    unsigned          simd, channel;
    uint16_t          id;
    uint64_t          line;
};

static const struct memory_link *link_of(const struct gpu *gpu, unsigned simd)
{
    return &gpu->links[simd];
}
static const struct l2_bank *bank_of(const struct gpu *gpu, unsigned number)
{
    return &gpu->banks[number];
}
static const struct l2_lines *l2_of(const struct gpu *gpu, unsigned number)
{
    return &gpu->l2[number];
}
static const struct memory_channel *channel_of(const struct gpu *gpu, unsigned number)
{
    return &gpu->channel[number];
}

static int row_in_link(const struct asked *asked)
{
    const struct memory_link *link = link_of(asked->gpu, asked->simd);
    for (unsigned n = 0; n < link->q.requests; n++)
        if (link->id[(link->q.head_row + n) % link->in.places] == asked->id)
            return (int)n;
    return -1;
}

static bool comes_back(const struct asked *asked)
{
    const struct memory_link *link = link_of(asked->gpu, asked->simd);
    for (unsigned n = 0; n < link->q.replies; n++)
        if (link->back_id[(link->q.reply_next + n) % LINK_REPLIES] == asked->id)
            return true;
    return false;
}

static int row_in_bank(const struct asked *asked)
{
    const struct l2_bank *bank = bank_of(asked->gpu, asked->channel);
    for (unsigned n = 0; n < bank->q.queued; n++) {
        const unsigned row = (bank->q.first + n) % BANK_QUEUE;
        if (bank->simd[row] == asked->simd && bank->id[row] == asked->id)
            return (int)n;
    }
    return -1;
}

static int row_in_channel(const struct memory_channel *channel, unsigned from, unsigned id)
{
    for (unsigned n = 0; n < channel->q.queued; n++) {
        const unsigned row = (channel->q.first + n) % CHANNEL_REQUESTS;
        if (channel->r_from[row] == from && channel->r_id[row] == id)
            return (int)n;
    }
    return -1;
}

/* A bank that has not answered one look-up with a line that was there says nothing for its hit's time. */
static const char *hit_clk(const struct l2_lines *l2)
{
    return l2->q.hits ? "tc_l2_hit_clk" : NULL;
}

static bool bank_has(const struct l2_lines *l2, uint64_t line)
{
    for (unsigned way = 0; way < (unsigned)l2->in.sets * l2->in.ways; way++)
        if (l2->tag[way] == line + 1)
            return l2_lines_has(l2, way);
    return false;
}

/* ---- the channel ------------------------------------------------------------------------------------------------- */

/* All its places are taken: it does so many requests in its latency, or one in a line's time. */
static void channel_is_full(const struct why *why, unsigned number)
{
    const struct memory_channel *channel = channel_of(why->watch->gpu, number);
    unsigned                     others = 0;
    for (unsigned i = 0; i < why->watch->gpu->channels; i++)
        others += i == number ? 0u : channel_of(why->watch->gpu, i)->q.queued;
    why_say(why, PIPE_NOBODY, 0, "memory channel %u has %u requests, as many as it holds; all others together have %u",
            number, channel->q.queued, others);
    if (channel->in.room * channel->in.line_clk / 16u < channel->in.latency_clk)
        why_ends(why, WHY_ROOM, channel->in.room < CHANNEL_REQUESTS ? "mc_queue" : NULL, "mc_latency_clk");
    else
        why_ends(why, WHY_PORT, "mc_line_clk");
}

/* Requests right before it that are done a line's time after each other up to it. */
static unsigned in_a_row(const struct memory_channel *channel, unsigned n)
{
    unsigned count = 0;
    for (; n; n--, count++) {
        const uint32_t due = channel->r_due[(channel->q.first + n) % CHANNEL_REQUESTS];
        const uint32_t before = channel->r_due[(channel->q.first + n - 1) % CHANNEL_REQUESTS];
        if (before - due > (channel->in.line_clk + 15u) / 16)
            break;
    }
    return count;
}

/* It has the request, behind so many others. */
static void in_channel(const struct why *why, unsigned number, unsigned n)
{
    const struct memory_channel *channel = channel_of(why->watch->gpu, number);
    const uint32_t               due = channel->r_due[(channel->q.first + n) % CHANNEL_REQUESTS];
    const uint32_t               left = channel->q.clock > due ? channel->q.clock - due : 0;
    const unsigned               row = in_a_row(channel, n);
    const unsigned               clocks = channel->q.queued * channel->in.line_clk / 16u; /* of all that it has */
    struct why_link             *link;
    if (row)
        link = why_say(why, PIPE_NOBODY, 0,
                       "memory channel %u reads it in its turn: %u of %u requests are done right before it, a line in "
                       "%u/16 clocks",
                       number, row, channel->q.queued, channel->in.line_clk);
    else
        link = why_say(why, PIPE_NOBODY, 0, "memory channel %u reads it, %u clocks after it came", number,
                       channel->in.latency_clk);
    link->until = why->watch->gpu->cycle + left;
    if (clocks >= channel->in.latency_clk)
        why_ends(why, WHY_PORT, "mc_line_clk");
    else
        why_ends(why, WHY_MISS, "mc_latency_clk");
    if (clocks > channel->in.latency_clk / 4u)
        why_beside(why, "mc_line_clk");
}

/* It has a place for the next request, or not. */
static void before_channel(const struct why *why, unsigned number)
{
    if (channel_of(why->watch->gpu, number)->q.full) {
        channel_is_full(why, number);
        return;
    }
    why_say(why, PIPE_NOBODY, 0, "memory channel %u takes one request a clock, this one next or after others", number);
    why_ends(why, WHY_MISS, "mc_latency_clk");
}

/* ---- the bank of L2 ---------------------------------------------------------------------------------------------- */

/* A line that it has not. */
static void bank_misses(const struct why *why, unsigned number, unsigned way)
{
    const struct memory_channel *channel = channel_of(why->watch->gpu, number);
    const int                    n = row_in_channel(channel, channel->in.simds, way);
    why_say(why, PIPE_NOBODY, 0, "L2 bank %u has not that line, and %u lines come for it from memory", number,
            l2_of(why->watch->gpu, number)->q.missing);
    if (n >= 0)
        in_channel(why, number, (unsigned)n);
    else
        before_channel(why, number);
}

/* Clocks until a line that it has not comes from its channel; of one that the channel has not taken yet the most. */
static unsigned left_for_line(const struct why *why, unsigned number, unsigned way)
{
    const struct memory_channel *channel = channel_of(why->watch->gpu, number);
    const int                    n = row_in_channel(channel, channel->in.simds, way);
    if (n < 0)
        return UINT16_MAX;
    const uint32_t due = channel->r_due[(channel->q.first + (unsigned)n) % CHANNEL_REQUESTS];
    return channel->q.clock > due ? channel->q.clock - due : 0;
}

/* What its first request waits for: answers are in order.  A line that comes a few clocks before the answer of a hit
 * would have to come sooner as well. */
enum { TIE = 16 };
static void bank_head(const struct why *why, unsigned number)
{
    const struct l2_bank  *bank = bank_of(why->watch->gpu, number);
    const struct l2_lines *l2 = l2_of(why->watch->gpu, number);
    const unsigned         way = bank->way[bank->q.first];
    if (!l2_lines_has(l2, way) && bank->q.wait > left_for_line(why, number, way)) {
        why_say(why, PIPE_NOBODY, 0, "L2 bank %u answers no sooner than a hit, and has the line before that", number)
            ->until = why->watch->gpu->cycle + bank->q.wait;
        if (bank->q.wait > left_for_line(why, number, way) + TIE)
            why_ends(why, WHY_TIME, "tc_l2_hit_clk");
        else
            why_ends(why, WHY_MISS, "mc_latency_clk", "tc_l2_hit_clk");
    } else if (!l2_lines_has(l2, way)) {
        bank_misses(why, number, way);
    } else if (!bank->q.due) {
        why_say(why, PIPE_NOBODY, 0, "L2 bank %u has the line, which takes its clocks", number)->until =
            why->watch->gpu->cycle + bank->q.wait;
        why_ends(why, WHY_MISS, "tc_l2_hit_clk");
    } else {
        why_say(why, PIPE_NOBODY, 0, "L2 bank %u has the line, and SIMD %u takes one answer a clock", number,
                bank->simd[bank->q.first]);
        why_ends(why, WHY_PORT, hit_clk(l2), "mc_latency_clk");
    }
}

/* A look-up that it makes again, for want of a miss or of a way. */
static void bank_refuses(const struct why *why, unsigned number)
{
    const struct l2_lines *l2 = l2_of(why->watch->gpu, number);
    if (l2->q.missing >= l2->in.misses) {
        why_say(why, PIPE_NOBODY, 0, "L2 bank %u waits for %u lines, as many as it can", number, l2->q.missing);
        why_depends(why, l2->in.misses < LINE_CACHE_MISSES ? "tc_l2_misses" : NULL);
    } else {
        why_say(why, PIPE_NOBODY, 0,
                "L2 bank %u has no way free in a set of %u: all are waited for or still to be read", number,
                l2->in.ways);
        why_depends(why, "tc_l2_ways");
    }
    bank_head(why, number);
}

/* A request stands before it. */
static void before_bank(const struct why *why, unsigned number)
{
    const struct l2_bank  *bank = bank_of(why->watch->gpu, number);
    const struct l2_lines *l2 = l2_of(why->watch->gpu, number);
    if (l2_bank_again(bank, l2->q.taken) && bank->q.queued) {
        bank_refuses(why, number);
    } else if (bank->q.full) {
        why_say(why, PIPE_NOBODY, 0, "L2 bank %u has %u requests, as many as it holds", number, bank->q.queued);
        bank_head(why, number);
    } else {
        why_say(why, PIPE_NOBODY, 0, "L2 bank %u takes one request a clock, SIMDs in turn", number);
        why_ends(why, WHY_PORT, hit_clk(l2), "mc_latency_clk");
    }
}

/* It is in one of the two stages before the queue, or in the queue. */
static void in_bank(const struct why *why, const struct asked *asked)
{
    const struct l2_bank  *bank = bank_of(asked->gpu, asked->channel);
    const struct l2_lines *l2 = l2_of(asked->gpu, asked->channel);
    const int              n = row_in_bank(asked);
    if (n > 0) {
        why_say(why, PIPE_NOBODY, 0, "L2 bank %u answers in order, %d other requests first", asked->channel, n);
        bank_head(why, asked->channel);
    } else if (n == 0) {
        bank_head(why, asked->channel);
    } else if (l2_bank_again(bank, l2->q.taken) && bank->q.queued) {
        bank_refuses(why, asked->channel);
    } else {
        why_say(why, PIPE_NOBODY, 0, "L2 bank %u looks it up", asked->channel);
        why_ends(why, WHY_MISS,
                 bank_has(l2, memory_line_in_channel(asked->line, bank->in.step, bank->in.bits)) ? "tc_l2_hit_clk"
                                                                                                 : "mc_latency_clk");
    }
}

/* ---- the link ---------------------------------------------------------------------------------------------------- */

/* The request that has arrived first holds those behind it. */
static void link_head(const struct why *why, const struct memory_link *link)
{
    const unsigned number = memory_link_channel(link);
    if (link->q.head_kind == MEMORY_LINE)
        before_bank(why, number);
    else
        before_channel(why, number);
}

static void on_its_way(const struct why *why, const struct asked *asked, bool by_l2)
{
    const struct l2_lines *l2 = l2_of(asked->gpu, asked->channel);
    const struct l2_bank  *bank = bank_of(asked->gpu, asked->channel);
    const bool has = by_l2 && bank_has(l2, memory_line_in_channel(asked->line, bank->in.step, bank->in.bits));
    why_say(why, PIPE_NOBODY, 0, "the request is on its way to %s %u%s", by_l2 ? "L2 bank" : "memory channel",
            asked->channel,
            !by_l2 ? ""
            : has  ? ", which has the line"
                   : ", which has not the line");
    why_ends(why, WHY_MISS, has ? "tc_l2_hit_clk" : "mc_latency_clk");
}

static void find(const struct why *why, const struct asked *asked, bool by_l2)
{
    const struct memory_link *link = link_of(asked->gpu, asked->simd);
    const struct memory_port *port = &why->simd->port;
    const int                 n = row_in_link(asked);
    const int direct = by_l2 ? -1 : row_in_channel(channel_of(asked->gpu, asked->channel), asked->simd, asked->id);
    if (n >= 0 && link->q.head) {
        if (n)
            why_say(why, PIPE_NOBODY, 0, "the link of SIMD %u is in order: %d requests before it have not been taken",
                    asked->simd, n);
        link_head(why, link);
    } else if (n >= 0 || (port->q.ask && port->q.ask_id == asked->id)) {
        on_its_way(why, asked, by_l2);
    } else if (comes_back(asked)) {
        why_say(why, PIPE_NOBODY, 0, "the answer is on its way back to SIMD %u", asked->simd);
        why_ends(why, WHY_MISS, "mc_latency_clk", by_l2 ? hit_clk(l2_of(asked->gpu, asked->channel)) : NULL);
    } else if (direct >= 0) {
        in_channel(why, asked->channel, (unsigned)direct);
    } else if (by_l2 && (row_in_bank(asked) >= 0 || bank_of(asked->gpu, asked->channel)->q.look ||
                         bank_of(asked->gpu, asked->channel)->q.looked)) {
        in_bank(why, asked);
    } else {
        why_say(why, PIPE_NOBODY, 0, "the port of SIMD %u sends one request a clock, and others are sent first",
                asked->simd);
        why_ends(why, WHY_MISS, "mc_latency_clk");
    }
}

void why_memory(const struct why *why, enum memory_client client, unsigned own, uint64_t line)
{
    const struct gpu         *gpu = why->watch->gpu;
    const unsigned            simd = (unsigned)(why->simd - gpu->simd);
    const struct memory_link *link = link_of(gpu, simd);
    const struct asked        asked = {.gpu = gpu,
                                       .simd = simd,
                                       .channel = memory_channel_of(line, link->in.step, link->in.bits),
                                       .id = memory_id(client, own),
                                       .line = line};
    find(why, &asked, client == CLIENT_TEXTURE || client == CLIENT_VERTEX);
}
