/* manual.h - the manual page's part that comes from the commands' tables: `wekiva --manual` (mdoc).
 *
 * tools/manual/wekiva.1.in is the rest of the page: two of its lines stand for what is printed here. */
#ifndef TOOLS_MANUAL_H
#define TOOLS_MANUAL_H

#include "tools/options.h"

/* Copies the frame, `size` letters of mdoc.  A line "@synopsis@" becomes a line of each command, "@commands@" a
 * subsection of each: its summary, its options, its text.  "@version@" behind .Os becomes `version`. */
void manual_print(const struct command *const *commands, unsigned command_count, const char *frame, size_t size,
                  const char *version, FILE *out);

#endif
