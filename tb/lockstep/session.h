/* session.h - a C module and a Verilog block side by side: the same inputs, clock by clock, and every difference. */
#ifndef TB_LOCKSTEP_SESSION_H
#define TB_LOCKSTEP_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/diag.h"
#include "tb/lockstep/block.h"
#include "tb/lockstep/counts/bins.h"
#include "tb/lockstep/counts/stimulus_table.h"
#include "tb/lockstep/limits.h"
#include "tb/lockstep/looks.h"
#include "tb/lockstep/offers.h"
#include "tb/lockstep/records/record.h"

struct pairs;

/* One of the two: the module's struct, and what is beside it, in one piece of memory. */
struct side {
    unsigned char *memory;
    void          *state, *beside;
};

/* The first difference of a clock. */
struct difference {
    uint64_t           cycle;    /* clocks since reset: what the registers hold at this cycle differs */
    unsigned           compared; /* block_compared */
    unsigned           element;
    uint64_t           model, rtl;
    const struct port *port;
    bool               early;  /* the block's register has changed without an edge, in the cycle */
    bool               reset;  /* straight from a reset on the way */
    bool               loaded; /* of row `row` of a memory: it does not hold what was written while rst was high */
    unsigned           row;
    struct {
        bool     there; /* of a block with another latency (pairs.h): word `number` of a pair, and when it came; */
        bool     model_lacks, rtl_lacks; /* or it has not come on one side */
        uint64_t number, model_cycle, rtl_cycle;
    } word;
};

struct session {
    const struct lockstep_module *module;
    struct block                 *block;
    struct record                *record;      /* inputs from there, or NULL */
    struct record                *out;         /* inputs go there, without resets on the way: the caller's, or NULL */
    struct stimulus_table        *table;       /* what the inputs were: the caller's, or NULL */
    struct bins                  *bins;        /* classes that are counted: the caller's, or NULL */
    uint64_t                      before;      /* cycles of sessions before, which agreed: a verdict has them, too */
    const struct limits          *limits;      /* of the inputs, or NULL */
    struct stimulus               random;      /* for inputs */
    struct stimulus               loading;     /* for what is loaded while rst is high */
    uint64_t                      seed, cycle; /* clocks since reset */
    struct side                   model, rtl;  /* rtl: inputs, outputs and registers that are shown */
    void                         *driver;      /* the adapter's own */
    bool                          told;   /* what is right is the run's, in the record: the C module looks outside */
    struct offers                *offers; /* ... of a module without one, or NULL */
    struct looks                 *looks;  /* which rows are compared */
    struct pairs                 *pairs; /* what is compared in their place, in order and not clock by clock; or NULL */
    size_t                        beside_at, side_bytes;                   /* of a side */
    size_t                        state_bytes, kept_beside_at, kept_bytes; /* of a kept one: without memories */

    /* The last cycles, both sides before the clock edge, in a ring. */
    unsigned       window, kept;
    uint64_t       first_kept; /* cycle */
    unsigned char *ring;

    /* What the block has inside, in cycles from `inside_from` on: a ring beside the other one. */
    struct inside *inside; /* NULL before that */
    uint64_t       inside_from;
    unsigned char *inside_ring;

    struct difference seen; /* before the edge of a clock, or in a reset; its port is NULL when there is none */
};

struct session_options {
    struct block_source        source;
    const char                *record;      /* inputs from there; NULL: random ones */
    const struct record_names *names;       /* of its ports, or NULL */
    const struct limits       *limits;      /* what these are held to, or NULL */
    uint64_t                   seed;        /* of the random inputs */
    unsigned                   window;      /* how many cycles are kept */
    bool                       covered;     /* the block counts coverage, from the end of the first reset on */
    bool                       inside;      /* what the block has inside is kept, too, */
    uint64_t                   inside_from; /* from this cycle on */
    const char *const         *pairs; /* texts of pairs.h, `pair_count` of them; 0: all is compared clock by clock */
    unsigned                   pair_count;
    uint64_t                   lag;
};

/* Builds the block.  The session is at cycle 0 when session_start has reset both sides. */
bool session_open(struct session *session, const struct lockstep_module *module, const struct session_options *options,
                  struct diag *diag);
void session_close(struct session *session);

/* Each of these returns false when the block cannot go on; block_failure tells whether it was an assertion of its own.
 */
bool session_start(struct session *session, struct diag *diag);
/* The C module at its reset, with the straps that `random` chooses next; false: not enough memory. */
bool session_reset_model(struct session *session);
/* One clock of both sides; also false at the record's end, with diag->what empty. */
bool session_step(struct session *session, struct diag *diag);
/* After the last clock. */
bool session_end(struct session *session, struct diag *diag);

/* The halves of its edge: the C module's clock with inputs that have been driven, and what the block holds then. False:
 * the inputs broke a rule of the C module (guard.h). */
bool session_clock_model(struct session *session, struct diag *diag);
void session_read_block(struct session *session);

/* Compares all outputs and registers; false and the first difference.  `follows` false leaves out what follows the
 * inputs.  A register of the block that has followed them is a difference of the cycle that session_step did not end,
 * and so are a row that a reset on the way has not filled, and a register that it has not reset.
 */
bool session_same(struct session *session, bool follows, struct difference *difference);

/* Puts the present values into the ring, as session_step does before the edge. */
void session_keep(struct session *session);

/* A kept cycle: 0 is the oldest. */
struct side session_kept(const struct session *session, unsigned i, bool rtl);

/* The values that the block had inside in a kept cycle, or before; those of now with `i` as the number of kept ones.
 * False: nothing was kept there. */
bool session_show_inside(struct session *session, unsigned i);

/* Turns one bit of an output of the block over and tells whether the comparison names exactly that one. */
bool session_fault_is_found(struct session *session, unsigned compared, unsigned bit);

#endif
