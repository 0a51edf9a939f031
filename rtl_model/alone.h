/* alone.h - one module of a family without the others: its owner drives its wires and takes its clock. */
#ifndef RTL_MODEL_ALONE_H
#define RTL_MODEL_ALONE_H

#include "rtl_model/machine.h"

/* What lies outside of a module: the memory to which its FAR inputs point, as an instance of its own, `outside`, of
 * rows that the module's driver writes. */
struct module_outside {
    const struct rtl_module *rows;  /* its table */
    size_t                   bytes; /* of its state */
    void (*connect)(void *module, void *outside);
};

/* What a module does for the owner of its state. */
struct module_life {
    const struct rtl_module *module;
    size_t                   bytes;  /* of its state */
    size_t                   offset; /* the family's own: where it stands in the machine */
    void (*clock)(void *state);      /* the next state and the edge, with the inputs that stand in it */
    void (*reset)(void *state);      /* registers and memories as after reset, with the straps that stand in it */
    bool in_simd;                    /* of R700's: it is not the chip's own */
};

/* The row of far memory number `far` that each element reads with the inputs that stand in the state; zeros before. */
typedef void module_reads_t(const void *state, unsigned far, uint16_t *row);

/* The modules of a family. */
struct module_lives {
    /* Each type once: number `i`, or NULL behind the last one. */
    const struct module_life *(*life)(unsigned i);
    /* A state of zeros becomes that of the module after reset, its straps those of `chip` (NULL: the family's first
     * one) that runs a small program; false: not enough memory. */
    bool (*start)(const struct module_life *life, const void *chip, void *state);
    /* What lies outside of the module of that name; NULL: as its FAR rows say.  May be NULL. */
    const struct module_outside *(*outside)(const char *module);
    /* Rows of what a FAR input without rows points to; 0: a struct of zeros that is not shown.  NULL: it points
     * nowhere. */
    unsigned (*far_rows)(const struct rtl_signal *far);
    /* NULL: what far memories hold is written into `outside`.  May be NULL. */
    module_reads_t *(*reads)(const char *module);
    const struct machine_looks *looks;
};

/* For the rows of a list: functions of a module, and its row. */
#define ALONE_RESET(type, member)                                                                                      \
    static void member##_alone_reset(void *module)                                                                     \
    {                                                                                                                  \
        type##_reset(module);                                                                                          \
    }
#define ALONE_CLOCK(type, member)                                                                                      \
    static void member##_alone_clock(void *module)                                                                     \
    {                                                                                                                  \
        type##_next(module);                                                                                           \
        type##_take(module);                                                                                           \
        type##_clock(module);                                                                                          \
    }
#define ALONE_STILL(member)                                                                                            \
    static void member##_alone_clock(void *module)                                                                     \
    {                                                                                                                  \
        (void)module;                                                                                                  \
    }
#define ALONE_ROW(type, member, machine)                                                                               \
    .module = &type##_rtl, .bytes = sizeof(struct type), .offset = offsetof(struct machine, member),                   \
    .clock = member##_alone_clock, .reset = member##_alone_reset

/* The module of that name, or NULL. */
const struct module_life *module_life_find(const struct module_lives *lives, const char *name);

struct module_alone;

/* A module of the family ("predicate"), after reset, its wires 0; a strap that is written before the first clock resets
 * it anew.  NULL and `diag`: not enough memory. */
struct module_alone *module_alone_create(const struct module_lives *lives, const struct module_life *life,
                                         struct diag *diag);
void                 module_alone_free(struct module_alone *alone);

/* Valid as long as the module. */
struct rtl_machine module_alone_machine(struct module_alone *alone);

/* Of a machine that is one module: what it does, or NULL of other machines; which rows it reads, or NULL; a number that
 * grows when it is clocked or written from outside. */
const struct module_life *module_alone_life(const struct rtl_machine *machine);
module_reads_t           *module_alone_reads(const struct rtl_machine *machine);
uint64_t                  module_alone_changes(const struct rtl_machine *machine);

#endif
