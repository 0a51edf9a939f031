/* ref_double.c - the 64-bit operations of one thread (ISA 4.12, 9.2, tables 9.1 to 9.12).
 *
 * A double is two words: of an operand the high one stands in the first slot of a pair and the low one in the second,
 * of a result the other way round.  MUL_64 and MULADD_64* have the high words in X Y Z and the low ones in W, and the
 * same result in both pairs.  The hardware's words are those of the slot that names them; modifiers are those of the
 * slot with the sign, X or Z.  Denormals are zeros of their sign. */
#include "tb/ref/ref_internal.h"
#include "tb/ref/ref_number.h"

enum { X, Y, Z, W };

#define MADE_NAN 0xfff8000000000000u /* NaN64 of the tables */
#define SIGN 0x8000000000000000u

/* ---- numbers -------------------------------------------------------------------------------------------------- */

static unsigned biased(uint64_t bits)
{
    return bits >> 52 & 0x7ff;
}
static bool is_nan(uint64_t bits)
{
    return biased(bits) == 0x7ff && bits << 12 != 0;
}
static bool is_infinite(uint64_t bits)
{
    return biased(bits) == 0x7ff && bits << 12 == 0;
}

static double number(uint64_t bits)
{
    double value;
    if (biased(bits) == 0)
        return bits & SIGN ? -0.0 : 0.0;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t word(double value)
{
    uint64_t bits;
    if (isnan(value))
        return MADE_NAN;
    memcpy(&bits, &value, sizeof bits);
    return biased(bits) == 0 ? bits & SIGN : bits;
}

/* The first NaN, made quiet as the machine documents; false: there is none. */
static bool takes_nan(uint64_t a, uint64_t b, uint64_t *out)
{
    const uint64_t nan = is_nan(a) ? a : b;
    *out = nan | (uint64_t)1 << 51;
    return is_nan(nan);
}

static uint64_t sum(uint64_t a, uint64_t b)
{
    uint64_t nan;
    return takes_nan(a, b, &nan) ? nan : word(number(a) + number(b));
}
static uint64_t product(uint64_t a, uint64_t b)
{
    uint64_t nan;
    return takes_nan(a, b, &nan) ? nan : word(number(a) * number(b));
}

/* ---- operations ----------------------------------------------------------------------------------------------- */

/* Table 9.4: at least 0, below 1. */
static uint64_t fraction(uint64_t a)
{
    double whole, part;
    if (biased(a) == 0x7ff)
        return MADE_NAN;
    part = modf(number(a), &whole);
    if (part < 0)
        part += 1;
    return part == 0 ? 0 : part < 1 ? word(part) : word(nextafter(1, 0));
}

/* Table 9.2: the mantissa's bits move as they are, of a NaN too. */
static uint64_t widened(uint32_t a)
{
    if (ref_is_nan(a))
        return (uint64_t)(a >> 31) << 63 | (uint64_t)0x7ff << 52 | (uint64_t)(a & 0x7fffff) << 29;
    return word(ref_number(a));
}

/* Table 9.3: a NaN keeps its sign alone. */
static uint32_t narrowed(uint64_t a)
{
    if (is_nan(a))
        return a & SIGN ? 0xffc00000 : 0x7fc00000;
    return ref_single(number(a));
}

/* Table 9.6: the exponent's sum decides, so nothing is rounded. */
static uint64_t scaled(uint64_t a, int32_t power)
{
    int exponent;
    if (biased(a) == 0x7ff)
        return a;
    const double  value = frexp(number(a), &exponent);
    const int64_t total = (int64_t)exponent + power; /* of a fraction from 1/2 on */
    if (value == 0 || total < -1021)
        return a & SIGN;
    return total > 1024 ? (a & SIGN) | (uint64_t)0x7ff << 52 : word(ldexp(value, (int)total));
}

/* Tables 9.10 to 9.12; nothing holds for a NaN. */
static bool compares(enum isa_alu_id id, uint64_t a, uint64_t b)
{
    if (is_nan(a) || is_nan(b))
        return false;
    return id == ISA_OP2_PRED_SETE_64    ? number(a) == number(b)
           : id == ISA_OP2_PRED_SETGT_64 ? number(a) > number(b)
                                         : number(a) >= number(b);
}

/* ---- output modifiers ----------------------------------------------------------------------------------------- */

static uint64_t modified(uint64_t value, const struct isa_alu *alu, bool nan_kept)
{
    static const double scale[4] = {[ISA_OMOD_OFF] = 1, [ISA_OMOD_M2] = 2, [ISA_OMOD_M4] = 4, [ISA_OMOD_D2] = 0.5};
    if (alu->omod != ISA_OMOD_OFF)
        value = product(value, word(scale[alu->omod]));
    if (!alu->clamp || (nan_kept && is_nan(value)))
        return value;
    return is_nan(value) || !(number(value) > 0) ? 0 : word(fmin(number(value), 1));
}

/* ---- slots ---------------------------------------------------------------------------------------------------- */

static void put(struct ref_result pair[2], uint64_t value)
{
    pair[0] = (struct ref_result){(uint32_t)value, false};
    pair[1] = (struct ref_result){(uint32_t)(value >> 32), false};
}

/* FREXP_64, table 9.5: exponent above zeros in X Y, fraction in Z W. */
static void split(uint64_t a, struct ref_result out[4])
{
    int          exponent = -1;
    uint64_t     part = is_infinite(a) ? MADE_NAN : a;
    const double value = biased(a) == 0x7ff ? 0 : frexp(number(a), &exponent);
    if (biased(a) != 0x7ff)
        part = value == 0 ? a & SIGN : word(value);
    put(&out[X], (uint64_t)(uint32_t)exponent << 32);
    put(&out[Z], part);
}

static void multiply(const struct isa_alu *const alu[4], const uint32_t src[4][3], bool nan_kept,
                     struct ref_result out[4])
{
    static const double scale[4] = {1, 2, 4, 0.5}; /* MULADD_64 and its _M2, _M4, _D2 */
    uint64_t            operand[3];
    for (unsigned i = 0; i < 3; i++)
        operand[i] = (uint64_t)src[X][i] << 32 | src[W][i];
    uint64_t value = product(operand[0], operand[1]);
    if (alu[X]->op3)
        value = product(sum(value, operand[2]), word(scale[alu[X]->opcode & 3]));
    for (unsigned s = X; s <= Z; s += 2)
        put(&out[s], modified(value, alu[s], nan_kept));
}

static void in_pair(const struct isa_alu *alu, const uint32_t high[3], const uint32_t low[3], bool nan_kept,
                    struct ref_result pair[2])
{
    const uint64_t a = (uint64_t)high[0] << 32 | low[0], b = (uint64_t)high[1] << 32 | low[1];
    uint64_t       value;
    bool           yes;
    switch (alu->id) {
    case ISA_OP2_ADD_64:
        value = sum(a, b);
        break;
    case ISA_OP2_FRACT_64:
        value = fraction(a);
        break;
    case ISA_OP2_LDEXP_64:
        value = scaled(a, (int32_t)high[1]);
        break;
    case ISA_OP2_FLT32_TO_FLT64:
        value = widened(high[0]);
        break;
    case ISA_OP2_FLT64_TO_FLT32: /* a float, and 0 */
        put(pair, ref_output_modifiers(narrowed(a), alu, nan_kept));
        return;
    default: /* PRED_SET*_64: 0 or all ones in both words, and no output modifiers */
        yes = compares(alu->id, a, b);
        pair[0] = pair[1] = (struct ref_result){yes ? 0 : 0xffffffff, yes};
        return;
    }
    put(pair, modified(value, alu, nan_kept));
}

bool ref_modifies_input(const struct isa_alu *alu, unsigned s, unsigned i)
{
    const struct isa_alu_op *op = &isa_alu_ops[alu->id];
    if (!(op->flags & ISA_DOUBLE))
        return true;
    return s % 2 == 0 && !(alu->id == ISA_OP2_LDEXP_64 && i == 1);
}

void ref_double(const struct isa_alu *const alu[4], unsigned first, const uint32_t src[4][3], bool nan_kept,
                struct ref_result out[4])
{
    if (isa_alu_ops[alu[first]->id].slots == 2)
        in_pair(alu[first], src[first], src[first + 1], nan_kept, &out[first]);
    else if (alu[first]->id == ISA_OP2_FREXP_64)
        split((uint64_t)src[X][0] << 32 | src[Y][0], out);
    else
        multiply(alu, src, nan_kept, out);
}
