/* run_trace.c - the waveform of `wekiva run` and the files that open it in GTKWave. */
#include "tools/run_trace.h"

#include <string.h>
#include <unistd.h>

#include "tools/views.h"
#include "trace/gtkw.h"

/* The absolute path of this program, for the filter scripts; false when the system does not tell. */
static bool own_path(char *path, size_t size)
{
    const ssize_t length = readlink("/proc/self/exe", path, size - 1);
    if (length <= 0 || (size_t)length >= size - 1)
        return false;
    path[length] = '\0';
    return true;
}

static bool write_save_file(const struct run *run, struct diag *diag)
{
    char                      program[PATH_BYTES];
    const struct gtkw_options options = {.views = wekiva_views,
                                         .view_count = wekiva_view_count,
                                         .program = own_path(program, sizeof program) ? program : NULL,
                                         .overview = wekiva_overview};
    return gtkw_write(run->trace, &options, diag);
}

static bool open_view(struct run *run, struct diag *diag)
{
    const struct run_options *options = run->options;
    for (unsigned i = 0; i < options->watch_count; i++) {
        if (!watch_parse(options->watch[i], run->gpu, &run->watches[i], diag))
            return false;
        for (unsigned k = 0; k < i; k++)
            if (strcmp(run->watches[k].name, run->watches[i].name) == 0)
                return diag_set(diag, NULL, 0, "--watch %s: expected it only once", options->watch[i]);
    }
    return view_rows_open(&run->view, run->gpu, run->watches, options->watch_count) ||
           diag_set(diag, options->trace.path, 0, "no memory for the signals of the waveform");
}

bool run_trace_open(struct run *run, struct diag *diag)
{
    struct trace_options options = run->options->trace;
    options.elements = wekiva_elements;
    options.element_types = wekiva_element_types;
    if (!open_view(run, diag))
        return false;
    options.derived = &run->view.derivation;
    run->trace = trace_open(&options, run->gpu->instances, run->gpu->instance_count, diag);
    if (!run->trace)
        return false;
    if (write_save_file(run, diag))
        return true;
    trace_close(run->trace, NULL);
    run->trace = NULL;
    return false;
}

bool run_trace_close(struct run *run, struct diag *diag)
{
    const bool good = !run->traced || write_save_file(run, diag);
    /* The first thing that went wrong is the one to tell. */
    const bool closed = trace_close(run->trace, good ? diag : NULL);
    view_rows_close(&run->view);
    run->trace = NULL;
    return good && closed;
}

void run_trace_line(FILE *out, const char *path)
{
    const size_t stem = strlen(path) - strlen(".vcd");
    const bool   plain =
        strspn(path, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./+,:@%") == strlen(path) &&
        path[0] != '-';
    fprintf(out, "gtkwave %s%s", plain ? "" : "'", path[0] == '-' ? "./" : "");
    for (size_t i = 0; i < stem; i++)
        fprintf(out, !plain && path[i] == '\'' ? "'\\''" : "%c", path[i]);
    fprintf(out, ".gtkw%s\n", plain ? "" : "'");
}
