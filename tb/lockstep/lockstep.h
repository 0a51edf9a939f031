/* lockstep.h - a C module and a Verilog block of the same ports, clocked side by side or in each other's place.
 *
 * Ports of a block.  All come from the module's signal list (kit/rtl.h); elements and rows have the first in the lowest
 * bits.  `clk`, `rst` (synchronous, high), then for each row of the list
 *
 *   EN IN STRAP NET BUS   input i_NAME; of a BUS all its rows
 *   OUT LIVE              output o_NAME
 *   REG BUSY              output o_NAME, if the block shows it
 *   NOW                   output o_NAME, which follows the inputs of the clock
 *   STAT                  output o_NAME, and so any row that has the name of a statistic
 *   MEM                   a read port: i_NAME_row, the row of each element, and o_NAME, what the memory holds there in
 *                         this clock
 *   FAR with rows         the other end of one: o_NAME_row, the row that each element reads in this clock, and i_NAME,
 *                         what lies there.  Other FAR rows are no ports.
 *
 * A block that stands beside its module may lack STAT and MEM, which the verdict then names; in the module's place the
 * machine reads them, but for memories that are `inner`.
 *
 * Clocking.  The inputs of a clock settle, then the edge; afterwards outputs, registers and the rows that are looked at
 * are equal on both sides.  While rst is high the straps have the values of the run, every other input is 0, but for
 * those that write what a launch puts into the memories (`load`). */
#ifndef TB_LOCKSTEP_LOCKSTEP_H
#define TB_LOCKSTEP_LOCKSTEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kit/rtl.h"
#include "tb/lockstep/stimulus.h"

struct machine_looks;
struct rows;
struct simd;
struct simd_memory;

/* What a driver says about its inputs, for the table of what they were (stimulus_table.h).  Lists end with an empty
 * row.
 *
 * A part is something that no signal is by itself, such as the operation of an instruction word: which of `count`
 * values it has in this cycle, or -1. */
struct stimulus_part {
    const char *name;
    unsigned    count;
    const char *(*label)(unsigned value);
    int (*of)(const void *state);
};
/* Values that should meet: each of part `row` with each pair of `column` and `beside` (NULL: of `column`), which are
 * parts or signals. */
struct stimulus_cross {
    const char *row, *column, *beside;
};
/* A count that stays zero: the row, its value as it is printed (NULL: some of them), and why. */
struct stimulus_gap {
    const char *row, *value, *why;
};

/* One module that can be run beside a Verilog block: a file of its own in tb/lockstep, a row in modules.def. */
struct lockstep_module {
    const char              *name;    /* as in the signal list */
    const char              *top;     /* the block's module and the name of its first file, NAME.sv in the RTL folder */
    const char              *doc;     /* one line: what it is, with sections */
    const struct rtl_module *signals; /* the module's list */
    size_t state_size;  /* the C module's struct; behind it, if the adapter likes, memories that the module reads */
    size_t shown_size;  /* of it in front, what has signals, if that is not all; what a difference shows is kept of each
                           cycle */
    size_t driver_size; /* what the driver has for itself */

    /* Reset state of the C module with straps that `random` chooses.  What buses point to is not the adapter's. */
    void (*reset)(void *state, void *driver, struct stimulus *random);
    /* Drives all inputs of the next clock, those behind a bus too; sees the present state, so that what it offers is
     * legal (a request only when there is room, an opcode that exists), with corners more often than chance has them.
     */
    void (*drive)(void *state, void *driver, struct stimulus *random);
    /* Evaluates and commits the C module. */
    void (*clock)(void *state);
    /* The value of its NOW row, of which an adapter has one at most, by the inputs and state as they stand. */
    void (*now)(const void *state, void *value);
    /* Random inputs: after so many clocks both sides are reset, with other straps; 0: never.  For modules whose reset
     * leaves nothing behind, in memories either. */
    unsigned                     lifetime;
    const struct stimulus_part  *parts; /* these may be NULL */
    const struct stimulus_cross *crosses;
    const struct stimulus_gap   *gaps;

    /* Edge classes: ties of roundings, ends of ranges, what a signal's value does not tell by itself.  Names, NULL
     * last; which of them these inputs meet, a bit each. */
    const char *const *edges;
    uint64_t (*met)(const void *state);

    /* Memories.  `touches` names the rows that the inputs of this clock may change (rows.h); NULL: any.  A row that
     * holds nothing since the reset is then written whole, or the block's reset leaves in its memories what the C
     * module's does: `clears`.  `reads` tells which row of far memory number `far` of the list each element reads. */
    void (*touches)(const void *state, struct rows *rows);
    bool clears;
    void (*reads)(const void *state, unsigned far, uint16_t *row);
    /* Memories that a launch fills before the first clock: the inputs that write them into a block, clock by clock
     * from `step` 0 on while rst is high; false when all is written.  `state` is a copy; NULL: there are none.  Only
     * with `clears`, and `touches` names the rows of a step. */
    bool (*load)(void *state, unsigned step);
    /* Without a driver: what the far row of that name leads to, where zeros are nothing legal; or NULL. */
    void (*lay)(const char *far, void *place, size_t bytes);
    /* Memories that no other module reads, by name, NULL last: a block in the module's place need not show them. */
    const char *const *inner;

    /* Instances in a SIMD, by number (AT_* of simd.h), and how the module's work is taken over in a run.  Ports and
     * rows of memories are copied without help; `scatter` is for what they lead to elsewhere, after the edge.
     *
     * With `part` the block does a function that the machine calls and that is no module of it; its struct and list are
     * the adapter's.  `gather` fills the inputs when they have settled, `settle` puts outputs of the same clock where
     * the machine reads them before the edge, `scatter` those of the edge over what the C function has left.  `answer`
     * puts the value of a NOW row there. */
    const char *chip; /* of a module that no R700 has: a chip that has it, one of it; else NULL */
    unsigned    first, count;
    bool        part;
    bool        chipwide; /* a module of the chip, no SIMD has one */
    bool        twin;     /* by its list, with a block in tb/rtl */
    bool        by_list;  /* without an adapter: its records have registers, too */
    bool        by_words; /* the C side is given more than the ports say: no SystemC module, no records of inputs */
    void (*gather)(const struct simd *simd, unsigned instance, void *state);
    void (*settle)(struct simd *simd, unsigned instance, const void *state);
    void (*scatter)(struct simd *simd, unsigned instance, const void *state);
    void (*answer)(struct simd *simd, unsigned instance, const void *value);
};

/* What every adapter says: its name, which is the block's, the list NAME_rtl, the struct, and functions of its file
 * that have these names; and of a module of the SIMD its member. */
#define LOCKSTEP_BLOCK(of, list, type)                                                                                 \
    .name = #of, .top = #of, .signals = &list##_rtl, .state_size = sizeof(struct type), .reset = reset,                \
    .drive = drive, .clock = clock
#define LOCKSTEP_INSTANCES(member) .first = AT_##member, .count = COUNT_##member

/* The modules that have an adapter and a twin in tb/rtl; `count` of them. */
extern const struct lockstep_module *const lockstep_modules[];
extern const unsigned                      lockstep_module_count;
/* How their signals look (rtl_model/machine.h). */
extern const struct machine_looks *const lockstep_looks;

/* Whether both sides are reset before the clock of this cycle. */
bool lockstep_restarts(const struct lockstep_module *module, uint64_t cycle);

/* The module of that name, or NULL. */
const struct lockstep_module *lockstep_find(const char *name);

/* Whether tb/rtl has its block. */
static inline bool lockstep_has_twin(const struct lockstep_module *module)
{
    return module->drive || module->twin;
}

/* Every module of the machine as its list alone makes it, without an adapter: no inputs of its own (`drive` NULL;
 * offers.h), no way to take its place.  Module `i`, or NULL; the one of that name, or NULL. */
const struct lockstep_module *lockstep_plain(unsigned i);
const struct lockstep_module *lockstep_find_plain(const char *name);
/* Those of R580 and of NV30, which lockstep_find_plain finds, too. */
const struct lockstep_module *lockstep_r580_plain(unsigned i);
const struct lockstep_module *lockstep_nv30_plain(unsigned i);

/* Number `i` of all three machines. */
const struct lockstep_module *lockstep_any(unsigned i);

/* The module's reset, or without an adapter that of a machine; false: not enough memory. */
bool lockstep_reset(const struct lockstep_module *module, void *state, void *driver, struct stimulus *random);
/* Without an adapter: with the straps that stand there. */
void lockstep_reset_again(const struct lockstep_module *module, void *state);
/* Without an adapter: the same with the straps of some instance and chip; those of other machines are the caller's. */
bool lockstep_reset_any(const struct lockstep_module *module, void *state, struct stimulus *random);

#endif
