/* save_file.h - a GTKWave save file gets its name: one that the user has changed is kept.
 *
 * The second line of a file that was written here holds a hash of all others.  GTKWave writes its own lines in place of
 * it and an edit of the file makes it wrong, so that "byte for byte as it was written" needs no second copy, and
 * survives a moved folder and another version of this program. */
#ifndef TRACE_SAVE_FILE_H
#define TRACE_SAVE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "kit/diag.h"

/* The path that the save file of a waveform gets, freed by the caller: STEM.gtkw, or when that is there and not as it
 * was written, the first of STEM-2.gtkw, STEM-3.gtkw ... that is not there or belongs to the same waveform and is as it
 * was written.  `waveform` is what its [dumpfile] line says.  NULL and a diagnosis when there is none. */
char *save_file_name(const char *stem, const char *waveform, struct diag *diag);

/* Is the file there, and byte for byte as it was written? */
bool save_file_is_unchanged(const char *path);

/* Writes the text, and its hash after the first line. */
bool save_file_write(const char *path, const char *text, size_t size, struct diag *diag);

#endif
