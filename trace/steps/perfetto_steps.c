#include "trace/steps/perfetto_steps.h"

#include <stdio.h>

enum { TRACK_ALL = 1, TRACK_LOST, TRACK_PLACES = 16 /* then one for the place and one for each lane */ };

static uint64_t track_of(unsigned place, unsigned lane)
{
    return TRACK_PLACES + (uint64_t)place * (PERFETTO_STEPS + 1) + lane;
}

static void end(struct perfetto_file *file, uint64_t cycle, uint64_t track)
{
    struct proto event;
    perfetto_event(&event, EVENT_END, track);
    perfetto_put(file, cycle, &event);
}

static void begin(struct perfetto_file *file, const struct pipe_event *of, uint64_t track, const char *name)
{
    struct proto event;
    perfetto_event(&event, EVENT_BEGIN, track);
    proto_text(&event, EVENT_NAME, name);
    if (of->wave != PIPE_NOBODY)
        perfetto_note(&event, "group", of->wave);
    perfetto_put(file, of->cycle, &event);
}

/* The tracks of a place, as many as it needs. */
static uint64_t declared(struct perfetto_steps *steps, struct perfetto_file *file, const struct pipe_event *event,
                         unsigned lane)
{
    const unsigned         at = event->slot % PERFETTO_PLACES;
    struct perfetto_place *place = &steps->place[at];
    for (; place->declared <= lane; place->declared++) {
        char name[32];
        snprintf(name, sizeof name, place->declared ? "place %03u: %u" : "place %03u", at, place->declared);
        perfetto_track(file, event->cycle, track_of(at, place->declared),
                       place->declared ? track_of(at, 0) : (uint64_t)TRACK_ALL, name, false);
    }
    return track_of(at, lane);
}

static void take_wave(struct perfetto_steps *steps, struct perfetto_file *file, const struct pipe_text *text,
                      const struct pipe_event *event)
{
    struct perfetto_place *place = &steps->place[event->slot % PERFETTO_PLACES];
    const uint64_t         track = declared(steps, file, event, 0);
    char                   name[48];
    if (place->wave)
        end(file, event->cycle, track);
    place->wave = event->stage != 0;
    snprintf(name, sizeof name, "%s %u", text->part, (unsigned)event->wave);
    if (place->wave)
        begin(file, event, track, name);
}

/* The instruction's slice, and that of its stage in it. */
static void take_step(struct perfetto_steps *steps, struct perfetto_file *file, const struct pipe_text *text,
                      const struct pipe_event *event)
{
    struct perfetto_place *place = &steps->place[event->slot % PERFETTO_PLACES];
    unsigned               lane = 0;
    while (lane < PERFETTO_STEPS && place->work[lane] != event->work)
        lane++;
    const bool is_new = lane == PERFETTO_STEPS;
    if (is_new) {
        for (lane = 0; lane < PERFETTO_STEPS && place->work[lane];)
            lane++;
        if (lane == PERFETTO_STEPS || !event->stage)
            return;
        place->work[lane] = event->work;
    }
    const uint64_t track = declared(steps, file, event, lane + 1);
    if (is_new)
        begin(file, event, track, text->step(text->context, event->address));
    else
        end(file, event->cycle, track);
    if (event->stage)
        begin(file, event, track, text->stages[event->stage]);
    else
        end(file, event->cycle, track);
    if (!event->stage)
        place->work[lane] = 0;
}

static void take_lost(struct perfetto_steps *steps, struct perfetto_file *file, const struct pipe_text *text,
                      const struct pipe_event *event)
{
    if (steps->lost)
        end(file, event->cycle, TRACK_LOST);
    steps->lost = event->stage != 0;
    if (steps->lost)
        begin(file, event, TRACK_LOST, text->reason[event->reason]);
}

void perfetto_steps_take(struct perfetto_steps *steps, struct perfetto_file *file, const struct pipe_text *text,
                         const struct pipe_event *event)
{
    char name[48];
    if (file->full)
        return;
    if (!steps->declared) {
        perfetto_track(file, event->cycle, TRACK_ALL, 0, "processor", false);
        snprintf(name, sizeof name, "%s: lost", text->issuer);
        perfetto_track(file, event->cycle, TRACK_LOST, TRACK_ALL, name, false);
    }
    steps->declared = true;
    if (event->what == PIPE_WAVE)
        take_wave(steps, file, text, event);
    else if (event->what == PIPE_STEP)
        take_step(steps, file, text, event);
    else if (event->what == PIPE_LOST)
        take_lost(steps, file, text, event);
}

void perfetto_steps_end(struct perfetto_steps *steps, struct perfetto_file *file, uint64_t cycle)
{
    for (unsigned at = 0; at < PERFETTO_PLACES; at++) {
        for (unsigned lane = 0; lane < PERFETTO_STEPS; lane++)
            if (steps->place[at].work[lane]) {
                end(file, cycle, track_of(at, lane + 1));
                end(file, cycle, track_of(at, lane + 1));
            }
        if (steps->place[at].wave)
            end(file, cycle, track_of(at, 0));
    }
    if (steps->lost)
        end(file, cycle, TRACK_LOST);
}
