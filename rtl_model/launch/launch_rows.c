/* launch_rows.c - objects of a launch file, read by the rows of launch.def. */
#include "rtl_model/launch/launch_row.h"

#include <stdlib.h>
#include <string.h>

/* ---- values ------------------------------------------------------------------------------------------------- */

static bool read_number(struct launch_reader *reader, const struct launch_row *row, const struct launch_node *node,
                        void *field)
{
    int64_t number;
    if (!launch_int(reader, node, (int64_t)row->low, (int64_t)row->high, &number))
        return false;
    if (row->step && number % row->step)
        return launch_multiple(reader, node, row->step);
    if (row->size == sizeof(uint64_t))
        *(uint64_t *)field = (uint64_t)number;
    else
        *(uint32_t *)field = (uint32_t)number;
    /* The fields of the elements before it lie in front of this one. */
    for (size_t i = 1; row->once && i <= node->parent->index; i++)
        if (*(uint32_t *)((char *)field - i * launch_sections[row->owner].size) == (uint32_t)number)
            return launch_fail(reader, node, "%s %u is there twice", row->once, (unsigned)number);
    return true;
}

/* One value, or `count` of them in an array. */
static bool read_element(struct launch_reader *reader, const struct launch_row *row, const struct launch_node *node,
                         void *field, size_t index)
{
    if (row->type == REAL)
        return launch_real(reader, node, row->low, row->high, (double *)field + index);
    return launch_choice(reader, node, row->names, (unsigned *)field + index);
}

static bool read_elements(struct launch_reader *reader, const struct launch_row *row, const struct launch_node *node,
                          void *field)
{
    size_t count;
    if (!row->count)
        return read_element(reader, row, node, field, 0);
    if (!launch_array(reader, node, row->count, row->count, &count))
        return false;
    for (struct launch_node element = {0}; launch_each(reader, node, &element);)
        if (!read_element(reader, row, &element, field, element.index))
            return false;
    return true;
}

static bool read_bits(struct launch_reader *reader, const struct launch_row *row, const struct launch_node *node,
                      uint32_t *bits)
{
    size_t   count;
    unsigned bit;
    if (!launch_array(reader, node, 0, row->count, &count))
        return false;
    for (struct launch_node element = {0}; launch_each(reader, node, &element);) {
        if (!launch_unsigned(reader, &element, 0, row->count - 1, &bit))
            return false;
        if (*bits >> bit & 1)
            return launch_fail(reader, &element, "constant %u is there twice", bit);
        *bits |= 1u << bit;
    }
    return true;
}

static bool read_file(struct launch_reader *reader, const struct launch_row *row, const struct launch_node *node,
                      struct launch_file *file)
{
    return launch_file(reader, node, file) &&
           (!row->unit_bytes ||
            launch_file_units(reader, node, file, row->unit_bytes, row->unit, (uint64_t)row->low, (uint64_t)row->high));
}

static bool read_object(struct launch_reader *reader, enum launch_section_number section,
                        const struct launch_node *node, void *object);

/* The array lies in its struct, or is allocated; its count stands behind it. */
static bool read_list(struct launch_reader *reader, const struct launch_row *row, const struct launch_node *node,
                      void *field)
{
    const size_t size = launch_sections[row->section].size;
    size_t       count;
    char        *list = field;
    if (!launch_array(reader, node, (size_t)row->low, (size_t)row->high, &count))
        return false;
    if (row->size == sizeof(void *)) {
        list = calloc(count + 1, size);
        memcpy(field, &list, sizeof list);
        if (!list)
            return launch_out_of_memory(reader);
    }
    *(unsigned *)((char *)field + row->size) = (unsigned)count;
    for (struct launch_node element = {0}; launch_each(reader, node, &element);) {
        void *const object = list + element.index * size;
        *(unsigned *)object = element.line; /* what stands in a list begins with its line */
        if (!read_object(reader, row->section, &element, object))
            return false;
    }
    return true;
}

static bool read_value(struct launch_reader *reader, const struct launch_row *row, const struct launch_node *node,
                       void *object)
{
    void *const field = (char *)object + row->offset;
    switch (row->type) {
    case NUMBER:
        return read_number(reader, row, node, field);
    case REAL:
    case CHOICE:
        return read_elements(reader, row, node, field);
    case BOOLEAN:
        return launch_bool(reader, node, field);
    case WORDS:
        return launch_words(reader, node, row->count, field);
    case BITS:
        return read_bits(reader, row, node, field);
    case FILE_NAME:
        return read_file(reader, row, node, field);
    case PROGRAM:
        return launch_program_file(reader, node, row->at_once, field);
    case BUFFER:
        return launch_buffer_named(reader, node, field);
    case OBJECT:
        return read_object(reader, row->section, node, field);
    case LIST:
        return read_list(reader, row, node, field);
    case OWN:
        return row->own(reader, node, field);
    }
    return false;
}

/* ---- objects ------------------------------------------------------------------------------------------------ */

static bool section_nodes(const struct launch_reader *reader, enum launch_section_number section,
                          const struct launch_node *node, struct launch_node *nodes)
{
    const char    *keys[LAUNCH_MEMBERS_MAX] = {NULL};
    const unsigned count = launch_row_count(section);
    for (unsigned i = 0; i < count; i++)
        keys[i] = launch_rows[launch_sections[section].first + i].name;
    return launch_object(reader, node, keys, count, nodes);
}

/* Without its key a field is what the row says. */
static void preset(const struct launch_row *row, void *object)
{
    void *const field = (char *)object + row->offset;
    if (row->type == REAL && row->preset > row->low)
        *(double *)field = row->preset;
    else if (row->preset > 0)
        *(uint32_t *)field = (uint32_t)row->preset;
}

static bool read_object(struct launch_reader *reader, enum launch_section_number section,
                        const struct launch_node *node, void *object)
{
    struct launch_node       nodes[LAUNCH_MEMBERS_MAX];
    const struct launch_row *row = &launch_rows[launch_sections[section].first];
    if (!section_nodes(reader, section, node, nodes))
        return false;
    for (unsigned i = 0; i < launch_row_count(section); i++, row++) {
        if (!nodes[i].value && row->needed)
            return launch_need(reader, &nodes[i]);
        if (!nodes[i].value)
            preset(row, object);
        else if (!read_value(reader, row, &nodes[i], object))
            return false;
    }
    return launch_sections[section].check(reader, node, nodes, object);
}

bool launch_key_nodes(const struct launch_reader *reader, const struct launch_node *node,
                      struct launch_node nodes[LAUNCH_KEY_COUNT])
{
    return section_nodes(reader, LAUNCH_SECTION_FILE, node, nodes);
}

bool launch_read_key(struct launch_reader *reader, enum launch_key key, const struct launch_node *node)
{
    return read_value(reader, &launch_rows[key], node, reader->launch);
}

bool launch_check_nothing(struct launch_reader *reader, const struct launch_node *node, const struct launch_node *nodes,
                          void *object)
{
    (void)reader, (void)node, (void)nodes, (void)object;
    return true;
}

bool launch_read_nothing(struct launch_reader *reader, const struct launch_node *node, void *field)
{
    return launch_check_nothing(reader, node, NULL, field);
}
