/* run_programs.h - the programs of a run. */
#ifndef TOOLS_RUN_PROGRAMS_H
#define TOOLS_RUN_PROGRAMS_H

#include "rtl_model/launch/launch.h"
#include "tools/run/run_options.h"

/* A launch's: the one of the command line, or the one that it names. */
bool run_load_program(const struct run_options *options, const struct launch *launch, struct program *program,
                      struct diag *diag);

/* Those of the launches behind the first one in a row, which keeps them; many have the same. */
bool run_load_row(const struct run_options *options, struct launch *first, const struct program *program,
                  struct diag *diag);

/* Messages about the program name the one of the command line. */
bool run_name_program(const struct run_options *options, struct launch *launch, struct diag *diag);

#endif
