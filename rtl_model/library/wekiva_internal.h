/* wekiva_internal.h - what the parts of the public library share. */
#ifndef RTL_MODEL_WEKIVA_INTERNAL_H
#define RTL_MODEL_WEKIVA_INTERNAL_H

#include "rtl_model/event.h"
#include "rtl_model/history.h"
#include "rtl_model/machine.h"
#include "rtl_model/observing.h"
#include "rtl_model/pins.h"
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
    struct rtl_machine     machine;
    struct trace          *trace;    /* or NULL */
    struct machine_rows   *rows;     /* of the trace, or NULL */
    uint64_t               traced;   /* the first cycle that has not been sampled */
    struct history        *history;  /* or NULL */
    bool                   counting; /* wk_counters_keep */
    struct observing       observed; /* by: NULL when nothing is counted */
    struct machine_signals until_signals;
    struct event           until; /* of wk_run_until; not open before */
    char                  *until_text;
    uint64_t               until_cycle; /* where it ended */
    struct pins           *pins;        /* of wk_ports_*, or NULL */
    /* What the machine stands on: both programs, unless the launch has them, and the launch with their names in it. */
    struct wk_program *program, *fetch;
    struct wk_launch  *launch;
    struct launch      launch_with_program;
};

/* Fill a diagnostic, which may be NULL, and return the status. */
enum wk_status library_failed(struct wk_diagnostic *diagnostic, const struct diag *diag, enum wk_status status);
enum wk_status library_bad(struct wk_diagnostic *diagnostic, enum wk_status status, const char *what);
enum wk_status library_no_memory(struct wk_diagnostic *diagnostic);

/* A program of one user; `bytes` NULL: from the file `name`; `chip` NULL: for the first family. */
enum wk_status library_program(const char *chip, const char *name, const void *bytes, size_t length,
                               struct wk_program **program, struct wk_diagnostic *diagnostic);

/* Before the edge of a clock that is traced or counted; the wires have been driven. */
void library_look(struct wk_machine *machine);
/* What was looked for is forgotten: the next wk_run_until begins anew. */
void library_forget_event(struct wk_machine *machine);
/* What a waveform and counters need is shown from here on. */
void library_show(const struct wk_machine *machine);
/* Counters, if they are kept, begin anew: the machine is another one than in the clock before.  WK_REFUSED: memory is
 * out, and they are not kept any more. */
enum wk_status library_count_anew(struct wk_machine *machine, struct wk_diagnostic *diagnostic);

#endif
