/* test_alu_rows.c - whole rows against quarters: alu_rows.h computes what alu_functions.h does, on corners, random
 * words and ordinary numbers. */
#include "pipeline/alu/alu_rows.h"
#include "tb/isa/alu_operands.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

struct rows {
    lanes_t        src[3], result;
    const lanes_t *at[3];
};

/* What four quarters make of the operands; `wrong`: so many lanes differ from the row's. */
static unsigned wrong_lanes(enum isa_alu_id id, const struct rows *rows, lane_mask_t flags, bool with_flags)
{
    unsigned wrong = 0;
    for (unsigned q = 0; q < QUARTERS; q++) {
        const quarter_t src[3] = {rows->src[0].quarter[q], rows->src[1].quarter[q], rows->src[2].quarter[q]};
        quarter_t       result;
        quarter_mask_t  flag;
        alu_compute(id, src, &result, &flag);
        for (unsigned i = 0; i < QUARTER; i++)
            wrong += result.lane[i] != rows->result.quarter[q].lane[i];
        wrong += with_flags && flag != mask_quarter(flags, q);
    }
    return wrong;
}

enum { CORNERS, RANDOM, ORDINARY, SMALL, KINDS };

static void fill(struct rows *rows, struct alu_random *random, unsigned kind)
{
    for (unsigned n = 0; n < 3; n++) {
        rows->at[n] = &rows->src[n];
        for (unsigned i = 0; i < LANES; i++) {
            const uint32_t word = alu_random_word(random);
            rows->src[n].lane[i] = kind == CORNERS  ? alu_corners[word % ALU_CORNERS]
                                   : kind == RANDOM ? alu_random_operand(random)
                                   : kind == SMALL
                                       ? (word & 0x807fffff) | (50 + word % 24) << 23 /* products near 2^-126 */
                                       : (word & 0x807fffff) | (120 + (word >> 8) % 16) << 23;
        }
    }
}

static void every_operation_computes_in_rows_what_it_does_in_quarters(void **state)
{
    (void)state;
    struct alu_random random = {1};
    struct rows       rows;
    for (unsigned id = 0; id < ISA_ALU_COUNT; id++)
        for (unsigned n = 0; n < 40; n++) {
            lane_mask_t flags;
            fill(&rows, &random, n % KINDS);
            alu_rows_compute((enum isa_alu_id)id, rows.at, &rows.result, &flags);
            if (wrong_lanes((enum isa_alu_id)id, &rows, flags, true))
                fail_msg("%s: row and quarters differ", isa_alu_ops[id].name);
        }
}

static unsigned float_row(enum isa_alu_id id, struct rows *rows)
{
    const struct alu_row row = {id, {rows->at[0], rows->at[1], rows->at[2]}, &rows->result};
    return alu_rows_floats(&row, 1);
}

/* A row that is said to be good is; ordinary numbers make good ones where the host can. */
static void float_rows_that_are_good_are_those_of_the_quarters(void **state)
{
    (void)state;
    struct alu_random random = {2};
    struct rows       rows;
    unsigned          kernels = 0;
    for (unsigned id = 0; id < ISA_ALU_COUNT; id++) {
        unsigned good[KINDS] = {0};
        if (!alu_rows_is_float((enum isa_alu_id)id))
            continue;
        kernels++;
        for (unsigned n = 0; n < 4000; n++) {
            fill(&rows, &random, n % KINDS);
            if (!float_row((enum isa_alu_id)id, &rows))
                continue;
            good[n % KINDS]++;
            if (wrong_lanes((enum isa_alu_id)id, &rows, 0, false))
                fail_msg("%s: a good row differs from the quarters", isa_alu_ops[id].name);
        }
        assert_int_equal(good[ORDINARY], 4000 / KINDS);
    }
#if defined(__SSE2__) && !defined(WEKIVA_PORTABLE)
    assert_int_equal(kernels, 5);
#else
    assert_int_equal(kernels, 0);
#endif
}

/* A product that rounds up to the smallest normal number, and one that stays below it; a NaN of either kind. */
static void what_the_host_computes_otherwise_is_no_good_row(void **state)
{
    (void)state;
    static const struct {
        uint32_t a, b;
        bool     good;
    } cases[] = {
        {0x3f800000, 0x3f800000, true},  {0x00ffffff, 0x3f000000, false}, {0x1f800001, 0x1f7ffffe, false},
        {0x7fc12345, 0x3f800000, false}, {0x7f80abcd, 0x3f800000, false}, {0x7f800000, 0x00000000, false},
        {0x7f800000, 0x40000000, true},  {0x00000001, 0x40000000, true},  {0x807fffff, 0x7f7fffff, true},
    };
    struct rows rows;
    if (!alu_rows_is_float(ISA_OP2_MUL_IEEE))
        skip();
    for (unsigned c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct alu_random random = {3};
        fill(&rows, &random, ORDINARY);
        rows.src[0].lane[c * 7] = cases[c].a;
        rows.src[1].lane[c * 7] = cases[c].b;
        assert_int_equal(float_row(ISA_OP2_MUL_IEEE, &rows), cases[c].good);
    }
}

/* One bad row spoils no other but by an underflow, after which none can be trusted; the host's modes are as before. */
static void rows_of_a_group_are_judged_one_by_one(void **state)
{
    (void)state;
    struct alu_random random = {4};
    struct rows       rows[3];
    if (!alu_rows_is_float(ISA_OP2_ADD))
        skip();
    for (unsigned n = 0; n < 3; n++)
        fill(&rows[n], &random, ORDINARY);
    rows[1].src[0].lane[40] = 0x7fc00000;
    struct alu_row floats[3];
    for (unsigned n = 0; n < 3; n++)
        floats[n] = (struct alu_row){ISA_OP2_ADD, {rows[n].at[0], rows[n].at[1], rows[n].at[2]}, &rows[n].result};
    assert_int_equal(alu_rows_floats(floats, 7), 5);
    floats[2].id = ISA_OP2_MUL;
    rows[2].src[0].lane[1] = rows[2].src[1].lane[1] = 0x10000000;
    assert_int_equal(alu_rows_floats(floats, 7), 0);
    volatile float tiny = 0x1p-126f;
    assert_true(tiny / 2 > 0); /* denormals are themselves again */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_operation_computes_in_rows_what_it_does_in_quarters),
        cmocka_unit_test(float_rows_that_are_good_are_those_of_the_quarters),
        cmocka_unit_test(what_the_host_computes_otherwise_is_no_good_row),
        cmocka_unit_test(rows_of_a_group_are_judged_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
