/* wekiva_counters.c - the public library: what AMD's tools for this family counted. */
#include <stdlib.h>

#include "rtl_model/library/wekiva_internal.h"

enum wk_status library_count_anew(struct wk_machine *machine, struct wk_diagnostic *diagnostic)
{
    struct diag diag = {0};
    observing_end(&machine->observed);
    machine->counting =
        machine->counting && observing_begin(&machine->observed, &machine->machine, OBSERVE_SUMS, &diag);
    library_show(machine);
    return diag.what[0] ? library_failed(diagnostic, &diag, WK_REFUSED) : WK_OK;
}

enum wk_status wk_counters_keep(struct wk_machine *machine, int on, struct wk_diagnostic *diagnostic)
{
    if (!machine || !machine->machine.kind->results)
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_counters_keep: machine is NULL, or a module alone");
    machine->counting = on;
    return library_count_anew(machine, diagnostic);
}

unsigned wk_counters(struct wk_machine *machine, struct wk_counter *rows, unsigned limit)
{
    if (!machine || !machine->observed.by)
        return 0;
    struct machine_observer *const by = machine->observed.by;
    struct result_counter          none[1];
    const unsigned                 count = by->counters(by, false, none, 0);
    const unsigned                 wanted = !rows ? 0 : limit < count ? limit : count;
    struct result_counter         *all = calloc((size_t)count + 1, sizeof *all);
    if (!all)
        return 0;
    observing_settle(&machine->observed, &machine->machine);
    by->counters(by, false, all, count);
    for (unsigned i = 0; i < wanted; i++)
        rows[i] =
            (struct wk_counter){all[i].path, all[i].name, all[i].unit, all[i].description, all[i].why, all[i].value};
    free(all);
    return count;
}
