/* launch_resources.c - what rows cannot say of vertex_resources, and what textures share: ids and buffers. */
#include "rtl_model/launch/launch_internal.h"

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

bool launch_read_resource_id(struct launch_reader *reader, const struct launch_node *node, void *field)
{
    unsigned *const id = field;
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

/* Of a bank, which constant buffer it is. */
static bool find_bank(const struct launch_reader *reader, const struct launch_node *node, unsigned *index)
{
    const struct launch *launch = reader->launch;
    const unsigned       bank = *index;
    for (unsigned i = 0; i < launch->constant_buffer_count; i++)
        if (launch->constant_buffers[i].bank == bank && !launch->constant_buffers[i].alternate) {
            *index = i;
            return true;
        }
    return launch_fail(reader, node, "there is no constant buffer in bank %u", bank);
}

static bool check_place(const struct launch_reader *reader, const struct launch_node *node,
                        const struct launch_node *nodes, struct launch_vertex_resource *resource)
{
    const struct launch      *launch = reader->launch;
    const struct launch_node *constants = &LAUNCH_NODE(vertex_resources, constant_buffer);
    const bool                buffer = LAUNCH_NODE(vertex_resources, buffer).value;
    if (buffer && constants->value)
        return launch_fail(reader, constants, "the resource has a \"buffer\" already");
    if (!buffer && !constants->value)
        return launch_fail(reader, node, "key \"buffer\" or \"constant_buffer\" is missing");
    resource->source = buffer ? LAUNCH_SOURCE_BUFFER : LAUNCH_SOURCE_CONSTANT_BUFFER;
    if (!buffer && !find_bank(reader, constants, &resource->index))
        return false;
    const struct launch_file *file =
        buffer ? &launch->buffers[resource->index].file : &launch->constant_buffers[resource->index].file;
    return launch_within(reader, &LAUNCH_NODE(vertex_resources, offset), 0, (int64_t)file->bytes - 1);
}

bool launch_check_vertex_resource(struct launch_reader *reader, const struct launch_node *node,
                                  const struct launch_node *nodes, void *object)
{
    struct launch_vertex_resource *resource = object;
    const struct launch_node      *stride = &LAUNCH_NODE(vertex_resources, stride);
    const struct launch_node      *format = &LAUNCH_NODE(vertex_resources, format);
    if (!check_place(reader, node, nodes, resource))
        return false;
    resource->raw = LAUNCH_NODE(vertex_resources, words).value != NULL;
    if (resource->raw)
        return launch_absent(reader, stride, 2, "\"words\" says it already");
    if (!launch_need(reader, stride) || !launch_need(reader, format))
        return false;
    return (resource->format->block_width == 1 && resource->format->block_height == 1) ||
           launch_fail(reader, format, "%s is a format of textures", resource->format->name);
}
