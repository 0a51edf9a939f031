/* gpu_lines.c - caches of memory lines from outside: what a driver does with them between two pieces of work. */
#include "rtl_model/r700/engine/gpu_lines.h"

#include <stdlib.h>

#include "rtl_model/r700/gpu.h"

static bool has(unsigned caches, enum launch_cache cache)
{
    return caches >> cache & 1;
}

void gpu_forget_lines(struct gpu *gpu, unsigned caches)
{
    for (unsigned i = 0; i < gpu->simds; i++) {
#define LINES(cache, member)                                                                                           \
    if (has(caches, LAUNCH_CACHE_##cache))                                                                             \
        line_cache_forget(&gpu->simd[i].member);
#include "rtl_model/r700/caches.def"
    }
    for (unsigned i = 0; i < gpu->channels; i++) {
#define SHARED(cache, member)                                                                                          \
    if (has(caches, LAUNCH_CACHE_##cache))                                                                             \
        l2_lines_forget(&gpu->member[i]);
#include "rtl_model/r700/caches.def"
    }
}

/* ---- over a reset ------------------------------------------------------------------------------------------------ */

struct of_simd {
#define LINES(cache, member) struct line_cache member;
#include "rtl_model/r700/caches.def"
};

struct of_program {
#define PROGRAM(type, member) struct type member;
#include "rtl_model/r700/caches.def"
};

struct of_channel {
#define SHARED(cache, member) struct l2_lines member;
#include "rtl_model/r700/caches.def"
};

struct gpu_lines {
    unsigned           caches;
    struct of_program *of_program; /* of each SIMD, or NULL */
    struct of_simd     of_simd[SIMDS_MAX];
    struct of_channel  of_channel[CHANNELS_MAX];
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
#define PROGRAM(type, member) lines->of_program[i].member = gpu->simd[i].member;
#include "rtl_model/r700/caches.def"
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
#define LINES(cache, member) lines->of_simd[i].member = gpu->simd[i].member;
#include "rtl_model/r700/caches.def"
    }
    for (unsigned i = 0; i < gpu->channels; i++) {
#define SHARED(cache, member) l2_lines_copy(&lines->of_channel[i].member, &gpu->member[i]);
#include "rtl_model/r700/caches.def"
    }
    return lines;
}

void gpu_give_lines(struct gpu *gpu, const struct gpu_lines *lines)
{
    for (unsigned i = 0; i < gpu->simds; i++) {
#define LINES(cache, member)                                                                                           \
    if (has(lines->caches, LAUNCH_CACHE_##cache))                                                                      \
        line_cache_inherit(&gpu->simd[i].member, &lines->of_simd[i].member);
#include "rtl_model/r700/caches.def"
    }
    for (unsigned i = 0; i < gpu->channels; i++) {
#define SHARED(cache, member)                                                                                          \
    if (has(lines->caches, LAUNCH_CACHE_##cache))                                                                      \
        l2_lines_inherit(&gpu->member[i], &lines->of_channel[i].member);
#include "rtl_model/r700/caches.def"
    }
}

void gpu_give_program_lines(struct gpu *gpu, const struct gpu_lines *lines)
{
    for (unsigned i = 0; lines->of_program && i < gpu->simds; i++) {
#define PROGRAM(type, member) type##_inherit(&gpu->simd[i].member, &lines->of_program[i].member);
#include "rtl_model/r700/caches.def"
    }
}
