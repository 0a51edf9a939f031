/* launch_expect.c - section expect: what the run must produce, and how closely. */
#include "rtl_model/launch/launch_internal.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXPORTS, PATH, TOLERANCE, KILLED, STRIPS, BUFFERS, KEYS };
static const char *const keys[KEYS] = {"exports", "file", "tolerance", "killed", "strips", "buffers"};

/* ---- exports ----------------------------------------------------------------------------------------------- */

static const char *const type_names[] = {
    [LAUNCH_EXPORT_PIXEL] = "pixel", [LAUNCH_EXPORT_POS] = "pos", [LAUNCH_EXPORT_PARAM] = "param"};
static const char *const compare_names[] = {[LAUNCH_COMPARE_BITS] = "bits",
                                            [LAUNCH_COMPARE_F32] = "f32",
                                            [LAUNCH_COMPARE_TOL] = "tol",
                                            [LAUNCH_COMPARE_SKIP] = "skip"};

const char *launch_export_name(enum launch_export_type type)
{
    return type_names[type];
}

const char *launch_compare_name(enum launch_compare compare)
{
    return compare_names[compare];
}

static bool read_type(const struct launch_reader *reader, const struct launch_node *node, struct launch_export *export)
{
    /* The full words are read as well. */
    static const char *const names[] = {"pixel", "pos", "param", NULL, "position", "parameter"};
    unsigned                 choice;
    if (!launch_choice(reader, node, names, LAUNCH_COUNT(names), &choice))
        return false;
    export->type = (enum launch_export_type)(choice % 3);
    return true;
}

static bool read_array_base(const struct launch_reader *reader, const struct launch_node *node,
                            struct launch_export *export)
{
    static const char *const bases[] = {"0 to 7 or 61 (depth)", "60 to 63", "0 to 31"}; /* ISA table 3.3 */
    unsigned                 base;
    if (!launch_unsigned(reader, node, 0, 63, &base))
        return false;
    export->array_base = base;
    bool good = export->type == LAUNCH_EXPORT_PIXEL ? base <= 7 || base == 61
                : export->type == LAUNCH_EXPORT_POS ? base >= 60
                                                    : base <= 31;
    return good || launch_fail(reader, node, "%u is no array base of %s exports: %s", base, type_names[export->type],
                               bases[export->type]);
}

static bool read_compare(const struct launch_reader *reader, const struct launch_node *node, bool has_tolerance,
                         enum launch_compare *compare)
{
    unsigned choice;
    if (!launch_choice(reader, node, compare_names, LAUNCH_COUNT(compare_names), &choice))
        return false;
    if (choice == LAUNCH_COMPARE_TOL && !has_tolerance)
        return launch_fail(reader, node, "\"tol\" needs the key \"tolerance\" in expect");
    *compare = (enum launch_compare)choice;
    return true;
}

static bool read_export(struct launch_reader *reader, const struct launch_node *node, bool has_tolerance)
{
    enum { TYPE, ARRAY_BASE, COMPARE, COUNT };
    static const char *const names[COUNT] = {"type", "array_base", "compare"};
    struct launch_export    *exports = reader->launch->expect.exports, *export = &exports[node->index];
    struct launch_node       nodes[COUNT];
    size_t                   count;
    export->line = node->line;
    if (!launch_object(reader, node, names, COUNT, nodes) || !read_type(reader, &nodes[TYPE], export) ||
        !read_array_base(reader, &nodes[ARRAY_BASE], export))
        return false;
    for (size_t i = 0; i < node->index; i++)
        if (exports[i].type == export->type && exports[i].array_base == export->array_base)
            return launch_fail(reader, node, "%s export %u is there twice", type_names[export->type],
                               export->array_base);
    if (!launch_need(reader, &nodes[COMPARE]) || !launch_array(reader, &nodes[COMPARE], 4, 4, &count))
        return false;
    for (struct launch_node element = {0}; launch_each(reader, &nodes[COMPARE], &element);)
        if (!read_compare(reader, &element, has_tolerance, &export->compare[element.index]))
            return false;
    return true;
}

static bool read_exports(struct launch_reader *reader, const struct launch_node *nodes)
{
    struct launch_expect     *expect = &reader->launch->expect;
    const struct launch_node *node = &nodes[EXPORTS];
    size_t                    count;
    char                      why[96];
    /* 8 targets and depth, 4 positions, 32 parameters. */
    if (!launch_array(reader, node, 1, 9 + 4 + 32, &count))
        return false;
    expect->exports = calloc(count, sizeof *expect->exports);
    if (!expect->exports)
        return launch_out_of_memory(reader);
    expect->export_count = (unsigned)count;
    for (struct launch_node element = {0}; launch_each(reader, node, &element);)
        if (!read_export(reader, &element, nodes[TOLERANCE].value))
            return false;
    snprintf(why, sizeof why, "%u threads * %zu exports * 16 bytes", reader->launch->threads, count);
    return launch_file(reader, &nodes[PATH], &expect->file) &&
           launch_file_exact(reader, &nodes[PATH], &expect->file, (uint64_t)reader->launch->threads * count * 16, why);
}

static bool read_tolerance(const struct launch_reader *reader, const struct launch_node *node)
{
    enum { REL, ABS, COUNT };
    static const char *const names[COUNT] = {"rel", "abs"};
    struct launch_expect    *expect = &reader->launch->expect;
    struct launch_node       nodes[COUNT];
    return launch_object(reader, node, names, COUNT, nodes) &&
           launch_real(reader, &nodes[REL], 0, DBL_MAX, &expect->rel) &&
           launch_real(reader, &nodes[ABS], 0, DBL_MAX, &expect->abs);
}

static bool read_killed(const struct launch_reader *reader, const struct launch_node *node)
{
    struct launch *launch = reader->launch;
    const char    *text;
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

static bool read_strips(struct launch_reader *reader, const struct launch_node *node)
{
    struct launch        *launch = reader->launch;
    struct launch_expect *expect = &launch->expect;
    size_t                count = 1;
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

static bool read_buffer(struct launch_reader *reader, const struct launch_node *node, bool has_tolerance)
{
    enum { NAME, FILE_NAME, COMPARE, COUNT };
    static const char *const     names[COUNT] = {"name", "file", "compare"};
    struct launch_expect_buffer *buffers = reader->launch->expect.buffers, *buffer = &buffers[node->index];
    struct launch_node           nodes[COUNT];
    char                         why[96];
    buffer->line = node->line;
    if (!launch_object(reader, node, names, COUNT, nodes) || !launch_buffer_named(reader, &nodes[NAME], &buffer->index))
        return false;
    const struct launch_buffer *named = &reader->launch->buffers[buffer->index];
    for (size_t i = 0; i < node->index; i++)
        if (buffers[i].index == buffer->index)
            return launch_fail(reader, &nodes[NAME], "buffer \"%s\" is there twice", named->name);
    snprintf(why, sizeof why, "the size of \"%s\"", named->name);
    return (!nodes[COMPARE].value || read_compare(reader, &nodes[COMPARE], has_tolerance, &buffer->compare)) &&
           launch_file(reader, &nodes[FILE_NAME], &buffer->file) &&
           launch_file_exact(reader, &nodes[FILE_NAME], &buffer->file, named->file.bytes, why);
}

static bool read_buffers(struct launch_reader *reader, const struct launch_node *nodes)
{
    struct launch_expect     *expect = &reader->launch->expect;
    const struct launch_node *node = &nodes[BUFFERS];
    size_t                    count;
    if (!launch_array(reader, node, 1, LAUNCH_BUFFERS_MAX, &count))
        return false;
    expect->buffers = calloc(count, sizeof *expect->buffers);
    if (!expect->buffers)
        return launch_out_of_memory(reader);
    expect->buffer_count = (unsigned)count;
    for (struct launch_node element = {0}; launch_each(reader, node, &element);)
        if (!read_buffer(reader, &element, nodes[TOLERANCE].value))
            return false;
    return true;
}

bool launch_read_expect(struct launch_reader *reader, const struct launch_node *node)
{
    struct launch_node nodes[KEYS];
    if (!launch_object(reader, node, keys, KEYS, nodes))
        return false;
    /* Nothing to compare would pass whatever the program does. */
    if (!nodes[EXPORTS].value && !nodes[KILLED].value && !nodes[STRIPS].value && !nodes[BUFFERS].value)
        return launch_fail(reader, node, "key \"exports\", \"killed\", \"strips\" or \"buffers\" is missing");
    if (nodes[PATH].value && !launch_need(reader, &nodes[EXPORTS]))
        return false;
    return (!nodes[TOLERANCE].value || read_tolerance(reader, &nodes[TOLERANCE])) &&
           (!nodes[EXPORTS].value || read_exports(reader, nodes)) &&
           (!nodes[KILLED].value || read_killed(reader, &nodes[KILLED])) &&
           (!nodes[STRIPS].value || read_strips(reader, &nodes[STRIPS])) &&
           (!nodes[BUFFERS].value || read_buffers(reader, nodes));
}
