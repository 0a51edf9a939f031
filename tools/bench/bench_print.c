/* bench_print.c - results as a table for the terminal, as CSV, as a page of Markdown or HTML. */
#include <math.h>
#include <string.h>

#include "tools/bench/bench.h"
#include "tools/bench/formula.h"

enum { NUMBER_BYTES = 32 };

/* Whole numbers as they are, others to four places. */
static const char *number(double value, char *text)
{
    if (fabs(value - round(value)) < 1e-9)
        snprintf(text, NUMBER_BYTES, "%.0f", round(value) + 0.0);
    else
        snprintf(text, NUMBER_BYTES, "%.4f", value);
    return text;
}

static const char *difference(const struct bench_result *result, char *text)
{
    const double more = result->measured - result->value;
    if (fabs(more) < 1e-9)
        return "none";
    char of[NUMBER_BYTES];
    snprintf(text, 2 * NUMBER_BYTES, "%s%s%s", more > 0 ? "+" : "", number(more, of),
             result->status == BENCH_DIFFERS ? "" : " (allowed)");
    return text;
}

/* The cells of a row, in the order of the headings. */
enum { CELL_ROW, CELL_WHAT, CELL_UNIT, CELL_FORMULA, CELL_VALUE, CELL_MEASURED, CELL_DIFFERENCE, CELL_SOURCE, CELLS };
static const char *const headings[CELLS] = {"row",   "what",     "unit",       "formula",
                                            "value", "measured", "difference", "source"};

struct cells {
    const char *text[CELLS];
    char        value[NUMBER_BYTES], measured[NUMBER_BYTES], difference[2 * NUMBER_BYTES], name[96];
};

static void make_cells(const struct bench_result *result, struct cells *cells)
{
    const struct bench_row *const row = result->row;
    const bool                    without = result->status == BENCH_WITHOUT;
    snprintf(cells->name, sizeof cells->name, "%s%s%s", row->name, result->set ? " " : "",
             result->set ? result->set : "");
    const char *const text[CELLS] = {
        cells->name,
        row->what,
        row->unit,
        row->formula,
        without ? "-" : number(result->value, cells->value),
        without ? "-" : number(result->measured, cells->measured),
        without ? result->why : difference(result, cells->difference),
        row->source,
    };
    memcpy(cells->text, text, sizeof text);
}

/* ---- parts of formulas ------------------------------------------------------------------------------------------ */

static bool names_part(const char *formula, const struct bench_part *part)
{
    char name[NUMBER_BYTES];
    while (formula_next_name(&formula, name, sizeof name))
        if (strcmp(name, part->name) == 0)
            return true;
    return false;
}

/* Whether a row's formula names it, or what a row needs, or a part before it that is used. */
static bool part_is_used(const struct bench_results *results, const struct bench_part *part)
{
    bool used = false;
    for (unsigned i = 0; i < results->count && !used; i++) {
        const struct bench_result *const result = &results->list[i];
        const char *const shown = result->status == BENCH_WITHOUT ? result->row->needs : result->row->formula;
        used = shown && names_part(shown, part);
    }
    for (const struct bench_part *before = bench_parts; before < part && !used; before++)
        used = names_part(before->formula, part) && part_is_used(results, before);
    return used;
}

/* The parts that are used, behind a head; without one nothing. */
static void put_parts(const struct bench_results *results, const char *head, FILE *out,
                      void (*put)(const struct bench_part *part, FILE *out))
{
    bool any = false;
    for (unsigned p = 0; p < bench_part_count; p++) {
        if (!part_is_used(results, &bench_parts[p]))
            continue;
        if (!any)
            fputs(head, out);
        any = true;
        put(&bench_parts[p], out);
    }
}

/* ---- for the terminal ------------------------------------------------------------------------------------------- */

static void put_sum(const struct bench_results *results, FILE *out)
{
    unsigned of[BENCH_WITHOUT + 1] = {0};
    for (unsigned i = 0; i < results->count; i++)
        of[results->list[i].status]++;
    fprintf(out, "%u rows hold, %u differ, %u are not measured on this chip\n", of[BENCH_HOLDS], of[BENCH_DIFFERS],
            of[BENCH_WITHOUT]);
}

static void put_part(const struct bench_part *part, FILE *out)
{
    fprintf(out, "%s = %s: %s\n", part->name, part->formula, part->meaning);
}

void bench_print(const struct bench_results *results, FILE *out)
{
    struct cells cells;
    int          width = 0;
    for (unsigned i = 0; i < results->count; i++) {
        make_cells(&results->list[i], &cells);
        const int length = (int)strlen(cells.name);
        width = length > width ? length : width;
    }
    for (unsigned i = 0; i < results->count; i++) {
        const struct bench_result *const result = &results->list[i];
        make_cells(result, &cells);
        if (!i || strcmp(result->row->group, result[-1].row->group) != 0)
            fprintf(out, "%s%-*s %10s %10s %12s  unit, formula\n", i ? "\n" : "", width, result->row->group, "formula",
                    "measured", "difference");
        if (result->status == BENCH_WITHOUT)
            fprintf(out, "%-*s %10s %10s %12s  %s\n", width, cells.name, "-", "-", "-", result->why);
        else
            fprintf(out, "%-*s %10s %10s %12s  %s: %s\n", width, cells.name, cells.value, cells.measured,
                    cells.text[CELL_DIFFERENCE], result->row->unit, result->row->formula);
    }
    put_parts(results, "\nparts of formulas\n", out, put_part);
    fputc('\n', out);
    put_sum(results, out);
}

/* ---- files ------------------------------------------------------------------------------------------------------ */

static void put_csv_cell(FILE *out, const char *text, bool last)
{
    fputc('"', out);
    for (; *text; text++)
        fprintf(out, *text == '"' ? "\"\"" : "%c", *text);
    fputs(last ? "\"\n" : "\",", out);
}

void bench_print_csv(const struct bench_results *results, FILE *out)
{
    struct cells cells;
    fputs("chip,group,set,status", out);
    for (unsigned c = 0; c < CELLS; c++)
        fprintf(out, ",%s", headings[c]);
    fputc('\n', out);
    for (unsigned i = 0; i < results->count; i++) {
        static const char *const         words[] = {"holds", "differs", "not measured"};
        const struct bench_result *const result = &results->list[i];
        make_cells(result, &cells);
        cells.text[CELL_ROW] = result->row->name;
        fprintf(out, "%s,%s,%s,%s,", results->chip.name, result->row->group, result->set ? result->set : "",
                words[result->status]);
        for (unsigned c = 0; c < CELLS; c++)
            put_csv_cell(out, cells.text[c], c + 1 == CELLS);
    }
}

static void put_markdown_cell(FILE *out, const char *text, bool code)
{
    fputs(code ? " `" : " ", out);
    for (; *text; text++)
        fprintf(out, *text == '|' ? "\\|" : "%c", *text);
    fputs(code ? "` |" : " |", out);
}

static void put_markdown_part(const struct bench_part *part, FILE *out)
{
    fprintf(out, "| `%s` | `%s` | %s |\n", part->name, part->formula, part->meaning);
}

void bench_print_markdown(const struct bench_results *results, FILE *out)
{
    struct cells cells;
    for (unsigned i = 0; i < results->count; i++) {
        const struct bench_result *const result = &results->list[i];
        make_cells(result, &cells);
        if (!i || strcmp(result->row->group, result[-1].row->group) != 0) {
            fprintf(out, "\n### %s\n\n|", result->row->group);
            for (unsigned c = 0; c < CELLS; c++)
                fprintf(out, " %s |", headings[c]);
            fputs("\n|", out);
            for (unsigned c = 0; c < CELLS; c++)
                fputs("---|", out);
            fputc('\n', out);
        }
        fputc('|', out);
        for (unsigned c = 0; c < CELLS; c++)
            put_markdown_cell(out, cells.text[c], c == CELL_ROW || c == CELL_FORMULA);
        fputc('\n', out);
    }
    put_parts(results, "\n### parts of formulas\n\n| part | formula | clocks |\n|---|---|---|\n", out,
              put_markdown_part);
    fputc('\n', out);
    put_sum(results, out);
}

static const char page_head[] =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>wekiva bench-chip</title>\n<style>\n"
    "body{font:15px/1.4 sans-serif;max-width:90em;margin:2em auto;padding:0 1em;color:#222}\n"
    "table{border-collapse:collapse}th,td{padding:.2em .7em;border-bottom:1px solid #ddd;text-align:left}\n"
    "tr.differs td{background:#fbe3e3}\n</style></head><body>\n";

static void put_html_text(FILE *out, const char *text)
{
    for (; *text; text++)
        if (*text == '<' || *text == '&')
            fputs(*text == '<' ? "&lt;" : "&amp;", out);
        else
            fputc(*text, out);
}

static void put_html_part(const struct bench_part *part, FILE *out)
{
    fprintf(out, "<tr><td>%s</td><td>%s</td><td>%s</td></tr>\n", part->name, part->formula, part->meaning);
}

void bench_print_html(const struct bench_results *results, FILE *out)
{
    struct cells cells;
    fprintf(out, "%s<h1>Closed forms of %s beside runs</h1>\n<p>", page_head, results->chip.name);
    put_sum(results, out);
    fputs("</p>\n<table><tr>", out);
    for (unsigned c = 0; c < CELLS; c++)
        fprintf(out, "<th>%s</th>", headings[c]);
    fputs("</tr>\n", out);
    for (unsigned i = 0; i < results->count; i++) {
        make_cells(&results->list[i], &cells);
        fprintf(out, "<tr%s>", results->list[i].status == BENCH_DIFFERS ? " class=\"differs\"" : "");
        for (unsigned c = 0; c < CELLS; c++) {
            fputs("<td>", out);
            put_html_text(out, cells.text[c]);
            fputs("</td>", out);
        }
        fputs("</tr>\n", out);
    }
    fputs("</table>\n<h2>Parts of formulas</h2>\n<table>\n", out);
    put_parts(results, "", out, put_html_part);
    fputs("</table>\n</body></html>\n", out);
}
