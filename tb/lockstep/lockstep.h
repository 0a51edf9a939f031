/* lockstep.h - a C module and a Verilog block of the same ports, clocked side by side or in each other's place.
 *
 * Ports of a block.  `clk`, `rst` (synchronous, high), then one port a signal: i_NAME for IN, o_NAME for OUT, both of
 * width bits x count, element 0 in the lowest bits.  A port o_NAME for a REG may be there and is then compared too.
 * Payload that the C model leaves where it lies (memory rows, results) is a port of the block like any other; a second
 * list declares it (`payload`).
 *
 * Clocking.  The inputs of a clock settle, then the edge; afterwards outputs and registers of both sides are equal.
 * While rst is high the straps have the values of the run, every other input is 0. */
#ifndef TB_LOCKSTEP_LOCKSTEP_H
#define TB_LOCKSTEP_LOCKSTEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kit/rtl.h"
#include "tb/lockstep/stimulus.h"

struct machine_looks;
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
    int (*of)(const void *state, const void *payload);
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
    const struct rtl_module *payload; /* further ports, IN and OUT, of a struct of their own; or NULL */
    size_t                   state_size, payload_size;

    /* Reset state of the C module with straps that `random` chooses. */
    void (*reset)(void *state, void *payload, struct stimulus *random);
    /* Drives all inputs of the next clock, payload's too; sees the present state, so that what it offers is legal
     * (a request only when there is room, an opcode that exists), with corners more often than chance has them. */
    void (*drive)(void *state, void *payload, struct stimulus *random);
    /* Evaluates and commits the C module; fills the outputs of the payload. */
    void (*clock)(void *state, void *payload);
    /* Random inputs: after so many clocks both sides are reset, with other straps; 0: never.  For modules whose reset
     * leaves nothing behind, in memories either. */
    unsigned                     lifetime;
    const struct stimulus_part  *parts; /* these may be NULL */
    const struct stimulus_cross *crosses;
    const struct stimulus_gap   *gaps;

    /* Instances in a SIMD, by number (AT_* of simd.h), and how the module's work is taken over in a run:
     * `gather` fills the payload's inputs from the SIMD before the edge, `scatter` puts the payload's outputs to where
     * the rest of the machine reads them, after it.  Outputs of the signal list are copied without help.  `settle`,
     * when there is one, serves outputs that the machine uses in the same clock: it is called when the inputs have
     * settled, before the edge, and puts them where they are read; true: it changed the payload's inputs, which settle
     * again.  With `part` the block does only a part of what the C module does, which is evaluated all the same; then
     * `scatter` puts the block's part over the C module's. */
    unsigned first, count;
    bool     part;
    void (*gather)(struct simd *simd, unsigned instance, const struct simd_memory *memory, void *payload);
    bool (*settle)(struct simd *simd, unsigned instance, const struct simd_memory *memory, void *payload);
    void (*scatter)(struct simd *simd, unsigned instance, const struct simd_memory *memory, const void *payload);
};

/* The modules that have a twin in tb/rtl; `count` of them. */
extern const struct lockstep_module *const lockstep_modules[];
extern const unsigned                      lockstep_module_count;
/* How their signals look (rtl_model/machine.h). */
extern const struct machine_looks *const lockstep_looks;

/* Whether both sides are reset before the clock of this cycle. */
bool lockstep_restarts(const struct lockstep_module *module, uint64_t cycle);

/* The module of that name, or NULL. */
const struct lockstep_module *lockstep_find(const char *name);

#endif
