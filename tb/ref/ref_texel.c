/* ref_texel.c - the elements of one texel: formats as their names say (3D 7), blocks as Direct3D defines them.
 *
 * Readings where the register manual is silent: an element that the format lacks is 0, W is 1.  The 24 bits of a depth
 * in floating point are four of exponent with bias 15 and twenty of fraction, without a sign.  FMT_1 has the first
 * texel in the lowest bit, 1_REVERSED in the highest. */
#include "tb/ref/ref_texture.h"

#include <math.h>
#include <string.h>

enum { COMP_UNSIGNED, COMP_SIGNED, COMP_BIASED };
enum { MPEG_9 = 1, MPEG_10 = 2 };
enum { FMT_16 = 5 };

/* ---- formats ---------------------------------------------------------------------------------------------------- */

/* Formats with fields of several kinds, or with several texels. */
static const struct special {
    const char      *name;
    struct ref_block block;
} specials[] = {
    {"8_24_FLOAT", {4, 1, 1, 1}}, {"24_8_FLOAT", {4, 1, 1, 1}}, {"X24_8_32_FLOAT", {8, 1, 1, 1}},
    {"1", {1, 8, 1, 1}},          {"1_REVERSED", {1, 8, 1, 1}}, {"GB_GR", {4, 2, 1, 2}},
    {"BG_RG", {4, 2, 1, 2}},      {"BC1", {8, 4, 4, 1}},        {"BC2", {16, 4, 4, 1}},
    {"BC3", {16, 4, 4, 1}},       {"BC4", {8, 4, 4, 1}},        {"BC5", {16, 4, 4, 1}},
};

static struct ref_block block_of(const struct ref_resource_fields *fields)
{
    const struct ref_layout *layout = &fields->layout;
    const bool               equal = layout->width[0] == layout->width[1] && layout->width[0] == layout->width[2];
    for (size_t i = 0; i < sizeof specials / sizeof specials[0]; i++)
        if (fields->name && strcmp(fields->name, specials[i].name) == 0)
            return specials[i].block;
    return (struct ref_block){ref_layout_bytes(layout), 1, 1, layout->count == 3 && equal ? 3 : 1};
}

void ref_resource_format(struct ref_resource_fields *fields)
{
    fields->name = ref_format_name(fields->format);
    fields->layout = ref_layout_of(fields->format);
    fields->block = block_of(fields);
}

bool ref_texel_is_integer(const struct ref_resource_fields *fields)
{
    return fields->layout.kind == REF_INTEGERS && fields->number == REF_NUM_INT;
}

/* ---- one element ------------------------------------------------------------------------------------------------ */

static double number_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static uint32_t bits_of(double number)
{
    const float value = (float)number;
    uint32_t    bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void set_number(struct ref_texel *texel, unsigned e, double number)
{
    texel->number[e] = number;
    texel->bits[e] = bits_of(number);
}

/* A fraction of a format whose elements are all unsigned: numerator / denominator. */
static void set_fraction(struct ref_texel *texel, unsigned e, int64_t numerator, unsigned denominator)
{
    texel->number[e] = (double)numerator / denominator;
    texel->bits[e] = ref_ratio(numerator, denominator);
}

/* IEC 61966-2-1, from 8 bits to 16 (docs/open-questions.md). */
static void set_linear(struct ref_texel *texel, unsigned e)
{
    const double srgb = floor(texel->number[e] * 255 + 0.5) / 255;
    const double linear = srgb <= 0.04045 ? srgb / 12.92 : pow((srgb + 0.055) / 1.055, 2.4);
    set_fraction(texel, e, (int64_t)floor(linear * 65535 + 0.5), 65535);
}

static double fraction_of(const struct ref_reading *as, int64_t value, unsigned width)
{
    const double all = (double)(((uint64_t)1 << width) - 1);
    if (!as->is_signed)
        return (double)value / all;
    if (as->no_zero)
        return (2 * (double)value + 1) / all;
    return width == 1 ? (double)value : fmax(-1, (double)value / ((all - 1) / 2));
}

static void set_integer(const struct ref_resource_fields *fields, struct ref_texel *texel, unsigned e, uint32_t raw,
                        unsigned width)
{
    const unsigned           comp = fields->comp[e];
    const struct ref_reading as = {fields->number, comp == COMP_SIGNED, fields->srf != 0};
    const uint64_t           all = ((uint64_t)1 << width) - 1;
    const int64_t            value = (int64_t)raw - (as.is_signed && raw >> (width - 1) ? (int64_t)1 << width : 0);
    if (comp == COMP_BIASED && as.number == REF_NUM_NORM) {
        texel->number[e] = (2.0 * raw - (double)all) / (double)all;
        texel->bits[e] = ref_ratio(2 * (int64_t)raw - (int64_t)all, all);
        return;
    }
    texel->bits[e] = ref_element(&as, REF_INTEGERS, raw, width);
    if (as.number == REF_NUM_NORM)
        texel->number[e] = fraction_of(&as, value, width);
    else
        texel->number[e] = (double)value;
}

static void set_float(struct ref_texel *texel, unsigned e, uint32_t raw, unsigned width)
{
    const struct ref_reading as = {0};
    texel->bits[e] = ref_element(&as, REF_FLOATS, raw, width);
    texel->number[e] = number_of(texel->bits[e]);
}

static void set_depth(struct ref_texel *texel, unsigned e, uint32_t raw)
{
    const unsigned exponent = raw >> 20 & 15;
    const uint32_t fraction = raw & 0xfffff;
    set_number(texel, e, exponent ? ldexp(0x100000 + fraction, (int)exponent - 35) : ldexp(fraction, -34));
}

/* FMT_16 as video has it: clamped to nine bits with a sign, or ten above six that do not count. */
static uint32_t mpeg(const struct ref_resource_fields *fields, uint32_t raw, unsigned *width)
{
    const int16_t number = (int16_t)raw;
    if (fields->format != FMT_16 || fields->mpeg == 0)
        return raw;
    if (fields->mpeg == MPEG_10)
        return raw & 0xffc0;
    *width = 9;
    return (uint32_t)(number < -256 ? -256 : number > 255 ? 255 : number) & 0x1ff;
}

/* An element that the format lacks. */
static void set_missing(const struct ref_resource_fields *fields, struct ref_texel *texel, unsigned e)
{
    set_number(texel, e, e == 3);
    if (ref_texel_is_integer(fields))
        texel->bits[e] = e == 3;
}

/* ---- blocks ----------------------------------------------------------------------------------------------------- */

static uint32_t taken(const struct ref_resource_fields *fields, const uint8_t *block, unsigned first, unsigned width)
{
    return ref_bits_at(block, fields->endian, first, width);
}

/* The colours of 4 x 4 texels: two of 5:6:5, two bits of each texel.  BC1 has black without alpha when the first colour
 * is not the larger one. */
static void read_colours(const struct ref_resource_fields *fields, const uint8_t *block, unsigned at, unsigned texel,
                         bool has_three, struct ref_texel *out)
{
    static const unsigned low[] = {11, 5, 0, 1}, width[] = {5, 6, 5, 1};
    const uint32_t        first = taken(fields, block, at, 16), second = taken(fields, block, at + 16, 16);
    const uint32_t        code = taken(fields, block, at + 32 + 2 * texel, 2);
    const bool            three = has_three && first <= second;
    for (unsigned e = 0; e < 3; e++) {
        const unsigned most = (1u << width[e]) - 1;
        const unsigned a = first >> low[e] & most, b = second >> low[e] & most;
        const unsigned of_three[] = {2 * a, 2 * b, a + b, 0};
        const unsigned of_four[] = {3 * a, 3 * b, 2 * a + b, a + 2 * b};
        set_fraction(out, e, (three ? of_three : of_four)[code], (three ? 2 : 3) * most);
    }
    set_number(out, 3, three && code == 3 ? 0 : 1);
}

/* One element of 4 x 4 texels: two of eight bits, three bits of each texel. */
static void read_ramp(const struct ref_resource_fields *fields, const uint8_t *block, unsigned at, unsigned texel,
                      bool is_signed, unsigned e, struct ref_texel *out)
{
    const uint32_t first = taken(fields, block, at, 8), second = taken(fields, block, at + 8, 8);
    const uint32_t code = taken(fields, block, at + 16 + 3 * texel, 3);
    const int      most = is_signed ? 127 : 255, least = is_signed ? -127 : 0;
    const int      a = is_signed ? (int)fmax(-127, (int8_t)first) : (int)first;
    const int      b = is_signed ? (int)fmax(-127, (int8_t)second) : (int)second;
    const bool     eight = is_signed ? (int8_t)first > (int8_t)second : first > second;
    const int      steps = eight ? 7 : 5, step = (int)code - 1;
    const int      numerator = code == 0           ? steps * a
                               : code == 1         ? steps * b
                               : eight || code < 6 ? (steps - step) * a + step * b
                               : code == 6         ? steps * least
                                                   : steps * most;
    set_fraction(out, e, numerator, (unsigned)(steps * most));
}

static void read_bc(const struct ref_resource_fields *fields, const uint8_t *block, unsigned texel, unsigned number,
                    struct ref_texel *out)
{
    const bool x = fields->comp[0] == COMP_SIGNED, y = fields->comp[1] == COMP_SIGNED;
    switch (number) {
    case 1:
        read_colours(fields, block, 0, texel, true, out);
        break;
    case 2:
        read_colours(fields, block, 64, texel, false, out);
        set_fraction(out, 3, taken(fields, block, 4 * texel, 4), 15);
        break;
    case 3:
        read_colours(fields, block, 64, texel, false, out);
        read_ramp(fields, block, 0, texel, false, 3, out);
        break;
    case 4:
        read_ramp(fields, block, 0, texel, x, 0, out);
        break;
    default:
        read_ramp(fields, block, 0, texel, x, 0, out);
        read_ramp(fields, block, 64, texel, y, 1, out);
    }
}

static void read_special(const struct ref_resource_fields *fields, const uint8_t *block, unsigned x, unsigned y,
                         struct ref_texel *out)
{
    const char *name = fields->name;
    if (strcmp(name, "8_24_FLOAT") == 0) {
        set_depth(out, 0, taken(fields, block, 0, 24));
        set_integer(fields, out, 1, taken(fields, block, 24, 8), 8);
    } else if (strcmp(name, "24_8_FLOAT") == 0) {
        set_integer(fields, out, 0, taken(fields, block, 0, 8), 8);
        set_depth(out, 1, taken(fields, block, 8, 24));
    } else if (strcmp(name, "X24_8_32_FLOAT") == 0) {
        set_float(out, 0, taken(fields, block, 0, 32), 32);
        set_integer(fields, out, 1, taken(fields, block, 32, 8), 8);
    } else if (strcmp(name, "1") == 0) {
        set_integer(fields, out, 0, taken(fields, block, x, 1), 1);
    } else if (strcmp(name, "1_REVERSED") == 0) {
        set_integer(fields, out, 0, taken(fields, block, 7 - x, 1), 1);
    } else if (strcmp(name, "GB_GR") == 0 || strcmp(name, "BG_RG") == 0) {
        /* Two greens, each with the one red and the one blue: bytes R G B G, or G R G B. */
        const unsigned green = name[0] == 'G';
        set_integer(fields, out, 0, taken(fields, block, 8 * !green, 8), 8);
        set_integer(fields, out, 1, taken(fields, block, 8 * green + 16 * x, 8), 8);
        set_integer(fields, out, 2, taken(fields, block, 16 + 8 * !green, 8), 8);
    } else {
        read_bc(fields, block, 4 * y + x, (unsigned)(name[2] - '0'), out);
    }
}

static void read_plain(const struct ref_resource_fields *fields, const struct ref_layout *layout, const uint8_t *block,
                       struct ref_texel *out)
{
    uint32_t raw[4] = {0}, shared[4];
    for (unsigned e = 0, first = 0; e < layout->count; first += layout->width[e++])
        raw[e] = taken(fields, block, first, layout->width[e]);
    if (layout->kind == REF_SHARED_EXPONENT) {
        ref_shared_exponent(raw, shared);
        for (unsigned e = 0; e < 3; e++)
            set_float(out, e, shared[e], 32);
        return;
    }
    for (unsigned e = 0; e < layout->count; e++) {
        unsigned width = layout->width[e];
        raw[e] = mpeg(fields, raw[e], &width);
        if (layout->kind == REF_FLOATS)
            set_float(out, e, raw[e], width);
        else
            set_integer(fields, out, e, raw[e], width);
    }
}

static bool is_named(const struct ref_resource_fields *fields, const char *name)
{
    return strcmp(fields->name, name) == 0;
}

/* Only colours of eight bits or fewer are kept as sRGB, unsigned ones (R5xx TX_FORMAT1.GAMMA). */
static bool keeps_srgb(const struct ref_resource_fields *fields, unsigned e)
{
    const struct ref_layout layout = fields->layout;
    const bool colour = is_named(fields, "GB_GR") || is_named(fields, "BG_RG") || is_named(fields, "BC1") ||
                        is_named(fields, "BC2") || is_named(fields, "BC3");
    return e < 3 && fields->number == REF_NUM_NORM && fields->comp[e] == COMP_UNSIGNED &&
           (colour || (layout.kind == REF_INTEGERS && e < layout.count));
}

void ref_texel_read(const struct ref_resource_fields *fields, bool degamma, const uint8_t *block, unsigned x,
                    unsigned y, struct ref_texel *texel)
{
    const struct ref_layout layout = fields->layout;
    for (unsigned e = 0; e < 4; e++)
        set_missing(fields, texel, e);
    if (layout.kind == REF_NO_FORMAT)
        read_special(fields, block, x, y, texel);
    else
        read_plain(fields, &layout, block, texel);
    for (unsigned e = 0; e < 3 && degamma; e++)
        if (keeps_srgb(fields, e))
            set_linear(texel, e);
}

/* ---- numbers that become texels --------------------------------------------------------------------------------- */

/* Element e: its width, 0 where the format lacks it, and whether it is a float. */
static unsigned width_of(const struct ref_resource_fields *fields, unsigned e, bool *is_float)
{
    const struct ref_layout *layout = &fields->layout;
    const char              *name = fields->name;
    *is_float = layout->kind == REF_FLOATS || layout->kind == REF_SHARED_EXPONENT;
    if (layout->kind == REF_SHARED_EXPONENT)
        return e < 3 ? 9 : 0;
    if (layout->kind != REF_NO_FORMAT)
        return fields->format == FMT_16 && fields->mpeg == MPEG_9 ? 9 * (e == 0) : layout->width[e];
    if (strncmp(name, "BC", 2) == 0)
        return e < (name[2] == '4' ? 1 : name[2] == '5' ? 2 : 4) ? 8 : 0;
    if (name[1] == 'B' || name[1] == 'G') /* GB_GR, BG_RG */
        return e < 3 ? 8 : 0;
    if (fields->block.width == 8)
        return e == 0;
    *is_float = e < 2 && (e == 1) == (strncmp(name, "24_8", 4) == 0);
    return e >= 2 ? 0 : !*is_float ? 8 : name[0] == 'X' ? 32 : 24;
}

bool ref_texel_has(const struct ref_resource_fields *fields, unsigned e)
{
    bool is_float;
    return width_of(fields, e, &is_float) != 0;
}

static void limits_of(const struct ref_resource_fields *fields, unsigned e, double limit[2])
{
    bool           is_float;
    const unsigned width = width_of(fields, e, &is_float), comp = fields->comp[e];
    const bool     fraction = !is_float && fields->number == REF_NUM_NORM;
    limit[1] = is_float ? INFINITY : fraction ? 1 : ldexp(1, (int)width - (comp == COMP_SIGNED)) - 1;
    limit[0] = comp == COMP_UNSIGNED && !is_float ? 0 : fraction ? -1 : -1 - limit[1];
}

double ref_full_scale(const struct ref_resource_fields *fields, unsigned e)
{
    double limit[2];
    limits_of(fields, e, limit);
    return isinf(limit[1]) ? 0 : limit[1];
}

void ref_border_limits(const struct ref_resource_fields *fields, struct ref_texel *texel)
{
    for (unsigned e = 0; e < 4; e++) {
        double limit[2];
        bool   is_float;
        if (width_of(fields, e, &is_float) == 0)
            set_missing(fields, texel, e);
        if (fields->number != REF_NUM_NORM)
            continue;
        limits_of(fields, e, limit);
        if (texel->number[e] < limit[0] || texel->number[e] > limit[1])
            set_number(texel, e, fmin(fmax(texel->number[e], limit[0]), limit[1]));
    }
}

/* A float of `width` bits: ten or fewer of fraction, a sign in 16 only. */
static double narrow(double number, unsigned width)
{
    const int    bits = width == 16 ? 10 : (int)width - 5;
    int          exponent;
    const double size = fabs(number);
    if (!isfinite(number) || size == 0)
        return number;
    if (width != 16 && number < 0)
        return 0;
    frexp(size, &exponent);
    const double step = ldexp(1, (exponent - 1 < -14 ? -14 : exponent - 1) - bits);
    const double rounded = rint(size / step) * step;
    return copysign(rounded >= 65536 ? INFINITY : rounded, number);
}

double ref_to_format(const struct ref_resource_fields *fields, bool degamma, double number)
{
    bool     is_float;
    unsigned width = width_of(fields, 0, &is_float);
    double   limit[2];
    if (is_float)
        return width <= 16 && fields->layout.kind == REF_FLOATS ? narrow(number, width) : number;
    limits_of(fields, 0, limit);
    if (degamma && keeps_srgb(fields, 0))
        width = 16;
    const double step =
        fields->number == REF_NUM_NORM ? ldexp(1, (int)width - (fields->comp[0] == COMP_SIGNED)) - 1 : 1;
    number = isnan(number) ? 0 : fmin(fmax(number, limit[0]), limit[1]);
    return rint(number * step) / step;
}
