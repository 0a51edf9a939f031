/* why_report.h - chains of lost chances: asked for cycle by cycle, followed until they are over, printed and drawn. */
#ifndef TOOLS_WHY_WHY_REPORT_H
#define TOOLS_WHY_WHY_REPORT_H

#include <stdio.h>

#include "rtl_model/machine.h"
#include "tools/why/why_sum.h"

struct pipe_view;

struct why_answer {
    unsigned          simd;
    enum pipe_arbiter arbiter;
    uint64_t          asked;
    bool              shows; /* a chance */
    struct why_chain  chain;
    struct pipe_event next; /* what is issued there next, if `issued` */
    bool              issued;
};

struct why_report {
    struct pipe_taker          taker; /* first */
    struct rtl_machine        *machine;
    struct machine_pipeline   *view;
    const struct machine_chip *chip;
    const struct launch       *launch; /* or the first of several at once; programs are loaded */
    bool                       json;
    uint64_t                   max_cycles, no_progress; /* clocks, as of `wekiva run` */
    struct diag                cut;                     /* why the run was not followed to its end, or empty */
    struct why_answer          answer[PIPE_ARBITERS];
    unsigned                   answers;
    uint64_t                  *counts; /* of all chances: [arbiter][reason][cause] */
    struct why_sum            *sum;    /* and of lost ones, or NULL */
    struct why_next            next;   /* what is issued when, once it has been foreseen */
};

/* From the machine's present cycle on its events are followed. */
void why_report_begin(struct why_report *report);
/* Before that, on a machine of its own that is not used again: runs on until every slot has issued something behind a
 * cycle, or to the end, so that chains are of the wavefront that was next.  False: not enough memory. */
bool why_report_foresee(struct why_report *report, uint64_t cycle);
/* Cycles must not fall; a chance is at most 8 clocks before the cycle.  False: the run ends before. */
bool why_report_ask(struct why_report *report, unsigned simd, enum pipe_arbiter arbiter, uint64_t cycle);
/* Runs on until everything in the chains is over, or the run is. */
void why_report_settle(struct why_report *report);
void why_report_print(const struct why_report *report, FILE *out);
void why_report_draw(const struct why_report *report, struct pipe_view *perfetto);

/* To the end of the run: every chance of the arbiters (a bit each), of a SIMD or -1, counted; with `sum` by parameter,
 * line and wavefront. */
void why_report_all(struct why_report *report, unsigned arbiters, int simd, FILE *out);

void why_report_free(struct why_report *report);

#endif
