/* gpu_epoch.c - the chip's own modules ahead, each SIMD behind them, and what they make of it together (gpu_jobs.h). */
#include <assert.h>
#include <string.h>

#include "rtl_model/r700/engine/gpu_jobs_internal.h"
#include "rtl_model/r700/probes/gpu_collect.h"

/* ---- the chip's own modules ------------------------------------------------------------------------------------- */

void chip_keep(const struct gpu *gpu, struct chip_state *state)
{
#define MODULE(type, member, name) memcpy(&state->member, &gpu->member, sizeof gpu->member);
#define LINKS(...)
#define CHANNELS(...)
#include "rtl_model/r700/gpu.def"
    state->told = gpu->told;
}

void chip_put_back(struct gpu *gpu, const struct chip_state *state)
{
#define MODULE(type, member, name) memcpy(&gpu->member, &state->member, sizeof gpu->member);
#define LINKS(...)
#define CHANNELS(...)
#include "rtl_model/r700/gpu.def"
    gpu->told = state->told;
    gpu->look = gpu->shown_wires = gpu->shown_registers = GPU_EVERYBODY;
}

static void say(struct gpu_jobs *jobs, uint64_t clock, const struct dispatcher_reg *by)
{
    assert(jobs->said_count <= EPOCH_MOST);
    jobs->said[jobs->said_count++] = (struct said){clock, *by};
}

static void copy_sets(const struct gpu *gpu, uint64_t (*sets)[WAVE_SETS])
{
    for (unsigned i = 0; i < gpu->simds; i++)
        memcpy(sets[i], gpu->simd[i].waves.free_set, sizeof sets[i]);
}

static void put_sets(struct gpu *gpu, const uint64_t (*sets)[WAVE_SETS])
{
    for (unsigned i = 0; i < gpu->simds; i++)
        memcpy(gpu->simd[i].waves.free_set, sets[i], sizeof sets[i]);
}

/* The chip's modules go to the clock `to`; after the first clock none leaves: the sets in which they look for that
 * are put aside.  They may come to rest before. */
static void go_ahead(struct gpu *gpu, uint64_t to)
{
    static const uint64_t empty[SIMDS_MAX][WAVE_SETS];
    const gpu_bits_t      memory = GPU_BITS_OF(links) | GPU_BITS_OF(banks) | GPU_BITS_OF(l2) | GPU_BITS_OF(channel);
    struct gpu_jobs      *jobs = gpu->jobs;
    uint64_t              aside[SIMDS_MAX][WAVE_SETS];
    copy_sets(gpu, aside);
    put_sets(gpu, jobs->free_before);
    gpu->may_rest = false;
    jobs->said_count = 0;
    jobs->told = gpu->told;
    jobs->rests = false;
    jobs->moves_to = jobs->from;
    say(jobs, jobs->from, &gpu->dispatcher.q);
    for (uint64_t clock = jobs->from; clock < to; clock++) {
        gpu->told = false;
        gpu_eval_chip(gpu);
        jobs->rests = !gpu->awake; /* and none will wake */
        if (jobs->rests)
            break;
        jobs->moves_to = gpu->awake & memory ? clock + 1 : jobs->moves_to;
        gpu_commit_chip(gpu);
        if (jobs->crossings)
            crossing_note(gpu, jobs->crossings, jobs->from, clock);
        if (gpu->told)
            say(jobs, clock + 1, &gpu->dispatcher.q);
        put_sets(gpu, empty);
    }
    put_sets(gpu, aside);
    gpu->may_rest = true;
}

/* The dispatcher's outputs no longer depend on wavefronts that leave. */
static bool all_are_launched(const struct gpu *gpu)
{
    return gpu->dispatcher.q.launched == gpu_waves(gpu);
}

static bool all_are_placed(const struct gpu *gpu)
{
    uint32_t launched = 0;
    for (unsigned i = 0; i < gpu->simds; i++)
        launched += gpu->places[i].q.launched;
    return launched == gpu_waves(gpu);
}

/* The place tables receive the wavefronts that have left before the clock in which the epoch ends.  True when one has,
 * in this clock too. */
static bool note_left(struct gpu *gpu)
{
    const struct gpu_jobs *jobs = gpu->jobs;
    bool                   any = false;
    for (unsigned i = 0; i < gpu->simds; i++) {
        const struct share *share = &jobs->share[i];
        const uint64_t      most = gpu->places[i].in.free_clk; /* longer ago is all the same */
        for (unsigned n = 0; n < share->left_count; n++) {
            const struct leave *leave = &share->left[n];
            const uint64_t      ago = jobs->to - leave->clock;
            wave_set_t          left = {{0}};
            left.set[leave->slot / 64] = UINT64_C(1) << leave->slot % 64;
            if (leave->clock < jobs->to)
                place_table_note(&gpu->places[i], &left, (unsigned)(ago > most && jobs->deaf ? most : ago));
        }
        any |= share->left_count != 0;
    }
    return any;
}

/* ---- a SIMD ----------------------------------------------------------------------------------------------------- */

/* Whether a launch of the dispatcher is for this SIMD. */
static bool is_for(const struct said *said, unsigned number)
{
    return said->by.simd == number;
}

static void hear(struct simd *simd, const struct gpu_jobs *jobs, struct share *share)
{
    while (share->heard < jobs->said_count && jobs->said[share->heard].clock < share->clock)
        share->heard++;
    if (share->heard == jobs->said_count || jobs->said[share->heard].clock != share->clock)
        return;
    simd->above.dispatcher = &jobs->said[share->heard++].by;
    simd_told(simd);
}

/* The clock, at most `until` and the end of the epoch, before which nothing is said to it. */
static uint64_t hears_nothing_to(const struct gpu *gpu, unsigned number, uint64_t until)
{
    const struct gpu_jobs *jobs = gpu->jobs;
    const struct share    *share = &jobs->share[number];
    uint64_t               to = until < jobs->to ? until : jobs->to;
    for (unsigned n = share->heard; n < jobs->said_count && jobs->said[n].clock < to; n++)
        if (jobs->said[n].clock >= share->clock && is_for(&jobs->said[n], number)) {
            to = jobs->said[n].clock;
            break;
        }
    return jobs->crossings ? crossing_quiet(&jobs->crossings[number], to) : to;
}

static void note_leaves(struct share *share, const struct simd *simd, const struct gpu_before *before)
{
    for (unsigned set = 0; set < WAVE_SETS; set++)
        for (uint64_t left = simd->waves.free_set[set] & ~before->free[set]; left; left &= left - 1) {
            assert(share->left_count < WAVE_SLOTS);
            share->left[share->left_count++] =
                (struct leave){share->clock + 1, (uint8_t)(set * 64 + (unsigned)__builtin_ctzll(left))};
        }
}

static void clock_simd(struct gpu *gpu, unsigned number)
{
    struct share     *share = &gpu->jobs->share[number];
    struct simd      *simd = &gpu->simd[number];
    struct crossing  *crossing = gpu->jobs->crossings ? &gpu->jobs->crossings[number] : NULL;
    struct gpu_before before;
    if (simd_is_asleep(&simd->sleep)) {
        const uint64_t to = hears_nothing_to(gpu, number, simd->sleep.until);
        if (share->clock < to) {
            share->clock = to;
            return;
        }
        simd_wake(simd, share->clock);
    }
    share->log.clock = share->clock;
    hear(simd, gpu->jobs, share);
    if (crossing) {
        crossing_hear(simd, &gpu->links[number], crossing, share->clock);
        crossing_say(simd, crossing, (unsigned)(share->clock - gpu->jobs->from));
    }
    simd_wire(simd);
    gpu_collect_before(gpu, number, &before, &share->log);
    simd_eval(simd, NULL);
    simd_commit(simd, NULL);
    gpu_collect_after(gpu, number, &before, &share->log);
    note_leaves(share, simd, &before);
    simd_doze(simd);
    share->clock++;
    if (gpu->parts > 1)
        gpu_note_idle(gpu, number, share->clock);
}

static void use_table(struct gpu *gpu, unsigned number, unsigned thread)
{
    const struct gpu_jobs *jobs = gpu->jobs;
    if (gpu->groups)
        gpu->simd[number].groups.table = thread ? &jobs->tables[thread - 1] : gpu->groups;
}

/* To the end of the epoch, or to where it halts. */
static void run_simd(void *context, unsigned number, unsigned thread)
{
    struct gpu            *gpu = context;
    const struct gpu_jobs *jobs = gpu->jobs;
    struct share          *share = &gpu->jobs->share[number];
    struct simd           *simd = &gpu->simd[number];
    use_table(gpu, number, thread);
    share->clock = jobs->from;
    share->ended = share->broken = false;
    share->left_count = 0;
    share->heard = !jobs->told;
    simd->above.dispatcher = &jobs->said[0].by;
    if (jobs->crossings)
        crossing_start(simd, &gpu->links[number], &jobs->crossings[number]);
    for (; share->clock < jobs->to; clock_simd(gpu, number)) {
        share->asks = simd->port.q.ask && !jobs->crossings;
        share->broken = simd_is_broken(simd) || share->asks;
        share->ended = jobs->last && simd_finished(simd) == gpu->places[number].q.launched && !simd_is_writing(simd);
        if (share->broken || share->ended)
            return;
    }
}

/* On from where it has halted with nothing to do. */
static void run_on(void *context, unsigned number, unsigned thread)
{
    struct gpu *gpu = context;
    use_table(gpu, number, thread);
    while (gpu->jobs->share[number].clock < gpu->jobs->to)
        clock_simd(gpu, number);
}

/* ---- all of them ------------------------------------------------------------------------------------------------ */

/* With one SIMD awake others have nothing to do. */
static void each_simd(struct gpu *gpu, crew_piece_t *piece)
{
    unsigned awake = 0;
    for (unsigned i = 0; i < gpu->simds; i++)
        awake += !simd_is_asleep(&gpu->simd[i].sleep);
    if (awake > 1)
        crew_do(gpu->jobs->crew, piece, gpu);
    for (unsigned i = 0; awake <= 1 && i < gpu->simds; i++)
        piece(gpu, i, 0);
}

/* ---- an epoch --------------------------------------------------------------------------------------------------- */

static bool any_is_broken(const struct gpu *gpu, uint64_t *first)
{
    bool any = false;
    for (unsigned i = 0; i < gpu->simds; i++) {
        const struct share *share = &gpu->jobs->share[i];
        if (share->broken && (!any || share->clock < *first))
            *first = share->clock;
        any |= share->broken;
    }
    return any;
}

/* Memory does the same whether it goes to this clock or to the end of the epoch. */
static bool memory_rests_from(const struct gpu *gpu, uint64_t clock)
{
    const struct gpu_jobs *jobs = gpu->jobs;
    bool                   rests = jobs->moves_to <= clock;
    for (unsigned i = 0; jobs->crossings && i < gpu->simds; i++)
        rests = rests && !jobs->crossings[i].asks;
    return rests;
}

/* The launch ends in this epoch: then that is where it ends.  False: memory would not be as it is there. */
static bool look_for_the_end(struct gpu *gpu)
{
    struct gpu_jobs *jobs = gpu->jobs;
    uint64_t         end = jobs->from;
    for (unsigned i = 0; i < gpu->simds; i++) {
        if (!jobs->share[i].ended)
            return true;
        end = jobs->share[i].clock > end ? jobs->share[i].clock : end;
    }
    if (jobs->crossings && !memory_rests_from(gpu, end))
        return false;
    jobs->to = end;
    chip_put_back(gpu, &jobs->before);
    go_ahead(gpu, end);
    return true;
}

static bool any_is_behind(const struct gpu *gpu)
{
    for (unsigned i = 0; i < gpu->simds; i++)
        if (gpu->jobs->share[i].clock < gpu->jobs->to)
            return true;
    return false;
}

/* Everything as a single thread leaves it. */
static void end_epoch(struct gpu *gpu, bool told)
{
    struct gpu_jobs *jobs = gpu->jobs;
    bool             news = note_left(gpu);
    for (unsigned i = 0; i < gpu->simds; i++) {
        news |= gpu->simd[i].port.q.ask;
        gpu->simd[i].above.dispatcher = &gpu->dispatcher.q;
        gpu->simd[i].above.link = &gpu->links[i];
        gpu->simd[i].groups.table = gpu->groups;
    }
    if (jobs->crossings)
        crossing_close(gpu, jobs->crossings, jobs->from, jobs->to);
    gpu->told = told;
    gpu->look = jobs->rests && !news && !jobs->crossings ? 0 : GPU_EVERYBODY;
    gpu->shown_wires = gpu->shown_registers = GPU_EVERYBODY;
    gpu->cycle = jobs->to;
}

static bool is_told_at(const struct gpu_jobs *jobs, uint64_t clock)
{
    return jobs->said[jobs->said_count - 1].clock == clock;
}

/* Of an epoch that begins now. */
static uint64_t clocks_to_go(struct gpu *gpu)
{
    struct gpu_jobs *jobs = gpu->jobs;
    const uint64_t   crossing = jobs->crossings ? jobs->crossing_clocks : jobs->plan.clocks;
    const uint64_t   most = crossing < jobs->plan.clocks ? crossing : jobs->plan.clocks;
    const uint64_t   free_clk = gpu->places[0].in.free_clk;
    jobs->deaf = all_are_launched(gpu);
    if (jobs->deaf || free_clk >= most)
        return most;
    const uint64_t clocks = free_clk + gpu_ends_after(&jobs->ends, gpu);
    return clocks < most ? clocks : most;
}

bool epoch_run(struct gpu *gpu, uint64_t end, uint64_t *stop)
{
    struct gpu_jobs *jobs = gpu->jobs;
    const uint64_t   clocks = clocks_to_go(gpu);
    jobs->from = gpu->cycle;
    jobs->to = end - jobs->from < clocks ? end : jobs->from + clocks;
    copy_sets(gpu, jobs->free_before);
    if (gpu_waves(gpu) - gpu->dispatcher.q.launched <= clocks) /* the launch may end in it */
        chip_keep(gpu, &jobs->before);
    if (jobs->crossings)
        crossing_begin(gpu, jobs->crossings, jobs->from);
    go_ahead(gpu, jobs->to);
    if (jobs->crossings)
        crossing_end(gpu, jobs->crossings);
    jobs->last = all_are_placed(gpu);
    each_simd(gpu, run_simd);
    if (any_is_broken(gpu, stop))
        return false;
    if (!look_for_the_end(gpu)) {
        *stop = jobs->from;
        return false;
    }
    if (any_is_behind(gpu))
        each_simd(gpu, run_on);
    end_epoch(gpu, is_told_at(jobs, jobs->to));
    return true;
}
