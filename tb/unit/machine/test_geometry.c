/* test_geometry.c - geometry programs on the wired machine, as far as the shader core goes: emitted vertices and cut
 * strips are counted, seen and kept in their order; other programs may not emit (ISA 3.5, 9.1). */
#include "rtl_model/machine.h"
#include "rtl_model/r700/gpu_machine.h"
#include "tb/unit/machine.h"

#define END "NOP EOP BARRIER\n"

static void run(struct machine *m, const char *text, unsigned threads)
{
    const struct plan plan = {.text = text, .stage = LAUNCH_GS, .threads = threads, .stack_size = 2};
    machine_start(m, &plan);
    machine_run(m);
}

static void vertices_and_strips_are_counted_for_each_wavefront_and_each_active_thread(void **state)
{
    (void)state;
    struct machine           m;
    const struct wave_table *waves;
    run(&m, "EMIT_VERTEX\nEMIT_VERTEX\nEMIT_CUT_VERTEX\nCUT_VERTEX\n" END, 64 + 10);
    waves = &m.gpu->simd->waves;
    assert_int_equal(waves->q.vertices, 3 * 74);
    assert_int_equal(waves->q.cuts, 2 * 74);
    for (unsigned slot = 0; slot < 2; slot++) {
        assert_int_equal(waves->type[slot], ISA_GS);
        assert_int_equal(waves->emits[slot], 3);
        assert_int_equal(waves->strips[slot], 2);
    }
    machine_free(&m);
}

static void threads_that_are_not_active_emit_nothing(void **state)
{
    (void)state;
    struct machine m;
    run(&m,
        "ALU_PUSH_BEFORE @odd BARRIER\nEMIT_VERTEX BARRIER\nELSE ADDR(4) BARRIER\nCUT_VERTEX BARRIER\n"
        "POP ADDR(5) POP_COUNT(1) BARRIER\nEMIT_VERTEX BARRIER\n" END
        "odd:\n0 x: MOV R0.x, 0\n1 x: PRED_SETNE_INT ____, R0.x, 0.0 UPDATE_EXEC\n",
        64);
    assert_int_equal(m.gpu->simd->waves.q.vertices, 64); /* the one behind POP */
    assert_int_equal(m.gpu->simd->waves.q.cuts, 64);
    machine_free(&m);
}

static void an_emitted_vertex_is_a_signal_of_one_clock_with_the_wavefronts_number(void **state)
{
    (void)state;
    struct machine    m;
    const struct plan plan = {.text = "EMIT_VERTEX\nEMIT_CUT_VERTEX\n" END, .stage = LAUNCH_GS, .threads = 128};
    unsigned          emits[2] = {0}, cuts[2] = {0};
    machine_start(&m, &plan);
    while (!gpu_finished(m.gpu)) {
        const struct cf_sequencer_reg *cf = &m.gpu->simd->cf.q;
        if (cf->start_emit)
            emits[cf->step_number]++;
        if (cf->start_cut)
            cuts[cf->step_number]++;
        machine_step(&m);
    }
    for (unsigned wave = 0; wave < 2; wave++) {
        assert_int_equal(emits[wave], 2);
        assert_int_equal(cuts[wave], 1);
    }
    machine_free(&m);
}

static void the_results_report_has_the_counts(void **state)
{
    (void)state;
    struct machine          m;
    struct result_statistic rows[256];
    uint64_t                vertices = 0, cuts = 0;
    run(&m, "EMIT_VERTEX\nCUT_VERTEX\n" END, 5);
    const unsigned count = gpu_statistics(m.gpu, rows, 256);
    assert_true(count <= 256);
    for (unsigned i = 0; i < count; i++) {
        vertices += strcmp(rows[i].name, "vertices_emitted") == 0 ? rows[i].value : 0;
        cuts += strcmp(rows[i].name, "strips_cut") == 0 ? rows[i].value : 0;
    }
    assert_int_equal(vertices, 5);
    assert_int_equal(cuts, 5);
    machine_free(&m);
}

/* ---- their order ------------------------------------------------------------------------------------------------- */

/* Thread t emits t mod 5 vertices in a loop, cuts, and emits one more when t is odd. */
#define DIVERGENT                                                                                                      \
    "LOOP_START_DX10 @met BARRIER\nagain: ALU_BREAK @less BARRIER\nEMIT_VERTEX BARRIER\nLOOP_END @again BARRIER\n"     \
    "met: CUT_VERTEX BARRIER\nALU_PUSH_BEFORE @odd BARRIER\nJUMP @on POP_COUNT(1) BARRIER\nEMIT_CUT_VERTEX BARRIER\n"  \
    "POP @on POP_COUNT(1) BARRIER\non: " END "less: 0 x: SUB_INT R0.x, R0.x, 1\n"                                      \
    "1 x: PRED_SETGE_INT ____, PV.x, 0 UPDATE_EXEC\nodd: 0 x: PRED_SETNE_INT ____, R0.y, 0 UPDATE_EXEC\n"

static uint32_t fifth_and_odd(unsigned thread, unsigned gpr, unsigned element)
{
    (void)gpr;
    return element == 0 ? thread % 5 : thread % 2;
}

static void expect_divergent(struct machine *m)
{
    const struct result_exports *exports = gpu_exports(m->gpu);
    for (unsigned t = 0; t < exports->threads; t++) {
        char expected[16];
        snprintf(expected, sizeof expected, "%.*sC%s", (int)(t % 5), "VVVVV", t % 2 ? "VC" : "");
        assert_string_equal(results_strip(exports, t), expected);
    }
}

static void every_threads_vertices_and_cuts_are_kept_in_their_order(void **state)
{
    (void)state;
    static const char *const chips[] = {"rv770", "rv730", "rv710"};
    for (unsigned i = 0; i < LENGTH(chips); i++) {
        struct machine    m;
        const struct plan plan = {.text = DIVERGENT,
                                  .stage = LAUNCH_GS,
                                  .chip = chips[i],
                                  .threads = 133,
                                  .stack_size = 4,
                                  .load_count = 1,
                                  .input = fifth_and_odd};
        machine_start(&m, &plan);
        machine_run(&m);
        expect_divergent(&m);
        machine_free(&m);
    }
}

static void each_instruction_says_when_where_and_whose(void **state)
{
    (void)state;
    struct machine               m;
    const struct result_exports *exports;
    run(&m, "EMIT_VERTEX\nNOP\nEMIT_CUT_VERTEX\nCUT_VERTEX\n" END, 64 + 10);
    exports = gpu_exports(m.gpu);
    assert_int_equal(exports->emit_count, 6);
    unsigned next[2] = {0};
    for (size_t i = 0; i < exports->emit_count; i++) {
        static const struct {
            unsigned address;
            bool     vertex, cut;
        } expected[] = {{0, true, false}, {2, true, true}, {3, false, true}};
        const struct result_emit *emit = &exports->emits[i];
        assert_in_range(emit->wave, 0, 1);
        const unsigned n = next[emit->wave]++;
        assert_true(i == 0 || emit->cycle >= emit[-1].cycle);
        assert_int_equal(emit->address, expected[n].address);
        assert_int_equal(emit->vertex, expected[n].vertex);
        assert_int_equal(emit->cut, expected[n].cut);
        assert_int_equal(emit->first, 64 * emit->wave);
        assert_true(emit->threads == (emit->wave ? 0x3ff : UINT64_MAX));
    }
    for (unsigned t = 0; t < exports->threads; t++)
        assert_string_equal(results_strip(exports, t), "VVCC");
    machine_free(&m);
}

/* A quad of which one thread is missing has it in WHOLE_QUAD_MODE, and it emits nothing (ISA 3.6.2). */
static void threads_that_do_not_exist_emit_nothing(void **state)
{
    (void)state;
    struct machine m;
    run(&m, "EMIT_VERTEX WQM\n" END, 7);
    assert_int_equal(m.gpu->simd->waves.q.vertices, 7);
    assert_int_equal(gpu_exports(m.gpu)->emits[0].threads, 0x7f);
    machine_free(&m);
}

static void several_simds_and_host_threads_keep_the_same_order(void **state)
{
    (void)state;
    struct machine    one, several;
    const struct plan plan = {.text = DIVERGENT,
                              .stage = LAUNCH_GS,
                              .threads = 64 * 40,
                              .stack_size = 4,
                              .load_count = 1,
                              .input = fifth_and_odd,
                              .set = {"simds=10"}};
    machine_start(&one, &plan);
    machine_run(&one);
    machine_start(&several, &plan);
    assert_true(gpu_hasten(several.gpu, &several.diag) && gpu_set_jobs(several.gpu, 2, &several.diag));
    assert_int_equal(gpu_run(several.gpu, 0, &several.diag), GPU_FINISHED);
    expect_divergent(&several);
    const struct result_exports *left = gpu_exports(one.gpu), *right = gpu_exports(several.gpu);
    assert_int_equal(left->emit_count, right->emit_count);
    for (size_t i = 0; i < left->emit_count; i++) {
        assert_true(left->emits[i].cycle == right->emits[i].cycle);
        assert_int_equal(left->emits[i].wave, right->emits[i].wave);
        assert_int_equal(left->emits[i].address, right->emits[i].address);
        assert_true(left->emits[i].threads == right->emits[i].threads);
    }
    machine_free(&one);
    machine_free(&several);
}

static void a_snapshot_has_what_was_emitted_before_it(void **state)
{
    (void)state;
    struct machine    m;
    const struct plan plan = {.text = DIVERGENT,
                              .stage = LAUNCH_GS,
                              .threads = 133,
                              .stack_size = 4,
                              .load_count = 1,
                              .input = fifth_and_odd};
    machine_start(&m, &plan);
    while (gpu_exports(m.gpu)->emit_count < 3)
        machine_step(&m);
    const struct rtl_machine machine = gpu_machine(m.gpu);
    const size_t             length = machine_snapshot_bytes(&machine);
    unsigned char *const     bytes = malloc(length);
    assert_non_null(bytes);
    machine_snapshot_put(bytes, &machine);
    machine_run(&m);
    const size_t all = gpu_exports(m.gpu)->emit_count;
    assert_true(machine_snapshot_take("snapshot", bytes, length, &machine, &m.diag));
    assert_int_equal(gpu_exports(m.gpu)->emit_count, 3);
    machine_run(&m);
    assert_int_equal(gpu_exports(m.gpu)->emit_count, all);
    expect_divergent(&m);
    free(bytes);
    machine_free(&m);
}

static void is_refused(enum launch_stage stage, const char *text, const char *what)
{
    struct machine    m;
    const struct plan plan = {.text = text, .stage = stage};
    assert_false(machine_try(&m, &plan));
    if (!strstr(m.diag.what, what))
        fail_msg("\"%s\" lacks \"%s\"", m.diag.what, what);
    machine_free(&m);
}

static void only_geometry_programs_emit_and_they_export_to_memory_only(void **state)
{
    (void)state;
    static const enum launch_stage others[] = {LAUNCH_PS, LAUNCH_VS, LAUNCH_CS};
    for (unsigned i = 0; i < LENGTH(others); i++) {
        is_refused(others[i], "EMIT_VERTEX\n" END, "CF 0: EMIT_VERTEX: only geometry programs emit");
        is_refused(others[i], "NOP\nEMIT_CUT_VERTEX\n" END, "CF 1: EMIT_CUT_VERTEX: only geometry programs emit");
        is_refused(others[i], "CUT_VERTEX\n" END, "(ISA 3.5)");
    }
    is_refused(LAUNCH_GS, "EXPORT_DONE POS0, R0.xyzw EOP BARRIER\n", "export to memory only: MEM_* (ISA 9.1)");
    is_refused(LAUNCH_GS, "KILL ADDR(1)\n" END, "only pixel programs can kill");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vertices_and_strips_are_counted_for_each_wavefront_and_each_active_thread),
        cmocka_unit_test(threads_that_are_not_active_emit_nothing),
        cmocka_unit_test(an_emitted_vertex_is_a_signal_of_one_clock_with_the_wavefronts_number),
        cmocka_unit_test(the_results_report_has_the_counts),
        cmocka_unit_test(every_threads_vertices_and_cuts_are_kept_in_their_order),
        cmocka_unit_test(each_instruction_says_when_where_and_whose),
        cmocka_unit_test(threads_that_do_not_exist_emit_nothing),
        cmocka_unit_test(several_simds_and_host_threads_keep_the_same_order),
        cmocka_unit_test(a_snapshot_has_what_was_emitted_before_it),
        cmocka_unit_test(only_geometry_programs_emit_and_they_export_to_memory_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
