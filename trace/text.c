/* text.c - a Value Change Dump (IEEE 1364-2005 clause 18) from the words that have changed: which variables of them
 * have, and their text. */
#include <inttypes.h>
#include <string.h>

#include "trace/changes.h"

/* ---- text ------------------------------------------------------------------------------------------------------- */

static void set_text(struct text *text, const char *before, const char *digits, size_t count)
{
    const size_t length = strlen(before);
    memcpy(text->of, before, length);
    memcpy(text->of + length, digits, count);
    text->length = (uint8_t)(length + count);
}

void text_open(struct trace *trace)
{
    for (unsigned byte = 0; byte < SHORT_VALUES; byte++) {
        const unsigned length = byte ? 32u - (unsigned)__builtin_clz(byte) : 1;
        for (unsigned bit = 0; bit < 8; bit++)
            trace->digits[byte][bit] = (char)('0' + (byte >> (7 - bit) & 1));
        if (byte < 2)
            set_text(&trace->text[TEXT_OF_BIT + byte], "", trace->digits[byte] + 7, 1);
        set_text(&trace->text[TEXT_OF_VECTOR + byte], "b", trace->digits[byte] + 8 - length, length);
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

/* Behind the last character, up to sixteen bytes are scribbled over. */
static inline char *put_short(char *to, const struct text *text)
{
    memcpy(to, text, sizeof *text);
    return to + text->length;
}

/* `b` and binary digits without leading zeros, of more than eight bits. */
__attribute__((noinline)) static char *put_long(const struct trace *trace, char *to, uint64_t value)
{
    unsigned shift = (63u - (unsigned)__builtin_clzll(value)) & ~7u;
    to = put_short(to, &trace->text[TEXT_OF_VECTOR + (value >> shift)]);
    while (shift) {
        shift -= 8;
        memcpy(to, trace->digits[value >> shift & 255], 8);
        to += 8;
    }
    return to;
}

static inline char *put_vector(const struct trace *trace, char *to, uint64_t value)
{
    return value < SHORT_VALUES ? put_short(to, &trace->text[TEXT_OF_VECTOR + value]) : put_long(trace, to, value);
}

static inline char *put_value(struct trace *trace, char *to, const struct variable *variable, uint64_t value)
{
    to = __builtin_expect(value < SHORT_VALUES, 1) ? put_short(to, &trace->text[variable->texts + value])
                                                   : put_long(trace, to, value);
    memcpy(to, variable->tail, TAIL_BYTES);
    return to + variable->tail_length;
}

static inline char *put_and_count(struct trace *trace, char *to, const struct variable *variable, uint64_t value)
{
    count_change(trace, variable, value);
    return put_value(trace, to, variable, value);
}

/* ---- records ---------------------------------------------------------------------------------------------------- */

/* Between two windows no signal has a value. */
static char *put_gap(struct trace *trace, char *to)
{
    struct sink *sink = &trace->sink;
    trace->sink.used = (size_t)(to - sink->buffer);
    sink_printf(sink, "#%" PRIu64 "\n$dumpoff\nx!\nbx \"\n", (trace->final_cycle + 1) * TRACE_CYCLE_TIME);
    for (unsigned i = 0; i < trace->identifier_count; i++) {
        const struct variable *variable = &trace->variables[i];
        char *const            at = sink_room(sink);
        to = put_text(at, "bx", 2) - (variable->bits == 1);
        at[0] = variable->bits == 1 ? 'x' : 'b';
        sink->used += (size_t)(put_text(to, variable->tail, variable->tail_length) - at);
    }
    return put_text(sink_room(sink), "$end\n", 5);
}

static char *begin_cycle(struct trace *trace, char *to, const struct record *record)
{
    take_cycle(trace, record);
    const bool gap = trace->first && trace->started;
    if (gap)
        to = put_gap(trace, to);
    set_decimal(trace, trace->cycle);
    to = put_time(trace, to, '0');
    if (trace->first)
        to = gap ? put_text(to, "$dumpon\n", 8) : put_text(to, "$dumpvars\n", 10);
    to = put_text(to, "1!\n", 3);
    to = put_vector(trace, to, trace->cycle);
    return put_text(to, " \"\n", 3);
}

static void look_at_limit(struct trace *trace)
{
    if (trace->limit && sink_size(&trace->sink) >= trace->limit)
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
    return to;
}

static bool is_over(const struct trace *trace)
{
    return atomic_load_explicit(&trace->full, memory_order_relaxed) || trace->sink.error;
}

/* What is sampled behind the cycle that fills the file, or behind an error, is dropped.  The error may be here before
 * the first record is: the sampler learns of it all the same. */
void text_take(void *context, const struct record *records, size_t count)
{
    struct trace *trace = context;
    struct sink  *sink = &trace->sink;
    char         *to = sink_room(sink);
    const char   *end = sink->buffer + SINK_BYTES;
    bool          over = is_over(trace);
    for (const struct record *record = records; record < records + count && !over; record++) {
        if (to >= end) {
            sink->used = (size_t)(to - sink->buffer);
            to = sink_room(sink);
        }
        if (record->what < RECORD_END) {
            to = trace->activity ? take_record(trace, to, record, put_and_count)
                                 : take_record(trace, to, record, put_value);
        } else if (record->what == RECORD_CYCLE) {
            to = begin_cycle(trace, to, record);
        } else {
            to = end_cycle(trace, to);
            over = is_over(trace);
        }
    }
    sink->used = (size_t)(to - sink->buffer);
    if (sink->error)
        atomic_store(&trace->lost, true);
}
