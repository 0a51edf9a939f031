/* profile.h - what each line of a program has cost, from an observer (rtl_model/observer.h), in three forms: annotated
 * disassembly, a file of callgrind's format, folded stacks (docs/profile.md). */
#ifndef TOOLS_PROFILE_H
#define TOOLS_PROFILE_H

#include <stdio.h>

#include "kit/diag.h"
#include "rtl_model/machine.h"

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
};

/* The lines of everything that was executed, and those that are no line's.  False: no memory. */
bool profile_make(struct profile *profile, const struct machine_observer *observer, const char *program,
                  uint64_t cycles, struct diag *diag);
void profile_free(struct profile *profile);

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
