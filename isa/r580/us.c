/* us.c - words of the fragment shader processor as tables, and pack and unpack made from their rows. */
#include "isa/r580/us.h"

#include <math.h>
#include <stddef.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])
#define MASK(high, low) (0xffffffffu >> (31 - ((high) - (low))))

/* ---- tables ----------------------------------------------------------------------------------------------------- */

#define US_NAMES(table, ...) static const char *const names_##table[] = {__VA_ARGS__};
#include "isa/r580/names.def"
#undef US_NAMES

#define US_FIELD(name, dword, high, low, kind, names, doc)                                                             \
    {                                                                                                                  \
        #name,                                                                                                         \
        dword,                                                                                                         \
        high,                                                                                                          \
        low,                                                                                                           \
        kind,                                                                                                          \
        kind == US_ENUM ? names_##names : NULL,                                                                        \
        kind == US_ENUM ? COUNT(names_##names) : 0,                                                                    \
        doc},
const struct us_field us_cmn_fields[] = {
#include "isa/r580/format_cmn.def"
};
const struct us_field us_alu_fields[] = {
#include "isa/r580/format_alu.def"
};
const struct us_field us_fc_fields[] = {
#include "isa/r580/format_fc.def"
};
const struct us_field us_tex_fields[] = {
#include "isa/r580/format_tex.def"
};
#undef US_FIELD

const struct us_format us_formats[US_FORMAT_COUNT] = {[US_FORMAT_CMN] = {"CMN", us_cmn_fields, COUNT(us_cmn_fields)},
                                                      [US_FORMAT_ALU] = {"ALU", us_alu_fields, COUNT(us_alu_fields)},
                                                      [US_FORMAT_FC] = {"FC", us_fc_fields, COUNT(us_fc_fields)},
                                                      [US_FORMAT_TEX] = {"TEX", us_tex_fields, COUNT(us_tex_fields)}};

uint32_t us_field_get(const struct us_field *field, const uint32_t *dwords)
{
    return dwords[field->dword] >> field->low & MASK(field->high, field->low);
}

void us_field_set(const struct us_field *field, uint32_t *dwords, uint32_t value)
{
    const uint32_t mask = MASK(field->high, field->low) << field->low;
    dwords[field->dword] = (dwords[field->dword] & ~mask) | (value << field->low & mask);
}

const char *us_field_name(const struct us_field *field, uint32_t value)
{
    return value < field->name_count ? field->names[value] : NULL;
}

/* ---- pack and unpack -------------------------------------------------------------------------------------------- */

/* clang-format off */
#define US_FIELD(name, dword, high, low, ...) out->name = dwords[dword] >> (low) & MASK(high, low);
void us_unpack_cmn(const uint32_t *dwords, struct us_cmn *out)
{
#include "isa/r580/format_cmn.def"
}
void us_unpack_alu(const uint32_t *dwords, struct us_alu *out)
{
#include "isa/r580/format_alu.def"
}
void us_unpack_fc(const uint32_t *dwords, struct us_fc *out)
{
#include "isa/r580/format_fc.def"
}
void us_unpack_tex(const uint32_t *dwords, struct us_tex *out)
{
#include "isa/r580/format_tex.def"
}
#undef US_FIELD

#define US_FIELD(name, dword, high, low, ...)                                                                          \
    dwords[dword] = (dwords[dword] & ~(MASK(high, low) << (low))) | (in->name & MASK(high, low)) << (low);
void us_pack_cmn(const struct us_cmn *in, uint32_t *dwords)
{
#include "isa/r580/format_cmn.def"
}
void us_pack_alu(const struct us_alu *in, uint32_t *dwords)
{
#include "isa/r580/format_alu.def"
}
void us_pack_fc(const struct us_fc *in, uint32_t *dwords)
{
#include "isa/r580/format_fc.def"
}
void us_pack_tex(const struct us_tex *in, uint32_t *dwords)
{
#include "isa/r580/format_tex.def"
}
#undef US_FIELD
/* clang-format on */

/* ---- what instructions mean ------------------------------------------------------------------------------------- */

unsigned us_rgb_inputs(enum us_rgb_op op)
{
    static const uint8_t inputs[] = {
        [US_RGB_MAD] = 3, [US_RGB_DP3] = 2, [US_RGB_DP4] = 2, [US_RGB_D2A] = 3, [US_RGB_MIN] = 2, [US_RGB_MAX] = 2,
        [US_RGB_CND] = 3, [US_RGB_CMP] = 3, [US_RGB_FRC] = 1, [US_RGB_MDH] = 3, [US_RGB_MDV] = 3};
    return (unsigned)op < COUNT(inputs) ? inputs[op] : 0;
}

unsigned us_alpha_inputs(enum us_alpha_op op)
{
    static const uint8_t inputs[] = {
        [US_ALPHA_MAD] = 3, [US_ALPHA_MIN] = 2, [US_ALPHA_MAX] = 2, [US_ALPHA_CND] = 3, [US_ALPHA_CMP] = 3,
        [US_ALPHA_FRC] = 1, [US_ALPHA_EX2] = 1, [US_ALPHA_LN2] = 1, [US_ALPHA_RCP] = 1, [US_ALPHA_RSQ] = 1,
        [US_ALPHA_SIN] = 1, [US_ALPHA_COS] = 1, [US_ALPHA_MDH] = 3, [US_ALPHA_MDV] = 3};
    return (unsigned)op < COUNT(inputs) ? inputs[op] : 0;
}

float us_inline_constant(unsigned bits)
{
    const int exponent = (int)(bits >> 3 & 15), mantissa = (int)(bits & 7);
    if (exponent)
        return ldexpf((float)(8 + mantissa), exponent - 7 - 3);
    return mantissa ? ldexpf((float)mantissa, -6 - 3) : ldexpf(1, -10);
}

/* The rows of table 8.6.4, ELSE of a constant condition left out: it is a jump like others. */
static const struct statement {
    const char *name;
    uint8_t     jump_func, jump_any, op, a_op, b_op0, b_op1, b_else;
} statements[] = {{"IF b", 0x55, 0, US_JUMP, 0, 0, 0, 0},           {"IF p", 0x33, 0, US_JUMP, 0, 2, 2, 0},
                  {"IF p", 0x33, 0, US_JUMP, 0, 2, 0, 0},           {"IF c", 0x0f, 0, US_JUMP, 0, 2, 2, 0},
                  {"IF c", 0x0f, 0, US_JUMP, 0, 2, 0, 0},           {"ELSE", 0x00, 0, US_JUMP, 0, 0, 1, 1},
                  {"ENDIF", 0x00, 1, US_JUMP, 0, 1, 0, 0},          {"LOOP", 0x00, 0, US_LOOP, 0, 0, 0, 0},
                  {"ENDLOOP", 0xff, 1, US_ENDLOOP, 0, 0, 0, 0},     {"REP", 0x00, 0, US_REP, 0, 0, 0, 0},
                  {"ENDREP", 0xff, 1, US_ENDREP, 0, 0, 0, 0},       {"BREAK", 0xff, 0, US_BREAKLOOP, 0, 0, 1, 0},
                  {"BREAK b", 0xaa, 0, US_BREAKLOOP, 0, 0, 1, 0},   {"BREAK p", 0xcc, 0, US_BREAKLOOP, 0, 0, 1, 0},
                  {"BREAK c", 0xf0, 0, US_BREAKLOOP, 0, 0, 1, 0},   {"BREAK", 0xff, 0, US_BREAKREP, 0, 0, 1, 0},
                  {"BREAK b", 0xaa, 0, US_BREAKREP, 0, 0, 1, 0},    {"BREAK p", 0xcc, 0, US_BREAKREP, 0, 0, 1, 0},
                  {"BREAK c", 0xf0, 0, US_BREAKREP, 0, 0, 1, 0},    {"CONTINUE", 0xff, 0, US_CONTINUE, 0, 0, 1, 0},
                  {"CONTINUE b", 0xaa, 0, US_CONTINUE, 0, 0, 1, 0}, {"CONTINUE p", 0xcc, 0, US_CONTINUE, 0, 0, 1, 0},
                  {"CONTINUE c", 0xf0, 0, US_CONTINUE, 0, 0, 1, 0}, {"CALL", 0xff, 1, US_JUMP, 2, 0, 2, 0},
                  {"CALL b", 0xaa, 1, US_JUMP, 2, 0, 2, 0},         {"CALL p", 0xcc, 1, US_JUMP, 2, 0, 2, 0},
                  {"CALL c", 0xf0, 1, US_JUMP, 2, 0, 2, 0},         {"RETURN", 0xff, 0, US_JUMP, 1, 0, 1, 0}};

const char *us_statement(const struct us_fc *given)
{
    for (unsigned i = 0; i < COUNT(statements); i++) {
        const struct statement *s = &statements[i];
        if (given->jump_func == s->jump_func && given->jump_any == s->jump_any && given->op == s->op &&
            given->a_op == s->a_op && given->b_op0 == s->b_op0 && given->b_op1 == s->b_op1 &&
            given->b_else == s->b_else)
            return s->name;
    }
    return NULL;
}
