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

struct gpu_lines {
    unsigned          caches;
    struct line_cache cache[2 * SIMDS_MAX + CHANNELS_MAX]; /* of SIMDs: texture, vertex; L2 */
};

struct gpu_lines *gpu_take_lines(const struct gpu *gpu, unsigned caches)
{
    struct gpu_lines *lines = malloc(sizeof *lines);
    if (!lines)
        return NULL;
    lines->caches = caches;
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
