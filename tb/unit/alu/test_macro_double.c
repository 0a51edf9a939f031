/* test_macro_double.c - the neighbours of dmovc that compute with doubles, as groups of the machine, beside C: dadd,
 * dmul, dmin, dmax, comparisons and conversions (docs/dmovc.md).
 *
 * The 64-bit instructions take denormals for zeros, give none and have NaNs of their own (ISA 9.2, tables 9.1 to 9.12):
 * of a result that is a NaN only that is compared. */
#include "tb/unit/alu/macro_kit.h"

static double flushed(uint64_t bits)
{
    return as_double(bits & UINT64_C(0x7ff0000000000000) ? bits : bits & UINT64_C(0x8000000000000000));
}

static double source_value(const struct form *form, uint32_t reg[REGISTERS][4], unsigned source, unsigned pair)
{
    return flushed(source_double(&form->src[source], reg, pair));
}

static bool is(const struct form *form, const char *name)
{
    return !strcmp(form->name, name);
}

/* ---- arithmetic -------------------------------------------------------------------------------------------------- */

static void arithmetic(const struct form *form, uint32_t reg[REGISTERS][4], uint32_t result[4])
{
    for (unsigned p = 0; p < 2; p++) {
        if (!(form->mask >> 2 * p & 1))
            continue;
        const double   a = source_value(form, reg, 0, p), b = source_value(form, reg, 1, p);
        const double   value = is(form, "dadd") ? a + b : a * b;
        const uint64_t bits = double_word(flushed(double_word(value)));
        put_double(result, p, form->saturate ? saturated(bits) : bits);
    }
}

/* ---- dmin, dmax -------------------------------------------------------------------------------------------------- */

/* The one that is not a NaN; else src0 < src1 ? src0 : src1, and src0 >= src1 ? src0 : src1. */
static void choice(const struct form *form, uint32_t reg[REGISTERS][4], uint32_t result[4])
{
    for (unsigned p = 0; p < 2; p++) {
        if (!(form->mask >> 2 * p & 1))
            continue;
        const double   a = source_value(form, reg, 0, p), b = source_value(form, reg, 1, p);
        const bool     first = isnan(b) || (is(form, "dmin") ? a < b : a >= b);
        const uint64_t bits = source_double(&form->src[!first], reg, p);
        put_double(result, p, form->saturate ? saturated(bits) : bits);
    }
}

/* ---- results of 32 bits ------------------------------------------------------------------------------------------ */

static void comparison(const struct form *form, uint32_t reg[REGISTERS][4], uint32_t result[4])
{
    unsigned pair = 0;
    for (unsigned c = 0; c < 4; c++) {
        if (!(form->mask >> c & 1))
            continue;
        const double a = source_value(form, reg, 0, pair), b = source_value(form, reg, 1, pair);
        const bool   holds = is(form, "deq") ? a == b : is(form, "dne") ? a != b : is(form, "dge") ? a >= b : a < b;
        result[c] = holds ? UINT32_MAX : 0;
        pair++;
    }
}

static uint32_t float_bits(float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    return word & 0x7f800000 ? word : word & 0x80000000;
}

static void narrowed(const struct form *form, uint32_t reg[REGISTERS][4], uint32_t result[4])
{
    unsigned pair = 0;
    for (unsigned c = 0; c < 4; c++) {
        if (!(form->mask >> c & 1))
            continue;
        const double value = source_value(form, reg, 0, pair++);
        result[c] = isnan(value) ? signbit(value) ? 0xffc00000 : 0x7fc00000 : float_bits((float)value);
    }
}

/* Table 9.2: a NaN's mantissa is kept, signalling or not. */
static void widened(const struct form *form, uint32_t reg[REGISTERS][4], uint32_t result[4])
{
    for (unsigned p = 0; p < 2; p++) {
        if (!(form->mask >> 2 * p & 1))
            continue;
        const struct form_source *const source = &form->src[0];
        uint32_t                        word = reg[source->reg][source->swizzle[p]];
        word = source->modifier & ABSOLUTE ? word & 0x7fffffff : word;
        word = source->modifier & NEGATE ? word ^ 0x80000000 : word;
        const uint64_t sign = (uint64_t)(word >> 31) << 63, mantissa = (uint64_t)(word & 0x7fffff) << 29;
        const uint64_t exponent = word >> 23 & 0xff;
        put_double(result, p, exponent == 0 ? sign : sign | (exponent == 255 ? 2047 : exponent + 896) << 52 | mantissa);
    }
}

/* ---- all forms --------------------------------------------------------------------------------------------------- */

static void run_all(const char *name, unsigned sources, const unsigned *masks, unsigned mask_count, bool saturates,
                    oracle_t *oracle)
{
    static const unsigned ways[] = {1, 1, 2, 5};
    static struct forms   forms;
    const unsigned        step = oracle == comparison ? 5 : WAYS_STEP;
    const unsigned        shapes = sources == 2 ? 16 : 4; /* of swizzles, and of signs */
    for (unsigned n = 0; n < mask_count * shapes * shapes * (saturates ? 2 : 1); n++)
        for (unsigned share = n % step; share < ways[sources + 1]; share += step) {
            unsigned    reg[4];
            struct form form = {.name = name, .sources = sources, .temporary = true, .mask = masks[n % mask_count]};
            unsigned    rest = n / mask_count;
            share_registers(sources + 1, share, reg);
            form.dest = reg[0];
            for (unsigned i = 0; i < sources; i++) {
                form.src[i].reg = reg[i + 1];
                form.src[i].modifier = rest >> 4 * i & 3;
                memcpy(form.src[i].swizzle, double_swizzles[rest >> (4 * i + 2) & 3], 4);
                for (unsigned c = 0; oracle == widened && c < 4; c++)
                    form.src[i].swizzle[c] = (uint8_t)mixed(4 * n + c) & 3;
            }
            form.saturate = rest / (shapes * shapes);
            form.any_nan = oracle == arithmetic;
            add_form(&forms, &form, oracle);
        }
    flush_forms(&forms, oracle);
}

static const unsigned pairs[] = {3, 12, 15}, two[] = {1, 2, 4, 8, 3, 5, 9, 6, 10, 12};

static void sums_and_products_are_those_of_c(void **state)
{
    (void)state;
    run_all("dadd", 2, pairs, 3, true, arithmetic);
    run_all("dmul", 2, pairs, 3, true, arithmetic);
}

static void the_smaller_and_the_larger_are_moved_as_they_are(void **state)
{
    (void)state;
    run_all("dmin", 2, pairs, 3, true, choice);
    run_all("dmax", 2, pairs, 3, true, choice);
}

static void comparisons_fill_the_elements_of_the_mask(void **state)
{
    (void)state;
    static const char *const names[] = {"deq", "dne", "dge", "dlt"};
    for (unsigned i = 0; i < LENGTH(names); i++)
        run_all(names[i], 2, two, LENGTH(two), false, comparison);
}

static void conversions_are_those_of_c(void **state)
{
    (void)state;
    run_all("dtof", 1, two, LENGTH(two), false, narrowed);
    run_all("ftod", 1, pairs, 3, false, widened);
}

/* ---- chips without doubles --------------------------------------------------------------------------------------- */

static void a_chip_without_doubles_stops_at_their_instructions(void **state)
{
    (void)state;
    struct machine m;
    struct plan    plan = {.text = "ALU BARRIER\ndadd R1.xyzw, R0, R1\nEXPORT_DONE PIX0, R1.xyzw EOP BARRIER\n",
                           .chip = "rv730",
                           .set = {"simds=1"},
                           .load_count = 4,
                           .input = named_input};
    machine_start(&m, &plan);
    machine_stops(&m, "ALU word", "double precision");
    machine_free(&m);
    /* dmovc_sat needs none. */
    plan.text = "ALU BARRIER\ndmovc_sat R1.xyzw, R0, -R1, R2_abs\nEXPORT_DONE PIX0, R1.xyzw EOP BARRIER\n";
    machine_start(&m, &plan);
    machine_run(&m);
    machine_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_and_products_are_those_of_c),
        cmocka_unit_test(the_smaller_and_the_larger_are_moved_as_they_are),
        cmocka_unit_test(comparisons_fill_the_elements_of_the_mask),
        cmocka_unit_test(conversions_are_those_of_c),
        cmocka_unit_test(a_chip_without_doubles_stops_at_their_instructions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
