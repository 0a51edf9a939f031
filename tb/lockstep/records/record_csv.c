/* record_csv.c - records as tables: a line for each clock, a column for each element. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "kit/bytes.h"
#include "kit/near.h"
#include "tb/lockstep/build/process.h"
#include "tb/lockstep/records/record_internal.h"

/* ---- writing ---------------------------------------------------------------------------------------------------- */

void record_csv_begin(const struct record *record)
{
    fputs("rst", record->file);
    for (unsigned i = 0; i < record->table.count; i++) {
        const struct port *port = &record->table.port[i];
        for (unsigned e = 0; e < port->signal->count; e++)
            if (port->signal->count > 1)
                fprintf(record->file, ",%s[%u]", port->name, e);
            else
                fprintf(record->file, ",%s", port->name);
    }
    fputc('\n', record->file);
}

void record_csv_put(const struct record *record)
{
    const unsigned char *at = record->now;
    fputc(record->started ? '0' : '1', record->file);
    for (unsigned i = 0; i < record->table.count; i++) {
        const struct rtl_signal *signal = record->table.port[i].signal;
        for (unsigned e = 0; e < signal->count; e++, at += RTL_ELEMENT_BYTES(signal->bits))
            fprintf(record->file, ",0x%" PRIx64, little_get(at, RTL_ELEMENT_BYTES(signal->bits)));
    }
    fputc('\n', record->file);
}

/* ---- reading: cells --------------------------------------------------------------------------------------------- */

enum { CELL = 2 * PORT_NAME };

/* A line that is read, cell by cell. */
struct line {
    const char *path, *text;
    unsigned    number;
    size_t      at, next; /* of the cell; of the one behind it, behind the line's end when there is none */
    char        cell[CELL];
};

static bool wrong(const struct line *line, const char *what, struct diag *diag)
{
    diag_set(diag, line->path, line->number, "%s", what);
    return diag_at(diag, (unsigned)line->at + 1);
}

static bool has_cell(const struct line *line)
{
    return line->next <= strlen(line->text);
}

/* Without the blanks and the quotes around it. */
static void take_cell(struct line *line)
{
    const char  *text = line->text + line->next;
    const size_t blanks = strspn(text, " \t");
    const bool   quoted = text[blanks] == '"';
    const size_t from = blanks + quoted;
    size_t       length = strcspn(text + from, quoted ? "\"" : ",");
    line->at = line->next + from;
    line->next += from + length;
    line->next += strcspn(line->text + line->next, ",") + 1;
    while (!quoted && length && strchr(" \t\r", text[from + length - 1]))
        length--;
    snprintf(line->cell, sizeof line->cell, "%.*s", (int)(length < CELL ? length : CELL - 1), text + from);
}

/* ---- reading: columns ------------------------------------------------------------------------------------------- */

struct column {
    enum { COLUMN_ELEMENT, COLUMN_RESET, COLUMN_PASSED } role;
    bool     low; /* of the reset */
    unsigned port, element;
};

struct table {
    struct record             *record;
    const struct record_names *names;
    bool                       outputs;
    struct column             *column;
    unsigned                   columns;
    size_t                     place[PORTS_MAX]; /* of a port's values */
};

static bool no_column(const struct table *table, const struct line *line, struct diag *diag)
{
    const char        *near = NULL;
    char               text[2 * CELL + 200];
    unsigned           least = (unsigned)strlen(line->cell) / 3 + 2;
    const struct port *port = table->record->all->port;
    for (unsigned i = 0; i < table->record->all->count; i++, port++) {
        const unsigned distance = near_distance(line->cell, strcspn(line->cell, "["), port->name);
        if (!port->out && record_reads(port, false) && distance < least) {
            least = distance;
            near = port->name;
        }
    }
    snprintf(text, sizeof text, "%.100s is no input of %s%s%.100s%s", line->cell, table->record->module,
             near ? ": did you mean " : ": expected those of --template, or --map", near ? near : "", near ? "?" : "");
    return wrong(line, text, diag);
}

/* The port that a column's name, without an element, means; NULL: none. */
static const struct port *port_of(const struct table *table, const char *name)
{
    for (unsigned i = 0; i < table->record->all->count; i++) {
        const struct port *port = &table->record->all->port[i];
        const char        *other = record_other_name(table->names, port->name);
        if (strcmp(other ? other : port->name, name) == 0 && record_reads(port, true))
            return port;
    }
    return NULL;
}

static bool is_reset(const struct table *table, const char *name, bool *low)
{
    const struct port_map *map = table->names ? table->names->map : NULL;
    const char            *other = record_other_name(table->names, "rst");
    *low = false;
    for (unsigned i = 0; map && i < map->count; i++)
        *low |= map->row[i].low;
    return strcmp(name, other ? other : "rst") == 0;
}

/* "NAME[3]" is cut to "NAME"; false: it is no element. */
static bool take_element(char *name, unsigned *element)
{
    char *const bracket = strchr(name, '[');
    char       *end;
    *element = 0;
    if (!bracket)
        return true;
    *element = (unsigned)strtoul(bracket + 1, &end, 10);
    *bracket = '\0';
    return end > bracket + 1 && strcmp(end, "]") == 0;
}

static unsigned taken(struct record *record, const struct port *port)
{
    unsigned i = 0;
    while (i < record->table.count && strcmp(record->table.port[i].name, port->name) != 0)
        i++;
    if (i == record->table.count)
        record_take_port(record, port);
    return i;
}

static bool take_column(struct table *table, const struct line *line, struct diag *diag)
{
    char                 name[CELL], text[CELL + 100];
    struct column *const column = &table->column[table->columns];
    snprintf(name, sizeof name, "%s", line->cell);
    *column = (struct column){.role = COLUMN_RESET};
    if (is_reset(table, name, &column->low))
        return true;
    const bool         good = take_element(name, &column->element);
    const struct port *port = port_of(table, name);
    if (!port || !good)
        return no_column(table, line, diag);
    column->role = COLUMN_PASSED;
    if (!record_reads(port, table->outputs))
        return true;
    if (column->element >= port->signal->count || (port->signal->count > 1 && !strchr(line->cell, '[')))
        return snprintf(text, sizeof text, "%.60s has %u elements: expected %.60s[0] to %.60s[%u]", name,
                        port->signal->count, name, name, port->signal->count - 1),
               wrong(line, text, diag);
    column->role = COLUMN_ELEMENT;
    column->port = taken(table->record, port);
    for (unsigned i = 0; i < table->columns; i++)
        if (table->column[i].role == COLUMN_ELEMENT && table->column[i].port == column->port &&
            table->column[i].element == column->element)
            return snprintf(text, sizeof text, "%.100s is there twice: expected once", line->cell),
                   wrong(line, text, diag);
    return true;
}

#define NO_HEAD "expected names of inputs, as --template has them"

static bool read_head(struct table *table, struct line *line, struct diag *diag)
{
    bool good = line->text[strspn(line->text, " \t\r,")] || wrong(line, NO_HEAD, diag);
    while (good && has_cell(line)) {
        void *more = realloc(table->column, (table->columns + 1) * sizeof *table->column);
        if (!more)
            return diag_set(diag, line->path, 0, "not enough memory");
        table->column = more;
        take_cell(line);
        good = take_column(table, line, diag);
        table->columns++;
    }
    size_t place = 0;
    for (unsigned i = 0; i < table->record->table.count; i++) {
        table->place[i] = place;
        place += record_port_bytes(&table->record->table.port[i]);
    }
    return good && (table->record->table.count || (line->at = 0, wrong(line, NO_HEAD, diag)));
}

/* ---- reading: clocks -------------------------------------------------------------------------------------------- */

static bool number_of(const char *text, unsigned bits, uint64_t *value)
{
    const bool  binary = text[0] == '0' && (text[1] == 'b' || text[1] == 'B');
    const bool  hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const char *digits = text + (binary || hex ? 2 : 0);
    const char *any = binary ? "01" : hex ? "0123456789abcdefABCDEF" : "0123456789";
    if (!*digits || digits[strspn(digits, any)] || strlen(digits) > 64)
        return false;
    *value = 0;
    for (; *digits; digits++) {
        const unsigned base = binary ? 2
                              : hex  ? 16
                                     : 10,
                       digit = *digits <= '9' ? (unsigned)(*digits - '0') : (unsigned)((*digits | 32) - 'a') + 10;
        if (*value > (UINT64_MAX - digit) / base)
            return false;
        *value = *value * base + digit;
    }
    return bits == 64 || *value >> bits == 0;
}

/* A line's cells, to the values of the clock; one that is empty stays as it was. */
static bool take_cells(const struct table *table, struct line *line, bool *reset, struct diag *diag)
{
    char text[CELL + 100];
    for (unsigned c = 0; c < table->columns; c++) {
        const struct column     *column = &table->column[c];
        const struct rtl_signal *signal =
            column->role == COLUMN_ELEMENT ? table->record->table.port[column->port].signal : NULL;
        const unsigned bits = signal ? signal->bits : 1;
        uint64_t       value;
        if (!has_cell(line)) {
            line->at = strlen(line->text);
            snprintf(text, sizeof text, "%u cells: expected %u", c, table->columns);
            return wrong(line, text, diag);
        }
        take_cell(line);
        if (!line->cell[0] || column->role == COLUMN_PASSED)
            continue;
        if (!number_of(line->cell, bits, &value)) {
            snprintf(text, sizeof text, "'%.100s': expected a number of %u bit%s, decimal, 0x or 0b", line->cell, bits,
                     bits > 1 ? "s" : "");
            return wrong(line, text, diag);
        }
        if (signal)
            little_put(table->record->now + table->place[column->port] +
                           column->element * RTL_ELEMENT_BYTES(signal->bits),
                       RTL_ELEMENT_BYTES(signal->bits), value);
        else
            *reset = (value != 0) != column->low;
    }
    line->at = line->next;
    snprintf(text, sizeof text, "more than %u cells: expected one for each column", table->columns);
    return !has_cell(line) || wrong(line, text, diag);
}

static const char mark[] = "\xef\xbb\xbf"; /* of UTF-8, which spreadsheets write */

bool record_csv_read(struct record *record, const struct record_names *names, bool outputs, struct diag *diag)
{
    struct table        table = {.record = record, .names = names, .outputs = outputs};
    struct record_start start = {.record = record};
    char *const         text = file_text(record->path, NULL);
    struct line         line = {.path = record->path};
    bool                reset = false, good = text || diag_set(diag, record->path, 0, "cannot read");
    for (char *at = text, *next; good && at && (*at || !line.number); at = next) {
        const size_t length = strcspn(at, "\n");
        next = at + length + (at[length] == '\n');
        at[length] = '\0';
        line.text = at + (line.number == 0 && strncmp(at, mark, sizeof mark - 1) == 0 ? sizeof mark - 1 : 0);
        line.number++;
        line.at = line.next = 0;
        if (line.number == 1)
            good = read_head(&table, &line, diag) && record_begin(record, diag) && record_start_open(&start, diag);
        else if (at[strspn(at, " \t\r")])
            good = take_cells(&table, &line, &reset, diag) &&
                   (record_clock(&start, reset) || (line.at = 0, wrong(&line, RECORD_ONE_RESET, diag)));
    }
    free(start.values);
    free(table.column);
    free(text);
    return good;
}
