/* launch_expect.c - what rows cannot say of expect: what the run must produce, and how closely. */
#include "rtl_model/launch/launch_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Whether `expect` has a tolerance, seen from an entry of one of its lists; "tol" needs it. */
static bool check_tolerance(const struct launch_reader *reader, const struct launch_node *entry,
                            const struct launch_node *node, enum launch_compare compare)
{
    return compare != LAUNCH_COMPARE_TOL || json_object_get(entry->parent->parent->value, "tolerance") ||
           launch_fail(reader, node, "\"tol\" needs the key \"tolerance\" in expect");
}

/* ---- exports ----------------------------------------------------------------------------------------------- */

/* ISA table 3.3 */
static bool check_array_base(const struct launch_reader *reader, const struct launch_node *node,
                             const struct launch_export *export)
{
    static const char *const bases[] = {"0 to 7 or 61 (depth)", "60 to 63", "0 to 31"};
    const unsigned           base = export->array_base;
    const bool               good = export->type == LAUNCH_EXPORT_PIXEL ? base <= 7 || base == 61
                                    : export->type == LAUNCH_EXPORT_POS ? base >= 60
                                                                        : base <= 31;
    return good || launch_fail(reader, node, "%u is no array base of %s exports: %s", base,
                               launch_export_name(export->type), bases[export->type]);
}

bool launch_check_export(struct launch_reader *reader, const struct launch_node *node, const struct launch_node *nodes,
                         void *object)
{
    const struct launch_export *export = object;
    if (!check_array_base(reader, &LAUNCH_NODE(exports, array_base), export))
        return false;
    for (const struct launch_export *other = export - node->index; other < export; other++)
        if (other->type == export->type && other->array_base == export->array_base)
            return launch_fail(reader, node, "%s export %u is there twice", launch_export_name(export->type),
                               export->array_base);
    for (struct launch_node element = {0}; launch_each(reader, &LAUNCH_NODE(exports, compare), &element);)
        if (!check_tolerance(reader, node, &element, export->compare[element.index]))
            return false;
    return true;
}

bool launch_read_killed(struct launch_reader *reader, const struct launch_node *node, void *field)
{
    struct launch *launch = reader->launch;
    const char    *text;
    (void)field;
    if (!launch_string(reader, node, &text))
        return false;
    size_t good = strspn(text, "01"), length = strlen(text);
    if (good != length)
        return launch_fail(reader, node, "character %zu is neither 0 nor 1", good);
    if (length != launch->threads)
        return launch_fail(reader, node, "%zu characters, expected one for each of %u threads", length,
                           launch->threads);
    launch->expect.killed_line = node->line;
    launch->expect.killed = strdup(text);
    return launch->expect.killed || launch_out_of_memory(reader);
}

/* ---- what geometry programs emit ---------------------------------------------------------------------------- */

static bool read_strip(const struct launch_reader *reader, const struct launch_node *node, char **strip)
{
    if (!json_is_string(node->value))
        return launch_wrong_type(reader, node, "a string of V (a vertex) and C (a cut)");
    const char *const text = json_string_value(node->value);
    const size_t      good = strspn(text, "VC");
    if (good != json_string_length(node->value))
        return launch_fail(reader, node, "character %zu is neither V (a vertex) nor C (a cut)", good);
    *strip = strdup(text);
    return *strip || launch_out_of_memory(reader);
}

bool launch_read_strips(struct launch_reader *reader, const struct launch_node *node, void *field)
{
    struct launch        *launch = reader->launch;
    struct launch_expect *expect = &launch->expect;
    size_t                count = 1;
    (void)field;
    if (launch->stage != LAUNCH_GS)
        return launch_fail(reader, node, "only geometry programs emit vertices: expected \"stage\": \"gs\"");
    if (json_is_array(node->value) && !launch_array(reader, node, launch->threads, launch->threads, &count))
        return false;
    expect->strips = calloc(count, sizeof *expect->strips);
    if (!expect->strips)
        return launch_out_of_memory(reader);
    expect->strip_count = (unsigned)count;
    if (!json_is_array(node->value))
        return read_strip(reader, node, &expect->strips[0]);
    for (struct launch_node element = {0}; launch_each(reader, node, &element);)
        if (!read_strip(reader, &element, &expect->strips[element.index]))
            return false;
    return true;
}

void launch_strips_free(struct launch_expect *expect)
{
    for (unsigned i = 0; i < expect->strip_count; i++)
        free(expect->strips[i]);
    free(expect->strips);
}

/* ---- buffers ----------------------------------------------------------------------------------------------- */

bool launch_check_expect_buffer(struct launch_reader *reader, const struct launch_node *node,
                                const struct launch_node *nodes, void *object)
{
    const struct launch_expect_buffer *buffer = object;
    const struct launch_buffer        *named = &reader->launch->buffers[buffer->index];
    char                               why[96];
    for (const struct launch_expect_buffer *other = buffer - node->index; other < buffer; other++)
        if (other->index == buffer->index)
            return launch_fail(reader, &LAUNCH_NODE(expect_buffers, name), "buffer \"%s\" is there twice", named->name);
    snprintf(why, sizeof why, "the size of \"%s\"", named->name);
    return check_tolerance(reader, node, &LAUNCH_NODE(expect_buffers, compare), buffer->compare) &&
           launch_file_exact(reader, &LAUNCH_NODE(expect_buffers, file), &buffer->file, named->file.bytes, why);
}

bool launch_check_expect(struct launch_reader *reader, const struct launch_node *node, const struct launch_node *nodes,
                         void *object)
{
    const struct launch_expect *expect = object;
    const struct launch_node   *exports = &LAUNCH_NODE(expect, exports), *file = &LAUNCH_NODE(expect, file);
    const unsigned              threads = reader->launch->threads;
    char                        why[96];
    /* Nothing to compare would pass whatever the program does. */
    if (!exports->value && !expect->killed && !expect->strips && !expect->buffers)
        return launch_fail(reader, node, "key \"exports\", \"killed\", \"strips\" or \"buffers\" is missing");
    if (!exports->value && !file->value)
        return true;
    if (!launch_need(reader, exports) || !launch_need(reader, file))
        return false;
    snprintf(why, sizeof why, "%u threads * %u exports * 16 bytes", threads, expect->export_count);
    return launch_file_exact(reader, file, &expect->file, (uint64_t)threads * expect->export_count * 16, why);
}
