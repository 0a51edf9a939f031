/* run_trigger.c - searches for events, goes back to before them, and samples what lies around. */
#include "tools/run/run_trigger.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_model/event.h"
#include "rtl_model/history.h"
#include "tools/run/run_trace.h"

enum { TOLD_MAX = 8, HISTORY_BYTES = 64 << 20 };

struct run_trigger {
    struct machine_signals signals; /* not open: --last */
    struct event           event;
    struct history        *history;
    bool                   open, written;  /* cycles up to `until` are sampled; some have been */
    uint64_t               until, sampled; /* `sampled`: the last one */
    uint64_t               found;
    uint64_t               told[TOLD_MAX]; /* cycles of the first events */
};

/* ---- opening ----------------------------------------------------------------------------------------------------- */

bool run_trigger_open(struct run *run, struct diag *diag)
{
    if (!run->options->trigger && !run->options->last)
        return true;
    struct run_trigger *of = run->trigger = calloc(1, sizeof *of);
    if (!of)
        return diag_set(diag, NULL, 0, "not enough memory for --trigger");
    if (run->options->trigger && !(signals_open(&of->signals, &run->machine, run_trace_rows(run, diag), diag) &&
                                   event_open(&of->event, &of->signals, run->options->trigger, diag)))
        return false;
    of->history = history_create(&run->machine, HISTORY_BYTES, diag);
    return of->history;
}

void run_trigger_close(struct run *run)
{
    if (!run->trigger)
        return;
    event_close(&run->trigger->event);
    signals_close(&run->trigger->signals);
    history_free(run->trigger->history);
    free(run->trigger);
    run->trigger = NULL;
}

void run_trigger_begin(struct run *run)
{
    if (run->trigger)
        history_begin(run->trigger->history);
}

/* ---- back and again ---------------------------------------------------------------------------------------------- */

static bool is_over(const struct run *run)
{
    const struct rtl_machine *machine = &run->machine;
    return machine->kind->finished(machine->of) || machine->kind->stopped(machine->of, NULL);
}

static void sample(struct run *run)
{
    run_sample(run);
    run->trigger->sampled = *run->machine.cycle;
    run->trigger->written = true;
}

/* Clocks that the machine has not been asked to show lie behind: it shows all. */
static void show_all(const struct run *run)
{
    const struct rtl_machine *machine = &run->machine;
    machine->kind->look(machine->of, (unsigned)MACHINE_ALL);
    machine->kind->touch(machine->of);
}

/* The clocks from `start` on up to the present one, which is left to the caller. */
static void sample_before(struct run *run, uint64_t start)
{
    struct run_trigger       *of = run->trigger;
    const struct rtl_machine *machine = &run->machine;
    const uint64_t            now = *machine->cycle, first = history_figures(of->history).first;
    if (start < first)
        start = first;
    if (of->written && start <= of->sampled)
        start = of->sampled + 1;
    if (of->written && start != of->sampled + 1)
        trace_pause(run->trace);
    if (start >= now || !history_go_back(of->history, start)) {
        show_all(run);
        return;
    }
    if (*machine->cycle < start)
        machine->kind->run(machine->of, start);
    while (*machine->cycle < now && !trace_full(run->trace)) {
        machine->kind->wire(machine->of);
        sample(run);
        machine->kind->edge(machine->of);
    }
    if (*machine->cycle < now)
        machine->kind->run(machine->of, now);
}

static uint64_t sum(uint64_t cycle, uint64_t more)
{
    return cycle > UINT64_MAX - more ? UINT64_MAX : cycle + more;
}

/* The event has come in this clock. */
static void begin_window(struct run *run)
{
    struct run_trigger *of = run->trigger;
    const uint64_t      now = *run->machine.cycle, before = run->options->trigger_before;
    if (of->found < TOLD_MAX)
        of->told[of->found] = now;
    of->found++;
    of->until = sum(now, run->options->trigger_after);
    if (!of->open)
        sample_before(run, now > before ? now - before : 0);
    of->open = true;
}

/* ---- the search -------------------------------------------------------------------------------------------------- */

static bool is_wanted(const struct run *run)
{
    return run->trigger->found < run->options->trigger_count;
}

/* Clocks of a window; an event in one prolongs it. */
static void clock_window(struct run *run, uint64_t end)
{
    struct run_trigger       *of = run->trigger;
    const struct rtl_machine *machine = &run->machine;
    while (*machine->cycle < end && *machine->cycle <= of->until && !trace_full(run->trace) && !is_over(run)) {
        machine->kind->wire(machine->of);
        sample(run);
        if (*machine->cycle >= of->event.asked && is_wanted(run)) {
            if (of->event.derived)
                event_look(&of->event);
            if (event_begins(&of->event))
                begin_window(run);
        }
        machine->kind->edge(machine->of);
    }
    of->open = *machine->cycle <= of->until;
}

static void run_on(struct run *run, uint64_t end)
{
    struct run_trigger       *of = run->trigger;
    const struct rtl_machine *machine = &run->machine;
    if (!of->event.trigger)
        machine->kind->run(machine->of, end);
    else if (event_search(&of->event, end))
        begin_window(run);
}

void run_trigger_clock(struct run *run, uint64_t end)
{
    struct run_trigger       *of = run->trigger;
    const struct rtl_machine *machine = &run->machine;
    if (of->event.trigger && (!run->trace || (!of->open && !is_wanted(run)))) {
        machine->kind->run(machine->of, end);
        return;
    }
    while (*machine->cycle < end && !is_over(run) && !(of->event.trigger && trace_full(run->trace))) {
        const uint64_t next = history_next(of->history, end);
        if (of->open)
            clock_window(run, next);
        else
            run_on(run, next);
        history_note(of->history);
        if (of->event.trigger && !of->open && !is_wanted(run))
            return;
    }
}

void run_trigger_end(struct run *run)
{
    struct run_trigger       *of = run->trigger;
    const struct rtl_machine *machine = &run->machine;
    if (!of->event.trigger || !run->trace || trace_full(run->trace))
        return;
    machine->kind->wire(machine->of);
    machine->kind->look(machine->of, (unsigned)MACHINE_ALL);
    event_look(&of->event);
    if (*machine->cycle >= of->event.asked && is_wanted(run) && event_begins(&of->event))
        begin_window(run);
    if (of->open && *machine->cycle <= of->until) {
        machine->kind->wire(machine->of);
        sample(run);
    }
}

/* ---- the last cycles --------------------------------------------------------------------------------------------- */

void run_trigger_last(struct run *run)
{
    struct run_trigger *of = run->trigger;
    const uint64_t      now = *run->machine.cycle, last = run->options->last;
    if (!of || of->event.trigger || of->written)
        return;
    if (!run_trace_open(run, &run->trace_diag)) {
        run->trace_lost = true;
        return;
    }
    sample_before(run, now >= last ? now + 1 - last : 0);
    if (!trace_full(run->trace)) {
        run->machine.kind->wire(run->machine.of);
        sample(run);
    }
    run_trace_close(run);
}

/* ---- what is told ------------------------------------------------------------------------------------------------ */

const uint64_t *run_trigger_event(const struct run *run)
{
    return run->trigger && run->trigger->found ? run->trigger->told : NULL;
}

void run_trigger_print(FILE *out, const struct run *run)
{
    const struct run_trigger *of = run->trigger;
    if (!of || !of->event.trigger)
        return;
    fprintf(out, "; triggered in cycle");
    for (unsigned i = 0; i < of->found && i < TOLD_MAX; i++)
        fprintf(out, "%s %" PRIu64, i ? "," : "", of->told[i]);
    if (of->found > TOLD_MAX)
        fprintf(out, " and %" PRIu64 " more", of->found - TOLD_MAX);
}
