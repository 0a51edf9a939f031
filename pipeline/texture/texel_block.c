/* texel_block.c - BC1 to BC5, blocks of 4 x 4 texels (Direct3D 10's rules).
 *
 * A colour is a point on the way between two of 5 6 5 bits, in thirds or halves; BC3's alpha, BC4 and BC5 one between
 * two numbers of 8 bits, in sevenths or fifths.  Sums of the two in whole parts of the channel's divisor are exact.
 *
 * GUESS: the hardware interpolates exactly; Direct3D 10 lets it deviate, and later chips of AMD's are known to. */
#include "pipeline/texture/texel.h"

enum { TEXELS_A_ROW = 4 };

static uint32_t word16(const uint8_t *bytes)
{
    return (uint32_t)(bytes[0] | bytes[1] << 8);
}

static uint32_t word32(const uint8_t *bytes)
{
    return word16(bytes) | word16(bytes + 2) << 16;
}

/* Sixths of the way from the first colour to the second one, by the texel's code. */
static const uint8_t four_colors[4] = {0, 6, 2, 4}, three_colors[4] = {0, 6, 3, 0};

static void color_between(const struct texel_format *format, uint32_t first, uint32_t second, unsigned sixths,
                          uint32_t value[TEXEL_ELEMENTS])
{
    static const struct {
        uint8_t low, ones; /* where an element lies in 5 6 5 bits: X is red */
    } places[3] = {{11, 31}, {5, 63}, {0, 31}};
    for (unsigned e = 0; e < 3; e++) {
        const uint32_t from = first >> places[e].low & places[e].ones, to = second >> places[e].low & places[e].ones;
        const uint32_t way = from * (6 - sixths) + to * sixths;
        value[e] = format->channel[e].degamma ? texel_linear(way, places[e].ones * 6u) : way;
    }
}

/* The eight bytes of a block's colours.  BC1 has three and a transparent black when the first one is not the larger. */
static void color(const struct texel_format *format, const uint8_t *bytes, unsigned texel,
                  uint32_t value[TEXEL_ELEMENTS])
{
    const uint32_t first = word16(bytes), second = word16(bytes + 2);
    const unsigned code = word32(bytes + 4) >> 2 * texel & 3;
    const bool     three = format->data_format == TEX_FMT_BC1 && first <= second;
    value[3] = 1;
    if (!three)
        color_between(format, first, second, four_colors[code], value);
    else if (code < 3)
        color_between(format, first, second, three_colors[code], value);
    else
        value[0] = value[1] = value[2] = value[3] = 0;
}

/* The eight bytes of BC3's alpha, of BC4's X and of X or Y of BC5: eight numbers from the first to the second one, or
 * six of them, the least and the largest when the first one is not the larger. */
static uint32_t between(const struct texel_channel *channel, const uint8_t *bytes, unsigned texel)
{
    const int32_t  largest = channel->is_signed ? 127 : 255;
    const int32_t  first = channel->is_signed ? (int8_t)bytes[0] : bytes[0];
    const int32_t  second = channel->is_signed ? (int8_t)bytes[1] : bytes[1];
    const uint64_t codes = word32(bytes + 2) | (uint64_t)word16(bytes + 6) << 32;
    const int32_t  code = (int32_t)(codes >> 3 * texel & 7);
    const int32_t  parts = first > second ? 7 : 5;
    /* -128 is -127 */
    const int32_t from = first < -largest ? -largest : first, to = second < -largest ? -largest : second;
    const int32_t unit = (int32_t)channel->divisor / largest;
    if (code < 2)
        return (uint32_t)((code ? to : from) * unit);
    if (code > parts)
        return code == 7 ? channel->divisor : (uint32_t)(channel->is_signed ? -(int32_t)channel->divisor : 0);
    return (uint32_t)((from * (parts - code + 1) + to * (code - 1)) * (unit / parts));
}

void texel_decode_block(const struct texel_format *format, const uint8_t *block, unsigned x, unsigned y,
                        uint32_t value[TEXEL_ELEMENTS])
{
    const unsigned texel = y * TEXELS_A_ROW + x;
    switch (format->data_format) {
    case TEX_FMT_BC1:
        color(format, block, texel, value);
        return;
    case TEX_FMT_BC2:
        color(format, block + 8, texel, value);
        value[3] = block[texel / 2] >> texel % 2 * 4 & 15;
        return;
    case TEX_FMT_BC3:
        color(format, block + 8, texel, value);
        value[3] = between(&format->channel[3], block, texel);
        return;
    case TEX_FMT_BC5:
        value[1] = between(&format->channel[1], block + 8, texel);
        /* fall through */
    default: /* BC4 */
        value[0] = between(&format->channel[0], block, texel);
    }
}
