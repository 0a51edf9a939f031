/* fst_bytes.c - bytes of a .fst file. */
#include "trace/fst/fst_bytes.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#ifdef WEKIVA_LZ4
#include <lz4.h>
#endif

void fst_bytes_free(struct fst_bytes *bytes)
{
    free(bytes->at);
    *bytes = (struct fst_bytes){0};
}

uint8_t *fst_bytes_room(struct fst_bytes *bytes, size_t more)
{
    if (bytes->lost)
        return NULL;
    if (bytes->room - bytes->used < more) {
        const size_t   room = bytes->used + more + bytes->used / 2 + 256;
        uint8_t *const at = realloc(bytes->at, room);
        bytes->lost = !at;
        if (!at)
            return NULL;
        bytes->at = at;
        bytes->room = room;
    }
    return bytes->at + bytes->used;
}

void fst_put(struct fst_bytes *bytes, const void *from, size_t count)
{
    uint8_t *const to = fst_bytes_room(bytes, count);
    if (to && count > 0) {
        memcpy(to, from, count);
        bytes->used += count;
    }
}

void fst_put_byte(struct fst_bytes *bytes, unsigned byte)
{
    fst_put(bytes, &(uint8_t){(uint8_t)byte}, 1);
}

void fst_put_number(struct fst_bytes *bytes, uint64_t number)
{
    for (int shift = 56; shift >= 0; shift -= 8)
        fst_put_byte(bytes, number >> shift & 255);
}

void fst_put_number_at(struct fst_bytes *bytes, size_t at, uint64_t number)
{
    const size_t used = bytes->used;
    if (bytes->lost)
        return;
    bytes->used = at;
    fst_put_number(bytes, number);
    bytes->used = used;
}

void fst_put_varint(struct fst_bytes *bytes, uint64_t number)
{
    uint8_t *const to = fst_bytes_room(bytes, FST_VARINT_BYTES);
    if (to)
        bytes->used = (size_t)(fst_varint(to, number) - bytes->at);
}

/* The last byte's second bit is the sign. */
void fst_put_signed(struct fst_bytes *bytes, int64_t number)
{
    while (number < -64 || number > 63) {
        fst_put_byte(bytes, (unsigned)(number & 127) | 128);
        number = number < 0 ? -(-(number + 1) / 128) - 1 : number / 128;
    }
    fst_put_byte(bytes, (unsigned)(number & 127));
}

void fst_put_text(struct fst_bytes *bytes, const char *text)
{
    fst_put(bytes, text, strlen(text) + 1);
}

/* ---- compressed ------------------------------------------------------------------------------------------------- */

bool fst_put_lz4(struct fst_bytes *bytes, const void *from, size_t count)
{
#ifdef WEKIVA_LZ4
    uint8_t *const to = count > 1 && count < LZ4_MAX_INPUT_SIZE ? fst_bytes_room(bytes, count) : NULL;
    const int      packed = to ? LZ4_compress_default(from, (char *)to, (int)count, (int)count - 1) : 0;
    bytes->used += (size_t)packed;
    return packed > 0;
#else
    (void)bytes, (void)from, (void)count;
    return false;
#endif
}

/* One sequence of literals, whose length goes on in bytes when four bits do not hold it. */
void fst_put_as_lz4(struct fst_bytes *bytes, const void *from, size_t count)
{
    if (fst_put_lz4(bytes, from, count))
        return;
    fst_put_byte(bytes, (unsigned)(count < 15 ? count : 15) << 4);
    if (count >= 15) {
        size_t more = count - 15;
        for (; more >= 255; more -= 255)
            fst_put_byte(bytes, 255);
        fst_put_byte(bytes, (unsigned)more);
    }
    fst_put(bytes, from, count);
}

void fst_put_zlib(struct fst_bytes *bytes, const void *from, size_t count)
{
    uLongf         packed = count > 0 ? count - 1 : 0;
    uint8_t *const to = packed > 0 ? fst_bytes_room(bytes, packed) : NULL;
    if (to && compress2(to, &packed, from, count, Z_BEST_SPEED) == Z_OK && packed < count)
        bytes->used += packed;
    else
        fst_put(bytes, from, count);
}

/* ---- blocks ----------------------------------------------------------------------------------------------------- */

void fst_block_begin(struct fst_bytes *block)
{
    block->used = 0;
    fst_put_byte(block, BLOCK_SKIP);
    fst_put_number(block, 0);
}

void fst_block_end(struct fst_bytes *block)
{
    fst_put_number_at(block, 1, block->used - 1);
}
