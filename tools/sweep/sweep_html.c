/* sweep_html.c - a page with the results of a sweep: one file that needs no other, and no network. */
#include "tools/sweep/sweep_report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tools/output.h"
#include "tools/sweep/sweep_plot.h"

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>wekiva sweep</title>\n<style>\n"
    "body{font:15px/1.4 sans-serif;max-width:75em;margin:2em auto;padding:0 1em;color:#222}\n"
    "table{border-collapse:collapse}th,td{padding:.2em .7em;border-bottom:1px solid #ddd;text-align:left}\n"
    "td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}table.results th{cursor:pointer;background:#f4f4f4}\n"
    "tr.pareto td{background:#e8f4e8}svg{max-width:100%;height:auto}\n</style></head><body>\n";

/* A click on a heading sorts by its column. */
static const char script[] =
    "<script>\nfor (const h of document.querySelectorAll('.results th')) h.onclick = () => {\n"
    "  const body = h.closest('table').tBodies[0], i = h.cellIndex, up = h.dataset.up !== '1';\n"
    "  h.dataset.up = up ? '1' : '0';\n"
    "  const key = r => r.cells[i].dataset.v ?? r.cells[i].textContent;\n"
    "  const order = (a, b) => (isNaN(key(a)) || isNaN(key(b))) ? key(a).localeCompare(key(b)) : key(a) - key(b);\n"
    "  body.append(...[...body.rows].sort((a, b) => up ? order(a, b) : order(b, a)));\n};\n</script>\n";

static void put_text(FILE *out, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '&':
            fputs("&amp;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        default:
            fputc(*text, out);
        }
}

static void put_axes(FILE *out, const struct sweep *sweep)
{
    enum { VALUES_SHOWN = 64 };
    fputs("<h2>Axes</h2>\n<table><tr><th>axis</th><th>unit</th><th>values</th></tr>\n", out);
    for (unsigned i = 0; i < sweep->axis_count; i++) {
        const struct sweep_axis *axis = &sweep->axes[i];
        fputs("<tr><td>", out);
        put_text(out, axis->name);
        fputs("</td><td>", out);
        put_text(out, axis->unit);
        fputs("</td><td>", out);
        for (unsigned v = 0; v < axis->count && v < VALUES_SHOWN; v++) {
            fputs(v ? ", " : "", out);
            put_text(out, axis->values[v].text);
        }
        fprintf(out, "%s</td></tr>\n", axis->count > VALUES_SHOWN ? ", ..." : "");
    }
    fputs("</table>\n", out);
}

/* A table that a click on a heading sorts. */
static void put_columns(FILE *out, const struct sweep_column *columns, unsigned count, unsigned rows,
                        const uint8_t *pareto)
{
    char cell[64];
    fputs("<table class=\"results\"><thead><tr>", out);
    for (unsigned c = 0; c < count; c++) {
        fprintf(out, "<th%s>", columns[c].numeric ? " class=\"n\"" : "");
        put_text(out, columns[c].name);
        if (columns[c].unit[0]) {
            fputs(" [", out);
            put_text(out, columns[c].unit);
            fputc(']', out);
        }
        fputs("</th>", out);
    }
    fputs("</tr></thead><tbody>\n", out);
    for (unsigned i = 0; i < rows; i++) {
        fprintf(out, "<tr%s>", pareto && pareto[i] ? " class=\"pareto\"" : "");
        for (unsigned c = 0; c < count; c++) {
            fprintf(out, "<td%s>", columns[c].numeric ? " class=\"n\"" : "");
            put_text(out, sweep_report_cell(&columns[c], i, cell, sizeof cell));
            fputs("</td>", out);
        }
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table>\n", out);
}

/* Of an axis of seeds: what they say together. */
static bool put_seeds(FILE *out, const struct sweep_table *table, const struct sweep_report *report, struct diag *diag)
{
    struct sweep_seed_columns *all = calloc(1, sizeof *all);
    bool                       good = all || diag_set(diag, report->html, 0, "not enough memory for the page");
    good = good && sweep_seed_columns(table, report, all, diag);
    if (good) {
        fprintf(out, "<h2>Means of %u seeds</h2>\n<p>+-95%%: half of the confidence interval.</p>\n", all->seeds);
        put_columns(out, all->column, all->count, all->rows, NULL);
    }
    if (all)
        sweep_seed_columns_free(all);
    free(all);
    return good;
}

static void put_chips(FILE *out, const struct sweep *sweep)
{
    if (!sweep_axis_of(sweep, SWEEP_CHIP))
        fprintf(out, "that of each launch, rv770 unless it names another");
    for (unsigned i = 0; i < sweep->axis_count; i++)
        for (unsigned v = 0; strcmp(sweep->axes[i].name, "chip") == 0 && v < sweep->axes[i].count; v++) {
            fputs(v ? ", " : "", out);
            put_text(out, sweep->axes[i].values[v].text);
        }
}

/* That of today, or of SOURCE_DATE_EPOCH, so that a page can be made anew. */
static void put_date(FILE *out)
{
    const char *const fixed = getenv("SOURCE_DATE_EPOCH");
    const time_t      now = fixed ? (time_t)strtoll(fixed, NULL, 10) : time(NULL);
    char              text[32] = "";
    struct tm         date;
    if (gmtime_r(&now, &date))
        strftime(text, sizeof text, "%Y-%m-%d", &date);
    fputs(text, out);
}

static void put_facts(FILE *out, const struct sweep_table *table, const struct sweep_report *report)
{
    fprintf(out, "<h1>wekiva sweep</h1>\n<p>%u of %" PRIu64 " points; wekiva %s; at most %" PRIu64 " cycles%s.",
            table->rows, table->sweep->points, table->store->version ? table->store->version : WEKIVA_VERSION,
            table->sweep->max_cycles, table->sweep->warm ? "; caches are warm" : "");
    if (table->pareto) {
        fprintf(out, " Green: the Pareto set of ");
        put_text(out, report->pareto);
        fprintf(out, ", %u points.", table->pareto_count);
    }
    fputs("</p>\n<p>Chip: ", out);
    put_chips(out, table->sweep);
    fputs(". Made on ", out);
    put_date(out);
    fputs(" by <code>wekiva", out);
    for (int i = 0; i < report->argument_count; i++) {
        fputc(' ', out);
        put_text(out, report->arguments[i]);
    }
    fputs("</code></p>\n", out);
}

/* The SVG text without what stands before its element. */
static void put_plot(FILE *out, const struct sweep_table *table, const struct sweep_report *report)
{
    struct diag diag = {0};
    char       *svg = sweep_plot_svg(table, report, &diag);
    const char *from = svg ? strstr(svg, "<svg") : NULL;
    if (from) {
        fputs(from, out);
    } else {
        fputs("<p>No plot: ", out);
        put_text(out, diag.what);
        fputs("</p>\n", out);
    }
    free(svg);
}

bool sweep_write_html(const struct sweep_table *table, const struct sweep_report *report, struct diag *diag)
{
    struct sweep_column *columns = calloc(REPORT_COLUMNS_MAX, sizeof *columns);
    unsigned             count = 0;
    char                *text = NULL;
    size_t               size = 0;
    FILE                *out = columns ? open_memstream(&text, &size) : NULL;
    bool                 good = out && sweep_report_columns(table, report, columns, &count, diag);
    if (good) {
        fputs(head, out);
        put_facts(out, table, report);
        put_plot(out, table, report);
        good = (sweep_seed_axis(table->sweep) < 0 || put_seeds(out, table, report, diag)) &&
               (!table->sweep->sensitivity || sweep_put_sensitivity(out, table, true, diag));
        fputs("<h2>Results</h2>\n", out);
        put_columns(out, columns, count, table->rows, table->pareto);
        put_axes(out, table->sweep);
        fputs(script, out);
        fputs("</body></html>\n", out);
    }
    if (!out || fclose(out) != 0)
        good = diag_set(diag, report->html, 0, "not enough memory for the page");
    good = good && output_save(report->html, text, size, diag);
    for (unsigned c = 0; c < count; c++)
        sweep_column_free(&columns[c]);
    free(columns);
    free(text);
    return good;
}
