/* cmd_fuzz.c - `wekiva fuzz`: random programs on the machine and on the reference interpreter (tb/random, tb/ref). */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tools/chip_choice.h"
#include "tools/commands.h"
#include "tools/fuzz_jobs.h"
#include "tools/output.h"
#include "tools/run/interrupt.h"
#include "tools/source.h"

enum {
    OPTION_PROGRAMS,
    OPTION_SEED,
    OPTION_JOBS,
    OPTION_WEIGHTS,
    OPTION_LIST,
    OPTION_OUT,
    OPTION_REPLAY,
    OPTION_FAULT,
    OPTION_CHIP,
    OPTION_SET
};

enum { SETS_MAX = 32, SHRINK_TRIES = 4000, FOLDER_BYTES = 512 };

struct fuzz {
    struct fuzz_run run;
    const char     *out, *replay, *chip, *sets[SETS_MAX];
    unsigned        set_count;
    bool            list;
};

static const struct option_row fuzz_options[] = {
    [OPTION_PROGRAMS] = {"programs", 'n', "N", "so many programs (1000)",
                         OPTION_NUMBER(struct fuzz, run.programs, 1, UINT64_C(1) << 40)},
    [OPTION_SEED] = {"seed", 'S', "N", "of the first program, each further one has the next\n(default: the time)",
                     OPTION_NUMBER(struct fuzz, run.seed, 0, UINT64_MAX)},
    [OPTION_JOBS] = {"jobs", 'j', "N", "so many processes (1)", OPTION_NUMBER(struct fuzz, run.jobs, 1, FUZZ_JOBS_MAX)},
    [OPTION_WEIGHTS] = {"weights", 'w', "NAME=N,...", "what programs consist of; straight: no control flow",
                        OPTION_OWN},
    [OPTION_LIST] = {"list-weights", 0, NULL, "every weight, its value and meaning", OPTION_FLAG(struct fuzz, list)},
    [OPTION_OUT] = {"out", 'o', "DIR", "where a failing case is written (fuzz-SEED)", OPTION_TEXT(struct fuzz, out)},
    [OPTION_REPLAY] = {"replay", 'r', "FILE", "a launch file and its program in place of random ones",
                       OPTION_TEXT(struct fuzz, replay)},
    [OPTION_FAULT] =
        {"fault", 0, "gpr|active|export|kill|memory|share|emit", /* enum random_fault, from 1 on */
         "puts a mistake into the machine's gpr, active mask,\nexport, kill, memory, local data share or emitted "
         "vertices, to see it found",
         OPTION_OWN},
    [OPTION_CHIP] =
        {"chip", 'c', "NAME|FILE",
         "rv770 (default) or another preset, with one SIMD, or a chip file;\nr580, nv30: programs, settings and a "
         "reference of their own",
         OPTION_TEXT(struct fuzz, chip)},
    [OPTION_SET] = {"set", 's', "NAME=VALUE...", "a chip parameter",
                    OPTION_LIST(struct fuzz, sets, set_count, SETS_MAX)},
};

static const char *const fault_names[] = {
    [RANDOM_FAULT_GPR] = "gpr",   [RANDOM_FAULT_ACTIVE] = "active", [RANDOM_FAULT_EXPORT] = "export",
    [RANDOM_FAULT_KILL] = "kill", [RANDOM_FAULT_MEMORY] = "memory", [RANDOM_FAULT_SHARE] = "share",
    [RANDOM_FAULT_EMIT] = "emit"};

/* What a replay looks at; the list of weights stands alone. */
static const struct option_rule rules[] = {{ONLY_WITH, "list-weights", "", NULL},
                                           {ONLY_WITH, "replay", "fault chip set", NULL}};

static int print_totals(const struct random_statistics *s, double seconds, const char *result)
{
    const uint64_t compared = s->programs - s->illegal - s->undefined;
    return say("%" PRIu64 " programs compared, %" PRIu64 " thrown away: %" PRIu64 " do not end or are illegal, %" PRIu64
               " read what is undefined\n"
               "%" PRIu64 " CF instructions, %" PRIu64 " clauses, %" PRIu64 " groups, %" PRIu64 " clocks; %.1f s\n"
               "%" PRIu64 " of them read what depends on how closely a group follows another (ISA 4.11)\n"
               "%" PRIu64 " ran beside another launch, %" PRIu64 " of them beside another program\n"
               "%s\n",
               compared, s->illegal + s->undefined, s->illegal, s->undefined, s->instructions, s->clauses, s->groups,
               s->cycles, seconds, s->close, s->pairs, s->other_pairs, result)
               ? STATUS_DONE
               : STATUS_BAD_INPUT;
}

/* ---- R580 and NV30 ---------------------------------------------------------------------------------------------- */

static int print_pixel_totals(const struct random_statistics *s, double seconds, const char *result)
{
    return say("%" PRIu64 " programs compared; %" PRIu64 " instructions, %" PRIu64 " clocks; %.1f s\n%s\n",
               s->programs - s->illegal, s->instructions, s->cycles, seconds, result)
               ? STATUS_DONE
               : STATUS_BAD_INPUT;
}

/* What stays of the command: no weights, no replay, for a case that fails is a launch file. */
static bool take_pixels(const struct command *command, struct fuzz *fuzz, const struct machine_chip *chip,
                        option_set_t given)
{
    static const unsigned             others[] = {OPTION_WEIGHTS, OPTION_LIST, OPTION_REPLAY};
    struct random_pixels_judge *const judge = &fuzz->run.pixels_judge;
    for (unsigned i = 0; i < sizeof others / sizeof others[0]; i++)
        if (given >> others[i] & 1)
            return usage_error(command, "--%s: random programs of %s have none", command->options[others[i]].name,
                               chip->family->name),
                   false;
    if (fuzz->run.judge.fault > RANDOM_FAULT_GPR && fuzz->run.judge.fault != RANDOM_FAULT_EXPORT &&
        fuzz->run.judge.fault != RANDOM_FAULT_KILL)
        return usage_error(command, "--fault: expected gpr, export or kill for %s", chip->family->name), false;
    if (fuzz->run.judge.fault == RANDOM_FAULT_GPR && judge->kind == &random_nv30)
        return usage_error(command, "--fault: expected export or kill for %s", chip->family->name), false;
    judge->fault = fuzz->run.judge.fault;
    judge->chip = fuzz->chip;
    judge->sets = fuzz->sets;
    judge->set_count = fuzz->set_count;
    return true;
}

/* The program as it was found: `wekiva run` shows the difference, unless it was put in. */
static int report_pixels(struct fuzz *fuzz, const struct fuzz_result *result)
{
    struct random_pixels_judge *judge = &fuzz->run.pixels_judge;
    const struct random_pixels *made = fuzz->run.pixels;
    char                        folder[FOLDER_BYTES], sets[512] = "";
    struct diag                 diag = {.what = ""}, wrong = {.what = ""};
    snprintf(folder, sizeof folder, "fuzz-%" PRIu64, result->seed);
    if (fuzz->out)
        snprintf(folder, sizeof folder, "%s", fuzz->out);
    random_pixels_run(judge, result->seed, fuzz->run.pixels, &diag);
    for (unsigned i = 0; i < made->setting_count; i++)
        snprintf(sets + strlen(sets), sizeof sets - strlen(sets), " --set %s", made->setting[i]);
    for (unsigned i = 0; i < fuzz->set_count && strlen(sets) < sizeof sets / 2; i++)
        snprintf(sets + strlen(sets), sizeof sets - strlen(sets), " --set %.100s", fuzz->sets[i]);
    if (!say("seed %" PRIu64 ": %s\n", result->seed, diag.what))
        return STATUS_BAD_INPUT;
    if (!random_pixels_save(made, folder, &wrong))
        return complain(&wrong, STATUS_BAD_INPUT);
    print_pixel_totals(&result->statistics, result->seconds, diag.what);
    if (judge->fault)
        say("%s/program.s\nreplay: wekiva fuzz --chip %s --fault %s --seed %" PRIu64 " --programs 1\n", folder,
            fuzz->chip, fault_names[judge->fault], result->seed);
    else
        say("%s/program.s\nreplay: wekiva run --chip %s%s --launch %s/launch.json\n", folder, fuzz->chip, sets, folder);
    return STATUS_FAILED;
}

/* ---- failing cases ---------------------------------------------------------------------------------------------- */

/* Of the replay, or of the folder that a failing case goes to; both may be NULL. */
static bool spare_inputs(const struct fuzz *fuzz, struct launch *launch, const char *folder, struct diag *diag)
{
    struct path_set paths;
    const bool      good = paths_begin(&paths, diag) && chip_take_file(fuzz->chip, &paths, diag) &&
                      (!launch || launch_take_files(launch, &paths, diag)) &&
                      (!folder || random_take_files(folder, &paths, diag));
    paths_free(&paths);
    return good;
}

/* Runs the case once more and makes it small: it need not be the process that found it. */
static int report_case(struct fuzz *fuzz, const struct fuzz_result *result, struct random_case *program)
{
    struct random_judge *judge = &fuzz->run.judge;
    char                 folder[FOLDER_BYTES], again[2 * FOLDER_BYTES + 80], remark[sizeof(struct diag) + sizeof again];
    struct diag          diag = {.what = ""};
    snprintf(folder, sizeof folder, "fuzz-%" PRIu64, result->seed);
    if (fuzz->out)
        snprintf(folder, sizeof folder, "%s", fuzz->out);
    random_generate(result->seed, &fuzz->run.weights, program);
    const enum random_verdict verdict = random_run(judge, program, &diag);
    if (!say("seed %" PRIu64 ": %s\nlooking for a smaller program\n", result->seed, diag.what))
        return STATUS_BAD_INPUT;
    random_shrink(judge, program, verdict, SHRINK_TRIES, &diag);
    snprintf(again, sizeof again, "replay: wekiva fuzz%s%s --replay %s/launch.json", judge->fault ? " --fault " : "",
             judge->fault ? fault_names[judge->fault] : "", folder);
    snprintf(remark, sizeof remark, "%s\nmade from seed %" PRIu64 "; %s", diag.what, result->seed, again);
    struct diag wrong = {.what = ""};
    if (!spare_inputs(fuzz, NULL, folder, &wrong) || !random_save(judge, program, folder, remark, &wrong))
        return complain(&wrong, STATUS_BAD_INPUT);
    print_totals(&result->statistics, result->seconds, diag.what);
    say("%s/program.asm\n%s\n", folder, again);
    return STATUS_FAILED;
}

/* Hours may pass before there is a case to write. */
static bool try_folder(const char *folder, struct diag *diag)
{
    if (strlen(folder) >= FOLDER_BYTES)
        return diag_set(diag, folder, 0, "the path is too long, expected less than %d bytes", FOLDER_BYTES);
    return output_try_folder(folder, diag);
}

static int fuzz_programs(struct fuzz *fuzz, struct random_case *program)
{
    struct fuzz_result result;
    struct diag        diag = {.what = ""};
    if (!spare_inputs(fuzz, NULL, fuzz->out, &diag) || !try_folder(fuzz->out ? fuzz->out : ".", &diag))
        return complain(&diag, STATUS_BAD_INPUT);
    interrupt_handle();
    fuzz->run.judge.enough = interrupt_came;
    if (!say("seed %" PRIu64 "\n", fuzz->run.seed))
        return STATUS_BAD_INPUT;
    if (!fuzz_jobs_run(&fuzz->run, program, &result, &diag))
        return complain(&diag, STATUS_BAD_INPUT);
    const bool pixels = fuzz->run.pixels_judge.kind;
    if (result.failed)
        return pixels ? report_pixels(fuzz, &result) : report_case(fuzz, &result, program);
    const char *const end = interrupt_came() ? "no difference so far: interrupted" : "no difference";
    const int         status = pixels ? print_pixel_totals(&result.statistics, result.seconds, end)
                                      : print_totals(&result.statistics, result.seconds, end);
    if (!interrupt_came())
        return status;
    return 128 + interrupt_signal();
}

/* ---- replay ----------------------------------------------------------------------------------------------------- */

/* Presets have one SIMD here: what several do is compared with it. */
static bool choose_chip(struct fuzz *fuzz, const struct program *program, struct machine_chip *chip, struct diag *diag)
{
    const char *sets[SETS_MAX + 1] = {"simds=1"};
    unsigned    count = !fuzz->chip || machine_preset(fuzz->chip) == machine_preset("rv770");
    for (unsigned i = 0; i < fuzz->set_count; i++)
        sets[count++] = fuzz->sets[i];
    if (!machine_chip_choose(fuzz->chip, program, "--set ", sets, count, chip, diag))
        return false;
    fuzz->run.pixels_judge.kind = random_pixels_kind(chip->family->name);
    return fuzz->run.pixels_judge.kind || random_take_chip(&fuzz->run.judge, chip, diag);
}

static int replay(struct fuzz *fuzz)
{
    const double        start = fuzz_seconds();
    struct diag         diag = {.what = ""};
    struct program      program = {0};
    struct machine_chip chip = {0};
    enum random_verdict verdict = RANDOM_FAILED;
    struct launch      *launch = launch_load(fuzz->replay, &diag);
    const bool          chip_asked = fuzz->chip;
    if (launch && !launch->program.path)
        diag_set(&diag, fuzz->replay, 0, "names no program");
    else if (launch && machine_launch_chip(fuzz->chip, launch, &fuzz->chip, &diag) &&
             spare_inputs(fuzz, launch, NULL, &diag) &&
             source_load(fuzz->chip, launch->program.path, &program, &diag) &&
             choose_chip(fuzz, &program, &chip, &diag)) {
        chip_warn(launch->program.path, &program, &chip, chip_asked ? NULL : launch);
        verdict = random_compare(&fuzz->run.judge, &program, launch->fetch_shader.loaded, launch, &diag);
    }
    machine_chip_free(&chip);
    program_free(&program);
    launch_free(launch);
    if (verdict == RANDOM_FAILED)
        return complain(&diag, STATUS_BAD_INPUT);
    if (verdict == RANDOM_SAME)
        return print_totals(&fuzz->run.judge.statistics, fuzz_seconds() - start, "no difference");
    say("%s%s\n", verdict == RANDOM_ILLEGAL ? "the interpreter stops: " : "", diag.what);
    return STATUS_FAILED;
}

static int list_weights(void)
{
    struct output out;
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    for (unsigned i = 0; i < random_weight_count; i++)
        fprintf(out.file, "%-18s %4u  %s\n", random_weight_rows[i].name, random_weight_rows[i].value,
                random_weight_rows[i].meaning);
    return output_print(&out, STATUS_DONE);
}

/* ---- options ---------------------------------------------------------------------------------------------------- */

static bool set_fault(const struct command *command, struct fuzz *fuzz, const char *text)
{
    unsigned   which = 0;
    const bool good = option_choice(command, OPTION_FAULT, text, &which);
    fuzz->run.judge.fault = (enum random_fault)(RANDOM_FAULT_GPR + which);
    return good;
}

static bool take_own(const struct command *command, int option, void *into)
{
    struct fuzz *fuzz = into;
    struct diag  diag = {.what = ""};
    if (option == OPTION_FAULT)
        return set_fault(command, fuzz, optarg);
    if (random_set_weights(&fuzz->run.weights, optarg, &diag))
        return true;
    usage_error(command, "--weights: %s", diag.what);
    return false;
}

static int fuzz_run(const struct command *command, int argc, char **argv)
{
    struct fuzz fuzz = {
        .run = {.weights = random_default_weights(), .seed = (uint64_t)time(NULL) << 16, .programs = 1000, .jobs = 1},
    };
    struct diag  diag = {.what = ""};
    int          status;
    option_set_t given = 0;
    if (!options_read(command, argc, argv, &given, take_own, &fuzz, &status))
        return status;
    if (argc != optind)
        return usage_error(command, "expected no operand, got '%s'", argv[optind]);
    if (fuzz.list)
        return list_weights();
    struct machine_chip chip;
    bool                chosen = choose_chip(&fuzz, NULL, &chip, &diag);
    if (chosen && !fuzz.run.pixels_judge.kind && !machine_chip_number(&chip, "doubles"))
        fuzz.run.weights.doubles = 0;
    const bool taken = !chosen || !fuzz.run.pixels_judge.kind || take_pixels(command, &fuzz, &chip, given);
    machine_chip_free(&chip);
    if (!chosen)
        return complain(&diag, STATUS_BAD_INPUT);
    if (!taken)
        return STATUS_BAD_INPUT;
    if (fuzz.replay)
        return replay(&fuzz);
    struct random_case *program = malloc(sizeof *program);
    fuzz.run.pixels = malloc(sizeof *fuzz.run.pixels);
    if (!program || !fuzz.run.pixels) {
        free(program);
        free(fuzz.run.pixels);
        diag_set(&diag, NULL, 0, "not enough memory for a program");
        return complain(&diag, STATUS_BAD_INPUT);
    }
    status = fuzz_programs(&fuzz, program);
    free(program);
    free(fuzz.run.pixels);
    return status;
}

const struct command fuzz_command = {
    .name = "fuzz",
    .operands = "[--replay FILE]",
    .summary = "compares the machine with the reference interpreter on random programs",
    .text = "Every program is legal and comes from its seed and the weights alone.  Registers, predicate, pixel\n"
            "states, stack entries and aL are compared after each clause and each branch, exports and kills at\n"
            "the end.  A program that fails is made as small as it goes and written to a folder: program.asm,\n"
            "its data, launch.json and chip.json.  Of r580 and nv30 results and registers are compared at the end;\n"
            "a program that fails is written as it is, for wekiva run.  Exit status 0 no difference, 1 a difference, 2 "
            "wrong usage.\n"
            "\n"
            "examples:\n"
            "  wekiva fuzz --programs 100000 --jobs 2\n"
            "  wekiva fuzz --seed 7 --programs 1 --weights straight,groups=3\n"
            "  wekiva fuzz --fault gpr --out found        its last line replays what it has found\n",
    .options = fuzz_options,
    .option_count = sizeof fuzz_options / sizeof fuzz_options[0],
    .rules = rules,
    .rule_count = sizeof rules / sizeof rules[0],
    .run = fuzz_run,
};
