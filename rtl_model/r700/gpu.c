#include "rtl_model/r700/gpu.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/pages.h"
#include "rtl_model/r700/engine/gpu_jobs.h"
#include "rtl_model/r700/engine/gpu_sharing.h"
#include "rtl_model/r700/gpu_parts.h"
#include "rtl_model/r700/straps_chip.h"

/* The modules' state after reset.  Their bytes are 0, and stay so where they need not be touched. */
static void start(struct gpu *gpu, bool bare)
{
    chip_straps(gpu);
#define MODULE(type, member, name) type##_preset(&gpu->member);
#define EACH(type, member, name)                                                                                       \
    for (unsigned i = 0; i < gpu->simds; i++)                                                                          \
        type##_preset(&gpu->member[i]);
#define CHANNELS(type, member, name)                                                                                   \
    for (unsigned i = 0; i < gpu->channels; i++)                                                                       \
        type##_preset(&gpu->member[i]);
#include "rtl_model/r700/gpu.def"
    for (unsigned i = 0; i < gpu->simds; i++) {
        const struct simd_above       above = {&gpu->dispatcher.q, &gpu->links[i], (uint8_t)i};
        const struct gpu_setup *const setup = &gpu_part_of(gpu, i)->setup;
        simd_start(&gpu->simd[i], &gpu->chip, &setup->simd, &above, &setup->simd_memory, bare);
        simd_keep(&gpu->simd[i], &gpu->kept[i]);
    }
    gpu_share(gpu);
    gpu_connect(gpu);
}

void gpu_restart(struct gpu *gpu)
{
    const bool bare = gpu->simd->bare.rows;
#define MODULE(type, member, name) memset(&gpu->member, 0, sizeof gpu->member);
#define STORED(type, member, name)                                                                                     \
    for (unsigned i = 0; i < gpu->channels; i++)                                                                       \
        type##_clear(&gpu->member[i]);
#include "rtl_model/r700/gpu.def"
    memset(gpu->simd, 0, gpu->simds * sizeof gpu->simd[0]);
    gpu->told = false;
    gpu->answered = 0;
    memset(gpu->idle, 0, sizeof gpu->idle);
    memset(gpu->stepped, 0, sizeof gpu->stepped);
    start(gpu, bare);
}

void gpu_reset(struct gpu *gpu)
{
    gpu_memory_forget_writes(&gpu->setup.memory);
    gpu_restart(gpu);
}

static size_t bytes_of(unsigned simds)
{
    return sizeof(struct gpu) + simds * sizeof(struct simd);
}

static struct gpu *make(const struct chip_config *chip, const struct program *program, const struct launch *launch,
                        bool bare, struct diag *diag)
{
    struct gpu       *gpu = pages_take(bytes_of(chip->simds));
    struct simd_kept *kept = calloc(chip->simds, sizeof *kept);
    if (!gpu || !kept) {
        diag_set(diag, NULL, 0, "not enough memory for the machine");
        free(kept);
        pages_give(gpu, bytes_of(chip->simds));
        return NULL;
    }
    gpu->kept = kept;
    gpu->chip = *chip;
    gpu->simds = chip->simds;
    gpu->channels = chip->mc_channels;
    gpu->store.memory = &gpu->setup.memory;
    if (!gpu_parts_open(gpu, program, launch, diag)) {
        gpu_parts_close(gpu);
        free(kept);
        pages_give(gpu, bytes_of(chip->simds));
        return NULL;
    }
    start(gpu, bare);
    gpu_list_instances(gpu, gpu->simds);
    return gpu;
}

struct gpu *gpu_create(const struct chip_config *chip, const struct program *program, const struct launch *launch,
                       struct diag *diag)
{
    return make(chip, program, launch, false, diag);
}

struct gpu *gpu_create_fast(const struct chip_config *chip, const struct program *program, const struct launch *launch,
                            struct diag *diag)
{
    struct gpu *gpu = make(chip, program, launch, true, diag);
    if (gpu && gpu_hasten(gpu, diag))
        return gpu;
    gpu_free(gpu);
    return NULL;
}

void gpu_free(struct gpu *gpu)
{
    if (!gpu)
        return;
    gpu_jobs_free(gpu);
    gpu_parts_close(gpu);
    free(gpu->groups);
    free(gpu->kept);
    pages_give(gpu, bytes_of(gpu->simds));
}

bool gpu_hasten(struct gpu *gpu, struct diag *diag)
{
    const struct simd_rows_text text = simd_rows_text(), of = simd_rows_written_for;
    if (!gpu->groups && !(gpu->groups = calloc(1, sizeof *gpu->groups)))
        return diag_set(diag, NULL, 0, "not enough memory for decoded groups");
    for (unsigned i = 0; i < gpu->simds; i++)
        simd_hasten(&gpu->simd[i], gpu->groups, text.wires == of.wires, text.readers != of.readers);
    gpu_jobs_forget(gpu);
    return true;
}

struct wave_groups gpu_groups_of(const struct gpu *gpu, const struct gpu_part *part)
{
    return launch_groups(&gpu->chip, &part->setup.simd);
}

uint32_t gpu_part_waves(const struct gpu *gpu, const struct gpu_part *part)
{
    return launch_waves(&gpu->chip, &part->setup.simd);
}

uint32_t gpu_waves(const struct gpu *gpu)
{
    return dispatcher_waves(&gpu->dispatcher.in);
}

uint32_t gpu_most_waves(const struct gpu *gpu)
{
    uint32_t most = gpu_waves(gpu);
    for (const struct launch *launch = gpu->launch->next; launch; launch = launch->next) {
        const struct wave_groups groups = groups_of(launch->threads, launch->lds.group_size, gpu->chip.wave_size);
        const uint32_t           waves = groups_waves(&groups);
        most = waves > most ? waves : most;
    }
    return most;
}

/* Whatever the policy, a SIMD gets its first wavefront when those before it have had one; of several launches each has
 * its own. */
unsigned gpu_simds_used(const struct gpu *gpu)
{
    const uint32_t waves = gpu_most_waves(gpu);
    return gpu->parts == 1 && waves < gpu->simds ? (unsigned)waves : gpu->simds;
}

uint32_t gpu_waves_ended(const struct gpu *gpu)
{
    uint32_t ended = 0;
    for (unsigned i = 0; i < gpu->simds; i++)
        ended += simd_finished(&gpu->simd[i]);
    return ended;
}

bool gpu_finished(const struct gpu *gpu)
{
    bool writing = false;
    if (gpu_waves_ended(gpu) != gpu_waves(gpu))
        return false;
    for (unsigned i = 0; i < gpu->simds; i++)
        writing = writing || simd_is_writing(&gpu->simd[i]);
    return !writing;
}

enum gpu_end gpu_run(struct gpu *gpu, uint64_t max_cycles, struct diag *diag)
{
    const uint64_t limit = max_cycles ? max_cycles : UINT64_MAX;
    enum gpu_end   end = GPU_FINISHED;
    for (unsigned i = 0; i < gpu->simds; i++)
        simd_hide(&gpu->simd[i]);
    gpu->may_rest = !gpu->simd->plain && !gpu->beside;
    for (bool news = true; !(news && gpu_finished(gpu));) {
        if (news && gpu_stopped(gpu, diag)) {
            end = GPU_STOPPED;
            break;
        }
        if (gpu->cycle >= limit) {
            end = GPU_CYCLE_LIMIT;
            break;
        }
        news = (gpu->jobs && gpu_jobs_run(gpu, limit)) || gpu_clocks(gpu, limit);
        gpu_doze(gpu, limit);
    }
    gpu_wake(gpu);
    gpu_rise(gpu);
    gpu->may_rest = false;
    for (unsigned i = 0; i < gpu->simds; i++)
        simd_unhide(&gpu->simd[i]);
    return end;
}

const struct result_exports *gpu_exports(struct gpu *gpu)
{
    return &gpu->exports;
}
