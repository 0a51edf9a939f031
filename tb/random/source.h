/* source.h - random numbers from a seed. */
#ifndef TB_RANDOM_SOURCE_H
#define TB_RANDOM_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

struct random_source {
    uint64_t state;
};
uint32_t random_word(struct random_source *source);
/* 0 .. limit - 1 */
unsigned random_below(struct random_source *source, unsigned limit);
bool     random_percent(struct random_source *source, unsigned percent);
/* An index, as often as its weight says; `count` when all are 0. */
unsigned random_pick(struct random_source *source, const unsigned *weights, unsigned count);

#endif
