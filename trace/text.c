/* text.c - a Value Change Dump (IEEE 1364-2005 clause 18) from the words that have changed: which variables of them
 * have, and their text. */
#include <string.h>

#include "trace/changes.h"

/* ---- text ------------------------------------------------------------------------------------------------------- */

void text_open(struct trace *trace)
{
    for (unsigned byte = 0; byte < 256; byte++) {
        const unsigned length = byte ? 32u - (unsigned)__builtin_clz(byte) : 1;
        for (unsigned bit = 0; bit < 8; bit++)
            trace->digits[byte][bit] = (char)('0' + (byte >> (7 - bit) & 1));
        memcpy(trace->brief[byte], trace->digits[byte] + 8 - length, length);
        trace->brief_length[byte] = (uint8_t)length;
    }
}

static char *put_text(char *to, const char *text, size_t length)
{
    memcpy(to, text, length);
    return to + length;
}

/* The number of a cycle in decimal digits, most often the one behind the last. */
static void set_decimal(struct trace *trace, uint64_t cycle)
{
    char *const end = trace->decimal + sizeof trace->decimal;
    char       *digit = end - 1;
    if (trace->started && cycle == trace->final_cycle + 1) {
        while (digit >= end - trace->decimal_length && *digit == '9')
            *digit-- = '0';
        if (digit >= end - trace->decimal_length) {
            ++*digit;
            return;
        }
    }
    digit = end;
    do
        *--digit = (char)('0' + cycle % 10);
    while (cycle /= 10);
    trace->decimal_length = (unsigned)(end - digit);
}

/* `#time` of the cycle, and `more` units of a tenth of it. */
_Static_assert(TRACE_CYCLE_TIME == 10, "the time is the cycle's number and one digit more");
static char *put_time(const struct trace *trace, char *to, char more)
{
    const unsigned length = trace->cycle ? trace->decimal_length : 0;
    *to++ = '#';
    memcpy(to, trace->decimal + sizeof trace->decimal - length, length);
    to += length;
    *to++ = more;
    *to++ = '\n';
    return to;
}

/* Binary digits without leading zeros; behind the last, up to seven bytes are scribbled over. */
static char *put_binary(const struct trace *trace, char *to, uint64_t value)
{
    if (value < 256) {
        memcpy(to, trace->brief[value], 8);
        return to + trace->brief_length[value];
    }
    unsigned shift = (63u - (unsigned)__builtin_clzll(value)) & ~7u;
    memcpy(to, trace->brief[value >> shift], 8);
    to += trace->brief_length[value >> shift];
    while (shift) {
        shift -= 8;
        memcpy(to, trace->digits[value >> shift & 255], 8);
        to += 8;
    }
    return to;
}

static inline char *put_value(struct trace *trace, char *to, const struct variable *variable, uint64_t value)
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

/* ---- records ---------------------------------------------------------------------------------------------------- */

static char *begin_cycle(struct trace *trace, char *to, const struct record *record)
{
    take_cycle(trace, record);
    set_decimal(trace, trace->cycle);
    to = put_time(trace, to, '0');
    if (trace->first)
        to = put_text(to, "$dumpvars\n", 10);
    to = put_text(to, "1!\nb", 4);
    to = put_binary(trace, to, trace->cycle);
    return put_text(to, " \"\n", 3);
}

/* The size of a .fst file has to be asked for: once a megabyte. */
static void look_at_limit(struct trace *trace)
{
    if (!trace->limit || (trace->sink.child && trace->looked_at == trace->sink.handed_on))
        return;
    trace->looked_at = trace->sink.handed_on;
    if (sink_size(&trace->sink) >= trace->limit)
        atomic_store(&trace->full, true);
}

static char *end_cycle(struct trace *trace, char *to)
{
    if (trace->first)
        to = put_text(to, "$end\n", 5);
    to = put_time(trace, to, '5');
    to = put_text(to, "0!\n", 3);
    trace->sink.used = (size_t)(to - trace->sink.buffer);
    take_end(trace);
    look_at_limit(trace);
    if (trace->sink.error)
        atomic_store(&trace->lost, true);
    return to;
}

/* What is sampled behind the cycle that fills the file, or behind an error, is dropped. */
void text_take(void *context, const struct record *records, size_t count)
{
    struct trace *trace = context;
    struct sink  *sink = &trace->sink;
    char         *to = sink_room(sink);
    for (const struct record *record = records; record < records + count; record++) {
        if (to >= sink->buffer + SINK_BYTES) {
            sink->used = (size_t)(to - sink->buffer);
            to = sink_room(sink);
        }
        if (atomic_load_explicit(&trace->full, memory_order_relaxed) || sink->error)
            break;
        if (record->what == RECORD_CYCLE)
            to = begin_cycle(trace, to, record);
        else if (record->what == RECORD_END)
            to = end_cycle(trace, to);
        else
            to = take_piece(trace, to, record, put_value);
    }
    sink->used = (size_t)(to - sink->buffer);
}
