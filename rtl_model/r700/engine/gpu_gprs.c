/* gpu_gprs.c - the registers of every thread, taken when its wavefront ends and gives its rows to another one. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_model/r700/probes/gpu_collect.h"

static bool collect(struct gpu_part *part, struct diag *diag)
{
    const size_t threads = part->launch->threads, gprs = part->setup.simd.num_gprs;
    assert(!part->gprs.words);
    part->gprs.words = calloc(threads * gprs, GPR_ELEMENTS * sizeof *part->gprs.words);
    part->gprs.state = calloc(threads, 1);
    return (part->gprs.words && part->gprs.state) ||
           diag_set(diag, NULL, 0, "not enough memory for %zu registers of each of %zu threads", gprs, threads);
}

bool gpu_collect_gprs(struct gpu *gpu, struct diag *diag)
{
    bool good = true;
    for (unsigned n = 0; good && n < gpu->parts; n++)
        good = collect(gpu->part[n], diag);
    return good;
}

void gpu_gprs_free(struct gpu_part *part)
{
    free(part->gprs.words);
    free(part->gprs.state);
    part->gprs.words = NULL;
    part->gprs.state = NULL;
}

/* Thread u of a wavefront is lane u mod `lanes` of quarter u / `lanes`. */
static unsigned lane_of(const struct gpu *gpu, unsigned thread)
{
    return thread / gpu->chip.lanes * QUARTER + thread % gpu->chip.lanes;
}

/* The first thread of a wavefront, and how many it has. */
static uint32_t first_of(const struct gpu *gpu, const struct gpu_part *part, uint32_t wave)
{
    const struct wave_groups groups = gpu_groups_of(gpu, part);
    return groups_first(&groups, wave);
}
static unsigned threads_of(const struct gpu *gpu, const struct gpu_part *part, uint32_t wave)
{
    const struct wave_groups groups = gpu_groups_of(gpu, part);
    return groups_count(&groups, wave);
}

static uint32_t *words_of(const struct gpu_part *part, uint64_t first)
{
    return part->gprs.words + first * part->setup.simd.num_gprs * GPR_ELEMENTS;
}

/* The rows of the wavefront in a slot of the wave table, or of the last one that was there. */
static void copy(const struct gpu *gpu, const struct gpu_part *part, const struct simd *simd, unsigned slot,
                 uint32_t *words)
{
    const unsigned gprs = part->setup.simd.num_gprs, base = simd->waves.gpr_base[slot];
    const unsigned threads = threads_of(gpu, part, simd->waves.number[slot]);
    for (unsigned t = 0; t < threads; t++)
        for (unsigned i = 0; i < gprs * GPR_ELEMENTS; i++)
            *words++ = gpr_read(&simd->gprs, i % GPR_ELEMENTS, base + i / GPR_ELEMENTS)->lane[lane_of(gpu, t)];
}

static void take(const struct gpu *gpu, const struct simd *simd, unsigned slot, enum result_gprs state)
{
    const struct gpu_part *const part = gpu_part_of(gpu, simd->above.number);
    const uint32_t               wave = simd->waves.number[slot], first = first_of(gpu, part, wave);
    copy(gpu, part, simd, slot, words_of(part, first));
    memset(part->gprs.state + first, (int)state, threads_of(gpu, part, wave));
}

static void log_ended(const struct gpu *gpu, const struct simd *simd, unsigned slot, struct gpu_log *log)
{
    const struct gpu_part *const part = gpu_part_of(gpu, simd->above.number);
    const uint32_t               wave = simd->waves.number[slot];
    const unsigned               threads = threads_of(gpu, part, wave);
    struct gpu_ended             ended = {.wave = wave};
    uint32_t *words = gpu_log_words(log, (size_t)threads * part->setup.simd.num_gprs * GPR_ELEMENTS, &ended);
    if (words)
        copy(gpu, part, simd, slot, words);
    gpu_log_ended(log, &ended);
}

void gpu_put_ended(struct gpu *gpu, struct gpu_part *part, const struct gpu_ended *ended, const uint32_t *words)
{
    const uint32_t first = first_of(gpu, part, ended->wave);
    memcpy(words_of(part, first), words, ended->words * sizeof *words);
    memset(part->gprs.state + first, RESULT_GPRS_ENDED, threads_of(gpu, part, ended->wave));
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
    const struct gpu_part *const part = gpu_chosen(gpu);
    const unsigned     gprs = part->setup.simd.num_gprs, slots = simd_wave_limit(&gpu->chip, &part->setup.simd);
    const struct simd *own = &gpu->simd[part->first_simd];
    assert(part->gprs.words);
    for (uint64_t thread = 0; thread < part->launch->threads; thread++) {
        uint32_t *words = part->gprs.words + thread * gprs * GPR_ELEMENTS;
        for (unsigned i = 0; part->gprs.state[thread] == RESULT_GPRS_NONE && i < gprs * GPR_ELEMENTS; i++)
            words[i] = GPR_UNDEFINED;
    }
    for (const struct simd *simd = own; simd < own + part->own_simds; simd++)
        for (unsigned slot = 0; slot < slots; slot++)
            if (simd->waves.phase[slot] != WAVE_FREE)
                take(gpu, simd, slot, RESULT_GPRS_RUNNING);
    return part->gprs.words;
}
