/* lint.h - what is wrong or doubtful in a program's clauses, exports and end and in what its threads share, without
 * running it, and what it uses that its launch does not give (ISA 2.5, 2.6.2, 3.2, 3.4, 3.6.3, ch. 4).
 *
 * Illegal: the run would stop there.  Doubtful: the manual leaves the result undefined or warns of it; the machine
 * goes on with a documented value.  Each finding names the manual's section. */
#ifndef RTL_MODEL_R700_LINT_H
#define RTL_MODEL_R700_LINT_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/diag.h"
#include "rtl_model/finding.h"
#include "rtl_model/r700/setup/setup.h"

/* A program and what its launch says of it. */
struct lint_subject {
    const struct flow_code *code;
    const struct gpu_setup *setup; /* NULL: no launch */

    unsigned num_gprs;    /* 1.. */
    unsigned temporaries; /* clause temporaries */
    unsigned global_gprs;
    unsigned group_waves; /* wavefronts of a group that shares data; 0: none, or unknown */
    bool     doubles, prefer_vector;
    bool     relative_write_read, write_relative_read; /* chip parameters: new values */
    bool     number_alone;                             /* chip parameter same_number_read: shared */
    unsigned mova_delay;                               /* groups between MOVA* and a use of AR */
    bool     back_to_back;                             /* a group follows another within its latency */
    bool     inputs_known; /* load_* say which GPRs have a value at the start, `given` which constants */
    unsigned load_first, load_count;

    struct setup_given given;
    bool               alone;        /* nothing else says where the program leads outside of itself */
    bool               inputs_alone; /* nothing is asked for but what the launch does not give */
};

/* What a chip says. */
void lint_subject_chip(struct lint_subject *subject, const struct chip_config *chip);
/* What a launch on a chip says. */
void lint_subject_set(struct lint_subject *subject, const struct gpu_setup *setup, const struct chip_config *chip);

/* Reports the findings of every ALU clause that the program can reach, in the order of the walk, then those of exports
 * and ends.  False: not enough memory. */
bool program_lint(const struct lint_subject *subject, lint_report_t *report, void *context, struct diag *diag);

#endif
