/* why_fetch.c - what a fetch clause waits for: its instructions, its unit, and of the unit's oldest instruction the
 * lines of memory, which why_memory.c follows. */
#include <inttypes.h>

#include "rtl_model/r700/probes/why.h"
#include "rtl_model/r700/wires_fetch.h"

/* ---- caches of lines --------------------------------------------------------------------------------------------- */

/* As units see it: the client that asks for its lines, what it is called, and the parameters of its room. */
static const struct cache_words {
    enum memory_client client;
    const char        *name, *misses, *size;
} texture_l1 = {CLIENT_TEXTURE, "texture L1", "tc_l1_misses", "tc_l1_kb"},
  vertex_l1 = {CLIENT_VERTEX, "vertex cache", "vc_misses", "vc_kb"};

/* Of its ways, or of those in a set, the one that is waited for and was looked up first; -1: none is waited for. */
static int oldest_way(const struct line_cache *cache, const line_set_t *set)
{
    int best = -1;
    for (unsigned way = 0; way < LINE_CACHE_LINES; way++)
        if (!line_cache_has(cache, way) && (!set || set->word[way / 64] >> way % 64 & 1) &&
            (best < 0 || cache->used[way] < cache->used[best]))
            best = (int)way;
    return best;
}

/* Look-ups were not taken: no miss is left, or no way. */
static bool is_refused(const struct line_cache *cache)
{
    return cache->q.answer & ~cache->q.taken;
}

static const struct line_cache *cache_of(const struct why *why, bool texture)
{
    return texture ? &why->simd->texture_cache : &why->simd->vertex_cache;
}

/* Says that it can ask for no more, and returns the parameter of its room; NULL: it has room, or as much as there is.
 */
static const char *room_in_cache(const struct why *why, const struct line_cache *cache, const struct cache_words *words)
{
    if (cache->q.missing >= cache->in.misses) {
        why_say(why, PIPE_NOBODY, 0, "the %s waits for %u lines, as many as it can", words->name, cache->q.missing);
        return cache->in.misses < LINE_CACHE_MISSES ? words->misses : NULL;
    }
    if (!is_refused(cache))
        return NULL;
    why_say(why, PIPE_NOBODY, 0, "the %s has no way free in a set of %u: all are waited for or still to be read",
            words->name, cache->in.ways);
    return cache->in.sets > 1 ? "tc_l1_ways" : words->size;
}

/* The oldest line that the unit's oldest instruction waits for; false: it waits for none.  Room for more of them helps
 * less than the line itself. */
static bool why_lines(const struct why *why, const struct line_cache *cache, const struct cache_words *words,
                      const line_set_t *set)
{
    const int way = oldest_way(cache, set);
    if (way < 0)
        return false;
    const char *const room = room_in_cache(why, cache, words);
    why_say(why, PIPE_NOBODY, 0, "line 0x%" PRIx64 " is not in the %s, which waits for %u lines",
            (cache->tag[way] - 1) << LINE_SHIFT, words->name, cache->q.missing);
    why_memory(why, words->client, (unsigned)way, cache->tag[way] - 1);
    why_depends(why, room);
    return true;
}

/* ---- units ------------------------------------------------------------------------------------------------------- */

/* Clocks that nothing shortens but a parameter. */
static void takes_clocks(const struct why *why, uint32_t wave, const char *what, const char *parameter)
{
    why_say(why, wave, 0, "%s", what);
    why_ends(why, WHY_TIME, parameter);
}

/* The lines of four threads and more are looked up in a clock: then more threads a clock are no faster. */
static const char *addresses(const struct why *why)
{
    return __builtin_popcount(why->simd->vertex_lines.q.look) < LINE_LOOKS ? "vc_addr_per_clk" : NULL;
}

/* Clocks until the line that the chain has come to is there. */
static uint32_t left_for_line(const struct why *why)
{
    const uint64_t until = why->chain->link[why->chain->count - 1].until, now = why->watch->gpu->cycle;
    return until > now ? (uint32_t)(until - now) : why->watch->gpu->chip.mc_latency_clk;
}

/* Of instructions under way the oldest one that waits for lines; false: none does. */
static bool why_vertex_lines(const struct why *why, const struct vertex_fetch_reg *q,
                             const struct vertex_requests *requests)
{
    for (unsigned n = 0; n < q->flying; n++) {
        const unsigned entry = (q->first + n) % VERTEX_FLIGHT;
        const bool     texture = q->f_texture.entry[entry];
        if (why_lines(why, cache_of(why, texture), texture ? &texture_l1 : &vertex_l1, &requests->set[entry]))
            return true;
    }
    return false;
}

/* It has an instruction before its addresses, or is offered one. */
static bool is_asked(const struct why *why, const struct vertex_fetch_reg *q)
{
    const struct fetch_clause *clauses = why->simd->fetch_clause;
    for (unsigned c = 0; c < FETCH_CLAUSES; c++)
        if (clauses[c].q.offer && offered_unit(&clauses[c]) == FETCH_UNIT_VERTEX)
            return true;
    return !q->free || !q->flying;
}

/* The last instruction under way of a wavefront; the youngest one where none is its. */
static unsigned last_vertex(const struct vertex_fetch_reg *q, uint32_t wave)
{
    unsigned n = q->flying;
    while (n && q->f_number.entry[(q->first + n - 1) % VERTEX_FLIGHT] != wave)
        n--;
    return (q->first + (n ? n : q->flying) + VERTEX_FLIGHT - 1) % VERTEX_FLIGHT;
}

/* Lines first; then what sets its rate, its addresses; then what the wavefront's last instruction takes. */
static void why_vertex(const struct why *why, uint32_t wave)
{
    const struct simd             *simd = why->simd;
    const struct vertex_fetch_reg *q = &simd->vertex.q;
    const struct vertex_requests  *requests = &simd->vertex_lines;
    const struct line_cache       *cache = cache_of(why, q->texture);
    const unsigned                 last = last_vertex(q, wave);
    const bool                     asked = is_asked(why, q), hits = q->flying && q->f_wait.entry[last];
    if (why_vertex_lines(why, q, requests)) {
        if (asked && !is_refused(cache))
            why_beside(why, addresses(why));
        if (hits && 2u * q->f_wait.entry[last] > left_for_line(why))
            why_beside(why, "vc_hit_clk");
        return;
    }
    if (is_refused(cache) && why_lines(why, cache, q->texture ? &texture_l1 : &vertex_l1, NULL))
        return;
    if (hits && q->f_number.entry[last] == wave && (q->free || q->number != wave)) {
        takes_clocks(why, wave, "the vertex fetch unit's last instruction has its lines, which takes its clocks",
                     "vc_hit_clk");
        if (asked)
            why_beside(why, addresses(why));
    } else if (asked)
        takes_clocks(why, q->number, "the vertex fetch unit calculates addresses and looks up their lines",
                     addresses(why));
    else if (hits)
        takes_clocks(why, q->f_number.entry[last],
                     "the vertex fetch unit's last instruction has its lines, which takes its clocks", "vc_hit_clk");
    else
        takes_clocks(why, q->f_number.entry[q->first],
                     "the vertex fetch unit's oldest instruction has its data, which come back", "vc_return_clk");
}

/* Texels come while the clocks of a hit go by. */
static bool why_texture_lines(const struct why *why, uint16_t wait)
{
    if (!why_lines(why, cache_of(why, true), &texture_l1, NULL))
        return false;
    if (2u * wait > left_for_line(why))
        why_beside(why, "tex_hit_clk");
    return true;
}

/* Likewise: lines, then passes, then what the youngest instruction takes. */
static void why_texture(const struct why *why)
{
    const struct simd               *simd = why->simd;
    const struct texture_return_reg *q = &simd->texture_return.q;
    const struct texture_data       *data = &simd->texture_data;
    const struct line_cache         *cache = cache_of(why, true);
    const uint32_t                   wave = q->f_number.entry[q->first];
    const unsigned                   youngest = (q->first + (unsigned)q->flying + TEXTURE_FLIGHT - 1) % TEXTURE_FLIGHT;
    const uint16_t                   wait = q->timed >> youngest & 1 ? q->f_wait.entry[youngest] : 0;
    if (data->q.count && !texture_data_is_ready(data, cache) && why_texture_lines(why, wait))
        return;
    if (!data->q.count && is_refused(cache) && why_texture_lines(why, wait))
        return;
    if (data->q.filtering && data->q.wait > 1)
        takes_clocks(why, wave, "the texture unit filters texels of many bits", "tex_sample_bits");
    else if (data->q.count || data->q.filtering || !(q->timed >> youngest & 1))
        takes_clocks(why, wave, "the texture unit has passes of quads to do, one in a clock at most", NULL);
    else if (q->f_wait.entry[youngest])
        takes_clocks(why, q->f_number.entry[youngest],
                     "the texture unit's last instruction has its lines, which takes its clocks", "tex_hit_clk");
    else
        takes_clocks(why, wave, "the texture unit's oldest instruction has its data, which come back",
                     "tex_return_clk");
}

/* Lines of uncached reads have rows of their own. */
static bool why_direct(const struct why *why, unsigned entry)
{
    const struct read_requests *reads = &why->simd->read_lines;
    for (unsigned row = 0; row < DIRECT_ROWS; row++)
        if (reads->q.waiting.word[row / 64] & reads->set[entry].word[row / 64] & UINT64_C(1) << row % 64) {
            why_say(why, PIPE_NOBODY, 0, "line 0x%" PRIx64 " is read beside all caches",
                    reads->row_line[row] << LINE_SHIFT);
            why_memory(why, CLIENT_READ, row, reads->row_line[row]);
            return true;
        }
    return false;
}

static void why_memory_read(const struct why *why)
{
    const struct simd            *simd = why->simd;
    const struct memory_read_reg *q = &simd->memory_reads.q;
    const unsigned                entry = q->first;
    const bool                    texture = q->f_texture.entry[entry];
    const struct line_cache      *cache = cache_of(why, texture);
    if (q->flying && q->f_uncached.entry[entry] && why_direct(why, entry))
        return;
    if (q->flying && !q->f_uncached.entry[entry] &&
        why_lines(why, cache, texture ? &texture_l1 : &vertex_l1, &simd->read_lines.set[entry]))
        return;
    if (q->returning)
        takes_clocks(why, q->number, "the memory read unit's oldest GPR has its data, which come back",
                     "vc_return_clk");
    else if (q->flying)
        takes_clocks(why, q->number, "the memory read unit's oldest GPR has its lines, which takes its clocks",
                     "vc_hit_clk");
    else
        takes_clocks(why, q->number, "the memory read unit calculates addresses", "vc_addr_per_clk");
}

/* What the oldest instruction of a unit waits for: it has all of them in order. */
static void why_unit(const struct why *why, uint32_t wave, enum fetch_unit unit)
{
    switch (unit) {
    case FETCH_UNIT_VERTEX:
        why_vertex(why, wave);
        break;
    case FETCH_UNIT_TEXTURE:
        why_texture(why);
        break;
    case FETCH_UNIT_MEMORY:
        why_memory_read(why);
        break;
    case FETCH_UNIT_LDS:
        why_say(why, wave, 0, "the local data share has its last instruction, which takes its clocks");
        why_ends(why, WHY_TIME, "lds_rd_clk", "lds_wr_clk");
        break;
    }
}

/* ---- fetch clauses ----------------------------------------------------------------------------------------------- */

/* It runs: its next instruction is not there, or its unit does not take it. */
static void why_offer(const struct why *why, const struct fetch_clause *clause)
{
    const struct fetch_clause_reg *q = &clause->q;
    if (!q->offer && q->left) {
        why_line(why, &why->simd->fetch_cache, q->ic_line, q->number, "fetch instruction cache");
        return;
    }
    if (!q->under_way)
        why_say(why, q->number, 0, "its instruction is offered, and its unit has another one");
    why_unit(why, q->number, q->under_way ? (enum fetch_unit)q->unit : offered_unit(clause));
}

static void why_fetch_clause(const struct why *why, unsigned place)
{
    static const char *const       state[FETCH_CLAUSE_STATES] = {"empty", "arbitrated", "fetched",
                                                                 "giving its instructions to a fetch unit"};
    const struct fetch_clause     *clause = &why->simd->fetch_clause[place];
    const struct fetch_clause_reg *q = &clause->q;
    const struct pipe_work        *seen = &why->seen->fetch_clause[place];
    struct why_link               *link =
        why_say(why, q->number, seen->since, "wavefront %" PRIu32 ", fetch clause: %s", q->number, state[q->state]);
    link->what = PIPE_FETCH;
    link->stage = q->state;
    link->work = seen->work;
    if (q->state == FETCH_CLAUSE_RUN) {
        why_offer(why, clause);
    } else if (q->state == FETCH_CLAUSE_ARBITRATE) {
        why_say(why, q->number, seen->since, "arbitration of a fetch clause takes %u clocks", clause->in.arb_clk);
        why_ends(why, WHY_TIME, "fc_arb_clk");
    } else {
        why_say(why, q->number, seen->since, "the fetch of its instructions takes at least %u clocks",
                clause->in.fetch_clk);
        why_ends(why, WHY_TIME, "fc_fetch_clk");
    }
}

void why_fetch_place(const struct why *why, unsigned places)
{
    const struct fetch_clause *clauses = why->simd->fetch_clause;
    int                        oldest = -1;
    for (int c = 0; c < FETCH_CLAUSES; c++)
        if (clauses[c].q.state != FETCH_CLAUSE_EMPTY &&
            (oldest < 0 || why->seen->fetch_clause[c].work < why->seen->fetch_clause[oldest].work))
            oldest = c;
    why_say(why, PIPE_NOBODY, 0, "all %u places for fetch clauses are taken", places);
    if (oldest >= 0)
        why_fetch_clause(why, (unsigned)oldest);
    else
        why_ends(why, WHY_TIME, NULL);
}

/* The unit that has the last instructions of a wavefront whose clause has given all of them: by what is under way. */
static enum fetch_unit unit_of(const struct why *why, unsigned slot)
{
    const struct texture_return_reg *texture = &why->simd->texture_return.q;
    const struct vertex_fetch_reg   *vertex = &why->simd->vertex.q;
    const struct memory_read_reg    *reads = &why->simd->memory_reads.q;
    for (unsigned n = 0; n < texture->flying; n++)
        if (texture->f_slot.entry[(texture->first + n) % TEXTURE_FLIGHT] == slot)
            return FETCH_UNIT_TEXTURE;
    for (unsigned n = 0; n < vertex->flying; n++)
        if (vertex->f_slot.entry[(vertex->first + n) % VERTEX_FLIGHT] == slot)
            return FETCH_UNIT_VERTEX;
    if (!vertex->free && vertex->slot == slot)
        return FETCH_UNIT_VERTEX;
    for (unsigned n = 0; n < reads->flying; n++)
        if (reads->f_slot.entry[(reads->first + n) % MEMORY_FLIGHT] == slot)
            return FETCH_UNIT_MEMORY;
    return !reads->free && reads->slot == slot ? FETCH_UNIT_MEMORY : FETCH_UNIT_LDS;
}

void why_fetch(const struct why *why, unsigned slot)
{
    const struct fetch_clause *clauses = why->simd->fetch_clause;
    const struct pipe_work    *seen = &why->seen->returns[slot];
    const uint32_t             wave = why_waves(why)->number[slot];
    for (unsigned c = 0; c < FETCH_CLAUSES; c++)
        if (clauses[c].q.state != FETCH_CLAUSE_EMPTY && clauses[c].q.slot == slot) {
            why_fetch_clause(why, c);
            return;
        }
    struct why_link *link = why_say(
        why, wave, seen->since, "wavefront %" PRIu32 ", fetch clause: all given to the unit, results under way", wave);
    link->what = PIPE_FETCH;
    link->stage = PIPE_FETCH_RETURN;
    link->work = seen->work;
    why_unit(why, wave, unit_of(why, slot));
}
