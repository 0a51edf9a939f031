/* oracle.h - what one lane of an ALU operation must give, written another way than pipeline/: MPFR for floats, 64-bit
 * integers for integers, branches instead of masks (ISA 9.2).
 *
 * Transcendentals and the 64-bit operations are not here; they have tests of their own. */
#ifndef TB_ISA_ORACLE_H
#define TB_ISA_ORACLE_H

#include "isa/r700/isa.h"
#include "tb/isa/oracle_number.h"

struct oracle {
    bool     known; /* the operation is one of those below */
    uint32_t result;
    bool     flag;
};

/* How two operands compare, in the ways the instructions ask. */
enum oracle_test { TEST_E, TEST_GT, TEST_GE, TEST_NE, TEST_LT, TEST_LE };
enum oracle_kind { KIND_FLOAT, KIND_INT, KIND_UINT };

static inline bool oracle_holds(enum oracle_kind kind, enum oracle_test test, uint32_t a, uint32_t b)
{
    int order;
    if (kind == KIND_FLOAT)
        order = oracle_order(a, b);
    else {
        const int64_t x = kind == KIND_INT ? (int64_t)(int32_t)a : (int64_t)a;
        const int64_t y = kind == KIND_INT ? (int64_t)(int32_t)b : (int64_t)b;
        order = x < y ? -1 : x > y;
    }
    switch (test) {
    case TEST_E:
        return order == 0;
    case TEST_GT:
        return order == 1;
    case TEST_GE:
        return order == 0 || order == 1;
    case TEST_NE:
        return order != 0;
    case TEST_LT:
        return order == -1;
    default:
        return order == -1 || order == 0;
    }
}

/* Rows of operations that are a comparison with a use: the instruction's id, what it compares, how, and the use. */
enum oracle_use { USE_SET, USE_SET_ALL, USE_CND, USE_PRED, USE_PUSH, USE_KILL };
struct oracle_row {
    enum isa_alu_id  id;
    enum oracle_kind kind;
    enum oracle_test test;
    enum oracle_use  use;
};
/* clang-format off */
static const struct oracle_row oracle_rows[] = {
    {ISA_OP2_SETE,                KIND_FLOAT, TEST_E,  USE_SET},
    {ISA_OP2_SETGT,               KIND_FLOAT, TEST_GT, USE_SET},
    {ISA_OP2_SETGE,               KIND_FLOAT, TEST_GE, USE_SET},
    {ISA_OP2_SETNE,               KIND_FLOAT, TEST_NE, USE_SET},
    {ISA_OP2_SETE_DX10,           KIND_FLOAT, TEST_E,  USE_SET_ALL},
    {ISA_OP2_SETGT_DX10,          KIND_FLOAT, TEST_GT, USE_SET_ALL},
    {ISA_OP2_SETGE_DX10,          KIND_FLOAT, TEST_GE, USE_SET_ALL},
    {ISA_OP2_SETNE_DX10,          KIND_FLOAT, TEST_NE, USE_SET_ALL},
    {ISA_OP2_SETE_INT,            KIND_INT,   TEST_E,  USE_SET_ALL},
    {ISA_OP2_SETGT_INT,           KIND_INT,   TEST_GT, USE_SET_ALL},
    {ISA_OP2_SETGE_INT,           KIND_INT,   TEST_GE, USE_SET_ALL},
    {ISA_OP2_SETNE_INT,           KIND_INT,   TEST_NE, USE_SET_ALL},
    {ISA_OP2_SETGT_UINT,          KIND_UINT,  TEST_GT, USE_SET_ALL},
    {ISA_OP2_SETGE_UINT,          KIND_UINT,  TEST_GE, USE_SET_ALL},
    {ISA_OP3_CNDE,                KIND_FLOAT, TEST_E,  USE_CND},
    {ISA_OP3_CNDGT,               KIND_FLOAT, TEST_GT, USE_CND},
    {ISA_OP3_CNDGE,               KIND_FLOAT, TEST_GE, USE_CND},
    {ISA_OP3_CNDE_INT,            KIND_INT,   TEST_E,  USE_CND},
    {ISA_OP3_CNDGT_INT,           KIND_INT,   TEST_GT, USE_CND},
    {ISA_OP3_CNDGE_INT,           KIND_INT,   TEST_GE, USE_CND},
    {ISA_OP2_PRED_SETE,           KIND_FLOAT, TEST_E,  USE_PRED},
    {ISA_OP2_PRED_SETGT,          KIND_FLOAT, TEST_GT, USE_PRED},
    {ISA_OP2_PRED_SETGE,          KIND_FLOAT, TEST_GE, USE_PRED},
    {ISA_OP2_PRED_SETNE,          KIND_FLOAT, TEST_NE, USE_PRED},
    {ISA_OP2_PRED_SETE_INT,       KIND_INT,   TEST_E,  USE_PRED},
    {ISA_OP2_PRED_SETGT_INT,      KIND_INT,   TEST_GT, USE_PRED},
    {ISA_OP2_PRED_SETGE_INT,      KIND_INT,   TEST_GE, USE_PRED},
    {ISA_OP2_PRED_SETNE_INT,      KIND_INT,   TEST_NE, USE_PRED},
    {ISA_OP2_PRED_SETGT_UINT,     KIND_UINT,  TEST_GT, USE_PRED},
    {ISA_OP2_PRED_SETGE_UINT,     KIND_UINT,  TEST_GE, USE_PRED},
    {ISA_OP2_PRED_SETE_PUSH,      KIND_FLOAT, TEST_E,  USE_PUSH},
    {ISA_OP2_PRED_SETGT_PUSH,     KIND_FLOAT, TEST_GT, USE_PUSH},
    {ISA_OP2_PRED_SETGE_PUSH,     KIND_FLOAT, TEST_GE, USE_PUSH},
    {ISA_OP2_PRED_SETNE_PUSH,     KIND_FLOAT, TEST_NE, USE_PUSH},
    {ISA_OP2_PRED_SETE_PUSH_INT,  KIND_INT,   TEST_E,  USE_PUSH},
    {ISA_OP2_PRED_SETGT_PUSH_INT, KIND_INT,   TEST_GT, USE_PUSH},
    {ISA_OP2_PRED_SETGE_PUSH_INT, KIND_INT,   TEST_GE, USE_PUSH},
    {ISA_OP2_PRED_SETNE_PUSH_INT, KIND_INT,   TEST_NE, USE_PUSH},
    {ISA_OP2_PRED_SETLT_PUSH_INT, KIND_INT,   TEST_LT, USE_PUSH},
    {ISA_OP2_PRED_SETLE_PUSH_INT, KIND_INT,   TEST_LE, USE_PUSH},
    {ISA_OP2_KILLE,               KIND_FLOAT, TEST_E,  USE_KILL},
    {ISA_OP2_KILLGT,              KIND_FLOAT, TEST_GT, USE_KILL},
    {ISA_OP2_KILLGE,              KIND_FLOAT, TEST_GE, USE_KILL},
    {ISA_OP2_KILLNE,              KIND_FLOAT, TEST_NE, USE_KILL},
    {ISA_OP2_KILLE_INT,           KIND_INT,   TEST_E,  USE_KILL},
    {ISA_OP2_KILLGT_INT,          KIND_INT,   TEST_GT, USE_KILL},
    {ISA_OP2_KILLGE_INT,          KIND_INT,   TEST_GE, USE_KILL},
    {ISA_OP2_KILLNE_INT,          KIND_INT,   TEST_NE, USE_KILL},
    {ISA_OP2_KILLGT_UINT,         KIND_UINT,  TEST_GT, USE_KILL},
    {ISA_OP2_KILLGE_UINT,         KIND_UINT,  TEST_GE, USE_KILL},
};
/* clang-format on */

static inline struct oracle oracle_compare(const struct oracle_row *row, uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t one = 0x3f800000;
    bool           holds;

    switch (row->use) {
    case USE_SET:
    case USE_SET_ALL:
        holds = oracle_holds(row->kind, row->test, a, b);
        return (struct oracle){true, !holds ? 0 : row->use == USE_SET ? one : ~0u, false};
    case USE_CND:
        return (struct oracle){true, oracle_holds(row->kind, row->test, a, 0) ? b : c, false};
    case USE_PRED:
        holds = oracle_holds(row->kind, row->test, a, b);
        return (struct oracle){true, holds ? 0 : one, holds};
    case USE_PUSH:
        holds = oracle_holds(row->kind, row->test, b, 0) && oracle_order(a, 0) == 0;
        return (struct oracle){true, holds ? 0 : oracle_add(a, one), holds};
    default:
        holds = oracle_holds(row->kind, row->test, a, b);
        return (struct oracle){true, holds ? one : 0, holds};
    }
}

static inline uint32_t oracle_shift(enum isa_alu_id id, uint32_t a, uint32_t count)
{
    const int64_t wide = id == ISA_OP2_ASHR_INT ? (int64_t)(int32_t)a : (int64_t)a;
    if (id == ISA_OP2_ASHR_INT) /* table 4.4 */
        count %= 32;
    if (count > 31)
        return 0;
    return (uint32_t)(id == ISA_OP2_LSHL_INT ? wide * ((int64_t)1 << count) : wide >> count);
}

static inline uint32_t oracle_integer(enum isa_alu_id id, uint32_t a, uint32_t b, bool *known)
{
    const int64_t x = (int32_t)a, y = (int32_t)b;
    switch (id) {
    case ISA_OP2_ADD_INT:
        return (uint32_t)(x + y);
    case ISA_OP2_SUB_INT:
        return (uint32_t)(x - y);
    case ISA_OP2_AND_INT:
        return ~(~a | ~b);
    case ISA_OP2_OR_INT:
        return ~(~a & ~b);
    case ISA_OP2_XOR_INT:
        return (a | b) - (a & b);
    case ISA_OP2_NOT_INT:
        return (uint32_t)(-1 - x);
    case ISA_OP2_MAX_INT:
        return (uint32_t)(x > y ? x : y);
    case ISA_OP2_MIN_INT:
        return (uint32_t)(x < y ? x : y);
    case ISA_OP2_MAX_UINT:
        return a > b ? a : b;
    case ISA_OP2_MIN_UINT:
        return a < b ? a : b;
    case ISA_OP2_MULLO_INT:
        return (uint32_t)(uint64_t)(x * y);
    case ISA_OP2_MULLO_UINT:
        return (uint32_t)((uint64_t)a * b);
    case ISA_OP2_MULHI_INT:
        return (uint32_t)((uint64_t)(x * y) >> 32);
    case ISA_OP2_MULHI_UINT:
        return (uint32_t)((uint64_t)a * b >> 32);
    case ISA_OP2_ASHR_INT:
    case ISA_OP2_LSHR_INT:
    case ISA_OP2_LSHL_INT:
        return oracle_shift(id, a, b);
    case ISA_OP2_MOVA_INT:
    case ISA_OP2_MOVA_GPR_INT:
        return x < -256 || x > 255 ? (uint32_t)-256 : a;
    case ISA_OP2_INT_TO_FLT:
        mpfr_set_sj(oracle_a, x, MPFR_RNDN);
        return oracle_write(oracle_a);
    case ISA_OP2_UINT_TO_FLT:
        mpfr_set_uj(oracle_a, a, MPFR_RNDN);
        return oracle_write(oracle_a);
    default:
        *known = false;
        return 0;
    }
}

static inline uint32_t oracle_float(enum isa_alu_id id, uint32_t a, uint32_t b, uint32_t c, bool *known)
{
    const uint32_t half = 0x3f000000, two = 0x40000000, four = 0x40800000;
    switch (id) {
    case ISA_OP2_ADD:
        return oracle_add(a, b);
    case ISA_OP2_MUL:
        return oracle_mul(a, b);
    case ISA_OP2_MUL_IEEE:
        return oracle_mul_ieee(a, b);
    case ISA_OP2_MAX:
    case ISA_OP2_MAX_DX10:
        return oracle_extreme(a, b, true, id == ISA_OP2_MAX_DX10);
    case ISA_OP2_MIN:
    case ISA_OP2_MIN_DX10:
        return oracle_extreme(a, b, false, id == ISA_OP2_MIN_DX10);
    case ISA_OP2_TRUNC:
        return oracle_integral(a, MPFR_RNDZ);
    case ISA_OP2_CEIL:
        return oracle_integral(a, MPFR_RNDU);
    case ISA_OP2_FLOOR:
        return oracle_integral(a, MPFR_RNDD);
    case ISA_OP2_RNDNE:
        return oracle_integral(a, MPFR_RNDN);
    case ISA_OP2_FRACT: {
        const uint32_t whole = oracle_integral(a, MPFR_RNDD);
        return oracle_add(a, whole ^ 1u << 31);
    }
    case ISA_OP2_MOV:
        return a;
    case ISA_OP2_FLT_TO_INT:
        return oracle_to_int(a);
    case ISA_OP2_FLT_TO_UINT: /* from 2^32 on, infinity too, all ones; negative or a NaN: 0 */
        return a > 0x7f800000 ? 0 : a >= 0x4f800000 ? UINT32_MAX : oracle_to_int(a);
    case ISA_OP2_MOVA:
        return oracle_address(oracle_integral(oracle_add(a, half), MPFR_RNDD));
    case ISA_OP2_MOVA_FLOOR:
        return oracle_address(oracle_integral(a, MPFR_RNDD));
    case ISA_OP3_MUL_LIT:
        return oracle_mul_lit(a, b, c);
    case ISA_OP3_MUL_LIT_M2:
        return oracle_mul_ieee(oracle_mul_lit(a, b, c), two);
    case ISA_OP3_MUL_LIT_M4:
        return oracle_mul_ieee(oracle_mul_lit(a, b, c), four);
    case ISA_OP3_MUL_LIT_D2:
        return oracle_mul_ieee(oracle_mul_lit(a, b, c), half);
    case ISA_OP3_MULADD:
        return oracle_add(oracle_mul(a, b), c);
    case ISA_OP3_MULADD_M2:
        return oracle_mul_ieee(oracle_add(oracle_mul(a, b), c), two);
    case ISA_OP3_MULADD_M4:
        return oracle_mul_ieee(oracle_add(oracle_mul(a, b), c), four);
    case ISA_OP3_MULADD_D2:
        return oracle_mul_ieee(oracle_add(oracle_mul(a, b), c), half);
    case ISA_OP3_MULADD_IEEE:
        return oracle_add(oracle_mul_ieee(a, b), c);
    case ISA_OP3_MULADD_IEEE_M2:
        return oracle_mul_ieee(oracle_add(oracle_mul_ieee(a, b), c), two);
    case ISA_OP3_MULADD_IEEE_M4:
        return oracle_mul_ieee(oracle_add(oracle_mul_ieee(a, b), c), four);
    case ISA_OP3_MULADD_IEEE_D2:
        return oracle_mul_ieee(oracle_add(oracle_mul_ieee(a, b), c), half);
    default:
        *known = false;
        return 0;
    }
}

/* Branch counters, ISA 4.10 */
static inline struct oracle oracle_counter(enum isa_alu_id id, uint32_t a, uint32_t b)
{
    const uint32_t one = 0x3f800000;
    switch (id) {
    case ISA_OP2_PRED_SET_INV:
        if (oracle_order(a, one) == 0)
            return (struct oracle){true, 0, true};
        return (struct oracle){true, oracle_order(a, 0) == 0 ? one : a, false};
    case ISA_OP2_PRED_SET_POP:
        if (oracle_holds(KIND_FLOAT, TEST_LE, a, b))
            return (struct oracle){true, 0, true};
        return (struct oracle){true, oracle_add(a, oracle_nan(b) ? b : b ^ 1u << 31), false};
    case ISA_OP2_PRED_SET_CLR:
        return (struct oracle){true, 0x7f7fffff, false};
    case ISA_OP2_PRED_SET_RESTORE:
        return (struct oracle){true, oracle_order(a, 0) == 0 ? 0 : a, oracle_order(a, 0) == 0};
    default:
        return (struct oracle){false, 0, false};
    }
}

static inline struct oracle oracle_lane(enum isa_alu_id id, uint32_t a, uint32_t b, uint32_t c)
{
    for (unsigned i = 0; i < sizeof oracle_rows / sizeof *oracle_rows; i++) {
        if (oracle_rows[i].id == id)
            return oracle_compare(&oracle_rows[i], a, b, c);
    }
    struct oracle out = oracle_counter(id, a, b);
    if (out.known)
        return out;
    out.known = true;
    out.result = oracle_integer(id, a, b, &out.known);
    if (!out.known) {
        out.known = true;
        out.result = oracle_float(id, a, b, c, &out.known);
    }
    return out;
}

#endif
