/* sweep_points.c - a file of points, from any sampler: a CSV whose header names axes, a row for each point. */
#include "tools/sweep/sweep.h"

#include <stdlib.h>
#include <string.h>

#include "kit/text.h"
#include "tools/options.h"
#include "tools/output.h"

enum { FILE_BYTES_MAX = 1 << 26, CELL_BYTES = 4096 };

/* Where the reader is, and the cell that it has read last. */
struct reader {
    struct sweep *sweep;
    const char   *path, *at, *line_start;
    unsigned      line;
    char          cell[CELL_BYTES];
    unsigned      column; /* of the cell */
    struct diag  *diag;
};

static bool wrong(const struct reader *reader, const char *what)
{
    return diag_set(reader->diag, reader->path, reader->line, "%s", what), diag_at(reader->diag, reader->column);
}

static bool at_end_of_line(const char *at)
{
    return !*at || *at == '\n' || (*at == '\r' && (at[1] == '\n' || !at[1]));
}

/* "a ""b"", c" */
static bool read_quoted(struct reader *reader, size_t *length)
{
    const char *at = reader->at + 1;
    for (; *at && *at != '\n' && (*at != '"' || at[1] == '"'); at++) {
        at += *at == '"';
        if (*length + 1 < CELL_BYTES)
            reader->cell[(*length)++] = *at;
    }
    if (*at != '"')
        return wrong(reader, "expected a quotation mark at the end of the cell");
    reader->at = at + 1 + strspn(at + 1, " \t");
    return *reader->at == ',' || at_end_of_line(reader->at) ||
           wrong(reader, "expected a comma or the end of the line behind the quotation mark");
}

/* The next cell of the line, without the spaces around it; at its comma or the end of the line then. */
static bool read_cell(struct reader *reader)
{
    size_t length = 0;
    reader->at += strspn(reader->at, " \t");
    reader->column = (unsigned)(reader->at - reader->line_start) + 1;
    if (*reader->at == '"') {
        if (!read_quoted(reader, &length))
            return false;
    } else {
        for (; *reader->at != ',' && !at_end_of_line(reader->at); reader->at++)
            if (length + 1 < CELL_BYTES)
                reader->cell[length++] = *reader->at;
        while (length && strchr(" \t", reader->cell[length - 1]))
            length--;
    }
    reader->cell[length] = '\0';
    if (length + 1 == CELL_BYTES)
        return wrong(reader, "expected a shorter cell");
    return length || wrong(reader, "expected a value in the cell");
}

/* On to a line that is not empty; false at the end of the file. */
static bool next_line(struct reader *reader)
{
    for (;;) {
        while (*reader->at && *reader->at != '\n')
            reader->at++;
        if (!*reader->at)
            return false;
        reader->line_start = ++reader->at;
        reader->line++;
        if (*reader->at && !at_end_of_line(reader->at))
            return true;
    }
}

/* ---- the header ------------------------------------------------------------------------------------------------- */

/* The columns that there can be: kinds, then the parameters of all families. */
static const char *column_name(const void *context, unsigned i)
{
    (void)context;
    if (i < SWEEP_SET)
        return sweep_kind_name(i);
    i -= SWEEP_SET;
    for (unsigned f = 0; f < machine_family_count; f++) {
        const struct chip_table *table = machine_families[f]->chips;
        if (i < table->parameter_count)
            return table->parameters[i].name;
        i -= table->parameter_count;
    }
    return NULL;
}

static bool kind_of(struct reader *reader, enum sweep_kind *kind)
{
    const struct sweep_axis axis = {.kind = SWEEP_SET, .name = reader->cell};
    const char             *name;
    char                    what[CELL_BYTES + 200];
    *kind = SWEEP_SET;
    if (sweep_launch_key(&axis)) /* sweep_settle reads it */
        return true;
    for (unsigned i = 0; (name = column_name(NULL, i)); i++)
        if (strcmp(name, reader->cell) == 0) {
            *kind = i < SWEEP_SET ? i : SWEEP_SET;
            return true;
        }
    const char *const near = nearest_name(reader->cell, column_name, NULL);
    snprintf(what, sizeof what, "unknown column '%.100s', %s%s%s", reader->cell,
             near ? "did you mean " : "expected program, launch, chip, threads, launch.KEY or a parameter of the chip",
             near ? near : "", near ? "?" : "");
    return wrong(reader, what);
}

static bool add_column(struct reader *reader)
{
    enum sweep_kind kind = SWEEP_SET;
    char            what[CELL_BYTES + 200];
    if (!read_cell(reader) || !kind_of(reader, &kind))
        return false;
    for (unsigned i = 0; i < reader->sweep->axis_count; i++) {
        const struct sweep_axis *axis = &reader->sweep->axes[i];
        if (axis->kind != kind || strcmp(axis->name, reader->cell) != 0)
            continue;
        snprintf(what, sizeof what,
                 axis->tied ? "column '%.100s' is there twice"
                            : "column '%.100s' is an axis of the command line, too: expected one of them",
                 reader->cell);
        return wrong(reader, what);
    }
    struct sweep_axis *axis = sweep_make_axis(reader->sweep, kind, reader->cell, reader->diag);
    return axis && (axis->tied = true);
}

/* ---- the file --------------------------------------------------------------------------------------------------- */

/* A column's axis: axes lie by kind, so that those made later move others. */
struct columns {
    char    *name[SWEEP_AXES_MAX];
    unsigned count;
};

static bool read_header(struct reader *reader, struct columns *columns)
{
    for (;;) {
        if (!add_column(reader))
            return false;
        columns->name[columns->count] = strdup(reader->cell);
        if (!columns->name[columns->count++])
            return wrong(reader, "not enough memory");
        if (*reader->at != ',')
            return true;
        reader->at++;
    }
}

static struct sweep_axis *axis_named(struct sweep *sweep, const char *name)
{
    for (unsigned i = 0; i < sweep->axis_count; i++)
        if (sweep->axes[i].tied && strcmp(sweep->axes[i].name, name) == 0)
            return &sweep->axes[i];
    return NULL;
}

static bool read_row(struct reader *reader, const struct columns *columns)
{
    char     what[100];
    unsigned count = 0;
    for (;; reader->at++) {
        if (!read_cell(reader))
            return false;
        if (count < columns->count) {
            struct sweep_axis *axis = axis_named(reader->sweep, columns->name[count]);
            if (!sweep_add_value(axis, reader->cell, strlen(reader->cell), reader->diag))
                return false;
            struct sweep_value *const value = &axis->values[axis->count - 1];
            value->file = reader->path;
            value->line = reader->line;
            value->column = reader->column;
        }
        count++;
        if (*reader->at != ',')
            break;
    }
    snprintf(what, sizeof what, "expected %u cells as in the header, found %u", columns->count, count);
    return count == columns->count || wrong(reader, what);
}

static bool read_all(struct reader *reader)
{
    struct columns columns = {0};
    unsigned       rows = 0;
    bool           good = !at_end_of_line(reader->at) || next_line(reader) ||
                wrong(reader, "is empty: expected a header with names of axes, and a row for each point");
    good = good && read_header(reader, &columns);
    for (; good && next_line(reader); rows++)
        good = read_row(reader, &columns);
    if (good && !rows)
        good = wrong(reader, "has a header alone: expected a row for each point");
    for (unsigned i = 0; i < columns.count; i++)
        free(columns.name[i]);
    return good;
}

bool sweep_read_points(struct sweep *sweep, const char *path, struct diag *diag)
{
    size_t      size;
    char *const text = input_load(path, FILE_BYTES_MAX, &size, diag);
    if (!text)
        return false;
    char *const copy = strndup(text, size); /* with an end */
    free(text);
    if (!copy)
        return diag_set(diag, path, 0, "not enough memory");
    struct reader reader = {.sweep = sweep, .path = path, .line = 1, .column = 1, .diag = diag};
    reader.at = reader.line_start = copy + text_mark(copy, strlen(copy));
    const bool whole = strlen(copy) == size || diag_set(diag, path, 0, "has a byte 0: expected a CSV file");
    const bool good = whole && read_all(&reader);
    free(copy);
    return good;
}
