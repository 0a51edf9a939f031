/* test_lint.c - what the lint says of ALU clauses (ISA 4.6 to 4.12), through assembled programs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "isa/r700/asm.h"
#include "rtl_model/r700/lint.h"

enum { FINDINGS = 64 };

struct findings {
    struct lint_finding list[FINDINGS];
    unsigned            count;
};

static void keep(void *context, const struct lint_finding *finding)
{
    struct findings *findings = context;
    assert_true(findings->count < FINDINGS);
    findings->list[findings->count++] = *finding;
}

static const struct lint_subject usual = {.num_gprs = 8,
                                          .temporaries = 4,
                                          .doubles = true,
                                          .prefer_vector = true,
                                          .write_relative_read = true,
                                          .mova_delay = 2,
                                          .back_to_back = true};

static void lint_text(struct lint_subject subject, const char *text, struct findings *findings)
{
    char        message[1600];
    struct diag diag;
    uint32_t   *dwords;
    unsigned    count;
    if (!isa_assemble("test", text, strlen(text), &dwords, &count, &diag))
        fail_msg("%s", diag_text(&diag, message, sizeof message));
    subject.dwords = dwords;
    subject.count = count;
    findings->count = 0;
    assert_true(program_lint(&subject, keep, findings, &diag));
    free(dwords);
}

static void lint_groups(struct lint_subject subject, const char *groups, struct findings *findings)
{
    char text[4000];
    snprintf(text, sizeof text, "ALU BARRIER\n%s\nEXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n", groups);
    lint_text(subject, text, findings);
}

static void show(const struct findings *findings)
{
    for (unsigned i = 0; i < findings->count; i++)
        print_message("%u: `%s`: %s: %s (%s)\n", findings->list[i].address, findings->list[i].instruction,
                      findings->list[i].level ? "illegal" : "doubtful", findings->list[i].message,
                      findings->list[i].section);
}

/* Exactly one finding, at that ALU word, with the texts. */
static void one(struct lint_subject subject, const char *groups, enum lint_level level, unsigned address,
                const char *section, const char *text)
{
    struct findings findings;
    lint_groups(subject, groups, &findings);
    const struct lint_finding *f = &findings.list[0];
    if (findings.count != 1 || f->level != level || f->address != address || strcmp(f->section, section) != 0 ||
        !strstr(f->message, text)) {
        show(&findings);
        fail_msg("%s\nexpected one finding at %u: \"%s\" (%s)", groups, address, text, section);
    }
    assert_int_equal(f->cf, 0);
}

static void doubtful(const char *groups, unsigned address, const char *section, const char *text)
{
    one(usual, groups, LINT_DOUBTFUL, address, section, text);
}

static void illegal(const char *groups, unsigned address, const char *section, const char *text)
{
    one(usual, groups, LINT_ILLEGAL, address, section, text);
}

static void clean(struct lint_subject subject, const char *groups)
{
    struct findings findings;
    lint_groups(subject, groups, &findings);
    if (findings.count) {
        show(&findings);
        fail_msg("%s\nexpected no finding", groups);
    }
}

/* Exactly one finding, of that CF instruction. */
static void one_of_cf(const char *text, unsigned cf, const char *section, const char *message)
{
    struct findings findings;
    lint_text(usual, text, &findings);
    const struct lint_finding *f = &findings.list[0];
    if (findings.count != 1 || f->level != LINT_DOUBTFUL || !f->of_cf || f->cf != cf ||
        strcmp(f->section, section) != 0 || !strstr(f->message, message)) {
        show(&findings);
        fail_msg("%s\nexpected one finding at CF %u: \"%s\" (%s)", text, cf, message, section);
    }
}

static void none(const char *text)
{
    struct findings findings;
    lint_text(usual, text, &findings);
    show(&findings);
    assert_int_equal(findings.count, 0);
}

#define MOVA "0 x: MOVA_INT ____, R0.x\n"

static void rules_hold_text_by_text(void **state)
{
    (void)state;
#define RULE(title) print_message("%s\n", title);
#define DOUBTFUL(groups, word, section, message) doubtful(groups, word, section, message);
#define ILLEGAL(groups, word, section, message) illegal(groups, word, section, message);
#define CLEAN(groups) clean(usual, groups);
#define OF_CF(program, cf, section, message) one_of_cf(program, cf, section, message);
#define NONE(program) none(program);
#include "tb/unit/lint_rules.def"
}

/* ---- one group: the clause starts at word 2 --------------------------------------------------------------------- */

static void doubles_have_their_modifiers_in_the_slot_with_the_sign(void **state)
{
    (void)state;
    doubtful("0 x: ADD_64 R0.x, R0.y, R1.y\n y: ADD_64 R0.y, R0.x, -R1.x\n", 3, "ISA 9.2", "operand 1");
    doubtful("0 x: ADD_64 R0.x, R0.y, R1.y\n y: ADD_64 R0.y, R0.x, R1.x *2\n", 3, "ISA 9.2", "slot X");
    clean(usual, "0 x: ADD_64 R0.x, -R0.y, R1.y *2\n y: ADD_64 R0.y, R0.x, R1.x *2\n");
    doubtful("0 x: PRED_SETE_64 ____, R0.y, R1.y UPDATE_PRED\n y: PRED_SETE_64 ____, R0.x, R1.x\n", 3, "ISA 4.9.3",
             "slot X");
    clean(usual, "0 x: MUL_64 R0.x, -R0.y, R1.y\n y: MUL_64 R0.y, -R0.y, R1.y\n z: MUL_64 R0.z, -R0.y, R1.y\n"
                 " w: MUL_64 R0.w, R0.x, R1.x\n");
    struct lint_subject rv730 = usual;
    rv730.doubles = false;
    struct findings findings;
    lint_groups(rv730, "0 x: ADD_64 R0.x, R0.y, R1.y\n y: ADD_64 R0.y, R0.x, R1.x\n", &findings);
    assert_int_equal(findings.count, 2);
    assert_int_equal(findings.list[0].level, LINT_ILLEGAL);
    assert_string_equal(findings.list[0].section, "ISA 4.12");
}

static void a_product_of_doubles_reads_one_high_word(void **state)
{
    (void)state;
    doubtful("0 x: MUL_64 R0.x, R0.y, R1.y\n y: MUL_64 R0.y, R0.y, R1.y\n z: MUL_64 R0.z, R0.y, -R1.y\n"
             " w: MUL_64 R0.w, R0.x, R1.x\n",
             4, "ISA 9.2", "operand 1 differs from slot X's");
}

static void a_third_pair_of_the_constant_cache_is_doubtful(void **state)
{
    struct findings findings;
    (void)state;
    lint_text(usual,
              "ALU KC0[CB0:0-31] BARRIER\n0 x: ADD R0.x, KC0[1].x, KC0[1].y\n y: ADD R0.y, KC0[2].w, KC0[2].z\n"
              "t: MOV R0.z, KC0[1].z\nEXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n",
              &findings);
    assert_int_equal(findings.count, 1);
    assert_int_equal(findings.list[0].level, LINT_DOUBTFUL);
    assert_int_equal(findings.list[0].address, 4);
    assert_string_equal(findings.list[0].section, "ISA 4.7.5");
    lint_text(usual,
              "ALU KC0[CB0:0-31] BARRIER\n0 x: ADD R0.x, KC0[1].x, KC0[1].y\n y: ADD R0.y, KC0[2].w, KC0[2].z\n"
              "t: MOV R0.z, KC0[1].x\nEXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n",
              &findings);
    assert_int_equal(findings.count, 0);
}

/* Compilers emit it, so it runs; what is read nobody knows. */
static void a_number_that_is_read_with_and_without_index_in_one_cycle_is_doubtful(void **state)
{
    (void)state;
    static const char mova[] = "0 x: MOVA_INT ____, R1.x\n";
    char              text[300];
    doubtful("0 x: MOV R0.x, R2.x\n y: MOV R0.y, R[AL+2].x\n", 3, "ISA 4.7.7",
             "R[AL+2].x, is read in one cycle with R2.x");
    doubtful("0 x: ADD R0.x, R[AL+2].x, R2.x\n", 2, "ISA 4.7.7",
             "operand 1, R2.x, is read in one cycle with R[AL+2].x");
    snprintf(text, sizeof text, "%s%s", mova, "1 x: MOV R0.x, R[AR.x+2].x\n t: MOV R1.x, R2.x SCL_221\n");
    clean(usual, text); /* in two cycles */
    snprintf(text, sizeof text, "%s%s", mova, "1 x: MOV R0.x, R[AR.x+2].x VEC_201\n t: MOV R1.x, R2.x SCL_221\n");
    doubtful(text, 4, "ISA 4.7.7", "R2.x, is read in one cycle with R[AR.x+2].x");
    snprintf(text, sizeof text, "%s%s", mova, "1 x: MOV R0.x, R[AR.x+2].x\n y: MOV R0.y, R[AL+2].x\n");
    doubtful(text, 4, "ISA 4.7.7", "R[AL+2].x, is read in one cycle with R[AR.x+2].x");
    clean(usual, "0 x: MOV R0.x, R[AL+2].x\n y: MOV R0.y, R[AL+2].x\n");
}

static void operands_outside_the_registers_and_locked_lines_are_illegal(void **state)
{
    (void)state;
    illegal("0 x: MOV R0.x, R8.x\n", 2, "ISA 4.6.3", "beyond");
    illegal("0 x: MOVA_INT ____, R0.x\n1 x: MOV R0.x, R[AR.x+125].x\n", 3, "ISA 4.6.1", "temporary");
    illegal("0 x: MOVA_INT ____, R0.x\n1 x: MOV R[AR.x+9].x, R0.x\n", 3, "ISA 4.6.3", "beyond");
    illegal("0 x: MOV R0.x, KC0[1].x\n", 2, "ISA 4.6.3", "not locked");
    struct findings findings;
    lint_text(usual,
              "ALU KC0[CB0:0-15] BARRIER\n0 x: MOV R0.x, KC0[1].x\n y: MOV R0.y, KC0[16].x\n"
              "EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n",
              &findings);
    assert_int_equal(findings.count, 1);
    assert_int_equal(findings.list[0].address, 3);
    lint_text(usual,
              "ALU KC1[CB0:0-31] BARRIER\n0 x: MOV R0.x, KC1[1].x\n y: MOV R0.y, KC1[16].x\n"
              "EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n",
              &findings);
    assert_int_equal(findings.count, 0);
}

static void global_gprs_need_a_pool(void **state)
{
    (void)state;
    illegal("0 x: MOV R0.x, R[GLOBAL+1].x\n", 2, "ISA 2.6.1.1", "global");
    struct lint_subject subject = usual;
    subject.global_gprs = 2;
    subject.mova_delay = 1;
    clean(subject, "0 x: MOV R0.x, R[GLOBAL+9].x\n");
    clean(subject, "0 x: MOVA_INT ____, R0.x\n1 x: MOV R[GLOBAL+1].x, 0\n2 x: MOV R0.x, R[AR.x+2].x\n");
    one(subject, "0 x: MOVA_INT ____, R0.x\n1 x: MOV R[GLOBAL+1].x, 0\n2 x: MOV R0.x, R[GLOBAL+AR.x+2].x\n",
        LINT_DOUBTFUL, 4, "ISA 4.11", "R[GLOBAL+AR.x+2].x may be R[GLOBAL+1].x");
    one(subject, "0 x: MOV R0.x, R[GLOBAL+10].x\n", LINT_ILLEGAL, 2, "ISA 2.6.1.2", "number");
}

static void constant_file_and_constant_cache_exclude_each_other(void **state)
{
    (void)state;
    struct findings findings;
    lint_text(usual,
              "ALU KC0[CB0:0-15] BARRIER\n0 x: ADD R0.x, KC0[1].x, C[1].x\n1 x: ADD R0.x, KC0[1].x, C[1].x\n"
              "EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n",
              &findings);
    assert_int_equal(findings.count, 1);
    assert_string_equal(findings.list[0].section, "ISA 4.6.4");
}

/* ---- between groups --------------------------------------------------------------------------------------------- */

static void the_value_is_that_of_the_chip(void **state)
{
    (void)state;
    static const char   relative[] = MOVA "1 x: MOV R[AR.x+2].x, 0\n2 x: MOV R0.x, R5.x\n";
    static const char   plain[] = MOVA "1 w: MOV R0.w, 0\n2 x: MOV R5.x, 0\n3 x: MOV R0.x, R[AR.x+2].x\n";
    struct lint_subject subject = usual;
    struct chip_config  chip;
    struct diag         diag;
    one(usual, relative, LINT_DOUBTFUL, 4, "ISA 4.11", "the old value is read on this chip (relative_write_read)");
    one(usual, plain, LINT_DOUBTFUL, 5, "ISA 4.11", "the new value is read on this chip (write_relative_read)");
    subject.relative_write_read = true;
    subject.write_relative_read = false;
    one(subject, relative, LINT_DOUBTFUL, 4, "ISA 4.11", "the new value");
    one(subject, plain, LINT_DOUBTFUL, 5, "ISA 4.11", "the old value");
    assert_true(chip_load("rv730", &chip, &diag));
    lint_subject_chip(&subject, &chip);
    one(subject, relative, LINT_DOUBTFUL, 4, "ISA 4.11", "the new value");
    chip.alu_latency = 16; /* then no group is close enough to another */
    lint_subject_chip(&subject, &chip);
    clean(subject, relative);
    clean(subject, plain);
}

/* A group that uses AR too soon behind MOVA* waits, so that what the one before wrote has arrived. */
static void where_mova_delays_the_reader_the_pair_is_no_hazard(void **state)
{
    (void)state;
    struct lint_subject subject = usual;
    const char *const   none = "0 x: MOVA_INT ____, R0.x\n y: MOV R5.y, 0\n1 x: MOV R0.x, R[AR.x+2].y\n";
    const char *const   a_group = MOVA "1 x: MOV R5.x, 0\n2 x: MOV R0.x, R[AR.x+2].x\n";
    const char *const   two = MOVA "1 w: MOV R0.w, 0\n2 x: MOV R5.x, 0\n3 x: MOV R0.x, R[AR.x+2].x\n";
    clean(subject, none);
    clean(subject, a_group);
    one(subject, two, LINT_DOUBTFUL, 5, "ISA 4.11", "may be");
    subject.mova_delay = 3;
    clean(subject, two);
    subject.mova_delay = 1;
    clean(subject, none);
    one(subject, a_group, LINT_DOUBTFUL, 4, "ISA 4.11", "may be");
    /* the reader of a relative write has no AR to wait for */
    one(usual, MOVA "1 x: MOV R[AR.x+2].x, 0\n2 x: MOV R0.x, R5.x\n", LINT_DOUBTFUL, 4, "ISA 4.11", "may be");
}

static void a_gpr_that_nothing_writes_is_named_once(void **state)
{
    (void)state;
    struct lint_subject subject = usual;
    subject.inputs_known = true;
    subject.load_first = 1;
    subject.load_count = 2;
    one(subject, "0 x: MOV R0.x, R3.y\n1 x: MOV R0.x, R3.y\n", LINT_NOT_GIVEN, 2, "ISA 2.5", "R3.y");
    clean(subject, "0 x: MOV R0.x, R1.x\n y: MOV R0.y, R2.w\n z: MOV R0.z, R0.x VEC_120\n");
    clean(subject, "0 x: MOV R0.x, R3.y\n1 y: MOV R3.y, 0\n"); /* a loop may come here again */
    clean(subject, "0 x: MOV R0.x, R3.y\n1 y: MOV R[AL+1].y, 0\n");
    struct findings findings;
    lint_text(subject,
              "TEX BARRIER\nSAMPLE R5.xyzw, R1.xyzw, t0, s0\nSAMPLE R3.xyzw, R1.xyzw, t0, s0\nALU BARRIER\n0 x: MOV "
              "R0.x, R3.y\n"
              "EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n",
              &findings);
    assert_int_equal(findings.count, 0);
}

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
    lint_text(subject, text, &findings);
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
              "", ""); /* nobody knows aL */
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

/* ---- the walk --------------------------------------------------------------------------------------------------- */

static void clauses_are_found_along_the_control_flow_and_looked_at_once(void **state)
{
    (void)state;
    struct findings findings;
    lint_text(usual,
              "JUMP @there BARRIER\nALU @one BARRIER\nALU @one BARRIER\nEXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n"
              "there: ALU @two BARRIER\nEXPORT_DONE PIX0, R0.xyzw EOP BARRIER\nALU @three BARRIER\n"
              "one: 0 x: MOV R0.x, PV.x\ntwo: 0 x: MOV R0.x, PV.y\nthree: 0 x: MOV R0.x, PV.z\n",
              &findings);
    if (findings.count != 2)
        show(&findings);
    assert_int_equal(findings.count, 2);
    assert_int_equal(findings.list[0].cf, 1);
    assert_int_equal(findings.list[1].cf, 4);
    assert_string_equal(findings.list[0].instruction, "MOV              R0.x, PV.x LAST");
}

static void code_behind_a_return_and_the_address_of_a_pop_are_not_reached(void **state)
{
    (void)state;
    struct findings findings;
    lint_text(usual,
              "CALL @sub BARRIER\nPOP @bad BARRIER\nEXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n"
              "sub: ALU @one BARRIER\nRETURN BARRIER\nbad: ALU @two BARRIER\nNOP EOP\n"
              "one: 0 x: MOV R0.x, PV.x\ntwo: 0 x: MOV R0.x, PV.y\n",
              &findings);
    assert_int_equal(findings.count, 1);
    assert_int_equal(findings.list[0].cf, 3);
}

static void addresses_of_a_fetch_program_count_from_its_own_start(void **state)
{
    (void)state;
    static const char *const text[2] = {
        "CALL_FS BARRIER\nALU BARRIER\n0 x: MOV R0.x, 0\nEXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n",
        "JUMP @there BARRIER\nRETURN BARRIER\nthere: ALU @one BARRIER\nRETURN BARRIER\none: 0 x: MOV R0.x, PV.x\n"};
    uint32_t           *dwords[2];
    unsigned            count[2];
    struct diag         diag;
    struct findings     findings = {.count = 0};
    struct lint_subject subject = usual;
    for (unsigned i = 0; i < 2; i++)
        assert_true(isa_assemble("test", text[i], strlen(text[i]), &dwords[i], &count[i], &diag));
    uint32_t *whole = calloc(64 + count[1], sizeof *whole);
    assert_non_null(whole);
    memcpy(whole, dwords[0], count[0] * sizeof *whole);
    memcpy(whole + 64, dwords[1], count[1] * sizeof *whole);
    subject.dwords = whole;
    subject.count = 64 + count[1];
    subject.fetch_base = 32;
    assert_true(program_lint(&subject, keep, &findings, &diag));
    assert_int_equal(findings.count, 1);
    assert_int_equal(findings.list[0].cf, 34);
    assert_int_equal(findings.list[0].address, 36);
    free(whole);
    free(dwords[0]);
    free(dwords[1]);
}

static void a_clause_outside_the_program_is_passed_over(void **state)
{
    (void)state;
    struct findings findings;
    lint_text(usual, "ALU ADDR(4000) COUNT(5) BARRIER\nJUMP ADDR(4000) BARRIER\nNOP EOP\n", &findings);
    assert_int_equal(findings.count, 0);
}

/* ---- exports and ends ------------------------------------------------------------------------------------------- */

static void count_only(void *context, const struct lint_finding *finding)
{
    ++*(unsigned *)context;
    assert_true(strlen(finding->message) + 1 < sizeof finding->message && finding->section[0]);
}

static uint32_t random_word(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return (uint32_t)(*seed >> 16);
}

static void any_words_are_looked_at_without_harm(void **state)
{
    (void)state;
    uint64_t seed = 88172645463325252u;
    unsigned findings = 0;
    for (unsigned n = 0; n < 3000; n++) {
        const unsigned count = 2 * (1 + random_word(&seed) % 60);
        uint32_t      *dwords = malloc(count * sizeof *dwords); /* of that size, for the sanitizers */
        struct diag    diag;
        assert_non_null(dwords);
        for (unsigned i = 0; i < count; i++)
            dwords[i] = random_word(&seed) & (random_word(&seed) % 3 ? ~0u : 0x1fffu);
        dwords[0] = random_word(&seed) % count; /* often an ALU clause first */
        dwords[1] = 0x20000000u | (random_word(&seed) % 40) << 18 | (random_word(&seed) & 3);
        const struct lint_subject subject = {.dwords = dwords,
                                             .count = count,
                                             .fetch_base =
                                                 random_word(&seed) % 4 ? 0 : random_word(&seed) % (count / 2),
                                             .num_gprs = 1 + random_word(&seed) % 127,
                                             .temporaries = random_word(&seed) % 5,
                                             .global_gprs = random_word(&seed) % 6,
                                             .inputs_known = random_word(&seed) % 2,
                                             .load_count = random_word(&seed) % 8};
        assert_true(program_lint(&subject, count_only, &findings, &diag));
        free(dwords);
    }
    assert_true(findings > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_hold_text_by_text),
        cmocka_unit_test(doubles_have_their_modifiers_in_the_slot_with_the_sign),
        cmocka_unit_test(a_product_of_doubles_reads_one_high_word),
        cmocka_unit_test(a_third_pair_of_the_constant_cache_is_doubtful),
        cmocka_unit_test(a_number_that_is_read_with_and_without_index_in_one_cycle_is_doubtful),
        cmocka_unit_test(operands_outside_the_registers_and_locked_lines_are_illegal),
        cmocka_unit_test(global_gprs_need_a_pool),
        cmocka_unit_test(constant_file_and_constant_cache_exclude_each_other),
        cmocka_unit_test(the_value_is_that_of_the_chip),
        cmocka_unit_test(where_mova_delays_the_reader_the_pair_is_no_hazard),
        cmocka_unit_test(a_gpr_that_nothing_writes_is_named_once),
        cmocka_unit_test(a_constant_buffer_that_is_not_given_is_named_once),
        cmocka_unit_test(a_constant_of_the_second_set_is_looked_up_in_its_buffer),
        cmocka_unit_test(a_constant_of_the_file_that_is_not_given_is_named_once),
        cmocka_unit_test(a_boolean_that_decides_must_be_given),
        cmocka_unit_test(a_loop_constant_that_counts_must_be_given),
        cmocka_unit_test(a_register_that_is_exported_or_indexes_a_fetch_must_come_from_somewhere),
        cmocka_unit_test(clauses_are_found_along_the_control_flow_and_looked_at_once),
        cmocka_unit_test(code_behind_a_return_and_the_address_of_a_pop_are_not_reached),
        cmocka_unit_test(addresses_of_a_fetch_program_count_from_its_own_start),
        cmocka_unit_test(any_words_are_looked_at_without_harm),
        cmocka_unit_test(a_clause_outside_the_program_is_passed_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
