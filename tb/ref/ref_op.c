/* ref_op.c - the ALU operations of one thread (ISA 4.7.2, 4.9.1, 4.10, 9.2): arithmetic in double and in 64-bit
 * integers, comparisons as a table of what is compared, how, and what for. */
#include "tb/ref/ref_internal.h"
#include "tb/ref/ref_number.h"

/* ---- comparisons ---------------------------------------------------------------------------------------------- */

enum kind { SINGLE, SIGNED, UNSIGNED };
enum test { EQUAL, GREATER, NOT_LESS, DIFFERENT, LESS, NOT_GREATER };
enum use { NONE, SET, SET_ALL, CHOOSE, PREDICATE, PUSH, KILL };
struct comparison {
    enum use  use;
    enum kind kind;
    enum test test;
};

/* clang-format off */
static const struct comparison comparisons[ISA_ALU_COUNT] = {
    [ISA_OP2_SETE]           = {SET, SINGLE, EQUAL},           [ISA_OP2_SETGT]          = {SET, SINGLE, GREATER},
    [ISA_OP2_SETGE]          = {SET, SINGLE, NOT_LESS},        [ISA_OP2_SETNE]          = {SET, SINGLE, DIFFERENT},
    [ISA_OP2_SETE_DX10]      = {SET_ALL, SINGLE, EQUAL},       [ISA_OP2_SETGT_DX10]     = {SET_ALL, SINGLE, GREATER},
    [ISA_OP2_SETGE_DX10]     = {SET_ALL, SINGLE, NOT_LESS},    [ISA_OP2_SETNE_DX10]     = {SET_ALL, SINGLE, DIFFERENT},
    [ISA_OP2_SETE_INT]       = {SET_ALL, SIGNED, EQUAL},       [ISA_OP2_SETGT_INT]      = {SET_ALL, SIGNED, GREATER},
    [ISA_OP2_SETGE_INT]      = {SET_ALL, SIGNED, NOT_LESS},    [ISA_OP2_SETNE_INT]      = {SET_ALL, SIGNED, DIFFERENT},
    [ISA_OP2_SETGT_UINT]     = {SET_ALL, UNSIGNED, GREATER},   [ISA_OP2_SETGE_UINT]     = {SET_ALL, UNSIGNED, NOT_LESS},
    [ISA_OP3_CNDE]           = {CHOOSE, SINGLE, EQUAL},        [ISA_OP3_CNDGT]          = {CHOOSE, SINGLE, GREATER},
    [ISA_OP3_CNDGE]          = {CHOOSE, SINGLE, NOT_LESS},     [ISA_OP3_CNDE_INT]       = {CHOOSE, SIGNED, EQUAL},
    [ISA_OP3_CNDGT_INT]      = {CHOOSE, SIGNED, GREATER},      [ISA_OP3_CNDGE_INT]      = {CHOOSE, SIGNED, NOT_LESS},
    [ISA_OP2_PRED_SETE]      = {PREDICATE, SINGLE, EQUAL},     [ISA_OP2_PRED_SETGT]     = {PREDICATE, SINGLE, GREATER},
    [ISA_OP2_PRED_SETGE]     = {PREDICATE, SINGLE, NOT_LESS},  [ISA_OP2_PRED_SETNE]     = {PREDICATE, SINGLE, DIFFERENT},
    [ISA_OP2_PRED_SETE_INT]  = {PREDICATE, SIGNED, EQUAL},     [ISA_OP2_PRED_SETGT_INT] = {PREDICATE, SIGNED, GREATER},
    [ISA_OP2_PRED_SETGE_INT] = {PREDICATE, SIGNED, NOT_LESS},  [ISA_OP2_PRED_SETNE_INT] = {PREDICATE, SIGNED, DIFFERENT},
    [ISA_OP2_PRED_SETGT_UINT] = {PREDICATE, UNSIGNED, GREATER}, [ISA_OP2_PRED_SETGE_UINT] = {PREDICATE, UNSIGNED, NOT_LESS},
    [ISA_OP2_PRED_SETE_PUSH]  = {PUSH, SINGLE, EQUAL},         [ISA_OP2_PRED_SETGT_PUSH] = {PUSH, SINGLE, GREATER},
    [ISA_OP2_PRED_SETGE_PUSH] = {PUSH, SINGLE, NOT_LESS},      [ISA_OP2_PRED_SETNE_PUSH] = {PUSH, SINGLE, DIFFERENT},
    [ISA_OP2_PRED_SETE_PUSH_INT]  = {PUSH, SIGNED, EQUAL},     [ISA_OP2_PRED_SETGT_PUSH_INT] = {PUSH, SIGNED, GREATER},
    [ISA_OP2_PRED_SETGE_PUSH_INT] = {PUSH, SIGNED, NOT_LESS},  [ISA_OP2_PRED_SETNE_PUSH_INT] = {PUSH, SIGNED, DIFFERENT},
    [ISA_OP2_PRED_SETLT_PUSH_INT] = {PUSH, SIGNED, LESS},      [ISA_OP2_PRED_SETLE_PUSH_INT] = {PUSH, SIGNED, NOT_GREATER},
    [ISA_OP2_KILLE]          = {KILL, SINGLE, EQUAL},          [ISA_OP2_KILLGT]         = {KILL, SINGLE, GREATER},
    [ISA_OP2_KILLGE]         = {KILL, SINGLE, NOT_LESS},       [ISA_OP2_KILLNE]         = {KILL, SINGLE, DIFFERENT},
    [ISA_OP2_KILLE_INT]      = {KILL, SIGNED, EQUAL},          [ISA_OP2_KILLGT_INT]     = {KILL, SIGNED, GREATER},
    [ISA_OP2_KILLGE_INT]     = {KILL, SIGNED, NOT_LESS},       [ISA_OP2_KILLNE_INT]     = {KILL, SIGNED, DIFFERENT},
    [ISA_OP2_KILLGT_UINT]    = {KILL, UNSIGNED, GREATER},      [ISA_OP2_KILLGE_UINT]    = {KILL, UNSIGNED, NOT_LESS},
};
/* clang-format on */

/* A comparison with a NaN holds only for "different". */
static bool holds(enum kind kind, enum test test, uint32_t a, uint32_t b)
{
    double x, y; /* exact for every operand of the three kinds */
    if (kind == SINGLE) {
        if (ref_is_nan(a) || ref_is_nan(b))
            return test == DIFFERENT;
        x = ref_number(a);
        y = ref_number(b);
    } else {
        x = kind == SIGNED ? (double)(int32_t)a : (double)a;
        y = kind == SIGNED ? (double)(int32_t)b : (double)b;
    }
    switch (test) {
    case EQUAL:
        return x == y;
    case GREATER:
        return x > y;
    case NOT_LESS:
        return x >= y;
    case DIFFERENT:
        return x != y;
    case LESS:
        return x < y;
    default:
        return x <= y;
    }
}

static struct ref_result compare(const struct comparison *row, uint32_t a, uint32_t b, uint32_t c)
{
    bool yes;
    switch (row->use) {
    case SET:
        return (struct ref_result){holds(row->kind, row->test, a, b) ? REF_ONE : 0, false};
    case SET_ALL:
        return (struct ref_result){holds(row->kind, row->test, a, b) ? 0xffffffff : 0, false};
    case CHOOSE: /* the operand is copied, every bit of it */
        return (struct ref_result){holds(row->kind, row->test, a, 0) ? b : c, false};
    case PREDICATE:
        yes = holds(row->kind, row->test, a, b);
        return (struct ref_result){yes ? 0 : REF_ONE, yes};
    case PUSH: /* ISA 4.10: the counter in src0, the condition on src1 */
        yes = ref_is_zero(a) && holds(row->kind, row->test, b, 0);
        return (struct ref_result){yes ? 0 : ref_add(a, REF_ONE), yes};
    default:
        yes = holds(row->kind, row->test, a, b);
        return (struct ref_result){yes ? REF_ONE : 0, yes};
    }
}

/* The other operations on branch counters (ISA 4.10); false: it is none of them. */
static bool counter(enum isa_alu_id id, uint32_t a, uint32_t b, struct ref_result *out)
{
    switch (id) {
    case ISA_OP2_PRED_SET_INV:
        *out = a == REF_ONE     ? (struct ref_result){0, true}
               : ref_is_zero(a) ? (struct ref_result){REF_ONE, false}
                                : (struct ref_result){a, false};
        return true;
    case ISA_OP2_PRED_SET_POP:
        if (holds(SINGLE, NOT_GREATER, a, b))
            *out = (struct ref_result){0, true};
        else
            *out = (struct ref_result){ref_add(a, ref_is_nan(b) ? b : b ^ 0x80000000), false};
        return true;
    case ISA_OP2_PRED_SET_CLR:
        *out = (struct ref_result){REF_LARGEST, false};
        return true;
    case ISA_OP2_PRED_SET_RESTORE:
        *out = ref_is_zero(a) ? (struct ref_result){0, true} : (struct ref_result){a, false};
        return true;
    default:
        return false;
    }
}

/* ---- integers ------------------------------------------------------------------------------------------------- */

/* ISA table 4.4: ASHR_INT takes five bits of its count; in the others counts above 31 shift everything out. */
static uint32_t shifted(enum isa_alu_id id, uint32_t a, uint32_t count)
{
    if (id == ISA_OP2_ASHR_INT)
        return (uint32_t)((int64_t)(int32_t)a >> (count & 31));
    if (count > 31)
        return 0;
    return id == ISA_OP2_LSHL_INT ? (uint32_t)((uint64_t)a << count) : a >> count;
}

static bool integer(enum isa_alu_id id, uint32_t a, uint32_t b, uint32_t *out)
{
    const int64_t  x = (int32_t)a, y = (int32_t)b;
    const uint64_t u = a, v = b;
    switch (id) {
    case ISA_OP2_ADD_INT:
        *out = (uint32_t)(u + v);
        return true;
    case ISA_OP2_SUB_INT:
        *out = (uint32_t)(x - y);
        return true;
    case ISA_OP2_AND_INT:
        *out = a & b;
        return true;
    case ISA_OP2_OR_INT:
        *out = a | b;
        return true;
    case ISA_OP2_XOR_INT:
        *out = a ^ b;
        return true;
    case ISA_OP2_NOT_INT:
        *out = ~a;
        return true;
    case ISA_OP2_MAX_INT:
        *out = x < y ? b : a;
        return true;
    case ISA_OP2_MIN_INT:
        *out = x < y ? a : b;
        return true;
    case ISA_OP2_MAX_UINT:
        *out = u < v ? b : a;
        return true;
    case ISA_OP2_MIN_UINT:
        *out = u < v ? a : b;
        return true;
    case ISA_OP2_ASHR_INT:
    case ISA_OP2_LSHR_INT:
    case ISA_OP2_LSHL_INT:
        *out = shifted(id, a, b);
        return true;
    case ISA_OP2_MULLO_INT:
    case ISA_OP2_MULHI_INT:
        *out = (uint32_t)((uint64_t)(x * y) >> (id == ISA_OP2_MULHI_INT ? 32 : 0));
        return true;
    case ISA_OP2_MULLO_UINT:
    case ISA_OP2_MULHI_UINT:
        *out = (uint32_t)(u * v >> (id == ISA_OP2_MULHI_UINT ? 32 : 0));
        return true;
    case ISA_OP2_MOVA_INT:
    case ISA_OP2_MOVA_GPR_INT: /* both sides become -256, so the page */
        *out = x < -256 || x > 255 ? (uint32_t)-256 : a;
        return true;
    case ISA_OP2_INT_TO_FLT:
        *out = ref_single((double)x);
        return true;
    case ISA_OP2_UINT_TO_FLT:
        *out = ref_single((double)u);
        return true;
    default:
        return false;
    }
}

/* ---- floats --------------------------------------------------------------------------------------------------- */

static uint32_t integral(uint32_t a, double (*rounded)(double))
{
    return ref_is_nan(a) ? ref_quiet(a) : ref_single(rounded(ref_number(a)));
}

/* The low 32 bits of the integral part; nothing for infinities and NaNs. */
static uint32_t to_integer(uint32_t a)
{
    const double whole = ref_is_nan(a) ? 0 : trunc(ref_number(a));
    return isinf(whole) ? 0 : (uint32_t)(int64_t)fmod(whole, 4294967296.0);
}

/* Saturated, as the machine documents: R700's manual has no page for it. */
static uint32_t to_unsigned(uint32_t a)
{
    const double number = ref_is_nan(a) ? 0 : ref_number(a);
    return number < 0 ? 0 : number >= 4294967296.0 ? 0xffffffff : (uint32_t)number;
}

/* For AR: what is not in -256 .. 255 becomes -256. */
static uint32_t to_address(uint32_t whole)
{
    const double number = ref_is_nan(whole) ? -256 : ref_number(whole);
    return (uint32_t)(int32_t)(number < -256 || number > 255 ? -256 : number);
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return ref_kept(holds(SINGLE, NOT_LESS, a, b) ? a : b);
}
static uint32_t smaller(uint32_t a, uint32_t b)
{
    return ref_kept(holds(SINGLE, LESS, a, b) ? a : b);
}

/* The specular term of LIT: dark where the light does not shine. */
static uint32_t lit(uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t dark = REF_LARGEST | 0x80000000;
    if (ref_is_nan(b) || ref_is_nan(c) || ref_number(b) <= -ref_number(REF_LARGEST) || ref_number(c) <= 0)
        return dark;
    return ref_mul(a, b);
}

static bool arithmetic(enum isa_alu_id id, uint32_t a, uint32_t b, uint32_t c, uint32_t *out)
{
    static const uint32_t scale[4] = {REF_ONE, REF_TWO, REF_FOUR, REF_HALF};
    if (id >= ISA_OP3_MUL_LIT && id <= ISA_OP3_MUL_LIT_D2)
        *out = lit(a, b, c);
    else if (id >= ISA_OP3_MULADD && id <= ISA_OP3_MULADD_D2)
        *out = ref_add(ref_mul(a, b), c); /* two roundings */
    else if (id >= ISA_OP3_MULADD_IEEE && id <= ISA_OP3_MULADD_IEEE_D2)
        *out = ref_add(ref_mul_ieee(a, b), c);
    else
        return false;
    if ((isa_alu_ops[id].opcode & 3) != 0) /* the opcodes stand in fours: plain, _M2, _M4, _D2 */
        *out = ref_mul_ieee(*out, scale[isa_alu_ops[id].opcode & 3]);
    return true;
}

static uint32_t single(enum isa_alu_id id, uint32_t a, uint32_t b)
{
    switch (id) {
    case ISA_OP2_ADD:
        return ref_add(a, b);
    case ISA_OP2_MUL:
        return ref_mul(a, b);
    case ISA_OP2_MUL_IEEE:
        return ref_mul_ieee(a, b);
    case ISA_OP2_MAX:
        return larger(a, b);
    case ISA_OP2_MIN:
        return smaller(a, b);
    case ISA_OP2_MAX_DX10: /* a number rather than a NaN */
        return ref_is_nan(b) ? ref_kept(a) : larger(a, b);
    case ISA_OP2_MIN_DX10:
        return ref_is_nan(b) ? ref_kept(a) : smaller(a, b);
    case ISA_OP2_FRACT:
        return ref_is_nan(a) ? ref_quiet(a) : ref_single(ref_number(a) - floor(ref_number(a)));
    case ISA_OP2_TRUNC:
        return integral(a, trunc);
    case ISA_OP2_CEIL:
        return integral(a, ceil);
    case ISA_OP2_FLOOR:
        return integral(a, floor);
    case ISA_OP2_RNDNE:
        return integral(a, rint);
    case ISA_OP2_MOV:
        return a;
    case ISA_OP2_FLT_TO_INT:
        return to_integer(a);
    case ISA_OP2_FLT_TO_UINT:
        return to_unsigned(a);
    case ISA_OP2_MOVA:
        return to_address(integral(ref_add(a, REF_HALF), floor));
    case ISA_OP2_MOVA_FLOOR:
        return to_address(integral(a, floor));
    default:
        return 0; /* NOP */
    }
}

struct ref_result ref_operation(const struct ref_launch *launch, enum isa_alu_id id, const uint32_t src[3])
{
    struct ref_result out = {0, false};
    if (comparisons[id].use != NONE)
        return compare(&comparisons[id], src[0], src[1], src[2]);
    if (counter(id, src[0], src[1], &out))
        return out;
    if (isa_alu_ops[id].flags & ISA_TRANSCENDENTAL)
        out.value = launch->transcendental(launch->user, id, src[0]);
    else if (!integer(id, src[0], src[1], &out.value) && !arithmetic(id, src[0], src[1], src[2], &out.value))
        out.value = single(id, src[0], src[1]);
    return out;
}

/* ---- modifiers ------------------------------------------------------------------------------------------------ */

uint32_t ref_input_modifiers(uint32_t value, bool absolute, bool negate)
{
    if (absolute)
        value &= 0x7fffffff;
    return negate ? value ^ 0x80000000 : value;
}

/* ISA 4.9.1; a NaN clamps to 0, if it is not kept, and -0.0 to 0.0, as the machine documents. */
uint32_t ref_output_modifiers(uint32_t value, const struct isa_alu *alu, bool nan_kept)
{
    static const uint32_t scale[4] = {
        [ISA_OMOD_OFF] = REF_ONE, [ISA_OMOD_M2] = REF_TWO, [ISA_OMOD_M4] = REF_FOUR, [ISA_OMOD_D2] = REF_HALF};
    if (alu->omod != ISA_OMOD_OFF)
        value = ref_mul_ieee(value, scale[alu->omod]);
    if (!alu->clamp || (nan_kept && ref_is_nan(value)))
        return value;
    if (ref_is_nan(value) || !(ref_number(value) > 0))
        return 0;
    return ref_number(value) < 1 ? value : REF_ONE;
}
