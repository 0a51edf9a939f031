/* lds.c - the memory of the local data share beside its twin: writes of some banks and dwords, in few entries and many.
 */
#include "mem/lds.h"

#include <string.h>

#include "rtl_model/r700/simd.h"
#include "tb/lockstep/lockstep.h"
#include "tb/lockstep/rows.h"

static void reset(void *state, void *driver, struct stimulus *random)
{
    struct lds *lds = state;
    (void)driver, (void)random;
    memset(&lds->in, 0, sizeof lds->in);
    lds_reset(lds);
}

static void drive(void *state, void *driver, struct stimulus *random)
{
    struct lds_in *in = &((struct lds *)state)->in;
    const bool     few = stimulus_chance(random, 50);
    (void)driver;
    in->write = (uint8_t)(stimulus_chance(random, 30) ? 0 : stimulus_bits(random, LDS_BANKS));
    in->write_dwords = (uint8_t)(stimulus_chance(random, 40) ? 15 : stimulus_bits(random, LDS_DWORDS));
    for (unsigned bank = 0; bank < LDS_BANKS; bank++) {
        in->write_entry.bank[bank] = (uint8_t)(few ? stimulus_below(random, 4) : stimulus_bits(random, 8));
        for (unsigned i = 0; i < LDS_DWORDS; i++)
            in->write_data.bank[bank].dword[i] = stimulus_word(random);
    }
}

static void clock(void *state)
{
    struct lds *lds = state;
    lds_next(lds);
    lds_clock(lds);
}

static void touches(const void *state, struct rows *rows)
{
    const struct lds *lds = state;
    for (unsigned bank = 0; bank < LDS_BANKS; bank++)
        if (lds->in.write >> bank & 1)
            rows_touch(rows, lds_read(lds, bank, lds->in.write_entry.bank[bank]), 1);
}

/* An entry of each bank in a clock. */
static bool load(void *state, unsigned step)
{
    struct lds *lds = state;
    if (step == LDS_ENTRIES)
        return false;
    lds->in.write = lds->in.write_dwords = 15;
    for (unsigned bank = 0; bank < LDS_BANKS; bank++) {
        lds->in.write_entry.bank[bank] = (uint8_t)step;
        lds->in.write_data.bank[bank] = *lds_read(lds, bank, step);
    }
    return true;
}

const struct lockstep_module lockstep_lds = {
    LOCKSTEP_BLOCK(lds, lds, lds),
    .doc = "the local data share's four banks (ISA 2.6.2)",
    .lifetime = 3000,
    .touches = touches,
    .clears = true,
    .load = load,
    LOCKSTEP_INSTANCES(lds),
};
