/* text.c - a Value Change Dump (IEEE 1364-2005 clause 18) from the words that have changed: which variables of them
 * have, and their text. */
#include <assert.h>
#include <string.h>

#include "trace/internal.h"

#if defined(__SSE2__) && !defined(WEKIVA_PORTABLE)
#include <emmintrin.h>
#endif

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

/* In the first cycle, and since a value has been too wide: then what changes may be bits that are not written. */
static char *put_carefully(struct trace *trace, char *to, const struct variable *variable, uint64_t value,
                           uint64_t before)
{
    if (value & variable->over)
        note_wide(trace, variable, value);
    trace->moved[variable->origin] |= !trace->first;
    if (trace->first || (value ^ before) & ~variable->over)
        to = put_value(trace, to, variable, value & ~variable->over);
    return to;
}

/* Each variable of which a byte differs, in the order of memory. */
static inline char *take_word(struct trace *trace, char *to, size_t number, uint64_t now)
{
    const struct word     *word = &trace->words[number];
    const struct variable *variables = trace->variables + word->first_variable;
    const uint64_t         before = trace->written[number];
    const bool             careful = trace->first || trace->wide;
    uint64_t               change = (trace->first ? ~UINT64_C(0) : now ^ before) & trace->masks[number];
    trace->written[number] = now;
    while (change) {
        const struct variable *variable = &variables[word->at[(unsigned)__builtin_ctzll(change) / 8]];
        const uint64_t         value = (now & variable->place) >> variable->shift;
        change &= ~variable->place;
        if (__builtin_expect((value & variable->over) != 0 || careful, 0)) {
            to = put_carefully(trace, to, variable, value, (before & variable->place) >> variable->shift);
            continue;
        }
        to = put_value(trace, to, variable, value);
        trace->moved[variable->origin] = true;
    }
    return to;
}

/* Words of a piece that differ where it counts: word w is bit 2 w. */
static inline unsigned changed_words(const uint64_t *now, const uint64_t *before, const uint64_t *mask)
{
    unsigned changed = 0;
#if defined(__SSE2__) && !defined(WEKIVA_PORTABLE)
    for (unsigned half = 0; half < PIECE_WORDS; half += 2) {
        const __m128i differ = _mm_xor_si128(_mm_loadu_si128((const __m128i *)(now + half)),
                                             _mm_loadu_si128((const __m128i *)(before + half))),
                      counts = _mm_and_si128(differ, _mm_loadu_si128((const __m128i *)(mask + half))),
                      same = _mm_cmpeq_epi32(counts, _mm_setzero_si128());
        changed |= (~(unsigned)_mm_movemask_ps(_mm_castsi128_ps(same)) & 15) << 2 * half;
    }
    return (changed | changed >> 1) & 0x55;
#else
    for (unsigned w = 0; w < PIECE_WORDS; w++)
        changed |= (unsigned)(((now[w] ^ before[w]) & mask[w]) != 0) << 2 * w;
    return changed;
#endif
}

static inline char *take_piece(struct trace *trace, char *to, const struct record *record)
{
    const size_t number = record->what * PIECE_WORDS;
    unsigned     left = changed_words(record->word, trace->written + number, trace->masks + number);
    for (left = trace->first ? 0x55 : left; left; left &= left - 1) {
        const unsigned w = (unsigned)__builtin_ctz(left) / 2;
        to = take_word(trace, to, number + w, record->word[w]);
    }
    return to;
}

static char *begin_cycle(struct trace *trace, char *to, const struct record *record)
{
    trace->first = !trace->started;
    trace->cycle = record->word[0];
    derive_find(&trace->derive, trace->cycle, record->word[1]);
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
    if (trace->first) {
        to = put_text(to, "$end\n", 5);
        trace->first_cycle = trace->cycle;
    }
    to = put_time(trace, to, '5');
    to = put_text(to, "0!\n", 3);
    trace->sink.used = (size_t)(to - trace->sink.buffer);
    trace->final_cycle = trace->cycle;
    trace->started = true;
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
            to = take_piece(trace, to, record);
    }
    sink->used = (size_t)(to - sink->buffer);
}
