/* lint.h - what is wrong or doubtful in a program of NV30, found without running it (machine_family.lint). */
#ifndef RTL_MODEL_NV30_LINT_H
#define RTL_MODEL_NV30_LINT_H

#include "rtl_model/finding.h"
#include "rtl_model/launch/launch.h"
#include "rtl_model/program/program.h"

bool nv30_lint(const struct program *program, const struct launch *launch, lint_report_t *report, void *context,
               struct diag *diag);

#endif
