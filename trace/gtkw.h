/* gtkw.h - a GTKWave save file beside a waveform: groups, radixes, names, disassembly and colours, ready to read.
 *
 * For OUT.vcd or OUT.fst it writes
 *   OUT.gtkw                  the overview; behind it one group per module instance in which each signal has the view
 *                             of its type (views.h); lane vectors and memories are closed groups within it
 *   OUT.waves/TYPE.txt        the names of an enumeration type, or the value of a type that is none, as a translate
 * file OUT.waves/filter-KIND.sh  starts `wekiva filter KIND`, which disassembles instruction words The save file names
 * the others as they lie from its own folder, so that GTKWave may be started anywhere
 * (`gtkwave OUT.gtkw`) and all of them may be moved together. */
#ifndef TRACE_GTKW_H
#define TRACE_GTKW_H

#include <stdbool.h>

#include "kit/diag.h"
#include "kit/paths.h"
#include "trace/vcd.h"
#include "trace/views.h"

/* A line, or some, of the overview at the top. */
struct gtkw_row {
    const char *heading; /* a heading, shown when anything below it is; NULL: */
    const char *signal;  /* a pattern (fnmatch) of signals by full name, in the order of the file */
    const char *label;   /* the name shown; NULL: the last part of the signal's own */
    unsigned    most;    /* so many at most, the others in a closed group; 0: all */
    bool        still;   /* also signals that never changed */
    bool        with;    /* only with another row of its heading */
    bool        closed;  /* all of them in a closed group that has the label's name; each its own */
    bool        one;     /* where the pattern has its first '*' are several (simd0, simd1): those of the first here,
                            the rows of each other one in a closed group behind the overview */
};

struct gtkw_options {
    const struct trace_view *views; /* of the simulator's types; may be NULL */
    unsigned                 view_count;
    const char              *program; /* absolute path of wekiva; NULL: instruction words in hex */
    const char              *open;    /* patterns (as in trace_options.scope) of instance paths: groups that are open
                                         at the start; NULL: none */
    const struct gtkw_row *overview;  /* ends with a row of NULLs; may be NULL */
    const uint64_t        *at; /* the cycle in the middle of the first window, marked; NULL: what is of interest */
    const char *at_name;       /* that cycle ends what one looks for: near the end of the window, and with this named
                                  marker; NULL: in the middle */
};

/* May be called at any time between trace_open and trace_close, for one trace with the same views, program and open
 * groups: the folder's files and the groups of the modules are made by the first call.  Called after the run as well,
 * the first zoom fits its length or its first busy stretch, its marks are marked, and the overview leaves out what
 * never changed.  `saved`, when it is not NULL, gets the save file's path, freed by the caller: an OUT.gtkw that is not
 * as it was written is kept, and the new one has another name (save_file.h). */
bool gtkw_write(struct trace *trace, const struct gtkw_options *options, char **saved, struct diag *diag);

/* Removes what was written for a waveform that is not to be: the save file when it is as it was written, and with
 * `folder` the files beside it. */
void gtkw_remove(const char *path, const struct gtkw_options *options, const char *saved, bool folder);
/* Is there a folder of such files for the waveform `path`? */
bool gtkw_is_there(const char *path);

/* Takes note of the files that it may write beside the waveform `path` (kit/paths.h). */
bool gtkw_take_files(const char *path, const struct gtkw_options *options, struct path_set *paths, struct diag *diag);

#endif
