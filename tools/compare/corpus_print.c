/* corpus_print.c - two folders as text, CSV and JSON. */
#include "tools/compare/corpus.h"

#include <inttypes.h>
#include <jansson.h>
#include <string.h>

#include "tools/output.h"

/* ---- text -------------------------------------------------------------------------------------------------------- */

static bool is_compared(const struct corpus_row *row)
{
    return row->ended[0] && row->ended[1];
}

static double change(const struct corpus_row *row)
{
    return 100 * ((double)row->cycles[1] - (double)row->cycles[0]) / (double)row->cycles[0];
}

static size_t width_of(const struct corpus *corpus)
{
    size_t width = 7;
    for (size_t i = 0; i < corpus->compared; i++) {
        const size_t length = strlen(corpus->rows[i].name);
        width = length > width ? length : width;
    }
    return width;
}

static void put_row(FILE *out, const struct corpus_row *row, size_t width)
{
    fprintf(out, "%-*s %12" PRIu64 " %12" PRIu64 " %+9.2f %%", (int)width, row->name, row->cycles[0], row->cycles[1],
            change(row));
    if (row->reason[0])
        fprintf(out, "  %s %+.0f", row->reason, row->clocks);
    fputc('\n', out);
    if (row->line[0])
        fprintf(out, "    %s  <- %+.0f clocks, %s\n", row->line, row->line_clocks, row->line_reason);
}

/* Rows `from` to before `to`, in this order or the other one. */
static void put_rows(FILE *out, const struct corpus *corpus, const char *head, size_t from, size_t to, bool backwards,
                     size_t limit)
{
    const size_t count = to - from, shown = limit && limit < count ? limit : count, width = width_of(corpus);
    if (!count)
        return;
    fprintf(out, "\n%-*s %12s %12s %11s  %s\n", (int)width, head, "A", "B", "change", "clocks of a slot, most of them");
    for (size_t n = 0; n < shown; n++)
        put_row(out, &corpus->rows[backwards ? to - 1 - n : from + n], width);
    if (shown < count)
        fprintf(out, "... and %zu more: --limit 0 shows all\n", count - shown);
}

static void put_others(FILE *out, const struct corpus *corpus, size_t limit)
{
    const size_t others = corpus->count - corpus->compared, shown = limit && limit < others ? limit : others;
    for (size_t i = corpus->compared; i < corpus->compared + shown; i++) {
        const struct corpus_row *row = &corpus->rows[i];
        if (i == corpus->compared)
            fprintf(out, "\nnot compared\n");
        if (!row->path[0] || !row->path[1])
            fprintf(out, "%s: only in %s\n", row->name, row->path[0] ? "A" : "B");
        else
            fprintf(out, "%s: A: %s%s%s, B: %s%s%s\n", row->name, row->status[0], row->why[0][0] ? ": " : "",
                    row->why[0], row->status[1], row->why[1][0] ? ": " : "", row->why[1]);
    }
    if (shown < others)
        fprintf(out, "... and %zu more: --limit 0 shows all\n", others - shown);
}

void corpus_print(FILE *out, const struct corpus *corpus, size_t limit)
{
    fprintf(out, "A: %s\nB: %s\n%zu program%s: B is slower in %zu, faster in %zu, the same in %zu", corpus->folder[0],
            corpus->folder[1], corpus->compared, corpus->compared == 1 ? "" : "s", corpus->slower, corpus->faster,
            corpus->compared - corpus->slower - corpus->faster);
    if (corpus->compared)
        fprintf(out, "; geometric mean of B's cycles to A's %.4f", corpus->mean);
    fputc('\n', out);
    put_rows(out, corpus, "slower", 0, corpus->slower, false, limit);
    put_rows(out, corpus, "faster", corpus->compared - corpus->faster, corpus->compared, true, limit);
    put_others(out, corpus, limit);
}

/* ---- CSV --------------------------------------------------------------------------------------------------------- */

static void put_field(FILE *out, const char *text, const char *end)
{
    output_csv(out, text ? text : "");
    fputs(end, out);
}

void corpus_print_csv(FILE *out, const struct corpus *corpus)
{
    fputs("program,a_status,b_status,a_cycles,b_cycles,ratio,reason,reason_clocks,line,line_clocks,line_reason\r\n",
          out);
    for (size_t i = 0; i < corpus->count; i++) {
        const struct corpus_row *row = &corpus->rows[i];
        put_field(out, row->name, ",");
        put_field(out, row->status[0], ",");
        put_field(out, row->status[1], ",");
        for (unsigned s = 0; s < 2; s++)
            row->has[s] ? fprintf(out, "%" PRIu64 ",", row->cycles[s]) : fputs(",", out);
        if (is_compared(row))
            fprintf(out, "%.17g", (double)row->cycles[1] / (double)row->cycles[0]);
        fputc(',', out);
        put_field(out, row->reason, ",");
        fprintf(out, "%.17g,", row->clocks);
        put_field(out, row->line, ",");
        fprintf(out, "%.17g,", row->line_clocks);
        put_field(out, row->line_reason, "\r\n");
    }
}

/* ---- JSON -------------------------------------------------------------------------------------------------------- */

static json_t *json_cycles(const struct corpus_row *row, unsigned s)
{
    return row->has[s] ? json_integer((json_int_t)row->cycles[s]) : json_null();
}

static json_t *json_row(const struct corpus_row *row)
{
    json_t *object =
        json_pack("{s:s, s:[s?, s?], s:[o, o], s:o}", "program", row->name, "status", row->status[0], row->status[1],
                  "cycles", json_cycles(row, 0), json_cycles(row, 1), "ratio",
                  is_compared(row) ? json_real((double)row->cycles[1] / (double)row->cycles[0]) : json_null());
    if (object && row->reason[0])
        json_object_set_new(object, "reason", json_pack("{s:s, s:f}", "name", row->reason, "clocks", row->clocks));
    if (object && row->line[0])
        json_object_set_new(
            object, "line",
            json_pack("{s:s, s:f, s:s}", "text", row->line, "clocks", row->line_clocks, "reason", row->line_reason));
    return object;
}

bool corpus_print_json(FILE *out, const struct corpus *corpus)
{
    json_t *rows = json_array();
    for (size_t i = 0; rows && i < corpus->count; i++)
        json_array_append_new(rows, json_row(&corpus->rows[i]));
    json_t    *root = json_pack("{s:i, s:[s, s], s:i, s:i, s:i, s:o, s:o}", "schema", 1, "folders", corpus->folder[0],
                                corpus->folder[1], "compared", (int)corpus->compared, "slower", (int)corpus->slower,
                                "faster", (int)corpus->faster, "geometric_mean",
                             corpus->compared ? json_real(corpus->mean) : json_null(), "programs", rows);
    const bool good = root && json_dumpf(root, out, JSON_INDENT(1)) == 0 && fputc('\n', out) != EOF;
    json_decref(root);
    return good;
}
