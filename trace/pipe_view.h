/* pipe_view.h - a pipeline view that is written into a file as the run goes on: one of kanata.h or perfetto.h. */
#ifndef TRACE_PIPE_VIEW_H
#define TRACE_PIPE_VIEW_H

#include <stdlib.h>

#include "kit/diag.h"
#include "trace/pipe_event.h"
#include "trace/sink.h"

/* The struct of each begins with this. */
struct pipe_view {
    struct pipe_taker       taker;
    const struct pipe_text *text;
    const struct sink      *sink;
    const bool             *full; /* its limit of bytes has been reached: what comes is dropped */
    const bool             *no_memory;
    bool (*close)(struct pipe_view *view, uint64_t cycle, bool keep, struct diag *diag);
};

/* Creates the file; NULL and a diagnosis when that cannot be.  `limit`: bytes, 0: none.  Texts must outlive it. */
struct pipe_view *kanata_open(const char *path, uint64_t limit, const struct pipe_text *text, struct diag *diag);
struct pipe_view *perfetto_open(const char *path, uint64_t limit, const struct pipe_text *text, struct diag *diag);

/* The struct of one, zeros; NULL and a diagnosis: no memory for `what`. */
static inline void *pipe_view_new(size_t bytes, const char *path, const char *what, struct diag *diag)
{
    void *const view = calloc(1, bytes);
    if (!view)
        diag_set(diag, path, 0, "no memory for the %s", what);
    return view;
}

/* It can no longer be written. */
static inline bool pipe_view_failed(const struct pipe_view *view)
{
    return view->sink->error || *view->no_memory;
}

/* Ends what is under way at `cycle`, and frees (NULL is allowed).  False when anything was not written: then the file
 * is removed, as one that is not to be kept. */
static inline bool pipe_view_close(struct pipe_view *view, uint64_t cycle, bool keep, struct diag *diag)
{
    return !view || view->close(view, cycle, keep, diag);
}

#endif
