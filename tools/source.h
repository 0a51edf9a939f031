/* source.h - a program from a file or from the standard input. */
#ifndef TOOLS_SOURCE_H
#define TOOLS_SOURCE_H

#include "rtl_model/program.h"

/* "-" is the standard input. */
bool source_load(const char *path, struct program *program, struct diag *diag);

#endif
