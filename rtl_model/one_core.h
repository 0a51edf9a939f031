/* one_core.h - a machine that runs a launch in one core: what R580 and NV30 have in common outside of their modules,
 * and what of a machine's functions (machine.h) follows from it.  The machine's own struct begins with this. */
#ifndef RTL_MODEL_ONE_CORE_H
#define RTL_MODEL_ONE_CORE_H

#include "kit/alias.h"
#include "rtl_model/machine.h"

struct one_core {
    uint64_t              cycle, began; /* of all; at which this launch began */
    const struct program *program;
    const struct launch  *launch;
    const void           *chip; /* its parameters, for snapshots */
    size_t                chip_bytes;
    struct result_exports exports;
    struct result_hazards hazards;       /* always empty */
    uint32_t              ended;         /* parts of the launch that have left, where no module counts them */
    bool                  out_of_memory; /* for what is collected */
    /* Registers of threads, when they are kept: [thread][register][xyzw] and [thread], enum result_gprs. */
    struct {
        uint32_t *words; /* NULL: they are not */
        uint8_t  *state;
        unsigned  per_thread;
    } kept;
    bool plain; /* each module takes every clock */
    /* Modules whose work is done elsewhere, and by whom; or NULL. */
    uint64_t                     replaced;
    const struct machine_beside *beside;
};

/* Frees exports and registers that are kept. */
void one_core_clear(struct one_core *core);
bool one_core_keep(struct one_core *core, unsigned per_thread, struct diag *diag);

/* ---- functions of a machine's rows ------------------------------------------------------------------------------- */

uint64_t                     one_core_cycles(const void *machine);
const struct result_exports *one_core_exports(const void *machine);
const struct result_hazards *one_core_hazards(const void *machine);
size_t                       one_core_shared(const void *machine, enum machine_shared what, uint32_t *words);
void                         one_core_plain(void *machine);
void                         one_core_beside(void *machine, const struct machine_beside *beside);
void                         one_core_replace(void *machine, unsigned instance);

/* one_core_bytes.c: what lies outside the modules. */
size_t one_core_bytes(const void *machine);
void   one_core_put(unsigned char *to, const void *machine);
bool   one_core_check(const char *name, const unsigned char *data, size_t bytes, const void *machine, uint64_t cycle,
                      struct diag *diag);
bool   one_core_take(const char *name, const unsigned char *data, void *machine, struct diag *diag);

/* The rows, in a file that has the functions of its own: `of` is what its functions of the clock begin with. */
#define ONE_CORE_CLOCK(of)                                                                                             \
    static struct rtl_alias *aliases(const void *machine, unsigned *count)                                             \
    {                                                                                                                  \
        enum { MODULES = sizeof((struct of *)NULL)->instances / sizeof(struct rtl_instance) };                         \
        const struct rtl_wiring *wiring[MODULES];                                                                      \
        for (unsigned n = 0; n < MODULES; n++)                                                                         \
            wiring[n] = of##_wiring(n);                                                                                \
        return rtl_aliases(((const struct of *)machine)->instances, wiring, MODULES, count);                           \
    }                                                                                                                  \
    static void release(void *machine)                                                                                 \
    {                                                                                                                  \
        of##_free(machine);                                                                                            \
    }                                                                                                                  \
    static void wire(void *machine)                                                                                    \
    {                                                                                                                  \
        of##_wire(machine);                                                                                            \
    }                                                                                                                  \
    static void look(void *machine, unsigned instance) /* registers are always up to date */                           \
    {                                                                                                                  \
        if (instance != (unsigned)MACHINE_REGISTERS)                                                                   \
            of##_wire(machine);                                                                                        \
    }                                                                                                                  \
    static void edge(void *machine)                                                                                    \
    {                                                                                                                  \
        of##_edge(machine);                                                                                            \
    }                                                                                                                  \
    static void run(void *machine, uint64_t end)                                                                       \
    {                                                                                                                  \
        while (((struct one_core *)machine)->cycle < end && !of##_finished(machine) && !stopped(machine, NULL))        \
            of##_edge(machine);                                                                                        \
    }                                                                                                                  \
    static void touch(void *machine)                                                                                   \
    {                                                                                                                  \
        of##_touch(machine);                                                                                           \
    }                                                                                                                  \
    static bool finished(const void *machine)                                                                          \
    {                                                                                                                  \
        return of##_finished(machine);                                                                                 \
    }                                                                                                                  \
    static bool standing(void *machine, uint64_t *clocks, struct diag *diag)                                           \
    {                                                                                                                  \
        return of##_standing(machine, clocks, diag);                                                                   \
    }                                                                                                                  \
    static bool keep_registers(void *machine, struct diag *diag)                                                       \
    {                                                                                                                  \
        return of##_keep_registers(machine, diag);                                                                     \
    }                                                                                                                  \
    static bool next(void *machine, const struct program *program, const struct launch *launch, struct diag *diag)     \
    {                                                                                                                  \
        return of##_next(machine, program, launch, diag);                                                              \
    }

#define ONE_CORE_RESULTS                                                                                               \
    .waves = waves, .exports = one_core_exports, .hazards = one_core_hazards, .standing = standing,                    \
    .statistics = statistics, .buffers = buffers, .parameters = parameters, .keep_registers = keep_registers,          \
    .registers = registers, .shared = one_core_shared, .print_summary = print_summary, .print_setup = print_setup,     \
    .lint = lint, .next = next, .cycles = one_core_cycles
#define ONE_CORE_KIND                                                                                                  \
    .free = release, .aliases = aliases, .wire = wire, .look = look, .edge = edge, .run = run, .touch = touch,         \
    .plain = one_core_plain, .beside = one_core_beside, .replace = one_core_replace, .finished = finished,             \
    .stopped = stopped, .outside_bytes = one_core_bytes, .outside_put = one_core_put, .outside_check = one_core_check, \
    .outside_take = one_core_take, .results = &results

#endif
