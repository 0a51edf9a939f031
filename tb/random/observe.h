/* observe.h - what the interpreter did, instruction by instruction, and the machine held against it while it runs. */
#ifndef TB_RANDOM_OBSERVE_H
#define TB_RANDOM_OBSERVE_H

#include "rtl_model/r700/gpu.h"
#include "tb/random/random.h"
#include "tb/ref/ref_memory.h"

/* An entry of the stack, or what would be pushed next of the loop state and the program. */
struct observe_entry {
    unsigned   kind, elements;
    ref_mask_t active, broken, continued;     /* a PUSH, a loop */
    bool       in_loop, counted, index_valid; /* a loop: the one outside */
    unsigned   count, index;                  /* of it */
    int        step;
    unsigned   pc, call_depth; /* a call */
    bool       in_fetch_program;
};

/* The state of a wavefront after one CF instruction that can change it. */
struct observe_record {
    unsigned   at;
    bool       in_fetch_program, is_clause;
    ref_mask_t active, broken, continued, valid, predicate;
    unsigned   elements, call_depth;
    unsigned   entry, entries; /* from the top of the stack down; last the state that no entry holds */
    uint64_t   gprs;           /* a hash of the program's GPRs */
};

/* Of scratch and reduction buffers, the words that a wavefront has written, by their place in its part. */
enum { OBSERVE_PRIVATE = 2 };
struct observe_word {
    uint32_t at, value;
};
struct observe_private {
    struct observe_word *word;
    unsigned             count;
};

struct observe_wave {
    struct observe_record *record;
    unsigned               count, room;
    struct observe_entry  *entry; /* of all records */
    unsigned               entries, entry_room;
    unsigned               next; /* that the machine has to come to */
    unsigned               slot; /* + 1: where the machine has it; 0: not seen yet */
    struct observe_private private[OBSERVE_PRIVATE];
    ref_mask_t exists;
};

/* Of a wavefront, which groups came later than one rotation behind the one before. */
struct observe_gaps {
    uint8_t *apart; /* a group each */
    unsigned count, room;
    uint64_t last; /* the cycle in which a group entered */
};

struct observer {
    const struct launch    *launch;
    struct ref_launch       from;
    struct ref_memory       memory;
    struct ref_share        share;
    struct ref_globals      globals;
    uint32_t                file[2 * 4 * REF_CONSTANTS]; /* the constant files */
    struct ref_wave        *wave;
    struct observe_wave    *waves;
    unsigned                wave_count;
    struct result_exports   exports; /* the interpreter's */
    unsigned                simds;   /* so many SIMDs have it to do, too; 0: one alone */
    struct observe_gaps    *gaps;    /* a wavefront each, or NULL: there are none */
    uint64_t                instructions, groups, clauses, undefined;
    uint64_t                hazards, hidden; /* see struct ref_wave */
    unsigned                most_elements;   /* of the stack, that any wavefront had in use */
    bool                    out_of_memory;
    bool                    settle_all;   /* at times sleeping modules are clocked, and must hold */
    bool                    edges_alone;  /* at times each module's edge is taken alone, too */
    bool                    beside_plain; /* a machine without sleep runs beside it */
    unsigned                turn;         /* which clocks are looked at closely, by the seed */
    enum random_fault       fault;
    struct random_coverage *coverage; /* NULL: not counted */
};

/* Most clocks are those of a few long programs, which come to the same state again and again: what is dear is done in
 * the first clocks, and then in one of so many stretches, in no order.  Which ones is another program's other turn, so
 * that many programs have all clocks looked at. */
enum { OBSERVE_FIRST = 1024, OBSERVE_STRETCH = 256, OBSERVE_ONE_IN = 8, OBSERVE_WHOLE_IN = 4 };
static inline unsigned observe_turn(uint64_t seed)
{
    const uint64_t mixed = seed * 0x9e3779b97f4a7c15u;
    return (unsigned)((mixed ^ mixed >> 32) * 0x9e3779b97f4a7c15u >> 59);
}
static inline bool observe_closely(const struct observer *o, uint64_t cycle)
{
    const uint32_t stretch = (uint32_t)(cycle / OBSERVE_STRETCH) * 0x9e3779b1u >> 20;
    return cycle < OBSERVE_FIRST || (stretch + o->turn) % OBSERVE_ONE_IN == 0;
}

/* Is it one of the clocks in which all of a machine is looked at?  One of four, in no order, so that all clocks of a
 * rotation have their turn. */
static inline bool observe_whole(const struct observer *o, uint64_t cycle)
{
    const uint32_t hash = (uint32_t)cycle * 0x9e3779b1u >> 20;
    return (hash + o->turn / OBSERVE_ONE_IN) % OBSERVE_WHOLE_IN == 0 && observe_closely(o, cycle);
}

/* Runs the interpreter.  False with `diag` when it stops: the program is illegal. */
bool observe_reference(struct observer *observer, struct diag *diag);
/* Clocks that the machine may take for what the interpreter did: a CF instruction takes some hundred at worst, a group
 * of a clause a rotation or two; caches miss. */
static inline uint64_t observe_limit(const struct observer *observer)
{
    return 200000 + 2000 * observer->instructions + 100 * observer->groups;
}
/* Lets the machine run, for its gaps alone; the next observe_reference takes them into account.  False: not enough
 * memory, or the machine refuses the launch. */
bool observe_gaps(struct observer *observer, const struct chip_config *chip, const struct program *program,
                  struct diag *diag);
/* One clock of the machine; false when it did something else. */
bool observe_clock(struct observer *observer, struct gpu *gpu, struct diag *diag);
/* After its end: nothing left out, the same registers, exports and kills. */
bool observe_end(struct observer *observer, struct gpu *gpu, struct diag *diag);
void observe_free(struct observer *observer);

/* Of a mask of the machine's, the threads that exist. */
ref_mask_t observe_threads(const struct gpu *gpu, lane_mask_t lanes, ref_mask_t exists);

/* ---- observe_memory.c ----------------------------------------------------------------------------------------- */

/* What the interpreter's wavefront has written to buffers of its own; false: not enough memory. */
bool observe_keep_private(const struct observer *observer, unsigned number);
void observe_free_private(struct observe_wave *wave);
/* A clock of the machine: a wavefront may get its slot. */
void observe_launch(struct observer *observer, const struct gpu *gpu);
bool observe_memories_agree(const struct observer *observer, struct gpu *gpu, struct diag *diag);

/* ---- observe_stack.c ------------------------------------------------------------------------------------------ */

/* Entry i from the top; behind the last one, the state that no entry holds. */
void observe_entry_of_reference(const struct ref_wave *wave, unsigned i, struct observe_entry *entry);
/* The entry that ends below row `rows`, or with 0 that state; returns the rows that are left below it. */
unsigned observe_entry_of_machine(const struct gpu *gpu, unsigned slot, unsigned rows, ref_mask_t exists,
                                  bool index_valid, struct observe_entry *entry);
/* What differs, or NULL. */
const char *observe_entry_difference(const struct observe_entry *a, const struct observe_entry *b);

/* ---- observe_globals.c ---------------------------------------------------------------------------------------- */

/* What the launch gives the registers that all wavefronts of a SIMD have. */
void observe_take_globals(struct observer *observer);
/* At the end; a wavefront alone writes them, on the first SIMD. */
bool observe_globals_agree(const struct observer *observer, const struct gpu *gpu, struct diag *diag);

/* ---- coverage.c ----------------------------------------------------------------------------------------------- */

/* `op` was executed; the state is that after it. */
void coverage_note(struct random_coverage *coverage, const struct ref_wave *wave, const struct ref_launch *launch,
                   unsigned pc, bool in_fetch_program, const struct isa_cf_op *op);
void coverage_note_program(struct random_coverage *coverage, unsigned threads, unsigned waves);

#endif
