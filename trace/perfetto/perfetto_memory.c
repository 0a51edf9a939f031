#include "trace/perfetto/perfetto_memory.h"

#include <inttypes.h>

#define MEMORY_TRACK (UINT64_C(1) << 48)
#define REQUEST_FLOW (UINT64_C(1) << 48) /* those of wavefronts are below */

/* ---- lanes ------------------------------------------------------------------------------------------------------- */

/* The track of the work, or one that is free; 0: all are taken. */
static uint64_t lane_of(struct perfetto_file *file, struct perfetto_lanes *lanes, uint64_t cycle, uint32_t work,
                        bool begins)
{
    unsigned lane = 0;
    while (lane < PERFETTO_LANES && lanes->work[lane] != (begins ? 0 : work))
        lane++;
    if (lane == PERFETTO_LANES)
        return 0;
    lanes->work[lane] = work;
    if (lane >= lanes->declared) {
        char name[16];
        snprintf(name, sizeof name, "%u", lane);
        perfetto_track(file, cycle, lanes->first + 1 + lane, lanes->first, name, false);
        lanes->declared = lane + 1;
    }
    return lanes->first + 1 + lane;
}

static void leave(struct perfetto_lanes *lanes, uint64_t track)
{
    lanes->work[track - lanes->first - 1] = 0;
}

static void end(struct perfetto_file *file, uint64_t cycle, uint64_t track)
{
    struct proto event;
    perfetto_event(&event, EVENT_END, track);
    perfetto_put(file, cycle, &event);
}

/* With an arrow from what its request did before, if it is of one. */
static void begin(struct perfetto_file *file, const struct pipe_event *of, uint64_t track, const char *name, bool flows)
{
    struct proto event;
    perfetto_event(&event, EVENT_BEGIN, track);
    proto_text(&event, EVENT_NAME, name);
    if (flows)
        proto_fixed64(&event, EVENT_FLOW, REQUEST_FLOW | of->work);
    perfetto_note(&event, "line", of->word);
    perfetto_put(file, of->cycle, &event);
}

static void line_name(const struct pipe_event *event, char name[32])
{
    snprintf(name, 32, "line 0x%" PRIx64, event->word);
}

/* ---- the chip ---------------------------------------------------------------------------------------------------- */

static void declare_memory(struct perfetto_file *file, struct perfetto_memory *memory, uint64_t cycle)
{
    memory->declared = true;
    perfetto_track(file, cycle, MEMORY_TRACK, 0, "memory", false);
}

static void declare_lanes(struct perfetto_file *file, struct perfetto_lanes *lanes, uint64_t cycle, uint64_t parent,
                          uint64_t first, const char *name)
{
    lanes->first = first;
    perfetto_track(file, cycle, first, parent, name, false);
}

/* Of a bank or a channel; its track is declared with its first slice. */
static struct perfetto_lanes *unit_of(struct perfetto_file *file, struct perfetto_memory *memory,
                                      const struct pipe_event *event, bool bank)
{
    const unsigned         number = event->place % PERFETTO_CHANNELS, place = 2 * number + !bank;
    struct perfetto_lanes *lanes = bank ? &memory->bank[number] : &memory->channel[number];
    char                   name[24];
    if (!memory->declared)
        declare_memory(file, memory, event->cycle);
    if (!lanes->first) {
        snprintf(name, sizeof name, bank ? "L2 bank %u" : "channel %u", number);
        declare_lanes(file, lanes, event->cycle, MEMORY_TRACK, MEMORY_TRACK + 1 + place * (PERFETTO_LANES + 1u), name);
    }
    return lanes;
}

static void take_unit(struct perfetto_file *file, struct perfetto_memory *memory, const struct pipe_event *event,
                      bool bank, bool begins, const char *name)
{
    struct perfetto_lanes *lanes = unit_of(file, memory, event, bank);
    const uint64_t         track = lane_of(file, lanes, event->cycle, event->work, begins);
    if (!track)
        return;
    if (begins) {
        begin(file, event, track, name, true);
    } else {
        end(file, event->cycle, track);
        leave(lanes, track);
    }
}

void perfetto_channel(struct perfetto_file *file, struct perfetto_memory *memory, const struct pipe_event *event)
{
    char name[32];
    line_name(event, name);
    take_unit(file, memory, event, false, event->stage != 0, name);
}

/* ---- a SIMD's requests ------------------------------------------------------------------------------------------- */

static const char *const stages[PIPE_REQUEST_STAGES] = {
    [PIPE_REQUEST_LINK] = "link",       [PIPE_REQUEST_HIT] = "L2 hit",    [PIPE_REQUEST_MISS] = "L2 miss",
    [PIPE_REQUEST_CHANNEL] = "channel", [PIPE_REQUEST_RETURN] = "return",
};

static bool in_bank(const struct pipe_event *event)
{
    return event->stage == PIPE_REQUEST_HIT || event->stage == PIPE_REQUEST_MISS;
}

void perfetto_request(struct perfetto_file *file, struct perfetto_memory *memory, struct perfetto_requests *requests,
                      uint64_t parent, uint64_t first, const struct pipe_event *event)
{
    static const char *const clients[PIPE_CLIENTS] = {"texture L1: misses", "vertex cache: misses", "memory writes",
                                                      "memory reads"};
    const unsigned           client = event->unit % PIPE_CLIENTS;
    struct perfetto_lanes   *lanes = &requests->lanes[client];
    const bool               begins = event->stage == PIPE_REQUEST_LINK;
    if (!lanes->first)
        declare_lanes(file, lanes, event->cycle, parent, first + client * (PERFETTO_LANES + 1u), clients[client]);
    const uint64_t track = lane_of(file, lanes, event->cycle, event->work, begins);
    char           name[32];
    if (!track)
        return;
    line_name(event, name);
    if (begins)
        begin(file, event, track, name, true);
    else
        end(file, event->cycle, track); /* its stage */
    if (event->stage)
        begin(file, event, track, stages[event->stage], event->stage == PIPE_REQUEST_RETURN);
    else {
        end(file, event->cycle, track);
        leave(lanes, track);
    }
    if (in_bank(event))
        take_unit(file, memory, event, true, true, stages[event->stage]);
    else if (event->stage == PIPE_REQUEST_RETURN)
        take_unit(file, memory, event, true, false, NULL);
}

/* ---- the end ----------------------------------------------------------------------------------------------------- */

static void end_lanes(struct perfetto_file *file, struct perfetto_lanes *lanes, uint64_t cycle, unsigned depth)
{
    for (unsigned lane = 0; lane < lanes->declared; lane++)
        for (unsigned n = 0; lanes->work[lane] && n < depth; n++)
            end(file, cycle, lanes->first + 1 + lane);
}

void perfetto_requests_end(struct perfetto_file *file, struct perfetto_requests *requests, uint64_t cycle)
{
    for (unsigned client = 0; client < PIPE_CLIENTS; client++)
        end_lanes(file, &requests->lanes[client], cycle, 2);
}

void perfetto_memory_end(struct perfetto_file *file, struct perfetto_memory *memory, uint64_t cycle)
{
    for (unsigned c = 0; c < PERFETTO_CHANNELS; c++) {
        end_lanes(file, &memory->bank[c], cycle, 1);
        end_lanes(file, &memory->channel[c], cycle, 1);
    }
}
