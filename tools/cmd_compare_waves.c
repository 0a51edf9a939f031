/* cmd_compare_waves.c - `wekiva compare-waves`: two waveforms, of any simulator, and where they first differ. */
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "kit/paths.h"
#include "kit/text.h"
#include "tools/commands.h"
#include "tools/compare/waves.h"
#include "tools/output.h"
#include "tools/run/run_trace.h"
#include "tools/view/view_dump.h"
#include "tools/view/view_subject.h"

enum { MAP, CLOCK, OFFSET, LIMIT, VIEW, QUIET, OPTIONS };
struct call {
    struct waves     waves;
    struct waves_map map;
    const char      *map_path;
    char            *clocks; /* A's, and B's behind it */
    uint64_t         limit;
    bool             view, quiet;
};

static const struct option_row options[OPTIONS] = {
    [MAP] = {"map", 0, "FILE", "lines A = B: signals or scopes of A.vcd and what B.vcd calls them",
             OPTION_TEXT(struct call, map_path)},
    [CLOCK] = {"clock", 0, "NAME[=NAME]",
               "whose rising edges begin cycles, in both or in A and B (default: the clk\nnearest to the top)",
               OPTION_OWN},
    [OFFSET] = {"offset", 0, "N", "cycle n of A is cycle n + N of B; may be negative", OPTION_OWN},
    [LIMIT] = {"limit", 'n', "N", "at most so many signals (default 20; 0: all that differ)",
               OPTION_NUMBER(struct call, limit, 0, UINT32_MAX)},
    [VIEW] = {"view", 0, NULL, "write A.gtkw and B.gtkw too, marked at the first difference, for twinwave",
              OPTION_FLAG(struct call, view)},
    [QUIET] = {"quiet", 'q', NULL, "only the exit status", OPTION_FLAG(struct call, quiet)},
};

/* ---- options ----------------------------------------------------------------------------------------------------- */

static bool take_offset(const struct command *command, const char *text, int64_t *offset)
{
    uint64_t   number;
    const bool negative = text[0] == '-';
    if (!number_in(text + negative, 0, INT64_MAX, &number)) {
        usage_error(command, "--offset %s: expected a whole number of cycles", text);
        return false;
    }
    *offset = negative ? -(int64_t)number : (int64_t)number;
    return true;
}

static bool take_clock(const struct command *command, const char *text, struct call *call)
{
    free(call->clocks);
    call->clocks = strdup(text);
    char *const equals = call->clocks ? strchr(call->clocks, '=') : NULL;
    if (!call->clocks || equals == call->clocks || (equals && !equals[1])) {
        usage_error(command, "--clock %s: expected NAME, or NAME=NAME", text);
        return false;
    }
    if (equals)
        *equals = '\0';
    call->waves.side[0].clock_name = call->clocks;
    call->waves.side[1].clock_name = equals ? equals + 1 : call->clocks;
    return true;
}

static bool take_own(const struct command *command, int option, void *into)
{
    struct call *call = into;
    return option == CLOCK ? take_clock(command, optarg, call) : take_offset(command, optarg, &call->waves.offset);
}

/* ---- what is printed --------------------------------------------------------------------------------------------- */

/* The word of a waveform of this program, the bits where some are unknown, else the number. */
static const char *value_text(const struct header_variable *variable, const struct machine_looks *looks,
                              const struct header_slot *slot, char text[VIEW_WORD_BYTES])
{
    const unsigned bits = variable->bits;
    const uint64_t mask = UINT64_MAX >> (64 - bits);
    if (!(slot->unknown & mask)) {
        const struct trace_view view = view_of_variable(variable, looks);
        return view_word(&view, bits, slot->value & mask, text);
    }
    for (unsigned b = 0; b < bits; b++)
        text[b] = slot->unknown >> (bits - 1 - b) & 1 ? 'x' : slot->value >> (bits - 1 - b) & 1 ? '1' : '0';
    text[bits] = '\0';
    return text;
}

static void print_pairs(FILE *out, const struct call *call, const struct view_subject *subjects)
{
    const struct waves *waves = &call->waves;
    const unsigned      most = call->limit && call->limit < waves->differing ? (unsigned)call->limit : waves->differing;
    fprintf(out, "\n%10s  %10s  %s\n", "from cycle", "in cycles", "signal: A, B");
    for (unsigned i = 0; i < most; i++) {
        const struct waves_pair *pair = &waves->pairs[i];
        char                     name[4096], a[VIEW_WORD_BYTES], b[VIEW_WORD_BYTES];
        fprintf(out, "%10" PRIu64 "  %10" PRIu64 "  %s: %s, %s\n", pair->cycle, pair->differ,
                text_visible(name, sizeof name, pair->a->name),
                value_text(pair->a, subjects[0].looks, &pair->value[0], a),
                value_text(pair->b, subjects[1].looks, &pair->value[1], b));
    }
    if (most < waves->differing)
        fprintf(out, "and %u more signals: --limit 0 shows all\n", waves->differing - most);
}

/* What was not looked at is part of the verdict. */
static void print_compared(FILE *out, const struct waves *waves)
{
    char     name[4096];
    unsigned unknown = 0;
    for (unsigned i = 0; i < waves->pair_count; i++)
        unknown += waves->pairs[i].unknown;
    fprintf(out, "%u signals compared in %" PRIu64 " cycles", waves->pair_count, waves->cycles);
    for (unsigned s = 0; s < 2; s++)
        if (waves->alone[s])
            fprintf(out, "; %u only in %s", waves->alone[s], text_visible(name, sizeof name, waves->side[s].path));
    for (unsigned s = 0; s < 2; s++)
        if (waves->cycles_alone[s])
            fprintf(out, "; %" PRIu64 " cycles only in %s", waves->cycles_alone[s],
                    text_visible(name, sizeof name, waves->side[s].path));
    if (waves->wide)
        fprintf(out, "; %u of more than 64 bits not compared", waves->wide);
    if (unknown)
        fprintf(out, "; unknown bits (x, z) of %u not compared", unknown);
    fputc('\n', out);
}

static void print_first(FILE *out, const struct waves *waves)
{
    const struct waves_pair *first = waves->pairs;
    if (!waves->differing)
        fprintf(out, "no difference\n");
    else if (first->constant)
        fprintf(out, "constants differ, nothing else\n");
    else
        fprintf(out,
                "first difference: cycle %" PRIu64 ", at time %" PRIu64 " of A and %" PRIu64 " of B; %u signals differ",
                first->cycle, first->time[0], first->time[1], waves->differing);
    if (waves->differing && !first->constant)
        fprintf(out, waves->constants ? ", %u of them constants\n" : "\n", waves->constants);
}

/* ---- files that open both ---------------------------------------------------------------------------------------- */

static void print_word(FILE *out, const char *word)
{
    char visible[4096];
    fprintf(out, " %s", text_visible(visible, sizeof visible, word));
}

/* Of another simulator's nothing is written. */
static bool write_view(const struct waves_pair *first, unsigned s, const struct waves_side *side,
                       const struct view_subject *subject, char **save, struct diag *diag)
{
    const uint64_t cycle = first ? first->time[s] / TRACE_CYCLE_TIME : 0;
    return !subject->trace || view_subject_write(subject, side->path, first ? &cycle : NULL, save, diag);
}

static bool write_views(FILE *out, const struct waves *waves, const struct view_subject *subjects, struct diag *diag)
{
    const struct waves_pair *first = waves->differing > waves->constants ? waves->pairs : NULL;
    char                    *saves[2] = {NULL, NULL};
    bool                     good = true;
    for (unsigned s = 0; s < 2 && good; s++)
        good = write_view(first, s, &waves->side[s], &subjects[s], &saves[s], diag);
    if (good)
        fprintf(out, "\nto open both:\n    twinwave");
    for (unsigned s = 0; s < 2 && good; s++) {
        fprintf(out, "%s", s ? " +" : "");
        print_word(out, waves->side[s].path);
        if (saves[s])
            print_word(out, saves[s]);
    }
    if (good)
        fputc('\n', out);
    free(saves[0]);
    free(saves[1]);
    return good;
}

/* A waveform of another simulator has its names and bits alone. */
static void open_subjects(struct waves *waves, struct view_subject subjects[2])
{
    for (unsigned s = 0; s < 2; s++) {
        struct view_subject *const subject = &subjects[s];
        struct diag                why;
        if (!view_subject_open(subject, waves->side[s].path, &waves->side[s].header, &why))
            view_subject_close(subject);
    }
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

static bool spare_files(const struct call *call, struct diag *diag)
{
    struct path_set paths;
    bool            good = paths_begin(&paths, diag);
    for (unsigned s = 0; s < 2; s++)
        good = good && paths_take(&paths, PATH_READ, call->waves.side[s].path, "a waveform", diag);
    good = good && (!call->map_path || paths_take(&paths, PATH_READ, call->map_path, "--map", diag));
    paths_free(&paths);
    return good;
}

static bool report(struct call *call, FILE *out, struct diag *diag)
{
    struct view_subject subjects[2] = {{0}, {0}};
    open_subjects(&call->waves, subjects);
    if (!call->quiet) {
        print_compared(out, &call->waves);
        print_first(out, &call->waves);
        if (call->waves.differing)
            print_pairs(out, call, subjects);
    }
    const bool good = !call->view || write_views(out, &call->waves, subjects, diag);
    view_subject_close(&subjects[0]);
    view_subject_close(&subjects[1]);
    return good;
}

static int compare(struct call *call, struct diag *diag)
{
    struct output out;
    bool good = spare_files(call, diag) && (!call->map_path || waves_map_read(call->map_path, &call->map, diag));
    good = good && waves_compare(&call->waves, call->map_path ? &call->map : NULL, diag);
    if (!good)
        return complain(diag, STATUS_BAD_INPUT);
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    if (report(call, out.file, diag))
        return output_print(&out, call->waves.differing ? STATUS_FAILED : STATUS_DONE);
    output_drop(&out);
    return complain(diag, STATUS_BAD_INPUT);
}

static int compare_waves_run(const struct command *command, int argc, char **argv)
{
    struct call  call = {.limit = 20};
    struct diag  diag = {0};
    option_set_t given = 0;
    int          status;
    if (!options_read(command, argc, argv, &given, take_own, &call, &status)) {
        ; /* help, or wrong usage */
    } else if (argc - optind != 2) {
        status = usage_error(command, "expected two waveforms, A and B, got %d operands", argc - optind);
    } else {
        call.waves.side[0].path = argv[optind];
        call.waves.side[1].path = argv[optind + 1];
        status = compare(&call, &diag);
    }
    waves_free(&call.waves);
    waves_map_free(&call.map);
    free(call.clocks);
    return status;
}

const struct command compare_waves_command = {
    .name = "compare-waves",
    .operands = "A.vcd|A.fst B.vcd|B.fst",
    .summary = "two waveforms, of any simulator, side by side: where they first differ",
    .text =
        "Compares all signals that have the same full name and width in both, or that --map pairs, in all cycles\n"
        "that both have.  A cycle's value is the one that holds when the next one begins.  Bits that are x or z in\n"
        "one of them are not compared; the verdict says of how many signals, and what only one waveform has.\n"
        "\n"
        "exit status:\n"
        "  0  no difference in what was compared\n"
        "  1  a difference\n"
        "  2  wrong usage, bad input, nothing in common\n"
        "\n"
        "examples:\n"
        "  wekiva compare-waves before.vcd after.fst --view\n"
        "  wekiva compare-waves model.vcd bench.vcd --map names.txt --clock gpu.clk=tb.clk --offset 2\n",
    .options = options,
    .option_count = OPTIONS,
    .run = compare_waves_run,
};
