/* why_sum.h - the lost chances of a run: by parameter, by line of the program, by wavefront.
 *
 * A chance belongs to the first parameter that its chain names, or to its cause where that depends on none; to the line
 * and the wavefront of what the slot issues next, which is known when it does. */
#ifndef TOOLS_WHY_WHY_SUM_H
#define TOOLS_WHY_WHY_SUM_H

#include <stdio.h>

#include "tools/why/why_next.h"

/* A row, of a name or of a number; none: what was lost with nothing behind it. */
struct why_row {
    const char *name;
    uint32_t    number;
    bool        none;
    uint64_t    chances[PIPE_ARBITERS];
};

struct why_table {
    struct why_row *rows;
    unsigned        count, room;
};

struct why_sum {
    struct why_table parameters, addresses, waves;
    uint64_t         waiting[WHY_SIMDS][PIPE_ARBITERS]; /* lost since the last issue */
    bool             out_of_memory;
};

void why_sum_lost(struct why_sum *sum, unsigned simd, enum pipe_arbiter arbiter, const struct why_chain *chain);
/* Any event of the run. */
void why_sum_event(struct why_sum *sum, const struct pipe_event *event);
/* At the end of the run. */
void why_sum_end(struct why_sum *sum);
/* `chip` has the parameters' values, `program` the lines of its words (NULL: none), `text` what issues. */
void why_sum_print(const struct why_sum *sum, const struct machine_chip *chip, const struct program *program,
                   const struct pipe_text *text, bool json, FILE *out);
void why_sum_free(struct why_sum *sum);

#endif
