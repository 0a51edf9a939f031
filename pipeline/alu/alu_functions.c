/* alu_functions.c - the operation of a slot, chosen once for all 16 lanes (ISA 4.8, 9.2).
 *
 * An operation is a counted loop over the lanes, so that compilers vectorise it. */
#include "pipeline/alu/alu_convert.h"
#include "pipeline/alu/alu_transcendental.h"

static quarter_mask_t quarter_bits(const quarter_t *truth)
{
    static const uint32_t bit[QUARTER] = {1 << 0, 1 << 1, 1 << 2,  1 << 3,  1 << 4,  1 << 5,  1 << 6,  1 << 7,
                                          1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15};
    uint32_t              bits = 0;
    for (int i = 0; i < QUARTER; i++)
        bits |= truth->lane[i] & bit[i];
    return (quarter_mask_t)bits;
}

#define EACH_LANE(expression)                                                                                          \
    for (int i = 0; i < QUARTER; i++)                                                                                  \
    result->lane[i] = (expression)
#define FLAGGED(truth_of, yes, no)                                                                                     \
    for (int i = 0; i < QUARTER; i++) {                                                                                \
        truth.lane[i] = (truth_of);                                                                                    \
        result->lane[i] = select_bits(truth.lane[i], yes, no);                                                         \
    }                                                                                                                  \
    *flags = quarter_bits(&truth)
#define OPERATION(id, ...)                                                                                             \
    case id:                                                                                                           \
        __VA_ARGS__;                                                                                                   \
        break;

LANE_LOOPS FLATTEN static void operate(enum isa_alu_id id, const quarter_t src[3], quarter_t *restrict result,
                                       quarter_mask_t *restrict flags)
{
    const uint32_t *const a = src[0].lane, *const b = src[1].lane, *const c = src[2].lane;
    quarter_t truth;

    *flags = 0;
    switch (id) {
#include "pipeline/alu/alu_operations.def"
    default:
        if (!alu_transcendental(id, &src[0], result))
            EACH_LANE(0); /* no operation of one slot */
        break;
    }
}

void alu_compute(enum isa_alu_id id, const quarter_t src[3], quarter_t *restrict result, quarter_mask_t *restrict flags)
{
    operate(id, src, result, flags);
}
