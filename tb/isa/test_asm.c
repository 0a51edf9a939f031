/* test_asm.c - text to microcode: words as other assemblers print them, layout, literals. */
#include "isa/r700/isa.h"
#include "tb/isa/text_support.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static void expect_program(const char *source, const uint32_t *dwords, unsigned count)
{
    assembles_to("source", source, dwords, count);
}

#define PROGRAM(source, ...)                                                                                           \
    do {                                                                                                               \
        static const uint32_t expected[] = {__VA_ARGS__};                                                              \
        expect_program(source, expected, COUNT(expected));                                                             \
    } while (0)

/* ---- words of other assemblers ---------------------------------------------------------------------------------- */

struct word {
    const char *text;
    uint32_t    dwords[4];
};

static void one_alu(const char *text, const uint32_t word[2])
{
    char           source[256];
    const uint32_t expected[] = {2, 0x20000000, 0, 0x00200000, word[0], word[1]};
    snprintf(source, sizeof source, "ALU COUNT(1)\n 0 %s\nNOP EOP", text);
    assembles_to(text, source, expected, COUNT(expected));
}

/* Text and encoding as LLVM prints them for rv770 (its Tn is Rn, its VEC_a/SCL_b one field). */
static void alu_words_are_those_of_llvm(void **state)
{
    (void)state;
    static const struct word words[] = {
        {"ADD R1.w, R2.w, R1.w", {0x81802c02, 0x60200010}},
        {"ADD R1.x, KC0[0].x, KC1[0].y", {0x80940080, 0x00200010}},
        {"MULADD_IEEE R2.w, KC0[5].w, R0.w, KC1[8].w", {0x81800c85, 0x60428ca8}},
        {"ADD R1.z, KC0[17].w, -KC1[31].x", {0x8217ec91, 0x40200010}},
        {"MUL_IEEE R1.y, R0.x, KC1[1].z", {0x81142000, 0x20200110}},
        {"MOV R0.y, KC0[2].z", {0x80000882, 0x20000c90}},
        {"SETGT_INT R0.w, 1, KC0[2].z", {0x811040fa, 0x60001d90}},
        {"PRED_SETE_INT ____, PV.w, 0.0 UPDATE_EXEC", {0x801f0cfe, 0x00002104}},
        {"PRED_SETNE_INT ____, PS, 0.0 UPDATE_EXEC", {0x801f00ff, 0x00002284}},
        {"SETGT R3.w, 0.0, R0.x VEC_102", {0x800000f8, 0x606c0490}},
        {"SETGT R3.w, 0.0, R0.x SCL_221", {0x800000f8, 0x606c0490}},
        {"KILLGT ____.w, 0.0, R0.x VEC_021", {0x800000f8, 0x60041680}},
        {"RECIP_IEEE R0.y, R0.y", {0x80000400, 0x20003310}},
        {"SUB_INT R2.x, R0.w, R2.w", {0x81804c00, 0x00401a90}},
        {"LSHL_INT R0.w, 1, PV.w", {0x819fc0fa, 0x60003910}},
        {"MULHI_UINT R0.z, R1.z, R0.z", {0x81000801, 0x40003b10}},
        {"NOT_INT R30.w, R30.w", {0x80000c1e, 0x63c01990}},
        {"CNDGE R3.z, R0.z, R1.z, R2.z", {0x81002800, 0x40634802}},
        {"ADD R30.w, R30.w, R30.w PRED_SEL(ZERO)", {0xc183cc1e, 0x63c00010}},
        {"ADD_INT R3.w, R1.x, 1 PRED_SEL(ZERO)", {0xc01f4001, 0x60601a10}},
        {"SETNE_INT R2.w, R0.w, R1.w", {0x81802c00, 0x60401e90}},
        {"INT_TO_FLT R3.x, R30.w", {0x80000c1e, 0x00603610}},
        /* and Mesa's listings */
        {"KILLE_INT ____, PV.w, 0", {0x801f0cfe, 0x00002300}},
        {"LOG_CLAMPED R0.y, R1.y", {0x80000401, 0x20003110}},
        {"ASHR_INT R0.x, PS, 1", {0x801f40ff, 0x00003810}},
    };
    for (size_t i = 0; i < COUNT(words); i++)
        one_alu(words[i].text, words[i].dwords);
}

static void groups_with_literals_are_those_of_llvm(void **state)
{
    (void)state;
    PROGRAM("ALU\n"
            "  0  y: MOV         R2.y, 0.7\n"
            "     z: ADD_INT     R1.z, PV.w, 7\n"
            "     w: XOR_INT     R2.w, R1.y, 0x01234567\n"
            "     t: MULADD_IEEE R0.w, R0.w, 17.0, PV.z SCL_122\n"
            "NOP EOP\n",
            2, 0x20140000, 0, 0x00200000, 0x000000fd, 0x20400c90, 0x009facfe, 0x40201a10, 0x011fa401, 0x60401910,
            0x819fac00, 0x600688fe, 0x3f333333, 7, 0x01234567, 0x41880000);
    PROGRAM("ALU\n"
            "  0  t: MULLO_INT R0.y, R0.w, (0x00000003, 3).y\n"
            "     .literal 8, 3\n"
            "NOP EOP\n",
            2, 0x20040000, 0, 0x00200000, 0x809fac00, 0x20003990, 8, 3);
}

static void control_flow_is_that_of_llvm_and_mesa(void **state)
{
    (void)state;
    static const struct word words[] = {
        {"ALU @6 COUNT(1) KC0[CB0:0-31] KC1[CB1:0-31] BARRIER", {0x84000006, 0xa0000002}},
        {"ALU @7 COUNT(7) KC0[CB0:0-31] KC1[CB1:32-63] BARRIER", {0x84000007, 0xa0180802}},
        {"ALU_PUSH_BEFORE @24 COUNT(4) KC0[CB0:0-31] BARRIER", {0x80000018, 0xa40c0000}},
        {"ALU_POP_AFTER @87 COUNT(2) BARRIER", {0x00000057, 0xa8040000}},
        {"JUMP @13 POP_COUNT(1) BARRIER", {0x0000000d, 0x85000001}},
        {"LOOP_START_DX10 @53 BARRIER", {0x00000035, 0x83000000}},
        {"LOOP_END @2 BARRIER", {0x00000002, 0x82800000}},
        {"LOOP_BREAK @52 BARRIER", {0x00000034, 0x84800000}},
        {"ELSE @21 POP_COUNT(1) BARRIER", {0x00000015, 0x86800001}},
        {"POP @11 POP_COUNT(1) BARRIER", {0x0000000b, 0x87000001}},
        {"POP POP_COUNT(1) BARRIER", {0x00000000, 0x87000001}}, /* it never jumps (ISA 3.7.2) */
        {"VTX @8 COUNT(2) BARRIER", {0x00000008, 0x81000400}},
        {"EXPORT PIX0, R1.xyzw ELEM_SIZE(3) BARRIER", {0xc0008000, 0x93800688}},
        {"EXPORT_DONE PIX1, R0.wzyx ELEM_SIZE(3) EOP BARRIER", {0xc0000001, 0x94200053}},
        {"EXPORT_DONE PIX0, R0.0y0w ELEM_SIZE(3) EOP BARRIER", {0xc0000000, 0x9420070c}},
        {"EXPORT_DONE POS0, R1.xyzw ELEM_SIZE(3) BARRIER", {0xc000a03c, 0x94000688}},
        {"EXPORT_DONE PARAM0, R2.xyz_ ELEM_SIZE(3) EOP BARRIER", {0xc0014000, 0x94200e88}},
        {"RETURN BARRIER", {0x00000000, 0x8a000000}},
        {"NOP EOP BARRIER", {0x00000000, 0x80200000}},
    };
    for (size_t i = 0; i < COUNT(words); i++)
        assembles_to("CF", words[i].text, words[i].dwords, 2);
}

static void fetches_are_those_of_llvm_and_mesa(void **state)
{
    (void)state;
    static const struct word words[] = {
        {"SAMPLE_LB R2.xyzw, R1.xy_w, t18, s0 CT(NNNN)", {0x00011212, 0xf00d1002, 0x7c800000, 0}},
        {"SAMPLE_C R1.x___, R0.xy_w, t18, s0 CT(NNNN)", {0x00001218, 0xf01ff001, 0x7c800000, 0}},
        {"GET_GRADIENTS_H R2.x___, R1.y___, t18, s0 CT(NNNN)", {0x00011207, 0xf01ff002, 0xff900000, 0}},
        {"LD R1.xyzw, R3.xyz0, t18, s0 CT(NNUN)", {0x00031203, 0xb00d1001, 0x88800000, 0}},
        {"FETCH R1.xyzw, R1.x, fc0 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH_COUNT(16) MEGA_FETCH NUM_FORMAT_ALL(SCALED) "
         "DATA_FORMAT(FMT_32_32_32_32_FLOAT) FORMAT_COMP_ALL(SIGNED) SRF_MODE_ALL(NO_ZERO)",
         {0x40010040, 0xe8cd1001, 0x00080000, 0}},
        {"FETCH R2.xy01, R0.x, fc160 MEGA_FETCH_COUNT(31) DATA_FORMAT(FMT_32_32_FLOAT) OFFSET(16) MEGA_FETCH",
         {0x7c00a000, 0x07961002, 0x00080010, 0}},
    };
    for (size_t i = 0; i < COUNT(words); i++) {
        char           source[512];
        const uint32_t expected[] = {2,
                                     0x80800000,
                                     0,
                                     0x00200000,
                                     words[i].dwords[0],
                                     words[i].dwords[1],
                                     words[i].dwords[2],
                                     words[i].dwords[3]};
        snprintf(source, sizeof source, "TEX BARRIER\n%s\nNOP EOP", words[i].text);
        assembles_to(words[i].text, source, expected, COUNT(expected));
    }
}

/* Built from ISA 10.1, 10.5 and 10.6 by hand. */
static void memory_instructions_follow_the_manual(void **state)
{
    (void)state;
    PROGRAM("MEM_SCRATCH WRITE_IND[12+R3], R3.xyz_ BURST(2) ELEM_SIZE(3) ARRAY_SIZE(1)", 0xc181a00c, 0x12027001);
    PROGRAM("MEM_EXPORT WRITE[0], R[AL+2].x___ EOP", 0x00410000, 0x1d201000);
    PROGRAM("TEX\n LOCAL_DS_WRITE R5.xy_w DST_INDEX(4) DST_STRIDE(16) SIMD_WAVE_REL BURST_CNT(3)\nNOP EOP", 2,
            0x00800000, 0, 0x00200000, 0x78802c02 | 7 << 26, 0x80100004, 3, 0);
    PROGRAM("TEX\n LOCAL_DS_READ R6.xy_w, R7.xy RD_OFFSET(4) WATERFALL MUX_CNTL(FFT_PERMUTE)\nNOP EOP", 2, 0x00800000,
            0, 0x00200000, 0x10803d02, 0x00121606, 0, 0);
    PROGRAM("VTX\n MEM_RD_SCATTER R[AL+4].x0y1, R0.w ARRAY_BASE(5) MEGA_FETCH ARRAY_SIZE(15)\nNOP EOP", 2, 0x01000000,
            0, 0x00200000, 0x03000202, 0x0014c084 | 4 << 12 | 1 << 15, 0x00f80005, 0);
}

/* ---- operands --------------------------------------------------------------------------------------------------- */

static void numbers_are_inline_constants_or_literals(void **state)
{
    (void)state;
    static const struct {
        const char *operand;
        uint32_t    word0; /* of MOV R0.x, operand */
        uint32_t    literal;
    } cases[] = {
        {"0", 0x800000f8, 0},
        {"0.0", 0x800000f8, 0},
        {"-0.0", 0x800010f8, 0},
        {"1.0", 0x800000f9, 0},
        {"0x3f800000", 0x800000f9, 0},
        {"-1.0", 0x800010f9, 0},
        {"1", 0x800000fa, 0},
        {"-1", 0x800000fb, 0},
        {"-(1)", 0x800010fa, 0},
        {"-(-1)", 0x800010fb, 0},
        {"0xffffffff", 0x800000fb, 0},
        {"0.5", 0x800000fc, 0},
        {"-0.5f", 0x800010fc, 0},
        {"1_DBL_L", 0x800000f4, 0},
        {"0_5_DBL_M", 0x800000f7, 0},
        {"2.0", 0x800000fd, 0x40000000},
        {"-2.0", 0x800000fd, 0xc0000000},
        {"2", 0x800000fd, 2},
        {"-2", 0x800000fd, 0xfffffffe},
        {"1e-3", 0x800000fd, 0x3a83126f},
        {"1e+3f", 0x800000fd, 0x447a0000},
        {"inf", 0x800000fd, 0x7f800000},
        {"-inf", 0x800000fd, 0xff800000},
        {"(0x3f800000, 1.0f).x", 0x800000fd, 0x3f800000},
        {"-(0x40000000, 2.0f).x", 0x800010fd, 0x40000000},
        {"0x7fc00000", 0x800000fd, 0x7fc00000},
        {"(0x7fc12345, nan).x", 0x800000fd, 0x7fc12345},
        {"0.1", 0x800000fd, 0x3dcccccd},
        {"(7).x", 0x800000fd, 7},
        {"3.4028235e38", 0x800000fd, 0x7f7fffff},
        {"PS", 0x800000ff, 0},
        {"SEL[200].w", 0x80000cc8, 0},
        {"R[AR.y].z", 0x84000a00, 0},
        {"R[GLOBAL+AR.x+3].z", 0x98000a03, 0},
        {"C[255].w", 0x80000dff, 0},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        bool     literal = (cases[i].word0 & 0x1ff) == ISA_SRC_LITERAL;
        char     source[128];
        uint32_t expected[] = {
            2, 0x20000000 | (uint32_t)literal << 18, 0, 0x00200000, cases[i].word0, 0x00000c90, cases[i].literal, 0};
        snprintf(source, sizeof source, "ALU\n MOV R0.x, %s\nNOP EOP", cases[i].operand);
        assembles_to(cases[i].operand, source, expected, literal ? 8 : 6);
    }
}

static void modifiers_set_their_fields(void **state)
{
    (void)state;
    static const struct word words[] = {
        {"MUL R1.x, -|R2.y|, |R3.z| *2 CLAMP", {0x81007402 & 0xfeffffff, 0x802000b3}},
        {"mul r1.x, r2.x, r3.x /2, update_pred", {0x80006002, 0x002000f8}},
        {"MUL R1.x, R2.x, R3.x *4 INDEX_MODE(LOOP)", {0x90006002, 0x002000d0}},
        {"MUL R[AL+1].x, R2.x, R3.x", {0x90006002, 0x10200090}},
        {"MUL R1.x, R2.x, R3.x BANK_SWIZZLE(7) PRED_SEL(PRED_SEL_ONE)", {0xe0006002, 0x003c0090}},
        {"MUL R1.x, R2.x, R3.x VEC_210 PRED_SEL(1)", {0xa0006002, 0x00340090}},
        {"MOV R1.x, R2.x SRC1_SEL(5) SRC1_NEG", {0x8200a002, 0x00200c90}},
    };
    for (size_t i = 0; i < COUNT(words); i++) {
        uint32_t word[2] = {words[i].dwords[0], words[i].dwords[1]};
        if (i == 0)
            word[0] = 0x80000000 | 2 | 1 << 10 | 1 << 12 | 3 << 13 | 2 << 23;
        one_alu(words[i].text, word);
    }
}

static void equal_literals_are_shared_and_named_ones_stay(void **state)
{
    (void)state;
    PROGRAM("ALU\n 0 x: MULADD R0.x, 2.0, 3.0, 2.0\n   y: ADD R0.y, (0x40a00000).x, 3.0\nNOP EOP", 2, 0x200c0000, 0,
            0x00200000, 0x011fa4fd, 0x000204fd, 0x811fa0fd, 0x20000010, 0x40a00000, 0x40000000, 0x40400000, 0);
}

/* ---- layout ----------------------------------------------------------------------------------------------------- */

static void clauses_come_behind_the_control_flow_on_their_boundaries(void **state)
{
    (void)state;
    PROGRAM("ALU BARRIER\n"
            "  0 x: MOV R0.x, R1.x\n"
            "TEX BARRIER\n"
            "  SAMPLE R3.xyzw, R2.xyz_, t18, s0 CT(NNUN)\n"
            "EXPORT_DONE PIX0, R3.xyzw ELEM_SIZE(3) EOP BARRIER\n",
            4, 0xa0000000, 6, 0x80800000, 0xc0018000, 0x94200688, 0, 0, /* three CF instructions, padded to four */
            0x80000001, 0x00000c90, 0, 0,                               /* the fetch clause is 128-bit aligned */
            0x00021210, 0xb00d1003, 0xe8800000, 0);
}

static void labels_name_control_flow_and_clauses(void **state)
{
    (void)state;
    PROGRAM("start: JUMP @end POP_COUNT(1)\n"
            "       ALU @body\n"
            "       ALU_POP_AFTER @body COUNT(1)\n"
            "end:   ALU\n"
            "         0 x: MOV R0.x, R0.x\n"
            "       JUMP ADDR(@start)\n"
            "       NOP EOP ; the end\n"
            "body:  0 x: MOV R1.x, R1.x // a clause of its own\n",
            3, 0x05000001, 7, 0x20000000, 7, 0x28000000, 6, 0x20000000, 0, 0x05000000, 0, 0x00200000, 0x80000000,
            0x00000c90, 0x80000001, 0x00200c90);
}

static void numbers_and_org_place_what_follows(void **state)
{
    (void)state;
    PROGRAM("02 NOP EOP\n00 JUMP @2\n.org 4\n.dword 1, 2, 3\n.size 12", 2, 0x05000000, 0, 0, 0, 0x00200000, 0, 0, 1, 2,
            3, 0);
    PROGRAM("ALU ADDR(3)\n MOV R0.x, R0.x\nNOP EOP\ndata: .dword 5\n", 3, 0x20000000, 0, 0x00200000, 5, 0, 0x80000000,
            0x00000c90);
}

static void groups_end_with_last_and_start_with_a_number(void **state)
{
    (void)state;
    PROGRAM("ALU\n"
            " 0 MOV R0.x, R0.x\n"
            "   MOV R0.y, R0.x\n"
            " 1 MOV R0.x, R0.x LAST\n" /* a group without a number follows */
            "   MOV R0.y, R0.x\n"
            "NOP EOP",
            2, 0x200c0000, 0, 0x00200000, 0x00000000, 0x00000c90, 0x80000000, 0x20000c90, 0x80000000, 0x00000c90,
            0x80000000, 0x20000c90);
    PROGRAM("ALU\n MOV R0.x, R0.x LAST(0)\n .dword 1, 2\nNOP EOP", 2, 0x20040000, 0, 0x00200000, 0, 0x00000c90, 1, 2);
    PROGRAM("ALU\n 0 x: NOP\n 1 NOP ____\n NOP EOP", 2, 0x20040000, 0, 0x00200000, 0x80000000, 0x00000d00, 0x80000000,
            0x00000d00);
    PROGRAM(".cf 1, 2\nALU\n .alu 3, 4\nTEX\n .fetch 5, 6, 7, 8\n", 1, 2, 4, 0x20000000, 6, 0x00800000, 0, 0, 3, 4, 0,
            0, 5, 6, 7, 8);
}

/* ---- documentation ---------------------------------------------------------------------------------------------- */

static void check_example(const char *example, size_t length)
{
    struct diag diag = {0};
    uint32_t   *dwords;
    unsigned    count;
    if (!isa_assemble("docs/assembly.md", example, length, &dwords, &count, NULL, &diag))
        fail_msg("line %u of the example: %s\n%.*s", diag.line, diag.what, (int)length, example);
    survives_text("docs/assembly.md", dwords, count);
    free(dwords);
}

static void examples_of_the_documentation_assemble(void **state)
{
    (void)state;
    static char text[1 << 16];
    FILE       *file = fopen("docs/assembly.md", "r");
    unsigned    examples = 0;
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    for (char *at = text; (at = strstr(at, "```asm\n")); examples++) {
        char *end = strstr(at += strlen("```asm\n"), "```");
        assert_non_null(end);
        check_example(at, (size_t)(end - at));
        at = end + 3;
    }
    assert_int_equal(examples, 3);
}

/* ---- names ------------------------------------------------------------------------------------------------------ */

static void every_mnemonic_belongs_to_one_kind_but_nop(void **state)
{
    (void)state;
    for (unsigned a = 0; a < ISA_ALU_COUNT; a++)
        for (unsigned c = 0; c < isa_cf_op_count; c++)
            if (!strcmp(isa_alu_ops[a].name, isa_cf_ops[c].name))
                assert_string_equal(isa_cf_ops[c].name, "NOP");
    for (unsigned f = 0; f < isa_fetch_op_count; f++) {
        for (unsigned a = 0; a < ISA_ALU_COUNT; a++)
            assert_string_not_equal(isa_alu_ops[a].name, isa_fetch_ops[f].name);
        for (unsigned c = 0; c < isa_cf_op_count; c++)
            assert_string_not_equal(isa_cf_ops[c].name, isa_fetch_ops[f].name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alu_words_are_those_of_llvm),
        cmocka_unit_test(groups_with_literals_are_those_of_llvm),
        cmocka_unit_test(control_flow_is_that_of_llvm_and_mesa),
        cmocka_unit_test(fetches_are_those_of_llvm_and_mesa),
        cmocka_unit_test(memory_instructions_follow_the_manual),
        cmocka_unit_test(numbers_are_inline_constants_or_literals),
        cmocka_unit_test(modifiers_set_their_fields),
        cmocka_unit_test(equal_literals_are_shared_and_named_ones_stay),
        cmocka_unit_test(clauses_come_behind_the_control_flow_on_their_boundaries),
        cmocka_unit_test(labels_name_control_flow_and_clauses),
        cmocka_unit_test(numbers_and_org_place_what_follows),
        cmocka_unit_test(groups_end_with_last_and_start_with_a_number),
        cmocka_unit_test(examples_of_the_documentation_assemble),
        cmocka_unit_test(every_mnemonic_belongs_to_one_kind_but_nop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
