/* skeleton.h - a launch file to begin with, from a program of NV30 (machine_family.skeleton). */
#ifndef RTL_MODEL_NV30_SKELETON_H
#define RTL_MODEL_NV30_SKELETON_H

#include <stdio.h>

#include "kit/diag.h"
#include "rtl_model/program/program_report.h"

bool nv30_skeleton(const struct skeleton_request *request, FILE *out, struct diag *diag);

#endif
