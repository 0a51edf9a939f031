/* derive.h - signals that no module has, computed from the machine's when a cycle is sampled: what a viewer should see
 * at once.  They lie in scopes of their own; no module depends on them, and without a waveform they are not
 * computed. */
#ifndef TRACE_DERIVE_H
#define TRACE_DERIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/rtl.h"

/* One such signal. Rows of one path are neighbours in the list. */
struct trace_derived {
    const char *path;   /* its scope: "gpu.view.control" */
    const char *name;   /* its name there, without a prefix */
    const char *type;   /* chooses the view (views.h), as rtl_signal.type does */
    unsigned    bits;   /* 1..64 */
    bool        always; /* chosen whatever trace_options.scope says */
    /* The value in the present cycle; more than `bits` is a fault, as in a module. */
    uint64_t (*value)(const void *context, unsigned argument);
    unsigned argument;
    unsigned from; /* it changes with this instance alone, 1 is the first of trace_open's list; 0: with several */
};

/* Whether a viewer opens a long run at a mark: it ends with what one looks for, else it begins with what is of
 * interest. */
enum trace_look { LOOK_ELSEWHERE, LOOK_BEFORE, LOOK_BEHIND };

/* A cycle that a viewer marks: the first, or the last, in which `value` is not 0. */
struct trace_mark {
    const char *name; /* "first issue" */
    bool        last;
    uint64_t (*value)(const void *context, unsigned argument);
    unsigned        argument;
    enum trace_look look;
};

/* All of a machine's; strings and lists outlive the trace. */
struct trace_derivation {
    const struct trace_derived *rows;
    unsigned                    row_count;
    const struct trace_mark    *marks;
    unsigned                    mark_count; /* 56 at most */
    void                       *context;
    /* Called first in each sampled cycle, with the set of instances whose registers may have changed.  False: rows of
     * several instances are as they were.  `own`: instances with rows of their own; it may remove instances whose rows
     * are as they were.  May be NULL. */
    bool (*begin)(void *context, const uint64_t *changed, uint64_t *own);
    unsigned (*work)(const void *context); /* how much is at work in the cycle, 0: nothing, 255 at most; may be NULL */
    const char *found_path; /* the scope of a row for each mark and one for the work, always chosen: so a waveform says
                               how it is to be opened (reopen.h).  NULL: there are no such rows */
    /* Marks and work change with these instances alone, counted as trace_derived.from; NULL: with any. */
    const unsigned *mark_from;
    unsigned        mark_from_count;
    /* Instances of the machine that have nothing to show in this run: only a scope chooses them.  Why, as the beginning
     * of "... not in the waveform"; NULL: there are none. */
    unsigned    quiet_first, quiet_count;
    const char *quiet_text;
};

/* A row that has nothing to show holds this: the bit above its value, so that zero stays a value. */
#define TRACE_IDLE(bits) (UINT64_C(1) << (bits))
/* ... and a row of 64 bits this. */
#define TRACE_IDLE_WORD (~UINT64_C(0))

/* What has been found out about a mark. */
struct trace_marked {
    bool     seen;
    uint64_t cycle;
};

/* Work over time, in buckets of `width` cycles; when they do not suffice, two become one. */
enum { WORK_BUCKETS = 1024, WORK_WIDTH = 16 };
struct trace_work {
    uint32_t bucket[WORK_BUCKETS];
    unsigned used;
    uint64_t first, width; /* cycles */
};

struct derive {
    const struct trace_derivation *list;
    uint64_t                      *values;    /* of the rows, the marks and the work */
    char                          *names;     /* of the marks' rows */
    unsigned                       row_count; /* signals, those of marks and work among them */
    struct rtl_signal             *signals;
    struct rtl_module             *modules;
    struct rtl_instance           *instances; /* of the scopes: state is in `values` */
    unsigned                       instance_count;
    unsigned                      *home;     /* of each signal: its instance */
    struct derive_row             *in_order; /* the rows, by the instance they change with */
    struct derive_part            *parts;    /* of in_order, the part of each instance that has one */
    unsigned                       part_count;
    unsigned                      *part_of;   /* by number of the instance */
    uint64_t                      *with_part; /* instances that have one, */
    uint64_t                      *with_mark; /* and those with which marks and work change: sets */
    uint64_t                      *own;       /* in this cycle: those of with_part whose rows may have changed */
    unsigned                       set_words;
    bool                           no_rows; /* none is in the file: marks and work alone are computed */
    struct trace_marked           *marked;
    struct trace_work             *work;
};

enum { DERIVE_BEHIND = 64 }; /* bytes that may be read behind the values */

/* What computing a row needs. */
struct derive_row {
    uint64_t (*value)(const void *context, unsigned argument);
    uint64_t *at;
    unsigned  argument, home;
};

/* Rows of one instance. */
struct derive_part {
    unsigned from, first, count;
};

/* `list` may be NULL: there are none.  False without memory. */
bool derive_open(struct derive *derive, const struct trace_derivation *list);
void derive_close(struct derive *derive);

/* Computes the values of a cycle that may have changed with the registers of these instances, and marks the
 * derived instances whose values have in `moved`, a set. */
void derive_cycle(struct derive *derive, const uint64_t *changed, uint64_t *moved);

/* What the values say about marks and work, a bit for each mark and the work above them; to find out about both, cycle
 * by cycle. */
uint64_t derive_found(const struct derive *derive);
void     derive_find(struct derive *derive, uint64_t cycle, uint64_t found);

/* Where the first stretch of `cycles` cycles begins that has most of the work of the busiest one; the first cycle when
 * nothing has worked. */
uint64_t derive_busy(const struct derive *derive, uint64_t cycles);

/* Whether the cycle of something to look at has been. */
bool derive_looked(const struct derive *derive);

/* Whether an instance is one of derived signals. */
bool derive_owns(const struct rtl_instance *instance);

/* Whether a signal is a derived one that no scope leaves out. */
bool derive_always(const struct derive *derive, const struct rtl_signal *signal);

#endif
