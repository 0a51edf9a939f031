/* registers.c - the register table, its look-ups and the register file (3D 1 to 16; rows in registers.def). */
#include "rtl_model/r700/setup/registers.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- tables -------------------------------------------------------------------------------------------------- */

/* clang-format off */

/* FIELD rows follow the row of their register, VALUE rows their set.  So a running count at each REGISTER or VALUES row
 * is the place of its first one, and a struct with one char for each (after a char that keeps it from being empty) has
 * the size of their number. */
enum {
#define ARRAY(id, ...) FIRST_FIELD_##id, BEFORE_FIELDS_##id = FIRST_FIELD_##id - 1,
#define VIEW(id, ...) FIRST_FIELD_##id, BEFORE_FIELDS_##id = FIRST_FIELD_##id - 1,
#define FIELD(id, name, ...) AT_##id##_##name,
#include "rtl_model/r700/setup/registers.def"
};
struct no_fields { char start;
#define ARRAY(id, ...) }; struct fields_of_##id { char start;
#define VIEW(id, ...) }; struct fields_of_##id { char start;
#define FIELD(id, name, ...) char field_##name;
#include "rtl_model/r700/setup/registers.def"
};
enum {
#define VALUES(set, prefix) FIRST_VALUE_##set, BEFORE_VALUES_##set = FIRST_VALUE_##set - 1,
#define VALUE(set, name, number) AT_##set##_##name,
#include "rtl_model/r700/setup/registers.def"
};
struct no_values { char start;
#define VALUES(set, prefix) }; struct values_of_##set { char start;
#define VALUE(set, name, number) char value_##name;
#include "rtl_model/r700/setup/registers.def"
};

static const struct register_value value_table[] = {
#define VALUE(set, name, number) {#name, number},
#include "rtl_model/r700/setup/registers.def"
};

static const struct register_values values_NONE = {"", NULL, 0};
#define VALUES(set, prefix) static const struct register_values values_##set = \
    {prefix, value_table + FIRST_VALUE_##set, sizeof(struct values_of_##set) - 1};
#include "rtl_model/r700/setup/registers.def"

static const struct register_values *const sets[REGISTER_SETS] = {
#define VALUES(set, prefix) &values_##set,
#include "rtl_model/r700/setup/registers.def"
};

static const struct register_field field_table[] = {
#define FIELD(id, name, high, low, values, note) {#name, note, REGISTER_BITS(high, low), &values_##values},
#include "rtl_model/r700/setup/registers.def"
};

/* A view has the place of the row it is of. */
enum {
#define ARRAY(id, name, offset, count, stride, first, reset, section, doc) \
    OFFSET_##id = (offset), COUNT_##id = (count), STRIDE_##id = (stride), NUMBER_##id = (first),
#include "rtl_model/r700/setup/registers.def"
};

#define ROW(id, of, name, section, doc, reset) \
    {name, section, doc, OFFSET_##of, COUNT_##of, STRIDE_##of, NUMBER_##of, REGISTER_##of, reset, \
     field_table + FIRST_FIELD_##id, sizeof(struct fields_of_##id) - 1},

static const struct register_row rows[] = {
#define ARRAY(id, name, offset, count, stride, first, reset, section, doc) ROW(id, id, name, section, doc, reset)
#include "rtl_model/r700/setup/registers.def"
};
static const struct register_row views[] = {
#define VIEW(id, name, of, section, doc) ROW(id, of, name, section, doc, 0)
#include "rtl_model/r700/setup/registers.def"
};

enum {
#define ARRAY(id, ...) ROW_##id,
#include "rtl_model/r700/setup/registers.def"
};
static const struct register_alias {
    const char *name;
    unsigned    row, base, count; /* number n is element base + n */
} aliases[] = {
#define ALIAS(name, of, base, count) {name, ROW_##of, base, count},
#include "rtl_model/r700/setup/registers.def"
};
/* clang-format on */

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* Arrays interleave (the words of resource n, then those of n + 1), so an offset may belong to one of several rows that
 * begin before it; seven words of a resource are the widest such group. */
#define INTERLEAVED_ROWS 7

/* ---- offsets ------------------------------------------------------------------------------------------------- */

const struct register_row *register_rows(unsigned *count)
{
    *count = LENGTH(rows);
    return rows;
}

const struct register_row *register_find_offset(uint32_t offset, unsigned *index)
{
    /* Rows before `low` begin at or before the offset, rows from `high` on begin after it. */
    size_t low = 0, high = LENGTH(rows);
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (rows[middle].offset <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    for (size_t back = 1; back <= INTERLEAVED_ROWS && back <= low; back++) {
        const struct register_row *row = &rows[low - back];
        uint32_t                   distance = offset - row->offset;
        if (distance % row->stride == 0 && distance / row->stride < row->count) {
            if (index)
                *index = distance / row->stride;
            return row;
        }
    }
    return NULL;
}

/* ---- names --------------------------------------------------------------------------------------------------- */

/* Whether a name is the pattern with a number in place of its #; the number has no leading zeros. */
static bool name_matches(const char *pattern, const char *name, unsigned *number)
{
    *number = 0;
    for (; *pattern; pattern++) {
        if (*pattern != '#') {
            if (*pattern != *name++)
                return false;
            continue;
        }
        const char *digits = name;
        while (isdigit((unsigned char)*name) && name - digits < 4)
            *number = *number * 10 + (unsigned)(*name++ - '0');
        if (name == digits || (*digits == '0' && name - digits > 1))
            return false;
    }
    return *name == '\0';
}

static const struct register_row *find_in(const struct register_row *table, size_t length, const char *name,
                                          unsigned *index)
{
    for (size_t i = 0; i < length; i++) {
        const struct register_row *row = &table[i];
        unsigned                   number;
        if (!name_matches(row->name, name, &number))
            continue;
        if (!strchr(row->name, '#'))
            number = row->first;
        if (number < row->first || number - row->first >= row->count)
            continue;
        *index = number - row->first;
        return row;
    }
    return NULL;
}

const struct register_row *register_find_name(const char *name, unsigned *index)
{
    unsigned ignored;
    if (!index)
        index = &ignored;
    const struct register_row *row = find_in(rows, LENGTH(rows), name, index);
    if (!row)
        row = find_in(views, LENGTH(views), name, index);
    for (size_t i = 0; !row && i < LENGTH(aliases); i++) {
        unsigned number;
        if (name_matches(aliases[i].name, name, &number) && number < aliases[i].count) {
            *index = aliases[i].base + number;
            row = &rows[aliases[i].row];
        }
    }
    return row;
}

const char *register_name(const struct register_row *row, unsigned index, char *text, size_t size)
{
    assert(index < row->count);
    const char *mark = strchr(row->name, '#');
    int         length =
        mark ? snprintf(text, size, "%.*s%u%s", (int)(mark - row->name), row->name, row->first + index, mark + 1)
                     : snprintf(text, size, "%s", row->name);
    assert(length >= 0 && (size_t)length < size);
    (void)length;
    return text;
}

static unsigned smaller(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* How many letters must be inserted, left out or exchanged to make `name` the pattern; any number suits a #, and case
 * does not count.  The name is shorter than REGISTER_NAME_SIZE. */
static unsigned edit_distance(const char *pattern, const char *name)
{
    unsigned above[REGISTER_NAME_SIZE], here[REGISTER_NAME_SIZE];
    size_t   length = strlen(name);
    for (size_t j = 0; j <= length; j++)
        above[j] = (unsigned)j;
    for (; *pattern; pattern++) {
        here[0] = above[0] + 1;
        for (size_t j = 1; j <= length; j++) {
            char letter = name[j - 1];
            here[j] = smaller(above[j], here[j - 1]) + 1;
            if (*pattern == '#' && isdigit((unsigned char)letter))
                here[j] = smaller(here[j], smaller(above[j - 1], here[j - 1]));
            else
                here[j] = smaller(here[j], above[j - 1] + (toupper((unsigned char)letter) != *pattern));
        }
        memcpy(above, here, (length + 1) * sizeof above[0]);
    }
    return above[length];
}

/* The element that a wrong name seems to mean: its last number, as far as the row goes. */
static unsigned meant_index(const struct register_row *row, const char *name)
{
    size_t end = strlen(name);
    while (end && !isdigit((unsigned char)name[end - 1]))
        end--;
    size_t start = end;
    while (start && isdigit((unsigned char)name[start - 1]) && end - start < 4)
        start--;
    unsigned number = 0;
    for (size_t i = start; i < end; i++)
        number = number * 10 + (unsigned)(name[i] - '0');
    if (number < row->first)
        return 0;
    return smaller(number - row->first, row->count - 1);
}

bool register_suggest(const char *name, char *text, size_t size)
{
    size_t length = strlen(name);
    if (length >= REGISTER_NAME_SIZE)
        return false;
    const struct register_row *best = NULL;
    unsigned                   best_distance = (unsigned)length / 3 + 1; /* what is farther is no help */
    for (size_t i = 0; i < LENGTH(rows) + LENGTH(views); i++) {
        const struct register_row *row = i < LENGTH(rows) ? &rows[i] : &views[i - LENGTH(rows)];
        unsigned                   distance = edit_distance(row->name, name);
        if (distance < best_distance) {
            best = row;
            best_distance = distance;
        }
    }
    if (best)
        register_name(best, meant_index(best, name), text, size);
    return best != NULL;
}

const struct register_values *register_set(enum register_set set)
{
    return sets[set];
}

const struct register_field *register_find_field(const struct register_row *row, const char *name)
{
    for (unsigned i = 0; i < row->field_count; i++)
        if (strcmp(row->fields[i].name, name) == 0)
            return &row->fields[i];
    return NULL;
}

/* ---- the register file --------------------------------------------------------------------------------------- */

void register_file_reset(struct register_file *file)
{
    memset(file, 0, sizeof *file);
    for (size_t i = 0; i < LENGTH(rows); i++)
        for (unsigned index = 0; rows[i].reset && index < rows[i].count; index++)
            file->word[rows[i].slot + index] = rows[i].reset;
}
