/* wekiva_state.c - the public library: snapshots and waveforms. */
#include <stdlib.h>
#include <string.h>

#include "rtl_model/library/wekiva_internal.h"
#include "rtl_model/shown.h"

/* ---- snapshots --------------------------------------------------------------------------------------------------- */

enum wk_status wk_snapshot(const struct wk_machine *machine, void **bytes, size_t *length,
                           struct wk_diagnostic *diagnostic)
{
    if (!machine || !bytes || !length)
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_snapshot: machine, bytes or length is NULL");
    *length = machine_snapshot_bytes(&machine->machine);
    *bytes = malloc(*length);
    if (!*bytes) {
        *length = 0;
        return library_bad(diagnostic, WK_REFUSED, "not enough memory for the snapshot");
    }
    machine_snapshot_put(*bytes, &machine->machine);
    return WK_OK;
}

void wk_free(void *bytes)
{
    free(bytes);
}

/* What has been kept, and counted, does not lead to this state. */
static enum wk_status begins_anew(struct wk_machine *machine, struct wk_diagnostic *diagnostic)
{
    if (machine->history)
        history_begin(machine->history);
    library_forget_event(machine);
    return library_count_anew(machine, diagnostic);
}

enum wk_status wk_restore(struct wk_machine *machine, const void *bytes, size_t length,
                          struct wk_diagnostic *diagnostic)
{
    if (!machine || !bytes)
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_restore: machine or bytes is NULL");
    if (machine->trace)
        return library_bad(diagnostic, WK_BUSY, "wk_restore: a trace is on, in which time cannot go back");
    struct diag diag = {0};
    if (!machine_snapshot_take("snapshot", bytes, length, &machine->machine, &diag))
        return library_failed(diagnostic, &diag, WK_REFUSED);
    return begins_anew(machine, diagnostic);
}

enum wk_status wk_snapshot_save(const struct wk_machine *machine, const char *path, struct wk_diagnostic *diagnostic)
{
    struct diag diag = {0};
    if (!machine || !path)
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_snapshot_save: machine or path is NULL");
    return machine_snapshot_save(path, &machine->machine, &diag) ? WK_OK
                                                                 : library_failed(diagnostic, &diag, WK_REFUSED);
}

enum wk_status wk_snapshot_load(struct wk_machine *machine, const char *path, struct wk_diagnostic *diagnostic)
{
    struct diag diag = {0};
    if (!machine || !path)
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_snapshot_load: machine or path is NULL");
    if (machine->trace)
        return library_bad(diagnostic, WK_BUSY, "wk_snapshot_load: a trace is on, in which time cannot go back");
    if (!machine_snapshot_load(path, &machine->machine, &diag))
        return library_failed(diagnostic, &diag, WK_REFUSED);
    return begins_anew(machine, diagnostic);
}

/* ---- back in time ------------------------------------------------------------------------------------------------ */

enum wk_status wk_history_keep(struct wk_machine *machine, size_t most_bytes, struct wk_diagnostic *diagnostic)
{
    struct diag diag = {0};
    if (!machine || !machine->machine.kind->results)
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_history_keep: machine is NULL, or a module alone");
    history_free(machine->history);
    machine->history = most_bytes ? history_create(&machine->machine, most_bytes, &diag) : NULL;
    return machine->history || !most_bytes ? WK_OK : library_failed(diagnostic, &diag, WK_REFUSED);
}

enum wk_status wk_history_at(const struct wk_machine *machine, struct wk_history *figures)
{
    if (!machine || !figures || !machine->history)
        return WK_BAD_ARGUMENT;
    const struct history_figures now = history_figures(machine->history);
    *figures = (struct wk_history){now.first, now.states, now.bytes};
    return WK_OK;
}

enum wk_status wk_go_back_to(struct wk_machine *machine, uint64_t cycle, struct wk_diagnostic *diagnostic)
{
    if (!machine || !machine->history || cycle > *machine->machine.cycle)
        return library_bad(diagnostic, WK_BAD_ARGUMENT,
                           "wk_go_back_to: machine is NULL, keeps no states, or is not there yet");
    if (machine->trace)
        return library_bad(diagnostic, WK_BUSY, "wk_go_back_to: a trace is on, in which time cannot go back");
    if (cycle == *machine->machine.cycle)
        return wk_state(machine, diagnostic);
    if (!history_go_back(machine->history, cycle))
        return library_bad(diagnostic, WK_REFUSED, "wk_go_back_to: no state of this cycle or before is kept");
    observing_end(&machine->observed);
    library_forget_event(machine);
    const enum wk_status status = wk_clock(machine, cycle - *machine->machine.cycle, diagnostic);
    const enum wk_status counts = library_count_anew(machine, diagnostic);
    return counts == WK_OK ? status : counts;
}

/* ---- waveforms --------------------------------------------------------------------------------------------------- */

static void sample(struct wk_machine *machine)
{
    const struct rtl_machine *m = &machine->machine;
    if (*m->cycle < machine->traced)
        return;
    if (m->kind->show) {
        const struct trace_changed changed = trace_sets(machine->trace);
        m->kind->show(m->of, trace_has_lanes(machine->trace), changed.wires, changed.registers);
        trace_sample_changed(machine->trace, *m->cycle, &changed);
    } else {
        m->kind->look(m->of, (unsigned)MACHINE_ALL);
        trace_sample(machine->trace, *m->cycle);
    }
    machine->traced = *m->cycle + 1;
}

void library_look(struct wk_machine *machine)
{
    if (!machine->trace) {
        observing_look(&machine->observed, &machine->machine, false);
        return;
    }
    sample(machine);
    if (machine->observed.by)
        machine->observed.by->clock(machine->observed.by);
}

void library_show(const struct wk_machine *machine)
{
    machine_show_for(&machine->machine, machine->trace, machine->observed.by);
}

static void free_rows(struct wk_machine *machine)
{
    if (machine->rows)
        machine->rows->free(machine->rows);
    machine->rows = NULL;
}

enum wk_status wk_trace_start(struct wk_machine *machine, const char *path, const struct wk_trace_options *options,
                              struct wk_diagnostic *diagnostic)
{
    struct diag diag = {0};
    if (!machine || !path || !path[0])
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_trace_start: machine or path is NULL or empty");
    if (machine->trace)
        return library_bad(diagnostic, WK_BUSY, "wk_trace_start: a trace is on");
    const struct rtl_machine *m = &machine->machine;
    if (*m->cycle > UINT64_MAX / TRACE_CYCLE_TIME / 2)
        return library_bad(diagnostic, WK_REFUSED, "wk_trace_start: the cycle is beyond what a waveform can name");
    const unsigned watches = options ? options->watch_count : 0;
    for (unsigned i = 0; i < watches; i++)
        if (!options->watches || !options->watches[i] || !m->kind->results)
            return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_trace_start: a watch is NULL, or of a module alone");
    if (m->kind->results) {
        machine->rows = m->kind->results->rows(m->of, options ? options->watches : NULL, watches, &diag);
        if (!machine->rows)
            return library_failed(diagnostic, &diag, WK_REFUSED);
    }
    struct trace_options how = {.path = path,
                                .scope = options ? options->scope : NULL,
                                .lanes = options && options->lanes,
                                .from = *m->cycle,
                                .elements = m->kind->looks->elements,
                                .element_types = m->kind->looks->element_types,
                                .behind = m->kind->behind,
                                .derived = machine->rows ? &machine->rows->derivation : NULL};
    machine->trace = machine_trace_open(m, &how, false, &diag);
    machine->traced = *m->cycle;
    if (machine->trace) {
        library_show(machine);
        return WK_OK;
    }
    free_rows(machine);
    return library_failed(diagnostic, &diag, WK_REFUSED);
}

enum wk_status wk_trace_stop(struct wk_machine *machine, struct wk_diagnostic *diagnostic)
{
    struct diag diag = {0};
    if (!machine)
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_trace_stop: machine is NULL");
    if (!machine->trace)
        return library_bad(diagnostic, WK_BUSY, "wk_trace_stop: no trace is on");
    machine->machine.kind->wire(machine->machine.of);
    sample(machine);
    struct trace *const trace = machine->trace;
    machine->trace = NULL;
    const bool whole = trace_close(trace, &diag);
    free_rows(machine);
    library_show(machine);
    return whole ? WK_OK : library_failed(diagnostic, &diag, WK_REFUSED);
}
