/* line_looks.h - the lines of memory that a clock's threads name, for the units that look them up: a look-up for each
 * different line, with the threads whose bytes begin or end there. */
#ifndef PIPELINE_LINE_LOOKS_H
#define PIPELINE_LINE_LOOKS_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/lanes.h"
#include "mem/line.h"

/* Of each look-up its threads. */
typedef struct {
    lane_mask_t look[LINE_LOOKS];
} line_threads_t;

/* Adds a thread's line to the look-ups, a bit each; false: there is no room for another line. */
static inline bool line_looks_add(uint8_t *looks, line_numbers_t *lines, line_threads_t *threads, uint64_t line,
                                  lane_mask_t thread)
{
    unsigned i = 0;
    while (i < LINE_LOOKS && *looks >> i & 1 && lines->look[i] != line)
        i++;
    if (i == LINE_LOOKS)
        return false;
    *looks = (uint8_t)(*looks | 1u << i);
    lines->look[i] = line;
    threads->look[i] |= thread;
    return true;
}

/* Where the lines of an instruction's threads are, in a cache or a buffer: for each thread those in which its bytes
 * begin and end. */
typedef struct {
    uint16_t thread[2 * LANES];
} line_places_t;

static inline void line_places_note(line_places_t *places, bool end, lane_mask_t threads, unsigned place)
{
    for (; threads; threads &= threads - 1)
        places->thread[2 * __builtin_ctzll(threads) + end] = (uint16_t)place;
}

#endif
