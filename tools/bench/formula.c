/* formula.c - the value of a formula: recursive descent over its text. */
#include "tools/bench/formula.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_BYTES = 48, DEPTH_MAX = 32, ARGUMENTS_MAX = 8 };

struct reader {
    const char                 *at;
    const struct formula_names *names;
    struct diag                *diag;
    unsigned                    depth;
};

static bool take_sum(struct reader *reader, double *value);

static bool wrong(const struct reader *reader, const char *what)
{
    return diag_set(reader->diag, NULL, 0, "formula: %s at '%.80s'", what, reader->at);
}

static bool take(struct reader *reader, char sign)
{
    reader->at += strspn(reader->at, " ");
    if (*reader->at != sign)
        return false;
    reader->at++;
    return true;
}

static size_t name_length(const char *at)
{
    size_t length = 0;
    while (isalpha((unsigned char)at[0]) && (isalnum((unsigned char)at[length]) || at[length] == '_'))
        length++;
    return length;
}

/* ---- functions -------------------------------------------------------------------------------------------------- */

static double greatest(const double *v, unsigned count)
{
    double value = v[0];
    for (unsigned i = 1; i < count; i++)
        value = fmax(value, v[i]);
    return value;
}
static double least(const double *v, unsigned count)
{
    double value = v[0];
    for (unsigned i = 1; i < count; i++)
        value = fmin(value, v[i]);
    return value;
}
static double ceiling(const double *v, unsigned count)
{
    (void)count;
    return ceil(v[0]);
}
static double up(const double *v, unsigned count)
{
    (void)count;
    return v[1] * ceil(v[0] / v[1]);
}
static double down(const double *v, unsigned count)
{
    (void)count;
    return floor(v[0]);
}
static double rest(const double *v, unsigned count)
{
    (void)count;
    return v[0] - v[1] * floor(v[0] / v[1]);
}
static double at_least(const double *v, unsigned count)
{
    (void)count;
    return v[0] >= v[1];
}
static double choice(const double *v, unsigned count)
{
    (void)count;
    return v[0] != 0 ? v[1] : v[2];
}

static const struct function {
    const char *name;
    unsigned    least, most; /* arguments */
    double (*of)(const double *v, unsigned count);
} functions[] = {
    {"max", 1, ARGUMENTS_MAX, greatest},
    {"min", 1, ARGUMENTS_MAX, least},
    {"ceil", 1, 1, ceiling},
    {"floor", 1, 1, down},
    {"mod", 2, 2, rest},
    {"if", 3, 3, choice},
    {"up", 2, 2, up},
    {"atleast", 2, 2, at_least},
};

static const struct function *function_of(const char *name)
{
    for (unsigned i = 0; i < sizeof functions / sizeof functions[0]; i++)
        if (strcmp(functions[i].name, name) == 0)
            return &functions[i];
    return NULL;
}

static bool take_call(struct reader *reader, const struct function *function, double *value)
{
    double   arguments[ARGUMENTS_MAX];
    unsigned count = 0;
    do {
        if (count == function->most)
            return wrong(reader, "too many arguments");
        if (!take_sum(reader, &arguments[count++]))
            return false;
    } while (take(reader, ','));
    if (!take(reader, ')'))
        return wrong(reader, "expected , or )");
    if (count < function->least)
        return wrong(reader, "too few arguments");
    *value = function->of(arguments, count);
    return true;
}

/* ---- operands and operators ------------------------------------------------------------------------------------- */

static bool take_name(struct reader *reader, double *value)
{
    char         name[NAME_BYTES];
    const size_t length = name_length(reader->at);
    if (!length || length >= sizeof name)
        return wrong(reader, "expected a number, a name or (");
    memcpy(name, reader->at, length);
    name[length] = '\0';
    const struct function *const function = function_of(name);
    if (!function && !reader->names->find(reader->names->context, name, value))
        return wrong(reader, "unknown name");
    reader->at += length;
    if (function && !take(reader, '('))
        return wrong(reader, "expected ( behind a function");
    return !function || take_call(reader, function, value);
}

static bool take_operand(struct reader *reader, double *value)
{
    if (take(reader, '-')) {
        const bool good = take_operand(reader, value);
        *value = -*value;
        return good;
    }
    if (take(reader, '('))
        return take_sum(reader, value) && (take(reader, ')') || wrong(reader, "expected )"));
    if (!isdigit((unsigned char)*reader->at))
        return take_name(reader, value);
    char *end;
    *value = strtod(reader->at, &end);
    reader->at = end;
    return true;
}

static bool take_product(struct reader *reader, double *value)
{
    double other;
    if (!take_operand(reader, value))
        return false;
    for (;;)
        if (take(reader, '*')) {
            if (!take_operand(reader, &other))
                return false;
            *value *= other;
        } else if (take(reader, '/')) {
            if (!take_operand(reader, &other))
                return false;
            if (other == 0)
                return wrong(reader, "division by 0");
            *value /= other;
        } else {
            return true;
        }
}

static bool take_sum(struct reader *reader, double *value)
{
    double other;
    if (++reader->depth > DEPTH_MAX)
        return wrong(reader, "too many parentheses");
    bool good = take_product(reader, value);
    while (good) {
        const bool minus = take(reader, '-');
        if (!minus && !take(reader, '+'))
            break;
        good = take_product(reader, &other);
        if (good)
            *value += minus ? -other : other;
    }
    reader->depth--;
    return good;
}

bool formula_value(const char *text, const struct formula_names *names, double *value, struct diag *diag)
{
    struct reader reader = {.at = text, .names = names, .diag = diag};
    *value = 0;
    if (!take_sum(&reader, value))
        return false;
    return (reader.at += strspn(reader.at, " "), !*reader.at) || wrong(&reader, "expected an operator");
}

bool formula_next_name(const char **at, char *name, size_t size)
{
    while (**at) {
        const size_t length = name_length(*at);
        const char  *first = *at;
        *at += length ? length : 1;
        if (!length || length >= size)
            continue;
        memcpy(name, first, length);
        name[length] = '\0';
        if (!function_of(name))
            return true;
    }
    return false;
}
