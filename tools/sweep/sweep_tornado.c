/* sweep_tornado.c - what comes of --sensitivity: the effect of each parameter, as a table and as a tornado: bars from 1
 * to the ratio of cycles, the greatest first. */
#include "tools/sweep/sweep_report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- effects ---------------------------------------------------------------------------------------------------- */

struct side {
    const char *value; /* NULL: there is none */
    double      ratio; /* NAN: that point has no cycles */
};

struct effect {
    const char *name;
    struct side low, high;
    double      size; /* the greater change */
    unsigned    number;
};

/* Of points that are done; NAN of others. */
static bool read_cycles(const struct sweep_table *table, double *cycles, struct diag *diag)
{
    sqlite3_stmt *statement =
        sweep_store_query(table->store, diag, "SELECT point, cycles FROM point WHERE status = 'done'");
    int code = SQLITE_ERROR;
    for (uint64_t i = 0; i < table->sweep->points; i++)
        cycles[i] = NAN;
    while (statement && (code = sqlite3_step(statement)) == SQLITE_ROW)
        cycles[sqlite3_column_int64(statement, 0)] = sqlite3_column_double(statement, 1);
    sqlite3_finalize(statement);
    return code == SQLITE_DONE || (statement ? sweep_store_failed(table->store, diag) : false);
}

/* Of row v to the first one, the geometric mean over all programs and launches; NAN when one is not done. */
static double mean_ratio(const struct sweep *sweep, unsigned rows, unsigned v, const double *cycles)
{
    double logs = 0;
    for (uint64_t first = 0; first < sweep->points; first += rows)
        logs += log(cycles[first + v] / cycles[first]);
    return exp(logs * rows / (double)sweep->points);
}

static struct effect effect_of(const struct sweep *sweep, unsigned number, const double *cycles)
{
    const struct sweep_axis *axis = &sweep->axes[number];
    struct effect            effect = {.name = axis->name, .low.ratio = NAN, .high.ratio = NAN, .number = number};
    const uint64_t           own = strtoull(axis->values[0].text, NULL, 10);
    for (unsigned v = 1; v < axis->count && v < sweep->points; v++) {
        const uint64_t value = strtoull(axis->values[v].text, NULL, 10);
        struct side   *side = value < own ? &effect.low : &effect.high;
        if (value == own)
            continue;
        *side = (struct side){axis->values[v].text, mean_ratio(sweep, axis->count, v, cycles)};
        if (fabs(side->ratio - 1) > effect.size)
            effect.size = fabs(side->ratio - 1);
    }
    return effect;
}

static int compare_effects(const void *one, const void *other)
{
    const struct effect *a = one, *b = other;
    const int            order = (a->size < b->size) - (a->size > b->size);
    return order ? order : (a->number > b->number) - (a->number < b->number);
}

/* Of all tied axes, the greatest first. */
struct effects {
    struct effect effect[SWEEP_AXES_MAX];
    unsigned      count;
    double        own; /* cycles of the chip as it is, of the first program */
    uint64_t      of;  /* programs and launches */
};

static bool find_effects(const struct sweep_table *table, struct effects *effects, struct diag *diag)
{
    const struct sweep *sweep = table->sweep;
    double             *cycles = malloc((sweep->points + 1) * sizeof *cycles);
    bool                good = cycles || diag_set(diag, NULL, 0, "not enough memory for the table");
    effects->count = 0;
    effects->of = 1;
    good = good && read_cycles(table, cycles, diag);
    for (unsigned i = 0; good && i < sweep->axis_count; i++)
        if (sweep->axes[i].tied) {
            effects->of = sweep->points / sweep->axes[i].count;
            effects->effect[effects->count++] = effect_of(sweep, i, cycles);
        }
    if (good) {
        qsort(effects->effect, effects->count, sizeof effects->effect[0], compare_effects);
        effects->own = cycles[0];
    }
    free(cycles);
    return good;
}

/* ---- the table -------------------------------------------------------------------------------------------------- */

static void side_text(const struct side *side, char text[2][32])
{
    snprintf(text[0], sizeof text[0], "%.30s", side->value ? side->value : "-");
    if (isnan(side->ratio))
        strcpy(text[1], "-");
    else
        snprintf(text[1], sizeof text[1], "%.4f", side->ratio);
}

bool sweep_put_sensitivity(FILE *out, const struct sweep_table *table, bool html, struct diag *diag)
{
    struct effects effects;
    int            width = 9;
    char           own[48];
    if (!find_effects(table, &effects, diag))
        return false;
    for (unsigned i = 0; i < effects.count; i++)
        width = (int)strlen(effects.effect[i].name) > width ? (int)strlen(effects.effect[i].name) : width;
    sweep_number(own, sizeof own, effects.own);
    if (effects.of > 1)
        snprintf(own, sizeof own, "1, means of %" PRIu64, effects.of);
    fprintf(out,
            html ? "<p>Cycles of the chip as it is: %s</p>\n<table class=\"results\"><thead><tr><th>%.*s</th>"
                   "<th class=\"n\">%s</th><th class=\"n\">%s</th><th class=\"n\">%s</th><th class=\"n\">%s</th></tr>"
                   "</thead><tbody>\n"
                 : "cycles of the chip as it is: %s\n%-*s  %10s  %8s  %10s  %8s\n",
            own, width, "parameter", "low", "cycles", "high", "cycles");
    for (unsigned i = 0; i < effects.count; i++) {
        char low[2][32], high[2][32];
        side_text(&effects.effect[i].low, low);
        side_text(&effects.effect[i].high, high);
        fprintf(out,
                html ? "<tr><td>%.*s</td><td class=\"n\">%s</td><td class=\"n\">%s</td><td class=\"n\">%s</td>"
                       "<td class=\"n\">%s</td></tr>\n"
                     : "%-*s  %10s  %8s  %10s  %8s\n",
                html ? 1000 : width, effects.effect[i].name, low[0], low[1], high[0], high[1]);
    }
    fputs(html ? "</tbody></table>\n" : "", out);
    return true;
}

/* ---- the tornado ------------------------------------------------------------------------------------------------ */

enum { BARS_MAX = 24 };

/* One side of all bars: ratio, place, value. */
static void put_bars(FILE *out, const struct effects *effects, unsigned bars, bool high)
{
    fprintf(out, "$%s << EOD\n", high ? "high" : "low");
    for (unsigned i = 0; i < bars; i++) {
        const struct side *side = high ? &effects->effect[i].high : &effects->effect[i].low;
        if (!isnan(side->ratio))
            fprintf(out, "%.17g %u %s\n", side->ratio, i, side->value);
    }
    fputs("EOD\n", out);
}

/* Bars of a side: above the line of their parameter those of low values, below it those of high ones. */
static void put_plot(FILE *out, bool high)
{
    const char *const name = high ? "high" : "low", *const from = high ? "$2" : "$2-0.36",
                      *const to = high ? "$2+0.36" : "$2", *const middle = high ? "$2+0.18" : "$2-0.18";
    fprintf(out,
            "$%s using 1:2:($1<1?$1:1):($1<1?1:$1):(%s):(%s) with boxxyerror fs solid 0.9 noborder lc rgb '%s' "
            "title '%s value', $%s using ($1<1?NaN:$1):(%s):3 with labels left offset 0.4,0 font ',9' notitle, "
            "$%s using ($1<1?$1:NaN):(%s):3 with labels right offset -0.4,0 font ',9' notitle",
            name, from, to, high ? "#e69f00" : "#0072b2", name, name, middle, name, middle);
}

bool sweep_put_tornado(FILE *out, const struct sweep_table *table, struct diag *diag)
{
    struct effects effects;
    unsigned       bars = 0, sides = 0;
    char           own[64];
    if (!find_effects(table, &effects, diag))
        return false;
    for (; bars < effects.count && bars < BARS_MAX && effects.effect[bars].size > 0; bars++)
        sides += (unsigned)(!isnan(effects.effect[bars].low.ratio) + !isnan(effects.effect[bars].high.ratio));
    if (effects.of > 1)
        snprintf(own, sizeof own, ", geometric means of %" PRIu64, effects.of);
    else
        snprintf(own, sizeof own, ": %.17g clocks", effects.own);
    if (!sides)
        return diag_set(diag, NULL, 0, "nothing to plot: no parameter changes cycles");
    put_bars(out, &effects, bars, false);
    put_bars(out, &effects, bars, true);
    fprintf(out,
            "set offsets graph 0.08, graph 0.08, 0, 0\nset yrange [%u.5:-0.5]\nset format x '%%.10g'\n"
            "set xlabel 'cycles, 1 is the chip as it is%s'\n"
            "set key outside bottom center horizontal noenhanced\nset arrow from 1, graph 0 to 1, graph 1 nohead "
            "lc rgb 'black' front\nset ytics noenhanced (",
            bars - 1, own);
    for (unsigned i = 0; i < bars; i++)
        fprintf(out, "%s'%s' %u", i ? ", " : "", effects.effect[i].name, i);
    fputs(")\nplot ", out);
    put_plot(out, false);
    fputs(", ", out);
    put_plot(out, true);
    return true;
}
