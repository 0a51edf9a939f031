/* why_next.h - what each slot issues when: of a run that has been seen, for the same run once more. */
#ifndef TOOLS_WHY_WHY_NEXT_H
#define TOOLS_WHY_WHY_NEXT_H

#include "rtl_model/machine.h"

enum { WHY_SIMDS = 64 };

struct why_issues {
    struct {
        uint64_t cycle;
        uint32_t wave;
    } * all;
    unsigned count, room;
};

struct why_next {
    struct pipe_taker taker; /* first */
    struct why_issues of[WHY_SIMDS][PIPE_ARBITERS];
    bool              out_of_memory;
};

/* A taker of a view. */
struct pipe_taker *why_next_taker(struct why_next *next);
/* Whether it has seen what is issued behind a cycle; of which wavefront, or PIPE_NOBODY. */
uint32_t why_next_wave(const struct why_next *next, unsigned simd, enum pipe_arbiter arbiter, uint64_t cycle);
void     why_next_free(struct why_next *next);

#endif
