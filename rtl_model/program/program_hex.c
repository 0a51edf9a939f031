/* program_hex.c - hex dumps: dwords of eight digits, see program.h for what is accepted. */
#include "kit/text.h"
#include "rtl_model/program/program.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A place in the text.  A word is what stands between blanks, commas and comments. */
struct scanner {
    const char *at, *end;
    unsigned    line;
};

static bool starts_comment(const struct scanner *s)
{
    return *s->at == '#' || *s->at == ';' || (*s->at == '/' && s->end - s->at > 1 && s->at[1] == '/');
}

static bool is_gap(char c)
{
    return isspace((unsigned char)c) || c == ',';
}

/* Steps over gaps and comments to the next word; its length, 0 at the end of the text. */
static size_t next_word(struct scanner *s)
{
    for (; s->at < s->end; s->at++) {
        if (starts_comment(s)) {
            const char *newline = memchr(s->at, '\n', (size_t)(s->end - s->at));
            s->at = newline ? newline : s->end;
            if (!newline)
                return 0;
        }
        if (*s->at == '\n')
            s->line++;
        else if (!is_gap(*s->at))
            break;
    }
    struct scanner word = *s;
    while (word.at < word.end && !is_gap(*word.at) && !starts_comment(&word))
        word.at++;
    return (size_t)(word.at - s->at);
}

/* The number of hexadecimal digits of a word after its 0x, if any; 0 when another character is in it. */
static size_t word_digits(const char *word, size_t length, const char **digits)
{
    bool marked = length > 2 && word[0] == '0' && (word[1] == 'x' || word[1] == 'X');
    *digits = word + (marked ? 2 : 0);
    size_t count = length - (marked ? 2 : 0);
    for (size_t i = 0; i < count; i++)
        if (!isxdigit((unsigned char)(*digits)[i]))
            return 0;
    return count;
}

static uint32_t digits_value(const char *digits)
{
    uint32_t value = 0;
    for (unsigned i = 0; i < 8; i++) {
        int c = tolower((unsigned char)digits[i]);
        value = value << 4 | (uint32_t)(c <= '9' ? c - '0' : c - 'a' + 10);
    }
    return value;
}

bool program_is_hex(const char *text, size_t length)
{
    struct scanner s = {text + text_mark(text, length), text + length, 1};
    const char    *digits;
    size_t         size = next_word(&s);
    if (word_digits(s.at, size, &digits) == 8)
        return true;
    for (; size; s.at += size, size = next_word(&s))
        if (!word_digits(s.at, size, &digits))
            return false;
    return true;
}

bool program_from_hex(const char *name, const char *text, size_t length, struct program *program, struct diag *diag)
{
    /* Eight digits a dword: this many at most. */
    uint32_t *dwords = malloc((length / 8 + 1) * sizeof *dwords);
    if (!dwords)
        return diag_set(diag, name, 0, "out of memory for %zu dwords", length / 8);
    program->dwords = dwords;
    struct scanner s = {text + text_mark(text, length), text + length, 1};
    for (size_t size; (size = next_word(&s)); s.at += size) {
        const char *digits;
        size_t      count = word_digits(s.at, size, &digits);
        int         shown = size > 40 ? 40 : (int)size;
        if (count == 0)
            return diag_set(diag, name, s.line, "'%.*s': expected eight hexadecimal digits", shown, s.at);
        if (count != 8)
            return diag_set(diag, name, s.line, "'%.*s': %zu hexadecimal digits, expected eight", shown, s.at, count);
        dwords[program->count++] = digits_value(digits);
    }
    return true;
}
