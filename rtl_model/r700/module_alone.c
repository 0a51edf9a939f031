#include "rtl_model/r700/module_alone.h"

#include <stdlib.h>
#include <string.h>

#include "kit/walk.h"
#include "rtl_model/r700/simd.h"
#include "rtl_model/r700/views.h"

/* ---- the modules as a table ---------------------------------------------------------------------------------------
 */

/* Those that any inputs of their widths leave in order.  The others read memory outside the machine, or their inputs
 * obey rules among one another that a machine keeps and a caller need not (an assertion, an index). */
#define MODULES_ALONE(MODULE)                                                                                          \
    MODULE(rotation)                                                                                                   \
    MODULE(cf_sequencer)                                                                                               \
    MODULE(alu_slot) MODULE(predicate) MODULE(address_register) MODULE(write_back)

struct life {
    const struct rtl_module *module;
    size_t                   bytes;
    void (*reset)(void *module);
    void (*next)(void *module);
    void (*take)(void *module);
    void (*clock)(void *module);
};

#define LIFE_FUNCTIONS(type)                                                                                           \
    static void type##_alone_reset(void *module)                                                                       \
    {                                                                                                                  \
        type##_reset(module);                                                                                          \
    }                                                                                                                  \
    static void type##_alone_next(void *module)                                                                        \
    {                                                                                                                  \
        type##_next(module);                                                                                           \
    }                                                                                                                  \
    static void type##_alone_take(void *module)                                                                        \
    {                                                                                                                  \
        type##_take(module);                                                                                           \
    }                                                                                                                  \
    static void type##_alone_clock(void *module)                                                                       \
    {                                                                                                                  \
        type##_clock(module);                                                                                          \
    }
#define LIFE_ROW(type)                                                                                                 \
    {&type##_rtl, sizeof(struct type), type##_alone_reset, type##_alone_next, type##_alone_take, type##_alone_clock},
#define LIFE_NAME(type) " " #type

MODULES_ALONE(LIFE_FUNCTIONS)
static const struct life lives[] = {MODULES_ALONE(LIFE_ROW)};
enum { LIVES = sizeof lives / sizeof lives[0] };

/* ---- one of them ---------------------------------------------------------------------------------------------------
 */

enum { ALIGNMENT = 64 };

struct module_alone {
    const struct life  *life;
    struct rtl_instance instance;
    uint64_t            cycle;
    void              **places; /* what the buses point to, one for each signal or NULL */
};

static void *zeros(size_t bytes)
{
    const size_t whole = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    void        *place = aligned_alloc(ALIGNMENT, whole);
    return place ? memset(place, 0, whole) : NULL;
}

static bool lay_buses(struct module_alone *alone)
{
    const struct rtl_module *module = alone->life->module;
    alone->places = calloc(module->signal_count, sizeof *alone->places);
    for (unsigned s = 0; alone->places && s < module->signal_count; s++) {
        const struct rtl_signal *signal = &module->signals[s];
        if (signal->kind != RTL_BUS)
            continue;
        alone->places[s] = zeros(rtl_signal_bytes(signal));
        if (!alone->places[s])
            return false;
        memcpy((unsigned char *)alone->instance.state + signal->offset, &alone->places[s], sizeof alone->places[s]);
    }
    return alone->places != NULL;
}

static const struct life *find(const char *name, struct diag *diag)
{
    for (unsigned i = 0; i < LIVES; i++)
        if (strcmp(lives[i].module->name, name) == 0)
            return &lives[i];
    diag_set(diag, NULL, 0, "no module '%.64s' that works alone, expected one of" MODULES_ALONE(LIFE_NAME), name);
    return NULL;
}

struct module_alone *module_alone_create(const char *name, struct diag *diag)
{
    const struct life *life = find(name, diag);
    if (!life)
        return NULL;
    struct module_alone *alone = calloc(1, sizeof *alone);
    if (alone) {
        alone->life = life;
        alone->instance = (struct rtl_instance){life->module->name, life->module, zeros(life->bytes)};
    }
    if (!alone || !alone->instance.state || !lay_buses(alone)) {
        diag_set(diag, NULL, 0, "not enough memory for module %s", name);
        module_alone_free(alone);
        return NULL;
    }
    life->reset(alone->instance.state);
    return alone;
}

void module_alone_free(struct module_alone *alone)
{
    if (!alone)
        return;
    for (unsigned s = 0; alone->places && s < alone->life->module->signal_count; s++)
        free(alone->places[s]);
    free(alone->places);
    free(alone->instance.state);
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
    alone->life->next(alone->instance.state);
    alone->life->take(alone->instance.state);
    alone->life->clock(alone->instance.state);
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
    unsigned char       *place = signal->kind == RTL_BUS ? alone->places[signal - alone->life->module->signals]
                                                         : (unsigned char *)alone->instance.state + signal->offset;
    memcpy(place + row * rtl_row_bytes(signal) + (size_t)element * bytes, &value, bytes);
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
    return (struct rtl_machine){&kind, alone, &alone->cycle, &alone->instance, 1, NULL, NULL};
}
