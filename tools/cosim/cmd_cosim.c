/* cmd_cosim.c - `wekiva cosim`: its options. */
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/commands.h"
#include "tools/cosim/cosim.h"
#include "tools/hand_over.h"
#include "tools/output.h"
#include "tools/run/run_trace.h"

/* ---- options ---------------------------------------------------------------------------------------------------- */

enum {
    OPTION_RTL,
    OPTION_RTL_ARGS,
    OPTION_TOP,
    OPTION_MAP,
    OPTION_PORTS,
    OPTION_CYCLES,
    OPTION_SEED,
    OPTION_SEEDS,
    OPTION_ONLY,
    OPTION_FIX,
    OPTION_PAIR,
    OPTION_LAG,
    OPTION_PROVE,
    OPTION_PROVE_SECONDS,
    OPTION_TRACE,
    OPTION_WINDOW,
    OPTION_INPUT,
    OPTION_SCOPE,
    OPTION_RECORD,
    OPTION_FAULTS,
    OPTION_COVERAGE,
    OPTION_STIMULUS,
    OPTION_BIN,
    OPTION_BINS,
    OPTION_SAVE,
    OPTION_MERGE,
    OPTION_TEMPLATE,
    OPTION_LIST,
    OPTIONS
};

#define CYCLES_DEFAULT 1000000
#define SEEDS_MOST 10000
#define WINDOW_DEFAULT 32
#define LAG_DEFAULT 64
#define PROVE_CYCLES 50
#define PROVE_SECONDS 60

static const struct option_row rows[OPTIONS] = {
    [OPTION_RTL] = {"rtl", 0, "PATH",
                    "the Verilog block: a folder with NAME.sv or NAME.v and what\nit needs, a file, or a file list "
                    "NAME.f (default: the\ntwins that come with wekiva)",
                    OPTION_TEXT(struct cosim, source.rtl)},
    [OPTION_RTL_ARGS] = {"rtl-args", 0, "WORDS",
                         "more for it: files, -f FILE, -F FILE, -I DIR, -y DIR,\n-D NAME=VALUE, -G NAME=VALUE, "
                         "-Wno-CODE; C files of DPI imports",
                         OPTION_TEXT(struct cosim, source.arguments)},
    [OPTION_TOP] = {"top", 0, "NAME", "its module, when that is not called MODULE",
                    OPTION_TEXT(struct cosim, source.top)},
    [OPTION_MAP] = {"map", 0, "THEIRS=OURS,...",
                    "its names of ports, when they are not the template's; also\nTHEIRS=!rst of a reset that is low, "
                    "THEIRS=NUMBER",
                    OPTION_TEXT(struct cosim, map_text)},
    [OPTION_PORTS] = {"ports", 0, "FILE", "the same, a row THEIRS = OURS in each line",
                      OPTION_TEXT(struct cosim, map_file)},
    [OPTION_CYCLES] = {"cycles", 0, "N", "clocks to compare (default 1000000)",
                       OPTION_NUMBER(struct cosim, cycles, 1, UINT64_MAX - 1)},
    [OPTION_SEED] = {"seed", 0, "S", "of the random inputs (default 1)",
                     OPTION_NUMBER(struct cosim, seed, 0, UINT64_MAX)},
    [OPTION_SEEDS] = {"seeds", 0, "N", "so many seeds, from that of --seed on; one verdict of all",
                      OPTION_NUMBER(struct cosim, seeds, 1, SEEDS_MOST)},
    [OPTION_ONLY] = {"only", 0, "INPUT=VALUE,...",
                     "an input has these values alone, numbers or names of its\nenumeration; may be repeated",
                     OPTION_OWN},
    [OPTION_FIX] = {"fix", 0, "INPUT=VALUE", "the same of one value", OPTION_OWN},
    [OPTION_PAIR] =
        {"pair", 0, "VALID=OUT,...",
         "of a block with another latency: OUT of the clocks in which\nVALID is 1 is compared in order, not "
         "clock by clock; VALID&READY\nwith an input that takes it; may be repeated",
         OPTION_LIST(struct cosim, pair, pair_count, PAIRS_TEXTS)},
    [OPTION_LAG] = {"lag", 0, "N", "it is so many clocks earlier or later at most (default 64)",
                    OPTION_NUMBER(struct cosim, lag, 1, PAIRS_LAG)},
    [OPTION_PROVE] =
        {"prove", 0, NULL,
         "no comparison but a proof that the block equals the twin,\nfor all inputs, by yosys; --cycles: how "
         "far a search goes\nwhere there is none (default 50)",
         OPTION_FLAG(struct cosim, prove)},
    [OPTION_PROVE_SECONDS] = {"prove-seconds", 0, "N", "the time that may take (default 60)",
                              OPTION_NUMBER(struct cosim, prove_seconds, 1, 1000000)},
    [OPTION_TRACE] = {"trace", 0, "OUT.vcd|OUT.fst", "both sides' last cycles as a waveform, scopes model and rtl",
                      OPTION_TEXT(struct cosim, trace)},
    [OPTION_WINDOW] = {"window", 0, "N", "how many cycles that is (default 32)",
                       OPTION_NUMBER(struct cosim, window, 1, 10000)},
    [OPTION_INPUT] = {"input", 0, "FILE",
                      "inputs of a file in place of random ones: a record of\n`wekiva run --record`, a table .csv, a "
                      "waveform .vcd or .fst of\nany simulator (--map: its names)",
                      OPTION_TEXT(struct cosim, input)},
    [OPTION_SCOPE] = {"scope", 0, "SCOPE",
                      "where in such a waveform the ports are, as tb.dut (default:\nwhere most are)",
                      OPTION_TEXT(struct cosim, scope)},
    [OPTION_RECORD] = {"record", 0, "FILE",
                       "write the inputs, as a record; of a name that ends in .csv or\n.vcd with outputs as table or "
                       "waveform; with --input: convert\nand compare nothing",
                       OPTION_TEXT(struct cosim, record)},
    [OPTION_FAULTS] = {"faults", 0, "N",
                       "turn single bits of the block's outputs over, N times at\nrandom cycles, "
                       "and tell how many the comparison names",
                       OPTION_NUMBER(struct cosim, faults, 1, UINT32_MAX)},
    [OPTION_COVERAGE] = {"coverage", 0, "FILE",
                         "build the block with coverage, print how often its cover\nstatements were hit, "
                         "and write FILE for verilator_coverage",
                         OPTION_TEXT(struct cosim, coverage)},
    [OPTION_STIMULUS] = {"stimulus", 0, NULL,
                         "print what the inputs were: how often each value and class\nof each signal, strap and "
                         "operation, and what never",
                         OPTION_FLAG(struct cosim, stimulus)},
    [OPTION_BIN] =
        {"bin", 0, "NAME:EXPRESSION...",
         "count the clocks in which it holds, as 'clamped add: i_op =\nADD && i_clamp = 1', in the language of "
         "wekiva run --trigger;\nthe verdict names those that were never met; may be repeated",
         OPTION_LIST(struct cosim, bin, bin_count, BINS_MAX)},
    [OPTION_BINS] = {"bins", 0, "FILE", "the same, NAME: EXPRESSION in each line",
                     OPTION_TEXT(struct cosim, bins_file)},
    [OPTION_SAVE] = {"save", 0, "FILE", "write what --stimulus counts, with bins, for --merge",
                     OPTION_TEXT(struct cosim, save)},
    [OPTION_MERGE] = {"merge", 0, NULL,
                      "no comparison: add up reports of --save, which are then the\noperands, and print what "
                      "--stimulus does",
                      OPTION_FLAG(struct cosim, merge)},
    [OPTION_TEMPLATE] = {"template", 0, NULL,
                         "write the start of a block of one's own: a SystemVerilog\nmodule with "
                         "the ports",
                         OPTION_FLAG(struct cosim, write_template)},
    [OPTION_LIST] = {"list", 0, NULL, "the modules, with a driver of their own or by default stimulus",
                     OPTION_FLAG(struct cosim, list)},
};
static const struct option_rule rules[] = {
    {ONLY_WITH, "list template", "", NULL},
    {ONLY_WITH, "merge", "save", NULL},
    {NEEDS, "rtl-args top", "rtl", NULL},
    {NEEDS, "map ports", "rtl input", NULL},
    {NEEDS, "scope", "input", NULL},
    {NOT_WITH, "record", "seeds prove", NULL},
    {NEEDS, "window", "trace", NULL},
    {NEEDS, "lag", "pair", NULL},
    {NOT_WITH, "pair", "faults", NULL},
    {ONLY_WITH, "prove", "rtl rtl-args top map ports cycles prove-seconds trace window only fix", NULL},
    {NEEDS, "prove-seconds", "prove", NULL},
    {NOT_WITH, "seeds", "input faults coverage pair", NULL},
    {NOT_WITH, "input", "only fix", "a record has its own inputs"},
};

/* --only and --fix, in their order. */
static bool take_limit(const struct command *command, int option, void *into)
{
    struct cosim *cosim = into;
    if (cosim->limit_count == LIMITS_MAX)
        return usage_error(command, "--%s %s: expected at most %d inputs", rows[option].name, optarg, LIMITS_MAX),
               false;
    cosim->fixed[cosim->limit_count] = option == OPTION_FIX;
    cosim->limit[cosim->limit_count++] = optarg;
    return true;
}

/* An option that would change nothing is a misunderstanding. */
static bool check_together(const struct command *command, const struct cosim *cosim, option_set_t given)
{
    if (given >> OPTION_INPUT & given >> OPTION_SEED & ~(given >> OPTION_FAULTS) & 1)
        return usage_error(command, "--input: expected no --seed with it"), false;
    const option_set_t converts = (option_set_t)1 << OPTION_INPUT | (option_set_t)1 << OPTION_RECORD;
    const option_set_t names =
        (option_set_t)1 << OPTION_MAP | (option_set_t)1 << OPTION_PORTS | (option_set_t)1 << OPTION_SCOPE;
    if ((given & converts) == converts && (given & ~(converts | names)))
        return usage_error(command,
                           "--input with --record converts, and compares nothing: expected no more than --map, "
                           "--ports and --scope"),
               false;
    if (cosim->seed > UINT64_MAX - (cosim->seeds - 1))
        return usage_error(command, "--seed %" PRIu64 ": expected room for --seeds behind it", cosim->seed), false;
    return true;
}

/* The module's name goes into the names of files and of C++. */
static bool is_plain_name(const char *name)
{
    const size_t letters = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
    return letters > 0 && letters < 100 && name[letters] == '\0' && !(*name >= '0' && *name <= '9');
}

/* What the block is called, and its ports. */
static bool take_block(const struct command *command, struct cosim *cosim, int *status)
{
    struct diag diag = {0};
    *status = STATUS_BAD_INPUT;
    if (cosim->source.top && !is_plain_name(cosim->source.top)) {
        usage_error(command, "--top %s: expected a module's name of letters, digits and _", cosim->source.top);
        return false;
    }
    if ((cosim->map_file && !port_map_read(&cosim->map, cosim->map_file, &diag)) ||
        (cosim->map_text && !port_map_add(&cosim->map, cosim->map_text, &diag)) ||
        (!cosim->map_file && !cosim->map_text &&
         !port_map_beside(&cosim->map, cosim->source.rtl, cosim->module->name, &diag))) {
        complain(&diag, STATUS_BAD_INPUT);
        return false;
    }
    cosim->source.map = cosim->source.rtl ? &cosim->map : NULL;
    for (unsigned i = 0; i < cosim->limit_count; i++)
        if (!limits_add(&cosim->limits, cosim->module, cosim->limit[i], cosim->fixed[i], lockstep_looks->views,
                        lockstep_looks->view_count, &diag)) {
            complain(&diag, STATUS_BAD_INPUT);
            return false;
        }
    return true;
}

static const char *module_name(const void *context, unsigned i)
{
    const struct lockstep_module *module =
        i < lockstep_module_count ? lockstep_modules[i] : lockstep_any(i - lockstep_module_count);
    (void)context;
    return module ? module->name : NULL;
}

/* The module: one that has a twin, or one by its list alone, which needs a block. */
static int find_module(const struct command *command, struct cosim *cosim, const char *name)
{
    cosim->module = lockstep_find(name) ? lockstep_find(name) : lockstep_find_plain(name);
    if (!cosim->module) {
        const char *near = nearest_name(name, module_name, NULL);
        return usage_error(command, "no module '%s' to run beside a block, %s%s%s", name,
                           near ? "did you mean " : "expected one that --list names", near ? near : "",
                           near ? "?" : "");
    }
    if (lockstep_has_twin(cosim->module) || cosim->write_template || (cosim->input && cosim->record))
        return STATUS_DONE;
    if (cosim->prove)
        return usage_error(command, "--prove: %s has no twin to prove equality with", name);
    if (!cosim->source.rtl)
        return usage_error(command, "%s has no twin: expected --rtl PATH, or --template", name);
    return STATUS_DONE;
}

static int run_cosim(const struct command *command, int argc, char **argv)
{
    struct cosim cosim = {.cycles = CYCLES_DEFAULT,
                          .seed = 1,
                          .seeds = 1,
                          .window = WINDOW_DEFAULT,
                          .lag = LAG_DEFAULT,
                          .prove_seconds = PROVE_SECONDS};
    const char  *coverage = getenv("WEKIVA_COVERAGE");
    int          status;
    option_set_t given = 0;
    if (!options_read(command, argc, argv, &given, take_limit, &cosim, &status))
        return status;
    cosim.cycles_given = given >> OPTION_CYCLES & 1;
    if (!cosim.coverage && coverage && coverage[0])
        cosim.coverage = coverage;
    if (!check_together(command, &cosim, given))
        return STATUS_BAD_INPUT;
    if (cosim.list && optind != argc)
        return usage_error(command, "--list: expected no operand, got '%s'", argv[optind]);
    if (cosim.list)
        return cosim_list();
    if (cosim.merge && optind == argc)
        return usage_error(command, "--merge: expected files of --save");
    if (cosim.merge)
        return cosim_merge(&cosim, argv + optind, (unsigned)(argc - optind));
    if (argc - optind != 1)
        return usage_error(command, "expected one MODULE, got %d operands", argc - optind);
    status = find_module(command, &cosim, argv[optind]);
    if (status != STATUS_DONE)
        return status;
    const size_t length = cosim.trace ? strlen(cosim.trace) : 0;
    if (cosim.trace && (length < 5 || (strcmp(cosim.trace + length - 4, ".vcd") != 0 &&
                                       strcmp(cosim.trace + length - 4, ".fst") != 0)))
        return usage_error(command, "--trace %s: expected a name that ends in .vcd or .fst", cosim.trace);
    if (cosim.write_template)
        return cosim_template(&cosim);
    if (!take_block(command, &cosim, &status))
        return status;
    if (cosim.input && cosim.record)
        return cosim_convert(&cosim);
    hand_over(argc, argv);
    if (cosim.prove && !cosim.cycles_given)
        cosim.cycles = PROVE_CYCLES;
    return cosim.prove ? cosim_prove(&cosim) : cosim_run(&cosim);
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
            "  3  --prove: no difference up to a limit of cycles or of time, and no proof\n"
            "\n"
            "examples:\n"
            "  wekiva cosim --list\n"
            "  wekiva cosim predicate --cycles 10000000\n"
            "  wekiva cosim predicate --template >mine/predicate.sv\n"
            "  wekiva cosim predicate --rtl mine --trace both.vcd\n"
            "  wekiva cosim arbiter --rtl mine\n"
            "  wekiva cosim predicate --rtl mine --prove\n"
            "  wekiva cosim alu_slot --rtl mine --only i_op=ADD,MULADD --fix i_clamp=0\n"
            "  wekiva cosim alu_slot --rtl mine --seeds 10 --bin 'clamped add: i_op = ADD && i_clamp = 1'\n"
            "  wekiva cosim --merge monday.json tuesday.json\n"
            "  wekiva cosim predicate --rtl tree/files.f --rtl-args '-DSYNTH -Wno-LATCH' --top flags \\\n"
            "      --map clock=clk,reset_n=!rst,lanes=i_mask\n"
            "  wekiva run --launch launch.json --record predicate=in.rec && wekiva cosim predicate --input in.rec\n",
    .options = rows,
    .option_count = OPTIONS,
    .rules = rules,
    .rule_count = sizeof rules / sizeof rules[0],
    .run = run_cosim,
};
