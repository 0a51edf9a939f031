#include "rtl_model/r700/engine/gpu_jobs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_model/r700/engine/gpu_jobs_internal.h"
#include "rtl_model/r700/probes/gpu_collect.h"

enum {
    COPY_SHARE = 8, /* see gpu_jobs_plan.copy */
    BLOCK = 1024    /* bytes, of a copy */
};

/* ---- the copy --------------------------------------------------------------------------------------------------- */

/* Only what has changed: memory that the SIMD has never used is none in the copy, too, and is not even read there. */
static void copy_simd(void *context, unsigned number, unsigned thread)
{
    struct gpu                *gpu = context;
    const unsigned char *const from = (const unsigned char *)&gpu->simd[number];
    unsigned char *const       to = (unsigned char *)&gpu->jobs->copy[number];
    static const unsigned char zero[BLOCK];
    const bool                 fresh = !gpu->jobs->copy_is_used;
    (void)thread;
    for (size_t at = 0; at < sizeof(struct simd); at += BLOCK) {
        const size_t left = sizeof(struct simd) - at, bytes = left < BLOCK ? left : BLOCK;
        if (memcmp(fresh ? zero : to + at, from + at, bytes) != 0)
            memcpy(to + at, from + at, bytes);
    }
}

static void put_simd_back(void *context, unsigned number, unsigned thread)
{
    struct gpu *gpu = context;
    (void)thread;
    gpu->simd[number] = gpu->jobs->copy[number];
}

static bool copy_is_old(const struct gpu *gpu)
{
    const struct gpu_jobs *jobs = gpu->jobs;
    const uint64_t         age = gpu->cycle - jobs->copy_clock;
    return !jobs->copied || (age >= jobs->plan.copy && age >= gpu->cycle / COPY_SHARE);
}

/* False: not enough memory for what has been written. */
static bool memory_keep(const struct gpu *gpu, struct memory_state *state)
{
    const struct gpu_memory *store = &gpu->setup.memory;
    if (store->written) {
        unsigned char *const written = realloc(state->written, gpu_memory_state_bytes(store->written));
        if (!written)
            return false;
        state->written = written;
        gpu_memory_state_put(written, store);
    }
    state->pages = store->written;
#define LINKS(type, member, name) memcpy(state->member, gpu->member, gpu->simds * sizeof *gpu->member);
#define CHANNELS(type, member, name) memcpy(state->member, gpu->member, gpu->channels * sizeof *gpu->member);
#define STORED(type, member, name)                                                                                     \
    for (unsigned i = 0; i < gpu->channels; i++)                                                                       \
        type##_copy(&state->member[i], &gpu->member[i]);
#include "rtl_model/r700/gpu.def"
    state->answered = gpu->answered;
    return true;
}

static void memory_put_back(struct gpu *gpu, const struct memory_state *state)
{
#define LINKS(type, member, name) memcpy(gpu->member, state->member, gpu->simds * sizeof *gpu->member);
#define CHANNELS(type, member, name) memcpy(gpu->member, state->member, gpu->channels * sizeof *gpu->member);
#define STORED(type, member, name)                                                                                     \
    for (unsigned i = 0; i < gpu->channels; i++)                                                                       \
        type##_copy(&gpu->member[i], &state->member[i]);
#include "rtl_model/r700/gpu.def"
    gpu->answered = state->answered;
    gpu_memory_state_take(state->written, state->pages, &gpu->setup.memory);
}

static bool copy_machine(struct gpu *gpu)
{
    struct gpu_jobs *jobs = gpu->jobs;
    if (!memory_keep(gpu, jobs->copy_memory))
        return false;
    chip_keep(gpu, &jobs->copy_chip);
    crew_do(jobs->crew, copy_simd, gpu);
    jobs->copy_clock = gpu->cycle;
    jobs->copied = jobs->copy_is_used = true;
    return true;
}

static void drop_logs(struct gpu *gpu)
{
    for (unsigned i = 0; i < gpu->simds; i++)
        gpu_log_clear(gpu->jobs->logs[i]);
}

/* Back to the copy, and again to the clock `to`; what comes for the results on the way is there already. */
static void go_back(struct gpu *gpu, uint64_t to)
{
    struct gpu_jobs *jobs = gpu->jobs;
    uint64_t         stop;
    chip_put_back(gpu, &jobs->copy_chip);
    memory_put_back(gpu, jobs->copy_memory);
    crew_do(jobs->crew, put_simd_back, gpu);
    gpu->cycle = jobs->copy_clock;
    for (drop_logs(gpu); gpu->cycle < to; drop_logs(gpu)) {
        const bool good = epoch_run(gpu, to, &stop);
        assert(good);
        (void)good;
    }
}

/* ---- runs ------------------------------------------------------------------------------------------------------- */

/* What only a machine needs that goes by epochs at all. */
static bool begin(struct gpu *gpu)
{
    struct gpu_jobs *jobs = gpu->jobs;
    const unsigned   others = jobs->plan.threads - 1;
    if (!jobs->crew && (jobs->crew = crew_open(jobs->plan.threads, gpu->simds)))
        gpu_ends_open(&jobs->ends, gpu);
    if (!jobs->copy)
        jobs->copy = calloc(gpu->simds, sizeof *jobs->copy);
    if (!jobs->copy_memory)
        jobs->copy_memory = calloc(1, sizeof *jobs->copy_memory);
    if (gpu->groups && others && !jobs->tables)
        jobs->tables = calloc(others, sizeof *jobs->tables);
    return jobs->crew && jobs->copy && jobs->copy_memory && (!gpu->groups || !others || jobs->tables);
}

/* Clocks of SIMDs that did not sleep. */
static uint64_t worked(const struct gpu *gpu)
{
    uint64_t clocks = 0;
    for (unsigned i = 0; i < gpu->simds; i++)
        clocks += gpu->simd[i].clock - gpu->simd[i].sleep.slept;
    return clocks;
}

/* So far, and since the state was written last. */
static bool is_short(struct gpu *gpu)
{
    struct gpu_jobs *jobs = gpu->jobs;
    if (!jobs->is_long)
        jobs->is_long = worked(gpu) - jobs->worked_before >= jobs->plan.alone;
    return !jobs->is_long;
}

/* Requests are under way, or a SIMD asks. */
static bool memory_moves(const struct gpu *gpu)
{
    bool moves = false;
    for (unsigned i = 0; i < gpu->simds; i++)
        moves |= gpu->simd[i].port.q.ask || gpu->links[i].q.requests || gpu->links[i].q.replies;
    for (unsigned i = 0; i < gpu->channels; i++)
        moves |= gpu->banks[i].q.look || gpu->banks[i].q.looked || gpu->banks[i].q.queued || gpu->channel[i].q.queued;
    return moves;
}

/* From now on epochs are so short that memory may move in them. */
static bool begin_crossing(struct gpu *gpu)
{
    struct gpu_jobs *jobs = gpu->jobs;
    jobs->crossing_clocks = crossing_clocks(gpu);
    if (jobs->crossing_clocks > 1)
        jobs->crossings = calloc(gpu->simds, sizeof *jobs->crossings);
    return jobs->crossings;
}

static bool any_asks(const struct gpu *gpu)
{
    for (unsigned i = 0; i < gpu->simds; i++)
        if (gpu->jobs->share[i].asks)
            return true;
    return false;
}

bool gpu_jobs_run(struct gpu *gpu, uint64_t end)
{
    struct gpu_jobs *jobs = gpu->jobs;
    uint64_t         stop;
    if (gpu->beside || gpu->cycle < jobs->alone_to || end - gpu->cycle < jobs->plan.least || is_short(gpu))
        return false;
    gpu_rise(gpu);
    if (!begin(gpu) || (!jobs->crossings && memory_moves(gpu) && !begin_crossing(gpu)) ||
        (copy_is_old(gpu) && !copy_machine(gpu))) {
        jobs->alone_to = UINT64_MAX; /* no memory: it goes without */
        return false;
    }
    const uint64_t from = gpu->cycle;
    if (epoch_run(gpu, end, &stop)) {
        gpu_collect_logs(gpu, jobs->logs);
        return true;
    }
    const bool asks = any_asks(gpu);
    go_back(gpu, from);
    if (!asks)
        jobs->alone_to = stop > from ? stop : from + CROSSING_MOST;
    else if (!begin_crossing(gpu))
        jobs->alone_to = UINT64_MAX;
    return false;
}

bool gpu_set_jobs(struct gpu *gpu, unsigned jobs, struct diag *diag)
{
    const struct gpu_jobs_plan plan = {
        .threads = jobs, .clocks = EPOCH_MOST, .alone = 40000, .least = 64, .copy = 1 << 16};
    return gpu_jobs_set(gpu, &plan, diag);
}

bool gpu_jobs_set(struct gpu *gpu, const struct gpu_jobs_plan *plan, struct diag *diag)
{
    const unsigned   threads = plan->threads < gpu->simds ? plan->threads : gpu->simds;
    struct gpu_jobs *jobs = NULL;
    assert(plan->threads >= 1 && plan->clocks >= 1 && plan->clocks <= EPOCH_MOST);
    if (threads > 1 && !(jobs = calloc(1, sizeof *jobs)))
        return diag_set(diag, NULL, 0, "not enough memory for %u threads", threads);
    gpu_jobs_free(gpu);
    gpu->jobs = jobs;
    if (!jobs)
        return true;
    jobs->plan = *plan;
    jobs->plan.threads = threads;
    jobs->worked_before = worked(gpu);
    for (unsigned i = 0; i < gpu->simds; i++)
        jobs->logs[i] = &jobs->share[i].log;
    return true;
}

bool gpu_jobs_restart(struct gpu *gpu, struct diag *diag)
{
    const struct gpu_jobs_plan plan = gpu->jobs ? gpu->jobs->plan : (struct gpu_jobs_plan){0};
    return !gpu->jobs || gpu_jobs_set(gpu, &plan, diag);
}

void gpu_jobs_free(struct gpu *gpu)
{
    struct gpu_jobs *jobs = gpu->jobs;
    if (!jobs)
        return;
    crew_close(jobs->crew);
    gpu_ends_close(&jobs->ends);
    for (unsigned i = 0; i < SIMDS_MAX; i++)
        gpu_log_free(&jobs->share[i].log);
    free(jobs->tables);
    free(jobs->copy);
    free(jobs->copy_memory ? jobs->copy_memory->written : NULL);
    free(jobs->copy_memory);
    free(jobs->crossings);
    free(jobs);
    gpu->jobs = NULL;
}

void gpu_jobs_forget(struct gpu *gpu)
{
    struct gpu_jobs *jobs = gpu->jobs;
    if (!jobs)
        return;
    jobs->copied = false;
    jobs->alone_to = 0;
    jobs->is_long = false; /* it may be written in every clock */
    jobs->worked_before = worked(gpu);
}
