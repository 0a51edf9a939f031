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

/* A requester asks when its answer before has come, and while no line has too many locks. */
static void drive_look(struct kcache *cache, struct stimulus *random, unsigned per_cent)
{
    const unsigned id = stimulus_below(random, KCACHE_REQUESTERS);
    bool           room = true;
    for (unsigned way = 0; way < cache->in.lines; way++)
        room &= cache->locks[way] < LOCKS_MOST;
    cache->in.look_id = (uint8_t)id;
    choose_line(cache, random);
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
    .inner = inner,
    LOCKSTEP_INSTANCES(kcache),
    .scatter = scatter,
};
