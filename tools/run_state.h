/* run_state.h - a run that is interrupted and continued: the machine's snapshot (kit/snapshot.h) in FILE, and what
 * lies outside the machine, what has been collected so far, in FILE.exports: exports and, when the machine collects
 * them (gpu_collect_gprs), the registers of the threads that have ended. */
#ifndef TOOLS_RUN_STATE_H
#define TOOLS_RUN_STATE_H

#include "kit/paths.h"
#include "rtl_model/r700/gpu.h"

bool run_state_save(const char *path, const struct gpu *gpu, struct diag *diag);

/* Only into a machine of the same chip, program and launch.  One that collects registers wants a snapshot that has
 * those of the threads that ended before it.  The machine is of no use when false is returned. */
bool run_state_load(const char *path, struct gpu *gpu, struct diag *diag);

/* Takes note of both files. */
bool run_state_take_files(const char *path, struct path_set *paths, enum path_use use, const char *what,
                          struct diag *diag);

#endif
