/* predicate.c - predicate.h beside a Verilog block: random quarters of flags between starts of clauses. */
#include <string.h>

#include "pipeline/alu/predicate.h"
#include "rtl_model/r700/simd.h"
#include "tb/lockstep/lockstep.h"

static void reset(void *state, void *driver, struct stimulus *random)
{
    struct predicate *predicate = state;
    (void)driver, (void)random;
    memset(&predicate->in, 0, sizeof predicate->in);
    predicate_reset(predicate);
}

static void drive(void *state, void *driver, struct stimulus *random)
{
    struct predicate_in *in = &((struct predicate *)state)->in;
    (void)driver;
    in->start = stimulus_chance(random, 10);
    in->start_active = stimulus_mask(random);
    in->set = stimulus_chance(random, 80);
    in->quarter = (uint8_t)stimulus_bits(random, 2);
    in->update = (uint8_t)stimulus_bits(random, 2);
    in->kills = stimulus_chance(random, 20);
    in->mask = (quarter_mask_t)stimulus_mask(random);
    in->flags = (quarter_mask_t)stimulus_mask(random);
    const uint64_t killed = ((struct predicate *)state)->q.killed;
    if (__builtin_popcountll(killed) > 2 * QUARTER && killed != UINT64_MAX) { /* until nobody is left */
        in->start = false;
        in->mask = in->flags = (quarter_mask_t)0xffff;
    }
}

static void clock(void *state)
{
    struct predicate *predicate = state;
    rtl_eval(predicate_eval, predicate);
    rtl_commit(predicate);
}

const struct lockstep_module lockstep_predicate = {
    LOCKSTEP_BLOCK(predicate, predicate, predicate),
    .doc = "predicate, active mask and kills of a clause (ISA 4.8.1.1, 4.9.3, 4.10)",
    .lifetime = 5000,
    LOCKSTEP_INSTANCES(predicate),
};
