/* complete.c - completions by what the placeholder of an argument says: "NAME|FILE", "auto|json|none". */
#include "tools/completion/complete.h"

#include <ctype.h>
#include <string.h>

#include "rtl_model/machine.h"

struct line {
    const struct command *command;
    char                **words; /* behind the command's name; the last one is to be completed */
    int                   count;
    FILE                 *out;
};

/* ---- words ------------------------------------------------------------------------------------------------------ */

static void put_chips(const struct line *line)
{
    for (unsigned f = 0; f < machine_family_count; f++)
        for (unsigned c = 0; c < machine_families[f]->chips->name_count; c++)
            fprintf(line->out, "%s\tpreset\n", machine_families[f]->chips->names[c]);
}

/* Parameters of the chip that the line names. */
static void put_parameters(const struct line *line)
{
    const struct machine_family *family = machine_families[0];
    for (int i = 0; i + 1 < line->count; i++)
        if (strcmp(line->words[i], "--chip") == 0 || strcmp(line->words[i], "-c") == 0) {
            const struct machine_family *named = machine_preset(line->words[i + 1]);
            family = named ? named : family;
        }
    for (unsigned p = 0; p < family->chips->parameter_count; p++)
        fprintf(line->out, "%s=\t%s\n", family->chips->parameters[p].name, family->chips->parameters[p].meaning);
}

/* Words in small letters between bars, "cf|alu": themselves. */
static void put_choice(const struct line *line, const char *text)
{
    while (*text) {
        const size_t length = strcspn(text, "|");
        fprintf(line->out, "%.*s\n", (int)length, text);
        text += length + (text[length] == '|');
    }
}

/* ---- arguments and operands -------------------------------------------------------------------------------------- */

enum kind {
    CHIPS,
    PARAMETERS,
    KEYS,
    MODULES,
    MODULES_AND_MORE,
    EXPORTS,
    INSTRUCTIONS,
    WEIGHTS,
    FILES,
    DIRECTORIES,
    KINDS
};

/* What a placeholder with such a word in it stands for. */
static const struct {
    const char *word;
    enum kind   kind;
} rows[] = {{"CHIP", CHIPS},
            {"NAME|FILE", CHIPS},
            {"NAME=V", PARAMETERS},
            {"NAME=N", WEIGHTS},
            {"KEY", KEYS},
            {"MODULE", MODULES},
            {"MODULE...", EXPORTS},
            {"FILE", FILES},
            {"CHIP", FILES},
            {"OUT", FILES},
            {"PROGRAM", FILES},
            {"SOURCE", FILES},
            {"LAUNCH", FILES},
            {"DIR", DIRECTORIES},
            {"A B", FILES},
            {"=FILE", MODULES_AND_MORE},
            {"INSTRUCTION", INSTRUCTIONS}};

static void put_kinds(const struct line *line, const bool kinds[KINDS])
{
    static const char *const asked[KINDS] = {[KEYS] = "%run launch --keys",
                                             [MODULES] = "%run cosim --list",
                                             [MODULES_AND_MORE] = "%run= cosim --list",
                                             [EXPORTS] = "%run export-sv --list",
                                             [INSTRUCTIONS] = "%run isa --list",
                                             [WEIGHTS] = "%run= fuzz --list-weights",
                                             [FILES] = "%files",
                                             [DIRECTORIES] = "%directories"};
    if (kinds[CHIPS])
        put_chips(line);
    if (kinds[PARAMETERS])
        put_parameters(line);
    for (unsigned k = 0; k < KINDS; k++)
        if (kinds[k] && asked[k])
            fprintf(line->out, "%s\n", asked[k]);
}

static void put_placeholder(const struct line *line, const char *text)
{
    bool kinds[KINDS] = {false};
    if (strchr(text, '|') && islower((unsigned char)text[0])) {
        put_choice(line, text);
        return;
    }
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        kinds[rows[i].kind] |= strstr(text, rows[i].word) != NULL;
    kinds[MODULES] = kinds[MODULES] && !kinds[EXPORTS];
    if (kinds[MODULES]) { /* then what stands behind = */
        kinds[MODULES] = !kinds[MODULES_AND_MORE];
        kinds[FILES] = kinds[DIRECTORIES] = false;
    }
    put_kinds(line, kinds);
}

/* Of a usage line what is no option: "[PROGRAM] --launch FILE" without the last two words. */
static void put_operands(const struct line *line)
{
    char        text[256] = "";
    const char *from = line->command->operands;
    for (bool skip = false; *from; from += strspn(from, " \n")) {
        const size_t length = strcspn(from, " \n"), used = strlen(text);
        const bool   option = from[0] == '-' || strncmp(from, "[-", 2) == 0;
        if (!option && !skip)
            snprintf(text + used, sizeof text - used, "%s%.*s", used ? " " : "", (int)length, from);
        skip = option && from[length - 1] != ']';
        from += length;
    }
    put_placeholder(line, text);
}

/* Whether a word is the option, up to its end or to an =. */
static bool is_option(const char *word, const struct option_row *row)
{
    if (strncmp(word, "--", 2) == 0)
        return strlen(row->name) == strcspn(word + 2, "=") && strncmp(word + 2, row->name, strlen(row->name)) == 0;
    return word[0] == '-' && word[1] && word[1] == row->letter && !word[2];
}

/* The option whose argument is the last word, or what stands in it behind an =; or NULL. */
static const struct option_row *option_before(const struct line *line)
{
    const char *const current = line->words[line->count - 1];
    const char *const before = strchr(current, '=') && current[0] == '-' ? current
                               : line->count > 1                         ? line->words[line->count - 2]
                                                                         : "";
    for (unsigned i = 0; i < line->command->option_count; i++)
        if (line->command->options[i].argument && is_option(before, &line->command->options[i]))
            return &line->command->options[i];
    return NULL;
}

/* Options that go with the words in front of the last one. */
static void put_options(const struct line *line)
{
    option_set_t given = 0;
    for (unsigned i = 0; i < line->command->option_count; i++)
        for (int word = 0; word < line->count - 1; word++)
            given |= is_option(line->words[word], &line->command->options[i]) ? (option_set_t)1 << i : 0;
    const option_set_t barred = options_barred(line->command, given);
    for (unsigned i = 0; i < line->command->option_count; i++) {
        const struct option_row *row = &line->command->options[i];
        if (barred >> i & 1)
            continue;
        fprintf(line->out, "--%s\t%.*s\n", row->name, (int)strcspn(row->meaning, "\n"), row->meaning);
    }
    fputs("--help\tthe options and examples\n", line->out);
}

/* Options of a command that takes another one's. */
static const char of_another[] = "[OPTION OF ";

/* The command of a name that ends with the text or at a bracket. */
static const struct command *find(const struct command *const *commands, unsigned command_count, const char *name)
{
    const size_t length = strcspn(name, "]");
    for (unsigned i = 0; i < command_count; i++)
        if (strlen(commands[i]->name) == length && strncmp(commands[i]->name, name, length) == 0)
            return commands[i];
    return NULL;
}

void complete(const struct command *const *commands, unsigned command_count, int count, char **words, FILE *out)
{
    struct line line = {.words = words + 1, .count = count - 1, .out = out};
    if (count < 2) {
        for (unsigned i = 0; i < command_count; i++)
            fprintf(out, "%s\t%s\n", commands[i]->name, commands[i]->summary);
        fputs("--help\tthe commands\n--version\tthe version\n", out);
        return;
    }
    line.command = find(commands, command_count, words[0]);
    if (line.command && strncmp(line.command->operands, of_another, strlen(of_another)) == 0)
        line.command = find(commands, command_count, line.command->operands + strlen(of_another));
    if (!line.command)
        return;
    const struct option_row *const option = option_before(&line);
    if (option)
        put_placeholder(&line, option->argument);
    else if (words[count - 1][0] == '-')
        put_options(&line);
    else
        put_operands(&line);
}
