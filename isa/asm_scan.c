/* asm_scan.c - reading one line of assembly. */
#include "isa/asm_scan.h"
#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { SHOWN = 24, NUMBER_SIZE = 64 };

bool asm_error(struct asm_scan *s, const char *format, ...)
{
    char    what[512];
    va_list list;
    va_start(list, format);
    vsnprintf(what, sizeof what, format, list);
    va_end(list);
    diag_set(s->diag, s->name, s->line, "%s", what);
    return diag_at(s->diag, s->start && s->line == s->start_line ? (unsigned)(s->at - s->start) + 1 : 0);
}

bool asm_expected_near(struct asm_scan *s, const char *what, const struct asm_nearest *nearest)
{
    char shown[SHOWN + 1];
    if (asm_at_end(s))
        return asm_error(s, "expected %s, found the end of the line", what);
    size_t length = (size_t)(s->end - s->at) < SHOWN ? (size_t)(s->end - s->at) : SHOWN;
    for (size_t i = 0; i < length; i++)
        shown[i] = isprint((unsigned char)s->at[i]) ? s->at[i] : '?';
    while (length && shown[length - 1] == ' ')
        length--;
    shown[length] = 0;
    return asm_error(s, "expected %s, found `%s`%s", what, shown, nearest->hint);
}

bool asm_expected(struct asm_scan *s, const char *what)
{
    return asm_expected_near(s, what, &(struct asm_nearest){.distance = 0});
}

struct asm_nearest asm_nearest_to(struct asm_word word)
{
    const unsigned letters = word.length > 6 ? 3 : word.length > 3 ? 2 : 1;
    return (struct asm_nearest){.word = word, .distance = word.length ? letters + 1 : 0};
}

void asm_nearest_try(struct asm_nearest *nearest, const char *name)
{
    const unsigned away = near_distance(nearest->word.at, nearest->word.length, name);
    if (away >= nearest->distance)
        return;
    nearest->distance = away;
    snprintf(nearest->hint, sizeof nearest->hint, ", did you mean %s?", name);
}

void asm_nearest_try_word(struct asm_nearest *nearest, struct asm_word name)
{
    char text[NEAR_LONGEST + 1];
    if (name.length < sizeof text) {
        snprintf(text, sizeof text, "%.*s", (int)name.length, name.at);
        asm_nearest_try(nearest, text);
    }
}

static void skip_space(struct asm_scan *s)
{
    while (s->at < s->end && isspace((unsigned char)*s->at))
        s->at++;
}

bool asm_at_end(struct asm_scan *s)
{
    skip_space(s);
    return s->at == s->end;
}

char asm_peek(struct asm_scan *s)
{
    return asm_at_end(s) ? 0 : *s->at;
}

bool asm_accept(struct asm_scan *s, char c)
{
    if (asm_at_end(s) || *s->at != c)
        return false;
    s->at++;
    return true;
}

bool asm_expect(struct asm_scan *s, char c)
{
    char what[] = {'`', c, '`', 0};
    return asm_accept(s, c) || asm_expected(s, what);
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

struct asm_word asm_peek_word(struct asm_scan *s)
{
    skip_space(s);
    struct asm_word word = {s->at, 0};
    while (word.at + word.length < s->end && is_word(word.at[word.length]))
        word.length++;
    return word;
}

struct asm_word asm_take_word(struct asm_scan *s)
{
    struct asm_word word = asm_peek_word(s);
    s->at += word.length;
    return word;
}

bool asm_is(struct asm_word word, const char *text)
{
    return strlen(text) == word.length && !strncasecmp(word.at, text, word.length);
}

bool asm_accept_word(struct asm_scan *s, const char *text)
{
    struct asm_word word = asm_peek_word(s);
    if (!asm_is(word, text))
        return false;
    s->at += word.length;
    return true;
}

bool asm_numbered(struct asm_word word, const char *letters, unsigned *number)
{
    size_t length = strlen(letters);
    if (word.length <= length || word.length > length + 5 || strncasecmp(word.at, letters, length))
        return false;
    *number = 0;
    for (size_t i = length; i < word.length; i++) {
        if (!isdigit((unsigned char)word.at[i]))
            return false;
        *number = *number * 10 + (unsigned)(word.at[i] - '0');
    }
    return true;
}

static bool is_hexadecimal(struct asm_word word)
{
    return word.length > 2 && word.at[0] == '0' && tolower((unsigned char)word.at[1]) == 'x';
}

/* All of the word as an integer of 32 bits. */
static bool word_integer(struct asm_word word, uint32_t *value)
{
    bool     hexadecimal = is_hexadecimal(word);
    uint64_t sum = 0;
    for (size_t i = hexadecimal ? 2 : 0; i < word.length; i++) {
        int c = tolower((unsigned char)word.at[i]);
        int digit = isdigit(c) ? c - '0' : hexadecimal && isxdigit(c) ? c - 'a' + 10 : -1;
        if (digit < 0)
            return false;
        sum = sum * (hexadecimal ? 16 : 10) + (unsigned)digit;
        if (sum > UINT32_MAX)
            return false;
    }
    *value = (uint32_t)sum;
    return word.length > 0;
}

bool asm_unsigned(struct asm_scan *s, const char *what, uint32_t max, uint32_t *value)
{
    struct asm_word word = asm_peek_word(s);
    char            expected[128];
    if (word.length && word_integer(word, value) && *value <= max) {
        s->at += word.length;
        return true;
    }
    snprintf(expected, sizeof expected, "%s (0 to %u)", what, max);
    return asm_expected(s, expected);
}

/* The characters of a decimal float: word characters, points, and the sign of an exponent. */
static size_t float_length(const struct asm_scan *s)
{
    size_t length = 0, left = (size_t)(s->end - s->at);
    while (length < left) {
        char c = s->at[length];
        bool sign = (c == '+' || c == '-') && length && tolower((unsigned char)s->at[length - 1]) == 'e';
        if (!is_word(c) && c != '.' && !sign)
            break;
        length++;
    }
    return length;
}

/* False for digits that mean more than any float has room for, or less: 1e99, 1e-99. */
static bool in_range(const char *text, float value)
{
    const size_t mantissa = strcspn(text, "eE");
    const bool   zero = strcspn(text, "123456789") >= mantissa;
    return !isdigit((unsigned char)text[0]) || (!isinf(value) && (value != 0 || zero));
}

static enum asm_number_kind read_float(struct asm_scan *s, uint32_t *bits)
{
    char   copy[NUMBER_SIZE], *rest;
    size_t length = float_length(s);
    if (!length || length >= sizeof copy)
        return ASM_NOT_A_NUMBER;
    memcpy(copy, s->at, length);
    copy[length] = 0;
    if (!isdigit((unsigned char)copy[0]) && strcasecmp(copy, "inf") && strcasecmp(copy, "nan"))
        return ASM_NOT_A_NUMBER;
    float value = strtof(copy, &rest);
    if (*rest == 'f' || *rest == 'F')
        rest++;
    if (*rest || !in_range(copy, value))
        return ASM_NOT_A_NUMBER;
    memcpy(bits, &value, sizeof *bits);
    s->at += length;
    return ASM_FLOAT;
}

enum asm_number_kind asm_number(struct asm_scan *s, uint32_t *bits)
{
    struct asm_word word = asm_peek_word(s);
    bool            whole = word.length && (is_hexadecimal(word) || float_length(s) == word.length);
    if (whole && word_integer(word, bits)) {
        s->at += word.length;
        return ASM_INTEGER;
    }
    return is_hexadecimal(word) ? ASM_NOT_A_NUMBER : read_float(s, bits);
}
