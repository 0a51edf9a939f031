/* sweep_options.h - the options of `wekiva sweep`. */
#ifndef TOOLS_SWEEP_OPTIONS_H
#define TOOLS_SWEEP_OPTIONS_H

#include "tools/options.h"
#include "tools/sweep/sweep_report.h"

/* What the command line says. */
struct sweep_call {
    struct sweep        sweep;
    struct sweep_report report;
    const char         *out, *merge, *points, *sensitivity;
    unsigned            skipped; /* parameters */
    uint64_t            seeds;   /* 0: none */
    uint64_t            jobs, part, parts;
    option_set_t        given;
};

/* Returns OPTION_END when all is well, else what options_status understands. */
int sweep_options_parse(const struct command *command, int argc, char **argv, struct sweep_call *call);
/* Whether all options that are given are those of a report. */
bool sweep_options_only_show(const struct sweep_call *call);

enum { SWEEP_OPTION_COUNT = 24, SWEEP_RULE_COUNT = 2 };
extern const struct option_row  sweep_option_rows[SWEEP_OPTION_COUNT];
extern const struct option_rule sweep_option_rules[SWEEP_RULE_COUNT];

#endif
