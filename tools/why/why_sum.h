/* why_sum.h - the lost chances of a run: by parameter, by line of the program, by wavefront.
 *
 * A chance belongs to the first parameter that its chain names, with the parameters beside it, or to its cause where
 * that depends on none; to the line and the wavefront of what the slot issues next, which is known when it does. */
#ifndef TOOLS_WHY_WHY_SUM_H
#define TOOLS_WHY_WHY_SUM_H

#include <stdio.h>

#include "tools/why/why_next.h"

/* A row, of a name or of a number; none: what was lost with nothing behind it. */
struct why_row {
    const char *name, *beside[WHY_PARAMETERS - 1]; /* and of what ends about when it does, in this order, or NULL */
    uint32_t    number;
    unsigned    launch; /* of several at once, of whose program the number is a word */
    bool        none;
    uint64_t    chances[PIPE_ARBITERS];
};

struct why_table {
    struct why_row *rows;
    unsigned        count, room;
};

struct why_sum {
    struct why_table               parameters, addresses, waves;
    const struct machine_pipeline *view;
    uint64_t                       waiting[WHY_SIMDS][PIPE_ARBITERS]; /* lost since the last issue */
    bool                           out_of_memory;
};

void why_sum_lost(struct why_sum *sum, unsigned simd, enum pipe_arbiter arbiter, const struct why_chain *chain);
/* Any event of the run. */
void why_sum_event(struct why_sum *sum, const struct pipe_event *event);
/* At the end of the run. */
void why_sum_end(struct why_sum *sum);
/* `chip` has the parameters' values, the programs of `launch` the lines of their words (NULL: none), `text` what
 * issues. */
void why_sum_print(const struct why_sum *sum, const struct machine_chip *chip, const struct launch *launch,
                   const struct pipe_text *text, bool json, FILE *out);
void why_sum_free(struct why_sum *sum);

#endif
