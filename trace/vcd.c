/* vcd.c - samples the signals of a machine: chooses the instances that may have changed, whose memory sample.c compares
 * with what was sampled before.  text.c makes a waveform of what differs. */
#include "trace/vcd.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "trace/activity/activity.h"
#include "trace/activity/saif.h"
#include "trace/fst/fst.h"
#include "trace/internal.h"

/* ---- sampling --------------------------------------------------------------------------------------------------- */

/* A word of a set of `count`, bits beyond it cleared. */
static inline uint64_t members(const uint64_t *set, unsigned w, unsigned count)
{
    return set[w] & (count - w * 64 >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << count % 64) - 1);
}

/* Adds instances from number `first` on to a set in the order of the file. */
static void add_in_order(const struct trace *trace, uint64_t *to, unsigned first, unsigned count, const uint64_t *set)
{
    for (unsigned w = 0; w * 64 < count; w++)
        for (uint64_t left = members(set, w, count); left; left &= left - 1) {
            const unsigned place = trace->place[first + w * 64 + (unsigned)__builtin_ctzll(left)];
            to[place / 64] |= UINT64_C(1) << place % 64;
        }
}

/* When the file has the instances in the order of their numbers, no set is made. */
static void sample_changed(struct trace *trace, const struct trace_changed *changed, bool all)
{
    const unsigned             derived = trace->derive.instance_count, others = trace->instance_count - derived;
    const struct trace_changed rows = {trace->none, trace->derived_moved};
    if (trace->in_order) {
        sample_sets(trace, trace->watched, derived, &rows, all);
        sample_sets(trace, trace->watched + derived, others, changed, all);
        return;
    }
    const struct trace_changed sets = {trace->wires_to_sample, trace->registers_to_sample};
    const size_t               bytes = (trace->instance_count / 64 + 1) * sizeof *sets.wires;
    memset(trace->wires_to_sample, 0, bytes);
    memset(trace->registers_to_sample, 0, bytes);
    add_in_order(trace, trace->registers_to_sample, 0, derived, rows.registers);
    add_in_order(trace, trace->registers_to_sample, derived, others, changed->registers);
    add_in_order(trace, trace->wires_to_sample, derived, others, changed->wires);
    sample_sets(trace, trace->watched, trace->instance_count, &sets, all);
}

void trace_sample_changed(struct trace *trace, uint64_t cycle, const struct trace_changed *changed)
{
    const bool first = !trace->sampled;
    assert(first || cycle > trace->sampled_cycle);
    assert(cycle < UINT64_MAX / TRACE_CYCLE_TIME - 1);
    if (cycle < trace->from || (trace->end && cycle >= trace->end) || trace_full(trace) ||
        atomic_load_explicit(&trace->lost, memory_order_relaxed))
        return;
    const struct trace_changed everything = {trace->every, trace->every};
    if (first || !changed)
        changed = &everything;
    memcpy(trace->derived_moved, first ? trace->every : trace->none,
           (trace->derive.instance_count / 64 + 1) * sizeof *trace->derived_moved);
    derive_cycle(&trace->derive, changed->registers, trace->derived_moved);
    struct record *record = ring_place(&trace->ring);
    record->what = RECORD_CYCLE;
    record->word[0] = cycle;
    record->word[1] = derive_found(&trace->derive);
    record->word[2] = trace->paused;
    trace->paused = false;
    ring_put_placed(&trace->ring);
    sample_changed(trace, changed, first);
    ring_put(&trace->ring, RECORD_END, cycle);
    trace->sampled_cycle = cycle;
    trace->sampled = true;
}

void trace_pause(struct trace *trace)
{
    trace->paused = trace->sampled;
    trace->sampled = false;
}

void trace_sample(struct trace *trace, uint64_t cycle)
{
    trace_sample_changed(trace, cycle, NULL);
}

/* ---- opening and closing ---------------------------------------------------------------------------------------- */

/* Up to 18 digits, so that every time fits 64 bits. */
static bool read_cycle(const char **text, uint64_t *cycle)
{
    const size_t digits = strspn(*text, "0123456789");
    *cycle = digits ? strtoull(*text, NULL, 10) : 0;
    *text += digits;
    return digits <= 18;
}

bool trace_window(const char *text, struct trace_options *options, struct diag *diag)
{
    uint64_t    from = 0, to = 0;
    const char *at = text;
    bool        good = read_cycle(&at, &from) && *at == ':' && text[1] != '\0';
    bool        open = false;
    if (good) {
        at++;
        open = *at == '\0';
        good = read_cycle(&at, &to) && *at == '\0';
    }
    if (!good)
        return diag_set(diag, NULL, 0, "trace window '%s' is not FROM:TO in cycles", text);
    if (!open && to < from)
        return diag_set(diag, NULL, 0, "trace window '%s' ends before it begins", text);
    options->from = from;
    options->end = open ? 0 : to + 1;
    return true;
}

/* The file, its header, and the writer. */
static bool open_text(struct trace *trace, const struct trace_options *options, struct diag *diag)
{
    if (!sink_open(&trace->sink, options->path, diag))
        return false;
    text_header(trace);
    return ring_open(&trace->ring, text_take, trace, options->alone) ||
           diag_set(diag, options->path, 0, "no memory for the waveform");
}

static bool open_fst(struct trace *trace, const struct trace_options *options, struct diag *diag)
{
    if (!sink_open_fst(&trace->sink, options->path, diag) || !fst_open(trace, diag))
        return false;
    if (!ring_open(&trace->ring, fst_take, trace, options->alone)) {
        fst_end(trace);
        return diag_set(diag, options->path, 0, "no memory for the waveform");
    }
    ring_finish_with(&trace->ring, fst_end);
    return true;
}

/* The waveform, and the file of toggles, which is whole only if that is. */
static bool close_files(struct trace *trace, bool keep, struct diag *diag)
{
    const bool good = !trace->sink.path || sink_close(&trace->sink, keep, diag);
    if (!trace->saif.path)
        return good;
    const bool written =
        !good || !keep || saif_write(trace) || diag_set(diag, trace->saif.path, 0, "no memory for the file of toggles");
    return sink_close(&trace->saif, good && keep && written, good && written ? diag : NULL) && good && written;
}

static bool open_waveform(struct trace *trace, const struct trace_options *options, struct diag *diag)
{
    text_open(trace);
    if (!options->path)
        return ring_open(&trace->ring, activity_take, trace, options->alone) ||
               diag_set(diag, options->saif, 0, "no memory for toggles");
    return sink_is_fst(options->path) ? open_fst(trace, options, diag) : open_text(trace, options, diag);
}

/* Behind the declarations and before the waveform, whose sampler starts. */
static bool open_activity(struct trace *trace, const struct trace_options *options, struct diag *diag)
{
    if (!options->saif && !options->toggles)
        return true;
    trace->activity = activity_open(trace);
    return (trace->activity || diag_set(diag, options->saif, 0, "no memory for toggles")) &&
           (!options->saif || sink_open_as(&trace->saif, options->saif, "file of toggles", diag));
}

struct trace *trace_open(const struct trace_options *options, const struct rtl_instance *instances, unsigned count,
                         struct diag *diag)
{
    struct trace *trace = calloc(1, sizeof *trace);
    if (!trace) {
        diag_set(diag, options->path, 0, "no memory for the waveform");
        return NULL;
    }
    trace->from = options->from;
    trace->end = options->end;
    trace->limit = options->limit;
    trace->behind = options->behind;
    trace->views = options->views;
    trace->view_count = options->view_count;
    bool good = derive_open(&trace->derive, options->derived) ||
                diag_set(diag, options->path, 0, "no memory for the signals of the waveform");
    good = good && trace_declare(trace, options, instances, count, diag);
    if (good && !(trace_identify(trace, options) && trace_arrange(trace)))
        good = diag_set(diag, options->path, 0, "no memory for the signals of the waveform");
    if (good && open_activity(trace, options, diag) && open_waveform(trace, options, diag))
        return trace;
    close_files(trace, false, NULL);
    trace_discard(trace);
    return NULL;
}

void trace_settle(struct trace *trace)
{
    ring_settle(&trace->ring);
}

/* Between two chunks the thread that writes touches nothing.  A .fst file gets its blocks in its own time. */
void trace_flush(struct trace *trace)
{
    ring_settle(&trace->ring);
    if (!trace->fst)
        sink_flush(&trace->sink);
    if (trace->sink.error)
        atomic_store(&trace->lost, true);
}

void trace_rescue(struct trace *trace)
{
    const bool text = !trace->fst;
    ring_rescue(&trace->ring);
    if (text)
        sink_flush(&trace->sink);
}

struct trace_changed trace_sets(const struct trace *trace)
{
    return trace->sets;
}

bool trace_has_lanes(const struct trace *trace)
{
    return trace->lanes;
}

bool trace_failed(const struct trace *trace)
{
    return atomic_load_explicit(&trace->lost, memory_order_relaxed) ||
           atomic_load_explicit(&trace->too_wide, memory_order_relaxed);
}

bool trace_full(const struct trace *trace)
{
    return atomic_load_explicit(&trace->full, memory_order_relaxed);
}

static bool describe_wide(const struct trace *trace, const char *path, struct diag *diag)
{
    char                 full[2 * NAME_BYTES];
    const struct origin *origin = &trace->origins[trace->wide - 1];
    trace_full_name(origin, full);
    return diag_set(diag, path, 0, "%.800s held 0x%" PRIx64 " in cycle %" PRIu64 ", more than its %u bits", full,
                    trace->wide_value, trace->wide_cycle, origin->signal->bits);
}

uint64_t trace_last_time(const struct trace *trace)
{
    const uint64_t still = derive_looked(&trace->derive) ? TRACE_STILL_CYCLES : 0;
    return (trace->final_cycle + 1 + still) * TRACE_CYCLE_TIME;
}

bool trace_close(struct trace *trace, struct diag *diag)
{
    if (!trace)
        return true;
    char       path[512];
    const bool text = !trace->fst;
    ring_close(&trace->ring);
    snprintf(path, sizeof path, "%s",
             trace->sink.path   ? trace->sink.path
             : trace->saif.path ? trace->saif.path
                                : "toggles");
    if (trace->started && text && trace->sink.path)
        sink_printf(&trace->sink, "#%" PRIu64 "\n", trace_last_time(trace));

    bool good = close_files(trace, trace->started, diag);
    if (good && trace->wide)
        good = describe_wide(trace, path, diag);
    if (good && !trace->started)
        good =
            diag_set(diag, path, 0, "is empty: no cycle was run in its window, which begins at %" PRIu64, trace->from);
    trace_discard(trace);
    return good;
}

void trace_abandon(struct trace *trace)
{
    ring_close(&trace->ring);
    close_files(trace, false, NULL);
    trace_discard(trace);
}
