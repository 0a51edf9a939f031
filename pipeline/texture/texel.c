#include "pipeline/texture/texel.h"

#include <assert.h>
#include <string.h>

/* ---- bits ---------------------------------------------------------------------------------------------------- */

/* A block's bytes after ENDIAN_SWAP: each is found under its number XOR 0, 1 or 3 (3D 7), zeros behind the last one. */
struct block_bytes {
    uint8_t byte[TEXEL_BLOCK_BYTES + 4];
};

static struct block_bytes swapped(const struct texel_format *format, const uint8_t *block)
{
    static const uint8_t flip[4] = {0, 1, 3, 0};
    struct block_bytes   bytes = {.byte = {0}};
    if (format->endian == TEX_ENDIAN_NONE) {
        if (format->bytes == 4) /* of most */
            memcpy(bytes.byte, block, 4);
        else
            memcpy(bytes.byte, block, format->bytes);
        return bytes;
    }
    for (unsigned i = 0; i < format->bytes; i++) {
        const unsigned from = i ^ flip[format->endian];
        bytes.byte[i] = from < format->bytes ? block[from] : 0;
    }
    return bytes;
}

static uint32_t four_bytes(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* `width` bits from bit `first` on, 1..32, which lie in four bytes. */
static uint32_t field(const struct block_bytes *bytes, unsigned first, unsigned width)
{
    return four_bytes(bytes->byte + first / 8) >> first % 8 & UINT32_MAX >> (32 - width);
}

/* ---- floats -------------------------------------------------------------------------------------------------- */

/* A float of fewer bits as one of 32, which is exact.  The exponent's bias is 15 in all of them. */
struct small_float {
    unsigned mantissa, exponent; /* bits; the sign's lies above them, where there is one */
    bool     has_infinity;       /* the largest exponent is infinity and NaN's */
};

static uint32_t widened(struct small_float form, uint32_t value)
{
    enum { BIAS = 15, FRACTION = 23 };
    const uint32_t sign = value >> (form.mantissa + form.exponent) << 31;
    const uint32_t mantissa = value & ((1u << form.mantissa) - 1);
    const unsigned largest = (1u << form.exponent) - 1, exponent = value >> form.mantissa & largest;
    if (form.has_infinity && exponent == largest)
        return sign | 0x7f800000u | mantissa << (FRACTION - form.mantissa);
    const uint32_t number = exponent ? mantissa | 1u << form.mantissa : mantissa;
    return sign | texel_quotient(number, 1, (int)(exponent ? exponent : 1) - BIAS - (int)form.mantissa);
}

/* Of 10 and 11 bits without a sign, of 16, of 24 for depths.
 *
 * GUESS: the depths are those of R600's predecessor in the Xbox 360: four bits of exponent, no sign, no infinity, so
 * that they end below 2; AMD's manuals say 24 bits and no more. */
static uint32_t float_of(uint32_t value, unsigned width)
{
    switch (width) {
    case 10:
        return widened((struct small_float){5, 5, true}, value);
    case 11:
        return widened((struct small_float){6, 5, true}, value);
    case 16:
        return widened((struct small_float){10, 5, true}, value);
    case 24:
        return widened((struct small_float){20, 4, false}, value);
    default:
        return value;
    }
}

/* ---- texels ---------------------------------------------------------------------------------------------------- */

/* Element `e`, stored in `width` bits from bit `first` on. */
static uint32_t element(const struct texel_format *format, unsigned e, const struct block_bytes *bytes, unsigned first,
                        unsigned width)
{
    const struct texel_channel *channel = &format->channel[e];
    const uint32_t              value = field(bytes, first, width);
    if (channel->kind == TEXEL_FLOAT)
        return float_of(value, width);
    if (channel->degamma)
        return texel_linear(value, UINT32_MAX >> (32 - width));
    const uint32_t sign = UINT32_C(1) << (width - 1);
    return channel->is_signed ? (value ^ sign) - sign : value;
}

static void packed(const struct texel_format *format, const struct block_bytes *bytes, uint32_t value[TEXEL_ELEMENTS])
{
    for (unsigned e = 0, first = 0; e < TEXEL_ELEMENTS; first += format->width[e++])
        if (format->channel[e].bits)
            value[e] = element(format, e, bytes, first, format->width[e]);
}

/* Three fractions of nine bits below one exponent with bias 15 (no leading one). */
static void shared_exponent(const struct block_bytes *bytes, uint32_t value[TEXEL_ELEMENTS])
{
    enum { BITS = 9, BIAS = 15 };
    const int exponent = (int)field(bytes, 3 * BITS, 5) - BIAS - BITS;
    for (unsigned e = 0; e < 3; e++)
        value[e] = texel_quotient(field(bytes, e * BITS, BITS), 1, exponent);
}

/* Two texels with a green of their own, red and blue in common: from the lowest byte up R G B G, or G R G B. */
static void subsampled(const struct texel_format *format, const struct block_bytes *bytes, unsigned x,
                       uint32_t value[TEXEL_ELEMENTS])
{
    const unsigned green = format->data_format == TEX_FMT_BG_RG ? 0 : 8, other = 8 - green;
    value[0] = element(format, 0, bytes, other, 8);
    value[1] = element(format, 1, bytes, green + 16 * x, 8);
    value[2] = element(format, 2, bytes, other + 16, 8);
}

/* GUESS: the first of eight texels is the lowest bit, as in all formats of this family the first element is; REVERSED
 * the highest. */
static void single_bit(const struct texel_format *format, const struct block_bytes *bytes, unsigned x,
                       uint32_t value[TEXEL_ELEMENTS])
{
    value[0] = element(format, 0, bytes, format->data_format == TEX_FMT_1 ? x : 7 - x, 1);
}

/* 3D 7: nine bits with a sign in 16, clamped; the lowest six bits masked. */
static uint32_t mpeg(unsigned mpeg_clamp, uint32_t value)
{
    const int32_t number = (int16_t)value;
    if (mpeg_clamp == TEX_MPEG_10)
        return value & ~UINT32_C(0x3f);
    return (uint32_t)(number < -256 ? -256 : number > 255 ? 255 : number);
}

/* What most textures are: cut into pieces, without a look at each of them. */
static void straight(const struct texel_format *format, const uint8_t *block, uint32_t value[TEXEL_ELEMENTS])
{
    uint64_t word = format->bytes == 4 ? four_bytes(block) : 0;
    for (unsigned i = 0; format->bytes != 4 && i < format->bytes; i++)
        word |= (uint64_t)block[i] << 8 * i;
    for (unsigned e = 0; e < TEXEL_ELEMENTS; e++) {
        const unsigned width = format->width[e];
        value[e] = width ? (uint32_t)word & UINT32_MAX >> (32 - width) : e == 3;
        word >>= width;
    }
}

static void words(const uint8_t *block, unsigned bytes, uint32_t value[TEXEL_ELEMENTS])
{
    value[1] = value[2] = 0;
    value[3] = 1;
    for (unsigned e = 0; e < bytes / 4; e++)
        value[e] = four_bytes(block + 4 * (size_t)e);
}

void texel_decode(const struct texel_format *format, const uint8_t *block, unsigned x, unsigned y,
                  uint32_t value[TEXEL_ELEMENTS])
{
    assert(format->bytes && x < format->block_width && y < format->block_height);
    if (format->straight) {
        straight(format, block, value);
        return;
    }
    if (format->words) {
        words(block, format->bytes, value);
        return;
    }
    const struct block_bytes bytes = swapped(format, block);
    value[1] = value[2] = 0; /* every format has an X */
    value[3] = 1;
    switch (format->data_format) {
    case TEX_FMT_BC1:
    case TEX_FMT_BC2:
    case TEX_FMT_BC3:
    case TEX_FMT_BC4:
    case TEX_FMT_BC5:
        texel_decode_block(format, bytes.byte, x, y, value);
        break;
    case TEX_FMT_5_9_9_9_SHAREDEXP:
        shared_exponent(&bytes, value);
        break;
    case TEX_FMT_GB_GR:
    case TEX_FMT_BG_RG:
        subsampled(format, &bytes, x, value);
        break;
    case TEX_FMT_1:
    case TEX_FMT_1_REVERSED:
        single_bit(format, &bytes, x, value);
        break;
    default:
        packed(format, &bytes, value);
    }
    if (format->mpeg_clamp)
        value[0] = mpeg(format->mpeg_clamp, value[0]);
}
