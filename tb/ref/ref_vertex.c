/* ref_vertex.c - what a vertex fetch reads: resources as their words say (3D 6), formats as their names say, numbers by
 * integer arithmetic (ISA 10.3).  Nothing of it is the machine's.
 *
 * The numbers in a format's name are the widths of its fields, the highest bits first; X is the lowest field. */
#include "tb/ref/ref_internal.h"

#include <string.h>

enum { NUM_NORM, NUM_INT, NUM_SCALED };
enum { SRF_NO_ZERO = 1, VALID_BUFFER = 3, ONE = 0x3f800000, OUTSIDE_NAN = (int)0xffc00000 };
enum kind { NONE, INTEGERS, FLOATS, SHARED_EXPONENT };

struct layout {
    enum kind kind;
    unsigned  count, width[4]; /* X first */
};

/* How the data are to be read: by the instruction or by the resource. */
struct reading {
    unsigned format, number, endian;
    bool     is_signed, no_zero;
};

/* ---- formats ---------------------------------------------------------------------------------------------------- */

static bool is_float_width(unsigned width)
{
    return width == 10 || width == 11 || width == 16 || width == 32;
}

static struct layout layout_of(unsigned format)
{
    const struct isa_field *field = isa_field_find(ISA_FORMAT_VTX_GPR, "data_format");
    const char             *name = isa_enum_name(field, format);
    struct layout           layout = {.kind = INTEGERS};
    unsigned                listed[4], bits = 0;
    if (!name || strncmp(name, "FMT_", 4) != 0)
        return (struct layout){.kind = NONE};
    for (name += 4; *name >= '0' && *name <= '9' && layout.count < 4; name += *name == '_') {
        unsigned width = 0;
        for (; *name >= '0' && *name <= '9'; name++)
            width = 10 * width + (unsigned)(*name - '0');
        listed[layout.count++] = width;
        bits += width;
    }
    if (strcmp(name, "FLOAT") == 0)
        layout.kind = FLOATS;
    else if (strcmp(name, "SHAREDEXP") == 0)
        layout.kind = SHARED_EXPONENT;
    else if (*name)
        return (struct layout){.kind = NONE};
    for (unsigned e = 0; e < layout.count; e++) {
        layout.width[e] = listed[layout.count - 1 - e];
        if (layout.kind == FLOATS && !is_float_width(layout.width[e]))
            return (struct layout){.kind = NONE};
    }
    return bits && bits % 8 == 0 ? layout : (struct layout){.kind = NONE};
}

static unsigned layout_bytes(const struct layout *layout)
{
    unsigned bits = 0;
    for (unsigned e = 0; e < layout->count; e++)
        bits += layout->width[e];
    return bits / 8;
}

unsigned ref_format_bytes(unsigned format)
{
    const struct layout layout = layout_of(format);
    return layout_bytes(&layout);
}

/* ---- numbers ---------------------------------------------------------------------------------------------------- */

/* number x 2^exponent as a float; it has 24 bits at most and is no denormal. */
static uint32_t scaled(uint32_t number, int exponent)
{
    int bits = 0;
    if (!number)
        return 0;
    while (number >> bits)
        bits++;
    return (uint32_t)(bits - 1 + exponent + 127) << 23 | (number << (24 - bits) & 0x7fffff);
}

/* number / divisor, the nearest float, the even one of two: 64 bits behind the point decide, and whether more follow.
 */
static uint32_t ratio(uint64_t number, uint64_t divisor)
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
    return kept >> 24 ? scaled(kept / 2, drop + 1 - 64) : scaled(kept, drop - 64);
}

static uint32_t signed_ratio(int64_t number, uint64_t divisor)
{
    return number < 0 ? ratio((uint64_t)-number, divisor) | 0x80000000 : ratio((uint64_t)number, divisor);
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
        return sign | scaled(fraction, -14 - (int)fraction_bits);
    return sign | scaled(fraction + (1u << fraction_bits), (int)exponent - 15 - (int)fraction_bits);
}

/* 0.N: unsigned ones are parts of 2^N - 1; signed ones of 2^(N-1) - 1 with two encodings of -1, or without a zero odd
 * parts of 2^N - 1.  A signed number of one bit has no parts: 0 and -1. */
static uint32_t fraction(const struct reading *as, uint32_t value, int64_t number, unsigned width)
{
    const uint64_t all = ((uint64_t)1 << width) - 1;
    const int64_t  most = (int64_t)(all / 2);
    if (!as->is_signed)
        return ratio(value, all);
    if (as->no_zero)
        return signed_ratio(2 * number + 1, all);
    if (number < -most)
        return ONE | 0x80000000;
    return most ? signed_ratio(number, (uint64_t)most) : 0;
}

static uint32_t element(const struct reading *as, enum kind kind, uint32_t value, unsigned width)
{
    const bool    negative = as->is_signed && value >> (width - 1) & 1;
    const int64_t number = (int64_t)value - (negative ? (int64_t)1 << width : 0);
    if (kind == FLOATS)
        return width == 32 ? value : small_float(value, width);
    return as->number == NUM_NORM     ? fraction(as, value, number, width)
           : as->number == NUM_SCALED ? signed_ratio(number, 1)
                                      : (uint32_t)number;
}

/* ENDIAN_SWAP exchanges the bytes of every word of 16 or 32 bits. */
static uint32_t bits_at(const uint8_t *bytes, unsigned endian, unsigned first, unsigned width)
{
    static const unsigned last[] = {0, 1, 3}; /* number of the last byte of such a word */
    uint32_t              value = 0;
    for (unsigned i = 0; i < width; i++) {
        const unsigned at = (first + i) / 8, word = at / (last[endian] + 1) * (last[endian] + 1);
        value |= (uint32_t)(bytes[word + last[endian] - (at - word)] >> (first + i) % 8 & 1) << i;
    }
    return value;
}

static void convert(const struct reading *as, const struct layout *layout, const uint8_t *bytes, uint32_t out[4])
{
    uint32_t raw[4] = {0};
    for (unsigned e = 0, first = 0; e < layout->count; first += layout->width[e++])
        raw[e] = bits_at(bytes, as->endian, first, layout->width[e]);
    if (layout->kind == SHARED_EXPONENT) /* of X Y Z, so there is no W */
        for (unsigned e = 0; e < 3; e++)
            out[e] = scaled(raw[e], (int)raw[3] - 15 - 9);
    else
        for (unsigned e = 0; e < layout->count; e++)
            out[e] = element(as, layout->kind, raw[e], layout->width[e]);
}

/* ---- resources -------------------------------------------------------------------------------------------------- */

static unsigned field(uint32_t word, unsigned high, unsigned low)
{
    return word << (31 - high) >> (31 - high + low);
}

static struct reading reading_of(const struct isa_vtx_gpr *fetch, const struct ref_resource *resource)
{
    const uint32_t word = resource->word[2];
    if (!fetch->use_const_fields)
        return (struct reading){fetch->data_format, fetch->num_format_all, fetch->endian_swap, fetch->format_comp_all,
                                fetch->srf_mode_all == SRF_NO_ZERO};
    return (struct reading){field(word, 25, 20), field(word, 27, 26), field(word, 31, 30), field(word, 28, 28),
                            field(word, 29, 29) == SRF_NO_ZERO};
}

static const struct ref_resource *find(const struct ref_launch *launch, const struct isa_vtx_gpr *fetch)
{
    const struct ref_resource *resource = &launch->resource[fetch->buffer_id];
    return fetch->buffer_id < REF_RESOURCES && field(resource->word[6], 31, 30) == VALID_BUFFER ? resource : NULL;
}

const char *ref_vertex_error(const struct ref_launch *launch, const struct isa_vtx_gpr *fetch)
{
    const struct ref_resource *resource = find(launch, fetch);
    if (!resource || !resource->bytes)
        return "the interpreter has no such resource";
    const struct reading as = reading_of(fetch, resource);
    return !ref_format_bytes(as.format)              ? "DATA_FORMAT is not one of vertices (ISA 10.3)"
           : as.number > NUM_SCALED || as.endian > 2 ? "a reserved NUM_FORMAT_ALL or ENDIAN_SWAP (ISA 10.3)"
                                                     : NULL;
}

uint32_t ref_vertices(const struct ref_launch *launch, const struct isa_vtx_gpr *fetch, ref_mask_t threads,
                      const uint32_t index[REF_LANES], uint32_t out[REF_LANES][4])
{
    const struct ref_resource *resource = find(launch, fetch);
    const struct reading       as = reading_of(fetch, resource);
    const struct layout        layout = layout_of(as.format);
    const uint32_t             one = layout.kind == INTEGERS && as.number == NUM_INT ? 1 : ONE;
    const uint32_t             added[] = {launch->base_vertex, launch->start_instance, 0};
    const uint32_t             outside = field(resource->word[2], 19, 19) ? (uint32_t)OUTSIDE_NAN : 0;
    const uint64_t             stride = field(resource->word[2], 18, 8), size = (uint64_t)resource->word[1] + 1;
    for (unsigned t = 0; t < REF_LANES; t++) {
        const uint64_t at = (uint32_t)(index[t] + added[fetch->fetch_type]) * stride + fetch->offset;
        const uint64_t end = at + layout_bytes(&layout);
        const bool     inside = end <= size && end <= resource->placed;
        if (!(threads >> t & 1))
            continue;
        for (unsigned e = 0; e < 4; e++)
            out[t][e] = !inside ? outside : e == 3 ? one : 0;
        if (inside)
            convert(&as, &layout, resource->bytes + at, out[t]);
    }
    return one;
}
