#include <string.h>

#include "pipeline/alu_control.h"
#include "pipeline/alu_host_float.h"
#include "pipeline/alu_number.h"
#include "pipeline/alu_rows.h"

/* ---- by the unit itself ------------------------------------------------------------------------------------------ */

static struct alu_wide_in control_of(const struct alu_issue_reg *group)
{
    return (struct alu_wide_in){.valid = alu_control_pairs(group),
                                .op = alu_control_wide_op(group),
                                .absolute = alu_control_vector(&group->absolute),
                                .negate = alu_control_vector(&group->negate),
                                .omod = alu_control_of_pairs(group, &group->omod),
                                .clamp = alu_control_of_pairs(group, &group->clamp)};
}

/* Quarter by quarter, whatever the numbers are. */
LANE_LOOPS static void by_quarters(struct alu_wide_in *in, const lanes_t *const src[4][3], lanes_t *const to[4],
                                   pair_mask_t flags[QUARTERS])
{
    struct alu_wide_reg     now = {0}, next = {0};
    vector_quarter_t *const operand[3] = {&in->src0, &in->src1, &in->src2};
    for (unsigned q = 0; q < QUARTERS; q++) {
        for (unsigned s = 0; s < 4; s++)
            for (unsigned n = 0; n < 3; n++)
                memcpy(&operand[n]->lane[s * QUARTER], &src[s][n]->quarter[q], sizeof(quarter_t));
        alu_wide_eval(in, &now, &next);
        for (unsigned s = 0; s < 4; s++)
            if (in->valid >> s / 2 & 1)
                memcpy(&to[s]->quarter[q], &next.result.lane[s * QUARTER], sizeof(quarter_t));
        flags[q] = next.flags;
    }
}

/* ---- ordinary numbers -------------------------------------------------------------------------------------------- */

#if HOST_FLOAT
/* DOT4, DOT4_IEEE: as sum_of_four of alu_reduce.c.  True when no lane is a NaN; one on the way there stays one. */
typedef bool sum_kernel(const lanes_t *const a[4], const lanes_t *const b[4], uint32_t *restrict result);
#define PRODUCT(s) (as_float(a##s[i]) * as_float(b##s[i]))
#define ZERO_WINS(s) as_float(as_bits(PRODUCT(s)) & ~(is_zero(a##s[i]) | is_zero(b##s[i])))
#define SUM_KERNEL(name, product)                                                                                      \
    HOST_FLOAT_KERNEL static bool name(const lanes_t *const a[4], const lanes_t *const b[4],                           \
                                       uint32_t *restrict result)                                                      \
    {                                                                                                                  \
        const uint32_t *const a0 = a[0]->lane, *const a1 = a[1]->lane, *const a2 = a[2]->lane, *const a3 = a[3]->lane; \
        const uint32_t *const b0 = b[0]->lane, *const b1 = b[1]->lane, *const b2 = b[2]->lane, *const b3 = b[3]->lane; \
        uint32_t nan = 0;                                                                                              \
        for (int i = 0; i < LANES; i++) {                                                                              \
            const float sum = ((product(3) + product(2)) + product(1)) + product(0);                                   \
            result[i] = as_bits(sum);                                                                                  \
            nan |= when(sum != sum);                                                                                   \
        }                                                                                                              \
        return !nan;                                                                                                   \
    }
SUM_KERNEL(sum_ieee, PRODUCT)
SUM_KERNEL(sum, ZERO_WINS)

/* Doubles, two lanes at a time: a row of high and a row of low words are two lanes' doubles in each pair of words. */
typedef uint64_t two_words_t __attribute__((aligned(4), may_alias));
struct double_rows {
    const two_words_t *high[3], *low[3];
    double             factor;
};
typedef bool double_kernel(const struct double_rows *src, two_words_t *restrict high, two_words_t *restrict low);

#define FIRST(high, low) as_double((high) << 32 | ((low)&UINT32_MAX))
#define SECOND(high, low) as_double(((high) & ~(uint64_t)UINT32_MAX) | (low) >> 32)
#define DOUBLE_KERNEL(name, value)                                                                                     \
    HOST_FLOAT_KERNEL static bool name(const struct double_rows *src, two_words_t *restrict high,                      \
                                       two_words_t *restrict low)                                                      \
    {                                                                                                                  \
        const two_words_t *const a = src->high[0], *const b = src->high[1], *const c = src->high[2];                   \
        const two_words_t *const x = src->low[0], *const y = src->low[1], *const z = src->low[2];                      \
        const double factor = src->factor;                                                                             \
        uint64_t     nan = 0;                                                                                          \
        (void)c, (void)z, (void)factor;                                                                                \
        for (int i = 0; i < LANES / 2; i++) {                                                                          \
            const double   first = value(FIRST), second = value(SECOND);                                               \
            const uint64_t one = as_bits64(first), two = as_bits64(second);                                            \
            low[i] = (one & UINT32_MAX) | two << 32;                                                                   \
            high[i] = one >> 32 | (two & ~(uint64_t)UINT32_MAX);                                                       \
            nan |= (0 - (uint64_t)(first != first)) | (0 - (uint64_t)(second != second));                              \
        }                                                                                                              \
        return !nan;                                                                                                   \
    }
#define ADD_64(half) (half(a[i], x[i]) + half(b[i], y[i]))
#define MUL_64(half) (half(a[i], x[i]) * half(b[i], y[i]))
#define MULADD_64(half) ((MUL_64(half) + half(c[i], z[i])) * factor)
DOUBLE_KERNEL(add_64, ADD_64)
DOUBLE_KERNEL(mul_64, MUL_64)
DOUBLE_KERNEL(muladd_64, MULADD_64)

static const struct {
    sum_kernel    *sum;
    double_kernel *two, *four; /* an operation of two slots, or of all four */
    double         factor;
} kernels[ISA_ALU_COUNT + 1] = {
    [ISA_OP2_DOT4] = {.sum = sum},
    [ISA_OP2_DOT4_IEEE] = {.sum = sum_ieee},
    [ISA_OP2_ADD_64] = {.two = add_64},
    [ISA_OP2_MUL_64] = {.four = mul_64},
    [ISA_OP3_MULADD_64] = {.four = muladd_64, .factor = 1},
    [ISA_OP3_MULADD_64_M2] = {.four = muladd_64, .factor = 2},
    [ISA_OP3_MULADD_64_M4] = {.four = muladd_64, .factor = 4},
    [ISA_OP3_MULADD_64_D2] = {.four = muladd_64, .factor = 0.5},
};

/* Operands behind their modifiers; those of a double stand in X and Z (alu_wide.c). */
struct modified {
    const lanes_t *of[3][4];
    lanes_t        room[3][4];
};
static void modify(const struct alu_wide_in *in, const lanes_t *const src[4][3], struct modified *to)
{
    for (unsigned s = 0; s < 4; s++) {
        const bool     takes = s % 2 == 0 || kernels[in->op.pair[s / 2]].sum;
        const unsigned absolute = takes ? in->absolute.slot[s] : 0, negate = takes ? in->negate.slot[s] : 0;
        for (unsigned n = 0; n < 3; n++) {
            const bool changes = (absolute | negate) >> n & 1;
            if (changes)
                alu_rows_modify(src[s][n], absolute >> n & 1, negate >> n & 1, &to->room[n][s]);
            to->of[n][s] = changes ? &to->room[n][s] : src[s][n];
        }
    }
}

/* Of a double the first slot of a pair has the low word of the result (alu_double.c). */
static bool double_rows(enum isa_alu_id id, const struct modified *src, unsigned high, unsigned low,
                        lanes_t *const to[2])
{
    struct double_rows rows = {.factor = kernels[id].factor};
    for (unsigned n = 0; n < 3; n++) {
        rows.high[n] = (const two_words_t *)src->of[n][high]->lane;
        rows.low[n] = (const two_words_t *)src->of[n][low]->lane;
    }
    double_kernel *const kernel = kernels[id].four ? kernels[id].four : kernels[id].two;
    return kernel(&rows, (two_words_t *)to[1]->lane, (two_words_t *)to[0]->lane);
}

static bool host_rows(const struct alu_wide_in *in, const struct modified *src, lanes_t *const to[4])
{
    const enum isa_alu_id first = (enum isa_alu_id)in->op.pair[0];
    if (kernels[first].sum || kernels[first].four) {
        const bool good = kernels[first].sum ? kernels[first].sum(src->of[0], src->of[1], to[0]->lane)
                                             : double_rows(first, src, 0, 3, to);
        for (unsigned s = kernels[first].sum ? 1 : 2; good && s < 4; s++)
            lanes_copy(to[s], to[kernels[first].sum ? 0 : s - 2]);
        return good;
    }
    for (unsigned p = 0; p < WIDE_PAIRS; p++)
        if (in->valid >> p & 1 && !double_rows((enum isa_alu_id)in->op.pair[p], src, 2 * p, 2 * p + 1, &to[2 * p]))
            return false;
    return true;
}

static bool has_kernels(const struct alu_wide_in *in)
{
    for (unsigned p = 0; p < WIDE_PAIRS; p++)
        if (in->valid >> p & 1 &&
            (in->omod.pair[p] | in->clamp.pair[p] ||
             !(kernels[in->op.pair[p]].sum || kernels[in->op.pair[p]].two || kernels[in->op.pair[p]].four)))
            return false;
    return true;
}

/* False when the numbers are not ordinary, or the operation is not: nothing has been computed then. */
LANE_LOOPS static bool by_host(const struct alu_wide_in *in, const lanes_t *const src[4][3], lanes_t *const to[4])
{
    struct modified operands;
    if (!has_kernels(in))
        return false;
    modify(in, src, &operands);
    const unsigned mode = host_float_begin();
    const bool     good = host_rows(in, &operands, to);
    return host_float_end(mode) && good;
}
#else
static bool by_host(const struct alu_wide_in *in, const lanes_t *const src[4][3], lanes_t *const to[4])
{
    (void)in, (void)src, (void)to;
    return false;
}
#endif

/* ---- a group ----------------------------------------------------------------------------------------------------- */

void alu_rows_wide(const struct alu_issue_reg *group, const lanes_t *const src[4][3], struct alu_rows *rows)
{
    struct alu_wide_in in = control_of(group);
    lanes_t           *to[4];
    for (unsigned s = 0; s < 4; s++)
        to[s] = rows->modified >> s & 1 ? &rows->value[s] : &rows->result[s];
    memset(rows->wide_flags, 0, sizeof rows->wide_flags);
    if (!by_host(&in, src, to))
        by_quarters(&in, src, to, rows->wide_flags);
    for (unsigned left = rows->wide; left; left &= left - 1) {
        const unsigned s = (unsigned)__builtin_ctz(left);
        rows->value_flags[s] = rows->flags[s] = 0;
        for (unsigned q = 0; q < QUARTERS; q++)
            rows->flags[s] |= (lane_mask_t)rows->wide_flags[q].pair[s / 2] << q * QUARTER;
    }
}
