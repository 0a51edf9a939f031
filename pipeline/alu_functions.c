/* alu_functions.c - the operation of a slot, chosen once for all 16 lanes (ISA 4.8, 9.2).
 *
 * A row per instruction; a row is a counted loop over the lanes, so that compilers vectorise it. */
#include "pipeline/alu_convert.h"
#include "pipeline/alu_transcendental.h"

static quarter_mask_t quarter_bits(const quarter_t *truth)
{
    static const uint32_t bit[QUARTER] = {1 << 0, 1 << 1, 1 << 2,  1 << 3,  1 << 4,  1 << 5,  1 << 6,  1 << 7,
                                          1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1 << 15};
    uint32_t              bits = 0;
    for (int i = 0; i < QUARTER; i++)
        bits |= truth->lane[i] & bit[i];
    return (quarter_mask_t)bits;
}

/* clang-format off */
#define EACH_LANE(expression) do { for (int i = 0; i < QUARTER; i++) result->lane[i] = (expression); } while (0)
#define UNARY(op)   EACH_LANE(op(a[i]))
#define BINARY(op)  EACH_LANE(op(a[i], b[i]))
#define TERNARY(op) EACH_LANE(op(a[i], b[i], c[i]))
/* *_M2, *_M4, *_D2 */
#define SCALED(op, factor) EACH_LANE(op_scale(op(a[i], b[i], c[i]), factor))
/* SET*: `yes` where the comparison holds, else 0 */
#define SET(test, yes) EACH_LANE(test(a[i], b[i]) & (yes))
/* Instructions that also compute a bit: `truth`, and a result for each of its values. */
#define FLAGGED(truth_of, yes, no)                                                                                     \
    do {                                                                                                               \
        for (int i = 0; i < QUARTER; i++) {                                                                            \
            truth.lane[i] = (truth_of);                                                                                \
            result->lane[i] = select_bits(truth.lane[i], yes, no);                                                     \
        }                                                                                                              \
        *flags = quarter_bits(&truth);                                                                                 \
    } while (0)
/* PRED_SET*: 0.0 and execute, or 1.0 and skip */
#define PRED_SET(test) FLAGGED(test(a[i], b[i]), 0, FLOAT_ONE)
/* PRED_SET*_PUSH: execute when src1 passes against zero and the counter src0 is 0.0 */
#define PRED_PUSH(test) FLAGGED(test(b[i], 0) & is_zero(a[i]), 0, counter_pushed(a[i]))
/* KILL*: 1.0 and killed, or 0.0 */
#define KILL(test) FLAGGED(test(a[i], b[i]), FLOAT_ONE, 0)

LANE_LOOPS FLATTEN
void alu_compute(enum isa_alu_id id, const quarter_t src[3], quarter_t *restrict result, quarter_mask_t *restrict flags)
{
    const uint32_t *const a = src[0].lane, *const b = src[1].lane, *const c = src[2].lane;
    quarter_t             truth;

    *flags = 0;
    switch (id) {
    case ISA_OP2_ADD:                   BINARY(op_add); break;
    case ISA_OP2_MUL:                   BINARY(op_mul); break;
    case ISA_OP2_MUL_IEEE:              BINARY(op_mul_ieee); break;
    case ISA_OP2_MAX:                   BINARY(op_max); break;
    case ISA_OP2_MIN:                   BINARY(op_min); break;
    case ISA_OP2_MAX_DX10:              BINARY(op_max_dx10); break;
    case ISA_OP2_MIN_DX10:              BINARY(op_min_dx10); break;
    case ISA_OP2_FRACT:                 UNARY(op_fract); break;
    case ISA_OP2_TRUNC:                 UNARY(op_trunc); break;
    case ISA_OP2_CEIL:                  UNARY(op_ceil); break;
    case ISA_OP2_RNDNE:                 UNARY(op_rndne); break;
    case ISA_OP2_FLOOR:                 UNARY(op_floor); break;
    case ISA_OP2_MOV:                   UNARY(op_mov); break;
    case ISA_OP3_MULADD:                TERNARY(op_muladd); break;
    case ISA_OP3_MULADD_M2:             SCALED(op_muladd, FLOAT_TWO); break;
    case ISA_OP3_MULADD_M4:             SCALED(op_muladd, FLOAT_FOUR); break;
    case ISA_OP3_MULADD_D2:             SCALED(op_muladd, FLOAT_HALF); break;
    case ISA_OP3_MULADD_IEEE:           TERNARY(op_muladd_ieee); break;
    case ISA_OP3_MULADD_IEEE_M2:        SCALED(op_muladd_ieee, FLOAT_TWO); break;
    case ISA_OP3_MULADD_IEEE_M4:        SCALED(op_muladd_ieee, FLOAT_FOUR); break;
    case ISA_OP3_MULADD_IEEE_D2:        SCALED(op_muladd_ieee, FLOAT_HALF); break;
    case ISA_OP3_MUL_LIT:               TERNARY(op_mul_lit); break;
    case ISA_OP3_MUL_LIT_M2:            SCALED(op_mul_lit, FLOAT_TWO); break;
    case ISA_OP3_MUL_LIT_M4:            SCALED(op_mul_lit, FLOAT_FOUR); break;
    case ISA_OP3_MUL_LIT_D2:            SCALED(op_mul_lit, FLOAT_HALF); break;

    case ISA_OP2_SETE:                  SET(float_e, FLOAT_ONE); break;
    case ISA_OP2_SETGT:                 SET(float_gt, FLOAT_ONE); break;
    case ISA_OP2_SETGE:                 SET(float_ge, FLOAT_ONE); break;
    case ISA_OP2_SETNE:                 SET(float_ne, FLOAT_ONE); break;
    case ISA_OP2_SETE_DX10:             SET(float_e, ~0u); break;
    case ISA_OP2_SETGT_DX10:            SET(float_gt, ~0u); break;
    case ISA_OP2_SETGE_DX10:            SET(float_ge, ~0u); break;
    case ISA_OP2_SETNE_DX10:            SET(float_ne, ~0u); break;
    case ISA_OP2_SETE_INT:              SET(int_e, ~0u); break;
    case ISA_OP2_SETGT_INT:             SET(int_gt, ~0u); break;
    case ISA_OP2_SETGE_INT:             SET(int_ge, ~0u); break;
    case ISA_OP2_SETNE_INT:             SET(int_ne, ~0u); break;
    case ISA_OP2_SETGT_UINT:            SET(uint_gt, ~0u); break;
    case ISA_OP2_SETGE_UINT:            SET(uint_ge, ~0u); break;
    case ISA_OP3_CNDE:                  TERNARY(op_cnde); break;
    case ISA_OP3_CNDGT:                 TERNARY(op_cndgt); break;
    case ISA_OP3_CNDGE:                 TERNARY(op_cndge); break;
    case ISA_OP3_CNDE_INT:              TERNARY(op_cnde_int); break;
    case ISA_OP3_CNDGT_INT:             TERNARY(op_cndgt_int); break;
    case ISA_OP3_CNDGE_INT:             TERNARY(op_cndge_int); break;

    case ISA_OP2_PRED_SETE:             PRED_SET(float_e); break;
    case ISA_OP2_PRED_SETGT:            PRED_SET(float_gt); break;
    case ISA_OP2_PRED_SETGE:            PRED_SET(float_ge); break;
    case ISA_OP2_PRED_SETNE:            PRED_SET(float_ne); break;
    case ISA_OP2_PRED_SETE_INT:         PRED_SET(int_e); break;
    case ISA_OP2_PRED_SETGT_INT:        PRED_SET(int_gt); break;
    case ISA_OP2_PRED_SETGE_INT:        PRED_SET(int_ge); break;
    case ISA_OP2_PRED_SETNE_INT:        PRED_SET(int_ne); break;
    /* Of these four, ISA 9.2 has no pages for the unsigned ones; table 4.4 has. */
    case ISA_OP2_PRED_SETGT_UINT:       PRED_SET(uint_gt); break;
    case ISA_OP2_PRED_SETGE_UINT:       PRED_SET(uint_ge); break;
    /* Branch counters, ISA 4.10 */
    case ISA_OP2_PRED_SET_INV:          FLAGGED(float_e(a[i], FLOAT_ONE), 0, counter_inverted(a[i])); break;
    case ISA_OP2_PRED_SET_POP:          FLAGGED(float_ge(b[i], a[i]), 0, counter_popped(a[i], b[i])); break;
    case ISA_OP2_PRED_SET_CLR:          EACH_LANE(FLOAT_MAX); break;
    case ISA_OP2_PRED_SET_RESTORE:      FLAGGED(is_zero(a[i]), 0, a[i]); break;
    case ISA_OP2_PRED_SETE_PUSH:        PRED_PUSH(float_e); break;
    case ISA_OP2_PRED_SETGT_PUSH:       PRED_PUSH(float_gt); break;
    case ISA_OP2_PRED_SETGE_PUSH:       PRED_PUSH(float_ge); break;
    case ISA_OP2_PRED_SETNE_PUSH:       PRED_PUSH(float_ne); break;
    case ISA_OP2_PRED_SETE_PUSH_INT:    PRED_PUSH(int_e); break;
    case ISA_OP2_PRED_SETGT_PUSH_INT:   PRED_PUSH(int_gt); break;
    case ISA_OP2_PRED_SETGE_PUSH_INT:   PRED_PUSH(int_ge); break;
    case ISA_OP2_PRED_SETNE_PUSH_INT:   PRED_PUSH(int_ne); break;
    case ISA_OP2_PRED_SETLT_PUSH_INT:   PRED_PUSH(int_lt); break;
    case ISA_OP2_PRED_SETLE_PUSH_INT:   PRED_PUSH(int_le); break;

    case ISA_OP2_KILLE:                 KILL(float_e); break;
    case ISA_OP2_KILLGT:                KILL(float_gt); break;
    case ISA_OP2_KILLGE:                KILL(float_ge); break;
    case ISA_OP2_KILLNE:                KILL(float_ne); break;
    /* In table 4.4 and ISA 10.2, without pages.  GUESS: the result is 1.0 or 0.0 as for the float ones. */
    case ISA_OP2_KILLE_INT:             KILL(int_e); break;
    case ISA_OP2_KILLGT_INT:            KILL(int_gt); break;
    case ISA_OP2_KILLGE_INT:            KILL(int_ge); break;
    case ISA_OP2_KILLNE_INT:            KILL(int_ne); break;
    case ISA_OP2_KILLGT_UINT:           KILL(uint_gt); break;
    case ISA_OP2_KILLGE_UINT:           KILL(uint_ge); break;

    case ISA_OP2_ADD_INT:               BINARY(op_add_int); break;
    case ISA_OP2_SUB_INT:               BINARY(op_sub_int); break;
    case ISA_OP2_AND_INT:               BINARY(op_and_int); break;
    case ISA_OP2_OR_INT:                BINARY(op_or_int); break;
    case ISA_OP2_XOR_INT:               BINARY(op_xor_int); break;
    case ISA_OP2_NOT_INT:               UNARY(op_not_int); break;
    case ISA_OP2_MAX_INT:               BINARY(op_max_int); break;
    case ISA_OP2_MIN_INT:               BINARY(op_min_int); break;
    case ISA_OP2_MAX_UINT:              BINARY(op_max_uint); break;
    case ISA_OP2_MIN_UINT:              BINARY(op_min_uint); break;
    case ISA_OP2_ASHR_INT:              BINARY(op_ashr_int); break;
    case ISA_OP2_LSHR_INT:              BINARY(op_lshr_int); break;
    case ISA_OP2_LSHL_INT:              BINARY(op_lshl_int); break;
    case ISA_OP2_MULLO_INT:             BINARY(op_mullo); break;
    case ISA_OP2_MULLO_UINT:            BINARY(op_mullo); break;
    case ISA_OP2_MULHI_INT:             BINARY(op_mulhi_int); break;
    case ISA_OP2_MULHI_UINT:            BINARY(op_mulhi_uint); break;

    case ISA_OP2_FLT_TO_INT:            UNARY(op_flt_to_int); break;
    case ISA_OP2_FLT_TO_UINT:           UNARY(op_flt_to_uint); break;
    case ISA_OP2_INT_TO_FLT:            UNARY(op_int_to_flt); break;
    case ISA_OP2_UINT_TO_FLT:           UNARY(op_uint_to_flt); break;
    case ISA_OP2_MOVA:                  UNARY(op_mova); break;
    case ISA_OP2_MOVA_FLOOR:            UNARY(op_mova_floor); break;
    case ISA_OP2_MOVA_INT:              UNARY(op_mova_int); break;
    case ISA_OP2_MOVA_GPR_INT:          UNARY(op_mova_int); break;

    default:
        if (!alu_transcendental(id, &src[0], result))
            EACH_LANE(0); /* no operation of one slot */
        break;
    }
}
/* clang-format on */
