/* run_loop.h - the clock of `wekiva run`: cycle by cycle to an end, with waveform, progress and interrupts. */
#ifndef TOOLS_RUN_LOOP_H
#define TOOLS_RUN_LOOP_H

#include "rtl_model/machine.h"
#include "tools/run/run_activity.h"
#include "tools/run/run_counters.h"
#include "tools/run/run_energy.h"
#include "tools/run/run_options.h"
#include "tools/run/run_roofline.h"

enum run_end {
    RUN_FINISHED,
    RUN_STOPPED, /* the program broke a rule, or a block an assertion: the diagnosis says which */
    RUN_CYCLE_LIMIT,
    RUN_NO_PROGRESS, /* a wavefront has stood still for too long: the diagnosis says which, where and why */
    RUN_INTERRUPTED, /* by `signal` */
    RUN_NO_COUNTERS, /* the file of --counters-every cannot be written: the diagnosis says why */
    RUN_NO_SNAPSHOT, /* the snapshot could not be written: the diagnosis says why */
    RUN_NO_BLOCK     /* a Verilog block cannot go on: the diagnosis says why */
};

struct run {
    const struct run_options  *options;
    struct rtl_machine         machine;
    const struct machine_chip *chip;
    struct takeover           *takeover;    /* Verilog blocks and records, or NULL */
    unsigned                   shown_count; /* instances of the waveform: the machine's, and those of Verilog blocks */
    struct trace_options       trace_how;   /* ... and names of its elements */
    struct trace              *trace;       /* or NULL */
    struct run_trigger        *trigger;     /* or NULL: all of it is traced, or nothing */
    struct run_flips          *flips;       /* or NULL */
    struct run_counters        counters;
    struct run_energy          energy;
    struct run_roofline        roofline;
    struct machine_rows       *rows;                   /* what it shows beside the machine's signals, or NULL */
    char                      *save_file;              /* the waveform's, or NULL; freed with the run */
    uint64_t                   traced_from, traced_to; /* cycles in the waveform, both included */
    bool                       traced, saved;
    bool                       made_view;  /* the folder of the waveform viewer's files was not there before */
    bool                       trace_full; /* the waveform has ended at its limit */
    bool                       trace_lost; /* it is not whole: */
    bool                       trace_told; /* which has been said */
    struct diag                trace_diag; /* why */
    struct run_activity        activity;   /* toggles of the waveform that has been closed */
    struct run_pipeline       *pipeline;   /* pipeline views, or NULL */
    bool                       pipeline_lost, pipeline_told, clocked;
    struct diag                pipeline_diag;
    int                        signal;
    struct result_row         *row;      /* results of the launches that are over, of a row; or NULL */
    bool                       mismatch; /* one of them was not as expected */
};

/* From here on SIGINT, SIGTERM and SIGHUP end the run in order: at once when it is under way, at its first cycle when
 * it is still being set up.  The second one ends the process.  Faults flush the waveform. */
void run_handle_signals(void);

/* The present clock becomes part of the waveform; its wires are driven. */
void run_sample(struct run *run);

/* To the end of the present launch. */
enum run_end run_clock(struct run *run, struct diag *diag);

#endif
