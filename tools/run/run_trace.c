/* run_trace.c - the waveform of `wekiva run` and the files that open it in GTKWave. */
#include "tools/run/run_trace.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kit/text.h"
#include "rtl_model/shown.h"
#include "tb/lockstep/differs.h"
#include "tb/lockstep/takeover.h"
#include "tools/output.h"
#include "tools/run/run_flip.h"
#include "tools/run/run_live.h"
#include "tools/run/run_trigger.h"

/* The absolute path of this program, for the filter scripts; false when the system does not tell. */
static bool own_path(char *path, size_t size)
{
    const ssize_t length = readlink("/proc/self/exe", path, size - 1);
    if (length <= 0 || (size_t)length >= size - 1)
        return false;
    path[length] = '\0';
    return true;
}

struct gtkw_options run_trace_viewer(const struct machine_looks *looks, bool comparison, char program[PATH_BYTES])
{
    return (struct gtkw_options){.views = looks->views,
                                 .view_count = looks->view_count,
                                 .program = own_path(program, PATH_BYTES) ? program : NULL,
                                 .open = comparison ? "model,rtl" : NULL,
                                 .overview = comparison ? NULL : looks->overview};
}

static bool write_save_file(struct run *run, struct trace *trace, struct diag *diag)
{
    if (!run->options->trace.path)
        return true;
    char                program[PATH_BYTES];
    struct differs_view view = {.count = 0};
    struct gtkw_options options = run_trace_viewer(run->machine.kind->looks, false, program);
    options.at = run_trigger_event(run);
    if (run->takeover && takeover_differs(run->takeover)) {
        options.at = takeover_differs(run->takeover);
        options.at_name = "first difference";
        takeover_view(run->takeover, &view, &run->trace_how);
        differs_view_add(&view, options.overview);
        options.overview = view.rows;
    }
    run_flip_view(run, &options, &view);
    free(run->save_file);
    run->save_file = NULL;
    const bool good = !view.failed && gtkw_write(trace, &options, &run->save_file, diag);
    if (view.failed)
        diag_set(diag, run->options->trace.path, 0, "not enough memory");
    differs_view_free(&view);
    return good;
}

/* When the waveform is lost, what belongs to it is of no use. */
static void drop_view(struct run *run)
{
    struct stat               status;
    char                      program[PATH_BYTES];
    const struct gtkw_options options = run_trace_viewer(run->machine.kind->looks, false, program);
    run->traced = false;
    if (!run->options->trace.path)
        return;
    if (stat(run->options->trace.path, &status) == 0 && S_ISREG(status.st_mode))
        return;
    gtkw_remove(run->options->trace.path, &options, run->save_file, run->made_view);
    free(run->save_file);
    run->save_file = NULL;
}

bool run_trace_take_view(const char *path, const struct machine_looks *looks, struct path_set *paths, enum path_use use,
                         struct diag *diag)
{
    char                      program[PATH_BYTES];
    const struct gtkw_options options = run_trace_viewer(looks, false, program);
    return paths_take(paths, use, path, use == PATH_READ ? "the waveform" : "--trace", diag) &&
           gtkw_take_files(path, &options, paths, diag);
}

struct machine_rows *run_trace_rows(const struct run *run, struct diag *diag)
{
    const struct run_options *options = run->options;
    struct diag               why = {0};
    struct machine_rows      *rows =
        run->machine.kind->results->rows(run->machine.of, options->watch, options->watch_count, &why);
    if (!rows)
        diag_set(diag, NULL, 0, "%s%.1000s", options->watch_count ? "--watch " : "", why.what);
    return rows;
}

bool run_trace_open(struct run *run, struct diag *diag)
{
    struct rtl_machine   shown = run->machine;
    struct trace_options options = run->options->trace;
    options.elements = run->machine.kind->looks->elements;
    options.element_types = run->machine.kind->looks->element_types;
    options.behind = run->machine.kind->behind;
    run->made_view = options.path && !gtkw_is_there(options.path);
    run->rows = run_trace_rows(run, diag);
    if (!run->rows)
        return false;
    options.derived = &run->rows->derivation;
    if (run->takeover && !takeover_show(run->takeover, &shown))
        return diag_set(diag, options.path, 0, "not enough memory for what blocks have inside");
    if (!run_flip_show(run, &shown))
        return diag_set(diag, options.path, 0, "not enough memory for --flip");
    run->shown_count = shown.instance_count;
    run->trace_how = options;
    run->trace = machine_trace_open(&shown, &options, run->options->trace_apart, diag);
    if (!run->trace)
        return false;
    machine_show_for(&shown, run->trace, run->counters.observed.by);
    if (write_save_file(run, run->trace, diag) &&
        (!run->options->live || run_live_open(options.path, run->save_file, diag)))
        return true;
    trace_abandon(run->trace);
    run->trace = NULL;
    drop_view(run);
    return false;
}

void run_trace_close(struct run *run)
{
    struct diag *const  diag = &run->trace_diag;
    struct trace *const trace = run->trace;
    run->trace = NULL;
    if (!trace)
        return;
    trace_settle(trace);
    if (run->trigger && !run->traced) {
        run->trace_lost = true;
        diag_set(diag, "--trigger", 1, "%s", "the expression did not begin to hold in this run: no waveform");
        trace_abandon(trace);
        drop_view(run);
        return;
    }
    if (run->traced && run->options->trace.toggles && !run_activity_take(&run->activity, &run->machine, trace))
        output_say("--activity: not enough memory");
    /* The first thing that went wrong is the one to tell. */
    const bool shown = !run->traced || trace_failed(trace) || write_save_file(run, trace, diag);
    const bool whole = trace_close(trace, shown ? diag : NULL);
    run->trace_lost = !whole || !shown;
    if (run->trace_lost)
        drop_view(run);
}

void run_trace_line(FILE *out, const char *save_file)
{
    const bool plain = strspn(save_file, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./+,:@%") ==
                           strlen(save_file) &&
                       save_file[0] != '-';
    fprintf(out, "gtkwave %s%s", plain ? "" : "'", save_file[0] == '-' ? "./" : "");
    char visible[4096];
    for (const char *c = text_visible(visible, sizeof visible, save_file); *c; c++)
        fprintf(out, !plain && *c == '\'' ? "'\\''" : "%c", *c);
    fprintf(out, "%s\n", plain ? "" : "'");
}

void run_trace_kept(FILE *out, const char *path, const char *save_file)
{
    const size_t stem = strlen(path) - strlen(".vcd");
    char         name[4096], visible[4096];
    snprintf(name, sizeof name, "%.*s", (int)stem, path);
    if (strcmp(save_file + stem, ".gtkw") != 0)
        fprintf(out, "%s.gtkw has been changed and is kept; ", text_visible(visible, sizeof visible, name));
}
