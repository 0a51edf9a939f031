#include "trace/perfetto/perfetto_file.h"

#include <stdlib.h>

enum { SEQUENCE = 1, STATE_CLEARED = 1 };

/* ---- packets ----------------------------------------------------------------------------------------------------- */

static bool make_room(struct perfetto_file *file, struct perfetto_moment *moment, size_t size)
{
    if (moment->used + size > moment->room) {
        const size_t room = 2 * (moment->used + size);
        uint8_t     *more = realloc(moment->bytes, room);
        if (!more) {
            file->no_memory = true;
            return false;
        }
        moment->bytes = more;
        moment->room = room;
    }
    return true;
}

/* Room for a packet in the moment in which it is written; NULL: it is dropped. */
static uint8_t *packet_room(struct perfetto_file *file, uint64_t cycle, size_t size, struct perfetto_moment **moment)
{
    if (!file->begun)
        file->reached = cycle;
    file->begun = true;
    if (cycle >= file->reached + PERFETTO_SOON)
        perfetto_reached(file, cycle - PERFETTO_SOON + 1);
    *moment = &file->soon[(cycle < file->reached ? file->reached : cycle) % PERFETTO_SOON];
    if (file->full || file->no_memory || !make_room(file, *moment, PROTO_HEAD + size))
        return NULL;
    return (*moment)->bytes + (*moment)->used;
}

static void put_packet(struct perfetto_file *file, uint64_t cycle, const struct proto *packet)
{
    struct perfetto_moment *moment;
    uint8_t                *to = packet_room(file, cycle, packet->used, &moment);
    if (!to)
        return;
    to = proto_digits(to, TRACE_PACKET << 3 | PROTO_LENGTH);
    to = proto_digits(to, packet->used);
    memcpy(to, packet->bytes, packet->used);
    moment->used = (size_t)(to - moment->bytes) + packet->used;
}

/* A moment's packets go out whole: the sink takes at most SINK_SLACK bytes at once. */
static void write_moment(struct perfetto_file *file, struct perfetto_moment *moment)
{
    for (size_t done = 0; done < moment->used;) {
        const size_t left = moment->used - done, size = left < SINK_SLACK ? left : SINK_SLACK;
        memcpy(sink_room(&file->sink), moment->bytes + done, size);
        file->sink.used += size;
        done += size;
    }
    moment->used = 0;
}

void perfetto_reached(struct perfetto_file *file, uint64_t cycle)
{
    if (!file->begun)
        return;
    const uint64_t end = file->reached + PERFETTO_SOON < cycle ? file->reached + PERFETTO_SOON : cycle;
    for (; file->reached < end; file->reached++)
        write_moment(file, &file->soon[file->reached % PERFETTO_SOON]);
    file->reached = cycle > file->reached ? cycle : file->reached;
    file->full = file->full || (file->limit && sink_size(&file->sink) >= file->limit);
}

void perfetto_track(struct perfetto_file *file, uint64_t cycle, uint64_t id, uint64_t parent, const char *name,
                    bool counter)
{
    static const struct proto nothing;
    struct proto              packet = {0}, track = {0};
    proto_number(&track, TRACK_ID, id);
    proto_text(&track, TRACK_NAME, name);
    if (parent)
        proto_number(&track, TRACK_PARENT, parent);
    if (counter)
        proto_message(&track, TRACK_COUNTER, &nothing);
    proto_number(&packet, PACKET_SEQUENCE, SEQUENCE);
    proto_message(&packet, PACKET_TRACK, &track);
    put_packet(file, cycle, &packet);
}

void perfetto_event(struct proto *event, unsigned type, uint64_t track)
{
    event->used = 0;
    proto_number(event, EVENT_TYPE, type);
    proto_number(event, EVENT_TRACK, track);
}

void perfetto_note(struct proto *event, const char *name, uint64_t value)
{
    const size_t length = strlen(name), size = 1 + proto_size(length) + length + 1 + proto_size(value);
    uint8_t     *to = event->bytes + event->used;
    if (!proto_room(event, size))
        return;
    *to++ = EVENT_NOTE << 3 | PROTO_LENGTH;
    to = proto_digits(to, size);
    *to++ = NOTE_NAME << 3 | PROTO_LENGTH;
    to = proto_digits(to, length);
    memcpy(to, name, length);
    to += length;
    *to++ = NOTE_NUMBER << 3 | PROTO_VARINT;
    event->used = (size_t)(proto_digits(to, value) - event->bytes);
}

/* A packet with time, sequence and event, written where it goes. */
static void put_event(struct perfetto_file *file, uint64_t place, uint64_t cycle, const struct proto *event)
{
    const size_t            size = 1 + proto_size(cycle) + 2 + 1 + proto_size(event->used) + event->used;
    struct perfetto_moment *moment;
    uint8_t                *to = packet_room(file, place, size, &moment);
    if (!to)
        return;
    to = proto_digits(to, TRACE_PACKET << 3 | PROTO_LENGTH);
    to = proto_digits(to, size);
    *to++ = PACKET_TIMESTAMP << 3 | PROTO_VARINT;
    to = proto_digits(to, cycle);
    *to++ = PACKET_SEQUENCE << 3 | PROTO_VARINT;
    *to++ = SEQUENCE;
    *to++ = PACKET_EVENT << 3 | PROTO_LENGTH;
    to = proto_digits(to, event->used);
    memcpy(to, event->bytes, event->used);
    moment->used = (size_t)(to - moment->bytes) + event->used;
}

void perfetto_put(struct perfetto_file *file, uint64_t cycle, const struct proto *event)
{
    put_event(file, cycle, cycle, event);
}

void perfetto_put_late(struct perfetto_file *file, uint64_t cycle, const struct proto *event)
{
    put_event(file, file->reached, cycle, event);
}

/* ---- opening and closing ----------------------------------------------------------------------------------------- */

bool perfetto_file_open(struct perfetto_file *file, const char *path, uint64_t limit, struct diag *diag)
{
    *file = (struct perfetto_file){.limit = limit};
    if (!sink_open_as(&file->sink, path, "Perfetto trace", diag))
        return false;
    struct proto packet = {0}, first = {0};
    proto_number(&packet, PACKET_SEQUENCE, SEQUENCE);
    proto_number(&packet, PACKET_FLAGS, STATE_CLEARED);
    proto_message(&first, TRACE_PACKET, &packet);
    memcpy(sink_room(&file->sink), first.bytes, first.used);
    file->sink.used += first.used;
    return true;
}

bool perfetto_file_close(struct perfetto_file *file, bool keep, struct diag *diag)
{
    char path[512];
    snprintf(path, sizeof path, "%s", file->sink.path);
    for (unsigned i = 0; i < PERFETTO_SOON; i++)
        write_moment(file, &file->soon[(file->reached + i) % PERFETTO_SOON]);
    for (unsigned i = 0; i < PERFETTO_SOON; i++)
        free(file->soon[i].bytes);
    const bool memory = !file->no_memory || diag_set(diag, path, 0, "not enough memory for the Perfetto trace");
    const bool whole = sink_close(&file->sink, keep && memory, memory ? diag : NULL);
    return memory && whole;
}
