/* sweep_table.c - columns of a sweep's results. */
#include "tools/sweep/sweep_table.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/near.h"

void sweep_number(char *text, size_t size, double number)
{
    if (isnan(number))
        snprintf(text, size, "-");
    else if (number == floor(number) && fabs(number) < 1e15)
        snprintf(text, size, "%.0f", number);
    else
        snprintf(text, size, fabs(number) < 0.01 ? "%.3g" : fabs(number) < 10 ? "%.3f" : "%.2f", number);
}

/* ---- rows ------------------------------------------------------------------------------------------------------- */

bool sweep_table_open(struct sweep_table *table, const struct sweep *sweep, struct sweep_store *store,
                      struct diag *diag)
{
    int           code = SQLITE_ERROR;
    size_t        room = 0;
    sqlite3_stmt *statement = sweep_store_query(store, diag, "SELECT point, status FROM point ORDER BY point");
    *table = (struct sweep_table){.sweep = sweep, .store = store, .all_done = true};
    while (statement && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        if (table->rows == room) {
            room = room ? 2 * room : 256;
            uint64_t *points = realloc(table->points, room * sizeof *points);
            if (!points)
                break;
            table->points = points;
        }
        table->points[table->rows++] = (uint64_t)sqlite3_column_int64(statement, 0);
        const char *const status = (const char *)sqlite3_column_text(statement, 1);
        table->all_done = table->all_done && status && strcmp(status, "done") == 0;
    }
    sqlite3_finalize(statement);
    if (code == SQLITE_ROW)
        return diag_set(diag, NULL, 0, "not enough memory for the table");
    return code == SQLITE_DONE || (statement ? sweep_store_failed(store, diag) : false);
}

void sweep_table_close(struct sweep_table *table)
{
    free(table->points);
    free(table->pareto);
    *table = (struct sweep_table){0};
}

static int compare_points(const void *one, const void *other)
{
    const uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return (a > b) - (a < b);
}

long sweep_table_row(const struct sweep_table *table, uint64_t point)
{
    const uint64_t *found =
        table->rows ? bsearch(&point, table->points, table->rows, sizeof point, compare_points) : NULL;
    return found ? found - table->points : -1;
}

/* ---- columns ---------------------------------------------------------------------------------------------------- */

void sweep_column_free(struct sweep_column *column)
{
    free(column->name);
    free(column->unit);
    free(column->number);
    free(column->text);
    *column = (struct sweep_column){0};
}

/* Room for texts lies behind their pointers, so that one free is all. */
static bool make_column(const struct sweep_table *table, const char *name, const char *unit, bool numeric,
                        struct sweep_column *column)
{
    *column = (struct sweep_column){.name = strdup(name), .unit = strdup(unit), .numeric = numeric};
    column->number = malloc((table->rows + 1) * sizeof *column->number);
    for (unsigned i = 0; column->number && i < table->rows; i++)
        column->number[i] = NAN;
    return column->name && column->unit && column->number;
}

static bool no_memory(struct sweep_column *column, struct diag *diag)
{
    sweep_column_free(column);
    return diag_set(diag, NULL, 0, "not enough memory for the table");
}

bool sweep_column_empty(const struct sweep_table *table, const char *name, const char *unit,
                        struct sweep_column *column, struct diag *diag)
{
    return make_column(table, name, unit, true, column) || no_memory(column, diag);
}

/* Lays the texts of all rows into one block. */
static bool take_texts(const struct sweep_table *table, char **texts, struct sweep_column *column)
{
    size_t bytes = (table->rows + 1) * sizeof *column->text;
    for (unsigned i = 0; i < table->rows; i++)
        bytes += texts[i] ? strlen(texts[i]) + 1 : 0;
    column->text = malloc(bytes);
    char *to = column->text ? (char *)(column->text + table->rows + 1) : NULL;
    for (unsigned i = 0; to && i < table->rows; i++) {
        column->text[i] = texts[i] ? strcpy(to, texts[i]) : NULL;
        to += texts[i] ? strlen(texts[i]) + 1 : 0;
    }
    return column->text;
}

static bool is_number(const char *text)
{
    return text[0] && strspn(text, "0123456789") == strlen(text);
}

static bool make_axis(const struct sweep_table *table, unsigned number, struct sweep_column *column, struct diag *diag)
{
    const struct sweep_axis *axis = &table->sweep->axes[number];
    char                   **names = calloc(axis->count + 1, sizeof *names);
    char                   **texts = calloc(table->rows + 1, sizeof *texts);
    bool                     numeric = true, good = names && texts;
    for (unsigned v = 0; good && v < axis->count; v++) {
        numeric = numeric && is_number(axis->values[v].text);
        good = (names[v] = sweep_short_name(axis, v));
    }
    good = make_column(table, axis->name, axis->unit, numeric, column) && good;
    for (unsigned i = 0; good && i < table->rows; i++) {
        unsigned at[SWEEP_AXES_MAX];
        sweep_point(table->sweep, table->points[i], at);
        texts[i] = names[at[number]];
        column->number[i] = numeric ? strtod(texts[i], NULL) : NAN;
    }
    good = good && (numeric || take_texts(table, texts, column));
    for (unsigned v = 0; names && v < axis->count; v++)
        free(names[v]);
    free(names);
    free(texts);
    return good || no_memory(column, diag);
}

/* Rows of (point, value): numbers when all of them are, else texts. */
static bool fill(const struct sweep_table *table, sqlite3_stmt *statement, struct sweep_column *column,
                 struct diag *diag)
{
    char **texts = calloc(table->rows + 1, sizeof *texts);
    int    code = SQLITE_DONE;
    column->numeric = true;
    while (texts && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        const long row = sweep_table_row(table, (uint64_t)sqlite3_column_int64(statement, 0));
        const int  type = sqlite3_column_type(statement, 1);
        if (row < 0 || type == SQLITE_NULL)
            continue;
        column->numeric = column->numeric && type != SQLITE_TEXT;
        column->number[row] = sqlite3_column_double(statement, 1);
        free(texts[row]);
        texts[row] = strdup((const char *)sqlite3_column_text(statement, 1));
    }
    bool good = texts && (column->numeric || take_texts(table, texts, column));
    for (unsigned i = 0; texts && i < table->rows; i++)
        free(texts[i]);
    free(texts);
    if (!good)
        return no_memory(column, diag);
    return code == SQLITE_DONE || sweep_store_failed(table->store, diag);
}

static bool make_query(const struct sweep_table *table, const char *name, const char *unit, const char *query,
                       struct sweep_column *column, struct diag *diag)
{
    sqlite3_stmt *statement = sweep_store_query(table->store, diag, "%s", query);
    if (!statement || !make_column(table, name, unit, true, column)) {
        sqlite3_finalize(statement);
        return statement ? no_memory(column, diag) : false;
    }
    sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
    const bool good = fill(table, statement, column, diag);
    sqlite3_finalize(statement);
    return good;
}

/* Of several SIMDs there are rows for all of them together, too, of launches at once for those of each: they are not
 * counted twice. */
#define SUMS "(path LIKE 'gpu.simds.%' OR path LIKE 'launch%.gpu.simds.%')"
/* ?1 is PATH.NAME as a whole, the end of one, or NAME. */
#define MATCHES "(path || '.' || name = ?1 OR name = ?1 OR substr(path || '.' || name, -length(?1) - 1) = '.' || ?1)"
#define WHOLE "(path || '.' || name = ?1)"
/* A performance counter has one for the whole machine: parts of a hundred are not added up. */
#define MACHINE "(path = 'gpu' AND name = ?1)"
#define EXACT "(" WHOLE " OR " MACHINE ")"

static const struct {
    const char *name, *unit, *query;
} fixed[] = {
    {"point", "", "SELECT point, point FROM point"},
    {"cycles", "clocks", "SELECT point, cycles FROM point"},
    {"done_cycles", "clocks", "SELECT point, cycles FROM point WHERE status = 'done'"},
    {"status", "", "SELECT point, status FROM point"},
    {"message", "", "SELECT point, message FROM point"},
    {"compared", "values", "SELECT point, compared FROM point"},
    {"wrong", "values", "SELECT point, wrong FROM point"},
    {"threads", "threads", "SELECT point, threads FROM point"},
    {"chip", "", "SELECT point, chip FROM point"},
    {"alu_used", "%",
     "SELECT point, 100.0 * sum(iif(name = 'groups', value, 0)) / sum(value) FROM statistic JOIN counter USING "
     "(counter) "
     "WHERE name IN ('groups', 'empty') AND path LIKE '%.issue\\_%' ESCAPE '\\' AND NOT " SUMS " GROUP BY point"},
    {"slots_used", "%",
     "SELECT point, 100.0 * sum(iif(name = 'instructions', value, 0)) / sum(iif(name = 'groups', 5 * value, 0)) FROM "
     "statistic JOIN counter USING (counter) WHERE name IN ('groups', 'instructions') AND path LIKE '%.issue\\_%' "
     "ESCAPE "
     "'\\' AND NOT " SUMS " GROUP BY point"},
};

/* Whether a query of one text has a row; its first column is copied, when there is room for it. */
static bool ask(const struct sweep_table *table, const char *query, const char *name, char *unit, size_t size)
{
    sqlite3_stmt *statement = sweep_store_query(table->store, NULL, "%s", query);
    bool          there = false;
    if (statement) {
        sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
        there = sqlite3_step(statement) == SQLITE_ROW;
        const char *const text = there ? (const char *)sqlite3_column_text(statement, 0) : NULL;
        snprintf(unit, size, "%s", text ? text : "");
    }
    sqlite3_finalize(statement);
    return there;
}

static const char *parameter_unit(const char *name)
{
    for (unsigned f = 0; f < machine_family_count; f++)
        for (unsigned p = 0; p < machine_families[f]->chips->parameter_count; p++)
            if (strcmp(machine_families[f]->chips->parameters[p].name, name) == 0)
                return machine_families[f]->chips->parameters[p].unit;
    return "";
}

/* Instances of one module count the same thing; modules that happen to share a name do not. */
static bool is_one_thing(const struct sweep_table *table, const char *name, struct diag *diag)
{
    char          all[512] = "";
    unsigned      count = 0;
    sqlite3_stmt *statement = sweep_store_query(table->store, diag, "%s",
                                                "SELECT min(path || '.' || name) FROM counter WHERE " MATCHES
                                                " AND NOT " SUMS " GROUP BY unit, meaning ORDER BY 1");
    if (!statement)
        return false;
    sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC);
    for (size_t used = 0; sqlite3_step(statement) == SQLITE_ROW; count++)
        if (used < sizeof all)
            used += (size_t)snprintf(all + used, sizeof all - used, "%s%s", used ? ", " : "",
                                     (const char *)sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    return count <= 1 || diag_set(diag, NULL, 0,
                                  "'%.200s' is %u different statistics, expected one of them, or of the ends of their "
                                  "names: %.500s",
                                  name, count, all);
}

#define OTHERS "alu_used, slots_used, or a statistic that the points have, PATH.NAME or NAME"

static bool no_column(const struct sweep_table *table, const char *name, struct diag *diag)
{
    struct near near = near_to(name, strlen(name), strlen(name) < 6 ? 3 : 4);
    for (unsigned i = 0; i < table->sweep->axis_count; i++)
        near_try(&near, table->sweep->axes[i].name);
    for (unsigned i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        near_try(&near, fixed[i].name);
    sqlite3_stmt *const statement = sweep_store_query(table->store, diag, "%s",
                                                      "SELECT name FROM parameter UNION SELECT name FROM counter "
                                                      "UNION SELECT path || '.' || name FROM counter");
    while (statement && sqlite3_step(statement) == SQLITE_ROW)
        near_try(&near, (const char *)sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    if (near.name[0])
        return diag_set(diag, NULL, 0, "no column '%.200s', did you mean %s?", name, near.name);
    return diag_set(diag, NULL, 0, "no column '%.200s', expected an axis, a parameter, point, cycles, status, " OTHERS,
                    name);
}

static bool make_simple(const struct sweep_table *table, const char *name, struct sweep_column *column,
                        struct diag *diag)
{
    char unit[64];
    for (unsigned i = 0; i < table->sweep->axis_count; i++)
        if (strcmp(table->sweep->axes[i].name, name) == 0)
            return make_axis(table, i, column, diag);
    for (unsigned i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        if (strcmp(fixed[i].name, name) == 0)
            return make_query(table, name, fixed[i].unit, fixed[i].query, column, diag);
    if (ask(table, "SELECT '' FROM parameter WHERE name = ?1 LIMIT 1", name, unit, sizeof unit))
        return make_query(table, name, parameter_unit(name), "SELECT point, value FROM parameter WHERE name = ?1",
                          column, diag);
    if (ask(table, "SELECT unit FROM counter WHERE " EXACT " LIMIT 1", name, unit, sizeof unit))
        return make_query(table, name, unit,
                          "SELECT point, value FROM statistic JOIN counter USING (counter) WHERE " EXACT, column, diag);
    if (ask(table, "SELECT unit FROM counter WHERE " MATCHES " LIMIT 1", name, unit, sizeof unit))
        return is_one_thing(table, name, diag) &&
               make_query(table, name, unit,
                          "SELECT point, sum(value) FROM statistic JOIN counter USING (counter) WHERE " MATCHES
                          " AND NOT " SUMS " GROUP BY point",
                          column, diag);
    return no_column(table, name, diag);
}

static bool make_ratio(const struct sweep_table *table, const char *name, const char *slash,
                       struct sweep_column *column, struct diag *diag)
{
    struct sweep_column below = {0};
    char               *above = strndup(name, (size_t)(slash - name));
    char                unit[160];
    bool                good = above || diag_set(diag, NULL, 0, "not enough memory for the table");
    good = good && make_simple(table, above, column, diag);
    free(above);
    if (!good)
        return false;
    good = make_simple(table, slash + 1, &below, diag);
    if (good && !(column->numeric && below.numeric))
        good = diag_set(diag, NULL, 0, "'%.200s': expected the ratio of two numbers", name);
    for (unsigned i = 0; good && i < table->rows; i++)
        column->number[i] = below.number[i] != 0 ? column->number[i] / below.number[i] : NAN;
    if (good) {
        if (strcmp(column->unit, below.unit) == 0)
            unit[0] = '\0';
        else
            snprintf(unit, sizeof unit, "%.60s%s%.60s", column->unit[0] ? column->unit : "1",
                     below.unit[0] ? " / " : "", below.unit);
        free(column->unit);
        free(column->name);
        column->unit = strdup(unit);
        column->name = strdup(name);
        good = (column->unit && column->name) || diag_set(diag, NULL, 0, "not enough memory for the table");
    }
    sweep_column_free(&below);
    if (!good)
        sweep_column_free(column);
    return good;
}

bool sweep_column_make(const struct sweep_table *table, const char *name, struct sweep_column *column,
                       struct diag *diag)
{
    const char *const slash = strchr(name, '/');
    *column = (struct sweep_column){0};
    return slash ? make_ratio(table, name, slash, column, diag) : make_simple(table, name, column, diag);
}

/* ---- axes ------------------------------------------------------------------------------------------------------- */

/* Folders, or a last name, that all values have in common are left out. */
char *sweep_short_name(const struct sweep_axis *axis, unsigned value)
{
    const char *const text = axis->values[value].text;
    size_t            head = 0, tail = 0, length = strlen(text);
    if (axis->kind > SWEEP_CHIP || axis->count < 2)
        return strdup(text);
    for (size_t i = 0; i < length; i++) {
        bool same = true;
        for (unsigned v = 0; same && v < axis->count; v++)
            same = strncmp(axis->values[v].text, text, i + 1) == 0;
        if (!same)
            break;
        if (text[i] == '/')
            head = i + 1;
    }
    for (size_t i = 1; i <= length - head; i++) {
        bool same = true;
        for (unsigned v = 0; same && v < axis->count; v++) {
            const char  *other = axis->values[v].text;
            const size_t other_length = strlen(other);
            same = other_length > head + i && strcmp(other + other_length - i, text + length - i) == 0;
        }
        if (!same)
            break;
        if (text[length - i] == '/')
            tail = i;
    }
    return strndup(text + head, length - head - tail);
}

unsigned sweep_table_axes(const struct sweep_table *table, struct sweep_column columns[SWEEP_AXES_MAX])
{
    unsigned count = 0;
    for (unsigned i = 0; i < table->sweep->axis_count; i++)
        if (table->sweep->axes[i].count > 1 && make_axis(table, i, &columns[count], NULL))
            count++;
    return count;
}
