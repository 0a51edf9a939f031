/* sweep_subject.h - a point of a sweep as the subject of another command: SWEEP.db@N. */
#ifndef TOOLS_SWEEP_SUBJECT_H
#define TOOLS_SWEEP_SUBJECT_H

#include "tools/subject.h"
#include "tools/sweep/sweep_run.h"

struct sweep_subject {
    struct sweep         sweep;
    struct sweep_setting setting;
    char                 path[4096];
};

/* Whether an operand is FILE@N and FILE the database of a sweep. */
bool sweep_subject_is(const char *operand);

/* Launch, program, chip and parameters of point N become those of the subject, which is loaded then; threads are taken
 * behind that.  Whether it has run twice says sweep.warm.  False: no such point, a launch from the standard input,
 * files that have changed since.  To be closed in any case, behind the subject. */
bool sweep_subject_open(struct sweep_subject *of, const char *operand, struct subject *subject, struct diag *diag);
bool sweep_subject_loaded(const struct sweep_subject *of, struct subject *subject, struct diag *diag);
void sweep_subject_close(struct sweep_subject *of);

#endif
