/* output.h - what a command prints and reads: nothing is lost without a message, and a reader that has gone is none.
 *
 * Output is collected in memory and handed to the system at the end, so that every error is seen in one place. */
#ifndef TOOLS_OUTPUT_H
#define TOOLS_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <jansson.h>

#include "kit/diag.h"

/* "wekiva: ", the message and an end of line to the error output; control characters as \\xNN. */
void output_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

struct output {
    FILE  *file; /* print here */
    char  *text;
    size_t size;
};

/* False and a message when memory is out. */
bool output_open(struct output *output);
/* Sends the text to the standard output and frees it.  Returns `status`, or STATUS_BAD_INPUT after a message when not
 * all of it was taken.  A reader that has gone (EPIPE) is no error. */
int output_print(struct output *output, int status);
/* Forgets the text. */
void output_drop(struct output *output);

/* Writes a whole file, "-" is the standard output; a file that cannot be written whole is removed. */
bool output_save(const char *path, const void *data, size_t size, struct diag *diag);

/* Finds out before a long run whether a file can be written there, or files into a folder that may have to be made.
 * Leaves nothing behind. */
bool output_try(const char *path, struct diag *diag);
bool output_try_folder(const char *path, struct diag *diag);

/* A folder that one process at a time writes results into. */
struct output_folder {
    const char *path; /* NULL: none is held */
    int         fd;
    bool        made; /* it was not there before */
};
/* Makes the folder, or takes it when no other process has it.  Where the system cannot lock folders, it is not
 * locked. */
bool output_hold(struct output_folder *folder, const char *path, struct diag *diag);
/* Gives it back; one that was made and has stayed empty is removed. */
void output_release(struct output_folder *folder);
/* For a command of one input: takes note of it and of `path`, the output or NULL (kit/paths.h). */
bool output_spares(const char *path, const char *input, const char *what, struct diag *diag);

/* A field of comma-separated values, in quotes where it needs them (RFC 4180). */
void output_csv(FILE *out, const char *text);

/* Reads a whole file, "-" is the standard input; the caller frees it. */
void *input_load(const char *path, size_t limit, size_t *size, struct diag *diag);
/* The same of a JSON text, in which no object has a key twice; the caller gives it back (json_decref). */
json_t *input_json(const char *path, size_t limit, struct diag *diag);

/* Prints `FILE:LINE:COLUMN: error: what` of a text, else `wekiva: what`, and returns `status`. */
int complain(const struct diag *diag, int status);

#endif
