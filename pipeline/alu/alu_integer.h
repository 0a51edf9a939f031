/* alu_integer.h - integer arithmetic, logic and shifts (ISA 9.2).  Each function is one lane. */
#ifndef PIPELINE_ALU_INTEGER_H
#define PIPELINE_ALU_INTEGER_H

#include "pipeline/alu/alu_compare.h"

static inline uint32_t op_add_int(uint32_t a, uint32_t b)
{
    return a + b;
}
/* SUB_INT: the page in ISA 9.2 prints src1 - src0; LLVM and Mesa rely on src0 - src1, which their programs confirm. */
static inline uint32_t op_sub_int(uint32_t a, uint32_t b)
{
    return a - b;
}
static inline uint32_t op_and_int(uint32_t a, uint32_t b)
{
    return a & b;
}
static inline uint32_t op_or_int(uint32_t a, uint32_t b)
{
    return a | b;
}
static inline uint32_t op_xor_int(uint32_t a, uint32_t b)
{
    return a ^ b;
}
static inline uint32_t op_not_int(uint32_t a)
{
    return ~a;
}
static inline uint32_t op_max_int(uint32_t a, uint32_t b)
{
    return select_bits(int_ge(a, b), a, b);
}
static inline uint32_t op_min_int(uint32_t a, uint32_t b)
{
    return select_bits(int_gt(b, a), a, b);
}
static inline uint32_t op_max_uint(uint32_t a, uint32_t b)
{
    return select_bits(uint_ge(a, b), a, b);
}
static inline uint32_t op_min_uint(uint32_t a, uint32_t b)
{
    return select_bits(uint_gt(b, a), a, b);
}

/* Shifts, ISA 9.2: the count is unsigned; past 31 nothing of src0 is left (LSHL_INT, LSHR_INT).  For ASHR_INT its page
 * says so too, but table 4.4 that the low 5 bits count; Mesa's programs rely on table 4.4. */
static inline uint32_t op_lshl_int(uint32_t a, uint32_t b)
{
    return (a << (b & 31)) & when(b < 32);
}
/* LSHR_INT: the formula of its page shifts left; its name and text do not. */
static inline uint32_t op_lshr_int(uint32_t a, uint32_t b)
{
    return (a >> (b & 31)) & when(b < 32);
}
static inline uint32_t op_ashr_int(uint32_t a, uint32_t b)
{
    const uint32_t sign = int_lt(a, 0);
    return ((a ^ sign) >> (b & 31)) ^ sign;
}

/* MULLO_INT, MULLO_UINT, ISA 9.2: the low half of a product does not depend on the signs. */
static inline uint32_t op_mullo(uint32_t a, uint32_t b)
{
    return a * b;
}
static inline uint32_t op_mulhi_uint(uint32_t a, uint32_t b)
{
    return (uint32_t)((uint64_t)a * b >> 32);
}
static inline uint32_t op_mulhi_int(uint32_t a, uint32_t b)
{
    return op_mulhi_uint(a, b) - (b & int_lt(a, 0)) - (a & int_lt(b, 0));
}

#endif
