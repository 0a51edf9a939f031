/* test_check.c - what a program is refused for before it runs: control flow and exports (ISA 3, 9.1, 10.1). */
#include "tb/unit/machine.h"

#define END "NOP EOP BARRIER\n"

static void is_refused(enum launch_stage stage, const char *text, const char *what)
{
    struct machine    m;
    const struct plan plan = {.text = text, .stage = stage, .num_gprs = 32};
    if (machine_try(&m, &plan))
        fail_msg("not refused, although \"%s\":\n%s", what, text);
    if (!strstr(m.diag.what, what))
        fail_msg("\"%s\" lacks \"%s\"", m.diag.what, what);
    machine_free(&m);
}

static void is_accepted(enum launch_stage stage, const char *text)
{
    struct machine    m;
    const struct plan plan = {.text = text, .stage = stage, .num_gprs = 32};
    machine_start(&m, &plan);
    machine_free(&m);
}

static void whole_quad_mode_and_valid_pixel_mode_exclude_each_other(void **state)
{
    (void)state;
    is_refused(LAUNCH_PS, "POP WQM VPM\n" END, "CF 0: POP: WHOLE_QUAD_MODE and VALID_PIXEL_MODE");
    is_refused(LAUNCH_PS, "EXPORT_DONE PIX0, R0.xyzw WQM VPM EOP\n", "CF 0: EXPORT_DONE: WHOLE_QUAD_MODE and");
    is_accepted(LAUNCH_PS, "POP WQM\nPOP VPM\n" END);
    is_accepted(LAUNCH_PS, "NOP WQM VPM\n" END); /* which ignores them */
}

static void only_branches_have_conditions(void **state)
{
    (void)state;
    is_refused(LAUNCH_GS, "EMIT_VERTEX COND(BOOL)\n" END, "COND must be CF_COND_ACTIVE (ISA 3.6.3, 10.1)");
    is_refused(LAUNCH_PS, "VTX COND(FALSE) ADDR(2) COUNT(1)\n" END ".dword 0, 0, 0, 0\n", "CF 0: VTX: COND must be");
    is_accepted(LAUNCH_PS, "NOP COND(FALSE)\nJUMP @2 COND(BOOL)\n" END);
}

static void a_call_pops_nothing(void **state)
{
    (void)state;
    is_refused(LAUNCH_PS, "CALL @2 POP_COUNT(1)\n" END "RETURN\n", "CF 0: CALL: POP_COUNT must be zero (ISA 9.1)");
    is_refused(LAUNCH_VS, "CALL_FS POP_COUNT(1)\n" END, "CF 0: CALL_FS: POP_COUNT must be zero");
    is_accepted(LAUNCH_PS, "CALL @2\n" END "RETURN\n");
}

static void only_vertex_programs_call_the_fetch_program(void **state)
{
    (void)state;
    static const enum launch_stage others[] = {LAUNCH_PS, LAUNCH_GS, LAUNCH_CS};
    for (unsigned i = 0; i < LENGTH(others); i++)
        is_refused(others[i], "CALL_FS\n" END, "only vertex programs can call the fetch program (ISA 3.7.6)");
    is_refused(LAUNCH_VS, "CALL_FS\n" END, "the launch has no fetch_shader");
}

static void what_follows_a_conditional_return_is_checked(void **state)
{
    (void)state;
    is_refused(LAUNCH_PS, "CALL @2\n" END "RETURN COND(BOOL)\nEMIT_VERTEX\nRETURN\n",
               "CF 3: EMIT_VERTEX: only geometry");
    is_refused(LAUNCH_PS, "CALL @2\n" END "RETURN COND(BOOL)\n", "CF 3: the program ends without END_OF_PROGRAM");
    is_accepted(LAUNCH_PS, "CALL @2\n" END "RETURN\nEMIT_VERTEX\n");
}

static void every_target_lies_inside_the_program(void **state)
{
    (void)state;
    static const char *const names[] = {
        "JUMP",       "PUSH",       "PUSH_ELSE",     "ELSE", "POP_JUMP",      "POP_PUSH",        "LOOP_END",
        "LOOP_BREAK", "LOOP_START", "LOOP_CONTINUE", "CALL", "POP_PUSH_ELSE", "LOOP_START_DX10", "LOOP_START_NO_AL",
        "KILL"};
    for (unsigned i = 0; i < LENGTH(names); i++) {
        char text[80], what[80];
        snprintf(text, sizeof text, "%s @100\n" END, names[i]);
        snprintf(what, sizeof what, "CF 0: %s: the target is CF 100, the program has 2 words", names[i]);
        is_refused(LAUNCH_PS, text, what);
    }
    is_accepted(LAUNCH_PS, "POP ADDR(100)\n" END); /* it never jumps (ISA 3.7.2) */
}

static void exports_go_where_table_3_3_says(void **state)
{
    (void)state;
    static const struct {
        enum launch_stage stage;
        const char       *target;
        unsigned          burst;
        bool              good;
    } rows[] = {{LAUNCH_PS, "PIX0", 8, true},     {LAUNCH_PS, "PIX0", 9, false},   {LAUNCH_PS, "PIX7", 1, true},
                {LAUNCH_PS, "PIX7", 2, false},    {LAUNCH_PS, "PIX8", 1, false},   {LAUNCH_PS, "PIX60", 1, false},
                {LAUNCH_PS, "PIX61", 1, true},    {LAUNCH_PS, "PIX61", 2, false},  {LAUNCH_PS, "PIX62", 1, false},
                {LAUNCH_VS, "POS0", 4, true},     {LAUNCH_VS, "POS0", 5, false},   {LAUNCH_VS, "POS3", 1, true},
                {LAUNCH_VS, "POS3", 2, false},    {LAUNCH_VS, "PARAM0", 16, true}, {LAUNCH_VS, "PARAM31", 1, true},
                {LAUNCH_VS, "PARAM31", 2, false}, {LAUNCH_VS, "PARAM32", 1, false}};
    for (unsigned i = 0; i < LENGTH(rows); i++) {
        char text[80];
        snprintf(text, sizeof text, "EXPORT_DONE %s, R0.xyzw BURST(%u) EOP\n", rows[i].target, rows[i].burst);
        if (rows[i].good)
            is_accepted(rows[i].stage, text);
        else
            is_refused(rows[i].stage, text, "(ISA table 3.3)");
    }
    is_refused(LAUNCH_PS, "EXPORT_DONE POS0, R0.xyzw EOP\n", "(ISA 3.4.1)");
    is_refused(LAUNCH_VS, "EXPORT_DONE PIX0, R0.xyzw EOP\n", "(ISA 3.4.1)");
    is_refused(LAUNCH_PS, ".cf 0x6000, 0x14200000\n", "TYPE 3 is not used");
}

static void a_program_ends_before_its_last_word(void **state)
{
    (void)state;
    is_refused(LAUNCH_PS, "NOP\nNOP\n", "the program ends without END_OF_PROGRAM (ISA 3.2)");
    is_refused(LAUNCH_PS, "ALU\n 0 x: MOV R0.x, 0\n", "the program ends without END_OF_PROGRAM (ISA 3.2)");
}

static void a_texture_instruction_is_named_by_its_place(void **state)
{
    (void)state;
    is_refused(LAUNCH_PS, "TEX @look BARRIER\n" END "look: LD R0.xyzw, R0.xyzw, t7, s0\n",
               "CF 0: TEX: word 2: LD: RESOURCE_ID 7, resource 7: the launch has no texture there (ISA ch. 6)");
    is_refused(LAUNCH_VS, "NOP\nTEX @look BARRIER\n" END "NOP\nlook: SAMPLE R0.xyzw, R0.xyzw, t7, s0\n",
               "CF 1: TEX: word 4: SAMPLE: RESOURCE_ID 7, resource 167: the launch has no texture there (ISA ch. 6)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_quad_mode_and_valid_pixel_mode_exclude_each_other),
        cmocka_unit_test(only_branches_have_conditions),
        cmocka_unit_test(a_call_pops_nothing),
        cmocka_unit_test(only_vertex_programs_call_the_fetch_program),
        cmocka_unit_test(what_follows_a_conditional_return_is_checked),
        cmocka_unit_test(every_target_lies_inside_the_program),
        cmocka_unit_test(exports_go_where_table_3_3_says),
        cmocka_unit_test(a_program_ends_before_its_last_word),
        cmocka_unit_test(a_texture_instruction_is_named_by_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
