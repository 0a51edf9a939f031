/* gpu_gprs.c - the registers of every thread, taken when its wavefront ends and gives its rows to another one. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_model/r700/gpu_collect.h"

bool gpu_collect_gprs(struct gpu *gpu, struct diag *diag)
{
    const size_t threads = gpu->launch->threads, gprs = gpu->setup.simd.num_gprs;
    assert(!gpu->gprs.words);
    gpu->gprs.words = calloc(threads * gprs, GPR_ELEMENTS * sizeof *gpu->gprs.words);
    gpu->gprs.state = calloc(threads, 1);
    return (gpu->gprs.words && gpu->gprs.state) ||
           diag_set(diag, NULL, 0, "not enough memory for %zu registers of each of %zu threads", gprs, threads);
}

void gpu_gprs_free(struct gpu *gpu)
{
    free(gpu->gprs.words);
    free(gpu->gprs.state);
    gpu->gprs.words = NULL;
    gpu->gprs.state = NULL;
}

/* Thread u of a wavefront is lane u mod `lanes` of quarter u / `lanes`. */
static unsigned lane_of(const struct gpu *gpu, unsigned thread)
{
    return thread / gpu->chip.lanes * QUARTER + thread % gpu->chip.lanes;
}

/* The first thread of a wavefront, and how many it has. */
static uint32_t first_of(const struct gpu *gpu, uint32_t wave)
{
    const struct wave_groups groups = gpu_groups(gpu);
    return groups_first(&groups, wave);
}
static unsigned threads_of(const struct gpu *gpu, uint32_t wave)
{
    const struct wave_groups groups = gpu_groups(gpu);
    return groups_count(&groups, wave);
}

static uint32_t *words_of(const struct gpu *gpu, uint64_t first)
{
    return gpu->gprs.words + first * gpu->setup.simd.num_gprs * GPR_ELEMENTS;
}

/* The rows of the wavefront in a slot of the wave table, or of the last one that was there. */
static void copy(const struct gpu *gpu, const struct simd *simd, unsigned slot, uint32_t *words)
{
    const unsigned gprs = gpu->setup.simd.num_gprs, base = simd->waves.gpr_base[slot];
    const unsigned threads = threads_of(gpu, simd->waves.number[slot]);
    for (unsigned t = 0; t < threads; t++)
        for (unsigned i = 0; i < gprs * GPR_ELEMENTS; i++)
            *words++ = gpr_read(&simd->gprs, i % GPR_ELEMENTS, base + i / GPR_ELEMENTS)->lane[lane_of(gpu, t)];
}

static void take(struct gpu *gpu, const struct simd *simd, unsigned slot, enum result_gprs state)
{
    const uint32_t wave = simd->waves.number[slot], first = first_of(gpu, wave);
    copy(gpu, simd, slot, words_of(gpu, first));
    memset(gpu->gprs.state + first, (int)state, threads_of(gpu, wave));
}

static void log_ended(const struct gpu *gpu, const struct simd *simd, unsigned slot, struct gpu_log *log)
{
    const uint32_t    wave = simd->waves.number[slot];
    const unsigned    threads = threads_of(gpu, wave);
    struct gpu_event *event = gpu_log_event(log);
    struct gpu_ended  ended = {.wave = wave};
    uint32_t         *words = gpu_log_words(log, (size_t)threads * gpu->setup.simd.num_gprs * GPR_ELEMENTS, &ended);
    if (words)
        copy(gpu, simd, slot, words);
    if (!event)
        return;
    event->kind = EVENT_ENDED;
    event->of.ended = ended;
}

void gpu_put_ended(struct gpu *gpu, const struct gpu_ended *ended, const uint32_t *words)
{
    const uint32_t first = first_of(gpu, ended->wave);
    memcpy(words_of(gpu, first), words, ended->words * sizeof *words);
    memset(gpu->gprs.state + first, RESULT_GPRS_ENDED, threads_of(gpu, ended->wave));
}

void gpu_take_ended(struct gpu *gpu, unsigned number, const uint64_t free_before[WAVE_SETS], struct gpu_log *log)
{
    const struct simd *simd = &gpu->simd[number];
    for (unsigned set = 0; set < WAVE_SETS; set++)
        for (uint64_t left = simd->waves.free_set[set] & ~free_before[set]; left; left &= left - 1) {
            const unsigned slot = set * 64 + (unsigned)__builtin_ctzll(left);
            if (log)
                log_ended(gpu, simd, slot, log);
            else
                take(gpu, simd, slot, RESULT_GPRS_ENDED);
        }
}

const uint32_t *gpu_gprs(struct gpu *gpu)
{
    const unsigned gprs = gpu->setup.simd.num_gprs, slots = simd_wave_limit(&gpu->chip, &gpu->setup.simd);
    assert(gpu->gprs.words);
    for (uint64_t thread = 0; thread < gpu->launch->threads; thread++) {
        uint32_t *words = gpu->gprs.words + thread * gprs * GPR_ELEMENTS;
        for (unsigned i = 0; gpu->gprs.state[thread] == RESULT_GPRS_NONE && i < gprs * GPR_ELEMENTS; i++)
            words[i] = GPR_UNDEFINED;
    }
    for (const struct simd *simd = gpu->simd; simd < gpu->simd + gpu->simds; simd++)
        for (unsigned slot = 0; slot < slots; slot++)
            if (simd->waves.phase[slot] != WAVE_FREE)
                take(gpu, simd, slot, RESULT_GPRS_RUNNING);
    return gpu->gprs.words;
}
