/* l2_lines.h - the lines of a bank of L2: a line_cache as large as a bank can be, which is all of L2 on a chip with one
 * channel. */
#ifndef MEM_L2_LINES_H
#define MEM_L2_LINES_H

#include "mem/line_cache.h"

enum { L2_BANK_LINES = 4096 /* 256 KB */ };
typedef struct {
    uint64_t word[L2_BANK_LINES / 64];
} l2_set_t; /* a bit for each way */

#define L2_LINES_SIGNALS(S) LINE_CACHE_ROWS_OF(S, l2_set_t, 12, 13, L2_BANK_LINES)

RTL_STRUCT(l2_lines, L2_LINES_SIGNALS);

RTL_RESET(l2_lines, ZERO);
void l2_lines_eval(const struct l2_lines_in *in, const struct l2_lines_reg *q, struct l2_lines_reg *d,
                   const struct l2_lines *cache);
void l2_lines_capture(struct l2_lines *cache);
bool l2_lines_commit(struct l2_lines *cache);

RTL_LIFE(l2_lines, SELF_BY_EVENTS, TAKES_STEADY, STORES_STEADY);

void l2_lines_decide(const struct l2_lines *cache, const struct line_hints *hints, uint8_t look,
                     const line_numbers_t *lines, uint32_t oldest, struct line_decision *decision);
void l2_lines_forget(struct l2_lines *cache);
void l2_lines_inherit(struct l2_lines *cache, const struct l2_lines *from);

/* Of the lines that the chip has: the whole state; all of it to 0. */
void l2_lines_copy(struct l2_lines *to, const struct l2_lines *from);
void l2_lines_clear(struct l2_lines *cache);

static inline bool l2_lines_has(const struct l2_lines *cache, unsigned way)
{
    return !(cache->q.waiting.word[way / 64] >> way % 64 & 1);
}

#endif
