/* module_alone.c - the modules of R700's lists (simd.def, gpu.def), each without the others. */
#include "rtl_model/r700/module_alone.h"

#include <stdlib.h>
#include <string.h>

#include "rtl_model/r700/chip.h"
#include "rtl_model/r700/engine/module_outside.h"
#include "rtl_model/r700/gpu.h"
#include "rtl_model/r700/straps_chip.h"
#include "rtl_model/r700/views/views.h"

/* ---- the modules as a table ------------------------------------------------------------------------------------- */

#define MODULE(type, member, name) ALONE_RESET(type, member) ALONE_CLOCK(type, member)
#define PASSIVE(type, member, name) ALONE_RESET(type, member) ALONE_STILL(member)
#include "rtl_model/r700/simd.def"
#define MODULE(type, member, name) ALONE_RESET(type, member) ALONE_CLOCK(type, member)
#include "rtl_model/r700/gpu.def"

static const struct module_life lives[] = {
#define MODULE(type, member, name) {ALONE_ROW(type, member, simd), .in_simd = true},
#define PASSIVE(type, member, name) MODULE(type, member, name)
#include "rtl_model/r700/simd.def"
#define MODULE(type, member, name) {ALONE_ROW(type, member, gpu)},
#include "rtl_model/r700/gpu.def"
};
enum { LIVES = sizeof lives / sizeof lives[0] };

/* The first row of its type. */
static bool is_first(unsigned row)
{
    for (unsigned i = 0; i < row; i++)
        if (lives[i].module == lives[row].module)
            return false;
    return true;
}

const struct module_life *module_life(unsigned i)
{
    for (unsigned row = 0; row < LIVES; row++)
        if (is_first(row) && i-- == 0)
            return &lives[row];
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

/* Number `n`, from the first one on again behind the last, of the rows of a module's name. */
static const struct module_life *instance_of(const struct module_life *first, unsigned n)
{
    const struct module_life *row = first;
    while (n-- > 0)
        do
            row = row + 1 < lives + LIVES ? row + 1 : lives;
        while (row->module != first->module);
    return row;
}

/* Of variant 0 a small pixel program; of others what a launch may have. */
static struct simd_launch launch_of(unsigned variant)
{
    static const uint32_t threads[] = {64, 1, 100, 5000};
    static const unsigned gprs[] = {16, 1, 60, 100}, stacks[] = {4, 0, 16, 8}, loads[] = {1, 0, 4, 2};
    return (struct simd_launch){.type = ISA_PS,
                                .threads = threads[variant & 3],
                                .num_gprs = gprs[variant >> 2 & 3],
                                .load_count = loads[variant >> 4 & 1],
                                .stack_size = stacks[variant >> 5 & 3]};
}

/* As an instance stands in a chip at reset. */
static bool start(const struct module_life *of, const struct chip_config *chip, const struct simd_launch *launch,
                  void *state)
{
    const struct simd_memory nothing = {0};
    struct gpu              *gpu = zeros(sizeof *gpu + sizeof *gpu->simd);
    if (gpu) {
        const struct simd_above above = {.dispatcher = &gpu->dispatcher.q};
        gpu->chip = *chip;
        gpu->setup.simd = *launch;
        gpu->part[0] = &gpu->first;
        gpu->parts = 1;
        chip_straps(gpu);
        simd_start(gpu->simd, chip, launch, &above, &nothing, false);
        const char *from = of->in_simd ? (const char *)gpu->simd : (const char *)gpu;
        memcpy(state, from + of->offset, of->bytes);
        of->reset(state);
    }
    free(gpu);
    return gpu;
}

bool module_life_reset(const struct module_life *life, const void *chip_config, void *state)
{
    const struct simd_launch launch = launch_of(0);
    struct chip_config       chip;
    if (chip_config)
        chip = *(const struct chip_config *)chip_config;
    return (chip_config || chip_load(chip_names[0], &chip, NULL)) && start(life, &chip, &launch, state);
}

bool module_life_vary(const struct module_life *life, unsigned variant, void *state)
{
    const struct simd_launch launch = launch_of(variant);
    struct chip_config       chip;
    return chip_load(chip_names[(variant >> 7) % CHIP_NAMES], &chip, NULL) &&
           start(instance_of(life, variant >> 11 & 7), &chip, &launch, state);
}

static module_reads_t *reads(const char *module)
{
    return strcmp(module, operand_fetch_rtl.name) == 0 ? operand_fetch_reads : NULL;
}

const struct module_lives r700_lives = {
    .life = module_life, .start = module_life_reset, .outside = module_outside, .reads = reads, .looks = &r700_looks};
