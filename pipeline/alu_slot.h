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

/* clang-format off */
#define ALU_SLOT_SIGNALS(IN, OUT, REG)                                                                  \
    IN (bool,           valid,        1, "an instruction is offered")                                   \
    IN (alu_slot_op_t,  op,           8, "operation (isa/ops_alu.def)")                                 \
    IN (uint8_t,        absolute,     3, "|src| per operand (ISA 4.7.2)")                               \
    IN (uint8_t,        negate,       3, "-src per operand, after |src|")                               \
    IN (uint8_t,        omod,         2, "OMOD (ISA 4.9.1)")                                            \
    IN (bool,           clamp,        1, "CLAMP to [0, 1]")                                             \
    IN (quarter_mask_t, mask,        16, "lanes that execute")                                          \
    IN (quarter_t,      src0,        32, "first operand")                                               \
    IN (quarter_t,      src1,        32, "second operand")                                              \
    IN (quarter_t,      src2,        32, "third operand")                                               \
    IN (bool,           wide,         1, "second stage: value and flags come from the wide unit")       \
    IN (quarter_t,      wide_value,  32, "that value")                                                  \
    IN (quarter_mask_t, wide_flags,  16, "those flags")                                                 \
    OUT(bool,           done,         1, "a result of two clocks ago")                                  \
    OUT(quarter_t,      result,      32, "the result")                                                  \
    OUT(quarter_mask_t, flags,       16, "PRED_SET*: new predicate; KILL*: lanes to kill")              \
    OUT(quarter_mask_t, result_mask, 16, "lanes that executed")                                         \
    REG(bool,           s1_valid,     1, "first stage holds a value")                                   \
    REG(quarter_t,      s1_value,    32, "the value")                                                   \
    REG(quarter_mask_t, s1_flags,    16, "its flags")                                                   \
    REG(quarter_mask_t, s1_mask,     16, "its lanes")                                                   \
    REG(uint8_t,        s1_omod,      2, "its OMOD")                                                    \
    REG(bool,           s1_clamp,     1, "its CLAMP")
/* clang-format on */

RTL_STRUCT(alu_slot, ALU_SLOT_SIGNALS);

extern const struct rtl_module alu_slot_rtl;

void alu_slot_reset(struct alu_slot *slot);
void alu_slot_eval(const struct alu_slot_in *in, const struct alu_slot_reg *q, struct alu_slot_reg *d);

#endif
