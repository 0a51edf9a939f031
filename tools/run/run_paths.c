/* run_paths.c - the files of a run, so that none is destroyed. */
#include "tools/run/run_paths.h"

#include "tb/lockstep/takeover.h"
#include "tools/chip_choice.h"
#include "tools/run/run_pipeline.h"
#include "tools/run/run_trace.h"

static bool take_block(const char *text, const char *what, struct path_set *paths, struct diag *diag)
{
    const char *const folder = takeover_folder(text);
    return !folder || paths_take_all(paths, folder, what, diag);
}

static bool take_inputs(const struct run_options *options, struct launch *launch, struct path_set *paths,
                        struct diag *diag)
{
    bool good = launch_take_files(launch, paths, diag) && chip_take_file(options->chip, paths, diag);
    if (good && options->program)
        good = paths_take(paths, PATH_READ, options->program, "the program", diag);
    if (good && options->load)
        good = paths_take(paths, PATH_READ, options->load, "the loaded snapshot", diag);
    if (good && options->energy_table)
        good = paths_take(paths, PATH_READ, options->energy_table, "the table of energies", diag);
    for (unsigned i = 0; good && i < options->replace_count; i++)
        good = take_block(options->replace[i], "a file of --replace", paths, diag);
    for (unsigned i = 0; good && i < options->beside_count; i++)
        good = take_block(options->beside[i], "a file of --beside", paths, diag);
    return good;
}

static bool take_outputs(const struct run_options *options, const struct launch *launch,
                         const struct machine_looks *looks, struct path_set *paths, struct diag *diag)
{
    bool good = !options->trace.path || run_trace_take_view(options->trace.path, looks, paths, PATH_WRITTEN, diag);
    if (good && options->roofline)
        good = paths_take(paths, PATH_WRITTEN, options->roofline, "--roofline", diag);
    if (good && options->trace.saif)
        good = paths_take(paths, PATH_WRITTEN, options->trace.saif, "--saif", diag);
    good = good && run_pipeline_take_files(options, paths, diag);
    for (unsigned i = 0; good && i < options->record_count; i++) {
        const char *const path = takeover_file(options->record[i]);
        good = !path || paths_take(paths, PATH_WRITTEN, path, "--record", diag);
    }
    if (good && options->save[0])
        good = paths_take(paths, PATH_WRITTEN, options->save, "--save-snapshot", diag);
    if (good && options->stats)
        good = paths_take(paths, PATH_WRITTEN, options->stats, "--stats", diag);
    if (good && options->counters_file[0])
        good = paths_take(paths, PATH_WRITTEN, options->counters_file, "--counters-every", diag);
    return good && (!options->out || results_take_files(options->out, launch, paths, diag));
}

bool run_paths(const struct run_options *options, struct launch *launch, const struct machine_looks *looks,
               struct diag *diag)
{
    struct path_set paths;
    const bool      good = paths_begin(&paths, diag) && take_inputs(options, launch, &paths, diag) &&
                      take_outputs(options, launch, looks, &paths, diag);
    paths_free(&paths);
    return good;
}
