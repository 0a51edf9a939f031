/* fst_bytes.h - bytes of a .fst file as its blocks need them: numbers, compressed parts, the head of a block.
 *
 * The format is GTKWave's; a description of it: blog.timhutt.co.uk/fst_spec. */
#ifndef TRACE_FST_BYTES_H
#define TRACE_FST_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Types of blocks.  A reader ends at BLOCK_SKIP. */
enum {
    BLOCK_HEADER = 0,
    BLOCK_VALUES = 1,
    BLOCK_BLACKOUT = 2,
    BLOCK_GEOMETRY = 3,
    BLOCK_NAMES_GZIP = 4,
    BLOCK_VALUES_ALIAS = 5,
    BLOCK_NAMES_LZ4 = 6,
    BLOCK_NAMES_LZ4_TWICE = 7,
    BLOCK_VALUES_ALIAS2 = 8,
    BLOCK_SKIP = 255,
};

/* Each block begins with its type and its length, which counts itself and not the type. */
enum { FST_HEAD_BYTES = 9, FST_LENGTH_BYTES = 8, FST_VARINT_BYTES = 10 };
/* Where the number of blocks of values stands in the header. */
enum { FST_SECTIONS_AT = 65 };

/* It grows; `lost`: there was no memory, what it holds is of no use. */
struct fst_bytes {
    uint8_t *at;
    size_t   used, room;
    bool     lost;
};
void fst_bytes_free(struct fst_bytes *bytes);

/* A place for so many more, or NULL. */
uint8_t *fst_bytes_room(struct fst_bytes *bytes, size_t more);

void fst_put(struct fst_bytes *bytes, const void *from, size_t count);
void fst_put_byte(struct fst_bytes *bytes, unsigned byte);
void fst_put_number(struct fst_bytes *bytes, uint64_t number); /* 8 bytes, the highest first */
void fst_put_number_at(struct fst_bytes *bytes, size_t at, uint64_t number);
void fst_put_varint(struct fst_bytes *bytes, uint64_t number); /* 7 bits a byte, the lowest first */
void fst_put_signed(struct fst_bytes *bytes, int64_t number);
void fst_put_text(struct fst_bytes *bytes, const char *text); /* with its end */

/* Compressed by LZ4, if that is shorter: true.  Else, as without the library, nothing is put. */
bool fst_put_lz4(struct fst_bytes *bytes, const void *from, size_t count);
/* An LZ4 block in any case. */
void fst_put_as_lz4(struct fst_bytes *bytes, const void *from, size_t count);
/* Compressed by zlib, or, if that is not shorter, as it is. */
void fst_put_zlib(struct fst_bytes *bytes, const void *from, size_t count);

/* A block is collected from its type on, which is SKIP until it has been written whole. */
void fst_block_begin(struct fst_bytes *block);
void fst_block_end(struct fst_bytes *block);

/* The varint at `to`; what is behind it. */
static inline uint8_t *fst_varint(uint8_t *to, uint64_t number)
{
    for (; number >= 128; number >>= 7)
        *to++ = (uint8_t)(number | 128);
    *to++ = (uint8_t)number;
    return to;
}

#endif
