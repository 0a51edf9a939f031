/* wekiva_signals.c - the public library: signals by number and by path, read and written. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/walk.h"
#include "rtl_model/library/wekiva_internal.h"

unsigned wk_instance_count(const struct wk_machine *machine)
{
    return machine ? machine->machine.instance_count : 0;
}

const char *wk_instance_at(const struct wk_machine *machine, unsigned number)
{
    return number < wk_instance_count(machine) ? machine->machine.instances[number].path : NULL;
}

unsigned wk_signal_count(const struct wk_machine *machine)
{
    unsigned count = 0;
    for (unsigned i = 0; i < wk_instance_count(machine); i++)
        count += machine->machine.instances[i].module->signal_count;
    return count;
}

static enum wk_kind kind_of(const struct rtl_signal *signal)
{
    if (signal->kind == RTL_STRAP)
        return WK_STRAP;
    return rtl_is_wire(signal->kind) ? WK_WIRE : signal->kind == RTL_MEM ? WK_MEMORY : WK_REGISTER;
}

static void fill(const struct wk_machine *machine, unsigned instance, unsigned number, struct wk_signal *signal)
{
    const struct rtl_instance *of = &machine->machine.instances[instance];
    const struct rtl_signal   *row = &of->module->signals[number];
    *signal = (struct wk_signal){.instance = of->path,
                                 .type = row->type,
                                 .meaning = row->doc,
                                 .kind = kind_of(row),
                                 .bits = row->bits,
                                 .elements = row->count,
                                 .rows = row->rows,
                                 .instance_number = instance,
                                 .signal_number = number};
    snprintf(signal->name, sizeof signal->name, "%s%s", rtl_prefix(row), row->name);
}

enum wk_status wk_signal_at(const struct wk_machine *machine, unsigned number, struct wk_signal *signal)
{
    if (!machine || !signal)
        return WK_BAD_ARGUMENT;
    for (unsigned i = 0; i < machine->machine.instance_count; i++) {
        const unsigned count = machine->machine.instances[i].module->signal_count;
        if (number < count) {
            fill(machine, i, number, signal);
            return WK_OK;
        }
        number -= count;
    }
    return WK_BAD_ARGUMENT;
}

/* ---- paths ------------------------------------------------------------------------------------------------------- */

enum { INDICES = 2 };

/* What stands behind the name: "", "[3]", "[12][3]".  Returns how many, or -1. */
static int take_indices(const char *text, unsigned indices[INDICES])
{
    int count = 0;
    for (; *text == '['; count++) {
        const size_t digits = strspn(text + 1, "0123456789");
        if (count == INDICES || digits == 0 || digits > 9 || text[1 + digits] != ']')
            return -1;
        indices[count] = (unsigned)strtoul(text + 1, NULL, 10);
        text += digits + 2;
    }
    return *text ? -1 : count;
}

static bool find_name(const struct wk_machine *machine, const char *path, size_t length, struct wk_signal *signal)
{
    size_t dot = length;
    while (dot > 0 && path[dot - 1] != '.')
        dot--;
    for (unsigned i = 0; dot > 0 && i < machine->machine.instance_count; i++) {
        const struct rtl_instance *instance = &machine->machine.instances[i];
        if (strlen(instance->path) != dot - 1 || memcmp(instance->path, path, dot - 1) != 0)
            continue;
        for (unsigned s = 0; s < instance->module->signal_count; s++) {
            fill(machine, i, s, signal);
            if (strlen(signal->name) == length - dot && memcmp(signal->name, path + dot, length - dot) == 0)
                return true;
        }
    }
    return false;
}

enum wk_status wk_find(const struct wk_machine *machine, const char *path, struct wk_signal *signal,
                       struct wk_diagnostic *diagnostic)
{
    struct diag      diag = {0};
    struct wk_signal found;
    unsigned         indices[INDICES] = {0};
    if (!machine || !path || !signal)
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_find: machine, path or signal is NULL");
    const size_t length = strcspn(path, "[");
    if (!find_name(machine, path, length, &found)) {
        diag_set(&diag, NULL, 0, "no signal '%.300s': expected INSTANCE.NAME as in waveforms", path);
        return library_failed(diagnostic, &diag, WK_NO_SIGNAL);
    }
    const int count = take_indices(path + length, indices);
    if (count < 0) {
        diag_set(&diag, NULL, 0, "%.300s: expected [ROW], [ELEMENT] or [ROW][ELEMENT] behind the name", path);
        return library_failed(diagnostic, &diag, WK_NO_SIGNAL);
    }
    const bool row_first = found.rows > 1;
    found.row = row_first ? indices[0] : 0;
    found.element = indices[row_first ? 1 : 0];
    if (found.row >= found.rows || found.element >= found.elements || (!row_first && count > 1)) {
        diag_set(&diag, NULL, 0, "%.300s: the signal has %u rows of %u elements, counted from 0", path, found.rows,
                 found.elements);
        return library_failed(diagnostic, &diag, WK_OUT_OF_RANGE);
    }
    *signal = found;
    return WK_OK;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

/* The row of the table, if the signal is one of this machine. */
static const struct rtl_signal *row_of(const struct wk_machine *machine, const struct wk_signal *signal)
{
    if (!machine || !signal || signal->instance_number >= machine->machine.instance_count)
        return NULL;
    const struct rtl_instance *instance = &machine->machine.instances[signal->instance_number];
    return signal->signal_number < instance->module->signal_count ? &instance->module->signals[signal->signal_number]
                                                                  : NULL;
}

static enum wk_status read_elements(struct wk_machine *machine, const struct wk_signal *signal, unsigned first,
                                    unsigned count, uint64_t *values)
{
    const struct rtl_machine *m = &machine->machine;
    const struct rtl_signal  *row = row_of(machine, signal);
    if (signal->row >= row->rows || first + count > row->count)
        return WK_OUT_OF_RANGE;
    if (rtl_is_wire(row->kind))
        m->kind->wire(m->of);
    m->kind->look(m->of, signal->instance_number);
    for (unsigned i = 0; i < count; i++)
        values[i] = rtl_read(row, m->instances[signal->instance_number].state, signal->row, first + i);
    return WK_OK;
}

enum wk_status wk_read(struct wk_machine *machine, const struct wk_signal *signal, uint64_t *value)
{
    const struct rtl_signal *row = row_of(machine, signal);
    if (!row || !value)
        return WK_BAD_ARGUMENT;
    return signal->element < row->count ? read_elements(machine, signal, signal->element, 1, value) : WK_OUT_OF_RANGE;
}

enum wk_status wk_read_row(struct wk_machine *machine, const struct wk_signal *signal, uint64_t *values)
{
    const struct rtl_signal *row = row_of(machine, signal);
    return row && values ? read_elements(machine, signal, 0, row->count, values) : WK_BAD_ARGUMENT;
}

enum wk_status wk_write(struct wk_machine *machine, const struct wk_signal *signal, uint64_t value)
{
    const struct rtl_signal *row = row_of(machine, signal);
    if (!row)
        return WK_BAD_ARGUMENT;
    if (signal->row >= row->rows || signal->element >= row->count || (row->bits < 64 && value >> row->bits))
        return WK_OUT_OF_RANGE;
    const struct rtl_machine  *m = &machine->machine;
    const struct rtl_instance *instance = &m->instances[signal->instance_number];
    m->kind->look(m->of, (unsigned)MACHINE_ALL);
    if (!rtl_is_wire(row->kind))
        rtl_write(instance->module, row, instance->state, signal->row, signal->element, value);
    else if (m->kind->drive)
        m->kind->drive(m->of, row, signal->row, signal->element, value);
    else
        return WK_NOT_WRITABLE;
    m->kind->touch(m->of);
    if (machine->history)
        history_changed(machine->history);
    return WK_OK;
}

static enum wk_status with_text(enum wk_status status, const char *path, struct wk_diagnostic *diagnostic)
{
    struct diag diag = {0};
    if (status == WK_OK)
        return status;
    diag_set(&diag, NULL, 0, "%.300s: %s", path, wk_status_text(status));
    return library_failed(diagnostic, &diag, status);
}

enum wk_status wk_get(struct wk_machine *machine, const char *path, uint64_t *value, struct wk_diagnostic *diagnostic)
{
    struct wk_signal     signal;
    const enum wk_status status = wk_find(machine, path, &signal, diagnostic);
    return status == WK_OK ? with_text(wk_read(machine, &signal, value), path, diagnostic) : status;
}

enum wk_status wk_set(struct wk_machine *machine, const char *path, uint64_t value, struct wk_diagnostic *diagnostic)
{
    struct wk_signal     signal;
    const enum wk_status status = wk_find(machine, path, &signal, diagnostic);
    return status == WK_OK ? with_text(wk_write(machine, &signal, value), path, diagnostic) : status;
}
