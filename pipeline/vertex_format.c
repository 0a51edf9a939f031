#include "pipeline/vertex_format.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { FORMATS = 64, ELEMENTS = 4, SHARED_EXPONENT = 5, FIXED = false, FLOAT = true };

/* Widths of X Y Z W in bits, from the lowest bit up; floats: sign, exponent and fraction by their width. */
struct layout {
    uint8_t width[ELEMENTS];
    bool    is_float;
};

static const struct layout layouts[FORMATS] = {
#define DATA_FORMAT(number, name, kind, x, y, z, w) [number] = {{x, y, z, w}, kind},
#define DATA_FORMAT_TEXELS(...)
#define DATA_FORMAT_NAME(...)
#include "isa/r700/data_formats.def"
#undef DATA_FORMAT
#undef DATA_FORMAT_TEXELS
#undef DATA_FORMAT_NAME
};

unsigned vertex_format_bytes(unsigned data_format)
{
    unsigned bits = 0;
    for (unsigned e = 0; data_format < FORMATS && e < ELEMENTS; e++)
        bits += layouts[data_format].width[e];
    return bits / 8;
}

uint32_t vertex_format_one(const struct vertex_format *format)
{
    return format->num_format == VERTEX_INT && !layouts[format->data_format].is_float ? 1 : 0x3f800000u;
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Bytes in the order of memory after ENDIAN_SWAP (ISA 10.3 VTX_WORD2: the byte's number XOR 0, 1 or 3). */
static uint32_t byte_at(const uint8_t *bytes, unsigned size, unsigned at, unsigned endian)
{
    static const uint8_t flip[4] = {0, 1, 3, 0};
    const unsigned       from = at ^ flip[endian];
    return from < size ? bytes[from] : 0;
}

/* `width` bits from bit `first` on, 1..32. */
static uint32_t field(const uint8_t *bytes, unsigned size, unsigned first, unsigned width, unsigned endian)
{
    uint64_t word = 0;
    for (unsigned i = 0; i < 5 && first / 8 + i < size; i++)
        word |= (uint64_t)byte_at(bytes, size, first / 8 + i, endian) << 8 * i;
    return (uint32_t)(word >> first % 8 & ((1ull << width) - 1));
}

/* A float of 10, 11 (no sign, five bits of exponent) or 16 bits; exact. */
static uint32_t small_float(uint32_t value, unsigned width)
{
    enum { BIAS = 15, LAST_EXPONENT = 31, SINGLE_BIAS = 127, SINGLE_BITS = 23 };
    const unsigned bits = width == 16 ? 10 : width - 5; /* of the mantissa */
    const uint32_t sign = width == 16 ? value >> 15 << 31 : 0;
    const unsigned exponent = value >> bits & LAST_EXPONENT;
    const uint32_t mantissa = value & ((1u << bits) - 1);
    if (exponent == LAST_EXPONENT) /* infinity, NaN */
        return sign | 0x7f800000u | mantissa << (SINGLE_BITS - bits);
    if (exponent)
        return sign | (exponent + SINGLE_BIAS - BIAS) << SINGLE_BITS | mantissa << (SINGLE_BITS - bits);
    return sign | bits_of(ldexpf((float)mantissa, 1 - BIAS - (int)bits));
}

/* Sign-extended when the format is signed. */
static uint32_t integer(const struct vertex_format *format, uint32_t value, unsigned width)
{
    const bool negative = format->is_signed && value >> (width - 1) & 1;
    return negative && width < 32 ? value | UINT32_MAX << width : value;
}

/* NORM: 0..1, signed -1..1.  Signed numbers are one more below zero than above: the lowest two are both -1, or with
 * SRF_MODE NO_ZERO the ends are -1 and 1 and there is no zero. */
static uint32_t fraction(const struct vertex_format *format, uint32_t value, unsigned width)
{
    const double largest = ldexp(1, (int)width) - 1, largest_signed = ldexp(1, (int)width - 1) - 1;
    if (!format->is_signed)
        return bits_of((float)(value / largest));
    const double number = (int32_t)integer(format, value, width);
    if (format->no_zero)
        return bits_of((float)((2 * number + 1) / largest));
    if (number < -largest_signed)
        return bits_of(-1);
    return bits_of(largest_signed > 0 ? (float)(number / largest_signed) : 0); /* of one bit: -1 and 0 */
}

static uint32_t convert(const struct vertex_format *format, bool is_float, uint32_t value, unsigned width)
{
    if (is_float)
        return width == 32 ? value : small_float(value, width);
    const uint32_t number = integer(format, value, width);
    switch ((enum vertex_num_format)format->num_format) {
    case VERTEX_NORM:
        return fraction(format, value, width);
    case VERTEX_SCALED:
        return bits_of(format->is_signed ? (float)(int32_t)number : (float)number);
    case VERTEX_INT:
        break;
    }
    return number;
}

/* Three fractions of nine bits below one exponent with bias 15 (no leading one). */
static void shared_exponent(const uint32_t value[ELEMENTS], uint32_t out[ELEMENTS])
{
    for (unsigned e = 0; e < 3; e++)
        out[e] = bits_of(ldexpf((float)value[e], (int)value[3] - 24));
}

void vertex_convert(const struct vertex_format *format, const uint8_t *bytes, uint32_t out[4])
{
    const struct layout *layout = &layouts[format->data_format];
    const unsigned       size = vertex_format_bytes(format->data_format);
    uint32_t             value[ELEMENTS] = {0};
    assert(size);
    out[0] = out[1] = out[2] = 0;
    out[3] = vertex_format_one(format);
    for (unsigned e = 0, bit = 0; e < ELEMENTS && layout->width[e]; bit += layout->width[e++])
        value[e] = field(bytes, size, bit, layout->width[e], format->endian);
    if (layout->width[3] == SHARED_EXPONENT && layout->is_float) {
        shared_exponent(value, out);
        return;
    }
    for (unsigned e = 0; e < ELEMENTS && layout->width[e]; e++)
        out[e] = convert(format, layout->is_float, value[e], layout->width[e]);
}
