/* cmd_avf.c - `wekiva avf`: a campaign of fault injection over the bits of a machine (tools/avf/avf.h). */
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tools/avf/avf.h"
#include "tools/commands.h"
#include "tools/output.h"
#include "tools/run/interrupt.h"
#include "tools/run/run_options.h"
#include "tools/subject.h"

enum {
    OPTION_SIGNALS = SUBJECT_OPTIONS,
    OPTION_BY,
    OPTION_FLIPS,
    OPTION_SEED,
    OPTION_HANG,
    OPTION_LDS,
    OPTION_CSV,
    OPTION_JOBS,
    OPTION_MAX_CYCLES
};

enum { FLIPS_DEFAULT = 20, HANG_LEAST = 10000 };

struct avf_job {
    struct subject     subject;
    struct rtl_machine clean, machine;
    struct avf         avf;
    const char        *signals, *csv;
    unsigned           by;
    uint64_t           flips, seed, hang, jobs, max_cycles;
};

static const struct option_row avf_options[] = {
    SUBJECT_ROWS(struct avf_job, subject, "the launch file: what the run starts with"),
    [OPTION_SIGNALS] = {"signals", 0, "GLOB[,GLOB...]",
                        "only bits of registers and memories that match, by path or whole name:\n*.gpr_file,*.o_valid",
                        OPTION_TEXT(struct avf_job, signals)},
    [OPTION_BY] = {"by", 0, "block|instance|signal", /* enum avf_by */
                   "a row of the table for each (default: block, all instances of a module)", OPTION_OWN},
    [OPTION_FLIPS] = {"flips", 'n', "N", "so many in each row, one a run (default 20)",
                      OPTION_NUMBER(struct avf_job, flips, 1, AVF_FLIPS_MOST)},
    [OPTION_SEED] = {"seed", 'S', "N", "which bits and clocks are drawn (default 1)",
                     OPTION_NUMBER(struct avf_job, seed, 0, UINT64_MAX)},
    [OPTION_HANG] =
        {"hang", 0, "N",
         "a run hangs when it is not finished N clocks behind the clean one's end\n(default: as many as that "
         "has taken, 10000 at least)",
         OPTION_NUMBER(struct avf_job, hang, 1, UINT32_MAX)},
    [OPTION_LDS] = {"lds", 0, NULL, "the local data share, as the run leaves it, is a result, too",
                    OPTION_FLAG(struct avf_job, avf.lds)},
    [OPTION_CSV] = {"csv", 0, "FILE", "a line for each flip, as run --flip takes it; - is the standard output",
                    OPTION_TEXT(struct avf_job, csv)},
    [OPTION_JOBS] = {"jobs", 'j', "N", "so many runs at once (default 1); nothing else depends on it",
                     OPTION_NUMBER(struct avf_job, jobs, 1, AVF_JOBS_MAX)},
    [OPTION_MAX_CYCLES] = {"max-cycles", 0, "N", "the clean run ends at cycle N (default 1000000000)",
                           OPTION_NUMBER(struct avf_job, max_cycles, 1, UINT64_MAX / 4)},
};

/* ---- the clean run ----------------------------------------------------------------------------------------------- */

static int run_clean(struct avf_job *job, struct diag *diag)
{
    const struct rtl_machine *machine = &job->clean;
    const char *const         name = job->subject.launch_path;
    struct diag               why = {0};
    const clock_t             began = clock();
    machine->kind->run(machine->of, job->max_cycles);
    job->avf.seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
    if (machine->kind->stopped(machine->of, &why))
        return diag_set(diag, name, 0, "without a flip: %.900s", why.what), STATUS_FAILED;
    if (!machine->kind->finished(machine->of))
        return diag_set(diag, name, 0, "without a flip: not finished at cycle %" PRIu64 ", the limit (--max-cycles)",
                        *machine->cycle),
               STATUS_CYCLE_LIMIT;
    struct avf *const avf = &job->avf;
    avf->cycles = *machine->cycle;
    const uint64_t least = avf->cycles > HANG_LEAST ? avf->cycles : HANG_LEAST;
    avf->limit = avf->cycles + (job->hang ? job->hang : least);
    return STATUS_DONE;
}

static int load(struct avf_job *job, struct diag *diag)
{
    const struct subject_file file = {PATH_WRITTEN, job->csv, "--csv"};
    struct avf *const         avf = &job->avf;
    if (!subject_load(&job->subject, &file, 1, diag) || (job->csv && !output_try(job->csv, diag)) ||
        !subject_machine(&job->subject, &job->clean, diag) || !subject_machine(&job->subject, &job->machine, diag))
        return STATUS_BAD_INPUT;
    avf->clean = &job->clean;
    avf->machine = &job->machine;
    avf->names = flip_names(&job->machine);
    avf->first = *job->machine.cycle;
    if (avf->lds && !job->clean.kind->results->shared(job->clean.of, MACHINE_LDS, NULL))
        return diag_set(diag, NULL, 0, "--lds: this chip has no local data share"), STATUS_BAD_INPUT;
    if (!avf_choose(avf, job->signals, (enum avf_by)job->by, diag))
        return STATUS_BAD_INPUT;
    const int status = run_clean(job, diag);
    return status == STATUS_DONE && !avf_draw(avf, (unsigned)job->flips, job->seed, diag) ? STATUS_BAD_INPUT : status;
}

/* ---- the answer -------------------------------------------------------------------------------------------------- */

static bool save_csv(const struct avf_job *job, struct diag *diag)
{
    char  *text = NULL;
    size_t size = 0;
    FILE  *file = job->csv ? open_memstream(&text, &size) : NULL;
    if (!job->csv)
        return true;
    if (file)
        avf_print_csv(&job->avf, file);
    const bool good = (file && fclose(file) == 0) || diag_set(diag, job->csv, 0, "not enough memory for the CSV file");
    const bool saved = good && output_save(job->csv, text, size, diag);
    free(text);
    return saved;
}

static int answer(struct avf_job *job)
{
    struct diag   diag = {0};
    struct output out;
    interrupt_handle();
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    int status = load(job, &diag);
    if (status == STATUS_DONE && !avf_inject(&job->avf, (unsigned)job->jobs, &diag))
        status = interrupt_came() ? 128 + interrupt_signal() : STATUS_BAD_INPUT;
    if (status == STATUS_DONE && !save_csv(job, &diag))
        status = STATUS_BAD_INPUT;
    if (status == STATUS_DONE && (!job->csv || strcmp(job->csv, "-") != 0)) {
        fprintf(out.file,
                "clean run: %" PRIu64 " clocks; a hang is not finished at %" PRIu64 "; seed %" PRIu64
                ", one bit a run\n",
                job->avf.cycles, job->avf.limit, job->seed);
        avf_print(&job->avf, out.file);
    }
    avf_free(&job->avf);
    rtl_machine_free(&job->clean);
    rtl_machine_free(&job->machine);
    subject_free(&job->subject);
    if (status == STATUS_DONE)
        return output_print(&out, status);
    output_drop(&out);
    return complain(&diag, status);
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

static bool take_by(const struct command *command, int option, void *into)
{
    return option_choice(command, (unsigned)option, optarg, &((struct avf_job *)into)->by);
}

static bool take_operands(const struct command *command, struct avf_job *job, int count, char **operands)
{
    if (count && !subject_operands(command, &job->subject, count, operands))
        return false;
    if (!job->subject.launch_path)
        usage_error(command, "--launch is missing: expected --launch FILE");
    return job->subject.launch_path;
}

static int avf_run(const struct command *command, int argc, char **argv)
{
    struct avf_job job = {.flips = FLIPS_DEFAULT, .seed = 1, .jobs = 1, .max_cycles = RUN_CYCLES_DEFAULT};
    option_set_t   given = 0;
    int            status;
    job.subject.one_for = "for faults, or several at once";
    job.subject.at_once = true;
    if (!options_read(command, argc, argv, &given, take_by, &job, &status))
        return status;
    return take_operands(command, &job, argc - optind, argv + optind) ? answer(&job) : STATUS_BAD_INPUT;
}

const struct command avf_command = {
    .name = "avf",
    .operands = "[PROGRAM] --launch FILE [OPTION]...",
    .summary = "flips bits of registers and memories, one a run, and counts what becomes of the results",
    .text = "Statistical fault injection: single-event upsets, drawn over all bits and clocks of the run.\n"
            "  masked       results and clocks of the clean run\n"
            "  other time   its results, another number of clocks\n"
            "  wrong        other exports, kills, vertices or memory: silent data corruption\n"
            "  hang         not finished at the limit (--hang)\n"
            "  rule broken  stopped by a rule of the manual, as a program that breaks it\n"
            "  undefined    a state that no program leads to and for which the model says nothing\n"
            "AVF, the architectural vulnerability factor, is the share of the last four, with its 95 %\n"
            "interval (Wilson's score); `all` weighs each row by its bits.  What the figures are of:\n"
            "docs/guides/faults.md.\n"
            "\n"
            "examples:\n"
            "  wekiva avf --launch launch.json --set simds=1\n"
            "  wekiva avf --launch launch.json --signals '*.gpr_file' --flips 400 --csv flips.csv\n"
            "  wekiva avf --launch launch.json --signals '*.cf_sequencer' --by signal --jobs 4\n",
    .options = avf_options,
    .option_count = sizeof avf_options / sizeof avf_options[0],
    .run = avf_run,
};
