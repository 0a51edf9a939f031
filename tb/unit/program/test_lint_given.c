/* test_lint_given.c - what the lint says of inputs that a program uses and its launch does not give. */
#include "tb/unit/program/lint_kit.h"

/* ---- what the launch does not give ------------------------------------------------------------------------------- */

/* Everything is given: registers, 20 constants of buffer 2, 5 of the file, loop constant 3, the booleans. */
static struct lint_subject all_given(void)
{
    struct lint_subject subject = usual;
    subject.inputs_known = true;
    subject.load_count = 8;
    subject.given = (struct setup_given){.bank = {[2] = 20}, .file = {0x1f}, .loops = 1 << 3, .bools = true};
    return subject;
}

/* The findings of a text that are of the level LINT_NOT_GIVEN: so many, the first at that CF instruction, with the
 * section and the words. */
static void not_given(struct lint_subject subject, const char *text, unsigned count, unsigned cf, const char *section,
                      const char *words)
{
    struct findings findings;
    char            whole[600];
    snprintf(whole, sizeof whole, "%s%s", strstr(text, "[AL") ? "LOOP_START @1 CF_CONST(3)\n" : "", text);
    lint_text(subject, whole, &findings);
    const struct lint_finding *f = &findings.list[0];
    if (findings.count != count || (count && (f->level != LINT_NOT_GIVEN || f->cf != cf ||
                                              strcmp(f->section, section) || !strstr(f->message, words)))) {
        show(&findings);
        fail_msg("%s\nexpected %u at CF %u: \"%s\" (%s)", text, count, cf, words, section);
    }
}

#define END "EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n"

static void a_constant_buffer_that_is_not_given_is_named_once(void **state)
{
    (void)state;
    static const char text[] = "ALU KCACHE_BANK0(%u) KCACHE_MODE0(LOCK_%u) KCACHE_ADDR0(%u) BARRIER\n0 x: MOV R0.x, "
                               "KC0[%u].x\n  y: MOV R0.y, KC0[%u].y\n" END;
    char              line[300];
    snprintf(line, sizeof line, text, 2, 1, 1, 3, 2); /* constants 19 and 18 */
    not_given(all_given(), line, 0, 0, "", "");
    snprintf(line, sizeof line, text, 2, 1, 1, 3, 4); /* 19 and 20 */
    not_given(all_given(), line, 1, 0, "ISA 4.6.4", "constant 20 of constant buffer 2, of which the launch gives 20");
    snprintf(line, sizeof line, text, 3, 1, 0, 0, 1);
    not_given(all_given(), line, 1, 0, "ISA 4.6.4", "no constant buffer 3");
    not_given(all_given(), "ALU KCACHE_BANK0(2) KCACHE_MODE0(LOCK_2) BARRIER\n0 x: MOV R0.x, KC0[AL+31].x\n" END, 0, 0,
              "", ""); /* aL is not known */
    not_given(all_given(), "ALU KCACHE_BANK0(2) KCACHE_MODE0(LOCK_LOOP_INDEX) BARRIER\n0 x: MOV R0.x, KC0[31].x\n" END,
              0, 0, "", "");
    struct lint_subject unknown = all_given();
    unknown.inputs_known = false;
    not_given(unknown, line, 0, 0, "", "");
}

static void a_constant_of_the_second_set_is_looked_up_in_its_buffer(void **state)
{
    (void)state;
    not_given(all_given(),
              "ALU KCACHE_BANK0(2) KCACHE_MODE0(LOCK_1) KCACHE_BANK1(5) KCACHE_MODE1(LOCK_1) BARRIER\n0 x: ADD R0.x, "
              "KC0[0].x, KC1[1].x\n" END,
              1, 0, "ISA 4.6.4", "no constant buffer 5");
    not_given(all_given(),
              "ALU KCACHE_BANK0(5) KCACHE_MODE0(LOCK_1) KCACHE_BANK1(2) KCACHE_MODE1(LOCK_1) KCACHE_ADDR1(1) "
              "BARRIER\n0 x: MOV R0.x, KC1[3].x\n" END,
              0, 0, "", "");
}

static void a_constant_of_the_file_that_is_not_given_is_named_once(void **state)
{
    (void)state;
    static const char last[] = "ALU BARRIER\n0 x: MOV R0.x, C[4].x\n" END;
    static const char more[] = "ALU BARRIER\n0 x: MOV R0.x, C[5].x\n  y: MOV R0.y, C[6].x\n" END;
    not_given(all_given(), last, 0, 0, "", "");
    not_given(all_given(), more, 1, 0, "ISA 4.6.4", "does not give constant 5 of the constant file");
    not_given(all_given(), "ALU BARRIER\n0 x: MOV R0.x, C[AL+5].x\n" END, 0, 0, "", "");
    struct lint_subject none = all_given();
    none.given.file[0] = 0;
    not_given(none, more, 1, 0, "ISA 4.6.4", "no constants of the constant file");
}

static void a_boolean_that_decides_must_be_given(void **state)
{
    (void)state;
    static const char   text[] = "JUMP @end CF_CONST(7) COND(BOOL) BARRIER\nJUMP @end CF_CONST(8) COND(NOT_BOOL) "
                                 "BARRIER\nend: " END;
    struct lint_subject none = all_given();
    not_given(none, text, 0, 0, "", "");
    none.given.bools = false;
    not_given(none, text, 1, 0, "ISA 3.6.3", "boolean constant 7 decides");
    not_given(none, "JUMP @end CF_CONST(7) BARRIER\nend: " END, 0, 0, "", "");
}

static void a_loop_constant_that_counts_must_be_given(void **state)
{
    (void)state;
    static const char text[] =
        "%s @end CF_CONST(%u) BARRIER\nagain: NOP\nLOOP_END @again CF_CONST(%u) BARRIER\nend: " END;
    char line[300];
    for (unsigned i = 0; i < 3; i++) {
        static const char *const start[] = {"LOOP_START", "LOOP_START_NO_AL", "LOOP_START_DX10"};
        snprintf(line, sizeof line, text, start[i], 3, 3);
        not_given(all_given(), line, 0, 0, "", "");
        snprintf(line, sizeof line, text, start[i], 4, 4);
        not_given(all_given(), line, i < 2, 0, "ISA 3.7.3", "does not give loop constant 4");
    }
}

static void a_register_that_is_exported_or_indexes_a_fetch_must_come_from_somewhere(void **state)
{
    (void)state;
    struct lint_subject subject = all_given();
    subject.load_count = 2;
    not_given(subject, "EXPORT_DONE PIX0, R1.xyzw EOP BARRIER\n", 0, 0, "", "");
    not_given(subject, "EXPORT_DONE PIX0, R2.0011 EOP BARRIER\n", 0, 0, "", "");
    not_given(subject, "EXPORT_DONE PIX0, R2.xyzw EOP BARRIER\n", 1, 0, "ISA 2.5", "R2");
    not_given(subject, "EXPORT_DONE PIX0, R1.xyzw BURST(2) EOP BARRIER\n", 1, 0, "ISA 2.5", "R2");
    not_given(subject, "ALU BARRIER\n0 x: MOV R2.x, 0\nEXPORT_DONE PIX0, R2.xyzw EOP BARRIER\n", 0, 0, "", "");
    not_given(subject, "ALU BARRIER\n0 x: MOV R2.x, 0\nEXPORT_DONE PIX0, R2.yyyy EOP BARRIER\n", 1, 1, "ISA 2.5", "R2");
    not_given(subject, "EXPORT_DONE PIX0, R[AL+2].xyzw EOP BARRIER\n", 0, 0, "", "");
    not_given(subject, "VTX BARRIER\nFETCH R3.xyzw, R[AL+4].x, fc0\nEXPORT_DONE PIX0, R3.xyzw EOP BARRIER\n", 0, 0, "",
              "");
    static const char fetch[] = "VTX BARRIER\nFETCH R3.xyzw, R%u.x, fc0 %s\nEXPORT_DONE PIX0, R3.xyzw EOP BARRIER\n";
    char              line[300];
    snprintf(line, sizeof line, fetch, 1, "DATA_FORMAT(FMT_32_FLOAT) MEGA_FETCH_COUNT(3)");
    not_given(subject, line, 0, 0, "", "");
    snprintf(line, sizeof line, fetch, 4, "DATA_FORMAT(FMT_32_FLOAT) MEGA_FETCH_COUNT(3)");
    not_given(subject, line, 1, 0, "ISA 2.5", "index from R4.x");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_constant_buffer_that_is_not_given_is_named_once),
        cmocka_unit_test(a_constant_of_the_second_set_is_looked_up_in_its_buffer),
        cmocka_unit_test(a_constant_of_the_file_that_is_not_given_is_named_once),
        cmocka_unit_test(a_boolean_that_decides_must_be_given),
        cmocka_unit_test(a_loop_constant_that_counts_must_be_given),
        cmocka_unit_test(a_register_that_is_exported_or_indexes_a_fetch_must_come_from_somewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
