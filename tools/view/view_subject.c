#include "tools/view/view_subject.h"

#include <stdlib.h>
#include <string.h>

#include "tools/run/run_trace.h"
#include "trace/gtkw.h"

void view_subject_close(struct view_subject *subject)
{
    if (subject->trace)
        trace_forget(subject->trace);
    if (subject->machine)
        subject->machine->free(subject->machine);
    free(subject->ports);
    free(subject->signals);
    *subject = (struct view_subject){0};
}

/* Whose instances the variables are, by the first scope of one; the first family's when they are no family's. */
static const struct machine_family *family_of(const struct header *header)
{
    for (unsigned f = 0; f < machine_family_count; f++) {
        const char *const scope = machine_families[f]->scope;
        for (unsigned v = 0; v < header->count; v++)
            if (strncmp(header->variables[v].name, scope, strlen(scope)) == 0 &&
                header->variables[v].name[strlen(scope)] == '.')
                return machine_families[f];
    }
    return machine_families[0];
}

/* A run's. */
static bool take_machine(struct view_subject *subject, const struct header *header)
{
    const struct machine_family *const family = family_of(header);
    subject->looks = family->looks;
    subject->machine = family->recall(header);
    return subject->machine;
}

/* ---- a comparison's ---------------------------------------------------------------------------------------------- */

static bool is_comparison(const struct header *header)
{
    return header_find(header, "model.clk", 1);
}

/* How many variables of the file are ports and registers of the module. */
static unsigned count_found(const struct port_table *ports, const struct header *header)
{
    unsigned found = 0;
    for (unsigned v = 0; v < header->count; v++)
        for (unsigned i = 0; i < ports->count; i++) {
            const struct rtl_signal *signal = ports->port[i].signal;
            const char              *name = strchr(header->variables[v].name, '.');
            const size_t             length = strlen(signal->name);
            found += name && header->variables[v].bits == signal->bits && name[1] && name[2] == '_' &&
                     strncmp(name + 3, signal->name, length) == 0 && (!name[3 + length] || name[3 + length] == '.');
        }
    return found;
}

static bool take_comparison(struct view_subject *subject, const struct header *header)
{
    unsigned best = 0, most = 0;
    subject->ports = malloc(sizeof *subject->ports);
    subject->signals = calloc(PORTS_MAX, sizeof *subject->signals);
    if (!subject->ports || !subject->signals)
        return false;
    for (unsigned i = 0; i < lockstep_module_count; i++) {
        const unsigned found =
            ports_expected(lockstep_modules[i], subject->ports, NULL) ? count_found(subject->ports, header) : 0;
        if (found > most) {
            most = found;
            best = i;
        }
    }
    if (!ports_expected(lockstep_modules[best], subject->ports, NULL))
        return false;
    for (unsigned i = 0; i < subject->ports->count; i++)
        subject->signals[i] = *subject->ports->port[i].signal;
    subject->looks = lockstep_looks;
    subject->list = (struct rtl_module){
        .name = lockstep_modules[best]->name, .signals = subject->signals, .signal_count = subject->ports->count};
    subject->side[0] = (struct rtl_instance){"model", &subject->list, NULL};
    subject->side[1] = (struct rtl_instance){"rtl", &subject->list, NULL};
    return true;
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

static struct trace *reopen(const char *path, const struct view_subject *subject, struct header *header,
                            struct diag *diag)
{
    const struct machine_rows *machine = subject->machine;
    const struct trace_options options = {.path = path,
                                          .elements = subject->looks->elements,
                                          .element_types = subject->looks->element_types,
                                          .derived = machine ? &machine->derivation : NULL};
    return trace_reopen(&options, header, machine ? machine->instances : subject->side,
                        machine ? machine->instance_count : 2, diag);
}

bool view_subject_open(struct view_subject *subject, const char *path, struct header *header, struct diag *diag)
{
    *subject = (struct view_subject){0};
    if (!(is_comparison(header) ? take_comparison(subject, header) : take_machine(subject, header)))
        return diag_set(diag, path, 0, "not enough memory");
    return (subject->trace = reopen(path, subject, header, diag));
}

static bool spare_waveform(const char *path, const struct view_subject *subject, struct diag *diag)
{
    struct path_set paths;
    const bool good = paths_begin(&paths, diag) && run_trace_take_view(path, subject->looks, &paths, PATH_READ, diag);
    paths_free(&paths);
    return good;
}

bool view_subject_write(const struct view_subject *subject, const char *path, const uint64_t *at, char **save_file,
                        struct diag *diag)
{
    char                program[PATH_BYTES];
    struct gtkw_options options = run_trace_viewer(subject->looks, !subject->machine, program);
    options.at = at;
    return spare_waveform(path, subject, diag) && gtkw_write(subject->trace, &options, save_file, diag);
}
