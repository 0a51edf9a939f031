/* test_geometry.c - geometry programs on the wired machine, as far as the shader core goes: emitted vertices and cut
 * strips are counted and seen, other programs may not emit (ISA 3.5, 9.1). */
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
        cmocka_unit_test(only_geometry_programs_emit_and_they_export_to_memory_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
