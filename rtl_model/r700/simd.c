#include "rtl_model/r700/simd.h"

#include "mem/place_table.h"
#include "rtl_model/r700/straps.h"

/* Sizes on which modules that do not include each other must agree. */
#define AGREE(left, right) _Static_assert((int)(left) == (int)(right), #left " is not " #right)
AGREE(WAVE_SLOTS, CF_WAVES);
AGREE(WAVE_SLOTS, UINT8_MAX + 1); /* slots of the wave table are bytes everywhere */
AGREE(PLACE_ROWS, GPR_ROWS);
AGREE(GPR_ROWS, UINT8_MAX + 1); /* and so are rows */
AGREE(ALU_CLAUSES, KCACHE_REQUESTERS);
AGREE(ALU_CLAUSE_KC_LINES, KCACHE_CLAUSE_LINES);
AGREE(ISSUE_LINE_DWORDS, KCACHE_LINE_DWORDS);
AGREE(ISSUE_BUFFER_WORDS, INSTRUCTION_BUFFER_WORDS);
AGREE(ICACHE_LINE_WORDS, INSTRUCTION_LINE_WORDS);
AGREE(FETCH_LATCHES, READ_ROWS);
AGREE(FETCH_ELEMENTS, GPR_ELEMENTS);
AGREE(READ_ELEMENTS, GPR_ELEMENTS);
AGREE(EXPORT_ELEMENTS, GPR_ELEMENTS);
AGREE(VERTEX_ELEMENTS, GPR_ELEMENTS);
AGREE(GPR_WRITERS, ISA_SLOTS);
AGREE(ROTATION_CLOCKS, PARITIES *SLOT_CLOCKS);
AGREE(SLOT_CLOCKS, LANES / QUARTER);
AGREE(SLOT_CLOCKS, READ_CYCLES + 1); /* and the spare access */
/* Clauses have numbers of 4 bits in the caches. */
_Static_assert((int)ALU_CLAUSES <= 16 && (int)FETCH_CLAUSES <= 16, "more clauses than numbers");

unsigned simd_wave_rows(const struct chip_config *chip, const struct simd_launch *launch)
{
    return (launch->num_gprs + chip->gpr_alloc_granule - 1) / chip->gpr_alloc_granule * chip->gpr_alloc_granule;
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

unsigned chip_wave_limit(const struct chip_config *chip, const struct simd_launch *launch)
{
    return launch->wave_limit ? least(chip->max_waves, launch->wave_limit) : chip->max_waves;
}

unsigned simd_wave_limit(const struct chip_config *chip, const struct simd_launch *launch)
{
    const unsigned rows = simd_wave_rows(chip, launch);
    unsigned       pool = private_rows(chip, launch), stack = chip->max_stack_entries;
    if (launch->gpr_limit)
        pool = least(pool, launch->gpr_limit);
    if (launch->stack_limit)
        stack = least(stack, launch->stack_limit);
    unsigned waves = rows ? pool / rows : pool;
    if (launch->stack_size)
        waves = least(waves, stack / launch->stack_size);
    waves = least(waves, least(chip_wave_limit(chip, launch), WAVE_SLOTS));
    if (chip->simd_max_waves)
        waves = least(waves, chip->simd_max_waves);
    return waves;
}

void simd_start(struct simd *simd, const struct chip_config *chip, const struct simd_launch *launch,
                const struct simd_above *above, const struct simd_memory *outside, bool bare)
{
    simd->above = *above;
    simd->outside = *outside;
#define MODULE(type, member, name)                                                                                     \
    simd_##member##_strap(simd, 0, chip, launch);                                                                      \
    if (!bare || AT_##member != AT_gprs)                                                                               \
        type##_preset(&simd->member);
#define MODULES(type, member, count, ...)                                                                              \
    for (unsigned i = 0; i < (count); i++) {                                                                           \
        simd_##member##_strap(simd, i, chip, launch);                                                                  \
        type##_preset(&simd->member[i]);                                                                               \
    }
#define PASSIVE(type, member, name) type##_preset(&simd->member);
#include "rtl_model/r700/simd.def"
    if (launch->constant_count)
        constant_file_load(&simd->constants, launch->alu_constants, launch->constant_count);
    if (launch->fetch_state)
        simd->fetch_state = *launch->fetch_state;
    simd_connect(simd);
    if (bare) {
        const unsigned own = private_rows(chip, launch);
        simd->bare.rows = true;
        simd_bare_give(simd, own, GPR_ROWS - own);
    }
}

void simd_bare_give(struct simd *simd, unsigned first, unsigned count)
{
    for (unsigned row = first; row < first + count && row < GPR_ROWS; row++) {
        const uint64_t bit = UINT64_C(1) << row % 64;
        if (!(simd->bare.had[row / 64] & bit))
            gpr_file_undefine(&simd->gprs, row, 1);
        simd->bare.had[row / 64] |= bit;
    }
}

void simd_bare_end(struct simd *simd)
{
    simd_bare_give(simd, 0, GPR_ROWS);
    simd->bare.rows = false;
}
