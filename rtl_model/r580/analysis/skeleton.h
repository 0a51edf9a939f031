/* skeleton.h - a launch file to begin with, from a program of R580 (machine_family.skeleton). */
#ifndef RTL_MODEL_R580_SKELETON_H
#define RTL_MODEL_R580_SKELETON_H

#include <stdio.h>

#include "kit/diag.h"
#include "rtl_model/program/program_report.h"
#include "rtl_model/r580/chip.h"

bool us_skeleton(const struct us_chip *chip, const struct skeleton_request *request, FILE *out, struct diag *diag);

#endif
