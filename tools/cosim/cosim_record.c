/* cosim_record.c - `wekiva cosim --record`: inputs as a file, and from one form of it to another; the files of a
 * comparison. */
#include <inttypes.h>
#include <sys/stat.h>

#include "tb/lockstep/offers.h"
#include "tools/commands.h"
#include "tools/cosim/cosim.h"
#include "tools/output.h"
#include "tools/run/run_trace.h"

bool cosim_record_open(const struct cosim *cosim, struct record **record, struct diag *diag)
{
    const char *const lacks = record_lacks(cosim->module);
    *record = NULL;
    if (!cosim->record)
        return true;
    if (lacks)
        return diag_set(diag, NULL, 0, "--record: a block of %s asks for rows of %s, which records do not have",
                        cosim->module->name, lacks);
    return (*record = record_create(cosim->record, cosim->module, diag)) != NULL;
}

int cosim_convert(const struct cosim *cosim)
{
    const struct record_names names = {&cosim->map, cosim->scope};
    struct diag               diag = {0};
    struct output             out;
    struct record            *from = NULL;
    if (!cosim_spares(cosim, &diag) || !(from = record_open(cosim->input, cosim->module, &names, &diag)) ||
        !record_convert(from, cosim->record, cosim->module, &diag)) {
        record_close(from, NULL);
        return complain(&diag, STATUS_BAD_INPUT);
    }
    const int status = output_open(&out) ? STATUS_DONE : STATUS_BAD_INPUT;
    if (status == STATUS_DONE) {
        fprintf(out.file, "%s: %" PRIu64 " clocks of %s\n", cosim->record, record_cycles(from), cosim->module->name);
        record_print_lacking(out.file, from);
        output_print(&out, status);
    }
    record_close(from, NULL);
    return status;
}

/* ---- files ------------------------------------------------------------------------------------------------------ */

static bool is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool cosim_spares(const struct cosim *cosim, struct diag *diag)
{
    struct path_set paths;
    bool            good = paths_begin(&paths, diag);
    if (good && cosim->input)
        good = paths_take(&paths, PATH_READ, cosim->input, "--input", diag);
    if (good && cosim->source.rtl)
        good = paths_take_all(&paths, cosim->source.rtl, "a file of --rtl", diag) &&
               (is_folder(cosim->source.rtl) || paths_take(&paths, PATH_READ, cosim->source.rtl, "--rtl", diag));
    if (good && cosim->map_file)
        good = paths_take(&paths, PATH_READ, cosim->map_file, "--ports", diag);
    if (good && cosim->trace)
        good = run_trace_take_view(cosim->trace, lockstep_looks, &paths, PATH_WRITTEN, diag);
    if (good && cosim->coverage)
        good = paths_take(&paths, PATH_WRITTEN, cosim->coverage, "--coverage", diag);
    if (good && cosim->record)
        good = paths_take(&paths, PATH_WRITTEN, cosim->record, "--record", diag);
    if (good && cosim->bins_file)
        good = paths_take(&paths, PATH_READ, cosim->bins_file, "--bins", diag);
    if (good && cosim->save)
        good = paths_take(&paths, PATH_WRITTEN, cosim->save, "--save", diag);
    paths_free(&paths);
    return good && (!cosim->trace || output_try(cosim->trace, diag)) &&
           (!cosim->coverage || output_try(cosim->coverage, diag)) && (!cosim->save || output_try(cosim->save, diag));
}
