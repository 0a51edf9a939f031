/* alu_compare.h - comparisons, conditional moves, predicate counters (ISA 4.10, 9.2).
 *
 * A comparison returns ~0 or 0.  In float comparisons denormals are zeros, the zeros are equal, and a NaN is unequal
 * to everything: == > >= <= are false, != is true. */
#ifndef PIPELINE_ALU_COMPARE_H
#define PIPELINE_ALU_COMPARE_H

#include "pipeline/alu/alu_float.h"

static inline uint32_t float_e(uint32_t a, uint32_t b)
{
    return when(as_float(flush(a)) == as_float(flush(b)));
}
static inline uint32_t float_gt(uint32_t a, uint32_t b)
{
    return when(as_float(flush(a)) > as_float(flush(b)));
}
static inline uint32_t float_ge(uint32_t a, uint32_t b)
{
    return when(as_float(flush(a)) >= as_float(flush(b)));
}
static inline uint32_t float_ne(uint32_t a, uint32_t b)
{
    return ~float_e(a, b);
}
static inline uint32_t int_e(uint32_t a, uint32_t b)
{
    return when(a == b);
}
static inline uint32_t int_ne(uint32_t a, uint32_t b)
{
    return when(a != b);
}
static inline uint32_t int_gt(uint32_t a, uint32_t b)
{
    return when((int32_t)a > (int32_t)b);
}
static inline uint32_t int_ge(uint32_t a, uint32_t b)
{
    return when((int32_t)a >= (int32_t)b);
}
static inline uint32_t int_lt(uint32_t a, uint32_t b)
{
    return int_gt(b, a);
}
static inline uint32_t int_le(uint32_t a, uint32_t b)
{
    return int_ge(b, a);
}
static inline uint32_t uint_gt(uint32_t a, uint32_t b)
{
    return when(a > b);
}
static inline uint32_t uint_ge(uint32_t a, uint32_t b)
{
    return when(a >= b);
}

/* CNDE, CNDGT, CNDGE and their _INT forms, ISA 9.2 (there CMOVE, CMOVGT, CMOVGE): src0 against zero chooses src1 or
 * src2.  The chosen operand is copied, every bit of it; the pages call it a copy, and the operands of a select may
 * well be integers. */
static inline uint32_t op_cnde(uint32_t a, uint32_t b, uint32_t c)
{
    return select_bits(float_e(a, 0), b, c);
}
static inline uint32_t op_cndgt(uint32_t a, uint32_t b, uint32_t c)
{
    return select_bits(float_gt(a, 0), b, c);
}
static inline uint32_t op_cndge(uint32_t a, uint32_t b, uint32_t c)
{
    return select_bits(float_ge(a, 0), b, c);
}
static inline uint32_t op_cnde_int(uint32_t a, uint32_t b, uint32_t c)
{
    return select_bits(int_e(a, 0), b, c);
}
static inline uint32_t op_cndgt_int(uint32_t a, uint32_t b, uint32_t c)
{
    return select_bits(int_gt(a, 0), b, c);
}
static inline uint32_t op_cndge_int(uint32_t a, uint32_t b, uint32_t c)
{
    return select_bits(int_ge(a, 0), b, c);
}

/* The branch counters of ISA 4.10 are floats in GPRs: 0.0 means that the thread executes, n that it waits for n
 * levels to be left.  Each instruction has a test (1 = execute) and, for threads that skip, the new counter; threads
 * that execute get 0.0. */

/* PRED_SET_INV, ISA 9.2: 1 and 0 change places, deeper levels stay. */
static inline uint32_t counter_inverted(uint32_t a)
{
    return select_bits(is_zero(a), FLOAT_ONE, a);
}

/* PRED_SET_POP, ISA 9.2: src0 - src1 */
static inline uint32_t counter_popped(uint32_t a, uint32_t b)
{
    return op_add(a, b ^ (FLOAT_SIGN & ~is_nan(b)));
}

/* PRED_SET*_PUSH and PRED_SET*_PUSH_INT, ISA 9.2: src0 + 1.  The page of PRED_SETGT_PUSH adds to src0.W; the operand
 * has one element, as in the other pages. */
static inline uint32_t counter_pushed(uint32_t a)
{
    return op_add(a, FLOAT_ONE);
}

#endif
