/* test_lint_fetch.c - what the lint says of fetch clauses (ISA 2.5, ch. 5, 9.4), through assembled programs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "isa/r700/asm/asm.h"
#include "rtl_model/r700/analysis/lint.h"

struct findings {
    struct lint_finding list[8];
    unsigned            count;
};

static void keep(void *context, const struct lint_finding *finding)
{
    struct findings *findings = context;
    assert_true(findings->count < 8);
    findings->list[findings->count++] = *finding;
}

/* A clause, and an export of R0, of which the launch gives R0 and R1. */
static void lint_fetches(const char *kind, const char *fetches, struct findings *findings)
{
    struct lint_subject subject = {.num_gprs = 8, .inputs_known = true, .load_count = 2, .given.loops = 1};
    char                text[2000], message[1600];
    struct diag         diag;
    uint32_t           *dwords;
    unsigned            count;
    struct flow_code    code;
    snprintf(text, sizeof text, "%s%s BARRIER\n%s\nEXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n",
             strstr(kind, "[AL") || strstr(fetches, "[AL") ? "LOOP_START @1\n" : "", kind, fetches);
    if (!isa_assemble("test", text, strlen(text), &dwords, &count, NULL, &diag))
        fail_msg("%s", diag_text(&diag, message, sizeof message));
    assert_true(flow_decode(&(struct flow_program){.dwords = dwords, .words = count / 2}, &code));
    subject.code = &code;
    findings->count = 0;
    assert_true(program_lint(&subject, keep, findings, &diag));
    flow_free(&code);
    free(dwords);
}

static void one(const char *kind, const char *fetches, enum lint_level level, const char *section, const char *message)
{
    struct findings findings;
    lint_fetches(kind, fetches, &findings);
    const struct lint_finding *f = &findings.list[0];
    if (findings.count != 1 || f->level != level || !f->of_cf || f->cf || strcmp(f->section, section) != 0 ||
        strcmp(f->message, message) != 0)
        fail_msg("%s\n%u findings, \"%s\" (%s), expected one: \"%s\" (%s)", fetches, findings.count,
                 findings.count ? f->message : "", findings.count ? f->section : "", message, section);
}

static void none(const char *kind, const char *fetches)
{
    struct findings findings;
    lint_fetches(kind, fetches, &findings);
    if (findings.count)
        fail_msg("%s\n%u findings, \"%s\", expected none", fetches, findings.count, findings.list[0].message);
}

#define VERTEX " DATA_FORMAT(FMT_32_FLOAT) MEGA_FETCH_COUNT(3)\n"

static void sources_must_come_from_somewhere(void **state)
{
    (void)state;
#define NOWHERE ", which is neither given at the start nor written anywhere in the program"
    none("TEX", "SAMPLE R2.xyzw, R1.xy01, t0, s0\n");
    one("TEX", "SAMPLE R2.xyzw, R3.xy01, t0, s0\n", LINT_NOT_GIVEN, "ISA 2.5",
        "the fetch at word 2 takes its coordinates from R3" NOWHERE);
    one("TEX", "LD R2.xyzw, R3.0010, t0, s0\nLD R2.xyzw, R3.00w0, t0, s0\n", LINT_NOT_GIVEN, "ISA 2.5",
        "the fetch at word 4 takes its coordinates from R3" NOWHERE);
    one("TEX", "LD R2.xyzw, R3.x000, t0, s0\n", LINT_NOT_GIVEN, "ISA 2.5",
        "the fetch at word 2 takes its coordinates from R3" NOWHERE);
    none("TEX", "SAMPLE R2.xyzw, R[AL+3].xy01, t0, s0\n");
    one("VTX", "FETCH R2.xyzw, R3.x, fc0" VERTEX, LINT_NOT_GIVEN, "ISA 2.5",
        "the fetch at word 2 takes its index from R3.x" NOWHERE);
    one("VTX", "FETCH R2.xyzw, R3.z, fc0" VERTEX, LINT_NOT_GIVEN, "ISA 2.5",
        "the fetch at word 2 takes its index from R3.z" NOWHERE);
    one("VTX", "FETCH R2.xyzw, R3.w, fc0" VERTEX, LINT_NOT_GIVEN, "ISA 2.5",
        "the fetch at word 2 takes its index from R3.w" NOWHERE);
    none("VTX", "SEMANTIC SEM[3].xyzw, R3.x, fc0" VERTEX); /* which may write any register */
}

static void a_clause_is_found_by_its_instruction(void **state)
{
    (void)state;
    struct findings findings;
    lint_fetches("NOP\nNOP\nNOP\nTEX", "LD R2.xyzw, R1.xy01, t0, s0\nLD R2.xyzw, R3.xy01, t0, s0\n", &findings);
    assert_int_equal(findings.count, 1);
    assert_int_equal(findings.list[0].cf, 3);
    assert_string_equal(findings.list[0].message, "the fetch at word 8 takes its coordinates from R3" NOWHERE);
}

static void a_fetch_may_overtake_what_it_reads(void **state)
{
    (void)state;
    none("TEX", "SAMPLE R2.xyzw, R1.xy01, t0, s0\nSAMPLE R3.xyzw, R1.xy01, t1, s0\n");
    one("TEX", "SAMPLE R2.xyzw, R1.xy01, t0, s0\nSAMPLE R3.xyzw, R2.xy01, t1, s0\n", LINT_DOUBTFUL, "ISA ch. 5",
        "the fetch at word 4 reads R2, which the one at word 2 of its clause writes: the value may be the old one");
    none("TEX", "SAMPLE R2.xy__, R1.xy01, t0, s0\nSAMPLE R3.xyzw, R2.zw01, t1, s0\n");
    one("TEX", "SAMPLE R2.___w, R1.xy01, t0, s0\nSAMPLE R3.xyzw, R2.w000, t1, s0\n", LINT_DOUBTFUL, "ISA ch. 5",
        "the fetch at word 4 reads R2, which the one at word 2 of its clause writes: the value may be the old one");
    none("TEX", "SAMPLE R1.xyzw, R1.xy01, t0, s0\n"); /* of its own result it reads the old value */
    one("VTX", "FETCH R2._y__, R0.x, fc0" VERTEX "FETCH R3.xyzw, R0.x, fc0" VERTEX "FETCH R4.xyzw, R2.y, fc0" VERTEX,
        LINT_DOUBTFUL, "ISA ch. 5",
        "the fetch at word 6 reads R2, which the one at word 2 of its clause writes: the value may be the old one");
}

static void gradients_are_set_in_the_clause_that_uses_them(void **state)
{
    (void)state;
#define SET_H "SET_GRADIENTS_H R0.____, R1.xyz0, t0, s0\n"
#define SET_V "SET_GRADIENTS_V R0.____, R1.xyz0, t0, s0\n"
#define TAKES " takes gradients that no instruction before it in the clause sets"
    none("TEX", SET_H SET_V "SAMPLE_G R2.xyzw, R1.xy01, t0, s0\n");
    none("TEX", SET_V SET_H "SAMPLE_C_G_LB R2.xyzw, R1.xy01, t0, s0\n");
    none("TEX", "KEEP_GRADIENTS R0.____, R1.xyz0, t0, s0\nSAMPLE_G R2.xyzw, R1.xy01, t0, s0\n");
    none("TEX", "SAMPLE R2.xyzw, R1.xy01, t0, s0\n");
    none("TEX", "SAMPLE_G_L R2.xyzw, R1.xy01, t0, s0\n"); /* it has a level */
    one("TEX", "SAMPLE_G R2.xyzw, R1.xy01, t0, s0\n", LINT_DOUBTFUL, "ISA 9.4", "SAMPLE_G at word 2" TAKES);
    one("TEX", SET_H "SAMPLE_G_LB R2.xyzw, R1.xy01, t0, s0\n", LINT_DOUBTFUL, "ISA 9.4", "SAMPLE_G_LB at word 4" TAKES);
    one("TEX", SET_V "SAMPLE_C_G R2.xyzw, R1.xy01, t0, s0\n" SET_H, LINT_DOUBTFUL, "ISA 9.4",
        "SAMPLE_C_G at word 4" TAKES);
}

#define READ " MEGA_FETCH DATA_FORMAT(FMT_32_FLOAT)\n"

static void memory_reads_take_an_index_and_write_registers(void **state)
{
    (void)state;
    one("VTX", "MEM_RD_SCATTER R2.xyzw, R3.x INDEXED UNCACHED" READ, LINT_NOT_GIVEN, "ISA 2.5",
        "the fetch at word 2 takes its index from R3.x" NOWHERE);
    none("VTX", "MEM_RD_SCATTER R2.xyzw, R3.x UNCACHED" READ); /* no index */
    none("EXPORT PIX1, R4.xyzw\nVTX", "MEM_RD_SCATTER R2.xyzw, R0.x BURST_CNT(2) UNCACHED" READ);
    one("EXPORT PIX1, R4.xyzw\nVTX", "MEM_RD_SCATTER R2.xyzw, R0.x BURST_CNT(1) UNCACHED" READ, LINT_NOT_GIVEN,
        "ISA 2.5", "it exports R4" NOWHERE);
}

static void what_a_program_writes_is_not_read_through_the_cache(void **state)
{
    (void)state;
    struct findings findings;
    none("MEM_EXPORT WRITE_ACK[0], R0.xyzw\nWAIT_ACK\nVTX", "MEM_RD_SCATTER R2.xyzw, R0.x INDEXED UNCACHED" READ);
    none("MEM_SCRATCH WRITE[0], R0.xyzw\nVTX", "MEM_RD_SCATTER R2.xyzw, R0.x INDEXED" READ);
    lint_fetches("MEM_EXPORT WRITE_ACK[0], R0.xyzw\nWAIT_ACK\nVTX", "MEM_RD_SCATTER R2.xyzw, R0.x INDEXED" READ,
                 &findings);
    assert_int_equal(findings.count, 1);
    assert_int_equal(findings.list[0].level, LINT_DOUBTFUL);
    assert_int_equal(findings.list[0].cf, 2);
    assert_string_equal(findings.list[0].section, "ISA 7.2");
    assert_string_equal(findings.list[0].message,
                        "MEM_RD_SCATTER at word 4 is not UNCACHED and reads a buffer that the program writes");
}

static void memory_writes_take_registers_from_somewhere(void **state)
{
    (void)state;
#define LD "SAMPLE R2.xyzw, R1.xy01, t0, s0\n"
    none("MEM_SCRATCH WRITE_IND[0+R1], R0.xyzw BURST(3)\nTEX", LD);
    none("MEM_SCRATCH WRITE[0], R[AL+4].xyzw\nTEX", LD);
    one("MEM_SCRATCH WRITE[0], R2.xyzw BURST(2)\nTEX", LD, LINT_NOT_GIVEN, "ISA 2.5",
        "it writes R3 to memory, which is neither given at the start nor written anywhere in the program");
    one("MEM_SCRATCH WRITE_IND[0+R3], R0.xyzw\nTEX", LD, LINT_NOT_GIVEN, "ISA 2.5", "its index is R3.x" NOWHERE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sources_must_come_from_somewhere),
        cmocka_unit_test(a_clause_is_found_by_its_instruction),
        cmocka_unit_test(a_fetch_may_overtake_what_it_reads),
        cmocka_unit_test(gradients_are_set_in_the_clause_that_uses_them),
        cmocka_unit_test(memory_reads_take_an_index_and_write_registers),
        cmocka_unit_test(what_a_program_writes_is_not_read_through_the_cache),
        cmocka_unit_test(memory_writes_take_registers_from_somewhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
