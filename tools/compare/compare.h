/* compare.h - two runs beside each other: what each has counted, and what of it differs. */
#ifndef TOOLS_COMPARE_H
#define TOOLS_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "kit/diag.h"
#include "tools/sweep/measure.h"

struct compare_count {
    char  *path, *name, *unit;
    double value;
};
struct compare_counts {
    struct compare_count *rows; /* after compare_make by path and name */
    size_t                room, made;
};

struct compare_setting {
    char *name, *value;
};

/* One run. */
struct compare_side {
    char                   *name, *status, *message;
    bool                    has_cycles; /* not of what was refused */
    uint64_t                cycles;
    struct compare_counts   counts;
    struct compare_counts   performance; /* docs/counters.md; none, unless they have been asked for */
    struct compare_setting *settings;    /* after compare_make by name */
    size_t                  setting_room, settings_made;
};

/* ---- compare_load.c ---------------------------------------------------------------------------------------------- */

/* A result.json, a folder with one, what --stats wrote, or FILE.db@POINT. */
bool compare_load(const char *name, struct compare_side *side, struct diag *diag);
/* Whether a file is one of these, and no program. */
bool compare_is_result(const char *name);
bool compare_take(const struct measured *measured, const char *name, struct compare_side *side, struct diag *diag);
void compare_free(struct compare_side *side);

/* ---- compare.c --------------------------------------------------------------------------------------------------- */

/* A number that both have, or one of them. */
struct compare_row {
    const char *path, *name, *unit;
    bool        has[2];
    double      value[2];
    double      difference; /* of the greater one; 1 when only one has it */
    double      points;     /* of the longer run's clocks, of a part of a hundred its own: rows are ranked by it */
};

struct compare_rows {
    struct compare_row *rows; /* the most points first, equal ones last */
    size_t              count, differ;
};

struct compare_result {
    const struct compare_side *sides[2];
    bool                       same;
    bool                       cut_off[2]; /* it did not come to its end: its cycles are no speed */
    struct compare_rows        counters;
    struct compare_rows        performance; /* when both have them */
    struct compare_row        *stalls;      /* per cent of the chances of each arbiter, those of all SIMDs together */
    size_t                     stall_count;
    struct compare_row        *settings; /* those that differ; their values are in the sides */
    size_t                     setting_count;
};

/* Sorts both sides. */
bool compare_make(struct compare_side sides[2], struct compare_result *result, struct diag *diag);
void compare_result_free(struct compare_result *result);

/* ---- compare_print.c --------------------------------------------------------------------------------------------- */

/* At most so many rows of counters; 0: all that differ, `all`: equal ones, too. */
void compare_print(FILE *out, const struct compare_result *result, unsigned limit, bool all);
void compare_print_csv(FILE *out, const struct compare_result *result);
bool compare_print_json(FILE *out, const struct compare_result *result);
/* The value of a setting, or NULL. */
const char *compare_setting_of(const struct compare_side *side, const char *name);

#endif
