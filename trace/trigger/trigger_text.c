/* trigger_text.c - the text of an expression becomes steps. */
#include <ctype.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/trigger/trigger_code.h"

enum { WORD_BYTES = 256 };

struct parser {
    const char     *text, *at;
    struct trigger *trigger;
    struct diag    *diag;
    unsigned        depth, instance; /* of the last signal, or UINT_MAX */
};

/* What has been put as the last steps: a signal or number alone may be held against one another. */
struct operand {
    enum { OTHER, NUMBER, SIGNAL, WORD } kind;
    const char                  *at; /* in the text */
    const struct trigger_signal *signal;
    struct trigger_step         *step; /* of a number or word */
    bool                         is_signed;
    char                         word[WORD_BYTES];
};

static bool wrong(struct parser *parser, const char *at, const char *what)
{
    diag_set(parser->diag, "--trigger", 1, "%.900s", what);
    return diag_at(parser->diag, (unsigned)(at - parser->text) + 1);
}

static struct trigger_step *put(struct parser *parser, enum trigger_op op, uint64_t value)
{
    struct trigger *trigger = parser->trigger;
    if (trigger->steps == TRIGGER_STEPS) {
        wrong(parser, parser->at, "the expression is too long");
        return NULL;
    }
    trigger->step[trigger->steps] = (struct trigger_step){.op = op, .value = value};
    return &trigger->step[trigger->steps++];
}

static void skip_blanks(struct parser *parser)
{
    parser->at += strspn(parser->at, " \t\n");
}

/* The longest ones come first. */
static bool take(struct parser *parser, const char *sign)
{
    const size_t length = strlen(sign);
    skip_blanks(parser);
    if (strncmp(parser->at, sign, length) != 0)
        return false;
    parser->at += length;
    return true;
}

/* ---- operands ---------------------------------------------------------------------------------------------------- */

static bool take_number(struct parser *parser, struct operand *operand)
{
    const bool   negative = *parser->at == '-';
    const char  *digits = parser->at + negative;
    const bool   binary = digits[0] == '0' && (digits[1] == 'b' || digits[1] == 'B');
    const bool   hex = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
    const char  *first = digits + (binary || hex ? 2 : 0);
    const size_t length = strspn(first, binary ? "01" : hex ? "0123456789abcdefABCDEF" : "0123456789");
    uint64_t     value = 0;
    for (size_t i = 0; i < length; i++) {
        const unsigned base = binary ? 2
                              : hex  ? 16
                                     : 10,
                       digit = isdigit((unsigned char)first[i]) ? (unsigned)(first[i] - '0')
                                                                : (unsigned)(tolower(first[i]) - 'a') + 10;
        if (value > (UINT64_MAX - digit) / base)
            return wrong(parser, parser->at, "the number has more than 64 bits");
        value = value * base + digit;
    }
    if (!length || isalnum((unsigned char)first[length]) || first[length] == '_' || (negative && value > INT64_MAX))
        return wrong(parser, parser->at, "expected a whole number, decimal, 0x or 0b");
    operand->kind = NUMBER;
    operand->is_signed = negative;
    operand->step = put(parser, TRIGGER_NUMBER, negative ? 0 - value : value);
    parser->at = first + length;
    return operand->step;
}

/* A word that names no signal may be a value of an enumeration: the comparison decides. */
static bool put_word(struct parser *parser, struct operand *operand, bool quoted)
{
    struct trigger       *trigger = parser->trigger;
    struct trigger_signal signal;
    struct diag           why;
    if (!quoted && trigger_find(&trigger->names, parser->instance, operand->word, &signal, &why)) {
        if (trigger->signals == TRIGGER_SIGNALS)
            return wrong(parser, operand->at, "the expression has too many signals");
        trigger->signal[trigger->signals] = signal;
        operand->kind = SIGNAL;
        operand->signal = &trigger->signal[trigger->signals];
        operand->is_signed = signal.is_signed;
        parser->instance = signal.instance;
        return put(parser, TRIGGER_SIGNAL, trigger->signals++);
    }
    operand->kind = WORD;
    operand->step = put(parser, TRIGGER_NUMBER, 0);
    return operand->step;
}

static size_t word_length(const char *at)
{
    size_t length = 0;
    while (isalnum((unsigned char)at[length]) || at[length] == '_' || at[length] == '.')
        length++;
    return length;
}

/* The word there, of which the parser goes behind the end. */
static bool take_word(struct parser *parser, struct operand *operand, bool *quoted)
{
    const char  quote = *parser->at;
    const char *first = parser->at;
    *quoted = quote == '"' || quote == '\'';
    const char  *end = *quoted ? strchr(++first, quote) : first + word_length(first);
    const size_t length = end ? (size_t)(end - first) : 0;
    if (!length || length >= WORD_BYTES)
        return wrong(parser, parser->at,
                     *quoted ? "expected a name between quotes" : "expected a signal, a number or (");
    memcpy(operand->word, first, length);
    operand->word[length] = '\0';
    parser->at = end + *quoted;
    return true;
}

static bool unknown(struct parser *parser, const struct operand *word)
{
    struct trigger_signal signal;
    struct diag           why = {0};
    trigger_find(&parser->trigger->names, parser->instance, word->word, &signal, &why);
    return wrong(parser, word->at, why.what[0] ? why.what : "expected a signal");
}

static bool parse_or(struct parser *parser);

static bool parse_edge(struct parser *parser, enum trigger_op op)
{
    if (!parse_or(parser))
        return false;
    return take(parser, ")") ? put(parser, op, 0) != NULL : wrong(parser, parser->at, "expected )");
}

static bool parse_plain(struct parser *parser, struct operand *operand)
{
    static const struct {
        const char     *name;
        enum trigger_op op;
    } edges[] = {{"rise", TRIGGER_RISE}, {"fall", TRIGGER_FALL}, {"changed", TRIGGER_CHANGED}};
    bool quoted;
    skip_blanks(parser);
    *operand = (struct operand){.at = parser->at};
    if (take(parser, "("))
        return parse_or(parser) && (take(parser, ")") || wrong(parser, parser->at, "expected )"));
    if (isdigit((unsigned char)*parser->at) || *parser->at == '-')
        return take_number(parser, operand);
    if (!take_word(parser, operand, &quoted))
        return false;
    for (unsigned e = 0; e < sizeof edges / sizeof edges[0] && !quoted; e++)
        if (strcmp(operand->word, edges[e].name) == 0 && take(parser, "("))
            return parse_edge(parser, edges[e].op);
    if (!quoted && strcmp(operand->word, "cycle") == 0)
        return put(parser, TRIGGER_CYCLE, 0);
    if (!quoted && strcmp(operand->word, "rule") == 0 && take(parser, "broken"))
        return put(parser, TRIGGER_BROKEN, 0);
    return put_word(parser, operand, quoted);
}

static bool parse_operand(struct parser *parser, struct operand *operand)
{
    unsigned nots = 0;
    while (take(parser, "!"))
        nots++;
    if (!parse_plain(parser, operand))
        return false;
    if (!nots)
        return true;
    if (operand->kind == WORD)
        return unknown(parser, operand);
    operand->kind = OTHER;
    operand->is_signed = false;
    return put(parser, TRIGGER_NOT, 0) && (nots % 2 || put(parser, TRIGGER_NOT, 0));
}

/* ---- operators --------------------------------------------------------------------------------------------------- */

/* What a signal is held against must be one of its values. */
static bool settle(struct parser *parser, struct operand *of, const struct operand *other)
{
    char           what[WORD_BYTES + 200];
    const unsigned bits = other->kind == SIGNAL ? other->signal->signal->bits : 64;
    if (of->kind == WORD && other->kind != SIGNAL)
        return unknown(parser, of);
    if (of->kind == WORD) {
        if (trigger_word(&parser->trigger->names, other->signal->signal, of->word, &of->step->value))
            return true;
        snprintf(what, sizeof what, "%s is no signal, and no value of %s has this name", of->word,
                 other->signal->signal->name);
        return wrong(parser, of->at, what);
    }
    if (of->kind != NUMBER || other->kind != SIGNAL || bits == 64 || other->is_signed || of->is_signed ||
        of->step->value >> bits == 0)
        return true;
    snprintf(what, sizeof what, "%s has %u bits: expected at most 0x%llx", other->signal->signal->name, bits,
             (unsigned long long)(~UINT64_C(0) >> (64 - bits)));
    return wrong(parser, of->at, what);
}

/* Beside a signal with names a word is one of them first: `o_state == fetch`. */
static bool parse_right(struct parser *parser, const struct operand *left, struct operand *right)
{
    bool     quoted;
    uint64_t value;
    skip_blanks(parser);
    const char *const before = parser->at;
    if (left->kind == SIGNAL && (isalpha((unsigned char)*before) || *before == '"' || *before == '\'')) {
        *right = (struct operand){.at = before};
        if (!take_word(parser, right, &quoted))
            return false;
        if (trigger_word(&parser->trigger->names, left->signal->signal, right->word, &value)) {
            right->kind = NUMBER;
            right->step = put(parser, TRIGGER_NUMBER, value);
            return right->step;
        }
        parser->at = before;
    }
    return parse_operand(parser, right);
}

static bool parse_comparison(struct parser *parser)
{
    static const struct {
        const char     *sign;
        enum trigger_op op;
    } signs[] = {{"==", TRIGGER_EQUAL}, {"!=", TRIGGER_OTHER}, {"<=", TRIGGER_AT_MOST}, {">=", TRIGGER_AT_LEAST},
                 {"<", TRIGGER_LESS},   {">", TRIGGER_MORE},   {"=", TRIGGER_EQUAL}};
    struct operand left, right;
    if (!parse_operand(parser, &left))
        return false;
    for (unsigned s = 0; s < sizeof signs / sizeof signs[0]; s++) {
        if (!take(parser, signs[s].sign))
            continue;
        if (!parse_right(parser, &left, &right) || !settle(parser, &left, &right) || !settle(parser, &right, &left))
            return false;
        struct trigger_step *step = put(parser, signs[s].op, 0);
        if (step)
            step->is_signed = left.is_signed || right.is_signed;
        return step;
    }
    return left.kind != WORD || unknown(parser, &left);
}

/* `for` and a number of clocks behind it. */
static bool parse_lasting(struct parser *parser)
{
    struct operand clocks = {0};
    if (!parse_comparison(parser))
        return false;
    while (take(parser, "for")) {
        skip_blanks(parser);
        const char *const at = parser->at;
        const size_t      digits = strspn(at, "0123456789");
        if (!digits || strspn(at, "0") == digits)
            return wrong(parser, at, "expected a number of clocks, 1 or more");
        if (!take_number(parser, &clocks))
            return false;
        *clocks.step = (struct trigger_step){.op = TRIGGER_FOR, .value = clocks.step->value};
    }
    return true;
}

static bool parse_and(struct parser *parser)
{
    if (!parse_lasting(parser))
        return false;
    while (take(parser, "&&"))
        if (!parse_lasting(parser) || !put(parser, TRIGGER_AND, 0))
            return false;
    return true;
}

static bool parse_or(struct parser *parser)
{
    if (parser->depth++ == TRIGGER_DEPTH)
        return wrong(parser, parser->at, "the expression is nested too deeply");
    if (!parse_and(parser))
        return false;
    while (take(parser, "||"))
        if (!parse_and(parser) || !put(parser, TRIGGER_OR, 0))
            return false;
    parser->depth--;
    return true;
}

struct trigger *trigger_parse(const char *text, const struct trigger_names *names, struct diag *diag)
{
    struct trigger *trigger = calloc(1, sizeof *trigger);
    struct parser   parser = {text, text, trigger, diag, 0, UINT_MAX};
    if (!trigger) {
        diag_set(diag, NULL, 0, "not enough memory for --trigger");
        return NULL;
    }
    trigger->names = *names;
    bool good = parse_or(&parser);
    skip_blanks(&parser);
    if (good && *parser.at)
        good = wrong(&parser, parser.at, "expected an operator: == != < <= > >= && || for");
    if (good)
        return trigger;
    trigger_free(trigger);
    return NULL;
}
