/* run_trace.c - the waveform of `wekiva run` and the files that open it in GTKWave. */
#include "tools/run_trace.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rtl_model/r700/views.h"

/* The absolute path of this program, for the filter scripts; false when the system does not tell. */
static bool own_path(char *path, size_t size)
{
    const ssize_t length = readlink("/proc/self/exe", path, size - 1);
    if (length <= 0 || (size_t)length >= size - 1)
        return false;
    path[length] = '\0';
    return true;
}

struct gtkw_options run_trace_viewer(bool comparison, char program[PATH_BYTES])
{
    return (struct gtkw_options){.views = r700_views,
                                 .view_count = r700_view_count,
                                 .program = own_path(program, PATH_BYTES) ? program : NULL,
                                 .open = comparison ? "model,rtl" : NULL,
                                 .overview = comparison ? NULL : r700_overview};
}

static bool write_save_file(struct run *run, const struct trace *trace, struct diag *diag)
{
    char                      program[PATH_BYTES];
    const struct gtkw_options options = run_trace_viewer(false, program);
    free(run->save_file);
    run->save_file = NULL;
    return gtkw_write(trace, &options, &run->save_file, diag);
}

/* When the waveform is lost, what belongs to it is of no use. */
static void drop_view(struct run *run)
{
    struct stat               status;
    char                      program[PATH_BYTES];
    const struct gtkw_options options = run_trace_viewer(false, program);
    run->traced = false;
    if (stat(run->options->trace.path, &status) == 0 && S_ISREG(status.st_mode))
        return;
    gtkw_remove(run->options->trace.path, &options, run->save_file, run->made_view);
    free(run->save_file);
    run->save_file = NULL;
}

bool run_trace_take_view(const char *path, struct path_set *paths, enum path_use use, struct diag *diag)
{
    char                      program[PATH_BYTES];
    const struct gtkw_options options = run_trace_viewer(false, program);
    return paths_take(paths, use, path, use == PATH_READ ? "the waveform" : "--trace", diag) &&
           gtkw_take_files(path, &options, paths, diag);
}

bool run_trace_take_files(const char *path, struct path_set *paths, struct diag *diag)
{
    /* The last one vcd2fst makes, and removes at its end. */
    return run_trace_take_view(path, paths, PATH_WRITTEN, diag) &&
           (strcmp(path + strlen(path) - 4, ".fst") != 0 ||
            paths_take_beside(paths, PATH_WRITTEN, path, ".hier", "a file of --trace", diag));
}

static bool open_view(struct run *run, struct diag *diag)
{
    const struct run_options *options = run->options;
    for (unsigned i = 0; i < options->watch_count; i++) {
        if (!watch_parse(options->watch[i], run->gpu, &run->watches[i], diag))
            return false;
        for (unsigned k = 0; k < i; k++)
            if (watch_same(&run->watches[k], &run->watches[i]))
                return diag_set(diag, NULL, 0, "--watch %s: expected it only once", options->watch[i]);
    }
    return view_rows_open(&run->view, run->gpu, run->watches, options->watch_count) ||
           diag_set(diag, options->trace.path, 0, "no memory for the signals of the waveform");
}

bool run_trace_open(struct run *run, struct diag *diag)
{
    struct trace_options options = run->options->trace;
    options.elements = r700_elements;
    options.element_types = r700_element_types;
    run->made_view = !gtkw_is_there(options.path);
    if (!open_view(run, diag))
        return false;
    options.derived = &run->view.derivation;
    run->trace = trace_open(&options, run->gpu->instances, run->gpu->instance_count, diag);
    if (!run->trace)
        return false;
    if (write_save_file(run, run->trace, diag))
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
    for (const char *c = save_file; *c; c++)
        fprintf(out, !plain && *c == '\'' ? "'\\''" : "%c", *c);
    fprintf(out, "%s\n", plain ? "" : "'");
}

void run_trace_kept(FILE *out, const char *path, const char *save_file)
{
    const size_t stem = strlen(path) - strlen(".vcd");
    if (strcmp(save_file + stem, ".gtkw") != 0)
        fprintf(out, "%.*s.gtkw has been changed and is kept; ", (int)stem, path);
}
