/* stimulus_counts.h - what a table of stimulus is inside (stimulus_table.h): counted in stimulus_table.c, shown in
 * stimulus_print.c, written and added up in stimulus_file.c. */
#ifndef TB_LOCKSTEP_COUNTS_STIMULUS_COUNTS_H
#define TB_LOCKSTEP_COUNTS_STIMULUS_COUNTS_H

#include "tb/lockstep/counts/stimulus_table.h"

enum { VALUES_KEPT = 256, NAME = 80, LABEL = 64, CROSSES_MAX = 16 };

enum axis_kind { AXIS_PART, AXIS_EDGES, AXIS_NAMES, AXIS_VALUES, AXIS_FLOAT, AXIS_MASK, AXIS_NUMBER };

/* A signal or a part, and how often it had each of its values. */
struct axis {
    char                        name[NAME];
    enum axis_kind              kind;
    const struct stimulus_part *part;
    const char *const          *edges;
    const struct rtl_signal    *signal;
    bool                        strap;
    struct trace_view           view;
    unsigned                    bins;
    uint64_t                   *hits;
    /* Numbers: the values, the first VALUES_KEPT of them, and the bits that were 0 and 1. */
    uint64_t value[VALUES_KEPT];
    unsigned values;
    uint64_t zeros, ones;
    /* Straps: the bytes of the cycle before. */
    unsigned char *last;
    bool           followed;
    uint64_t       changes;
};

struct cross {
    const struct axis *row, *column, *beside;
    unsigned           cells; /* of a row */
    uint64_t          *hits;
};

struct stimulus_table {
    const struct lockstep_module *module;
    struct axis                  *axis;
    unsigned                      axes;
    struct cross                  cross[CROSSES_MAX];
    unsigned                      crosses;
    uint64_t                      cycles, restarts;
};

/* What a bin of an axis is called; `text` is for numbers. */
const char *stimulus_label(const struct axis *axis, unsigned bin, char text[LABEL]);
/* A value that an enumeration has no name for need not occur; straps must change, numbers must have two values. */
bool stimulus_expected(const struct axis *axis, unsigned bin);
/* Another value of a number. */
void stimulus_take_number(struct axis *axis, uint64_t value);

#endif
