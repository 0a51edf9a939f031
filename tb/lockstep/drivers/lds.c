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

/* ---- what the inputs were --------------------------------------------------------------------------------------- */

static const char *const edges[] = {
    "the first entry of a bank is written", "the last entry of a bank is written",   "all banks are written",
    "all banks are written, at one entry",  "a bank is written, none of its dwords", NULL};

static uint64_t met(const void *state)
{
    const struct lds_in *in = &((const struct lds *)state)->in;
    const bool           all = in->write == (1 << LDS_BANKS) - 1;
    bool                 first = false, last = false, same = all;
    for (unsigned bank = 0; bank < LDS_BANKS; bank++) {
        const bool written = in->write >> bank & 1 && in->write_dwords;
        first = first || (written && in->write_entry.bank[bank] == 0);
        last = last || (written && in->write_entry.bank[bank] == LDS_ENTRIES - 1);
        same = same && in->write_entry.bank[bank] == in->write_entry.bank[0];
    }
    return (uint64_t)first | (uint64_t)last << 1 | (uint64_t)all << 2 | (uint64_t)same << 3 |
           (uint64_t)(in->write && !in->write_dwords) << 4;
}

const struct lockstep_module lockstep_lds = {
    LOCKSTEP_BLOCK(lds, lds, lds),
    .doc = "the local data share's four banks (ISA 2.6.2)",
    .lifetime = 3000,
    .edges = edges,
    .met = met,
    .touches = touches,
    .clears = true,
    .load = load,
    LOCKSTEP_INSTANCES(lds),
};
