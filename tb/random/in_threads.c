#include "tb/random/in_threads.h"

#include <stdlib.h>
#include <string.h>

#include "rtl_model/r700/family.h"
#include "rtl_model/r700/gpu_collected.h"
#include "rtl_model/r700/gpu_jobs.h"
#include "tb/random/random.h"
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
static bool run_both(struct gpu *one, struct gpu *several, struct random_source *source, struct diag *diag)
{
    enum gpu_end end = GPU_CYCLE_LIMIT;
    uint64_t     to = 0;
    while (end == GPU_CYCLE_LIMIT && to < CLOCKS_MOST) {
        struct diag what = {0}, what_else = {0};
        to += random_percent(source, 20) ? 1 + random_below(source, 50) : 300 + random_below(source, 9000);
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
    const bool agrees = !several || !gpu_jobs_set(several, &plan, diag) || run_both(one, several, &source, diag);
    gpu_free(one);
    gpu_free(several);
    return agrees;
}
