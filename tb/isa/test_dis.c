/* test_dis.c - microcode to text: each line's form, nothing hidden, and back to the same bits. */
#include "isa/r700/isa.h"
#include "tb/isa/count.h"
#include "tb/isa/text_support.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* ---- one instruction --------------------------------------------------------------------------------------------- */

struct line {
    uint32_t    dwords[4];
    const char *text;
};

/* Words from the listings of LLVM (EXPORT, ALU) and Mesa, or put together from ISA 10.1. */
static void cf_lines_read_like_the_manual(void **state)
{
    (void)state;
    static const struct line lines[] = {
        {{0x84000006, 0xa0000002}, "ALU ADDR(6) COUNT(1) KC0[CB0:0-31] KC1[CB1:0-31] BARRIER"},
        {{0x00000004, 0x20000000}, "ALU ADDR(4) COUNT(1)"},
        {{0xc0c00004, 0xe2040141}, "ALU ADDR(4) COUNT(2) KC0[CB3:AL+1280] KC1[CB0:0-15] ALT_CONST WQM BARRIER"},
        {{0x03000004, 0xa0000008}, "ALU ADDR(4) COUNT(1) KCACHE_BANK0(12) KCACHE_ADDR0(2) BARRIER"},
        {{0x0000000d, 0x85000001}, "JUMP ADDR(13) POP_COUNT(1) BARRIER"},
        {{0x00000000, 0x05000a29}, "JUMP ADDR(0) COUNT(3) POP_COUNT(1) CF_CONST(5) COND(BOOL)"},
        {{0x0000000c, 0x80800400}, "TEX ADDR(12) COUNT(2) BARRIER"},
        {{0x0000000c, 0x80881c00}, "TEX ADDR(12) COUNT(16) BARRIER"},
        {{0x00000000, 0x89800000}, "CALL_FS BARRIER"},
        {{0x00000000, 0x80300000}, "NOP RESERVED_1_20_20(1) EOP BARRIER ; reserved bits 1.20:20"},
        {{0x00000003, 0x8d000000}, "WAIT_ACK ADDR(3) BARRIER"},
        {{0xc0018000, 0x94200688}, "EXPORT_DONE PIX0, R3.xyzw ELEM_SIZE(3) EOP BARRIER"},
        {{0xc000203c, 0x94000b08}, "EXPORT_DONE POS0, R0.xy01 ELEM_SIZE(3) BARRIER"},
        {{0xc0004000, 0x94200fff}, "EXPORT_DONE PARAM0, R0.____ ELEM_SIZE(3) EOP BARRIER"},
        {{0x00402005, 0x13c60688},
         "EXPORT POS, R[AL+0].xyzw BURST(4) ARRAY_BASE(5) VPM ; position base is not 60 to 63"},
        {{0x00006007, 0x13800db0},
         "EXPORT TYPE(3), R0.x??? ARRAY_BASE(7) ; unused export type, reserved sel_y 6, "
         "reserved sel_z 6, reserved sel_w 6"},
        {{0xc181a00c, 0x12027001}, "MEM_SCRATCH WRITE_IND[12+R3], R3.xyz_ BURST(2) ELEM_SIZE(3) ARRAY_SIZE(1)"},
        {{0x0001c00c, 0x90008000}, "MEM_STREAM0 WRITE_ACK[12], R3.___w BARRIER"},
        {{0x12345678, 0x8c800000}, ".cf 0x12345678, 0x8c800000 ; reserved opcode 25"},
        {{0x12345678, 0xb0000000}, ".cf 0x12345678, 0xb0000000 ; reserved opcode 12"},
    };
    for (size_t i = 0; i < COUNT(lines); i++) {
        char   text[256];
        size_t length = isa_dis_cf(lines[i].dwords, text, sizeof text);
        assert_string_equal(text, lines[i].text);
        assert_int_equal(length, strlen(text));
    }
}

/* Words from LLVM's and Mesa's listings, some with one more field set. */
static void alu_lines_read_like_the_manual(void **state)
{
    (void)state;
    static const struct line lines[] = {
        {{0x00900490, 0x02008010}, NULL},
        {{0x81800085, 0x62428ca8}, NULL},
        {{0x81802c02, 0x60200010}, "ADD              R1.w, R2.w, R1.w LAST"},
        {{0x4384 << 16 | 0x2c22, 0x63c40010}, "ADD              R30.w, R34.w, -R33.w VEC_021 PRED_SEL(ZERO)"},
        {{0x801f0cfe, 0x00002104}, "PRED_SETE_INT    ____.x, PV.w, 0.0 UPDATE_EXEC LAST"},
        {{0x800000f8, 0x60041680}, "KILLGT           ____.w, 0.0, R0.x VEC_021 LAST"},
        {{0x00000201, 0x00000c90}, "MOV              R0.x, R[AR.x+1].x"},
        {{0x10000201, 0x10000c90}, "MOV              R[AL+0].x, R[AL+1].x"},
        {{0x14000000, 0x00000c90}, "MOV              R0.x, R0.x INDEX_MODE(GLOBAL)"},
        {{0x1c000201, 0x00000c90}, "MOV              R0.x, R[INDEX7+1].x"},
        {{0x000000fd, 0x00200c90}, "MOV              R1.x, LITERAL.x"},
        {{0x00100400, 0x20228480}, "MULADD_IEEE      R1.y, R0.y, KC0[0].x, KC0[0].y"},
        {{0x000014a0, 0x80200cf1}, "MOV              R1.x, -|KC1[0].y| /2 CLAMP"},
        {{0x00000ca1, 0x00200cb0}, "MOV              R1.x, KC1[1].w *2"},
        {{0x00000d05, 0x00200cd0}, "MOV              R1.x, C[5].w *4"},
        {{0x000004f8, 0x00200c90}, "MOV              R1.x, 0.0 SRC0_CHAN(Y)"},
        {{0x000010fa, 0x00200c90}, "MOV              R1.x, -(1)"},
        {{0x000000fb, 0x00200c90}, "MOV              R1.x, -1"},
        {{0x000000c8, 0x00200c90}, "MOV              R1.x, SEL[200].x ; reserved operand 200"},
        {{0x0000a000, 0x00200c92}, "MOV              R1.x, R0.x SRC1_SEL(5) SRC1_ABS"},
        {{0x00000000, 0x00e00c80}, "MOV              ____.x, R0.x DST_GPR(7)"},
        {{0x20000000, 0x00180c90},
         "MOV              R0.x, R0.x BANK_SWIZZLE(6) PRED_SEL(1) ; reserved bank_swizzle 6, "
         "reserved pred_sel 1"},
        {{0x80000400, 0x20043310}, "RECIP_IEEE       R0.y, R0.y SCL_122 LAST"},
        {{0x80000000, 0x00000d00}, "NOP              ____.x LAST"},
        {{0x00000001, 0x00004010}, ".alu 0x00000001, 0x00004010 ; reserved opcode 128"},
        {{0x80000c00, 0x00006600},
         ".alu 0x80000c00, 0x00006600 ; reserved opcode 204: Evergreen's MOVA_INT, as LLVM writes it; R700 has 24"},
    };
    for (size_t i = 0; i < COUNT(lines); i++) {
        char text[256];
        isa_dis_alu(lines[i].dwords, text, sizeof text);
        if (lines[i].text)
            assert_string_equal(text, lines[i].text);
    }
}

static void fetch_lines_show_every_field(void **state)
{
    (void)state;
    static const struct {
        unsigned    cf_opcode;
        struct line line;
    } lines[] = {
        {1, {{0x00031203, 0xb00d1001, 0x88800000, 0}, "LD               R1.xyzw, R3.xyz0, t18, s0 CT(NNUN)"}},
        {1, {{0x00011212, 0xf00d1002, 0x7c800000, 0}, "SAMPLE_LB        R2.xyzw, R1.xy_w, t18, s0 CT(NNNN)"}},
        {1,
         {{0x00801210, 0x0d8d1002, 0x6880fc1d, 0},
          "SAMPLE           R2.xyzw, R[AL+0].xyzw, t18, s1 CT(UUUU) LOD_BIAS(-1.25) OFFSET_X(-1.5) "
          "OFFSET_Z(-0.5)"}},
        {2,
         {{0x7c00a000, 0x07961002, 0x00080010, 0},
          "FETCH            R2.xy01, R0.x, fc160 MEGA_FETCH_COUNT(31) DATA_FORMAT(FMT_32_32_FLOAT) OFFSET(16) "
          "MEGA_FETCH"}},
        {1, {{0x00000000, 0x00001001, 0x00000000, 7}, NULL}},
        {2,
         {{0x01030341, 0x00201005, 0x00120000, 0},
          "SEMANTIC         SEM[5].xyxx, R3.y, fc3 FETCH_TYPE(NO_INDEX_OFFSET) USE_CONST_FIELDS "
          "ENDIAN_SWAP(ENDIAN_8IN32) ALT_CONST"}},
        {3, {{0x00000003, 0, 0, 0}, ".fetch 0x00000003, 0x00000000, 0x00000000, 0x00000000 ; reserved opcode 3"}},
        {1,
         {{0x00003042 | 3 << 16, 0x000d1001, 0x01080004, 0},
          "MEM_RD_SCRATCH   R1.xyzw, R3.x ELEM_SIZE(2) INDEXED MEM_REQ_SIZE(1) ARRAY_BASE(4) MEGA_FETCH "
          "ARRAY_SIZE(16)"}},
        {1, {{0x68802c02, 0x80100004, 3, 0}, NULL}},
    };
    for (size_t i = 0; i < COUNT(lines); i++) {
        char text[512];
        isa_dis_fetch(lines[i].cf_opcode, lines[i].line.dwords, text, sizeof text);
        if (lines[i].line.text)
            assert_string_equal(text, lines[i].line.text);
    }
}

static void text_that_does_not_fit_is_cut_and_counted(void **state)
{
    (void)state;
    static const uint32_t word[2] = {0x81802c02, 0x60200010};
    char                  whole[128], part[8] = "???????";
    size_t                length = isa_dis_alu(word, whole, sizeof whole);
    assert_int_equal(isa_dis_alu(word, part, sizeof part), length);
    assert_int_equal(strlen(part), sizeof part - 1);
    assert_memory_equal(part, whole, sizeof part - 1);
    assert_int_equal(isa_dis_cf(word, NULL, 0), isa_dis_cf(word, whole, sizeof whole));
}

/* ---- programs --------------------------------------------------------------------------------------------------- */

/* As in messages and waveforms: 64-bit words from the start of the program, literals among them. */
static void a_group_is_numbered_by_the_address_of_its_first_word(void **state)
{
    (void)state;
    static const uint32_t dwords[] = {
        0x40000002, 0xa0140000, 0,          0x80200000,                         /* CF */
        0x001fa000, 0x00001810, 0x801fa400, 0x00201810, 0x0000003f, 0x00000000, /* 2: two slots, literals */
        0x001fa000, 0x00001810, 0x801fa400, 0x00201810, 0x0000003f, 0x00000000, /* 5 */
    };
    char *text = disassembled(dwords, COUNT(dwords), NULL);
    assert_non_null(strstr(text, "BARRIER\n        2 x: AND_INT "));
    assert_non_null(strstr(text, "\n        5 x: AND_INT "));
    assert_null(strstr(text, "\n        1 "));
    free(text);
}

static void a_program_is_listed_with_its_clauses_inside(void **state)
{
    (void)state;
    static const uint32_t dwords[] = {
        0x40000004, 0xa0080000, 0x00000008, 0x80800000, 0xc0018000, 0x94200688, 0, 0x80200000, /* CF */
        0x001fa000, 0x00001810, 0x801fa400, 0x00201810, 0x0000003f, 0x00000000, 0, 0,          /* ALU */
        0x00021210, 0xb00d1003, 0xe8800000, 0x00000000,                                        /* TEX */
    };
    char *text = disassembled(dwords, COUNT(dwords), NULL);
    assert_string_equal(text, "00 ALU ADDR(4) COUNT(3) KC0[CB0:0-15] BARRIER\n"
                              "        4 x: AND_INT          R0.x, R0.x, (0x0000003f, 63).x\n"
                              "          t: AND_INT          R1.x, R0.y, (0x0000003f, 63).x\n"
                              "01 TEX ADDR(8) COUNT(1) BARRIER\n"
                              "          SAMPLE           R3.xyzw, R2.xyz_, t18, s0 CT(NNUN)\n"
                              "02 EXPORT_DONE PIX0, R3.xyzw ELEM_SIZE(3) EOP BARRIER\n"
                              "03 NOP EOP BARRIER ; not reached\n");
    free(text);
    survives_text("listed", dwords, COUNT(dwords));
}

static void literals_are_shown_as_what_they_probably_are(void **state)
{
    (void)state;
    static const struct {
        uint32_t    bits;
        const char *shown;
    } cases[] = {
        {0x3dcccccd, "(0x3dcccccd, 0.1f)"},    {0x40490fdb, "(0x40490fdb, 3.1415927f)"},
        {0x7f800000, "(0x7f800000, inf)"},     {0xff800000, "(0xff800000, -inf)"},
        {0x7fc00000, "(0x7fc00000, nan)"},     {0xfffffff5, "(0xfffffff5, -11)"},
        {0x80000000, "(0x80000000, -0.0f)"},   {0x00000000, "(0x00000000, 0.0f)"},
        {0x007fffff, "(0x007fffff, 8388607)"}, {0x7f7fffff, "(0x7f7fffff, 3.4028235e+38f)"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        uint32_t dwords[] = {2, 0x20040000, 0, 0x00200000, 0x800000fd, 0x00200c90, cases[i].bits, 0x12345678};
        char    *text = disassembled(dwords, COUNT(dwords), NULL);
        assert_non_null(strstr(text, cases[i].shown));
        assert_non_null(strstr(text, ".literal 0x")); /* the second one, which no operand reads */
        free(text);
        survives_text("literal", dwords, COUNT(dwords));
    }
}

static void illegal_groups_are_shown_and_flagged(void **state)
{
    (void)state;
    static const struct {
        const char *flag;
        uint32_t    words[4];
    } cases[] = {
        {"two instructions of a group need ALU.Trans", {0x00000000, 0x00003310, 0x80000400, 0x20003310}},
        {"reserved opcode 128", {0x00000000, 0x00004010, 0x80000400, 0x20003310}},
        {"the clause ends within an instruction group", {0x00000000, 0x00000c90, 0x00000000, 0x20000c90}},
        {"not in the order", {0x00000000, 0x20000c90, 0x80000000, 0x00002810}},
        {"a reduction not in all", {0x00000000, 0x00002810, 0x80000000, 0x20002810}},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        uint32_t dwords[8] = {2, 0x20040000, 0, 0x00200000};
        memcpy(dwords + 4, cases[i].words, sizeof cases[i].words);
        char *text = disassembled(dwords, COUNT(dwords), NULL);
        if (!strstr(text, cases[i].flag))
            fail_msg("`%s` is not in\n%s", cases[i].flag, text);
        free(text);
        survives_text("illegal", dwords, COUNT(dwords));
    }
}

static void what_is_no_instruction_stays_as_data(void **state)
{
    (void)state;
    static const uint32_t dwords[] = {0, 0x00200000, 0xdeadbeef, 0, 0, 0, 0, 0x12345678, 5, 0, 0};
    char                 *text = disassembled(dwords, COUNT(dwords), NULL);
    assert_string_equal(text, "00 NOP EOP\n"
                              ".org 1\n"
                              "          .dword 0xdeadbeef, 0x00000000\n"
                              ".org 3\n"
                              "          .dword 0x00000000, 0x12345678\n"
                              "          .dword 0x00000005, 0x00000000\n"
                              ".size 11\n");
    free(text);
    for (unsigned count = 1; count <= COUNT(dwords); count++)
        survives_text("data", dwords, count);
}

/* 0: JUMP 4, 1: CALL 5, 2: ALU at 3, EOP missing on purpose: 4: NOP EOP, 5: RETURN, then ALU clauses that overlap. */
static void jumps_are_followed_and_overlaps_have_no_body(void **state)
{
    (void)state;
    static const uint32_t dwords[] = {
        4, 0x05000000, 5, 0x09000000, 6,          0x20040000, 7,          0x20040000, 0, 0x00200000,
        0, 0x0a000000, 0, 0x00000c90, 0x80000000, 0x20000c90, 0x80000000, 0x20000c90, 0, 0,
    };
    char *text = disassembled(dwords, COUNT(dwords), NULL);
    assert_non_null(strstr(text, "02 ALU ADDR(6) COUNT(2)\n"));
    assert_non_null(strstr(text, "03 ALU ADDR(7) COUNT(2) ; the clause is shown elsewhere or overlaps another line\n"));
    assert_non_null(strstr(text, "04 NOP EOP\n05 RETURN\n"));
    assert_non_null(strstr(text, ".org 8\n          .dword 0x80000000, 0x20000c90\n.size 20\n"));
    free(text);
    survives_text("overlap", dwords, COUNT(dwords));
}

static void clauses_outside_the_program_or_off_their_boundary_are_flagged(void **state)
{
    (void)state;
    static const uint32_t outside[] = {100, 0x20000000, 0, 0x00200000};
    static const uint32_t odd[] = {3, 0x00800000, 0, 0x00200000, 0, 0, 0x00021210, 0xb00d1003, 0xe8800000, 0};
    char                 *text = disassembled(outside, COUNT(outside), NULL);
    assert_non_null(strstr(text, "the clause is outside the program"));
    free(text);
    text = disassembled(odd, COUNT(odd), NULL);
    assert_non_null(strstr(text, "a fetch clause starts on a 16-byte boundary"));
    free(text);
    survives_text("outside", outside, COUNT(outside));
    survives_text("odd", odd, COUNT(odd));
}

static void raw_words_stand_in_a_comment(void **state)
{
    (void)state;
    static const uint32_t        dwords[] = {0, 0x00200000};
    const struct isa_dis_options options = {.raw_words = true};
    char                        *text = disassembled(dwords, COUNT(dwords), &options);
    assert_non_null(strstr(text, "; | 00000000 00200000\n"));
    free(text);
}

static void slot_letters_follow_prefer_trans(void **state)
{
    (void)state;
    static const uint32_t        dwords[] = {2, 0x20000000, 0, 0x00200000, 0x80000000, 0x00000c90};
    const struct isa_dis_options options = {.prefer_trans = true};
    char                        *vector = disassembled(dwords, COUNT(dwords), NULL);
    char                        *trans = disassembled(dwords, COUNT(dwords), &options);
    assert_non_null(strstr(vector, "x: MOV"));
    assert_non_null(strstr(trans, "t: MOV"));
    free(vector);
    free(trans);
}

static void an_empty_program_and_a_file_that_cannot_be_written_are_errors(void **state)
{
    (void)state;
    struct diag           diag = {0};
    static const uint32_t dwords[] = {0, 0x00200000};
    FILE                 *file = fopen("/dev/null", "r");
    assert_non_null(file);
    assert_false(isa_disassemble(dwords, 0, NULL, file, &diag));
    assert_non_null(strstr(diag.what, "empty"));
    assert_false(isa_disassemble(dwords, 2, NULL, file, &diag));
    assert_non_null(strstr(diag.what, "could not be written"));
    fclose(file);
}

/* ---- there and back --------------------------------------------------------------------------------------------- */

static void programs_of_compilers_survive(void **state)
{
    (void)state;
    assert_true(each_hex("tb/isa/programs/*.hex", survives_text) > 10);
    each_hex("../shared/corpus/*/*/*.hex", survives_text);
    each_hex("../shared/corpus/*/*/*/*.hex", survives_text);
}

static void cf_survives(const uint32_t pair[2])
{
    const uint32_t dwords[] = {pair[0], pair[1], 0, 0x80200000, 0, 0, 0, 0, 0, 0};
    survives_text("CF", dwords, COUNT(dwords));
    count_cf_trip(pair);
}

static void alu_survives(const uint32_t pair[2])
{
    const uint32_t dwords[] = {2,       0x20080000, 0,          0x00200000, pair[0],
                               pair[1], 0x89abcdef, 0x01234567, 0xfedcba98, 0x3f800000};
    survives_text("ALU", dwords, COUNT(dwords));
    count_alu_trip(pair);
}

static void fetch_survives(unsigned cf_opcode, const uint32_t quad[4])
{
    const uint32_t dwords[] = {2, cf_opcode << 23, 0, 0x00200000, quad[0], quad[1], quad[2], quad[3]};
    survives_text("fetch", dwords, COUNT(dwords));
    count_fetch_trip(cf_opcode, quad);
}

/* Each instruction with each single bit of its word, and with all bits but that one. */
static void every_bit_of_every_cf_instruction_survives(void **state)
{
    (void)state;
    for (unsigned opcode = 0; opcode < 128; opcode++) {
        for (unsigned bit = 0; bit < 64; bit++) {
            uint32_t one[2] = {0, opcode << 23}, all[2] = {UINT32_MAX, ~(UINT32_C(127) << 23) | opcode << 23};
            one[bit / 32] |= UINT32_C(1) << bit % 32;
            all[bit / 32] &= ~(UINT32_C(1) << bit % 32);
            cf_survives(one);
            cf_survives(all);
        }
    }
}

static void every_bit_of_every_alu_instruction_survives(void **state)
{
    (void)state;
    for (unsigned opcode = 0; opcode < 2048; opcode++) {
        bool op3 = opcode >= 256;
        if (opcode & 63 && op3)
            continue; /* the lower bits of OP3's opcode are its third operand */
        for (unsigned bit = 0; bit < 64; bit++) {
            uint32_t word[2] = {0x80000000, opcode << 7};
            word[bit / 32] ^= UINT32_C(1) << bit % 32;
            alu_survives(word);
        }
    }
}

static void every_source_operand_survives(void **state)
{
    (void)state;
    for (unsigned sel = 0; sel < 512; sel++) {
        for (unsigned modifiers = 0; modifiers < 16; modifiers++) {
            uint32_t operand = sel | modifiers << 9;
            uint32_t op2[2] = {0x80000000 | operand, 0x00000010 | (modifiers & 1)};
            uint32_t op3[2] = {0x94000000 | operand << 13, 0x00020000 | operand};
            alu_survives(op2);
            alu_survives(op3);
        }
    }
}

static void every_bit_of_every_fetch_instruction_survives(void **state)
{
    (void)state;
    for (unsigned cf_opcode = 1; cf_opcode <= 3; cf_opcode++) {
        for (unsigned opcode = 0; opcode < 256; opcode++) { /* with MEM_OP: bits 4:0 and 10:8 */
            for (unsigned bit = 0; bit < 128; bit++) {
                uint32_t quad[4] = {(opcode & 31) | opcode >> 5 << 8};
                quad[bit / 32] ^= UINT32_C(1) << bit % 32;
                if ((opcode & 31) == 2 || opcode < 32)
                    fetch_survives(cf_opcode, quad);
            }
        }
    }
}

static void random_words_survive(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (unsigned i = 0; i < 5000; i++) {
        uint32_t quad[4] = {random32(&seed), random32(&seed), random32(&seed), random32(&seed)};
        cf_survives(quad);
        alu_survives(quad);
        quad[0] |= 0x80000000;
        alu_survives(quad);
        fetch_survives(1 + i % 3, quad);
    }
}

/* Groups of random words, most of them with LAST somewhere, in a clause that may end too early. */
static void random_clauses_survive(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (unsigned i = 0; i < 2000; i++) {
        uint32_t dwords[64] = {2, (20 + random32(&seed) % 10) << 18 | 0x20000000, 0, 0x00200000};
        for (unsigned at = 4; at < COUNT(dwords); at += 2) {
            dwords[at] = random32(&seed) & (random32(&seed) % 3 ? 0xffffffff : 0x7fffffff);
            dwords[at + 1] = random32(&seed) & (i % 2 ? 0xffffffff : 0xfffe7fff);
            if (random32(&seed) % 4 == 0)
                dwords[at] = (dwords[at] & ~UINT32_C(0x1ff)) | ISA_SRC_LITERAL;
        }
        survives_text("clause", dwords, COUNT(dwords));
    }
}

static void random_programs_survive(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (unsigned i = 0; i < 3000; i++) {
        uint32_t dwords[40];
        unsigned count = 1 + random32(&seed) % COUNT(dwords);
        for (unsigned at = 0; at < count; at++) {
            dwords[at] = random32(&seed);
            if (at % 2 == 0 && i % 3)
                dwords[at] %= COUNT(dwords); /* addresses within the program */
            if (at % 2 && i % 2)
                dwords[at] &= 0xbffc1fff; /* short clauses */
        }
        survives_text("program", dwords, count);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cf_lines_read_like_the_manual),
        cmocka_unit_test(alu_lines_read_like_the_manual),
        cmocka_unit_test(fetch_lines_show_every_field),
        cmocka_unit_test(text_that_does_not_fit_is_cut_and_counted),
        cmocka_unit_test(a_group_is_numbered_by_the_address_of_its_first_word),
        cmocka_unit_test(a_program_is_listed_with_its_clauses_inside),
        cmocka_unit_test(literals_are_shown_as_what_they_probably_are),
        cmocka_unit_test(illegal_groups_are_shown_and_flagged),
        cmocka_unit_test(what_is_no_instruction_stays_as_data),
        cmocka_unit_test(jumps_are_followed_and_overlaps_have_no_body),
        cmocka_unit_test(clauses_outside_the_program_or_off_their_boundary_are_flagged),
        cmocka_unit_test(raw_words_stand_in_a_comment),
        cmocka_unit_test(slot_letters_follow_prefer_trans),
        cmocka_unit_test(an_empty_program_and_a_file_that_cannot_be_written_are_errors),
        cmocka_unit_test(programs_of_compilers_survive),
        cmocka_unit_test(every_bit_of_every_cf_instruction_survives),
        cmocka_unit_test(every_bit_of_every_alu_instruction_survives),
        cmocka_unit_test(every_source_operand_survives),
        cmocka_unit_test(every_bit_of_every_fetch_instruction_survives),
        cmocka_unit_test(random_words_survive),
        cmocka_unit_test(random_clauses_survive),
        cmocka_unit_test(random_programs_survive),
    };
    return count_end(cmocka_run_group_tests(tests, NULL, NULL));
}
