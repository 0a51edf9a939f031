/* test_alu_machine.c - doubles, constants by AR, global GPRs and the rules of a group in the whole machine
 * (ISA 2.6.1, 4.6, 4.8, 4.9, 4.12, 9.2; C7 of RV770 timing). */
#include "tb/unit/machine.h"

static uint64_t double_bits(double value)
{
    uint64_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}

/* GPR 0: the double a of a thread (low word in x), GPR 1: b, GPR 2: c, GPR 3: x = thread, y = thread mod 4, z = 3 x
 * thread - 90, w = thread as a float. */
static double a(unsigned thread)
{
    return 1.0 / (thread + 1) + thread;
}
static double b(unsigned thread)
{
    return thread % 7 ? -3.0 * thread : 1e100;
}
static double c(unsigned thread)
{
    return 0x1p-40 * thread - 5;
}

static uint32_t start(unsigned thread, unsigned gpr, unsigned element)
{
    if (gpr < 3) {
        const uint64_t word = double_bits(gpr == 0 ? a(thread) : gpr == 1 ? b(thread) : c(thread));
        return element == 0 ? (uint32_t)word : element == 1 ? (uint32_t)(word >> 32) : 0;
    }
    const uint32_t special[4] = {thread, thread % 4, 3 * thread - 90, bits((float)thread)};
    return gpr == 3 ? special[element] : named_input(thread, gpr, element);
}

enum { THREADS = 64, GPRS = 8 };

static void run_plan(struct machine *m, struct plan plan, const char *groups)
{
    struct text text = {0};
    put(&text, "ALU BARRIER\n%s\nEXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n", groups);
    plan.text = text.chars;
    plan.threads = plan.threads ? plan.threads : THREADS;
    plan.load_count = GPRS;
    plan.input = start;
    machine_start(m, &plan);
    free(text.chars);
}

static void run_groups(struct machine *m, const char *groups)
{
    run_plan(m, (struct plan){0}, groups);
    machine_run(m);
}

static void stops(struct plan plan, const char *groups, const char *where, const char *what)
{
    struct machine m;
    run_plan(&m, plan, groups);
    machine_stops(&m, where, what);
    machine_free(&m);
}

/* ---- doubles (ISA 4.12, 9.2) ----------------------------------------------------------------------------------- */

static void expect_double(struct machine *m, unsigned thread, unsigned element, double value)
{
    expect_pixel(m, 0, thread, element, (uint32_t)double_bits(value));
    expect_pixel(m, 0, thread, element + 1, (uint32_t)(double_bits(value) >> 32));
}

static void the_output_modifiers_leave_the_face_of_a_cube_alone(void **state)
{
    (void)state;
    struct machine m;
    /* The direction (0, 0, -1): face 5, twice the major axis is -2, which the clamp makes 0 (ISA table 4.5). */
    run_groups(&m, "0 x: CUBE R0.x, -1.0, 0.0 CLAMP\n y: CUBE R0.y, -1.0, 0.0 CLAMP\n"
                   " z: CUBE R0.z, 0.0, -1.0 CLAMP\n w: CUBE R0.w, 0.0, -1.0 CLAMP");
    for (unsigned t = 0; t < THREADS; t++) {
        expect_pixel(&m, 0, t, 2, 0);
        expect_pixel(&m, 0, t, 3, bits(5));
    }
    machine_free(&m);
}

static void two_doubles_are_added_in_a_group_beside_trans(void **state)
{
    (void)state;
    struct machine m;
    run_groups(&m, "0 x: ADD_64 R4.x, R0.y, R1.y\n y: ADD_64 R4.y, R0.x, R1.x\n"
                   "  z: ADD_64 R4.z, R0.y, -R2.y VEC_021\n w: ADD_64 R4.w, R0.x, R2.x VEC_021\n"
                   "  t: ADD_INT R5.x, 1, 1\n"
                   "1 x: MOV R0.x, R4.x\n y: MOV R0.y, R4.y\n z: MOV R0.z, PV.z\n w: MOV R0.w, PV.w\n");
    machine_run(&m);
    for (unsigned t = 0; t < THREADS; t++) {
        expect_double(&m, t, 0, a(t) + b(t));
        expect_double(&m, t, 2, a(t) - c(t));
    }
    machine_free(&m);
}

static void a_product_and_sum_takes_four_slots_and_fills_both_pairs(void **state)
{
    (void)state;
    struct machine m;
    run_groups(&m, "0 x: MULADD_64 R4.x, R0.y, R1.y, R2.y\n y: MULADD_64 R4.y, R0.y, R1.y, R2.y\n"
                   "  z: MULADD_64 R4.z, R0.y, R1.y, R2.y\n w: MULADD_64 R4.w, R0.x, R1.x, R2.x\n"
                   "1 x: MOV R0.x, R4.x\n y: MOV R0.y, R4.y\n z: MOV R0.z, R4.z\n w: MOV R0.w, R4.w\n");
    for (unsigned t = 0; t < THREADS; t++) {
        const volatile double product = a(t) * b(t); /* not fused */
        expect_double(&m, t, 0, product + c(t));
        expect_double(&m, t, 2, product + c(t));
    }
    machine_free(&m);
}

static void a_double_is_converted_and_back_in_one_pair_each(void **state)
{
    (void)state;
    struct machine m;
    run_groups(&m, "0 x: FLT64_TO_FLT32 R4.x, R0.y *2\n y: FLT64_TO_FLT32 R4.y, R0.x\n"
                   "  z: FLT32_TO_FLT64 R4.z, R3.w\n w: FLT32_TO_FLT64 R4.w, 0\n"
                   "1 x: MOV R0.x, R4.x\n y: MOV R0.y, R4.y\n z: MOV R0.z, R4.z\n w: MOV R0.w, R4.w\n");
    for (unsigned t = 0; t < THREADS; t++) {
        expect_pixel(&m, 0, t, 0, bits(2 * (float)a(t)));
        expect_pixel(&m, 0, t, 1, 0);
        expect_double(&m, t, 2, t);
    }
    machine_free(&m);
}

static void output_modifiers_change_a_double_and_not_its_words(void **state)
{
    (void)state;
    struct machine m;
    run_groups(&m, "0 x: ADD_64 R0.x, R0.y, R1.y *2\n y: ADD_64 R0.y, R0.x, R1.x *2\n"
                   "  z: ADD_64 R0.z, R0.y, -R2.y VEC_021 CLAMP\n w: ADD_64 R0.w, R0.x, R2.x VEC_021 CLAMP\n");
    for (unsigned t = 0; t < THREADS; t++) {
        expect_double(&m, t, 0, 2 * (a(t) + b(t)));
        expect_double(&m, t, 2, 1);
    }
    machine_free(&m);
}

static void a_double_predicate_decides_over_the_next_group(void **state)
{
    (void)state;
    static const char *const slots[2] = {
        "0 x: PRED_SETGT_64 ____, R0.y, 1_DBL_M UPDATE_PRED\n y: PRED_SETGT_64 ____, R0.x, 1_DBL_L\n",
        "0 z: PRED_SETGT_64 ____, R0.y, 1_DBL_M UPDATE_PRED\n w: PRED_SETGT_64 ____, R0.x, 1_DBL_L\n"};
    for (unsigned i = 0; i < 2; i++) {
        struct machine m;
        char           text[400];
        snprintf(text, sizeof text, "%s1 x: MOV R0.x, R3.x\n2 x: MOV R0.x, 0 PRED_SEL(ONE)\n", slots[i]);
        run_groups(&m, text);
        for (unsigned t = 0; t < THREADS; t++)
            expect_pixel(&m, 0, t, 0, a(t) > 1 ? 0 : t);
        machine_free(&m);
    }
}

static void a_chip_without_doubles_stops(void **state)
{
    (void)state;
    stops((struct plan){.chip = "rv730"}, "0 x: ADD_64 R4.x, R0.y, R1.y\n y: ADD_64 R4.y, R0.x, R1.x\n", "ALU word 2",
          "ISA 4.12");
    struct machine m;
    run_plan(&m, (struct plan){.chip = "rv730", .set = {"doubles=1"}},
             "0 x: ADD_64 R0.x, R0.y, R1.y\n y: ADD_64 R0.y, R0.x, R1.x\n");
    machine_run(&m);
    expect_double(&m, 5, 0, a(5) + b(5));
    machine_free(&m);
}

/* ---- constants by AR (ISA 4.6.1, 4.6.3, 4.6.4.5) ---------------------------------------------------------------- */

static uint32_t constants[256 * 4];

static void constants_set(void)
{
    for (unsigned i = 0; i < 256 * 4; i++)
        constants[i] = 0xc0000000u + i;
}

static const struct plan with_constants = {.alu_constants = constants, .alu_constant_count = 256};

static void each_lane_reads_the_constant_that_its_ar_names(void **state)
{
    (void)state;
    constants_set();
    struct machine m;
    run_plan(&m, with_constants,
             "0 x: MOVA_INT ____, R3.z\n y: MOVA_INT ____, R3.y\n"
             "1 x: MOV R0.x, C[AR.x+200].y\n y: MOV R0.y, C[AR.x+9].z\n z: MOV R0.z, C[AR.x+200].y\n"
             "2 w: ADD_INT R0.w, C[AR.y+3].w, R3.x\n");
    machine_run(&m);
    for (unsigned t = 0; t < THREADS; t++) {
        const int far = 3 * (int)t - 90 + 200, near = 3 * (int)t - 90 + 9;
        expect_pixel(&m, 0, t, 0, far < 256 ? 0xc0000000u + 4u * (unsigned)far + 1 : 0x7fffffff);
        expect_pixel(&m, 0, t, 1, near >= 0 ? 0xc0000000u + 4u * (unsigned)near + 2 : 0x7fffffff);
        expect_pixel(&m, 0, t, 2, far < 256 ? 0xc0000000u + 4u * (unsigned)far + 1 : 0x7fffffff);
        expect_pixel(&m, 0, t, 3, 0xc0000000u + 4 * (3 + t % 4) + 3 + t);
    }
    machine_free(&m);
}

/* Rotations from the group before a constant by AR to it. */
static unsigned rotations(const char *source, const char *setting)
{
    struct machine m;
    struct plan    plan = with_constants;
    char           text[300];
    plan.set[0] = setting;
    snprintf(text, sizeof text,
             "0 x: MOVA_INT ____, %s\n1 x: MOV R4.x, 0\n2 x: MOV R4.x, 0\n3 x: MOV R0.x, C[AR.x+9].x\n", source);
    run_plan(&m, plan, text);
    machine_run(&m);
    const unsigned clocks = (unsigned)(group_of(&m, 0, 3)->cycle - group_of(&m, 0, 2)->cycle);
    machine_free(&m);
    assert_int_equal(clocks % 8, 0);
    return clocks / 8;
}

static void a_waterfall_takes_a_rotation_for_each_different_index(void **state)
{
    (void)state;
    assert_int_equal(rotations("1", NULL), 1);
    assert_int_equal(rotations("R3.y", NULL), 4);
    assert_int_equal(rotations("R3.x", NULL), 64);
    assert_int_equal(rotations("R3.y", "waterfall_clk_per_index=1"), 1);
    assert_int_equal(rotations("R3.x", "waterfall_clk_per_index=1"), 16);
}

/* ---- global GPRs (ISA 2.6.1) ------------------------------------------------------------------------------------- */

static const struct plan with_globals = {.set = {"global_gprs=4"}, .threads = 8 * THREADS};

/* Eight wavefronts execute the group twenty times and then read `result`, which starts undefined. */
static void counts_all(const char *before, const char *group, const char *result)
{
    struct machine m;
    struct text    text = {0};
    put(&text, "%s", before);
    for (unsigned i = 0; i < 20; i++)
        put(&text, "%u %s", i + 1, group);
    put(&text, "21 x: MOV R0.x, %s\n", result);
    run_plan(&m, with_globals, text.chars);
    free(text.chars);
    machine_run(&m);
    uint32_t most = 0;
    for (unsigned t = 0; t < 8 * THREADS; t++) {
        const uint32_t value = pixel(&m, 0, t, 0) - GPR_UNDEFINED;
        assert_true(value >= 20 && value <= 8 * 20);
        most = value > most ? value : most;
    }
    assert_int_equal(most, 8 * 20);
    machine_free(&m);
}

static void additions_of_all_wavefronts_to_a_global_gpr_are_all_counted(void **state)
{
    (void)state;
    counts_all("", "x: ADD_INT R[GLOBAL+2].x, R[GLOBAL+2].x, 1\n", "R[GLOBAL+2].x");
    counts_all("", "x: MOV R4.x, 0\n y: MOV R4.y, 0\n z: MOV R4.z, 0\n t: ADD_INT R[GLOBAL+2].z, R[GLOBAL+2].z, 1\n",
               "R[GLOBAL+2].z");
    counts_all("0 x: MOVA_INT ____, R3.y\n", "x: ADD_INT R[GLOBAL+AR.x].x, R[GLOBAL+AR.x].x, 1\n", "R[GLOBAL+AR.x].x");
}

static void global_gprs_by_ar_have_a_row_per_lane(void **state)
{
    (void)state;
    struct machine m;
    struct plan    plan = with_globals;
    plan.threads = THREADS;
    run_plan(&m, plan,
             "0 x: MOVA_INT ____, R3.y\n"
             "1 x: MOV R[GLOBAL+AR.x].x, R3.x\n y: MOV R0.y, 0\n"
             "2 x: MOV R4.x, R[GLOBAL+AR.x].x\n"
             "3 x: MOV R0.x, PV.x\n y: MOV R0.y, R[GLOBAL+AR.x].x\n"
             "4 z: MOV R0.z, R[GLOBAL+3].x\n");
    machine_run(&m);
    for (unsigned t = 0; t < THREADS; t++) {
        expect_pixel(&m, 0, t, 0, t);
        expect_pixel(&m, 0, t, 1, t);
        expect_pixel(&m, 0, t, 2, t % 4 == 3 ? t : GPR_UNDEFINED);
    }
    machine_free(&m);
}

static void numbers_behind_the_global_gprs_are_the_temporaries_of_both_slots(void **state)
{
    (void)state;
    struct machine m;
    struct plan    plan = with_globals;
    plan.threads = THREADS;
    run_plan(&m, plan,
             "0 x: MOV R125.x, R3.x\n1 x: MOV R4.x, 0\n"
             "2 x: MOV R0.x, R[GLOBAL+5].x\n y: MOV R0.y, R[GLOBAL+9].x VEC_120\n");
    machine_run(&m);
    for (unsigned t = 0; t < THREADS; t++)
        assert_true((pixel(&m, 0, t, 0) == t && pixel(&m, 0, t, 1) == GPR_UNDEFINED) ||
                    (pixel(&m, 0, t, 1) == t && pixel(&m, 0, t, 0) == GPR_UNDEFINED));
    machine_free(&m);
    stops(plan, "0 x: MOV R0.x, R[GLOBAL+12].x\n", "ALU word 2", "ISA 4.6.3");
    stops((struct plan){0}, "0 x: MOV R0.x, R[GLOBAL+2].x\n", "ALU word 2", "ISA 2.6.1.1");
}

/* ---- rules (ISA 4.8, 4.9, 10.2) --------------------------------------------------------------------------------- */

static void what_must_not_be_issued_together_stops_with_address_and_section(void **state)
{
    (void)state;
    const struct plan plan = {0};
    stops(plan, "0 x: MOV R4.x, 0\n1 x: PRED_SETE ____, R3.x, 0\n y: PRED_SETE ____, R3.y, 0\n", "ALU word 4",
          "ISA 4.8.1.1");
    stops(plan, "0 x: KILLE ____, R3.x, 0\n t: PRED_SETE ____, R3.x, 0\n", "ALU word 3", "ISA 4.8.1.1");
    stops(plan, "0 x: MOV R4.x, R3.x UPDATE_PRED\n", "ALU word 2", "ISA 4.9.3");
    stops(plan,
          "0 x: DOT4 R4.x, R3.x, R3.x\n y: DOT4 R4.y, R3.y, R3.y\n z: DOT4 R4.z, R3.z, R3.z CLAMP\n"
          " w: DOT4 R4.w, R3.w, R3.w\n",
          "ALU word 4", "ISA 4.8.2.1");
    stops(with_constants,
          "0 x: MOVA_INT ____, R3.y\n y: MOVA_INT ____, R3.y\n"
          "1 x: MOV R4.x, C[AR.x+1].x\n y: MOV R4.y, C[AR.y+1].x\n",
          "ALU word 5", "ISA 4.6.1");
}

static void mova_in_trans_sets_the_index_of_gprs(void **state)
{
    (void)state;
    struct machine m;
    run_groups(&m, "0 x: MOV R4.x, R3.z\n y: MOV R5.y, R3.w\n t: MOVA_GPR_INT ____, R3.y SCL_221\n"
                   "1 x: MOV R0.x, R[AR.x+3].x\n");
    for (unsigned t = 0; t < THREADS; t++)
        expect_pixel(&m, 0, t, 0, t % 4 == 0 ? t : t % 4 == 1 ? 3 * t - 90 : named_input(t, 3 + t % 4, 0));
    machine_free(&m);
}

static void trans_wins_also_where_only_its_index_leads_it_to_the_element(void **state)
{
    (void)state;
    struct machine m;
    run_groups(&m, "0 x: MOVA_INT ____, R3.y\n"
                   "1 x: MOV R5.x, 1.0\n t: MOV R[AR.x+4].x, R3.x SCL_221\n"
                   "2 x: MOV R4.x, 0\n"
                   "3 x: MOV R0.x, R5.x\n");
    for (unsigned t = 0; t < THREADS; t++)
        expect_pixel(&m, 0, t, 0, t % 4 == 1 ? t : bits(1));
    machine_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_output_modifiers_leave_the_face_of_a_cube_alone),
        cmocka_unit_test(two_doubles_are_added_in_a_group_beside_trans),
        cmocka_unit_test(a_product_and_sum_takes_four_slots_and_fills_both_pairs),
        cmocka_unit_test(a_double_is_converted_and_back_in_one_pair_each),
        cmocka_unit_test(output_modifiers_change_a_double_and_not_its_words),
        cmocka_unit_test(a_double_predicate_decides_over_the_next_group),
        cmocka_unit_test(a_chip_without_doubles_stops),
        cmocka_unit_test(each_lane_reads_the_constant_that_its_ar_names),
        cmocka_unit_test(a_waterfall_takes_a_rotation_for_each_different_index),
        cmocka_unit_test(additions_of_all_wavefronts_to_a_global_gpr_are_all_counted),
        cmocka_unit_test(global_gprs_by_ar_have_a_row_per_lane),
        cmocka_unit_test(numbers_behind_the_global_gprs_are_the_temporaries_of_both_slots),
        cmocka_unit_test(what_must_not_be_issued_together_stops_with_address_and_section),
        cmocka_unit_test(mova_in_trans_sets_the_index_of_gprs),
        cmocka_unit_test(trans_wins_also_where_only_its_index_leads_it_to_the_element),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
