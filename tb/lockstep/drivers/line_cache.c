/* line_cache.c - a cache of lines beside its twin: four look-ups a clock of lines that fit and of lines that do not,
 * ways that a reader holds, requests that wait, data in any order. */
#include "mem/line_cache.h"

#include <string.h>

#include "rtl_model/r700/simd.h"
#include "tb/lockstep/lockstep.h"
#include "tb/lockstep/rows.h"

enum { LINE_BITS = 34 };

/* How busy a life is, and its lines. */
struct life {
    unsigned looks, taken, fills; /* chances */
    unsigned held;                /* stamps that a reader holds, at most */
    uint64_t first;
    uint32_t span;
};

static unsigned chance_of(struct stimulus *random)
{
    static const uint8_t chances[] = {0, 5, 30, 60, 90, 100};
    return chances[stimulus_below(random, sizeof chances)];
}

static void reset(void *state, void *driver, struct stimulus *random)
{
    static const struct {
        uint16_t sets, ways;
    } sizes[] = {{1, 1}, {1, 4}, {2, 4}, {4, 2}, {1, 16}, {8, 4}, {16, 3}, {64, 4}, {1, 128}, {128, 4}, {1, 512}};
    struct line_cache *cache = state;
    struct life       *life = driver;
    const unsigned     size = stimulus_below(random, sizeof sizes / sizeof sizes[0]);
    memset(&cache->in, 0, sizeof cache->in);
    cache->in.sets = sizes[size].sets;
    cache->in.ways = sizes[size].ways;
    cache->in.misses =
        (uint8_t)(stimulus_chance(random, 40) ? 1 + stimulus_below(random, 6) : 1 + stimulus_below(random, 128));
    const unsigned lines = (unsigned)cache->in.sets * cache->in.ways;
    *life = (struct life){.looks = 20 + stimulus_below(random, 81),
                          .taken = 20 + stimulus_below(random, 81),
                          .fills = 20 + stimulus_below(random, 81),
                          .held = stimulus_below(random, stimulus_chance(random, 50) ? 4 : lines),
                          .first = stimulus_bits(random, LINE_BITS - 1),
                          .span = LINE_LOOKS + 1 + stimulus_below(random, 2 * lines)};
    line_cache_reset(cache);
}

static uint64_t some_line(const struct line_cache *cache, const struct life *life, struct stimulus *random)
{
    const unsigned way = stimulus_below(random, (uint32_t)cache->in.sets * cache->in.ways);
    if (cache->tag[way] && stimulus_chance(random, 30))
        return cache->tag[way] - 1;
    return stimulus_chance(random, 3) ? stimulus_bits(random, LINE_BITS)
                                      : life->first + stimulus_below(random, life->span);
}

static void drive_looks(struct line_cache *cache, const struct life *life, struct stimulus *random)
{
    struct line_cache_in *in = &cache->in;
    const bool            again = stimulus_chance(random, 40);
    in->look = stimulus_chance(random, life->looks) ? (uint8_t)stimulus_bits(random, LINE_LOOKS) : 0;
    for (unsigned n = 0; n < LINE_LOOKS; n++) {
        if (again && !(cache->q.taken >> n & 1))
            continue; /* what was not taken is asked for again */
        in->look_line.look[n] = some_line(cache, life, random);
    }
    for (unsigned n = 1; n < LINE_LOOKS; n++)
        for (unsigned m = 0; m < n; m++)
            if (in->look_line.look[m] == in->look_line.look[n]) {
                in->look_line.look[n] = (in->look_line.look[n] + 1) & ((UINT64_C(1) << LINE_BITS) - 1);
                m = -1u; /* from the start: it may be another's now */
            }
}

/* One of the ways whose request has left. */
static void drive_fill(struct line_cache *cache, const struct life *life, struct stimulus *random)
{
    struct line_cache_in *in = &cache->in;
    uint16_t              ways[LINE_CACHE_LINES];
    unsigned              count = 0;
    for (unsigned way = 0; way < LINE_CACHE_LINES; way++) {
        bool queued = line_cache_has(cache, way);
        for (unsigned n = 0; n < cache->q.asking && !queued; n++) {
            const unsigned rows = in->misses <= LINE_CACHE_MISSES / 2 ? LINE_CACHE_MISSES / 2 : LINE_CACHE_MISSES;
            queued = cache->ask_ways[(cache->q.first + n) % rows] == way;
        }
        if (!queued)
            ways[count++] = (uint16_t)way;
    }
    in->fill = count && stimulus_chance(random, life->fills);
    in->fill_way = in->fill ? ways[stimulus_below(random, count)] : (uint16_t)stimulus_below(random, LINE_CACHE_LINES);
    for (unsigned b = 0; b < LINE_BYTES && in->fill; b++)
        ((line_data_t *)in->fill_data)->byte[b] = (uint8_t)stimulus_bits(random, 8);
}

static void drive(void *state, void *driver, struct stimulus *random)
{
    struct line_cache    *cache = state;
    struct line_cache_in *in = &cache->in;
    struct life          *life = driver;
    if (stimulus_chance(random, 1)) {
        life->looks = chance_of(random);
        life->taken = chance_of(random);
        life->fills = chance_of(random);
    }
    drive_looks(cache, life, random);
    drive_fill(cache, life, random);
    in->ask_taken = cache->q.ask && stimulus_chance(random, life->taken);
    const uint32_t oldest = cache->q.stamp > life->held ? cache->q.stamp - life->held : 1;
    in->oldest = stimulus_chance(random, 30) ? 0 : oldest + stimulus_below(random, life->held + 1);
    in->invalidate = stimulus_chance(random, 1) && stimulus_chance(random, 40);
}

static void clock(void *state)
{
    struct line_cache *cache = state;
    line_cache_eval(&cache->in, &cache->q, &cache->d, cache);
    line_cache_capture(cache);
    line_cache_commit(cache);
}

static void now(const void *state, void *value)
{
    const struct line_cache *cache = state;
    *(line_ways_t *)value = line_cache_found(cache, NULL, cache->in.look, &cache->in.look_line, cache->in.oldest);
}

static void decide(const struct line_cache *cache, struct line_decision *decision)
{
    line_cache_decide(cache, NULL, cache->in.look, &cache->in.look_line, cache->in.oldest, decision);
}

static void touches(const void *state, struct rows *rows)
{
    const struct line_cache *cache = state;
    struct line_decision     decision;
    decide(cache, &decision);
    if (cache->in.fill)
        rows_touch(rows, &cache->data[cache->in.fill_way], 1);
    for (unsigned n = 0; n < LINE_LOOKS; n++)
        if (decision.taken >> n & 1)
            rows_touch(rows, &cache->used[decision.way.look[n]], 1);
    for (unsigned n = 0; n < LINE_LOOKS && !cache->in.invalidate; n++)
        if ((decision.taken & ~decision.hit) >> n & 1)
            rows_touch(rows, &cache->tag[decision.way.look[n]], 1);
    if (cache->in.invalidate)
        rows_touch(rows, &cache->tag[0], LINE_CACHE_LINES);
}

/* ---- edge classes ----------------------------------------------------------------------------------------------- */

static const char *const edges[] = {"four lines miss in one clock",
                                    "lines miss while no more can be waited for",
                                    "room for some of the lines that miss",
                                    "all ways of a set are held",
                                    "a hit of a line that is on its way",
                                    "a hit in the clock of its data",
                                    "two lines of one set miss in one clock",
                                    "a line comes in the place of another one",
                                    "the longest unused way is held",
                                    "a line misses in the clock of an invalidation",
                                    "data of a line that is no longer known",
                                    "a request leaves in the clock of a miss, and no other waits",
                                    NULL};

static bool is_held(const struct line_cache *cache, unsigned way)
{
    return !line_cache_has(cache, way) || (cache->in.oldest && cache->used[way] >= cache->in.oldest) ||
           (cache->q.answer && cache->used[way] == cache->q.stamp);
}

/* Of a set: none of its ways can be had; the longest unused one cannot. */
static void look_at_set(const struct line_cache *cache, unsigned first, bool *all, bool *oldest)
{
    unsigned best = first;
    *all = true;
    for (unsigned way = first; way < first + cache->in.ways; way++) {
        *all &= is_held(cache, way);
        best = cache->used[way] < cache->used[best] ? way : best;
    }
    *oldest = !*all && is_held(cache, best);
}

static uint64_t met(const void *state)
{
    const struct line_cache *cache = state;
    struct line_decision     decision;
    decide(cache, &decision);
    const uint8_t missed = (uint8_t)(cache->in.look & ~decision.hit), fresh = (uint8_t)(decision.taken & ~decision.hit);
    const unsigned room = cache->in.misses - cache->q.missing, misses = (unsigned)__builtin_popcount(missed);
    bool           merged = false, meets = false, same = false, replaces = false, all = false, oldest = false;
    for (unsigned n = 0; n < LINE_LOOKS; n++) {
        const uint64_t set = cache->in.look_line.look[n] & (cache->in.sets - 1u);
        const unsigned way = decision.way.look[n];
        bool           none = false, first = false;
        if (missed >> n & 1)
            look_at_set(cache, (unsigned)set * cache->in.ways, &none, &first);
        all |= none;
        oldest |= first;
        merged |= decision.hit >> n & 1 && !line_cache_has(cache, way);
        meets |= decision.hit >> n & 1 && cache->in.fill && cache->in.fill_way == way;
        replaces |= fresh >> n & 1 && cache->tag[way];
        for (unsigned m = 0; m < n; m++)
            same |= missed >> n & missed >> m & 1 && (cache->in.look_line.look[m] & (cache->in.sets - 1u)) == set;
    }
    const bool is[] = {fresh == (1u << LINE_LOOKS) - 1,
                       misses && !room,
                       room && room < misses,
                       all,
                       merged,
                       meets,
                       same,
                       replaces,
                       oldest,
                       fresh && cache->in.invalidate,
                       cache->in.fill && !cache->tag[cache->in.fill_way],
                       fresh && cache->in.ask_taken && cache->q.asking == 1};
    return stimulus_edges(is, sizeof is / sizeof is[0]);
}

/* ---- in a run --------------------------------------------------------------------------------------------------- */

/* The texture unit's walker goes on with its ways in the clock of its look-ups; who looks up vertices reads registers.
 */
static void answer(struct simd *simd, unsigned instance, const void *value)
{
    if (instance != COUNT_vertex_cache)
        return;
    simd->found.given = true;
    memcpy(&simd->found.way, value, sizeof simd->found.way);
}

static const char *const inner[] = {"tag", "used", "ask_lines", "ask_ways", NULL};

const struct lockstep_module lockstep_line_cache = {
    LOCKSTEP_BLOCK(line_cache, line_cache, line_cache),
    .doc = "tags, replacement and requests of a cache of memory lines (RV770 timing T16 to T20, V6)",
    .driver_size = sizeof(struct life),
    .lifetime = 1000,
    .clears = true,
    .edges = edges,
    .met = met,
    .touches = touches,
    .now = now,
    .answer = answer,
    .inner = inner,
    .first = AT_vertex_cache,
    .count = COUNT_vertex_cache + COUNT_texture_cache,
};
