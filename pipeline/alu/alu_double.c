/* alu_double.c - the 64-bit operations: a double in the two slots of a pair, or in all four (ISA 9.2, tables 9.1 to
 * 9.12).
 *
 * The examples of the pages give the places: of an operand slot X (Z) has the high word and slot Y (W) the low one; of
 * a result slot X (Z) has the low word and slot Y (W) the high one.  Operations of two slots are computed for both
 * pairs; the caller takes the pair that holds one.  Operands of four slots: X, Y and Z have the high word, W the low.
 * GUESS: MUL_64 and MULADD_64* with other operands in Y or Z than in X take X's.
 */
#include "pipeline/alu/alu_number.h"

#include <math.h>

#define DOUBLE_SIGN 0x8000000000000000u
#define DOUBLE_EXPONENT 0x7ff0000000000000u
#define DOUBLE_MANTISSA 0x000fffffffffffffu
#define DOUBLE_QUIET 0x0008000000000000u
#define NAN64 0xfff8000000000000u /* note 2 of table 9.1 */
#define BELOW_ONE 0x3fefffffffffffffu

enum { X, Y, Z, W };

struct doubles {
    uint64_t lane[QUARTER];
};

static inline bool is_nan64(uint64_t a)
{
    return (a & ~DOUBLE_SIGN) > DOUBLE_EXPONENT;
}
static inline bool is_zero64(uint64_t a) /* or denormal */
{
    return (a & DOUBLE_EXPONENT) == 0;
}
static inline uint64_t flush64(uint64_t a)
{
    return is_zero64(a) ? a & DOUBLE_SIGN : a;
}

/* The tables name the operand whose NaN is propagated, src0 before src1, and NaN64 for invalid operations.
 * GUESS: a propagated NaN becomes quiet. */
static inline uint64_t settle64(double value, uint64_t a, uint64_t b)
{
    const uint64_t bits = as_bits64(value);
    if (!is_nan64(bits))
        return flush64(bits);
    return is_nan64(a) ? a | DOUBLE_QUIET : is_nan64(b) ? b | DOUBLE_QUIET : NAN64;
}

/* ADD_64, table 9.1 */
static inline uint64_t op_add_64(uint64_t a, uint64_t b)
{
    return settle64(as_double(flush64(a)) + as_double(flush64(b)), a, b);
}

/* MUL_64, table 9.7 */
static inline uint64_t op_mul_64(uint64_t a, uint64_t b)
{
    return settle64(as_double(flush64(a)) * as_double(flush64(b)), a, b);
}

/* MULADD_64, tables 9.8 and 9.9: the page has one table for the product and one for the sum.  GUESS: so the product
 * is rounded (and flushed) before the addition. */
static inline uint64_t op_muladd_64(uint64_t a, uint64_t b, uint64_t c)
{
    return op_add_64(op_mul_64(a, b), c);
}

/* FRACT_64, table 9.4.  Its formula swaps the tests for NaN and infinity; the table, which is followed, gives NaN64 for
 * both.  The table has 1.0 outside the results, so what would round to it is the largest number below. */
static inline uint64_t op_fract_64(uint64_t a)
{
    if ((a & DOUBLE_EXPONENT) == DOUBLE_EXPONENT)
        return NAN64;
    const double   value = as_double(flush64(a));
    const uint64_t part = as_bits64(value - floor(value)) & ~DOUBLE_SIGN;
    return part > BELOW_ONE ? BELOW_ONE : flush64(part);
}

/* FLT32_TO_FLT64, table 9.2: a NaN keeps sign and mantissa and stays signalling if it was. */
static inline uint64_t op_flt32_to_flt64(uint32_t a)
{
    const uint64_t sign = (uint64_t)(a & FLOAT_SIGN) << 32, mantissa = (uint64_t)(a & FLOAT_MANTISSA) << 29;
    const uint64_t exponent = a >> 23 & 0xff;
    if (exponent == 0)
        return sign;
    return sign | (exponent == 0xff ? 0x7ff : exponent + 1023 - 127) << 52 | mantissa;
}

/* FLT64_TO_FLT32, table 9.3: a NaN keeps its sign only.  (The formula swaps the tests for NaN and infinity.)
 * GUESS: a value that does not fit is rounded to nearest even, to infinity or to zero; the page says that "low-order
 * bits are used", which has no meaning for a float. */
static inline uint32_t op_flt64_to_flt32(uint64_t a)
{
    if (is_nan64(a))
        return (uint32_t)(a >> 32 & FLOAT_SIGN) | FLOAT_INFINITY | FLOAT_QUIET;
    return flush(as_bits((float)as_double(flush64(a))));
}

/* LDEXP_64, table 9.6: the exponent is added and nothing rounded.  The text and the formula of the page call the double
 * src1 and the integer src0; its table, its example and its paragraph on modifiers have them the other way round,
 * and are followed. */
static inline uint64_t op_ldexp_64(uint64_t a, uint32_t power)
{
    const uint64_t sign = a & DOUBLE_SIGN;
    const int64_t  exponent = (int64_t)(a >> 52 & 0x7ff) + (int32_t)power;
    if ((a & DOUBLE_EXPONENT) == DOUBLE_EXPONENT)
        return a;
    if (is_zero64(a) || exponent <= 0)
        return sign;
    return exponent >= 0x7ff ? sign | DOUBLE_EXPONENT : sign | (uint64_t)exponent << 52 | (a & DOUBLE_MANTISSA);
}

/* FREXP_64, table 9.5: the fraction; the formula tests the exponent of the result where it means that of src0. */
static inline uint64_t fraction_of(uint64_t a)
{
    if ((a & DOUBLE_EXPONENT) == DOUBLE_EXPONENT)
        return is_nan64(a) ? a : NAN64;
    return is_zero64(a) ? a & DOUBLE_SIGN : (a & ~DOUBLE_EXPONENT) | (uint64_t)0x3fe << 52;
}
static inline uint32_t power_of(uint64_t a)
{
    const uint32_t exponent = (uint32_t)(a >> 52) & 0x7ff;
    return exponent == 0x7ff ? ~0u : exponent == 0 ? 0 : exponent - 1022;
}

/* ---- lanes ------------------------------------------------------------------------------------------------------ */

static struct doubles operand(const quarter_t *high, const quarter_t *low)
{
    struct doubles out;
    for (int i = 0; i < QUARTER; i++)
        out.lane[i] = (uint64_t)high->lane[i] << 32 | low->lane[i];
    return out;
}

/* The low word into the first slot of a pair, the high one into the second. */
static void put(quarter_t pair[2], const struct doubles *value)
{
    for (int i = 0; i < QUARTER; i++) {
        pair[0].lane[i] = (uint32_t)value->lane[i];
        pair[1].lane[i] = (uint32_t)(value->lane[i] >> 32);
    }
}

/* PRED_SET*_64, tables 9.10 to 9.12: 0 and execute, or ~0 and skip, in both slots. */
static quarter_mask_t compare(enum isa_alu_id id, const struct doubles *a, const struct doubles *b, quarter_t result[2])
{
    unsigned flags = 0;
    for (int i = 0; i < QUARTER; i++) {
        const double x = as_double(flush64(a->lane[i])), y = as_double(flush64(b->lane[i]));
        const bool   holds = id == ISA_OP2_PRED_SETE_64 ? x == y : id == ISA_OP2_PRED_SETGT_64 ? x > y : x >= y;
        flags |= (unsigned)holds << i;
        result[0].lane[i] = result[1].lane[i] = holds ? 0 : ~0u;
    }
    return (quarter_mask_t)flags;
}

/* Operations of two slots, `first` and the next. */
static void pair(enum isa_alu_id id, const quarter_t src[4][3], unsigned first, quarter_t result[4],
                 quarter_mask_t *flags)
{
    const quarter_t *const high = src[first], *const low = src[first + 1];
    const struct doubles a = operand(&high[0], &low[0]), b = operand(&high[1], &low[1]);
    struct doubles       out = {{0}};

    switch (id) {
    case ISA_OP2_ADD_64:
        for (int i = 0; i < QUARTER; i++)
            out.lane[i] = op_add_64(a.lane[i], b.lane[i]);
        break;
    case ISA_OP2_LDEXP_64:
        for (int i = 0; i < QUARTER; i++)
            out.lane[i] = op_ldexp_64(a.lane[i], high[1].lane[i]);
        break;
    case ISA_OP2_FRACT_64:
        for (int i = 0; i < QUARTER; i++)
            out.lane[i] = op_fract_64(a.lane[i]);
        break;
    case ISA_OP2_FLT32_TO_FLT64:
        for (int i = 0; i < QUARTER; i++)
            out.lane[i] = op_flt32_to_flt64(high[0].lane[i]);
        break;
    case ISA_OP2_FLT64_TO_FLT32: /* the float in the first slot, 0 in the second */
        for (int i = 0; i < QUARTER; i++)
            out.lane[i] = op_flt64_to_flt32(a.lane[i]);
        break;
    case ISA_OP2_PRED_SETE_64:
    case ISA_OP2_PRED_SETGT_64:
    case ISA_OP2_PRED_SETGE_64:
        *flags = compare(id, &a, &b, &result[first]);
        return;
    default: /* not a 64-bit operation: zeros */
        break;
    }
    put(&result[first], &out);
}

/* FREXP_64: 0 in X, the exponent in Y, the fraction in Z and W. */
static void frexp_64(const quarter_t src[4][3], quarter_t result[4])
{
    const struct doubles a = operand(&src[X][0], &src[Y][0]);
    struct doubles       fraction, power;
    for (int i = 0; i < QUARTER; i++) {
        fraction.lane[i] = fraction_of(a.lane[i]);
        power.lane[i] = (uint64_t)power_of(a.lane[i]) << 32;
    }
    put(&result[X], &power);
    put(&result[Z], &fraction);
}

/* MUL_64 and MULADD_64*: the result in both pairs.  A factor of 1 changes no bit of a settled result. */
static void multiply(bool add, double factor, const quarter_t src[4][3], quarter_t result[4])
{
    const struct doubles a = operand(&src[X][0], &src[W][0]), b = operand(&src[X][1], &src[W][1]);
    const struct doubles c = operand(&src[X][2], &src[W][2]);
    struct doubles       out;
    for (int i = 0; i < QUARTER; i++) {
        const uint64_t value = add ? op_muladd_64(a.lane[i], b.lane[i], c.lane[i]) : op_mul_64(a.lane[i], b.lane[i]);
        out.lane[i] = op_mul_64(value, as_bits64(factor));
    }
    put(&result[X], &out);
    put(&result[Z], &out);
}

void alu_modify_double_output(quarter_t pair[2], unsigned omod, unsigned clamp)
{
    static const double factors[] = {[ISA_OMOD_OFF] = 1, [ISA_OMOD_M2] = 2, [ISA_OMOD_M4] = 4, [ISA_OMOD_D2] = 0.5};
    struct doubles      value = operand(&pair[1], &pair[0]);

    for (int i = 0; i < QUARTER && omod != ISA_OMOD_OFF; i++)
        value.lane[i] = op_mul_64(value.lane[i], as_bits64(factors[omod & 3]));
    for (int i = 0; i < QUARTER && clamp; i++) {
        const double from = as_double(flush64(value.lane[i]));
        if (from != from && clamp == CLAMP_NAN_KEPT)
            continue;
        value.lane[i] = as_bits64(from > 0 ? from < 1 ? from : 1 : 0); /* GUESS: a NaN becomes 0, as of a float */
    }
    put(pair, &value);
}

void alu_double(enum isa_alu_id id, const quarter_t src[4][3], quarter_t result[restrict 4],
                quarter_mask_t flags[restrict 2])
{
    flags[0] = flags[1] = 0;
    switch (id) {
    case ISA_OP2_FREXP_64:
        frexp_64(src, result);
        break;
    case ISA_OP2_MUL_64:
        multiply(false, 1, src, result);
        break;
    case ISA_OP3_MULADD_64:
        multiply(true, 1, src, result);
        break;
    case ISA_OP3_MULADD_64_M2:
        multiply(true, 2, src, result);
        break;
    case ISA_OP3_MULADD_64_M4:
        multiply(true, 4, src, result);
        break;
    case ISA_OP3_MULADD_64_D2:
        multiply(true, 0.5, src, result);
        break;
    default:
        pair(id, src, X, result, &flags[0]);
        pair(id, src, Z, result, &flags[1]);
        break;
    }
}
