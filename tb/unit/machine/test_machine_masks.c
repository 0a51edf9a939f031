/* test_machine_masks.c - predicate, active mask and kills in the whole machine (ISA 3.6, 4.8.1.1, 4.9.3, 4.10), exports
 * (ISA 3.4, 10.1), partial wavefronts and chips with 8 lanes. */
#include "tb/unit/machine.h"

/* GPR g < 7 holds 1000 g + 100 e + t as a float; GPR 7: x = t mod 2, y = t / 2 mod 2 as integers, z and w the same as
 * floats. */
static uint32_t start(unsigned thread, unsigned gpr, unsigned element)
{
    const uint32_t special[4] = {thread % 2, thread / 2 % 2, bits((float)(thread % 2)), bits((float)(thread / 2 % 2))};
    return gpr == 7 ? special[element] : named_input(thread, gpr, element);
}

static float in(unsigned thread, unsigned gpr, unsigned element)
{
    return (float)(1000 * gpr + 100 * element + thread);
}

enum { THREADS = 128, GPRS = 8 };

static void run_text(struct machine *m, const char *text)
{
    const struct plan plan = {.text = text, .threads = THREADS, .load_count = GPRS, .input = start};
    machine_start(m, &plan);
    machine_run(m);
}

/* The registers at the end. */
static uint32_t gpr(const struct machine *m, unsigned thread, unsigned number, unsigned element)
{
    uint32_t words[THREADS * GPRS * 4];
    memcpy(words, gpu_gprs(m->gpu), sizeof words);
    return words[(thread * GPRS + number) * 4 + element];
}

static void expect_gpr(const struct machine *m, unsigned thread, unsigned number, unsigned element, float value)
{
    const uint32_t got = gpr(m, thread, number, element);
    if (got != bits(value))
        fail_msg("thread %u R%u element %u: 0x%08x, expected 0x%08x", thread, number, element, (unsigned)got,
                 (unsigned)bits(value));
}

#define DONE "EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n"

/* ---- predicate (ISA 4.9.3, 4.10) -------------------------------------------------------------------------------- */

static void a_predicate_takes_effect_with_the_next_group(void **state)
{
    (void)state;
    struct machine m;
    run_text(&m, "ALU BARRIER\n"
                 "0 x: PRED_SETNE_INT ____, R7.x, 0.0 UPDATE_PRED\n"
                 "  y: MOV R1.y, R2.y PRED_SEL(ONE)\n"
                 "  z: MOV R1.z, R2.z PRED_SEL(ZERO)\n"
                 "1 x: MOV R1.x, R2.x PRED_SEL(ONE)\n"
                 "  w: MOV R1.w, R2.w PRED_SEL(ZERO)\n" DONE);
    for (unsigned t = 0; t < THREADS; t++) {
        expect_gpr(&m, t, 1, 1, in(t, 2, 1)); /* at first the predicate is the active mask: one everywhere */
        expect_gpr(&m, t, 1, 2, in(t, 1, 2));
        expect_gpr(&m, t, 1, 0, in(t, t % 2 ? 2 : 1, 0));
        expect_gpr(&m, t, 1, 3, in(t, t % 2 ? 1 : 2, 3));
    }
    machine_free(&m);
}

static void a_predicate_without_update_pred_is_not_kept(void **state)
{
    (void)state;
    struct machine m;
    run_text(&m, "ALU BARRIER\n0 x: PRED_SETNE_INT ____, R7.x, 0.0\n1 x: MOV R1.x, R2.x PRED_SEL(ZERO)\n" DONE);
    for (unsigned t = 0; t < THREADS; t++)
        expect_gpr(&m, t, 1, 0, in(t, 1, 0));
    machine_free(&m);
}

static void a_predicated_pred_set_changes_only_the_threads_that_execute_it(void **state)
{
    (void)state;
    struct machine m;
    run_text(&m, "ALU BARRIER\n"
                 "0 x: PRED_SETNE_INT ____, R7.x, 0.0 UPDATE_PRED\n"
                 "1 x: PRED_SETNE_INT ____, R7.y, 0.0 UPDATE_PRED PRED_SEL(ONE)\n"
                 "2 x: MOV R1.x, R2.x PRED_SEL(ONE)\n"
                 "  y: MOV R1.y, R2.y PRED_SEL(ZERO)\n" DONE);
    for (unsigned t = 0; t < THREADS; t++) {
        const bool one = t % 2 && t / 2 % 2;
        expect_gpr(&m, t, 1, 0, in(t, one ? 2 : 1, 0));
        expect_gpr(&m, t, 1, 1, in(t, one ? 1 : 2, 1));
    }
    machine_free(&m);
}

static void a_predicate_ends_with_its_clause(void **state)
{
    (void)state;
    struct machine m;
    run_text(&m, "ALU BARRIER\n0 x: PRED_SETNE_INT ____, R7.x, 0.0 UPDATE_PRED\n"
                 "ALU BARRIER\n0 x: MOV R1.x, R2.x PRED_SEL(ONE)\n  y: MOV R1.y, R2.y PRED_SEL(ZERO)\n" DONE);
    for (unsigned t = 0; t < THREADS; t++) {
        expect_gpr(&m, t, 1, 0, in(t, 2, 0));
        expect_gpr(&m, t, 1, 1, in(t, 1, 1));
    }
    machine_free(&m);
}

static void trans_obeys_the_predicate(void **state)
{
    (void)state;
    struct machine m;
    run_text(&m, "ALU BARRIER\n"
                 "0 x: PRED_SETNE_INT ____, R7.x, 0.0 UPDATE_PRED\n"
                 "1 x: MOV R3.x, 0.0\n t: MOV R1.x, R2.x PRED_SEL(ONE)\n" DONE);
    for (unsigned t = 0; t < THREADS; t++)
        expect_gpr(&m, t, 1, 0, in(t, t % 2 ? 2 : 1, 0));
    machine_free(&m);
}

/* ---- active mask (ISA 3.6.3, 4.9.3) ----------------------------------------------------------------------------- */

static void update_execute_mask_acts_after_the_clause_and_not_in_it(void **state)
{
    (void)state;
    struct machine m;
    run_text(&m, "ALU BARRIER\n"
                 "0 x: PRED_SETNE_INT ____, R7.x, 0.0 UPDATE_EXEC\n"
                 "1 x: MOV R1.x, R2.x\n"
                 "  y: MOV R1.y, R2.y PRED_SEL(ONE)\n"
                 "  z: MOV R1.z, R2.z PRED_SEL(ZERO)\n"
                 "ALU BARRIER\n"
                 "0 x: MOV R3.x, R2.x\n" DONE);
    for (unsigned t = 0; t < THREADS; t++) {
        expect_gpr(&m, t, 1, 0, in(t, 2, 0));
        expect_gpr(&m, t, 1, 1, in(t, 2, 1));
        expect_gpr(&m, t, 1, 2, in(t, 1, 2));
        expect_gpr(&m, t, 3, 0, in(t, t % 2 ? 2 : 3, 0));
        assert_int_equal(pixel_written(&m, 0, t, 0), t % 2); /* inactive threads do not export */
        assert_int_equal(gpu_exports(m.gpu)->killed[t], 0);
    }
    machine_free(&m);
}

static void the_active_mask_only_shrinks_among_its_threads(void **state)
{
    (void)state;
    struct machine m;
    run_text(&m, "ALU BARRIER\n0 x: PRED_SETNE_INT ____, R7.x, 0.0 UPDATE_EXEC\n"
                 "ALU BARRIER\n0 x: PRED_SETNE_INT ____, R7.y, 0.0 UPDATE_EXEC\n"
                 "ALU BARRIER\n0 x: MOV R3.x, R2.x\n  y: MOV R3.y, R2.y PRED_SEL(ZERO)\n" DONE);
    for (unsigned t = 0; t < THREADS; t++) {
        const bool active = t % 2 && t / 2 % 2;
        expect_gpr(&m, t, 3, 0, in(t, active ? 2 : 3, 0));
        expect_gpr(&m, t, 3, 1, in(t, 3, 1));
        assert_int_equal(pixel_written(&m, 0, t, 0), active);
    }
    machine_free(&m);
}

static void a_wavefront_without_an_active_thread_runs_to_its_end(void **state)
{
    (void)state;
    struct machine m;
    run_text(&m, "ALU BARRIER\n0 x: PRED_SETE_INT ____, 1, 0.0 UPDATE_EXEC\nALU BARRIER\n0 x: MOV R3.x, R2.x\n" DONE);
    for (unsigned t = 0; t < THREADS; t++) {
        expect_gpr(&m, t, 3, 0, in(t, 3, 0));
        assert_false(pixel_written(&m, 0, t, 0));
    }
    assert_non_null(results_find(gpu_exports(m.gpu), LAUNCH_EXPORT_PIXEL, 0)); /* the export was executed */
    machine_free(&m);
}

/* ---- kills (ISA 4.8.1.1) ---------------------------------------------------------------------------------------- */

static void killed_threads_are_marked_and_do_not_export(void **state)
{
    (void)state;
    struct machine m;
    run_text(&m, "ALU BARRIER\n0 x: KILLGT ____, R7.z, 0.0\n" DONE);
    for (unsigned t = 0; t < THREADS; t++) {
        assert_int_equal(gpu_exports(m.gpu)->killed[t], t % 2);
        assert_int_equal(pixel_written(&m, 0, t, 0), t % 2 == 0);
    }
    machine_free(&m);
}

static void a_kill_in_trans_or_of_a_predicated_thread_obeys_its_mask(void **state)
{
    (void)state;
    struct machine m;
    run_text(&m, "ALU BARRIER\n0 x: PRED_SETNE_INT ____, R7.y, 0.0 UPDATE_PRED\n"
                 "1 x: MOV R3.x, 0.0\n t: KILLGT ____.x, R7.z, 0.0 PRED_SEL(ONE)\n" DONE);
    for (unsigned t = 0; t < THREADS; t++)
        assert_int_equal(gpu_exports(m.gpu)->killed[t], t % 2 && t / 2 % 2);
    machine_free(&m);
}

static void kills_of_one_group_add_up_each_under_its_own_mask(void **state)
{
    (void)state;
    struct machine m;
    run_text(&m, "ALU BARRIER\n0 x: KILLGT ____, R7.z, 0.0\n y: KILLGT ____.y, R7.w, 0.0\n" DONE);
    for (unsigned t = 0; t < THREADS; t++)
        assert_int_equal(gpu_exports(m.gpu)->killed[t], t % 2 || t / 2 % 2);
    machine_free(&m);
    run_text(&m, "ALU BARRIER\n0 x: PRED_SETNE_INT ____, R7.w, 0.0 UPDATE_PRED\n"
                 "1 x: KILLGE ____, 0.0, 0.0 PRED_SEL(ONE)\n y: KILLGT ____, R7.z, 0.0 PRED_SEL(ZERO)\n" DONE);
    for (unsigned t = 0; t < THREADS; t++)
        assert_int_equal(gpu_exports(m.gpu)->killed[t], t / 2 % 2 || t % 2);
    machine_free(&m);
}

static void kills_of_two_clauses_add_up(void **state)
{
    (void)state;
    struct machine m;
    run_text(&m, "ALU BARRIER\n0 x: KILLGT ____, R7.z, 0.0\nALU BARRIER\n0 x: KILLGT ____, R7.w, 0.0\n" DONE);
    for (unsigned t = 0; t < THREADS; t++) {
        assert_int_equal(gpu_exports(m.gpu)->killed[t], t % 2 || t / 2 % 2);
        assert_int_equal(pixel_written(&m, 0, t, 0), !(t % 2 || t / 2 % 2));
    }
    machine_free(&m);
}

static void a_kill_after_an_export_leaves_what_was_exported_before(void **state)
{
    (void)state;
    struct machine m;
    run_text(&m, "EXPORT PIX1, R2.xyzw BARRIER\nALU BARRIER\n0 x: KILLGT ____, R7.z, 0.0\n" DONE);
    for (unsigned t = 0; t < THREADS; t++) {
        assert_true(pixel_written(&m, 1, t, 0));
        assert_int_equal(pixel_written(&m, 0, t, 0), t % 2 == 0);
    }
    machine_free(&m);
}

static void a_vertex_program_cannot_kill(void **state)
{
    (void)state;
    struct machine    m;
    const struct plan plan = {.text =
                                  "ALU BARRIER\n0 x: KILLGT ____, R0.x, 0.0\nEXPORT_DONE POS0, R0.xyzw EOP BARRIER\n",
                              .stage = LAUNCH_VS};
    assert_false(machine_try(&m, &plan));
    assert_non_null(strstr(m.diag.what, "ISA 4.8.1.1"));
    machine_free(&m);
}

/* ---- exports (ISA 3.4, 10.1) ------------------------------------------------------------------------------------ */

static void a_burst_exports_consecutive_gprs_to_consecutive_targets(void **state)
{
    (void)state;
    struct machine m;
    run_text(&m, "EXPORT PIX2, R3.xyzw BURST(4) BARRIER\n" DONE);
    for (unsigned t = 0; t < THREADS; t++)
        for (unsigned n = 0; n < 4; n++)
            for (unsigned e = 0; e < 4; e++)
                expect_pixel(&m, 2 + n, t, e, bits(in(t, 3 + n, e)));
    assert_int_equal(gpu_exports(m.gpu)->column_count, 5);
    machine_free(&m);
}

static void an_export_swizzle_selects_elements_constants_and_masks(void **state)
{
    (void)state;
    struct machine m;
    run_text(&m, "EXPORT PIX1, R1.wzyx BARRIER\nEXPORT PIX2, R2.01_y BARRIER\nEXPORT PIX3, R3.____ BARRIER\n"
                 "EXPORT PIX4, R3.xx00 BARRIER\n" DONE);
    for (unsigned t = 0; t < THREADS; t++) {
        for (unsigned e = 0; e < 4; e++) {
            expect_pixel(&m, 1, t, e, bits(in(t, 1, 3 - e)));
            assert_false(pixel_written(&m, 3, t, e));
        }
        expect_pixel(&m, 2, t, 0, 0);
        expect_pixel(&m, 2, t, 1, bits(1.0f));
        assert_false(pixel_written(&m, 2, t, 2));
        expect_pixel(&m, 2, t, 3, bits(in(t, 2, 1)));
        expect_pixel(&m, 4, t, 1, bits(in(t, 3, 0)));
        expect_pixel(&m, 4, t, 3, 0);
    }
    assert_non_null(results_find(gpu_exports(m.gpu), LAUNCH_EXPORT_PIXEL, 3));
    machine_free(&m);
}

static void a_later_export_of_a_target_wins_where_it_is_not_masked(void **state)
{
    (void)state;
    struct machine m;
    run_text(&m, "EXPORT PIX0, R1.xyzw BARRIER\nEXPORT_DONE PIX0, R2._y_w EOP BARRIER\n");
    for (unsigned t = 0; t < THREADS; t++)
        for (unsigned e = 0; e < 4; e++)
            expect_pixel(&m, 0, t, e, bits(in(t, e % 2 ? 2 : 1, e)));
    machine_free(&m);
}

static void a_vertex_program_exports_positions_and_parameters(void **state)
{
    (void)state;
    struct machine    m;
    const struct plan plan = {
        .text = "EXPORT_DONE POS0, R1.xyzw BARRIER\nEXPORT_DONE PARAM3, R2.xyzw BURST(2) EOP BARRIER\n",
        .stage = LAUNCH_VS,
        .load_count = GPRS,
        .input = start};
    machine_start(&m, &plan);
    machine_run(&m);
    const struct result_column *position = results_find(gpu_exports(m.gpu), LAUNCH_EXPORT_POS, 60);
    const struct result_column *parameter = results_find(gpu_exports(m.gpu), LAUNCH_EXPORT_PARAM, 4);
    assert_non_null(position);
    assert_non_null(parameter);
    for (unsigned t = 0; t < 64; t++) {
        assert_int_equal(position->values[t][2], bits(in(t, 1, 2)));
        assert_int_equal(parameter->values[t][3], bits(in(t, 3, 3)));
    }
    machine_free(&m);
}

static void an_export_beyond_the_gprs_is_stopped(void **state)
{
    (void)state;
    struct machine    m;
    const struct plan plan = {.text = "EXPORT PIX0, R7.xyzw BURST(2) BARRIER\n" DONE};
    machine_start(&m, &plan);
    machine_stops(&m, "export", "ISA 4.6.3");
    machine_free(&m);
}

static void a_program_may_end_with_a_nop_behind_its_clause(void **state)
{
    (void)state;
    struct machine m;
    run_text(&m, "EXPORT_DONE PIX0, R1.xyzw BARRIER\nALU\n0 x: MOV R3.x, R2.x\n1 x: MOV R3.x, R4.x\nNOP EOP\n");
    assert_int_equal(m.entries, 2 * THREADS / 64); /* the clause still ran: the wavefront ends when it has */
    for (unsigned t = 0; t < THREADS; t++)
        expect_gpr(&m, t, 3, 0, in(t, 4, 0));
    machine_free(&m);
}

static void an_export_with_barrier_waits_for_the_clause_and_one_without_does_not(void **state)
{
    (void)state;
    struct machine m;
    run_text(&m, "ALU\n0 x: MOV R1.x, R2.x\nEXPORT PIX1, R1.xyzw\n" DONE);
    for (unsigned t = 0; t < THREADS; t++)
        expect_pixel(&m, 1, t, 0, bits(in(t, 1, 0))); /* before the clause writes */
    machine_free(&m);
    run_text(&m, "ALU\n0 x: MOV R1.x, R2.x\nEXPORT PIX1, R1.xyzw BARRIER\n" DONE);
    for (unsigned t = 0; t < THREADS; t++)
        expect_pixel(&m, 1, t, 0, bits(in(t, 2, 0)));
    machine_free(&m);
}

/* ---- partial wavefronts, many wavefronts, other chips ----------------------------------------------------------- */

static const char mixed[] = "ALU BARRIER\n"
                            "0 x: MOVA_INT ____, R7.x\n"
                            "1 x: PRED_SETNE_INT ____, R7.y, 0.0 UPDATE_PRED\n"
                            "  y: MUL R0.y, R1.y, R2.y VEC_120\n"
                            "2 x: MOV R3.x, R2.x PRED_SEL(ONE)\n  w: ADD R3.w, R3.x, R4.x VEC_120\n"
                            "  t: MUL_IEEE R4.x, R5.y, R5.z\n"
                            "3 x: ADD R3.x, R3.x, R[AR.x+5].x\n  y: ADD R0.y, PV.w, PS VEC_120\n"
                            "4 x: DOT4 R0.x, R3.x, R1.x\n y: DOT4 ____, R3.y, R1.y\n"
                            "  z: DOT4 ____, R3.z, R1.z\n w: DOT4 ____, R3.w, R1.w\n"
                            "5 z: MOV R0.z, PV.x\n  w: KILLGT ____, R7.w, R7.z\n"
                            "EXPORT PIX1, R3.xyzw BURST(2) BARRIER\n" DONE;

static void chip_exports_as_the_rv770(const char *chip, unsigned threads)
{
    struct machine wide, other;
    struct plan    plan = {.text = mixed, .threads = threads, .load_count = GPRS, .input = start};
    machine_start(&wide, &plan);
    machine_run(&wide);
    plan.chip = chip;
    machine_start(&other, &plan);
    machine_run(&other);
    const struct result_exports *left = gpu_exports(wide.gpu), *right = gpu_exports(other.gpu);
    assert_int_equal(left->column_count, right->column_count);
    assert_memory_equal(left->killed, right->killed, threads);
    for (unsigned c = 0; c < left->column_count; c++) {
        const struct result_column *column = &left->columns[c];
        const struct result_column *same = results_find(right, column->type, column->array_base);
        assert_non_null(same);
        assert_memory_equal(column->values, same->values, threads * sizeof column->values[0]);
        assert_memory_equal(column->written, same->written, threads);
    }
    machine_free(&wide);
    machine_free(&other);
}

static void chips_with_8_lanes_export_the_same_thread_for_thread(void **state)
{
    (void)state;
    static const unsigned threads[] = {1, 7, 8, 9, 31, 32, 33, 63, 64, 65, 100, 256};
    for (unsigned i = 0; i < LENGTH(threads); i++) {
        chip_exports_as_the_rv770("rv710", threads[i]);
        chip_exports_as_the_rv770("rv730", threads[i]);
    }
}

static void threads_that_do_not_exist_in_the_last_wavefront_do_nothing(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads < 200; threads += 13) {
        struct machine    m;
        const struct plan plan = {.text = "ALU BARRIER\n0 x: ADD R0.x, R1.x, R2.x\n1 x: KILLGT ____, R1.x, 1e9\n" DONE,
                                  .threads = threads,
                                  .load_count = GPRS,
                                  .input = start};
        const unsigned    waves = (threads + 63) / 64, left = threads - 64 * (waves - 1);
        machine_start(&m, &plan);
        machine_run(&m);
        assert_int_equal(m.gpu->simd->waves.q.finished, waves);
        assert_true(m.gpu->simd->flow.valid[waves - 1] == (left == 64 ? ~0ull : (1ull << left) - 1));
        for (unsigned t = 0; t < threads; t++) {
            expect_pixel(&m, 0, t, 0, bits(in(t, 1, 0) + in(t, 2, 0)));
            assert_int_equal(gpu_exports(m.gpu)->killed[t], 0);
        }
        machine_free(&m);
    }
}

static void a_thousand_wavefronts_pass_through_few_slots(void **state)
{
    (void)state;
    enum { MANY = 1000 };
    struct machine    m;
    const struct plan plan = {.text = "ALU BARRIER\n0 x: ADD R0.x, R1.x, 1.0\nEXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n",
                              .threads = 64 * MANY,
                              .num_gprs = 3,
                              .load_first = 1,
                              .load_count = 1,
                              .input = start};
    machine_start(&m, &plan);
    machine_run(&m);
    for (unsigned t = 0; t < 64 * MANY; t++)
        expect_pixel(&m, 0, t, 0, bits(in(t, 1, 0) + 1.0f));
    assert_int_equal(m.gpu->simd->waves.q.resident, 0);
    assert_int_equal(m.gpu->simd->waves.q.finished, MANY);
    machine_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_predicate_takes_effect_with_the_next_group),
        cmocka_unit_test(a_predicate_without_update_pred_is_not_kept),
        cmocka_unit_test(a_predicated_pred_set_changes_only_the_threads_that_execute_it),
        cmocka_unit_test(a_predicate_ends_with_its_clause),
        cmocka_unit_test(trans_obeys_the_predicate),
        cmocka_unit_test(update_execute_mask_acts_after_the_clause_and_not_in_it),
        cmocka_unit_test(the_active_mask_only_shrinks_among_its_threads),
        cmocka_unit_test(a_wavefront_without_an_active_thread_runs_to_its_end),
        cmocka_unit_test(killed_threads_are_marked_and_do_not_export),
        cmocka_unit_test(a_kill_in_trans_or_of_a_predicated_thread_obeys_its_mask),
        cmocka_unit_test(kills_of_one_group_add_up_each_under_its_own_mask),
        cmocka_unit_test(kills_of_two_clauses_add_up),
        cmocka_unit_test(a_kill_after_an_export_leaves_what_was_exported_before),
        cmocka_unit_test(a_vertex_program_cannot_kill),
        cmocka_unit_test(a_burst_exports_consecutive_gprs_to_consecutive_targets),
        cmocka_unit_test(an_export_swizzle_selects_elements_constants_and_masks),
        cmocka_unit_test(a_later_export_of_a_target_wins_where_it_is_not_masked),
        cmocka_unit_test(a_vertex_program_exports_positions_and_parameters),
        cmocka_unit_test(an_export_beyond_the_gprs_is_stopped),
        cmocka_unit_test(a_program_may_end_with_a_nop_behind_its_clause),
        cmocka_unit_test(an_export_with_barrier_waits_for_the_clause_and_one_without_does_not),
        cmocka_unit_test(chips_with_8_lanes_export_the_same_thread_for_thread),
        cmocka_unit_test(threads_that_do_not_exist_in_the_last_wavefront_do_nothing),
        cmocka_unit_test(a_thousand_wavefronts_pass_through_few_slots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
