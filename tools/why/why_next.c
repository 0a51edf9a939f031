#include "tools/why/why_next.h"

#include <stdlib.h>

static void note(struct why_next *next, struct why_issues *issues, const struct pipe_event *event)
{
    if (issues->count == issues->room) {
        const unsigned room = issues->room ? 2 * issues->room : 1024;
        void *const    all = realloc(issues->all, room * sizeof *issues->all);
        if (!all) {
            next->out_of_memory = true;
            return;
        }
        issues->all = all;
        issues->room = room;
    }
    issues->all[issues->count].cycle = event->cycle;
    issues->all[issues->count++].wave = event->wave;
}

static void take(struct pipe_taker *taker, const struct pipe_event *event)
{
    struct why_next *next = (struct why_next *)taker;
    const int        arbiter = pipe_issues(event);
    if (arbiter >= 0)
        note(next, &next->of[event->simd][arbiter], event);
}

static void reached(struct pipe_taker *taker, uint64_t cycle)
{
    (void)taker;
    (void)cycle;
}

struct pipe_taker *why_next_taker(struct why_next *next)
{
    next->taker = (struct pipe_taker){take, reached};
    return &next->taker;
}

uint32_t why_next_wave(const struct why_next *next, unsigned simd, enum pipe_arbiter arbiter, uint64_t cycle)
{
    const struct why_issues *issues = &next->of[simd][arbiter];
    unsigned                 low = 0, high = issues->count; /* the first one behind the cycle is in between */
    while (low < high) {
        const unsigned middle = (low + high) / 2;
        if (issues->all[middle].cycle > cycle)
            high = middle;
        else
            low = middle + 1;
    }
    return low < issues->count ? issues->all[low].wave : PIPE_NOBODY;
}

void why_next_free(struct why_next *next)
{
    for (unsigned simd = 0; simd < WHY_SIMDS; simd++)
        for (unsigned arbiter = 0; arbiter < PIPE_ARBITERS; arbiter++)
            free(next->of[simd][arbiter].all);
}
