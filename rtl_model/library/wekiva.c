/* wekiva.c - the public library: programs, launches, machines and their clock. */
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

static enum wk_status no_memory(struct wk_diagnostic *diagnostic)
{
    return library_bad(diagnostic, WK_REFUSED, "not enough memory");
}

/* ---- programs ---------------------------------------------------------------------------------------------------- */

/* `bytes` NULL: from the file `name`; `chip` NULL: for the first family. */
static enum wk_status make_program(const char *chip, const char *name, const void *bytes, size_t length,
                                   struct wk_program **program, struct wk_diagnostic *diagnostic)
{
    const struct machine_family *family;
    struct diag                  diag = {0};
    *program = NULL;
    if (!machine_family_choose(chip, &family, &diag))
        return library_failed(diagnostic, &diag, WK_REFUSED);
    struct wk_program *made = calloc(1, sizeof *made);
    if (made)
        made->name = strdup(name);
    if (!made || !made->name) {
        free(made);
        return no_memory(diagnostic);
    }
    atomic_init(&made->users, 1);
    if (!machine_program(family, name, bytes, length, &made->program, &diag)) {
        wk_program_free(made);
        return library_failed(diagnostic, &diag, WK_REFUSED);
    }
    *program = made;
    return WK_OK;
}

enum wk_status wk_program_load_for(const char *chip, const char *path, struct wk_program **program,
                                   struct wk_diagnostic *diagnostic)
{
    if (!path || !program)
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_program_load: path or program is NULL");
    return make_program(chip, path, NULL, 0, program, diagnostic);
}

enum wk_status wk_program_load(const char *path, struct wk_program **program, struct wk_diagnostic *diagnostic)
{
    return wk_program_load_for(NULL, path, program, diagnostic);
}

enum wk_status wk_program_parse_for(const char *chip, const char *name, const void *bytes, size_t length,
                                    struct wk_program **program, struct wk_diagnostic *diagnostic)
{
    if (!name || !bytes || !program)
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_program_parse: name, bytes or program is NULL");
    return make_program(chip, name, bytes, length, program, diagnostic);
}

enum wk_status wk_program_parse(const char *name, const void *bytes, size_t length, struct wk_program **program,
                                struct wk_diagnostic *diagnostic)
{
    return wk_program_parse_for(NULL, name, bytes, length, program, diagnostic);
}

void wk_program_free(struct wk_program *program)
{
    if (!program || atomic_fetch_sub(&program->users, 1) > 1)
        return;
    program_free(&program->program);
    free(program->name);
    free(program);
}

/* ---- launches ---------------------------------------------------------------------------------------------------- */

static enum wk_status make_launch(struct launch *launch, struct wk_launch **made, const struct diag *diag,
                                  struct wk_diagnostic *diagnostic)
{
    *made = NULL;
    if (!launch)
        return library_failed(diagnostic, diag, WK_REFUSED);
    struct wk_launch *holder = calloc(1, sizeof *holder);
    if (!holder) {
        launch_free(launch);
        return no_memory(diagnostic);
    }
    holder->launch = launch;
    atomic_init(&holder->users, 1);
    *made = holder;
    return WK_OK;
}

enum wk_status wk_launch_load(const char *path, struct wk_launch **launch, struct wk_diagnostic *diagnostic)
{
    struct diag diag = {0};
    if (!path || !launch)
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_launch_load: path or launch is NULL");
    return make_launch(launch_load(path, &diag), launch, &diag, diagnostic);
}

enum wk_status wk_launch_parse(const char *name, const char *text, size_t length, const struct wk_file *files,
                               unsigned file_count, struct wk_launch **launch, struct wk_diagnostic *diagnostic)
{
    struct diag diag = {0};
    if (!name || !text || !launch || (!files && file_count))
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_launch_parse: name, text, files or launch is NULL");
    if (length > LAUNCH_TEXT_BYTES_MAX)
        return library_bad(diagnostic, WK_REFUSED, "the launch text is too long");
    struct launch_given *given = calloc((size_t)file_count + 1, sizeof *given);
    if (!given)
        return no_memory(diagnostic);
    for (unsigned i = 0; i < file_count; i++) {
        if (!files[i].name || (!files[i].bytes && files[i].length)) {
            free(given);
            return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_launch_parse: a file without a name or bytes");
        }
        given[i] = (struct launch_given){files[i].name, files[i].bytes, files[i].length};
    }
    struct launch *parsed = launch_parse_given(name, text, length, given, file_count, &diag);
    free(given);
    return make_launch(parsed, launch, &diag, diagnostic);
}

void wk_launch_free(struct wk_launch *launch)
{
    if (!launch || atomic_fetch_sub(&launch->users, 1) > 1)
        return;
    launch_free(launch->launch);
    free(launch);
}

/* ---- macros ------------------------------------------------------------------------------------------------------ */

enum wk_status wk_expand(const char *instruction, const char *stage, const char *chip, struct wk_groups *groups,
                         struct wk_diagnostic *diagnostic)
{
    struct diag           diag = {0};
    struct machine_chip   chosen;
    struct program_groups made;
    if (!instruction || !groups)
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_expand: instruction or groups is NULL");
    *groups = (struct wk_groups){0};
    if (!machine_chip_choose(chip, NULL, "", NULL, 0, &chosen, &diag))
        return library_failed(diagnostic, &diag, WK_REFUSED);
    const bool good = machine_expand(&chosen, instruction, stage, &made, &diag);
    machine_chip_free(&chosen);
    if (!good)
        return library_failed(diagnostic, &diag, WK_REFUSED);
    *groups = (struct wk_groups){made.text, made.dwords, made.dword_count, made.group_count};
    return WK_OK;
}

void wk_groups_free(struct wk_groups *groups)
{
    if (!groups)
        return;
    free(groups->text);
    free(groups->dwords);
    *groups = (struct wk_groups){0};
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
        status = make_program(chip, with->program.path, with->program.bytes, with->program.length, &machine->program,
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
        return no_memory(diagnostic);
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

enum wk_status wk_create_module(const char *module, struct wk_machine **machine, struct wk_diagnostic *diagnostic)
{
    struct diag diag = {0};
    if (machine)
        *machine = NULL;
    if (!module || !machine)
        return library_bad(diagnostic, WK_BAD_ARGUMENT, "wk_create_module: module or machine is NULL");
    struct wk_machine *made = calloc(1, sizeof *made);
    if (!made)
        return no_memory(diagnostic);
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
