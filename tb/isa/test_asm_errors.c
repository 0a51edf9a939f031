/* test_asm_errors.c - every error message of the assembler, and texts that are damaged. */
#include "isa/r700/isa.h"
#include "tb/isa/text_support.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* ---- errors ----------------------------------------------------------------------------------------------------- */

struct mistake {
    unsigned    line;
    const char *source, *what;
};

static void check_mistake(const struct mistake *mistake)
{
    struct diag diag = {0};
    uint32_t   *dwords = (uint32_t *)"";
    unsigned    count = 1;
    if (isa_assemble("file.s", mistake->source, strlen(mistake->source), &dwords, &count, NULL, &diag))
        fail_msg("no error in\n%s", mistake->source);
    assert_null(dwords);
    assert_int_equal(count, 0);
    assert_string_equal(diag.file, "file.s");
    if (!strstr(diag.what, mistake->what))
        fail_msg("`%s` is not in `%s`", mistake->what, diag.what);
    if (diag.line != mistake->line)
        fail_msg("line %u, expected %u: %s", diag.line, mistake->line, diag.what);
}

static void mistakes_in_lines_say_what_was_expected(void **state)
{
    (void)state;
    static const struct mistake mistakes[] = {
        {0, "", "the program is empty"},
        {2, "\nFOO\n", "unknown instruction `FOO`"},
        {1, "LOOP_STRAT_DX10 @0", "unknown instruction `LOOP_STRAT_DX10`, did you mean LOOP_START_DX10?"},
        {1, "ALU\n", "ALU has no instructions"},
        {2, "ALU\n MULADD_IEE R0.x, R0.x, R0.x, R0.x", "did you mean MULADD_IEEE?"},
        {2, "TEX\n SAMPEL R0.xyzw", "did you mean SAMPLE?"},
        {1, ".dwrod 1", "unknown directive `.dwrod`, did you mean .dword?"},
        {1, ". 1", "expected a directive after `.`"},
        {1, "$", "expected an instruction, a label or a directive, found `$`"},
        {1, "5x: NOP", "a label starts with a letter"},
        {1, "0 foo: NOP", "expected a slot (x: y: z: w: t:) or an instruction after the number"},
        {1, "0 .dword 1", "expected an instruction after the number"},
        {1, "x: .dword 1", "expected an instruction after the slot letter"},
        {1, "JUMP", "JUMP needs a target"},
        {1, "KILL", "KILL needs a target"},
        {1, "JUMP @", "expected a label or an address, found the end of the line"},
        {1, "JUMP @1 ADDR(2)", "ADDR is given twice"},
        {1, "JUMP @1x", "expected an address in 64-bit words"},
        {1, "JUMP @nowhere", "label `nowhere` is not defined"},
        {1, "JUMP @nowhere\nnowhre: NOP", "label `nowhere` is not defined, did you mean nowhre?"},
        {1, "JUMP @1 BARIER", "a field of the CF format, found `BARIER`, did you mean BARRIER?"},
        {1, "JUMP @1 COND(BOL)", "a name or value of COND, found `BOL)`, did you mean BOOL?"},
        {2, "ALU\n MOV R0.x, R1.x CLMP", "a field of the ALU_OP2 format, found `CLMP`, did you mean CLAMP?"},
        {1, "JUMP @1 POP_COUNT(8)", "expected a value of POP_COUNT (0 to 7), found `8)`"},
        {1, "JUMP @1 POP_COUNT(1) POP_COUNT(1)", "POP_COUNT is given twice"},
        {1, "JUMP @1 POP_COUNT", "POP_COUNT needs a value"},
        {1, "JUMP @1 COND(MAYBE)", "expected a name or value of COND (0 to 3), found `MAYBE)`"},
        {1, "JUMP @1 KC0[CB0:0-15]", "expected a field of the CF format, found `KC0[CB0:0-15]`"},
        {1, "x: JUMP @1", "JUMP is a CF instruction, it has no slot"},
        {1, "ALU @1 COUNT(0)", "expected 1 or more"},
        {1, "ALU @1 COUNT(129)", "expected a number of slots, 1 or more, (0 to 128), found `129)`"},
        {1, "ALU @1 COUNT(1) COUNT(1)", "COUNT is given twice"},
        {1, "ALU @1", "or ADDR and COUNT"},
        {1, "ALU KC0[CB16:0-15]", "expected a constant buffer (CB0 to CB15)"},
        {1, "ALU KC0[CB1:8-23]", "starts at a multiple of 16"},
        {1, "ALU KC0[CB1:0-30]", "expected 0-15 or 0-31"},
        {1, "ALU KC0[CB1:0-15] KC0[CB1:0-15]", "KCACHE_MODE0 is given twice"},
        {1, "EXPORT MRT0, R0.xyzw", "expected an export target (PIXn, POS0 to POS3, PARAMn), found `MRT0"},
        {1, "EXPORT PIX0 R0.xyzw", "expected `,`, found `R0.xyzw`"},
        {1, "EXPORT PIX0, R0.xyz", "expected a swizzle of 4 of x y z w 0 1 _"},
        {1, "EXPORT PIX0, R0.xyzwx", "expected the end of the swizzle"},
        {1, "EXPORT PIX0, R128.xyzw", "expected a GPR (R0 to R127, or R[AL+n]), found `R128.xyzw`"},
        {1, "EXPORT PIX0, R[AR+1].xyzw", "expected AL, found"},
        {1, "EXPORT PIX0, R0.xyzw BURST(0)", "expected 1 to 16"},
        {1, "MEM_RING READ[0], R0.xyzw", "expected WRITE[base]"},
        {1, "MEM_RING WRITE_IND[0], R0.xyzw", "expected `+`"},
        {1, "MEM_RING WRITE_IND[0+3], R0.xyzw", "expected the index GPR"},
        {1, "MEM_RING WRITE[0], R0.yxzw", "expected a mask"},
        {1, ".cf 1", ".cf takes two dwords"},
        {1, ".cf 1, 2, 3", "expected at most 2 numbers"},
        {1, ".dword 1 2", "expected `,` or the end of the line, found `2`"},
        {1, ".dword 0x100000000", "expected a number (0 to 4294967295)"},
        {1, ".org 99999999", "expected an address in 64-bit words"},
        {1, "99999999 NOP", "expected a number"},
        {1, "1000000 NOP", "is too far"},
        {2, ".dword 1\nNOP EOP", "starts on a 64-bit boundary"},
        {3, "NOP EOP\n.org 0\n.dword 1", "address 0 is also taken by line 1"},
        {2, "NOP EOP\n.size 1", ".size is 1 dwords, but the program has 2"},
        {2, "a: NOP\na: NOP", "label `a` is already at line 1"},
    };
    for (size_t i = 0; i < COUNT(mistakes); i++)
        check_mistake(&mistakes[i]);
}

static void mistakes_in_clauses_say_what_was_expected(void **state)
{
    (void)state;
    static const struct mistake mistakes[] = {
        {1, "MOV R0.x, R0.x", "MOV outside a clause"},
        {2, "TEX\nMOV R0.x, R0.x", "MOV in the clause of TEX, which is a fetch clause"},
        {3, "ALU\nMOV R0.x, R0.x\nSAMPLE R0.xyzw, R0.xyzw, t0, s0", "SAMPLE in an ALU clause"},
        {2, "VTX\nSAMPLE R0.xyzw, R0.xyzw, t0, s0", "SAMPLE is an instruction of TEX clauses"},
        {2, "TEX\n0 SAMPLE R0.xyzw, R0.xyzw, t0, s0", "it has no number"},
        {2, "TEX\nx: SAMPLE R0.xyzw, R0.xyzw, t0, s0", "it has no slot"},
        {2, "ALU\nMOV R0, R0.x", "expected an element"},
        {2, "ALU\nMOV R0.xy, R0.x", "expected one element only"},
        {2, "ALU\nMOV KC0[1].x, R0.x", "expected a destination"},
        {2, "ALU\nMOV R0.x", "MOV has 1 operand behind the destination"},
        {2, "ALU\nADD R0.x, R0.x", "ADD has 2 operands"},
        {2, "ALU\nMOV R0.x, Q5.x", "expected an operand"},
        {2, "ALU\nMOV R0.x, KC0[32].x", "expected a kcache constant (0 to 31), found `32].x`"},
        {2, "ALU\nMOV R0.x, C[256].x", "expected a constant (0 to 255)"},
        {2, "ALU\nADD R0.x, R[AR.x+1].x, R[AL+1].x", "one index mode: expected AR.x as in its other operand, found AL"},
        {2, "ALU\nMOV R0.x, |-1.0|", "expected -|...|"},
        {2, "ALU\nMOV R0.x, |R0.x", "expected `|`"},
        {2, "ALU\nMOV R0.x, 0x", "expected an operand"},
        {2, "ALU\nMOV R0.x, 1.2.3", "expected an operand"},
        {2, "ALU\nMOV R0.x, 3.5e38", "expected an operand"},
        {2, "ALU\nMOV R0.x, 1.0e-46", "expected an operand"},
        {2, "ALU\nMOV R0.x, (1.5)", "expected a literal: (0x40000000, 2.0f)"},
        {2, "ALU\nMOV R0.x, (0x40000000, 2.5f)", "the literal is 0x40000000, but its value is 0x40200000"},
        {2, "ALU\nMOV R0.x, (0x40000000, foo)", "expected the value of the literal"},
        {2, "ALU\nMOV R0.x, LITERAL", "expected LITERAL.x, .y, .z or .w"},
        {2, "ALU\nMOV R0.x, R0.x *3", "expected *2, *4 or /2"},
        {2, "ALU\nMOV R0.x, R0.x /4", "expected *2, *4 or /2"},
        {2, "ALU\nMULADD R0.x, R0.x, R0.x, R0.x *2", "no output modifier"},
        {2, "ALU\nMULADD R0.x, |R0.x|, R0.x, R0.x", "no absolute value"},
        {2, "ALU\nMULADD ____, R0.x, R0.x, R0.x", "no write mask"},
        {2, "ALU\nMOV R0.x, R0.x CALMP", "expected a field of the ALU_OP2 format, found `CALMP`"},
        {2, "ALU\nx: MOV R0.x, R0.x SCL_122", "slot x takes VEC_012 to VEC_210"},
        {2, "ALU\nt: MOV R0.x, R0.x VEC_102", "slot t takes SCL_210"},
        {2, "ALU\nt: MULADD R0.x, R1.x, R2.x, R3.x SCL_210", "with ALU_INST_PREFER_VECTOR 1 the last instruction goes"},
        {3, "ALU\n.prefer_vector 0\nx: MULADD R0.x, R1.x, R2.x, R3.x VEC_021",
         "with ALU_INST_PREFER_VECTOR 0 the last"},
        {2, "ALU\n.prefer_vector 2", "0 or 1"},
        {2, "ALU\ny: MOV R0.x, R0.x", "the slots are not where the hardware would put"},
        {3, "ALU\nt: RECIP_IEEE R0.x, R0.x\nt: RECIP_IEEE R0.y, R0.x", "two instructions of a group need ALU.Trans"},
        {4, "ALU\n0 MOV R0.x, 2.0\n MULADD R0.y, 3.0, 4.0, 5.0\n MOV R0.z, 6.0", "more than four different literals"},
        {3, "ALU\n MOV R0.x, (2).x\n MOV R0.y, (3).x", "literal x of the group is 0x00000002 and 0x00000003"},
        {7, "ALU\nMOV R0.x, 0\nMOV R0.y, 0\nMOV R0.z, 0\nMOV R0.w, 0\nMOV R0.x, 0\nMOV R0.y, 0", "at most five"},
        {2, "ALU\n.literal 1, 2", ".literal belongs under the instructions"},
        {3, "ALU\nMOV R0.x, 5\n.literal 1", ".literal takes 2 or 4 dwords"},
        {4, "ALU\nMOV R0.x, 5\n.literal 5, 6\n.literal 5, 6", ".literal is given twice"},
        {2, "ALU\nMOV R0.x, 5\n.literal 5, 6, 7, 8",
         ".literal gives 4 dwords, but the operands of the group make it 2"},
        {2, "ALU\n.dword 1, 2, 3", "takes a multiple of 2 dwords"},
        {2, "ALU\n.alu 1", ".alu takes two dwords"},
        {2, "TEX\n.fetch 1, 2", ".fetch takes four dwords"},
        {1, "ALU COUNT(2)\nMOV R0.x, R0.x\nNOP EOP", "COUNT is 2, but the clause has 1 64-bit slots"},
        {1, "ALU @a\nNOP EOP\na: SAMPLE R0.xyzw, R0.xyzw, t0, s0",
         "label `a` is a fetch clause, ALU expects an ALU clause"},
        {1, "JUMP @a\nNOP EOP\na: MOV R0.x, R0.x", "label `a` is an ALU clause, JUMP expects a CF instruction"},
        {1, "a: TEX @a\nNOP EOP", "label `a` is a CF instruction, TEX expects a fetch clause"},
        {2, "TEX\nSAMPLE R0.xyzw, R0.xyzw, 0, s0", "expected a resource (t0 to t255)"},
        {2, "TEX\nSAMPLE R0.xyzw, R0.xyzw, t256, s0", "RESOURCE_ID 256 does not fit, expected at most 255"},
        {2, "TEX\nSAMPLE R0.xyzw, R0.xyzw, t0, s0 CT(NNX_)", "expected four of N and U"},
        {2, "TEX\nSAMPLE R0.xyzw, R0.xyzw, t0, s0 LOD_BIAS(4)", "expected -4 to 3.9375 in steps of 0.0625"},
        {2, "TEX\nSAMPLE R0.xyzw, R0.xyzw, t0, s0 OFFSET_X(0.25)", "expected -8 to 7.5 in steps of 0.5"},
        {2, "VTX\nFETCH R0.xyzw, R0.x, t0", "expected a fetch constant (fc0 to fc255)"},
        {2, "VTX\nSEMANTIC R0.xyzw, R0.x, fc0", "expected a semantic (SEM[n])"},
        {2, "VTX\nLOCAL_DS_READ R0.xyzw", "expected `,`"},
    };
    for (size_t i = 0; i < COUNT(mistakes); i++)
        check_mistake(&mistakes[i]);
}

static void clauses_of_every_length_fit_and_no_longer_ones(void **state)
{
    (void)state;
    char           source[200 * 24] = "ALU\n";
    struct mistake mistake = {1, source, "the clause has 129 64-bit slots, expected at most 128"};
    for (unsigned i = 0; i < 128; i++)
        strcat(source, "0 MOV R0.x, R0.x\n");
    uint32_t   *dwords;
    unsigned    count;
    struct diag diag;
    assert_true(isa_assemble("long", source, strlen(source), &dwords, &count, NULL, &diag));
    assert_int_equal(dwords[1], 0x21fc0000);
    free(dwords);
    strcat(source, "0 MOV R0.x, R0.x\n");
    check_mistake(&mistake);
    strcpy(source, "TEX\n");
    for (unsigned i = 0; i < 17; i++)
        strcat(source, ".fetch 0, 0, 0, 0\n");
    mistake.what = "the clause has 17 instructions, expected at most 16";
    check_mistake(&mistake);
}

/* ---- damage ----------------------------------------------------------------------------------------------------- */

static const char *const fragments[] = {"@",     "(",    ")",       "[",   "]",        ".",    ",",       "|",
                                        "-",     ":",    ";",       "\n",  "ALU ",     "R0.x", "x:",      "0x",
                                        "KC0",   "____", ".dword ", "AL",  "LAST",     "999",  "EXPORT ", "\0",
                                        "TEX\n", "1.5",  "*2",      "t: ", ".org 3\n", "a:\n", "@a ",     "NOP "};

static void damage(char *text, size_t *length, size_t size, uint64_t *seed)
{
    size_t      at = *length ? random32(seed) % *length : 0;
    const char *fragment = fragments[random32(seed) % COUNT(fragments)];
    size_t      added = *fragment ? strlen(fragment) : 1;
    switch (random32(seed) % 4) {
    case 0: /* another character */
        if (*length)
            text[at] = (char)random32(seed);
        break;
    case 1: /* something missing */
        if (*length) {
            size_t cut = 1 + random32(seed) % 8;
            cut = cut > *length - at ? *length - at : cut;
            memmove(text + at, text + at + cut, *length - at - cut);
            *length -= cut;
        }
        break;
    case 2: /* another number or letter of the same kind */
        while (at < *length && !strchr("0123456789xyzw", text[at]))
            at++;
        if (at < *length)
            text[at] = text[at] > '9' ? "xyzw_"[random32(seed) % 5] : (char)('0' + random32(seed) % 10);
        break;
    default: /* something that belongs elsewhere */
        if (*length + added < size) {
            memmove(text + at + added, text + at, *length - at);
            memcpy(text + at, fragment, added);
            *length += added;
        }
        break;
    }
}

/* Whatever is assembled has a text of its own again; whatever is not has a diagnosis with a line. */
static void assemble_damaged(const char *text, size_t length, unsigned *good)
{
    struct diag diag = {0};
    uint32_t   *dwords;
    unsigned    count;
    char       *exact = malloc(length + 1); /* no terminator: reading behind the end is an error of the sanitiser */
    memcpy(exact, text, length);
    exact = realloc(exact, length ? length : 1);
    if (isa_assemble("damaged", exact, length, &dwords, &count, NULL, &diag)) {
        ++*good;
        if (count < 4096)
            survives_text("damaged", dwords, count);
        free(dwords);
    } else {
        assert_true(diag.what[0] && !strchr(diag.what, '\n'));
        assert_string_equal(diag.file, "damaged");
        assert_null(dwords);
    }
    free(exact);
}

static unsigned damaged_good, damaged_all;

static void damage_program(const char *name, const uint32_t *dwords, unsigned count)
{
    static char text[1 << 16];
    char       *original = disassembled(dwords, count, NULL);
    uint64_t    seed = 7 + count;
    (void)name;
    for (unsigned i = 0; i < 150; i++) {
        size_t   length = strlen(original);
        unsigned edits = 1 + random32(&seed) % 3;
        assert_true(length < sizeof text);
        memcpy(text, original, length);
        while (edits--)
            damage(text, &length, sizeof text, &seed);
        assemble_damaged(text, length, &damaged_good);
        damaged_all++;
    }
    free(original);
}

static void damaged_sources_are_assembled_or_diagnosed(void **state)
{
    (void)state;
    each_hex("tb/isa/programs/*.hex", damage_program);
    assert_true(damaged_all > 2000);
    assert_true(damaged_good > damaged_all / 20 && damaged_good < damaged_all * 19 / 20);
}

static void random_characters_are_diagnosed(void **state)
{
    (void)state;
    uint64_t seed = 11;
    for (unsigned i = 0; i < 3000; i++) {
        char     text[64];
        size_t   length = random32(&seed) % sizeof text;
        unsigned good = 0;
        for (size_t at = 0; at < length; at++)
            text[at] = i % 2 ? (char)random32(&seed) : " ALUTEX@:.,0xR()[]|-\n"[random32(&seed) % 21];
        assemble_damaged(text, length, &good);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes_in_lines_say_what_was_expected),
        cmocka_unit_test(mistakes_in_clauses_say_what_was_expected),
        cmocka_unit_test(clauses_of_every_length_fit_and_no_longer_ones),
        cmocka_unit_test(damaged_sources_are_assembled_or_diagnosed),
        cmocka_unit_test(random_characters_are_diagnosed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
