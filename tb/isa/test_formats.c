/* test_formats.c - the microcode formats: coverage, place and value of every field, pack and unpack (ISA ch. 10). */
#include "isa/r700/isa.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define MAX_FIELDS 64

/* The structs are uint32_t members in the order of the rows, so one may look at them as at an array. */
struct codec {
    void (*unpack)(const uint32_t *dwords, uint32_t *members);
    void (*pack)(const uint32_t *members, uint32_t *dwords);
    size_t size;
};

#define CODEC(type)                                                                                                    \
    static void unpack_##type(const uint32_t *dwords, uint32_t *members)                                               \
    {                                                                                                                  \
        struct isa_##type s;                                                                                           \
        isa_unpack_##type(dwords, &s);                                                                                 \
        memcpy(members, &s, sizeof s);                                                                                 \
    }                                                                                                                  \
    static void pack_##type(const uint32_t *members, uint32_t *dwords)                                                 \
    {                                                                                                                  \
        struct isa_##type s;                                                                                           \
        memcpy(&s, members, sizeof s);                                                                                 \
        isa_pack_##type(&s, dwords);                                                                                   \
    }
CODEC(cf)
CODEC(cf_alu)
CODEC(export_buf)
CODEC(export_swiz)
CODEC(alu_op2)
CODEC(alu_op3)
CODEC(vtx_sem)
CODEC(vtx_gpr)
CODEC(tex)
CODEC(mem_rd)
CODEC(mem_dsw)
CODEC(mem_dsr)

/* clang-format off */
#define ENTRY(id, type) [ISA_FORMAT_##id] = {unpack_##type, pack_##type, sizeof(struct isa_##type)}
static const struct codec codecs[ISA_FORMAT_COUNT] = {
    ENTRY(CF, cf),           ENTRY(CF_ALU, cf_alu),   ENTRY(EXPORT_BUF, export_buf), ENTRY(EXPORT_SWIZ, export_swiz),
    ENTRY(ALU_OP2, alu_op2), ENTRY(ALU_OP3, alu_op3), ENTRY(VTX_SEM, vtx_sem),       ENTRY(VTX_GPR, vtx_gpr),
    ENTRY(TEX, tex),         ENTRY(MEM_RD, mem_rd),   ENTRY(MEM_DSW, mem_dsw),       ENTRY(MEM_DSR, mem_dsr),
};

static const struct { enum isa_format_id format; const char *name; unsigned dword, high, low; } manual[] = {
#define MANUAL(format, field, dword, high, low) {ISA_FORMAT_##format, #field, dword, high, low},
#include "tb/isa/manual_fields.def"
};
/* clang-format on */
#define MANUAL_ROWS (sizeof manual / sizeof *manual)

static uint32_t ones(unsigned high, unsigned low)
{
    return (uint32_t)((UINT64_C(1) << (high + 1)) - (UINT64_C(1) << low));
}

/* xorshift: the same words in every run */
static uint32_t random_word(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    return *state ^= *state << 5;
}

static void every_bit_belongs_to_exactly_one_field(void **unused)
{
    (void)unused;
    for (unsigned f = 0; f < ISA_FORMAT_COUNT; f++) {
        uint32_t covered[4] = {0};
        for (unsigned i = 0; i < isa_formats[f].field_count; i++) {
            const struct isa_field *field = &isa_formats[f].fields[i];
            uint32_t                bits = ones(field->high, field->low);
            assert_true(field->dword < isa_formats[f].dwords && field->high <= 31 && field->low <= field->high);
            assert_int_equal(covered[field->dword] & bits, 0);
            covered[field->dword] |= bits;
        }
        for (unsigned d = 0; d < isa_formats[f].dwords; d++)
            assert_int_equal(covered[d], 0xffffffff);
    }
}

static void every_field_is_where_the_manual_puts_it(void **unused)
{
    (void)unused;
    unsigned rows = 0;
    for (unsigned i = 0; i < MANUAL_ROWS; i++) {
        const struct isa_field *field = isa_field_find(manual[i].format, manual[i].name);
        assert_non_null(field);
        assert_int_equal(field->dword, manual[i].dword);
        assert_int_equal(field->high, manual[i].high);
        assert_int_equal(field->low, manual[i].low);
    }
    for (unsigned f = 0; f < ISA_FORMAT_COUNT; f++)
        for (unsigned i = 0; i < isa_formats[f].field_count; i++)
            rows += isa_formats[f].fields[i].kind != ISA_RESERVED;
    assert_int_equal(rows, MANUAL_ROWS);
}

/* Each row in a word of its own: all ones in the manual's place and nothing else. */
static void one_field_fills_its_own_member_and_no_other(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < MANUAL_ROWS; i++) {
        const struct isa_format *format = &isa_formats[manual[i].format];
        const struct isa_field  *field = isa_field_find(manual[i].format, manual[i].name);
        uint32_t                 word[4] = {0}, set[4] = {0}, back[4], members[MAX_FIELDS];
        uint32_t                 value = ones(manual[i].high - manual[i].low, 0);

        word[manual[i].dword] = ones(manual[i].high, manual[i].low);
        assert_int_equal(isa_field_get(field, word), value);
        isa_field_set(field, set, 0xffffffff);
        assert_memory_equal(set, word, sizeof word);
        codecs[manual[i].format].unpack(word, members);
        for (unsigned m = 0; m < format->field_count; m++)
            assert_int_equal(members[m], &format->fields[m] == field ? value : 0);
        codecs[manual[i].format].pack(members, back);
        assert_memory_equal(back, word, format->dwords * sizeof *word);
    }
}

static void setting_a_field_keeps_the_other_bits(void **unused)
{
    (void)unused;
    for (unsigned f = 0; f < ISA_FORMAT_COUNT; f++)
        for (unsigned i = 0; i < isa_formats[f].field_count; i++) {
            const struct isa_field *field = &isa_formats[f].fields[i];
            uint32_t                word[4] = {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff};
            isa_field_set(field, word, 0);
            for (unsigned d = 0; d < 4; d++)
                assert_int_equal(word[d], d == field->dword ? ~ones(field->high, field->low) : 0xffffffff);
        }
}

static void packing_clears_what_a_member_cannot_hold(void **unused)
{
    (void)unused;
    struct isa_tex tex = {.lod_bias = 0x80u | 5};
    uint32_t       word[4];
    isa_pack_tex(&tex, word);
    assert_int_equal(word[1], 5u << 21);
}

static void check_round_trip(unsigned f, const uint32_t *word)
{
    uint32_t members[MAX_FIELDS], back[4];
    codecs[f].unpack(word, members);
    for (unsigned i = 0; i < isa_formats[f].field_count; i++)
        assert_int_equal(members[i], isa_field_get(&isa_formats[f].fields[i], word));
    codecs[f].pack(members, back);
    assert_memory_equal(back, word, isa_formats[f].dwords * sizeof *word);
}

static void unpack_and_pack_return_every_word(void **unused)
{
    (void)unused;
    uint32_t state = 2463534242u;
    for (unsigned f = 0; f < ISA_FORMAT_COUNT; f++) {
        assert_int_equal(codecs[f].size, isa_formats[f].field_count * sizeof(uint32_t));
        assert_true(isa_formats[f].field_count <= MAX_FIELDS);
        for (unsigned bit = 0; bit < 128; bit++) {
            uint32_t one[4] = {0}, hole[4];
            one[bit / 32] = 1u << bit % 32;
            for (unsigned d = 0; d < 4; d++)
                hole[d] = ~one[d];
            check_round_trip(f, one);
            check_round_trip(f, hole);
        }
        for (unsigned n = 0; n < 20000; n++) {
            uint32_t word[4];
            for (unsigned d = 0; d < 4; d++)
                word[d] = random_word(&state);
            check_round_trip(f, word);
        }
    }
}

static void fetch_formats_are_padded_to_four_dwords(void **unused)
{
    (void)unused;
    for (unsigned f = 0; f < ISA_FORMAT_COUNT; f++) {
        const struct isa_field *padding = isa_field_find(f, "reserved_3_31_0");
        assert_int_equal(isa_formats[f].dwords, f < ISA_FORMAT_VTX_SEM ? 2 : 4);
        assert_int_equal(padding != NULL, isa_formats[f].dwords == 4);
    }
}

static void every_row_is_described(void **unused)
{
    (void)unused;
    for (unsigned f = 0; f < ISA_FORMAT_COUNT; f++)
        for (unsigned i = 0; i < isa_formats[f].field_count; i++) {
            const struct isa_field *field = &isa_formats[f].fields[i];
            bool                    reserved = strncmp(field->name, "reserved_", 9) == 0;
            assert_ptr_equal(isa_field_find(f, field->name), field); /* no name twice */
            assert_int_equal(field->kind == ISA_RESERVED, reserved);
            assert_int_equal(field->kind == ISA_ENUM, field->names != NULL);
            assert_true(field->kind != ISA_ENUM || field->name_count <= 1u << (field->high - field->low + 1));
            assert_true(field->kind != ISA_FLAG || field->high == field->low);
            assert_true(reserved || field->doc[0] != '\0');
        }
}

static const char *value_name(enum isa_format_id format, const char *field, uint32_t value)
{
    return isa_enum_name(isa_field_find(format, field), value);
}

static void values_have_the_manuals_names(void **unused)
{
    (void)unused;
    assert_string_equal(value_name(ISA_FORMAT_CF, "cond", 3), "CF_COND_NOT_BOOL");
    assert_string_equal(value_name(ISA_FORMAT_CF, "cf_inst", 6), "CF_INST_LOOP_START_DX10");
    assert_string_equal(value_name(ISA_FORMAT_CF_ALU, "cf_inst", 15), "CF_INST_ALU_ELSE_AFTER");
    assert_string_equal(value_name(ISA_FORMAT_CF_ALU, "kcache_mode1", 2), "CF_KCACHE_LOCK_2");
    assert_string_equal(value_name(ISA_FORMAT_EXPORT_SWIZ, "type", 2), "EXPORT_PARAM");
    assert_string_equal(value_name(ISA_FORMAT_EXPORT_BUF, "type", 3), "EXPORT_WRITE_IND_ACK");
    assert_string_equal(value_name(ISA_FORMAT_EXPORT_BUF, "cf_inst", 58), "CF_INST_MEM_EXPORT");
    assert_string_equal(value_name(ISA_FORMAT_ALU_OP2, "alu_inst", 126), "OP2_INST_PRED_SETGE_64");
    assert_string_equal(value_name(ISA_FORMAT_ALU_OP3, "alu_inst", 29), "OP3_INST_CNDGT_INT");
    assert_string_equal(value_name(ISA_FORMAT_TEX, "tex_inst", 31), "TEX_INST_SAMPLE_C_G_LZ");
    assert_string_equal(value_name(ISA_FORMAT_VTX_GPR, "data_format", 35), "FMT_32_32_32_32_FLOAT");
    assert_string_equal(value_name(ISA_FORMAT_VTX_GPR, "data_format", 62), "FMT_CTX1");
    assert_string_equal(value_name(ISA_FORMAT_MEM_RD, "mem_op", 5), "MEM_OP_LOCAL_DS_READ");
    assert_string_equal(value_name(ISA_FORMAT_MEM_DSR, "mux_cntl", 2), "DSR_MUX_WORD_SELECT");
}

static void operand_selects_are_named_over_their_ranges(void **unused)
{
    (void)unused;
    static const struct {
        unsigned    sel;
        const char *name;
    } rows[] = {{0, "R0"},
                {99, "R99"},
                {100, "R100"},
                {127, "R127"},
                {128, "KC0[0]"},
                {159, "KC0[31]"},
                {160, "KC1[0]"},
                {191, "KC1[31]"},
                {192, NULL},
                {243, NULL},
                {244, "ALU_SRC_1_DBL_L"},
                {253, "ALU_SRC_LITERAL"},
                {255, "ALU_SRC_PS"},
                {256, "C0"},
                {355, "C99"},
                {356, "C100"},
                {455, "C199"},
                {456, "C200"},
                {505, "C249"},
                {511, "C255"}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *name = value_name(ISA_FORMAT_ALU_OP3, "src2_sel", rows[i].sel);
        if (rows[i].name)
            assert_string_equal(name, rows[i].name);
        else
            assert_null(name);
    }
}

static void reserved_values_have_no_name(void **unused)
{
    (void)unused;
    assert_null(value_name(ISA_FORMAT_CF, "cf_inst", 25));
    assert_null(value_name(ISA_FORMAT_CF, "cf_inst", 27));
    assert_null(value_name(ISA_FORMAT_CF, "cf_inst", 32));
    assert_null(value_name(ISA_FORMAT_CF_ALU, "cf_inst", 12));
    assert_null(value_name(ISA_FORMAT_EXPORT_SWIZ, "cf_inst", 41));
    assert_null(value_name(ISA_FORMAT_EXPORT_SWIZ, "sel_x", 6));
    assert_null(value_name(ISA_FORMAT_EXPORT_SWIZ, "type", 3));
    assert_null(value_name(ISA_FORMAT_ALU_OP2, "pred_sel", 1));
    assert_null(value_name(ISA_FORMAT_ALU_OP2, "index_mode", 7));
    assert_null(value_name(ISA_FORMAT_ALU_OP2, "bank_swizzle", 6));
    assert_null(value_name(ISA_FORMAT_ALU_OP2, "alu_inst", 84));
    assert_null(value_name(ISA_FORMAT_ALU_OP2, "alu_inst", 2047));
    assert_null(value_name(ISA_FORMAT_ALU_OP3, "alu_inst", 27));
    assert_null(value_name(ISA_FORMAT_VTX_GPR, "vtx_inst", 3));
    assert_null(value_name(ISA_FORMAT_VTX_GPR, "data_format", 63));
    assert_null(value_name(ISA_FORMAT_TEX, "tex_inst", 13));
    assert_null(value_name(ISA_FORMAT_MEM_RD, "mem_op", 3));
    assert_null(value_name(ISA_FORMAT_CF, "count", 0));
    assert_null(isa_field_find(ISA_FORMAT_CF, "counter"));
}

/* The formats of control flow have these flags in one place; each function reads that bit and no other. */
static void flags_of_control_flow_lie_in_one_place_of_all_formats(void **state)
{
    (void)state;
    static const enum isa_format_id formats[] = {ISA_FORMAT_CF, ISA_FORMAT_CF_ALU, ISA_FORMAT_EXPORT_BUF,
                                                 ISA_FORMAT_EXPORT_SWIZ};
    static const struct {
        const char *name;
        bool (*flag)(uint64_t word);
    } flags[] = {{"barrier", isa_cf_barrier},
                 {"whole_quad_mode", isa_cf_whole_quad_mode},
                 {"valid_pixel_mode", isa_cf_valid_pixel_mode}};
    unsigned found = 0;
    for (unsigned i = 0; i < 3; i++)
        for (unsigned f = 0; f < 4; f++) {
            const struct isa_field *field = isa_field_find(formats[f], flags[i].name);
            if (!field)
                continue;
            found++;
            assert_int_equal(field->high, field->low);
            for (unsigned bit = 0; bit < 64; bit++)
                assert_int_equal(flags[i].flag(1ull << bit), bit == 32u * field->dword + field->low);
        }
    assert_int_equal(found, 4 + 4 + 3); /* ALU clauses have no VALID_PIXEL_MODE */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bit_belongs_to_exactly_one_field),
        cmocka_unit_test(every_field_is_where_the_manual_puts_it),
        cmocka_unit_test(one_field_fills_its_own_member_and_no_other),
        cmocka_unit_test(setting_a_field_keeps_the_other_bits),
        cmocka_unit_test(packing_clears_what_a_member_cannot_hold),
        cmocka_unit_test(unpack_and_pack_return_every_word),
        cmocka_unit_test(fetch_formats_are_padded_to_four_dwords),
        cmocka_unit_test(every_row_is_described),
        cmocka_unit_test(values_have_the_manuals_names),
        cmocka_unit_test(operand_selects_are_named_over_their_ranges),
        cmocka_unit_test(reserved_values_have_no_name),
        cmocka_unit_test(flags_of_control_flow_lie_in_one_place_of_all_formats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
