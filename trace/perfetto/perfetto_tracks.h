/* perfetto_tracks.h - what is open on the tracks of a SIMD in a Perfetto trace, and the tracks' numbers. */
#ifndef TRACE_PERFETTO_TRACKS_H
#define TRACE_PERFETTO_TRACKS_H

#include "trace/perfetto/perfetto_file.h"
#include "trace/perfetto/perfetto_memory.h"
#include "trace/pipe_view.h"
#include "trace/steps/perfetto_steps.h"

enum { SIMDS = 32, SLOTS = 256, PLACES = 16, EXPORTS = 32 };

/* Tracks of a SIMD; those of slots and exports stand in a row. */
enum track {
    TRACK_FETCH = 1,
    TRACK_DECODE,
    TRACK_EVEN,
    TRACK_ODD,
    TRACK_LOST, /* one for each of enum pipe_arbiter */
    TRACK_TEXTURE = TRACK_LOST + PIPE_ARBITERS,
    TRACK_COUNT,
    TRACK_EXPORT = 64,
    TRACK_SLOTS = 4096, /* then four for each */
    TRACK_REQUESTS = TRACK_SLOTS + 4 * SLOTS,
    TRACK_BITS = 13 /* of a SIMD's */
};
_Static_assert(TRACK_REQUESTS + PERFETTO_REQUEST_TRACKS <= 1 << TRACK_BITS, "all have numbers");
enum counter { COUNT_WAVES, COUNT_CLAUSES, COUNT_FETCHES, COUNT_EXPORTS, COUNTS };

/* What is open on the tracks of a slot of the wave table. */
struct perfetto_slot {
    bool     declared, wave, rests;
    uint8_t  clause, fetch; /* 0; 1: the clause; 2: and a stage of it */
    uint64_t flow;          /* of the wavefront there */
};
struct perfetto_simd {
    bool                     declared, fetches, decodes, texture, groups[2], lost[PIPE_ARBITERS];
    struct perfetto_slot     slot[SLOTS];
    uint32_t                 exports[EXPORTS]; /* work, or 0 */
    uint32_t                 export_tracks;    /* declared */
    uint32_t                 count[COUNTS];
    struct perfetto_requests requests;
};

struct perfetto {
    struct pipe_view       view;
    struct perfetto_file   file;
    uint64_t               chains, flows;
    struct perfetto_simd  *simd[SIMDS];
    struct perfetto_memory memory;
    struct perfetto_steps  steps;
};

static inline uint64_t perfetto_track_of(unsigned simd, unsigned track)
{
    return (uint64_t)(simd + 1) << TRACK_BITS | track;
}

/* They are declared with the first event. NULL: no memory. */
struct perfetto_simd *perfetto_simd_of(struct perfetto *perfetto, uint64_t cycle, unsigned i);
struct perfetto_slot *perfetto_slot_of(struct perfetto *perfetto, const struct pipe_event *event);
/* Of a slot of the wave table: 0 the wavefront, 1 its ALU clause, 2 its fetch clause. */
uint64_t perfetto_slot_track(const struct pipe_event *event, unsigned which);

#endif
