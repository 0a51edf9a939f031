/* manual.c - prints the manual page from the tables that the parser and the help texts are made of. */
#include "tools/manual/manual.h"

#include <ctype.h>
#include <string.h>

/* ---- text as mdoc ------------------------------------------------------------------------------------------------ */

enum mark { PLAIN, BOLD, ITALIC };

/* What roff would read: a backslash, a hyphen that is none, a point or an apostrophe at the start of a line. */
static void put_letter(FILE *out, char letter, bool first)
{
    if (first && (letter == '.' || letter == '\''))
        fputs("\\&", out);
    if (letter == '\\')
        fputs("\\e", out);
    else if (letter == '-')
        fputs("\\-", out);
    else
        fputc(letter, out);
}

static void put_text(FILE *out, const char *text, size_t length, bool starts)
{
    for (size_t i = 0; i < length; i++)
        put_letter(out, text[i], starts && i == 0);
}

/* A line of words that are filled; a new sentence, behind two spaces, begins a new line. */
static void put_filled(FILE *out, const char *text, size_t length)
{
    bool starts = true;
    for (size_t i = 0; i < length; i++) {
        const bool ends =
            i > 0 && i + 2 < length && strchr(".:;!?", text[i - 1]) && text[i] == ' ' && text[i + 1] == ' ';
        if (ends) {
            fputc('\n', out);
            i++;
        } else
            put_letter(out, text[i], starts);
        starts = ends;
    }
    fputc('\n', out);
}

static void put_marked(FILE *out, const char *text, size_t length, enum mark mark)
{
    if (mark != PLAIN)
        fputs(mark == BOLD ? "\\fB" : "\\fI", out);
    put_text(out, text, length, mark == PLAIN);
    if (mark != PLAIN)
        fputs("\\fR", out);
}

/* A word that stands for something: OUT, N, A2. */
static size_t word_of_capitals(const char *text, size_t length)
{
    size_t n = 0;
    while (n < length && (isupper((unsigned char)text[n]) || (n && isdigit((unsigned char)text[n]))))
        n++;
    return n < length && islower((unsigned char)text[n]) ? 0 : n;
}

/* An option with its dashes. */
static size_t word_of_option(const char *text, size_t length)
{
    size_t n = 0;
    if (length < 2 || text[0] != '-' || (text[1] != '-' && !islower((unsigned char)text[1])))
        return 0;
    while (n < length && (text[n] == '-' || isalnum((unsigned char)text[n])))
        n++;
    return n > 1 && isalpha((unsigned char)text[n - 1]) ? n : 0;
}

/* What is typed: options bold, what stands for something else italic. */
static void put_usage(FILE *out, const char *text, size_t length)
{
    for (size_t i = 0; i < length;) {
        const bool   starts = !i || !isalnum((unsigned char)text[i - 1]);
        const size_t option = starts ? word_of_option(text + i, length - i) : 0,
                     capitals = starts ? word_of_capitals(text + i, length - i) : 0;
        const size_t n = option ? option : capitals ? capitals : 1;
        put_marked(out, text + i, n, option ? BOLD : capitals ? ITALIC : PLAIN);
        i += n;
    }
}

/* ---- a command --------------------------------------------------------------------------------------------------- */

static void put_option(FILE *out, const struct command *command, unsigned n)
{
    const struct option_row *row = &command->options[n];
    char                     needs[200];
    fputs(".It Xo\n", out);
    if (row->letter)
        fprintf(out, "\\fB\\-%c\\fR, ", row->letter);
    fputs("\\fB\\-\\-", out);
    put_text(out, row->name, strlen(row->name), false);
    fputs("\\fR ", out);
    if (row->argument)
        put_usage(out, row->argument, strlen(row->argument));
    fputs("\n.Xc\n", out);
    for (const char *line = row->meaning; *line;) {
        const size_t length = strcspn(line, "\n");
        put_filled(out, line, length);
        line += length + (line[length] == '\n');
    }
    if (options_needs(command, n, needs, sizeof needs)) {
        fputs("(needs ", out);
        put_usage(out, needs, strlen(needs));
        fputs(")\n", out);
    }
}

/* The text behind the options: paragraphs are filled, lines that begin with spaces stay as they are. */
static void put_paragraphs(FILE *out, const char *text)
{
    bool literal = false, ended = true;
    while (*text) {
        const size_t length = strcspn(text, "\n");
        const bool   empty = length == 0, indented = !empty && text[0] == ' ';
        if (literal && !indented)
            fputs(".Ed\n", out);
        if (indented && !literal)
            fputs(".Bd -literal\n", out);
        else if (!empty && !indented && (ended || literal))
            fputs(".Pp\n", out);
        if (indented) {
            put_text(out, text, length, false);
            fputc('\n', out);
        } else if (!empty)
            put_filled(out, text, length);
        literal = indented;
        ended = empty;
        text += length + (text[length] == '\n');
    }
    if (literal)
        fputs(".Ed\n", out);
}

static void put_command(FILE *out, const struct command *command)
{
    fprintf(out, ".Ss wekiva %s\n", command->name);
    fprintf(out, "%c%s.\n", toupper((unsigned char)command->summary[0]), command->summary + 1);
    if (command->option_count) {
        fputs(".Bl -tag -width Ds\n", out);
        for (unsigned n = 0; n < command->option_count; n++)
            put_option(out, command, n);
        fputs(".El\n", out);
    }
    put_paragraphs(out, command->text);
}

/* A command may be used in several ways, each a line of its operands. */
static void put_synopsis(FILE *out, const struct command *command)
{
    static const char again[] = "wekiva ";
    for (const char *line = command->operands; *line;) {
        const size_t length = strcspn(line, "\n");
        fprintf(out, ".Nm wekiva Cm %s\n", command->name);
        put_usage(out, line, length);
        fputc('\n', out);
        line += length + (line[length] == '\n');
        line += strspn(line, " ");
        if (strncmp(line, again, strlen(again)) == 0)
            line += strlen(again) + strlen(command->name) + 1;
    }
}

/* ---- the page ---------------------------------------------------------------------------------------------------- */

static bool is_line(const char *line, size_t length, const char *what)
{
    return length == strlen(what) && memcmp(line, what, length) == 0;
}

void manual_print(const struct command *const *commands, unsigned command_count, const char *frame, size_t size,
                  const char *version, FILE *out)
{
    for (size_t at = 0; at < size;) {
        const char  *line = frame + at, *end = memchr(line, '\n', size - at);
        const size_t length = end ? (size_t)(end - line) : size - at;
        at += length + 1;
        if (is_line(line, length, "@synopsis@"))
            for (unsigned i = 0; i < command_count; i++)
                put_synopsis(out, commands[i]);
        else if (is_line(line, length, "@commands@"))
            for (unsigned i = 0; i < command_count; i++)
                put_command(out, commands[i]);
        else if (is_line(line, length, ".Os Wekiva @version@"))
            fprintf(out, ".Os Wekiva %s\n", version);
        else
            fprintf(out, "%.*s\n", (int)length, line);
    }
}
