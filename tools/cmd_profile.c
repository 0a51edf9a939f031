/* cmd_profile.c - `wekiva profile`: what each line of a program costs (tools/profile.h). */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rtl_model/observing.h"
#include "tools/commands.h"
#include "tools/output.h"
#include "tools/profile.h"
#include "tools/run/interrupt.h"
#include "tools/run/run_options.h"
#include "tools/subject.h"

enum {
    OPTION_THREADS = SUBJECT_OPTIONS,
    OPTION_CALLGRIND,
    OPTION_FOLDED,
    OPTION_ENERGY,
    OPTION_ENERGY_TABLE,
    OPTION_ENERGY_CSV,
    OPTION_MAX_CYCLES,
    OPTION_NO_PROGRESS
};

struct job {
    struct subject     subject;
    const char        *callgrind, *folded, *energy_table, *energy_csv;
    bool               energy;
    struct run_energy  table;
    char              *listing; /* the file beside --callgrind */
    uint64_t           threads, max_cycles, no_progress;
    struct rtl_machine machine;
    struct observing   observed;
};

static const struct option_row profile_options[] = {
    SUBJECT_ROWS(struct job, subject, "the launch; without PROGRAM, its program"),
    [OPTION_THREADS] = {"threads", 't', "N", "threads, in place of the launch's: its inputs repeat",
                        OPTION_NUMBER(struct job, threads, 1, LAUNCH_THREADS_MAX)},
    [OPTION_CALLGRIND] = {"callgrind", 0, "FILE",
                          "write it for kcachegrind and callgrind_annotate, and FILE.dis, whose\nlines it is of",
                          OPTION_TEXT(struct job, callgrind)},
    [OPTION_FOLDED] = {"folded", 0, "FILE", "write folded stacks, for flamegraph.pl and speedscope",
                       OPTION_TEXT(struct job, folded)},
    [OPTION_ENERGY] = {"energy", 0, NULL, "nanojoules of lines, and what is not attributed to one (docs/energy.md)",
                       OPTION_FLAG(struct job, energy)},
    [OPTION_ENERGY_TABLE] = {"energy-table", 0, "FILE.json",
                             "--energy with numbers of your own: {\"volts\": 1.1, \"ALU product\": 5}",
                             OPTION_TEXT(struct job, energy_table)},
    [OPTION_ENERGY_CSV] = {"energy-csv", 0, "FILE", "events and energy of each line and each wavefront",
                           OPTION_TEXT(struct job, energy_csv)},
    [OPTION_MAX_CYCLES] = {"max-cycles", 0, "N", "end at this cycle with status 3 (default 1000000000)",
                           OPTION_NUMBER(struct job, max_cycles, 1, UINT64_MAX - 1)},
    [OPTION_NO_PROGRESS] = {"no-progress", 0, "N",
                            "end with status 3 when a wavefront has executed no CF instruction for\nN clocks "
                            "(default 10000000; 0: never)",
                            OPTION_NUMBER(struct job, no_progress, 0, UINT64_MAX)},
};

/* ---- loading ---------------------------------------------------------------------------------------------------- */

static bool name_listing(struct job *job, struct diag *diag)
{
    if (!job->callgrind)
        return true;
    const size_t size = strlen(job->callgrind) + sizeof ".dis";
    job->listing = malloc(size);
    if (!job->listing)
        return diag_set(diag, NULL, 0, "not enough memory");
    snprintf(job->listing, size, "%s.dis", job->callgrind);
    return true;
}

static bool load(struct job *job, struct diag *diag)
{
    struct subject *const subject = &job->subject;
    if (!name_listing(job, diag))
        return false;
    const struct subject_file files[] = {{PATH_WRITTEN, job->callgrind, "--callgrind"},
                                         {PATH_WRITTEN, job->listing, "the listing of --callgrind"},
                                         {PATH_WRITTEN, job->folded, "--folded"},
                                         {PATH_WRITTEN, job->energy_csv, "--energy-csv"},
                                         {PATH_READ, job->energy_table, "the table of energies"}};
    if (!subject_load(subject, files, sizeof files / sizeof files[0], diag))
        return false;
    for (unsigned i = 0; i < sizeof files / sizeof files[0]; i++)
        if (files[i].path && files[i].use == PATH_WRITTEN && !output_try(files[i].path, diag))
            return false;
    if ((job->threads && !launch_set_threads(subject->launch, (unsigned)job->threads, diag)) ||
        !subject_machine(subject, &job->machine, diag))
        return false;
    if (!job->machine.kind->results->observe)
        return diag_set(diag, job->subject.chip.name, 0, "what lines cost is not counted on machines of this family");
    if (!observing_begin(&job->observed, &job->machine, job->energy ? OBSERVE_OWNERS : OBSERVE_LINES, diag))
        return false;
    if (job->energy && !job->observed.by->energy_of)
        return diag_set(diag, job->subject.chip.name, 0, "energy of lines is not known on machines of this family");
    return run_energy_open(&job->table, job->energy, job->energy_table, &job->machine, job->observed.by, diag);
}

/* ---- running ---------------------------------------------------------------------------------------------------- */

/* To the end, with an observer of every clock.  The exit status; the diagnosis says why it is another one. */
static int run_clocks(struct job *job, struct diag *diag)
{
    const struct rtl_machine      *machine = &job->machine;
    const struct rtl_machine_kind *kind = machine->kind;
    int                            status = STATUS_DONE;
    struct diag                    standing = {0};
    bool                           stands = false;
    while (!kind->finished(machine->of) && status == STATUS_DONE) {
        observing_clock(&job->observed, machine);
        if (kind->stopped(machine->of, diag))
            status = STATUS_FAILED;
        else if (interrupt_signal())
            status = 128 + interrupt_signal();
        else if (*machine->cycle >= job->max_cycles && !kind->finished(machine->of))
            status = STATUS_CYCLE_LIMIT;
        else if ((stands = rtl_machine_stands_still(machine, job->no_progress, &standing)))
            status = STATUS_CYCLE_LIMIT;
    }
    observing_settle(&job->observed, machine);
    if (stands)
        diag_set(diag, job->subject.launch_path, 0, "no progress at cycle %" PRIu64 " (--no-progress): %s",
                 *machine->cycle, standing.what);
    else if (status == STATUS_CYCLE_LIMIT)
        diag_set(diag, job->subject.launch_path, 0, "not finished at cycle %" PRIu64 ", the limit (--max-cycles)",
                 *machine->cycle);
    else if (status > STATUS_CYCLE_LIMIT)
        diag_set(diag, NULL, 0, "interrupted at cycle %" PRIu64, *machine->cycle);
    return status;
}

/* ---- writing ---------------------------------------------------------------------------------------------------- */

enum form { FORM_CALLGRIND, FORM_LISTING, FORM_FOLDED, FORM_ENERGY };

static bool save(const struct profile *profile, const struct job *job, enum form form, const char *path,
                 struct diag *diag)
{
    struct output out;
    if (!path)
        return true;
    if (!output_open(&out))
        return diag_set(diag, NULL, 0, "not enough memory");
    if (form == FORM_CALLGRIND)
        profile_print_callgrind(profile, job->listing, out.file);
    else if (form == FORM_LISTING)
        profile_print_listing(profile, out.file);
    else if (form == FORM_ENERGY)
        profile_energy_csv(profile, out.file);
    else
        profile_print_folded(profile, out.file);
    const bool good = fflush(out.file) == 0 && output_save(path, out.text, out.size, diag);
    output_drop(&out);
    return good;
}

static int report(struct job *job, int status)
{
    struct profile                       profile;
    struct profile_energy                energy = {0};
    struct output                        out;
    struct diag                          diag = {0};
    char                                 what[128] = "";
    const struct machine_observer *const observer = job->observed.by;
    if (observer->incomplete(observer))
        return diag_set(&diag, NULL, 0, "not enough memory for the profile"), complain(&diag, STATUS_BAD_INPUT);
    if (!observer->agrees(observer, what, sizeof what)) {
        diag_set(&diag, NULL, 0, "the profile does not add up to the statistics: %s (please report this)", what);
        return complain(&diag, STATUS_FAILED);
    }
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    const bool good = profile_make(&profile, observer, job->subject.launch->program.path, *job->machine.cycle, &diag) &&
                      (!job->energy || profile_energy_make(&profile, &energy, &job->table, &diag)) &&
                      save(&profile, job, FORM_ENERGY, job->energy_csv, &diag) &&
                      save(&profile, job, FORM_LISTING, job->listing, &diag) &&
                      save(&profile, job, FORM_CALLGRIND, job->callgrind, &diag) &&
                      save(&profile, job, FORM_FOLDED, job->folded, &diag);
    if (good)
        profile_print(&profile, out.file);
    profile_energy_free(&energy);
    profile_free(&profile);
    status = output_print(&out, status);
    return good ? status : complain(&diag, STATUS_BAD_INPUT);
}

static void close_job(struct job *job)
{
    observing_end(&job->observed);
    free(job->listing);
    rtl_machine_free(&job->machine);
    subject_free(&job->subject);
}

/* ---- the command ------------------------------------------------------------------------------------------------ */

static int profile_run(const struct command *command, int argc, char **argv)
{
    struct job   job = {.subject = {.one_for = "for a profile"},
                        .max_cycles = RUN_CYCLES_DEFAULT,
                        .no_progress = RUN_NO_PROGRESS_DEFAULT};
    struct diag  diag = {0};
    int          status;
    option_set_t given = 0;
    if (!options_read(command, argc, argv, &given, NULL, &job, &status))
        return status;
    job.energy |= job.energy_table || job.energy_csv;
    if (!subject_operands(command, &job.subject, argc - optind, argv + optind))
        return STATUS_BAD_INPUT;
    if (!job.subject.launch_path)
        return usage_error(command, "--launch is missing: expected --launch FILE");
    interrupt_handle();
    if (load(&job, &diag)) {
        status = run_clocks(&job, &diag);
        status = report(&job, status == STATUS_DONE ? status : complain(&diag, status));
    } else {
        status = complain(&diag, STATUS_BAD_INPUT);
    }
    close_job(&job);
    return status;
}

const struct command profile_command = {
    .name = "profile",
    .operands = "[PROGRAM] --launch FILE [OPTION]...",
    .summary = "runs a program and prints what each of its lines costs",
    .text = "The disassembly, and before each line its executions by wavefronts, active threads of these,\n"
            "clocks of the ALU that went by with it or waiting for it, busy and lost, and the clocks from a\n"
            "clause's, fetch's or export's start to its end; behind it why clocks were lost.  What the lines\n"
            "add up to are the run's statistics.  docs/profile.md says whose a lost clock is.\n"
            "\n"
            "exit status: as that of wekiva run, of which results are not compared\n"
            "\n"
            "examples:\n"
            "  wekiva profile --launch launch.json\n"
            "  wekiva profile prog.o --launch launch.json --callgrind prof.out   then: kcachegrind prof.out\n"
            "  wekiva profile --launch launch.json --folded prof.txt   then: flamegraph.pl prof.txt >prof.svg\n"
            "  wekiva profile --launch launch.json --energy\n",
    .options = profile_options,
    .option_count = sizeof profile_options / sizeof profile_options[0],
    .run = profile_run,
};
