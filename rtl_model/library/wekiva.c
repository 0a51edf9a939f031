/* wekiva.c - the public library: how it went, machines and their clock. */
#include "rtl_model/wekiva.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_model/library/wekiva_internal.h"

_Static_assert(sizeof(((struct wk_diagnostic *)0)->file) == sizeof(((struct diag *)0)->file) &&
                   sizeof(((struct wk_diagnostic *)0)->text) == sizeof(((struct diag *)0)->what),
               "a diagnosis fits a diagnostic");

/* ---- how it went ------------------------------------------------------------------------------------------------- */

const char *wk_version(void)
{
    return WEKIVA_VERSION;
}

const char *wk_status_text(enum wk_status status)
{
    static const char *const texts[] = {
        [WK_OK] = "no error",
        [WK_FINISHED] = "finished",
        [WK_STOPPED] = "stopped: the program broke a rule",
        [WK_LIMIT] = "not finished at the limit",
        [WK_BAD_ARGUMENT] = "bad argument",
        [WK_REFUSED] = "input refused, or not enough memory",
        [WK_NO_SIGNAL] = "no such signal",
        [WK_OUT_OF_RANGE] = "row, element or value out of range",
        [WK_NOT_WRITABLE] = "driven by the machine, cannot be written",
        [WK_BUSY] = "a trace is on, or none is",
    };
    return (unsigned)status < sizeof texts / sizeof texts[0] ? texts[status] : "unknown status";
}

enum wk_status library_failed(struct wk_diagnostic *diagnostic, const struct diag *diag, enum wk_status status)
{
    if (diagnostic) {
        memcpy(diagnostic->file, diag->file, sizeof diagnostic->file);
        memcpy(diagnostic->text, diag->what, sizeof diagnostic->text);
        diagnostic->line = diag->line;
        diagnostic->column = diag->column;
    }
    return status;
}

enum wk_status library_bad(struct wk_diagnostic *diagnostic, enum wk_status status, const char *what)
{
    struct diag diag = {0};
    diag_set(&diag, NULL, 0, "%s", what);
    return library_failed(diagnostic, &diag, status);
}

enum wk_status library_no_memory(struct wk_diagnostic *diagnostic)
{
    return library_bad(diagnostic, WK_REFUSED, "not enough memory");
}

/* ---- machines ---------------------------------------------------------------------------------------------------- */

/* The machine of a launch in which its programs are. */
static bool make_machine(const struct wk_options *options, const char *chip_name, const struct launch *launch,
                         struct rtl_machine *machine, struct diag *diag)
{
    struct machine_chip chip;
    for (unsigned i = 0; i < options->setting_count; i++)
        if (!options->settings[i])
            return diag_set(diag, NULL, 0, "setting %u is NULL", i);
    const bool good = machine_chip_choose(chip_name, launch->program.loaded, "", options->settings,
                                          options->setting_count, &chip, diag) &&
                      rtl_machine_create(&chip, launch->program.loaded, launch, machine, diag);
    machine_chip_free(&chip);
    return good;
}

/* The objects of others are only counted, which changes nothing that they can see. */
static struct wk_program *hold_program(const struct wk_program *program)
{
    struct wk_program *held = (struct wk_program *)(uintptr_t)program;
    if (held)
        atomic_fetch_add(&held->users, 1);
    return held;
}

static struct wk_launch *hold_launch(const struct wk_launch *launch)
{
    struct wk_launch *held = (struct wk_launch *)(uintptr_t)launch;
    atomic_fetch_add(&held->users, 1);
    return held;
}

/* The program, and the launch in which the places of both programs are. */
static enum wk_status take_inputs(struct wk_machine *machine, const struct wk_program *program,
                                  const struct wk_launch *launch, const struct wk_options *options, const char *chip,
                                  struct wk_diagnostic *diagnostic)
{
    struct launch *with = &machine->launch_with_program;
    enum wk_status status = WK_OK;
    machine->launch = hold_launch(launch);
    *with = *launch->launch;
    machine->fetch = hold_program(options->fetch_program);
    if (machine->fetch)
        with->fetch_shader.loaded = &machine->fetch->program;
    if (program)
        machine->program = hold_program(program);
    else if (!with->program.path)
        return library_bad(diagnostic, WK_REFUSED, "no program: the launch names none either");
    else
        status = library_program(chip, with->program.path, with->program.bytes, with->program.length, &machine->program,
                                 diagnostic);
    if (machine->program) {
        with->program.path = machine->program->name;
        with->program.loaded = &machine->program->program;
    }
    return status;
}

enum wk_status wk_create(const struct wk_program *program, const struct wk_launch *launch,
                         const struct wk_options *options, struct wk_machine **machine,
                         struct wk_diagnostic *diagnostic)
{
    static const struct wk_options defaults;
    struct diag                    diag = {0};
    if (machine)
        *machine = NULL;
    if (!options)
        options = &defaults;
    if (!launch || !machine || (!options->settings && options->setting_count))
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_create: launch, settings or machine is NULL");
    const char *chip;
    if (!machine_launch_chip(options->chip, launch->launch, &chip, &diag))
        return library_failed(diagnostic, &diag, WK_REFUSED);
    struct wk_machine *made = calloc(1, sizeof *made);
    if (!made)
        return library_no_memory(diagnostic);
    enum wk_status status = take_inputs(made, program, launch, options, chip, diagnostic);
    if (status == WK_OK && !make_machine(options, chip, &made->launch_with_program, &made->machine, &diag))
        status = library_failed(diagnostic, &diag, WK_REFUSED);
    if (status != WK_OK) {
        wk_destroy(made);
        return status;
    }
    *machine = made;
    return WK_OK;
}

/* The words of a text that is cut into them. */
static unsigned cut(char *text, const char *words[], unsigned most)
{
    unsigned count = 0;
    char    *rest;
    for (char *word = strtok_r(text, " \t\n", &rest); word && count < most; word = strtok_r(NULL, " \t\n", &rest))
        words[count++] = word;
    return count;
}

enum wk_status wk_create_launch(const char *launch, const char *settings, struct wk_machine **machine,
                                struct wk_diagnostic *diagnostic)
{
    if (machine)
        *machine = NULL;
    if (!launch || !machine)
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_create_launch: launch or machine is NULL");
    struct wk_launch *loaded = NULL;
    const size_t      length = settings ? strlen(settings) : 0;
    char *const       text = malloc(length + 1);
    const char      **words = calloc(length / 2 + 1, sizeof *words);
    enum wk_status    status = text && words ? WK_OK : library_no_memory(diagnostic);
    if (status == WK_OK)
        status = wk_launch_load(launch, &loaded, diagnostic);
    if (status == WK_OK) {
        memcpy(text, settings ? settings : "", length + 1);
        const struct wk_options options = {.settings = words,
                                           .setting_count = cut(text, words, (unsigned)(length / 2 + 1))};
        status = wk_create(NULL, loaded, &options, machine, diagnostic);
    }
    wk_launch_free(loaded);
    free(words);
    free(text);
    return status;
}

enum wk_status wk_create_module(const char *module, struct wk_machine **machine, struct wk_diagnostic *diagnostic)
{
    struct diag diag = {0};
    if (machine)
        *machine = NULL;
    if (!module || !machine)
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_create_module: module or machine is NULL");
    struct wk_machine *made = calloc(1, sizeof *made);
    if (!made)
        return library_no_memory(diagnostic);
    if (!rtl_machine_create_module(module, &made->machine, &diag)) {
        wk_destroy(made);
        return library_failed(diagnostic, &diag, WK_REFUSED);
    }
    *machine = made;
    return WK_OK;
}

void wk_destroy(struct wk_machine *machine)
{
    if (!machine)
        return;
    if (machine->trace)
        wk_trace_stop(machine, NULL);
    history_free(machine->history);
    observing_end(&machine->observed);
    library_forget_event(machine);
    pins_free(machine->pins);
    rtl_machine_free(&machine->machine);
    wk_program_free(machine->program);
    wk_program_free(machine->fetch);
    wk_launch_free(machine->launch);
    free(machine);
}

/* ---- clock ------------------------------------------------------------------------------------------------------- */

uint64_t wk_cycle(const struct wk_machine *machine)
{
    return machine ? *machine->machine.cycle : 0;
}

enum wk_status wk_state(const struct wk_machine *machine, struct wk_diagnostic *diagnostic)
{
    struct diag diag = {0};
    if (!machine)
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_state: machine is NULL");
    const struct rtl_machine *m = &machine->machine;
    if (m->kind->stopped(m->of, NULL)) {
        m->kind->stopped(m->of, &diag);
        return library_failed(diagnostic, &diag, WK_STOPPED);
    }
    return m->kind->finished(m->of) ? WK_FINISHED : WK_OK;
}

static void clock_through(struct wk_machine *machine, uint64_t end)
{
    const struct rtl_machine *m = &machine->machine;
    if (!machine->trace && !machine->observed.by)
        m->kind->run(m->of, end);
    while (*m->cycle < end && !m->kind->finished(m->of) && !m->kind->stopped(m->of, NULL)) {
        m->kind->wire(m->of);
        library_look(machine);
        m->kind->edge(m->of);
    }
}

/* To the cycle `end`, or where the machine finishes or stops. */
static enum wk_status clock_to(struct wk_machine *machine, uint64_t end, struct wk_diagnostic *diagnostic)
{
    const struct rtl_machine *m = &machine->machine;
    struct history           *history = machine->history;
    if (history && *m->cycle < end)
        history_settle(history);
    while (*m->cycle < end && !m->kind->finished(m->of) && !m->kind->stopped(m->of, NULL)) {
        clock_through(machine, history ? history_next(history, end) : end);
        if (history)
            history_note(history);
    }
    return wk_state(machine, diagnostic);
}

enum wk_status wk_clock(struct wk_machine *machine, uint64_t cycles, struct wk_diagnostic *diagnostic)
{
    if (!machine)
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_clock: machine is NULL");
    const uint64_t now = *machine->machine.cycle;
    return clock_to(machine, cycles > UINT64_MAX - now ? UINT64_MAX : now + cycles, diagnostic);
}

enum wk_status wk_set_jobs(struct wk_machine *machine, unsigned jobs, struct wk_diagnostic *diagnostic)
{
    struct diag diag = {0};
    if (!machine)
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_set_jobs: machine is NULL");
    if (jobs < 1 || jobs > MACHINE_JOBS_MAX)
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_set_jobs: expected 1 to 256 threads");
    const struct rtl_machine *m = &machine->machine;
    if (m->kind->set_jobs && !m->kind->set_jobs(m->of, jobs, &diag))
        return library_failed(diagnostic, &diag, WK_REFUSED);
    return WK_OK;
}

_Static_assert(WK_CACHE_TEXTURE == 1 << LAUNCH_CACHE_TEXTURE && WK_CACHE_VERTEX == 1 << LAUNCH_CACHE_VERTEX &&
                   WK_CACHE_L2 == 1 << LAUNCH_CACHE_L2,
               "caches by their bits");

enum wk_status wk_invalidate(struct wk_machine *machine, unsigned caches, struct wk_diagnostic *diagnostic)
{
    if (!machine || caches & ~(unsigned)WK_CACHES)
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_invalidate: machine is NULL, or no such cache");
    const struct rtl_machine *m = &machine->machine;
    if (!m->kind->forget)
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_invalidate: a module alone has no caches");
    m->kind->look(m->of, (unsigned)MACHINE_ALL);
    m->kind->forget(m->of, caches);
    m->kind->touch(m->of);
    if (machine->history)
        history_changed(machine->history);
    return WK_OK;
}

enum wk_status wk_standing(struct wk_machine *machine, uint64_t *clocks, struct wk_diagnostic *diagnostic)
{
    struct diag diag = {0};
    if (!machine || !clocks)
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_standing: machine or clocks is NULL");
    if (!rtl_machine_standing(&machine->machine, clocks, &diag))
        return library_bad(diagnostic, WK_BAD_ARGUMENT,
                           "wk_standing: no wavefront is there, or the machine does not know");
    library_failed(diagnostic, &diag, WK_OK);
    return WK_OK;
}

enum wk_status wk_run(struct wk_machine *machine, uint64_t limit, struct wk_diagnostic *diagnostic)
{
    if (!machine)
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_run: machine is NULL");
    if (!limit && !machine->machine.kind->results)
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_run: a module alone never finishes, expected a limit");
    const enum wk_status status = clock_to(machine, limit ? limit : UINT64_MAX, diagnostic);
    return status == WK_OK ? library_bad(diagnostic, WK_LIMIT, "not finished at the limit") : status;
}
