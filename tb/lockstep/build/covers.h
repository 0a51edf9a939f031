/* covers.h - the cover statements of a block, in the file that Verilator writes its coverage to. */
#ifndef TB_LOCKSTEP_COVERS_H
#define TB_LOCKSTEP_COVERS_H

#include <stdbool.h>
#include <stdio.h>

#include "kit/diag.h"

/* A line for each cover statement of the file, with its place, its instance and how often it was hit, and one that
 * counts those that were.  False when the file cannot be read. */
bool covers_print(FILE *out, const char *module, const char *path, struct diag *diag);

#endif
