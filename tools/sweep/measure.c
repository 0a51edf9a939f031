/* measure.c - one run of which only numbers are wanted. */
#include "tools/sweep/measure.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/run/interrupt.h"

enum { CHUNK = 2048 }; /* cycles between two looks at interrupts */

const char *measured_name(enum measured_status status)
{
    static const char *const names[MEASURED_STATES] = {"done", "mismatch", "stopped", "cycle limit", "refused"};
    return names[status];
}

void measured_free(struct measured *measured)
{
    measured_rows_free(&measured->rows);
    free(measured->parameters);
    observing_end(&measured->observed);
    rtl_machine_free(&measured->machine);
    machine_chip_free(&measured->of_chip);
    program_free(&measured->program);
    *measured = (struct measured){0};
}

/* ---- programs --------------------------------------------------------------------------------------------------- */

static const char *program_of(const struct measure *what, const struct launch *launch)
{
    return what->program && !launch->own_program ? what->program : launch->program.path;
}

/* Each launch of a row has its program; messages name the one that runs. */
static bool load_programs(const struct measure *what, const char *chip, struct measured *measured, struct diag *diag)
{
    const struct machine_family *family;
    if (!machine_family_choose(chip, &family, diag))
        return false;
    for (struct launch *launch = what->launch; launch; launch = launch->next) {
        const char *const path = program_of(what, launch);
        struct program   *to = launch == what->launch ? &measured->program : calloc(1, sizeof *to);
        char             *name = path ? strdup(path) : NULL;
        if (!to || !name) {
            free(name);
            return path ? diag_set(diag, launch->path, 0, "not enough memory") : launch_names_program(launch, diag);
        }
        if (launch != what->launch)
            launch->program.own = to;
        const bool given = path == launch->program.path && launch->program.bytes;
        free(launch->program.path);
        launch->program.path = name;
        launch->program.loaded = to;
        if (!machine_program(family, name, given ? launch->program.bytes : NULL, launch->program.length, to, diag))
            return false;
    }
    return true;
}

/* ---- clock ------------------------------------------------------------------------------------------------------ */

/* A look at interrupts, and at wavefronts that stand still. */
static uint64_t next_look(uint64_t cycle, uint64_t end)
{
    const uint64_t watch = (cycle / MACHINE_WATCH_CLOCKS + 1) * MACHINE_WATCH_CLOCKS;
    const uint64_t chunk = end - cycle > CHUNK ? cycle + CHUNK : end;
    return chunk < watch ? chunk : watch;
}

/* To the end of the present launch, or to a cycle.  False: it has not ended, and `measured` says why. */
static bool clock_launch(const struct measure *what, struct measured *measured, uint64_t end)
{
    struct diag                    standing = {0};
    struct rtl_machine            *machine = &measured->machine;
    const struct rtl_machine_kind *kind = machine->kind;
    while (!kind->finished(machine->of) && !kind->stopped(machine->of, NULL)) {
        const uint64_t cycle = *machine->cycle;
        measured->interrupted = interrupt_came();
        if (measured->interrupted)
            return false;
        if (cycle >= end) {
            measured->status = MEASURED_LIMIT;
            return diag_set(&measured->why, NULL, 0, "not finished at cycle %" PRIu64 ", the limit", cycle);
        }
        if (rtl_machine_stands_still(machine, what->no_progress, &standing)) {
            measured->status = MEASURED_LIMIT;
            return diag_set(&measured->why, NULL, 0, "no progress at cycle %" PRIu64 " (--no-progress): %s", cycle,
                            standing.what);
        }
        observing_run(&measured->observed, machine, next_look(cycle, end));
    }
    if (!kind->stopped(machine->of, &measured->why))
        return true;
    measured->status = MEASURED_STOPPED;
    return false;
}

static bool compare(struct measured *measured, struct diag *diag)
{
    const struct rtl_machine *machine = &measured->machine;
    const unsigned            count = machine->launch->buffer_count;
    struct result_buffer     *buffers = calloc(count + 1, sizeof *buffers);
    struct result_summary     summary;
    char                      text[512];
    if (!buffers)
        return diag_set(diag, NULL, 0, "not enough memory");
    machine->kind->look(machine->of, (unsigned)MACHINE_REGISTERS);
    machine->kind->results->buffers(machine->of, buffers, count);
    results_compare(machine->launch, machine->kind->results->exports(machine->of), buffers, count, &summary);
    free(buffers);
    measured->compared += summary.compared + summary.kills_compared + summary.words_compared;
    measured->wrong += summary.wrong + summary.kills_wrong + summary.words_wrong;
    if (!summary.match && measured->status == MEASURED_DONE) {
        measured->status = MEASURED_MISMATCH;
        diag_set(&measured->why, NULL, 0, "%s", results_difference_text(machine->launch, &summary, text, sizeof text));
    }
    return true;
}

/* The launch, or the row of them. */
static bool clock_row(const struct measure *what, struct measured *measured, bool counts, struct diag *diag)
{
    struct rtl_machine *machine = &measured->machine;
    const uint64_t      before = *machine->cycle;
    const uint64_t      end = what->max_cycles < UINT64_MAX - before ? before + what->max_cycles : UINT64_MAX;
    while (clock_launch(what, measured, end)) {
        const struct launch *next = machine->launch->next;
        if (counts && !compare(measured, diag))
            return false;
        for (; next && next->together; next = next->next) { /* they have run already */
            rtl_machine_choose(machine, next);
            if (counts && !compare(measured, diag))
                return false;
        }
        if (!next)
            break;
        if (!rtl_machine_next(machine, next->program.loaded, next, diag))
            return false;
    }
    measured->cycles = *machine->cycle - before;
    return true;
}

/* Caches are full of what the first run has left; so is memory.  Of launches at once all run again. */
static bool warm_up(const struct measure *what, struct measured *measured, struct diag *diag)
{
    struct rtl_machine *machine = &measured->machine;
    if (!clock_row(what, measured, false, diag))
        return false;
    return measured->status != MEASURED_DONE || measured->interrupted ||
           rtl_machine_next(machine, &measured->program, what->launch, diag);
}

/* ---- results ---------------------------------------------------------------------------------------------------- */

static bool take_rows(const struct measure *what, struct measured *measured, struct diag *diag)
{
    struct rtl_machine           *machine = &measured->machine;
    const struct machine_results *of = machine->kind->results;
    struct result_parameter       no_parameters[1];
    measured->parameter_count = of->parameters(machine->of, no_parameters, 0);
    measured->parameters = calloc(measured->parameter_count + 1, sizeof *measured->parameters);
    if (!measured->parameters)
        return diag_set(diag, NULL, 0, "not enough memory for the results");
    of->parameters(machine->of, measured->parameters, measured->parameter_count);
    return measured_rows_take(&measured->rows, machine, &measured->observed, what->launch, measured->cycles, diag);
}

/* True when the reason is the machine's, and a result; memory that is out is none. */
static bool refused(struct measured *measured, const struct diag *why, struct diag *diag)
{
    if (strstr(why->what, "not enough memory") || strstr(why->what, "out of memory")) {
        *diag = *why;
        return false;
    }
    measured->status = MEASURED_REFUSED;
    measured->why = *why;
    return true;
}

bool measure_run(const struct measure *what, struct measured *measured, struct diag *diag)
{
    struct diag why = {0};
    const char *chip;
    *measured = (struct measured){.threads = what->launch->threads};
    if (what->counters && what->launch->next && !what->launch->together)
        return diag_set(diag, what->launch->path, what->launch->line[LAUNCH_KEY_LAUNCHES],
                        "launches: expected one launch, or several at once (`together`), with --counters");
    if (!machine_launch_chip(what->chip, what->launch, &chip, diag) || !load_programs(what, chip, measured, diag))
        return false;
    if (what->warm)
        what->launch->keeps = ((1u << (LAUNCH_CACHE_PROGRAM + 1)) - 1) & ~what->forgets;
    measured->program_hash = measured->program.hash;
    if (!machine_chip_choose(chip, &measured->program, "", what->sets, what->set_count, &measured->of_chip, &why))
        return refused(measured, &why, diag);
    measured->chip = measured->of_chip.name;
    if (!rtl_machine_create(&measured->of_chip, &measured->program, what->launch, &measured->machine, &why))
        return refused(measured, &why, diag);
    if (what->warm && !warm_up(what, measured, &why))
        return refused(measured, &why, diag);
    const bool lines = what->lines && !what->launch->next && measured->machine.kind->results->observe;
    if ((what->counters || lines) &&
        !observing_begin(&measured->observed, &measured->machine, lines ? OBSERVE_LINES : OBSERVE_SUMS, diag))
        return false;
    if (measured->status == MEASURED_DONE && !measured->interrupted && !clock_row(what, measured, true, &why))
        return refused(measured, &why, diag);
    return !measured->interrupted && take_rows(what, measured, diag);
}
