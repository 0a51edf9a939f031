/* wekiva_state.c - the public library: snapshots and waveforms. */
#include <stdlib.h>
#include <string.h>

#include "kit/snapshot.h"
#include "rtl_model/launch_internal.h"
#include "rtl_model/wekiva_internal.h"

/* ---- snapshots: those of kit/snapshot.h, and behind them what lies outside the modules ------------------------------
 */

static size_t inside_bytes(const struct rtl_machine *m)
{
    return snapshot_bytes(m->instances, m->instance_count);
}

enum wk_status wk_snapshot(const struct wk_machine *machine, void **bytes, size_t *length,
                           struct wk_diagnostic *diagnostic)
{
    if (!machine || !bytes || !length)
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_snapshot: machine, bytes or length is NULL");
    const struct rtl_machine *m = &machine->machine;
    const size_t              inside = inside_bytes(m);
    const size_t              outside = m->kind->outside_bytes ? m->kind->outside_bytes(m->of) : 0;
    unsigned char            *data = malloc(inside + outside);
    *bytes = data;
    *length = data ? inside + outside : 0;
    if (!data)
        return library_bad(diagnostic, WK_REFUSED, "not enough memory for the snapshot");
    snapshot_put(data, m->instances, m->instance_count, *m->cycle);
    if (outside)
        m->kind->outside_put(data + inside, m->of);
    return WK_OK;
}

void wk_free(void *bytes)
{
    free(bytes);
}

static enum wk_status restore(struct wk_machine *machine, const char *name, const unsigned char *data, size_t length,
                              struct wk_diagnostic *diagnostic)
{
    const struct rtl_machine *m = &machine->machine;
    struct diag               diag = {0};
    const bool                more = m->kind->outside_check != NULL;
    const size_t              inside = more && inside_bytes(m) < length ? inside_bytes(m) : length;
    uint64_t                  cycle;
    if (!snapshot_check(name, data, inside, m->instances, m->instance_count, &cycle, &diag))
        return library_failed(diagnostic, &diag, WK_REFUSED);
    if (more && (!m->kind->outside_check(name, data + inside, length - inside, m->of, cycle, &diag) ||
                 !m->kind->outside_take(name, data + inside, m->of, &diag)))
        return library_failed(diagnostic, &diag, WK_REFUSED);
    snapshot_take(data, m->instances, m->instance_count);
    *m->cycle = cycle;
    m->kind->touch(m->of);
    return WK_OK;
}

enum wk_status wk_restore(struct wk_machine *machine, const void *bytes, size_t length,
                          struct wk_diagnostic *diagnostic)
{
    if (!machine || !bytes)
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_restore: machine or bytes is NULL");
    if (machine->trace)
        return library_bad(diagnostic, WK_BUSY, "wk_restore: a trace is on, in which time cannot go back");
    return restore(machine, "snapshot", bytes, length, diagnostic);
}

enum wk_status wk_snapshot_save(const struct wk_machine *machine, const char *path, struct wk_diagnostic *diagnostic)
{
    struct diag diag = {0};
    void       *bytes;
    size_t      length;
    if (!machine || !path)
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_snapshot_save: machine or path is NULL");
    enum wk_status status = wk_snapshot(machine, &bytes, &length, diagnostic);
    if (status == WK_OK && !snapshot_write_file(path, bytes, length, &diag))
        status = library_failed(diagnostic, &diag, WK_REFUSED);
    free(bytes);
    return status;
}

enum wk_status wk_snapshot_load(struct wk_machine *machine, const char *path, struct wk_diagnostic *diagnostic)
{
    struct diag diag = {0};
    size_t      length = 0;
    char        reason[160];
    if (!machine || !path)
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_snapshot_load: machine or path is NULL");
    if (machine->trace)
        return library_bad(diagnostic, WK_BUSY, "wk_snapshot_load: a trace is on, in which time cannot go back");
    char *data = launch_slurp(path, SIZE_MAX / 2, &length, reason, sizeof reason);
    if (!data) {
        diag_set(&diag, path, 0, "%s", reason);
        return library_failed(diagnostic, &diag, WK_REFUSED);
    }
    const enum wk_status status = restore(machine, path, (const unsigned char *)data, length, diagnostic);
    free(data);
    return status;
}

/* ---- waveforms -----------------------------------------------------------------------------------------------------
 */

void library_sample(struct wk_machine *machine)
{
    const struct rtl_machine *m = &machine->machine;
    if (*m->cycle < machine->traced)
        return;
    m->kind->look(m->of, (unsigned)MACHINE_ALL);
    trace_sample(machine->trace, *m->cycle);
    machine->traced = *m->cycle + 1;
}

enum wk_status wk_trace_start(struct wk_machine *machine, const char *path, const struct wk_trace_options *options,
                              struct wk_diagnostic *diagnostic)
{
    struct diag diag = {0};
    if (!machine || !path || !path[0])
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_trace_start: machine or path is NULL or empty");
    if (machine->trace)
        return library_bad(diagnostic, WK_BUSY, "wk_trace_start: a trace is on");
    const struct rtl_machine  *m = &machine->machine;
    const struct trace_options how = {
        .path = path, .scope = options ? options->scope : NULL, .lanes = options && options->lanes, .from = *m->cycle};
    if (*m->cycle > UINT64_MAX / TRACE_CYCLE_TIME / 2)
        return library_bad(diagnostic, WK_REFUSED, "wk_trace_start: the cycle is beyond what a waveform can name");
    machine->trace = trace_open(&how, m->instances, m->instance_count, &diag);
    machine->traced = *m->cycle;
    return machine->trace ? WK_OK : library_failed(diagnostic, &diag, WK_REFUSED);
}

enum wk_status wk_trace_stop(struct wk_machine *machine, struct wk_diagnostic *diagnostic)
{
    struct diag diag = {0};
    if (!machine)
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_trace_stop: machine is NULL");
    if (!machine->trace)
        return library_bad(diagnostic, WK_BUSY, "wk_trace_stop: no trace is on");
    machine->machine.kind->wire(machine->machine.of);
    library_sample(machine);
    struct trace *const trace = machine->trace;
    machine->trace = NULL;
    return trace_close(trace, &diag) ? WK_OK : library_failed(diagnostic, &diag, WK_REFUSED);
}
