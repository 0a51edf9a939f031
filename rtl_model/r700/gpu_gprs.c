/* gpu_gprs.c - the registers of every thread, taken when its wavefront ends and gives its rows to another one. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_model/r700/gpu.h"

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

/* The threads that the launch has in a wavefront: the last one may be partial. */
static unsigned threads_of(const struct gpu *gpu, uint64_t first)
{
    const uint64_t left = gpu->launch->threads - first;
    return left < gpu->chip.wave_size ? (unsigned)left : gpu->chip.wave_size;
}

/* Takes the rows of the wavefront in a slot of the wave table, or the last one that was there. */
static void take(struct gpu *gpu, const struct simd *simd, unsigned slot, enum result_gprs state)
{
    const unsigned gprs = gpu->setup.simd.num_gprs, base = simd->waves.gpr_base[slot];
    const uint64_t first = (uint64_t)simd->waves.number[slot] * gpu->chip.wave_size;
    uint32_t      *words = gpu->gprs.words + first * gprs * GPR_ELEMENTS;
    for (unsigned t = 0; t < threads_of(gpu, first); t++) {
        for (unsigned i = 0; i < gprs * GPR_ELEMENTS; i++)
            *words++ = gpr_read(&simd->gprs, i % GPR_ELEMENTS, base + i / GPR_ELEMENTS)->lane[lane_of(gpu, t)];
        gpu->gprs.state[first + t] = (uint8_t)state;
    }
}

void gpu_take_ended(struct gpu *gpu, unsigned number, const uint64_t free_before[WAVE_SETS])
{
    const struct simd *simd = &gpu->simd[number];
    for (unsigned set = 0; set < WAVE_SETS; set++)
        for (uint64_t left = simd->waves.free_set[set] & ~free_before[set]; left; left &= left - 1)
            take(gpu, simd, set * 64 + (unsigned)__builtin_ctzll(left), RESULT_GPRS_ENDED);
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
