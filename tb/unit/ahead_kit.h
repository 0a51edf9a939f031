/* ahead_kit.h - a run that samples its waveform itself, and one whose windows other processes make.  Included by one .c
 * file of a program. */
#ifndef TB_UNIT_AHEAD_KIT_H
#define TB_UNIT_AHEAD_KIT_H

#include <sys/stat.h>
#include <unistd.h>

#include "rtl_model/ahead.h"
#include "rtl_model/r700/gpu_machine.h"
#include "tb/unit/everything.h"
#include "tb/unit/same_bytes.h"
#include "trace/reopen.h"

static const char *program_name;

static inline char *scratch(const char *name)
{
    static char paths[2][512];
    char       *path = paths[name[0] == 'a'];
    snprintf(path, sizeof paths[0], "%s.%s", program_name, name);
    return path;
}

static inline uint64_t size_of(const char *path)
{
    struct stat status;
    assert_int_equal(stat(path, &status), 0);
    return (uint64_t)status.st_size;
}

/* What is run: up to `stop` cycles, a waveform from `from` on. */
struct subject {
    struct plan plan;
    uint64_t    from, stop, limit; /* limit: bytes of the waveform, or 0 */
    bool        lanes;
    const char *scope;
    uint64_t    wide; /* in this cycle a signal of the waveform holds too much; 0: never */
};

struct traced {
    struct machine       m;
    struct rtl_machine   machine;
    struct machine_rows *rows;
    struct trace        *trace;

    struct trace_derivation wide;
};

/* A signal of one bit that holds 2 in a cycle. */
static uint64_t        too_wide_in;
static inline uint64_t wide_value(const void *context, unsigned argument)
{
    (void)argument;
    return ((const struct gpu *)context)->cycle == too_wide_in ? 2 : 0;
}
static const struct trace_derived wide_row = {
    .path = "wide", .name = "bit", .type = "bool", .bits = 1, .always = true, .value = wide_value};

static inline void begin(struct traced *t, const struct subject *of, const char *path)
{
    machine_start(&t->m, &of->plan);
    assert_true(gpu_hasten(t->m.gpu, &t->m.diag));
    t->machine = gpu_machine(t->m.gpu);
    t->rows = t->machine.kind->results->rows(t->machine.of, NULL, 0, &t->m.diag);
    assert_non_null(t->rows);
    const struct trace_derivation wide = {.rows = &wide_row, .row_count = 1, .context = t->machine.of};
    t->wide = wide;
    too_wide_in = of->wide;
    const struct trace_options options = {.path = path,
                                          .limit = of->limit,
                                          .lanes = of->lanes,
                                          .scope = of->scope,
                                          .alone = true,
                                          .behind = t->machine.kind->behind,
                                          .derived = of->wide ? &t->wide : &t->rows->derivation};
    t->trace = trace_open(&options, t->machine.instances, t->machine.instance_count, &t->m.diag);
    assert_non_null(t->trace);
    if (of->from)
        t->machine.kind->run(t->machine.of, of->from);
}

static inline bool is_over(const struct traced *t, const struct subject *of)
{
    return *t->machine.cycle >= of->stop || t->machine.kind->finished(t->machine.of) ||
           t->machine.kind->stopped(t->machine.of, NULL);
}

/* What was wrong with the waveform. */
static char told[1600];

static inline void end(struct traced *t)
{
    t->m.diag.what[0] = '\0';
    trace_close(t->trace, &t->m.diag);
    strcpy(told, t->m.diag.what);
    t->rows->free(t->rows);
    machine_free(&t->m);
}

/* Cycles of a waveform and of its run, and whether it is full. */
struct found {
    uint64_t first, last, cycles;
    bool     full;
};

static inline void sample(struct traced *t)
{
    const struct trace_changed changed = trace_sets(t->trace);
    t->machine.kind->wire(t->machine.of);
    t->machine.kind->show(t->machine.of, trace_has_lanes(t->trace), changed.wires, changed.registers);
    trace_sample_changed(t->trace, *t->machine.cycle, &changed);
}

static inline struct found run_alone(const struct subject *of)
{
    struct traced t;
    struct found  found;
    begin(&t, of, scratch("alone.vcd"));
    for (; !is_over(&t, of); t.machine.kind->edge(t.machine.of))
        sample(&t);
    sample(&t);
    trace_settle(t.trace);
    trace_cycles(t.trace, &found.first, &found.last);
    found.cycles = *t.machine.cycle;
    found.full = trace_full(t.trace);
    end(&t);
    return found;
}

static inline struct found run_ahead(const struct subject *of, unsigned processes, uint64_t clocks, uint64_t last)
{
    struct traced t;
    struct found  found;
    begin(&t, of, scratch("windows.vcd"));
    const struct ahead_plan plan = {processes, clocks, of->from, last};
    struct ahead           *ahead = ahead_open(&t.machine, t.trace, &plan);
    assert_non_null(ahead);
    while (!is_over(&t, of)) {
        assert_true(ahead_step(ahead, &t.m.diag));
        t.machine.kind->run(t.machine.of, ahead_next(ahead, of->stop));
    }
    assert_true(ahead_finish(ahead, *t.machine.cycle, &t.m.diag));
    ahead_close(ahead);
    trace_cycles(t.trace, &found.first, &found.last);
    found.cycles = *t.machine.cycle;
    found.full = trace_full(t.trace);
    end(&t);
    return found;
}

static inline void expect_same_waveforms(const struct subject *of, unsigned processes, uint64_t clocks)
{
    const struct found alone = run_alone(of), ahead = run_ahead(of, processes, clocks, UINT64_MAX);
    assert_int_equal(alone.first, ahead.first);
    assert_int_equal(alone.last, ahead.last);
    assert_int_equal(alone.cycles, ahead.cycles);
    assert_int_equal(alone.full, ahead.full);
    assert_string_equal(told, "");
    assert_true(same_bytes(scratch("alone.vcd"), scratch("windows.vcd")));
    unlink(scratch("alone.vcd"));
    unlink(scratch("windows.vcd"));
}

#endif
