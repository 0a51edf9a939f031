/* asked_run.h - a run that is asked: what the command line names, both machines of its timeline, and the timeline. */
#ifndef TOOLS_SERVE_ASKED_RUN_H
#define TOOLS_SERVE_ASKED_RUN_H

#include "rtl_model/timeline.h"
#include "tools/subject.h"

struct asked_run {
    struct subject     subject; /* the caller fills in what the command line says; one_for, too */
    uint64_t           max_cycles, no_progress;
    struct rtl_machine now, past;
    struct timeline    timeline;
};

/* False and what is wrong with it; it is to be closed all the same. */
bool asked_run_open(struct asked_run *run, struct diag *diag);
void asked_run_close(struct asked_run *run);

#endif
