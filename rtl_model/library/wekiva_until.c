/* wekiva_until.c - the public library: a run to the clock in which an expression of signals begins to hold. */
#include <stdlib.h>
#include <string.h>

#include "rtl_model/library/wekiva_internal.h"

void library_forget_event(struct wk_machine *machine)
{
    event_close(&machine->until);
    signals_close(&machine->until_signals);
    free(machine->until_text);
    machine->until_text = NULL;
}

/* Of a machine that is looked at between two clocks. */
static bool begins_now(struct wk_machine *machine)
{
    const struct rtl_machine *m = &machine->machine;
    if (*m->cycle < machine->until.asked)
        return false;
    m->kind->wire(m->of);
    event_look(&machine->until);
    return event_begins(&machine->until);
}

/* The event of before, where it has ended, or a new one, for which the present clock is the one before. */
static bool open_event(struct wk_machine *machine, const char *expression, struct diag *diag)
{
    const struct rtl_machine *m = &machine->machine;
    if (machine->until_text && strcmp(machine->until_text, expression) == 0 && machine->until_cycle == *m->cycle)
        return true;
    library_forget_event(machine);
    if (!signals_open(&machine->until_signals, m, m->kind->results->rows(m->of, NULL, 0, diag), diag) ||
        !event_open(&machine->until, &machine->until_signals, expression, diag))
        return false;
    machine->until_text = strdup(expression);
    if (!machine->until_text)
        return diag_set(diag, NULL, 0, "not enough memory for an event");
    begins_now(machine);
    return true;
}

/* Who looks at every clock, or keeps states, has them one by one. */
static bool search(struct wk_machine *machine, uint64_t end)
{
    const struct rtl_machine *m = &machine->machine;
    bool                      found = false;
    if (!machine->trace && !machine->observed.by && !machine->history)
        found = event_search(&machine->until, end);
    while (!found && *m->cycle < end && wk_state(machine, NULL) == WK_OK) {
        wk_clock(machine, 1, NULL);
        found = begins_now(machine);
    }
    return found || begins_now(machine);
}

enum wk_status wk_run_until(struct wk_machine *machine, const char *expression, uint64_t limit,
                            struct wk_diagnostic *diagnostic)
{
    struct diag diag = {0};
    if (!machine || !expression || !machine->machine.kind->results)
        return library_bad(diagnostic, WK_BAD_ARGUMENT,
                           "wk_run_until: machine or expression is NULL, or a module alone");
    if (!open_event(machine, expression, &diag)) {
        library_forget_event(machine);
        return library_failed(diagnostic, &diag, WK_REFUSED);
    }
    const bool found = search(machine, limit ? limit : UINT64_MAX);
    machine->until_cycle = *machine->machine.cycle;
    const enum wk_status status = wk_state(machine, found ? NULL : diagnostic);
    if (found)
        return WK_OK;
    return status == WK_OK ? library_bad(diagnostic, WK_LIMIT, "not finished at the limit") : status;
}
