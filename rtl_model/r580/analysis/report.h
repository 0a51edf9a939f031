/* report.h - what a program of R580 needs and costs, and beside it what a run has measured (machine_family.report).
 *
 * All clocks are those of a full group.  Least: of the way through the program on which a unit works least, no loop
 * more than once.  Most: each instruction that is reached as often as the loops around it have turns. */
#ifndef RTL_MODEL_R580_REPORT_H
#define RTL_MODEL_R580_REPORT_H

#include <stdio.h>

#include "rtl_model/program/program_report.h"
#include "rtl_model/r580/analysis/survey.h"

enum us_report_unit { US_REPORT_ISSUE, US_REPORT_ALU, US_REPORT_TEXTURE, US_REPORT_WAY, US_REPORT_UNITS };
enum us_report_limit { US_REPORT_CONTEXTS, US_REPORT_TEMPORARIES, US_REPORT_LIMITS };

struct us_report {
    const struct us_chip        *chip;
    const struct report_request *request;
    struct us_survey            *survey;
    unsigned                     instructions, unreached;
    unsigned                     temporaries;      /* that are named */
    unsigned                     types[4];         /* of reached instructions: enum us_type */
    unsigned                     rgb, alpha, both; /* units of ALU and output instructions that write something */
    unsigned                     lookups, kills;
    unsigned                     constants;
    uint64_t                     exports; /* render targets and, at 61, the depth */
    unsigned                     open_loops, loops;
    bool                         endless; /* calls or jumps back: there is no most */
    unsigned                     limit[US_REPORT_LIMITS], slots;
    uint32_t                     least[US_REPORT_UNITS];
    double                       most[US_REPORT_UNITS];
    struct {
        bool     given, failed;
        uint64_t cycles, groups;
        double   clocks[US_REPORT_UNITS]; /* a group */
        char     stopped[256];
    } measured;
};

/* False: a wrong launch, or no memory. */
bool us_report_make(const struct us_chip *chip, const struct report_request *request, struct us_report *report,
                    struct diag *diag);
void us_report_free(struct us_report *report);
bool us_report_print(const struct us_chip *chip, const struct report_request *request, FILE *out, bool *failed,
                     struct diag *diag);

#endif
