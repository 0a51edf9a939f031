/* pipe_run.c - a pipeline view from its begin to its end: what is there when it begins, the clock meanwhile. */
#include <stdlib.h>
#include <string.h>

#include "rtl_model/r700/probes/why.h"

/* ---- begin and end ----------------------------------------------------------------------------------------------- */

/* Fetch clauses whose results are on their way, and exports: it is not known in which order they began. */
static void begin_returns(struct pipe_watch *watch, unsigned i)
{
    const struct simd *simd = &watch->gpu->simd[i];
    struct pipe_simd  *seen = &watch->simd[i];
    uint64_t           clauses[WAVE_SETS] = {0};
    for (unsigned c = 0; c < FETCH_CLAUSES; c++)
        if (simd->fetch_clause[c].q.state != FETCH_CLAUSE_EMPTY)
            clauses[simd->fetch_clause[c].q.slot / 64] |= UINT64_C(1) << simd->fetch_clause[c].q.slot % 64;
    for (unsigned slot = 0; slot < WAVE_SLOTS; slot++) {
        if (simd->waves.phase[slot] == WAVE_FREE)
            continue;
        seen->export_unknown += simd->waves.exports[slot];
        if (!simd->waves.fetches[slot] || clauses[slot / 64] >> slot % 64 & 1)
            continue;
        struct pipe_event event = pipe_event_of(watch, i, PIPE_FETCH, PIPE_FETCH_RETURN, simd->waves.number[slot]);
        event.slot = (uint16_t)slot;
        event.work = ++watch->works;
        seen->returns[slot] = (struct pipe_work){.work = event.work, .wave = event.wave, .slot = event.slot};
        seen->return_set[slot / 64] |= UINT64_C(1) << slot % 64;
        pipe_say(watch, &event);
    }
}

static void begin(struct machine_pipeline *pipeline)
{
    struct pipe_watch *watch = (struct pipe_watch *)pipeline;
    for (unsigned i = 0; i < watch->gpu->simds; i++) {
        struct pipe_simd  *seen = &watch->simd[i];
        const struct simd *simd = &watch->gpu->simd[i];
        memset(seen, 0, sizeof *seen);
        memcpy(seen->free_set, simd->waves.free_set, sizeof seen->free_set);
        for (unsigned slot = 0; slot < WAVE_SLOTS; slot++)
            if (simd->waves.phase[slot] != WAVE_FREE)
                seen->free_set[slot / 64] |= UINT64_C(1) << slot % 64;
        seen->clock = simd->clock;
        pipe_look(watch, i, PIPE_OF(waves));
        begin_returns(watch, i);
        pipe_look(watch, i, ~(PIPE_OF(waves) | PIPE_OF(issue) | PIPE_OF(exports)));
    }
    pipe_memory_begin(watch);
    watch->begun = true;
}

/* What is under way ends here, but for groups: they have their clocks. */
static void end(struct machine_pipeline *pipeline)
{
    struct pipe_watch *watch = (struct pipe_watch *)pipeline;
    for (unsigned i = 0; watch->begun && i < watch->gpu->simds; i++) {
        struct pipe_simd *seen = &watch->simd[i];
        for (unsigned a = 0; a < PIPE_ARBITERS; a++)
            pipe_end_lost(watch, &seen->lost[a], watch->gpu->cycle);
    }
    watch->begun = false;
}

static void clock_once(struct machine_pipeline *pipeline)
{
    pipe_watch_clock((struct pipe_watch *)pipeline);
}

/* As gpu_run, in one thread. */
static void run(struct machine_pipeline *pipeline, uint64_t limit)
{
    struct pipe_watch *watch = (struct pipe_watch *)pipeline;
    struct gpu        *gpu = watch->gpu;
    for (unsigned i = 0; i < gpu->simds; i++)
        simd_hide(&gpu->simd[i]);
    for (bool news = true; !(news && (gpu_finished(gpu) || gpu_stopped(gpu, NULL))) && gpu->cycle < limit;) {
        news = gpu_clock(gpu);
        pipe_watch_clock(watch);
        if (gpu->simds > 1 || gpu->simd->sleep.streak == SLEEP_STREAK)
            gpu_doze(gpu, limit);
    }
    gpu_wake(gpu);
    for (unsigned i = 0; i < gpu->simds; i++)
        simd_unhide(&gpu->simd[i]);
}

static unsigned launch_of(const struct machine_pipeline *pipeline, unsigned simd)
{
    const struct gpu *gpu = ((const struct pipe_watch *)pipeline)->gpu;
    unsigned          n = 0;
    while (gpu->part[n] != gpu_part_of(gpu, simd))
        n++;
    return n;
}

/* The rotation begins with the launch. */
static uint64_t chance(const struct machine_pipeline *pipeline, unsigned arbiter, uint64_t cycle)
{
    const struct gpu *gpu = ((const struct pipe_watch *)pipeline)->gpu;
    if (cycle < gpu->began || arbiter == PIPE_SLOT_CF)
        return cycle < gpu->began ? UINT64_MAX : cycle;
    while (!pipe_chance_shows((unsigned)((cycle - gpu->began) % ROTATION_CLOCKS), arbiter))
        if (cycle-- == gpu->began)
            return UINT64_MAX;
    return cycle > gpu->began ? cycle : UINT64_MAX;
}

static void why(const struct machine_pipeline *pipeline, unsigned simd, unsigned arbiter, uint32_t next,
                struct why_chain *chain)
{
    why_find((const struct pipe_watch *)pipeline, simd, (enum pipe_arbiter)arbiter, next, chain);
}

static void release(struct machine_pipeline *pipeline)
{
    pipe_texts_close(&((struct pipe_watch *)pipeline)->texts);
    free(pipeline);
}

struct machine_pipeline *pipe_watch_open(struct gpu *gpu, struct diag *diag)
{
    struct pipe_watch *watch = calloc(1, sizeof *watch);
    unsigned           words = 0;
    for (unsigned n = 0; n < gpu->parts; n++) {
        const unsigned own = gpu->part[n]->setup.simd_memory.program.count / 2;
        words = own > words ? own : words;
    }
    if (watch && !pipe_texts_open(&watch->texts, words, gpu->parts)) {
        release(&watch->pipeline);
        watch = NULL;
    }
    if (!watch) {
        diag_set(diag, NULL, 0, "not enough memory for a pipeline view");
        return NULL;
    }
    watch->gpu = gpu;
    watch->text = (struct pipe_text){.context = &watch->texts,
                                     .reason = stall_names,
                                     .key = stall_keys,
                                     .reasons = STALLS,
                                     .cf = pipe_cf_text,
                                     .group = pipe_group_text};
    watch->pipeline = (struct machine_pipeline){.text = &watch->text,
                                                .begin = begin,
                                                .end = end,
                                                .clock = clock_once,
                                                .run = run,
                                                .free = release,
                                                .simds = gpu->simds,
                                                .launch = launch_of,
                                                .chance = chance,
                                                .why = why};
    return &watch->pipeline;
}
