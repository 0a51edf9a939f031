#include "tb/random/in_threads.h"

#include <stdlib.h>
#include <string.h>

#include "rtl_model/r700/engine/gpu_jobs.h"
#include "rtl_model/r700/family.h"
#include "rtl_model/r700/probes/gpu_collected.h"
#include "tb/random/case_launch.h"
#include "tb/random/settled.h"

enum { CLOCKS_MOST = 10000 };

/* What lies outside the modules as bytes; NULL without memory. */
static unsigned char *collected_by(const struct gpu *gpu, size_t *length)
{
    *length = gpu_collected_bytes(gpu);
    unsigned char *bytes = malloc(*length);
    if (bytes)
        gpu_collected_put(bytes, gpu);
    return bytes;
}

/* Registers and memories, without copying them. */
static bool same_bytes(struct gpu *one, struct gpu *several, struct diag *diag)
{
    gpu_look(one);
    gpu_look(several);
    return machines_agree(one, several, false, diag);
}

/* All memories, too, and what is collected outside of the modules: all that a snapshot has. */
static bool same_ends(struct gpu *one, struct gpu *several, struct diag *diag)
{
    size_t         left_length, right_length;
    unsigned char *left = collected_by(one, &left_length), *right = collected_by(several, &right_length);
    const bool     same = left && right && left_length == right_length && memcmp(left, right, left_length) == 0;
    free(left);
    free(right);
    return machines_agree_whole(one, several, diag) &&
           (same || diag_set(diag, NULL, 0, "cycle %llu: in several threads another thing is collected",
                             (unsigned long long)one->cycle));
}

/* Both to the same clock, in stretches of any length. */
static bool run_both(struct gpu *one, struct gpu *several, unsigned most, struct random_source *source,
                     struct diag *diag)
{
    enum gpu_end end = GPU_CYCLE_LIMIT;
    uint64_t     to = 0;
    while (end == GPU_CYCLE_LIMIT && to < most) {
        struct diag what = {0}, what_else = {0};
        to += random_percent(source, 20) ? 1 + random_below(source, 50) : 300 + random_below(source, most - most / 10);
        end = gpu_run(one, to, &what);
        if (gpu_run(several, to, &what_else) != end || several->cycle != one->cycle ||
            strcmp(what.what, what_else.what) != 0)
            return diag_set(diag, NULL, 0, "in several threads it ends in cycle %llu, in one in %llu",
                            (unsigned long long)several->cycle, (unsigned long long)one->cycle);
        if (!same_bytes(one, several, diag))
            return false;
    }
    return same_ends(one, several, diag);
}

bool agrees_in_threads(const struct chip_config *base, const struct program *program, const struct launch *launch,
                       uint64_t seed, struct diag *diag)
{
    struct random_source source = {seed * 8 + 5};
    struct chip_config   chip = *base;
    chip.simds = 2 + random_below(&source, random_percent(&source, 80) ? 2 : 9); /* few, so that wavefronts wait */
    chip.simd_max_waves = 1 + random_below(&source, 2);
    chip.spi_free_clk = random_percent(&source, 30) ? 1 : 1 + random_below(&source, 40);
    const struct gpu_jobs_plan plan = {.threads = 2 + random_below(&source, 3),
                                       .clocks = 1 + random_below(&source, random_percent(&source, 50) ? 16 : 512),
                                       .copy = 50 + random_below(&source, 2000)};
    struct gpu                *one = gpu_create_fast(&chip, program, launch, diag);
    struct gpu                *several = one ? gpu_create_fast(&chip, program, launch, diag) : NULL;
    const bool                 agrees =
        !several || !gpu_jobs_set(several, &plan, diag) || run_both(one, several, CLOCKS_MOST, &source, diag);
    gpu_free(one);
    gpu_free(several);
    return agrees;
}

/* ---- two at once ------------------------------------------------------------------------------------------------- */

/* Both programs, as one launch file has them. */
struct pair {
    struct random_case other;
    struct case_launch data;
    struct launch      launch[2];

    struct launch_register registers[2 * (2 + RANDOM_REGISTERS)]; /* of the second one */
};

/* Registers below the contexts are there once: those of the first one (docs/launch.md). */
static void share_registers(struct pair *pair)
{
    enum { CONFIG_END = 0xb000 };
    struct launch *const second = &pair->launch[1];
    unsigned             count = 0;
    for (unsigned n = 0; n < 2; n++)
        for (unsigned i = 0; i < pair->launch[n].register_count; i++) {
            const struct launch_register *const from = &pair->launch[n].registers[i];
            const bool                          once = from->known && from->offset < CONFIG_END;
            if (once == (n == 0))
                pair->registers[count++] = *from;
        }
    second->registers = pair->registers;
    second->register_count = count;
}

/* Of buffers and memory there is one, which the first launch has. */
static void join(struct pair *pair, const struct case_launch *first, const struct case_launch *second)
{
    const struct case_launch *const from[2] = {first, second};
    for (unsigned n = 0; n < 2; n++) {
        struct launch *const launch = &pair->launch[n];
        *launch = from[n]->launch;
        launch->together = true;
        launch->number = n;
        launch->row_count = 2;
        launch->next = n ? NULL : &pair->launch[1];
        launch->program.loaded = &from[n]->program;
        launch->memory = first->launch.memory;
        launch->memory_count = first->launch.memory_count;
        launch->buffers = first->launch.buffers;
        launch->buffer_count = first->launch.buffer_count;
        launch->memory_buffer_count = first->launch.memory_buffer_count;
        memcpy(launch->memory_buffers, first->launch.memory_buffers, sizeof launch->memory_buffers);
    }
    share_registers(pair);
}

/* A program of another seed with another stack; how often it is too small the machines are to agree about, too. */
static bool take_other(struct pair *pair, const struct chip_config *chip, const struct case_launch *first,
                       uint64_t seed)
{
    enum { STACK = 24 };
    const struct random_weights weights = random_default_weights();
    random_generate(seed, &weights, &pair->other);
    pair->other.prefer_vector = chip->prefer_vector;
    if (!random_assemble(&pair->other))
        return false;
    pair->other.stack_size = STACK;
    case_describe(&pair->other, &pair->data);
    join(pair, first, &pair->data);
    struct gpu *const gpu = gpu_create(chip, &first->program, pair->launch, NULL);
    gpu_free(gpu);
    return gpu;
}

static bool pair_agrees(const struct chip_config *chip, struct pair *pair, const struct program *program,
                        struct random_source *source, bool plain, struct diag *diag)
{
    enum { CLOCKS = 3000, PLAIN_CLOCKS = 700 };
    const struct gpu_jobs_plan plan = {.threads = 2,
                                       .clocks = 1 + random_below(source, random_percent(source, 50) ? 16 : 512),
                                       .copy = 50 + random_below(source, 2000)};
    struct gpu                *one = gpu_create_fast(chip, program, pair->launch, diag);
    struct gpu *other = one ? (plain ? gpu_create : gpu_create_fast)(chip, program, pair->launch, diag) : NULL;
    for (unsigned i = 0; other && plain && i < other->simds; i++)
        other->simd[i].plain = true; /* without sleep */
    const bool agrees = !other || (!plain && !gpu_jobs_set(other, &plan, diag)) ||
                        run_both(one, other, plain ? PLAIN_CLOCKS : CLOCKS, source, diag);
    gpu_free(one);
    gpu_free(other);
    return agrees;
}

bool agrees_at_once(const struct chip_config *base, const struct case_launch *first, uint64_t seed, bool *other,
                    struct diag *diag)
{
    struct random_source source = {seed * 8 + 7};
    struct chip_config   chip = *base;
    struct pair         *pair = malloc(sizeof *pair);
    bool                 agrees = pair != NULL || diag_set(diag, NULL, 0, "not enough memory for two launches");
    chip.simds = 2 + random_below(&source, 3);
    chip.spi_free_clk = 1 + random_below(&source, 40);
    chip.type_order = random_below(&source, 2);
    if (agrees) {
        *other = take_other(pair, &chip, first, seed ^ 0x706169720000);
        if (!*other)
            join(pair, first, first);
        agrees = pair_agrees(&chip, pair, &first->program, &source, false, diag) &&
                 pair_agrees(&chip, pair, &first->program, &source, true, diag);
    }
    free(pair);
    return agrees;
}
