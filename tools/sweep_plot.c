/* sweep_plot.c - writes a gnuplot script with its data in it, and lets gnuplot draw it. */
#include "tools/sweep_plot.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/output.h"

extern char **environ;

enum { CURVES_MAX = 32 };

/* ---- gnuplot ---------------------------------------------------------------------------------------------------- */

bool sweep_plot_name(const char *path)
{
    const size_t length = strlen(path);
    return length > 4 && (strcmp(path + length - 4, ".png") == 0 || strcmp(path + length - 4, ".svg") == 0);
}

bool sweep_plot_there(void)
{
    const char *path = getenv("PATH");
    char        name[4096];
    while (path && *path) {
        const int length = (int)strcspn(path, ":");
        snprintf(name, sizeof name, "%.*s/gnuplot", length, path);
        if (access(name, X_OK) == 0)
            return true;
        path += length;
        path += *path == ':';
    }
    return false;
}

/* Runs gnuplot on a script; the first line of what it says goes to `said`. */
static bool run_gnuplot(const char *script, char *said, size_t size)
{
    char *const argv[] = {(char[]){"gnuplot"}, (char[]){"-d"}, (char[]){"-"}, NULL};
    int         in[2] = {-1, -1}, status = -1;
    pid_t       child = -1;
    FILE       *words = tmpfile();
    said[0] = '\0';
    if (words && pipe(in) == 0) {
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&actions, fileno(words), STDERR_FILENO);
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_addclose(&actions, in[1]);
        const int error = posix_spawnp(&child, argv[0], &actions, NULL, argv, environ);
        posix_spawn_file_actions_destroy(&actions);
        close(in[0]);
        if (error)
            child = -1;
        for (size_t left = error ? 0 : strlen(script); left > 0;) {
            const ssize_t n = write(in[1], script, left);
            if (n < 0 && errno != EINTR)
                break;
            script += n > 0 ? n : 0;
            left -= n > 0 ? (size_t)n : 0;
        }
        close(in[1]);
        while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
            continue;
    }
    if (words) {
        rewind(words);
        while (fgets(said, (int)size, words) && strspn(said, " \t\n^") == strlen(said))
            said[0] = '\0';
        said[strcspn(said, "\n")] = '\0';
        fclose(words);
    }
    return child > 0 && status == 0;
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
        if (axis->count > 1 &&
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
        if (strcmp(axes[i].name, drawing->x.name) == 0)
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

static void put_title(FILE *out, const struct drawing *drawing, unsigned curve)
{
    char   text[512] = "", cell[64];
    size_t used = 0;
    for (unsigned a = 0; a < drawing->axis_count && used < sizeof text; a++) {
        const struct sweep_column *axis = &drawing->axes[a];
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s %s", a ? ", " : "", axis->name,
                                 sweep_report_cell(axis, drawing->first[curve], cell, sizeof cell));
    }
    put_quoted(out, text);
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

static void put_script(FILE *out, const struct drawing *drawing, const char *path, bool svg)
{
    fprintf(out, svg ? "set terminal svg size 900,560 font 'sans,14' background 'white'\n"
                     : "set terminal pngcairo size 1200,750 font 'sans,14'\n");
    fputs("set output ", out);
    put_quoted(out, path);
    fputs("\nset grid lc rgb '#d8d8d8'\nset border 3\nset tics nomirror\nset key outside right top noenhanced\n"
          "set yrange [0:*]\nset format y '%.10g'\n",
          out);
    put_label(out, "x", &drawing->x);
    put_label(out, "y", &drawing->y);
    if (!drawing->x.numeric)
        put_names(out, drawing);
    put_data(out, drawing);
    fputs("plot ", out);
    for (unsigned c = 0; c < drawing->curves; c++) {
        fprintf(out, "%s$c%u using 1:2 smooth unique with linespoints lw 2 pt 7 ps 0.6 ", c ? ", " : "", c);
        if (drawing->axis_count) {
            fputs("title ", out);
            put_title(out, drawing, c);
        } else {
            fputs("notitle", out);
        }
    }
    if (drawing->table->pareto_count)
        fputs(", $pareto using 1:2 with points pt 6 ps 1.8 lc rgb 'black' title \"Pareto set\"", out);
    fputs("\nunset output\n", out);
}

/* ---- plots ------------------------------------------------------------------------------------------------------ */

static bool draw(const struct sweep_table *table, const struct sweep_report *report, const char *path, bool svg,
                 struct diag *diag)
{
    struct drawing drawing;
    char          *script = NULL, said[400];
    size_t         size;
    bool           good = drawing_make(&drawing, table, report, diag);
    unsigned       points = 0;
    for (unsigned i = 0; good && i < table->rows; i++)
        points += isnan(drawing.y.number[i]) ? 0 : 1;
    if (good && !points)
        good = diag_set(diag, path, 0, "nothing to plot: no point has %.200s", drawing.y.name);
    FILE *out = good ? open_memstream(&script, &size) : NULL;
    if (out) {
        put_script(out, &drawing, path, svg);
        good = fclose(out) == 0;
    }
    drawing_free(&drawing);
    if (!good || !script) {
        free(script);
        return good ? diag_set(diag, NULL, 0, "not enough memory for the plot") : false;
    }
    good = run_gnuplot(script, said, sizeof said);
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
