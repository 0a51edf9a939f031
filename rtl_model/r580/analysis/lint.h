/* lint.h - what is wrong or doubtful in a program of R580, found without running it (machine_family.lint). */
#ifndef RTL_MODEL_R580_LINT_H
#define RTL_MODEL_R580_LINT_H

#include "rtl_model/finding.h"
#include "rtl_model/r580/analysis/survey.h"

bool us_lint(const struct us_chip *chip, const struct program *program, const struct launch *launch,
             lint_report_t *report, void *context, struct diag *diag);

/* lint_waits.c: results that are taken before they are there; lint_flow.c: what flow control must not rely on. */
struct us_lint {
    const struct us_survey *survey;
    lint_report_t          *report;
    void                   *context;
};
void us_lint_note(const struct us_lint *lint, unsigned at, enum lint_level level, const char *section,
                  const char *format, ...) __attribute__((format(printf, 5, 6)));
void us_lint_flow(const struct us_lint *lint);
bool us_lint_waits(const struct us_lint *lint, struct diag *diag);

#endif
