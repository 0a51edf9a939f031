/* sweep_plot.c - a gnuplot script with a plot's data in it. */
#include "tools/sweep/sweep_plot.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kit/programs.h"
#include "tools/output.h"
#include "tools/sweep/gnuplot.h"

enum { CURVES_MAX = 32 };

/* ---- names ------------------------------------------------------------------------------------------------------- */

bool sweep_plot_name(const char *path)
{
    const size_t length = strlen(path);
    return length > 4 && (strcmp(path + length - 4, ".png") == 0 || strcmp(path + length - 4, ".svg") == 0);
}

bool sweep_plot_there(void)
{
    return programs_have("gnuplot");
}

/* ---- what is drawn ---------------------------------------------------------------------------------------------- */

struct drawing {
    const struct sweep_table *table;
    struct sweep_column       x, y;
    struct sweep_column       axes[SWEEP_AXES_MAX]; /* that tell curves apart */
    unsigned                  axis_count;
    unsigned                 *curve;             /* of each row */
    unsigned                  first[CURVES_MAX]; /* row of a curve */
    unsigned                  curves;
};

static void drawing_free(struct drawing *drawing)
{
    sweep_column_free(&drawing->x);
    sweep_column_free(&drawing->y);
    for (unsigned i = 0; i < drawing->axis_count; i++)
        sweep_column_free(&drawing->axes[i]);
    free(drawing->curve);
}

/* Without --x: the axis of numbers with the most values, else the first one with several. */
static const char *choose_x(const struct sweep *sweep)
{
    const struct sweep_axis *best = NULL;
    bool                     best_numeric = false;
    for (unsigned i = 0; i < sweep->axis_count; i++) {
        const struct sweep_axis *axis = &sweep->axes[i];
        bool                     numeric = true;
        for (unsigned v = 0; numeric && v < axis->count; v++)
            numeric = strspn(axis->values[v].text, "0123456789") == strlen(axis->values[v].text);
        if (axis->count > 1 && (int)i != sweep_seed_axis(sweep) &&
            (!best || numeric > best_numeric || (numeric == best_numeric && axis->count > best->count))) {
            best = axis;
            best_numeric = numeric;
        }
    }
    return best ? best->name : "point";
}

static bool same_cell(const struct sweep_column *column, unsigned one, unsigned other)
{
    return column->numeric ? column->number[one] == column->number[other]
                           : strcmp(column->text[one], column->text[other]) == 0;
}

static bool find_curves(struct drawing *drawing, struct diag *diag)
{
    const struct sweep_table *table = drawing->table;
    drawing->curve = calloc(table->rows + 1, sizeof *drawing->curve);
    if (!drawing->curve)
        return diag_set(diag, NULL, 0, "not enough memory for the plot");
    for (unsigned i = 0; i < table->rows; i++) {
        unsigned c = 0;
        for (; c < drawing->curves; c++) {
            bool same = true;
            for (unsigned a = 0; same && a < drawing->axis_count; a++)
                same = same_cell(&drawing->axes[a], i, drawing->first[c]);
            if (same)
                break;
        }
        if (c == CURVES_MAX)
            return diag_set(
                diag, NULL, 0,
                "a plot of more than %d curves cannot be read: expected fewer values of the axes other than %s",
                CURVES_MAX, drawing->x.name);
        if (c == drawing->curves)
            drawing->first[drawing->curves++] = i;
        drawing->curve[i] = c;
    }
    return true;
}

/* Seeds make no curves of their own, but points around one. */
static bool is_seeds(const struct sweep *sweep, const char *axis)
{
    const int seeds = sweep_seed_axis(sweep);
    return seeds >= 0 && strcmp(sweep->axes[seeds].name, axis) == 0;
}

static bool drawing_make(struct drawing *drawing, const struct sweep_table *table, const struct sweep_report *report,
                         struct diag *diag)
{
    const char *const   x = report->x ? report->x : choose_x(table->sweep);
    struct sweep_column axes[SWEEP_AXES_MAX];
    *drawing = (struct drawing){.table = table};
    if (!sweep_column_make(table, x, &drawing->x, diag) ||
        !sweep_column_make(table, report->y ? report->y : "cycles", &drawing->y, diag))
        return false;
    if (!drawing->y.numeric)
        return diag_set(diag, NULL, 0, "--y %.200s: has no numbers, expected a column that does", drawing->y.name);
    const unsigned count = sweep_table_axes(table, axes);
    for (unsigned i = 0; i < count; i++)
        if (strcmp(axes[i].name, drawing->x.name) == 0 || is_seeds(table->sweep, axes[i].name))
            sweep_column_free(&axes[i]);
        else
            drawing->axes[drawing->axis_count++] = axes[i];
    return find_curves(drawing, diag);
}

/* ---- the script ------------------------------------------------------------------------------------------------- */

/* In double quotes gnuplot knows escapes. */
static void put_quoted(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            fputc('\\', out);
        fputc((unsigned char)*text < ' ' ? ' ' : *text, out);
    }
    fputc('"', out);
}

static void put_label(FILE *out, const char *which, const struct sweep_column *column)
{
    char text[512];
    snprintf(text, sizeof text, column->unit[0] ? "%.240s [%.240s]" : "%.240s", column->name, column->unit);
    fprintf(out, "set %slabel ", which);
    put_quoted(out, text);
    fputs(" noenhanced\n", out);
}

/* Values of the axes that tell a curve apart; the legend's title has their names. */
static void name_curve(const struct drawing *drawing, unsigned curve, char *text, size_t size)
{
    char   cell[64];
    size_t used = 0;
    text[0] = 0;
    for (unsigned a = 0; a < drawing->axis_count && used < size; a++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", a ? ", " : "",
                                 sweep_report_cell(&drawing->axes[a], drawing->first[curve], cell, sizeof cell));
}

static double x_of(const struct drawing *drawing, unsigned row);

/* Every point of one curve is one of the other's. */
static bool lies_in(const struct drawing *drawing, unsigned one, unsigned other)
{
    const struct sweep_column *y = &drawing->y;
    for (unsigned i = 0; i < drawing->table->rows; i++) {
        bool found = drawing->curve[i] != one || isnan(y->number[i]);
        for (unsigned j = 0; !found && j < drawing->table->rows; j++)
            found = drawing->curve[j] == other && x_of(drawing, i) == x_of(drawing, j) && y->number[i] == y->number[j];
        if (!found)
            return false;
    }
    return true;
}

/* An earlier curve that lies where this one does, or the curve itself. */
static unsigned same_as(const struct drawing *drawing, unsigned curve)
{
    for (unsigned c = 0; c < curve; c++)
        if (lies_in(drawing, c, curve) && lies_in(drawing, curve, c))
            return c;
    return curve;
}

static void put_title(FILE *out, const struct drawing *drawing, unsigned curve)
{
    char           text[600], other[240];
    const unsigned same = same_as(drawing, curve);
    name_curve(drawing, curve, text, sizeof text / 2);
    name_curve(drawing, same, other, sizeof other);
    if (same != curve)
        snprintf(text + strlen(text), sizeof text - strlen(text), " (as %s)", other);
    put_quoted(out, text);
}

/* The legend: axes' names as its title, small where there are many curves. */
static void put_key(FILE *out, const struct drawing *drawing)
{
    char   text[512] = "";
    size_t used = 0;
    for (unsigned a = 0; a < drawing->axis_count && used < sizeof text; a++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", a ? ", " : "", drawing->axes[a].name);
    fprintf(out, "set key outside right top noenhanced samplen 2 font ',%u'\nset key title ",
            drawing->curves > 16 ? 9 : 11);
    put_quoted(out, text);
    fputs(" noenhanced\n", out);
}

/* Eight colours, then the same ones with other dashes and points. */
static void put_style(FILE *out, unsigned curve)
{
    static const char *const colours[] = {"#9400d3", "#009e73", "#56b4e9", "#e69f00",
                                          "#0072b2", "#e51e10", "#7f7f00", "#000000"};
    static const unsigned    points[] = {7, 5, 9, 13};
    enum { COLOURS = sizeof colours / sizeof colours[0] };
    const unsigned turn = curve / COLOURS;
    fprintf(out, "lw 2 lc rgb '%s' dt %u pt %u ps 0.7 ", colours[curve % COLOURS], turn + 1, points[turn % 4]);
}

/* Where values of x have names they stand side by side in the order of the axis. */
static double x_of(const struct drawing *drawing, unsigned row)
{
    if (drawing->x.numeric)
        return drawing->x.number[row];
    unsigned place = 0;
    for (unsigned i = 0; i < drawing->table->rows; i++) {
        bool first = true;
        for (unsigned j = 0; first && j < i; j++)
            first = strcmp(drawing->x.text[i], drawing->x.text[j]) != 0;
        if (strcmp(drawing->x.text[i], drawing->x.text[row]) == 0)
            return place;
        place += first;
    }
    return place;
}

static void put_names(FILE *out, const struct drawing *drawing)
{
    fputs("set xtics (", out);
    const char *between = "";
    for (unsigned i = 0; i < drawing->table->rows; i++) {
        bool first = true;
        for (unsigned j = 0; first && j < i; j++)
            first = strcmp(drawing->x.text[i], drawing->x.text[j]) != 0;
        if (!first)
            continue;
        fputs(between, out);
        put_quoted(out, drawing->x.text[i]);
        fprintf(out, " %.17g", x_of(drawing, i));
        between = ", ";
    }
    fputs(") noenhanced\nset offsets 0.5, 0.5, 0, 0\n", out);
}

static void put_data(FILE *out, const struct drawing *drawing)
{
    for (unsigned c = 0; c < drawing->curves; c++) {
        fprintf(out, "$c%u << EOD\n", c);
        for (unsigned i = 0; i < drawing->table->rows; i++)
            if (drawing->curve[i] == c && !isnan(drawing->y.number[i]) && !isnan(x_of(drawing, i)))
                fprintf(out, "%.17g %.17g\n", x_of(drawing, i), drawing->y.number[i]);
        fputs("EOD\n", out);
    }
    fputs("$pareto << EOD\n", out);
    for (unsigned i = 0; drawing->table->pareto && i < drawing->table->rows; i++)
        if (drawing->table->pareto[i] && !isnan(drawing->y.number[i]) && !isnan(x_of(drawing, i)))
            fprintf(out, "%.17g %.17g\n", x_of(drawing, i), drawing->y.number[i]);
    fputs("EOD\n", out);
}

static void put_script(FILE *out, const struct drawing *drawing)
{
    fputs("set yrange [0:*]\nset format y '%.10g'\n", out);
    put_key(out, drawing);
    put_label(out, "x", &drawing->x);
    put_label(out, "y", &drawing->y);
    if (!drawing->x.numeric)
        put_names(out, drawing);
    put_data(out, drawing);
    fputs("plot ", out);
    for (unsigned c = 0; c < drawing->curves; c++) {
        fprintf(out, "%s$c%u using 1:2 smooth unique with linespoints ", c ? ", " : "", c);
        put_style(out, c);
        if (drawing->axis_count) {
            fputs("title ", out);
            put_title(out, drawing, c);
        } else {
            fputs("notitle", out);
        }
    }
    for (unsigned c = 0; c < drawing->curves && sweep_seed_axis(drawing->table->sweep) >= 0; c++)
        fprintf(out, ", $c%u using 1:2 with points pt 7 ps 0.3 lc rgb 'black' notitle", c);
    if (drawing->table->pareto_count)
        fputs(", $pareto using 1:2 with points pt 6 ps 1.8 lc rgb 'black' title \"Pareto set\"", out);
}

/* ---- plots ------------------------------------------------------------------------------------------------------ */

static void put_head(FILE *out, const char *path, bool svg)
{
    fprintf(out, svg ? "set terminal svg size 900,560 font 'sans,14' background 'white'\n"
                     : "set terminal pngcairo size 1200,750 font 'sans,14'\n");
    fputs("set output ", out);
    put_quoted(out, path);
    fputs("\nset grid lc rgb '#d8d8d8'\nset border 3\nset tics nomirror\n", out);
}

static bool put_curves(FILE *out, const struct sweep_table *table, const struct sweep_report *report, struct diag *diag)
{
    struct drawing drawing;
    bool           good = drawing_make(&drawing, table, report, diag);
    unsigned       points = 0;
    for (unsigned i = 0; good && i < table->rows; i++)
        points += isnan(drawing.y.number[i]) ? 0 : 1;
    if (good && !points)
        good = diag_set(diag, NULL, 0, "nothing to plot: no point has %.200s", drawing.y.name);
    if (good)
        put_script(out, &drawing);
    drawing_free(&drawing);
    return good;
}

/* Of --sensitivity a tornado, unless the columns of a plot are given. */
static bool draw(const struct sweep_table *table, const struct sweep_report *report, const char *path, bool svg,
                 struct diag *diag)
{
    const bool tornado = table->sweep->sensitivity && !report->x && !report->y;
    char      *script = NULL, said[400];
    size_t     size;
    FILE      *out = open_memstream(&script, &size);
    bool       good = out || diag_set(diag, NULL, 0, "not enough memory for the plot");
    if (good) {
        put_head(out, path, svg);
        good = tornado ? sweep_put_tornado(out, table, diag) : put_curves(out, table, report, diag);
        fputs("\nunset output\n", out);
        const bool whole = fclose(out) == 0;
        good = good && (whole || diag_set(diag, NULL, 0, "not enough memory for the plot"));
    }
    if (!good) {
        free(script);
        return false;
    }
    good = gnuplot_run(script, said, sizeof said);
    free(script);
    if (!good && !sweep_plot_there())
        return diag_set(diag, path, 0, "gnuplot is missing: `make deps-view` installs it (Debian: gnuplot-nox)");
    return good || diag_set(diag, path, 0, "gnuplot has not drawn it%s%.350s", said[0] ? ": " : "", said);
}

bool sweep_plot_try(const struct sweep_table *table, const struct sweep_report *report, struct diag *diag)
{
    struct drawing drawing;
    const bool     good = drawing_make(&drawing, table, report, diag);
    drawing_free(&drawing);
    return good;
}

bool sweep_plot(const struct sweep_table *table, const struct sweep_report *report, const char *path, struct diag *diag)
{
    const bool svg = strcmp(path + strlen(path) - 4, ".svg") == 0;
    return draw(table, report, path, svg, diag);
}

char *sweep_plot_svg(const struct sweep_table *table, const struct sweep_report *report, struct diag *diag)
{
    char   name[] = "/tmp/wekiva-XXXXXX";
    size_t size;
    int    fd = mkstemp(name);
    char  *text = NULL;
    if (fd < 0) {
        diag_set(diag, name, 0, "cannot create: %s", strerror(errno));
        return NULL;
    }
    close(fd);
    if (draw(table, report, name, true, diag)) {
        text = input_load(name, 1 << 28, &size, diag);
        char *whole = text ? realloc(text, size + 1) : NULL;
        if (whole)
            whole[size] = '\0';
        else
            free(text);
        text = whole;
    }
    unlink(name);
    return text;
}
