/* sweep_report.c - the table of a sweep on the terminal, and everything else that is asked for. */
#include "tools/sweep/sweep_report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "kit/text.h"
#include "tools/options.h"
#include "tools/output.h"
#include "tools/sweep/sweep_plot.h"

enum { TABLE_ROWS_MAX = 100, CELL_BYTES = 512 };

/* ---- columns ---------------------------------------------------------------------------------------------------- */

static bool has_column(const struct sweep_column *columns, unsigned count, const char *name)
{
    for (unsigned i = 0; i < count; i++)
        if (strcmp(columns[i].name, name) == 0)
            return true;
    return false;
}

static bool add_column(const struct sweep_table *table, const char *name, struct sweep_column *columns, unsigned *count,
                       struct diag *diag)
{
    if (has_column(columns, *count, name))
        return true;
    if (!sweep_column_make(table, name, &columns[*count], diag))
        return false;
    ++*count;
    return true;
}

bool sweep_report_columns(const struct sweep_table *table, const struct sweep_report *report,
                          struct sweep_column columns[REPORT_COLUMNS_MAX], unsigned *count, struct diag *diag)
{
    *count = sweep_table_axes(table, columns);
    bool good = (*count || add_column(table, "point", columns, count, diag)) &&
                add_column(table, "cycles", columns, count, diag);
    if (good && report->baseline)
        good = sweep_ratio_column(table, report->baseline, &columns[(*count)++], diag);
    for (unsigned i = 0; good && i < report->shown_count; i++)
        good = add_column(table, report->shown[i], columns, count, diag);
    if (good && !table->all_done)
        good = add_column(table, "status", columns, count, diag);
    return good;
}

static bool has_control(const char *text)
{
    while (*text && !text_control(text))
        text++;
    return *text;
}

const char *sweep_report_cell(const struct sweep_column *column, unsigned row, char *text, size_t size)
{
    if (!column->numeric && column->text[row] && has_control(column->text[row]))
        return text_visible(text, size, column->text[row]);
    if (!column->numeric)
        return column->text[row] ? column->text[row] : "-";
    sweep_number(text, size, column->number[row]);
    return text;
}

/* ---- the table -------------------------------------------------------------------------------------------------- */

static void put_heading(FILE *out, const struct sweep_column *columns, const unsigned *width, unsigned count)
{
    for (unsigned c = 0; c < count; c++) {
        const bool last = c + 1 == count && !columns[c].numeric;
        fprintf(out, columns[c].numeric ? "%s%*s" : "%s%-*s", c ? "  " : "", last ? 0 : (int)width[c], columns[c].name);
    }
    fputc('\n', out);
}

static void put_row(FILE *out, const struct sweep_column *columns, const unsigned *width, unsigned count, unsigned row,
                    bool marked)
{
    char cell[CELL_BYTES];
    for (unsigned c = 0; c < count; c++) {
        const char *const text = sweep_report_cell(&columns[c], row, cell, sizeof cell);
        const bool        last = c + 1 == count && !columns[c].numeric;
        fprintf(out, columns[c].numeric ? "%s%*s" : "%s%-*s", c ? "  " : "", last ? 0 : (int)width[c], text);
    }
    fprintf(out, "%s\n", marked ? "  *" : "");
}

static void put_columns(FILE *out, const struct sweep_column *columns, unsigned count, unsigned rows,
                        const uint8_t *pareto)
{
    unsigned width[REPORT_COLUMNS_MAX + REPORT_SEED_COLUMNS];
    char     cell[CELL_BYTES];
    for (unsigned c = 0; c < count; c++) {
        width[c] = (unsigned)strlen(columns[c].name);
        for (unsigned i = 0; i < rows; i++) {
            const unsigned length = (unsigned)strlen(sweep_report_cell(&columns[c], i, cell, sizeof cell));
            width[c] = length > width[c] ? length : width[c];
        }
    }
    if (rows)
        put_heading(out, columns, width, count);
    for (unsigned i = 0; i < rows && i < TABLE_ROWS_MAX; i++)
        put_row(out, columns, width, count, i, pareto && pareto[i]);
    if (rows > TABLE_ROWS_MAX)
        fprintf(out, "... and %u more: --csv FILE has all of them\n", rows - TABLE_ROWS_MAX);
}

/* Rows that end otherwise than they should say why, each reason once in a row. */
static bool put_reasons(FILE *out, const struct sweep_table *table, struct diag *diag)
{
    enum { REASONS_MAX = 8 };
    struct sweep_column message;
    const char         *before = NULL;
    char                visible[4096];
    unsigned            shown = 0;
    if (table->all_done)
        return true;
    if (!sweep_column_make(table, "message", &message, diag))
        return false;
    for (unsigned i = 0; i < table->rows && !message.numeric; i++) {
        const char *const text = message.text[i];
        if (!text || (before && strcmp(text, before) == 0))
            continue;
        if (shown++ < REASONS_MAX)
            fprintf(out, "point %" PRIu64 ": %s\n", table->points[i], text_visible(visible, sizeof visible, text));
        before = text;
    }
    if (shown > REASONS_MAX)
        fprintf(out, "and %u more reasons: column `message` of --csv\n", shown - REASONS_MAX);
    sweep_column_free(&message);
    return true;
}

/* Of a baseline and several programs. */
static bool put_ratio_means(FILE *out, const struct sweep_table *table, const struct sweep_column *columns,
                            unsigned count, struct diag *diag)
{
    struct sweep_column *means = calloc(REPORT_COLUMNS_MAX, sizeof *means);
    unsigned             of = 0, rows = 0, ratio = 0;
    while (ratio + 1 < count && strcmp(columns[ratio].name, "ratio") != 0)
        ratio++;
    bool good = means || diag_set(diag, NULL, 0, "not enough memory for the table");
    good = good && sweep_ratio_means(table, &columns[ratio], means, &of, &rows, diag);
    if (good && rows) {
        fputs("geometric mean of ratio\n", out);
        put_columns(out, means, of, rows, NULL);
    }
    for (unsigned c = 0; c < of; c++)
        sweep_column_free(&means[c]);
    free(means);
    return good;
}

static bool put_table(FILE *out, const struct sweep_table *table, const struct sweep_report *report, struct diag *diag)
{
    struct sweep_column *columns = calloc(REPORT_COLUMNS_MAX, sizeof *columns);
    unsigned             count = 0;
    bool                 good = columns || diag_set(diag, NULL, 0, "not enough memory for the table");
    good = good && sweep_report_columns(table, report, columns, &count, diag);
    if (good)
        put_columns(out, columns, count, table->rows, table->pareto);
    good = good && (!report->baseline || put_ratio_means(out, table, columns, count, diag));
    if (good && table->pareto)
        fprintf(out, "* Pareto set of %s: %u of %u points\n", report->pareto, table->pareto_count, table->rows);
    for (unsigned c = 0; c < count; c++)
        sweep_column_free(&columns[c]);
    free(columns);
    return good;
}

static bool put_seeds(FILE *out, const struct sweep_table *table, const struct sweep_report *report, struct diag *diag)
{
    struct sweep_seed_columns *all = calloc(1, sizeof *all);
    bool                       good = all || diag_set(diag, NULL, 0, "not enough memory for the table");
    good = good && sweep_seed_columns(table, report, all, diag);
    if (good) {
        put_columns(out, all->column, all->count, all->rows, NULL);
        fprintf(out, "means of %u seeds; +-95%%: half of the confidence interval\n", all->seeds);
    }
    if (all)
        sweep_seed_columns_free(all);
    free(all);
    return good;
}

/* The table that the kind of sweep has. */
static bool put_tables(FILE *out, const struct sweep_table *table, const struct sweep_report *report, struct diag *diag)
{
    return (table->sweep->sensitivity            ? sweep_put_sensitivity(out, table, false, diag)
            : sweep_seed_axis(table->sweep) >= 0 ? put_seeds(out, table, report, diag)
                                                 : put_table(out, table, report, diag)) &&
           put_reasons(out, table, diag);
}

/* ---- everything ------------------------------------------------------------------------------------------------- */

static bool write_all(const struct sweep_table *table, const struct sweep_report *report, struct diag *diag)
{
    bool good = !report->csv || sweep_write_csv(table, report->csv, diag);
    good = good && (!report->html || sweep_write_html(table, report, diag));
    for (unsigned i = 0; good && i < report->plot_count; i++)
        good = sweep_plot(table, report, report->plots[i], diag);
    return good;
}

static bool is_output(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

bool sweep_report_is_output(const struct sweep_report *report)
{
    return is_output(report->csv) || is_output(report->html);
}

bool sweep_report(const struct sweep *sweep, struct sweep_store *store, const struct sweep_report *report,
                  struct diag *diag)
{
    struct sweep_table table;
    struct output      out;
    bool               good = sweep_table_open(&table, sweep, store, diag) &&
                (!report->pareto || sweep_table_pareto(&table, report->pareto, diag));
    if (good && !report->quiet && !sweep_report_is_output(report)) {
        good = output_open(&out) || diag_set(diag, NULL, 0, "not enough memory for the table");
        if (good && !put_tables(out.file, &table, report, diag)) {
            output_drop(&out);
            good = false;
        } else if (good) {
            good = output_print(&out, STATUS_DONE) == STATUS_DONE || diag_set(diag, NULL, 0, "the table is lost");
        }
    }
    good = good && write_all(&table, report, diag);
    sweep_table_close(&table);
    return good;
}
