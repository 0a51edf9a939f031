/* fst_whole.c - is a .fst file whole? */
#include "trace/fst/fst_whole.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>

#include "trace/fst/fst_bytes.h"

enum { NAMES = 1 << BLOCK_NAMES_GZIP | 1 << BLOCK_NAMES_LZ4 | 1 << BLOCK_NAMES_LZ4_TWICE };
enum { VALUES = 1 << BLOCK_VALUES | 1 << BLOCK_VALUES_ALIAS | 1 << BLOCK_VALUES_ALIAS2 };

static uint64_t big_endian(const unsigned char bytes[FST_LENGTH_BYTES])
{
    uint64_t value = 0;
    for (int i = 0; i < FST_LENGTH_BYTES; i++)
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
    struct packed packed = {data + FST_LENGTH_BYTES, data + size, size > FST_LENGTH_BYTES};
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
    const size_t   size = (size_t)length - FST_LENGTH_BYTES;
    unsigned char *data = malloc(size + 1);
    const bool     good = data && fread(data, 1, size, file) == size && names_unpack(type, data, size);
    free(data);
    return good;
}

/* The number of blocks of values that the header counts. */
static bool read_sections(FILE *file, off_t at, uint64_t *sections)
{
    unsigned char bytes[FST_LENGTH_BYTES];
    const bool    good =
        fseeko(file, at + FST_SECTIONS_AT, SEEK_SET) == 0 && fread(bytes, 1, sizeof bytes, file) == sizeof bytes;
    *sections = good ? big_endian(bytes) : 0;
    return good;
}

/* What the blocks have been so far. */
struct census {
    unsigned types;
    uint64_t expected, values; /* blocks of values */
};

static bool count_block(FILE *file, off_t at, unsigned type, uint64_t length, struct census *census)
{
    const unsigned bit = 1u << type;
    census->types |= bit;
    census->values += (bit & VALUES) > 0;
    return type == BLOCK_HEADER ? read_sections(file, at, &census->expected)
                                : !(bit & NAMES) || read_names(file, type, length);
}

static bool all_there(const struct census *census)
{
    return census->types & 1 << BLOCK_HEADER && census->types & 1 << BLOCK_GEOMETRY && census->types & NAMES &&
           census->values > 0 && census->values >= census->expected;
}

/* Behind a block that was being written when the run was killed there is nothing. */
static bool chain_is_whole(FILE *file, off_t size)
{
    struct census census = {0};
    off_t         at = 0;
    while (at < size && fseeko(file, at, SEEK_SET) == 0) {
        unsigned char head[FST_HEAD_BYTES];
        const size_t  there = fread(head, 1, sizeof head, file);
        if (there > 0 && head[0] == BLOCK_SKIP)
            return all_there(&census);
        if (there < sizeof head || head[0] > BLOCK_VALUES_ALIAS2)
            return false;
        const uint64_t length = big_endian(head + 1);
        if (length < FST_LENGTH_BYTES || length > (uint64_t)(size - at - 1) ||
            !count_block(file, at, head[0], length, &census))
            return false;
        at += 1 + (off_t)length;
    }
    return at == size && all_there(&census);
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
