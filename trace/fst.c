/* fst.c - a .fst file from what records say: each change goes to the chain of its signal (fst_chains.h), and chains make
 * a block when there are enough of them (fst_file.h). */
#include "trace/fst.h"

#include <stdlib.h>

#include "trace/changes.h"
#include "trace/fst_file.h"

/* Bytes of changes in a block, and what it has at least: larger ones are packed better, smaller ones are lost less when
 * the run is killed. */
enum { BLOCK_BYTES = 4 << 20, SMALLEST_BLOCK = 64 << 10 };

static inline char *put_value(struct trace *trace, char *to, const struct variable *variable, uint64_t value)
{
    fst_chains_put(&trace->fst->chains, FIRST_NUMBER + (unsigned)(variable - trace->variables), variable->bits, value);
    return to;
}

static inline char *put_and_count(struct trace *trace, char *to, const struct variable *variable, uint64_t value)
{
    count_change(trace, variable, value);
    return put_value(trace, to, variable, value);
}

/* Between two windows no signal has a value. */
static void put_gap(struct trace *trace)
{
    struct fst *const fst = trace->fst;
    const uint64_t    time = (trace->final_cycle + 1) * TRACE_CYCLE_TIME;
    fst_file_time(fst, time);
    fst_file_blackout(fst, time, false);
    fst_chains_put_none(&fst->chains, CLOCK_NUMBER, 1);
    fst_chains_put_none(&fst->chains, CYCLE_NUMBER, 64);
    for (unsigned i = 0; i < trace->identifier_count; i++)
        fst_chains_put_none(&fst->chains, FIRST_NUMBER + i, trace->variables[i].bits);
}

static void begin_cycle(struct trace *trace, const struct record *record)
{
    struct fst *const fst = trace->fst;
    take_cycle(trace, record);
    const bool     gap = trace->first && trace->started;
    const uint64_t time = trace->cycle * TRACE_CYCLE_TIME;
    if (gap)
        put_gap(trace);
    fst_file_time(fst, time);
    if (gap)
        fst_file_blackout(fst, time, true);
    fst_chains_put(&fst->chains, CLOCK_NUMBER, 1, 1);
    fst_chains_put(&fst->chains, CYCLE_NUMBER, 64, trace->cycle);
}

/* The writer's thread says what has become of the file. */
static void check(struct trace *trace)
{
    trace->sink.error = trace->fst->error;
    if (trace->sink.error)
        atomic_store(&trace->lost, true);
    else if (trace->limit && sink_size(&trace->sink) >= trace->limit)
        atomic_store(&trace->full, true);
    trace->fst->done = trace->sink.error || trace_full(trace);
}

static void end_cycle(struct trace *trace)
{
    struct fst *const fst = trace->fst;
    fst_file_time(fst, trace->cycle * TRACE_CYCLE_TIME + TRACE_CYCLE_TIME / 2);
    fst_chains_put(&fst->chains, CLOCK_NUMBER, 1, 0);
    take_end(trace);
    if (fst->chains.used < fst->block_bytes && !fst->error)
        return;
    if (!fst->error)
        fst_file_end_block(trace, fst);
    check(trace);
}

/* The cycle whose block fills the file is the last one. */
void fst_take(void *context, const struct record *records, size_t count)
{
    struct trace *trace = context;
    for (const struct record *record = records; record < records + count && !trace->fst->done; record++)
        if (record->what == RECORD_CYCLE)
            begin_cycle(trace, record);
        else if (record->what == RECORD_END)
            end_cycle(trace);
        else
            trace->activity ? take_record(trace, NULL, record, put_and_count)
                            : take_record(trace, NULL, record, put_value);
}

/* ---- opening and closing ---------------------------------------------------------------------------------------- */

static void close_fst(struct trace *trace)
{
    fst_file_free(trace->fst);
    free(trace->fst);
    trace->fst = NULL;
}

bool fst_open(struct trace *trace, struct diag *diag)
{
    struct fst *fst = calloc(1, sizeof *fst);
    if (fst) {
        fst->fd = trace->sink.fd;
        fst->block_bytes = trace->limit && trace->limit / 4 < BLOCK_BYTES ? trace->limit / 4 : BLOCK_BYTES;
        fst->block_bytes = fst->block_bytes < SMALLEST_BLOCK ? SMALLEST_BLOCK : fst->block_bytes;
        if (fst_file_open(trace, fst))
            return true;
        close_fst(trace);
    }
    return diag_set(diag, trace->sink.path, 0, "no memory for the waveform");
}

void fst_end(void *context)
{
    struct trace *trace = context;
    if (trace->started && !trace->fst->error)
        fst_file_end(trace, trace->fst, trace_last_time(trace));
    if (!trace->sink.error)
        trace->sink.error = trace->fst->error;
    close_fst(trace);
}
