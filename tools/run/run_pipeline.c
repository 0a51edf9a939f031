#include "tools/run/run_pipeline.h"
#include "tools/output.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "trace/pipe_view.h"

enum { KANATA, PERFETTO, VIEWS };

struct run_pipeline {
    struct machine_pipeline *of;
    struct run_view {
        const char       *path;
        struct pipe_view *file; /* NULL: not asked for, or closed at its limit */
    } views[VIEWS];
    bool     begun, seen;
    uint64_t last; /* cycle that is in them */
};

bool run_pipeline_waves(const char *text, struct run_options *options)
{
    for (const char *at = text;; at++) {
        char         *end;
        unsigned long first, last;
        if (*at < '0' || *at > '9' || options->pipeline_range_count == MACHINE_RANGES)
            return false;
        first = last = strtoul(at, &end, 10);
        if (*end == '-' && end[1] >= '0' && end[1] <= '9')
            last = strtoul(end + 1, &end, 10);
        if ((*end && *end != ',') || last < first || last >= UINT32_MAX)
            return false;
        options->pipeline_ranges[options->pipeline_range_count++] =
            (struct machine_waves){(uint32_t)first, (uint32_t)last};
        at = end;
        if (!*at)
            return true;
    }
}

bool run_pipeline_take_files(const struct run_options *options, struct path_set *paths, struct diag *diag)
{
    return (!options->kanata || paths_take(paths, PATH_WRITTEN, options->kanata, "--pipeline", diag)) &&
           (!options->perfetto || paths_take(paths, PATH_WRITTEN, options->perfetto, "--perfetto", diag));
}

static void list_takers(struct run_pipeline *view)
{
    struct machine_pipeline *of = view->of;
    of->taker_count = 0;
    for (unsigned i = 0; i < VIEWS; i++)
        if (view->views[i].file)
            of->takers[of->taker_count++] = &view->views[i].file->taker;
}

static bool open_files(struct run_pipeline *view, const struct run_options *options, struct diag *diag)
{
    struct pipe_view *(*const open[VIEWS])(const char *, uint64_t, const struct pipe_text *,
                                           struct diag *) = {[KANATA] = kanata_open, [PERFETTO] = perfetto_open};
    view->views[KANATA].path = options->kanata;
    view->views[PERFETTO].path = options->perfetto;
    for (unsigned i = 0; i < VIEWS; i++) {
        struct run_view *of = &view->views[i];
        if (of->path && !(of->file = open[i](of->path, options->pipeline_limit, view->of->text, diag)))
            return false;
    }
    return true;
}

bool run_pipeline_open(struct run *run, struct diag *diag)
{
    const struct run_options *options = run->options;
    if (!options->kanata && !options->perfetto)
        return true;
    struct run_pipeline *view = run->pipeline = calloc(1, sizeof *view);
    if (!view)
        return diag_set(diag, NULL, 0, "not enough memory for a pipeline view");
    if (!run->machine.kind->results->pipeline)
        return diag_set(diag, NULL, 0, "--pipeline, --perfetto: machines of this chip have no such view");
    view->of = run->machine.kind->results->pipeline(run->machine.of, diag);
    if (!view->of || !open_files(view, options, diag))
        return false;
    memcpy(view->of->ranges, options->pipeline_ranges, sizeof view->of->ranges);
    view->of->range_count = options->pipeline_range_count;
    list_takers(view);
    return true;
}

/* ---- the clock --------------------------------------------------------------------------------------------------- */

static bool in_window(const struct run *run)
{
    const struct run_options *options = run->options;
    const uint64_t            cycle = *run->machine.cycle;
    return run->pipeline && run->pipeline->of->taker_count && cycle >= options->pipeline_from &&
           (options->pipeline_end == 0 || cycle < options->pipeline_end);
}

bool run_pipeline_here(struct run *run)
{
    struct run_pipeline *view = run->pipeline;
    if (!in_window(run)) {
        run_pipeline_pause(run);
        return false;
    }
    if (!view->begun)
        view->of->begin(view->of);
    view->begun = view->seen = true;
    return true;
}

void run_pipeline_run(struct run *run, uint64_t end)
{
    run->pipeline->of->run(run->pipeline->of, end);
}

void run_pipeline_clock(struct run *run)
{
    if (run->pipeline && run->pipeline->begun)
        run->pipeline->of->clock(run->pipeline->of);
}

uint64_t run_pipeline_border(const struct run *run, uint64_t end)
{
    const struct run_options *options = run->options;
    const uint64_t            cycle = *run->machine.cycle;
    if (!run->pipeline)
        return end;
    if (options->pipeline_from > cycle && options->pipeline_from < end)
        end = options->pipeline_from;
    return options->pipeline_end > cycle && options->pipeline_end < end ? options->pipeline_end : end;
}

void run_pipeline_pause(struct run *run)
{
    struct run_pipeline *view = run->pipeline;
    if (!view || !view->begun)
        return;
    view->of->end(view->of);
    view->begun = false;
    view->last = *run->machine.cycle;
}

static void tell_full(const struct run *run, const char *path)
{
    output_say("%s: ends before cycle %" PRIu64 ", where --pipeline-limit, %" PRIu64
               " bytes, is reached; the run goes on",
               path, *run->machine.cycle, run->options->pipeline_limit);
}

bool run_pipeline_check(struct run *run)
{
    struct run_pipeline *view = run->pipeline;
    struct diag         *diag = &run->pipeline_diag;
    const uint64_t       cycle = *run->machine.cycle;
    if (!view || run->pipeline_lost)
        return !run->pipeline_lost;
    for (unsigned i = 0; i < VIEWS; i++) {
        struct run_view *of = &view->views[i];
        if (!of->file || !*of->file->full)
            continue;
        run->pipeline_lost |= !pipe_view_close(of->file, cycle, true, diag);
        of->file = NULL;
        list_takers(view);
        if (!run->pipeline_lost)
            tell_full(run, of->path);
    }
    for (unsigned i = 0; i < VIEWS; i++)
        if (view->views[i].file && pipe_view_failed(view->views[i].file))
            return false;
    return !run->pipeline_lost;
}

/* ---- the end ----------------------------------------------------------------------------------------------------- */

void run_pipeline_close(struct run *run)
{
    struct run_pipeline *view = run->pipeline;
    struct diag         *diag = &run->pipeline_diag;
    if (!view)
        return;
    run_pipeline_pause(run);
    const struct run_view *const open = view->views[KANATA].file ? &view->views[KANATA] : &view->views[PERFETTO];
    if (!view->seen && open->file && run->clocked)
        run->pipeline_lost = !diag_set(diag, open->path, 0,
                                       "the view is empty: no cycle was run in its window, which begins at %" PRIu64,
                                       run->options->pipeline_from);
    for (unsigned i = 0; i < VIEWS; i++)
        if (!pipe_view_close(view->views[i].file, view->last, view->seen, run->pipeline_lost ? NULL : diag))
            run->pipeline_lost = true;
    if (view->of)
        view->of->free(view->of);
    free(view);
    run->pipeline = NULL;
}
