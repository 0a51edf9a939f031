/* hash.h - FNV-1a, 64 bits: every change of one byte changes it. */
#ifndef KIT_HASH_H
#define KIT_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define HASH_START UINT64_C(0xcbf29ce484222325)

/* Continued from `hash`. */
static inline uint64_t hash_bytes(uint64_t hash, const void *data, size_t bytes)
{
    for (const unsigned char *byte = data; bytes > 0; bytes--)
        hash = (hash ^ *byte++) * UINT64_C(0x100000001b3);
    return hash;
}

/* Its end included. */
static inline uint64_t hash_text(uint64_t hash, const char *text)
{
    return hash_bytes(hash, text, strlen(text) + 1);
}

static inline uint64_t hash_of(const void *data, size_t bytes)
{
    return hash_bytes(HASH_START, data, bytes);
}

#endif
