#include "tools/run/run_roofline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/programs.h"
#include "tools/run/run_loop.h"
#include "tools/sweep/gnuplot.h"

/* ---- what a launch has used ------------------------------------------------------------------------------------- */

bool run_roofline_name(const char *path)
{
    const size_t length = strlen(path);
    return length > 4 && (strcmp(path + length - 4, ".svg") == 0 || strcmp(path + length - 4, ".png") == 0);
}

bool run_roofline_can(struct run *run, struct diag *diag)
{
    const struct launch *const launch = run->machine.launch;
    struct machine_peak        peaks[MACHINE_PEAKS];
    const char *const          path = run->options->roofline;
    if (!path)
        return true;
    if (launch->together)
        return diag_set(diag, launch->path, launch->line[launch_several_key(launch)],
                        "%s: expected launches one after the other, with --roofline",
                        launch_key_name(launch_several_key(launch)));
    if (!programs_have("gnuplot"))
        return diag_set(diag, path, 0, "gnuplot is missing: `make deps-view` installs it (Debian: gnuplot-nox)");
    return machine_peaks(run->chip, peaks, diag) && run_roofline_read(run, diag);
}

static double moved(const struct machine_traffic *traffic, const struct result_statistic *statistics, unsigned count)
{
    double sum = 0;
    for (unsigned i = 0; i < 2; i++) {
        const struct machine_peak of = {.used = traffic->used[i], .each = traffic->each[i]};
        sum += peak_used(&of, statistics, count);
    }
    return sum;
}

/* A program and its folder; of a row the launch's number, too. */
static void set_name(struct roofline_point *point, const struct launch *launch)
{
    const char *name = launch->program.path;
    unsigned    parts = 0;
    for (const char *at = name + strlen(name); at > launch->program.path && parts < 2; at--)
        if (at[-1] == '/' && ++parts == 2)
            name = at;
    if (launch->row_count)
        snprintf(point->name, sizeof point->name, "%u %.50s", launch->number, name);
    else
        snprintf(point->name, sizeof point->name, "%.60s", name);
}

bool run_roofline_add(struct run *run, struct diag *diag)
{
    const struct machine_results *const  of = run->machine.kind->results;
    const struct machine_observer *const observer = run->counters.observed.by;
    struct run_roofline *const           roofline = &run->roofline;
    const struct machine_traffic *const  traffic = run->chip->family->traffic;
    struct result_statistic              none[1];
    if (!run->options->roofline)
        return true;
    const unsigned                 count = of->statistics(run->machine.of, none, 0);
    struct result_statistic *const statistics = calloc(count + 1, sizeof *statistics);
    struct roofline_point *const   points =
        statistics ? realloc(roofline->points, (roofline->count + 1) * sizeof *points) : NULL;
    if (points) {
        struct roofline_point *const point = &points[roofline->count++];
        roofline->points = points;
        of->statistics(run->machine.of, statistics, count);
        *point = (struct roofline_point){.flops = observer->flops(observer), .clocks = of->cycles(run->machine.of)};
        for (unsigned i = 0; traffic[i].peak; i++)
            point->moved[i] = moved(&traffic[i], statistics, count);
        set_name(point, run->machine.launch);
    }
    free(statistics);
    return points || diag_set(diag, NULL, 0, "not enough memory for the roofline");
}

void run_roofline_free(struct run_roofline *roofline)
{
    free(roofline->points);
    *roofline = (struct run_roofline){0};
}

/* ---- roofs ------------------------------------------------------------------------------------------------------ */

/* GFLOPS, and GB/s or the like, at the board's clock; without one at 1 GHz, where they are those of a clock. */
struct roofs {
    double                        flops, of[MACHINE_TRAFFIC], mhz;
    const struct machine_traffic *traffic;
    const char                   *board, *unit; /* of the first one: "GB/s" */
};

static const struct machine_peak *peak_of(const struct machine_peak *peaks, unsigned count, const char *name)
{
    unsigned i = 0;
    while (i < count - 1 && strcmp(peaks[i].name, name) != 0)
        i++;
    return &peaks[i];
}

static struct roofs roofs_of(const struct run *run)
{
    struct machine_peak                peaks[MACHINE_PEAKS];
    struct diag                        diag;
    const struct machine_family *const family = run->chip->family;
    unsigned                           mhz = 1000;
    const unsigned                     count = machine_peaks(run->chip, peaks, &diag);
    const char *const                  board = family->board ? family->board(run->chip->of, &mhz) : NULL;
    struct roofs roofs = {peak_rate(peak_of(peaks, count, "single precision"), mhz), {0}, mhz, family->traffic, board,
                          peak_of(peaks, count, family->traffic->peak)->rate};
    for (unsigned i = 0; family->traffic[i].peak; i++)
        roofs.of[i] = peak_rate(peak_of(peaks, count, family->traffic[i].peak), mhz);
    return roofs;
}

/* What a launch of these flops and bytes could do at most: the roof, and its name. */
static double roof_over(const struct roofs *roofs, const struct roofline_point *point, const char **name)
{
    double lowest = roofs->flops;
    *name = "single precision";
    for (unsigned i = 0; roofs->traffic[i].peak; i++) {
        const double roof = point->moved[i] > 0 ? roofs->of[i] * point->flops / point->moved[i] : INFINITY;
        if (roof < lowest) {
            lowest = roof;
            *name = roofs->traffic[i].peak;
        }
    }
    return lowest;
}

static double gflops(const struct roofs *roofs, const struct roofline_point *point)
{
    return point->flops / (double)point->clocks * roofs->mhz / 1000;
}

void run_roofline_print(FILE *out, const struct run *run)
{
    const struct roofs roofs = roofs_of(run);
    for (unsigned i = run->roofline.before; i < run->roofline.count; i++) {
        const struct roofline_point *const point = &run->roofline.points[i];
        const char                        *name;
        const double                       roof = roof_over(&roofs, point, &name), reached = gflops(&roofs, point);
        if (point->flops <= 0) {
            fprintf(out, "roofline: %s has no operation in single precision\n", point->name);
            continue;
        }
        fprintf(out, "roofline: %s: %.0f flops", point->name, point->flops);
        for (unsigned t = 0; roofs.traffic[t].peak; t++)
            fprintf(out, ", %.0f %s", point->moved[t], roofs.traffic[t].unit);
        if (point->moved[0] > 0)
            fprintf(out, "; %.3g flops a %s", point->flops / point->moved[0], roofs.traffic->one);
        fprintf(out, "\n  %.4g GFLOPS at %.0f MHz, %.1f %% of the roof above it, %.4g by %s\n", reached, roofs.mhz,
                100 * reached / roof, roof, name);
    }
}

/* ---- the plot --------------------------------------------------------------------------------------------------- */

static void put_quoted(FILE *out, const char *text)
{
    fputc('\'', out);
    for (; *text; text++)
        fputs((const char[]){*text == '\'' ? '\'' : *text, *text == '\'' ? '\'' : '\0', '\0'}, out);
    fputc('\'', out);
}

/* Points without traffic stand at the right end. */
static void put_script(FILE *out, const struct run *run, const struct roofs *roofs)
{
    const double ridge = roofs->flops / roofs->of[0];
    double       right = 16 * ridge, left = ridge / 256;
    const bool   svg = strcmp(run->options->roofline + strlen(run->options->roofline) - 4, ".svg") == 0;
    for (unsigned i = 0; i < run->roofline.count; i++) {
        const struct roofline_point *const point = &run->roofline.points[i];
        if (point->flops > 0 && point->moved[0] > 0) {
            right = fmax(right, 2 * point->flops / point->moved[0]);
            left = fmin(left, point->flops / point->moved[0] / 2);
        }
    }
    fputs("$points << EOD\n", out);
    for (unsigned i = 0; i < run->roofline.count; i++) {
        const struct roofline_point *const point = &run->roofline.points[i];
        if (point->flops > 0)
            fprintf(out, "%.6g %.6g \"%s\"\n", point->moved[0] > 0 ? point->flops / point->moved[0] : right,
                    gflops(roofs, point), point->name);
    }
    fprintf(out, "EOD\nset terminal %s\nset output ",
            svg ? "svg size 900,560 font 'sans,14' background 'white'" : "pngcairo size 1200,750 font 'sans,14'");
    put_quoted(out, run->options->roofline);
    fprintf(out,
            "\nset termoption noenhanced\nset logscale xy\nset grid lc rgb '#d8d8d8'\nset border 3\nset tics "
            "nomirror\nset key top left\n"
            "set xrange [%.6g:%.6g]\nset xlabel 'flops a %s'\nset ylabel 'GFLOPS at %.0f MHz'\n"
            "roof(x) = x * %.9g < %.9g ? x * %.9g : %.9g\n"
            "plot roof(x) with lines lw 2 lc rgb 'black' title '%s: %.4g GFLOPS, %.4g %s', "
            "$points using 1:2 with points pt 7 ps 1.2 lc rgb '#c03030' notitle, "
            "$points using 1:2:3 with labels offset 1,1 left notitle\nunset output\n",
            left, 16 * right, roofs->traffic->one, roofs->mhz, roofs->of[0], roofs->flops, roofs->of[0], roofs->flops,
            run->chip->name, roofs->flops, roofs->of[0], roofs->unit);
}

bool run_roofline_draw(const struct run *run, struct diag *diag)
{
    const char *const path = run->options->roofline;
    char             *script = NULL, said[400];
    size_t            size;
    bool              points = false;
    for (unsigned i = 0; path && i < run->roofline.count; i++)
        points |= run->roofline.points[i].flops > 0;
    if (!points)
        return !path || diag_set(diag, path, 0, "nothing to draw: no launch has an operation in single precision");
    FILE *const        out = open_memstream(&script, &size);
    const struct roofs roofs = roofs_of(run);
    if (out)
        put_script(out, run, &roofs);
    if (!out || fclose(out) != 0) {
        free(script);
        return diag_set(diag, path, 0, "not enough memory for the roofline");
    }
    const bool good = gnuplot_run(script, said, sizeof said);
    free(script);
    return good || diag_set(diag, path, 0, "gnuplot has not drawn it%s%.350s", said[0] ? ": " : "", said);
}
