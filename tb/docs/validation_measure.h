/* validation_measure.h - what is counted of a run in its steady state, for rows of docs/validation.md. */
#ifndef TB_DOCS_VALIDATION_MEASURE_H
#define TB_DOCS_VALIDATION_MEASURE_H

#include "tb/unit/machine.h"

enum { WAVE = 64, RV770_SIMDS = 10 };
static const double hd4870 = 0.75, hd4890 = 0.85; /* GHz */

static inline uint32_t zero_input(unsigned thread, unsigned gpr, unsigned element)
{
    (void)thread, (void)gpr, (void)element;
    return 0;
}

static inline uint64_t fetched(const struct machine *m)
{
    uint64_t sum = 0;
    for (unsigned s = 0; s < m->gpu->simds; s++)
        sum += m->gpu->simd[s].texture_return.q.fetched;
    return sum;
}
static inline uint64_t groups_issued(const struct machine *m)
{
    uint64_t sum = 0;
    for (unsigned s = 0; s < m->gpu->simds; s++)
        sum += (uint64_t)m->gpu->simd[s].issue[0].q.groups + m->gpu->simd[s].issue[1].q.groups;
    return sum;
}
static inline uint64_t lines_read(const struct machine *m)
{
    uint64_t sum = 0;
    for (unsigned c = 0; c < m->gpu->channels; c++)
        sum += m->gpu->channel[c].q.lines;
    return sum;
}

/* How much of something there is in a clock, between two clocks of a run in its steady state. */
static inline double in_a_clock(const struct plan *plan, unsigned settled, unsigned clocks,
                                uint64_t (*count)(const struct machine *m))
{
    struct machine m;
    machine_start(&m, plan);
    while (m.gpu->cycle < settled)
        machine_step(&m);
    const uint64_t before = count(&m);
    while (m.gpu->cycle < settled + clocks)
        machine_step(&m);
    const uint64_t in_all = count(&m) - before;
    assert_false(gpu_finished(m.gpu));
    machine_free(&m);
    return (double)in_all / clocks;
}

#endif
