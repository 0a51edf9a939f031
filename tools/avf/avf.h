/* avf.h - a campaign of fault injection: single-event upsets in registers and memories of a run, a bit each, and what
 * they do to its results; the architectural vulnerability factor of a block is the share that is not masked.
 *
 * The clean run comes first.  Bits and clocks are drawn from a seed, row by row; each flip goes its way in a process of
 * its own that begins as a copy of one at the flip's clock, so that it costs the clocks behind it alone, and whatever
 * it does to the model's memory ends with it. */
#ifndef TOOLS_AVF_AVF_H
#define TOOLS_AVF_AVF_H

#include <stdio.h>

#include "rtl_model/flip.h"

enum avf_class {
    AVF_MASKED,    /* results and clocks of the clean run */
    AVF_RETIMED,   /* its results, not its clocks */
    AVF_WRONG,     /* other results: silent data corruption */
    AVF_HANG,      /* not finished at the limit */
    AVF_RULE,      /* the machine stopped at a broken rule: detected */
    AVF_UNDEFINED, /* a state for which the model says nothing: an assertion of it, or an index outside of its memory */
    AVF_CLASSES
};
extern const char *const avf_class_names[AVF_CLASSES];

/* A register or memory from which bits are drawn. */
struct avf_place {
    unsigned                 instance, row; /* row: of the table */
    const struct rtl_signal *signal;
    uint64_t                 end; /* bits of the row up to and with this one */
};

/* A row of the table. */
struct avf_row {
    char     name[TRIGGER_NAME_BYTES];
    unsigned first, count; /* its places */
    uint64_t bits;
    unsigned flips, of[AVF_CLASSES];
};

enum { AVF_MESSAGE = 200, AVF_JOBS_MAX = 64, AVF_FLIPS_MOST = 1000000 };
struct avf_outcome {
    enum avf_class class;
    uint64_t cycles; /* at which it ended; 0: not known */
    char     message[AVF_MESSAGE];
};

struct avf_flip {
    struct flip        of;
    unsigned           row;
    struct avf_outcome outcome;
};

enum avf_by { AVF_BY_BLOCK, AVF_BY_INSTANCE, AVF_BY_SIGNAL };

struct avf {
    const struct rtl_machine *clean;                /* has finished */
    const struct rtl_machine *machine;              /* the same at its beginning */
    struct trigger_names      names;                /* of the second one */
    uint64_t                  first, cycles, limit; /* clocks of the clean run; where a run is a hang */
    double                    seconds;              /* processor time of the clean run */
    bool                      lds;                  /* is part of the results */
    struct avf_place         *places;               /* row by row */
    unsigned                  place_count;
    struct avf_row           *rows;
    unsigned                  row_count;
    struct avf_flip          *flips; /* row by row */
    unsigned                  flip_count;
};

/* Registers and memories that match one of the patterns (fnmatch, separated by commas; NULL: all), of an instance's
 * path or a signal's whole name, in rows.  Counters of statistics are none: no chip has them. */
bool avf_choose(struct avf *avf, const char *patterns, enum avf_by by, struct diag *diag);
/* So many flips in each row, the same for a seed whatever other rows there are. */
bool avf_draw(struct avf *avf, unsigned flips, uint64_t seed, struct diag *diag);
/* Injects them in so many processes at once, which changes nothing else, and counts their outcomes.  False: the
 * diagnosis says why, or a signal came (tools/run/interrupt.h). */
bool avf_inject(struct avf *avf, unsigned jobs, struct diag *diag);
/* An empty one is allowed. */
void avf_free(struct avf *avf);

/* Whether a machine that has finished has the clean one's results; else the first difference, in words. */
bool avf_results_agree(const struct avf *avf, const struct rtl_machine *machine, char text[AVF_MESSAGE]);

/* A share and its interval of 95 % (Wilson's score), of `flips` of which `hits` count; 0 to 1 without any. */
struct avf_share {
    double value, low, high;
};
struct avf_share avf_share(unsigned hits, unsigned flips);
/* What is not masked: of a row; of all rows, by their bits. */
struct avf_share avf_row_share(const struct avf_row *row);
struct avf_share avf_all_share(const struct avf *avf);

void avf_print(const struct avf *avf, FILE *out);
/* A line for each flip: as --flip takes it, its row, class, clocks, message (RFC 4180). */
void avf_print_csv(const struct avf *avf, FILE *out);

#endif
