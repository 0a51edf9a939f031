/* messages.h - what Verilator and a compiler have said, out of their logs. */
#ifndef TB_LOCKSTEP_MESSAGES_H
#define TB_LOCKSTEP_MESSAGES_H

#include <stdbool.h>
#include <stddef.h>

#include "kit/diag.h"

/* What Verilator was given: module `top`, in `file`, of `folder`, which its user calls `shown`. */
struct message_source {
    const char *folder, *shown, *file, *top;
};

/* The first lines with an error, in one: Verilator's, or those that have `mark` (or NULL) in them.  Returns false. */
bool messages_say_errors(const char *log, const char *program, const char *mark, struct diag *diag);
/* Verilator's first error with its place, or better words for what its user, who has not called it, cannot know.
 * Returns false. */
bool messages_say_verilator(const char *log, const struct message_source *source, struct diag *diag);

/* What is expected where something takes its time. */
extern const char messages_untimed[];
/* A file as its user calls it: `length` letters at `path`, as Verilator was given it. */
void messages_name_file(const struct message_source *source, const char *path, int length, char *file, size_t size);

/* What Verilator has warned of, lines "FILE:LINE:COLUMN: CODE: what", files of the folder relative to it; freed by the
 * caller.  NULL: not enough memory. */
char *messages_warnings(const char *log, const char *folder);

#endif
