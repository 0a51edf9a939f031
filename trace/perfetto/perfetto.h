/* perfetto.h - a run as a trace of Perfetto's (ui.perfetto.dev): tracks for each SIMD, its units and the slots of its
 * wave table; what waits and why; counters; arrows from a wavefront's launch by its clauses to its exports.
 *
 * A cycle is a nanosecond.  The format is the protobuf messages TracePacket, TrackEvent and TrackDescriptor. */
#ifndef TRACE_PERFETTO_H
#define TRACE_PERFETTO_H

#include "trace/pipe_view.h"

/* In a file of perfetto_open, a chain of causes: a track for it, a slice for each link on a track below, joined by
 * arrows. */
struct perfetto_link {
    const char *name;
    uint64_t    from, to;
};
void perfetto_chain(struct pipe_view *view, const char *name, const struct perfetto_link *links, unsigned count);

#endif
