/* test_alu_double.c - the 64-bit operations: tables 9.1 to 9.12 and the examples of ISA 9.2, and MPFR for the rest. */
#include "pipeline/alu/alu_functions.h"
#include "tb/isa/alu_operands.h"
#include "tb/isa/count.h"

#include <mpfr.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define NAN64 0xfff8000000000000u
#define PLUS_INF 0x7ff0000000000000u
#define MINUS_INF 0xfff0000000000000u
#define MINUS 0x8000000000000000u
#define ONE 0x3ff0000000000000u
#define TWO 0x4000000000000000u
#define DENORMAL 0x000fffffffffffffu

static double to_double(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

struct pairs {
    uint64_t xy, zw;
    bool     flag[2];
};

/* One operation, its operands where the pages' examples have them; in one lane, the others zero. */
static struct pairs run(enum isa_alu_id id, uint64_t a, uint64_t b, uint64_t c)
{
    static unsigned count;
    const unsigned  lane = count++ % QUARTER;
    const uint64_t  operands[3] = {a, b, c};
    quarter_t       src[4][3] = {{{{0}}}}, result[4];
    quarter_mask_t  flags[2];
    struct pairs    out;
    for (int slot = 0; slot < 4; slot++)
        for (int k = 0; k < 3; k++) {
            const bool low = isa_alu_ops[id].slots == 4 && id != ISA_OP2_FREXP_64 ? slot == 3 : slot & 1;
            src[slot][k].lane[lane] = (uint32_t)(low ? operands[k] : operands[k] >> 32);
        }
    alu_double(id, (const quarter_t(*)[3])src, result, flags);
    out.xy = (uint64_t)result[1].lane[lane] << 32 | result[0].lane[lane];
    out.zw = (uint64_t)result[3].lane[lane] << 32 | result[2].lane[lane];
    for (int k = 0; k < 2; k++)
        out.flag[k] = flags[k] >> lane & 1;
    return out;
}

/* Both pairs must agree; FREXP_64 has its own check. */
static uint64_t value_of(enum isa_alu_id id, uint64_t a, uint64_t b, uint64_t c)
{
    const struct pairs out = run(id, a, b, c);
    assert_true(out.xy == out.zw);
    return out.xy;
}

static void expect(enum isa_alu_id id, uint64_t a, uint64_t b, uint64_t c, uint64_t want)
{
    const uint64_t got = value_of(id, a, b, c);
    if (got != want)
        print_error("%s(%016llx, %016llx, %016llx) = %016llx, expected %016llx\n", isa_alu_ops[id].name,
                    (unsigned long long)a, (unsigned long long)b, (unsigned long long)c, (unsigned long long)got,
                    (unsigned long long)want);
    assert_true(got == want);
    count_vectors(id, 1);
}

/* ---- tables ------------------------------------------------------------------------------------------------------ */

/* -infinity, -F, -denormal, -0, +0, +denormal, +F, +infinity, NaN: the rows and columns of tables 9.1 and 9.10 on. */
static const uint64_t classes[9] = {MINUS_INF, MINUS | TWO, MINUS | DENORMAL,   MINUS, 0, DENORMAL,
                                    TWO,       PLUS_INF,    0x7ff8000000001234u};

static void table_9_1_add(void **state)
{
    /* I -infinity, J +infinity, Q invalid, - and + zeros, 0 src0, 1 src1, m -4, p +4, z +0 */
    static const char *const rows[9] = {"IIIIIIIQ1", "Im0000zJ1", "I1--++1J1", "I1--++1J1", "I1++++1J1",
                                        "I1++++1J1", "Iz0000pJ1", "QJJJJJJJ1", "000000000"};
    (void)state;
    for (int i = 0; i < 9; i++)
        for (int k = 0; k < 9; k++) {
            const uint64_t a = classes[i], b = classes[k];
            uint64_t       want = 0;
            switch (rows[i][k]) {
            case 'I':
                want = MINUS_INF;
                break;
            case 'J':
                want = PLUS_INF;
                break;
            case 'Q':
                want = NAN64;
                break;
            case '-':
                want = MINUS;
                break;
            case '0':
                want = a;
                break;
            case '1':
                want = b;
                break;
            case 'm':
                want = 0xc010000000000000u;
                break;
            case 'p':
                want = 0x4010000000000000u;
                break;
            default:
                break;
            }
            expect(ISA_OP2_ADD_64, a, b, 0, want);
        }
}

static void table_9_7_multiply(void **state)
{
    (void)state;
    for (int i = 0; i < 9; i++)
        for (int k = 0; k < 9; k++) {
            const uint64_t sign = (classes[i] ^ classes[k]) & MINUS;
            const bool     zero_a = i >= 2 && i <= 5, zero_b = k >= 2 && k <= 5;
            const bool     inf_a = i == 0 || i == 7, inf_b = k == 0 || k == 7;
            uint64_t       want = sign | 0x4010000000000000u;
            if (i == 8 || k == 8)
                want = classes[8];
            else if ((zero_a && inf_b) || (zero_b && inf_a))
                want = NAN64;
            else if (zero_a || zero_b)
                want = sign;
            else if (inf_a || inf_b)
                want = sign | PLUS_INF;
            expect(ISA_OP2_MUL_64, classes[i], classes[k], 0, want);
            /* tables 9.8 and 9.9: the same product, and a sum with -0 that leaves it alone */
            expect(ISA_OP3_MULADD_64, classes[i], classes[k], MINUS, want);
        }
}

static void the_first_nan_is_propagated(void **state)
{
    const uint64_t first = 0x7ff8000000000001u, second = 0xfff0000000000002u;
    (void)state;
    expect(ISA_OP2_ADD_64, first, second, 0, first);
    expect(ISA_OP2_ADD_64, second, first, 0, 0xfff8000000000002u);
    expect(ISA_OP2_MUL_64, ONE, second, 0, 0xfff8000000000002u);
    expect(ISA_OP3_MULADD_64, ONE, ONE, first, first);
    expect(ISA_OP3_MULADD_64, 0, PLUS_INF, first, NAN64);
}

static void table_9_2_float_to_double(void **state)
{
    static const uint32_t operands[] = {0xff800000, 0xc0490fdb, 0xbf800000, 0x807fffff, 0x80000000, 0,         1,
                                        0x3f800000, 0x7f7fffff, 0x7f800000, 0xffc00000, 0x7f800001, 0xffe12345};
    static const uint64_t results[] = {
        MINUS_INF, 0xc00921fb60000000u, MINUS | ONE,        MINUS, MINUS, 0, 0, ONE, 0x47efffffe0000000u, PLUS_INF,
        NAN64,     0x7ff0000020000000u, 0xfffc2468a0000000u};
    (void)state;
    for (unsigned i = 0; i < sizeof operands / sizeof *operands; i++)
        expect(ISA_OP2_FLT32_TO_FLT64, (uint64_t)operands[i] << 32 | 0x12345678, 0, 0, results[i]);
}

static void table_9_3_double_to_float(void **state)
{
    static const uint64_t operands[] = {
        NAN64, MINUS_INF, MINUS | ONE, MINUS | DENORMAL, MINUS, 0, DENORMAL, ONE, PLUS_INF, 0x7ff0000000000001u,
        /* too large, too small, ties to even, just above a tie */
        0x47f0000000000000u, 0x380fffffe0000000u, 0x3690000000000000u, 0xb690000000000000u, 0x3ff0000010000000u,
        0x3ff0000030000000u, 0x3ff0000010000001u};
    static const uint32_t results[] = {0xffc00000, 0xff800000, 0xbf800000, 0x80000000, 0x80000000, 0,
                                       0,          0x3f800000, 0x7f800000, 0x7fc00000, 0x7f800000, 0x00800000,
                                       0,          0x80000000, 0x3f800000, 0x3f800002, 0x3f800001};
    (void)state;
    for (unsigned i = 0; i < sizeof operands / sizeof *operands; i++)
        expect(ISA_OP2_FLT64_TO_FLT32, operands[i], 0, 0, results[i]);
}

static void table_9_4_fraction(void **state)
{
    static const uint64_t zeros[] = {MINUS | ONE, MINUS | DENORMAL, MINUS, 0, DENORMAL, ONE, 0x7fefffffffffffffu};
    static const uint64_t nans[] = {MINUS_INF, PLUS_INF, 0x7ff8000000001234u, 0xfff0000000000001u};
    (void)state;
    for (unsigned i = 0; i < sizeof zeros / sizeof *zeros; i++)
        expect(ISA_OP2_FRACT_64, zeros[i], 0, 0, 0);
    for (unsigned i = 0; i < sizeof nans / sizeof *nans; i++)
        expect(ISA_OP2_FRACT_64, nans[i], 0, 0, NAN64);
    expect(ISA_OP2_FRACT_64, 0xbfd0000000000000u, 0, 0, 0x3fe8000000000000u); /* -1/4: 3/4 */
    expect(ISA_OP2_FRACT_64, 0x8010000000000000u, 0, 0, 0x3fefffffffffffffu); /* never 1 */
    expect(ISA_OP2_FRACT_64, 0x4021a0f4f077bca7u, 0, 0, 0x3fea0f4f077bca70u); /* the page's examples */
    expect(ISA_OP2_FRACT_64, 0x402a39f1a0ac1721u, 0, 0, 0x3fbcf8d0560b9080u);
}

static void expect_frexp(uint64_t a, uint64_t fraction, uint32_t power)
{
    const struct pairs out = run(ISA_OP2_FREXP_64, a, 0, 0);
    assert_true(out.xy == (uint64_t)power << 32);
    assert_true(out.zw == fraction);
    count_vectors(ISA_OP2_FREXP_64, 1);
}

static void table_9_5_fraction_and_exponent(void **state)
{
    (void)state;
    expect_frexp(MINUS_INF, NAN64, ~0u);
    expect_frexp(PLUS_INF, NAN64, ~0u);
    expect_frexp(0, 0, 0);
    expect_frexp(MINUS, MINUS, 0);
    expect_frexp(DENORMAL, 0, 0);
    expect_frexp(MINUS | DENORMAL, MINUS, 0);
    expect_frexp(0x7ff0000000000005u, 0x7ff0000000000005u, ~0u);
    expect_frexp(0x4008000000000000u, 0x3fe8000000000000u, 2); /* 3 = 0.75 * 2^2, the page's example */
    expect_frexp(0xbff0000000000000u, 0xbfe0000000000000u, 1);
    expect_frexp(0x0010000000000000u, 0x3fe0000000000000u, (uint32_t)-1021);
}

static void table_9_6_exponent_added(void **state)
{
    (void)state;
    for (int i = 0; i < 9; i++) {
        const bool     zero = i >= 2 && i <= 5;
        const uint64_t kept = zero ? classes[i] & MINUS : classes[i];
        if (i != 1 && i != 6)
            expect(ISA_OP2_LDEXP_64, classes[i], (uint64_t)77 << 32, 0, kept);
    }
    expect(ISA_OP2_LDEXP_64, 0x47f000006fc6a731u, (uint64_t)0x2c6 << 32, 0, 0x745000006fc6a731u); /* examples */
    expect(ISA_OP2_LDEXP_64, 0xc7effffee072b19fu, (uint64_t)0x15e << 32, 0, 0xddcffffee072b19fu);
    expect(ISA_OP2_LDEXP_64, ONE, (uint64_t)1023 << 32, 0, 0x7fe0000000000000u);
    expect(ISA_OP2_LDEXP_64, ONE, (uint64_t)1024 << 32, 0, PLUS_INF);
    expect(ISA_OP2_LDEXP_64, MINUS | ONE, (uint64_t)0x7fffffff << 32, 0, MINUS_INF);
    expect(ISA_OP2_LDEXP_64, ONE, (uint64_t)(uint32_t)-1022 << 32, 0, 0x0010000000000000u);
    expect(ISA_OP2_LDEXP_64, MINUS | ONE, (uint64_t)(uint32_t)-1023 << 32, 0, MINUS);
    expect(ISA_OP2_LDEXP_64, ONE, (uint64_t)0x80000000 << 32, 0, 0);
    /* An exponent that becomes 0 is an underflow too, whatever the mantissa. */
    expect(ISA_OP2_LDEXP_64, MINUS | 0x3ff8000000000001u, (uint64_t)(uint32_t)-1023 << 32, 0, MINUS);
}

static void expect_predicate(enum isa_alu_id id, uint64_t a, uint64_t b, bool holds)
{
    const struct pairs out = run(id, a, b, 0);
    assert_true(out.xy == (holds ? 0 : ~(uint64_t)0));
    assert_int_equal(out.flag[0], holds);
    assert_int_equal(out.flag[1], holds);
    count_vectors(id, 1);
}

static void tables_9_10_to_9_12_predicates(void **state)
{
    static const enum isa_alu_id ids[3] = {ISA_OP2_PRED_SETE_64, ISA_OP2_PRED_SETGE_64, ISA_OP2_PRED_SETGT_64};
    (void)state;
    for (int i = 0; i < 9; i++)
        for (int k = 0; k < 9; k++) {
            /* places on the number line; the zeros and denormals share one */
            const int  x = i >= 2 && i <= 5 ? 2 : i, y = k >= 2 && k <= 5 ? 2 : k;
            const bool ordered = i != 8 && k != 8;
            const bool holds[3] = {ordered && x == y, ordered && x >= y, ordered && x > y};
            for (int n = 0; n < 3; n++)
                expect_predicate(ids[n], classes[i], classes[k], holds[n]);
        }
}

static void operations_of_one_slot_give_zero(void **state)
{
    (void)state;
    for (int n = 0; n < QUARTER; n++) {
        const struct pairs out = run(ISA_OP2_ADD, ONE, ONE, ONE);
        assert_true(out.xy == 0 && out.zw == 0 && !out.flag[0] && !out.flag[1]);
    }
}

/* ---- arithmetic against MPFR ------------------------------------------------------------------------------------- */

static mpfr_t x, y, z, least_normal;

/* To 53 bits, nearest even; a denormal result is a zero. */
static uint64_t rounded(mpfr_t exact)
{
    const double value = mpfr_get_d(exact, MPFR_RNDN);
    uint64_t     bits;
    memcpy(&bits, &value, sizeof bits);
    return (bits & PLUS_INF) == 0 ? bits & MINUS : bits;
}

static uint64_t random_double(struct alu_random *random)
{
    const uint64_t word = (uint64_t)alu_random_word(random) << 32 | alu_random_word(random);
    const uint64_t exponent =
        alu_random_word(random) % 3 ? 1000 + alu_random_word(random) % 50 : (word >> 52) % 2045 + 1;
    const uint64_t bits = (word & 0x800fffffffffffffu) | exponent << 52;
    return alu_random_word(random) % 4 ? bits : bits & ~(uint64_t)0 << alu_random_word(random) % 52;
}

static void sums_and_products_are_rounded_to_nearest_even(void **state)
{
    struct alu_random random = {3};
    (void)state;
    for (unsigned n = 0; n < 100 * alu_iterations(300); n++) {
        const uint64_t a = random_double(&random), c = random_double(&random);
        const uint64_t b = n % 3 ? random_double(&random) : a ^ MINUS ^ (n % 5);
        mpfr_set_d(x, to_double(a), MPFR_RNDN);
        mpfr_set_d(y, to_double(b), MPFR_RNDN);
        mpfr_add(z, x, y, MPFR_RNDN);
        expect(ISA_OP2_ADD_64, a, b, 0, rounded(z));
        mpfr_mul(z, x, y, MPFR_RNDN);
        const uint64_t product = rounded(z);
        expect(ISA_OP2_MUL_64, a, b, 0, product);
        mpfr_set_d(x, to_double(product), MPFR_RNDN);
        mpfr_set_d(y, to_double(c), MPFR_RNDN);
        mpfr_add(z, x, y, MPFR_RNDN);
        const uint64_t sum = rounded(z);
        expect(ISA_OP3_MULADD_64, a, b, c, sum);
        mpfr_set_d(x, to_double(sum), MPFR_RNDN);
        if (!mpfr_number_p(x))
            continue;
        mpfr_mul_2si(z, x, 1, MPFR_RNDN);
        expect(ISA_OP3_MULADD_64_M2, a, b, c, rounded(z));
        mpfr_mul_2si(z, x, 2, MPFR_RNDN);
        expect(ISA_OP3_MULADD_64_M4, a, b, c, rounded(z));
        mpfr_mul_2si(z, x, -1, MPFR_RNDN);
        expect(ISA_OP3_MULADD_64_D2, a, b, c, rounded(z));
    }
}

static uint64_t random_exponents(struct alu_random *random, uint64_t a)
{
    const uint64_t exponent = 880 + alu_random_word(random) % 300; /* singles and what is just outside of them */
    return alu_random_word(random) % 4 ? (a & ~PLUS_INF) | exponent << 52 : a;
}

static void conversions_are_rounded_to_nearest_even(void **state)
{
    struct alu_random random = {5};
    (void)state;
    for (unsigned n = 0; n < 100 * alu_iterations(100); n++) {
        const uint64_t a = random_exponents(&random, random_double(&random));
        const uint32_t single = alu_random_word(&random);
        uint32_t       bits;

        mpfr_set_d(x, to_double(a), MPFR_RNDN);
        const float nearest = mpfr_get_flt(x, MPFR_RNDN);
        memcpy(&bits, &nearest, sizeof bits);
        expect(ISA_OP2_FLT64_TO_FLT32, a, 0, 0, (bits & 0x7f800000) ? bits : bits & 0x80000000);

        float value;
        memcpy(&value, &single, sizeof value);
        if ((single >> 23 & 255) == 0 || (single >> 23 & 255) == 255)
            continue; /* table 9.2 */
        mpfr_set_flt(x, value, MPFR_RNDN);
        expect(ISA_OP2_FLT32_TO_FLT64, (uint64_t)single << 32 | (uint32_t)a, 0, 0, rounded(x));
    }
}

static void fractions_and_exponents_are_exact(void **state)
{
    struct alu_random random = {6};
    (void)state;
    for (unsigned n = 0; n < 100 * alu_iterations(100); n++) {
        const uint64_t a = random_double(&random);
        const int32_t  power = (int32_t)alu_random_word(&random) >> (alu_random_word(&random) % 4 * 7);
        long           exponent;

        mpfr_set_d(x, to_double(a), MPFR_RNDN);
        const double fraction = mpfr_get_d_2exp(&exponent, x, MPFR_RNDN);
        uint64_t     bits;
        memcpy(&bits, &fraction, sizeof bits);
        expect_frexp(a, bits, (uint32_t)exponent);

        mpfr_mul_2si(z, x, power, MPFR_RNDN);
        const bool tiny = mpfr_cmpabs(z, least_normal) < 0; /* nothing is rounded up to the smallest normal number */
        expect(ISA_OP2_LDEXP_64, a, (uint64_t)(uint32_t)power << 32, 0, tiny ? a & MINUS : rounded(z));

        mpfr_floor(y, x);
        mpfr_sub(z, x, y, MPFR_RNDN);
        const uint64_t part = rounded(z) & ~MINUS;
        expect(ISA_OP2_FRACT_64, a, 0, 0, part == ONE ? ONE - 1 : part);
    }
}

static void predicates_compare_as_numbers(void **state)
{
    struct alu_random random = {7};
    (void)state;
    for (unsigned n = 0; n < 100 * alu_iterations(100); n++) {
        const uint64_t a = random_double(&random);
        const uint64_t b = n % 4 ? random_double(&random) : n % 8 ? a : a ^ 1u << n % 32;
        mpfr_set_d(x, to_double(a), MPFR_RNDN);
        mpfr_set_d(y, to_double(b), MPFR_RNDN);
        const int order = mpfr_cmp(x, y);
        expect_predicate(ISA_OP2_PRED_SETE_64, a, b, order == 0);
        expect_predicate(ISA_OP2_PRED_SETGT_64, a, b, order > 0);
        expect_predicate(ISA_OP2_PRED_SETGE_64, a, b, order >= 0);
    }
}

static void double_outputs_are_scaled_and_clamped(void **state)
{
    static const struct {
        uint64_t from;
        unsigned omod;
        unsigned clamp;
        uint64_t to;
    } cases[] = {{DENORMAL, ISA_OMOD_OFF, false, DENORMAL},
                 {ONE, ISA_OMOD_M2, false, TWO},
                 {ONE, ISA_OMOD_M4, false, 0x4010000000000000u},
                 {TWO, ISA_OMOD_D2, true, ONE},
                 {TWO, ISA_OMOD_M2, true, ONE},
                 {MINUS | ONE, ISA_OMOD_OFF, true, 0},
                 {NAN64, ISA_OMOD_OFF, true, 0},
                 {NAN64, ISA_OMOD_OFF, CLAMP_NAN_KEPT, NAN64},
                 {TWO, ISA_OMOD_M2, CLAMP_NAN_KEPT, ONE},
                 {MINUS | ONE, ISA_OMOD_OFF, CLAMP_NAN_KEPT, 0},
                 {0x3fe0000000000000u, ISA_OMOD_OFF, true, 0x3fe0000000000000u}};
    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        quarter_t pair[2] = {{{0}}, {{0}}};
        pair[0].lane[9] = (uint32_t)cases[i].from;
        pair[1].lane[9] = (uint32_t)(cases[i].from >> 32);
        alu_modify_double_output(pair, cases[i].omod, cases[i].clamp);
        assert_int_equal(pair[0].lane[9], (uint32_t)cases[i].to);
        assert_int_equal(pair[1].lane[9], (uint32_t)(cases[i].to >> 32));
    }
}

static void operations_without_a_predicate_set_no_flag(void **state)
{
    static const enum isa_alu_id ids[] = {ISA_OP2_ADD_64, ISA_OP2_MUL_64, ISA_OP3_MULADD_64, ISA_OP2_FREXP_64,
                                          ISA_OP2_FRACT_64};
    quarter_t                    src[4][3], result[4];
    (void)state;
    memset(src, 0x3f, sizeof src);
    for (unsigned n = 0; n < sizeof ids / sizeof *ids; n++) {
        quarter_mask_t flags[2] = {0xffff, 0xffff};
        alu_double(ids[n], (const quarter_t(*)[3])src, result, flags);
        assert_int_equal(flags[0], 0);
        assert_int_equal(flags[1], 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_9_1_add),
        cmocka_unit_test(table_9_7_multiply),
        cmocka_unit_test(the_first_nan_is_propagated),
        cmocka_unit_test(table_9_2_float_to_double),
        cmocka_unit_test(table_9_3_double_to_float),
        cmocka_unit_test(table_9_4_fraction),
        cmocka_unit_test(table_9_5_fraction_and_exponent),
        cmocka_unit_test(table_9_6_exponent_added),
        cmocka_unit_test(tables_9_10_to_9_12_predicates),
        cmocka_unit_test(operations_of_one_slot_give_zero),
        cmocka_unit_test(sums_and_products_are_rounded_to_nearest_even),
        cmocka_unit_test(conversions_are_rounded_to_nearest_even),
        cmocka_unit_test(fractions_and_exponents_are_exact),
        cmocka_unit_test(predicates_compare_as_numbers),
        cmocka_unit_test(double_outputs_are_scaled_and_clamped),
        cmocka_unit_test(operations_without_a_predicate_set_no_flag),
    };
    mpfr_inits2(5000, x, y, z, least_normal, (mpfr_ptr)0);
    mpfr_set_ui_2exp(least_normal, 1, -1022, MPFR_RNDN);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    mpfr_clears(x, y, z, least_normal, (mpfr_ptr)0);
    return count_end(failed);
}
