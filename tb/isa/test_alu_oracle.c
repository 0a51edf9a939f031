/* test_alu_oracle.c - every one-slot ALU operation but the transcendentals against tb/isa/oracle.h (ISA 9.2). */
#include "pipeline/alu/alu_functions.h"
#include "tb/isa/alu_operands.h"
#include "tb/isa/count.h"
#include "tb/isa/oracle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

/* The model under test: alu_compute, or one that is wrong on purpose. */
typedef void (*model_function)(enum isa_alu_id, const quarter_t[3], quarter_t *restrict, quarter_mask_t *restrict);

struct check {
    model_function  model;
    enum isa_alu_id id;
    bool            quiet; /* count only, say nothing */
    unsigned        lanes, wrong;
    quarter_t       src[3];
};

static void run_quarter(struct check *check)
{
    quarter_t      result;
    quarter_mask_t flags;

    check->model(check->id, check->src, &result, &flags);
    for (unsigned i = 0; i < check->lanes; i++) {
        const uint32_t      a = check->src[0].lane[i], b = check->src[1].lane[i], c = check->src[2].lane[i];
        const struct oracle want = oracle_lane(check->id, a, b, c);
        const bool          flag = flags >> i & 1;
        if (result.lane[i] == want.result && flag == want.flag)
            continue;
        if (!check->quiet && check->wrong < 5)
            print_error("%s(%08x, %08x, %08x): %08x flag %d, expected %08x flag %d\n", isa_alu_ops[check->id].name, a,
                        b, c, result.lane[i], flag, want.result, want.flag);
        check->wrong++;
    }
    if (!check->quiet)
        count_vectors(check->id, check->lanes);
    check->lanes = 0;
}

static void add_lane(struct check *check, uint32_t a, uint32_t b, uint32_t c)
{
    check->src[0].lane[check->lanes] = a;
    check->src[1].lane[check->lanes] = b;
    check->src[2].lane[check->lanes] = c;
    if (++check->lanes == QUARTER)
        run_quarter(check);
}

static void run_corners(struct check *check)
{
    const unsigned operands = isa_alu_ops[check->id].operands;
    const unsigned seconds = operands > 2 ? ALU_CORNERS_FEW : ALU_CORNERS, thirds = operands > 2 ? ALU_CORNERS_FEW : 1;
    for (unsigned i = 0; i < seconds; i++)
        for (unsigned j = 0; j < (operands > 1 ? seconds : 1); j++)
            for (unsigned k = 0; k < thirds; k++)
                add_lane(check, alu_corners[i], alu_corners[j], alu_corners[k]);
    run_quarter(check);
}

static void run_random(struct check *check, unsigned quarters)
{
    struct alu_random random = {(uint64_t)check->id * 977 + 1};
    for (unsigned n = 0; n < quarters * QUARTER; n++) {
        const uint32_t a = alu_random_operand(&random), b = alu_random_operand(&random);
        add_lane(check, a, n % 7 ? b : a ^ (b & 0x80000001), alu_random_operand(&random));
    }
}

/* Every exponent and sign with mantissas that end, begin, alternate. */
static void run_strata(struct check *check)
{
    static const uint32_t mantissas[] = {0,        1,        2,        0x7fffff, 0x7ffffe, 0x400000, 0x400001,
                                         0x3fffff, 0x555555, 0x2aaaaa, 0x7f0000, 0x00ffff, 0x123456, 0x600000};
    for (uint32_t high = 0; high < 512; high++)
        for (unsigned i = 0; i < sizeof mantissas / sizeof *mantissas; i++)
            add_lane(check, high << 23 | mantissas[i], 0x40490fdb, 0xc0000000);
}

static unsigned wrong_lanes(model_function model, enum isa_alu_id id, bool quiet, unsigned quarters)
{
    struct check check = {.model = model, .id = id, .quiet = quiet};
    run_corners(&check);
    run_random(&check, quarters);
    run_strata(&check);
    return check.wrong;
}

static void every_operation_agrees_with_the_oracle(void **state)
{
    unsigned wrong = 0;
    (void)state;
    for (int id = 0; id < ISA_ALU_COUNT; id++) {
        if (!oracle_lane((enum isa_alu_id)id, 0, 0, 0).known)
            continue;
        wrong += wrong_lanes(alu_compute, (enum isa_alu_id)id, false, alu_iterations(1500));
    }
    assert_int_equal(wrong, 0);
}

/* Each operation is in the oracle, or is of a kind that another test has. */
static void no_operation_is_without_a_test(void **state)
{
    (void)state;
    for (int id = 0; id < ISA_ALU_COUNT; id++) {
        const uint32_t elsewhere = ISA_REDUCTION | ISA_DOUBLE | ISA_TRANSCENDENTAL;
        if (id != ISA_OP2_NOP && !oracle_lane((enum isa_alu_id)id, 0, 0, 0).known)
            assert_true(isa_alu_ops[id].flags & elsewhere);
    }
}

static void operations_without_a_result_give_zero(void **state)
{
    static const enum isa_alu_id ids[] = {ISA_OP2_NOP, ISA_OP2_DOT4, ISA_OP2_ADD_64, ISA_ALU_ILLEGAL};
    const quarter_t              src[3] = {{{0x3f800000}}, {{0x3f800000}}, {{0x3f800000}}};
    (void)state;
    for (unsigned i = 0; i < sizeof ids / sizeof *ids; i++) {
        quarter_t      result = {{~0u}};
        quarter_mask_t flags = 0xffff;
        alu_compute(ids[i], src, &result, &flags);
        for (int lane = 0; lane < QUARTER; lane++)
            assert_int_equal(result.lane[lane], 0);
        assert_int_equal(flags, 0);
        if (ids[i] == ISA_OP2_NOP)
            count_vectors(ids[i], QUARTER);
    }
}

/* ---- the comparison bites --------------------------------------------------------------------------------------- */

static float to_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void change_lanes(const quarter_t src[3], quarter_t *result, uint32_t (*change)(const uint32_t[3], uint32_t))
{
    for (int i = 0; i < QUARTER; i++) {
        const uint32_t operands[3] = {src[0].lane[i], src[1].lane[i], src[2].lane[i]};
        result->lane[i] = change(operands, result->lane[i]);
    }
}

/* One rounding instead of two. */
static uint32_t fused(const uint32_t s[3], uint32_t right)
{
    const double exact = (double)to_float(s[0]) * (double)to_float(s[1]) + (double)to_float(s[2]);
    const float  value = (float)exact;
    uint32_t     bits;
    memcpy(&bits, &value, sizeof bits);
    const uint32_t exponent = bits >> 23 & 255;
    return exponent == 0 || exponent == 255 || right << 1 == 0 ? right : bits;
}
/* A denormal sum is kept. */
static uint32_t kept_denormal(const uint32_t s[3], uint32_t right)
{
    const float value = to_float(s[0]) + to_float(s[1]);
    uint32_t    bits;
    memcpy(&bits, &value, sizeof bits);
    return (bits >> 23 & 255) == 0 ? bits : right;
}
/* Towards zero. */
static uint32_t truncated_product(const uint32_t s[3], uint32_t right)
{
    const double exact = (double)to_float(s[0]) * (double)to_float(s[1]);
    const double rounded = (double)to_float(right);
    const bool   away = exact > 0 ? rounded > exact : rounded < exact;
    return away && (right >> 23 & 255) != 255 ? right - 1 : right;
}
static uint32_t swapped_difference(const uint32_t s[3], uint32_t right)
{
    (void)right;
    return s[1] - s[0];
}
/* The host's NaN. */
static uint32_t native_nan(const uint32_t s[3], uint32_t right)
{
    (void)s;
    return (right & 0x7fffffff) == 0x7fc00000 ? 0x7fc00000 : right;
}

static uint32_t (*wrong_change)(const uint32_t[3], uint32_t);

static void wrong_model(enum isa_alu_id id, const quarter_t src[3], quarter_t *restrict result,
                        quarter_mask_t *restrict flags)
{
    alu_compute(id, src, result, flags);
    change_lanes(src, result, wrong_change);
}

static void wrong_flags(enum isa_alu_id id, const quarter_t src[3], quarter_t *restrict result,
                        quarter_mask_t *restrict flags)
{
    alu_compute(id, src, result, flags);
    *flags = (quarter_mask_t)(*flags << 1 | *flags >> 15);
}

static void the_oracle_rejects_wrong_models(void **state)
{
    static const struct {
        uint32_t (*change)(const uint32_t[3], uint32_t);
        enum isa_alu_id id;
    } wrong[] = {
        {fused, ISA_OP3_MULADD},          {fused, ISA_OP3_MULADD_IEEE},          {kept_denormal, ISA_OP2_ADD},
        {truncated_product, ISA_OP2_MUL}, {swapped_difference, ISA_OP2_SUB_INT}, {native_nan, ISA_OP2_MUL_IEEE}};
    (void)state;
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        wrong_change = wrong[i].change;
        assert_int_not_equal(wrong_lanes(wrong_model, wrong[i].id, true, 50), 0);
    }
    assert_int_not_equal(wrong_lanes(wrong_flags, ISA_OP2_PRED_SETGT, true, 50), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_operation_agrees_with_the_oracle),
        cmocka_unit_test(no_operation_is_without_a_test),
        cmocka_unit_test(operations_without_a_result_give_zero),
        cmocka_unit_test(the_oracle_rejects_wrong_models),
    };
    oracle_start();
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    oracle_stop();
    return count_end(failed);
}
