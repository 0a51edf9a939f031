/* bytes.h - numbers in files and in the machine's memory: little-endian, of 1 to 8 bytes. */
#ifndef KIT_BYTES_H
#define KIT_BYTES_H

#include <stddef.h>
#include <stdint.h>

static inline void little_put(unsigned char *to, unsigned bytes, uint64_t value)
{
    for (unsigned i = 0; i < bytes; i++)
        to[i] = (unsigned char)(value >> 8 * i);
}

static inline uint64_t little_get(const unsigned char *from, unsigned bytes)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < bytes; i++)
        value |= (uint64_t)from[i] << 8 * i;
    return value;
}

/* A dword of `from`, by its number. */
static inline uint32_t little_dword(const unsigned char *from, size_t index)
{
    return (uint32_t)little_get(from + 4 * index, 4);
}

#endif
