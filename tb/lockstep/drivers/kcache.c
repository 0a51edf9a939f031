/* kcache.c - the locks of the constant cache beside their twin: small and large caches, hits, misses of one line by
 * several clauses, all lines locked.  In a run the lines are filled where the block says. */
#include "tb/lockstep/lockstep.h"

#include <string.h>

#include "mem/kcache.h"
#include "rtl_model/r700/simd.h"

enum { LOCKS_MOST = 64 }; /* of a line, far from the counter's end */

/* The driver's own state: until nothing is held, no line is asked for. */
struct driver {
    bool draining;
};

/* Straps.  When nothing is locked the cache may also grow in the middle; it cannot shrink but in a reset, because what
 * is left beyond its end would be found again when it grows. */
static void strap(struct kcache *cache, struct stimulus *random)
{
    static const uint8_t sizes[] = {1, 2, 3, 4, 5, 7, 8, 16, 31, 64, 96, 191, 192};
    const uint8_t        lines = sizes[stimulus_below(random, sizeof sizes)];
    if (lines > cache->in.lines)
        cache->in.lines = lines;
    switch (stimulus_below(random, 3)) {
    case 0:
        cache->in.miss_clk = (uint16_t)stimulus_below(random, 4);
        break;
    case 1:
        cache->in.miss_clk = (uint16_t)stimulus_below(random, 40);
        break;
    default:
        cache->in.miss_clk = (uint16_t)(stimulus_below(random, 300) + 1);
    }
}

static void reset(void *state, void *driver_memory, struct stimulus *random)
{
    struct kcache *cache = state;
    memset(driver_memory, 0, sizeof(struct driver));
    memset(&cache->in, 0, sizeof cache->in);
    strap(cache, random);
    kcache_reset(cache);
}

/* A line of a set that is somewhat larger or smaller than the cache; now and then any line of any buffer. */
static void choose_line(struct kcache *cache, struct stimulus *random)
{
    const unsigned number = stimulus_below(random, stimulus_chance(random, 50) ? cache->in.lines : 12u);
    const unsigned wide = stimulus_below(random, cache->in.lines + cache->in.lines / 4 + 2u);
    switch (stimulus_below(random, 16)) {
    case 0:
        cache->in.look_bank = (uint8_t)stimulus_below(random, KCACHE_BUFFERS);
        cache->in.look_line = (uint16_t)stimulus_below(random, 1024);
        break;
    case 1:
        cache->in.look_bank = KCACHE_BUFFERS - 1;
        cache->in.look_line = (uint16_t)(1023 - number % 4);
        break;
    case 2:
    case 3:
        cache->in.look_bank = (uint8_t)(wide % 3);
        cache->in.look_line = (uint16_t)(wide / 3);
        break;
    default:
        cache->in.look_bank = (uint8_t)(number % 3);
        cache->in.look_line = (uint16_t)(number / 3);
    }
}

/* The line that another requester waits for. */
static void choose_missing(struct kcache *cache, struct stimulus *random)
{
    const uint32_t tag = cache->q.miss_tag.requester[stimulus_below(random, KCACHE_REQUESTERS)];
    if (!tag)
        return;
    cache->in.look_bank = (uint8_t)((tag - 1) >> 10);
    cache->in.look_line = (tag - 1) & 1023;
}

/* A requester asks when its answer before has come, and while no line has too many locks. */
static void drive_look(struct kcache *cache, struct stimulus *random, unsigned per_cent)
{
    const unsigned id = stimulus_below(random, KCACHE_REQUESTERS);
    bool           room = true;
    for (unsigned way = 0; way < cache->in.lines; way++)
        room &= cache->locks[way] < LOCKS_MOST;
    cache->in.look_id = (uint8_t)id;
    choose_line(cache, random);
    if (stimulus_chance(random, 20))
        choose_missing(cache, random);
    cache->in.look = room && !cache->q.miss_tag.requester[id] && stimulus_chance(random, per_cent);
}

/* A finished clause gives back locks that are held, several of one line perhaps. */
static void drive_unlock(struct kcache *cache, struct stimulus *random, unsigned per_cent)
{
    uint8_t        taken[KCACHE_LINES] = {0};
    const bool     finish = stimulus_chance(random, per_cent);
    const unsigned start = stimulus_below(random, cache->in.lines);
    unsigned       way = start;
    cache->in.unlock = 0;
    for (unsigned i = 0; i < KCACHE_CLAUSE_LINES; i++) {
        if (!stimulus_chance(random, 30)) /* else the same way again */
            way = stimulus_below(random, cache->in.lines);
        for (unsigned tries = 0; tries < cache->in.lines && cache->locks[way] == taken[way]; tries++)
            way = way + 1u < cache->in.lines ? way + 1 : 0;
        cache->in.unlock_way.line[i] = (uint8_t)way;
        if (!finish || cache->locks[way] == taken[way] || stimulus_chance(random, 30))
            continue;
        taken[way]++;
        cache->in.unlock = (uint8_t)(cache->in.unlock | 1u << i);
    }
}

/* Spells of more locking than unlocking and of the reverse, by the age that the module counts; now and then all is
 * given back, and the straps change. */
static void drive(void *state, void *driver_memory, struct stimulus *random)
{
    static const uint8_t look[] = {90, 30, 60, 8}, unlock[] = {2, 50, 20, 60};
    struct kcache       *cache = state;
    struct driver       *driver = driver_memory;
    const unsigned       spell = cache->q.use_clock / 64 % 4;
    const bool           empty = !cache->q.locked && !cache->q.missing && !cache->q.answer;
    driver->draining = driver->draining ? !empty : stimulus_below(random, 1000) == 0;
    if (empty && (driver->draining || stimulus_chance(random, 1)))
        strap(cache, random);
    drive_look(cache, random, driver->draining ? 0 : look[spell]);
    drive_unlock(cache, random, driver->draining ? 100 : unlock[spell]);
}

static void clock(void *state)
{
    static const struct constant_memory nothing = {.vectors = {0}};
    struct kcache                      *cache = state;
    cache->in.memory = &nothing;
    kcache_next(cache);
    kcache_clock(cache);
}

/* ---- what the inputs were --------------------------------------------------------------------------------------- */

static const char *const edges[] = {"the last line of the last buffer is asked for",
                                    "a line is asked for in the clock in which it comes",
                                    "a hit in the clock of a miss that is due",
                                    "two misses due in one clock",
                                    "a miss due while all lines are locked",
                                    "a miss due whose line has come for another clause",
                                    "a line comes into the last way",
                                    "a line comes in the place of another one",
                                    "a lock taken and one given back of one line",
                                    "two locks of one line given back",
                                    NULL};

/* What is due in this clock, and the one that is served. */
struct due {
    unsigned count;
    int      served; /* requester, or -1 */
    bool     there;  /* of one due: its line has come */
};

static int way_of(const struct kcache *cache, uint32_t tag)
{
    for (int way = 0; way < cache->in.lines; way++)
        if (cache->tag[way] == tag)
            return way;
    return -1;
}

static struct due what_is_due(const struct kcache *cache, bool hit)
{
    struct due due = {.served = -1};
    for (unsigned r = 0; r < KCACHE_REQUESTERS; r++) {
        if (!cache->q.miss_tag.requester[r] || cache->q.miss_wait.requester[r] > 1)
            continue;
        const bool there = way_of(cache, cache->q.miss_tag.requester[r]) >= 0;
        due.count++;
        due.there |= there;
        if (due.served < 0 && !hit && (there || cache->q.locked < cache->in.lines))
            due.served = (int)r;
    }
    return due;
}

/* The way that a new line takes: of those without a lock an empty one, else the one whose last answer is longest ago;
 * an empty one has had none. */
static int new_way(const struct kcache *cache)
{
    int best = -1;
    for (int way = 0; way < cache->in.lines; way++) {
        const bool less =
            best < 0 || (cache->tag[way] ? cache->used[way] : 0) < (cache->tag[best] ? cache->used[best] : 0);
        if (!cache->locks[way] && less)
            best = way;
    }
    return best;
}

static uint64_t met(const void *state)
{
    const struct kcache *cache = state;
    const uint32_t       asked = ((uint32_t)cache->in.look_bank << 10 | cache->in.look_line) + 1;
    const int            hit = cache->in.look ? way_of(cache, asked) : -1;
    const struct due     due = what_is_due(cache, hit >= 0);
    const uint32_t       served = due.served < 0 ? 0 : cache->q.miss_tag.requester[due.served];
    const int            found = served ? way_of(cache, served) : -1, fills = served && found < 0 ? new_way(cache) : -1;
    const int            taken = hit >= 0 ? hit : found;
    bool                 both = false, twice = false;
    for (unsigned i = 0; i < KCACHE_CLAUSE_LINES; i++) {
        both |= cache->in.unlock >> i & 1 && cache->in.unlock_way.line[i] == taken;
        for (unsigned j = 0; j < i; j++)
            twice |= cache->in.unlock >> i & cache->in.unlock >> j & 1 &&
                     cache->in.unlock_way.line[i] == cache->in.unlock_way.line[j];
    }
    const bool is[] = {cache->in.look && asked == KCACHE_BUFFERS << 10,
                       cache->in.look && served == asked && fills >= 0,
                       hit >= 0 && due.count,
                       due.count >= 2,
                       due.count && cache->q.locked == cache->in.lines,
                       due.there,
                       fills >= 0 && fills == cache->in.lines - 1,
                       fills >= 0 && cache->tag[fills],
                       both,
                       twice};
    return stimulus_edges(is, sizeof is / sizeof is[0]);
}

/* ---- in a run --------------------------------------------------------------------------------------------------- */

/* A block has tags and locks; the words of a line that it fills go into the way that it names. */
static void scatter(struct simd *simd, unsigned instance, const void *state)
{
    (void)instance, (void)state;
    if (simd->kcache.q.answer && simd->kcache.q.fill)
        kcache_fill_data(&simd->kcache, simd->kcache.q.answer_way, simd->kcache.q.fill_tag, &simd->outside.constants);
}

static const char *const inner[] = {"tag", "locks", "used", "data", NULL};

const struct lockstep_module lockstep_kcache = {
    LOCKSTEP_BLOCK(kcache, kcache, kcache),
    .doc = "tags, locks, misses and replacement of the constant cache (ISA 3.3.1, 4.6.4.1)",
    .driver_size = sizeof(struct driver),
    .lifetime = 5000,
    .edges = edges,
    .met = met,
    .inner = inner,
    LOCKSTEP_INSTANCES(kcache),
    .scatter = scatter,
};
