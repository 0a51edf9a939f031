/* vcd.h - the signals of a machine as a waveform: a .vcd file, or a .fst file.
 *
 * The writer looks at the modules from outside, through their signal tables, and writes what changed:
 *
 *     machine_wire(m);
 *     trace_sample(trace, cycle);     after the wires have settled, before the clock edge
 *     machine_eval(m);
 *     machine_commit(m);
 *
 * In the file
 *   - a dotted instance path is a chain of scopes, each opened once; a signal is `i_`, `o_` or `r_` and its name;
 *   - a short vector is a scope of its elements' names, or e0, e1 ...;
 *   - with `lanes`, a lane vector is a scope of lane00, lane01 ..., a memory (`m_`) a scope of row000, row001 ...;
 *   - the first top scope also has `clk` and `cycle`, the cycle's number;
 *   - one cycle is 1 ns, TRACE_CYCLE_TIME of the time scale, so cycle 123 starts at 123 ns, with the rising edge of
 *     clk; what is shown there is what the registers take over at the next rising edge;
 *   - behind the cycle of something to look at (trace_mark.look) the last values stay for TRACE_STILL_CYCLES more;
 *   - derived signals (derive.h) are scopes and names like the others, without a prefix;
 *   - no date and no host name: the same run gives the same bytes. */
#ifndef TRACE_VCD_H
#define TRACE_VCD_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/alias.h"
#include "kit/diag.h"
#include "kit/rtl.h"
#include "trace/derive.h"
#include "trace/views.h"

enum {
    TRACE_CYCLE_TIME = 10, /* units of TRACE_UNIT_PS */
    TRACE_UNIT_PS = 100,
    TRACE_STILL_CYCLES = 16, /* without a clock, behind a run that has been stopped: room to see why */
    TRACE_SHORT_VECTOR = 16  /* vectors of fewer elements are always traced, longer ones with `lanes` */
};

/* What the elements of a short vector are called in the file: `type` is the C type's name. */
struct trace_elements {
    const char        *type;
    const char *const *names;
};

struct trace_options {
    const char
        *path; /* the file; a name that ends in .fst makes it one; NULL: no waveform, toggles are counted alone */
    const char *saif;  /* a file of toggles, too (Switching Activity Interchange Format), or NULL */
    const char *scope; /* fnmatch(3) patterns, separated by commas; NULL traces everything.  A pattern is held against
                          the instance path, `path.o_name` and, for lanes and rows, `path.o_name.lane03` and
                          `path.m_name.row012.lane03`; `*` also matches dots.  One that matches nothing is an error. */
    uint64_t                     from;     /* the first cycle to trace; all values are written there */
    uint64_t                     end;      /* the first cycle not to trace; 0: until trace_close */
    uint64_t                     limit;    /* bytes, as trace_full counts them; 0: none */
    bool                         toggles;  /* are counted, for trace_toggles; for `saif` they are in any case */
    bool                         lanes;    /* lane vectors and memories too */
    bool                         alone;    /* the sampler writes too: no second thread */
    const struct trace_elements *elements; /* names for short vectors; may be NULL, must outlive the trace */
    unsigned                     element_types;
    const struct trace_view     *views; /* of enumerations, whose names a .fst file has; may be NULL */
    unsigned                     view_count;
    size_t behind; /* bytes that may be read behind the state of each instance: more is compared at once */
    const struct rtl_alias *aliases; /* wires that share an identifier with what they are the same as, or with another
                                        alias of it, by their places in trace_open's list; trace_open alone needs it */
    unsigned                       alias_count;
    const struct trace_derivation *derived; /* signals that no module has; may be NULL, must outlive the trace */
};

struct trace;

/* Reads "FROM:TO", "FROM:" or ":TO", decimal cycles, both included, into from and end. */
bool trace_window(const char *text, struct trace_options *options, struct diag *diag);

/* Creates the file and writes its header; NULL and a diagnosis when there is nothing to trace or nowhere to write.
 * Instances, tables and states must outlive the trace; strings of the options need not. */
struct trace *trace_open(const struct trace_options *options, const struct rtl_instance *instances, unsigned count,
                         struct diag *diag);

/* Writes what changed since the last call.  Cycles must rise. */
void trace_sample(struct trace *trace, uint64_t cycle);

/* Cycles are left out behind the last one: in the file no signal has a value there ($dumpoff, $dumpon). */
void trace_pause(struct trace *trace);

/* The same, when it is known whose signals may have changed since the last call: bit n of a set stands for the nth of
 * trace_open's instances.  The others are not looked at.  trace_sets has room for such sets. */
struct trace_changed {
    uint64_t *wires, *registers; /* memories are registers here */
};
struct trace_changed trace_sets(const struct trace *trace);
void                 trace_sample_changed(struct trace *trace, uint64_t cycle, const struct trace_changed *changed);

/* The instances that the file needs, sets as above: for their wires; for their registers and memories; for registers
 * and memories other than counters, countdowns and phases, of which alone rows of views and marks are made.  False:
 * marks may need any. */
struct trace_needs {
    uint64_t *wires, *registers, *steady;
};
bool trace_needs(const struct trace *trace, const struct trace_needs *needs);

/* Whether lane vectors or memories are among the signals: without them their values need not be computed. */
bool trace_has_lanes(const struct trace *trace);

/* What is sampled is written by a second thread, in its own time.  trace_settle waits until it has written all of it;
 * trace_flush also hands it to the system. */
void trace_settle(struct trace *trace);
void trace_flush(struct trace *trace);

/* As trace_flush, for the handler of a fatal signal: a last resort, which calls nothing that a handler may not.  A .fst
 * file is ended, by the second thread. */
void trace_rescue(struct trace *trace);

/* True when the file can no longer be written or a signal held more than its width; trace_close says which.  This and
 * trace_full hold for what has been written. */
bool trace_failed(const struct trace *trace);

/* True when the file has reached its limit.  It ends with that cycle and later ones are not written: what is
 * over the limit is less than a cycle's changes, with .fst a block of the file. */
bool trace_full(const struct trace *trace);

/* Bits of an instance in the file, and how often they have changed: of the hardware, without derived signals and the
 * model's own counts. */
struct trace_toggles {
    uint64_t bits, toggles;
};
/* Adds to `of`, by instance as trace_open got them, what has been counted when the writer has settled; the cycles. */
uint64_t trace_toggles(const struct trace *trace, struct trace_toggles *of);

/* Ends and frees the trace (NULL is allowed).  False when anything was lost: a write failed, the window
 * was never reached, or a signal held a value wider than its declaration.  A file that is not whole, or holds nothing,
 * is removed. */
bool trace_close(struct trace *trace, struct diag *diag);
/* Ends, frees and removes it. */
void trace_abandon(struct trace *trace);

#endif
