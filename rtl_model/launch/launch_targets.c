/* launch_targets.c - what rows cannot say of memory_buffers: which buffers memory writes and reads reach. */
#include "rtl_model/launch/launch_internal.h"

static bool check_item(const struct launch_reader *reader, const struct launch_node *item,
                       const struct launch_node *stride, const struct launch_memory_buffer *entry)
{
    const bool vectors = entry->target == LAUNCH_SCRATCH || entry->target == LAUNCH_REDUCTION;
    if (entry->target <= LAUNCH_STREAM3)
        return launch_absent(reader, item, 1, "a stream has \"stride_dwords\"") && launch_need(reader, stride);
    if (!launch_absent(reader, stride, 1, "only streams have a stride"))
        return false;
    if (entry->target == LAUNCH_SCATTER)
        return launch_absent(reader, item, 1, "the threads share the scatter buffer");
    return launch_need(reader, item) &&
           (!vectors || entry->item % 4 == 0 ||
            launch_fail(reader, item, "%u is not a multiple of 4, as target \"%s\" needs it", entry->item,
                        launch_target_name(entry->target)));
}

/* The registers count rings, scratch, reduction and scatter buffers in units of 256 bytes (3D 3, 12; ISA 9.1). */
bool launch_check_memory_buffer(struct launch_reader *reader, const struct launch_node *node,
                                const struct launch_node *nodes, void *object)
{
    const struct launch_memory_buffer *entry = object;
    const size_t                       bytes = reader->launch->buffers[entry->index].file.bytes;
    for (const struct launch_memory_buffer *other = entry - node->index; other < entry; other++)
        if (other->target == entry->target)
            return launch_fail(reader, &LAUNCH_NODE(memory_buffers, target), "\"%s\" is there twice",
                               launch_target_name(entry->target));
    if (entry->target > LAUNCH_STREAM3 && bytes % LAUNCH_UNIT_BYTES)
        return launch_fail(reader, &LAUNCH_NODE(memory_buffers, buffer),
                           "the buffer has %zu bytes, expected a multiple of %d for target \"%s\"", bytes,
                           LAUNCH_UNIT_BYTES, launch_target_name(entry->target));
    return check_item(reader, &LAUNCH_NODE(memory_buffers, item_dwords), &LAUNCH_NODE(memory_buffers, stride_dwords),
                      entry);
}
