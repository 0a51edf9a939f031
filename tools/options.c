/* options.c - parses the options of a command and prints its help text, both from the command's table. */
#include "tools/options.h"
#include "kit/near.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "tools/output.h"

int usage_error(const struct command *command, const char *format, ...)
{
    char    text[4000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    output_say("%s (see wekiva %s%s--help)", text, command ? command->name : "", command ? " " : "");
    return STATUS_BAD_INPUT;
}

bool number_in(const char *text, uint64_t least, uint64_t most, uint64_t *value)
{
    char *end = NULL;
    errno = 0;
    *value = strtoull(text, &end, 0);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && errno == 0 && *value >= least && *value <= most;
}

bool option_number(const struct command *command, const char *option, const char *text, uint64_t least, uint64_t most,
                   uint64_t *value)
{
    if (number_in(text, least, most, value))
        return true;
    usage_error(command, "--%s %s: expected a whole number, %" PRIu64 " to %" PRIu64, option, text, least, most);
    return false;
}

bool option_choice(const struct command *command, unsigned row, const char *text, unsigned *value)
{
    const struct option_row *option = &command->options[row];
    char                     expected[200] = "";
    unsigned                 place = 0;
    for (const char *word = option->argument; *word; place++) {
        const size_t length = strcspn(word, "|"), used = strlen(expected);
        const bool   last = !word[length];
        if (strlen(text) == length && strncmp(text, word, length) == 0) {
            *value = place;
            return true;
        }
        snprintf(expected + used, sizeof expected - used, "%s%.*s",
                 !place ? ""
                 : last ? " or "
                        : ", ",
                 (int)length, word);
        word += length + !last;
    }
    usage_error(command, "--%s %s: expected %s", option->name, text, expected);
    return false;
}

/* ---- help ------------------------------------------------------------------------------------------------------- */

enum { MEANING_COLUMN = 30 };

static void print_row(FILE *out, const struct option_row *row)
{
    int at = row->letter ? fprintf(out, "  -%c, ", row->letter) : fprintf(out, "      ");
    at += fprintf(out, "--%s", row->name);
    if (row->argument)
        at += fprintf(out, " %s", row->argument);
    if (at > MEANING_COLUMN - 2) {
        fputc('\n', out);
        at = 0;
    }
    for (const char *line = row->meaning; *line; at = 0) {
        const size_t length = strcspn(line, "\n");
        fprintf(out, "%*s%.*s\n", MEANING_COLUMN - at, "", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

/* The help text of one command. */
static void print_command_help(FILE *out, const struct command *command)
{
    static const struct option_row help = {"help", 'h', NULL, "this text"};
    fprintf(out, "usage: wekiva %s %s\n\n%s\n\noptions:\n", command->name, command->operands, command->summary);
    for (unsigned i = 0; i < command->option_count; i++)
        print_row(out, &command->options[i]);
    print_row(out, &help);
    fprintf(out, "\n%s", command->text);
}

/* ---- nearest name ----------------------------------------------------------------------------------------------- */

enum { LONGEST_NAME = 40 };

const char *nearest_name(const char *word, const char *(*name)(const void *context, unsigned i), const void *context)
{
    const char *nearest = NULL;
    unsigned    least = strlen(word) < 4 ? 2 : 3; /* at least this far is not near */
    for (unsigned i = 0; name(context, i); i++) {
        const char *const candidate = name(context, i);
        const unsigned    away = near_distance(word, strlen(word), candidate);
        if (away < least) {
            least = away;
            nearest = candidate;
        }
    }
    return nearest;
}

static const char *option_name(const void *context, unsigned i)
{
    const struct command *command = context;
    return i < command->option_count ? command->options[i].name : i == command->option_count ? "help" : NULL;
}

/* ---- parsing ---------------------------------------------------------------------------------------------------- */

/* getopt's `val` of row i is FIRST + i, of the letter -o 'o'. */
enum { FIRST = 256, HELP = FIRST + OPTIONS_MAX };

static void getopt_tables(const struct command *command, struct option *table, char *letters)
{
    *letters++ = ':'; /* a missing argument is told apart from an unknown option */
    for (unsigned i = 0; i < command->option_count; i++) {
        const struct option_row *row = &command->options[i];
        const int                has = row->argument ? required_argument : no_argument;
        *table++ = (struct option){row->name, has, NULL, FIRST + (int)i};
        if (row->letter) {
            *letters++ = row->letter;
            if (row->argument)
                *letters++ = ':';
        }
    }
    *table++ = (struct option){"help", no_argument, NULL, HELP};
    *table = (struct option){0};
    strcpy(letters, "h");
}

static int wrong_option(const struct command *command, const char *text)
{
    const char  *name = text + strspn(text, "-");
    const size_t length = strcspn(name, "=");
    char         word[2 * LONGEST_NAME + 2];
    if (text[1] != '-') {
        usage_error(command, "unknown option '-%c', expected one that the help text lists", optopt);
        return OPTION_WRONG;
    }
    snprintf(word, sizeof word, "%.*s", (int)length, name);
    if (optopt >= FIRST) {
        usage_error(command, "--%s takes no value", word);
        return OPTION_WRONG;
    }
    for (unsigned i = 0, matches = 0; i < command->option_count; i++) {
        matches += strncmp(command->options[i].name, word, strlen(word)) == 0;
        if (matches > 1) {
            usage_error(command, "--%s is ambiguous, expected a whole name", word);
            return OPTION_WRONG;
        }
    }
    const char *near = nearest_name(word, option_name, command);
    if (near)
        usage_error(command, "unknown option '--%s', did you mean --%s?", word, near);
    else
        usage_error(command, "unknown option '--%s', expected one that the help text lists", word);
    return OPTION_WRONG;
}

static int missing_argument(const struct command *command)
{
    for (unsigned i = 0; i < command->option_count; i++) {
        const struct option_row *row = &command->options[i];
        if (optopt == FIRST + (int)i || (row->letter && optopt == row->letter))
            usage_error(command, "--%s: expected %s", row->name, row->argument);
    }
    return OPTION_WRONG;
}

static bool may_repeat(const struct option_row *option)
{
    const size_t length = strlen(option->argument);
    return length > 3 && strcmp(option->argument + length - 3, "...") == 0;
}

/* Takes note of a row.  A second --trace would be the one that counts, and the first one's file would never appear. */
static int take_row(const struct command *command, int row, option_set_t *given)
{
    const struct option_row *option = &command->options[row];
    if (option->argument && !optarg[0]) {
        usage_error(command, "--%s: expected %s, got an empty word", option->name, option->argument);
        return OPTION_WRONG;
    }
    if (option->argument && !may_repeat(option) && *given >> row & 1) {
        usage_error(command, "--%s %s: expected --%s only once", option->name, optarg, option->name);
        return OPTION_WRONG;
    }
    *given |= (option_set_t)1 << row;
    return row;
}

bool options_agree(const struct command *command, option_set_t given, unsigned option, option_set_t with)
{
    const option_set_t alone = given & ~with & ~((option_set_t)1 << option);
    if (!(given >> option & 1) || !alone)
        return true;
    unsigned other = 0;
    while (!(alone >> other & 1))
        other++;
    usage_error(command, "--%s: expected no --%s with it", command->options[option].name, command->options[other].name);
    return false;
}

int options_next(const struct command *command, int argc, char **argv, option_set_t *given)
{
    struct option table[OPTIONS_MAX + 2];
    char          letters[3 * OPTIONS_MAX + 4];
    getopt_tables(command, table, letters);
    opterr = 0;
    const int result = getopt_long(argc, argv, letters, table, NULL);
    if (result == -1)
        return OPTION_END;
    if (result == ':')
        return missing_argument(command);
    if (result == '?')
        return wrong_option(command, argv[optind - 1]);
    if (result == HELP || result == 'h') {
        struct output out;
        if (!output_open(&out))
            return OPTION_WRONG;
        print_command_help(out.file, command);
        return output_print(&out, STATUS_DONE) == STATUS_DONE ? OPTION_HELP : OPTION_WRONG;
    }
    if (result >= FIRST)
        return take_row(command, result - FIRST, given);
    for (unsigned i = 0; i < command->option_count; i++)
        if (command->options[i].letter == result)
            return take_row(command, (int)i, given);
    return OPTION_WRONG;
}

int options_status(int result)
{
    return result == OPTION_HELP ? STATUS_DONE : STATUS_BAD_INPUT;
}
