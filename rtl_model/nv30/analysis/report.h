/* report.h - what a program of NV30 needs and costs, and beside it what a run has measured (machine_family.report). */
#ifndef RTL_MODEL_NV30_REPORT_H
#define RTL_MODEL_NV30_REPORT_H

#include <stdio.h>

#include "kit/diag.h"
#include "rtl_model/nv30/chip.h"
#include "rtl_model/program/program_report.h"

bool nv30_report(const struct nv30_chip *chip, const struct report_request *request, FILE *out, bool *failed,
                 struct diag *diag);

#endif
