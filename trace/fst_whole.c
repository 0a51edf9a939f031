/* fst_whole.c - is a .fst file whole? */
#include "trace/fst_whole.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

/* Types of blocks, as in GTKWave's fstapi.h. */
enum {
    BLOCK_HEADER = 0,
    BLOCK_VALUES = 1,
    BLOCK_GEOMETRY = 3,
    BLOCK_NAMES_GZIP = 4,
    BLOCK_VALUES_ALIAS = 5,
    BLOCK_NAMES_LZ4 = 6,
    BLOCK_NAMES_LZ4_TWICE = 7,
    BLOCK_VALUES_ALIAS2 = 8,
};

enum { NAMES = 1 << BLOCK_NAMES_GZIP | 1 << BLOCK_NAMES_LZ4 | 1 << BLOCK_NAMES_LZ4_TWICE };
enum { VALUES = 1 << BLOCK_VALUES | 1 << BLOCK_VALUES_ALIAS | 1 << BLOCK_VALUES_ALIAS2 };
enum { HEAD_BYTES = 9, LENGTH_BYTES = 8 };

static uint64_t big_endian(const unsigned char bytes[LENGTH_BYTES])
{
    uint64_t value = 0;
    for (int i = 0; i < LENGTH_BYTES; i++)
        value = value << 8 | bytes[i];
    return value;
}

/* ---- LZ4 --------------------------------------------------------------------------------------------------------- */

struct packed {
    const unsigned char *at, *end;
    bool                 good;
};

static unsigned take_byte(struct packed *packed)
{
    packed->good = packed->good && packed->at < packed->end;
    return packed->good ? *packed->at++ : 0;
}

/* A length of four bits, 15 goes on in bytes of which 255 goes on again. */
static uint64_t take_length(struct packed *packed, unsigned four_bits)
{
    uint64_t length = four_bits;
    for (unsigned byte = 255; packed->good && four_bits == 15 && byte == 255;)
        length += byte = take_byte(packed);
    return length;
}

/* The bytes that an LZ4 block stands for, without unpacking it; false when it is cut short. */
static bool unpacked_bytes(struct packed packed, uint64_t *bytes)
{
    for (*bytes = 0; packed.good;) {
        const unsigned token = take_byte(&packed);
        const uint64_t literals = take_length(&packed, token >> 4);
        if (!packed.good || literals > (uint64_t)(packed.end - packed.at))
            return false;
        packed.at += literals;
        *bytes += literals;
        if (packed.at == packed.end)
            return true; /* the last sequence has no match */
        take_byte(&packed);
        take_byte(&packed);
        *bytes += 4 + take_length(&packed, token & 15);
    }
    return false;
}

/* `data` begins with the unpacked length; twice packed, the length between follows, 7 bits a byte. */
static bool names_unpack(unsigned type, const unsigned char *data, size_t size)
{
    struct packed packed = {data + LENGTH_BYTES, data + size, size > LENGTH_BYTES};
    uint64_t      expected, bytes;
    if (!packed.good || type == BLOCK_NAMES_GZIP)
        return packed.good;
    expected = big_endian(data);
    if (type == BLOCK_NAMES_LZ4_TWICE) {
        expected = 0;
        for (unsigned shift = 0, byte = 128; packed.good && byte & 128 && shift < 63; shift += 7)
            expected |= (uint64_t)((byte = take_byte(&packed)) & 127) << shift;
    }
    return unpacked_bytes(packed, &bytes) && bytes == expected;
}

/* ---- blocks ------------------------------------------------------------------------------------------------------ */

static bool read_names(FILE *file, unsigned type, uint64_t length)
{
    const size_t   size = (size_t)length - LENGTH_BYTES;
    unsigned char *data = malloc(size + 1);
    const bool     good = data && fread(data, 1, size, file) == size && names_unpack(type, data, size);
    free(data);
    return good;
}

static bool chain_is_whole(FILE *file, off_t size)
{
    unsigned types = 0;
    for (off_t at = 0; at < size && fseeko(file, at, SEEK_SET) == 0;) {
        unsigned char head[HEAD_BYTES];
        if (fread(head, 1, sizeof head, file) < sizeof head || head[0] > BLOCK_VALUES_ALIAS2)
            return false;
        const uint64_t length = big_endian(head + 1);
        if (length < LENGTH_BYTES || length > (uint64_t)(size - at - 1))
            return false;
        types |= 1u << head[0];
        at += 1 + (off_t)length;
        if (1u << head[0] & NAMES)
            return at == size && types & 1 << BLOCK_HEADER && types & 1 << BLOCK_GEOMETRY && types & VALUES &&
                   read_names(file, head[0], length);
    }
    return false;
}

bool fst_is_whole(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    const off_t size = fseeko(file, 0, SEEK_END) == 0 ? ftello(file) : 0;
    const bool  whole = chain_is_whole(file, size);
    fclose(file);
    return whole;
}
