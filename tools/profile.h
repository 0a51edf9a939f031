/* profile.h - what each line of a program has cost, from an observer (rtl_model/observer.h), in three forms: annotated
 * disassembly, a file of callgrind's format, folded stacks (docs/profile.md). */
#ifndef TOOLS_PROFILE_H
#define TOOLS_PROFILE_H

#include <stdio.h>

#include "kit/diag.h"
#include "rtl_model/machine.h"
#include "tools/run/run_energy.h"

/* A line of the disassembly. */
struct profile_line {
    const char *text;    /* without its end; in profile.listing */
    bool        has;     /* it shows instructions: */
    bool        control; /* a CF instruction */
    uint32_t    address; /* of the first, 64-bit words */
    int         clause;  /* line of the CF instruction under which it stands; -1: of none */
};

struct profile {
    const struct machine_observer *observer;
    const char                    *program; /* its name */
    uint64_t                       cycles;
    char                          *listing;
    struct profile_line           *lines;
    struct line_cost              *costs; /* of each line, on all SIMDs */
    struct line_cost               all;   /* of all of them */
    unsigned                       line_count;
    const struct profile_energy   *energy; /* or NULL */
};

/* What events have taken, and who has them: a line, a wavefront, or nobody. */
struct profile_energy {
    const struct run_energy *table;
    struct energy_row        all[ENERGY_ROWS];                  /* of the run */
    double                   owned[ENERGY_OWNERS][ENERGY_ROWS]; /* events of all lines; of all wavefronts */
    unsigned                 count;
    double                  *line; /* nJ of each line of the disassembly */
    double                   nj;   /* of all events */
};

/* The lines of everything that was executed, and those that are no line's.  False: no memory. */
bool profile_make(struct profile *profile, const struct machine_observer *observer, const char *program,
                  uint64_t cycles, struct diag *diag);
void profile_free(struct profile *profile);

/* Adds up what lines have taken; `energy` stays the caller's, who gives it back (profile_energy_free).  False: no
 * memory. */
bool profile_energy_make(struct profile *profile, struct profile_energy *energy, const struct run_energy *table,
                         struct diag *diag);
void profile_energy_free(struct profile_energy *energy);
/* Behind the lines: what is no line's, and the wavefronts. */
void profile_energy_print(const struct profile *profile, FILE *out);
/* Everything, a row for each event: owner, number, block, event, events, pj, nj. */
void profile_energy_csv(const struct profile *profile, FILE *out);

void profile_print(const struct profile *profile, FILE *out);
/* `listing` is the file that lines are of; profile_print_listing writes it. */
void profile_print_callgrind(const struct profile *profile, const char *listing, FILE *out);
void profile_print_listing(const struct profile *profile, FILE *out);
void profile_print_folded(const struct profile *profile, FILE *out);

/* ---- parts ------------------------------------------------------------------------------------------------------ */

/* What a line has cost on one SIMD. */
struct line_cost profile_cost_on(const struct profile *profile, const struct profile_line *line, unsigned simd);
void             profile_add(struct line_cost *to, const struct line_cost *more);
/* Clocks of the ALU: each chance of a wavefront slot is worth four. */
uint64_t profile_clocks(const struct profile *profile, const struct line_cost *cost, unsigned reason);
uint64_t profile_all_clocks(const struct profile *profile, const struct line_cost *cost);

#endif
