/* arrange.c - puts the variables of a trace into the order of memory, so that sampling compares blocks. */
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

/* A new block begins where the next variable does not fit or lies far away, a new span also where another instance
 * does. */
static void cut(struct trace *trace, const struct sort_key *keys)
{
    struct block *block = NULL;
    struct span  *span = NULL;
    size_t        span_start = 0, block_start = 0, covered = 0;
    for (unsigned i = 0; i < trace->variable_count; i++) {
        const struct origin *origin = &trace->origins[keys[i].variable.origin];
        const size_t         start = keys[i].offset, end = start + RTL_ELEMENT_BYTES(origin->signal->bits);
        const bool           new_span =
            !span || keys[i].group != keys[i - 1].group || start > covered + BLOCK_GAP || end - span_start > SPAN_BYTES;
        if (new_span) {
            span = &trace->spans[trace->span_count++];
            *span = (struct span){.live = (const unsigned char *)origin->instance->state + start,
                                  .first_block = trace->block_count};
            span_start = start;
        }
        if (new_span || end - block_start > BLOCK_BYTES) {
            block = &trace->blocks[trace->block_count++];
            *block = (struct block){.place = start - span_start, .first_variable = i};
            block_start = start;
        }
        trace->variables[i] = keys[i].variable;
        trace->variables[i].place = (unsigned)(start - block_start);
        block->bytes = (unsigned)(end - block_start);
        block->end_variable = i + 1;
        span->bytes = end - span_start;
        span->end_block = trace->block_count;
        covered = end;
    }
}

bool trace_arrange(struct trace *trace)
{
    struct sort_key *keys = sorted_keys(trace);
    trace->blocks = malloc(trace->variable_count * sizeof *trace->blocks);
    trace->spans = malloc(trace->variable_count * sizeof *trace->spans);
    trace->moved = calloc(trace->variable_count, sizeof *trace->moved);
    const bool good = keys && trace->blocks && trace->spans && trace->moved;
    if (good)
        cut(trace, keys);
    free(keys);

    size_t bytes = 0;
    for (unsigned i = 0; good && i < trace->span_count; i++)
        bytes += trace->spans[i].bytes;
    trace->last = good ? calloc(bytes + BLOCK_BYTES, 1) : NULL; /* a last word may be read past its block's end */
    if (!trace->last)
        return false;
    unsigned char *next = trace->last;
    for (unsigned i = 0; i < trace->span_count; i++) {
        trace->spans[i].last = next;
        next += trace->spans[i].bytes;
    }
    return true;
}
