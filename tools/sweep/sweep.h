/* sweep.h - what a sweep is: axes with their values, and a point for every combination of them.
 *
 * Points are numbered row by row, the last axis fastest.  Tied axes, the columns of a file of points, count as one: the
 * first of them has its place, and the nth values of all go together.  A sweep is known by what it is made of: its
 * axes, the hashes of the programs, launches and chips that they name, and what all points have in common. */
#ifndef TOOLS_SWEEP_H
#define TOOLS_SWEEP_H

#include "rtl_model/machine.h"

enum { SWEEP_AXES_MAX = 128, SWEEP_VALUES_MAX = 65536, SWEEP_POINTS_MAX = 1 << 24, SWEEP_SEEDS_MAX = 1000 };

enum sweep_kind { SWEEP_PROGRAM, SWEEP_LAUNCH, SWEEP_CHIP, SWEEP_THREADS, SWEEP_SET, SWEEP_KINDS };

struct sweep_value {
    char       *text;
    uint64_t    hash; /* of what it names: program, launch with its files, chip; else 0 */
    const char *file; /* of points or of the sweep, where it stands; NULL: a word of the command line */
    unsigned    line, column;
};

struct sweep_axis {
    enum sweep_kind     kind;
    char               *name; /* of a parameter, or "launch." and a key of the launch; else that of the kind */
    char               *unit;
    struct sweep_value *values;
    unsigned            count;
    bool                tied;
};

struct sweep {
    struct sweep_axis            axes[SWEEP_AXES_MAX]; /* by kind; parameters as they were given */
    unsigned                     axis_count;
    const struct machine_family *family; /* of its chips */
    uint64_t                     points;
    uint64_t                     max_cycles, no_progress;
    bool                         warm;
    bool                         counters;    /* points have their performance counters, too */
    bool                         sensitivity; /* row 0 is the chip, each other row one parameter changed */
    bool                         seeds;       /* --seeds is given */
    char                        *launch_text; /* of the standard input, when a launch is "-" */
    size_t                       launch_length;
};

void sweep_free(struct sweep *sweep);

/* "program", "launch", "chip", "threads", "set" */
const char *sweep_kind_name(enum sweep_kind kind);

/* Adds values to an axis, which is made when there is none: `list` is values with commas between them, of threads and
 * parameters also ranges, 1..8, 0..100:25, 1..64*2.  `name` is the parameter's. */
bool sweep_add(struct sweep *sweep, enum sweep_kind kind, const char *name, const char *list, struct diag *diag);

/* The axis, made in its place when there is none, and one more value of it. */
struct sweep_axis *sweep_make_axis(struct sweep *sweep, enum sweep_kind kind, const char *name, struct diag *diag);
bool               sweep_add_value(struct sweep_axis *axis, const char *text, size_t length, struct diag *diag);

/* Reads a file of points (docs/sweep.md): its columns become tied axes, of which none is there yet. */
bool sweep_read_points(struct sweep *sweep, const char *path, struct diag *diag);

/* Adds tied axes: each parameter of the chip halved and doubled, as far as its range goes, one at a time; of `all` of
 * them, or of the names given, with commas between them.  Skipped parameters, named values and values that do not
 * change, are counted. */
bool sweep_make_sensitivity(struct sweep *sweep, const char *names, unsigned *skipped, struct diag *diag);

/* Adds an axis of seeds, 1 to `count`, that perturb the starts of wavefronts. */
bool sweep_make_seeds(struct sweep *sweep, uint64_t count, struct diag *diag);
/* The axis of seeds, if it has several and is not tied to others, or -1. */
int sweep_seed_axis(const struct sweep *sweep);

/* Reads a sweep file (docs/sweep.md), of which no axis replaces one that is there. */
bool sweep_read_file(struct sweep *sweep, const char *path, struct diag *diag);
/* Whether a file is one: its text begins with a brace. */
bool sweep_is_file(const char *path);

/* By how much an axis multiplies the points: tied axes by their rows once, the first of them. */
unsigned sweep_factor(const struct sweep *sweep, unsigned axis);
/* By how many points the next value of an axis is away. */
uint64_t sweep_stride(const struct sweep *sweep, unsigned axis);

/* The last step: every program, launch and chip is read once, values are checked and written as the chip has them. */
bool sweep_settle(struct sweep *sweep, struct diag *diag);
/* Part of it, alone for a sweep that was read from its file: the family of its chips, which is one. */
bool sweep_settle_family(struct sweep *sweep, struct diag *diag);

/* Which value of each axis a point has. */
void sweep_point(const struct sweep *sweep, uint64_t point, unsigned at[SWEEP_AXES_MAX]);
/* Of an axis "launch.KEY" the key of the launch, else NULL. */
const char *sweep_launch_key(const struct sweep_axis *axis);
/* The axis of a kind, or NULL. */
const struct sweep_axis *sweep_axis_of(const struct sweep *sweep, enum sweep_kind kind);
/* The launch of this name, "-" being the text of the standard input; its threads are those of the file. */
struct launch *sweep_load_launch(const struct sweep *sweep, const char *name, struct diag *diag);
/* The same with other values of its keys, "num_gprs=8". */
struct launch *sweep_load_launch_with(const struct sweep *sweep, const char *name, char *const *keys, unsigned count,
                                      struct diag *diag);
/* Of the launch, its files, and the chip and the programs that it names and that are not replaced. */
bool sweep_launch_hash(const struct sweep *sweep, const struct launch *launch, uint64_t *hash, struct diag *diag);

#endif
