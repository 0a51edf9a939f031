/* perfetto_file.h - the packets of a Perfetto trace, in the order of their cycles. */
#ifndef TRACE_PERFETTO_FILE_H
#define TRACE_PERFETTO_FILE_H

#include "trace/perfetto/proto.h"
#include "trace/sink.h"

enum { PERFETTO_SOON = 64 }; /* cycles of the ring in which packets wait for theirs */

struct perfetto_moment {
    uint8_t *bytes;
    size_t   used, room;
};

struct perfetto_file {
    struct sink            sink;
    uint64_t               limit, reached;
    struct perfetto_moment soon[PERFETTO_SOON];
    bool                   begun, full, no_memory;
};

/* Numbers of fields (protos/perfetto/trace). */
enum {
    TRACE_PACKET = 1,
    PACKET_TIMESTAMP = 8,
    PACKET_SEQUENCE = 10,
    PACKET_EVENT = 11,
    PACKET_FLAGS = 13,
    PACKET_TRACK = 60,
    EVENT_NOTE = 4,
    EVENT_TYPE = 9,
    EVENT_TRACK = 11,
    EVENT_NAME = 23,
    EVENT_COUNT = 30,
    EVENT_FLOW = 47,
    NOTE_NUMBER = 3, /* uint_value */
    NOTE_NAME = 10,
    TRACK_ID = 1,
    TRACK_NAME = 2,
    TRACK_PARENT = 5,
    TRACK_COUNTER = 8
};
enum { EVENT_BEGIN = 1, EVENT_END = 2, EVENT_INSTANT = 3, EVENT_COUNTER = 4 };

bool perfetto_file_open(struct perfetto_file *file, const char *path, uint64_t limit, struct diag *diag);
bool perfetto_file_close(struct perfetto_file *file, bool keep, struct diag *diag);
void perfetto_reached(struct perfetto_file *file, uint64_t cycle);

/* A track; `parent` 0: none. */
void perfetto_track(struct perfetto_file *file, uint64_t cycle, uint64_t id, uint64_t parent, const char *name,
                    bool counter);

/* An event: begun with its kind, filled in by EVENT_* fields, put into its cycle. */
void perfetto_event(struct proto *event, unsigned type, uint64_t track);
void perfetto_note(struct proto *event, const char *name, uint64_t value);
void perfetto_put(struct perfetto_file *file, uint64_t cycle, const struct proto *event);
/* The same of any cycle: it stands in the file where that has come to. */
void perfetto_put_late(struct perfetto_file *file, uint64_t cycle, const struct proto *event);

#endif
