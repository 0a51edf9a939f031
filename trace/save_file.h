/* save_file.h - a GTKWave save file gets its name: one that the user has changed is kept.
 *
 * The second line of a file that was written here holds a hash of all others.  GTKWave writes its own lines in place of
 * it and whoever edits the file makes it wrong, so that "byte for byte as it was written" needs no second copy, and
 * survives a moved folder and another version of this program. */
#ifndef TRACE_SAVE_FILE_H
#define TRACE_SAVE_FILE_H

#include <stddef.h>

#include "kit/diag.h"

/* Writes the text, which has a [dumpfile] line, to STEM.gtkw, or when that is there and not as it was written, to the
 * first of STEM-2.gtkw, STEM-3.gtkw ... that is not there or belongs to the same waveform and is as it was written.
 * Returns its path, freed by the caller, or NULL and a diagnosis. */
char *save_file_put(const char *stem, const char *text, size_t size, struct diag *diag);

#endif
