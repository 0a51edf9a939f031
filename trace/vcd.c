/* vcd.c - samples the signals of a machine and writes what changed as a Value Change Dump (IEEE 1364-2005 clause 18).
 *
 * An idle module costs one memcmp a cycle, an idle block of 64 bytes in a busy one another; only in a block that
 * changed are its variables compared one by one. */
#include "trace/vcd.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "trace/internal.h"

/* ---- text ------------------------------------------------------------------------------------------------------- */

static void fill_digits(struct trace *trace)
{
    for (int byte = 0; byte < 256; byte++)
        for (int bit = 0; bit < 8; bit++)
            trace->digits[byte][bit] = (char)('0' + (byte >> (7 - bit) & 1));
}

static char *put_text(char *to, const char *text, size_t length)
{
    memcpy(to, text, length);
    return to + length;
}

/* `#time` */
static char *put_time(char *to, uint64_t time)
{
    char  text[24];
    char *start = text + sizeof text;
    *--start = '\n';
    do
        *--start = (char)('0' + time % 10);
    while (time /= 10);
    *--start = '#';
    return put_text(to, start, (size_t)(text + sizeof text - start));
}

/* Binary digits without leading zeros. */
static char *put_binary(const struct trace *trace, char *to, uint64_t value)
{
    const unsigned length = 64u - (unsigned)__builtin_clzll(value | 1);
    char           text[64];
    for (unsigned digits = 0; digits < length; digits += 8)
        memcpy(text + 56 - digits, trace->digits[value >> digits & 255], 8);
    return put_text(to, text + 64 - length, length);
}

static char *put_value(const struct trace *trace, char *to, const struct variable *variable, uint64_t value)
{
    if (variable->bits == 1) {
        *to++ = (char)('0' + value);
    } else {
        *to++ = 'b';
        to = put_binary(trace, to, value);
    }
    memcpy(to, variable->tail, TAIL_BYTES);
    return to + variable->tail_length;
}

static char *put_cycle(const struct trace *trace, char *to, uint64_t cycle)
{
    *to++ = 'b';
    to = put_binary(trace, to, cycle);
    return put_text(to, " \"\n", 3);
}

/* ---- sampling --------------------------------------------------------------------------------------------------- */

/* One element, read as 8 bytes and cut to its size (little-endian host); 7 bytes behind it must be readable. */
static uint64_t load(const unsigned char *from, unsigned shift)
{
    uint64_t word;
    memcpy(&word, from, sizeof word);
    return word << shift >> shift;
}

/* A register that holds more than its declared width is a fault of the model: kept for trace_close. */
static void note_wide(struct trace *trace, const struct variable *variable, uint64_t value, uint64_t cycle)
{
    if (trace->wide)
        return;
    trace->wide = variable->origin + 1;
    trace->wide_value = value;
    trace->wide_cycle = cycle;
}

static void sample_block(struct trace *trace, const struct block *block, const unsigned char *live, unsigned char *last,
                         uint64_t cycle, bool all)
{
    unsigned char now[BLOCK_BYTES + 8];
    memcpy(now, live, block->bytes);
    memset(now + block->bytes, 0, 8);

    char *to = sink_room(&trace->sink);
    for (unsigned i = block->first_variable; i < block->end_variable; i++) {
        const struct variable *variable = &trace->variables[i];
        const uint64_t         mask = ~UINT64_C(0) >> (64 - variable->bits);
        const uint64_t         value = load(now + variable->place, variable->shift);
        const uint64_t         change = value ^ load(last + variable->place, variable->shift);
        if (!change && !all)
            continue;
        if (value & ~mask)
            note_wide(trace, variable, value, cycle);
        if (change & mask || all)
            to = put_value(trace, to, variable, value & mask);
        trace->moved[variable->origin] |= !all;
    }
    trace->sink.used = (size_t)(to - trace->sink.buffer);
    memcpy(last, now, block->bytes);
}

static void sample_changes(struct trace *trace, uint64_t cycle, bool all)
{
    for (const struct span *span = trace->spans; span < trace->spans + trace->span_count; span++) {
        if (!all && memcmp(span->live, span->last, span->bytes) == 0)
            continue;
        for (unsigned b = span->first_block; b < span->end_block; b++) {
            const struct block  *block = &trace->blocks[b];
            const unsigned char *live = span->live + block->place;
            unsigned char       *last = span->last + block->place;
            if (all || memcmp(live, last, block->bytes) != 0)
                sample_block(trace, block, live, last, cycle, all);
        }
    }
}

/* The size of a .fst file has to be asked for: once a megabyte. */
static void look_at_limit(struct trace *trace)
{
    if (!trace->limit || (trace->sink.child && trace->looked_at == trace->sink.handed_on))
        return;
    trace->looked_at = trace->sink.handed_on;
    trace->full = sink_size(&trace->sink) >= trace->limit;
}

void trace_sample(struct trace *trace, uint64_t cycle)
{
    const bool first = !trace->started;
    assert(first || cycle > trace->final_cycle);
    assert(cycle < UINT64_MAX / TRACE_CYCLE_TIME - 1);
    if (cycle < trace->from || (trace->end && cycle >= trace->end) || trace->full || trace->sink.error)
        return;
    derive_cycle(&trace->derive, cycle);

    char *to = put_time(sink_room(&trace->sink), cycle * TRACE_CYCLE_TIME);
    if (first)
        to = put_text(to, "$dumpvars\n", 10);
    to = put_text(to, "1!\n", 3);
    to = put_cycle(trace, to, cycle);
    trace->sink.used = (size_t)(to - trace->sink.buffer);

    sample_changes(trace, cycle, first);

    to = sink_room(&trace->sink);
    if (first)
        to = put_text(to, "$end\n", 5);
    to = put_time(to, cycle * TRACE_CYCLE_TIME + TRACE_CYCLE_TIME / 2);
    to = put_text(to, "0!\n", 3);
    trace->sink.used = (size_t)(to - trace->sink.buffer);

    if (first)
        trace->first_cycle = cycle;
    trace->final_cycle = cycle;
    trace->started = true;
    look_at_limit(trace);
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

void trace_discard(struct trace *trace)
{
    free(trace->origins);
    free(trace->variables);
    free(trace->blocks);
    free(trace->spans);
    free(trace->last);
    free(trace->moved);
    derive_close(&trace->derive);
    free(trace);
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
    fill_digits(trace);
    bool good = derive_open(&trace->derive, options->derived) ||
                diag_set(diag, options->path, 0, "no memory for the signals of the waveform");
    good = good && trace_declare(trace, options, instances, count, diag);
    if (good && !trace_arrange(trace))
        good = diag_set(diag, options->path, 0, "no memory for the signals of the waveform");
    if (good)
        good = sink_open(&trace->sink, options->path, diag);
    if (!good) {
        trace_discard(trace);
        return NULL;
    }
    trace_header(trace);
    return trace;
}

void trace_flush(struct trace *trace)
{
    sink_flush(&trace->sink);
}

bool trace_failed(const struct trace *trace)
{
    return trace->sink.error || trace->wide;
}

bool trace_full(const struct trace *trace)
{
    return trace->full;
}

static bool describe_wide(const struct trace *trace, const char *path, struct diag *diag)
{
    char                 scope[NAME_BYTES], name[NAME_BYTES];
    const struct origin *origin = &trace->origins[trace->wide - 1];
    trace_names(origin, scope, name);
    return diag_set(diag, path, 0, "%.400s.%.400s held 0x%" PRIx64 " in cycle %" PRIu64 ", more than its %u bits",
                    scope, name, trace->wide_value, trace->wide_cycle, origin->signal->bits);
}

bool trace_close(struct trace *trace, struct diag *diag)
{
    if (!trace)
        return true;
    char path[512];
    snprintf(path, sizeof path, "%s", trace->sink.path);
    const uint64_t still = derive_looked(&trace->derive) ? TRACE_STILL_CYCLES : 0;
    if (trace->started)
        sink_printf(&trace->sink, "#%" PRIu64 "\n", (trace->final_cycle + 1 + still) * TRACE_CYCLE_TIME);

    bool good = sink_close(&trace->sink, trace->started, diag);
    if (good && trace->wide)
        good = describe_wide(trace, path, diag);
    if (good && !trace->started)
        good = diag_set(diag, path, 0,
                        "the waveform is empty: no cycle was run in its window, which begins at %" PRIu64, trace->from);
    trace_discard(trace);
    return good;
}

void trace_abandon(struct trace *trace)
{
    sink_close(&trace->sink, false, NULL);
    trace_discard(trace);
}
