#include "trace/perfetto/perfetto_tracks.h"

#include <stdlib.h>

static void declare(struct perfetto *perfetto, uint64_t cycle, unsigned i)
{
    static const char *const units[TRACK_COUNT] = {
        [TRACK_FETCH] = "CF fetch",
        [TRACK_DECODE] = "CF decode",
        [TRACK_EVEN] = "even slot",
        [TRACK_ODD] = "odd slot",
        [TRACK_LOST + PIPE_SLOT_EVEN] = "even slot: lost",
        [TRACK_LOST + PIPE_SLOT_ODD] = "odd slot: lost",
        [TRACK_LOST + PIPE_SLOT_CF] = "CF fetch: lost",
        [TRACK_TEXTURE] = "texture unit",
    };
    static const char *const counters[COUNTS] = {"wavefronts", "ALU clauses", "fetch clauses", "exports"};
    char                     name[32];
    snprintf(name, sizeof name, "SIMD %u", i);
    perfetto_track(&perfetto->file, cycle, perfetto_track_of(i, 0), 0, name, false);
    for (unsigned t = TRACK_FETCH; t < TRACK_COUNT; t++)
        perfetto_track(&perfetto->file, cycle, perfetto_track_of(i, t), perfetto_track_of(i, 0), units[t], false);
    for (unsigned c = 0; c < COUNTS; c++)
        perfetto_track(&perfetto->file, cycle, perfetto_track_of(i, TRACK_COUNT + c), perfetto_track_of(i, 0),
                       counters[c], true);
}

struct perfetto_simd *perfetto_simd_of(struct perfetto *perfetto, uint64_t cycle, unsigned i)
{
    struct perfetto_simd **simd = &perfetto->simd[i % SIMDS];
    if (*simd)
        return *simd;
    *simd = calloc(1, sizeof **simd);
    if (*simd)
        declare(perfetto, cycle, i);
    else
        perfetto->file.no_memory = true;
    return *simd;
}

static unsigned first_track(const struct pipe_event *event)
{
    return TRACK_SLOTS + 4u * (event->slot % SLOTS);
}

struct perfetto_slot *perfetto_slot_of(struct perfetto *perfetto, const struct pipe_event *event)
{
    static const char *const kinds[] = {"slot %03u", "slot %03u: ALU", "slot %03u: fetch"};
    struct perfetto_slot    *slot = &perfetto->simd[event->simd % SIMDS]->slot[event->slot % SLOTS];
    const unsigned           first = first_track(event);
    char                     name[32];
    for (unsigned k = 0; k < 3 && !slot->declared; k++) {
        snprintf(name, sizeof name, kinds[k], event->slot % SLOTS);
        perfetto_track(&perfetto->file, event->cycle, perfetto_track_of(event->simd, first + k),
                       perfetto_track_of(event->simd, k ? first : 0), name, false);
    }
    slot->declared = true;
    return slot;
}

uint64_t perfetto_slot_track(const struct pipe_event *event, unsigned which)
{
    return perfetto_track_of(event->simd, first_track(event) + which);
}
