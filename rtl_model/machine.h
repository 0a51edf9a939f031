/* machine.h - what the library, traces and snapshots know of any machine: its clock, its instances, how it ended.
 *
 * A machine is a struct of its own (struct gpu, struct module_alone); its functions are a row of pointers, and nobody
 * who has only this row knows what it is. */
#ifndef RTL_MODEL_MACHINE_H
#define RTL_MODEL_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kit/diag.h"
#include "kit/rtl.h"

struct rtl_machine_kind {
    /* One clock is wire and edge; whoever reads wires in between has them driven by look, those of one instance, or of
     * all with `instance` MACHINE_ALL. */
    void (*wire)(void *machine);
    void (*look)(void *machine, unsigned instance);
    void (*edge)(void *machine);
    /* Registers or memories have been written from outside. */
    void (*touch)(void *machine);
    /* Sets one element of a wire; NULL: the machine drives its wires itself. */
    void (*drive)(void *machine, const struct rtl_signal *signal, unsigned row, unsigned element, uint64_t value);
    /* There is nothing left to do; a rule is broken, `diag` (or NULL) says which. */
    bool (*finished)(const void *machine);
    bool (*stopped)(const void *machine, struct diag *diag);
    /* What lies outside the modules, as bytes behind their snapshot; NULL: nothing does.  `take` gets what `check` has
     * let pass. */
    size_t (*outside_bytes)(const void *machine);
    void (*outside_put)(unsigned char *to, const void *machine);
    bool (*outside_check)(const char *name, const unsigned char *data, size_t bytes, const void *machine,
                          uint64_t cycle, struct diag *diag);
    bool (*outside_take)(const char *name, const unsigned char *data, void *machine, struct diag *diag);
};
enum { MACHINE_ALL = -1 };

struct rtl_machine {
    const struct rtl_machine_kind *kind;
    void                          *of; /* the machine */
    uint64_t                      *cycle;
    const struct rtl_instance     *instances;
    unsigned                       instance_count;
};

#endif
