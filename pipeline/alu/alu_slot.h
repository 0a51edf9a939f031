/* alu_slot.h - one ALU slot (X, Y, Z, W or Trans): one operation on a quarter wavefront of 16 lanes a clock
 * (ISA 4.2, 4.8, 4.9.1).
 *
 * Two stages: input modifiers and operation; then output modifiers.  Operations that need more than one slot are
 * computed beside them (alu_wide.h) and enter at the second stage.  Latency two clocks. */
#ifndef PIPELINE_ALU_SLOT_H
#define PIPELINE_ALU_SLOT_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/lanes.h"
#include "kit/rtl.h"

typedef uint8_t alu_slot_op_t; /* enum isa_alu_id */

/* What the operation makes of a quarter that enters, where it has been computed before (alu_rows.h). */
struct alu_slot_known {
    quarter_t      value;
    quarter_mask_t flags;
};

/* clang-format off */
#define ALU_SLOT_SIGNALS(S)                                                                            \
    S(EN,    bool,           valid,        1, "an instruction is offered")                             \
    S(IN,    alu_slot_op_t,  op,           8, "operation (isa/r700/ops_alu.def)")                           \
    S(IN,    uint8_t,        absolute,     3, "|src| per operand (ISA 4.7.2)")                         \
    S(IN,    uint8_t,        negate,       3, "-src per operand, after |src|")                         \
    S(IN,    uint8_t,        omod,         2, "OMOD (ISA 4.9.1)")                                      \
    S(IN,    uint8_t,        clamp,        2, "CLAMP to [0, 1]: 1, and a NaN becomes 0; 2, and it stays") \
    S(IN,    quarter_mask_t, mask,        16, "lanes that execute")                                    \
    S(IN,    quarter_t,      src0,        32, "first operand")                                         \
    S(IN,    quarter_t,      src1,        32, "second operand")                                        \
    S(IN,    quarter_t,      src2,        32, "third operand")                                         \
    S(FAR,   struct alu_slot_known, known, 32, "value and flags, computed before; NULL: they are not")  \
    S(IN,    bool,           wide,         1, "second stage: value and flags come from the wide unit") \
    S(IN,    quarter_t,      wide_value,  32, "that value")                                            \
    S(IN,    quarter_mask_t, wide_flags,  16, "those flags")                                           \
    S(LIVE,  bool,           done,         1, "a result of two clocks ago")                            \
    S(OUT,   quarter_t,      result,      32, "the result")                                            \
    S(OUT,   quarter_mask_t, flags,       16, "PRED_SET*: new predicate; KILL*: lanes to kill")        \
    S(OUT,   quarter_mask_t, result_mask, 16, "lanes that executed")                                   \
    S(BUSY,  bool,           s1_valid,     1, "first stage holds a value")                             \
    S(REG,   quarter_t,      s1_value,    32, "the value")                                             \
    S(REG,   quarter_mask_t, s1_flags,    16, "its flags")                                             \
    S(REG,   quarter_mask_t, s1_mask,     16, "its lanes")                                             \
    S(REG,   uint8_t,        s1_omod,      2, "its OMOD")                                              \
    S(REG,   uint8_t,        s1_clamp,     2, "its CLAMP")
/* clang-format on */

RTL_STRUCT(alu_slot, ALU_SLOT_SIGNALS);

RTL_RESET(alu_slot, ZERO);
void alu_slot_eval(const struct alu_slot_in *in, const struct alu_slot_reg *q, struct alu_slot_reg *d);

RTL_LIFE(alu_slot, ALONE, KEEPS, COPIES);

#endif
