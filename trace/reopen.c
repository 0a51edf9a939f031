/* reopen.c - a waveform that was written before: which of a machine's signals it has, which of them moved, and what
 * else was found out when it was written. */
#include "trace/reopen.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "trace/internal.h"
#include "trace/values.h"

enum { FOUND_MAX = 32 }; /* marks, of which a viewer names 26, and the work */

/* Lanes and rows are a hundred times as many as all others. */
static bool has_lanes(const struct header *header)
{
    for (unsigned i = 0; i < header->count; i++)
        if (strstr(header->variables[i].name, ".lane") || strstr(header->variables[i].name, ".row"))
            return true;
    return false;
}

static struct header_variable *variable_of(const struct header *header, const struct origin *origin)
{
    char full[2 * NAME_BYTES];
    trace_full_name(origin, full);
    return header_find(header, full, origin->signal->bits);
}

static unsigned keep_what_is_there(struct trace *trace, struct header *header)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < trace->variable_count; i++) {
        struct header_variable *variable = variable_of(header, &trace->origins[i]);
        if (!variable)
            continue;
        variable->signal = trace->origins[i].signal;
        trace->origins[kept++] = trace->origins[i];
    }
    return trace->variable_count = kept;
}

static void mark_what_moved(struct trace *trace, const struct header *header)
{
    for (unsigned i = 0; i < trace->variable_count; i++) {
        const struct header_slot *slot = header_slot(header, variable_of(header, &trace->origins[i]));
        trace->moved[i] = slot && slot->moved;
    }
}

/* ---- what was found out while it was written --------------------------------------------------------------------- */

struct replay {
    struct trace             *trace;
    const struct header_slot *found[FOUND_MAX]; /* of marks and work, or NULL */
};

static void replay_cycle(void *context, uint64_t time)
{
    struct replay *replay = context;
    struct trace  *trace = replay->trace;
    struct derive *derive = &trace->derive;
    if (time % TRACE_CYCLE_TIME != 0)
        return;
    for (unsigned i = derive->list->row_count; i < derive->row_count; i++) {
        const struct header_slot *slot = replay->found[i - derive->list->row_count];
        derive->values[i] = slot ? slot->value : 0;
    }
    trace->final_cycle = time / TRACE_CYCLE_TIME;
    derive_find(derive, trace->final_cycle, derive_found(derive));
}

static bool read_found(struct trace *trace, struct header *header, struct diag *diag)
{
    const struct derive *derive = &trace->derive;
    struct replay        replay = {.trace = trace};
    char                 full[2 * NAME_BYTES + 1];
    assert(derive->row_count - derive->list->row_count <= FOUND_MAX);
    for (unsigned i = derive->list->row_count; i < derive->row_count; i++) {
        const struct rtl_signal *signal = &derive->signals[i];
        snprintf(full, sizeof full, "%s.%s", derive->list->found_path, signal->name);
        replay.found[i - derive->list->row_count] = header_slot(header, header_find(header, full, signal->bits));
    }
    trace->first_cycle = trace->final_cycle = header->first_time / TRACE_CYCLE_TIME;
    return values_read(trace->sink.path, header, replay_cycle, &replay, diag);
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

/* A trace of that name into which nothing is written. */
static struct trace *start(const struct trace_options *options, struct diag *diag)
{
    struct trace *trace = calloc(1, sizeof *trace);
    if (trace)
        trace->sink = (struct sink){.path = strdup(options->path), .fd = -1};
    if (trace && derive_open(&trace->derive, options->derived) && trace->sink.path)
        return trace;
    diag_set(diag, options->path, 0, "no memory for the waveform");
    if (trace)
        trace_forget(trace);
    return NULL;
}

struct trace *trace_reopen(const struct trace_options *options, struct header *header,
                           const struct rtl_instance *instances, unsigned count, struct diag *diag)
{
    struct trace_options all = *options;
    struct trace        *trace = start(options, diag);
    if (!trace)
        return NULL;
    all.lanes = has_lanes(header);
    bool good = trace_declare(trace, &all, instances, count, diag);
    if (good) {
        trace->moved = calloc(trace->variable_count, sizeof *trace->moved);
        good = trace->moved || diag_set(diag, options->path, 0, "no memory for the waveform");
    }
    if (good && keep_what_is_there(trace, header) == 0)
        good = diag_set(diag, options->path, 0,
                        "has no signal of the machine: expected a waveform that wekiva has written");
    if (good && read_found(trace, header, diag)) {
        mark_what_moved(trace, header);
        trace->started = true;
        return trace;
    }
    trace_forget(trace);
    return NULL;
}

void trace_forget(struct trace *trace)
{
    free(trace->sink.path);
    trace->sink.path = NULL;
    trace_discard(trace);
}

void trace_cycles(const struct trace *trace, uint64_t *first, uint64_t *last)
{
    *first = trace->first_cycle;
    *last = trace->final_cycle;
}
