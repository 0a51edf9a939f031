/* test_program_start.c - what SQ_PGM_CF_OFFSET_*, DX10_CLAMP and CLAMP_CONSTS of SQ_PGM_RESOURCES_* do to a program
 * (3D 10). */
#include "tb/unit/machine.h"

enum { ONE = 0x3f800000, MINUS_ONE = 0xbf800000, HALF = 0x3f000000, TWO = 0x40000000, NAN_WORD = 0x7fc12345 };

/* Two ends before the first instruction, which jumps to the second one: addresses count from the program's start. */
static const char text[] = "NOP EOP\n"
                           "EXPORT_DONE PIX0, R1.xyzw EOP BARRIER\n"
                           "ALU @set BARRIER\nJUMP ADDR(1) COND(CF_COND_FALSE) BARRIER\nNOP EOP\n"
                           "set: 0 x: MOV R1.x, 1.0\n";

static void wavefronts_begin_where_the_register_says(void **state)
{
    static const struct {
        enum launch_stage stage;
        const char       *name;
    } cases[] = {{LAUNCH_PS, "SQ_PGM_CF_OFFSET_PS"}, {LAUNCH_CS, "SQ_PGM_CF_OFFSET_VS"}};
    (void)state;
    for (unsigned i = 0; i < LENGTH(cases); i++) {
        char                   name[32];
        struct launch_register offset = {.line = 1, .name = name, .value = 2};
        struct plan            plan = {.text = text, .stage = cases[i].stage, .threads = 64 * 3};
        struct machine         m;
        strcpy(name, cases[i].name);
        machine_start(&m, &plan);
        machine_run(&m);
        assert_int_equal(gpu_exports(m.gpu)->column_count, 0); /* from the program's start it ends at once */
        machine_free(&m);
        plan.registers = &offset;
        plan.register_count = 1;
        machine_start(&m, &plan);
        machine_run(&m);
        for (unsigned t = 0; t < plan.threads; t++)
            expect_pixel(&m, 0, t, 0, ONE);
        machine_free(&m);
    }
}

/* No wavefront ends sooner than from there, which several threads of the host rely on. */
static void several_host_threads_begin_there_too(void **state)
{
    struct launch_register offset = {.line = 1, .name = (char[]){"SQ_PGM_CF_OFFSET_PS"}, .value = 2};
    const struct plan      plan = {.text = text,
                                   .stage = LAUNCH_PS,
                                   .threads = 64 * 60,
                                   .registers = &offset,
                                   .register_count = 1,
                                   .set = {"simds=10"}};
    struct machine         one, several;
    (void)state;
    machine_start(&one, &plan);
    machine_run(&one);
    machine_start(&several, &plan);
    assert_true(gpu_hasten(several.gpu, &several.diag) && gpu_set_jobs(several.gpu, 2, &several.diag));
    assert_int_equal(gpu_run(several.gpu, 0, &several.diag), GPU_FINISHED);
    assert_int_equal(one.gpu->cycle, several.gpu->cycle);
    for (unsigned t = 0; t < plan.threads; t++)
        expect_pixel(&several, 0, t, 0, ONE);
    machine_free(&one);
    machine_free(&several);
}

/* A fetch program that returns at its start; from its third instruction on it sets R1.x to 1, and R1.y to 2 in a
 * subroutine.  Addresses count from its start, too. */
static const char fetch[] = "RETURN BARRIER\nEMIT_VERTEX\nALU @set BARRIER\nCALL @sub CALL_COUNT(1) BARRIER\n"
                            "RETURN BARRIER\nsub: ALU @more BARRIER\nRETURN BARRIER\n"
                            "set: 0 x: MOV R1.x, 1.0\nmore: 0 y: MOV R1.y, 2.0\n";

static void fetch_programs_begin_where_their_register_says(void **state)
{
    struct launch_register offset = {.line = 1, .name = (char[]){"SQ_PGM_CF_OFFSET_FS"}, .value = 2};
    struct plan            plan = {.text = "ALU @zero BARRIER\nCALL_FS BARRIER\nEXPORT POS0, R1.xyzw BARRIER\n"
                                                      "EXPORT_DONE PARAM0, R1.xyzw EOP BARRIER\n"
                                                      "zero: 0 x: MOV R1.x, 0.0\n  y: MOV R1.y, 0.0\n",
                                   .fetch = fetch,
                                   .stage = LAUNCH_VS,
                                   .threads = 70,
                                   .stack_size = 2,
                                   .registers = &offset};
    (void)state;
    for (plan.register_count = 0; plan.register_count < 2; plan.register_count++) {
        struct machine m;
        machine_start(&m, &plan);
        machine_run(&m);
        const struct result_column *position = results_column(&m.gpu->exports, LAUNCH_EXPORT_POS, 60);
        for (unsigned t = 0; t < plan.threads; t++) {
            assert_int_equal(position->values[t][0], plan.register_count ? ONE : 0);
            assert_int_equal(position->values[t][1], plan.register_count ? TWO : 0);
        }
        machine_free(&m);
    }
}

/* Words before the first one are not checked, but for called ones; it lies within the fetch program. */
static void the_check_follows_the_fetch_program(void **state)
{
    static const struct {
        uint32_t    value;
        const char *what;
    } bad[] = {{1, "EMIT_VERTEX"}, {11, "SQ_PGM_CF_OFFSET_FS: 11, expected less than the fetch program's 11 words"}};
    struct launch_register offset = {.line = 1, .name = (char[]){"SQ_PGM_CF_OFFSET_FS"}};
    struct plan            plan = {.text = "CALL_FS\nNOP EOP\n",
                                   .fetch = fetch,
                                   .stage = LAUNCH_VS,
                                   .stack_size = 2,
                                   .registers = &offset,
                                   .register_count = 1};
    struct machine         m;
    (void)state;
    for (unsigned i = 0; i < LENGTH(bad); i++) {
        offset.value = bad[i].value;
        assert_false(machine_try(&m, &plan));
        if (!strstr(m.diag.what, bad[i].what))
            fail_msg("\"%s\" lacks \"%s\"", m.diag.what, bad[i].what);
        machine_free(&m);
    }
    plan.fetch = NULL; /* then the register is not read */
    plan.text = "NOP EOP\n";
    assert_true(machine_try(&m, &plan));
    machine_free(&m);
}

/* What lies before the first instruction is not looked at; what it jumps to is. */
static void the_check_follows_it(void **state)
{
    struct launch_register offset = {.line = 1, .name = (char[]){"SQ_PGM_CF_OFFSET_PS"}, .value = 1};
    struct plan            plan = {.text = "EMIT_VERTEX\nNOP EOP\n", .stage = LAUNCH_PS};
    struct machine         m;
    (void)state;
    assert_false(machine_try(&m, &plan));
    machine_free(&m);
    plan.registers = &offset;
    plan.register_count = 1;
    assert_true(machine_try(&m, &plan));
    machine_free(&m);
    plan.text = "EMIT_VERTEX\nJUMP ADDR(0)\nNOP EOP\n";
    assert_false(machine_try(&m, &plan));
    machine_free(&m);
}

/* -1 to 1; constants 0 to 7 alone; a NaN stays. */
static void clamp_consts_is_for_the_first_eight_constants(void **state)
{
    static const uint32_t  given[9][4] = {{TWO, TWO | 0x80000000, HALF, 0x7f800000},
                                          {0xff800000, NAN_WORD, ONE, MINUS_ONE},
                                          [7] = {ONE + 1, MINUS_ONE + 1, 1, 0},
                                          [8] = {TWO, 0xff800000, 0, 0}};
    static const uint32_t  expected[4][4] = {{ONE, MINUS_ONE, HALF, ONE},
                                             {MINUS_ONE, NAN_WORD, ONE, MINUS_ONE},
                                             {ONE, MINUS_ONE, 1, 0},
                                             {TWO, 0xff800000, 0, 0}};
    struct launch_register resources = {.line = 1, .name = (char[]){"SQ_PGM_RESOURCES_PS"}, .value = 0x80200008};
    struct plan            plan = {
                   .text = "ALU @get BARRIER\nEXPORT_DONE PIX0, R0.xyzw BURST(4) EOP BARRIER\n"
                                      "get: 0 x: MOV R0.x, C[0].x\n y: MOV R0.y, C[0].y\n z: MOV R0.z, C[0].z\n w: MOV R0.w, C[0].w\n"
                                      "1 x: MOV R1.x, C[1].x\n y: MOV R1.y, C[1].y\n z: MOV R1.z, C[1].z\n w: MOV R1.w, C[1].w\n"
                                      "2 x: MOV R2.x, C[7].x\n y: MOV R2.y, C[7].y\n z: MOV R2.z, C[7].z\n w: MOV R2.w, C[7].w\n"
                                      "3 x: MOV R3.x, C[8].x\n y: MOV R3.y, C[8].y\n z: MOV R3.z, C[8].z\n w: MOV R3.w, C[8].w\n",
                   .stage = LAUNCH_PS,
                   .alu_constants = given[0],
                   .alu_constant_count = 9,
                   .registers = &resources,
                   .register_count = 1};
    struct machine m;
    (void)state;
    machine_start(&m, &plan);
    machine_run(&m);
    for (unsigned i = 0; i < 16; i++)
        expect_pixel(&m, i / 4, 5, i % 4, expected[i / 4][i % 4]);
    machine_free(&m);
    resources.value = 0x00200008;
    machine_start(&m, &plan);
    machine_run(&m);
    expect_pixel(&m, 0, 5, 0, TWO);
    machine_free(&m);
}

/* By stages and by whole groups, of a float and of a double; what is no NaN is clamped all the same. */
static void dx10_clamp_says_what_a_clamped_nan_becomes(void **state)
{
    enum { DX10 = 0x00200008, DX9 = 8, DOUBLE_NAN = 0x7ff80000 };
    static const struct {
        uint32_t    resources, expected;
        bool        kept;
        const char *set;
    } cases[] = {{DX10, 0, false, "dx9_clamp_nan=kept"},
                 {DX10, 0, false, "dx9_clamp_nan=zero"},
                 {DX9, NAN_WORD, true, "dx9_clamp_nan=kept"},
                 {DX9, 0, false, "dx9_clamp_nan=zero"}};
    struct launch_register resources = {.line = 1, .name = (char[]){"SQ_PGM_RESOURCES_PS"}};
    struct plan            plan = {.text =
                                       "ALU @get BARRIER\nEXPORT PIX0, R0.xyzw BARRIER\nEXPORT_DONE PIX1, R1.xyzw EOP BARRIER\n"
                                                  "get: 0 x: MOV R0.x, C[0].x CLAMP\n y: MOV R0.y, C[0].y CLAMP\n z: MOV R0.z, C[0].z CLAMP\n"
                                                  " w: MOV R0.w, C[0].w\n"
                                                  "1 x: FRACT_64 R1.x, C[1].y CLAMP\n y: FRACT_64 R1.y, C[1].x CLAMP\n",
                                   .stage = LAUNCH_PS,
                                   .alu_constants = (uint32_t[8]){NAN_WORD, TWO, MINUS_ONE, NAN_WORD, 7, DOUBLE_NAN, 0, 0},
                                   .alu_constant_count = 2,
                                   .registers = &resources,
                                   .register_count = 1};
    (void)state;
    for (unsigned i = 0; i < 2 * LENGTH(cases); i++) {
        struct machine m;
        resources.value = cases[i / 2].resources;
        plan.set[0] = cases[i / 2].set;
        machine_start(&m, &plan);
        assert_true(i % 2 == 0 || gpu_hasten(m.gpu, &m.diag));
        machine_run(&m);
        expect_pixel(&m, 0, 17, 0, cases[i / 2].expected);
        expect_pixel(&m, 0, 17, 1, ONE);
        expect_pixel(&m, 0, 17, 2, 0);
        expect_pixel(&m, 0, 17, 3, NAN_WORD);
        /* FRACT_64 makes a NaN of its own. */
        assert_int_equal((pixel(&m, 1, 17, 1) & DOUBLE_NAN) == DOUBLE_NAN, cases[i / 2].kept);
        machine_free(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wavefronts_begin_where_the_register_says),
        cmocka_unit_test(several_host_threads_begin_there_too),
        cmocka_unit_test(fetch_programs_begin_where_their_register_says),
        cmocka_unit_test(the_check_follows_the_fetch_program),
        cmocka_unit_test(dx10_clamp_says_what_a_clamped_nan_becomes),
        cmocka_unit_test(the_check_follows_it),
        cmocka_unit_test(clamp_consts_is_for_the_first_eight_constants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
