#include "rtl_model/shown.h"

#include <stdlib.h>

#include "rtl_model/observer.h"

void machine_show_for(const struct rtl_machine *machine, const struct trace *trace,
                      const struct machine_observer *observer)
{
    const struct rtl_machine_kind *kind = machine->kind;
    const size_t                   words = machine->instance_count / 64 + 1;
    if (!kind->show_only)
        return;
    uint64_t *const          sets = calloc(3 * words, sizeof *sets);
    const struct trace_needs needs = {sets, sets ? sets + words : NULL, sets ? sets + 2 * words : NULL};
    const bool               some = sets && (!trace || trace_needs(trace, &needs));
    if (some && observer)
        observer->needs(observer, needs.wires, needs.registers);
    kind->show_only(machine->of, some ? needs.wires : NULL, needs.registers, needs.steady);
    free(sets);
}

struct trace *machine_trace_open(const struct rtl_machine *machine, struct trace_options *options, bool apart,
                                 struct diag *diag)
{
    struct rtl_alias *aliases = NULL;
    options->alias_count = 0;
    options->views = machine->kind->looks->views;
    options->view_count = machine->kind->looks->view_count;
    if (machine->kind->aliases && !apart)
        aliases = machine->kind->aliases(machine->of, &options->alias_count);
    options->aliases = aliases;
    struct trace *const trace = trace_open(options, machine->instances, machine->instance_count, diag);
    free(aliases);
    return trace;
}
