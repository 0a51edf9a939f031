/* gtkw_files.h - what the files beside a waveform are called, by their paths and in a save file. */
#ifndef TRACE_GTKW_FILES_H
#define TRACE_GTKW_FILES_H

#include <stdbool.h>

#include "trace/views.h"

struct gtkw_names {
    char *stem;     /* the waveform's path without .vcd, .fst */
    char *name;     /* the same as the save file says it: seen from its own folder */
    char *waveform; /* the waveform, too */
};

/* False without memory; to be freed in any case. */
bool gtkw_names(struct gtkw_names *names, const char *path);
void gtkw_names_free(struct gtkw_names *names);

/* The file of a view of names, with a filter or with an idle value: under the stem, or as the save file says it.  NULL
 * without memory; freed by the caller. */
char *gtkw_view_path(const char *stem, const struct trace_view *view);

#endif
