/* test_us.c - the instruction set of R580's fragment shader processor: its words against the manual's register tables,
 * text and back. */
#include <ctype.h>
#include <glob.h>
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "isa/r580/us_fields.h"
#include "isa/r580/us_text.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* ---- words ------------------------------------------------------------------------------------------------------ */

static const struct manual {
    const char *format, *reg, *field;
    unsigned    dword, high, low;
} manual[] = {
#define MANUAL(format, reg, field, dword, high, low) {#format, #reg, #field, dword, high, low},
#include "tb/isa/us_manual_fields.def"
#undef MANUAL
};

/* Fields of the same name in the registers of both units have the unit's name before them. */
static bool names_field(const struct manual *of, const struct us_field *field)
{
    char        name[64] = "";
    const char *unit = strncmp(of->reg, "US_ALU_RGB_", 11) == 0 ? "rgb_" : "alpha_";
    const bool  both = strncmp(of->field, "ADDR", 4) == 0 || strcmp(of->field, "SRCP_OP") == 0 ||
                      strcmp(of->field, "OMOD") == 0 || strcmp(of->field, "TARGET") == 0;
    snprintf(name, sizeof name, "%s%s", both ? unit : "", of->field);
    for (char *c = name; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    return strcmp(name, field->name) == 0;
}

static void fields_have_the_manuals_bits(void **state)
{
    (void)state;
    for (unsigned f = 0; f < US_FORMAT_COUNT; f++)
        for (unsigned i = 0; i < us_formats[f].field_count; i++) {
            const struct us_field *field = &us_formats[f].fields[i];
            unsigned               found = 0;
            for (unsigned m = 0; m < COUNT(manual); m++)
                if (strcmp(manual[m].format, us_formats[f].name) == 0 && manual[m].dword == field->dword &&
                    names_field(&manual[m], field)) {
                    found++;
                    if (manual[m].high != field->high || manual[m].low != field->low)
                        fail_msg("%s is bits %u:%u", field->name, manual[m].high, manual[m].low);
                }
            if (found != (field->kind != US_RESERVED))
                fail_msg("%s is %u times in the manual's tables", field->name, found);
        }
    unsigned known = 0;
    for (unsigned f = 0; f < US_FORMAT_COUNT; f++)
        for (unsigned i = 0; i < us_formats[f].field_count; i++)
            known += us_formats[f].fields[i].kind != US_RESERVED;
    assert_int_equal(known, COUNT(manual));
}

static void every_bit_belongs_to_one_field(void **state)
{
    (void)state;
    for (unsigned format = US_FORMAT_ALU; format < US_FORMAT_COUNT; format++) {
        uint32_t       covered[US_WORDS] = {0};
        const unsigned both[] = {US_FORMAT_CMN, format};
        for (unsigned b = 0; b < 2; b++)
            for (unsigned i = 0; i < us_formats[both[b]].field_count; i++) {
                const struct us_field *field = &us_formats[both[b]].fields[i];
                uint32_t               bits[US_WORDS] = {0};
                us_field_set(field, bits, UINT32_MAX);
                assert_int_equal(covered[field->dword] & bits[field->dword], 0);
                covered[field->dword] |= bits[field->dword];
            }
        for (unsigned w = 0; w < US_WORDS; w++)
            assert_int_equal(covered[w], UINT32_MAX);
    }
}

/* xorshift64*: the same numbers in every run. */
static uint32_t random32(uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return (uint32_t)(*state * UINT64_C(2685821657736338717) >> 32);
}

static void unpacked_and_packed_words_are_the_same(void **state)
{
    uint64_t random = 1;
    (void)state;
    for (unsigned i = 0; i < 10000; i++) {
        uint32_t      words[US_WORDS], again[4][US_WORDS] = {{0}};
        struct us_cmn cmn;
        struct us_alu alu;
        struct us_fc  fc;
        struct us_tex tex;
        for (unsigned w = 0; w < US_WORDS; w++)
            words[w] = random32(&random);
        us_unpack_cmn(words, &cmn);
        us_unpack_alu(words, &alu);
        us_unpack_fc(words, &fc);
        us_unpack_tex(words, &tex);
        us_pack_cmn(&cmn, again[0]);
        us_pack_alu(&alu, again[1]);
        us_pack_fc(&fc, again[2]);
        us_pack_tex(&tex, again[3]);
        assert_int_equal(again[0][0], words[0]);
        for (unsigned f = 1; f < 4; f++)
            assert_memory_equal(again[f] + 1, words + 1, sizeof words - sizeof words[0]);
    }
}

/* R5xx Acceleration 8.4.1.  The table's column of exponents is one row off below 1; the sentences before it are not:
 * bias 7, denormal values, and 0 in place of zero 2^-10. */
static void inline_constants(void **state)
{
    (void)state;
    assert_float_equal(us_inline_constant(0x00), 1.0 / 1024, 0);
    assert_float_equal(us_inline_constant(0x01), 1.0 / 512, 0);
    assert_float_equal(us_inline_constant(0x02), 1.0 / 256, 0);
    assert_float_equal(us_inline_constant(0x04), 1.0 / 128, 0);
    assert_float_equal(us_inline_constant(0x08), 1.0 / 64, 0);
    assert_float_equal(us_inline_constant(0x38), 1, 0);
    assert_float_equal(us_inline_constant(0x3c), 1.5, 0);
    assert_float_equal(us_inline_constant(0x78), 256, 0);
    assert_float_equal(us_inline_constant(0x7f), 480, 0);
}

/* ---- text ------------------------------------------------------------------------------------------------------- */

static char *text_of(const uint32_t *dwords, unsigned count)
{
    char  *text = NULL;
    size_t size = 0;
    FILE  *out = open_memstream(&text, &size);
    assert_non_null(out);
    us_disassemble(dwords, count, 0, out);
    fclose(out);
    return text;
}

static uint32_t *assembled(const char *text, unsigned *count)
{
    struct diag diag = {0};
    uint32_t   *dwords;
    if (!us_assemble("text", text, strlen(text), 0, &dwords, count, NULL, &diag))
        fail_msg("%u: %s\n%s", diag.line, diag.what, text);
    return dwords;
}

static void text_gives_the_words_again(const uint32_t *dwords, unsigned count)
{
    unsigned  again_count;
    char     *text = text_of(dwords, count);
    uint32_t *again = assembled(text, &again_count);
    assert_int_equal(again_count, count);
    for (unsigned i = 0; i < count * US_WORDS; i++)
        if (again[i] != dwords[i])
            fail_msg("instruction %u dword %u is %08" PRIx32 ", expected %08" PRIx32 "\n%s", i / US_WORDS, i % US_WORDS,
                     again[i], dwords[i], text);
    free(again);
    free(text);
}

static void any_words_are_text_and_the_words_again(void **state)
{
    static uint32_t dwords[US_STORE * US_WORDS];
    uint64_t        random = 7;
    (void)state;
    for (unsigned round = 0; round < 20; round++) {
        for (unsigned i = 0; i < COUNT(dwords); i++) /* many zeros: fields that text leaves out */
            dwords[i] = random32(&random) & (round % 2 ? UINT32_MAX : random32(&random) & random32(&random));
        text_gives_the_words_again(dwords, US_STORE);
    }
}

static unsigned read_hex(const char *path, uint32_t *dwords, unsigned room)
{
    FILE    *file = fopen(path, "r");
    unsigned count = 0;
    assert_non_null(file);
    while (count < room && fscanf(file, "%" SCNx32, &dwords[count]) == 1)
        count++;
    fclose(file);
    assert_int_equal(count % US_WORDS, 0);
    return count / US_WORDS;
}

static void programs_of_the_driver_are_text_and_the_words_again(void **state)
{
    static const char *const patterns[] = {"tb/corpus/mesa-r500/*/code.hex", "tb/corpus/mesa-r500/forms/*/code.hex",
                                           "../shared/corpus/mesa-r500/*/code.hex",
                                           "../shared/corpus/mesa-r500/forms/*/code.hex"};
    static uint32_t          dwords[US_STORE * US_WORDS];
    unsigned                 programs = 0;
    (void)state;
    for (unsigned p = 0; p < COUNT(patterns); p++) {
        glob_t found;
        if (glob(patterns[p], 0, NULL, &found) != 0)
            continue;
        for (size_t i = 0; i < found.gl_pathc; i++, programs++)
            text_gives_the_words_again(dwords, read_hex(found.gl_pathv[i], dwords, COUNT(dwords)));
        globfree(&found);
    }
    assert_true(programs >= 6);
}

/* As the driver's own listing of kill_early says it, instruction by instruction. */
static void a_program_reads_as_the_driver_wrote_it(void **state)
{
    static uint32_t dwords[US_STORE * US_WORDS];
    (void)state;
    const unsigned count = read_hex("tb/corpus/mesa-r500/kill_early/code.hex", dwords, COUNT(dwords));
    char          *text = text_of(dwords, count);
    const char    *expected = "  0 ALU\n"
                              "        rgb   [R0, R1] MAD R2.rgb, src0.rgb, src1.rgb, src0.000\n"
                              "        alpha [R0, R1] MAD R2.a, src0.a, src1.a, src0.0\n"
                              "  1 ALU\n"
                              "        rgb   [C0, R0, R2; SUB] MAD R0.r, src2.g00, src0.h00, src2.r00\n"
                              "        alpha [;BIAS] CMP R0.a, src0.0, src0.1, srcp.r\n"
                              "  2 ALU\n"
                              "        rgb   [] MAD R3.rgb, -src0.aaa, src0.111, src0.000\n"
                              "        alpha [R0] MAD R3.a, -src0.a, src0.1, src0.0\n"
                              "  3 TEX TEXKILL R0.rgba, T0.rrrr, R3.rgba TEX_SEM_ACQUIRE TEX_SEM_WAIT\n"
                              "  4 OUT\n";
    if (strncmp(text, expected, strlen(expected)) != 0)
        fail_msg("%s", text);
    free(text);
}

/* Table 8.6.4, with the fields as text. */
static void statements_of_the_manual_have_their_names(void **state)
{
    static const struct {
        const char *fields, *name;
    } rows[] = {{"JUMP JUMP_FUNC(0x55)", "IF b"},
                {"JUMP JUMP_FUNC(0x33) B_OP0(INCR) B_OP1(INCR)", "IF p"},
                {"JUMP JUMP_FUNC(0x0f) B_OP0(INCR)", "IF c"},
                {"JUMP B_OP1(DECR) B_POP_CNT(1) B_ELSE", "ELSE"},
                {"JUMP JUMP_ANY B_OP0(DECR) B_POP_CNT(3)", "ENDIF"},
                {"LOOP", "LOOP"},
                {"ENDLOOP JUMP_FUNC(0xff) JUMP_ANY", "ENDLOOP"},
                {"REP", "REP"},
                {"ENDREP JUMP_FUNC(0xff) JUMP_ANY", "ENDREP"},
                {"BREAKLOOP JUMP_FUNC(0xff) B_OP1(DECR) B_POP_CNT(2)", "BREAK"},
                {"BREAKREP JUMP_FUNC(0xaa) B_OP1(DECR)", "BREAK b"},
                {"CONTINUE JUMP_FUNC(0xcc) B_OP1(DECR)", "CONTINUE p"},
                {"CONTINUE JUMP_FUNC(0xf0) B_OP1(DECR)", "CONTINUE c"},
                {"JUMP JUMP_FUNC(0xff) JUMP_ANY A_OP(PUSH) B_OP1(INCR)", "CALL"},
                {"JUMP JUMP_FUNC(0xff) A_OP(POP) B_OP1(DECR) B_POP_CNT(1)", "RETURN"},
                {"JUMP JUMP_FUNC(0x81)", NULL}};
    (void)state;
    for (unsigned i = 0; i < COUNT(rows); i++) {
        char         text[128];
        unsigned     count;
        struct us_fc fc;
        snprintf(text, sizeof text, "FC %s\n", rows[i].fields);
        uint32_t *dwords = assembled(text, &count);
        us_unpack_fc(dwords, &fc);
        const char *name = us_statement(&fc);
        if (!name != !rows[i].name || (name && strcmp(name, rows[i].name) != 0))
            fail_msg("%s is %s, expected %s", rows[i].fields, name ? name : "nothing", rows[i].name);
        free(dwords);
    }
}

static void labels_are_addresses(void **state)
{
    static const char text[] = "start: FC JUMP JUMP_ADDR(@end) ; forward\n FC JUMP JUMP_ADDR(@start)\nend:\n OUT LAST\n"
                               "   rgb [C255+aL, #0.5; ADD] MAX R127+aL.rb, -|srcp.rg_|, src1.h01 DIV_8 CLAMP OUT(C.g) "
                               "PRED(!AAAA) ALU_WMASK\n";
    unsigned          count;
    struct us_fc      fc;
    struct us_alu     alu;
    struct us_cmn     cmn;
    (void)state;
    uint32_t *dwords = assembled(text, &count);
    assert_int_equal(count, 3);
    us_unpack_fc(dwords, &fc);
    assert_int_equal(fc.jump_addr, 2);
    us_unpack_fc(dwords + US_WORDS, &fc);
    assert_int_equal(fc.jump_addr, 0);
    us_unpack_alu(dwords + 2 * (size_t)US_WORDS, &alu);
    us_unpack_cmn(dwords + 2 * (size_t)US_WORDS, &cmn);
    assert_true(alu.rgb_addr0 == 255 && alu.rgb_addr0_const && alu.rgb_addr0_rel);
    assert_true(alu.rgb_addr1 == (0x80 | 0x30) && !alu.rgb_addr1_const && alu.rgb_addr2 == US_LEFT_OUT);
    assert_true(alu.rgb_srcp_op == 2 && alu.rgb_op == US_RGB_MAX && alu.rgb_addrd == 127 && alu.rgb_addrd_rel);
    assert_true(cmn.type == US_OUT && cmn.last && cmn.rgb_wmask == 5 && cmn.rgb_omask == 2 && cmn.rgb_clamp);
    assert_true(cmn.rgb_pred_sel == 5 && cmn.rgb_pred_inv && alu.alu_wmask && alu.rgb_target == 2 && alu.rgb_omod == 6);
    assert_true(alu.rgb_sel_a == US_SRCP && alu.rgb_mod_a == US_MOD_NAB && alu.blue_swiz_a == US_UNUSED);
    free(dwords);
}

static void mistakes_say_line_and_what_was_expected(void **state)
{
#define UNIT(rest) "ALU\n rgb [R0] " rest
    static const struct {
        unsigned    line;
        const char *text, *what;
    } mistakes[] = {
        {0, "", "the program is empty"},
        {1, "ALO", "unknown instruction `ALO`, did you mean ALU?"},
        {1, "rgb [] MAD R0.r", "rgb stands under no ALU or OUT instruction"},
        {2, "FC JUMP\nalpha [] MAD R0.a", "alpha stands under no ALU or OUT instruction"},
        {1, "FC JUMPS", "expected a name or value of OP, found `JUMPS`, did you mean JUMP?"},
        {1, "FC HOP", "expected a name or value of OP (0 to 7), found `HOP`"},
        {1, "FC JUMP ALU_WIAT", "expected a field of the instruction, found `ALU_WIAT`, did you mean ALU_WAIT?"},
        {1, "FC JUMP BOOL_ADDR(32)", "expected a value of BOOL_ADDR (0 to 31), found `32)`"},
        {1, "FC JUMP JUMP_ADDR(1) JUMP_ADDR(2)", "JUMP_ADDR is given twice"},
        {2, "ALU\nFC JUMP JUMP_ADDR(@there)", "label `there` is not defined"},
        {2, "ther: ALU\nFC JUMP JUMP_ADDR(@there)", "`there` is not defined, did you mean ther?"},
        {1, "FC JUMP TEX_ID(1)", "expected a field of the instruction, found `TEX_ID(1)`"},
        {2, "a: ALU\na: ALU", "label `a` is defined twice"},
        {2, UNIT("MAD R128.r"), "expected R0 to R127, found `R128.r`"},
        {2, UNIT("MAD R0.gr"), "expected channels of rgb in this order, or _, found `gr`"},
        {2, UNIT("MAD R0.r, src0.rg"), "expected 3 of the letters rgba0h1_, found `rg`"},
        {2, UNIT("MAD R0.r, src0.rgb, src0.rgb"), "the operation has 2 inputs, expected 3"},
        {2, UNIT("FRC R0.r, src0.rgb, src0.rgb, src0.rgb, src0.rgb"), "at most three inputs"},
        {2, UNIT("FRC R0.r, src0.rgb MUL_3"), "a name or value of RGB_OMOD, found `MUL_3`, did you mean MUL_"},
        {2, UNIT("FRC R0.r, src0.rgb OUT(A.r)"), "a name or value of RGB_OMOD"},
        {3, UNIT("FRC R0.r, src0.rgb\nrgb [] FRC R0.r, src0.rgb"), "rgb is given twice"},
        {2, "ALU\n rgb [#0.3] FRC R0.r, src0.rgb", "no inline constant is 0.3"},
        {2, "ALU\n rgb [R0, R1, R2, R3] FRC R0.r, src0.rgb", "`;` or `]` behind three sources"},
        {2, "ALU\n rgb [R0+aM] FRC R0.r, src0.rgb", "expected aL behind `+`, found `aM]"},
        {1, "TEX DXDY R0.rgba, T1.rgba, R1.rgba", "slopes, which DXDY needs"},
        {1, "TEX LD R0.rgba, T16.rgba, R1.rgba", "expected T0 to T15"}};
    (void)state;
    for (unsigned i = 0; i < COUNT(mistakes); i++) {
        struct diag diag = {0};
        uint32_t   *dwords;
        unsigned    count;
        if (us_assemble("file.s", mistakes[i].text, strlen(mistakes[i].text), 0, &dwords, &count, NULL, &diag))
            fail_msg("no mistake in\n%s", mistakes[i].text);
        if (diag.line != mistakes[i].line || !strstr(diag.what, mistakes[i].what))
            fail_msg("%u: %s\nexpected %u: %s", diag.line, diag.what, mistakes[i].line, mistakes[i].what);
        assert_null(dwords);
    }
}

static void more_than_the_store_holds_is_refused(void **state)
{
    char       *text = calloc(US_STORE + 1, 4);
    struct diag diag = {0};
    uint32_t   *dwords;
    unsigned    count;
    (void)state;
    assert_non_null(text);
    for (unsigned i = 0; i < US_STORE; i++)
        memcpy(text + 4 * (size_t)i, "ALU\n", 4);
    assert_true(us_assemble("s", text, 4 * (size_t)US_STORE, 0, &dwords, &count, NULL, &diag));
    assert_int_equal(count, US_STORE);
    free(dwords);
    memcpy(text + 4 * (size_t)US_STORE, "ALU\n", 4);
    assert_false(us_assemble("s", text, 4 * (size_t)(US_STORE + 1), 0, &dwords, &count, NULL, &diag));
    assert_int_equal(diag.line, US_STORE + 1);
    assert_non_null(strstr(diag.what, "more than 512 instructions"));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_have_the_manuals_bits),
        cmocka_unit_test(every_bit_belongs_to_one_field),
        cmocka_unit_test(unpacked_and_packed_words_are_the_same),
        cmocka_unit_test(inline_constants),
        cmocka_unit_test(any_words_are_text_and_the_words_again),
        cmocka_unit_test(programs_of_the_driver_are_text_and_the_words_again),
        cmocka_unit_test(a_program_reads_as_the_driver_wrote_it),
        cmocka_unit_test(statements_of_the_manual_have_their_names),
        cmocka_unit_test(labels_are_addresses),
        cmocka_unit_test(mistakes_say_line_and_what_was_expected),
        cmocka_unit_test(more_than_the_store_holds_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
