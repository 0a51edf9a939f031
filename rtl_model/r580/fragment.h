/* fragment.h - R580's fragment shader processor: a struct of modules (machine.def), what it has been set up with, and
 * what it has produced.
 *
 *   dispatch -> sequencer -> operands -> rgb, alpha, beside -> finish -> temporaries, pixels, outputs
 *                  |  ^----- flow ------ pixels
 *                  '-> texture -> temporaries
 *
 * One of the chip's four quarters is modelled, for no source says how groups are shared among them. */
#ifndef RTL_MODEL_R580_FRAGMENT_H
#define RTL_MODEL_R580_FRAGMENT_H

#include "kit/clock.h"
#include "rtl_model/beside.h"
#include "rtl_model/program/program.h"
#include "rtl_model/r580/dispatch.h"
#include "rtl_model/r580/finish.h"
#include "rtl_model/r580/flow.h"
#include "rtl_model/r580/operands.h"
#include "rtl_model/r580/outputs.h"
#include "rtl_model/r580/pixels.h"
#include "rtl_model/r580/sequencer.h"
#include "rtl_model/r580/setup.h"
#include "rtl_model/r580/store.h"
#include "rtl_model/r580/temporaries.h"
#include "rtl_model/r580/texture.h"
#include "rtl_model/r580/units.h"
#include "rtl_model/results.h"
#include "rtl_model/standing.h"

/* The numbers of the modules, in the order of machine.def. */
enum {
#define PASSIVE(type, member, name) AT_##member,
#define MODULE(type, member, name) AT_##member,
#include "rtl_model/r580/machine.def"
    FRAGMENT_MODULES
};
#define PASSIVE(type, member, name) enum { COUNT_##member = 1 };
#define MODULE(type, member, name) enum { COUNT_##member = 1 };
#include "rtl_model/r580/machine.def"
/* What lies outside the machine, as a source of wires. */
enum {
    AT_setup = FRAGMENT_MODULES,
    AT_sampler = FRAGMENT_MODULES,
    COUNT_setup = 1,
    COUNT_sampler = 1,
};

/* Registers of threads, when they are kept. */
struct us_kept {
    uint32_t *words; /* [pixel][temporary][channel]; NULL: they are not */
    uint8_t  *state; /* [pixel], enum result_gprs */
};

struct fragment {
#define PASSIVE(type, member, name) struct type member;
#define MODULE(type, member, name) struct type member;
#include "rtl_model/r580/machine.def"
    struct us_chip        chip;
    struct us_setup       setup;
    us_sampler_t          sampler;
    const struct program *program;
    const struct launch  *launch;
    struct rtl_instance   instances[FRAGMENT_MODULES];
    uint64_t              cycle, began; /* of all; at which this launch began */
    struct result_exports exports;
    struct result_hazards hazards; /* always empty */
    struct us_kept        kept;
    uint32_t              ended; /* groups that have left */
    bool                  out_of_memory;
    struct standing_slot  stepped[US_SLOTS]; /* the last instruction of each group */
    RTL_CLOCK_SETS(FRAGMENT_MODULES);        /* the clock's own */
    bool plain;                              /* each module takes every clock */
    /* Modules whose work is done elsewhere, and by whom; or NULL. */
    uint64_t                     replaced;
    const struct machine_beside *neighbour;
};

struct fragment *fragment_create(const struct us_chip *chip, const struct program *program, const struct launch *launch,
                                 struct diag *diag);
void             fragment_free(struct fragment *fragment);
/* Another launch on it, which has finished one.  After false it can only be freed. */
bool fragment_next(struct fragment *fragment, const struct program *program, const struct launch *launch,
                   struct diag *diag);

/* A clock: the wires for observers, then the edge.  What leaves is taken at the edge. */
void fragment_wire(struct fragment *fragment);
void fragment_edge(struct fragment *fragment);
bool fragment_finished(const struct fragment *fragment);
bool fragment_stopped(const struct fragment *fragment, struct diag *diag);

/* At reset, and when registers or memories have been written from outside: all modules look. */
void fragment_touch(struct fragment *fragment);
/* Gives the modules their straps, and the instances their names. */
void                     fragment_strap(struct fragment *fragment);
void                     fragment_list_instances(struct fragment *fragment);
const struct rtl_wiring *fragment_wiring(unsigned number); /* NULL: it has no wires */

/* standing.c: before the edge; and machine_results.standing. */
void fragment_note_step(struct fragment *fragment);
bool fragment_standing(struct fragment *fragment, uint64_t *clocks, struct diag *diag);

/* fragment_collect.c: before the edge. */
void fragment_collect(struct fragment *fragment);
bool fragment_keep_registers(struct fragment *fragment, struct diag *diag);
/* Registers of the group in a slot. */
void fragment_keep_group(struct fragment *fragment, unsigned slot, enum result_gprs state);
/* Registers of groups that run get their present values, too. */
void fragment_registers(struct fragment *fragment);

#endif
