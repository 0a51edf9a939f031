/* texel_format.c - what the elements of each data format are, from data_formats.def and the rest of the words. */
#include "pipeline/texture/texel.h"

enum { FIXED = 0, FLOAT = 15 };

/* Bits of X Y Z W from the lowest up, and which of them are floats, a bit each. */
struct layout {
    uint8_t width[TEXEL_ELEMENTS], floats;
    uint8_t bytes, block_width, block_height; /* of a block */
};

/* clang-format off */
static const struct layout layouts[TEX_FORMATS] = {
#define DATA_FORMAT(number, name, kind, x, y, z, w)                                                                    \
    [number] = {{x, y, z, w}, kind, ((x) + (y) + (z) + (w)) / 8, 1, 1},
#define DATA_FORMAT_TEXELS(number, name, kind, bytes, width, height)
#define DATA_FORMAT_NAME(number, name)
#include "isa/r700/data_formats.def"
#undef DATA_FORMAT
#undef DATA_FORMAT_TEXELS
    [TEX_FMT_8_24_FLOAT]     = {{24, 8, 0, 0}, 1, 4, 1, 1},
    [TEX_FMT_24_8_FLOAT]     = {{8, 24, 0, 0}, 2, 4, 1, 1},
    [TEX_FMT_X24_8_32_FLOAT] = {{32, 8, 0, 0}, 1, 8, 1, 1},
    [TEX_FMT_1]              = {{1, 0, 0, 0},  0, 1, 8, 1},
    [TEX_FMT_1_REVERSED]     = {{1, 0, 0, 0},  0, 1, 8, 1},
    [TEX_FMT_GB_GR]          = {{8, 8, 8, 0},  0, 4, 2, 1},
    [TEX_FMT_BG_RG]          = {{8, 8, 8, 0},  0, 4, 2, 1},
    [TEX_FMT_BC1]            = {{8, 9, 8, 1},  0, 8, 4, 4},
    [TEX_FMT_BC2]            = {{8, 9, 8, 4},  0, 16, 4, 4},
    [TEX_FMT_BC3]            = {{8, 9, 8, 14}, 0, 16, 4, 4},
    [TEX_FMT_BC4]            = {{14, 0, 0, 0}, 0, 8, 4, 4},
    [TEX_FMT_BC5]            = {{14, 14, 0, 0}, 0, 16, 4, 4},
};
/* clang-format on */

static bool is_compressed(unsigned data_format)
{
    return data_format >= TEX_FMT_BC1 && data_format <= TEX_FMT_BC5;
}

static uint32_t ones(unsigned bits)
{
    return UINT32_MAX >> (32 - bits);
}

/* What stands for 1.  A signed number of one bit is -1 or 0. */
static uint32_t divisor_of(const struct texel_channel *channel)
{
    if (channel->kind > TEXEL_BIASED)
        return 1;
    if (channel->kind == TEXEL_NORM && channel->is_signed)
        return channel->bits > 1 ? ones(channel->bits - 1u) : 1;
    return ones(channel->bits);
}

static void fixed_channel(const struct texel_words *words, unsigned comp, struct texel_channel *channel)
{
    channel->is_signed = comp == TEX_FORMAT_COMP_SIGNED;
    if (words->num_format == TEX_NUM_FORMAT_NORM)
        channel->kind = comp == TEX_FORMAT_COMP_UNSIGNED_BIASED                         ? TEXEL_BIASED
                        : channel->is_signed && words->srf_mode == TEX_SRF_MODE_NO_ZERO ? TEXEL_NO_ZERO
                                                                                        : TEXEL_NORM;
    else
        channel->kind = words->num_format == TEX_NUM_FORMAT_INT ? TEXEL_INTEGER : TEXEL_SCALED;
    channel->divisor = divisor_of(channel);
}

/* The colours of BC1 to BC3 are thirds or halves of the way between numbers of 5 and 6 bits, the other elements
 * sevenths or fifths of the way between numbers of 8: with these divisors all of them are integers. */
enum { BC_COLOR_5 = 31 * 6, BC_COLOR_6 = 63 * 6, BC_ALPHA_1 = 1, BC_ALPHA_4 = 15, BC_PATHS = 5 * 7 };

/* Fractions whatever NUM_FORMAT_ALL and SRF_MODE_ALL are; a sign of BC3's alpha, BC4 and BC5 alone. */
static void compressed_channel(const struct texel_words *words, unsigned element, struct texel_channel *channel)
{
    const bool     paths = words->data_format >= TEX_FMT_BC4 || (words->data_format == TEX_FMT_BC3 && element == 3);
    const unsigned comp = words->comp[element];
    channel->is_signed = paths && comp == TEX_FORMAT_COMP_SIGNED;
    channel->kind = comp == TEX_FORMAT_COMP_UNSIGNED_BIASED ? TEXEL_BIASED : TEXEL_NORM;
    if (paths)
        channel->divisor = (channel->is_signed ? 127 : 255) * BC_PATHS;
    else if (element == 3)
        channel->divisor = words->data_format == TEX_FMT_BC1 ? BC_ALPHA_1 : BC_ALPHA_4;
    else
        channel->divisor = element == 1 ? BC_COLOR_6 : BC_COLOR_5;
}

/* GUESS: linear numbers have 16 bits, enough to tell all 256 of sRGB apart by far; no document gives the width. */
enum { LINEAR_BITS = 16 };

/* Of X Y Z, where they are unsigned fractions and no paths of BC4 and BC5. */
static void linear_channel(const struct texel_words *words, struct texel_channel *channel)
{
    if (!channel->bits || channel->kind != TEXEL_NORM || channel->is_signed || words->data_format == TEX_FMT_BC4 ||
        words->data_format == TEX_FMT_BC5)
        return;
    channel->degamma = true;
    channel->bits = LINEAR_BITS;
    channel->divisor = ones(LINEAR_BITS);
}

static void make_channel(const struct texel_words *words, const struct layout *layout, unsigned element, bool integers,
                         struct texel_channel *channel)
{
    const bool exponent = words->data_format == TEX_FMT_5_9_9_9_SHAREDEXP && element == 3;
    *channel = (struct texel_channel){.bits = layout->width[element], .divisor = 1};
    if (!channel->bits || exponent) {
        channel->bits = 0;
        channel->kind = integers ? TEXEL_INTEGER : TEXEL_NORM;
    } else if (layout->floats >> element & 1) {
        channel->bits = 32;
        channel->kind = TEXEL_FLOAT;
    } else if (is_compressed(words->data_format))
        compressed_channel(words, element, channel);
    else
        fixed_channel(words, words->comp[element], channel);
    if (words->degamma && element < 3)
        linear_channel(words, channel);
}

/* The filter's numbers have 24 bits and a sign whatever a channel's width, so that a border colour is as fine as a
 * register; wider channels lose their lowest bits. */
static int8_t number_shift(const struct texel_channel *channel)
{
    const int bits = channel->kind == TEXEL_SCALED ? channel->bits : 32 - __builtin_clz(channel->divisor);
    return (int8_t)(TEXEL_NUMBER_BITS - bits);
}

void texel_format_make(const struct texel_words *words, struct texel_format *format)
{
    const struct layout *layout = &layouts[words->data_format];
    *format = (struct texel_format){
        .data_format = words->data_format,
        .endian = words->endian,
        .mpeg_clamp = words->data_format == TEX_FMT_16 ? words->mpeg_clamp : TEX_MPEG_CLAMP_OFF,
        .bytes = layout->bytes,
        .block_width = layout->block_width,
        .block_height = layout->block_height,
        .integers =
            words->num_format == TEX_NUM_FORMAT_INT && layout->floats != FLOAT && !is_compressed(words->data_format),
    };
    for (unsigned e = 0; e < TEXEL_ELEMENTS; e++) {
        format->width[e] = layout->width[e];
        make_channel(words, layout, e, format->integers, &format->channel[e]);
    }
    /* 3D 7: 16 bits are taken for a number of nine with its sign. */
    if (format->mpeg_clamp == TEX_MPEG_9) {
        format->channel[0].bits = 9;
        fixed_channel(words, TEX_FORMAT_COMP_SIGNED, &format->channel[0]);
    }
    format->fractions = true;
    format->straight = true;
    for (unsigned e = 0; e < TEXEL_ELEMENTS; e++) {
        struct texel_channel *channel = &format->channel[e];
        channel->shift = number_shift(channel);
        format->fractions &= channel->kind == TEXEL_NORM && !channel->is_signed;
        format->straight &= !channel->degamma;
    }
    format->words = format->endian == TEX_ENDIAN_NONE && format->block_width * format->block_height == 1;
    for (unsigned e = 0; e < TEXEL_ELEMENTS; e++)
        format->words &= format->width[e] == (e < format->bytes / 4u ? 32 : 0) && !format->channel[e].degamma;
    format->straight &= format->fractions && format->endian == TEX_ENDIAN_NONE && !format->mpeg_clamp &&
                        format->bytes <= 8 && format->block_width * format->block_height == 1;
}

void texel_format_of(const struct texture_resource *resource, const struct texture_sampler *sampler,
                     struct texel_format *format)
{
    const struct texel_words words = {
        .data_format = (uint8_t)resource->data_format,
        .num_format = (uint8_t)resource->num_format_all,
        .comp = {(uint8_t)resource->format_comp_x, (uint8_t)resource->format_comp_y, (uint8_t)resource->format_comp_z,
                 (uint8_t)resource->format_comp_w},
        .srf_mode = (uint8_t)resource->srf_mode_all,
        .endian = (uint8_t)resource->endian_swap,
        .mpeg_clamp = (uint8_t)resource->mpeg_clamp,
        .degamma = resource->force_degamma || (sampler && sampler->force_degamma),
    };
    texel_format_make(&words, format);
}
