/* wekiva_internal.h - what the parts of the public library share. */
#ifndef RTL_MODEL_WEKIVA_INTERNAL_H
#define RTL_MODEL_WEKIVA_INTERNAL_H

#include "rtl_model/history.h"
#include "rtl_model/machine.h"
#include "rtl_model/wekiva.h"
#include "trace/vcd.h"

struct wk_program {
    struct program    program;
    char             *name; /* for diagnostics */
    _Atomic(unsigned) users;
};

struct wk_launch {
    struct launch    *launch;
    _Atomic(unsigned) users;
};

struct wk_machine {
    struct rtl_machine   machine;
    struct trace        *trace;   /* or NULL */
    struct machine_rows *rows;    /* of the trace, or NULL */
    uint64_t             traced;  /* the first cycle that has not been sampled */
    struct history      *history; /* or NULL */
    /* What the machine stands on: both programs, unless the launch has them, and the launch with their names in it. */
    struct wk_program *program, *fetch;
    struct wk_launch  *launch;
    struct launch      launch_with_program;
};

/* Fill a diagnostic, which may be NULL, and return the status. */
enum wk_status library_failed(struct wk_diagnostic *diagnostic, const struct diag *diag, enum wk_status status);
enum wk_status library_bad(struct wk_diagnostic *diagnostic, enum wk_status status, const char *what);

/* Before the edge of a clock that is traced; the wires have been driven. */
void library_sample(struct wk_machine *machine);

#endif
