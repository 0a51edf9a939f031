/* launch_rows.c - objects of a launch file, read by the rows of launch.def, and their keys as text. */
#include "rtl_model/launch/launch_internal.h"

#include <assert.h>
#include <float.h>
#include <stdlib.h>
#include <string.h>

/* ---- rows --------------------------------------------------------------------------------------------------- */

enum type { NUMBER, REAL, BOOLEAN, CHOICE, WORDS, BITS, FILE_NAME, PROGRAM, BUFFER, OBJECT, LIST, OWN };

struct row {
    const char                *name;
    enum type                  type;
    bool                       needed, at_once; /* at_once: a program is read with the launch */
    enum launch_section_number owner, section;  /* section: of OBJECT and LIST */
    size_t                     offset, size;    /* of the field */
    double                     low, high, preset;
    unsigned                   step, count, unit_bytes; /* count: elements of REAL and CHOICE; 0: one, without a list */
    const char                *unit, *once;             /* once: what has the number, each in a list another */
    const struct launch_names *names;
    launch_own                *own;
    const char                *example, *what, *meaning;
    enum launch_place          place;
    unsigned                   machines;
};

struct section {
    size_t        size;
    unsigned      first; /* row */
    launch_check *check;
};

#define FIELD(type, field) .offset = offsetof(type, field), .size = sizeof((type *)0)->field
#define NUMBER(LOW, HIGH) .type = NUMBER, .low = LOW, .high = HIGH
#define MULTIPLE(LOW, HIGH, STEP) NUMBER(LOW, HIGH), .step = STEP
#define ID(LOW, HIGH, WHAT) NUMBER(LOW, HIGH), .once = WHAT
#define REAL(LOW, HIGH) .type = REAL, .low = LOW, .high = HIGH
#define REALS(COUNT, LOW, HIGH) REAL(LOW, HIGH), .count = COUNT
#define TRUTH .type = BOOLEAN
#define CHOICE(NAME) .type = CHOICE, .names = &launch_##NAME
#define CHOICES(COUNT, NAME) CHOICE(NAME), .count = COUNT
#define WORDS(COUNT) .type = WORDS, .count = COUNT
#define BITS(COUNT) .type = BITS, .count = COUNT
#define A_FILE(BYTES, UNIT, LEAST, MOST)                                                                               \
    .type = FILE_NAME, .unit_bytes = BYTES, .unit = UNIT, .low = LEAST, .high = MOST
#define A_PROGRAM(NOW) .type = PROGRAM, .at_once = NOW
#define A_BUFFER .type = BUFFER
#define OBJECT(SECTION) .type = OBJECT, .section = LAUNCH_SECTION_##SECTION
#define LIST(SECTION, LEAST, MOST) .type = LIST, .section = LAUNCH_SECTION_##SECTION, .low = LEAST, .high = MOST
#define OWN(FUNCTION, WHAT) .type = OWN, .own = FUNCTION, .what = WHAT
#define NEEDED .needed = true
#define OR(VALUE) .preset = VALUE
#define FREE .preset = NAN_PRESET
#define ANYWHERE LAUNCH_ANYWHERE
#define BESIDE LAUNCH_BESIDE
#define IN_A_ROW LAUNCH_IN_A_ROW
#define AT_ONCE LAUNCH_AT_ONCE
#define R700 LAUNCH_R700
#define R580 LAUNCH_R580
#define ALL (LAUNCH_R700 | LAUNCH_R580 | LAUNCH_NV30)
#define NAN_PRESET (-1e300) /* below every range: without the key there is no value */

#define SECTION(section, struct_type, check) typedef struct_type object_##section;
#include "rtl_model/launch/launch.def"

static const struct row rows[LAUNCH_ROWS] = {
#define LAUNCH_KEY(NAME, name_, field, TYPE, ELSE, PLACE, MACHINES, EXAMPLE, MEANING)                                  \
    {.name = #name_,                                                                                                   \
     FIELD(struct launch, field),                                                                                      \
     TYPE,                                                                                                             \
     ELSE,                                                                                                             \
     .place = PLACE,                                                                                                   \
     .machines = MACHINES,                                                                                             \
     .example = EXAMPLE,                                                                                               \
     .meaning = MEANING},
#define KEY(section_, key, field, TYPE, ELSE, MEANING)                                                                 \
    {.name = #key, .owner = LAUNCH_SECTION_##section_, FIELD(object_##section_, field), TYPE, ELSE, .meaning = MEANING},
#include "rtl_model/launch/launch.def"
};

static const struct section sections[LAUNCH_SECTIONS + 1] = {
    {sizeof(struct launch), 0, launch_check_nothing},
#define SECTION(section, type, check) {sizeof(type), LAUNCH_BEGIN_##section, check},
#include "rtl_model/launch/launch.def"
    {0, LAUNCH_ROWS, NULL},
};

static unsigned row_count(enum launch_section_number section)
{
    return sections[section + 1].first - sections[section].first;
}

const char *launch_key_name(enum launch_key key)
{
    return rows[key].name;
}

bool launch_key_needed(enum launch_key key)
{
    return rows[key].needed;
}

enum launch_place launch_key_place(enum launch_key key)
{
    return rows[key].place;
}

bool launch_of_machine(const struct launch *launch, enum launch_machine machine, const char *name, struct diag *diag)
{
    for (enum launch_key key = 0; key < LAUNCH_KEY_COUNT; key++)
        if (launch->line[key] && !(rows[key].machines & machine))
            return diag_set(diag, launch->path, launch->line[key], "%s: %s has no such thing", rows[key].name, name);
    return true;
}

/* ---- values ------------------------------------------------------------------------------------------------- */

static bool read_number(struct launch_reader *reader, const struct row *row, const struct launch_node *node,
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
        if (*(uint32_t *)((char *)field - i * sections[row->owner].size) == (uint32_t)number)
            return launch_fail(reader, node, "%s %u is there twice", row->once, (unsigned)number);
    return true;
}

/* One value, or `count` of them in an array. */
static bool read_element(struct launch_reader *reader, const struct row *row, const struct launch_node *node,
                         void *field, size_t index)
{
    if (row->type == REAL)
        return launch_real(reader, node, row->low, row->high, (double *)field + index);
    return launch_choice(reader, node, row->names, (unsigned *)field + index);
}

static bool read_elements(struct launch_reader *reader, const struct row *row, const struct launch_node *node,
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

static bool read_bits(struct launch_reader *reader, const struct row *row, const struct launch_node *node,
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

static bool read_file(struct launch_reader *reader, const struct row *row, const struct launch_node *node,
                      struct launch_file *file)
{
    return launch_file(reader, node, file) &&
           (!row->unit_bytes ||
            launch_file_units(reader, node, file, row->unit_bytes, row->unit, (uint64_t)row->low, (uint64_t)row->high));
}

static bool read_object(struct launch_reader *reader, enum launch_section_number section,
                        const struct launch_node *node, void *object);

/* The array lies in its struct, or is allocated; its count stands behind it. */
static bool read_list(struct launch_reader *reader, const struct row *row, const struct launch_node *node, void *field)
{
    const size_t size = sections[row->section].size;
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

static bool read_value(struct launch_reader *reader, const struct row *row, const struct launch_node *node,
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
    const unsigned count = row_count(section);
    for (unsigned i = 0; i < count; i++)
        keys[i] = rows[sections[section].first + i].name;
    return launch_object(reader, node, keys, count, nodes);
}

/* Without its key a field is what the row says. */
static void preset(const struct row *row, void *object)
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
    struct launch_node nodes[LAUNCH_MEMBERS_MAX];
    const struct row  *row = &rows[sections[section].first];
    if (!section_nodes(reader, section, node, nodes))
        return false;
    for (unsigned i = 0; i < row_count(section); i++, row++) {
        if (!nodes[i].value && row->needed)
            return launch_need(reader, &nodes[i]);
        if (!nodes[i].value)
            preset(row, object);
        else if (!read_value(reader, row, &nodes[i], object))
            return false;
    }
    return sections[section].check(reader, node, nodes, object);
}

bool launch_key_nodes(const struct launch_reader *reader, const struct launch_node *node,
                      struct launch_node nodes[LAUNCH_KEY_COUNT])
{
    return section_nodes(reader, LAUNCH_SECTION_FILE, node, nodes);
}

bool launch_read_key(struct launch_reader *reader, enum launch_key key, const struct launch_node *node)
{
    return read_value(reader, &rows[key], node, reader->launch);
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

/* ---- as text ------------------------------------------------------------------------------------------------ */

static void print_names(const struct launch_names *names, FILE *out)
{
    for (unsigned i = 0; i < names->values; i++)
        fprintf(out, "%s%s", i ? ", " : "", names->names[i]);
}

static void print_file(const struct row *row, FILE *out)
{
    if (!row->unit_bytes)
        fputs("a file", out);
    else if (row->low >= row->high)
        fprintf(out, "a file of %.0f %s", row->low, row->unit);
    else
        fprintf(out, "a file of %.0f to %.0f %s of %u bytes", row->low, row->high, row->unit, row->unit_bytes);
}

/* What stands behind a key. */
static void print_form(const struct row *row, FILE *out)
{
    static const char *const plain[] = {
        [BOOLEAN] = "true or false", [PROGRAM] = "a program", [BUFFER] = "a buffer's name", [OBJECT] = "an object"};
    if (row->count && row->type != WORDS && row->type != BITS)
        fprintf(out, "%u of ", row->count);
    if (row->type == NUMBER || row->type == REAL) {
        fprintf(out, "%.15g", row->low);
        if (row->high >= FLT_MAX)
            fputs(" or more", out);
        else if (row->low < row->high)
            fprintf(out, " to %.15g", row->high);
        if (row->step)
            fprintf(out, ", a multiple of %u", row->step);
    } else if (row->type == CHOICE)
        print_names(row->names, out);
    else if (row->type == WORDS)
        fprintf(out, "%u words", row->count);
    else if (row->type == BITS)
        fprintf(out, "a list of 0 to %u", row->count - 1);
    else if (row->type == FILE_NAME)
        print_file(row, out);
    else if (row->type == LIST)
        fprintf(out, "a list of at most %.0f objects", row->high);
    else
        fputs(row->type == OWN ? row->what ? row->what : "" : plain[row->type], out);
}

static void print_preset(const struct row *row, FILE *out)
{
    if (row->needed)
        fputs("; needed", out);
    else if (row->preset > NAN_PRESET && row->type == CHOICE)
        fprintf(out, "; without it %s", row->names->names[(unsigned)row->preset]);
    else if (row->preset > NAN_PRESET)
        fprintf(out, "; without it %g", row->preset);
}

enum { NAME_COLUMN = 18 };

static void print_members(enum launch_section_number section, unsigned depth, FILE *out)
{
    const struct row *row = &rows[sections[section].first];
    for (unsigned i = 0; i < row_count(section); i++, row++) {
        fprintf(out, "%*s%-*s", (int)(2 * depth), "", NAME_COLUMN - (int)(2 * depth), row->name);
        fputc(' ', out);
        print_form(row, out);
        fprintf(out, ": %s", row->meaning);
        print_preset(row, out);
        fputc('\n', out);
        if (row->section)
            print_members(row->section, depth + 1, out);
    }
}

void launch_key_print(enum launch_key key, bool members, FILE *out)
{
    const struct row *row = &rows[key];
    fprintf(out, "%-*s%s: %s", NAME_COLUMN, row->name, row->example, row->meaning);
    if (row->type == NUMBER && row->low < row->high) {
        fputs("; ", out);
        print_form(row, out);
    } else if (row->type == CHOICE) {
        fputs("; ", out);
        print_names(row->names, out);
    } else if (row->type == FILE_NAME || row->type == LIST) {
        fputs("; ", out);
        print_form(row, out);
    }
    print_preset(row, out);
    if (row->machines != ALL)
        fprintf(out, "; %s", row->machines & LAUNCH_R580 ? "r700, r580" : "r700");
    fputc('\n', out);
    if (members && row->section)
        print_members(row->section, 1, out);
}
