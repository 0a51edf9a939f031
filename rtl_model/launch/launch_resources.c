/* launch_resources.c - section vertex_resources, and what it shares with textures: ids and places in buffers. */
#include "rtl_model/launch/launch_internal.h"

#include <stdlib.h>
#include <string.h>

bool launch_buffer_named(const struct launch_reader *reader, const struct launch_node *node, unsigned *index)
{
    const struct launch *launch = reader->launch;
    const char          *name, *names[LAUNCH_BUFFERS_MAX];
    char                 advice[256];
    if (!launch_string(reader, node, &name))
        return false;
    for (unsigned i = 0; i < launch->buffer_count; i++) {
        names[i] = launch->buffers[i].name;
        if (strcmp(names[i], name) == 0) {
            *index = i;
            return true;
        }
    }
    return launch_fail(reader, node, "there is no buffer \"%.60s\"%s", name,
                       launch_advice(name, names, launch->buffer_count, advice, sizeof advice));
}

bool launch_offset(const struct launch_reader *reader, const struct launch_node *node, size_t bytes, unsigned step,
                   uint32_t *offset)
{
    unsigned value = 0;
    if (node->value && !launch_unsigned(reader, node, 0, (unsigned)bytes - 1, &value))
        return false;
    *offset = value;
    return value % step == 0 || launch_fail(reader, node, "%u is not a multiple of %u", value, step);
}

bool launch_resource_id(struct launch_reader *reader, const struct launch_node *node, unsigned *id)
{
    /* ISA table 2.8: 160 for PS, VS and GS, 16 for FS.  The fetch shader runs within VS and ES, and its resources
     * follow those of VS (0x38000 + 28 * 320), so a launch with a fetch shader names them 160..175.
     * GUESS: ES numbers them like VS; the manuals do not say. */
    enum launch_stage stage = reader->launch->stage;
    unsigned          count = stage == LAUNCH_FS                         ? LAUNCH_FS_RESOURCES
                              : stage == LAUNCH_VS || stage == LAUNCH_ES ? LAUNCH_RESOURCES + LAUNCH_FS_RESOURCES
                                                                         : LAUNCH_RESOURCES;
    if (!launch_unsigned(reader, node, 0, count - 1, id))
        return false;
    if (reader->used_ids[*id])
        return launch_fail(reader, node, "resource %u is there twice", *id);
    reader->used_ids[*id] = true;
    return true;
}

bool launch_absent(const struct launch_reader *reader, const struct launch_node *nodes, size_t count, const char *why)
{
    for (size_t i = 0; i < count; i++)
        if (nodes[i].value)
            return launch_fail(reader, &nodes[i], "%s", why);
    return true;
}

/* ---- vertex resources -------------------------------------------------------------------------------------- */

enum { ID, BUFFER, CONSTANT_BUFFER, OFFSET, WORDS, STRIDE, FORMAT, KEYS };
static const char *const keys[KEYS] = {"id", "buffer", "constant_buffer", "offset", "words", "stride", "format"};

static bool find_bank(const struct launch_reader *reader, const struct launch_node *node, unsigned *index)
{
    const struct launch *launch = reader->launch;
    unsigned             bank;
    if (!launch_unsigned(reader, node, 0, LAUNCH_BANKS - 1, &bank))
        return false;
    for (unsigned i = 0; i < launch->constant_buffer_count; i++)
        if (launch->constant_buffers[i].bank == bank && !launch->constant_buffers[i].alternate) {
            *index = i;
            return true;
        }
    return launch_fail(reader, node, "there is no constant buffer in bank %u", bank);
}

static bool read_place(const struct launch_reader *reader, const struct launch_node *node,
                       const struct launch_node *nodes, struct launch_vertex_resource *resource)
{
    const struct launch *launch = reader->launch;
    size_t               bytes;
    if (nodes[BUFFER].value && nodes[CONSTANT_BUFFER].value)
        return launch_fail(reader, &nodes[CONSTANT_BUFFER], "the resource has a \"buffer\" already");
    if (nodes[BUFFER].value) {
        resource->source = LAUNCH_SOURCE_BUFFER;
        if (!launch_buffer_named(reader, &nodes[BUFFER], &resource->index))
            return false;
        bytes = launch->buffers[resource->index].file.bytes;
    } else if (nodes[CONSTANT_BUFFER].value) {
        resource->source = LAUNCH_SOURCE_CONSTANT_BUFFER;
        if (!find_bank(reader, &nodes[CONSTANT_BUFFER], &resource->index))
            return false;
        bytes = launch->constant_buffers[resource->index].file.bytes;
    } else
        return launch_fail(reader, node, "key \"buffer\" or \"constant_buffer\" is missing");
    return launch_offset(reader, &nodes[OFFSET], bytes, 1, &resource->offset);
}

static bool read_resource(struct launch_reader *reader, const struct launch_node *node,
                          struct launch_vertex_resource *resource)
{
    struct launch_node nodes[KEYS];
    resource->line = node->line;
    if (!launch_object(reader, node, keys, KEYS, nodes) || !launch_resource_id(reader, &nodes[ID], &resource->id) ||
        !read_place(reader, node, nodes, resource))
        return false;
    resource->raw = nodes[WORDS].value != NULL;
    if (resource->raw)
        return launch_words(reader, &nodes[WORDS], 7, resource->words) &&
               launch_absent(reader, &nodes[STRIDE], KEYS - STRIDE, "\"words\" says it already");
    if (!launch_unsigned(reader, &nodes[STRIDE], 0, LAUNCH_STRIDE_MAX, &resource->stride) ||
        !launch_read_format(reader, &nodes[FORMAT], &resource->format))
        return false;
    return (resource->format->block_width == 1 && resource->format->block_height == 1) ||
           launch_fail(reader, &nodes[FORMAT], "%s is a format of textures", resource->format->name);
}

bool launch_read_vertex_resources(struct launch_reader *reader, const struct launch_node *node)
{
    struct launch *launch = reader->launch;
    size_t         count;
    if (!launch_array(reader, node, 0, LAUNCH_RESOURCES + LAUNCH_FS_RESOURCES, &count))
        return false;
    launch->vertex_resources = calloc(count + 1, sizeof *launch->vertex_resources);
    if (!launch->vertex_resources)
        return launch_out_of_memory(reader);
    launch->vertex_resource_count = (unsigned)count;
    for (struct launch_node element = {0}; launch_each(reader, node, &element);)
        if (!read_resource(reader, &element, &launch->vertex_resources[element.index]))
            return false;
    return true;
}
