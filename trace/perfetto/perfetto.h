/* perfetto.h - a run as a trace of Perfetto's (ui.perfetto.dev): tracks for each SIMD, its units and the slots of its
 * wave table; what waits and why; counters; arrows from a wavefront's launch by its clauses to its exports.
 *
 * A cycle is a nanosecond.  The format is the protobuf messages TracePacket, TrackEvent and TrackDescriptor. */
#ifndef TRACE_PERFETTO_H
#define TRACE_PERFETTO_H

#include "kit/diag.h"
#include "trace/pipe_event.h"

struct perfetto;

/* As in kanata.h. */
struct perfetto   *perfetto_open(const char *path, uint64_t limit, const struct pipe_text *text, struct diag *diag);
struct pipe_taker *perfetto_taker(struct perfetto *perfetto);
bool               perfetto_failed(const struct perfetto *perfetto);
bool               perfetto_full(const struct perfetto *perfetto);
bool               perfetto_close(struct perfetto *perfetto, uint64_t cycle, bool keep, struct diag *diag);

/* A chain of causes: a track for it, a slice for each link on a track below, joined by arrows. */
struct perfetto_link {
    const char *name;
    uint64_t    from, to;
};
void perfetto_chain(struct perfetto *perfetto, const char *name, const struct perfetto_link *links, unsigned count);

#endif
