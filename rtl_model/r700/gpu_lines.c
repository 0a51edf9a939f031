/* gpu_lines.c - caches of memory lines from outside: what a driver does with them between two pieces of work. */
#include "rtl_model/r700/gpu_lines.h"

#include <stdlib.h>

#include "rtl_model/r700/gpu.h"

static bool has(unsigned caches, enum launch_cache cache)
{
    return caches >> cache & 1;
}

void gpu_forget_lines(struct gpu *gpu, unsigned caches)
{
    for (unsigned i = 0; i < gpu->simds; i++) {
        if (has(caches, LAUNCH_CACHE_TEXTURE))
            line_cache_forget(&gpu->simd[i].texture_cache);
        if (has(caches, LAUNCH_CACHE_VERTEX))
            line_cache_forget(&gpu->simd[i].vertex_cache);
    }
    for (unsigned i = 0; has(caches, LAUNCH_CACHE_L2) && i < gpu->channels; i++)
        line_cache_forget(&gpu->l2[i]);
}

/* ---- over a reset ------------------------------------------------------------------------------------------------ */

struct of_program {
    struct icache cf, alu, fetch;
    struct kcache constants;
};

struct gpu_lines {
    unsigned           caches;
    struct of_program *of_program;                          /* of each SIMD, or NULL */
    struct line_cache  cache[2 * SIMDS_MAX + CHANNELS_MAX]; /* of SIMDs: texture, vertex; L2 */
};

void gpu_lines_free(struct gpu_lines *lines)
{
    if (lines)
        free(lines->of_program);
    free(lines);
}

static bool take_program(const struct gpu *gpu, struct gpu_lines *lines)
{
    lines->of_program = malloc(gpu->simds * sizeof *lines->of_program);
    for (unsigned i = 0; lines->of_program && i < gpu->simds; i++) {
        lines->of_program[i].cf = gpu->simd[i].cf_cache;
        lines->of_program[i].alu = gpu->simd[i].alu_cache;
        lines->of_program[i].fetch = gpu->simd[i].fetch_cache;
        lines->of_program[i].constants = gpu->simd[i].kcache;
    }
    return lines->of_program;
}

struct gpu_lines *gpu_take_lines(const struct gpu *gpu, unsigned caches)
{
    struct gpu_lines *lines = malloc(sizeof *lines);
    if (!lines)
        return NULL;
    lines->caches = caches;
    lines->of_program = NULL;
    if (caches >> LAUNCH_CACHE_PROGRAM & 1 && !take_program(gpu, lines)) {
        free(lines);
        return NULL;
    }
    for (unsigned i = 0; i < gpu->simds; i++) {
        lines->cache[2 * i] = gpu->simd[i].texture_cache;
        lines->cache[2 * i + 1] = gpu->simd[i].vertex_cache;
    }
    for (unsigned i = 0; i < gpu->channels; i++)
        lines->cache[2 * SIMDS_MAX + i] = gpu->l2[i];
    return lines;
}

void gpu_give_lines(struct gpu *gpu, const struct gpu_lines *lines)
{
    for (unsigned i = 0; i < gpu->simds; i++) {
        if (has(lines->caches, LAUNCH_CACHE_TEXTURE))
            line_cache_inherit(&gpu->simd[i].texture_cache, &lines->cache[2 * i]);
        if (has(lines->caches, LAUNCH_CACHE_VERTEX))
            line_cache_inherit(&gpu->simd[i].vertex_cache, &lines->cache[2 * i + 1]);
    }
    for (unsigned i = 0; has(lines->caches, LAUNCH_CACHE_L2) && i < gpu->channels; i++)
        line_cache_inherit(&gpu->l2[i], &lines->cache[2 * SIMDS_MAX + i]);
}

void gpu_give_program_lines(struct gpu *gpu, const struct gpu_lines *lines)
{
    for (unsigned i = 0; lines->of_program && i < gpu->simds; i++) {
        icache_inherit(&gpu->simd[i].cf_cache, &lines->of_program[i].cf);
        icache_inherit(&gpu->simd[i].alu_cache, &lines->of_program[i].alu);
        icache_inherit(&gpu->simd[i].fetch_cache, &lines->of_program[i].fetch);
        kcache_inherit(&gpu->simd[i].kcache, &lines->of_program[i].constants);
    }
}
