/* test_lint_share.c - what the lint says of memory and the local data share between clauses and wavefronts (ISA 2.6.2,
 * 3.4.2, 9.1 WAIT_ACK), through assembled programs. */
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

static void lint_text(const char *text, unsigned group_waves, struct findings *findings)
{
    struct lint_subject subject = {.num_gprs = 8, .group_waves = group_waves};
    char                message[1600];
    struct diag         diag;
    uint32_t           *dwords;
    unsigned            count;
    struct flow_code    code;
    if (!isa_assemble("test", text, strlen(text), &dwords, &count, NULL, &diag))
        fail_msg("%s", diag_text(&diag, message, sizeof message));
    assert_true(flow_decode(&(struct flow_program){.dwords = dwords, .words = count / 2}, &code));
    subject.code = &code;
    findings->count = 0;
    assert_true(program_lint(&subject, keep, findings, &diag));
    flow_free(&code);
    free(dwords);
}

static void one(const char *text, unsigned group_waves, unsigned cf, const char *section, const char *message)
{
    struct findings            findings;
    const struct lint_finding *f = &findings.list[0];
    lint_text(text, group_waves, &findings);
    if (findings.count != 1 || f->level != LINT_DOUBTFUL || f->cf != cf || strcmp(f->section, section) != 0 ||
        !strstr(f->message, message))
        fail_msg("%s\n%u findings, \"%s\" (%s) at CF %u, expected one: \"%s\" (%s) at %u", text, findings.count,
                 findings.count ? f->message : "", findings.count ? f->section : "", findings.count ? f->cf : 0,
                 message, section, cf);
}

static void none(const char *text, unsigned group_waves)
{
    struct findings findings;
    lint_text(text, group_waves, &findings);
    if (findings.count)
        fail_msg("%s\n%u findings, \"%s\" at CF %u, expected none", text, findings.count, findings.list[0].message,
                 findings.list[0].cf);
}

#define END "NOP EOP BARRIER\n"
#define SCRATCH(type) "MEM_SCRATCH " type "[0], R1.xyzw ELEM_SIZE(3) ARRAY_SIZE(3) BARRIER\n"
#define READ(what) "r: " what " R2.xyzw, R0.x UNCACHED ELEM_SIZE(3) ARRAY_SIZE(3)\n"

static void a_memory_read_waits_for_the_acknowledgement_of_a_write(void **state)
{
    (void)state;
    none("VTX @r BARRIER\n" SCRATCH("WRITE_ACK") END READ("MEM_RD_SCRATCH"), 0);
    none(SCRATCH("WRITE_ACK") "WAIT_ACK BARRIER\nVTX @r BARRIER\n" END READ("MEM_RD_SCRATCH"), 0);
    one(SCRATCH("WRITE_ACK") "VTX @r BARRIER\n" END READ("MEM_RD_SCRATCH"), 0, 1, "ISA 9.1",
        "MEM_RD_SCRATCH at word 4 reads what the program writes, and no WAIT_ACK stands between");
    one(SCRATCH("WRITE_ACK") "WAIT_ACK ADDR(1) BARRIER\nVTX @r BARRIER\n" END READ("MEM_RD_SCRATCH"), 0, 2, "ISA 9.1",
        "no WAIT_ACK");
    one(SCRATCH("WRITE") "WAIT_ACK BARRIER\nVTX @r BARRIER\n" END READ("MEM_RD_SCRATCH"), 0, 2, "ISA 3.4.2",
        "without asking for an acknowledgement");
    none(SCRATCH("WRITE") "VTX @r BARRIER\n" END READ("MEM_RD_REDUCTION"), 0);
    one("MEM_EXPORT WRITE_IND_ACK[0+R0], R1.xyzw ELEM_SIZE(3) ARRAY_SIZE(3) BARRIER\nVTX @r BARRIER\n" END READ(
            "MEM_RD_SCATTER"),
        0, 1, "ISA 9.1", "MEM_RD_SCATTER");
}

/* Round a loop, and along one of two branches. */
static void every_path_counts(void **state)
{
    (void)state;
    one("LOOP_START @out CF_CONST(0)\ntop: VTX @r BARRIER\n" SCRATCH(
            "WRITE_ACK") "LOOP_END @top CF_CONST(0)\nout: " END READ("MEM_RD_SCRATCH"),
        0, 1, "ISA 9.1", "no WAIT_ACK");
    none("LOOP_START @out CF_CONST(0)\ntop: VTX @r BARRIER\n" SCRATCH(
             "WRITE_ACK") "WAIT_ACK BARRIER\nLOOP_END @top CF_CONST(0)\nout: " END READ("MEM_RD_SCRATCH"),
         0);
    one(SCRATCH("WRITE_ACK") "JUMP @over\nWAIT_ACK BARRIER\nover: VTX @r BARRIER\n" END READ("MEM_RD_SCRATCH"), 0, 3,
        "ISA 9.1", "no WAIT_ACK");
}

#define GIVE(mode) "give: LOCAL_DS_WRITE R1.xyzw DST_STRIDE(4) " mode "\n"
#define TAKE "take: LOCAL_DS_READ R2.xyzw, R0.xy\n"
#define WAIT "LOOP_START_DX10 @met\nagain: TEX @meet BARRIER\nALU_BREAK @late BARRIER\nLOOP_END @again\nmet: "
#define WAIT_CLAUSES                                                                                                   \
    "meet: LOCAL_DS_WRITE R1.xyzw DST_STRIDE(4) SIMD_WAVE_REL\nLOCAL_DS_READ R3.x___, R0.xy\n"                         \
    "late: 0 x: PRED_SETGE_UINT ____, R3.x, R1.x UPDATE_EXEC\n"

static void a_group_of_several_wavefronts_waits_between_write_and_read(void **state)
{
    (void)state;
    static const char clauses[] = "TEX @give BARRIER\nTEX @take BARRIER\n" END GIVE("SIMD_WAVE_REL") TAKE;
    none(clauses, 0);
    none(clauses, 1);
    one(clauses, 2, 1, "ISA 2.6.2",
        "LOCAL_DS_READ at word 6: the group has 2 wavefronts that write in relative mode, and no loop before it waits");
    one("TEX @give BARRIER\n" END GIVE("SIMD_WAVE_REL") "LOCAL_DS_READ R2.xyzw, R0.xy\n", 4, 0, "ISA 2.6.2",
        "4 wavefronts");
    none("TEX @give BARRIER\n" END GIVE("SIMD_WAVE_REL") "LOCAL_DS_READ R2.xyzw, R0.xy MUX_CNTL(FFT_PERMUTE)\n", 4);
    none("TEX @take BARRIER\nTEX @give BARRIER\n" END GIVE("SIMD_WAVE_REL") TAKE, 2);
    none("TEX @give BARRIER\n" WAIT "TEX @take BARRIER\n" END GIVE("SIMD_WAVE_REL") TAKE WAIT_CLAUSES, 2);
    /* A loop that reads and goes round a number of times waits for no wavefront. */
    one("TEX @give BARRIER\nLOOP_START @out CF_CONST(0)\ntop: TEX @take BARRIER\nLOOP_END @top CF_CONST(0)\nout: " END
            GIVE("SIMD_WAVE_REL") TAKE,
        2, 2, "ISA 2.6.2", "2 wavefronts");
    /* Nor does one that nothing read ends. */
    one("TEX @give BARRIER\nLOOP_START_DX10 @out\ntop: TEX @take BARRIER\nLOOP_END @top\nout: " END GIVE(
            "SIMD_WAVE_REL") TAKE,
        2, 2, "ISA 2.6.2", "2 wavefronts");
}

/* A wavefront that ends a subroutine has gone through it. */
static void a_subroutine_may_wait(void **state)
{
    (void)state;
    none("TEX @give BARRIER\nCALL @barrier CALL_COUNT(1)\nTEX @take BARRIER\n" END "barrier: " WAIT
         "RETURN\n" GIVE("SIMD_WAVE_REL") TAKE WAIT_CLAUSES,
         2);
    one("TEX @give BARRIER\nCALL @barrier CALL_COUNT(1)\nTEX @take BARRIER\n" END
        "barrier: NOP\nRETURN\n" GIVE("SIMD_WAVE_REL") TAKE,
        2, 2, "ISA 2.6.2", "2 wavefronts");
    one("TEX @give BARRIER\nCALL @barrier CALL_COUNT(1) COND(BOOL) CF_CONST(0)\nTEX @take BARRIER\n" END
        "barrier: " WAIT "RETURN\n" GIVE("SIMD_WAVE_REL") TAKE WAIT_CLAUSES,
        2, 2, "ISA 2.6.2", "2 wavefronts");
}

static void in_absolute_mode_write_and_read_are_of_one_clause(void **state)
{
    (void)state;
    one("TEX @give BARRIER\nTEX @take BARRIER\n" END GIVE("") TAKE, 0, 1, "ISA 2.6.2",
        "LOCAL_DS_READ at word 6: what an earlier clause has written in absolute mode");
    none("TEX @give BARRIER\nTEX @give BARRIER\n" END GIVE("") "LOCAL_DS_READ R2.xyzw, R0.xy\n", 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_memory_read_waits_for_the_acknowledgement_of_a_write),
        cmocka_unit_test(every_path_counts),
        cmocka_unit_test(a_group_of_several_wavefronts_waits_between_write_and_read),
        cmocka_unit_test(a_subroutine_may_wait),
        cmocka_unit_test(in_absolute_mode_write_and_read_are_of_one_clause),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
