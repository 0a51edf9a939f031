/* run_options.h - what the options of `wekiva run` are given (run_option_rows.h). */
#ifndef TOOLS_RUN_OPTIONS_H
#define TOOLS_RUN_OPTIONS_H

#include "rtl_model/machine.h"
#include "tools/options.h"
#include "trace/vcd.h"

enum { RUN_SETS_MAX = 256, RUN_BESIDE_MAX = 64, RUN_WATCH_MAX = 64, RUN_FLIP_MAX = 64, PATH_BYTES = 4096 };

/* A run without --max-cycles ends here: hours of processor time, so that a program that hangs ends with status 3. */
#define RUN_CYCLES_DEFAULT UINT64_C(1000000000)
#define RUN_NO_PROGRESS_DEFAULT UINT64_C(10000000)

/* Clocks around an event of --trigger. */
enum { TRIGGER_BEFORE_DEFAULT = 200, TRIGGER_AFTER_DEFAULT = 500 };

/* A waveform without a limit: what GTKWave still opens on a machine of today. */
#define TRACE_LIMIT_DEFAULT (UINT64_C(2) << 30)

enum run_progress { PROGRESS_AUTO, PROGRESS_JSON, PROGRESS_NONE };

struct run_options {
    const char          *program;       /* NULL: the launch file names it */
    const char          *launch, *chip; /* chip NULL: the program says it */
    const char          *sets[RUN_SETS_MAX];
    unsigned             set_count;
    struct trace_options trace;       /* path NULL: no waveform; no file of toggles either: none */
    bool                 trace_apart; /* each signal has an identifier of its own */
    bool                 live;        /* GTKWave shows it from its start on */
    const char          *stats, *out;
    enum result_format   stats_format;
    bool                 stats_format_given, counters;
    char                 counters_file[PATH_BYTES]; /* of --counters-every, or empty */
    uint64_t             counters_clocks;           /* between two of its lines */
    uint64_t             max_cycles;
    uint64_t             no_progress;      /* clocks; 0: no matter how long */
    uint64_t             threads;          /* in place of the launch's; 0: those */
    uint64_t             jobs;             /* threads; 0: as many as there are processors */
    char                 save[PATH_BYTES]; /* snapshot to write, or empty */
    uint64_t             save_cycle;
    const char          *load; /* snapshot to continue from, or NULL */
    bool                 json, dump_gprs, dump_lds, dump_globals, quiet, verbose, lint, limit, energy;
    const char          *energy_table, *roofline, *roofline_points; /* or NULL */
    enum run_progress    progress;
    const char          *replace[RUN_BESIDE_MAX], *beside[RUN_BESIDE_MAX], *record[RUN_BESIDE_MAX];
    unsigned             replace_count, beside_count, record_count;
    const char          *watch[RUN_WATCH_MAX];
    unsigned             watch_count;
    const char          *flip[RUN_FLIP_MAX];
    unsigned             flip_count;
    const char          *trigger; /* an expression (trace/trigger.h), or NULL; of each event: */
    uint64_t             trigger_before, trigger_after, trigger_count; /* clocks; events */
    uint64_t             last;                                         /* clocks before a failure; 0: none are kept */
    const char          *kanata, *perfetto;                            /* pipeline views, or NULL */
    struct machine_waves pipeline_ranges[MACHINE_RANGES];
    unsigned             pipeline_range_count;
    uint64_t             pipeline_from, pipeline_end; /* as trace.from, trace.end */
    uint64_t             pipeline_limit;
};

/* Whether clocks are sampled, for a waveform or to count toggles. */
static inline bool run_options_sample(const struct run_options *options)
{
    return options->trace.path || options->trace.saif || options->trace.toggles;
}

/* Returns OPTION_END when all is well, else what options_status understands. */
int run_options_parse(const struct command *command, int argc, char **argv, struct run_options *options);

#endif
