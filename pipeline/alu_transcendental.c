/* alu_transcendental.c - the table-and-polynomial datapath of ALU.Trans (ISA table 4.6, 9.2).
 *
 * Three steps, specified bit for bit in docs/transcendental.md: a function reduces its operand to an argument of 26
 * bits, 0 <= a < 1; `interpolate` is the one multiplier array that all share; the function puts sign, exponent and
 * special values back.  Special values follow each page of ISA 9.2; where a page is silent IEEE 754 gives them. */
#include "pipeline/alu_transcendental.h"

#include "pipeline/alu_convert.h"
#include "pipeline/alu_tables.h"

#if defined(__GNUC__)
#define FLATTEN __attribute__((flatten))
#else
#define FLATTEN
#endif

/* c0 + c1 u + c2 u^2 with the exact products, rounded down to 30 fraction bits.
 * The table reads stand apart: gathered lane by lane they cost less than a vector gather. */
static inline void interpolate(enum alu_table_id id, const quarter_t *argument, quarter_t *restrict value)
{
    const struct alu_table *const table = &alu_tables[id];
    int32_t                       c0[QUARTER], c1[QUARTER], c2[QUARTER];

    for (int i = 0; i < QUARTER; i++) {
        const uint32_t index = argument->lane[i] >> ALU_OFFSET_BITS;
        c0[i] = table->c0[index];
        c1[i] = table->c1[index];
        c2[i] = table->c2[index];
    }
    for (int i = 0; i < QUARTER; i++) {
        const int32_t  u = (int32_t)(argument->lane[i] & ((1u << ALU_OFFSET_BITS) - 1));
        const int64_t  slope = (int64_t)c1[i] * u;      /* 48 fraction bits */
        const int64_t  bend = (int64_t)(c2[i] * u) * u; /* 64 fraction bits */
        const uint64_t sum = (uint64_t)slope * 65536u + (uint64_t)bend;
        value->lane[i] = (uint32_t)c0[i] + (uint32_t)((int32_t)(uint32_t)(sum >> 32) >> 2);
    }
}

static inline uint32_t exponent_of(uint32_t a)
{
    return a >> 23 & 0xff;
}
static inline uint32_t mantissa_of(uint32_t a)
{
    return a & FLOAT_MANTISSA;
}
static inline uint32_t sign_of(uint32_t a)
{
    return a & FLOAT_SIGN;
}
static inline uint32_t is_infinite(uint32_t a)
{
    return when(magnitude(a) == FLOAT_INFINITY);
}

/* ---- RECIP ---------------------------------------------------------------------------------------------------- */

static inline uint32_t recip_argument(uint32_t a)
{
    return mantissa_of(a) << 3;
}

/* `value` is 1/m, 1/2 < 1/m <= 1.  A zero gives an infinity and the reverse, with the operand's sign. */
static inline uint32_t recip_result(uint32_t a, uint32_t value)
{
    const uint32_t bits = ((252 - exponent_of(a)) << 23) + ((value + 32) >> 6);
    const uint32_t finite = bits & when((int32_t)bits > (int32_t)FLOAT_MANTISSA);
    return select_bits(is_nan(a), quiet(a), sign_of(a) | select_bits(is_zero(a), FLOAT_INFINITY, finite));
}

/* ---- RECIPSQRT, SQRT -------------------------------------------------------------------------------------------- */

/* 1 when the exponent is odd, that is when the argument is in the upper half of the table. */
static inline uint32_t exponent_is_odd(uint32_t a)
{
    return ~exponent_of(a) & 1;
}

static inline uint32_t root_argument(uint32_t a)
{
    return exponent_is_odd(a) << 25 | mantissa_of(a) << 2;
}

static inline uint32_t root_of_negative(uint32_t a)
{
    return when((int32_t)a < 0) & ~is_zero(a);
}

/* Of -0: -infinity, which the pages of RECIPSQRT_CLAMPED and RECIPSQRT_FF provide for. */
static inline uint32_t rsqrt_result(uint32_t a, uint32_t value)
{
    const uint32_t exponent = (377 - exponent_of(a) + exponent_is_odd(a)) / 2;
    const uint32_t finite = ((exponent << 23) + ((value + 32) >> 6)) & ~is_infinite(a);
    const uint32_t real = select_bits(is_zero(a), sign_of(a) | FLOAT_INFINITY, finite);
    return select_bits(is_nan(a), quiet(a), select_bits(root_of_negative(a), ALU_DEFAULT_NAN, real));
}

/* The formula of this page is that of RECIPSQRT; its name and text are followed. */
static inline uint32_t sqrt_result(uint32_t a, uint32_t value)
{
    const uint32_t exponent = (exponent_of(a) + 125 - exponent_is_odd(a)) / 2;
    const uint32_t finite = (exponent << 23) + ((value + 64) >> 7);
    const uint32_t real = select_bits(is_zero(a) | is_infinite(a), flush(a), finite);
    return select_bits(is_nan(a), quiet(a), select_bits(root_of_negative(a), ALU_DEFAULT_NAN, real));
}

/* ---- EXP ------------------------------------------------------------------------------------------------------ */

/* The operand in two's complement with 24 fraction bits, ties away from zero.  Only for magnitudes below 128. */
static inline uint32_t exp_fixed(uint32_t a)
{
    const uint32_t whole = (mantissa_of(a) | (FLOAT_MANTISSA + 1)) << 8;
    const uint32_t rounded = (op_lshr_int(whole, 133 - exponent_of(a)) + 1) >> 1;
    const uint32_t sign = when((int32_t)a < 0);
    return (rounded ^ sign) - sign;
}

static inline uint32_t exp_argument(uint32_t a)
{
    return (exp_fixed(a) & 0x00ffffff) << 2;
}

/* From 128 on infinity, below -126 zero: what is between there and -149 would be denormal. */
static inline uint32_t exp_result(uint32_t a, uint32_t value)
{
    const int32_t  power = (int32_t)exp_fixed(a) >> 24;
    const uint32_t finite = (((uint32_t)(126 + power) << 23) + ((value + 64) >> 7)) & when(power >= -126);
    const uint32_t huge = when(exponent_of(a) >= 134);
    const uint32_t limit = FLOAT_INFINITY & ~when((int32_t)a < 0);
    return select_bits(is_nan(a), quiet(a), select_bits(huge, limit, finite));
}

/* ---- LOG ------------------------------------------------------------------------------------------------------ */

/* Exponent and logarithm of the mantissa are one fixed-point number, rounded once; the double holds it exactly. */
static inline uint32_t log_result(uint32_t a, uint32_t value)
{
    const double   fixed = (double)((int32_t)exponent_of(a) - 127) + (double)(int32_t)value * 0x1p-30;
    const uint32_t finite = as_bits((float)fixed);
    const uint32_t positive = select_bits(is_infinite(a), FLOAT_INFINITY, finite);
    const uint32_t real = select_bits(root_of_negative(a), ALU_DEFAULT_NAN, positive);
    return select_bits(is_nan(a), quiet(a), select_bits(is_zero(a), FLOAT_SIGN | FLOAT_INFINITY, real));
}

/* ---- SIN, COS --------------------------------------------------------------------------------------------------- */

/* The operand is an angle in turns: LLVM and Mesa divide by 2 pi for this chip, while the pages of SIN and COS give
 * the domain -PI..PI, which is R600's; the compilers are followed.
 * GUESS: outside -1/2..1/2 too the angle counts modulo one turn, exactly.
 * The fraction of the magnitude of a turn, 28 bits, ties away from zero: two bits of quadrant and the argument. */
static inline uint32_t turn_of(uint32_t a)
{
    const uint32_t whole = mantissa_of(a) | (FLOAT_MANTISSA + 1);
    const uint32_t up = exponent_of(a) - 122, down = 122 - exponent_of(a);
    const uint32_t small = (op_lshr_int(whole << 1, down) + 1) >> 1;
    return select_bits(when((int32_t)up >= 0), op_lshl_int(whole, up), small) & 0x0fffffff;
}

/* Odd quadrants run backwards. */
static inline uint32_t turn_argument(uint32_t turn)
{
    const uint32_t backwards = 0u - (turn >> 26 & 1);
    return ((turn ^ backwards) - backwards) & 0x03ffffff;
}

/* Backwards from the very beginning of the quadrant is the peak, one past the end of the table. */
static inline uint32_t turn_result(uint32_t turn, uint32_t sign, uint32_t value)
{
    const uint32_t peak = when((turn & 0x07ffffff) == 0x04000000);
    const uint32_t height = select_bits(peak, 1u << ALU_RESULT_BITS, value);
    const uint32_t below = FLOAT_SIGN & turn << 4 & when(height != 0);
    return as_bits((float)(int32_t)height * 0x1p-30f) | (sign ^ below);
}

static inline uint32_t finite_angle(uint32_t a, uint32_t value)
{
    return select_bits(is_nan(a), quiet(a), select_bits(is_infinite(a), ALU_DEFAULT_NAN, value));
}

/* A zero keeps the sign of the operand. */
static inline uint32_t sin_argument(uint32_t a)
{
    return turn_argument(turn_of(a));
}
static inline uint32_t sin_result(uint32_t a, uint32_t value)
{
    return finite_angle(a, turn_result(turn_of(a), sign_of(a), value));
}

static inline uint32_t cos_argument(uint32_t a)
{
    return turn_argument((turn_of(a) + (1u << 26)) & 0x0fffffff);
}
static inline uint32_t cos_result(uint32_t a, uint32_t value)
{
    return finite_angle(a, turn_result((turn_of(a) + (1u << 26)) & 0x0fffffff, 0, value));
}

/* ---- RECIP_INT, RECIP_UINT ----------------------------------------------------------------------------------------
 */

/* Leading zeros of a number that is not zero.  Without its second bit it cannot be rounded up to a power of two. */
static inline uint32_t leading_zeros(uint32_t a)
{
    return 158 - exponent_of(op_uint_to_flt(a & ~(a >> 1)));
}

/* The mantissa below the leading one, rounded up to 26 bits, so that its reciprocal is not too large.  Past the last
 * one it is the last one. */
static inline uint32_t recip_uint_argument(uint32_t a)
{
    const uint32_t mantissa = op_lshl_int(a, leading_zeros(a)) & 0x7fffffff;
    const uint32_t rounded = (mantissa + 31) >> 5;
    return rounded - (rounded >> ALU_ARGUMENT_BITS);
}

/* 2^32 / src0, never more than the exact quotient: six is more than the parabola is ever too high.
 * Exact for powers of two.  GUESS: 0 and 1, whose results do not exist or do not fit, give the largest number. */
static inline uint32_t recip_uint_result(uint32_t a, uint32_t value)
{
    const uint32_t zeros = leading_zeros(a);
    const uint32_t power = when((a & (a - 1)) == 0);
    const uint32_t quotient = op_lshr_int((value - 6) << 2, 31 - zeros);
    return select_bits(when(a < 2), ~0u, select_bits(power, op_lshl_int(2, zeros), quotient));
}

/* GUESS: "fractional signed integer" is read as 31 fraction bits and a sign: 2^31 / src0, towards zero. */
static inline uint32_t int_magnitude(uint32_t a)
{
    const uint32_t sign = when((int32_t)a < 0);
    return (a ^ sign) - sign;
}
static inline uint32_t recip_int_argument(uint32_t a)
{
    return recip_uint_argument(int_magnitude(a));
}
static inline uint32_t recip_int_result(uint32_t a, uint32_t value)
{
    const uint32_t sign = when((int32_t)a < 0);
    return ((recip_uint_result(int_magnitude(a), value) >> 1) ^ sign) - sign;
}

/* ---- the datapath ----------------------------------------------------------------------------------------------- */

/* The clamped forms: infinities become `word` with their sign (ISA 9.2, *_CLAMPED and *_FF). */
static inline uint32_t replace_infinity(uint32_t a, uint32_t word)
{
    return select_bits(is_infinite(a), sign_of(a) | word, a);
}

#define DATAPATH(table, argument_of, result_of)                                                                        \
    do {                                                                                                               \
        for (int i = 0; i < QUARTER; i++)                                                                              \
            argument.lane[i] = argument_of(a[i]);                                                                      \
        interpolate(table, &argument, &value);                                                                         \
        for (int i = 0; i < QUARTER; i++)                                                                              \
            result->lane[i] = result_of(a[i], value.lane[i]);                                                          \
    } while (0)

LANE_LOOPS FLATTEN bool alu_transcendental(enum isa_alu_id id, const quarter_t *src, quarter_t *restrict result)
{
    const uint32_t *const a = src->lane;
    quarter_t             argument, value;

    switch (id) {
    case ISA_OP2_RECIP_IEEE:
    case ISA_OP2_RECIP_CLAMPED:
    case ISA_OP2_RECIP_FF:
        DATAPATH(ALU_TABLE_RECIP, recip_argument, recip_result);
        break;
    case ISA_OP2_RECIPSQRT_IEEE:
    case ISA_OP2_RECIPSQRT_CLAMPED:
    case ISA_OP2_RECIPSQRT_FF:
        DATAPATH(ALU_TABLE_RSQRT, root_argument, rsqrt_result);
        break;
    case ISA_OP2_SQRT_IEEE:
        DATAPATH(ALU_TABLE_SQRT, root_argument, sqrt_result);
        break;
    case ISA_OP2_EXP_IEEE:
        DATAPATH(ALU_TABLE_EXP2, exp_argument, exp_result);
        break;
    case ISA_OP2_LOG_IEEE:
    case ISA_OP2_LOG_CLAMPED:
        DATAPATH(ALU_TABLE_LOG2, recip_argument, log_result);
        break;
    case ISA_OP2_SIN:
        DATAPATH(ALU_TABLE_SINE, sin_argument, sin_result);
        break;
    case ISA_OP2_COS:
        DATAPATH(ALU_TABLE_SINE, cos_argument, cos_result);
        break;
    case ISA_OP2_RECIP_UINT:
        DATAPATH(ALU_TABLE_RECIP, recip_uint_argument, recip_uint_result);
        break;
    case ISA_OP2_RECIP_INT:
        DATAPATH(ALU_TABLE_RECIP, recip_int_argument, recip_int_result);
        break;
    default:
        return false;
    }

    const uint32_t largest = id == ISA_OP2_RECIP_CLAMPED || id == ISA_OP2_RECIPSQRT_CLAMPED ? FLOAT_MAX : 0;
    if (largest || id == ISA_OP2_RECIP_FF || id == ISA_OP2_RECIPSQRT_FF) {
        for (int i = 0; i < QUARTER; i++)
            result->lane[i] = replace_infinity(result->lane[i], largest);
    }
    /* Only the negative one, ISA 9.2 */
    if (id == ISA_OP2_LOG_CLAMPED) {
        for (int i = 0; i < QUARTER; i++)
            result->lane[i] = select_bits(when(result->lane[i] == (FLOAT_SIGN | FLOAT_INFINITY)),
                                          FLOAT_SIGN | FLOAT_MAX, result->lane[i]);
    }
    return true;
}
