/* sources.h - what a block was built from: the files that Verilator read, with their contents, and whether they are so
 * still. */
#ifndef TB_LOCKSTEP_SOURCES_H
#define TB_LOCKSTEP_SOURCES_H

#include <stdbool.h>
#include <time.h>

/* Writes `list`: that `block` was made from the files of Verilator's own list `verilated` (VTOP__verFiles.dat),
 * relative ones of `folder`, and that it then warned of these lines (or NULL).  It looks for names in the `searched`
 * folders, NULL last.  False, and no list, when it cannot be
 * written or when a file was changed at or after `begun`: what is there now may not be what Verilator has read. */
bool sources_write(const char *list, const char *block, const char *warnings, const char *verilated, const char *folder,
                   char *const *searched, const struct timespec *begun);

/* The block of a list and the warnings, freed by the caller, or NULL: when there is no list, when a file has other
 * contents or is gone, or when one is there that Verilator would have read instead. */
char *sources_block(const char *list, char **warnings);

#endif
