/* cosim_report.c - `wekiva cosim --bin, --bins, --merge`: reports of what the inputs of comparisons were. */
#include "kit/paths.h"
#include "tools/commands.h"
#include "tools/cosim/cosim.h"
#include "tools/output.h"

bool cosim_report_open(const struct cosim *cosim, struct stimulus_report *report, struct diag *diag)
{
    bool good = stimulus_report_open(report, cosim->module, diag);
    for (unsigned i = 0; good && i < cosim->bin_count; i++)
        good = bins_add(&report->bins, cosim->bin[i], diag);
    return good && (!cosim->bins_file || bins_read(&report->bins, cosim->bins_file, diag));
}

static bool spares(const struct cosim *cosim, char *const files[], unsigned count, struct diag *diag)
{
    struct path_set paths;
    bool            good = paths_begin(&paths, diag);
    for (unsigned i = 0; good && i < count; i++)
        good = paths_take(&paths, PATH_READ, files[i], "a report", diag);
    if (good && cosim->save)
        good = paths_take(&paths, PATH_WRITTEN, cosim->save, "--save", diag);
    paths_free(&paths);
    return good && (!cosim->save || output_try(cosim->save, diag));
}

int cosim_merge(const struct cosim *cosim, char *const files[], unsigned count)
{
    struct stimulus_report report = {.module = NULL};
    struct output          out;
    struct diag            diag = {0};
    bool                   good = spares(cosim, files, count, &diag);
    for (unsigned i = 0; good && i < count; i++)
        good = stimulus_report_add(&report, files[i], &diag);
    if (good && cosim->save)
        good = stimulus_report_write(&report, cosim->save, &diag);
    int status = good && output_open(&out) ? STATUS_DONE : STATUS_BAD_INPUT;
    if (!good) {
        complain(&diag, status);
    } else if (status == STATUS_DONE) {
        stimulus_report_verdict(out.file, &report);
        stimulus_table_print(out.file, report.table);
        bins_print(out.file, &report.bins);
        status = output_print(&out, stimulus_report_failed(&report) ? STATUS_FAILED : STATUS_DONE);
    }
    stimulus_report_close(&report);
    return status;
}
