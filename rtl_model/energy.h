/* energy.h - what a run may have taken of energy: events, and picojoules of one (docs/energy.md).
 *
 * A family's rows are sums over what an observer has counted (observer.h), and inputs that the user may set. */
#ifndef RTL_MODEL_ENERGY_H
#define RTL_MODEL_ENERGY_H

#include <stdbool.h>
#include <string.h>

/* What picojoules are computed from: "nm", "volts". */
struct energy_input {
    const char *name, *source;
    double      value;
};

/* A number is published for another chip or process, follows from such a number, is a guess, or is the user's. */
enum energy_confidence { ENERGY_PUBLISHED, ENERGY_INFERRED, ENERGY_GUESSED, ENERGY_GIVEN };

/* The block of what goes on whatever the program does. */
#define ENERGY_EACH_CLOCK "each clock"

struct energy_row {
    const char            *block, *name; /* "ALU", "multiply" */
    const char            *event;        /* what one of them is */
    const char            *events_formula, *pj_formula;
    double                 events, pj; /* picojoules of one */
    enum energy_confidence confidence;
    const char            *source;
};

/* Whose an event can be; what caches and memory do is often nobody's. */
enum energy_owner { ENERGY_LINES, ENERGY_WAVES, ENERGY_OWNERS };

enum { ENERGY_INPUTS = 8, ENERGY_ROWS = 48 };

/* The letter of a confidence: P, I, G, U. */
static inline char energy_letter(enum energy_confidence confidence)
{
    return "PIGU"[confidence];
}

static inline bool energy_is_of_event(const struct energy_row *row)
{
    return strcmp(row->block, ENERGY_EACH_CLOCK) != 0;
}

static inline double energy_nj(const struct energy_row *row)
{
    return row->events * row->pj / 1000;
}

#endif
