/* test_alu_rules.c - single facts about ALU operations, each with its numbers (ISA 9.2, 4.10). */
#include "pipeline/alu/alu_functions.h"
#include "tb/isa/count.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#define ONE 0x3f800000u
#define INFINITE 0x7f800000u
#define MINUS_0 0x80000000u
#define NAN_A 0x7f80aaaau /* signalling */
#define NAN_B 0xffc0bbbbu

static bool flag_of_last;

static uint32_t lane(enum isa_alu_id id, uint32_t a, uint32_t b, uint32_t c)
{
    quarter_t      src[3] = {{{0}}}, result;
    quarter_mask_t flags;
    src[0].lane[11] = a;
    src[1].lane[11] = b;
    src[2].lane[11] = c;
    alu_compute(id, src, &result, &flags);
    flag_of_last = flags >> 11 & 1;
    return result.lane[11];
}

static void expect(enum isa_alu_id id, uint32_t a, uint32_t b, uint32_t c, uint32_t want)
{
    const uint32_t got = lane(id, a, b, c);
    if (got != want)
        print_error("%s(%08x, %08x, %08x) = %08x, expected %08x\n", isa_alu_ops[id].name, a, b, c, got, want);
    assert_int_equal(got, want);
    count_vectors(id, 1);
}

static void expect_flag(enum isa_alu_id id, uint32_t a, uint32_t b, uint32_t want, bool flag)
{
    expect(id, a, b, 0, want);
    assert_int_equal(flag_of_last, flag);
}

static void muladd_rounds_the_product_and_then_the_sum(void **state)
{
    (void)state;
    /* (1 + 2^-12)^2 - (1 + 2^-11) is 2^-24, but the product loses it */
    expect(ISA_OP3_MULADD, 0x3f800800, 0x3f800800, 0xbf801000, 0);
    expect(ISA_OP3_MULADD_IEEE, 0x3f800800, 0x3f800800, 0xbf801000, 0);
}

static void muladd_flushes_a_denormal_product(void **state)
{
    (void)state;
    /* 2^-126 and the product 2^-127, whose sum 1.5 * 2^-126 is a normal number */
    expect(ISA_OP3_MULADD_IEEE, 0x20000000, 0x1f800000, 0x00800000, 0x00800000);
    /* a product that is just normal counts */
    expect(ISA_OP3_MULADD_IEEE, 0x20000000, 0x20000000, 0x00800000, 0x01000000);
}

static void zero_times_anything_is_plus_zero_without_ieee(void **state)
{
    static const uint32_t anything[] = {0, MINUS_0, ONE, 0xbf800000, INFINITE, 0xff800000, NAN_A, NAN_B, 0x00000001};
    (void)state;
    for (unsigned i = 0; i < sizeof anything / sizeof *anything; i++) {
        expect(ISA_OP2_MUL, 0, anything[i], 0, 0);
        expect(ISA_OP2_MUL, anything[i], MINUS_0, 0, 0);
        expect(ISA_OP2_MUL, 0x007fffff, anything[i], 0, 0); /* a denormal is a zero */
        expect(ISA_OP3_MULADD, anything[i], 0, ONE, ONE);
        expect(ISA_OP3_MUL_LIT, 0, anything[i] & 0x7fffffff, 0x40000000,
               anything[i] << 1 > 0xff000000u ? 0xff7fffff : 0);
    }
    expect(ISA_OP2_MUL_IEEE, 0, INFINITE, 0, 0xffc00000);
    expect(ISA_OP2_MUL_IEEE, MINUS_0, ONE, 0, MINUS_0);
}

static void mul_lit_is_lowest_in_the_dark(void **state)
{
    (void)state;
    expect(ISA_OP3_MUL_LIT, 0x40400000, 0x40000000, ONE, 0x40c00000);
    expect(ISA_OP3_MUL_LIT, ONE, 0xff7fffff, ONE, 0xff7fffff);
    expect(ISA_OP3_MUL_LIT, ONE, 0xff800000, ONE, 0xff7fffff);
    expect(ISA_OP3_MUL_LIT, ONE, NAN_A, ONE, 0xff7fffff);
    expect(ISA_OP3_MUL_LIT, ONE, ONE, 0x00000001, 0xff7fffff); /* denormal: zero */
    expect(ISA_OP3_MUL_LIT, ONE, ONE, 0xbf800000, 0xff7fffff);
    expect(ISA_OP3_MUL_LIT, ONE, ONE, NAN_A, 0xff7fffff);
    expect(ISA_OP3_MUL_LIT, NAN_A, ONE, ONE, NAN_A | 0x00400000);
    expect(ISA_OP3_MUL_LIT_D2, ONE, ONE, MINUS_0, 0xfeffffff);
    expect(ISA_OP3_MUL_LIT_M2, ONE, ONE, MINUS_0, 0xff800000);
}

static void the_first_nan_wins_and_leaves_quiet(void **state)
{
    (void)state;
    expect(ISA_OP2_ADD, NAN_A, NAN_B, 0, 0x7fc0aaaa);
    expect(ISA_OP2_ADD, NAN_B, NAN_A, 0, 0xffc0bbbb);
    expect(ISA_OP2_MUL_IEEE, ONE, NAN_A, 0, 0x7fc0aaaa);
    expect(ISA_OP3_MULADD_IEEE, ONE, ONE, NAN_A, 0x7fc0aaaa);
    expect(ISA_OP2_ADD, INFINITE, 0xff800000, 0, 0xffc00000);
}

static void moves_and_selections_keep_every_bit(void **state)
{
    static const uint32_t words[] = {0x00000001, 0x807fffff, NAN_A, NAN_B, 0xdeadbeef};
    (void)state;
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
        expect(ISA_OP2_MOV, words[i], 0, 0, words[i]);
        expect(ISA_OP3_CNDE, 0x00000001, words[i], 0, words[i]); /* a denormal equals 0.0 */
        expect(ISA_OP3_CNDGT, 0x00000001, 0, words[i], words[i]);
        expect(ISA_OP3_CNDGE, NAN_A, 0, words[i], words[i]);
        expect(ISA_OP3_CNDE_INT, 0x80000000, 0, words[i], words[i]);
        expect(ISA_OP3_CNDE, 0x80000000, words[i], 0, words[i]);
    }
}

static void min_and_max_take_the_second_operand_on_a_nan_and_dx10_the_number(void **state)
{
    (void)state;
    expect(ISA_OP2_MAX, NAN_A, ONE, 0, ONE);
    expect(ISA_OP2_MAX, ONE, NAN_A, 0, 0x7fc0aaaa);
    expect(ISA_OP2_MIN, NAN_A, ONE, 0, ONE);
    expect(ISA_OP2_MIN, ONE, NAN_A, 0, 0x7fc0aaaa);
    expect(ISA_OP2_MAX_DX10, ONE, NAN_A, 0, ONE);
    expect(ISA_OP2_MAX_DX10, NAN_A, ONE, 0, ONE);
    expect(ISA_OP2_MIN_DX10, ONE, NAN_A, 0, ONE);
    expect(ISA_OP2_MIN_DX10, NAN_A, 0xbf800000, 0, 0xbf800000);
    expect(ISA_OP2_MAX, MINUS_0, 0, 0, MINUS_0); /* equal: src0 */
    expect(ISA_OP2_MIN, MINUS_0, 0, 0, 0);       /* not less: src1 */
}

static void rounding_keeps_signs_and_large_values(void **state)
{
    (void)state;
    expect(ISA_OP2_TRUNC, 0xbf000000, 0, 0, MINUS_0);
    expect(ISA_OP2_CEIL, 0xbf7fffff, 0, 0, MINUS_0);
    expect(ISA_OP2_CEIL, 0x00800000, 0, 0, ONE);
    expect(ISA_OP2_CEIL, 0x007fffff, 0, 0, 0);
    expect(ISA_OP2_FLOOR, 0x80800000, 0, 0, 0xbf800000);
    expect(ISA_OP2_FLOOR, 0x807fffff, 0, 0, MINUS_0);
    expect(ISA_OP2_RNDNE, 0x3f000000, 0, 0, 0);
    expect(ISA_OP2_RNDNE, 0x3fc00000, 0, 0, 0x40000000);
    expect(ISA_OP2_RNDNE, 0x40200000, 0, 0, 0x40000000);
    expect(ISA_OP2_RNDNE, 0xbf000000, 0, 0, MINUS_0);
    expect(ISA_OP2_RNDNE, 0x4b000001, 0, 0, 0x4b000001); /* 2^23 + 1 */
    expect(ISA_OP2_RNDNE, 0x4affffff, 0, 0, 0x4b000000);
    expect(ISA_OP2_FRACT, 0xbe800000, 0, 0, 0x3f400000);
    expect(ISA_OP2_FRACT, 0x80800000, 0, 0, ONE);
    expect(ISA_OP2_FRACT, MINUS_0, 0, 0, 0);
    expect(ISA_OP2_FRACT, INFINITE, 0, 0, 0xffc00000);
    expect(ISA_OP2_FLOOR, 0xff800000, 0, 0, 0xff800000);
}

static void floats_become_the_low_bits_of_their_integral_part(void **state)
{
    (void)state;
    expect(ISA_OP2_FLT_TO_INT, 0xbff33333, 0, 0, (uint32_t)-1); /* -1.9 */
    expect(ISA_OP2_FLT_TO_INT, 0x4f000000, 0, 0, 0x80000000);   /* 2^31 */
    expect(ISA_OP2_FLT_TO_INT, 0x4f800001, 0, 0, 0x00000200);   /* 2^32 + 512 */
    expect(ISA_OP2_FLT_TO_INT, 0xcf800001, 0, 0, (uint32_t)-512);
    expect(ISA_OP2_FLT_TO_INT, INFINITE, 0, 0, 0);
    expect(ISA_OP2_FLT_TO_INT, NAN_A, 0, 0, 0);
}

static void floats_out_of_the_unsigned_range_become_its_ends(void **state)
{
    (void)state;
    expect(ISA_OP2_FLT_TO_UINT, 0x4f7fffff, 0, 0, 0xffffff00); /* largest below 2^32 */
    expect(ISA_OP2_FLT_TO_UINT, 0x4f000001, 0, 0, 0x80000100);
    expect(ISA_OP2_FLT_TO_UINT, 0x403fffff, 0, 0, 2);          /* just below 3 */
    expect(ISA_OP2_FLT_TO_UINT, 0x4f800000, 0, 0, 0xffffffff); /* 2^32 */
    expect(ISA_OP2_FLT_TO_UINT, INFINITE, 0, 0, 0xffffffff);
    expect(ISA_OP2_FLT_TO_UINT, 0xff800000, 0, 0, 0);
    expect(ISA_OP2_FLT_TO_UINT, 0xbf800000, 0, 0, 0); /* -1 */
    expect(ISA_OP2_FLT_TO_UINT, 0xcf800001, 0, 0, 0);
    expect(ISA_OP2_FLT_TO_UINT, MINUS_0, 0, 0, 0);
    expect(ISA_OP2_FLT_TO_UINT, NAN_A, 0, 0, 0);
    expect(ISA_OP2_FLT_TO_UINT, NAN_A | MINUS_0, 0, 0, 0);
}

static void integers_become_the_nearest_float(void **state)
{
    (void)state;
    expect(ISA_OP2_INT_TO_FLT, 0x01000001, 0, 0, 0x4b800000); /* 2^24 + 1: tie, to even */
    expect(ISA_OP2_INT_TO_FLT, 0x01000003, 0, 0, 0x4b800002);
    expect(ISA_OP2_INT_TO_FLT, 0x80000000, 0, 0, 0xcf000000);
    expect(ISA_OP2_UINT_TO_FLT, 0xffffffff, 0, 0, 0x4f800000);
    expect(ISA_OP2_UINT_TO_FLT, 0x80000080, 0, 0, 0x4f000000);
    expect(ISA_OP2_UINT_TO_FLT, 0x80000081, 0, 0, 0x4f000001);
}

static void addresses_outside_ar_become_minus_256(void **state)
{
    (void)state;
    expect(ISA_OP2_MOVA, 0x437f7fff, 0, 0, 255);            /* 255.49998 */
    expect(ISA_OP2_MOVA, 0x437f8000, 0, 0, (uint32_t)-256); /* 255.5 rounds to 256 */
    expect(ISA_OP2_MOVA, 0xbf000000, 0, 0, 0);              /* floor(-1/2 + 1/2) */
    expect(ISA_OP2_MOVA, 0xbf400000, 0, 0, (uint32_t)-1);
    expect(ISA_OP2_MOVA_FLOOR, 0x437fffff, 0, 0, 255);
    expect(ISA_OP2_MOVA_FLOOR, 0xbf000000, 0, 0, (uint32_t)-1);
    expect(ISA_OP2_MOVA_FLOOR, 0xff800000, 0, 0, (uint32_t)-256);
    expect(ISA_OP2_MOVA_FLOOR, NAN_A, 0, 0, (uint32_t)-256);
    expect(ISA_OP2_MOVA_INT, 255, 0, 0, 255);
    expect(ISA_OP2_MOVA_INT, 256, 0, 0, (uint32_t)-256);
    expect(ISA_OP2_MOVA_INT, (uint32_t)-256, 0, 0, (uint32_t)-256);
    expect(ISA_OP2_MOVA_INT, (uint32_t)-257, 0, 0, (uint32_t)-256);
}

static void shift_counts_are_not_taken_modulo_32(void **state)
{
    (void)state;
    expect(ISA_OP2_LSHL_INT, 1, 31, 0, 0x80000000);
    expect(ISA_OP2_LSHL_INT, 1, 32, 0, 0);
    expect(ISA_OP2_LSHL_INT, 1, 33, 0, 0);
    expect(ISA_OP2_LSHR_INT, 0x80000000, 31, 0, 1);
    expect(ISA_OP2_LSHR_INT, 0xffffffff, 32, 0, 0);
    expect(ISA_OP2_ASHR_INT, 0x80000000, 4, 0, 0xf8000000);
    expect(ISA_OP2_ASHR_INT, 0x80000000, 32, 0, 0x80000000);
    expect(ISA_OP2_ASHR_INT, 0x7fffffff, 0xfffffffe, 0, 1);
}

static void sub_int_subtracts_the_second_operand(void **state)
{
    (void)state;
    expect(ISA_OP2_SUB_INT, 7, 5, 0, 2);
}

static void comparisons_treat_denormals_as_zero_and_nan_as_unequal(void **state)
{
    (void)state;
    expect(ISA_OP2_SETE, 0x00000001, 0x807fffff, 0, ONE);
    expect(ISA_OP2_SETGT, 0x007fffff, 0, 0, 0);
    expect(ISA_OP2_SETNE, NAN_A, NAN_A, 0, ONE);
    expect(ISA_OP2_SETGE_DX10, NAN_A, NAN_A, 0, 0);
    expect(ISA_OP2_SETNE_DX10, NAN_A, 0, 0, ~0u);
    expect(ISA_OP2_SETGE_INT, 0x80000000, 1, 0, 0);
    expect(ISA_OP2_SETGE_UINT, 0x80000000, 1, 0, ~0u);
}

static void predicates_and_kills_return_opposite_floats(void **state)
{
    (void)state;
    expect_flag(ISA_OP2_PRED_SETGT, 0x40000000, ONE, 0, true);
    expect_flag(ISA_OP2_PRED_SETGT, ONE, ONE, ONE, false);
    expect_flag(ISA_OP2_PRED_SETGT_INT, 1, ~0u, 0, true);
    expect_flag(ISA_OP2_PRED_SETGT_UINT, 1, ~0u, ONE, false);
    expect_flag(ISA_OP2_KILLGT, 0x40000000, ONE, ONE, true);
    expect_flag(ISA_OP2_KILLGT, ONE, ONE, 0, false);
    expect_flag(ISA_OP2_KILLGT_UINT, ~0u, 1, ONE, true);
    expect_flag(ISA_OP2_SETGT, 0x40000000, ONE, ONE, false);
}

static void branch_counters_count(void **state)
{
    (void)state;
    expect_flag(ISA_OP2_PRED_SETE_PUSH, 0, 0, 0, true);               /* enters the branch */
    expect_flag(ISA_OP2_PRED_SETE_PUSH, 0, ONE, ONE, false);          /* waits one level */
    expect_flag(ISA_OP2_PRED_SETE_PUSH, ONE, 0, 0x40000000, false);   /* waited already */
    expect_flag(ISA_OP2_PRED_SETLT_PUSH_INT, 0, 0xffffffff, 0, true); /* -1 < 0 */
    expect_flag(ISA_OP2_PRED_SETLE_PUSH_INT, 0, 1, ONE, false);
    expect_flag(ISA_OP2_PRED_SET_INV, ONE, 0, 0, true);  /* else: waiting threads enter */
    expect_flag(ISA_OP2_PRED_SET_INV, 0, 0, ONE, false); /* executing threads wait */
    expect_flag(ISA_OP2_PRED_SET_INV, 0x40000000, 0, 0x40000000, false);
    expect_flag(ISA_OP2_PRED_SET_POP, ONE, ONE, 0, true);
    expect_flag(ISA_OP2_PRED_SET_POP, 0x40400000, ONE, 0x40000000, false);
    expect_flag(ISA_OP2_PRED_SET_CLR, 0, 0, 0x7f7fffff, false);
    expect_flag(ISA_OP2_PRED_SET_RESTORE, MINUS_0, 0, 0, true);
    expect_flag(ISA_OP2_PRED_SET_RESTORE, 0x40000000, 0, 0x40000000, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(muladd_rounds_the_product_and_then_the_sum),
        cmocka_unit_test(muladd_flushes_a_denormal_product),
        cmocka_unit_test(zero_times_anything_is_plus_zero_without_ieee),
        cmocka_unit_test(mul_lit_is_lowest_in_the_dark),
        cmocka_unit_test(the_first_nan_wins_and_leaves_quiet),
        cmocka_unit_test(moves_and_selections_keep_every_bit),
        cmocka_unit_test(min_and_max_take_the_second_operand_on_a_nan_and_dx10_the_number),
        cmocka_unit_test(rounding_keeps_signs_and_large_values),
        cmocka_unit_test(floats_become_the_low_bits_of_their_integral_part),
        cmocka_unit_test(floats_out_of_the_unsigned_range_become_its_ends),
        cmocka_unit_test(integers_become_the_nearest_float),
        cmocka_unit_test(addresses_outside_ar_become_minus_256),
        cmocka_unit_test(shift_counts_are_not_taken_modulo_32),
        cmocka_unit_test(sub_int_subtracts_the_second_operand),
        cmocka_unit_test(comparisons_treat_denormals_as_zero_and_nan_as_unequal),
        cmocka_unit_test(predicates_and_kills_return_opposite_floats),
        cmocka_unit_test(branch_counters_count),
    };
    return count_end(cmocka_run_group_tests(tests, NULL, NULL));
}
