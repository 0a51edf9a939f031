/* launch_targets.c - section memory_buffers: which buffers memory writes and reads reach. */
#include "rtl_model/launch/launch_internal.h"

enum { TARGET, BUFFER, ITEM, STRIDE, KEYS };
static const char *const keys[KEYS] = {"target", "buffer", "item_dwords", "stride_dwords"};

static const char *const target_names[LAUNCH_TARGETS] = {
    [LAUNCH_STREAM0] = "stream0", [LAUNCH_STREAM1] = "stream1", [LAUNCH_STREAM2] = "stream2",
    [LAUNCH_STREAM3] = "stream3", [LAUNCH_SCRATCH] = "scratch", [LAUNCH_REDUCTION] = "reduction",
    [LAUNCH_RING] = "ring",       [LAUNCH_SCATTER] = "scatter",
};

const char *launch_target_name(enum launch_target target)
{
    return target_names[target];
}

static bool read_target(const struct launch_reader *reader, const struct launch_node *node,
                        struct launch_memory_buffer *entry)
{
    const struct launch *launch = reader->launch;
    unsigned             target;
    if (!launch_choice(reader, node, target_names, LAUNCH_TARGETS, &target))
        return false;
    entry->target = (enum launch_target)target;
    for (unsigned i = 0; i < launch->memory_buffer_count; i++)
        if (launch->memory_buffers[i].target == entry->target)
            return launch_fail(reader, node, "\"%s\" is there twice", target_names[target]);
    return true;
}

/* The registers count rings, scratch, reduction and scatter buffers in units of 256 bytes (3D 3, 12; ISA 9.1). */
static bool read_buffer(const struct launch_reader *reader, const struct launch_node *node,
                        struct launch_memory_buffer *entry)
{
    if (!launch_buffer_named(reader, node, &entry->index))
        return false;
    const size_t bytes = reader->launch->buffers[entry->index].file.bytes;
    return entry->target <= LAUNCH_STREAM3 || bytes % LAUNCH_UNIT_BYTES == 0 ||
           launch_fail(reader, node, "the buffer has %zu bytes, expected a multiple of %d for target \"%s\"", bytes,
                       LAUNCH_UNIT_BYTES, target_names[entry->target]);
}

static bool read_item(const struct launch_reader *reader, const struct launch_node *nodes,
                      struct launch_memory_buffer *entry)
{
    const char *const name = target_names[entry->target];
    const bool        vectors = entry->target == LAUNCH_SCRATCH || entry->target == LAUNCH_REDUCTION;
    if (entry->target <= LAUNCH_STREAM3)
        return launch_absent(reader, &nodes[ITEM], 1, "a stream has \"stride_dwords\"") &&
               launch_unsigned(reader, &nodes[STRIDE], 1, LAUNCH_STREAM_STRIDE_MAX, &entry->item);
    if (!launch_absent(reader, &nodes[STRIDE], 1, "only streams have a stride"))
        return false;
    if (entry->target == LAUNCH_SCATTER)
        return launch_absent(reader, &nodes[ITEM], 1, "the threads share the scatter buffer");
    if (!launch_unsigned(reader, &nodes[ITEM], 1, LAUNCH_ITEM_DWORDS_MAX, &entry->item))
        return false;
    return !vectors || entry->item % 4 == 0 ||
           launch_fail(reader, &nodes[ITEM], "%u is not a multiple of 4, as target \"%s\" needs it", entry->item, name);
}

static bool read_entry(const struct launch_reader *reader, const struct launch_node *node,
                       struct launch_memory_buffer *entry)
{
    struct launch_node nodes[KEYS];
    entry->line = node->line;
    return launch_object(reader, node, keys, KEYS, nodes) && read_target(reader, &nodes[TARGET], entry) &&
           read_buffer(reader, &nodes[BUFFER], entry) && read_item(reader, nodes, entry);
}

bool launch_read_memory_buffers(struct launch_reader *reader, const struct launch_node *node)
{
    struct launch *launch = reader->launch;
    size_t         count;
    if (!launch_array(reader, node, 0, LAUNCH_TARGETS, &count))
        return false;
    for (struct launch_node element = {0}; launch_each(reader, node, &element); launch->memory_buffer_count++)
        if (!read_entry(reader, &element, &launch->memory_buffers[element.index]))
            return false;
    return true;
}
