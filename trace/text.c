/* text.c - a Value Change Dump (IEEE 1364-2005 clause 18) from the words that have changed: which variables of them
 * have, and their text. */
#include <assert.h>
#include <string.h>

#include "trace/internal.h"

/* ---- text ------------------------------------------------------------------------------------------------------- */

void text_open(struct trace *trace)
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

/* Binary digits without leading zeros, whole bytes of them from the highest; up to seven behind the last are scribbled
 * over. */
static char *put_binary(const struct trace *trace, char *to, uint64_t value)
{
    const unsigned length = 64u - (unsigned)__builtin_clzll(value | 1);
    uint64_t       left = value << (64 - length);
    for (unsigned digits = 0; digits < length; digits += 8, left <<= 8)
        memcpy(to + digits, trace->digits[left >> 56], 8);
    return to + length;
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

/* ---- records ---------------------------------------------------------------------------------------------------- */

/* A register that holds more than its declared width is a fault of the model: kept for trace_close. */
static void note_wide(struct trace *trace, const struct variable *variable, uint64_t value)
{
    if (trace->wide)
        return;
    trace->wide = variable->origin + 1;
    trace->wide_value = value;
    trace->wide_cycle = trace->cycle;
    atomic_store(&trace->too_wide, true);
}

/* Each variable of which a byte differs, in the order of memory. */
static void take_word(struct trace *trace, uint32_t number, uint64_t now)
{
    const struct word *word = &trace->words[number];
    uint64_t           change = trace->first ? ~UINT64_C(0) : now ^ trace->written[number];
    char              *to = sink_room(&trace->sink);
    trace->written[number] = now;
    while (change) {
        const unsigned byte = (unsigned)__builtin_ctzll(change) / 8, at = word->at[byte];
        if (at == NO_VARIABLE) {
            change &= ~(UINT64_C(255) << 8 * byte);
            continue;
        }
        const struct variable *variable = &trace->variables[word->first_variable + at];
        const uint64_t         mask = ~UINT64_C(0) >> (64 - variable->bits);
        const uint64_t         element = ~UINT64_C(0) >> (64 - 8 * variable->bytes);
        const uint64_t         value = now >> variable->shift & element;
        if (value & ~mask)
            note_wide(trace, variable, value);
        if (change >> variable->shift & mask)
            to = put_value(trace, to, variable, value & mask);
        trace->moved[variable->origin] |= !trace->first;
        change &= ~(element << variable->shift);
    }
    trace->sink.used = (size_t)(to - trace->sink.buffer);
}

static void begin_cycle(struct trace *trace, uint64_t cycle)
{
    trace->first = !trace->started;
    trace->cycle = cycle;
    char *to = put_time(sink_room(&trace->sink), cycle * TRACE_CYCLE_TIME);
    if (trace->first)
        to = put_text(to, "$dumpvars\n", 10);
    to = put_text(to, "1!\nb", 4);
    to = put_binary(trace, to, cycle);
    to = put_text(to, " \"\n", 3);
    trace->sink.used = (size_t)(to - trace->sink.buffer);
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

static void end_cycle(struct trace *trace)
{
    char *to = sink_room(&trace->sink);
    if (trace->first) {
        to = put_text(to, "$end\n", 5);
        trace->first_cycle = trace->cycle;
    }
    to = put_time(to, trace->cycle * TRACE_CYCLE_TIME + TRACE_CYCLE_TIME / 2);
    to = put_text(to, "0!\n", 3);
    trace->sink.used = (size_t)(to - trace->sink.buffer);
    trace->final_cycle = trace->cycle;
    trace->started = true;
    look_at_limit(trace);
    if (trace->sink.error)
        atomic_store(&trace->lost, true);
}

/* What is sampled behind the cycle that fills the file, or behind an error, is dropped. */
void text_take(void *context, const struct record *records, size_t count)
{
    struct trace *trace = context;
    for (const struct record *record = records; record < records + count; record++) {
        if (atomic_load_explicit(&trace->full, memory_order_relaxed) || trace->sink.error)
            break;
        switch (record->what) {
        case RECORD_CYCLE:
            begin_cycle(trace, record_value(record));
            break;
        case RECORD_FOUND:
            derive_find(&trace->derive, trace->cycle, record_value(record));
            break;
        case RECORD_END:
            end_cycle(trace);
            break;
        default:
            take_word(trace, record->what, record_value(record));
        }
    }
}
