/* run_option_rows.h - the options of `wekiva run`: what each is, and what they demand of one another. */
#ifndef TOOLS_RUN_OPTION_ROWS_H
#define TOOLS_RUN_OPTION_ROWS_H

#include "tools/options.h"

/* The rows of the table, in its order. */
enum run_option {
    OPTION_LAUNCH,
    OPTION_CHIP,
    OPTION_SET,
    OPTION_THREADS,
    OPTION_TRACE,
    OPTION_TRACE_SCOPE,
    OPTION_TRACE_WINDOW,
    OPTION_TRACE_LANES,
    OPTION_TRACE_APART,
    OPTION_TRACE_LIMIT,
    OPTION_SAIF,
    OPTION_ACTIVITY,
    OPTION_LIVE,
    OPTION_TRIGGER,
    OPTION_BEFORE,
    OPTION_AFTER,
    OPTION_COUNT_EVENTS,
    OPTION_LAST,
    OPTION_WATCH,
    OPTION_PIPELINE,
    OPTION_PERFETTO,
    OPTION_PIPELINE_WAVES,
    OPTION_PIPELINE_WINDOW,
    OPTION_PIPELINE_LIMIT,
    OPTION_STATS,
    OPTION_STATS_FORMAT,
    OPTION_COUNTERS,
    OPTION_COUNTERS_EVERY,
    OPTION_LIMIT,
    OPTION_ENERGY,
    OPTION_ENERGY_TABLE,
    OPTION_ROOFLINE,
    OPTION_OUT,
    OPTION_MAX_CYCLES,
    OPTION_NO_PROGRESS,
    OPTION_JOBS,
    OPTION_JSON,
    OPTION_DUMP_GPRS,
    OPTION_DUMP_LDS,
    OPTION_DUMP_GLOBALS,
    OPTION_SAVE_SNAPSHOT,
    OPTION_LOAD_SNAPSHOT,
    OPTION_QUIET,
    OPTION_VERBOSE,
    OPTION_LINT,
    OPTION_PROGRESS,
    OPTION_REPLACE,
    OPTION_BESIDE,
    OPTION_RECORD,
    RUN_OPTION_COUNT
};
_Static_assert((int)RUN_OPTION_COUNT <= (int)OPTIONS_MAX, "a set has a bit for every option");

enum { RUN_RULE_COUNT = 16 };
extern const struct option_row  run_option_rows[RUN_OPTION_COUNT];
extern const struct option_rule run_option_rules[RUN_RULE_COUNT];

#endif
