/* jobs.h - a chip clocked in one thread and in several, to the same places, for tests. */
#ifndef TB_UNIT_JOBS_H
#define TB_UNIT_JOBS_H

#include "rtl_model/r700/engine/gpu_jobs_internal.h"
#include "rtl_model/r700/gpu_machine.h"
#include "tb/unit/everything.h"

static const unsigned thread_counts[] = {2, 4, 16};
static const unsigned epochs[] = {1, 2, 7, 16, 512};

/* Where a run is, with everything that a snapshot has: registers, memories, exports, GPRs, hazards. */
struct end {
    enum gpu_end   end;
    uint64_t       cycle;
    char           what[1024];
    unsigned char *bytes;
    size_t         length;
};

static inline void run_to(struct machine *m, uint64_t limit, struct end *end)
{
    const struct rtl_machine machine = gpu_machine(m->gpu);
    m->diag = (struct diag){0};
    end->end = gpu_run(m->gpu, limit, &m->diag);
    end->cycle = m->gpu->cycle;
    strcpy(end->what, m->diag.what);
    end->length = machine_snapshot_bytes(&machine);
    end->bytes = malloc(end->length);
    assert_non_null(end->bytes);
    machine_snapshot_put(end->bytes, &machine);
}

static inline void expect_same_end(const struct end *one, const struct end *several)
{
    assert_int_equal(one->end, several->end);
    assert_int_equal(one->cycle, several->cycle);
    assert_string_equal(one->what, several->what);
    assert_int_equal(one->length, several->length);
    assert_memory_equal(one->bytes, several->bytes, one->length);
}

static inline void start_in(struct machine *m, const struct plan *plan, bool hasten, unsigned threads, unsigned clocks)
{
    const struct gpu_jobs_plan jobs = {.threads = threads, .clocks = clocks, .copy = 300};
    machine_start(m, plan);
    assert_true(!hasten || gpu_hasten(m->gpu, &m->diag));
    assert_true(gpu_jobs_set(m->gpu, &jobs, &m->diag));
}

enum { LIMITS_MAX = 16 };

/* Runs to each of the limits in turn, 0 the last one: no limit. */
static inline void run_all(struct machine *m, const uint64_t *limits, struct end *ends)
{
    unsigned i = 0;
    do
        run_to(m, limits[i], &ends[i]);
    while (limits[i++]);
}

static inline void free_all(const uint64_t *limits, struct end *ends)
{
    unsigned i = 0;
    do
        free(ends[i].bytes);
    while (limits[i++]);
}

static inline void compare(struct machine *one, const struct end *of_one, struct machine *several,
                           const uint64_t *limits)
{
    struct end   ends[LIMITS_MAX];
    unsigned     i = 0;
    const size_t words = (size_t)one->launch.threads * one->launch.num_gprs * 4;
    run_all(several, limits, ends);
    do {
        if (!limits[i])
            expect_same(one, several); /* says where */
        expect_same_end(&of_one[i], &ends[i]);
    } while (limits[i++]);
    assert_memory_equal(gpu_gprs(one->gpu), gpu_gprs(several->gpu), words * sizeof(uint32_t));
    free_all(limits, ends);
}

static inline void compare_all(const struct plan *plan, const uint64_t *limits)
{
    struct machine one;
    struct end     of_one[LIMITS_MAX];
    start_in(&one, plan, true, 1, 1);
    run_all(&one, limits, of_one);
    for (unsigned t = 0; t < LENGTH(thread_counts); t++)
        for (unsigned e = 0; e < LENGTH(epochs); e++) {
            struct machine several;
            start_in(&several, plan, (t + e) % 4 != 0, thread_counts[t], epochs[e]);
            compare(&one, of_one, &several, limits);
            machine_free(&several);
        }
    free_all(limits, of_one);
    machine_free(&one);
}

static const uint64_t to_the_end[] = {0};

static inline struct plan everything(const char *simds, unsigned wavefronts)
{
    struct plan plan = plan_without_writes("rv770");
    plan.set[0] = simds;
    plan.threads = 64 * wavefronts - 7;
    return plan;
}

/* The wavefronts that break a rule, and how long all work before: R0.x counts, R1.z meets R0.w in another turn of the
 * loop in every fifth thread. */
static unsigned breaks[2];

static inline uint32_t breaking(unsigned thread, unsigned gpr, unsigned element)
{
    const unsigned wave = thread / 64;
    if (gpr == 0)
        return element == 0   ? 3 + wave % 4
               : element == 1 ? wave == breaks[0] || wave == breaks[1]
               : element == 2 ? 0
                              : bits((float)(1200 + thread + thread % 5 + 1));
    return named_input(thread, gpr, element);
}

#endif
