/* timeline.c - runs on, goes back, and reads signals clock by clock. */
#include "rtl_model/timeline.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1 << 16 }; /* cycles that a search runs on at once */

/* ---- life -------------------------------------------------------------------------------------------------------- */

bool timeline_open(struct timeline *timeline, const struct rtl_machine *now, const struct rtl_machine *past,
                   uint64_t max_cycles, uint64_t no_progress, struct diag *diag)
{
    *timeline = (struct timeline){
        .now = now, .past = past, .max_cycles = max_cycles, .no_progress = no_progress, .first = *now->cycle};
    if (!signals_open(&timeline->signals, past, past->kind->results->rows(past->of, NULL, 0, diag), diag))
        return false;
    timeline->history = history_create(now, TIMELINE_BYTES, diag);
    if (timeline->history)
        history_even(timeline->history);
    return timeline->history;
}

void timeline_close(struct timeline *timeline)
{
    signals_close(&timeline->signals);
    history_free(timeline->history);
    *timeline = (struct timeline){0};
}

/* ---- the run ----------------------------------------------------------------------------------------------------- */

uint64_t timeline_latest(const struct timeline *timeline)
{
    return *timeline->now->cycle;
}

static void settle_state(struct timeline *timeline)
{
    const struct rtl_machine *now = timeline->now;
    struct diag *const        why = &timeline->why;
    if (now->kind->stopped(now->of, why)) {
        timeline->state = TIMELINE_STOPPED;
    } else if (now->kind->finished(now->of)) {
        timeline->state = TIMELINE_FINISHED;
        diag_set(why, NULL, 0, "the run has finished");
    } else if (*now->cycle >= timeline->max_cycles) {
        timeline->state = TIMELINE_LIMIT;
        diag_set(why, NULL, 0, "not finished at cycle %" PRIu64 ", the limit (--max-cycles)", *now->cycle);
    } else if (rtl_machine_stands_still(now, timeline->no_progress, why)) {
        timeline->state = TIMELINE_STANDS;
    }
}

void timeline_run(struct timeline *timeline, uint64_t end)
{
    const struct rtl_machine *now = timeline->now;
    for (settle_state(timeline); timeline->state == TIMELINE_RUNS && *now->cycle < end; settle_state(timeline)) {
        const uint64_t watch = (*now->cycle / MACHINE_WATCH_CLOCKS + 1) * MACHINE_WATCH_CLOCKS;
        uint64_t       next = history_next(timeline->history, end);
        next = next < watch ? next : watch;
        now->kind->run(now->of, next < timeline->max_cycles ? next : timeline->max_cycles);
        history_note(timeline->history);
    }
}

/* ---- the past ---------------------------------------------------------------------------------------------------- */

/* The past machine comes to a cycle that has been: from where it is, or from a state that is nearer. */
static void seek(struct timeline *timeline, uint64_t cycle)
{
    const struct rtl_machine *past = timeline->past;
    const uint64_t            kept = history_before(timeline->history, cycle);
    if (*past->cycle > cycle || kept > *past->cycle)
        history_recall(timeline->history, past, cycle);
    timeline->repeated += cycle - *past->cycle;
    past->kind->run(past->of, cycle);
}

struct reading {
    struct timeline             *timeline;
    const struct trigger_signal *signals;
    unsigned                     count;
    unsigned                    *instances; /* each once; of the view one alone, for it stands for all */
    unsigned                     instance_count;
    enum trigger_reads           reads;
    bool                         derived, begun, failed;
    uint64_t                     from, to;
    uint64_t                    *values, *before;
    timeline_visit              *visit;
    void                        *context;
};

static void read_values(struct reading *reading)
{
    const struct timeline *timeline = reading->timeline;
    bool                   different = !reading->begun;
    for (unsigned s = 0; s < reading->count; s++) {
        reading->values[s] = trigger_value(&timeline->signals.names, &reading->signals[s]);
        different |= reading->values[s] != reading->before[s];
    }
    if (!different || reading->failed)
        return;
    reading->begun = true;
    memcpy(reading->before, reading->values, reading->count * sizeof *reading->before);
    reading->failed = !reading->visit(reading->context, *timeline->past->cycle, reading->values);
}

static bool asks(void *context)
{
    struct reading *reading = context;
    read_values(reading);
    return reading->failed;
}

static void read_now(struct reading *reading)
{
    struct timeline          *timeline = reading->timeline;
    const struct rtl_machine *past = timeline->past;
    past->kind->wire(past->of);
    for (unsigned i = 0; i < reading->instance_count; i++)
        signals_look(&timeline->signals, reading->instances[i]);
    read_values(reading);
}

/* Registers alone are asked for where they may have changed, if the machine can. */
static void read_all(struct reading *reading)
{
    const struct rtl_machine   *past = reading->timeline->past;
    const struct machine_search search = {reading->instances, reading->instance_count,
                                          reading->reads == TRIGGER_COUNTERS, asks, reading};
    bool                        found;
    seek(reading->timeline, reading->from);
    read_now(reading);
    if (past->kind->search && reading->reads != TRIGGER_WIRES && !reading->derived && *past->cycle < reading->to &&
        past->kind->search(past->of, reading->to, &search, &found)) {
        read_now(reading);
        return;
    }
    while (*past->cycle < reading->to && !reading->failed) {
        past->kind->edge(past->of);
        read_now(reading);
    }
}

static void list_instances(struct reading *reading)
{
    bool *const seen = calloc(reading->timeline->signals.names.count, sizeof *seen);
    reading->failed = !seen;
    for (unsigned s = 0; seen && s < reading->count; s++) {
        const unsigned           instance = reading->signals[s].instance;
        const bool               derived = signals_derived(&reading->timeline->signals, instance);
        const enum trigger_reads reads = trigger_reads_signal(&reading->signals[s]);
        reading->reads = reads > reading->reads ? reads : reading->reads;
        if (!seen[instance] && !(derived && reading->derived))
            reading->instances[reading->instance_count++] = instance;
        reading->derived |= derived;
        seen[instance] = true;
    }
    free(seen);
}

bool timeline_values(struct timeline *timeline, const struct trigger_signal *signals, unsigned count, uint64_t from,
                     uint64_t to, timeline_visit *visit, void *context)
{
    struct reading reading = {.timeline = timeline,
                              .signals = signals,
                              .count = count,
                              .instances = calloc(count, sizeof *reading.instances),
                              .values = calloc(count, sizeof *reading.values),
                              .before = calloc(count, sizeof *reading.before),
                              .from = from,
                              .to = to,
                              .visit = visit,
                              .context = context};
    reading.failed = !reading.instances || !reading.values || !reading.before;
    if (!reading.failed)
        list_instances(&reading);
    if (!reading.failed)
        read_all(&reading);
    free(reading.instances);
    free(reading.values);
    free(reading.before);
    return !reading.failed;
}

/* ---- the first cycle --------------------------------------------------------------------------------------------- */

/* Whether it holds in the cycle of the past machine. */
static bool holds_now(struct timeline *timeline, struct event *event)
{
    const struct rtl_machine *past = timeline->past;
    past->kind->wire(past->of);
    event_look(event);
    return event_begins(event);
}

/* The clocks that what it says behind `after` depends on, and the one behind `after`: from there on a search need not
 * ask where nothing changes. */
static bool prepare(struct timeline *timeline, struct event *event, uint64_t after)
{
    const struct rtl_machine *past = timeline->past;
    const uint64_t            clocks = trigger_clocks(event->trigger);
    bool                      holds = false;
    seek(timeline, after >= clocks && after - clocks > timeline->first ? after - clocks : timeline->first);
    for (; *past->cycle <= after; past->kind->edge(past->of))
        holds_now(timeline, event);
    holds = holds_now(timeline, event);
    return holds;
}

static bool search(struct timeline *timeline, struct event *event, uint64_t after)
{
    const struct rtl_machine *past = timeline->past;
    bool                      found = prepare(timeline, event, after);
    while (!found) {
        found = event_search(event, timeline_latest(timeline));
        if (found || timeline->state != TIMELINE_RUNS)
            break;
        timeline_run(timeline, timeline_latest(timeline) + CHUNK);
    }
    return found || (*past->cycle >= event->asked && holds_now(timeline, event));
}

enum timeline_answer timeline_first(struct timeline *timeline, const char *expression, uint64_t after, uint64_t *cycle,
                                    struct diag *diag)
{
    struct event event;
    bool         found = false;
    if (!event_open(&event, &timeline->signals, expression, diag))
        return TIMELINE_WRONG;
    event.level = true;
    event.asked = 0;
    if (after < UINT64_MAX)
        timeline_run(timeline, after + 1);
    if (timeline_latest(timeline) > after)
        found = search(timeline, &event, after);
    *cycle = *timeline->past->cycle;
    event_close(&event);
    return found ? TIMELINE_FOUND : TIMELINE_NEVER;
}
