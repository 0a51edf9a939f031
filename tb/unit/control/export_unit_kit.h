/* export_unit_kit.h - the export unit under test, and what drives it.  The spare access comes in every fourth clock,
 * clock 3 of each half of the rotation. */
#ifndef TB_UNIT_EXPORT_UNIT_KIT_H
#define TB_UNIT_EXPORT_UNIT_KIT_H

#include "tb/unit/clock.h"

#include "isa/r700/isa.h"
#include "pipeline/fetch/export_unit.h"

enum { EXPORT_CLK = 6, ROWS = 256, F_1 = 0x3f800000 };
enum { SEL_X, SEL_Y, SEL_Z, SEL_W, SEL_0, SEL_1, SEL_RESERVED, SEL_MASK };

enum { BUFFERS = 8 };
static struct export_unit unit;
static lanes_t            gprs[ROWS][EXPORT_ELEMENTS];
static unsigned           clock_now;

static inline uint32_t stored(unsigned row, unsigned element, unsigned lane)
{
    return row << 16 | element << 8 | lane;
}

static inline int fresh(void **state)
{
    (void)state;
    for (unsigned row = 0; row < ROWS; row++)
        for (unsigned e = 0; e < EXPORT_ELEMENTS; e++)
            gprs[row][e] = ramp(stored(row, e, 0));
    memset(&unit, 0xa5, sizeof unit);
    export_unit_reset(&unit);
    unit.in = (struct export_unit_in){.num_gprs = 20, .export_clk = EXPORT_CLK, .buffers = BUFFERS};
    clock_now = 0;
    return 0;
}

static inline void tick(void)
{
    const lanes_t *const row = gprs[unit.q.read_row];
    unit.in.row_x = &row[0], unit.in.row_y = &row[1], unit.in.row_z = &row[2], unit.in.row_w = &row[3];
    unit.in.spare = clock_now % 4 == 3;
    export_unit_eval(&unit.in, &unit.q, &unit.d, &unit);
    export_unit_capture(&unit);
    rtl_commit(&unit);
    unit.in.start = false;
    clock_now++;
}

static inline void ticks(unsigned count)
{
    while (count--)
        tick();
}

static inline struct isa_export_swiz plain(unsigned gpr, unsigned count)
{
    return (struct isa_export_swiz){.type = EXPORT_PARAM,
                                    .rw_gpr = gpr,
                                    .array_base = 5,
                                    .burst_count = count - 1,
                                    .sel_x = SEL_X,
                                    .sel_y = SEL_Y,
                                    .sel_z = SEL_Z,
                                    .sel_w = SEL_W,
                                    .cf_inst = isa_cf_ops[ISA_CF_INST_EXPORT].opcode};
}

static inline void set_start(struct isa_export_swiz word, unsigned slot)
{
    uint32_t dwords[2];
    isa_pack_export_swiz(&word, dwords);
    unit.in.start = true;
    unit.in.start_word = (uint64_t)dwords[1] << 32 | dwords[0];
    unit.in.start_slot = (uint8_t)slot;
    unit.in.start_number = 1000 + slot;
    unit.in.start_base = 100;
    unit.in.start_lanes = UINT64_MAX;
}

/* Starts in the first clock of a window of four, so that the spare access comes three clocks later. */
static inline void start(struct isa_export_swiz word)
{
    while (clock_now % 4)
        tick();
    set_start(word, 33);
    tick();
}

static inline void until_valid(void)
{
    for (unsigned i = 0; !unit.q.valid; i++, tick())
        assert_true(i < 20);
}

#endif
