/* asm_macro_operand.c - operands of the assembler's macros as shader model 5 writes them: masks, swizzles, signs,
 * literals (docs/dmovc.md). */
#include "isa/r700/asm/asm_macro.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "kit/bits.h"

enum { LAST_GPR = 127, NUMBER_CHARS = 48 };

#define LEGAL_SWIZZLES ".xyzw, .xyxy, .zwxy or .zwzw"

/* ---- masks and swizzles ------------------------------------------------------------------------------------------ */

/* The letters behind a point as numbers of elements; their number, 0 after an error, 4 and xyzw without a point. */
static unsigned read_letters(struct asm_scan *s, const char *what, uint8_t letters[4])
{
    for (unsigned i = 0; i < 4; i++)
        letters[i] = (uint8_t)i;
    if (asm_peek(s) != '.')
        return 4;
    s->at++;
    const struct asm_word word = {s->at, asm_peek_word(s).at == s->at ? asm_peek_word(s).length : 0};
    for (unsigned i = 0; i < word.length; i++) {
        const char *at = word.length <= 4 ? strchr("xyzw", tolower((unsigned char)word.at[i])) : NULL;
        if (!at) {
            asm_expected(s, what);
            return 0;
        }
        letters[i] = (uint8_t)(at - "xyzw");
    }
    if (!word.length)
        asm_expected(s, what);
    s->at += word.length;
    return (unsigned)word.length;
}

static bool read_mask(struct macro *m)
{
    static const char *const what[] = {[MASK_PAIRS] = "the mask .xy, .zw or .xyzw",
                                       [MASK_TWO] = "a mask of one or two elements in the order xyzw",
                                       [MASK_ANY] = "a mask: elements in the order xyzw"};
    const char *const        wanted = what[m->row->masks];
    const char *const        start = m->scan->at;
    uint8_t                  letters[4];
    const unsigned           count = read_letters(m->scan, wanted, letters);
    bool                     good = count != 0;
    if (!good)
        return false;
    m->mask = 0;
    for (unsigned i = 0; i < count; i++) {
        good = good && m->mask < 1u << letters[i];
        m->mask |= 1u << letters[i];
    }
    if (m->row->masks == MASK_PAIRS)
        good = good && (m->mask == 3 || m->mask == 12 || m->mask == 15);
    if (m->row->masks == MASK_TWO)
        good = good && count <= 2;
    if (good)
        return true;
    m->scan->at = start;
    return asm_expected(m->scan, wanted);
}

static bool is_legal_swizzle(const uint8_t *letters)
{
    return letters[0] % 2 == 0 && letters[1] == letters[0] + 1 && letters[2] % 2 == 0 && letters[3] == letters[2] + 1;
}

static bool read_swizzle(struct asm_scan *s, struct macro_operand *operand, bool is_double)
{
    const char *const what = is_double ? "the swizzle " LEGAL_SWIZZLES : "a swizzle of one or four of x y z w";
    const char *const start = s->at;
    const unsigned    count = read_letters(s, what, operand->swizzle);
    if (!count)
        return false;
    if (is_double ? count == 4 && is_legal_swizzle(operand->swizzle) : count == 4 || count == 1) {
        for (unsigned i = count; i < 4; i++)
            operand->swizzle[i] = operand->swizzle[0];
        return true;
    }
    s->at = start;
    return asm_expected(s, what);
}

/* ---- registers --------------------------------------------------------------------------------------------------- */

/* "[AR.x+5]" behind the name of a register file: what stands in it is checked with the instructions. */
static bool read_brackets(struct asm_scan *s, const char *file, struct macro_operand *operand)
{
    size_t length = (size_t)snprintf(operand->base, sizeof operand->base, "%s", file);
    if (asm_peek(s) != '[')
        return asm_expected(s, "`[`");
    for (; s->at < s->end; s->at++) {
        if (isspace((unsigned char)*s->at))
            continue;
        if (length + 1 >= sizeof operand->base)
            return asm_error(s, "the index of %s is too long", file);
        operand->base[length++] = *s->at;
        operand->base[length] = 0;
        if (*s->at == ']') {
            s->at++;
            return true;
        }
    }
    return asm_expected(s, "`]`");
}

static bool read_gpr(struct asm_scan *s, struct asm_word word, struct macro_operand *operand)
{
    if (asm_numbered(word, "R", &operand->gpr) && operand->gpr <= LAST_GPR) {
        snprintf(operand->base, sizeof operand->base, "R%u", operand->gpr);
        operand->kind = MACRO_GPR;
        return true;
    }
    operand->kind = MACRO_RELATIVE_GPR;
    return read_brackets(s, "R", operand);
}

static bool is_gpr(struct asm_word word)
{
    unsigned number;
    return asm_is(word, "R") || (asm_numbered(word, "R", &number) && number <= LAST_GPR);
}

static bool read_dest(struct macro *m)
{
    const struct asm_word word = asm_peek_word(m->scan);
    if (!is_gpr(word))
        return asm_expected(m->scan, "a destination (R5, R[AR.x+5])");
    m->scan->at += word.length;
    return read_gpr(m->scan, word, &m->dest) && read_mask(m);
}

/* ---- literals ---------------------------------------------------------------------------------------------------- */

static bool single_number(struct asm_scan *s, uint32_t *bits)
{
    const bool                 negative = asm_accept(s, '-');
    const enum asm_number_kind kind = asm_number(s, bits);
    if (kind == ASM_NOT_A_NUMBER)
        return asm_expected(s, "a number");
    if (negative)
        *bits = kind == ASM_INTEGER ? 0 - *bits : *bits ^ UINT32_C(0x80000000);
    return true;
}

/* False for digits that mean more than a double has room for, or less: 1e400, 1e-400. */
static bool in_range(const char *text, double value)
{
    const size_t mantissa = strcspn(text, "eEpP");
    const bool   named = strcspn(text, "0123456789") == strlen(text); /* inf, nan */
    return named || (!isinf(value) && (value != 0 || strcspn(text, "123456789abcdfABCDF") >= mantissa));
}

/* -1.5e3l: digits, points, exponents; the letter behind it is how compilers print doubles. */
static bool double_number(struct asm_scan *s, uint32_t words[2])
{
    char   copy[NUMBER_CHARS], *rest;
    size_t length = 0;
    asm_peek(s);
    while (s->at + length < s->end && strchr(",)", s->at[length]) == NULL && length + 1 < sizeof copy) {
        copy[length] = s->at[length];
        length++;
    }
    copy[length] = 0;
    const double value = strtod(copy, &rest);
    const bool   number = rest != copy && !isspace((unsigned char)copy[0]);
    if (number && (*rest == 'l' || *rest == 'L'))
        rest++;
    while (isspace((unsigned char)*rest))
        rest++;
    if (!number || *rest || !in_range(copy, value))
        return asm_expected(s, "a double");
    const uint64_t bits = as_bits64(value);
    words[0] = (uint32_t)bits;
    words[1] = (uint32_t)(bits >> 32);
    s->at += length;
    return true;
}

/* l(a, b, c, d) of 32 bits each or d(a, b); a single one stands for all. */
static bool read_literal(struct asm_scan *s, struct macro_operand *operand, bool of_doubles)
{
    const unsigned step = of_doubles ? 2 : 1;
    unsigned       count = 0;
    operand->kind = MACRO_LITERAL;
    do {
        if (count == 4)
            return asm_error(s, "a literal has %s", of_doubles ? "one or two doubles" : "one or four numbers");
        if (of_doubles ? !double_number(s, &operand->literal[count]) : !single_number(s, &operand->literal[count]))
            return false;
        count += step;
    } while (asm_accept(s, ','));
    if (count != step && count != 4)
        return asm_error(s, "a literal has one or four numbers");
    for (unsigned i = count; i < 4; i++)
        operand->literal[i] = operand->literal[i % step];
    return asm_expect(s, ')');
}

static uint32_t with_sign(uint32_t word, unsigned modifier)
{
    const uint32_t sign = UINT32_C(0x80000000);
    if (modifier & MACRO_ABSOLUTE)
        word &= ~sign;
    return modifier & MACRO_NEGATE ? word ^ sign : word;
}

/* Signs of literals are given here; a double has its in every second word. */
static void fold_literal(struct macro_operand *operand, bool is_double)
{
    for (unsigned i = is_double; i < 4; i += 1u + is_double)
        operand->literal[i] = with_sign(operand->literal[i], operand->modifier);
    operand->modifier = 0;
}

/* ---- sources ----------------------------------------------------------------------------------------------------- */

/* The register's name without the _abs that may hang on it. */
static struct asm_word without_abs(struct asm_word word, bool *absolute)
{
    static const char suffix[] = "_abs";
    const size_t      length = sizeof suffix - 1;
    *absolute = word.length > length && !strncasecmp(word.at + word.length - length, suffix, length);
    return (struct asm_word){word.at, word.length - (*absolute ? length : 0)};
}

static bool read_register(struct asm_scan *s, struct macro_operand *operand, bool *absolute)
{
    static const struct {
        const char     *name;
        enum macro_kind kind;
    } files[] = {{"KC0", MACRO_CONSTANT}, {"KC1", MACRO_CONSTANT}, {"C", MACRO_CONSTANT_FILE}};
    const struct asm_word whole = asm_peek_word(s), word = without_abs(whole, absolute);
    if (is_gpr(word)) {
        s->at += whole.length;
        return read_gpr(s, word, operand);
    }
    if (asm_is(word, "PV")) {
        s->at += whole.length;
        operand->kind = MACRO_PREVIOUS;
        memcpy(operand->base, "PV", sizeof "PV");
        return true;
    }
    for (unsigned i = 0; i < sizeof files / sizeof files[0]; i++) {
        if (!asm_is(word, files[i].name))
            continue;
        s->at += whole.length;
        operand->kind = files[i].kind;
        return read_brackets(s, files[i].name, operand);
    }
    return asm_expected(s, "an operand (R5, R[AR.x+5], KC0[3], KC1[3], C[200], PV, l(...) or d(...))");
}

static bool read_value(struct macro *m, struct macro_operand *operand, bool *absolute)
{
    struct asm_scan *const s = m->scan;
    const struct asm_word  word = asm_peek_word(s);
    for (unsigned of_doubles = 0; of_doubles < 2; of_doubles++) {
        if (!asm_is(word, of_doubles ? "d" : "l"))
            continue;
        s->at += word.length;
        return asm_expect(s, '(') && read_literal(s, operand, of_doubles);
    }
    if (!read_register(s, operand, absolute))
        return false;
    *absolute = asm_accept_word(s, "_abs") || *absolute;
    return true;
}

static bool read_source(struct macro *m, unsigned index)
{
    struct asm_scan *const      s = m->scan;
    struct macro_operand *const operand = &m->src[index];
    const bool                  condition = m->row->condition && index == 0;
    const bool                  is_double = !condition && !m->row->single;
    const char *const           start = s->at;
    const bool                  negate = asm_accept(s, '-'), bars = asm_accept(s, '|');
    bool                        absolute = false;
    if (!read_value(m, operand, &absolute) || !read_swizzle(s, operand, is_double) || (bars && !asm_expect(s, '|')))
        return false;
    operand->modifier = (negate ? MACRO_NEGATE : 0) | (bars || absolute ? MACRO_ABSOLUTE : 0);
    if (condition && operand->modifier) {
        s->at = start;
        return asm_expected(s, "a condition without - and _abs");
    }
    if (operand->kind == MACRO_LITERAL)
        fold_literal(operand, is_double);
    return true;
}

/* TEMP(R126): a register that the macro may overwrite. */
static bool read_temporary(struct macro *m)
{
    struct asm_scan *const s = m->scan;
    if (!asm_accept_word(s, "TEMP"))
        return true;
    if (!asm_expect(s, '('))
        return false;
    const struct asm_word word = asm_peek_word(s);
    if (!is_gpr(word) || asm_is(word, "R"))
        return asm_expected(s, "a GPR (R0 to R127)");
    s->at += word.length;
    m->has_temporary = true;
    return read_gpr(s, word, &m->temporary) && asm_expect(s, ')');
}

bool macro_read_operands(struct macro *m)
{
    if (!read_dest(m))
        return false;
    for (unsigned i = 0; i < m->row->operands; i++) {
        if (!asm_accept(m->scan, ','))
            return asm_error(m->scan, "%s has %u operand%s behind the destination, expected `,` and the next one",
                             m->row->name, m->row->operands, m->row->operands == 1 ? "" : "s");
        if (!read_source(m, i))
            return false;
    }
    return read_temporary(m) && (asm_at_end(m->scan) || asm_expected(m->scan, "TEMP(Rn) or the end of the line"));
}
