/* fst.c - a .fst file, written directly by GTKWave's writer.
 *
 * The writer keeps changes in memory, chained by signal, and packs them into a block of the file, signal by signal.
 * Left alone it does that after 128 MB, and waits for memory at each link; smaller blocks are faster and make larger
 * files. */
#include "trace/fst.h"

#include "trace/vcd.h"

#ifdef WEKIVA_FSTAPI

#include <errno.h>
#include <fstapi.h>
#include <stdlib.h>
#include <string.h>

#include "trace/changes.h"
#include "trace/fst_files.h"
#include "trace/fst_whole.h"

/* Bytes of changes in a block, and what one has beside its digits, at least. */
enum { BLOCK_BYTES = 4 << 20, SMALLEST_BLOCK = 64 << 10, CHANGE_BYTES = 5 };
/* Handles are identifiers' numbers and 1 more. */
enum { CLOCK = CLOCK_NUMBER + 1, CYCLE = CYCLE_NUMBER + 1 };
enum { TIME_SCALE = -10 }; /* 10 to the power of it, seconds */
_Static_assert(TRACE_UNIT_PS == 100, "the unit of time is 1e-10 s");

struct fst {
    void            *writer;
    struct fst_files files;
    uint64_t         block, used; /* bytes of changes: that make a block, since the last one */
    unsigned         handles;     /* so many numbers have one */
    bool             ends_block;  /* it is written with the next time */
    bool             done;        /* what comes is dropped: the file is full, or cannot be written */
};

bool trace_fst_directly(void)
{
    return true;
}

/* ---- the header ------------------------------------------------------------------------------------------------- */

static void open_scope(struct trace *trace, const char *scope)
{
    fstWriterSetScope(trace->fst->writer, FST_ST_VCD_MODULE, scope, NULL);
}

static void close_scope(struct trace *trace)
{
    fstWriterSetUpscope(trace->fst->writer);
}

static void create_variable(struct trace *trace, unsigned number, bool wire, unsigned bits, const char *name)
{
    struct fst *const fst = trace->fst; /* the writer numbers them as they come */
    const fstHandle   same = number < fst->handles ? number + 1 : 0;
    fst->handles += !same;
    fstWriterCreateVar(fst->writer, wire ? FST_VT_VCD_WIRE : FST_VT_VCD_REG, FST_VD_IMPLICIT, bits, name, same);
}

/* No date: the same run gives the same bytes. */
static void write_header(struct trace *trace)
{
    static const struct declarer declarer = {open_scope, close_scope, create_variable};
    void *const                  writer = trace->fst->writer;
    fstWriterSetPackType(writer, FST_WR_PT_LZ4);
    fstWriterSetDate(writer, "");
    fstWriterSetVersion(writer, "wekiva");
    fstWriterSetComment(writer, "one cycle is 1 ns");
    fstWriterSetTimescale(writer, TIME_SCALE);
    trace_scopes(trace, &declarer);
}

/* ---- values ----------------------------------------------------------------------------------------------------- */

/* All digits of a value. */
static inline void emit(struct trace *trace, fstHandle handle, unsigned bits, uint64_t value)
{
    char           digits[64];
    const unsigned bytes = (bits + 7) / 8;
    for (unsigned i = 0; i < bytes; i++)
        memcpy(digits + 8 * (bytes - 1 - i), trace->digits[value >> 8 * i & 255], 8);
    fstWriterEmitValueChange(trace->fst->writer, handle, digits + 8 * bytes - bits);
    trace->fst->used += CHANGE_BYTES + bits;
}

static inline char *put_value(struct trace *trace, char *to, const struct variable *variable, uint64_t value)
{
    emit(trace, trace->numbers[variable->origin] + 1, variable->bits, value);
    return to;
}

static inline char *put_and_count(struct trace *trace, char *to, const struct variable *variable, uint64_t value)
{
    count_change(trace, variable, value);
    return put_value(trace, to, variable, value);
}

static void check(struct trace *trace)
{
    struct fst *const fst = trace->fst;
    fst_files_check(&fst->files);
    trace->sink.error = fst->files.error;
    if (trace->sink.error)
        atomic_store(&trace->lost, true);
    else if (trace->limit && sink_size(&trace->sink) >= trace->limit)
        atomic_store(&trace->full, true);
}

/* Between two windows no signal has a value. */
static void emit_gap(struct trace *trace)
{
    void *const writer = trace->fst->writer;
    char        digits[64];
    memset(digits, 'x', sizeof digits);
    fstWriterEmitTimeChange(writer, (trace->final_cycle + 1) * TRACE_CYCLE_TIME);
    fstWriterEmitDumpActive(writer, 0);
    fstWriterEmitValueChange(writer, CLOCK, digits);
    fstWriterEmitValueChange(writer, CYCLE, digits);
    for (unsigned i = 0; i < trace->identifier_count; i++) {
        const struct variable *variable = &trace->variables[i];
        fstWriterEmitValueChange(writer, trace->numbers[variable->origin] + 1, digits);
        trace->fst->used += CHANGE_BYTES + variable->bits;
    }
}

/* The writer ends a block with a time. */
static void begin_cycle(struct trace *trace, const struct record *record)
{
    struct fst *const fst = trace->fst;
    take_cycle(trace, record);
    const bool gap = trace->first && trace->started;
    if (gap)
        emit_gap(trace);
    fstWriterEmitTimeChange(fst->writer, trace->cycle * TRACE_CYCLE_TIME);
    if (gap)
        fstWriterEmitDumpActive(fst->writer, 1);
    emit(trace, CLOCK, 1, 1);
    emit(trace, CYCLE, 64, trace->cycle);
    if (!fst->ends_block)
        return;
    fst->ends_block = false;
    check(trace);
}

static void end_cycle(struct trace *trace)
{
    struct fst *const fst = trace->fst;
    fstWriterEmitTimeChange(fst->writer, trace->cycle * TRACE_CYCLE_TIME + TRACE_CYCLE_TIME / 2);
    emit(trace, CLOCK, 1, 0);
    take_end(trace);
    fst->done = trace->sink.error || atomic_load_explicit(&trace->full, memory_order_relaxed);
    if (fst->used < fst->block)
        return;
    fstWriterFlushContext(fst->writer);
    fst->used = 0;
    fst->ends_block = true;
}

/* The cycle that begins when the file is found to be full is the last one. */
void fst_take(void *context, const struct record *records, size_t count)
{
    struct trace *trace = context;
    fst_files_use(&trace->fst->files);
    for (const struct record *record = records; record < records + count && !trace->fst->done; record++)
        if (record->what == RECORD_CYCLE)
            begin_cycle(trace, record);
        else if (record->what == RECORD_END)
            end_cycle(trace);
        else
            trace->activity ? take_record(trace, NULL, record, put_and_count)
                            : take_record(trace, NULL, record, put_value);
    fst_files_use(NULL);
}

/* ---- opening and closing ---------------------------------------------------------------------------------------- */

bool fst_open(struct trace *trace, struct diag *diag)
{
    struct fst *fst = calloc(1, sizeof *fst);
    if (!fst)
        return diag_set(diag, trace->sink.path, 0, "no memory for the waveform");
    fst->files.fd = trace->sink.fd;
    fst->block = trace->limit && trace->limit / 4 < BLOCK_BYTES ? trace->limit / 4 : BLOCK_BYTES;
    fst->block = fst->block < SMALLEST_BLOCK ? SMALLEST_BLOCK : fst->block;
    fst_files_use(&fst->files);
    fst->writer = fstWriterCreate(trace->sink.path, 1);
    if (fst->writer) {
        trace->fst = fst;
        write_header(trace);
    } else {
        diag_set(diag, trace->sink.path, 0, "cannot write the waveform: %s", strerror(fst->files.error));
        free(fst);
    }
    fst_files_use(NULL);
    return trace->fst;
}

void fst_end(void *context)
{
    struct trace *trace = context;
    struct fst   *fst = trace->fst;
    fst_files_use(&fst->files);
    if (trace->started)
        fstWriterEmitTimeChange(fst->writer, trace_last_time(trace));
    fst_files_check(&fst->files);
    fstWriterClose(fst->writer);
    fst_files_use(NULL);
    if (!fst->files.error && trace->started && !fst_is_whole(trace->sink.path))
        fst->files.error = EIO;
    if (!trace->sink.error)
        trace->sink.error = fst->files.error;
    free(fst);
    trace->fst = NULL;
}

#else

bool trace_fst_directly(void)
{
    return false;
}

bool fst_open(struct trace *trace, struct diag *diag)
{
    return diag_set(diag, trace->sink.path, 0, "was built without GTKWave's writer of .fst files");
}

void fst_take(void *context, const struct record *records, size_t count)
{
    (void)context;
    (void)records;
    (void)count;
}

void fst_end(void *context)
{
    (void)context;
}

#endif
