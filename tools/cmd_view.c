/* cmd_view.c - `wekiva view`: the files that open a waveform in GTKWave, written anew from the waveform alone. */
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "kit/text.h"
#include "tools/commands.h"
#include "tools/output.h"
#include "tools/run/run_trace.h"
#include "tools/view/view_dump.h"
#include "tools/view/view_subject.h"

/* ---- writing ----------------------------------------------------------------------------------------------------- */

static unsigned count_unknown(const struct header *header)
{
    unsigned unknown = 0;
    for (unsigned i = 0; i < header->count; i++) {
        const char *name = strchr(header->variables[i].name, '.');
        unknown +=
            !header->variables[i].signal && !(name && (strcmp(name, ".clk") == 0 || strcmp(name, ".cycle") == 0));
    }
    return unknown;
}

static void print_view(FILE *out, const char *path, const struct trace *trace, const struct header *header,
                       const char *save_file)
{
    uint64_t       first, last;
    const unsigned unknown = count_unknown(header);
    trace_cycles(trace, &first, &last);
    if (unknown)
        fprintf(out, "%u signals of the waveform are none of this version's: they are in the signal tree only\n",
                unknown);
    char name[4096];
    fprintf(out, "waveform: %s, cycles %" PRIu64 " to %" PRIu64 "; ", text_visible(name, sizeof name, path), first,
            last);
    run_trace_kept(out, path, save_file);
    fprintf(out, "to open it:\n    ");
    run_trace_line(out, save_file);
}

/* What is asked for. */
struct view_options {
    bool             has_at;
    const char      *path;
    uint64_t         at;   /* the cycle in the middle of the first window */
    struct view_dump dump; /* or its signals' values as words */
};

/* Whether the waveform has the cycles that are asked for. */
static bool has_cycles(const struct trace *trace, const struct view_options *wanted, struct diag *diag)
{
    uint64_t first, last;
    trace_cycles(trace, &first, &last);
    if (wanted->has_at && (wanted->at < first || wanted->at > last))
        return diag_set(diag, wanted->path, 0,
                        "--at %" PRIu64 ": expected a cycle of the waveform, %" PRIu64 " to %" PRIu64, wanted->at,
                        first, last);
    if (wanted->dump.from > last || wanted->dump.to < first)
        return diag_set(diag, wanted->path, 0,
                        "--from and --to: expected cycles of the waveform, %" PRIu64 " to %" PRIu64, first, last);
    return true;
}

static bool view(const struct view_options *wanted, FILE *out, struct diag *diag)
{
    const char         *path = wanted->path;
    struct view_subject subject = {0};
    struct header       header = {0};
    char               *save_file = NULL;
    bool                good = header_read(path, &header, diag) && view_subject_open(&subject, path, &header, diag) &&
                has_cycles(subject.trace, wanted, diag);
    if (wanted->dump.pattern_count) {
        good = good && view_dump(&wanted->dump, path, &header, subject.looks, out, diag);
    } else {
        good = good && view_subject_write(&subject, path, wanted->has_at ? &wanted->at : NULL, &save_file, diag);
        if (good)
            print_view(out, path, subject.trace, &header, save_file);
    }
    header_free(&header);
    free(save_file);
    view_subject_close(&subject);
    return good;
}

enum { AT, DUMP, FROM, TO, OPTIONS };
static const struct option_row options[OPTIONS] = {
    [AT] = {"at", 0, "CYCLE", "the view opens around this cycle, with the marker on it",
            OPTION_NUMBER(struct view_options, at, 0, UINT64_MAX / TRACE_CYCLE_TIME)},
    [DUMP] = {"dump", 0, "SIGNAL...",
              "prints values as words, a line for each cycle in which one changes; `*` and `?`\n"
              "stand for other letters.  No file is written",
              OPTION_LIST(struct view_options, dump.patterns, dump.pattern_count, DUMP_MAX)},
    [FROM] = {"from", 0, "CYCLE", "of --dump the first cycle",
              OPTION_NUMBER(struct view_options, dump.from, 0, UINT64_MAX / TRACE_CYCLE_TIME)},
    [TO] = {"to", 0, "CYCLE", "and the last one, included",
            OPTION_NUMBER(struct view_options, dump.to, 0, UINT64_MAX / TRACE_CYCLE_TIME)},
};
static const struct option_rule rules[] = {{NEEDS, "from to", "dump", NULL}, {ONLY_WITH, "dump", "from to", NULL}};

static bool agree(const struct command *command, const struct view_options *wanted)
{
    if (wanted->dump.from > wanted->dump.to)
        usage_error(command, "--to %" PRIu64 ": expected a cycle from --from on", wanted->dump.to);
    return wanted->dump.from <= wanted->dump.to;
}

static int view_run(const struct command *command, int argc, char **argv)
{
    struct view_options wanted = {.dump = {.to = UINT64_MAX / TRACE_CYCLE_TIME}};
    struct output       out;
    struct diag         diag = {0};
    option_set_t        given = 0;
    int                 status;
    if (!options_read(command, argc, argv, &given, NULL, &wanted, &status))
        return status;
    wanted.has_at = given >> AT & 1;
    if (!agree(command, &wanted))
        return STATUS_BAD_INPUT;
    if (argc - optind != 1)
        return usage_error(command, "expected one OUT.vcd or OUT.fst, got %d operands", argc - optind);
    wanted.path = argv[optind];
    const size_t length = strlen(wanted.path);
    if (length < 5 || (strcmp(wanted.path + length - 4, ".vcd") != 0 && strcmp(wanted.path + length - 4, ".fst") != 0))
        return usage_error(command, "%s: expected a name that ends in .vcd or .fst", wanted.path);
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    if (view(&wanted, out.file, &diag))
        return output_print(&out, STATUS_DONE);
    output_drop(&out);
    return complain(&diag, STATUS_BAD_INPUT);
}

const struct command view_command = {
    .name = "view",
    .operands = "OUT.vcd|OUT.fst",
    .summary = "writes the files that open a waveform in GTKWave anew, or prints its signals",
    .text = "For a waveform that `wekiva run` or `wekiva cosim` has written: OUT.gtkw and the folder OUT.waves, which\n"
            "may be lost or of another version.  Nothing but the waveform is read, from its beginning to its end.\n"
            "An OUT.gtkw that is not as wekiva wrote it is kept, and the new one has another name.\n"
            "\n"
            "examples:\n"
            "  wekiva view out.vcd && gtkwave out.gtkw\n"
            "  wekiva view out.vcd --at 3120 && gtkwave out.gtkw\n"
            "  wekiva view out.vcd --dump '*.arbiter_even.o_stall' --from 3100 --to 3200\n",
    .options = options,
    .option_count = OPTIONS,
    .rules = rules,
    .rule_count = sizeof rules / sizeof rules[0],
    .run = view_run,
};
