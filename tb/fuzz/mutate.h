/* mutate.h - byte strings that grow wrong: a repeatable source of random numbers, and what it does to a file. */
#ifndef TB_FUZZ_MUTATE_H
#define TB_FUZZ_MUTATE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/bytes.h"

/* ---- random numbers: splitmix64 ---------------------------------------------------------------------------------- */

struct random {
    uint64_t state;
};

static inline uint64_t random_next(struct random *random)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static inline size_t random_below(struct random *random, size_t limit)
{
    return limit ? (size_t)(random_next(random) % limit) : 0;
}

/* ---- byte strings ------------------------------------------------------------------------------------------------ */

struct bytes {
    uint8_t *data; /* with a zero behind the end */
    size_t   size, room;
};

static inline void bytes_reserve(struct bytes *bytes, size_t size)
{
    if (size + 1 > bytes->room) {
        bytes->room = size + size / 2 + 64;
        bytes->data = realloc(bytes->data, bytes->room);
        if (!bytes->data)
            abort();
    }
    bytes->data[size] = 0;
}

/* Replaces `cut` bytes at `place` by `added` bytes of `from`, which may not lie in `bytes`. */
static inline void bytes_splice(struct bytes *bytes, size_t place, size_t cut, const void *from, size_t added)
{
    const size_t tail = bytes->size - place - cut;
    bytes_reserve(bytes, bytes->size - cut + added);
    memmove(bytes->data + place + added, bytes->data + place + cut, tail);
    if (added)
        memcpy(bytes->data + place, from, added);
    bytes->size = place + added + tail;
    bytes->data[bytes->size] = 0;
}

static inline void bytes_set(struct bytes *bytes, const void *from, size_t size)
{
    bytes->size = 0;
    bytes_reserve(bytes, size);
    bytes_splice(bytes, 0, 0, from, size);
}

static inline bool bytes_read(struct bytes *bytes, const char *path)
{
    FILE *file = fopen(path, "rb");
    char  block[4096];
    bytes->size = 0;
    bytes_reserve(bytes, 0);
    if (!file)
        return false;
    for (size_t got; (got = fread(block, 1, sizeof block, file)) > 0;)
        bytes_splice(bytes, bytes->size, 0, block, got);
    fclose(file);
    return true;
}

static inline void bytes_free(struct bytes *bytes)
{
    free(bytes->data);
    *bytes = (struct bytes){0};
}

/* ---- mutations --------------------------------------------------------------------------------------------------- */

static inline void mutate_word(struct random *random, struct bytes *bytes)
{
    static const uint32_t special[] = {0,          1,          0x7f,       0x80,       0xff,       0xffff,  0x10000,
                                       0x7fffffff, 0x80000000, 0xffffffff, 0xfffffffe, 0x7f800000, 0x3fffff};
    const uint32_t        value = special[random_below(random, sizeof special / sizeof special[0])];
    if (bytes->size < 4)
        return;
    const size_t place = random_below(random, bytes->size / 4) * 4;
    little_put(bytes->data + place, 4, value);
}

/* A piece of the string (or of `other`) appears once more somewhere. */
static inline void mutate_copy(struct random *random, struct bytes *bytes, const struct bytes *other)
{
    const struct bytes *from = other && random_below(random, 3) == 0 ? other : bytes;
    const size_t        first = random_below(random, from->size), most = from->size - first;
    const size_t        size = random_below(random, (most < 200 ? most : 200) + 1);
    uint8_t             piece[200];
    const size_t        place = random_below(random, bytes->size + 1);
    const size_t        left = bytes->size - place;
    memcpy(piece, from->data + first, size);
    bytes_splice(bytes, place, random_below(random, 2) && size <= left ? size : 0, piece, size);
}

static inline void mutate_cut(struct random *random, struct bytes *bytes)
{
    const size_t place = random_below(random, bytes->size), left = bytes->size - place;
    const size_t most = random_below(random, 8) ? 16 : left;
    bytes_splice(bytes, place, random_below(random, (most < left ? most : left) + 1), NULL, 0);
}

/* One change of bytes. */
static inline void mutate_bytes(struct random *random, struct bytes *bytes, const struct bytes *other)
{
    if (!bytes->size)
        return;
    const size_t place = random_below(random, bytes->size);
    switch (random_below(random, 8)) {
    case 0:
    case 1:
    case 2:
        bytes->data[place] ^= (uint8_t)(1u << random_below(random, 8));
        break;
    case 3:
        bytes->data[place] = (uint8_t)random_next(random);
        break;
    case 4:
    case 5:
        mutate_word(random, bytes);
        break;
    case 6:
        mutate_copy(random, bytes, other);
        break;
    default:
        mutate_cut(random, bytes);
    }
}

/* The n-th place where a token of text starts (a word, a number or a sign), and its length. */
static inline size_t token_at(const struct bytes *bytes, size_t from, size_t *length)
{
    const char *const text = (const char *)bytes->data;
    static const char word[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-+";
    size_t            at = from;
    while (at < bytes->size && (text[at] == ' ' || text[at] == '\n' || text[at] == '\0'))
        at++;
    if (at >= bytes->size)
        at = 0;
    *length = strspn(text + at, word);
    if (*length == 0)
        *length = bytes->size > at;
    if (*length > bytes->size - at)
        *length = bytes->size - at;
    return at;
}

/* One change of words: a token becomes another one of the same text, or a number that is rarely right. */
static inline void mutate_text(struct random *random, struct bytes *bytes, const struct bytes *other)
{
    static const char *const words[] = {"0",           "-1",
                                        "1",           "4294967295",
                                        "4294967296",  "99999999999999999999",
                                        "1e9999",      "0.5",
                                        "nan",         "null",
                                        "true",        "\"\"",
                                        "[]",          "{}",
                                        "\"0x\"",      "\"0xffffffff\"",
                                        "-0.0",        "127",
                                        "128",         "255",
                                        "256",         "65536",
                                        "x",           "R127.x",
                                        "@nowhere",    "(",
                                        ")",           "\n",
                                        ";",           "//",
                                        ",",           ":",
                                        "R[AR.x+1].x", "PV.x",
                                        "KC0[31].w",   "LAST"};
    if (!bytes->size)
        return;
    if (random_below(random, 4) == 0) {
        mutate_bytes(random, bytes, other);
        return;
    }
    const struct bytes *from = other && random_below(random, 3) == 0 ? other : bytes;
    size_t              length, new_length;
    char                token[64];
    const size_t        place = token_at(bytes, random_below(random, bytes->size), &length);
    if (random_below(random, 2)) {
        const size_t new_place = token_at(from, random_below(random, from->size), &new_length);
        new_length = new_length < sizeof token - 1 ? new_length : sizeof token - 1;
        memcpy(token, from->data + new_place, new_length);
        token[new_length] = 0;
    } else {
        snprintf(token, sizeof token, "%s", words[random_below(random, sizeof words / sizeof words[0])]);
        new_length = strlen(token);
    }
    if (random_below(random, 4) == 0)
        length = 0; /* between two */
    bytes_splice(bytes, place, length, token, new_length);
}

#endif
