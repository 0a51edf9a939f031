/* compare_print.c - a comparison as text, CSV and JSON. */
#include "tools/compare/compare.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/sweep/sweep_table.h"

/* ---- text -------------------------------------------------------------------------------------------------------- */

static void put_value(FILE *out, const struct compare_row *row, unsigned s, const char *format)
{
    if (row->has[s])
        fprintf(out, format, row->value[s]);
    else
        fprintf(out, "%14s", "-");
}

/* "+25.0 %" of A's value. */
static void put_change(FILE *out, double one, double other)
{
    char text[32];
    if (one == other)
        snprintf(text, sizeof text, "same");
    else if (one == 0)
        snprintf(text, sizeof text, "from 0");
    else
        snprintf(text, sizeof text, "%+.1f %%", 100 * (other - one) / one);
    fprintf(out, "%12s", text);
}

static void put_head(FILE *out, const struct compare_result *result)
{
    const struct compare_side *a = result->sides[0], *b = result->sides[1];
    fprintf(out, "A: %s\nB: %s\n", a->name, b->name);
    for (unsigned s = 0; s < 2; s++)
        if (result->sides[s]->message)
            fprintf(out, "%c: %s: %s\n", 'A' + (int)s, result->sides[s]->status, result->sides[s]->message);
    if (strcmp(a->status, b->status) != 0)
        fprintf(out, "status: %s, %s\n", a->status, b->status);
    if (a->has_cycles && b->has_cycles) {
        fprintf(out, "cycles: %" PRIu64 ", %" PRIu64, a->cycles, b->cycles);
        if (result->cut_off[0] || result->cut_off[1])
            fprintf(out, ": no speed, %s did not end",
                    !result->cut_off[1]  ? "A"
                    : result->cut_off[0] ? "A and B"
                                         : "B");
        else if (a->cycles != b->cycles && a->cycles && b->cycles)
            fprintf(out, ", %+.1f %%: %s is %.3f times as fast",
                    100 * ((double)b->cycles - (double)a->cycles) / (double)a->cycles,
                    a->cycles < b->cycles ? "A" : "B",
                    fmax((double)a->cycles, (double)b->cycles) / fmin((double)a->cycles, (double)b->cycles));
        else if (a->cycles == b->cycles)
            fprintf(out, ", the same");
        fputc('\n', out);
    }
}

static void put_settings(FILE *out, const struct compare_result *result)
{
    for (size_t i = 0; i < result->setting_count; i++) {
        const char *const name = result->settings[i].name;
        const char *const one = compare_setting_of(result->sides[0], name);
        const char *const other = compare_setting_of(result->sides[1], name);
        fprintf(out, "%s%s: %s, %s\n", i ? "" : "\nconfiguration\n", name, one ? one : "-", other ? other : "-");
    }
}

/* Parts below a tenth of a point are noise to a reader. */
static void put_stalls(FILE *out, const struct compare_result *result)
{
    enum { SHOWN_MAX = 12 };
    unsigned shown = 0;
    for (size_t i = 0; i < result->stall_count && shown < SHOWN_MAX; i++) {
        const struct compare_row *row = &result->stalls[i];
        if (row->difference < 0.05)
            break;
        if (!shown++)
            fprintf(out, "\n%-36s %7s %7s %8s\n", "chances to issue, per cent", "A", "B", "points");
        char name[160];
        snprintf(name, sizeof name, "%.60s.%.60s", row->path,
                 strncmp(row->name, "stall_", 6) == 0 ? row->name + 6 : row->name);
        fprintf(out, "%-36s %7.1f %7.1f %+8.1f\n", name, row->value[0], row->value[1], row->value[1] - row->value[0]);
    }
}

/* "gpu" of "launch1.gpu". */
static const char *last_of(const char *path)
{
    const char *const dot = strrchr(path, '.');
    return dot ? dot + 1 : path;
}

/* Of the whole machine; parts of chances stand above. */
static bool is_shown(const struct compare_row *row)
{
    bool whole = false;
    for (unsigned i = 0; i < machine_family_count; i++)
        whole = whole || strcmp(last_of(row->path), machine_families[i]->scope) == 0;
    return whole && !strchr(row->name, '.');
}

static void put_performance(FILE *out, const struct compare_rows *of, bool all)
{
    bool head = false;
    char name[160]; /* "launch1.ALUBusy": of several launches */
    for (size_t i = 0; i < (all ? of->count : of->differ); i++) {
        const struct compare_row *row = &of->rows[i];
        if (!is_shown(row))
            continue;
        if (!head)
            fprintf(out, "\n%-24s %14s %14s %12s\n", "performance counters", "A", "B", "change");
        head = true;
        snprintf(name, sizeof name, "%.*s%s", (int)(last_of(row->path) - row->path), row->path, row->name);
        fprintf(out, "%-24s ", name);
        put_value(out, row, 0, "%14.6g");
        fputc(' ', out);
        put_value(out, row, 1, "%14.6g");
        fputc(' ', out);
        if (strcmp(row->unit, "%") == 0)
            fprintf(out, "%+5.1f points", row->value[1] - row->value[0]);
        else
            put_change(out, row->value[0], row->value[1]);
        fprintf(out, "  %s\n", row->unit);
    }
}

static void put_counters(FILE *out, const struct compare_rows *of, unsigned limit, bool all)
{
    const size_t count = all ? of->count : of->differ;
    size_t       shown = 0, width = 8;
    for (size_t i = 0; i < count && (!limit || i < limit); i++) {
        const size_t length = strlen(of->rows[i].path) + strlen(of->rows[i].name) + 1;
        width = length > width ? length : width;
    }
    for (; shown < count && (!limit || shown < limit); shown++) {
        const struct compare_row *row = &of->rows[shown];
        if (!shown)
            fprintf(out, "\n%-*s %14s %14s %12s %8s\n", (int)width, "counters", "A", "B", "change", "points");
        fprintf(out, "%s.%-*s ", row->path, (int)(width - strlen(row->path) - 1), row->name);
        put_value(out, row, 0, "%14.0f");
        fputc(' ', out);
        put_value(out, row, 1, "%14.0f");
        fputc(' ', out);
        if (row->has[0] && row->has[1]) {
            put_change(out, row->value[0], row->value[1]);
            fprintf(out, " %8.1f", row->points);
        }
        fprintf(out, row->unit[0] ? "  %s\n" : "\n", row->unit);
    }
    if (shown < count)
        fprintf(out, "... and %zu more that differ: --limit 0 shows all\n", count - shown);
    fprintf(out, "\n%zu of %zu counters differ\n", of->differ, of->count);
}

void compare_print(FILE *out, const struct compare_result *result, unsigned limit, bool all)
{
    put_head(out, result);
    put_settings(out, result);
    put_stalls(out, result);
    put_performance(out, &result->performance, all);
    put_counters(out, &result->counters, limit, all);
}

/* ---- CSV --------------------------------------------------------------------------------------------------------- */

static void put_csv_row(FILE *out, const char *kind, const struct compare_row *row)
{
    char text[2][32] = {"", ""};
    for (unsigned s = 0; s < 2; s++)
        if (row->has[s])
            snprintf(text[s], sizeof text[s], "%.17g", row->value[s]);
    fprintf(out, "%s,%s,%s,%s,%s,%s,%.17g,%.17g\r\n", kind, row->path, row->name, row->unit, text[0], text[1],
            row->difference, row->points);
}

void compare_print_csv(FILE *out, const struct compare_result *result)
{
    fputs("kind,path,name,unit,a,b,difference,points\r\n", out);
    for (size_t i = 0; i < result->stall_count; i++)
        put_csv_row(out, "reason", &result->stalls[i]);
    for (size_t i = 0; i < result->performance.count; i++)
        put_csv_row(out, "performance", &result->performance.rows[i]);
    for (size_t i = 0; i < result->counters.count; i++)
        put_csv_row(out, "counter", &result->counters.rows[i]);
}

/* ---- JSON -------------------------------------------------------------------------------------------------------- */

static json_t *json_value(const struct compare_row *row, unsigned s)
{
    if (!row->has[s])
        return json_null();
    return row->value[s] == floor(row->value[s]) ? json_integer((json_int_t)row->value[s]) : json_real(row->value[s]);
}

static json_t *json_rows(const struct compare_row *rows, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; array && i < count; i++)
        json_array_append_new(array, json_pack("{s:s, s:s, s:s, s:o, s:o, s:f, s:f}", "path", rows[i].path, "name",
                                               rows[i].name, "unit", rows[i].unit, "a", json_value(&rows[i], 0), "b",
                                               json_value(&rows[i], 1), "difference", rows[i].difference, "points",
                                               rows[i].points));
    return array;
}

static json_t *json_side(const struct compare_side *side)
{
    return json_pack("{s:s, s:s, s:s?, s:o}", "name", side->name, "status", side->status, "message", side->message,
                     "cycles", side->has_cycles ? json_integer((json_int_t)side->cycles) : json_null());
}

static json_t *json_settings(const struct compare_result *result)
{
    json_t *array = json_array();
    for (size_t i = 0; array && i < result->setting_count; i++) {
        const char *const name = result->settings[i].name;
        json_array_append_new(array, json_pack("{s:s, s:s?, s:s?}", "name", name, "a",
                                               compare_setting_of(result->sides[0], name), "b",
                                               compare_setting_of(result->sides[1], name)));
    }
    return array;
}

bool compare_print_json(FILE *out, const struct compare_result *result)
{
    json_t    *root = json_pack("{s:b, s:o, s:o, s:o, s:o, s:o, s:o}", "same", result->same, "a",
                                json_side(result->sides[0]), "b", json_side(result->sides[1]), "configuration",
                                json_settings(result), "reasons", json_rows(result->stalls, result->stall_count),
                                "performance", json_rows(result->performance.rows, result->performance.count), "counters",
                                json_rows(result->counters.rows, result->counters.count));
    const bool good = root && json_dumpf(root, out, JSON_INDENT(1)) == 0 && fputc('\n', out) != EOF;
    json_decref(root);
    return good;
}
