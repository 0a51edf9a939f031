/* test_machine_fetch.c - vertex fetches in the wired machine: data, clocks, overlap (ISA ch. 5, 3.2; timing S9, V6). */
#include "tb/unit/machine.h"

enum { CONSTANTS = 64 };

static uint32_t bank[4 * CONSTANTS];

#define VTX "FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH_COUNT(16) DATA_FORMAT(FMT_32_32_32_32_FLOAT) MEGA_FETCH\n"

static uint32_t thread_number(unsigned thread, unsigned gpr, unsigned element)
{
    return gpr == 0 ? thread % CONSTANTS : thread * 16 + gpr * 4 + element;
}

static const struct launch_vertex_resource resources[] = {
    {.id = 0,
     .source = LAUNCH_SOURCE_CONSTANT_BUFFER,
     .raw = true,
     .words = {0, sizeof bank - 1, 16u << 8, 0, 0, 0, 3u << 30}},
};

static struct plan usual(const char *text)
{
    for (unsigned i = 0; i < LENGTH(bank); i++)
        bank[i] = 0x10000 + i;
    return (struct plan){.text = text,
                         .threads = 200,
                         .load_count = 4,
                         .input = thread_number,
                         .bank = {bank},
                         .bank_constants = {CONSTANTS},
                         .vertices = resources,
                         .vertex_count = 1,
                         .stack_size = 1};
}

static uint32_t exported(struct machine *m, unsigned thread, unsigned element)
{
    const struct result_column *column = results_column(&m->gpu->exports, LAUNCH_EXPORT_PIXEL, 0);
    return column->values[thread][element];
}

static void fetched_elements_reach_the_export(void **state)
{
    (void)state;
    struct machine m;
    for (unsigned i = 0; i < 3; i++) {
        static const char *const clauses[] = {"VTX @f BARRIER\n", "VTX_TC @f BARRIER\n", "TEX @f BARRIER\n"};
        char                     text[400];
        snprintf(text, sizeof text, "%sEXPORT_DONE PIX0, R1.xyzw EOP BARRIER\nf: FETCH R1.xyz_, R0.x, fc0 %s",
                 clauses[i], VTX);
        const struct plan plan = usual(text);
        machine_start(&m, &plan);
        machine_run(&m);
        for (unsigned t = 0; t < 200; t++)
            for (unsigned e = 0; e < 4; e++)
                assert_int_equal(exported(&m, t, e), e < 3 ? 0x10000 + t % CONSTANTS * 4 + e : thread_number(t, 1, 3));
        expect_idle(m.gpu->simd);
        machine_free(&m);
    }
}

static void threads_that_are_not_active_fetch_nothing(void **state)
{
    (void)state;
    struct machine m;
    /* Odd threads only. */
    const struct plan plan = usual("ALU_PUSH_BEFORE @c BARRIER\nVTX @f BARRIER\nPOP ADDR(3) POP_COUNT(1) BARRIER\n"
                                   "EXPORT_DONE PIX0, R1.xyzw EOP BARRIER\n"
                                   "c: 0 x: AND_INT R2.x, R0.x, 1\n1 x: PRED_SETNE_INT ____, PV.x, 0.0 UPDATE_EXEC\n"
                                   "f: FETCH R1.xyzw, R0.x, fc0 " VTX);
    machine_start(&m, &plan);
    machine_run(&m);
    for (unsigned t = 0; t < 200; t++)
        assert_int_equal(exported(&m, t, 2), t % 2 ? 0x10000 + t % CONSTANTS * 4 + 2 : thread_number(t, 1, 2));
    machine_free(&m);
}

/* Killed pixels stay active (ISA 3.6.2): they fetch, unless the clause is in valid pixel mode. */
static void valid_pixel_mode_keeps_killed_pixels_from_fetching(void **state)
{
    (void)state;
    for (unsigned mode = 0; mode < 2; mode++)
        for (unsigned kind = 0; kind < 3; kind++) {
            static const char *const clauses[] = {"VTX", "VTX_TC", "TEX"};
            char                     text[600];
            struct machine           m;
            snprintf(text, sizeof text,
                     "ALU @c BARRIER\n%s @f %s BARRIER\nEXPORT_DONE PIX0, R1.xyzw EOP BARRIER\n"
                     "c: 0 x: AND_INT R2.x, R0.x, 1\n1 x: KILLNE_INT ____, PV.x, 0.0\n"
                     "f: FETCH R1.xyzw, R0.x, fc0 %s",
                     clauses[kind], mode ? "VALID_PIXEL_MODE" : "", VTX);
            const struct plan plan = usual(text);
            machine_start(&m, &plan);
            machine_run(&m);
            const uint32_t *words = gpu_gprs(m.gpu);
            for (unsigned t = 0; t < 200; t++) /* odd ones are killed */
                assert_int_equal(words[(t * 8 + 1) * 4 + 2],
                                 mode && t % 2 ? thread_number(t, 1, 2) : 0x10000 + t % CONSTANTS * 4 + 2);
            machine_free(&m);
        }
}

/* Of every second quad the last thread is active: FETCH_WHOLE_QUAD fetches for all four (ISA 6.3, 10.3).  Of the others
 * none is. */
static void whole_quads_are_fetched_for_inactive_pixels_too(void **state)
{
    (void)state;
    for (unsigned whole = 0; whole < 2; whole++) {
        char           text[600];
        struct machine m;
        snprintf(text, sizeof text,
                 "ALU_PUSH_BEFORE @c BARRIER\nVTX @f BARRIER\nPOP ADDR(3) POP_COUNT(1) BARRIER\n"
                 "EXPORT_DONE PIX0, R1.xyzw EOP BARRIER\n"
                 "c: 0 x: AND_INT R2.x, R0.x, 7\n1 x: PRED_SETE_INT ____, PV.x, 7 UPDATE_EXEC\n"
                 "f: FETCH R1.xyzw, R0.x, fc0 %s %s",
                 whole ? "FETCH_WHOLE_QUAD" : "", VTX);
        const struct plan plan = usual(text);
        machine_start(&m, &plan);
        machine_run(&m);
        for (unsigned t = 0; t < 200; t++) {
            const bool fetched = whole ? t % 8 > 3 : t % 8 == 7;
            assert_int_equal(exported(&m, t, 2), fetched ? 0x10000 + t % CONSTANTS * 4 + 2 : thread_number(t, 1, 2));
        }
        machine_free(&m);
    }
}

/* Its subroutine's address, its clauses' and RETURN are those of the fetch program, at both depths (ISA ch. 3, 3.7.6).
 */
static void a_fetch_program_calls_a_subroutine_of_its_own(void **state)
{
    (void)state;
    struct machine m;
    struct plan    plan = usual("NOP\nNOP\nCALL_FS CALL_COUNT(1) BARRIER\nEXPORT_DONE POS0, R1.xyzw BARRIER\n"
                                   "EXPORT_DONE PARAM0, R2.xyzw EOP BARRIER\n");
    plan.fetch = "CALL @sub CALL_COUNT(1) BARRIER\nALU @a BARRIER\nCALL @sub CALL_COUNT(1) BARRIER\nRETURN BARRIER\n"
                 "sub: VTX @f BARRIER\nALU @b BARRIER\nRETURN BARRIER\n"
                 "a: 0 x: ADD_INT R0.x, R0.x, 1\nb: 0 x: ADD_INT R2.x, R2.x, R1.z\n"
                 "f: FETCH R1.xyzw, R0.x, fc0 " VTX;
    plan.stage = LAUNCH_VS;
    plan.stack_size = 2;
    machine_start(&m, &plan);
    machine_run(&m);
    const struct result_column *pos = results_find(gpu_exports(m.gpu), LAUNCH_EXPORT_POS, 60);
    const struct result_column *param = results_find(gpu_exports(m.gpu), LAUNCH_EXPORT_PARAM, 0);
    assert_non_null(pos);
    assert_non_null(param);
    for (unsigned t = 0; t < 200; t++) {
        const uint32_t first = t % CONSTANTS, second = first + 1;
        const uint32_t z[2] = {0x10000 + 4 * first + 2, second < CONSTANTS ? 0x10000 + 4 * second + 2 : 0};
        assert_int_equal(pos->values[t][2], z[1]);
        assert_int_equal(param->values[t][0], thread_number(t, 2, 0) + z[0] + z[1]);
    }
    machine_free(&m);
}

/* GUESS of wires_fetch.h: an export that waits for the spare access gets it before a fetch. */
static void an_export_reads_before_a_fetch(void **state)
{
    (void)state;
    struct text    text = {0};
    struct machine m;
    unsigned       both = 0;
    for (unsigned i = 0; i < 12; i++)
        put(&text, "VTX @f\nEXPORT PIX1, R1.xyzw BURST_COUNT(4)\n");
    put(&text, "EXPORT_DONE PIX0, R1.xyzw EOP BARRIER\nf: FETCH R1.xyzw, R0.x, fc0 %s", VTX);
    struct plan plan = usual(text.chars);
    plan.threads = 64 * 8;
    machine_start(&m, &plan);
    while (!gpu_finished(m.gpu)) {
        struct simd *simd = m.gpu->simd;
        assert_true(m.gpu->cycle < MACHINE_LIMIT);
        gpu_wire(m.gpu);
        gpu_look(m.gpu);
        const bool export_reads = simd->exports.q.read && simd->exports.in.spare;
        const bool fetch_reads = simd->vertex.q.read && simd->vertex.in.spare;
        assert_false(export_reads && fetch_reads); /* there is one access */
        if (simd->exports.q.read && simd->vertex.q.read && simd->exports.in.spare) {
            both++;
            assert_true(export_reads);
        }
        if (simd->vertex.q.read && !simd->exports.q.read)
            assert_int_equal(fetch_reads, rotation_quarter(&simd->rotation) == READ_CYCLES);
        gpu_edge(m.gpu);
    }
    assert_true(both > 5);
    machine_free(&m);
    free(text.chars);
}

/* Clocks of a one-wavefront run with the caches warm. */
static uint64_t clocks(const char *text, const char *set)
{
    struct plan    plan = usual(text);
    struct machine cold, warm;
    plan.threads = 64;
    plan.set[0] = set;
    machine_start(&cold, &plan);
    machine_run(&cold);
    machine_start(&warm, &plan);
    machine_warm(&warm, &cold);
    machine_run(&warm);
    const uint64_t cycles = warm.gpu->cycle;
    machine_free(&cold);
    machine_free(&warm);
    return cycles;
}

#define FETCH_FIRST "VTX @f BARRIER\n"
#define END "EXPORT_DONE PIX0, R1.xyzw EOP BARRIER\nf: FETCH R1.xyzw, R0.x, fc0 " VTX

static void the_latency_of_a_fetch_is_a_parameter(void **state)
{
    (void)state;
    const uint64_t usual_clocks = clocks(FETCH_FIRST END, NULL);
    /* Whatever changes the end of the fetch moves the export by whole rotations of the spare access (4 clocks). */
    assert_int_equal(clocks(FETCH_FIRST END, "vc_hit_clk=160") - usual_clocks, 40);
    assert_int_equal(usual_clocks - clocks(FETCH_FIRST END, "vc_hit_clk=80"), 40);
    assert_int_equal(usual_clocks - clocks(FETCH_FIRST END, "vc_addr_per_clk=8"), 8);
    assert_int_equal(clocks(FETCH_FIRST END, "vc_return_clk=12") - usual_clocks, 8);
    assert_int_equal(clocks(FETCH_FIRST END, "fc_fetch_clk=20") - usual_clocks, 8);
    assert_int_equal(clocks(FETCH_FIRST END, "fc_arb_clk=12") - usual_clocks, 8);
}

static void without_barrier_an_alu_clause_runs_beside_a_fetch_clause(void **state)
{
    (void)state;
    static const char body[] = "EXPORT_DONE PIX0, R1.xyzw EOP BARRIER\na: 0 x: MOV R3.x, R3.x\n"
                               "f: FETCH R1.xyzw, R0.x, fc0 " VTX;
    char              beside[400], behind[400];
    snprintf(beside, sizeof beside, "VTX @f BARRIER\nALU @a\n%s", body);
    snprintf(behind, sizeof behind, "VTX @f BARRIER\nALU @a BARRIER\n%s", body);
    assert_true(clocks(beside, NULL) + 40 <= clocks(behind, NULL));
    /* Two fetch clauses of one wavefront never overlap (S9). */
    char twice[400];
    snprintf(twice, sizeof twice, "VTX @f BARRIER\nVTX @f\n%s", body);
    assert_true(clocks(twice, NULL) >= clocks(beside, NULL) + 120);
}

static void fetches_of_many_wavefronts_overlap(void **state)
{
    (void)state;
    struct plan    plan = usual(FETCH_FIRST END);
    struct machine m;
    plan.threads = 64 * 16;
    machine_start(&m, &plan);
    unsigned most = 0;
    while (!gpu_finished(m.gpu)) {
        machine_step(&m);
        most = m.gpu->simd->vertex.q.flying > most ? m.gpu->simd->vertex.q.flying : most;
    }
    assert_true(most >= 4);
    expect_idle(m.gpu->simd);
    machine_free(&m);
}

static void refused(const char *text, const char *what)
{
    struct plan    plan = usual(text);
    struct machine m;
    assert_false(machine_try(&m, &plan));
    if (!strstr(m.diag.what, what))
        fail_msg("\"%s\" lacks \"%s\"", m.diag.what, what);
    machine_free(&m);
}

static void what_cannot_be_fetched_is_refused_before_the_run(void **state)
{
    (void)state;
#define AROUND(fetch) "VTX @f BARRIER\nEXPORT_DONE PIX0, R1.xyzw EOP BARRIER\nf: " fetch "\n"
    refused(AROUND("FETCH R1.xyzw, R0.x, fc1 FETCH_TYPE(NO_INDEX_OFFSET) DATA_FORMAT(FMT_32)"), "BUFFER_ID 1");
    refused(AROUND("FETCH R1.xyzw, R0.x, fc0 FETCH_TYPE(NO_INDEX_OFFSET) DATA_FORMAT(FMT_BC1)"), "DATA_FORMAT");
    refused(AROUND("FETCH R9.xyzw, R0.x, fc0 FETCH_TYPE(NO_INDEX_OFFSET) DATA_FORMAT(FMT_32)"), "R9");
    refused(AROUND("SEMANTIC SEM[1].xyzw, R0.x, fc1 FETCH_TYPE(NO_INDEX_OFFSET) DATA_FORMAT(FMT_32)"), "BUFFER_ID 1");
    refused(AROUND("FETCH R1.xyzw, R0.x, fc0 FETCH_TYPE(NO_INDEX_OFFSET) DATA_FORMAT(FMT_32) ALT_CONST"),
            "BUFFER_ID 0 of ALT_CONST");
#undef AROUND
}

/* A fetch program's elements go to the registers of its vertex program's semantics, and nowhere if it has none of the
 * name (ACC 2.5.3). */
static void semantics_link_a_fetch_program_to_its_vertex_program(void **state)
{
    (void)state;
    static char names[4][24] = {"SQ_VTX_SEMANTIC_1", "SQ_VTX_SEMANTIC_3", "SQ_VTX_SEMANTIC_CLEAR", "SQ_VTX_SEMANTIC_2"};
    struct launch_register registers[] = {{.name = names[0], .value = 144},
                                          {.name = names[1], .value = 7},
                                          {.name = names[2], .value = 8}, /* entry 3 again */
                                          {.name = names[3], .value = 8}};
    struct machine         m;
    struct plan            plan =
        usual("CALL_FS BARRIER\nEXPORT POS0, R2.xyzw BARRIER\nEXPORT PARAM0, R3.xyzw BARRIER\nEXPORT_DONE PARAM1, "
              "R1.xyzw EOP BARRIER\n");
    plan.stage = LAUNCH_VS;
    plan.fetch = "VTX @f BARRIER\nRETURN BARRIER\nf: SEMANTIC SEM[144].xyz_, R0.x, fc0 " VTX
                 "SEMANTIC SEM[8].wzyx, R0.x, fc0 " VTX "SEMANTIC SEM[7].xyzw, R0.x, fc0 " VTX;
    plan.registers = registers;
    plan.register_count = LENGTH(registers);
    machine_start(&m, &plan);
    machine_run(&m);
    const struct result_column *position = results_column(&m.gpu->exports, LAUNCH_EXPORT_POS, 60);
    const struct result_column *first = results_column(&m.gpu->exports, LAUNCH_EXPORT_PARAM, 0);
    const struct result_column *second = results_column(&m.gpu->exports, LAUNCH_EXPORT_PARAM, 1);
    for (unsigned t = 0; t < 200; t++)
        for (unsigned e = 0; e < 4; e++) {
            const uint32_t element = 0x10000 + t % CONSTANTS * 4;
            assert_int_equal(position->values[t][e], e < 3 ? element + e : thread_number(t, 2, 3));
            assert_int_equal(first->values[t][e], element + 3 - e);
            assert_int_equal(second->values[t][e], thread_number(t, 1, e));
        }
    expect_idle(m.gpu->simd);
    machine_free(&m);
}

static void a_semantic_s_register_is_the_program_s(void **state)
{
    (void)state;
    static char            name[] = "SQ_VTX_SEMANTIC_7";
    struct launch_register registers[] = {{.name = name, .value = 1}};
    struct plan            plan = usual("VTX @f BARRIER\nEXPORT_DONE PIX0, R1.xyzw EOP BARRIER\n"
                                                   "f: SEMANTIC SEM[1].xyzw, R0.x, fc0 " VTX);
    struct machine         m;
    plan.registers = registers;
    plan.register_count = LENGTH(registers);
    assert_false(machine_try(&m, &plan));
    if (!strstr(m.diag.what, "SEMANTIC: R8, but the program has 8 GPRs"))
        fail_msg("%s", m.diag.what);
    machine_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fetched_elements_reach_the_export),
        cmocka_unit_test(threads_that_are_not_active_fetch_nothing),
        cmocka_unit_test(valid_pixel_mode_keeps_killed_pixels_from_fetching),
        cmocka_unit_test(whole_quads_are_fetched_for_inactive_pixels_too),
        cmocka_unit_test(a_fetch_program_calls_a_subroutine_of_its_own),
        cmocka_unit_test(an_export_reads_before_a_fetch),
        cmocka_unit_test(the_latency_of_a_fetch_is_a_parameter),
        cmocka_unit_test(without_barrier_an_alu_clause_runs_beside_a_fetch_clause),
        cmocka_unit_test(fetches_of_many_wavefronts_overlap),
        cmocka_unit_test(what_cannot_be_fetched_is_refused_before_the_run),
        cmocka_unit_test(semantics_link_a_fetch_program_to_its_vertex_program),
        cmocka_unit_test(a_semantic_s_register_is_the_program_s),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
