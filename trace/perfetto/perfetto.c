#include "trace/perfetto/perfetto.h"

#include <stdlib.h>
#include <string.h>

#include "trace/perfetto/perfetto_tracks.h"

static char *put_number(char *to, const char *before, uint32_t number)
{
    char     digits[10];
    unsigned count = 0;
    while (*before)
        *to++ = *before++;
    do
        digits[count++] = (char)('0' + number % 10);
    while (number /= 10);
    while (count)
        *to++ = digits[--count];
    *to = '\0';
    return to;
}

/* ---- slices ------------------------------------------------------------------------------------------------------ */

static void end(struct perfetto *perfetto, uint64_t cycle, uint64_t track)
{
    struct proto event;
    perfetto_event(&event, EVENT_END, track);
    perfetto_put(&perfetto->file, cycle, &event);
}

static void begin(struct perfetto *perfetto, uint64_t cycle, uint64_t track, const char *name)
{
    struct proto event;
    perfetto_event(&event, EVENT_BEGIN, track);
    proto_text(&event, EVENT_NAME, name);
    perfetto_put(&perfetto->file, cycle, &event);
}

/* With what it is of, and on the wavefront's flow. */
static void begin_work(struct perfetto *perfetto, const struct pipe_event *of, uint64_t track, const char *name)
{
    struct proto event;
    perfetto_event(&event, EVENT_BEGIN, track);
    proto_text(&event, EVENT_NAME, name);
    proto_fixed64(&event, EVENT_FLOW, perfetto_slot_of(perfetto, of)->flow);
    perfetto_note(&event, "wavefront", of->wave);
    perfetto_note(&event, "address", of->address);
    perfetto_put(&perfetto->file, of->cycle, &event);
}

static void count(struct perfetto *perfetto, const struct pipe_event *of, enum counter which, int by)
{
    struct perfetto_simd *simd = perfetto->simd[of->simd % SIMDS];
    struct proto          event;
    simd->count[which] += (uint32_t)by;
    perfetto_event(&event, EVENT_COUNTER, perfetto_track_of(of->simd, TRACK_COUNT + which));
    proto_number(&event, EVENT_COUNT, simd->count[which]);
    perfetto_put(&perfetto->file, of->cycle, &event);
}

static void end_unit(struct perfetto *perfetto, const struct pipe_event *event, bool *open, unsigned track)
{
    if (*open)
        end(perfetto, event->cycle, perfetto_track_of(event->simd, track));
    *open = false;
}

static void end_rest(struct perfetto *perfetto, const struct pipe_event *event, struct perfetto_slot *slot)
{
    if (slot->rests)
        end(perfetto, event->cycle, perfetto_slot_track(event, 0));
    slot->rests = false;
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

static void take_wave(struct perfetto *perfetto, const struct pipe_event *event)
{
    struct perfetto_slot *slot = perfetto_slot_of(perfetto, event);
    char                  name[32];
    end_rest(perfetto, event, slot);
    if (slot->wave) {
        end(perfetto, event->cycle, perfetto_slot_track(event, 0));
        count(perfetto, event, COUNT_WAVES, -1);
    }
    slot->wave = event->stage != 0;
    if (!slot->wave)
        return;
    slot->flow = ++perfetto->flows;
    put_number(name, "wavefront ", event->wave);
    begin_work(perfetto, event, perfetto_slot_track(event, 0), name);
    count(perfetto, event, COUNT_WAVES, 1);
}

static void take_left(struct perfetto *perfetto, struct perfetto_simd *simd, struct perfetto_slot *slot,
                      const struct pipe_event *event)
{
    static const char *const rests[] = {NULL, "CF miss", "waits", "ends", "branch"};
    const char *const        rest = event->stage == PIPE_CF_MISSES ? rests[PIPE_THEN_MISSES] : rests[event->then];
    if (event->stage == PIPE_CF_MISSES)
        end_unit(perfetto, event, &simd->fetches, TRACK_FETCH);
    else
        end_unit(perfetto, event, &simd->decodes, TRACK_DECODE);
    if (!rest || !slot->wave)
        return;
    begin(perfetto, event->cycle, perfetto_slot_track(event, 0), rest);
    slot->rests = true;
}

static void take_cf(struct perfetto *perfetto, struct perfetto_simd *simd, const struct pipe_event *event)
{
    struct perfetto_slot *slot = perfetto_slot_of(perfetto, event);
    char                  name[40];
    switch (event->stage) {
    case PIPE_CF_FETCH:
        end_rest(perfetto, event, slot);
        end_unit(perfetto, event, &simd->fetches, TRACK_FETCH);
        put_number(put_number(name, "w", event->wave), " CF ", event->address);
        begin(perfetto, event->cycle, perfetto_track_of(event->simd, TRACK_FETCH), name);
        simd->fetches = true;
        break;
    case PIPE_CF_DECODE:
        end_unit(perfetto, event, &simd->fetches, TRACK_FETCH);
        end_unit(perfetto, event, &simd->decodes, TRACK_DECODE);
        begin(perfetto, event->cycle, perfetto_track_of(event->simd, TRACK_DECODE),
              perfetto->view.text->cf(perfetto->view.text->context, event->address, event->word));
        simd->decodes = true;
        break;
    case PIPE_CF_AGAIN:
        end_unit(perfetto, event, &simd->fetches, TRACK_FETCH);
        break;
    default:
        take_left(perfetto, simd, slot, event);
        break;
    }
}

static void take_stage(struct perfetto *perfetto, const struct pipe_event *event, unsigned which, uint8_t *open,
                       const char *whole, const char *stage)
{
    const uint64_t track = perfetto_slot_track(event, which);
    if (*open > 1)
        end(perfetto, event->cycle, track);
    if (!event->stage && *open)
        end(perfetto, event->cycle, track);
    if (!*open && event->stage)
        begin_work(perfetto, event, track, whole);
    if (event->stage)
        begin(perfetto, event->cycle, track, stage);
    if (!*open && event->stage)
        count(perfetto, event, which == 1 ? COUNT_CLAUSES : COUNT_FETCHES, 1);
    else if (*open && !event->stage)
        count(perfetto, event, which == 1 ? COUNT_CLAUSES : COUNT_FETCHES, -1);
    *open = event->stage ? 2 : 0;
}

static void take_group(struct perfetto *perfetto, const struct pipe_event *event)
{
    const uint64_t track = perfetto_track_of(event->simd, event->unit ? TRACK_ODD : TRACK_EVEN);
    struct proto   slice;
    perfetto_event(&slice, EVENT_BEGIN, track);
    proto_text(&slice, EVENT_NAME,
               perfetto->view.text->group(perfetto->view.text->context, event->address, event->of_group));
    perfetto_note(&slice, "wavefront", event->wave);
    perfetto_note(&slice, "address", event->address);
    perfetto_put(&perfetto->file, event->cycle, &slice);
    end(perfetto, event->cycle + PIPE_CHANCE, track);
}

static void take_export(struct perfetto *perfetto, struct perfetto_simd *simd, const struct pipe_event *event)
{
    unsigned lane = 0;
    char     name[32];
    while (lane < EXPORTS && simd->exports[lane] != (event->stage ? 0 : event->work))
        lane++;
    if (lane == EXPORTS)
        return;
    if (!(simd->export_tracks >> lane & 1)) {
        snprintf(name, sizeof name, "export %u", lane);
        perfetto_track(&perfetto->file, event->cycle, perfetto_track_of(event->simd, TRACK_EXPORT + lane),
                       perfetto_track_of(event->simd, 0), name, false);
        simd->export_tracks |= UINT32_C(1) << lane;
    }
    simd->exports[lane] = event->stage ? event->work : 0;
    if (event->stage)
        begin_work(perfetto, event, perfetto_track_of(event->simd, TRACK_EXPORT + lane),
                   perfetto->view.text->cf(perfetto->view.text->context, event->address, event->word));
    else
        end(perfetto, event->cycle, perfetto_track_of(event->simd, TRACK_EXPORT + lane));
    count(perfetto, event, COUNT_EXPORTS, event->stage ? 1 : -1);
}

static void take_lost(struct perfetto *perfetto, struct perfetto_simd *simd, const struct pipe_event *event)
{
    const uint64_t track = perfetto_track_of(event->simd, TRACK_LOST + event->unit);
    struct proto   slice;
    if (event->stage) {
        perfetto_event(&slice, EVENT_BEGIN, track);
        proto_text(&slice, EVENT_NAME, perfetto->view.text->reason[event->reason]);
        if (event->wave != PIPE_NOBODY)
            perfetto_note(&slice, "wavefront", event->wave);
    } else if (simd->lost[event->unit]) {
        perfetto_event(&slice, EVENT_END, track);
        perfetto_note(&slice, "chances", event->chances);
    } else {
        return;
    }
    simd->lost[event->unit] = event->stage != 0;
    perfetto_put(&perfetto->file, event->cycle, &slice);
}

static void take_texture(struct perfetto *perfetto, struct perfetto_simd *simd, const struct pipe_event *event)
{
    char name[32];
    end_unit(perfetto, event, &simd->texture, TRACK_TEXTURE);
    if (!event->stage)
        return;
    put_number(name, "w", event->wave);
    begin_work(perfetto, event, perfetto_track_of(event->simd, TRACK_TEXTURE), name);
    simd->texture = true;
}

static const char *const clause_stages[PIPE_CLAUSE_STAGES] = {NULL,    "arbitrate", "lock", "ifetch",
                                                              "ready", "run",       "drain"};
static const char *const fetch_stages[PIPE_FETCH_STAGES] = {NULL, "arbitrate", "ifetch", "offer", "return"};

static void take(struct pipe_taker *taker, const struct pipe_event *event)
{
    struct perfetto *const perfetto = (struct perfetto *)taker;
    if (perfetto->view.text->step) {
        perfetto_steps_take(&perfetto->steps, &perfetto->file, perfetto->view.text, event);
        return;
    }
    struct perfetto_simd *const simd = perfetto_simd_of(perfetto, event->cycle, event->simd);
    char                        name[32];
    if (!simd || perfetto->file.full)
        return;
    switch ((enum pipe_what)event->what) {
    case PIPE_WAVE:
        take_wave(perfetto, event);
        break;
    case PIPE_CF:
        take_cf(perfetto, simd, event);
        break;
    case PIPE_CLAUSE:
        take_stage(perfetto, event, 1, &perfetto_slot_of(perfetto, event)->clause,
                   event->word ? perfetto->view.text->cf(perfetto->view.text->context, event->address, event->word)
                               : "",
                   clause_stages[event->stage]);
        break;
    case PIPE_FETCH:
        put_number(name, "fetch clause ", event->address);
        take_stage(perfetto, event, 2, &perfetto_slot_of(perfetto, event)->fetch, name, fetch_stages[event->stage]);
        break;
    case PIPE_EXPORT:
        take_export(perfetto, simd, event);
        break;
    case PIPE_GROUP:
        take_group(perfetto, event);
        break;
    case PIPE_LOST:
        take_lost(perfetto, simd, event);
        break;
    case PIPE_TEXTURE:
        take_texture(perfetto, simd, event);
        break;
    case PIPE_REQUEST:
        perfetto_request(&perfetto->file, &perfetto->memory, &simd->requests, perfetto_track_of(event->simd, 0),
                         perfetto_track_of(event->simd, TRACK_REQUESTS), event);
        break;
    case PIPE_CHANNEL:
        perfetto_channel(&perfetto->file, &perfetto->memory, event);
    case PIPE_STEP:
        break;
    }
}

static void reached(struct pipe_taker *taker, uint64_t cycle)
{
    perfetto_reached(&((struct perfetto *)taker)->file, cycle);
}

/* ---- opening and closing ----------------------------------------------------------------------------------------- */

/* Slices that are open end here. */
static void end_simd(struct perfetto *perfetto, struct perfetto_simd *simd, unsigned i, uint64_t cycle)
{
    struct pipe_event event = {.cycle = cycle, .simd = (uint8_t)i};
    end_unit(perfetto, &event, &simd->fetches, TRACK_FETCH);
    end_unit(perfetto, &event, &simd->decodes, TRACK_DECODE);
    end_unit(perfetto, &event, &simd->texture, TRACK_TEXTURE);
    perfetto_requests_end(&perfetto->file, &simd->requests, cycle);
    for (unsigned a = 0; a < PIPE_ARBITERS; a++)
        end_unit(perfetto, &event, &simd->lost[a], TRACK_LOST + a);
    for (unsigned lane = 0; lane < EXPORTS; lane++)
        if (simd->exports[lane])
            end(perfetto, cycle, perfetto_track_of(i, TRACK_EXPORT + lane));
    for (unsigned s = 0; s < SLOTS; s++) {
        struct perfetto_slot *slot = &simd->slot[s];
        event.slot = (uint16_t)s;
        for (; slot->clause; slot->clause--)
            end(perfetto, cycle, perfetto_slot_track(&event, 1));
        for (; slot->fetch; slot->fetch--)
            end(perfetto, cycle, perfetto_slot_track(&event, 2));
        end_rest(perfetto, &event, slot);
        if (slot->wave)
            end(perfetto, cycle, perfetto_slot_track(&event, 0));
    }
}

static bool close_file(struct pipe_view *view, uint64_t cycle, bool keep, struct diag *diag)
{
    struct perfetto *perfetto = (struct perfetto *)view;
    perfetto->file.full = false;
    perfetto->file.limit = 0;
    for (unsigned i = 0; i < SIMDS; i++) {
        if (perfetto->simd[i])
            end_simd(perfetto, perfetto->simd[i], i, cycle);
        free(perfetto->simd[i]);
    }
    perfetto_memory_end(&perfetto->file, &perfetto->memory, cycle);
    perfetto_steps_end(&perfetto->steps, &perfetto->file, cycle);
    const bool whole = perfetto_file_close(&perfetto->file, keep, diag);
    free(perfetto);
    return whole;
}

struct pipe_view *perfetto_open(const char *path, uint64_t limit, const struct pipe_text *text, struct diag *diag)
{
    struct perfetto *perfetto = pipe_view_new(sizeof *perfetto, path, "Perfetto trace", diag);
    if (!perfetto || !perfetto_file_open(&perfetto->file, path, limit, diag)) {
        free(perfetto);
        return NULL;
    }
    const struct perfetto_file *file = &perfetto->file;
    perfetto->view = (struct pipe_view){{take, reached}, text, &file->sink, &file->full, &file->no_memory, close_file};
    return &perfetto->view;
}

/* They lie before what has been written: times of packets need not rise for a viewer, which sorts them. */
void perfetto_chain(struct pipe_view *view, const char *name, const struct perfetto_link *links, unsigned count)
{
    struct perfetto *const perfetto = (struct perfetto *)view;
    const uint64_t         parent = perfetto_track_of(SIMDS, (unsigned)(128 * perfetto->chains++));
    struct proto           event;
    perfetto_track(&perfetto->file, links[0].from, parent, 0, name, false);
    for (unsigned i = 0; i < count; i++) {
        char place[16];
        snprintf(place, sizeof place, "%u", i);
        perfetto_track(&perfetto->file, links[i].from, parent + 1 + i, parent, place, false);
        perfetto_event(&event, EVENT_BEGIN, parent + 1 + i);
        proto_text(&event, EVENT_NAME, links[i].name);
        proto_fixed64(&event, EVENT_FLOW, parent);
        perfetto_put_late(&perfetto->file, links[i].from, &event);
        perfetto_event(&event, EVENT_END, parent + 1 + i);
        perfetto_put_late(&perfetto->file, links[i].to > links[i].from ? links[i].to : links[i].from + 1, &event);
    }
}
