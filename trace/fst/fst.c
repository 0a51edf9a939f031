/* fst.c - a .fst file from what records say: each change goes to the chain of its signal (fst_chains.h), and chains
 * make a block when there are enough of them (fst_file.h). */
#include "trace/fst/fst.h"

#include <stdlib.h>

#include "trace/changes.h"
#include "trace/fst/fst_file.h"

/* Bytes of changes in a block, and what it has at least: larger ones are packed better, smaller ones are lost less when
 * the run is killed. */
enum { BLOCK_BYTES = 4 << 20, SMALLEST_BLOCK = 64 << 10 };

/* `to` is the chain of the first variable. */
static inline char *put_value(struct trace *trace, char *to, const struct variable *variable, uint64_t value)
{
    fst_chain_put(&trace->fst->chains, (struct fst_chain *)(void *)to + (variable - trace->variables), value);
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
    fst_chains_put_none(&fst->chains, CLOCK_NUMBER);
    fst_chains_put_none(&fst->chains, CYCLE_NUMBER);
    for (unsigned i = 0; i < trace->identifier_count; i++)
        fst_chains_put_none(&fst->chains, FIRST_NUMBER + i);
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
    fst_chain_put(&fst->chains, &fst->chains.of[CLOCK_NUMBER], 1);
    fst_chain_put(&fst->chains, &fst->chains.of[CYCLE_NUMBER], trace->cycle);
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
    fst_chain_put(&fst->chains, &fst->chains.of[CLOCK_NUMBER], 0);
    take_end(trace);
    if (fst->chains.used < fst->block_bytes && !fst->error)
        return;
    if (!fst->error)
        fst_file_end_block(trace, fst);
    check(trace);
}

/* The records of pieces from this one on; the one behind them. */
__attribute__((always_inline)) static inline const struct record *
take_pieces(struct trace *trace, const struct record *record, const struct record *end, put_change *put)
{
    char *const chains = (char *)(trace->fst->chains.of + FIRST_NUMBER);
    for (; record < end && record->what < RECORD_END; record++)
        take_record(trace, chains, record, put);
    return record;
}

/* The cycle whose block fills the file is the last one. */
void fst_take(void *context, const struct record *records, size_t count)
{
    struct trace              *trace = context;
    const struct record       *record = records;
    const struct record *const end = records + count;
    while (record < end && !trace->fst->done)
        if (record->what == RECORD_CYCLE)
            begin_cycle(trace, record++);
        else if (record->what == RECORD_END)
            record++, end_cycle(trace);
        else
            record = trace->activity ? take_pieces(trace, record, end, put_and_count)
                                     : take_pieces(trace, record, end, put_value);
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
