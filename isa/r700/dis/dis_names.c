/* dis_names.c - how microcode fields are spelled in assembly text. */
#include "isa/r700/dis/dis_names.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>

const char dis_swizzle_letters[DIS_SWIZZLES + 1] = "xyzw01?_";

const char *const dis_index_names[DIS_INDEX_MODES] = {"AR.x", "AR.y",   "AR.z",        "AR.w",
                                                      "AL",   "GLOBAL", "GLOBAL+AR.x", "INDEX7"};

const char *const dis_vector_swizzles[DIS_VECTOR_SWIZZLES] = {"VEC_012", "VEC_021", "VEC_120",
                                                              "VEC_102", "VEC_201", "VEC_210"};

const char *const dis_scalar_swizzles[DIS_SCALAR_SWIZZLES] = {"SCL_210", "SCL_122", "SCL_212", "SCL_221"};

static const struct {
    const char *field, *alias;
} aliases[] = {
    {"end_of_program", "EOP"},
    {"valid_pixel_mode", "VPM"},
    {"whole_quad_mode", "WQM"},
    {"update_execute_mask", "UPDATE_EXEC"},
};

const char *dis_inline_constant(unsigned sel)
{
    switch (sel) {
    case ISA_SRC_1_DBL_L:
        return "1_DBL_L";
    case ISA_SRC_1_DBL_M:
        return "1_DBL_M";
    case ISA_SRC_0_5_DBL_L:
        return "0_5_DBL_L";
    case ISA_SRC_0_5_DBL_M:
        return "0_5_DBL_M";
    case ISA_SRC_0:
        return "0.0";
    case ISA_SRC_1:
        return "1.0";
    case ISA_SRC_1_INT:
        return "1";
    case ISA_SRC_M_1_INT:
        return "-1";
    case ISA_SRC_0_5:
        return "0.5";
    case ISA_SRC_PS:
        return "PS";
    default:
        return NULL;
    }
}

const char *dis_field_alias(const char *field_name)
{
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++)
        if (!strcmp(aliases[i].field, field_name))
            return aliases[i].alias;
    return NULL;
}

static bool same_word(const char *name, const char *word, size_t length)
{
    return strlen(name) == length && !strncasecmp(name, word, length);
}

const struct isa_field *dis_field_by_word(enum isa_format_id format, const char *word, size_t length)
{
    const struct isa_format *f = &isa_formats[format];
    for (unsigned i = 0; i < f->field_count; i++) {
        const char *alias = dis_field_alias(f->fields[i].name);
        if (same_word(f->fields[i].name, word, length) || (alias && same_word(alias, word, length)))
            return &f->fields[i];
    }
    return NULL;
}

size_t dis_enum_prefix(const struct isa_field *field)
{
    const char *first = NULL;
    size_t      common = 0;
    unsigned    named = 0;
    for (unsigned i = 0; i < field->name_count; i++) {
        const char *name = field->names[i];
        if (!name)
            continue;
        if (!named++) {
            first = name;
            common = strlen(name);
        }
        while (strncmp(first, name, common))
            common--;
    }
    if (named < 2)
        return 0;
    while (common && first[common - 1] != '_')
        common--;
    for (unsigned i = 0; i < field->name_count; i++)
        if (field->names[i] && !isalpha((unsigned char)field->names[i][common]))
            return 0;
    return common;
}

unsigned dis_fraction_bits(const struct isa_field *field)
{
    if (field->kind != ISA_SIGNED)
        return 0;
    if (!strcmp(field->name, "lod_bias"))
        return 4;                                       /* S3.4 (ISA 10.4) */
    return !strncmp(field->name, "offset_", 7) ? 1 : 0; /* S3.1 */
}

unsigned dis_field_width(const struct isa_field *field)
{
    return field->high - field->low + 1u;
}
