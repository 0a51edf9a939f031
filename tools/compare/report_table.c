#include "tools/compare/report_table.h"

#include <string.h>

#include "tools/output.h"

/* ---- building ---------------------------------------------------------------------------------------------------- */

static bool has_column(const json_t *columns, const char *name)
{
    for (size_t i = 0; i < json_array_size(columns); i++)
        if (strcmp(json_string_value(json_array_get(columns, i)), name) == 0)
            return true;
    return false;
}

/* Objects become columns of their own; lists are left out. */
static bool flatten(struct report_table *table, json_t *row, const char *prefix, json_t *object)
{
    const char *key;
    json_t     *value;
    json_object_foreach(object, key, value)
    {
        char name[128];
        snprintf(name, sizeof name, "%s%s%s", prefix, prefix[0] ? "." : "", key);
        if (json_is_object(value) && !flatten(table, row, name, value))
            return false;
        if (json_is_object(value) || json_is_array(value) || json_is_null(value))
            continue;
        if (!has_column(table->columns, name) && json_array_append_new(table->columns, json_string(name)) != 0)
            return false;
        if (json_object_set(row, name, value) != 0)
            return false;
    }
    return true;
}

bool report_table_add(struct report_table *table, const char *text, size_t size)
{
    json_t *const report = json_loadb(text, size, 0, NULL), *const row = json_object();
    table->rows = table->rows ? table->rows : json_array();
    table->columns = table->columns ? table->columns : json_array();
    const bool good = report && row && table->rows && table->columns && flatten(table, row, "", report) &&
                      json_array_append(table->rows, row) == 0;
    json_decref(report);
    json_decref(row);
    return good;
}

void report_table_free(struct report_table *table)
{
    json_decref(table->rows);
    json_decref(table->columns);
    *table = (struct report_table){0};
}

/* ---- printing ---------------------------------------------------------------------------------------------------- */

enum { CELL = 512 };

static void cell(const json_t *value, const char *real, char text[static CELL])
{
    if (json_is_string(value))
        snprintf(text, CELL, "%s", json_string_value(value));
    else if (json_is_integer(value))
        snprintf(text, CELL, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_real(value))
        snprintf(text, CELL, real, json_real_value(value));
    else
        snprintf(text, CELL, "%s", json_is_true(value) ? "1" : json_is_false(value) ? "0" : "");
}

static const struct {
    const char *head, *name, *real;
} shown[] = {{"program", "program", ""},
             {"chip", "chip", ""},
             {"GPRs", "num_gprs", ""},
             {"wavefronts", "wavefronts", ""},
             {"groups", "alu.groups", ""},
             {"packing", "alu.packing", "%.2f"},
             {"ALU:TEX", "alu_to_tex", "%.2f"},
             {"clocks", "clocks.estimated.avg", "%.1f"},
             {"bottleneck", "bottleneck.avg", ""},
             {"cycles", "measured.cycles", ""},
             {"a wavefront", "measured.clocks.total", "%.1f"},
             {"busiest", "measured.bottleneck", ""}};
enum { SHOWN = sizeof shown / sizeof shown[0] };

static void put_cell(FILE *out, const char *text, unsigned column, size_t width)
{
    fprintf(out, column ? "  %*s" : "%-*s", column ? (int)width : (int)width, text);
}

void report_table_print(FILE *out, const struct report_table *table)
{
    size_t  width[SHOWN] = {0}, r;
    char    text[CELL];
    json_t *row;
    for (unsigned c = 0; c < SHOWN; c++)
        json_array_foreach(table->rows, r, row)
        {
            cell(json_object_get(row, shown[c].name), shown[c].real, text);
            width[c] = strlen(text) > width[c] ? strlen(text) : width[c];
        }
    for (unsigned c = 0; c < SHOWN; c++)
        if (width[c]) { /* a column that no row has is left out */
            width[c] = strlen(shown[c].head) > width[c] ? strlen(shown[c].head) : width[c];
            put_cell(out, shown[c].head, c, width[c]);
        }
    fputc('\n', out);
    json_array_foreach(table->rows, r, row)
    {
        for (unsigned c = 0; c < SHOWN; c++) {
            cell(json_object_get(row, shown[c].name), shown[c].real, text);
            if (width[c])
                put_cell(out, text[0] ? text : "-", c, width[c]);
        }
        fputc('\n', out);
    }
}

void report_table_csv(FILE *out, const struct report_table *table)
{
    size_t  c, r;
    json_t *column, *row;
    json_array_foreach(table->columns, c, column)
    {
        fputs(c ? "," : "", out);
        output_csv(out, json_string_value(column));
    }
    fputs("\r\n", out);
    json_array_foreach(table->rows, r, row)
    {
        json_array_foreach(table->columns, c, column)
        {
            char text[CELL];
            cell(json_object_get(row, json_string_value(column)), "%.17g", text);
            fputs(c ? "," : "", out);
            output_csv(out, text);
        }
        fputs("\r\n", out);
    }
}
