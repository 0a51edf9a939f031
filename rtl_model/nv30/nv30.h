/* nv30.h - an NV30's pixel shader core that runs one launch: set-up, clock, results.
 *
 *                 rasterizer ----------.
 *                                      v
 *     .---------------------> 1 source select <----------------------.
 *     |  the core's own loop  2 interpolants, FIFO of coordinates    |  the end of the pipeline
 *     |                       3 interpolation                        |
 *     |                       4 crossbar <- registers, constants     |
 *     |                       5 two reciprocals, a root              |
 *     |                       6 crossbar                             |
 *     |                       7 four products   logarithm            |
 *     |                       8 crossbar        product              |
 *     |                       9 adder           power                |
 *     '---------------------- 10 crossbar                            |
 *                              |  coordinates -> texture units ----->|
 *                              '- register ---> FIFO --------------->'-> result
 *
 * nv30.def lists its modules, wires.h says what drives each of their wires, and with it who is awake (kit/clock.h). */
#ifndef RTL_MODEL_NV30_NV30_H
#define RTL_MODEL_NV30_NV30_H

#include "kit/clock.h"
#include "rtl_model/nv30/setup.h"
#include "rtl_model/one_core.h"
#include "rtl_model/standing.h"
#define MODULE_HEADERS
#include "rtl_model/nv30/nv30.def"

enum { NV30_DEPTH = 61 }; /* the export that is a depth (ISA 10.1) */

/* Numbers of the modules. */
enum {
#define MODULE(type, member, name) AT_##member,
#include "rtl_model/nv30/nv30.def"
    NV30_MODULES
};
enum {
#define MODULE(type, member, name) COUNT_##member = 1,
#include "rtl_model/nv30/nv30.def"
};
/* The stages of the core behind the first one, the last one first. */
#define NV30_STAGES(STAGE) STAGE(10) STAGE(9) STAGE(8) STAGE(7) STAGE(6) STAGE(5) STAGE(4) STAGE(3) STAGE(2)
/* What lies outside the machine, as a source of wires. */
enum { AT_setup = NV30_MODULES, COUNT_setup = 1 };

struct nv30 {
    struct one_core      core;
    struct nv30_chip     chip;
    struct nv30_setup    setup;
    struct standing_slot stepped[NV30_SLOTS]; /* the last pass that each quad has begun */
    struct rtl_instance  instances[NV30_MODULES];
    RTL_CLOCK_SETS(NV30_MODULES); /* the clock's own */
#define MODULE(type, member, name) struct type member;
#include "rtl_model/nv30/nv30.def"
};

struct nv30 *nv30_create(const struct nv30_chip *chip, const struct program *program, const struct launch *launch,
                         struct diag *diag);
/* Another launch, behind one that has ended; the clock goes on. */
bool nv30_next(struct nv30 *nv30, const struct program *program, const struct launch *launch, struct diag *diag);
void nv30_free(struct nv30 *nv30);
/* Gives the modules their straps. */
void nv30_strap(struct nv30 *nv30);

/* A clock: all wires, then the edge.  `order`, the modules as they are evaluated and clocked, may be NULL: that of
 * nv30.def. */
void nv30_wire(struct nv30 *nv30);
void nv30_edge(struct nv30 *nv30);
void nv30_edge_in_order(struct nv30 *nv30, const uint8_t order[NV30_MODULES]);
/* Registers or memories have been written from outside: all modules look. */
void nv30_touch(struct nv30 *nv30);
/* What drives a module's wires. */
const struct rtl_wiring *nv30_wiring(unsigned number);
bool                     nv30_finished(const struct nv30 *nv30);

/* standing.c: before the edge; and machine_results.standing. */
void nv30_note_step(struct nv30 *nv30);
bool nv30_standing(struct nv30 *nv30, uint64_t *clocks, struct diag *diag);

/* Registers of ended quads are kept from now on. */
bool nv30_keep_registers(struct nv30 *nv30, struct diag *diag);

/* As one of the machines (rtl_model/machine.h), valid as long as it is. */
struct rtl_machine nv30_machine(struct nv30 *nv30);

#endif
