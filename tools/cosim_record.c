/* cosim_record.c - `wekiva cosim --record`: inputs as a file, and from one form of it to another. */
#include <inttypes.h>

#include "tb/lockstep/offers.h"
#include "tools/commands.h"
#include "tools/cosim.h"
#include "tools/output.h"

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
