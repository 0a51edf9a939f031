/* line.h - lines of memory, as its caches have them: what line_cache, its readers and the memory behind it agree on. */
#ifndef MEM_LINE_H
#define MEM_LINE_H

#include <stdint.h>

enum {
    LINE_BYTES = 64,
    LINE_SHIFT = 6,          /* a line's number is its address >> LINE_SHIFT */
    LINE_CACHE_LINES = 512,  /* of the largest cache: 32 KB */
    LINE_CACHE_MISSES = 128, /* most that can be waited for */
    LINE_LOOKS = 4           /* look-ups in a clock */
};

typedef struct {
    uint64_t look[LINE_LOOKS];
} line_numbers_t;
typedef struct {
    uint16_t look[LINE_LOOKS];
} line_ways_t;
typedef struct {
    uint64_t word[LINE_CACHE_LINES / 64];
} line_set_t; /* a bit for each way */
typedef struct {
    uint8_t byte[LINE_BYTES];
} line_data_t;

static inline void line_set_add(line_set_t *set, unsigned way)
{
    set->word[way / 64] |= UINT64_C(1) << way % 64;
}

#endif
