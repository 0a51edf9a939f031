/* cmd_cosim.c - `wekiva cosim`: a C module and a Verilog block side by side, to the first difference. */
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tb/lockstep/covers.h"
#include "tb/lockstep/report.h"
#include "tb/lockstep/template.h"
#include "tb/lockstep/verdict.h"
#include "tools/commands.h"
#include "tools/hand_over.h"
#include "tools/output.h"
#include "tools/run/interrupt.h"
#include "tools/run/run_trace.h"

struct cosim {
    const struct lockstep_module *module;
    const char                   *rtl, *trace, *input, *coverage;
    uint64_t                      cycles, seed, faults, window;
    bool                          cycles_given, write_template, list, stimulus;
};

/* ---- faults ----------------------------------------------------------------------------------------------------- */

struct faults {
    struct stimulus random;
    uint64_t        left, done, found;
    uint64_t        first_missed_cycle;
    char            first_missed[96];
};

static void inject(struct session *session, struct faults *faults)
{
    const unsigned     compared = stimulus_below(&faults->random, block_compared_count(session->block));
    const struct port *port = block_compared(session->block, compared);
    const unsigned     bit = stimulus_below(&faults->random, port->width);
    faults->left--;
    faults->done++;
    if (session_fault_is_found(session, compared, bit)) {
        faults->found++;
    } else if (!faults->first_missed[0]) {
        faults->first_missed_cycle = session->cycle;
        snprintf(faults->first_missed, sizeof faults->first_missed, "%s bit %u", port->name, bit);
    }
}

/* ---- running ---------------------------------------------------------------------------------------------------- */

static double processor_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

enum ending { AGREED, DIFFERED, STOPPED, BROKEN };

/* The block cannot go on: by an assertion of its own, or because it cannot be run. */
static enum ending broken(const struct session *session)
{
    return block_failure(session->block) ? STOPPED : BROKEN;
}

static enum ending clock_both(const struct cosim *cosim, struct session *session, struct faults *faults,
                              struct difference *difference, struct diag *diag)
{
    if (!session_start(session, diag))
        return broken(session);
    if (!session_same(session, false, difference)) /* straight from reset */
        return DIFFERED;
    while (session->cycle < cosim->cycles && !interrupt_came()) {
        if (!session_step(session, diag)) {
            if (diag->what[0])
                return broken(session);
            break;
        }
        if (!session_same(session, true, difference))
            return DIFFERED;
        if (faults->left && stimulus_below(&faults->random, 1u << 20) <
                                (double)faults->left / (double)(cosim->cycles - session->cycle + 1) * (1 << 20))
            inject(session, faults);
    }
    return session_end(session, diag) ? AGREED : broken(session);
}

static void print_replay(FILE *out, const struct cosim *cosim, uint64_t cycles)
{
    fprintf(out, "\nagain: wekiva cosim %s --cycles %" PRIu64, cosim->module->name, cycles);
    if (cosim->input)
        fprintf(out, " --input '%s'", cosim->input);
    else
        fprintf(out, " --seed %" PRIu64, cosim->seed);
    if (cosim->rtl)
        fprintf(out, " --rtl '%s'", cosim->rtl);
    fprintf(out, " --trace %s\n", cosim->trace ? cosim->trace : "both.vcd");
}

static bool save_waves(const struct cosim *cosim, const struct session *session, FILE *out, struct diag *diag)
{
    const struct trace_options trace = {.path = cosim->trace,
                                        .lanes = true,
                                        .elements = lockstep_looks->elements,
                                        .element_types = lockstep_looks->element_types};
    char                       program[PATH_BYTES];
    const struct gtkw_options  view = run_trace_viewer(lockstep_looks, true, program);
    char                      *save_file = NULL;
    if (!report_waves(session, &trace, &view, &save_file, diag)) {
        free(save_file);
        return false;
    }
    fprintf(out, "waveform of cycles %" PRIu64 " to %" PRIu64 ", both sides: ", session->first_kept, session->cycle);
    run_trace_kept(out, cosim->trace, save_file);
    run_trace_line(out, save_file);
    free(save_file);
    return true;
}

static void print_agreed(FILE *out, const struct session *session, double seconds)
{
    verdict_agreed(out, session);
    fprintf(out, ", %.0f cycles/s%s\n", seconds > 0 ? (double)session->cycle / seconds : 0,
            interrupt_came() ? ", interrupted" : "");
    verdict_print_limits(out, session);
}

/* False when one was not found. */
static bool print_faults(FILE *out, const struct session *session, const struct faults *faults)
{
    fprintf(out,
            "%s: %" PRIu64 " single-bit faults at the block's outputs, %" PRIu64
            " of them named at their cycle, signal and bit\n",
            session->module->name, faults->done, faults->found);
    if (faults->found == faults->done)
        return true;
    fprintf(out, "not found: %s at cycle %" PRIu64 "\n", faults->first_missed, faults->first_missed_cycle);
    return false;
}

/* The verdict; false unless all was equal. */
static bool print_verdict(FILE *out, const struct cosim *cosim, const struct session *session, enum ending ending,
                          const struct difference *difference, double seconds)
{
    const struct report_names names = {lockstep_looks->views, lockstep_looks->view_count};
    if (ending == DIFFERED) {
        report_difference(out, session, difference, &names);
        print_replay(out, cosim, difference->cycle + (session->seen.port || difference->cycle == 0));
    } else if (ending == STOPPED) {
        report_failure(out, session, block_failure(session->block), &names);
        print_replay(out, cosim, session->cycle + 1);
    } else {
        print_agreed(out, session, seconds);
    }
    return ending == AGREED;
}

static bool print_coverage(FILE *out, const struct cosim *cosim, const struct session *session, struct diag *diag)
{
    if (!block_coverage_write(session->block, cosim->coverage, diag) ||
        !covers_print(out, session->module->name, cosim->coverage, diag))
        return false;
    fprintf(out, "coverage of lines and bits: verilator_coverage --annotate FOLDER %s\n", cosim->coverage);
    return true;
}

static int finish(const struct cosim *cosim, struct session *session, const struct faults *faults, enum ending ending,
                  const struct difference *difference, double seconds)
{
    struct output out;
    struct diag   diag = {0};
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    bool good = print_verdict(out.file, cosim, session, ending, difference, seconds);
    if (cosim->faults && ending == AGREED)
        good = print_faults(out.file, session, faults) && good;
    if (cosim->stimulus)
        stimulus_table_print(out.file, session->table);
    int status = good ? STATUS_DONE : STATUS_FAILED;
    if ((cosim->coverage && !print_coverage(out.file, cosim, session, &diag)) ||
        (cosim->trace && !save_waves(cosim, session, out.file, &diag))) {
        output_print(&out, status);
        return complain(&diag, STATUS_BAD_INPUT);
    }
    status = output_print(&out, status);
    return interrupt_came() ? 128 + interrupt_signal() : status;
}

static bool spare_inputs(const struct cosim *cosim, struct diag *diag)
{
    struct path_set paths;
    bool            good = paths_begin(&paths, diag);
    if (good && cosim->input)
        good = paths_take(&paths, PATH_READ, cosim->input, "--input", diag);
    if (good && cosim->rtl)
        good = paths_take_all(&paths, cosim->rtl, "a file of --rtl", diag);
    if (good && cosim->trace)
        good = run_trace_take_files(cosim->trace, lockstep_looks, &paths, diag);
    if (good && cosim->coverage)
        good = paths_take(&paths, PATH_WRITTEN, cosim->coverage, "--coverage", diag);
    paths_free(&paths);
    return good;
}

/* How many cycles, of a record at most its own. */
static bool set_cycles(struct cosim *cosim, const struct session *session, struct diag *diag)
{
    if (session->record && (!cosim->cycles_given || cosim->cycles > record_cycles(session->record)))
        cosim->cycles = record_cycles(session->record);
    return cosim->faults <= cosim->cycles ||
           diag_set(diag, NULL, 0, "--faults %" PRIu64 ": expected at most one in each of the %" PRIu64 " cycles",
                    cosim->faults, cosim->cycles);
}

static int lockstep(struct cosim *cosim)
{
    struct session    session;
    struct diag       diag = {0};
    struct difference difference = {.cycle = 0};
    struct faults     faults = {.left = cosim->faults};

    const struct session_options options = {.rtl = cosim->rtl,
                                            .record = cosim->input,
                                            .seed = cosim->seed,
                                            .window = (unsigned)cosim->window,
                                            .covered = cosim->coverage};
    if (!spare_inputs(cosim, &diag) || (cosim->trace && !output_try(cosim->trace, &diag)) ||
        (cosim->coverage && !output_try(cosim->coverage, &diag)))
        return complain(&diag, STATUS_BAD_INPUT);
    if (!session_open(&session, cosim->module, &options, &diag))
        return complain(&diag, STATUS_BAD_INPUT);
    if (!set_cycles(cosim, &session, &diag) ||
        !(session.table =
              stimulus_table_open(cosim->module, lockstep_looks->views, lockstep_looks->view_count, &diag))) {
        session_close(&session);
        return complain(&diag, STATUS_BAD_INPUT);
    }
    stimulus_seed(&faults.random, ~cosim->seed);
    interrupt_handle();
    const double      start = processor_seconds();
    const enum ending ending = clock_both(cosim, &session, &faults, &difference, &diag);
    const double      seconds = processor_seconds() - start;
    const int         status = ending == BROKEN ? complain(&diag, STATUS_BAD_INPUT)
                                                : finish(cosim, &session, &faults, ending, &difference, seconds);
    stimulus_table_close(session.table);
    session_close(&session);
    return status;
}

/* ---- template and list ------------------------------------------------------------------------------------------ */

static int write_template(const struct cosim *cosim)
{
    struct output out;
    struct diag   diag = {0};
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    if (template_write(out.file, cosim->module, lockstep_looks->views, lockstep_looks->view_count, &diag))
        return output_print(&out, STATUS_DONE);
    output_drop(&out);
    return complain(&diag, STATUS_BAD_INPUT);
}

static int list(void)
{
    struct output out;
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    for (unsigned i = 0; i < lockstep_module_count; i++)
        fprintf(out.file, "%-16s %s%s%s%s\n", lockstep_modules[i]->name, lockstep_modules[i]->doc,
                lockstep_modules[i]->chip    ? " (--chip "
                : lockstep_modules[i]->count ? ""
                                             : " (no instance)",
                lockstep_modules[i]->chip ? lockstep_modules[i]->chip : "", lockstep_modules[i]->chip ? ")" : "");
    return output_print(&out, STATUS_DONE);
}

/* ---- options ---------------------------------------------------------------------------------------------------- */

enum {
    OPTION_RTL,
    OPTION_CYCLES,
    OPTION_SEED,
    OPTION_TRACE,
    OPTION_WINDOW,
    OPTION_INPUT,
    OPTION_FAULTS,
    OPTION_COVERAGE,
    OPTION_STIMULUS,
    OPTION_TEMPLATE,
    OPTION_LIST,
    OPTIONS
};

#define CYCLES_DEFAULT 1000000
#define WINDOW_DEFAULT 32

static const struct option_row rows[OPTIONS] = {
    [OPTION_RTL] = {"rtl", 0, "DIR",
                    "folder of the Verilog block, NAME.sv or NAME.v and what it\nneeds (default: the "
                    "twins that come with wekiva)"},
    [OPTION_CYCLES] = {"cycles", 0, "N", "clocks to compare (default 1000000)"},
    [OPTION_SEED] = {"seed", 0, "S", "of the random inputs (default 1)"},
    [OPTION_TRACE] = {"trace", 0, "OUT.vcd|OUT.fst", "both sides' last cycles as a waveform, scopes model and rtl"},
    [OPTION_WINDOW] = {"window", 0, "N", "how many cycles that is (default 32)"},
    [OPTION_INPUT] = {"input", 0, "FILE", "inputs that `wekiva run --record` has written, in place of\nrandom ones"},
    [OPTION_FAULTS] = {"faults", 0, "N",
                       "turn single bits of the block's outputs over, N times at\nrandom cycles, "
                       "and tell how many the comparison names"},
    [OPTION_COVERAGE] = {"coverage", 0, "FILE",
                         "build the block with coverage, print how often its cover\nstatements were hit, "
                         "and write FILE for verilator_coverage"},
    [OPTION_STIMULUS] = {"stimulus", 0, NULL,
                         "print what the inputs were: how often each value and class\nof each signal, strap and "
                         "operation, and what never"},
    [OPTION_TEMPLATE] = {"template", 0, NULL,
                         "write the start of a block of one's own: a SystemVerilog\nmodule with "
                         "the ports"},
    [OPTION_LIST] = {"list", 0, NULL, "the modules"},
};

static bool take(const struct command *command, int option, struct cosim *cosim)
{
    switch (option) {
    case OPTION_RTL:
        cosim->rtl = optarg;
        return true;
    case OPTION_CYCLES:
        cosim->cycles_given = true;
        return option_number(command, "cycles", optarg, 1, UINT64_MAX - 1, &cosim->cycles);
    case OPTION_SEED:
        return option_number(command, "seed", optarg, 0, UINT64_MAX, &cosim->seed);
    case OPTION_TRACE:
        cosim->trace = optarg;
        return true;
    case OPTION_WINDOW:
        return option_number(command, "window", optarg, 1, 10000, &cosim->window);
    case OPTION_INPUT:
        cosim->input = optarg;
        return true;
    case OPTION_FAULTS:
        return option_number(command, "faults", optarg, 1, UINT32_MAX, &cosim->faults);
    case OPTION_COVERAGE:
        cosim->coverage = optarg;
        return true;
    case OPTION_STIMULUS:
        return cosim->stimulus = true;
    case OPTION_TEMPLATE:
        return cosim->write_template = true;
    case OPTION_LIST:
        return cosim->list = true;
    }
    return false;
}

/* An option that would change nothing is a misunderstanding. */
static bool check_together(const struct command *command, option_set_t given)
{
    const uint32_t with_input = ~(1u << OPTION_SEED);
    return options_agree(command, given, OPTION_LIST, 0) && options_agree(command, given, OPTION_TEMPLATE, 0) &&
           options_agree(command, given, OPTION_INPUT, given >> OPTION_FAULTS & 1 ? ~0u : with_input) &&
           (!(given >> OPTION_WINDOW & 1) || given >> OPTION_TRACE & 1 ||
            (usage_error(command, "--window: expected --trace OUT.vcd with it"), false));
}

static const char *module_name(const void *context, unsigned i)
{
    (void)context;
    return i < lockstep_module_count ? lockstep_modules[i]->name : NULL;
}

static int run_cosim(const struct command *command, int argc, char **argv)
{
    struct cosim cosim = {.cycles = CYCLES_DEFAULT, .seed = 1, .window = WINDOW_DEFAULT};
    const char  *coverage = getenv("WEKIVA_COVERAGE");
    int          option;
    option_set_t given = 0;
    while ((option = options_next(command, argc, argv, &given)) >= 0)
        if (!take(command, option, &cosim))
            return STATUS_BAD_INPUT;
    if (option != OPTION_END)
        return options_status(option);
    if (!cosim.coverage && coverage && coverage[0])
        cosim.coverage = coverage;
    if (!check_together(command, given))
        return STATUS_BAD_INPUT;
    if (cosim.list && optind != argc)
        return usage_error(command, "--list: expected no operand, got '%s'", argv[optind]);
    if (cosim.list)
        return list();
    if (argc - optind != 1)
        return usage_error(command, "expected one MODULE, got %d operands", argc - optind);
    cosim.module = lockstep_find(argv[optind]);
    if (!cosim.module && cosim.write_template)
        cosim.module = lockstep_find_plain(argv[optind]);
    if (!cosim.module) {
        const char *near = nearest_name(argv[optind], module_name, NULL);
        return usage_error(command, "no module '%s' to run beside a block, %s%s%s", argv[optind],
                           near ? "did you mean " : "expected one that --list names", near ? near : "",
                           near ? "?" : "");
    }
    const size_t length = cosim.trace ? strlen(cosim.trace) : 0;
    if (cosim.trace && (length < 5 || (strcmp(cosim.trace + length - 4, ".vcd") != 0 &&
                                       strcmp(cosim.trace + length - 4, ".fst") != 0)))
        return usage_error(command, "--trace %s: expected a name that ends in .vcd or .fst", cosim.trace);
    if (cosim.write_template)
        return write_template(&cosim);
    hand_over(argc, argv);
    return lockstep(&cosim);
}

const struct command cosim_command = {
    .name = "cosim",
    .operands = "MODULE [OPTION]...",
    .summary = "runs a C module and a Verilog block of the same ports side by side, to the first difference",
    .text = "The block is Verilated once and kept in $WEKIVA_CACHE, $XDG_CACHE_HOME/wekiva or\n"
            "~/.cache/wekiva; that needs verilator and a C++ compiler (make deps-cosim).\n"
            "\n"
            "exit status:\n"
            "  0  all outputs, and registers that the block shows, were equal at every cycle\n"
            "  1  they were not: the first difference is shown; or an assertion of the block failed,\n"
            "     or it called $error, $fatal or $stop\n"
            "  2  wrong usage, a block that cannot be built or has other ports, a bad record\n"
            "\n"
            "examples:\n"
            "  wekiva cosim --list\n"
            "  wekiva cosim predicate --cycles 10000000\n"
            "  wekiva cosim predicate --template >mine/predicate.sv\n"
            "  wekiva cosim predicate --rtl mine --trace both.vcd\n"
            "  wekiva run --launch launch.json --record predicate=in.rec && wekiva cosim predicate --input in.rec\n",
    .options = rows,
    .option_count = OPTIONS,
    .run = run_cosim,
};
