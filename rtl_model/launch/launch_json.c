/* launch_json.c - JSON values of a launch file: what they are, what they must be, and where they stand. */
#include "rtl_model/launch/launch_internal.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* ---- diagnoses --------------------------------------------------------------------------------------------- */

/* "textures[2].format"; returns its length.  The format nests a handful of levels, and `text` has room for them. */
static size_t node_path(const struct launch_node *node, char *text, size_t size)
{
    text[0] = 0;
    if (!node || (!node->parent && !node->key))
        return 0;
    size_t used = node_path(node->parent, text, size);
    int    more = node->key ? snprintf(text + used, size - used, "%s%.80s", used ? "." : "", node->key)
                            : snprintf(text + used, size - used, "[%zu]", node->index);
    return used + (size_t)more < size ? used + (size_t)more : size - 1;
}

bool launch_fail(const struct launch_reader *reader, const struct launch_node *node, const char *format, ...)
{
    char    path[512], what[768];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    node_path(node, path, sizeof path);
    return diag_set(reader->diag, reader->path, node->line, "%s%s%s", path, path[0] ? ": " : "", what);
}

bool launch_out_of_memory(const struct launch_reader *reader)
{
    return diag_set(reader->diag, reader->path, 0, "out of memory");
}

static const char *type_name(const json_t *value)
{
    static const char *const names[] = {
        [JSON_OBJECT] = "an object", [JSON_ARRAY] = "an array", [JSON_STRING] = "a string", [JSON_INTEGER] = "a number",
        [JSON_REAL] = "a number",    [JSON_TRUE] = "true",      [JSON_FALSE] = "false",     [JSON_NULL] = "null"};
    return names[json_typeof(value)];
}

bool launch_wrong_type(const struct launch_reader *reader, const struct launch_node *node, const char *expected)
{
    return launch_fail(reader, node, "expected %s, got %s", expected, type_name(node->value));
}

/* ---- containers -------------------------------------------------------------------------------------------- */

bool launch_each(const struct launch_reader *reader, const struct launch_node *node, struct launch_node *element)
{
    bool first = !element->parent;
    element->index = first ? 0 : element->index + 1;
    element->row = first ? node->row + 1 : reader->lines[element->row].next;
    element->parent = node;
    if (json_is_array(node->value)) {
        if (element->index >= json_array_size(node->value))
            return false;
        element->value = json_array_get(node->value, element->index);
    } else {
        void *member = first ? json_object_iter(node->value)
                             : json_object_iter_next(node->value, json_object_key_to_iter(element->key));
        if (!member)
            return false;
        element->key = json_object_iter_key(member);
        element->value = json_object_iter_value(member);
    }
    element->line = reader->lines[element->row].line;
    return true;
}

bool launch_object(const struct launch_reader *reader, const struct launch_node *node, const char *const *keys,
                   size_t count, struct launch_node *nodes)
{
    char advice[256];
    if (!json_is_object(node->value))
        return launch_wrong_type(reader, node, "an object");
    for (size_t i = 0; i < count; i++)
        nodes[i] = (struct launch_node){.parent = node, .key = keys[i], .line = node->line};
    for (struct launch_node member = {0}; launch_each(reader, node, &member);) {
        size_t i = 0;
        while (i < count && strcmp(keys[i], member.key) != 0)
            i++;
        if (i == count)
            return launch_fail(reader, &member, "unknown key%s",
                               launch_advice(member.key, keys, count, advice, sizeof advice));
        nodes[i] = member;
    }
    return true;
}

bool launch_need(const struct launch_reader *reader, const struct launch_node *node)
{
    return node->value || launch_fail(reader, node->parent, "key \"%s\" is missing", node->key);
}

bool launch_array(const struct launch_reader *reader, const struct launch_node *node, size_t least, size_t most,
                  size_t *count)
{
    if (!json_is_array(node->value))
        return launch_wrong_type(reader, node, "an array");
    *count = json_array_size(node->value);
    if (*count >= least && *count <= most)
        return true;
    if (least == most)
        return launch_fail(reader, node, "expected %zu elements, got %zu", least, *count);
    return launch_fail(reader, node, "expected %zu to %zu elements, got %zu", least, most, *count);
}

bool launch_members(const struct launch_reader *reader, const struct launch_node *node, size_t most, size_t *count)
{
    if (!json_is_object(node->value))
        return launch_wrong_type(reader, node, "an object");
    *count = json_object_size(node->value);
    return *count <= most || launch_fail(reader, node, "expected at most %zu members, got %zu", most, *count);
}

/* ---- scalars ----------------------------------------------------------------------------------------------- */

static bool whole_number(const struct launch_reader *reader, const struct launch_node *node, int64_t *number)
{
    if (json_is_integer(node->value)) {
        *number = json_integer_value(node->value);
        return true;
    }
    if (json_is_real(node->value))
        return launch_fail(reader, node, "expected a whole number, got %.17g", json_real_value(node->value));
    if (!json_is_string(node->value))
        return launch_wrong_type(reader, node, "a number or a string like \"0x10\"");
    return launch_hex(json_string_value(node->value), number) ||
           launch_fail(reader, node, "expected a number or a string like \"0x10\", got \"%.60s\"",
                       json_string_value(node->value));
}

bool launch_int(const struct launch_reader *reader, const struct launch_node *node, int64_t low, int64_t high,
                int64_t *number)
{
    if (!launch_need(reader, node) || !whole_number(reader, node, number))
        return false;
    if (*number >= low && *number <= high)
        return true;
    if (json_is_string(node->value) && low >= 0)
        return launch_fail(reader, node, "%.60s is out of range: 0x%llx to 0x%llx", json_string_value(node->value),
                           (unsigned long long)low, (unsigned long long)high);
    return launch_fail(reader, node, "%lld is out of range: %lld to %lld", (long long)*number, (long long)low,
                       (long long)high);
}

bool launch_within(const struct launch_reader *reader, const struct launch_node *node, int64_t low, int64_t high)
{
    int64_t number;
    return !node->value || launch_int(reader, node, low, high, &number);
}

bool launch_multiple(const struct launch_reader *reader, const struct launch_node *node, unsigned step)
{
    if (json_is_string(node->value))
        return launch_fail(reader, node, "%.60s is not a multiple of %u", json_string_value(node->value), step);
    return launch_fail(reader, node, "%lld is not a multiple of %u", (long long)json_integer_value(node->value), step);
}

bool launch_unsigned(const struct launch_reader *reader, const struct launch_node *node, unsigned low, unsigned high,
                     unsigned *number)
{
    int64_t value = 0;
    if (!launch_int(reader, node, low, high, &value))
        return false;
    *number = (unsigned)value;
    return true;
}

bool launch_real(const struct launch_reader *reader, const struct launch_node *node, double low, double high,
                 double *number)
{
    int64_t whole = 0;
    if (!launch_need(reader, node))
        return false;
    if (json_is_real(node->value))
        *number = json_real_value(node->value);
    else if (whole_number(reader, node, &whole))
        *number = (double)whole;
    else
        return false;
    if (*number >= low && *number <= high)
        return true;
    return launch_fail(reader, node, "%.9g is out of range: %.9g to %.9g", *number, low, high);
}

bool launch_bool(const struct launch_reader *reader, const struct launch_node *node, bool *value)
{
    if (!launch_need(reader, node))
        return false;
    *value = json_is_true(node->value);
    return json_is_boolean(node->value) || launch_wrong_type(reader, node, "true or false");
}

bool launch_string(const struct launch_reader *reader, const struct launch_node *node, const char **text)
{
    if (!launch_need(reader, node))
        return false;
    if (!json_is_string(node->value))
        return launch_wrong_type(reader, node, "a string");
    *text = json_string_value(node->value);
    return **text || launch_fail(reader, node, "the string is empty");
}

bool launch_choice(const struct launch_reader *reader, const struct launch_node *node, const struct launch_names *names,
                   unsigned *choice)
{
    const char *text;
    char        advice[256];
    if (!launch_string(reader, node, &text))
        return false;
    for (unsigned i = 0; i < names->count; i++)
        if (names->names[i] && strcmp(names->names[i], text) == 0) {
            *choice = i % names->values;
            return true;
        }
    return launch_fail(reader, node, "unknown name \"%.60s\"%s", text,
                       launch_advice(text, names->names, names->count, advice, sizeof advice));
}

bool launch_words(const struct launch_reader *reader, const struct launch_node *node, unsigned count, uint32_t *words)
{
    size_t  got;
    int64_t word = 0;
    if (!launch_need(reader, node) || !launch_array(reader, node, count, count, &got))
        return false;
    for (struct launch_node element = {0}; launch_each(reader, node, &element);) {
        if (!launch_int(reader, &element, 0, UINT32_MAX, &word))
            return false;
        words[element.index] = (uint32_t)word;
    }
    return true;
}
