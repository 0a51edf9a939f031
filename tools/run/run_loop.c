/* run_loop.c - takes the clock to the end of the program, in chunks: between two of them it looks at interrupts, the
 * limit, the snapshot to be written and the progress. */
#include "tools/run/run_loop.h"
#include "tools/output.h"

#include <inttypes.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tb/lockstep/takeover.h"
#include "tools/run/interrupt.h"
#include "tools/run/run_flip.h"
#include "tools/run/run_pipeline.h"
#include "tools/run/run_trace.h"
#include "tools/run/run_trigger.h"
#include "trace/reopen.h"

enum { CHUNK = 2048 }; /* cycles: some milliseconds without a waveform */

/* ---- signals ---------------------------------------------------------------------------------------------------- */

/* What handlers can reach. */
static struct trace *volatile handled_trace;
static volatile sig_atomic_t handled_flip; /* bits have been inverted: the state may be one that no machine comes to */

/* Last resort: what was sampled is not lost with the process. */
static void on_fault(int signal)
{
    if (handled_trace)
        trace_rescue(handled_trace);
    static const char text[] = "wekiva: --flip has led to a state for which the model says nothing\n";
    if (handled_flip && write(STDERR_FILENO, text, sizeof text - 1) > 0)
        _exit(STATUS_FAILED);
    raise(signal);
}

void run_handle_signals(void)
{
    static const int faults[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    struct sigaction action = {.sa_handler = on_fault, .sa_flags = (int)SA_RESETHAND};
    interrupt_handle();
    for (unsigned i = 0; i < sizeof faults / sizeof faults[0]; i++)
        sigaction(faults[i], &action, NULL);
}

/* ---- progress --------------------------------------------------------------------------------------------------- */

struct progress {
    enum run_progress kind;
    double            start, next; /* seconds */
    uint64_t          first_cycle;
    int               width; /* of the line on the terminal */
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void progress_start(struct progress *progress, const struct run *run)
{
    *progress = (struct progress){.kind = run->options->progress, .start = now(), .first_cycle = *run->machine.cycle};
    progress->next = progress->start + 1;
    if (progress->kind == PROGRESS_AUTO && (run->options->quiet || !isatty(STDERR_FILENO)))
        progress->kind = PROGRESS_NONE;
}

static void progress_show(struct progress *progress, const struct run *run)
{
    const double time = now();
    if (time < progress->next)
        return;
    const uint64_t cycle = *run->machine.cycle;
    const double   seconds = time - progress->start;
    const double   rate = (double)(cycle - progress->first_cycle) / seconds;
    uint32_t       ended, waves;
    run->machine.kind->results->waves(run->machine.of, &ended, &waves);
    if (progress->kind == PROGRESS_JSON) {
        fprintf(stderr,
                "{\"cycle\": %" PRIu64 ", \"cycles_per_second\": %.0f, \"seconds\": %.3f, \"wavefronts\": %" PRIu32
                ", \"wavefronts_ended\": %" PRIu32 "}\n",
                cycle, rate, seconds, waves, ended);
        progress->next = time + 1;
        return;
    }
    const int width =
        fprintf(stderr, "\rcycle %" PRIu64 ", %.3g cycles/s, %.0f s, %" PRIu32 " of %" PRIu32 " wavefronts", cycle,
                rate, seconds, ended, waves) -
        1;
    fprintf(stderr, "%*s", width < progress->width ? progress->width - width : 0, "");
    progress->width = width;
    progress->next = time + 0.25;
}

static void progress_end(const struct progress *progress)
{
    if (progress->width)
        fprintf(stderr, "\r%*s\r", progress->width, "");
}

/* ---- clock ------------------------------------------------------------------------------------------------------ */

static bool in_window(const struct run *run)
{
    const struct trace_options *trace = &run->options->trace;
    const uint64_t              cycle = *run->machine.cycle;
    return run->trace && cycle >= trace->from && (trace->end == 0 || cycle < trace->end);
}

void run_sample(struct run *run)
{
    const struct rtl_machine  *machine = &run->machine;
    const uint64_t             cycle = *machine->cycle;
    const struct trace_changed changed = trace_sets(run->trace);
    if (run->takeover)
        takeover_look(run->takeover);
    run_flip_look(run);
    if (machine->kind->show) {
        machine->kind->show(machine->of, trace_has_lanes(run->trace), changed.wires, changed.registers);
        for (unsigned i = machine->instance_count; i < run->shown_count; i++) /* of blocks, of flips */
            changed.registers[i / 64] |= UINT64_C(1) << i % 64;
        trace_sample_changed(run->trace, cycle, &changed);
    } else {
        trace_sample(run->trace, cycle);
    }
    run->traced_from = run->traced ? run->traced_from : cycle;
    run->traced_to = cycle;
    run->traced = true;
}

static void clock_with_trace(struct run *run, uint64_t end)
{
    const struct rtl_machine      *machine = &run->machine;
    const struct rtl_machine_kind *kind = machine->kind;
    while (*machine->cycle < end && in_window(run) && !trace_full(run->trace) && !kind->finished(machine->of) &&
           !kind->stopped(machine->of, NULL)) {
        kind->wire(machine->of);
        run_sample(run);
        if (run->counters.observed.by)
            run->counters.observed.by->clock(run->counters.observed.by);
        kind->edge(machine->of);
        run_pipeline_clock(run);
    }
}

/* The same without a waveform. */
static void clock_observed(struct run *run, uint64_t end)
{
    const struct rtl_machine      *machine = &run->machine;
    const struct rtl_machine_kind *kind = machine->kind;
    const struct run_options      *options = run->options;
    while (*machine->cycle < end && !kind->finished(machine->of) && !kind->stopped(machine->of, NULL)) {
        kind->wire(machine->of);
        observing_look(&run->counters.observed, machine, run_options_sample(options) && options->trace.lanes);
        kind->edge(machine->of);
        run_pipeline_clock(run);
    }
}

/* What the registers hold when the clock stops, the reason of a stop among it. */
static void sample_last(struct run *run)
{
    if (!in_window(run))
        return;
    run->machine.kind->wire(run->machine.of);
    run_sample(run);
}

/* The waveform can be read from here on, while the run goes on without it. */
static void end_full_trace(struct run *run)
{
    uint64_t from;
    handled_trace = NULL;
    run->trace_full = true;
    trace_settle(run->trace);
    trace_cycles(run->trace, &from, &run->traced_to);
    run_trace_close(run);
    if (!run->trace_lost)
        output_say("%s: ends with cycle %" PRIu64 ", where --trace-limit, %" PRIu64
                   " bytes, is reached; the run goes on",
                   run->options->trace.path, run->traced_to, run->options->trace.limit);
}

static void tell_lost(const struct diag *why)
{
    char text[sizeof why->file + sizeof why->what + 32];
    output_say("%s; the run goes on without it", diag_text(why, text, sizeof text));
}

/* A waveform or a view that can no longer be written ends alone: what the run computes and counts is whole. */
static void drop_lost(struct run *run)
{
    if (run->trace && trace_failed(run->trace)) {
        handled_trace = NULL;
        run_trace_close(run);
        run->trace_told = true;
        tell_lost(&run->trace_diag);
    }
    if (!run_pipeline_check(run) && run->pipeline) {
        run_pipeline_close(run);
        run->pipeline_told = true;
        tell_lost(&run->pipeline_diag);
    }
}

/* The next cycle at which something other than the clock has to be done. */
static uint64_t chunk_end(const struct run *run)
{
    const struct run_options *options = run->options;
    const uint64_t            cycle = *run->machine.cycle;
    uint64_t                  end = options->max_cycles - cycle > CHUNK ? cycle + CHUNK : options->max_cycles;
    const uint64_t            watch = (cycle / MACHINE_WATCH_CLOCKS + 1) * MACHINE_WATCH_CLOCKS;
    if (end > watch)
        end = watch;
    if (options->save[0] && options->save_cycle > cycle && options->save_cycle < end)
        end = options->save_cycle;
    if (run->trace && options->trace.from > cycle && options->trace.from < end)
        end = options->trace.from;
    if (run->counters.file && run->counters.next > cycle && run->counters.next < end)
        end = run->counters.next;
    return run_pipeline_border(run, run_flip_border(run, end));
}

/* True when the run is over, and then how. */
static bool over(struct run *run, enum run_end *end, struct diag *diag)
{
    const struct run_options *options = run->options;
    const struct rtl_machine *machine = &run->machine;
    run->signal = interrupt_signal();
    if (run->takeover && takeover_failed(run->takeover, diag))
        *end = takeover_stopped(run->takeover) ? RUN_STOPPED : RUN_NO_BLOCK;
    else if (machine->kind->stopped(machine->of, diag))
        *end = RUN_STOPPED;
    else if (machine->kind->finished(machine->of))
        *end = !run->takeover || takeover_end(run->takeover, diag) ? RUN_FINISHED : RUN_STOPPED;
    else if (run->signal)
        *end = RUN_INTERRUPTED;
    else if (*machine->cycle >= options->max_cycles)
        *end = RUN_CYCLE_LIMIT;
    else if (rtl_machine_stands_still(machine, options->no_progress, diag))
        *end = RUN_NO_PROGRESS;
    else
        return false;
    return true;
}

/* Between two launches of a row the clock does not stand still: the next one is seen in its first clock. */
static void end_trace(struct run *run)
{
    if (run->trigger)
        run_trigger_end(run);
    if (run->trace)
        trace_settle(run->trace);
    if (run->trace && trace_full(run->trace))
        end_full_trace(run);
    if (!run->trigger)
        sample_last(run);
}

enum run_end run_clock(struct run *run, struct diag *diag)
{
    const struct run_options *options = run->options;
    struct progress           progress;
    enum run_end              end;
    handled_trace = run->trace;
    handled_flip = run->flips != NULL;
    progress_start(&progress, run);
    while (!over(run, &end, diag)) {
        drop_lost(run);
        run_flip_here(run);
        if (options->save[0] && *run->machine.cycle == options->save_cycle && !run->saved) {
            run->saved = machine_snapshot_save(options->save, &run->machine, diag);
            if (!run->saved) {
                end = RUN_NO_SNAPSHOT;
                break;
            }
        }
        if (!run_counters_step(&run->counters, options, &run->machine, diag)) {
            end = RUN_NO_COUNTERS;
            break;
        }
        const bool viewed = run_pipeline_here(run);
        if (run->trigger)
            run_trigger_clock(run, chunk_end(run));
        else if (in_window(run))
            clock_with_trace(run, chunk_end(run));
        else if (run->counters.observed.by)
            clock_observed(run, chunk_end(run));
        else if (viewed)
            run_pipeline_run(run, chunk_end(run));
        else
            run->machine.kind->run(run->machine.of, chunk_end(run));
        if (run->trace && trace_full(run->trace))
            end_full_trace(run);
        if (progress.kind != PROGRESS_NONE)
            progress_show(&progress, run);
    }
    progress_end(&progress);
    run_pipeline_pause(run);
    run->clocked = true;
    if (end != RUN_FINISHED || !run->machine.launch->next || run->machine.launch->together)
        end_trace(run);
    run->machine.kind->look(run->machine.of, (unsigned)MACHINE_REGISTERS); /* for reports */
    if (end != RUN_NO_COUNTERS && !run_counters_end(&run->counters, options, &run->machine, diag))
        end = RUN_NO_COUNTERS;
    handled_trace = NULL;
    return end;
}
