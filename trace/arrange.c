/* arrange.c - puts the variables of a trace into the order of memory, so that sampling compares words. */
#include <assert.h>
#include <stdlib.h>

#include "kit/walk.h"
#include "trace/internal.h"

static size_t offset_of(const struct origin *origin)
{
    const struct rtl_signal *signal = origin->signal;
    return signal->offset + origin->row * rtl_row_bytes(signal) +
           (size_t)origin->element * RTL_ELEMENT_BYTES(signal->bits);
}

/* For sorting: variables of an instance by offset, the instances as they were declared. */
struct sort_key {
    unsigned        group;
    size_t          offset;
    struct variable variable;
};

static int compare_keys(const void *left, const void *right)
{
    const struct sort_key *a = left, *b = right;
    if (a->group != b->group)
        return a->group < b->group ? -1 : 1;
    return a->offset < b->offset ? -1 : a->offset > b->offset;
}

size_t trace_number(const struct trace *trace, const struct rtl_instance *instance)
{
    const struct derive *derive = &trace->derive;
    return derive_owns(instance) ? (size_t)(instance - derive->instances)
                                 : (size_t)(instance - trace->instances) + derive->instance_count;
}

static struct sort_key *sorted_keys(const struct trace *trace)
{
    struct sort_key *keys = malloc(trace->variable_count * sizeof *keys);
    for (unsigned i = 0; keys && i < trace->variable_count; i++) {
        const bool same = i > 0 && trace->origins[i].instance == trace->origins[i - 1].instance;
        keys[i] = (struct sort_key){i == 0 ? 0 : keys[i - 1].group + !same, offset_of(&trace->origins[i]),
                                    trace->variables[i]};
    }
    if (keys)
        qsort(keys, trace->variable_count, sizeof *keys, compare_keys);
    return keys;
}

static bool add_word(struct trace *trace, unsigned *room, unsigned first_variable)
{
    if (trace->word_count == *room) {
        *room = *room * 2 + 1024;
        void *words = realloc(trace->words, *room * sizeof *trace->words);
        if (!words)
            return false;
        trace->words = words;
    }
    struct word *word = &trace->words[trace->word_count++];
    word->first_variable = first_variable;
    memset(word->at, NO_VARIABLE, sizeof word->at);
    return true;
}

static bool cut(struct trace *trace, const struct sort_key *keys)
{
    struct watched *watched = NULL;
    struct span    *span = NULL;
    unsigned        room = 0;
    size_t          next = 0; /* place of the first word behind the span */
    bool            in_registers = false;
    for (unsigned i = 0; i < trace->variable_count; i++) {
        const struct origin *origin = &trace->origins[keys[i].variable.origin];
        const size_t         at = keys[i].offset / WORD_BYTES;
        const unsigned       byte = keys[i].offset % WORD_BYTES, bytes = RTL_ELEMENT_BYTES(origin->signal->bits);
        const bool           new_group = i == 0 || keys[i].group != keys[i - 1].group;
        const bool           registers = !rtl_is_wire(origin->signal->kind);
        assert(byte + bytes <= WORD_BYTES);
        if (new_group) {
            watched = &trace->watched[trace->place[trace_number(trace, origin->instance)]];
            *watched = (struct watched){trace->span_count, trace->span_count, trace->span_count};
        }
        if (new_group || registers != in_registers || at > next + SPAN_GAP ||
            (at >= next && span->whole >= SPAN_WORDS)) {
            span = &trace->spans[trace->span_count++];
            *span = (struct span){.live = (const unsigned char *)origin->instance->state + at * WORD_BYTES,
                                  .first_word = trace->word_count};
            next = at;
        }
        in_registers = registers;
        for (; next <= at; next++, span->whole++)
            if (!add_word(trace, &room, i))
                return false;
        struct word *word = &trace->words[trace->word_count - 1];
        trace->variables[i] = keys[i].variable;
        trace->variables[i].shift = (unsigned char)(8 * byte);
        trace->variables[i].bytes = (unsigned char)bytes;
        memset(word->at + byte, (int)(i - word->first_variable), bytes);
        span->ragged = (at + 1) * WORD_BYTES <= origin->instance->module->bytes ? 0 : byte + bytes;
        watched->end_span = trace->span_count;
        if (!registers)
            watched->first_of_registers = trace->span_count;
    }
    for (unsigned s = 0; s < trace->span_count; s++)
        trace->spans[s].whole -= trace->spans[s].ragged != 0;
    return true;
}

static bool make_sets(struct trace *trace)
{
    uint64_t   **sets[] = {&trace->none,
                           &trace->every,
                           &trace->derived_moved,
                           &trace->wires_to_sample,
                           &trace->registers_to_sample,
                           &trace->sets.wires,
                           &trace->sets.registers};
    const size_t words = trace->instance_count / 64 + 1;
    for (unsigned i = 0; i < sizeof sets / sizeof sets[0]; i++)
        if (!(*sets[i] = calloc(words, sizeof **sets[i])))
            return false;
    memset(trace->every, 0xff, words * sizeof *trace->every);
    return true;
}

bool trace_arrange(struct trace *trace)
{
    struct sort_key *keys = sorted_keys(trace);
    trace->spans = malloc(trace->variable_count * sizeof *trace->spans);
    trace->moved = calloc(trace->variable_count, sizeof *trace->moved);
    trace->watched = calloc(trace->instance_count, sizeof *trace->watched);
    const bool good = keys && trace->spans && trace->moved && trace->watched && make_sets(trace) && cut(trace, keys);
    free(keys);
    trace->sampled_words = good ? calloc(trace->word_count, sizeof *trace->sampled_words) : NULL;
    trace->written = good ? calloc(trace->word_count, sizeof *trace->written) : NULL;
    if (!trace->sampled_words || !trace->written)
        return false;
    for (unsigned i = 0; i < trace->span_count; i++)
        trace->spans[i].last = trace->sampled_words + trace->spans[i].first_word;
    return true;
}

void trace_discard(struct trace *trace)
{
    free(trace->origins);
    free(trace->variables);
    free(trace->words);
    free(trace->spans);
    free(trace->watched);
    free(trace->place);
    free(trace->none);
    free(trace->every);
    free(trace->derived_moved);
    free(trace->wires_to_sample);
    free(trace->registers_to_sample);
    free(trace->sets.wires);
    free(trace->sets.registers);
    free(trace->sampled_words);
    free(trace->written);
    free(trace->moved);
    derive_close(&trace->derive);
    free(trace);
}
