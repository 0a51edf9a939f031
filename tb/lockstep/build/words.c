#include "tb/lockstep/build/words.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct words words_of(const char *text, const char *file, const char *option)
{
    return (struct words){.at = text, .file = file, .option = option, .lines = 1, .line_start = text};
}

bool words_wrong(const struct words *words, struct diag *diag, const char *format, ...)
{
    char    what[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    if (!words->file)
        return diag_set(diag, NULL, 0, "%s: %s", words->option, what);
    diag_set(diag, words->file, words->line, "%s", what);
    return diag_at(diag, words->column);
}

static void step(struct words *words)
{
    if (*words->at++ != '\n')
        return;
    words->lines++;
    words->line_start = words->at;
}

static void here(struct words *words)
{
    words->line = words->lines;
    words->column = (unsigned)(words->at - words->line_start) + 1;
}

/* Up to the next word; false when a comment has no end. */
static bool skip(struct words *words)
{
    for (;;) {
        const char *at = words->at;
        if (isspace((unsigned char)*at)) {
            step(words);
        } else if (words->file && (*at == '#' || (at[0] == '/' && at[1] == '/'))) {
            words->at += strcspn(at, "\n");
        } else if (words->file && at[0] == '/' && at[1] == '*') {
            const char *const end = strstr(at + 2, "*/");
            here(words);
            if (!end)
                return false;
            while (words->at < end + 2)
                step(words);
        } else {
            return true;
        }
    }
}

/* The value of the variable that $ begins; its text is behind it then.  NULL: there is none of the name. */
static const char *variable(struct words *words, char *name, size_t size)
{
    const char  *at = words->at + 1;
    const char   close = *at == '{' ? '}' : *at == '(' ? ')' : '\0';
    const size_t start = close != '\0';
    size_t       length = 0;
    while (isalnum((unsigned char)at[start + length]) || at[start + length] == '_')
        length++;
    snprintf(name, size, "%.*s", (int)length, at + start);
    if (length == 0 || length >= size || (close && at[start + length] != close))
        return NULL;
    words->at = at + start + length + (close != '\0');
    return getenv(name);
}

struct word {
    char  *text;
    size_t size, used;
    bool   full;
};

static void add(struct word *word, const char *text, size_t length)
{
    word->full = word->full || word->used + length >= word->size;
    if (word->full)
        return;
    memcpy(word->text + word->used, text, length);
    word->used += length;
}

/* One letter, or what stands for some; `quote` is the one that is open. */
static bool take(struct words *words, struct word *word, char *quote, struct diag *diag)
{
    const char letter = *words->at;
    char       name[128];
    if (letter == *quote && letter) {
        *quote = '\0';
    } else if (!*quote && (letter == '"' || letter == '\'')) {
        *quote = letter;
    } else if (letter == '\\' && *quote != '\'' && words->at[1]) {
        add(word, words->at + 1, 1);
        step(words);
    } else if (letter == '$' && *quote != '\'') {
        const char *const value = variable(words, name, sizeof name);
        if (!value)
            return words_wrong(words, diag, "$%s: expected a variable of the environment", name);
        add(word, value, strlen(value));
        return true;
    } else {
        add(word, words->at, 1);
    }
    step(words);
    return true;
}

bool words_next(struct words *words, char *text, size_t size, struct diag *diag)
{
    struct word word = {text, size, 0, false};
    char        quote = '\0';
    words->failed = !skip(words);
    if (words->failed)
        return words_wrong(words, diag, "the comment has no end: expected */");
    if (!*words->at)
        return false;
    here(words);
    while (*words->at && (quote || !isspace((unsigned char)*words->at)))
        if (!take(words, &word, &quote, diag))
            return !(words->failed = true);
    words->failed = quote || word.full;
    if (word.full)
        return words_wrong(words, diag, "the word is too long: expected at most %zu letters", size - 1);
    if (quote)
        return words_wrong(words, diag, "the quote has no end: expected %c", quote);
    word.text[word.used] = '\0';
    return true;
}
