/* test_macro.c - dmovc of shader model 5, dmov and movc as groups of the machine, beside C (docs/dmovc.md): every mask,
 * swizzle, sign, saturation and way in which operands share registers. */
#include "tb/unit/alu/macro_kit.h"

/* ---- dmovc ------------------------------------------------------------------------------------------------------- */

static void dmovc(const struct form *form, uint32_t reg[REGISTERS][4], uint32_t result[4])
{
    for (unsigned p = 0; p < 2; p++) {
        if (!(form->mask >> 2 * p & 1))
            continue;
        const uint32_t condition = reg[form->src[0].reg][form->src[0].swizzle[p]];
        const uint64_t bits = source_double(&form->src[condition != 0 ? 1 : 2], reg, p);
        put_double(result, p, form->saturate ? saturated(bits) : bits);
    }
}

static void conditional_moves_of_doubles_do_what_c_does(void **state)
{
    (void)state;
    static const unsigned masks[] = {3, 12, 15};
    static struct forms   forms;
    const bool            all = getenv("WEKIVA_ALL_FORMS"); /* every swizzle of the condition, too */
    unsigned              next = 0;
    for (unsigned n = 0; n < LENGTH(masks) * 4 * 4 * 4 * 4 * 2; n++)
        for (unsigned share = n % WAYS_STEP; share < 15; share += WAYS_STEP)
            for (unsigned conditions = 0; conditions < (all ? 16u : 1u); conditions++) {
                unsigned    reg[4];
                struct form form = {.name = "dmovc", .sources = 3, .saturate = n & 1, .mask = masks[n / 512]};
                share_registers(4, share, reg);
                form.dest = reg[0];
                const unsigned letters = all ? 16 * conditions + next++ % 16 : next++ * 7;
                for (unsigned i = 0; i < 3; i++)
                    form.src[i].reg = reg[i + 1];
                for (unsigned i = 0; i < 4; i++)
                    form.src[0].swizzle[i] = (uint8_t)(letters >> (6 - 2 * i) & 3);
                memcpy(form.src[1].swizzle, double_swizzles[n >> 1 & 3], 4);
                memcpy(form.src[2].swizzle, double_swizzles[n >> 3 & 3], 4);
                form.src[1].modifier = n >> 5 & 3;
                form.src[2].modifier = n >> 7 & 3;
                add_form(&forms, &form, dmovc);
            }
    flush_forms(&forms, dmovc);
    assert_int_equal(forms.total, 1536 * 15 / WAYS_STEP * (all ? 16 : 1));
}

/* ---- dmov -------------------------------------------------------------------------------------------------------- */

static void dmov(const struct form *form, uint32_t reg[REGISTERS][4], uint32_t result[4])
{
    for (unsigned p = 0; p < 2; p++)
        if (form->mask >> 2 * p & 1) {
            const uint64_t bits = source_double(&form->src[0], reg, p);
            put_double(result, p, form->saturate ? saturated(bits) : bits);
        }
}

static void moves_of_doubles_change_their_signs_alone(void **state)
{
    (void)state;
    static const unsigned masks[] = {3, 12, 15};
    static struct forms   forms;
    for (unsigned n = 0; n < 3 * 4 * 4 * 2 * 2; n++) {
        struct form form = {.name = "dmov", .sources = 1, .saturate = n & 1, .mask = masks[n / 64]};
        form.src[0].reg = n >> 1 & 1;
        form.src[0].modifier = n >> 2 & 3;
        memcpy(form.src[0].swizzle, double_swizzles[n >> 4 & 3], 4);
        add_form(&forms, &form, dmov);
    }
    flush_forms(&forms, dmov);
}

/* ---- movc -------------------------------------------------------------------------------------------------------- */

static uint32_t source_float(const struct form_source *source, uint32_t reg[REGISTERS][4], unsigned element)
{
    const uint32_t bits = reg[source->reg][source->swizzle[element]];
    const uint32_t plain = source->modifier & ABSOLUTE ? bits & 0x7fffffff : bits;
    return source->modifier & NEGATE ? plain ^ 0x80000000 : plain;
}

/* CLAMP makes a denormal 0 (docs/alu-exactness.md). */
static uint32_t clamped_float(uint32_t word)
{
    float value;
    memcpy(&value, &word, sizeof value);
    return value >= 0x1p-126f ? value < 1 ? word : bits(1) : 0;
}

static void movc(const struct form *form, uint32_t reg[REGISTERS][4], uint32_t result[4])
{
    for (unsigned c = 0; c < 4; c++) {
        const bool     set = reg[form->src[0].reg][form->src[0].swizzle[c]] != 0;
        const uint32_t word = source_float(&form->src[set ? 1 : 2], reg, c);
        if (form->mask >> c & 1)
            result[c] = form->saturate ? clamped_float(word) : word;
    }
}

static void conditional_moves_of_words_do_what_c_does(void **state)
{
    (void)state;
    static struct forms forms;
    uint64_t            random = 1;
    for (unsigned n = 0; n < 15 * 4 * 4 * 2; n++)
        for (unsigned share = n % 5; share < 15; share += 5) {
            unsigned    reg[4];
            struct form form = {.name = "movc", .sources = 3, .saturate = n & 1, .mask = 1 + n / 32, .temporary = true};
            share_registers(4, share, reg);
            form.dest = reg[0];
            random = mixed(random + n);
            for (unsigned i = 0; i < 12; i++)
                form.src[i / 4].swizzle[i % 4] = random >> 2 * i & 3;
            for (unsigned i = 0; i < 3; i++)
                form.src[i].reg = reg[i + 1];
            form.src[1].modifier = n >> 1 & 3;
            form.src[2].modifier = n >> 3 & 3;
            add_form(&forms, &form, movc);
        }
    flush_forms(&forms, movc);
}

/* ---- by hand ----------------------------------------------------------------------------------------------------- */

static uint32_t one_bit(unsigned thread, unsigned gpr, unsigned element)
{
    static const uint32_t conditions[4] = {UINT32_C(0x80000000), 1, 0, 0x00400000};
    return gpr == 0 ? conditions[element] : named_input(thread, gpr, element);
}

static void any_bit_of_the_condition_counts(void **state)
{
    (void)state;
    const struct plan plan = {.text = "ALU BARRIER\ndmovc R3.xyzw, R0.xzyw, R1, R2\ndmovc R4.xyzw, R0.zywx, R1, R2\n"
                                      "dmovc R5.xyzw, R0.w, R1.zwxy, R2\n"
                                      "EXPORT PIX0, R3.xyzw BARRIER\nEXPORT PIX1, R4.xyzw BARRIER\n"
                                      "EXPORT_DONE PIX2, R5.xyzw EOP BARRIER\n",
                              .load_count = 3,
                              .input = one_bit};
    /* 0x80000000 is -0.0 as a float, 1 and 0x00400000 are denormals: all of them are true. */
    static const unsigned from[3][4] = {{1, 1, 2, 2}, {2, 2, 1, 1}, {1, 1, 1, 1}};
    static const unsigned element[3][4] = {{0, 1, 2, 3}, {0, 1, 2, 3}, {2, 3, 0, 1}};
    struct machine        m;
    machine_start(&m, &plan);
    machine_run(&m);
    for (unsigned t = 0; t < 64; t++)
        for (unsigned i = 0; i < 12; i++)
            expect_pixel(&m, i / 4, t, i % 4, one_bit(t, from[i / 4][i % 4], element[i / 4][i % 4]));
    machine_free(&m);
}

/* Constants, literals, relative and previous values as operands. */
static void operands_may_be_constants(void **state)
{
    (void)state;
    static const uint32_t constants[8] = {11, 12, 13, 14, 0, 0x3ff00000, 5, 0x40000000};
    const struct plan     plan = {
            .text = "ALU KC0[CB0:0-15] BARRIER\n"
                        "0 x: MOVA_INT ____, 1\n"
                        "dmovc R3.xyzw, R1.y, KC0[0], -KC0[1]_abs.zwxy\n"
                        "dmov R4.xyzw, d(1.0l, -2.5)\n"
                        "dmovc R5.xyzw, l(1, 0, 0, 0), R[AR.x+1].zwxy, -|d(-3.0)|\n"
                        "0 x: MOV ____, R2.x\n y: MOV ____, R2.y\n z: MOV ____, R2.z\n w: MOV ____, R2.w\n"
                        "dmovc R6.xyzw, R2.x, PV.zwxy, R1\n"
                        "EXPORT PIX0, R3.xyzw BARRIER\nEXPORT PIX1, R4.xyzw BARRIER\nEXPORT PIX2, R5.xyzw BARRIER\n"
                        "EXPORT_DONE PIX3, R6.xyzw EOP BARRIER\n",
            .load_count = 3,
            .input = named_input,
            .bank = {constants},
            .bank_constants = {2}};
    struct machine m;
    machine_start(&m, &plan);
    machine_run(&m);
    for (unsigned t = 0; t < 64; t++) {
        const uint32_t expected[4][4] = {
            {11, 12, 13, 14},
            {0, 0x3ff00000, 0, 0xc0040000},
            {named_input(t, 2, 2), named_input(t, 2, 3), 0, 0xc0080000},
            {named_input(t, 2, 2), named_input(t, 2, 3), named_input(t, 2, 0), named_input(t, 2, 1)}};
        assert_true(named_input(t, 1, 1) != 0 && named_input(t, 2, 0) != 0);
        for (unsigned i = 0; i < 16; i++)
            expect_pixel(&m, i / 4, t, i % 4, expected[i / 4][i % 4]);
    }
    machine_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conditional_moves_of_doubles_do_what_c_does),
        cmocka_unit_test(moves_of_doubles_change_their_signs_alone),
        cmocka_unit_test(conditional_moves_of_words_do_what_c_does),
        cmocka_unit_test(any_bit_of_the_condition_counts),
        cmocka_unit_test(operands_may_be_constants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
