/* test_registers.c - the register map of R6xx/R7xx: its table against itself, against what drivers and compilers write,
 * and the look-ups and the register file on top of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "rtl_model/r700/setup/registers.h"

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))
#define SPACE_BYTES 0x40000u

/* ---- the table ------------------------------------------------------------------------------------------------- */

static void rows_ascend_and_are_made_of_words(void **state)
{
    (void)state;
    unsigned                   count;
    const struct register_row *rows = register_rows(&count);
    assert_true(count > 250);
    for (unsigned i = 0; i < count; i++) {
        assert_int_equal(rows[i].offset % 4, 0);
        assert_int_equal(rows[i].stride % 4, 0);
        assert_true(rows[i].stride > 0 && rows[i].count > 0);
        assert_true(register_offset(&rows[i], rows[i].count - 1) < SPACE_BYTES);
        assert_true(i == 0 || rows[i - 1].offset < rows[i].offset);
    }
}

static void no_two_elements_share_an_offset_or_a_slot(void **state)
{
    (void)state;
    static uint8_t             taken[SPACE_BYTES / 4], filled[REGISTER_WORDS];
    unsigned                   count, elements = 0;
    const struct register_row *rows = register_rows(&count);
    for (unsigned i = 0; i < count; i++)
        for (unsigned index = 0; index < rows[i].count; index++, elements++) {
            uint32_t offset = register_offset(&rows[i], index);
            if (taken[offset / 4]++)
                fail_msg("%s element %u overlaps at 0x%05x", rows[i].name, index, (unsigned)offset);
            assert_true(rows[i].slot + index < REGISTER_WORDS);
            assert_int_equal(filled[rows[i].slot + index]++, 0);
        }
    assert_int_equal(elements, REGISTER_WORDS);
}

static void every_element_is_found_by_its_offset_and_by_its_name(void **state)
{
    (void)state;
    unsigned                   count;
    const struct register_row *rows = register_rows(&count);
    for (unsigned i = 0; i < count; i++)
        for (unsigned index = 0; index < rows[i].count; index++) {
            unsigned found = UINT32_MAX;
            char     name[REGISTER_NAME_SIZE];
            register_name(&rows[i], index, name, sizeof name);
            assert_null(strchr(name, '#'));
            assert_ptr_equal(register_find_offset(register_offset(&rows[i], index), &found), &rows[i]);
            assert_int_equal(found, index);
            found = UINT32_MAX;
            if (register_find_name(name, &found) != &rows[i] || found != index)
                fail_msg("%s is not found by its name", name);
        }
}

static void only_elements_are_found_by_offset(void **state)
{
    (void)state;
    unsigned found = 0;
    for (uint32_t offset = 0; offset < SPACE_BYTES + 0x1000; offset++) {
        unsigned                   index;
        const struct register_row *row = register_find_offset(offset, &index);
        if (!row)
            continue;
        assert_int_equal(register_offset(row, index), offset);
        found++;
    }
    assert_int_equal(found, REGISTER_WORDS);
    assert_null(register_find_offset(UINT32_MAX, NULL));
}

/* Returns how many named values do not fit their field: a set may be shared by a wide and a narrow one. */
static unsigned check_fields(const struct register_row *row)
{
    uint32_t covered = 0;
    unsigned too_wide = 0;
    for (unsigned i = 0; i < row->field_count; i++) {
        const struct register_field *field = &row->fields[i];
        unsigned                     high = field->bits >> 8, low = field->bits & 0xff;
        assert_true(high <= 31 && low <= high);
        uint32_t mask = register_mask(field->bits) << low;
        if (covered & mask)
            fail_msg("%s.%s overlaps", row->name, field->name);
        assert_true(i == 0 || (row->fields[i - 1].bits >> 8) < low);
        covered |= mask;
        assert_ptr_equal(register_find_field(row, field->name), field);
        for (unsigned v = 0; v < field->values->count; v++) {
            const struct register_value *value = &field->values->value[v];
            size_t                       prefix = strlen(field->values->prefix);
            assert_int_equal(strncmp(value->name, field->values->prefix, prefix), 0);
            for (unsigned u = 0; u < v; u++)
                assert_true(strcasecmp(field->values->value[u].name, value->name) != 0 &&
                            field->values->value[u].number != value->number);
            too_wide += value->number > register_mask(field->bits);
        }
    }
    if (row->reset & ~covered)
        fail_msg("%s has reset bits outside its fields", row->name);
    return too_wide;
}

static void fields_do_not_overlap_and_their_values_fit(void **state)
{
    (void)state;
    unsigned                   count, too_wide = 0;
    const struct register_row *rows = register_rows(&count);
    for (unsigned i = 0; i < count; i++)
        assert_int_equal(check_fields(&rows[i]), 0);
    static const char *const views[] = {"SQ_VTX_CONSTANT_WORD0_0", "SQ_VTX_CONSTANT_WORD1_0", "SQ_VTX_CONSTANT_WORD2_0",
                                        "SQ_VTX_CONSTANT_WORD3_0", "SQ_VTX_CONSTANT_WORD6_0", "SQ_LOOP_CONST_DX10_0"};
    for (size_t i = 0; i < LENGTH(views); i++)
        too_wide += check_fields(register_find_name(views[i], NULL));
    assert_int_equal(too_wide, 1); /* one bit of FORMAT_COMP_ALL has no room for UNSIGNED_BIASED (3D 6) */
}

static void every_register_of_the_shader_core_has_its_fields(void **state)
{
    (void)state;
    /* Drivers and compilers name these without saying more. */
    static const char *const   bare[] = {"SQ_MS_FIFO_SIZES", "SQ_LDS_ALLOC"};
    unsigned                   count;
    const struct register_row *rows = register_rows(&count);
    for (unsigned i = 0; i < count; i++) {
        const char *name = rows[i].name;
        bool        core = !strncmp(name, "SQ_", 3) || !strncmp(name, "SPI_", 4) || !strncmp(name, "SX_", 3) ||
                    !strncmp(name, "TD_", 3) || !strncmp(name, "TA_", 3) || !strncmp(name, "CB_COLOR", 8);
        for (size_t b = 0; b < LENGTH(bare); b++)
            core = core && strcmp(name, bare[b]) != 0;
        if (core && rows[i].field_count == 0)
            fail_msg("%s has no fields", name);
    }
}

/* How many elements there are, and how many bytes lie between the first words of two of them. */
static void constant_stores_have_their_size(void **state)
{
    (void)state;
    static const struct {
        const char *first, *last;
        uint32_t    offset, bytes;
        unsigned    count, words;
    } store[] = {
        {"SQ_ALU_CONSTANT0_0", "SQ_ALU_CONSTANT3_511", 0x30000, 16, 512, 4}, /* 256 PS, 256 VS, 3D 9 */
        {"SQ_TEX_RESOURCE_WORD0_0", "SQ_TEX_RESOURCE_WORD6_495", 0x38000, 28, 496,
         7},                                                                       /* 160 PS, 160 VS, 16 FS, 160 GS */
        {"SQ_TEX_SAMPLER_WORD0_0", "SQ_TEX_SAMPLER_WORD2_53", 0x3c000, 12, 54, 3}, /* 18 each for PS, VS, GS */
        {"SQ_LOOP_CONST_0", "SQ_LOOP_CONST_95", 0x3e200, 4, 96, 1},                /* 32 each for PS, VS, GS, 3D 9 */
        {"SQ_BOOL_CONST_0", "SQ_BOOL_CONST_2", 0x3e380, 4, 3, 1},
        {"TD_PS_SAMPLER0_BORDER_RED", "TD_PS_SAMPLER17_BORDER_ALPHA", 0xa400, 16, 18, 4},
        {"TD_VS_SAMPLER0_BORDER_RED", "TD_VS_SAMPLER17_BORDER_ALPHA", 0xa600, 16, 18, 4},
        {"TD_GS_SAMPLER0_BORDER_RED", "TD_GS_SAMPLER17_BORDER_ALPHA", 0xa800, 16, 18, 4},
    };
    for (size_t i = 0; i < LENGTH(store); i++) {
        unsigned                   index;
        const struct register_row *first = register_find_name(store[i].first, NULL);
        const struct register_row *last = register_find_name(store[i].last, &index);
        assert_ptr_equal(last, first + store[i].words - 1);
        assert_int_equal(first->offset, store[i].offset);
        assert_int_equal(index, store[i].count - 1);
        for (unsigned word = 0; word < store[i].words; word++) {
            assert_int_equal(first[word].offset, store[i].offset + 4 * word);
            assert_int_equal(first[word].stride, store[i].bytes);
            assert_int_equal(first[word].count, store[i].count);
        }
    }
}

/* ---- against drivers and compilers ----------------------------------------------------------------------------- */

static const struct known {
    uint32_t    offset;
    const char *name;
} mesa[] = {
#define MESA(offset, name) {offset, name},
#include "tb/unit/start/registers_mesa.def"
#undef MESA
};

static void check_known(const struct known *known)
{
    unsigned                   by_offset, by_name;
    const struct register_row *row = register_find_offset(known->offset, &by_offset);
    if (!row)
        fail_msg("0x%05x %s is unknown", (unsigned)known->offset, known->name);
    if (!known->name[0])
        return;
    const struct register_row *named = register_find_name(known->name, &by_name);
    if (!named)
        fail_msg("%s is unknown", known->name);
    assert_int_equal(register_offset(named, by_name), known->offset);
    assert_int_equal(named->slot + by_name, row->slot + by_offset);
}

static void every_register_that_mesa_writes_is_known_by_offset_and_name(void **state)
{
    (void)state;
    assert_int_equal(LENGTH(mesa), 354);
    for (size_t i = 0; i < LENGTH(mesa); i++)
        check_known(&mesa[i]);
}

static void well_known_offsets_have_their_names(void **state)
{
    (void)state;
    static const struct known known[] = {
        /* what LLVM writes into .AMDGPU.config, in its decimal form */
        {165968, "SQ_PGM_RESOURCES_PS"},
        {165992, "SQ_PGM_RESOURCES_VS"},
        {165900, "DB_SHADER_CONTROL"},
        {166120, "SQ_LDS_ALLOC"},
        /* the stages' programs and constants, 3D 9 and 10 */
        {0x28840, "SQ_PGM_START_PS"},
        {0x28858, "SQ_PGM_START_VS"},
        {0x2886c, "SQ_PGM_START_GS"},
        {0x28880, "SQ_PGM_START_ES"},
        {0x28894, "SQ_PGM_START_FS"},
        {0x2887c, "SQ_PGM_RESOURCES_GS"},
        {0x28890, "SQ_PGM_RESOURCES_ES"},
        {0x288a4, "SQ_PGM_RESOURCES_FS"},
        {0x28854, "SQ_PGM_EXPORTS_PS"},
        {0x288cc, "SQ_PGM_CF_OFFSET_PS"},
        {0x3000c + 16 * 511, "SQ_ALU_CONSTANT3_511"},
        {0x3e200 + 4 * 95, "SQ_LOOP_CONST_95"},
        {0x3e388, "SQ_BOOL_CONST_2"},
        {0x2894c, "SQ_ALU_CONST_CACHE_PS_3"},
        {0x289fc, "SQ_ALU_CONST_CACHE_GS_15"},
        {0x38000 + 28 * 17 + 12, "SQ_TEX_RESOURCE_WORD3_17"},
        {0x38000 + 28 * 495 + 24, "SQ_TEX_RESOURCE_WORD6_495"},
        {0x38000 + 28 * 160 + 8, "SQ_VTX_CONSTANT_WORD2_160"},
        {0x3c000 + 12 * 53 + 8, "SQ_TEX_SAMPLER_WORD2_53"},
        /* last elements of arrays, LINUX */
        {0x0948c, "TD_FILTER4_35"},
        {0x09400, "TD_FILTER4"},
        {0x0a420, "TD_PS_SAMPLER2_BORDER_RED"},
        {0x0a51c, "TD_PS_SAMPLER17_BORDER_ALPHA"},
        {0x0a71c, "TD_VS_SAMPLER17_BORDER_ALPHA"},
        {0x0a918, "TD_GS_SAMPLER17_BORDER_BLUE"},
        {0x0aa44, "TD_PS_SAMPLER17_CLEARTYPE_KERNEL"},
        {0x283fc, "SQ_VTX_SEMANTIC_31"},
        {0x286c0, "SPI_PS_INPUT_CNTL_31"},
        {0x28638, "SPI_VS_OUT_ID_9"},
        {0x2879c, "CB_BLEND7_CONTROL"},
        {0x28804, "CB_BLEND_CONTROL"},
        {0x28098, "CB_COLOR6_VIEW"},
        {0x2811c, "CB_COLOR7_MASK"},
        {0x285b8, "PA_CL_VPORT_ZOFFSET_15"},
        {0x28e7c, "PA_CL_UCP_5_W"},
        {0x2834c, "PA_SC_VPORT_ZMAX_15"},
        {0x282cc, "PA_SC_VPORT_SCISSOR_15_BR"},
        {0x2822c, "PA_SC_CLIPRECT_3_BR"},
        {0x28aa4, "VGT_INSTANCE_STEP_RATE_1"},
        {0x088b0, "VGT_VTX_VECT_EJECT_REG"},
        {0x08974, "VGT_NUM_INSTANCES"},
        {0x0900c, "SX_EXPORT_BUFFER_SIZES"},
        {0x0a020, "SMX_DC_CTL0"},
        {0x0951c, "TA3_CNTL"},
        {0x094b0, "TD3_STATUS"},
        {0x28b0c, "VGT_STRMOUT_BUFFER_OFFSET_3"},
        {0x28b50, "VGT_STRMOUT_BASE_OFFSET_HI_3"},
    };
    for (size_t i = 0; i < LENGTH(known); i++)
        check_known(&known[i]);
}

static void well_known_fields_are_where_drivers_put_them(void **state)
{
    (void)state;
    static const struct {
        const char *name, *field;
        unsigned    high, low;
    } known[] = {
        {"SQ_PGM_RESOURCES_PS", "NUM_GPRS", 7, 0},
        {"SQ_PGM_RESOURCES_PS", "STACK_SIZE", 15, 8},
        {"SQ_PGM_RESOURCES_VS", "DX10_CLAMP", 21, 21},
        {"DB_SHADER_CONTROL", "KILL_ENABLE", 6, 6},
        {"SQ_CONFIG", "DX9_CONSTS", 2, 2},
        {"SQ_TEX_SAMPLER_WORD0_0", "MAX_ANISO", 21, 19},
        {"SQ_GPR_RESOURCE_MGMT_1", "NUM_CLAUSE_TEMP_GPRS", 31, 28},
        {"SQ_TEX_RESOURCE_WORD0_0", "PITCH", 18, 8},
        {"SQ_TEX_RESOURCE_WORD1_5", "DATA_FORMAT", 31, 26},
        {"SQ_VTX_CONSTANT_WORD2_0", "STRIDE", 18, 8},
        {"SQ_VTX_CONSTANT_WORD6_0", "TYPE", 31, 30},
        {"SQ_TEX_SAMPLER_WORD1_0", "LOD_BIAS", 31, 20},
        {"SQ_LOOP_CONST_0", "INC", 31, 24},
        {"SPI_PS_IN_CONTROL_0", "PARAM_GEN_ADDR", 25, 19},
        {"CB_COLOR2_INFO", "FORMAT", 7, 2},
    };
    for (size_t i = 0; i < LENGTH(known); i++) {
        const struct register_row   *row = register_find_name(known[i].name, NULL);
        const struct register_field *field = register_find_field(row, known[i].field);
        assert_non_null(field);
        assert_int_equal(field->bits, REGISTER_BITS(known[i].high, known[i].low));
    }
    assert_null(register_find_field(register_find_name("SQ_CONFIG", NULL), "NUM_GPRS"));
}

/* ---- names ----------------------------------------------------------------------------------------------------- */

static void names_outside_the_map_are_unknown(void **state)
{
    (void)state;
    static const char *const unknown[] = {"",
                                          "SQ",
                                          "sq_config",
                                          "SQ_CONFIG_0",
                                          "SQ_CONFIG ",
                                          "SQ_BOOL_CONST",
                                          "SQ_BOOL_CONST_",
                                          "SQ_BOOL_CONST_3",
                                          "SQ_BOOL_CONST_01",
                                          "SQ_BOOL_CONST_4294967296",
                                          "SQ_BOOL_CONST_#",
                                          "CB_COLOR8_BASE",
                                          "CB_COLOR_BASE",
                                          "TD_FILTER4_0",
                                          "TD_FILTER4_36",
                                          "SQ_TEX_RESOURCE_WORD0_496",
                                          "SQ_TEX_RESOURCE_WORD7_0",
                                          "RESOURCE_FS16_WORD0",
                                          "SAMPLER54_WORD0"};
    for (size_t i = 0; i < LENGTH(unknown); i++)
        if (register_find_name(unknown[i], NULL))
            fail_msg("%s is known", unknown[i]);
}

static void drivers_names_mean_the_element_of_their_stage(void **state)
{
    (void)state;
    static const struct known known[] = {
        {0x38000 + 28 * 159, "RESOURCE_PS159_WORD0"},       {0x38000 + 28 * 160 + 4, "RESOURCE_VS0_WORD1"},
        {0x38000 + 28 * 335 + 24, "RESOURCE_FS15_WORD6"},   {0x38000 + 28 * 336, "RESOURCE_GS0_WORD0"},
        {0x38000 + 28 * 495, "RESOURCE_GS159_WORD0"},       {0x3c000 + 12 * 53, "SAMPLER53_WORD0"},
        {0x38000 + 28 * 3 + 16, "SQ_VTX_CONSTANT_WORD4_3"}, {0x28e70, "PA_CL_UCP5_X"},
        {0x38000 + 28 * 495, "RESOURCE495_WORD0"},
    };
    for (size_t i = 0; i < LENGTH(known); i++)
        check_known(&known[i]);
}

static void a_wrong_name_suggests_the_nearest_one(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"SQ_PGM_RESOURCE_PS", "SQ_PGM_RESOURCES_PS"},
        {"sq_config", "SQ_CONFIG"},
        {"SQ_ALU_CONST_CACH_PS_3", "SQ_ALU_CONST_CACHE_PS_3"},
        {"CB_COLOUR5_BASE", "CB_COLOR5_BASE"},
        {"CB_COLOR9_BASE", "CB_COLOR7_BASE"},
        {"TD_PS_SAMPLER12_BORDER_RD", "TD_PS_SAMPLER12_BORDER_RED"},
        {"SQ_TEX_RESOURCE_WRD3_17", "SQ_TEX_RESOURCE_WORD3_17"},
        {"SQ_VTX_CONSTNT_WORD2_160", "SQ_VTX_CONSTANT_WORD2_160"},
        {"DB_SHADR_CONTROL", "DB_SHADER_CONTROL"},
        {"TD_FILTER4_0", "TD_FILTER4_1"},
        {"TD1234_CTL", "TD3_CNTL"},
    };
    char text[REGISTER_NAME_SIZE];
    for (size_t i = 0; i < LENGTH(wrong); i++) {
        assert_null(register_find_name(wrong[i][0], NULL));
        assert_true(register_suggest(wrong[i][0], text, sizeof text));
        assert_string_equal(text, wrong[i][1]);
    }
    assert_false(register_suggest("wavefronts_per_simd", text, sizeof text));
    assert_false(register_suggest("", text, sizeof text));
    char longest[200];
    memset(longest, 'A', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    assert_false(register_suggest(longest, text, sizeof text));
}

/* ---- constants ------------------------------------------------------------------------------------------------- */

static void constants_agree_with_the_table(void **state)
{
    (void)state;
    unsigned                   index;
    const struct register_row *row = register_find_name("SQ_TEX_RESOURCE_WORD4_300", &index);
    assert_int_equal(row->slot + index, REGISTER_SQ_TEX_RESOURCE_WORD4_N + 300);
    assert_int_equal(register_find_name("SQ_CONFIG", NULL)->slot, REGISTER_SQ_CONFIG);
    assert_int_equal(VALUE_SQ_TEX_DIM_CUBEMAP, 3);
    assert_int_equal(register_find_field(row, "DST_SEL_W")->bits, FIELD_SQ_TEX_RESOURCE_WORD4_N_DST_SEL_W);
    row = register_find_name("SQ_VTX_CONSTANT_WORD2_300", &index);
    assert_int_equal(row->slot + index, REGISTER_SQ_TEX_RESOURCE_WORD2_N + 300);
    assert_int_equal(row->slot + index, REGISTER_SQ_VTX_CONSTANT_WORD2_N + 300);
    assert_int_equal(register_find_name("SQ_LOOP_CONST_DX10_7", &index)->slot, REGISTER_SQ_LOOP_CONST_N);
    assert_int_equal(index, 7);
}

/* The row of an id: the id is the name with N for the number. */
static const struct register_row *row_of(const char *pattern)
{
    char        name[REGISTER_NAME_SIZE];
    const char *mark = strchr(pattern, '#');
    if (!mark)
        return register_find_name(pattern, NULL);
    snprintf(name, sizeof name, "%.*s1%s", (int)(mark - pattern), pattern, mark + 1); /* 1 is in every array */
    return register_find_name(name, NULL);
}

static void every_constant_belongs_to_the_row_it_is_named_after(void **state)
{
    (void)state;
    static const struct {
        const char *id, *pattern;
        unsigned    slot;
    } ids[] = {
#define ARRAY(id, name, ...) {#id, name, REGISTER_##id},
#define VIEW(id, name, ...) {#id, name, REGISTER_##id},
#include "rtl_model/r700/setup/registers.def"
    };
    static const struct {
        const char *id, *name;
        unsigned    bits;
    } fields[] = {
#define FIELD(id, name, ...) {#id, #name, FIELD_##id##_##name},
#include "rtl_model/r700/setup/registers.def"
    };
    for (size_t i = 0, f = 0; i < LENGTH(ids); i++) {
        const struct register_row *row = row_of(ids[i].pattern);
        assert_non_null(row);
        assert_string_equal(row->name, ids[i].pattern);
        assert_int_equal(row->slot, ids[i].slot);
        for (const char *a = ids[i].id, *b = row->name; *a || *b; a++, b++)
            assert_true(*a == *b || (*a == 'N' && *b == '#'));
        for (unsigned k = 0; k < row->field_count; k++, f++) {
            assert_string_equal(fields[f].id, ids[i].id);
            assert_string_equal(fields[f].name, row->fields[k].name);
            assert_int_equal(fields[f].bits, row->fields[k].bits);
        }
        assert_true(i + 1 < LENGTH(ids) || f == LENGTH(fields));
    }
}

static void bits_are_read_and_replaced(void **state)
{
    (void)state;
    assert_int_equal(register_bits(0xabcd1234, FIELD_SQ_PGM_RESOURCES_PS_NUM_GPRS), 0x34);
    assert_int_equal(register_bits(0xabcd1234, FIELD_SQ_PGM_RESOURCES_PS_STACK_SIZE), 0x12);
    assert_int_equal(register_bits(0x80000000, FIELD_SQ_PGM_RESOURCES_PS_CLAMP_CONSTS), 1);
    assert_int_equal(register_bits(0xabcd1234, FIELD_SQ_PGM_START_PS_PGM_START), 0xabcd1234);
    assert_int_equal(register_with_bits(0xffffffff, FIELD_SQ_PGM_RESOURCES_PS_STACK_SIZE, 3), 0xffff03ff);
    assert_int_equal(register_with_bits(0, FIELD_SQ_PGM_RESOURCES_PS_CLAMP_CONSTS, 1), 0x80000000);
    assert_int_equal(register_with_bits(7, FIELD_SQ_PGM_START_PS_PGM_START, 0x89abcdef), 0x89abcdef);
}

/* ---- the register file ----------------------------------------------------------------------------------------- */

static struct register_file file;

static void reset_gives_the_manuals_values(void **state)
{
    (void)state;
    memset(&file, 0xff, sizeof file);
    register_file_reset(&file);
    assert_int_equal(file.word[REGISTER_TA_CNTL_AUX], 0x07000000);
    assert_int_equal(file.word[REGISTER_SX_EXPORT_BUFFER_SIZES], 0x001f031f);
    assert_int_equal(register_bits(file.word[REGISTER_SMX_DC_CTL0], FIELD_SMX_DC_CTL0_AUTO_FLUSH_CNT), 10000);
    assert_int_equal(file.word[REGISTER_SQ_CONFIG], 0);
    for (unsigned slot = 0; slot < REGISTER_WORDS; slot++)
        assert_false(register_written(&file, slot));
}

/* One register is written: it is found by every stretch that has it, and by no other. */
static void any_written_is_found_in_whatever_stretch(void **state)
{
    (void)state;
    for (unsigned slot = 60; slot < 70; slot++) {
        register_file_reset(&file);
        file.written[slot / 32] |= 1u << slot % 32;
        for (unsigned first = 0; first < 140; first++)
            for (unsigned count = 0; count < 140; count++)
                assert_int_equal(register_any_written(&file, first, count), slot >= first && slot < first + count);
    }
}

/* What is set up from unwritten registers is 0 without being read (setup_machine.c, setup_fetch.c). */
static void constants_and_resources_are_zero_after_reset(void **state)
{
    (void)state;
    register_file_reset(&file);
    for (unsigned slot = REGISTER_SQ_ALU_CONSTANT0_N; slot <= REGISTER_LAST_SQ_TEX_RESOURCE_WORD6_N; slot++)
        assert_int_equal(file.word[slot], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_ascend_and_are_made_of_words),
        cmocka_unit_test(no_two_elements_share_an_offset_or_a_slot),
        cmocka_unit_test(every_element_is_found_by_its_offset_and_by_its_name),
        cmocka_unit_test(only_elements_are_found_by_offset),
        cmocka_unit_test(fields_do_not_overlap_and_their_values_fit),
        cmocka_unit_test(every_register_of_the_shader_core_has_its_fields),
        cmocka_unit_test(constant_stores_have_their_size),
        cmocka_unit_test(every_register_that_mesa_writes_is_known_by_offset_and_name),
        cmocka_unit_test(well_known_offsets_have_their_names),
        cmocka_unit_test(well_known_fields_are_where_drivers_put_them),
        cmocka_unit_test(names_outside_the_map_are_unknown),
        cmocka_unit_test(drivers_names_mean_the_element_of_their_stage),
        cmocka_unit_test(a_wrong_name_suggests_the_nearest_one),
        cmocka_unit_test(constants_agree_with_the_table),
        cmocka_unit_test(every_constant_belongs_to_the_row_it_is_named_after),
        cmocka_unit_test(bits_are_read_and_replaced),
        cmocka_unit_test(reset_gives_the_manuals_values),
        cmocka_unit_test(any_written_is_found_in_whatever_stretch),
        cmocka_unit_test(constants_and_resources_are_zero_after_reset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
