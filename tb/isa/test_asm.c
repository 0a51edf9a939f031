/* test_asm.c - text to microcode: words as other assemblers print them, layout, literals, and every error message. */
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
    if (isa_assemble("file.s", mistake->source, strlen(mistake->source), &dwords, &count, &diag))
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
    assert_true(isa_assemble("long", source, strlen(source), &dwords, &count, &diag));
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
    if (isa_assemble("damaged", exact, length, &dwords, &count, &diag)) {
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

/* ---- documentation ---------------------------------------------------------------------------------------------- */

static void check_example(const char *example, size_t length)
{
    struct diag diag = {0};
    uint32_t   *dwords;
    unsigned    count;
    if (!isa_assemble("docs/assembly.md", example, length, &dwords, &count, &diag))
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
        cmocka_unit_test(mistakes_in_lines_say_what_was_expected),
        cmocka_unit_test(mistakes_in_clauses_say_what_was_expected),
        cmocka_unit_test(clauses_of_every_length_fit_and_no_longer_ones),
        cmocka_unit_test(damaged_sources_are_assembled_or_diagnosed),
        cmocka_unit_test(random_characters_are_diagnosed),
        cmocka_unit_test(examples_of_the_documentation_assemble),
        cmocka_unit_test(every_mnemonic_belongs_to_one_kind_but_nop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
