/* test_nv30_text.c - programs of NV30's shader core as text and words: round trip, and what is refused with which line.
 */
#include <stdlib.h>
#include <string.h>

#include "isa/nv30/nv30.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static struct diag diag;

static bool assemble(const char *text, struct nv30_instruction *first)
{
    uint32_t  *dwords;
    unsigned   count;
    char       why[256];
    const bool good = nv30_assemble("p", text, strlen(text), &dwords, &count, NULL, &diag);
    if (good && first)
        assert_true(nv30_decode(dwords, first, why, sizeof why));
    free(dwords);
    return good;
}

/* ---- round trips ------------------------------------------------------------------------------------------------ */

static void lines_come_back_as_they_are(void **state)
{
    static const char *const lines[] = {
        "NOP;",
        "MOV R0, R1;",
        "MADH_SAT R31.xw, -|R0.wzyx|, c[255].x, f[WPOS];",
        "ADDR H63.y, H0, -H1.yyyy;",
        "RSQ H0.x, |c[0].w|;",
        "DP4 o[COLH], f[TEX7], R2;",
        "MOV o[DEPR].z, R1.x;",
        "TEXKILL -f[COL1];",
        "TEX R0, f[TEX0], TEX15, CUBE;",
        "TXP_SAT H5.xyz, R1.xyww, TEX0, 3D;",
        "TEXBEML R1, f[TEX1], R0, c[0], c[1], TEX1, 2D;",
        "TEXM3X3SPEC R1, f[TEX1], R0, R2, c[7], TEX3, CUBE;",
    };
    (void)state;
    for (unsigned i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct nv30_instruction instruction;
        char                    text[256], again[192];
        snprintf(text, sizeof text, "%s\nMOV o[%s], R0", lines[i], strstr(lines[i], "COLH") ? "COLH" : "COLR");
        if (!assemble(text, &instruction))
            fail_msg("%s: %s", lines[i], diag.what);
        nv30_print(&instruction, again, sizeof again);
        char *same = strstr(again, ".yyyy"); /* never printed: one letter is */
        assert_null(same);
        if (strcmp(lines[i], again) != 0 && !strstr(lines[i], ".yyyy"))
            fail_msg("%s came back as %s", lines[i], again);
    }
}

static void the_fields_are_what_the_text_says(void **state)
{
    struct nv30_instruction i;
    (void)state;
    assert_true(assemble("madr_sat H7.yw, -|r3.bgra|, p[9].w, f[tex2]; # comment\nMOV o[COLR], H7\nEND\n", &i));
    assert_int_equal(i.op, NV30_MAD);
    assert_true(i.saturate);
    assert_false(i.half);
    assert_int_equal(i.file, NV30_DST_HALF);
    assert_int_equal(i.number, 7);
    assert_int_equal(i.mask, 0xa);
    assert_int_equal(i.source[0].file, NV30_SRC_FULL);
    assert_true(i.source[0].negate && i.source[0].absolute);
    assert_memory_equal(i.source[0].swizzle, ((uint8_t[]){2, 1, 0, 3}), 4);
    assert_int_equal(i.source[1].file, NV30_SRC_CONSTANT);
    assert_memory_equal(i.source[1].swizzle, ((uint8_t[]){3, 3, 3, 3}), 4);
    assert_int_equal(i.source[2].number, NV30_TEX0 + 2);
    assert_true(assemble("SUB o[COLH], R0, -R1", &i));
    assert_int_equal(i.op, NV30_ADD);
    assert_true(i.half);
    assert_false(i.source[1].negate);
    assert_true(assemble("RSQ16 o[COLR], R0.x", &i));
    assert_true(i.half);
    assert_true(assemble("EX2 o[COLR], R0.x", &i));
    assert_int_equal(i.op, NV30_EXP);
}

static uint32_t draw_state = 1;
static uint32_t draw(void)
{
    draw_state = draw_state * 1664525 + 1013904223;
    return draw_state >> 4 ^ draw_state << 13;
}

/* Words with a few bits changed are the same instruction again, or are refused. */
static void words_are_one_instruction_or_none(void **state)
{
    unsigned good = 0;
    (void)state;
    for (unsigned n = 0; n < 200000; n++) {
        struct nv30_instruction i = {.op = (enum nv30_op)(draw() % NV30_OPS), .mask = 15, .file = NV30_DST_FULL}, back;
        uint32_t                dwords[NV30_DWORDS], again[NV30_DWORDS];
        char                    why[256], text[192];
        for (unsigned s = 0; s < NV30_SOURCES; s++)
            i.source[s] = (struct nv30_source){.file = NV30_SRC_FULL, .number = draw() % 32};
        if (nv30_ops[i.op].flags & NV30_IS_READ)
            i.target = (enum nv30_target)(1 + draw() % 4);
        if (!(nv30_ops[i.op].flags & NV30_HAS_DST)) {
            i.file = NV30_DST_NONE;
            i.mask = 0;
        }
        nv30_encode(&i, dwords);
        for (unsigned flips = draw() % 3; flips; flips--)
            dwords[draw() % NV30_DWORDS] ^= 1u << draw() % 32;
        if (!nv30_decode(dwords, &back, why, sizeof why)) {
            assert_true(strlen(why) > 10);
            continue;
        }
        nv30_encode(&back, again);
        assert_memory_equal(dwords, again, sizeof dwords);
        nv30_print(&back, text, sizeof text);
        struct nv30_instruction read;
        const size_t            length = strlen(text);
        const bool              colh = back.file == NV30_DST_OUTPUT && back.number == NV30_COLH;
        snprintf(text + length, sizeof text - length, "\nMOV o[%s], R0", colh ? "COLH" : "COLR");
        if (!assemble(text, &read))
            fail_msg("%s: %s", text, diag.what);
        nv30_encode(&read, again);
        assert_memory_equal(dwords, again, sizeof dwords);
        good++;
    }
    assert_true(good > 50000);
}

/* ---- refusals --------------------------------------------------------------------------------------------------- */

static void bad_lines_are_refused_with_line_and_reason(void **state)
{
    static const struct {
        const char *line, *what;
    } cases[] = {
        {"MOVE R0, R1", "unknown instruction `MOVE`, did you mean MOV?"},
        {"FROB R0, R1", "unknown instruction `FROB`"},
        {"SIN R0, R1.x", "unknown instruction `SIN`"},
        {"MOV R32, R0", "register R32 is out of range, expected R0 to R31"},
        {"MOV R0, H64", "register H64 is out of range, expected H0 to H63"},
        {"MOV R0, c[256]", "the number of a constant"},
        {"MOV R0, f[TEX8]", "attribute `TEX8` is unknown, expected one of TEX0"},
        {"MOV o[COL], R0", "result `COL` is unknown, expected one of COLR, COLH, DEPR"},
        {"ADD R0, R1", "ADD takes 2 operands behind its destination, found 1"},
        {"MOV R0, R1, R2", "MOV takes 1 operand behind its destination, found more"},
        {"TEXKILL R0, R1", "TEXKILL takes 1 operand, found more"},
        {"MOV", "expected a destination"},
        {"MOV R0.zx, R1", "write mask `.zx`: expected some of xyzw, in this order"},
        {"MOV R0, R1.xy", "swizzle `.xy`: expected one or four"},
        {"MOV R0, R1.q", "swizzle `.q`: expected one or four"},
        {"RCP R0, R1", "RCP takes one component, as in R1.x"},
        {"MOVX R0, R1", "FX12 is not modelled"},
        {"MOVC R0, R1", "condition codes are not modelled"},
        {"MOV R0 (GT.x), R1", "condition codes are not modelled"},
        {"ADD R0, f[TEX0], f[TEX1]", "ADD reads two attributes, expected one"},
        {"MAD R0, c[0], R1, c[1]", "MAD reads two constants, expected one"},
        {"TEX R0, f[TEX0], TEX16, 2D", "texture unit `TEX16`: expected TEX0 to TEX15"},
        {"TEX R0, f[TEX0], TEX0, RECT", "target `RECT`: expected 1D, 2D, 3D or CUBE"},
        {"TEXBEM R0, f[TEX0], R1, c[0], TEX0, 3D", "TEXBEM cannot read 3D textures"},
        {"TXP R0, f[TEX0], TEX0, CUBE", "TXP cannot read CUBE textures"},
        {"TEX R0, f[TEX0]", "expected `,`"},
        {"TEXCOORD R0, R1", "TEXCOORD takes a coordinate set"},
        {"TEXKILL_SAT R0", "TEXKILL takes neither saturation nor precision"},
        {"NOPH", "NOP takes neither saturation nor precision"},
        {"MOV R0, |R1", "expected `|`"},
        {"MOV R0, R1 R2", "expected the end of the instruction, found `R2`"},
        {"!!ARBfp1.0", "expected !!FP1.0, before the first instruction"},
        {"END\nMOV R0, R1", "expected nothing behind END"},
        {"MOV o[COLH], R0", "o[COLR] and o[COLH] are both written"},
        {"MOV R0, 1.0", "expected an operand: R0, H0, f[TEX0], c[0], found `1.0`"},
        {"MOV R0, R1; MOV R1, R2", "expected the end of the instruction"},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[256];
        snprintf(text, sizeof text, "MOV o[COLR], R0\n\n%s\n", cases[i].line);
        if (assemble(text, NULL))
            fail_msg("`%s` is taken", cases[i].line);
        if (!strstr(diag.what, cases[i].what))
            fail_msg("`%s`: %s, expected %s", cases[i].line, diag.what, cases[i].what);
        if (diag.line != (strchr(cases[i].line, '\n') ? 4 : 3))
            fail_msg("`%s`: line %u", cases[i].line, diag.line);
    }
}

static void programs_that_do_not_fit_are_refused(void **state)
{
    char   text[32768] = "";
    size_t used = 0;
    (void)state;
    assert_false(assemble("", NULL));
    assert_non_null(strstr(diag.what, "no instructions"));
    assert_false(assemble("MOV R0, R1", NULL));
    assert_non_null(strstr(diag.what, "no instruction writes a result"));
    for (unsigned r = 0; r < 32; r++) /* R0 to R31 are all that fit */
        used += (size_t)snprintf(text + used, sizeof text - used, "MOV R%u, c[0]\n", r);
    snprintf(text + used, sizeof text - used, "MOV o[COLR], R0\n");
    assert_true(assemble(text, NULL));
    snprintf(text + used, sizeof text - used, "MOV H0, R0\nMOV o[COLR], R0\n");
    assert_false(assemble(text, NULL));
    assert_int_equal(diag.line, 33);
    assert_non_null(strstr(diag.what, "too many registers: with this instruction R registers twice and H registers "
                                      "are 65, expected at most 64"));
    used = 0;
    for (unsigned i = 0; i < 1024; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "MOV o[COLR], R0\n");
    assert_true(assemble(text, NULL));
    snprintf(text + used, sizeof text - used, "NOP\n");
    assert_false(assemble(text, NULL));
    assert_int_equal(diag.line, 1025);
    assert_non_null(strstr(diag.what, "more than 1024 instructions"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_come_back_as_they_are),
        cmocka_unit_test(the_fields_are_what_the_text_says),
        cmocka_unit_test(words_are_one_instruction_or_none),
        cmocka_unit_test(bad_lines_are_refused_with_line_and_reason),
        cmocka_unit_test(programs_that_do_not_fit_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
