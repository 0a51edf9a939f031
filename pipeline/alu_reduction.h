/* alu_reduction.h - the operations that need the operands of all four vector slots: DOT4, DOT4_IEEE, MAX4, CUBE
 * (ISA 4.8.2).  Latency one clock; the results enter the slots' second stage. */
#ifndef PIPELINE_ALU_REDUCTION_H
#define PIPELINE_ALU_REDUCTION_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/lanes.h"
#include "kit/rtl.h"

typedef uint8_t alu_reduction_op_t; /* enum isa_alu_id */
typedef struct {
    uint8_t slot[4];
} vector_bits_t; /* X Y Z W */
typedef struct {
    uint32_t lane[4 * QUARTER];
} vector_quarter_t; /* 16 lanes of X, then of Y, Z, W */

/* clang-format off */
#define ALU_REDUCTION_SIGNALS(IN, OUT, REG)                                                             \
    IN (bool,               valid,     1, "an operation is offered")                                    \
    IN (alu_reduction_op_t, op,        8, "operation")                                                  \
    IN (vector_bits_t,      absolute,  2, "|src| per operand and slot")                                 \
    IN (vector_bits_t,      negate,    2, "-src per operand and slot, after |src|")                     \
    IN (vector_quarter_t,   src0,     32, "first operands of X Y Z W")                                  \
    IN (vector_quarter_t,   src1,     32, "second operands of X Y Z W")                                 \
    OUT(bool,               done,      1, "results of the previous clock's operands")                   \
    OUT(vector_quarter_t,   result,   32, "results for X Y Z W")
/* clang-format on */

RTL_STRUCT(alu_reduction, ALU_REDUCTION_SIGNALS);

extern const struct rtl_module alu_reduction_rtl;

void alu_reduction_reset(struct alu_reduction *reduction);
void alu_reduction_eval(const struct alu_reduction_in *in, const struct alu_reduction_reg *q,
                        struct alu_reduction_reg *d);

#endif
