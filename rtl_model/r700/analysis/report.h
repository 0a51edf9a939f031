/* report.h - what AMD's shader analyzer printed of a program, and beside it what a run has measured (docs/report.md).
 *
 * All clocks are those of a SIMD for one wavefront. */
#ifndef RTL_MODEL_R700_REPORT_H
#define RTL_MODEL_R700_REPORT_H

#include <stdio.h>

#include "rtl_model/program/program_report.h"
#include "rtl_model/r700/analysis/survey.h"
#include "rtl_model/r700/setup/setup.h"

/* What limits how many wavefronts a SIMD has at once. */
enum report_limit { REPORT_GPRS, REPORT_SLOTS, REPORT_STACK, REPORT_LDS, REPORT_LIMITS };
enum { REPORT_UNLIMITED = UINT32_MAX };

/* What SIMDs share: the banks of L2, the memory channels. */
enum report_shared { REPORT_L2, REPORT_MEMORY, REPORT_SHARED };

struct report_measured {
    bool     given;
    uint64_t cycles, waves, groups, instructions;
    double   clocks[SURVEY_UNITS];  /* in which a unit worked, for each wavefront */
    double   memory[REPORT_SHARED]; /* of what SIMDs share: of their time the part that is a SIMD's */
    double   total;                 /* of a SIMD, for each wavefront */
    char     stopped[512];          /* why the run did not finish, or empty */
    bool     failed;                /* it broke a rule */
};

struct report {
    const struct chip_config *chip;
    struct report_request     request;
    struct survey             survey;
    struct simd_launch        simd; /* registers, stack and groups: given, else what the program needs */
    bool                      gprs_given, stack_given;
    unsigned                  limit[REPORT_LIMITS];
    unsigned                  resident;  /* the least of them */
    unsigned                  trips[32]; /* iterations by loop constant */
    double                    clocks[SURVEY_UNITS][SURVEY_BOUNDS];
    double                    bound[SURVEY_BOUNDS];      /* the largest of them */
    unsigned                  bottleneck[SURVEY_BOUNDS]; /* whose it is, enum survey_unit */
    double                    clocks_of_step;            /* of the data share, the mean of the program's */
    struct report_measured    measured;
};

extern const char *const report_units[SURVEY_UNITS], *const report_limits[REPORT_LIMITS],
                                                         *const report_shared[REPORT_SHARED];

/* False: a wrong launch, or no memory. */
bool report_make(const struct chip_config *chip, const struct report_request *request, struct report *report,
                 struct diag *diag);
void report_free(struct report *report);
/* Filled slots of all groups, 0..1; clocks of the ALU to those of fetches on average, 0 without fetches. */
double report_packing(const struct report *report);
double report_alu_to_tex(const struct report *report);
/* Passes of texture fetches by the textures and samplers of a launch. */
void report_find_passes(const struct chip_config *chip, const struct gpu_setup *setup, struct survey *survey);
/* The unit that worked longest in the run, and NULL where none did. */
const char *report_busiest(const struct report *report);
/* Lines that clauses lock. */
unsigned report_lines(const struct survey_bank *bank);

void report_print(const struct report *report, FILE *out);
bool report_print_json(const struct report *report, FILE *out);

/* machine_family.report */
bool r700_report(const void *chip, const struct report_request *request, FILE *out, bool *failed, struct diag *diag);

#endif
