/* test_alu_transcendental.c - RECIP*, RECIPSQRT*, SQRT, EXP, LOG*, SIN, COS, RECIP_INT, RECIP_UINT (ISA
 * table 4.6, 9.2): special values, error against MPFR, exact values, monotonicity.  The whole range is tb/exhaustive's.
 */
#include "pipeline/alu/alu_functions.h"
#include "tb/isa/alu_operands.h"
#include "tb/isa/alu_table_maker.h"
#include "tb/isa/count.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static float to_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t to_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint32_t lane_of(enum isa_alu_id id, uint32_t a)
{
    static unsigned count;
    const unsigned  lane = count++ % QUARTER;
    quarter_t       src[3] = {{{0}}}, result;
    quarter_mask_t  flags;
    src[0].lane[lane] = a;
    alu_compute(id, src, &result, &flags);
    assert_int_equal(flags, 0);
    return result.lane[lane];
}

static void expect(enum isa_alu_id id, uint32_t a, uint32_t want)
{
    const uint32_t got = lane_of(id, a);
    if (got != want)
        print_error("%s(%08x) = %08x, expected %08x\n", isa_alu_ops[id].name, a, got, want);
    assert_int_equal(got, want);
    count_vectors(id, 1);
}

/* ---- special values --------------------------------------------------------------------------------------------- */

#define PLUS_INF 0x7f800000u
#define MINUS_INF 0xff800000u
#define PLUS_MAX 0x7f7fffffu
#define MINUS_MAX 0xff7fffffu
#define DEFAULT 0xffc00000u
#define ZERO_OF 0x80000000u

/* Results for +0, -0, +denormal, -denormal, +1, -1, +infinity, -infinity. */
struct special {
    enum isa_alu_id id;
    uint32_t        result[8];
};
static const uint32_t       special_operands[8] = {0,          ZERO_OF,    0x007fffff, 0x80000001,
                                                   0x3f800000, 0xbf800000, PLUS_INF,   MINUS_INF};
static const struct special specials[] = {
    /* clang-format off */
    {ISA_OP2_RECIP_IEEE,        {PLUS_INF, MINUS_INF, PLUS_INF, MINUS_INF, 0x3f800000, 0xbf800000, 0, ZERO_OF}},
    {ISA_OP2_RECIP_CLAMPED,     {PLUS_MAX, MINUS_MAX, PLUS_MAX, MINUS_MAX, 0x3f800000, 0xbf800000, 0, ZERO_OF}},
    {ISA_OP2_RECIP_FF,          {0, ZERO_OF, 0, ZERO_OF, 0x3f800000, 0xbf800000, 0, ZERO_OF}},
    {ISA_OP2_RECIPSQRT_IEEE,    {PLUS_INF, MINUS_INF, PLUS_INF, MINUS_INF, 0x3f800000, DEFAULT, 0, DEFAULT}},
    {ISA_OP2_RECIPSQRT_CLAMPED, {PLUS_MAX, MINUS_MAX, PLUS_MAX, MINUS_MAX, 0x3f800000, DEFAULT, 0, DEFAULT}},
    {ISA_OP2_RECIPSQRT_FF,      {0, ZERO_OF, 0, ZERO_OF, 0x3f800000, DEFAULT, 0, DEFAULT}},
    {ISA_OP2_SQRT_IEEE,         {0, ZERO_OF, 0, ZERO_OF, 0x3f800000, DEFAULT, PLUS_INF, DEFAULT}},
    {ISA_OP2_EXP_IEEE,          {0x3f800000, 0x3f800000, 0x3f800000, 0x3f800000, 0x40000000, 0x3f000000, PLUS_INF, 0}},
    {ISA_OP2_LOG_IEEE,          {MINUS_INF, MINUS_INF, MINUS_INF, MINUS_INF, 0, DEFAULT, PLUS_INF, DEFAULT}},
    {ISA_OP2_LOG_CLAMPED,       {MINUS_MAX, MINUS_MAX, MINUS_MAX, MINUS_MAX, 0, DEFAULT, PLUS_INF, DEFAULT}},
    {ISA_OP2_SIN,               {0, ZERO_OF, 0, ZERO_OF, 0, ZERO_OF, DEFAULT, DEFAULT}},
    {ISA_OP2_COS,               {0x3f800000, 0x3f800000, 0x3f800000, 0x3f800000, 0x3f800000, 0x3f800000, DEFAULT, DEFAULT}},
    /* clang-format on */
};
enum { SPECIALS = sizeof specials / sizeof *specials };

static void special_values_are_those_of_the_pages(void **state)
{
    (void)state;
    for (unsigned i = 0; i < SPECIALS; i++)
        for (unsigned k = 0; k < 8; k++)
            expect(specials[i].id, special_operands[k], specials[i].result[k]);
}

static void a_nan_leaves_quiet_and_otherwise_unchanged(void **state)
{
    (void)state;
    for (unsigned i = 0; i < SPECIALS; i++) {
        expect(specials[i].id, 0x7fc12345, 0x7fc12345);
        expect(specials[i].id, 0xff80dcba, 0xffc0dcba);
    }
}

/* Every exponent of either sign: the page's clamp of what the IEEE form gives, and nothing else. */
static void clamped_forms_differ_in_infinities_only(void **state)
{
    static const struct {
        enum isa_alu_id id, ieee;
        uint32_t        plus, minus;
    } forms[] = {{ISA_OP2_RECIP_CLAMPED, ISA_OP2_RECIP_IEEE, PLUS_MAX, MINUS_MAX},
                 {ISA_OP2_RECIP_FF, ISA_OP2_RECIP_IEEE, 0, ZERO_OF},
                 {ISA_OP2_RECIPSQRT_CLAMPED, ISA_OP2_RECIPSQRT_IEEE, PLUS_MAX, MINUS_MAX},
                 {ISA_OP2_RECIPSQRT_FF, ISA_OP2_RECIPSQRT_IEEE, 0, ZERO_OF},
                 {ISA_OP2_LOG_CLAMPED, ISA_OP2_LOG_IEEE, PLUS_INF, MINUS_MAX}};
    struct alu_random random = {23};
    (void)state;
    for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++)
        for (uint32_t n = 0; n < 512 * 16; n++) {
            const uint32_t low = n % 16, a = n / 16 << 23 | (low < 2 ? low : alu_random_word(&random) >> 9);
            const uint32_t ieee = lane_of(forms[i].ieee, a);
            expect(forms[i].id, a, ieee == PLUS_INF ? forms[i].plus : ieee == MINUS_INF ? forms[i].minus : ieee);
        }
}

/* Truncated towards zero, so half of what RECIP_UINT makes of the magnitude. */
static void recip_int_is_half_of_recip_uint_with_a_sign(void **state)
{
    struct alu_random random = {24};
    (void)state;
    for (uint32_t n = 0; n < 32 * 256; n++) {
        const uint32_t a = alu_random_word(&random) >> n % 32;
        const uint32_t negative = 0 - a, half = lane_of(ISA_OP2_RECIP_UINT, a) / 2;
        if (a >> 31 || a == 0)
            continue;
        expect(ISA_OP2_RECIP_INT, a, half);
        expect(ISA_OP2_RECIP_INT, negative, 0 - half);
    }
}

static void results_out_of_range_are_zero_or_infinity(void **state)
{
    (void)state;
    expect(ISA_OP2_RECIP_IEEE, 0x7e800000, 0x00800000); /* 2^126: the smallest normal number */
    expect(ISA_OP2_RECIP_IEEE, 0x7e800001, 0);
    expect(ISA_OP2_RECIP_IEEE, 0xff7fffff, ZERO_OF);
    expect(ISA_OP2_RECIP_IEEE, 0x00800000, 0x7e800000);
    expect(ISA_OP2_EXP_IEEE, 0xc2fc0000, 0x00800000); /* -126 */
    expect(ISA_OP2_EXP_IEEE, 0xc2fc0001, 0);
    expect(ISA_OP2_EXP_IEEE, 0xc3000000, 0); /* -128 */
    expect(ISA_OP2_EXP_IEEE, 0xff7fffff, 0);
    expect(ISA_OP2_EXP_IEEE, 0x42fe0000, 0x7f000000); /* 127 */
    expect(ISA_OP2_EXP_IEEE, 0x43000000, PLUS_INF);   /* 128 */
    expect(ISA_OP2_EXP_IEEE, 0x7f7fffff, PLUS_INF);
}

/* ---- exact values ----------------------------------------------------------------------------------------------- */

static void exact_results_are_exact(void **state)
{
    (void)state;
    for (int n = -126; n <= 126; n++) {
        const uint32_t power = (uint32_t)(n + 127) << 23;
        expect(ISA_OP2_RECIP_IEEE, power, (uint32_t)(127 - n) << 23);
        expect(ISA_OP2_EXP_IEEE, to_bits((float)n), power);
        expect(ISA_OP2_LOG_IEEE, power, to_bits((float)n));
        if (n % 2 == 0) {
            expect(ISA_OP2_SQRT_IEEE, power, (uint32_t)(n / 2 + 127) << 23);
            expect(ISA_OP2_RECIPSQRT_IEEE, power, (uint32_t)(127 - n / 2) << 23);
        }
    }
    for (int n = 1; n <= 4095; n++)
        expect(ISA_OP2_SQRT_IEEE, to_bits((float)(n * n)), to_bits((float)n));
}

static void sine_and_cosine_are_exact_at_quarter_turns(void **state)
{
    static const uint32_t sines[4] = {0, 0x3f800000, 0, 0xbf800000};
    (void)state;
    for (int n = 0; n < 4000; n++) {
        const float    turns = (float)n / 4;
        const uint32_t sine = sines[n % 4], cosine = sines[(n + 1) % 4];
        expect(ISA_OP2_SIN, to_bits(turns), sine);
        expect(ISA_OP2_SIN, to_bits(turns) | ZERO_OF, sine ^ ZERO_OF);
        expect(ISA_OP2_COS, to_bits(turns), cosine);
        expect(ISA_OP2_COS, to_bits(turns) | ZERO_OF, cosine);
    }
    expect(ISA_OP2_SIN, 0x7f7fffff, 0); /* whole turns */
    expect(ISA_OP2_COS, 0x4b800001, 0x3f800000);
}

/* The manual's domain would make this the sine of 1/4 radian. */
static void angles_are_in_turns(void **state)
{
    (void)state;
    expect(ISA_OP2_SIN, 0x3e800000, 0x3f800000); /* sin(1/4 turn) = 1 */
    expect(ISA_OP2_COS, 0x3f000000, 0xbf800000); /* cos(1/2 turn) = -1 */
    expect(ISA_OP2_SIN, 0x3daaaaab, 0x3f000000); /* sin(1/12 turn) = 1/2 */
}

/* ---- errors against MPFR ---------------------------------------------------------------------------------------- */

static mpfr_t exact;

static void reference(enum isa_alu_id id, uint32_t a)
{
    mpfr_set_flt(exact, to_float(a), MPFR_RNDN);
    switch (id) {
    case ISA_OP2_RECIP_IEEE:
        mpfr_ui_div(exact, 1, exact, MPFR_RNDN);
        break;
    case ISA_OP2_RECIPSQRT_IEEE:
        mpfr_rec_sqrt(exact, exact, MPFR_RNDN);
        break;
    case ISA_OP2_SQRT_IEEE:
        mpfr_sqrt(exact, exact, MPFR_RNDN);
        break;
    case ISA_OP2_EXP_IEEE:
        mpfr_exp2(exact, exact, MPFR_RNDN);
        break;
    case ISA_OP2_LOG_IEEE:
        mpfr_log2(exact, exact, MPFR_RNDN);
        break;
    default:
        if (id == ISA_OP2_SIN) /* of turns, with exact zeros */
            mpfr_sinu(exact, exact, 1, MPFR_RNDN);
        else
            mpfr_cosu(exact, exact, 1, MPFR_RNDN);
        break;
    }
}

/* Bounds: docs/transcendental.md */
struct bound {
    enum isa_alu_id id;
    double          ulps, worst;
    uint32_t        worst_at;
};

static void measure(struct bound *bound, uint32_t a)
{
    const float value = to_float(lane_of(bound->id, a));
    reference(bound->id, a);
    const double size = fabs(mpfr_get_d(exact, MPFR_RNDN));
    if (size == 0)
        assert_true(value == 0);
    if (!(size >= 0x1p-126 && size <= 0x1.fffffep127))
        return; /* special values have their own test; NaN too */
    count_vectors(bound->id, 1);
    mpfr_sub_d(exact, exact, (double)value, MPFR_RNDN);
    int exponent;
    frexp(size, &exponent);
    const double ulps = fabs(mpfr_get_d(exact, MPFR_RNDN)) / ldexp(1, exponent - 24);
    if (ulps > bound->worst) {
        bound->worst = ulps;
        bound->worst_at = a;
    }
}

static void errors_are_within_their_bounds(void **state)
{
    static struct bound bounds[] = {
        {.id = ISA_OP2_RECIP_IEEE, .ulps = 0.56}, {.id = ISA_OP2_RECIPSQRT_IEEE, .ulps = 0.63},
        {.id = ISA_OP2_SQRT_IEEE, .ulps = 0.53},  {.id = ISA_OP2_EXP_IEEE, .ulps = 0.86},
        {.id = ISA_OP2_LOG_IEEE, .ulps = 0.78},   {.id = ISA_OP2_SIN, .ulps = 0.72},
        {.id = ISA_OP2_COS, .ulps = 0.72},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof bounds / sizeof *bounds; i++) {
        struct bound *const bound = &bounds[i];
        struct alu_random   random = {i + 1};
        for (uint32_t high = 0; high < 512; high++)
            for (unsigned n = 0; n < 20; n++) {
                if ((high & 255) != 0 && (high & 255) != 255)
                    measure(bound,
                            high << 23 | (n < 4 ? n % 2 ? n / 2 : 0x7fffff - n / 2 : alu_random_word(&random) >> 9));
            }
        for (unsigned n = 0; n < 16 * alu_iterations(1000); n++)
            measure(bound, (alu_random_word(&random) & 0x807fffff) | (118 + n % 16) << 23);
        print_message("%-15s %.4f ulp at %08x\n", isa_alu_ops[bound->id].name, bound->worst, bound->worst_at);
        assert_true(bound->worst <= bound->ulps);
    }
}

/* ---- monotonicity ----------------------------------------------------------------------------------------------- */

/* Floats of one sign from `first` on: results move one way only. */
static void monotonic(enum isa_alu_id id, uint32_t first, uint32_t count, int way)
{
    quarter_t      src[3] = {{{0}}}, result;
    quarter_mask_t flags;
    float          before = to_float(lane_of(id, first));

    for (uint32_t n = 0; n < count; n += QUARTER) {
        for (uint32_t i = 0; i < QUARTER; i++)
            src[0].lane[i] = first + n + i;
        alu_compute(id, src, &result, &flags);
        for (int i = 0; i < QUARTER; i++) {
            const float value = to_float(result.lane[i]);
            if (way > 0 ? value < before : value > before)
                fail_msg("%s is not monotonic at %08x", isa_alu_ops[id].name, src[0].lane[i]);
            before = value;
        }
    }
}

static void functions_are_monotonic_where_they_should_be(void **state)
{
    (void)state;
    monotonic(ISA_OP2_RECIP_IEEE, 127u << 23, 1 << 23, -1);
    monotonic(ISA_OP2_RECIPSQRT_IEEE, 127u << 23, 2 << 23, -1);
    monotonic(ISA_OP2_SQRT_IEEE, 127u << 23, 2 << 23, 1);
    monotonic(ISA_OP2_EXP_IEEE, 120u << 23, 8 << 23, 1);
    monotonic(ISA_OP2_EXP_IEEE, 257u << 23 | 118u << 23, 8 << 23, -1);
    monotonic(ISA_OP2_LOG_IEEE, 126u << 23, 2 << 23, 1);
    monotonic(ISA_OP2_SIN, 119u << 23, 6 << 23, 1);  /* 2^-8 to 1/4 */
    monotonic(ISA_OP2_SIN, 125u << 23, 1 << 23, -1); /* 1/4 to 1/2 */
    monotonic(ISA_OP2_COS, 119u << 23, 7 << 23, -1); /* 2^-8 to 1/2 */
}

/* ---- integers --------------------------------------------------------------------------------------------------- */

static void expect_recip_uint(uint32_t a)
{
    const uint64_t quotient = ((uint64_t)1 << 32) / a;
    const uint64_t got = lane_of(ISA_OP2_RECIP_UINT, a);
    const uint64_t slack = (quotient >> 25) + 1;
    if (got > quotient || got + slack < quotient)
        fail_msg("RECIP_UINT(%u) = %llu, exact %llu", a, (unsigned long long)got, (unsigned long long)quotient);
    count_vectors(ISA_OP2_RECIP_UINT, 1);
}

static void recip_uint_is_never_above_the_quotient_and_hardly_below(void **state)
{
    struct alu_random random = {99};
    (void)state;
    for (uint32_t a = 2; a < 100000; a++)
        expect_recip_uint(a);
    for (uint32_t n = 1; n < 32; n++)
        for (uint32_t near = 0; near < 64; near++) {
            expect_recip_uint((1u << n) + near + (n == 0));
            expect_recip_uint(~0u >> (n - 1) > near + 2 ? (~0u >> (n - 1)) - near : 2);
        }
    for (unsigned n = 0; n < 100 * alu_iterations(1000); n++) {
        const uint32_t word = alu_random_word(&random), a = word >> (alu_random_word(&random) % 31);
        expect_recip_uint(a > 1 ? a : 3);
    }
}

static void integer_reciprocals_of_zero_one_and_powers_are_fixed(void **state)
{
    (void)state;
    expect(ISA_OP2_RECIP_UINT, 0, 0xffffffff);
    expect(ISA_OP2_RECIP_UINT, 1, 0xffffffff);
    expect(ISA_OP2_RECIP_INT, 0, 0x7fffffff);
    expect(ISA_OP2_RECIP_INT, 1, 0x7fffffff);
    expect(ISA_OP2_RECIP_INT, (uint32_t)-1, 0x80000001);
    for (unsigned n = 1; n < 32; n++)
        expect(ISA_OP2_RECIP_UINT, 1u << n, 1u << (32 - n));
    for (unsigned n = 1; n < 31; n++) {
        expect(ISA_OP2_RECIP_INT, 1u << n, 1u << (31 - n));
        expect(ISA_OP2_RECIP_INT, 0u - (1u << n), 0u - (1u << (31 - n)));
    }
    expect(ISA_OP2_RECIP_INT, 0x80000000, 0xffffffff);
}

/* The quotient that compilers build: estimate, then correct by the remainder. */
static void a_division_needs_few_corrections(void **state)
{
    struct alu_random random = {7};
    (void)state;
    for (unsigned n = 0; n < 20000; n++) {
        const uint32_t b = (alu_random_word(&random) >> (alu_random_word(&random) % 31)) | 1;
        const uint32_t a = alu_random_word(&random), inverse = lane_of(ISA_OP2_RECIP_UINT, b);
        const uint32_t error = 0u - inverse * b; /* 2^32 - inverse b */
        const uint32_t better = inverse + (uint32_t)((uint64_t)error * inverse >> 32);
        const uint32_t quotient = (uint32_t)((uint64_t)a * better >> 32);
        assert_true(quotient <= a / b);
        assert_true(a / b - quotient <= 2);
    }
}

/* ---- tables ----------------------------------------------------------------------------------------------------- */

static void the_tables_are_those_the_generator_makes(void **state)
{
    (void)state;
    for (int id = 0; id < ALU_TABLE_COUNT; id++) {
        struct alu_table table;
        table_make((enum alu_table_id)id, &table);
        assert_memory_equal(&table, &alu_tables[id], sizeof table);
    }
}

/* What docs/transcendental.md tells an RTL engineer to allow for. */
static void coefficients_fit_their_word_lengths(void **state)
{
    (void)state;
    for (int id = 0; id < ALU_TABLE_COUNT; id++)
        for (int i = 0; i < ALU_TABLE_ENTRIES; i++) {
            assert_true(alu_tables[id].c0[i] >= 0);
            assert_true(alu_tables[id].c1[i] >= -(1 << 23) && alu_tables[id].c1[i] < 1 << 23);
            assert_true(alu_tables[id].c2[i] >= -(1 << 13) && alu_tables[id].c2[i] < 1 << 13);
        }
}

/* Any change of the datapath, be it one bit of one result, changes a sum here and docs/transcendental.md with it. */
static void every_bit_is_as_it_was(void **state)
{
    static const struct {
        enum isa_alu_id id;
        uint32_t        sum;
    } sums[] = {
        {ISA_OP2_RECIP_IEEE, 0x074baabf}, {ISA_OP2_RECIPSQRT_IEEE, 0x18c08896}, {ISA_OP2_SQRT_IEEE, 0x7924efcf},
        {ISA_OP2_EXP_IEEE, 0x7e8aaf5f},   {ISA_OP2_LOG_IEEE, 0x93424c7a},       {ISA_OP2_SIN, 0x6fbd4d6c},
        {ISA_OP2_COS, 0x108ef1ff},        {ISA_OP2_RECIP_UINT, 0xefa0cd76},     {ISA_OP2_RECIP_INT, 0xb38eaf24},
    };
    (void)state;
    for (unsigned n = 0; n < sizeof sums / sizeof *sums; n++) {
        uint32_t sum = 2166136261u;
        for (uint32_t k = 0; k < 1u << 20; k++)
            sum = (sum ^ lane_of(sums[n].id, k * 4099u)) * 16777619u;
        if (sum != sums[n].sum)
            print_error("%s: 0x%08x\n", isa_alu_ops[sums[n].id].name, sum);
        assert_int_equal(sum, sums[n].sum);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(special_values_are_those_of_the_pages),
        cmocka_unit_test(a_nan_leaves_quiet_and_otherwise_unchanged),
        cmocka_unit_test(clamped_forms_differ_in_infinities_only),
        cmocka_unit_test(recip_int_is_half_of_recip_uint_with_a_sign),
        cmocka_unit_test(results_out_of_range_are_zero_or_infinity),
        cmocka_unit_test(exact_results_are_exact),
        cmocka_unit_test(sine_and_cosine_are_exact_at_quarter_turns),
        cmocka_unit_test(angles_are_in_turns),
        cmocka_unit_test(errors_are_within_their_bounds),
        cmocka_unit_test(functions_are_monotonic_where_they_should_be),
        cmocka_unit_test(recip_uint_is_never_above_the_quotient_and_hardly_below),
        cmocka_unit_test(integer_reciprocals_of_zero_one_and_powers_are_fixed),
        cmocka_unit_test(a_division_needs_few_corrections),
        cmocka_unit_test(every_bit_is_as_it_was),
        cmocka_unit_test(the_tables_are_those_the_generator_makes),
        cmocka_unit_test(coefficients_fit_their_word_lengths),
    };
    mpfr_init2(exact, 120);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    mpfr_clear(exact);
    return count_end(failed);
}
