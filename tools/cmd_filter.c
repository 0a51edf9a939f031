/* cmd_filter.c - `wekiva filter`: hex words in, text out, line by line, as GTKWave's filter processes work.
 *
 * The viewer waits for an answer to every line, so each line gets exactly one, at once, whatever it holds. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/commands.h"
#include "tools/filter_text.h"
#include "tools/output.h"

enum { ANSWER_SIZE = 1024 };

/* Unknown values (x, z), and whatever else is no hex word, come back as they are. */
static void answer_line(const struct filter_kind *filter, char *line, char *text, size_t size)
{
    char        *word = line + strspn(line, " \t");
    const size_t length = strcspn(word, " \t\r\n");
    word[length] = '\0';
    for (char *c = word; *c; c++)
        *c = isgraph((unsigned char)*c) ? *c : '?';
    if (length == 0 || length > filter->digits || strspn(word, "0123456789abcdefABCDEF") != length) {
        snprintf(text, size, "%.*s", 64, length ? word : "?");
        return;
    }
    text[0] = '\0';
    filter->answer(strtoull(word, NULL, 16), (unsigned)length, text, size);
}

static int answer_all(const struct filter_kind *filter)
{
    char   *line = NULL;
    size_t  room = 0;
    ssize_t length;
    char    text[ANSWER_SIZE];
    int     error = 0;
    while (!error && (length = getline(&line, &room, stdin)) >= 0) {
        answer_line(filter, line, text, sizeof text);
        if (puts(text) < 0 || fflush(stdout) != 0)
            error = errno;
    }
    const bool unread = ferror(stdin);
    free(line);
    if (unread)
        fprintf(stderr, "wekiva: standard input: cannot read: %s\n", strerror(errno));
    if (error && error != EPIPE)
        fprintf(stderr, "wekiva: standard output: cannot write: %s\n", strerror(error));
    return unread || (error && error != EPIPE) ? STATUS_BAD_INPUT : STATUS_DONE;
}

static const char *filter_name(const void *context, unsigned i)
{
    (void)context;
    return i < filter_kind_count ? filter_kinds[i].name : NULL;
}

static int filter_run(const struct command *command, int argc, char **argv)
{
    option_set_t given = 0;
    struct diag  diag = {0};
    const int    option = options_next(command, argc, argv, &given);
    if (option != OPTION_END)
        return options_status(option);
    if (argc - optind != 1)
        return usage_error(command, "expected one of cf, alu, float, view-cf, view-alu, got %d operands",
                           argc - optind);
    for (unsigned i = 0; i < filter_kind_count; i++)
        if (strcmp(argv[optind], filter_kinds[i].name) == 0)
            return output_spares(NULL, "-", "the standard input", &diag) ? answer_all(&filter_kinds[i])
                                                                         : complain(&diag, STATUS_BAD_INPUT);
    const char *near = nearest_name(argv[optind], filter_name, NULL);
    return usage_error(command, "unknown filter '%s', %s%s%s", argv[optind],
                       near ? "did you mean " : "expected cf, alu, float, view-cf or view-alu", near ? near : "",
                       near ? "?" : "");
}

const struct command filter_command = {
    .name = "filter",
    .operands = "cf|alu|float|view-cf|view-alu",
    .summary = "turns hex words into text, line by line, for waveform viewers",
    .text = "Reads one hex word a line and answers each with one line at once:\n"
            "  cf     a CF instruction pair, dword 1 in the high half\n"
            "  alu    an ALU instruction pair, the same way; - for a word of zeros\n"
            "  float  a single-precision number, or a double of more than 8 digits\n"
            "  view-cf, view-alu\n"
            "         as cf and alu, with the colour of the viewer in front; - for a word of ones\n"
            "What is no hex word (x, z) comes back as it is.\n"
            "\n"
            "examples:\n"
            "  echo 3f800000 | wekiva filter float\n"
            "  echo a00c000080000002 | wekiva filter cf\n",
    .options = NULL,
    .option_count = 0,
    .run = filter_run,
};
