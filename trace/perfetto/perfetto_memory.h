/* perfetto_memory.h - tracks of a Perfetto trace for what SIMDs ask of memory: of each SIMD the misses of its caches,
 * its writes and reads; of the chip the banks of L2 and the channels; an arrow along each miss.
 *
 * What is under way at once lies on tracks of its own, side by side. */
#ifndef TRACE_PERFETTO_MEMORY_H
#define TRACE_PERFETTO_MEMORY_H

#include "trace/perfetto/perfetto_file.h"
#include "trace/pipe_event.h"

enum { PERFETTO_LANES = 128, PERFETTO_CHANNELS = 16 };

/* Tracks of one kind: what is open on each, or 0; so many have been declared. */
struct perfetto_lanes {
    uint64_t first; /* the id of their parent; theirs follow it */
    unsigned declared;
    uint32_t work[PERFETTO_LANES];
};

/* Of a SIMD, of the chip. */
struct perfetto_requests {
    struct perfetto_lanes lanes[PIPE_CLIENTS];
};
struct perfetto_memory {
    bool                  declared;
    struct perfetto_lanes bank[PERFETTO_CHANNELS], channel[PERFETTO_CHANNELS];
};

/* `first`: ids of tracks from there on are free, PERFETTO_REQUEST_TRACKS of them, below the track `parent`. */
enum { PERFETTO_REQUEST_TRACKS = PIPE_CLIENTS * (PERFETTO_LANES + 1) };
void perfetto_request(struct perfetto_file *file, struct perfetto_memory *memory, struct perfetto_requests *requests,
                      uint64_t parent, uint64_t first, const struct pipe_event *event);
void perfetto_channel(struct perfetto_file *file, struct perfetto_memory *memory, const struct pipe_event *event);

/* Slices that are open end. */
void perfetto_requests_end(struct perfetto_file *file, struct perfetto_requests *requests, uint64_t cycle);
void perfetto_memory_end(struct perfetto_file *file, struct perfetto_memory *memory, uint64_t cycle);

#endif
