/* alu_transcendental.c - the table-and-polynomial datapath of ALU.Trans (ISA table 4.6, 9.2).
 *
 * Three steps, specified bit for bit in docs/transcendental.md: a function reduces its operand to an argument of 26
 * bits, 0 <= a < 1; `interpolate` is the one multiplier array that all share; the function puts sign, exponent and
 * special values back.  Special values follow each page of ISA 9.2; where a page is silent IEEE 754 gives them. */
#include "pipeline/alu/alu_transcendental.h"

#include "pipeline/alu/alu_angle.h"
#include "pipeline/alu/alu_curve.h"

/* c0 + c1 u + c2 u^2 with the exact products, rounded down to 30 fraction bits.
 * The table reads stand apart: gathered lane by lane they cost less than a vector gather. */
static inline void interpolate(enum alu_table_id id, const quarter_t *argument, quarter_t *restrict value)
{
    int32_t c0[QUARTER], c1[QUARTER], c2[QUARTER];

    for (int i = 0; i < QUARTER; i++) {
        const struct alu_table *const table = &alu_tables[id + (argument->lane[i] >> ALU_ARGUMENT_BITS)];
        const uint32_t                index = argument->lane[i] >> ALU_OFFSET_BITS & (ALU_TABLE_ENTRIES - 1);
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

LANE_LOOPS FLATTEN static bool transcend(enum isa_alu_id id, const quarter_t *src, quarter_t *restrict result)
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
        DATAPATH(ALU_TABLE_LOG2, log_argument, log_result);
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

bool alu_transcendental(enum isa_alu_id id, const quarter_t *src, quarter_t *restrict result)
{
    return transcend(id, src, result);
}
