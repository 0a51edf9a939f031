/* module_alone.c - the modules of R700's lists (simd.def, gpu.def), each without the others. */
#include "rtl_model/r700/module_alone.h"

#include <stdlib.h>
#include <string.h>

#include "rtl_model/r700/chip.h"
#include "rtl_model/r700/engine/module_outside.h"
#include "rtl_model/r700/gpu.h"
#include "rtl_model/r700/probes/views.h"
#include "rtl_model/r700/straps_chip.h"

/* ---- the modules as a table ------------------------------------------------------------------------------------- */

/* A row of simd.def or gpu.def. */
struct life {
    struct module_life is;
    bool               of_chip;
};

#define MODULE(type, member, name) ALONE_RESET(type, member) ALONE_CLOCK(type, member)
#define PASSIVE(type, member, name) ALONE_RESET(type, member) ALONE_STILL(member)
#include "rtl_model/r700/simd.def"
#define MODULE(type, member, name) ALONE_RESET(type, member) ALONE_CLOCK(type, member)
#include "rtl_model/r700/gpu.def"

static const struct life lives[] = {
#define MODULE(type, member, name) {{ALONE_ROW(type, member, simd)}, false},
#define PASSIVE(type, member, name) {{ALONE_ROW(type, member, simd)}, false},
#include "rtl_model/r700/simd.def"
#define MODULE(type, member, name) {{ALONE_ROW(type, member, gpu)}, true},
#include "rtl_model/r700/gpu.def"
};
enum { LIVES = sizeof lives / sizeof lives[0] };

/* The first row of its type. */
static bool is_first(unsigned row)
{
    for (unsigned i = 0; i < row; i++)
        if (lives[i].is.module == lives[row].is.module)
            return false;
    return true;
}

const struct module_life *module_life(unsigned i)
{
    for (unsigned row = 0; row < LIVES; row++)
        if (is_first(row) && i-- == 0)
            return &lives[row].is;
    return NULL;
}

/* ---- one of them ------------------------------------------------------------------------------------------------- */

static void *zeros(size_t bytes)
{
    enum { ALIGNMENT = 64 };
    const size_t whole = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    void        *place = aligned_alloc(ALIGNMENT, whole);
    return place ? memset(place, 0, whole) : NULL;
}

/* As it stands in a chip at reset, with the straps of a small pixel program. */
bool module_life_reset(const struct module_life *module, const void *chip_config, void *state)
{
    static const struct simd_launch launch = {
        .type = ISA_PS, .threads = 64, .num_gprs = 16, .load_count = 1, .stack_size = 4};
    const struct simd_memory nothing = {0};
    const struct life       *life = (const struct life *)module; /* its first member */
    struct chip_config       chip;
    struct gpu              *gpu = zeros(sizeof *gpu + sizeof *gpu->simd);
    if (chip_config)
        chip = *(const struct chip_config *)chip_config;
    if (gpu && (chip_config || chip_load(chip_names[0], &chip, NULL))) {
        const struct simd_above above = {.dispatcher = &gpu->dispatcher.q};
        gpu->chip = chip;
        gpu->setup.simd = launch;
        gpu->part[0] = &gpu->first;
        gpu->parts = 1;
        chip_straps(gpu);
        simd_start(gpu->simd, &chip, &launch, &above, &nothing, false);
        const char *from = life->of_chip ? (const char *)gpu : (const char *)gpu->simd;
        memcpy(state, from + module->offset, module->bytes);
        module->reset(state);
    }
    free(gpu);
    return gpu;
}

static module_reads_t *reads(const char *module)
{
    return strcmp(module, operand_fetch_rtl.name) == 0 ? operand_fetch_reads : NULL;
}

const struct module_lives r700_lives = {
    .life = module_life, .start = module_life_reset, .outside = module_outside, .reads = reads, .looks = &r700_looks};
