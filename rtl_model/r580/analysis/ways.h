/* ways.h - the ways that groups may take through a program of R580: successors of each instruction, and rules of stacks
 * and counters that are broken on one of them (R5xx Acceleration 8.6), found without running it.
 *
 * A way is what jumps and stays allow, whatever the pixels decide: an instruction that is on none is never reached, and
 * a rule that is broken on one may never be broken in a run. */
#ifndef RTL_MODEL_R580_WAYS_H
#define RTL_MODEL_R580_WAYS_H

#include "rtl_model/r580/setup.h"

enum us_way_fault {
    US_WAY_GOOD,
    US_WAY_LOOP_OVERFLOW,
    US_WAY_LOOP_UNDERFLOW,
    US_WAY_CALL_OVERFLOW,
    US_WAY_CALL_UNDERFLOW,
    US_WAY_BRANCH_OVERFLOW,
    US_WAY_MIXED_LOOPS,
    US_WAY_NEEDS_FULL,
    US_WAY_BAD_FIELD,
    US_WAY_NO_OUTPUT_END,
    US_WAY_NOT_WRITTEN,
    US_WAY_FAULTS
};

enum { US_WAY_WORDS = US_STORE / 64 };

struct us_ways {
    bool     reached[US_STORE];
    uint64_t next[US_STORE][US_WAY_WORDS]; /* a bit for each that may follow */
    uint8_t  fault[US_STORE];              /* enum us_way_fault: the first of each instruction */
    bool     ends;                         /* on some way the program does */
    bool     too_many;                     /* ways: the search was given up */
    bool     broken;                       /* there is a fault: ways behind it were not looked at */
    unsigned loops, calls, branches;       /* the deepest on any way */
};

/* `counts_known`: integer constants are those of a run, so that loops of no turns are left out. */
bool us_ways_find(const struct us_chip *chip, const struct us_setup *setup, const struct us_store *store,
                  bool counts_known, struct us_ways *ways, struct diag *diag);

/* The start of a loop at `at` jumps to the loop's own end, and not behind it. */
bool us_skips_to_own_end(const struct us_setup *setup, const struct us_store *store, unsigned at);

static inline bool us_way_leads(const struct us_ways *ways, unsigned from, unsigned to)
{
    return ways->next[from][to / 64] >> to % 64 & 1;
}

/* An analysis along the ways.  What holds before each instruction is the caller's, in `context`. */
struct us_lattice {
    /* Computes what holds behind an instruction. */
    void (*visit)(void *context, unsigned at);
    /* Joins what the last visit has computed, of `from`, into what holds before one that may follow; true when that is
     * other than before. */
    bool (*join)(void *context, unsigned from, unsigned to);
};

/* Visits `first`, and each instruction to which a way leads for the first time or with something else than before,
 * until nothing changes. */
void us_ways_solve(const struct us_ways *ways, unsigned first, const struct us_lattice *lattice, void *context);

#endif
