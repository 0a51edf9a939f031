/* icache.c - an instruction cache beside its twin: small and large ones, loops that fit and loops that do not, misses
 * of one line by several requesters, few trackers.  In a run the lines are filled where the block says. */
#include "mem/icache.h"

#include <string.h>

#include "rtl_model/r700/simd.h"
#include "tb/lockstep/lockstep.h"

enum { LINE_BITS = 20, BRINGS_MOST = 8, WAYS_MOST = 16 }; /* the most that a chip has (chip.def) */

/* How busy a life is. */
struct life {
    unsigned looks;       /* chance */
    uint32_t first, span; /* lines that are looked up for the most part */
};

static const struct instruction_memory nothing;

static void reset(void *state, void *driver, struct stimulus *random)
{
    static const uint8_t  ways[] = {1, 2, 3, 4, 4, 8, WAYS_MOST};
    static const uint16_t sets[] = {1, 2, 4, 8, 64};
    struct icache        *cache = state;
    struct life          *life = driver;
    memset(&cache->in, 0, sizeof cache->in);
    cache->in.memory = &nothing;
    cache->in.ways = ways[stimulus_below(random, sizeof ways)];
    cache->in.sets = sets[stimulus_below(random, sizeof sets / sizeof sets[0])];
    cache->in.misses = (uint8_t)(stimulus_chance(random, 30) ? 1 : 1 + stimulus_below(random, ICACHE_MISSES));
    cache->in.lines = (uint8_t)(stimulus_chance(random, 30) ? 1 : stimulus_below(random, BRINGS_MOST + 1));
    cache->in.miss_clk =
        (uint16_t)(stimulus_chance(random, 20) ? stimulus_below(random, 1000) : stimulus_below(random, 30));
    const uint32_t lines = (uint32_t)cache->in.sets * cache->in.ways;
    life->looks = 10 + stimulus_below(random, 91);
    life->span = 1 + stimulus_below(random, 2 * lines + 4);
    life->first = stimulus_chance(random, 30) ? (1u << LINE_BITS) - 1 - 2 * BRINGS_MOST - life->span
                                              : (uint32_t)stimulus_bits(random, LINE_BITS - 2);
    icache_reset(cache);
}

static void drive(void *state, void *driver, struct stimulus *random)
{
    struct icache    *cache = state;
    struct icache_in *in = &cache->in;
    struct life      *life = driver;
    const uint32_t    before = in->look_line;
    const unsigned    kind = stimulus_below(random, 10);
    const uint32_t    anywhere = (uint32_t)stimulus_bits(random, LINE_BITS - 1);
    const unsigned    tracker = stimulus_below(random, in->misses);
    const uint32_t    missed = cache->q.miss_line.entry[tracker] ? cache->q.miss_line.entry[tracker] - 1 : life->first;
    if (stimulus_chance(random, 1))
        life->looks = stimulus_chance(random, 20) ? 0 : 10 + stimulus_below(random, 91);
    in->look = stimulus_chance(random, life->looks);
    in->look_id = (uint8_t)stimulus_bits(random, 4);
    in->look_line = kind == 0                                  ? missed
                    : kind == 1                                ? missed + stimulus_below(random, 3)
                    : kind == 2 && stimulus_chance(random, 10) ? anywhere
                    : kind < 6                                 ? before + 1
                                                               : life->first + stimulus_below(random, life->span);
    if (in->look_line > life->first + life->span + 2 * BRINGS_MOST || in->look_line >> LINE_BITS)
        in->look_line = kind == 2 ? anywhere : life->first;
    if (stimulus_chance(random, 5)) /* the program's end near what is looked up, or far */
        in->program_lines = stimulus_chance(random, 50) ? in->look_line + stimulus_below(random, BRINGS_MOST + 2)
                                                        : (uint32_t)stimulus_bits(random, LINE_BITS);
}

static void clock(void *state)
{
    struct icache *cache = state;
    icache_eval(&cache->in, &cache->q, &cache->d, cache);
    icache_commit(cache);
}

/* ---- edge classes ----------------------------------------------------------------------------------------------- */

static const char *const edges[] = {"a line that is on its way is looked up",
                                    "a line behind the one that a tracker waits for is looked up",
                                    "a line is looked up in the clock in which it comes",
                                    "a line is looked up in the clock in which it is replaced",
                                    "two trackers due in one clock",
                                    "a tracker whose line is there",
                                    "a tracker that goes on behind a line that is there",
                                    "a line comes in the place of another one",
                                    "a line comes into the last way of its set",
                                    "a miss without a free tracker",
                                    "a miss in the clock in which the last tracker gets free",
                                    "a miss that the program's end cuts short",
                                    NULL};

static int way_of(const struct icache *cache, uint32_t line)
{
    const unsigned first = (line & (cache->in.sets - 1u)) * cache->in.ways;
    for (unsigned way = first; way < first + cache->in.ways; way++)
        if (cache->tag[way] == line + 1)
            return (int)way;
    return -1;
}

/* What the trackers do in this clock, as the next state has it. */
struct misses {
    unsigned due, busy, first; /* of the due ones */
    bool     same, behind;     /* the line that is looked up is one's, is behind one's */
};

static struct misses misses_of(const struct icache *cache)
{
    struct misses misses = {0};
    for (unsigned i = cache->in.misses; i-- > 0;) {
        const uint32_t entry = cache->q.miss_line.entry[i], line = entry - 1;
        if (!entry)
            continue;
        misses.busy++;
        misses.same |= cache->in.look_line == line;
        misses.behind |= cache->in.look_line > line && cache->in.look_line - line <= cache->q.miss_more.entry[i];
        if (cache->q.miss_wait.entry[i] > 1)
            continue;
        misses.due++;
        misses.first = i;
    }
    return misses;
}

static uint64_t met(const void *state)
{
    const struct icache    *cache = state;
    const struct icache_in *in = &cache->in;
    const struct misses     misses = misses_of(cache);
    const int               found = way_of(cache, in->look_line);
    const bool              all_busy = misses.busy == in->misses;
    struct icache_reg       next = cache->q;
    const bool              miss = in->look && found < 0 && !misses.same && !misses.behind;
    const uint32_t          due = misses.due ? cache->q.miss_line.entry[misses.first] : 0;
    icache_eval(in, &cache->q, &next, cache);
    const bool frees = misses.due && !next.miss_line.entry[misses.first];
    const bool skips = misses.due && !frees && next.miss_line.entry[misses.first] > due + 1;
    const bool fills = next.fill && way_of(cache, next.fill_line) < 0;
    const bool short_of = miss && in->lines > 1 && in->program_lines < in->look_line + in->lines;
    const bool is[] = {in->look && misses.same,
                       in->look && misses.behind && found < 0,
                       in->look && next.fill && in->look_line == next.fill_line,
                       in->look && next.fill && found == next.fill_way,
                       misses.due >= 2,
                       next.fill && !fills,
                       skips,
                       fills && cache->tag[next.fill_way],
                       fills && next.fill_way % in->ways == in->ways - 1u,
                       miss && all_busy,
                       miss && all_busy && frees,
                       short_of};
    return stimulus_edges(is, sizeof is / sizeof is[0]);
}

/* ---- in a run --------------------------------------------------------------------------------------------------- */

/* A block has tags and trackers; the words of a line that it fills go into the way that it names. */
static void scatter(struct simd *simd, unsigned instance, const void *state)
{
    struct icache *const caches[] = {&simd->cf_cache, &simd->alu_cache, &simd->fetch_cache};
    struct icache *const cache = caches[instance];
    (void)state;
    if (cache->q.fill)
        icache_fill_data(cache, cache->q.fill_way, cache->q.fill_line);
}

static const char *const inner[] = {"tag", "used", "data", NULL};

const struct lockstep_module lockstep_icache = {
    LOCKSTEP_BLOCK(icache, icache, icache),
    .doc = "tags, trackers and replacement of an instruction cache (ISA 2.4)",
    .driver_size = sizeof(struct life),
    .lifetime = 2000,
    .edges = edges,
    .met = met,
    .inner = inner,
    .first = AT_cf_cache,
    .count = COUNT_cf_cache + COUNT_alu_cache + COUNT_fetch_cache,
    .scatter = scatter,
};
