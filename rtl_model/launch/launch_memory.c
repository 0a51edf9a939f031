/* launch_memory.c - what rows cannot say of buffers and memory. */
#include "rtl_model/launch/launch_internal.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- buffers ----------------------------------------------------------------------------------------------- */

/* The name becomes part of a file's name in the results. */
static bool good_name(const char *name)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.";
    return name[0] != '.' && strlen(name) <= LAUNCH_NAME_MAX && strspn(name, letters) == strlen(name);
}

bool launch_read_buffer_name(struct launch_reader *reader, const struct launch_node *node, void *field)
{
    const char *name;
    if (!launch_string(reader, node, &name))
        return false;
    if (!good_name(name))
        return launch_fail(reader, node,
                           "\"%.80s\" is no name: at most %d letters, digits, '_', '-' and '.', and no '.' in front",
                           name, LAUNCH_NAME_MAX);
    for (size_t i = 0; i < node->parent->index; i++)
        if (strcmp(reader->launch->buffers[i].name, name) == 0)
            return launch_fail(reader, node, "buffer \"%s\" is there twice", name);
    *(char **)field = strdup(name);
    return *(char **)field || launch_out_of_memory(reader);
}

bool launch_check_buffer(struct launch_reader *reader, const struct launch_node *node, const struct launch_node *nodes,
                         void *object)
{
    struct launch_buffer     *buffer = object;
    const struct launch_node *bytes = &LAUNCH_NODE(buffers, bytes);
    if (buffer->file.path && bytes->value)
        return launch_fail(reader, bytes, "the buffer has a \"file\", which gives its size");
    if (!buffer->file.path && !bytes->value)
        return launch_fail(reader, node, "key \"file\" or \"bytes\" is missing");
    if (buffer->file.path)
        return true;
    if (!launch_budget(reader, bytes, buffer->file.bytes))
        return false;
    buffer->file.line = bytes->line;
    buffer->file.data = calloc(1, buffer->file.bytes);
    return buffer->file.data || launch_out_of_memory(reader);
}

/* ---- memory ------------------------------------------------------------------------------------------------ */

bool launch_check_memory(struct launch_reader *reader, const struct launch_node *node, const struct launch_node *nodes,
                         void *object)
{
    struct launch_memory *memory = object;
    const uint64_t        end = memory->address + memory->file.bytes;
    (void)node;
    return end <= UINT64_C(1) << LAUNCH_ADDRESS_BITS ||
           launch_fail(reader, &LAUNCH_NODE(memory, file), "the range ends at 0x%" PRIx64 ", addresses have %d bits",
                       end - 1, LAUNCH_ADDRESS_BITS);
}

static int by_address(const void *a, const void *b)
{
    const struct launch_memory *x = *(const struct launch_memory *const *)a;
    const struct launch_memory *y = *(const struct launch_memory *const *)b;
    return (x->address > y->address) - (x->address < y->address);
}

/* Said at the range that comes later in the file. */
static bool overlap(const struct launch_reader *reader, const struct launch_memory *a, const struct launch_memory *b)
{
    if (a > b)
        return overlap(reader, b, a);
    return diag_set(reader->diag, reader->path, b->line,
                    "memory[%td]: 0x%" PRIx64 "..0x%" PRIx64 " overlaps 0x%" PRIx64 "..0x%" PRIx64 " of line %u",
                    b - reader->launch->memory, b->address, b->address + b->file.bytes - 1, a->address,
                    a->address + a->file.bytes - 1, a->line);
}

bool launch_ranges_apart(const struct launch_reader *reader)
{
    const struct launch         *launch = reader->launch;
    const struct launch_memory **sorted = calloc(launch->memory_count + 1, sizeof(const struct launch_memory *));
    bool                         good = true;
    if (!sorted)
        return launch_out_of_memory(reader);
    for (unsigned i = 0; i < launch->memory_count; i++)
        sorted[i] = &launch->memory[i];
    qsort(sorted, launch->memory_count, sizeof *sorted, by_address);
    for (unsigned i = 1; i < launch->memory_count && good; i++)
        if (sorted[i - 1]->address + sorted[i - 1]->file.bytes > sorted[i]->address)
            good = overlap(reader, sorted[i - 1], sorted[i]);
    free(sorted);
    return good;
}
