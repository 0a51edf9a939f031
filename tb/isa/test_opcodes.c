/* test_opcodes.c - instructions by opcode: control flow, ALU, fetch; ALU decode and encode (ISA ch. 9, 10.2). */
#include "isa/r700/isa.h"

#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static uint32_t random_word(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    return *state ^= *state << 5;
}

/* ---- ALU ------------------------------------------------------------------------------------------------------- */

enum { NONE = 99 };

/* clang-format off */
static const struct manual { bool op3; const char *name; unsigned opcode, unit; } manual[] = {
#define ANY ISA_UNIT_ANY
#define VECTOR ISA_UNIT_VECTOR
#define TRANS ISA_UNIT_TRANS
#define MANUAL_OP2(name, opcode, unit) {false, #name, opcode, unit},
#define MANUAL_OP3(name, opcode, unit) {true, #name, opcode, unit},
#include "tb/isa/manual_opcodes.def"
#undef ANY
#undef VECTOR
#undef TRANS
};
/* Units that isa/r700/ops_alu.def gives against the tables, with its reasons. */
static const struct { const char *name; unsigned unit; } exceptions[] = {
    {"ADD_INT", ISA_UNIT_ANY},         {"ADD_64", ISA_UNIT_VECTOR},       {"MULADD_64_M2", ISA_UNIT_VECTOR},
    {"MULADD_64_M4", ISA_UNIT_VECTOR}, {"MULADD_64_D2", ISA_UNIT_VECTOR}, {"MOVA_GPR_INT", ISA_UNIT_TRANS},
};
/* clang-format on */
#define MANUAL_ROWS (sizeof manual / sizeof *manual)

static const struct isa_alu_op *by_name(const char *name)
{
    for (unsigned i = 0; i < ISA_ALU_COUNT; i++)
        if (strcmp(isa_alu_ops[i].name, name) == 0)
            return &isa_alu_ops[i];
    return NULL;
}

static unsigned unit_of(const struct manual *row)
{
    for (unsigned i = 0; i < sizeof exceptions / sizeof *exceptions; i++)
        if (strcmp(exceptions[i].name, row->name) == 0)
            return exceptions[i].unit;
    return row->unit;
}

/* An ALU word pair of that opcode and nothing else, from the manual's bit numbers. */
static void alu_word(bool op3, unsigned opcode, uint32_t word[2])
{
    word[0] = 0;
    word[1] = opcode << (op3 ? 13 : 7);
}

static void alu_rows_are_those_of_the_manual(void **unused)
{
    (void)unused;
    assert_int_equal(ISA_ALU_COUNT, MANUAL_ROWS);
    for (unsigned i = 0; i < MANUAL_ROWS; i++) {
        const struct isa_alu_op *op = by_name(manual[i].name);
        assert_non_null(op);
        assert_int_equal(op->op3, manual[i].op3);
        assert_int_equal(op->opcode, manual[i].opcode);
        assert_int_equal(op->unit, unit_of(&manual[i]));
        assert_true(op->op3 == (op->operands == 3));
        assert_non_null(op->section);
        assert_true(op->doc[0] != '\0');
    }
}

static void no_two_alu_rows_share_an_opcode(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < ISA_ALU_COUNT; i++)
        for (unsigned k = i + 1; k < ISA_ALU_COUNT; k++)
            assert_false(isa_alu_ops[i].op3 == isa_alu_ops[k].op3 && isa_alu_ops[i].opcode == isa_alu_ops[k].opcode);
}

static void every_alu_opcode_decodes_to_its_row(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < MANUAL_ROWS; i++) {
        uint32_t       word[2];
        struct isa_alu alu;
        alu_word(manual[i].op3, manual[i].opcode, word);
        isa_alu_decode(word, &alu);
        assert_string_equal(isa_alu_ops[alu.id].name, manual[i].name);
        assert_int_equal(alu.op3, manual[i].op3);
        assert_int_equal(alu.opcode, manual[i].opcode);
    }
}

static void reserved_alu_opcodes_decode_to_illegal_and_encode_again(void **unused)
{
    (void)unused;
    unsigned illegal = 0;
    for (unsigned bits = 0; bits < 1 << 11; bits++) { /* every value of ALU_INST, both formats */
        uint32_t       word[2] = {0x12345678, 0xa5a40055u | bits << 7}, back[2];
        struct isa_alu alu;
        bool           op3 = bits >> 8, known = false;
        unsigned       opcode = op3 ? bits >> 6 : bits;
        for (unsigned i = 0; i < MANUAL_ROWS; i++)
            known |= manual[i].op3 == op3 && manual[i].opcode == opcode;
        isa_alu_decode(word, &alu);
        assert_int_equal(alu.id == ISA_ALU_ILLEGAL, !known);
        assert_int_equal(alu.op3, op3);
        assert_int_equal(alu.opcode, opcode);
        illegal += !known;
        isa_alu_encode(&alu, back);
        assert_memory_equal(back, word, sizeof word);
    }
    assert_true(illegal > 0);
    assert_string_equal(isa_alu_ops[ISA_ALU_ILLEGAL].name, "ILLEGAL");
}

static void alu_flags_follow_the_names(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < ISA_ALU_COUNT; i++) {
        const struct isa_alu_op *op = &isa_alu_ops[i];
        const char              *n = op->name;
        assert_int_equal(!!(op->flags & ISA_PRED_SET), strncmp(n, "PRED_SET", 8) == 0);
        assert_int_equal(!!(op->flags & ISA_PUSH), strstr(n, "_PUSH") != NULL);
        assert_int_equal(!!(op->flags & ISA_KILL), strncmp(n, "KILL", 4) == 0);
        assert_int_equal(!!(op->flags & ISA_MOVA), strncmp(n, "MOVA", 4) == 0);
        assert_int_equal(!!(op->flags & ISA_DOUBLE), strstr(n, "64") != NULL);
        assert_int_equal(!!(op->flags & ISA_REDUCTION),
                         !strncmp(n, "DOT4", 4) || !strcmp(n, "CUBE") || !strcmp(n, "MAX4"));
        assert_true(!(op->flags & ISA_TRANSCENDENTAL) || op->unit == ISA_UNIT_TRANS);
        if (op->flags & ISA_REDUCTION)
            assert_int_equal(op->slots, 4);
        else if (!(op->flags & ISA_DOUBLE))
            assert_int_equal(op->slots, 1);
        else /* ISA 9.2: multiplies and FREXP_64 fill the vector, the others half of it */
            assert_int_equal(op->slots, strstr(n, "MUL") || !strcmp(n, "FREXP_64") ? 4 : 2);
    }
}

/* Words that compilers wrote, with what their listings say. */
static void compiled_words_decode_as_their_listings(void **unused)
{
    (void)unused;
    static const uint32_t muladd[2] = {0x81805c00, 0x60628c01}; /* MULADD_IEEE * T3.W, -T0.W, T2.W, T1.W */
    static const uint32_t exp[2] = {0x800004fe, 0x60003090};    /* t: EXP_IEEE R0.w, PV.y */
    struct isa_alu        alu;

    isa_alu_decode(muladd, &alu);
    assert_int_equal(alu.id, ISA_OP3_MULADD_IEEE);
    assert_true(alu.last && alu.op3 && alu.write_mask && !alu.clamp && !alu.dst_rel);
    assert_int_equal(alu.dst_gpr, 3);
    assert_int_equal(alu.dst_chan, 3);
    assert_int_equal(alu.src[0].sel, 0);
    assert_true(alu.src[0].neg && !alu.src[1].neg && !alu.src[2].neg);
    assert_int_equal(alu.src[1].sel, 2);
    assert_int_equal(alu.src[2].sel, 1);
    for (unsigned s = 0; s < 3; s++)
        assert_int_equal(alu.src[s].chan, 3);

    isa_alu_decode(exp, &alu);
    assert_int_equal(alu.id, ISA_OP2_EXP_IEEE);
    assert_true(alu.last && !alu.op3 && alu.write_mask);
    assert_int_equal(alu.src[0].sel, ISA_SRC_PV);
    assert_int_equal(alu.src[0].chan, 1);
    assert_int_equal(alu.dst_gpr, 0);
    assert_int_equal(alu.dst_chan, 3);
}

/* One member at a time against the manual's bit. */
static void every_alu_member_comes_from_its_bits(void **unused)
{
    (void)unused;
    struct isa_alu alu;
#define CHECK(low, high_word, member, value)                                                                           \
    isa_alu_decode((const uint32_t[2]){low, high_word}, &alu);                                                         \
    assert_int_equal(alu.member, value)
    CHECK(0x1ffu, 0, src[0].sel, 511);
    CHECK(1u << 9, 0, src[0].rel, 1);
    CHECK(3u << 10, 0, src[0].chan, 3);
    CHECK(1u << 12, 0, src[0].neg, 1);
    CHECK(0x1ffu << 13, 0, src[1].sel, 511);
    CHECK(1u << 22, 0, src[1].rel, 1);
    CHECK(3u << 23, 0, src[1].chan, 3);
    CHECK(1u << 25, 0, src[1].neg, 1);
    CHECK(7u << 26, 0, index_mode, 7);
    CHECK(3u << 29, 0, pred_sel, 3);
    CHECK(1u << 31, 0, last, 1);
    CHECK(0, 1u << 0, src[0].abs, 1);
    CHECK(0, 1u << 1, src[1].abs, 1);
    CHECK(0, 1u << 2, update_execute_mask, 1);
    CHECK(0, 1u << 3, update_pred, 1);
    CHECK(0, 1u << 4, write_mask, 1);
    CHECK(0, 3u << 5, omod, 3);
    CHECK(0, 7u << 18, bank_swizzle, 7);
    CHECK(0, 127u << 21, dst_gpr, 127);
    CHECK(0, 1u << 28, dst_rel, 1);
    CHECK(0, 3u << 29, dst_chan, 3);
    CHECK(0, 1u << 31, clamp, 1);
    CHECK(0, 16u << 13 | 0x1ff, src[2].sel, 511);
    CHECK(0, 16u << 13 | 1u << 9, src[2].rel, 1);
    CHECK(0, 16u << 13 | 3u << 10, src[2].chan, 3);
    CHECK(0, 16u << 13 | 1u << 12, src[2].neg, 1);
    CHECK(0, 16u << 13 | 0x7f, omod, 0);
    CHECK(0, 16u << 13, write_mask, 1);
    CHECK(0, 16u << 13 | 0x3, src[0].abs, 0);
    CHECK(0, 0, write_mask, 0);
#undef CHECK
}

static void encoding_returns_every_alu_word(void **unused)
{
    (void)unused;
    uint32_t state = 88172645u;
    for (unsigned n = 0; n < 200000; n++) {
        uint32_t       word[2] = {random_word(&state), random_word(&state)}, back[2];
        struct isa_alu alu;
        if (n < 128) /* corners: one bit, and all but one */
            word[0] = n % 64 < 32 ? 1u << n % 32 : 0, word[1] = n % 64 < 32 ? 0 : 1u << n % 32;
        if (n >= 64 && n < 128)
            word[0] = ~word[0], word[1] = ~word[1];
        isa_alu_decode(word, &alu);
        isa_alu_encode(&alu, back);
        assert_memory_equal(back, word, sizeof word);
    }
}

/* ---- control flow ---------------------------------------------------------------------------------------------- */

/* clang-format off */
static const struct { unsigned opcode; const char *name; } cf_manual[] = { /* ISA 10.1 */
    {0, "NOP"}, {1, "TEX"}, {2, "VTX"}, {3, "VTX_TC"}, {4, "LOOP_START"}, {5, "LOOP_END"}, {6, "LOOP_START_DX10"},
    {7, "LOOP_START_NO_AL"}, {8, "LOOP_CONTINUE"}, {9, "LOOP_BREAK"}, {10, "JUMP"}, {11, "PUSH"}, {12, "PUSH_ELSE"},
    {13, "ELSE"}, {14, "POP"}, {15, "POP_JUMP"}, {16, "POP_PUSH"}, {17, "POP_PUSH_ELSE"}, {18, "CALL"},
    {19, "CALL_FS"}, {20, "RETURN"}, {21, "EMIT_VERTEX"}, {22, "EMIT_CUT_VERTEX"}, {23, "CUT_VERTEX"}, {24, "KILL"},
    {26, "WAIT_ACK"}, {32, "MEM_STREAM0"}, {33, "MEM_STREAM1"}, {34, "MEM_STREAM2"}, {35, "MEM_STREAM3"},
    {36, "MEM_SCRATCH"}, {37, "MEM_REDUCTION"}, {38, "MEM_RING"}, {39, "EXPORT"}, {40, "EXPORT_DONE"},
    {58, "MEM_EXPORT"},
};
static const char *const cf_alu_manual[16] = {
    [8] = "ALU", [9] = "ALU_PUSH_BEFORE", [10] = "ALU_POP_AFTER", [11] = "ALU_POP2_AFTER", [13] = "ALU_CONTINUE",
    [14] = "ALU_BREAK", [15] = "ALU_ELSE_AFTER",
};
/* clang-format on */

static const char *cf_name(unsigned bits)
{
    if (bits >= 64)
        return cf_alu_manual[bits >> 3];
    for (unsigned i = 0; i < sizeof cf_manual / sizeof *cf_manual; i++)
        if (cf_manual[i].opcode == bits)
            return cf_manual[i].name;
    return NULL;
}

static void every_cf_opcode_has_the_manuals_row_or_none(void **unused)
{
    (void)unused;
    bool seen[ISA_CF_INST_COUNT] = {false};
    for (unsigned bits = 0; bits < 128; bits++) { /* bits 29:23 of dword 1 */
        uint32_t                noise = bits & 1 ? 0xc07fffffu : 0, word[2] = {noise, bits << 23 | noise};
        const struct isa_cf_op *op = isa_cf_lookup(word);
        const char             *name = cf_name(bits);
        assert_int_equal(op != NULL, name != NULL);
        if (!op)
            continue;
        assert_string_equal(op->name, name);
        assert_int_equal(op->opcode, bits >= 64 ? bits >> 3 : bits);
        assert_ptr_equal(op, &isa_cf_ops[op->id]);
        seen[op->id] = true;
    }
    for (unsigned i = 0; i < ISA_CF_INST_COUNT; i++)
        assert_true(seen[i]);
    assert_int_equal(isa_cf_op_count, ISA_CF_INST_COUNT);
}

static void cf_classes_follow_the_formats(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < ISA_CF_INST_COUNT; i++) {
        const struct isa_cf_op *op = &isa_cf_ops[i];
        assert_int_equal(op->format == ISA_FORMAT_CF_ALU, op->klass == ISA_CF_ALU);
        assert_int_equal(op->format == ISA_FORMAT_EXPORT_SWIZ, op->klass == ISA_CF_EXPORT);
        assert_int_equal(op->format == ISA_FORMAT_EXPORT_BUF, op->klass == ISA_CF_MEM);
        assert_int_equal(op->klass == ISA_CF_FETCH, op->id >= ISA_CF_INST_TEX && op->id <= ISA_CF_INST_VTX_TC);
        assert_true(!(op->flags & ISA_CF_USES_COND) || op->flags & ISA_CF_USES_CONST);
        assert_true(op->klass != ISA_CF_BRANCH || op->flags & ISA_CF_USES_COND);
        assert_int_equal(!!(op->flags & ISA_CF_USES_CALL_COUNT), strncmp(op->name, "CALL", 4) == 0);
        assert_int_equal(!!(op->flags & ISA_CF_GS_ONLY), strstr(op->name, "VERTEX") != NULL);
        assert_int_equal(!!(op->flags & ISA_CF_PS_ONLY), op->id == ISA_CF_INST_KILL);
    }
}

/* ---- fetch ----------------------------------------------------------------------------------------------------- */

static void every_texture_opcode_has_a_row_but_13(void **unused)
{
    (void)unused;
    const struct isa_field *inst = isa_field_find(ISA_FORMAT_TEX, "tex_inst");
    for (unsigned opcode = 3; opcode < 32; opcode++) {
        const struct isa_fetch_op *op = isa_fetch_lookup(1, (const uint32_t[4]){0xffffffe0u | opcode, ~0u, ~0u, ~0u});
        assert_int_equal(op == NULL, opcode == 13);
        if (!op)
            continue;
        assert_int_equal(op->format, ISA_FORMAT_TEX);
        assert_int_equal(op->opcode, opcode);
        assert_string_equal(isa_enum_name(inst, opcode) + strlen("TEX_INST_"), op->name);
        assert_ptr_equal(op, &isa_fetch_ops[op->id]);
    }
}

static void vertex_fetches_are_known_to_all_fetch_clauses(void **unused)
{
    (void)unused;
    for (unsigned clause = 1; clause <= 3; clause++) {
        assert_int_equal(isa_fetch_lookup(clause, (const uint32_t[4]){0})->id, ISA_FETCH_FETCH);
        assert_int_equal(isa_fetch_lookup(clause, (const uint32_t[4]){1})->id, ISA_FETCH_SEMANTIC);
        assert_int_equal(isa_fetch_lookup(clause, (const uint32_t[4]){1})->format, ISA_FORMAT_VTX_SEM);
    }
}

static void texture_opcodes_are_reserved_in_vertex_clauses(void **unused)
{
    (void)unused;
    for (unsigned opcode = 3; opcode < 32; opcode++) {
        assert_null(isa_fetch_lookup(2, (const uint32_t[4]){opcode}));
        assert_null(isa_fetch_lookup(3, (const uint32_t[4]){opcode}));
    }
}

static void memory_operations_are_told_apart_by_mem_op(void **unused)
{
    (void)unused;
    static const struct {
        const char        *name;
        enum isa_format_id format;
    } rows[8] = {{"MEM_RD_SCRATCH", ISA_FORMAT_MEM_RD},  {"MEM_RD_REDUCTION", ISA_FORMAT_MEM_RD},
                 {"MEM_RD_SCATTER", ISA_FORMAT_MEM_RD},  {NULL, 0},
                 {"LOCAL_DS_WRITE", ISA_FORMAT_MEM_DSW}, {"LOCAL_DS_READ", ISA_FORMAT_MEM_DSR}};
    for (unsigned clause = 1; clause <= 3; clause++)
        for (unsigned sub = 0; sub < 8; sub++) {
            const struct isa_fetch_op *op = isa_fetch_lookup(clause, (const uint32_t[4]){2 | sub << 8});
            assert_int_equal(op != NULL, rows[sub].name != NULL);
            if (!op)
                continue;
            assert_string_equal(op->name, rows[sub].name);
            assert_int_equal(op->format, rows[sub].format);
            assert_int_equal(op->sub_opcode, sub);
        }
    assert_int_equal(isa_fetch_op_count, ISA_FETCH_COUNT);
}

/* ---- programs in the tree -------------------------------------------------------------------------------------- */

#define MAX_DWORDS 4096

static unsigned read_hex(const char *path, uint32_t *words)
{
    unsigned n = 0, word;
    FILE    *file = fopen(path, "r");
    if (!file)
        return 0;
    while (n < MAX_DWORDS && fscanf(file, "%x", &word) == 1)
        words[n++] = word;
    fclose(file);
    return n;
}

/* Whatever a dword pair of a program is, it survives as an ALU word. */
static void encoding_returns_every_word_of_compiled_programs(void **unused)
{
    (void)unused;
    static const char *const places[] = {"tb/corpus/*-rv770/*/*.hex", "../shared/corpus/*-rv770/*/*.hex"};
    for (unsigned p = 0; p < sizeof places / sizeof *places; p++) {
        glob_t found = {0};
        if (glob(places[p], 0, NULL, &found) == 0)
            for (size_t i = 0; i < found.gl_pathc; i++) {
                static uint32_t words[MAX_DWORDS];
                unsigned        n = read_hex(found.gl_pathv[i], words);
                for (unsigned w = 0; w + 1 < n; w += 2) {
                    uint32_t       back[2];
                    struct isa_alu alu;
                    isa_alu_decode(&words[w], &alu);
                    isa_alu_encode(&alu, back);
                    assert_memory_equal(back, &words[w], sizeof back);
                }
            }
        globfree(&found);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alu_rows_are_those_of_the_manual),
        cmocka_unit_test(no_two_alu_rows_share_an_opcode),
        cmocka_unit_test(every_alu_opcode_decodes_to_its_row),
        cmocka_unit_test(reserved_alu_opcodes_decode_to_illegal_and_encode_again),
        cmocka_unit_test(alu_flags_follow_the_names),
        cmocka_unit_test(compiled_words_decode_as_their_listings),
        cmocka_unit_test(every_alu_member_comes_from_its_bits),
        cmocka_unit_test(encoding_returns_every_alu_word),
        cmocka_unit_test(every_cf_opcode_has_the_manuals_row_or_none),
        cmocka_unit_test(cf_classes_follow_the_formats),
        cmocka_unit_test(every_texture_opcode_has_a_row_but_13),
        cmocka_unit_test(vertex_fetches_are_known_to_all_fetch_clauses),
        cmocka_unit_test(texture_opcodes_are_reserved_in_vertex_clauses),
        cmocka_unit_test(memory_operations_are_told_apart_by_mem_op),
        cmocka_unit_test(encoding_returns_every_word_of_compiled_programs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
