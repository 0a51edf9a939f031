/* alu_rows_wide.c - doubles and reductions of a group in 64 lanes (alu_rows.h): rows in place of quarters where the
 * numbers are ordinary. */
#include <string.h>

#include "pipeline/alu/alu_control.h"
#include "pipeline/alu/alu_host_float.h"
#include "pipeline/alu/alu_number.h"
#include "pipeline/alu/alu_rows.h"

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
LANE_LOOPS static void by_quarters(struct alu_wide_in *in, const struct alu_row slot[4], pair_mask_t flags[QUARTERS])
{
    struct alu_wide_reg     now = {0}, next = {0};
    vector_quarter_t *const operand[3] = {&in->src0, &in->src1, &in->src2};
    for (unsigned q = 0; q < QUARTERS; q++) {
        for (unsigned s = 0; s < 4; s++)
            for (unsigned n = 0; n < 3; n++)
                memcpy(&operand[n]->lane[s * QUARTER], &slot[s].src[n]->quarter[q], sizeof(quarter_t));
        alu_wide_eval(in, &now, &next);
        for (unsigned s = 0; s < 4; s++)
            if (in->valid >> s / 2 & 1)
                memcpy(&slot[s].result->quarter[q], &next.result.lane[s * QUARTER], sizeof(quarter_t));
        flags[q] = next.flags;
    }
}

/* ---- ordinary numbers -------------------------------------------------------------------------------------------- */

#if HOST_FLOAT
/* DOT4, DOT4_IEEE: as sum_of_four of alu_reduce.c.  True when no lane is a NaN; one on the way there stays one. */
typedef bool sum_kernel(const struct alu_row slot[4], uint32_t *restrict result);
#define PRODUCT(s) (as_float(a##s[i]) * as_float(b##s[i]))
#define ZERO_WINS(s) as_float(as_bits(PRODUCT(s)) & ~(is_zero(a##s[i]) | is_zero(b##s[i])))
#define FACTORS(s) const uint32_t *const a##s = slot[s].src[0]->lane, *const b##s = slot[s].src[1]->lane
#define SUM_KERNEL(name, product)                                                                                      \
    HOST_FLOAT_KERNEL static bool name(const struct alu_row slot[4], uint32_t *restrict result)                        \
    {                                                                                                                  \
        FACTORS(0);                                                                                                    \
        FACTORS(1);                                                                                                    \
        FACTORS(2);                                                                                                    \
        FACTORS(3);                                                                                                    \
        uint32_t nan = 0;                                                                                              \
        for (int i = 0; i < LANES; i++) {                                                                              \
            const float sum = ((product(3) + product(2)) + product(1)) + product(0);                                   \
            result[i] = as_bits(sum);                                                                                  \
            nan |= when(sum != sum);                                                                                   \
        }                                                                                                              \
        return !nan;                                                                                                   \
    }
SUM_KERNEL(sum_ieee, PRODUCT)
SUM_KERNEL(sum_of_four, ZERO_WINS)

/* Doubles, two lanes at a time: of a row of high and a row of low words, each pair of words has two lanes' doubles.  Of
 * the result the first slot of a pair has the low words (alu_double.c). */
typedef uint64_t two_words_t __attribute__((aligned(4), may_alias));
typedef bool     double_kernel(const struct alu_row *high, const struct alu_row *low, double factor,
                               two_words_t *restrict first, two_words_t *restrict second);

#define WORDS_OF(slot, n) ((const two_words_t *)(slot)->src[n]->lane)
#define ONE(high, low) as_double((high) << 32 | ((low)&UINT32_MAX))
#define OTHER(high, low) as_double(((high) & ~(uint64_t)UINT32_MAX) | (low) >> 32)
#define DOUBLE_KERNEL(name, value)                                                                                     \
    HOST_FLOAT_KERNEL static bool name(const struct alu_row *high, const struct alu_row *low, double factor,           \
                                       two_words_t *restrict first, two_words_t *restrict second)                      \
    {                                                                                                                  \
        const two_words_t *const a = WORDS_OF(high, 0), *const b = WORDS_OF(high, 1), *const c = WORDS_OF(high, 2);    \
        const two_words_t *const x = WORDS_OF(low, 0), *const y = WORDS_OF(low, 1), *const z = WORDS_OF(low, 2);       \
        uint64_t nan = 0;                                                                                              \
        (void)c, (void)z, (void)factor;                                                                                \
        for (int i = 0; i < LANES / 2; i++) {                                                                          \
            const double   one = value(ONE), other = value(OTHER);                                                     \
            const uint64_t bits = as_bits64(one), more = as_bits64(other);                                             \
            first[i] = (bits & UINT32_MAX) | more << 32;                                                               \
            second[i] = bits >> 32 | (more & ~(uint64_t)UINT32_MAX);                                                   \
            nan |= (0 - (uint64_t)(one != one)) | (0 - (uint64_t)(other != other));                                    \
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
    [ISA_OP2_DOT4] = {.sum = sum_of_four},
    [ISA_OP2_DOT4_IEEE] = {.sum = sum_ieee},
    [ISA_OP2_ADD_64] = {.two = add_64},
    [ISA_OP2_MUL_64] = {.four = mul_64},
    [ISA_OP3_MULADD_64] = {.four = muladd_64, .factor = 1},
    [ISA_OP3_MULADD_64_M2] = {.four = muladd_64, .factor = 2},
    [ISA_OP3_MULADD_64_M4] = {.four = muladd_64, .factor = 4},
    [ISA_OP3_MULADD_64_D2] = {.four = muladd_64, .factor = 0.5},
};

/* The slots with operands behind their modifiers; those of a double stand in X and Z (alu_wide.c). */
struct modified {
    struct alu_row slot[4];
    lanes_t        room[4][3];
};
static void modify(const struct alu_wide_in *in, struct modified *operands)
{
    for (unsigned s = 0; s < 4; s++) {
        const bool     takes = s % 2 == 0 || kernels[in->op.pair[s / 2]].sum;
        const unsigned absolute = takes ? in->absolute.slot[s] : 0, negate = takes ? in->negate.slot[s] : 0;
        for (unsigned n = 0; (absolute | negate) >> n; n++)
            if ((absolute | negate) >> n & 1) {
                alu_rows_modify(operands->slot[s].src[n], absolute >> n & 1, negate >> n & 1, &operands->room[s][n]);
                operands->slot[s].src[n] = &operands->room[s][n];
            }
    }
}

static bool double_rows(enum isa_alu_id id, const struct alu_row *high, const struct alu_row *low,
                        const struct alu_row to[2])
{
    double_kernel *const kernel = kernels[id].four ? kernels[id].four : kernels[id].two;
    return kernel(high, low, kernels[id].factor, (two_words_t *)to[0].result->lane, (two_words_t *)to[1].result->lane);
}

static bool host_rows(const struct alu_wide_in *in, const struct alu_row slot[4])
{
    const enum isa_alu_id first = (enum isa_alu_id)in->op.pair[0];
    const bool            is_sum = kernels[first].sum;
    if (is_sum || kernels[first].four) {
        const bool good =
            is_sum ? kernels[first].sum(slot, slot[0].result->lane) : double_rows(first, &slot[0], &slot[3], slot);
        for (unsigned s = is_sum ? 1 : 2; good && s < 4; s++)
            lanes_copy(slot[s].result, slot[is_sum ? 0 : s - 2].result);
        return good;
    }
    for (unsigned p = 0; p < WIDE_PAIRS; p++) {
        const struct alu_row *pair = &slot[2 * p];
        if (in->valid >> p & 1 && !double_rows((enum isa_alu_id)in->op.pair[p], &pair[0], &pair[1], pair))
            return false;
    }
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
LANE_LOOPS static bool by_host(const struct alu_wide_in *in, const struct alu_row slot[4])
{
    struct modified operands;
    if (!has_kernels(in))
        return false;
    memcpy(operands.slot, slot, sizeof operands.slot);
    modify(in, &operands);
    const unsigned mode = host_float_begin();
    const bool     good = host_rows(in, operands.slot);
    return host_float_end(mode) && good;
}
#else
static bool by_host(const struct alu_wide_in *in, const struct alu_row slot[4])
{
    (void)in, (void)slot;
    return false;
}
#endif

/* ---- a group ----------------------------------------------------------------------------------------------------- */

void alu_rows_wide(const struct alu_issue_reg *group, const struct alu_row slot[4], struct alu_rows *rows)
{
    struct alu_wide_in in = control_of(group);
    memset(rows->wide_flags, 0, sizeof rows->wide_flags);
    if (!by_host(&in, slot))
        by_quarters(&in, slot, rows->wide_flags);
    for (unsigned left = rows->wide; left; left &= left - 1) {
        const unsigned s = (unsigned)__builtin_ctz(left);
        rows->flags[s] = 0;
        for (unsigned q = 0; q < QUARTERS; q++)
            rows->flags[s] |= (lane_mask_t)rows->wide_flags[q].pair[s / 2] << q * QUARTER;
    }
}
