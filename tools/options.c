/* options.c - parses the options of a command and prints its help text, both from the command's table. */
#include "tools/options.h"
#include "kit/near.h"

#include <assert.h>
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

bool option_put(const struct command *command, int row, void *into)
{
    const struct option_field *takes = &command->options[row].takes;
    unsigned char *const       at = (unsigned char *)into + takes->at;
    unsigned                  *count;
    switch (takes->kind) {
    case OPTION_IS_FLAG:
        return *(bool *)at = true;
    case OPTION_IS_TEXT:
        *(const char **)(void *)at = optarg;
        return true;
    case OPTION_IS_NUMBER:
        return option_number(command, command->options[row].name, optarg, takes->least, takes->most,
                             (uint64_t *)(void *)at);
    case OPTION_IS_LIST:
        count = (unsigned *)(void *)((unsigned char *)into + takes->count);
        if (*count == takes->most)
            return usage_error(command, "--%s: expected at most %u of them", command->options[row].name, *count), false;
        ((const char **)(void *)at)[(*count)++] = optarg;
        return true;
    case OPTION_IS_OWN:
        break;
    }
    return false;
}

bool options_read(const struct command *command, int argc, char **argv, option_set_t *given,
                  bool (*take)(const struct command *command, int row, void *into), void *into, int *status)
{
    int row;
    while ((row = options_next(command, argc, argv, given)) >= 0)
        if (!(command->options[row].takes.kind == OPTION_IS_OWN ? take : option_put)(command, row, into)) {
            *status = STATUS_BAD_INPUT;
            return false;
        }
    *status = options_status(row);
    return row == OPTION_END;
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

/* ---- what options demand of one another -------------------------------------------------------------------------- */

static unsigned row_named(const struct command *command, const char *name, size_t length)
{
    unsigned row = 0;
    while (row < command->option_count &&
           (strncmp(command->options[row].name, name, length) != 0 || command->options[row].name[length]))
        row++;
    assert(row < command->option_count);
    return row;
}

/* The rows of names with spaces between them. */
static option_set_t rows_named(const struct command *command, const char *names)
{
    option_set_t rows = 0;
    for (const char *name = names; *name;) {
        const size_t length = strcspn(name, " ");
        rows |= (option_set_t)1 << row_named(command, name, length);
        name += length + strspn(name + length, " ");
    }
    return rows;
}

/* The rows that a rule bars beside row n, which is of its options (or, of NOT_WITH, of the others). */
static option_set_t barred_by(const struct command *command, const struct option_rule *rule, unsigned n)
{
    const option_set_t self = (option_set_t)1 << n, options = rows_named(command, rule->options),
                       others = rows_named(command, rule->others);
    if (rule->demand == NOT_WITH)
        return (options & self ? others & ~self : 0) | (others & self ? options & ~self : 0);
    return rule->demand == ONLY_WITH && options & self ? ~(others | self) : 0;
}

option_set_t options_barred(const struct command *command, option_set_t given)
{
    option_set_t barred = 0;
    for (const struct option_rule *rule = command->rules; rule < command->rules + command->rule_count; rule++)
        for (unsigned n = 0; n < command->option_count; n++)
            barred |= given >> n & 1 ? barred_by(command, rule, n) : 0;
    return barred;
}

/* "--pipeline OUT.kanata or --perfetto OUT.pftrace" */
static void write_rows(const struct command *command, option_set_t rows, const char *between, bool arguments,
                       char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (unsigned n = 0; n < command->option_count && used < size; n++) {
        const struct option_row *row = &command->options[n];
        const bool               with = arguments && row->argument;
        if (rows >> n & 1)
            used += (size_t)snprintf(text + used, size - used, "%s--%s%s%s", used ? between : "", row->name,
                                     with ? " " : "", with ? row->argument : "");
    }
}

static bool agrees(const struct command *command, const struct option_rule *rule, option_set_t given)
{
    const option_set_t these = given & rows_named(command, rule->options), others = rows_named(command, rule->others);
    const bool         several = these & (these - 1);
    char               said[400], expected[400];
    if (!these)
        return true;
    write_rows(command, these, ", ", false, said, sizeof said);
    if (rule->demand == NEEDS && !(given & others)) {
        write_rows(command, others, " or ", true, expected, sizeof expected);
        usage_error(command, "%s: expected %s with %s", said, expected, several ? "them" : "it");
        return false;
    }
    const unsigned     first = (unsigned)__builtin_ctzll(these);
    const option_set_t barred = given & barred_by(command, rule, first);
    if (!barred)
        return true;
    write_rows(command, barred, ", ", false, expected, sizeof expected);
    usage_error(command, "--%s: %s%sexpected no %s with it", command->options[first].name,
                rule->because ? rule->because : "", rule->because ? ": " : "", expected);
    return false;
}

static bool agree(const struct command *command, option_set_t given)
{
    bool good = true;
    for (unsigned i = 0; good && i < command->rule_count; i++)
        good = agrees(command, &command->rules[i], given);
    return good;
}

/* ---- help ------------------------------------------------------------------------------------------------------- */

enum { MEANING_COLUMN = 30, MEANING_WIDTH = 76 };

bool options_needs(const struct command *command, unsigned row, char *text, size_t size)
{
    for (const struct option_rule *rule = command->rules; rule < command->rules + command->rule_count; rule++)
        if (rule->demand == NEEDS && rows_named(command, rule->options) >> row & 1) {
            write_rows(command, rows_named(command, rule->others), " or ", false, text, size);
            return true;
        }
    return false;
}

/* "(needs --pipeline or --perfetto)", behind the last line of the meaning or in one of its own. */
static void print_needs(FILE *out, const struct command *command, unsigned n, size_t at)
{
    char text[200];
    if (options_needs(command, n, text, sizeof text)) {
        if (at + strlen(text) + strlen(" (needs )") > MEANING_WIDTH)
            fprintf(out, "\n%*s(needs %s)", MEANING_COLUMN, "", text);
        else
            fprintf(out, " (needs %s)", text);
    }
    fputc('\n', out);
}

static void print_row(FILE *out, const struct command *command, unsigned n)
{
    static const struct option_row help = {"help", 'h', NULL, "this text", OPTION_OWN};
    const struct option_row *const row = n < command->option_count ? &command->options[n] : &help;
    int                            at = row->letter ? fprintf(out, "  -%c, ", row->letter) : fprintf(out, "      ");
    at += fprintf(out, "--%s", row->name);
    if (row->argument)
        at += fprintf(out, " %s", row->argument);
    if (at > MEANING_COLUMN - 2) {
        fputc('\n', out);
        at = 0;
    }
    for (const char *line = row->meaning; *line; at = 0) {
        const size_t length = strcspn(line, "\n");
        fprintf(out, "%*s%.*s", MEANING_COLUMN - at, "", (int)length, line);
        if (!line[length])
            print_needs(out, command, n, length);
        else
            fputc('\n', out);
        line += length + (line[length] == '\n');
    }
}

/* The help text of one command. */
static void print_command_help(FILE *out, const struct command *command)
{
    fprintf(out, "usage: wekiva %s %s\n\n%s\n\noptions:\n", command->name, command->operands, command->summary);
    for (unsigned i = 0; i <= command->option_count; i++)
        print_row(out, command, i);
    fprintf(out, "\n%s", command->text);
}

/* ---- nearest name ----------------------------------------------------------------------------------------------- */

enum { LONGEST_NAME = 40 };

const char *nearest_name(const char *word, const char *(*name)(const void *context, unsigned i), const void *context)
{
    const char *nearest = NULL;
    struct near near = near_to(word, strlen(word), strlen(word) < 4 ? 2 : 3);
    for (unsigned i = 0; name(context, i); i++)
        if (near_try(&near, name(context, i)))
            nearest = name(context, i);
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

/* ---- the next option --------------------------------------------------------------------------------------------- */

int options_next(const struct command *command, int argc, char **argv, option_set_t *given)
{
    struct option table[OPTIONS_MAX + 2];
    char          letters[3 * OPTIONS_MAX + 4];
    getopt_tables(command, table, letters);
    opterr = 0;
    const int result = getopt_long(argc, argv, letters, table, NULL);
    if (result == -1)
        return agree(command, *given) ? OPTION_END : OPTION_WRONG;
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
