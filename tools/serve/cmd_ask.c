/* cmd_ask.c - `wekiva ask`: values of signals in any cycle of a run, and when something happens first. */
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "tools/commands.h"
#include "tools/output.h"
#include "tools/run/run_options.h"
#include "tools/serve/ask.h"
#include "tools/serve/asked_run.h"
#include "tools/serve/text.h"

enum { MAX_CYCLES = SUBJECT_OPTIONS - 1, NO_PROGRESS, OPTIONS };

static const struct option_row options[OPTIONS] = {
    SUBJECT_CHIP_ROWS(struct asked_run, subject),
    [MAX_CYCLES] = {"max-cycles", 0, "N", "the run ends at cycle N (default 1000000000)",
                    OPTION_NUMBER(struct asked_run, max_cycles, 1, UINT64_MAX - 1)},
    [NO_PROGRESS] = {"no-progress", 0, "N",
                     "it ends when a wavefront has executed no CF instruction for N clocks\n"
                     "(default 10000000; 0: never)",
                     OPTION_NUMBER(struct asked_run, no_progress, 0, UINT64_MAX)},
};

enum { LINE_MAX_BYTES = 1 << 16 };

/* One line; what is wrong with a question is an answer, too. */
static bool print_answer(json_t *answer, const struct diag *why)
{
    if (!answer) {
        answer = json_object();
        json_object_set_new(answer, "error", text_json(why->what));
        if (why->column)
            json_object_set_new(answer, "column", json_integer(why->column));
    }
    char *const text = json_dumps(answer, JSON_COMPACT);
    json_decref(answer);
    const bool good = text && puts(text) != EOF && fflush(stdout) == 0;
    free(text);
    return good;
}

/* The next line without its end; a longer one is read to its end, and is none. */
static bool read_question(char line[LINE_MAX_BYTES], struct diag *diag)
{
    *diag = (struct diag){0};
    if (!fgets(line, LINE_MAX_BYTES, stdin))
        return false;
    const size_t length = strcspn(line, "\n");
    if (!line[length] && length == LINE_MAX_BYTES - 1) {
        int c;
        while ((c = getchar()) != EOF && c != '\n')
            continue;
        diag_set(diag, NULL, 0, "the line is too long: expected a question of less than %d bytes", LINE_MAX_BYTES);
    }
    line[length] = '\0';
    return true;
}

static int answer_lines(struct asked_run *run)
{
    static char line[LINE_MAX_BYTES];
    struct diag why;
    while (read_question(line, &why))
        if (!print_answer(why.what[0] ? NULL : ask_answer(&run->timeline, line, &why), &why))
            break;
    return STATUS_DONE;
}

static int answer_all(struct asked_run *run, char **questions, int count)
{
    struct diag   diag = {0};
    struct output out;
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    for (int i = 0; i < count; i++) {
        json_t *const answer = ask_answer(&run->timeline, questions[i], &diag);
        if (!answer) {
            output_print(&out, STATUS_DONE);
            return complain(&diag, STATUS_BAD_INPUT);
        }
        json_dumpf(answer, out.file, JSON_COMPACT);
        fputc('\n', out.file);
        json_decref(answer);
    }
    return output_print(&out, STATUS_DONE);
}

static int answer(struct asked_run *run, char **questions, int count)
{
    struct diag diag = {0};
    const int   status = !asked_run_open(run, &diag)                    ? complain(&diag, STATUS_BAD_INPUT)
                         : count == 1 && strcmp(questions[0], "-") == 0 ? answer_lines(run)
                                                                        : answer_all(run, questions, count);
    asked_run_close(run);
    return status;
}

static int ask_run(const struct command *command, int argc, char **argv)
{
    struct asked_run run = {.subject = {.one_for = "to be asked"},
                            .max_cycles = RUN_CYCLES_DEFAULT,
                            .no_progress = RUN_NO_PROGRESS_DEFAULT};
    option_set_t     given = 0;
    int              status;
    if (!options_read(command, argc, argv, &given, NULL, &run, &status))
        return status;
    if (argc - optind < 2)
        return usage_error(command, "expected LAUNCH and a QUESTION, got %d operands", argc - optind);
    run.subject.launch_path = argv[optind];
    return answer(&run, argv + optind + 1, argc - optind - 1);
}

const struct command ask_command = {
    .name = "ask",
    .operands = "LAUNCH QUESTION... [OPTION]...",
    .summary = "says what a signal holds in any cycle of a run, and when something happens first",
    .text = "Questions, and a line of JSON for each:\n"
            "  value of SIGNAL at CYCLE\n"
            "  values of SIGNAL [in FIRST..LAST]           its first value, then where it changes\n"
            "  when does SIGNAL change [in FIRST..LAST]    without the first value\n"
            "  first EXPRESSION after CYCLE                where it holds; null: nowhere\n"
            "Signals and EXPRESSION are those of `wekiva run --trigger`.  No waveform is written: the run is gone\n"
            "through as far as a question needs, and what lies behind is run again from a state that was kept.\n"
            "With - as QUESTION questions are lines of the standard input, each answered at once; what is wrong\n"
            "with one is an answer, too: {\"error\": ..., \"column\": ...}.\n"
            "\n"
            "examples:\n"
            "  wekiva ask launch.json 'value of dispatcher.o_simd at 3120'\n"
            "  wekiva ask launch.json 'first arbiter_even.o_stall == fetch after 3000' --set simds=1\n"
            "  wekiva ask launch.json - <questions.txt\n",
    .options = options,
    .option_count = OPTIONS,
    .run = ask_run,
};
