/* view_textures.c - names and colours of what the rows of the texture unit and its samplers hold. */
#include "rtl_model/r700/views/view_textures.h"

#include <stdio.h>
#include <string.h>

#include "isa/r700/isa.h"
#include "pipeline/texture/texture_plan.h"
#include "rtl_model/launch/launch.h"
#include "rtl_model/r700/setup/registers.h"
#include "trace/views.h"

enum { NAME_BYTES = 64 };

/* ---- names of all but the idle value ----------------------------------------------------------------------------- */

/* Dimension and format, as a launch file has them. */
static const char *texture_text(uint64_t value, char *text)
{
    const struct launch_format *format = launch_format_number(value & ((1u << VIEW_FORMAT_BITS) - 1));
    if (!format)
        return NULL;
    snprintf(text, NAME_BYTES, "%s %s", launch_dim_name((enum launch_dim)(value >> VIEW_FORMAT_BITS)), format->name);
    return text;
}

/* A level, or two between which is filtered. */
static const char *levels_text(uint64_t value, char *text)
{
    const unsigned first = value & ((1u << VIEW_LEVEL_BITS) - 1), last = (unsigned)(value >> VIEW_LEVEL_BITS);
    if (last != first && last != first + 1)
        return NULL;
    snprintf(text, NAME_BYTES, last == first ? "%u" : "%u and %u", first, last);
    return text;
}

static const char *fetch_text(uint64_t value, char *text)
{
    (void)text;
    return value < ISA_FETCH_COUNT ? isa_fetch_ops[value].name : NULL;
}

static const char *mode_text(uint64_t value, char *text)
{
    static const char *const modes[VIEW_MODES] = {
        [MODE_SAMPLE] = "sample", [MODE_COMPARE] = "compare", [MODE_GATHER] = "gather",
        [MODE_LOAD] = "load",     [MODE_ANSWER] = "answer",   [MODE_SET] = "set",
    };
    (void)text;
    return value < VIEW_MODES ? modes[value] : NULL;
}

static const char *sampler_text(uint64_t value, char *text)
{
    return value < FETCH_SAMPLERS ? view_sampler_path((unsigned)value, text) : NULL;
}

static const char *filter_text(uint64_t value, char *text)
{
    static const char *const kinds[1 << VIEW_KIND_BITS] = {
        [TEXTURE_POINT] = "point",
        [TEXTURE_BILINEAR] = "bilinear",
        [TEXTURE_BICUBIC] = "bicubic",
        [TEXTURE_TEXT] = "ClearType",
    };
    const unsigned    probes = (unsigned)(value >> VIEW_KIND_BITS);
    const char *const kind = kinds[value & ((1u << VIEW_KIND_BITS) - 1)];
    snprintf(text, NAME_BYTES, probes ? "%s, %u probes" : "%s", kind, 1u << probes);
    return text;
}

/* The name of a value in the register map, without what all of its set begin with. */
static const char *field_text(enum register_set set, uint64_t value)
{
    const struct register_values *const values = register_set(set);
    for (unsigned i = 0; i < values->count; i++)
        if (values->value[i].number == value)
            return values->value[i].name + strlen(values->prefix);
    return NULL;
}

static const char *clamp_text(uint64_t value, char *text)
{
    (void)text;
    return field_text(SET_SQ_TEX_CLAMP, value);
}

static const char *border_text(uint64_t value, char *text)
{
    (void)text;
    return field_text(SET_SQ_TEX_BORDER_COLOR, value);
}

/* A letter for each of (0, 0) (1, 0) (0, 1) (1, 1). */
static const char *taps_text(uint64_t value, char *text)
{
    for (unsigned t = 0; t < TEXTURE_TAPS; t++) {
        const unsigned tap = value >> VIEW_TAP_BITS * t & ((1u << VIEW_TAP_BITS) - 1);
        if (tap >= VIEW_TAPS)
            return NULL;
        text[t] = (const char[VIEW_TAPS]){[TAP_NONE] = '-', [TAP_TEXEL] = 'T', [TAP_BORDER] = 'B'}[tap];
    }
    text[TEXTURE_TAPS] = '\0';
    return text;
}

/* ---- the calls --------------------------------------------------------------------------------------------------- */

#define ROW(type, bits, what)                                                                                          \
    const char *view_##what##_name(uint64_t value)                                                                     \
    {                                                                                                                  \
        static char text[NAME_BYTES];                                                                                  \
        return value < TRACE_IDLE(bits) ? what##_text(value, text) : value == TRACE_IDLE(bits) ? "-" : NULL;           \
    }                                                                                                                  \
    const char *view_##what##_colour(uint64_t value)                                                                   \
    {                                                                                                                  \
        return value == TRACE_IDLE(bits) ? TONE_IDLE : TONE_WORKING_DARK;                                              \
    }
#define FIELD_NAME(type, set, what)                                                                                    \
    const char *view_##what##_name(uint64_t value)                                                                     \
    {                                                                                                                  \
        return field_text(SET_##set, value);                                                                           \
    }
VIEW_TEXTURE_ROWS(ROW)
VIEW_SAMPLER_FIELDS(FIELD_NAME)
