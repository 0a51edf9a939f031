#include "rtl_model/r700/module_alone.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/walk.h"
#include "rtl_model/r700/chip.h"
#include "rtl_model/r700/engine/module_outside.h"
#include "rtl_model/r700/gpu.h"
#include "rtl_model/r700/probes/views.h"
#include "rtl_model/r700/straps_chip.h"

/* ---- the modules as a table ------------------------------------------------------------------------------------- */

/* A row of simd.def or gpu.def. */
struct life {
    struct module_life is;
    size_t             offset; /* in the SIMD, or the chip */
};

#define LIFE_FUNCTIONS(type, member)                                                                                   \
    static void member##_alone_reset(void *module)                                                                     \
    {                                                                                                                  \
        type##_reset(module);                                                                                          \
    }                                                                                                                  \
    static void member##_alone_clock(void *module)                                                                     \
    {                                                                                                                  \
        type##_next(module);                                                                                           \
        type##_take(module);                                                                                           \
        type##_clock(module);                                                                                          \
    }
#define MODULE(type, member, name) LIFE_FUNCTIONS(type, member)
#define PASSIVE(type, member, name)                                                                                    \
    static void member##_alone_reset(void *module)                                                                     \
    {                                                                                                                  \
        type##_reset(module);                                                                                          \
    }                                                                                                                  \
    static void member##_alone_clock(void *module)                                                                     \
    {                                                                                                                  \
        (void)module;                                                                                                  \
    }
#include "rtl_model/r700/simd.def"
#define MODULE(type, member, name) LIFE_FUNCTIONS(type, member)
#include "rtl_model/r700/gpu.def"

#define LIFE_ROW(machine, type, member, simd)                                                                          \
    {{&type##_rtl, sizeof(struct type), member##_alone_clock, member##_alone_reset, simd},                             \
     offsetof(struct machine, member)},
static const struct life lives[] = {
#define MODULE(type, member, name) LIFE_ROW(simd, type, member, true)
#define PASSIVE(type, member, name) LIFE_ROW(simd, type, member, true)
#include "rtl_model/r700/simd.def"
#define MODULE(type, member, name) LIFE_ROW(gpu, type, member, false)
#include "rtl_model/r700/gpu.def"
};
enum { LIVES = sizeof lives / sizeof lives[0] };

static const struct life *find(const char *name)
{
    for (unsigned i = 0; i < LIVES; i++)
        if (strcmp(lives[i].is.module->name, name) == 0)
            return &lives[i];
    return NULL;
}

const struct module_life *module_life(unsigned i)
{
    for (unsigned row = 0; row < LIVES; row++)
        if (find(lives[row].is.module->name) == &lives[row] && i-- == 0)
            return &lives[row].is;
    return NULL;
}

/* All names, each once. */
static const struct life *none(const char *name, struct diag *diag)
{
    char     names[512] = "";
    unsigned length = 0;
    for (unsigned i = 0; i < LIVES; i++)
        if (find(lives[i].is.module->name) == &lives[i])
            length += (unsigned)snprintf(names + length, sizeof names - length, " %s", lives[i].is.module->name);
    diag_set(diag, NULL, 0, "no module '%.64s', expected one of%s", name, names);
    return NULL;
}

/* ---- one of them ------------------------------------------------------------------------------------------------- */

enum { ALIGNMENT = 64 };

struct module_alone {
    const struct life  *life;
    struct rtl_instance instance[2]; /* the module, and what lies outside of it */
    unsigned            instance_count;
    uint64_t            cycle;
    void              **places; /* what the buses point to, one for each signal or NULL */
};

static void *zeros(size_t bytes)
{
    const size_t whole = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    void        *place = aligned_alloc(ALIGNMENT, whole);
    return place ? memset(place, 0, whole) : NULL;
}

/* Number `n`, from the first one on again behind the last, of the rows of a module's name. */
static const struct life *instance_of(const struct life *first, unsigned n)
{
    const struct life *row = first;
    while (n-- > 0)
        do
            row = row + 1 < lives + LIVES ? row + 1 : lives;
        while (row->is.module != first->is.module);
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

/* As it stands in a chip at reset. */
bool module_life_reset(const struct module_life *module, unsigned variant, void *state)
{
    const struct simd_launch launch = launch_of(variant);
    const struct simd_memory nothing = {0};
    const struct life       *life = (const struct life *)module; /* its first member */
    struct chip_config       chip;
    struct gpu              *gpu = zeros(sizeof *gpu + sizeof *gpu->simd);
    if (gpu && chip_load(chip_names[(variant >> 7) % CHIP_NAMES], &chip, NULL)) {
        const struct simd_above above = {.dispatcher = &gpu->dispatcher.q};
        const struct life      *of = instance_of(life, variant >> 11 & 7);
        gpu->chip = chip;
        gpu->setup.simd = launch;
        gpu->part[0] = &gpu->first;
        gpu->parts = 1;
        chip_straps(gpu);
        simd_start(gpu->simd, &chip, &launch, &above, &nothing, false);
        const char *from = !of->is.in_simd ? (const char *)gpu : (const char *)gpu->simd;
        memcpy(state, from + of->offset, module->bytes);
        life->is.reset(state);
    }
    free(gpu);
    return gpu;
}

static bool lay_buses(struct module_alone *alone)
{
    const struct rtl_module *module = alone->life->is.module;
    alone->places = calloc(module->signal_count, sizeof *alone->places);
    for (unsigned s = 0; alone->places && s < module->signal_count; s++) {
        const struct rtl_signal *signal = &module->signals[s];
        if (signal->kind != RTL_BUS)
            continue;
        alone->places[s] = zeros(rtl_signal_bytes(signal));
        if (!alone->places[s])
            return false;
        memcpy((unsigned char *)alone->instance[0].state + signal->offset, &alone->places[s], sizeof alone->places[s]);
    }
    return alone->places != NULL;
}

static bool lay_outside(struct module_alone *alone)
{
    const struct module_outside *outside = module_outside(alone->life->is.module->name);
    if (!outside)
        return true;
    alone->instance[1] = (struct rtl_instance){"outside", outside->rows, zeros(outside->bytes)};
    if (!alone->instance[1].state)
        return false;
    outside->connect(alone->instance[0].state, alone->instance[1].state);
    alone->instance_count = 2;
    return true;
}

struct module_alone *module_alone_create(const char *name, struct diag *diag)
{
    const struct life *life = find(name);
    if (!life && !(life = none(name, diag)))
        return NULL;
    struct module_alone *alone = calloc(1, sizeof *alone);
    if (alone) {
        alone->life = life;
        alone->instance[0] = (struct rtl_instance){life->is.module->name, life->is.module, zeros(life->is.bytes)};
        alone->instance_count = 1;
    }
    if (!alone || !alone->instance[0].state || !module_life_reset(&life->is, 0, alone->instance[0].state) ||
        !lay_buses(alone) || !lay_outside(alone)) {
        diag_set(diag, NULL, 0, "not enough memory for module %s", name);
        module_alone_free(alone);
        return NULL;
    }
    return alone;
}

void module_alone_free(struct module_alone *alone)
{
    if (!alone)
        return;
    for (unsigned s = 0; alone->places && s < alone->life->is.module->signal_count; s++)
        free(alone->places[s]);
    free(alone->places);
    for (unsigned i = 0; i < 2; i++)
        free(alone->instance[i].state);
    free(alone);
}

/* ---- as a machine --------------------------------------------------------------------------------------------------
 */

static void nothing(void *machine)
{
    (void)machine;
}

static void look(void *machine, unsigned instance)
{
    (void)machine;
    (void)instance;
}

static void release(void *machine)
{
    module_alone_free(machine);
}

static void edge(void *machine)
{
    struct module_alone *alone = machine;
    alone->life->is.clock(alone->instance[0].state);
    alone->cycle++;
}

static void run(void *machine, uint64_t end)
{
    const struct module_alone *alone = machine;
    while (alone->cycle < end)
        edge(machine);
}

static void drive(void *machine, const struct rtl_signal *signal, unsigned row, unsigned element, uint64_t value)
{
    struct module_alone *alone = machine;
    const unsigned       bytes = RTL_ELEMENT_BYTES(signal->bits);
    unsigned char       *place = signal->kind == RTL_BUS ? alone->places[signal - alone->life->is.module->signals]
                                                         : (unsigned char *)alone->instance[0].state + signal->offset;
    memcpy(place + row * rtl_row_bytes(signal) + (size_t)element * bytes, &value, bytes);
    if (signal->kind == RTL_STRAP && alone->cycle == 0) /* constant from reset on */
        alone->life->is.reset(alone->instance[0].state);
}

static bool never(const void *machine)
{
    (void)machine;
    return false;
}

static bool never_stopped(const void *machine, struct diag *diag)
{
    (void)diag;
    return never(machine);
}

struct rtl_machine module_alone_machine(struct module_alone *alone)
{
    static const struct rtl_machine_kind kind = {.free = release,
                                                 .wire = nothing,
                                                 .look = look,
                                                 .edge = edge,
                                                 .run = run,
                                                 .touch = nothing,
                                                 .drive = drive,
                                                 .finished = never,
                                                 .stopped = never_stopped,
                                                 .looks = &r700_looks};
    return (struct rtl_machine){&kind, alone, &alone->cycle, alone->instance, alone->instance_count, NULL, NULL};
}
