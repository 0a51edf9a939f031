/* arrange.c - puts the variables of a trace into the order of memory, so that sampling compares pieces of it. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "kit/walk.h"
#include "trace/activity/activity.h"
#include "trace/internal.h"

static size_t offset_of(const struct origin *origin)
{
    const struct rtl_signal *signal = origin->signal;
    return signal->offset + origin->row * rtl_row_bytes(signal) +
           (size_t)origin->element * RTL_ELEMENT_BYTES(signal->bits);
}

/* For sorting the variables of an instance. */
struct sort_key {
    size_t          offset;
    struct variable variable;
};

static int compare_keys(const void *left, const void *right)
{
    const struct sort_key *a = left, *b = right;
    return a->offset < b->offset ? -1 : a->offset > b->offset;
}

static bool in_order(const struct origin *origins, unsigned count)
{
    for (unsigned i = 1; i < count; i++)
        if (offset_of(&origins[i]) < offset_of(&origins[i - 1]))
            return false;
    return true;
}

/* Most memories lie as they are declared.  False without memory. */
static bool sort_instance(struct trace *trace, unsigned first, unsigned count)
{
    if (in_order(trace->origins + first, count))
        return true;
    struct sort_key *keys = malloc(count * sizeof *keys);
    for (unsigned i = 0; keys && i < count; i++)
        keys[i] = (struct sort_key){offset_of(&trace->origins[first + i]), trace->variables[first + i]};
    if (keys)
        qsort(keys, count, sizeof *keys, compare_keys);
    for (unsigned i = 0; keys && i < count; i++)
        trace->variables[first + i] = keys[i].variable;
    free(keys);
    return keys;
}

/* The variables of each instance by offset, the instances as they were declared. */
static bool sort_variables(struct trace *trace)
{
    for (unsigned i = 0, first = 0; i < trace->variable_count; first = i) {
        while (i < trace->variable_count && trace->origins[i].instance == trace->origins[first].instance)
            i++;
        if (!sort_instance(trace, first, i - first))
            return false;
    }
    return true;
}

size_t trace_number(const struct trace *trace, const struct rtl_instance *instance)
{
    const struct derive *derive = &trace->derive;
    return derive_owns(instance) ? (size_t)(instance - derive->instances)
                                 : (size_t)(instance - trace->instances) + derive->instance_count;
}

/* Aliases are neither sampled nor written. */
static void leave_out_aliases(struct trace *trace)
{
    unsigned kept = 0;
    for (unsigned v = 0; v < trace->variable_count; v++)
        if (trace->same[trace->variables[v].origin] == trace->variables[v].origin)
            trace->variables[kept++] = trace->variables[v];
    assert(kept == trace->identifier_count);
}

/* Room for the words of every piece to come: each has a variable. */
static bool make_room(struct trace *trace)
{
    const size_t pieces = trace->identifier_count, words = pieces * PIECE_WORDS;
    trace->words = calloc(words, sizeof *trace->words);
    trace->pieces = calloc(pieces, sizeof *trace->pieces);
    return trace->words && trace->pieces;
}

static void set_place(struct trace *trace, struct variable *variable, size_t number, size_t offset, unsigned bytes)
{
    const unsigned byte = offset % WORD_BYTES, index = (unsigned)(variable - trace->variables);
    const uint64_t element = ~UINT64_C(0) >> (64 - 8 * bytes);
    struct word   *word = &trace->words[number];
    assert(byte + bytes <= WORD_BYTES);
    variable->shift = (unsigned char)(8 * byte);
    variable->place = element << variable->shift;
    variable->over = element & ~(~UINT64_C(0) >> (64 - variable->bits));
    if (!word->mask)
        word->first_variable = index;
    word->mask |= variable->place;
    word->over |= variable->over << variable->shift;
    trace->pieces[number / PIECE_WORDS].mask[number % PIECE_WORDS] |= variable->place;
    memset(word->at + byte, (int)(index - word->first_variable), bytes);
}

/* Bytes from an instance's state on; without the size of its module it is not known. */
static size_t readable(const struct trace *trace, const struct rtl_instance *instance)
{
    if (derive_owns(instance))
        return instance->module->signal_count * sizeof *trace->derive.values + DERIVE_BEHIND;
    return instance->module->bytes ? instance->module->bytes + trace->behind : 0;
}

/* Another variable, in the piece before `behind`, which begins at `start` and may be read as far as `bytes`. */
static void add_to(struct watched *watched, bool registers, struct piece *behind, size_t start, size_t end,
                   size_t bytes)
{
    const uint8_t rest = start + PIECE_BYTES <= bytes ? 0 : (uint8_t)(end - start);
    watched->at[BEHIND_REGISTERS] = behind;
    if (registers) {
        watched->registers_rest = rest;
    } else {
        watched->at[FIRST_REGISTERS] = behind;
        watched->wires_rest = rest;
    }
    watched->plain =
        !watched->wires_rest && !watched->registers_rest && behind - watched->at[FIRST_WIRES] < PLAIN_PIECES;
}

static void cut(struct trace *trace)
{
    struct watched            *watched = NULL;
    uint32_t                   pieces = 0;
    size_t                     start = 0, end = 0; /* of the last piece; of what may be read: in the module */
    bool                       in_registers = false;
    const struct rtl_instance *instance = NULL; /* of the variable before */
    for (unsigned i = 0; i < trace->identifier_count; i++) {
        const struct origin *origin = &trace->origins[trace->variables[i].origin];
        const size_t         offset = offset_of(origin);
        const unsigned       bytes = RTL_ELEMENT_BYTES(origin->signal->bits);
        const bool           new_group = i == 0 || origin->instance != instance;
        const bool           registers = !rtl_is_wire(origin->signal->kind);
        if (new_group) {
            end = readable(trace, origin->instance);
            watched = &trace->watched[trace->place[trace_number(trace, origin->instance)]];
            *watched = (struct watched){.at = {trace->pieces + pieces, trace->pieces + pieces, trace->pieces + pieces}};
        }
        if (new_group || registers != in_registers || offset >= start + PIECE_BYTES) {
            start = offset / WORD_BYTES * WORD_BYTES;
            trace->pieces[pieces] =
                (struct piece){.live = (const unsigned char *)origin->instance->state + start, .number = pieces};
            pieces++;
        }
        in_registers = registers;
        instance = origin->instance;
        set_place(trace, &trace->variables[i], (pieces - 1) * (size_t)PIECE_WORDS + (offset - start) / WORD_BYTES,
                  offset, bytes);
        add_to(watched, registers, trace->pieces + pieces, start, offset + bytes, end);
    }
    trace->word_count = pieces * PIECE_WORDS;
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
    const bool sorted = sort_variables(trace);
    trace->moved = calloc(trace->variable_count, sizeof *trace->moved);
    trace->watched = calloc(trace->instance_count, sizeof *trace->watched);
    const bool good = sorted && trace->moved && trace->watched && make_room(trace) && make_sets(trace);
    if (good) {
        leave_out_aliases(trace);
        cut(trace);
    }
    return good;
}

/* A waveform that has been read again has no words. */
void trace_find_moved(struct trace *trace)
{
    for (unsigned w = 0; trace->words && w < trace->word_count; w++) {
        const struct word *word = &trace->words[w];
        for (uint64_t left = word->moved & word->mask; left;) {
            const struct variable *variable =
                &trace->variables[word->first_variable + word->at[(unsigned)__builtin_ctzll(left) / 8]];
            trace->moved[variable->origin] = true;
            left &= ~variable->place;
        }
    }
    for (unsigned v = 0; trace->words && v < trace->variable_count; v++)
        trace->moved[v] = trace->moved[trace->same[v]];
}

void trace_discard(struct trace *trace)
{
    free(trace->origins);
    free(trace->variables);
    free(trace->same);
    free(trace->numbers);
    free(trace->words);
    free(trace->pieces);
    free(trace->watched);
    free(trace->place);
    free(trace->none);
    free(trace->every);
    free(trace->derived_moved);
    free(trace->wires_to_sample);
    free(trace->registers_to_sample);
    free(trace->sets.wires);
    free(trace->sets.registers);
    free(trace->moved);
    free(trace->groups.text);
    activity_free(trace->activity);
    derive_close(&trace->derive);
    free(trace);
}
