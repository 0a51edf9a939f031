/* reopen.c - a waveform that was written before: which of a machine's signals it has. */
#include "trace/reopen.h"

#include <stdlib.h>
#include <string.h>

#include "trace/internal.h"

/* Lanes and rows are a hundred times as many as all others. */
static bool has_lanes(const struct header *header)
{
    for (unsigned i = 0; i < header->count; i++)
        if (strstr(header->variables[i].name, ".lane") || strstr(header->variables[i].name, ".row"))
            return true;
    return false;
}

static void keep_what_is_there(struct trace *trace, struct header *header)
{
    char     scope[NAME_BYTES], name[NAME_BYTES], full[2 * NAME_BYTES + 1];
    unsigned kept = 0;
    for (unsigned i = 0; i < trace->variable_count; i++) {
        trace_names(&trace->origins[i], scope, name);
        snprintf(full, sizeof full, "%s.%s", scope, name);
        struct header_variable *variable = header_find(header, full, trace->origins[i].signal->bits);
        if (!variable)
            continue;
        variable->found = true;
        trace->origins[kept++] = trace->origins[i];
    }
    trace->variable_count = kept;
}

struct trace *trace_reopen(const struct trace_options *options, struct header *header,
                           const struct rtl_instance *instances, unsigned count, struct diag *diag)
{
    struct trace_options all = {.path = options->path,
                                .lanes = has_lanes(header),
                                .elements = options->elements,
                                .element_types = options->element_types};
    struct trace        *trace = calloc(1, sizeof *trace);
    if (trace)
        trace->sink = (struct sink){.path = strdup(options->path), .fd = -1};
    if (!trace || !trace->sink.path) {
        diag_set(diag, options->path, 0, "no memory for the waveform");
        free(trace);
        return NULL;
    }
    bool good = trace_declare(trace, &all, instances, count, diag);
    if (good) {
        keep_what_is_there(trace, header);
        good = trace->variable_count ||
               diag_set(diag, options->path, 0,
                        "has no signal of the machine: expected a waveform that wekiva has written");
    }
    if (good) {
        trace->started = true;
        trace->first_cycle = header->first_time / TRACE_CYCLE_TIME;
        /* The last time is the end of the last cycle. */
        trace->final_cycle = header->last_time / TRACE_CYCLE_TIME;
        trace->final_cycle -= trace->final_cycle > trace->first_cycle;
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
