/* test_lint_pixels.c - what the lint says of programs of R580 and NV30: a program with a mistake for each rule, and the
 * same without it.  What is right, the manuals say: R5xx Acceleration ch. 8, NV_fragment_program. */
#include <stdlib.h>
#include <string.h>

#include "rtl_model/machine.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { FINDINGS = 16 };

struct found {
    struct lint_finding list[FINDINGS];
    unsigned            count;
};

static void take(void *context, const struct lint_finding *finding)
{
    struct found *found = context;
    assert_true(finding->plain && finding->instruction[0] && finding->section[0]);
    assert_true(found->count < FINDINGS);
    found->list[found->count++] = *finding;
}

/* `keys`: what the launch has besides inputs 0 and 1 of four pixels; NULL: no launch. */
static void lint(const char *chip_name, const char *keys, const char *text, struct found *found)
{
    static const uint8_t inputs[4 * 2 * 16], zeros[16];
    char                 json[1024];
    struct machine_chip  chip;
    struct program       program;
    struct launch       *launch = NULL;
    struct diag          diag = {0}, refusal = {0};
    *found = (struct found){.count = 0};
    snprintf(
        json, sizeof json,
        "{\"wekiva\":1,\"program\":\"p\",\"stage\":\"ps\",\"threads\":4,\"gprs\":{\"first\":0,\"count\":2,\"file\":"
        "\"g\"}%s%s}",
        keys && keys[0] ? "," : "", keys ? keys : "");
    const struct launch_given given[] = {
        {"p", text, strlen(text)}, {"g", inputs, sizeof inputs}, {"z", zeros, sizeof zeros}};
    if (!machine_chip_choose(chip_name, NULL, "", NULL, 0, &chip, &diag) ||
        !program_parse_as(chip.family->programs, "p", text, strlen(text), &program, &diag) ||
        (keys && !(launch = launch_parse_given("launch", json, strlen(json), given, 3, &diag))) ||
        !machine_lint(&chip, "p", &program, launch, take, found, &refusal, &diag))
        fail_msg("%s\n%s", diag.what, text);
    if (launch)
        launch_free(launch);
    program_free(&program);
    machine_chip_free(&chip);
}

static void expect(const char *chip, const char *keys, const char *text, unsigned at, enum lint_level level,
                   const char *message)
{
    struct found found;
    lint(chip, keys, text, &found);
    if (found.count != 1 || found.list[0].address != at || found.list[0].level != level ||
        !strstr(found.list[0].message, message))
        fail_msg("%u findings, the first of %u: %s; expected of %u: %s\n%s", found.count, found.list[0].address,
                 found.list[0].message, at, message, text);
}

static void expect_clean(const char *chip, const char *keys, const char *text)
{
    struct found found;
    lint(chip, keys, text, &found);
    if (found.count)
        fail_msg("instruction %u: %s\n%s", found.list[0].address, found.list[0].message, text);
}

/* ---- R580 ------------------------------------------------------------------------------------------------------- */

#define ALU(result, a)                                                                                                 \
    "ALU\n rgb [" a "] MAD " result ".rgb, src0.rgb, src0.111, src0.000\n alpha [] MAD R0._, src0.0, src0.0, src0.0\n"
#define OUT(a)                                                                                                         \
    "OUT TEX_SEM_WAIT\n rgb [" a                                                                                       \
    "] MAD R0._, src0.rgb, src0.111, src0.000 OUT(A.rgb)\n alpha [] MAD R0._, src0.0, src0.0, src0.0\n"
#define R580(keys, text, at, level, message) expect("r580", "\"num_gprs\":4" keys, text, at, level, message)
#define R580_CLEAN(keys, text) expect_clean("r580", "\"num_gprs\":4" keys, text)
#define FULL ",\"registers\":{\"US_FC_CTRL\":\"0x80000000\",\"US_FC_INT_CONST_0\":\"0x10002\"}"
#define TEXTURE                                                                                                        \
    ",\"textures\":[{\"id\":0,\"dim\":\"2D\",\"width\":1,\"height\":1,\"format\":\"32_32_32_32_FLOAT\","               \
    "\"file\":\"z\"}]"
#define SAMPLER ",\"samplers\":[{\"id\":0}]"
#define LD(more) "TEX LD R2.rgba, T0.rgba, R0.rgba " more "\n"
#define IF_P(to) "FC JUMP JUMP_FUNC(0x33) RGB_PRED_SEL(RRRR) B_OP0(INCR) JUMP_ADDR(" to ") ALU_WAIT\n"

static void r580_registers(void **state)
{
    (void)state;
    R580_CLEAN("", ALU("R2", "R1") OUT("R2"));
    R580("", ALU("R2", "R3") OUT("R2"), 0, LINT_NOT_GIVEN, "R3.rgb is read, is no input");
    expect_clean("r580", NULL, ALU("R2", "R3") OUT("R2")); /* the inputs are not known */
    R580("", ALU("R4", "R1") OUT("R1"), 0, LINT_ILLEGAL, "R4 is written, and there are 4 temporaries");
    /* what is not written itself needs no source */
    R580_CLEAN(
        "", "ALU\n rgb [R3] MAD R2._, src0.rgb, src0.111, src0.000\n alpha [] MAD R0._, src0.0, src0.0, src0.0\n" OUT(
                "R0"));
    /* one channel of it */
    R580("",
         "ALU\n rgb [R0] MAD R2.rg, src0.rgb, src0.111, src0.000\n alpha [] MAD R0._, src0.0, src0.0, src0.0\n" OUT(
             "R2"),
         1, LINT_NOT_GIVEN, "R2.b is read");
    /* a block that not every pixel goes through: 8.6.4, IF p and ENDIF */
    R580("", IF_P("2") ALU("R2", "R1") "FC JUMP JUMP_ANY B_POP_CNT(1) B_OP0(DECR) JUMP_ADDR(3) ALU_WAIT\n" OUT("R2"), 3,
         LINT_DOUBTFUL, "R2.rgb is read, and on some ways nothing has written it");
}

static void r580_what_the_launch_does_not_give(void **state)
{
    (void)state;
    R580("", ALU("R2", "C5") OUT("R2"), 0, LINT_NOT_GIVEN, "does not give C5");
    R580_CLEAN(",\"alu_constants\":{\"first\":5,\"file\":\"z\"}", ALU("R2", "C5") OUT("R2"));
    R580(",\"alu_constants\":{\"first\":6,\"file\":\"z\"}", ALU("R2", "C5") OUT("R2"), 0, LINT_NOT_GIVEN, "C5");
    R580("", LD("TEX_SEM_ACQUIRE TEX_SEM_WAIT") OUT("R2"), 0, LINT_ILLEGAL, "no texture 0");
    R580(TEXTURE, LD("TEX_SEM_ACQUIRE TEX_SEM_WAIT") OUT("R2"), 0, LINT_ILLEGAL, "no sampler 0");
    R580_CLEAN(TEXTURE SAMPLER, LD("TEX_SEM_ACQUIRE TEX_SEM_WAIT") OUT("R2"));
    /* JUMP_FUNC 0xaa: the boolean alone, here of a jump to the next instruction */
    R580("", "FC JUMP JUMP_FUNC(0xaa) BOOL_ADDR(3) JUMP_ADDR(1)\n" OUT("R0"), 0, LINT_NOT_GIVEN, "boolean constant 3");
    R580_CLEAN(",\"bool_constants\":[3]", "FC JUMP JUMP_FUNC(0xaa) BOOL_ADDR(3) JUMP_ADDR(1)\n" OUT("R0"));
}

static void r580_waits(void **state)
{
    (void)state;
    R580(TEXTURE SAMPLER, LD("TEX_SEM_ACQUIRE TEX_SEM_WAIT") ALU("R3", "R2") OUT("R3"), 1, LINT_DOUBTFUL,
         "a look-up may not have written R2.rgb yet");
    R580_CLEAN(
        TEXTURE SAMPLER,
        LD("TEX_SEM_ACQUIRE TEX_SEM_WAIT") "ALU TEX_SEM_WAIT\n rgb [R2] MAD R3.rgb, src0.rgb, "
                                           "src0.111, src0.000\n alpha [] MAD R0._, src0.0, src0.0, src0.0\n" OUT(
                                               "R3"));
    R580(TEXTURE SAMPLER, LD("") OUT("R2"), 1, LINT_DOUBTFUL, "TEX_SEM_ACQUIRE at the look-up");
    R580(TEXTURE SAMPLER, LD("TEX_SEM_ACQUIRE") OUT("R2"), 0, LINT_DOUBTFUL, "TEX_SEM_ACQUIRE without TEX_SEM_WAIT");
    /* 8.3.1: a texture instruction takes what the ALU has computed */
    R580(TEXTURE SAMPLER, ALU("R0", "R1") LD("TEX_SEM_ACQUIRE TEX_SEM_WAIT") OUT("R2"), 1, LINT_DOUBTFUL,
         "the ALU may not have written R0.rg yet");
    R580_CLEAN(TEXTURE SAMPLER, ALU("R0", "R1") LD("TEX_SEM_ACQUIRE TEX_SEM_WAIT ALU_WAIT") OUT("R2"));
    R580("",
         "ALU\n rgb [R0] MAD R0._, src0.rgb, src0.111, src0.000 ALU_WMASK\n alpha [] MAD R0._, src0.0, src0.0, src0.0\n"
         "FC JUMP JUMP_FUNC(0x0f) JUMP_ADDR(2)\n" OUT("R0"),
         1, LINT_DOUBTFUL, "the ALU result yet");
}

static void r580_ways(void **state)
{
    (void)state;
    R580("", "FC JUMP JUMP_FUNC(0xff) JUMP_ADDR(3)\n" ALU("R2", "R1") ALU("R2", "R1") OUT("R0"), 1, LINT_DOUBTFUL,
         "instructions 1 to 2 are never reached");
    R580("", OUT("R0") ALU("R2", "R1"), 1, LINT_ILLEGAL, "not with an output instruction");
    R580(",\"bool_constants\":[3]", "FC JUMP JUMP_FUNC(0xaa) JUMP_ADDR(9) BOOL_ADDR(0)\n" OUT("R0"), 9, LINT_ILLEGAL,
         "no instruction has been written");
    R580("", "FC JUMP JUMP_FUNC(0xff) A_OP(PUSH) JUMP_ADDR(1)\n" OUT("R0"), 0, LINT_ILLEGAL, "need full flow control");
    R580(FULL, "FC ENDLOOP JUMP_FUNC(0xff) JUMP_ANY JUMP_ADDR(1)\n" OUT("R0"), 0, LINT_ILLEGAL, "there is no loop");
    R580(FULL, "FC JUMP JUMP_FUNC(0xff) A_OP(POP)\n" OUT("R0"), 0, LINT_ILLEGAL, "a return without a call");
}

/* Partial flow control counts to 3, so that four blocks fit into one another (8.6.2). */
static void r580_depths(void **state)
{
    char         text[2048] = "";
    struct found found;
    (void)state;
    for (unsigned blocks = 4; blocks <= 5; blocks++) {
        text[0] = 0;
        for (unsigned i = 0; i < blocks; i++)
            snprintf(text + strlen(text), sizeof text - strlen(text),
                     "FC JUMP JUMP_FUNC(0x33) RGB_PRED_SEL(RRRR) B_OP0(INCR) JUMP_ADDR(%u) ALU_WAIT\n", 2 * blocks - i);
        for (unsigned i = 0; i < blocks; i++)
            snprintf(text + strlen(text), sizeof text - strlen(text),
                     "FC JUMP JUMP_ANY B_POP_CNT(1) B_OP0(DECR) JUMP_ADDR(%u) ALU_WAIT\n", blocks + i + 1);
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s", OUT("R0"));
        lint("r580", "\"num_gprs\":4", text, &found);
        assert_int_equal(found.count != 0, blocks == 5);
        if (blocks == 5) {
            assert_int_equal(found.list[0].address, 4);
            assert_int_equal(found.list[0].level, LINT_ILLEGAL);
            assert_non_null(strstr(found.list[0].message, "deeper than branch counters"));
        }
    }
}

/* Four loops fit into one another (8.6.2), each with a loop constant of two turns. */
static void r580_loops(void **state)
{
    char         text[2048];
    struct found found;
    (void)state;
    for (unsigned loops = 4; loops <= 5; loops++) {
        text[0] = 0;
        for (unsigned i = 0; i < loops; i++)
            snprintf(text + strlen(text), sizeof text - strlen(text), "FC LOOP JUMP_ADDR(%u)\n", 2 * loops - i);
        for (unsigned i = 0; i < loops; i++)
            snprintf(text + strlen(text), sizeof text - strlen(text),
                     "FC ENDLOOP JUMP_FUNC(0xff) JUMP_ANY JUMP_ADDR(%u)\n", loops - i);
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s", OUT("R0"));
        lint("r580", "\"num_gprs\":4" FULL, text, &found);
        assert_int_equal(found.count, loops == 5);
        if (loops == 5) {
            assert_int_equal(found.list[0].address, 4);
            assert_string_equal(found.list[0].message, "a fifth loop: the loop stack has four frames");
        }
    }
}

#define TEST                                                                                                           \
    "ALU\n rgb [R0] MAD R0._, src0.rgb, src0.111, src0.000 ALU_WMASK\n alpha [] MAD R0._, src0.0, src0.0, src0.0\n"
#define READS(to) "FC JUMP JUMP_FUNC(0x0f) JUMP_ADDR(" to ") ALU_WAIT\n"

/* An ALU result serves the first flow control instruction behind it (8.4.10). */
static void r580_results(void **state)
{
    static const char none[] = "no ALU instruction has written it since";
    (void)state;
    R580_CLEAN("", TEST READS("2") OUT("R0"));
    R580_CLEAN("", TEST ALU("R2", "R1") READS("3") OUT("R0"));
    R580_CLEAN("", TEST READS("2") TEST READS("4") OUT("R0"));
    R580("", READS("1") OUT("R0"), 0, LINT_ILLEGAL, none);
    R580("", TEST READS("2") READS("3") OUT("R0"), 2, LINT_ILLEGAL, none);
    R580("", TEST "FC JUMP JUMP_FUNC(0x33) RGB_PRED_SEL(RRRR) JUMP_ADDR(2) ALU_WAIT\n" READS("3") OUT("R0"), 2,
         LINT_ILLEGAL, none);
    /* on one of two ways */
    R580("", "FC JUMP JUMP_FUNC(0x33) RGB_PRED_SEL(RRRR) JUMP_ADDR(2)\n" TEST READS("3") OUT("R0"), 2, LINT_DOUBTFUL,
         "on some ways no ALU instruction");
    /* on a way that leads back: 0, 3, 4, 1 */
    R580("",
         "FC JUMP JUMP_FUNC(0xff) JUMP_ADDR(3)\n" READS("2") "FC JUMP JUMP_FUNC(0xff) JUMP_ADDR(5)\n" TEST
                                                             "FC JUMP JUMP_FUNC(0xff) JUMP_ADDR(1)\n" OUT("R0"),
         1, LINT_ILLEGAL, none);
    /* by one predicate bit for all channels (8.6.1) */
    R580("", "FC JUMP JUMP_FUNC(0x33) RGB_PRED_SEL(RGBA) JUMP_ADDR(1)\n" OUT("R0"), 0, LINT_ILLEGAL,
         "predicated by channel");
    R580_CLEAN("", "ALU RGB_PRED_SEL(RGBA)\n rgb [R1] MAD R0.rgb, src0.rgb, src0.111, src0.000\n"
                   " alpha [] MAD R0._, src0.0, src0.0, src0.0\n" OUT("R0"));
}

/* A LOOP that leads to ENDLOOP and not behind it, as Mesa has it (8.6.2). */
static void r580_skipped_loops(void **state)
{
#define KILL "TEX TEXKILL R0.r, T0.rgba, R0.rgba\n"
#define TURNS(op, to, back)                                                                                            \
    "FC " op " IGNORE_UNCOVERED JUMP_ADDR(" to ")\n" ALU("R2", "R1") "FC END" op                                       \
                                                                     " JUMP_ANY JUMP_FUNC(0xff) JUMP_ADDR(" back ")\n"
    (void)state;
    R580(FULL, KILL TURNS("LOOP", "3", "2") OUT("R0"), 1, LINT_DOUBTFUL, "expected JUMP_ADDR 4");
    R580(FULL, KILL TURNS("REP", "3", "2") OUT("R0"), 1, LINT_DOUBTFUL, "jumps to instruction 3");
    R580_CLEAN(FULL, KILL TURNS("LOOP", "4", "2") OUT("R0"));
    R580_CLEAN(FULL, KILL TURNS("LOOP", "4", "2") "FC JUMP\n" OUT("R0")); /* to flow control of another kind */
    R580(",\"registers\":{\"US_FC_CTRL\":\"0x80000000\",\"US_FC_INT_CONST_0\":\"0x10002\",\"US_CODE_OFFSET\":\"0x7\"}",
         KILL TURNS("LOOP", "3", "2") OUT("R0"), 8, LINT_DOUBTFUL, "jumps to instruction 10");
    /* behind its own end, which is where an outer one ends */
    R580_CLEAN(FULL, KILL "FC LOOP JUMP_ADDR(6)\n" TURNS(
                         "LOOP", "5", "3") "FC ENDLOOP JUMP_ANY JUMP_FUNC(0xff) JUMP_ADDR(2)\n" OUT("R0"));
    R580_CLEAN(FULL, TURNS("LOOP", "2", "1") OUT("R0")); /* no pixel is killed */
    R580_CLEAN(FULL, TURNS("LOOP", "2", "1") KILL OUT("R0"));
}

/* Words that no text makes: rgb_op 13 and up are reserved (11.10), so are bits of dword 2. */
static void r580_words(void **state)
{
    (void)state;
    expect("r580", NULL,
           "00000000 00000000 00000000 00000000 00000000 0000000d\n"
           "00000005 00000000 00000000 00000000 00000000 00000000\n",
           0, LINT_ILLEGAL, "rgb_op is 13");
    expect("r580", NULL,
           "00000002 00000000 00000008 00010000 00000000 00000000\n"
           "00000005 00000000 00000000 00000000 00000000 00000000\n",
           0, LINT_DOUBTFUL, "bits 3 to 3 of dword 2 are reserved");
    /* what the chip does not look at may be anything (8.3) */
    expect_clean("r580", NULL,
                 "00000002 12345678 00000000 00010000 12345678 12345678\n"
                 "00000005 00000000 00000000 00000000 00000000 00000000\n");
}

/* ---- NV30 ------------------------------------------------------------------------------------------------------- */

#define NV30(keys, text, at, level, message) expect("nv30", keys, text, at, level, message)

static void nv30_registers(void **state)
{
    (void)state;
    expect_clean("nv30", "", "MOV R1, f[TEX0]\nMOV o[COLR], R1\n");
    NV30("", "MOV R1.xyz, f[TEX0]\nMOV o[COLR], R1\n", 1, LINT_DOUBTFUL, "R1.w is read, and nothing has written it");
    expect_clean("nv30", "", "MOV R1.xyz, f[TEX0]\nMOV o[COLR], R1.xyzz\n");
    expect_clean("nv30", "", "MOV R1.xyz, f[TEX0]\nDP3 o[COLR], R1, f[TEX1]\n"); /* w is not looked at */
    NV30("", "MOV R1, f[TEX0]\nDP3 R2, R1, R1\nMOV o[COLR], R1\n", 1, LINT_DOUBTFUL, "what it writes is not read");
    NV30("", "MOV R1, f[TEX0]\nMOV R1, f[TEX1]\nMOV o[COLR], R1\n", 0, LINT_DOUBTFUL, "what it writes is not read");
    NV30("", "RCP H1.x, H2.y\nMOV o[COLR], H1.x\n", 0, LINT_DOUBTFUL, "H2.y is read");
}

static void nv30_what_the_launch_does_not_give(void **state)
{
    (void)state;
    NV30("", "MOV o[COLR], f[TEX2]\n", 0, LINT_NOT_GIVEN, "does not give f[TEX2], register 2");
    expect_clean("nv30", NULL, "MOV o[COLR], f[TEX2]\n");
    NV30("", "MUL o[COLR], f[TEX0], c[3]\n", 0, LINT_NOT_GIVEN, "does not give c[3]");
    expect_clean("nv30", "\"alu_constants\":{\"first\":3,\"file\":\"z\"}", "MUL o[COLR], f[TEX0], c[3]\n");
    NV30("", "TEX o[COLR], f[TEX0], TEX0, 2D\n", 0, LINT_ILLEGAL, "gives no texture 0");
    expect_clean("nv30", &(TEXTURE SAMPLER)[1], "TEX o[COLR], f[TEX0], TEX0, 2D\n");
}

static void nv30_programs(void **state)
{
    (void)state;
    NV30(NULL, "TEX R0, f[TEX0], TEX0, 2D\nTEX R1, f[TEX0], TEX0, CUBE\nADD o[COLR], R0, R1\n", 1, LINT_ILLEGAL,
         "texture unit 0 is read as 2D and as CUBE");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(r580_registers),
        cmocka_unit_test(r580_what_the_launch_does_not_give),
        cmocka_unit_test(r580_waits),
        cmocka_unit_test(r580_ways),
        cmocka_unit_test(r580_depths),
        cmocka_unit_test(r580_loops),
        cmocka_unit_test(r580_results),
        cmocka_unit_test(r580_skipped_loops),
        cmocka_unit_test(r580_words),
        cmocka_unit_test(nv30_registers),
        cmocka_unit_test(nv30_what_the_launch_does_not_give),
        cmocka_unit_test(nv30_programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
