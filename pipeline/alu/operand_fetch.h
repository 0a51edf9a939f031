/* operand_fetch.h - reads the GPR rows of an instruction group, one row per element memory in each of three read
 * cycles, and hands the operands to the slots a quarter at a time (ISA 4.7.4, 4.7.7; RV770 timing 2.3, G1).
 *
 * Clocks 0, 1, 2 of the read window are the read cycles; clock 3 is the spare access (exports use it).  Each wavefront
 * slot has its own latches, because one reads while the other executes.
 *
 * What the group right before writes comes too late for these reads.  Where one of the two rows has a lane's index in
 * it, the rows are compared here, lane by lane, and lanes in which they are equal take PV or PS for the latch.  The
 * chip decides by two straps whether a pair of which only one is indexed is compared; it reads the old value if not
 * (ISA 4.11). */
#ifndef PIPELINE_OPERAND_FETCH_H
#define PIPELINE_OPERAND_FETCH_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/r700/isa.h"
#include "isa/r700/slots.h"
#include "kit/lanes.h"
#include "kit/rtl.h"

enum {
    FETCH_ELEMENTS = 4,
    FETCH_LATCHES = 12, /* three read cycles of X Y Z W */
    FETCH_ROWS = 256    /* of an element memory */
};

/* clang-format off */
#define OPERAND_FETCH_SIGNALS(S)                                                                       \
    S(IN,    uint8_t,     parity,               1, "wavefront slot that reads")                        \
    S(IN,    uint8_t,     cycle,                2, "read cycle 0..2, 3 = spare access")                \
    S(EN,    uint8_t,     enable,               4, "element memories that are read, bit 0 = X")        \
    S(IN,    uint8_t,     relative,             4, "of them, those with a row per lane: GPR row_n + AR.x") \
    S(IN,    uint8_t,     global,               4, "of them, those of global GPRs")                    \
    S(IN,    uint8_t,     base,                 8, "wavefront's first physical GPR row, for relative reads") \
    S(STRAP, uint8_t,     num_gprs,             7, "GPRs of the program")                              \
    S(STRAP, uint16_t,    shared_row,           9, "physical row of global GPR 0")                     \
    S(STRAP, uint8_t,     shared_count,         8, "absolute GPR numbers")                             \
    S(IN,    uint8_t,     row_x,                8, "physical row in X; relative: GPR number")          \
    S(IN,    uint8_t,     row_y,                8, "physical row in Y")                                \
    S(IN,    uint8_t,     row_z,                8, "physical row in Z")                                \
    S(IN,    uint8_t,     row_w,                8, "physical row in W")                                \
    S(FAR,   lanes_t,     memory_x,            32, "element memory X", FETCH_ROWS)                     \
    S(FAR,   lanes_t,     memory_y,            32, "element memory Y", FETCH_ROWS)                     \
    S(FAR,   lanes_t,     memory_z,            32, "element memory Z", FETCH_ROWS)                     \
    S(FAR,   lanes_t,     memory_w,            32, "element memory W", FETCH_ROWS)                     \
    S(BUS,   lanes_t,     ar_x,                32, "AR.x of the wavefront slot that reads")            \
    S(IN,    uint8_t,     pending,              5, "slots X Y Z W T of the group right before that write a GPR") \
    S(IN,    slot_byte_t, pending_row,          8, "their physical rows; relative: GPR numbers")       \
    S(IN,    uint8_t,     pending_relative,     5, "those with a row per lane: GPR pending_row + AR.x") \
    S(IN,    uint8_t,     pending_global,       5, "of them, those of global GPRs")                    \
    S(IN,    uint8_t,     pending_chan_t,       2, "element that T writes; X Y Z W write their own")   \
    S(IN,    uint8_t,     pending_base,         8, "their wavefront's first physical GPR row")         \
    S(STRAP, bool,        relative_write_read,  1, "a plain read is compared with a relative write")   \
    S(STRAP, bool,        write_relative_read,  1, "a relative read is compared with a plain write")   \
    S(STAT,  uint32_t,    reads,               32, "GPR rows read", "reads", "rows")                   \
    S(MEM,   lanes_t,     even,                32, "CYCLEn_GPR of the even wavefront: row n * 4 + element", FETCH_LATCHES) \
    S(MEM,   lanes_t,     odd,                 32, "CYCLEn_GPR of the odd wavefront", FETCH_LATCHES)   \
    S(MEM,   lane_mask_t, even_pv,             64, "lanes of the even latches that the group before writes: PV", FETCH_LATCHES) \
    S(MEM,   lane_mask_t, even_ps,             64, "lanes of the even latches that its T writes: PS", FETCH_LATCHES)   \
    S(MEM,   lane_mask_t, odd_pv,              64, "lanes of the odd latches that the group before writes: PV", FETCH_LATCHES) \
    S(MEM,   lane_mask_t, odd_ps,              64, "lanes of the odd latches that its T writes: PS", FETCH_LATCHES)
/* clang-format on */

RTL_STRUCT(operand_fetch, OPERAND_FETCH_SIGNALS);

RTL_RESET(operand_fetch, ZERO);
void operand_fetch_eval(const struct operand_fetch_in *in, const struct operand_fetch_reg *q,
                        struct operand_fetch_reg *d);
/* Latches the rows that are read in this clock. */
void operand_fetch_capture(struct operand_fetch *fetch);

/* Some read cycles of a wavefront slot at once: reads `ports` of the twelve, a bit each, of these rows of the memories,
 * none of them relative, for a group that follows none whose writes are.  The same as their clocks one by one. */
void operand_fetch_read(struct operand_fetch *fetch, unsigned parity, unsigned ports, const uint8_t *rows,
                        const lanes_t *const memory[FETCH_ELEMENTS]);

/* The physical row of GPR `gpr` + AR.x of a wavefront whose first row is `base`, or of that global GPR; -1 when there
 * is no such register (ISA 4.6.3).  Of `in` the straps alone matter. */
int32_t operand_fetch_row(const struct operand_fetch_in *in, unsigned gpr, bool global, unsigned base, uint32_t ar_x);

/* The row of an element memory that each lane reads in this clock; left as it is while the element is not enabled. */
void operand_fetch_reads(const void *fetch, unsigned element, uint16_t *row);

/* What the slots' operands are selected from. */
struct operand_sources {
    const lanes_t     *latch;   /* twelve rows of the executing wavefront */
    const lane_mask_t *pv, *ps; /* lanes of these rows that the group before writes, as far as operand fetch compares */
    const lanes_t     *result;  /* PV.X PV.Y PV.Z PV.W PS of the executing wavefront's group before */
    const uint64_t    *written; /* per slot X Y Z W T: lanes in which that group executed */
    const uint32_t    *constants; /* 256 x 4 words of the constant file */
    const lanes_t     *ar;        /* the element of AR that constants are relative to */
};
/* The latches of a wavefront slot. */
static inline void operand_sources_latches(const struct operand_fetch *fetch, unsigned parity,
                                           struct operand_sources *sources)
{
    sources->latch = parity ? fetch->odd : fetch->even;
    sources->pv = parity ? fetch->odd_pv : fetch->even_pv;
    sources->ps = parity ? fetch->odd_ps : fetch->even_ps;
}

/* One operand of one slot for `quarter`.  `route` and `forward` as in operand_ports.h; `constant` is a constant's
 * value, or with ROUTE_WATERFALL its place in the file to which each lane adds its AR. */
void operand_select(const struct operand_sources *sources, unsigned route, unsigned forward, uint32_t constant,
                    unsigned quarter, quarter_t *operand);

RTL_LIFE(operand_fetch, ALONE, TAKES, COPIES);

#endif
