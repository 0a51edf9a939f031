#define _XOPEN_SOURCE 700 /* realpath */
#include "tb/lockstep/build/tree_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tb/lockstep/build/process.h"
#include "tb/lockstep/build/words.h"

enum { WORD = TREE_PATH, NESTED_MAX = 16 };

/* What is read, and where its paths begin. */
struct reader {
    struct tree *tree;
    struct words words;
    const char  *base; /* NULL: where the command runs */
    unsigned     nested;
};

enum kind { LIST, LIST_BESIDE, FOLDER, FOLDERS, FILE_NAME, SETTING, SETTINGS, PLAIN };

/* With `apart` what belongs to it may be the next word. */
static const struct {
    const char *start;
    enum kind   kind;
    bool        apart;
} kinds[] = {{"-f", LIST, true},         {"-F", LIST_BESIDE, true},    {"-I", FOLDER, true},
             {"-y", FOLDER, true},       {"-v", FILE_NAME, true},      {"-D", SETTING, true},
             {"-G", SETTING, true},      {"+incdir+", FOLDERS, false}, {"+define+", SETTINGS, false},
             {"+libext+", PLAIN, false}, {"-Wno-", PLAIN, false}};

static const char expected[] = "expected files .sv .v .vh .svh .vlt .c .cc .cpp, -f FILE, -F FILE, -I DIR, -y DIR, "
                               "-v FILE, -D NAME=VALUE, -G NAME=VALUE, -Wno-CODE, +incdir+DIR or +define+NAME";

static bool ends_in_one_of(const char *name, const char *const *ends)
{
    const char *dot = strrchr(name, '.');
    for (; dot && *ends; ends++)
        if (strcmp(dot, *ends) == 0)
            return true;
    return false;
}

/* The absolute path of a file or folder that is there. */
static bool find_path(struct reader *reader, const char *word, bool folder, char *path, struct diag *diag)
{
    char        from[2 * TREE_PATH];
    struct stat status;
    snprintf(from, sizeof from, "%s%s%s", reader->base && word[0] != '/' ? reader->base : "",
             reader->base && word[0] != '/' ? "/" : "", word);
    char *const absolute = realpath(from, NULL);
    const bool  good =
        absolute && stat(absolute, &status) == 0 && !S_ISDIR(status.st_mode) == !folder && strlen(absolute) < TREE_PATH;
    if (good)
        snprintf(path, TREE_PATH, "%s", absolute);
    free(absolute);
    return good ||
           words_wrong(&reader->words, diag, "%s: expected a %s that is there", word, folder ? "folder" : "file");
}

static bool keep(struct reader *reader, struct text_list *list, const char *text, struct diag *diag)
{
    for (unsigned i = 0; i < list->count; i++)
        if (strcmp(list->text[i], text) == 0)
            return true;
    return text_list_add(list, text) || words_wrong(&reader->words, diag, "not enough memory");
}

static bool take_file(struct reader *reader, const char *word, struct diag *diag)
{
    static const char *const verilog[] = {".sv", ".v", ".svh", ".vh", ".vlt", NULL};
    static const char *const code[] = {".c", ".cc", ".cpp", ".cxx", NULL};
    char                     path[TREE_PATH];
    const bool               is_code = ends_in_one_of(word, code);
    if (!is_code && !ends_in_one_of(word, verilog))
        return words_wrong(&reader->words, diag, "%s: %s", word, expected);
    return find_path(reader, word, false, path, diag) &&
           keep(reader, is_code ? &reader->tree->code : &reader->tree->files, path, diag);
}

static bool take_folder(struct reader *reader, const char *word, struct diag *diag)
{
    char path[TREE_PATH];
    return find_path(reader, word, true, path, diag) && keep(reader, &reader->tree->folders, path, diag);
}

/* What + separates: folders, or definitions. */
static bool take_parts(struct reader *reader, enum kind kind, const char *word, struct diag *diag)
{
    while (*word) {
        char         part[TREE_PATH + 8];
        const size_t length = strcspn(word, "+");
        snprintf(part, sizeof part, "%s%.*s", kind == FOLDERS ? "" : "-D", (int)length, word);
        if (length > 0 &&
            !(kind == FOLDERS ? take_folder(reader, part, diag) : keep(reader, &reader->tree->settings, part, diag)))
            return false;
        word += length + (word[length] == '+');
    }
    return true;
}

static bool read_list(struct reader *reader, const char *word, bool beside, struct diag *diag);

static bool take_setting(struct reader *reader, const char *start, const char *word, struct diag *diag)
{
    char setting[WORD + 16];
    snprintf(setting, sizeof setting, "%s%s", start, word);
    return keep(reader, &reader->tree->settings, setting, diag);
}

static bool take_option(struct reader *reader, unsigned k, const char *word, struct diag *diag)
{
    char path[TREE_PATH];
    switch (kinds[k].kind) {
    case LIST:
    case LIST_BESIDE:
        return read_list(reader, word, kinds[k].kind == LIST_BESIDE, diag);
    case FOLDER:
        return take_folder(reader, word, diag);
    case FILE_NAME: /* a library is read like any other file */
        return find_path(reader, word, false, path, diag) && keep(reader, &reader->tree->files, path, diag);
    case FOLDERS:
    case SETTINGS:
        return take_parts(reader, kinds[k].kind, word, diag);
    case SETTING:
    case PLAIN:
        return take_setting(reader, kinds[k].start, word, diag);
    }
    return false;
}

/* A word, and what belongs to it. */
static bool take_word(struct reader *reader, char *word, struct diag *diag)
{
    for (unsigned k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        const size_t length = strlen(kinds[k].start);
        char         next[WORD];
        if (strncmp(word, kinds[k].start, length) != 0)
            continue;
        if (word[length])
            return take_option(reader, k, word + length, diag);
        if (!kinds[k].apart)
            break;
        if (!words_next(&reader->words, next, sizeof next, diag))
            return !reader->words.failed && words_wrong(&reader->words, diag, "%s: expected a word behind it", word);
        return take_option(reader, k, next, diag);
    }
    return word[0] == '-' || word[0] == '+' ? words_wrong(&reader->words, diag, "%s: %s", word, expected)
                                            : take_file(reader, word, diag);
}

static bool take_all(struct reader *reader, struct diag *diag)
{
    char word[WORD];
    while (words_next(&reader->words, word, sizeof word, diag))
        if (!take_word(reader, word, diag))
            return false;
    return !reader->words.failed;
}

/* Its paths begin where the command runs, or where it lies. */
static bool read_list(struct reader *reader, const char *word, bool beside, struct diag *diag)
{
    char path[TREE_PATH], base[TREE_PATH];
    if (!find_path(reader, word, false, path, diag))
        return false;
    if (reader->nested == NESTED_MAX)
        return words_wrong(&reader->words, diag, "%s: expected at most %d lists in one another", word, NESTED_MAX);
    char *const text = file_text(path, NULL);
    snprintf(base, sizeof base, "%s", path);
    *strrchr(base, '/') = '\0';
    struct reader inner = {reader->tree, words_of(text, word, NULL), beside ? base : reader->base, reader->nested + 1};
    const bool    good = text ? take_all(&inner, diag) : words_wrong(&reader->words, diag, "%s: cannot read", word);
    free(text);
    return good;
}

bool tree_take_words(struct tree *tree, const char *words, struct diag *diag)
{
    struct reader reader = {tree, words_of(words, NULL, "--rtl-args"), NULL, 0};
    return take_all(&reader, diag);
}

bool tree_take_list(struct tree *tree, const char *path, struct diag *diag)
{
    struct reader reader = {tree, words_of("", NULL, "--rtl"), NULL, 0};
    return read_list(&reader, path, true, diag);
}
