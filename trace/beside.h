/* beside.h - the small files beside a waveform: names of enumerations and filter scripts, both for GTKWave. */
#ifndef TRACE_BESIDE_H
#define TRACE_BESIDE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "kit/diag.h"
#include "trace/views.h"

/* `path` without .vcd or .fst, or NULL; freed by the caller. */
char *beside_stem(const char *path);

/* A stem or a waveform as a save file has to say it, or NULL; freed by the caller.  GTKWave reads names as they lie
 * from the folder of the save file that [savefile] names, and looks from the folder of the save file it has opened; it
 * compares the folder's name only when it has two characters or more, hence `././NAME`.  Control characters become
 * \\xNN: a line of the file would end with one. */
char *beside_name(const char *stem);

/* Makes the folder STEM.waves, unless it is there. */
bool beside_folder(const char *stem, struct diag *diag);

/* STEM MIDDLE NAME END, the name's odd characters replaced, or NULL; freed by the caller. */
char *beside_path(const char *stem, const char *middle, const char *name, const char *end);

/* A file that cannot be written whole is removed. */
FILE *beside_create(const char *path, struct diag *diag);
bool  beside_finish(FILE *file, const char *path, struct diag *diag);

/* A translate file.  The viewer looks a value up as it would print it in hex, so each number of digits in use (bit d of
 * `widths`) has its own lines. */
bool beside_names(const char *path, const struct trace_view *view, uint32_t widths, struct diag *diag);

/* A translate file for the one value of a number that means that there is none, as the viewer prints it in the view's
 * radix; bit n - 1 of `widths`: a signal of n bits has it. */
bool beside_idle(const char *path, const struct trace_view *view, uint64_t widths, struct diag *diag);

/* A script that starts `PROGRAM filter KIND`.  A filter that does not answer hangs the viewer, so that without the
 * program it passes the words as they are. */
bool beside_filter(const char *path, const char *program, const char *kind, struct diag *diag);

#endif
