/* process.h - other programs and scratch folders: what building a block needs from the system. */
#ifndef TB_LOCKSTEP_PROCESS_H
#define TB_LOCKSTEP_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kit/diag.h"

enum { PROCESS_NOT_FOUND = 127, PROCESS_SIGNAL = 128 };

/* Runs argv[0] (found in PATH) in `folder` (NULL: here), its output and messages in `log`.  The exit status, 128 + n
 * after signal n, PROCESS_NOT_FOUND when there is no such program. */
int process_run(char *const argv[], const char *folder, const char *log);

/* The whole file as a string, freed by the caller, or NULL. */
char *file_text(const char *path, size_t *size);

/* The names of a folder's entries that `wanted` accepts, sorted, in one allocation that the caller frees with free();
 * NULL when the folder cannot be read. */
char **folder_names(const char *path, bool (*wanted)(const char *name), unsigned *count);

/* mkdir -p. */
bool folder_make(const char *path, struct diag *diag);
/* rm -r, best effort. */
void folder_remove(const char *path);

#endif
