/* counter_page.h - tables of a page of counters, of any machine's rows (rtl_model/probes/counter_list.h).  Included
 * behind document.h by one .c file of a program. */
#ifndef TB_DOCS_COUNTER_PAGE_H
#define TB_DOCS_COUNTER_PAGE_H

#include <string.h>

#include "rtl_model/probes/counter_list.h"
#include "tb/docs/document.h"

static void page_formulas(FILE *out, const struct counter_table *table)
{
    fprintf(out, "## Formulas\n\n| counter | unit | is | meaning |\n|---|---|---|---|\n");
    for (unsigned i = 0; i < table->row_count; i++) {
        const struct counter_row *row = &table->rows[i];
        if (!row->numerator)
            continue;
        const bool plain = strcmp(row->denominator, "1") == 0, sum = strchr(row->denominator, ' ');
        fprintf(out, "| %s%s | %s | `%s%s%s%s%s` | %s%s%s |\n", row->name, row->of_chip ? " (chip)" : "", row->unit,
                row->numerator, plain ? "" : " / ", sum ? "(" : "", plain ? "" : row->denominator, sum ? ")" : "",
                row->meaning, row->why[0] ? "; n/a when " : "", row->why);
    }
}

static void page_lacking(FILE *out, const struct counter_table *table)
{
    bool any = false;
    for (unsigned i = 0; i < table->row_count; i++)
        if (!table->rows[i].numerator) {
            fputs(any ? "" : "## What this chip cannot have\n\n| counter | why |\n|---|---|\n", out);
            fprintf(out, "| %s | %s |\n", table->rows[i].name, table->rows[i].why);
            any = true;
        }
}

static void page_statistics(FILE *out, const struct counter_table *table)
{
    fprintf(out, "\n## Sums of statistics\n\n| sum | `module.statistic` | counts |\n|---|---|---|\n");
    for (const struct counter_sum_row *row = table->sums; row->name; row++)
        fprintf(out, "| %s%s | `%s` | %s |\n", row->name, row->of_chip ? " (chip)" : "", row->from, row->meaning);
}

static void page_probe(FILE *out, const struct probe *probe, void (*print_source)(FILE *, const struct probe_source *))
{
    fprintf(out, "\n**%s**", probe->name);
    if (strcmp(probe->when, "true") != 0)
        fprintf(out, ", when `%s`", probe->when);
    for (const struct probe_source *source = probe->sources; source->name; source++) {
        fputs(source == probe->sources ? ": " : ", ", out);
        print_source(out, source);
    }
    fputs("\n\n", out);
    for (const struct probe_row *made = probe->made; made->name; made++)
        fprintf(out, "`%s`, %s: `%s`\n\n", made->name, made->meaning, made->expression);
    fprintf(out, "| sum | a clock adds | counts |\n|---|---|---|\n");
    for (const struct probe_row *sum = probe->sums; sum->name; sum++) {
        fprintf(out, "| %s | ", sum->name);
        print_code(out, sum->expression);
        fprintf(out, " | %s |\n", sum->meaning);
    }
}

#endif
