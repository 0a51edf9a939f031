/* test_texture_state.c - the words of textures and samplers taken apart: against the register map, which has the same
 * fields by the manual's names, and by hand. */
#include "pipeline/texture/texture_state.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "isa/r700/isa.h"
#include "rtl_model/r700/setup/registers.h"

struct row {
    const char *name;
    unsigned    word, high, low;
    bool        is_signed;
};
enum { UNSIGNED = false, SIGNED = true };
#define TEXTURE_FIELD(NAME, name, word, high, low, sign, doc) {#NAME, word, high, low, sign},
static const struct row resource_rows[] = {
#include "pipeline/texture/texture_resource.def"
};
static const struct row sampler_rows[] = {
#include "pipeline/texture/texture_sampler.def"
};
#undef TEXTURE_FIELD
#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* Every field of the register is a row and every row a field. */
static void assert_as_registers(const char *pattern, unsigned words, const struct row *rows, unsigned count)
{
    unsigned fields = 0;
    for (unsigned w = 0; w < words; w++) {
        char name[REGISTER_NAME_SIZE];
        snprintf(name, sizeof name, pattern, w);
        const struct register_row *reg = register_find_name(name, NULL);
        assert_non_null(reg);
        fields += reg->field_count;
    }
    assert_int_equal(fields, count);
    for (unsigned i = 0; i < count; i++) {
        char name[REGISTER_NAME_SIZE];
        snprintf(name, sizeof name, pattern, rows[i].word);
        const struct register_field *field = register_find_field(register_find_name(name, NULL), rows[i].name);
        if (!field || field->bits != REGISTER_BITS(rows[i].high, rows[i].low))
            fail_msg("%s.%s is not bits %u:%u", name, rows[i].name, rows[i].high, rows[i].low);
    }
}

static void rows_are_the_fields_of_the_register_map(void **state)
{
    (void)state;
    assert_as_registers("SQ_TEX_RESOURCE_WORD%u_0", TEXTURE_RESOURCE_WORDS, resource_rows, LENGTH(resource_rows));
    assert_as_registers("SQ_TEX_SAMPLER_WORD%u_0", TEXTURE_SAMPLER_WORDS, sampler_rows, LENGTH(sampler_rows));
}

static void a_field_is_its_bits_and_no_others(void **state)
{
    (void)state;
    for (unsigned i = 0; i < LENGTH(resource_rows); i++) {
        const struct row       *row = &resource_rows[i];
        uint32_t                words[TEXTURE_RESOURCE_WORDS] = {0}, members[LENGTH(resource_rows)];
        struct texture_resource resource;
        words[row->word] = register_mask(REGISTER_BITS(row->high, row->low)) << row->low;
        texture_resource_unpack(words, &resource);
        memcpy(members, &resource, sizeof members);
        for (unsigned m = 0; m < LENGTH(members); m++)
            assert_int_equal(members[m], m == i ? register_mask(REGISTER_BITS(row->high, row->low)) : 0);
    }
}

static void a_sampler_s_biases_have_a_sign(void **state)
{
    (void)state;
    for (unsigned i = 0; i < LENGTH(sampler_rows); i++) {
        const struct row      *row = &sampler_rows[i];
        uint32_t               words[TEXTURE_SAMPLER_WORDS] = {0}, members[LENGTH(sampler_rows)];
        const uint32_t         ones = register_mask(REGISTER_BITS(row->high, row->low));
        struct texture_sampler sampler;
        words[row->word] = ones << row->low;
        texture_sampler_unpack(words, &sampler);
        memcpy(members, &sampler, sizeof members);
        for (unsigned m = 0; m < LENGTH(members); m++)
            assert_int_equal(members[m], m != i ? 0 : row->is_signed ? UINT32_MAX : ones);
    }
    /* s5.6: 0x800 is the least, -32; 0x7ff the largest */
    struct texture_sampler sampler;
    texture_sampler_unpack((const uint32_t[3]){0, 0x80000000, 0x7ff}, &sampler);
    assert_int_equal(sampler.lod_bias, -2048);
    assert_int_equal(sampler.lod_bias_sec, 2047);
}

static void values_are_those_of_the_register_map(void **state)
{
    (void)state;
#define SAME(name) assert_int_equal(TEX_##name, VALUE_SQ_TEX_##name)
    SAME(DIM_1D), SAME(DIM_2D), SAME(DIM_3D), SAME(DIM_CUBEMAP);
    SAME(DIM_1D_ARRAY), SAME(DIM_2D_ARRAY), SAME(DIM_2D_MSAA), SAME(DIM_2D_ARRAY_MSAA);
    SAME(WRAP), SAME(MIRROR), SAME(CLAMP_LAST_TEXEL), SAME(MIRROR_ONCE_LAST_TEXEL);
    SAME(CLAMP_HALF_BORDER), SAME(MIRROR_ONCE_HALF_BORDER), SAME(CLAMP_BORDER), SAME(MIRROR_ONCE_BORDER);
    SAME(XY_FILTER_POINT), SAME(XY_FILTER_BILINEAR), SAME(XY_FILTER_BICUBIC);
    SAME(XY_FILTER_ANISO_POINT), SAME(XY_FILTER_ANISO_BILINEAR);
    SAME(Z_FILTER_NONE), SAME(Z_FILTER_POINT), SAME(Z_FILTER_LINEAR);
    SAME(BORDER_COLOR_TRANS_BLACK), SAME(BORDER_COLOR_OPAQUE_BLACK);
    SAME(BORDER_COLOR_OPAQUE_WHITE), SAME(BORDER_COLOR_REGISTER);
    SAME(DEPTH_COMPARE_NEVER), SAME(DEPTH_COMPARE_LESS), SAME(DEPTH_COMPARE_EQUAL), SAME(DEPTH_COMPARE_LESSEQUAL);
    SAME(DEPTH_COMPARE_GREATER), SAME(DEPTH_COMPARE_NOTEQUAL), SAME(DEPTH_COMPARE_GREATEREQUAL);
    SAME(DEPTH_COMPARE_ALWAYS);
    SAME(CHROMA_KEY_DISABLED), SAME(CHROMA_KEY_KILL), SAME(CHROMA_KEY_BLEND);
    SAME(MPEG_CLAMP_OFF), SAME(MPEG_9), SAME(MPEG_10);
#undef SAME
#define SAME(name) assert_int_equal(TEX_##name, VALUE_SQ_##name)
    SAME(FORMAT_COMP_UNSIGNED), SAME(FORMAT_COMP_SIGNED), SAME(FORMAT_COMP_UNSIGNED_BIASED);
    SAME(NUM_FORMAT_NORM), SAME(NUM_FORMAT_INT), SAME(NUM_FORMAT_SCALED);
    SAME(SRF_MODE_ZERO_CLAMP_MINUS_ONE), SAME(SRF_MODE_NO_ZERO);
    SAME(ENDIAN_NONE), SAME(ENDIAN_8IN16), SAME(ENDIAN_8IN32);
    SAME(SEL_X), SAME(SEL_Y), SAME(SEL_Z), SAME(SEL_W), SAME(SEL_0), SAME(SEL_1);
#undef SAME
#define SAME(name) assert_int_equal(TEX_##name, VALUE_##name)
    SAME(ARRAY_LINEAR_GENERAL), SAME(ARRAY_LINEAR_ALIGNED), SAME(ARRAY_1D_TILED_THIN1), SAME(ARRAY_2D_TILED_THIN1);
#undef SAME
#define SAME(name) assert_int_equal(TEX_##name, VALUE_SQ_TEX_VTX_##name)
    SAME(INVALID_TEXTURE), SAME(INVALID_BUFFER), SAME(VALID_TEXTURE), SAME(VALID_BUFFER);
#undef SAME
    /* Where Mesa's tiling modes of this family end. */
    assert_int_equal(TEX_ARRAY_2D_TILED_THICK, 7);
    assert_int_equal(TEX_ARRAY_2B_TILED_THICK, 11);
    assert_int_equal(TEX_ARRAY_3B_TILED_THICK, 15);
}

static void formats_have_the_numbers_of_microcode(void **state)
{
    (void)state;
    const struct isa_field *field = isa_field_find(ISA_FORMAT_VTX_GPR, "data_format");
    assert_string_equal(isa_enum_name(field, TEX_FMT_8_8_8_8), "FMT_8_8_8_8");
    assert_string_equal(isa_enum_name(field, TEX_FMT_5_9_9_9_SHAREDEXP), "FMT_5_9_9_9_SHAREDEXP");
    assert_string_equal(isa_enum_name(field, TEX_FMT_BC5), "FMT_BC5");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_the_fields_of_the_register_map),
        cmocka_unit_test(a_field_is_its_bits_and_no_others),
        cmocka_unit_test(a_sampler_s_biases_have_a_sign),
        cmocka_unit_test(values_are_those_of_the_register_map),
        cmocka_unit_test(formats_have_the_numbers_of_microcode),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
