/* skeleton.h - a launch file to begin with: what a program asks for, and what only its user can know as "TODO:"
 * (docs/launch.md). */
#ifndef RTL_MODEL_R700_SKELETON_H
#define RTL_MODEL_R700_SKELETON_H

#include <stdio.h>

#include "rtl_model/program/program_report.h"

/* machine_family.skeleton */
bool r700_skeleton(const void *chip, const struct skeleton_request *request, FILE *out, struct diag *diag);

#endif
