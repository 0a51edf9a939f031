/* launch_memory.c - sections buffers and memory. */
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

static bool read_buffer_name(struct launch_reader *reader, const struct launch_node *node, size_t before,
                             struct launch_buffer *buffer)
{
    const char *name;
    if (!launch_string(reader, node, &name))
        return false;
    if (!good_name(name))
        return launch_fail(reader, node,
                           "\"%.80s\" is no name: at most %d letters, digits, '_', '-' and '.', and no '.' in front",
                           name, LAUNCH_NAME_MAX);
    for (size_t i = 0; i < before; i++)
        if (strcmp(reader->launch->buffers[i].name, name) == 0)
            return launch_fail(reader, node, "buffer \"%s\" is there twice", name);
    buffer->name = strdup(name);
    return buffer->name || launch_out_of_memory(reader);
}

static bool read_buffer(struct launch_reader *reader, const struct launch_node *node, struct launch_buffer *buffer)
{
    enum { NAME, PATH, BYTES, KEYS };
    static const char *const keys[KEYS] = {"name", "file", "bytes"};
    struct launch_node       nodes[KEYS];
    unsigned                 bytes;
    buffer->line = node->line;
    if (!launch_object(reader, node, keys, KEYS, nodes) || !read_buffer_name(reader, &nodes[NAME], node->index, buffer))
        return false;
    if (nodes[PATH].value && nodes[BYTES].value)
        return launch_fail(reader, &nodes[BYTES], "the buffer has a \"file\", which gives its size");
    if (!nodes[PATH].value && !nodes[BYTES].value)
        return launch_fail(reader, node, "key \"file\" or \"bytes\" is missing");
    if (nodes[PATH].value)
        return launch_file(reader, &nodes[PATH], &buffer->file) &&
               launch_file_units(reader, &nodes[PATH], &buffer->file, 4, "words", 1, LAUNCH_FILE_BYTES_MAX / 4);
    if (!launch_unsigned(reader, &nodes[BYTES], 4, LAUNCH_FILE_BYTES_MAX, &bytes))
        return false;
    if (bytes % 4)
        return launch_fail(reader, &nodes[BYTES], "%u is not a multiple of 4", bytes);
    if (!launch_budget(reader, &nodes[BYTES], bytes))
        return false;
    buffer->file.line = nodes[BYTES].line;
    buffer->file.data = calloc(1, bytes);
    buffer->file.bytes = bytes;
    return buffer->file.data || launch_out_of_memory(reader);
}

bool launch_read_buffers(struct launch_reader *reader, const struct launch_node *node)
{
    struct launch *launch = reader->launch;
    size_t         count;
    if (!launch_array(reader, node, 0, LAUNCH_BUFFERS_MAX, &count))
        return false;
    launch->buffers = calloc(count + 1, sizeof *launch->buffers);
    if (!launch->buffers)
        return launch_out_of_memory(reader);
    launch->buffer_count = (unsigned)count;
    for (struct launch_node element = {0}; launch_each(reader, node, &element);)
        if (!read_buffer(reader, &element, &launch->buffers[element.index]))
            return false;
    return true;
}

/* ---- memory ------------------------------------------------------------------------------------------------ */

static bool read_range(struct launch_reader *reader, const struct launch_node *node, struct launch_memory *memory)
{
    enum { ADDRESS, PATH, KEYS };
    static const char *const keys[KEYS] = {"address", "file"};
    const int64_t            end = INT64_C(1) << LAUNCH_ADDRESS_BITS;
    struct launch_node       nodes[KEYS];
    int64_t                  address = 0;
    memory->line = node->line;
    if (!launch_object(reader, node, keys, KEYS, nodes) || !launch_int(reader, &nodes[ADDRESS], 0, end - 4, &address))
        return false;
    if (address % 4)
        return launch_fail(reader, &nodes[ADDRESS], "address 0x%" PRIx64 " is not a multiple of 4", address);
    memory->address = (uint64_t)address;
    if (!launch_file(reader, &nodes[PATH], &memory->file) ||
        !launch_file_units(reader, &nodes[PATH], &memory->file, 4, "words", 1, LAUNCH_FILE_BYTES_MAX / 4))
        return false;
    return memory->address + memory->file.bytes <= (uint64_t)end ||
           launch_fail(reader, &nodes[PATH], "the range ends at 0x%" PRIx64 ", addresses have %d bits",
                       memory->address + memory->file.bytes - 1, LAUNCH_ADDRESS_BITS);
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

static bool check_overlaps(const struct launch_reader *reader)
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

bool launch_read_memory(struct launch_reader *reader, const struct launch_node *node)
{
    struct launch *launch = reader->launch;
    size_t         count;
    if (!launch_array(reader, node, 0, LAUNCH_RANGES_MAX, &count))
        return false;
    launch->memory = calloc(count + 1, sizeof *launch->memory);
    if (!launch->memory)
        return launch_out_of_memory(reader);
    launch->memory_count = (unsigned)count;
    for (struct launch_node element = {0}; launch_each(reader, node, &element);)
        if (!read_range(reader, &element, &launch->memory[element.index]))
            return false;
    return check_overlaps(reader);
}
