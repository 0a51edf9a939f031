/* ref_format.c - see ref_format.h. */
#include "tb/ref/ref_format.h"
#include "tb/ref/ref.h"

#include <string.h>

enum { ONE = 0x3f800000, MINUS = (int)0x80000000 };

/* ---- layouts ---------------------------------------------------------------------------------------------------- */

const char *ref_format_name(unsigned format)
{
    const char *name = isa_enum_name(isa_field_find(ISA_FORMAT_VTX_GPR, "data_format"), format);
    return name && strncmp(name, "FMT_", 4) == 0 ? name + 4 : NULL;
}

static bool is_float_width(unsigned width)
{
    return width == 10 || width == 11 || width == 16 || width == 32;
}

struct ref_layout ref_layout_of(unsigned format)
{
    const struct ref_layout none = {.kind = REF_NO_FORMAT};
    const char             *name = ref_format_name(format);
    struct ref_layout       layout = {.kind = REF_INTEGERS};
    unsigned                listed[4], bits = 0;
    if (!name)
        return none;
    for (; *name >= '0' && *name <= '9' && layout.count < 4; name += *name == '_') {
        unsigned width = 0;
        for (; *name >= '0' && *name <= '9'; name++)
            width = 10 * width + (unsigned)(*name - '0');
        listed[layout.count++] = width;
        bits += width;
    }
    if (strcmp(name, "FLOAT") == 0)
        layout.kind = REF_FLOATS;
    else if (strcmp(name, "SHAREDEXP") == 0)
        layout.kind = REF_SHARED_EXPONENT;
    else if (*name)
        return none;
    for (unsigned e = 0; e < layout.count; e++) {
        layout.width[e] = listed[layout.count - 1 - e];
        if (layout.kind == REF_FLOATS && !is_float_width(layout.width[e]))
            return none;
    }
    return bits && bits % 8 == 0 ? layout : none;
}

unsigned ref_layout_bytes(const struct ref_layout *layout)
{
    unsigned bits = 0;
    for (unsigned e = 0; e < layout->count; e++)
        bits += layout->width[e];
    return bits / 8;
}

unsigned ref_format_bytes(unsigned format)
{
    const struct ref_layout layout = ref_layout_of(format);
    return ref_layout_bytes(&layout);
}

/* ---- numbers ---------------------------------------------------------------------------------------------------- */

uint32_t ref_scaled(uint32_t number, int exponent)
{
    int bits = 0;
    if (!number)
        return 0;
    while (number >> bits)
        bits++;
    return (uint32_t)(bits - 1 + exponent + 127) << 23 | (number << (24 - bits) & 0x7fffff);
}

/* 64 bits behind the point decide, and whether more follow. */
static uint32_t unsigned_ratio(uint64_t number, uint64_t divisor)
{
    const unsigned __int128 wide = (unsigned __int128)number << 64, quotient = wide / divisor;
    const bool              more = wide % divisor != 0;
    int                     bits = 0;
    if (!number)
        return 0;
    while (quotient >> bits)
        bits++;
    const int               drop = bits - 24;
    const unsigned __int128 rest = quotient & (((unsigned __int128)1 << drop) - 1),
                            half = (unsigned __int128)1 << (drop - 1);
    uint32_t   kept = (uint32_t)(quotient >> drop);
    const bool up = rest > half || (rest == half && (more || kept % 2));
    kept += up;
    return kept >> 24 ? ref_scaled(kept / 2, drop + 1 - 64) : ref_scaled(kept, drop - 64);
}

uint32_t ref_ratio(int64_t number, uint64_t divisor)
{
    return number < 0 ? unsigned_ratio((uint64_t)-number, divisor) | (uint32_t)MINUS
                      : unsigned_ratio((uint64_t)number, divisor);
}

/* Five bits of exponent with bias 15; a sign in 16 bits only. */
static uint32_t small_float(uint32_t value, unsigned width)
{
    const unsigned fraction_bits = width == 16 ? 10 : width - 5;
    const uint32_t fraction = value % (1u << fraction_bits), exponent = value >> fraction_bits & 31;
    const uint32_t sign = width == 16 ? value >> 15 << 31 : 0;
    if (exponent == 31)
        return sign | 0x7f800000 | fraction << (23 - fraction_bits);
    if (exponent == 0)
        return sign | ref_scaled(fraction, -14 - (int)fraction_bits);
    return sign | ref_scaled(fraction + (1u << fraction_bits), (int)exponent - 15 - (int)fraction_bits);
}

/* 0.N: unsigned ones are parts of 2^N - 1; signed ones of 2^(N-1) - 1 with two encodings of -1, or without a zero odd
 * parts of 2^N - 1.  A signed number of one bit has no parts: 0 and -1. */
static uint32_t fraction(const struct ref_reading *as, uint32_t value, int64_t number, unsigned width)
{
    const uint64_t all = ((uint64_t)1 << width) - 1;
    const int64_t  most = (int64_t)(all / 2);
    if (!as->is_signed)
        return ref_ratio(value, all);
    if (as->no_zero)
        return ref_ratio(2 * number + 1, all);
    if (number < -most)
        return ONE | (uint32_t)MINUS;
    return most ? ref_ratio(number, (uint64_t)most) : 0;
}

uint32_t ref_element(const struct ref_reading *as, enum ref_kind kind, uint32_t value, unsigned width)
{
    const bool    negative = as->is_signed && value >> (width - 1) & 1;
    const int64_t number = (int64_t)value - (negative ? (int64_t)1 << width : 0);
    if (kind == REF_FLOATS)
        return width == 32 ? value : small_float(value, width);
    return as->number == REF_NUM_NORM     ? fraction(as, value, number, width)
           : as->number == REF_NUM_SCALED ? ref_ratio(number, 1)
                                          : (uint32_t)number;
}

void ref_shared_exponent(const uint32_t raw[4], uint32_t out[4])
{
    for (unsigned e = 0; e < 3; e++)
        out[e] = ref_scaled(raw[e], (int)raw[3] - 15 - 9);
}

uint32_t ref_bits_at(const uint8_t *bytes, unsigned endian, unsigned first, unsigned width)
{
    static const unsigned last[] = {0, 1, 3}; /* number of the last byte of such a word */
    uint32_t              value = 0;
    for (unsigned i = 0; i < width; i++) {
        const unsigned at = (first + i) / 8, word = at / (last[endian] + 1) * (last[endian] + 1);
        value |= (uint32_t)(bytes[word + last[endian] - (at - word)] >> (first + i) % 8 & 1) << i;
    }
    return value;
}
