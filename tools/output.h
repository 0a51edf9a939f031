/* output.h - what a command prints and reads: nothing is lost without a message, and a reader that has gone is none.
 *
 * Output is collected in memory and handed to the system at the end, so that every error is seen in one place. */
#ifndef TOOLS_OUTPUT_H
#define TOOLS_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "kit/diag.h"

struct output {
    FILE  *file; /* print here */
    char  *text;
    size_t size;
};

/* False and a message when memory is out. */
bool output_open(struct output *output);
/* Sends the text to the standard output and frees it.  Returns `status`, or STATUS_BAD_INPUT after a message when not
 * all of it was taken.  That nobody reads any more (EPIPE) is no error. */
int output_print(struct output *output, int status);
/* Forgets the text. */
void output_drop(struct output *output);

/* Writes a whole file, "-" is the standard output; a file that cannot be written whole is removed. */
bool output_save(const char *path, const void *data, size_t size, struct diag *diag);

/* Finds out before a long run whether a file can be written there, or files into a folder that may have to be made.
 * Leaves nothing behind. */
bool output_try(const char *path, struct diag *diag);
bool output_try_folder(const char *path, struct diag *diag);
/* For a command of one input: takes note of it and of `path`, the output or NULL (kit/paths.h). */
bool output_spares(const char *path, const char *input, const char *what, struct diag *diag);

/* Reads a whole file, "-" is the standard input; the caller frees it. */
void *input_load(const char *path, size_t limit, size_t *size, struct diag *diag);

/* Prints `FILE:LINE:COLUMN: error: what` of a text, else `wekiva: what`, and returns `status`. */
int complain(const struct diag *diag, int status);

#endif
