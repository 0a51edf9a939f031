/* asm_macro_move.c - macros that move: dmovc, movc, dmov, what saturates a double, and how instructions are written.
 *
 * Bits are moved by MOV and CNDE_INT, which change none, and signs are given by AND_INT, OR_INT and XOR_INT: a NaN
 * keeps its payload, a denormal stays one, and chips without double precision can do it.  Nothing is written before all
 * sources are read, so the destination may be any of them.
 *
 * Bank swizzles: of CNDE_INT in all slots operand n is read in cycle n, and one register has its elements in four
 * banks, so whatever the swizzles are no two registers meet (ISA 4.7.7). */
#include "isa/r700/asm/asm_macro.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define SIGN "0x80000000"
#define NOT_SIGN "0x7fffffff"

/* ---- lines ------------------------------------------------------------------------------------------------------- */

void macro_group(struct macro *m)
{
    m->out->groups++;
    m->numbered = false;
    m->constants = 0;
}

void macro_put(struct macro *m, char slot, const char *format, ...)
{
    char *const  at = m->out->chars + m->out->length;
    const size_t room = sizeof m->out->chars - m->out->length;
    char         line[256];
    va_list      list;
    va_start(list, format);
    vsnprintf(line, sizeof line, format, list);
    va_end(list);
    const int length = m->numbered ? snprintf(at, room, "  %c: %s\n", slot, line)
                                   : snprintf(at, room, "%u %c: %s\n", m->out->groups - 1, slot, line);
    m->out->length += (size_t)length < room ? (size_t)length : room - 1;
    m->numbered = true;
}

/* Two reads of an element pair of the constant file in a group (ISA 4.7.5). */
static void take_constant(struct macro *m, const struct macro_operand *operand, unsigned chan)
{
    for (unsigned i = 0; i < m->constants; i++)
        if (m->constant[i].pair == chan / 2 && !strcmp(m->constant[i].base, operand->base))
            return;
    if (m->constants == MACRO_CONSTANT_PAIRS) {
        m->crowded = true;
        return;
    }
    memcpy(m->constant[m->constants].base, operand->base, sizeof operand->base);
    m->constant[m->constants++].pair = chan / 2;
}

struct macro_word macro_element(struct macro *m, const struct macro_operand *operand, unsigned chan)
{
    struct macro_word word;
    if (operand->kind == MACRO_CONSTANT_FILE)
        take_constant(m, operand, chan);
    m->lost = m->lost || (operand->kind == MACRO_PREVIOUS && m->out->groups > 1);
    if (operand->kind == MACRO_LITERAL)
        snprintf(word.chars, sizeof word.chars, "0x%08x", operand->literal[chan]);
    else
        snprintf(word.chars, sizeof word.chars, "%s.%c", operand->base, "xyzw"[chan]);
    return word;
}

struct macro_word macro_modified(struct macro *m, const struct macro_operand *operand, unsigned chan)
{
    const char *const       bar = operand->modifier & MACRO_ABSOLUTE ? "|" : "";
    const struct macro_word element = macro_element(m, operand, chan);
    struct macro_word       word;
    snprintf(word.chars, sizeof word.chars, "%s%s%.*s%s", operand->modifier & MACRO_NEGATE ? "-" : "", bar,
             MACRO_BASE_CHARS + 2, element.chars, bar);
    return word;
}

void macro_sign(struct macro *m, char slot, const char *dest, const char *source, unsigned modifier,
                const char *swizzle)
{
    static const char *const operations[][2] = {[MACRO_NEGATE] = {"XOR_INT", SIGN},
                                                [MACRO_ABSOLUTE] = {"AND_INT", NOT_SIGN},
                                                [MACRO_NEGATE | MACRO_ABSOLUTE] = {"OR_INT", SIGN}};
    macro_put(m, slot, "%s %s.%c, %s, %s%s", operations[modifier][0], dest, slot, source, operations[modifier][1],
              swizzle);
}

bool macro_needs_temporary(struct macro *m, const char *why)
{
    const unsigned gpr = m->temporary.gpr;
    if (!m->has_temporary)
        return asm_error(m->scan, "%s %s: it needs a register of its own, TEMP(Rn)", m->row->name, why);
    bool taken = m->dest.kind == MACRO_GPR && m->dest.gpr == gpr;
    for (unsigned i = 0; i < m->row->operands; i++)
        taken = taken || (m->src[i].kind == MACRO_GPR && m->src[i].gpr == gpr);
    return !taken || asm_error(m->scan, "TEMP(R%u) is an operand of %s, expected another register", gpr, m->row->name);
}

/* ---- dmovc ------------------------------------------------------------------------------------------------------- */

/* CNDE_INT takes its second operand when the condition is 0, so src2 comes first. */
static void select_word(struct macro *m, unsigned chan, const char *condition, const char *if_set, const char *if_not)
{
    macro_put(m, "xyzw"[chan], "CNDE_INT %s.%c, %s, %s, %s", m->dest.base, "xyzw"[chan], condition, if_not, if_set);
}

/* Signs of the sources into PV: src2's in X and Z, src1's in Y and W, read in two cycles. */
static void sign_sources(struct macro *m)
{
    macro_group(m);
    for (unsigned p = 0; p < MACRO_PAIRS; p++)
        for (unsigned i = 2; i > 0 && macro_writes(m, p); i--)
            if (m->src[i].modifier)
                macro_sign(m, "xyzw"[2 * p + 2 - i], "____",
                           macro_element(m, &m->src[i], macro_high(&m->src[i], p)).chars, m->src[i].modifier,
                           i == 2 ? "" : " VEC_120");
}

static void select_doubles(struct macro *m, bool signs_in_pv)
{
    macro_group(m);
    for (unsigned p = 0; p < MACRO_PAIRS; p++) {
        struct macro_word high[MACRO_SOURCES];
        if (!macro_writes(m, p))
            continue;
        const struct macro_word condition = macro_element(m, &m->src[0], m->src[0].swizzle[p]);
        select_word(m, 2 * p, condition.chars, macro_element(m, &m->src[1], macro_low(&m->src[1], p)).chars,
                    macro_element(m, &m->src[2], macro_low(&m->src[2], p)).chars);
        for (unsigned i = 1; i < MACRO_SOURCES; i++)
            if (signs_in_pv && m->src[i].modifier)
                snprintf(high[i].chars, sizeof high[i].chars, "PV.%c", "xyzw"[2 * p + 2 - i]);
            else
                high[i] = macro_element(m, &m->src[i], macro_high(&m->src[i], p));
        select_word(m, 2 * p + 1, condition.chars, high[1].chars, high[2].chars);
    }
}

/* The sign of what has just been written. */
static void sign_result(struct macro *m, unsigned modifier)
{
    macro_group(m);
    for (unsigned p = 0; p < MACRO_PAIRS; p++)
        if (macro_writes(m, p))
            macro_sign(m, "yw"[p], m -> dest.base, p ? "PV.w" : "PV.y", modifier, "");
}

bool macro_dmovc(struct macro *m)
{
    const bool alike = m->src[1].modifier == m->src[2].modifier;
    if (!alike)
        sign_sources(m);
    select_doubles(m, !alike);
    if (alike && m->src[1].modifier)
        sign_result(m, m->src[1].modifier);
    if (m->saturate)
        macro_saturate(m);
    return true;
}

/* ---- saturation -------------------------------------------------------------------------------------------------- */

/* By integers, as the high word orders doubles: unsigned, what is at least that of 1.0 is 1.0 or more, or negative, or
 * a NaN, and gets no low word.  A high word above 0x7ff00000, or above 0x7fefffff with a low word, is negative or a
 * NaN: 0.  Others are the smaller one of theirs and of 1.0's.  Needs no register but the destination. */
static void saturate_pair(struct macro *m, unsigned step, char low, char high)
{
    const char *const dest = m->dest.base;
    switch (step) {
    case 0:
        macro_put(m, low, "SETGE_UINT ____.%c, %s.%c, 1_DBL_M", low, dest, high);
        macro_put(m, high, "SETNE_INT ____.%c, %s.%c, 0", high, dest, low);
        break;
    case 1:
        macro_put(m, low, "CNDE_INT %s.%c, PV.%c, %s.%c, 0", dest, low, low, dest, low);
        macro_put(m, high, "ADD_INT ____.%c, PV.%c, 0x7ff00000", high, high);
        break;
    case 2:
        macro_put(m, low, "MIN_UINT ____.%c, %s.%c, 1_DBL_M", low, dest, high);
        macro_put(m, high, "SETGT_UINT ____.%c, %s.%c, PV.%c", high, dest, high, high);
        break;
    default:
        macro_put(m, high, "CNDE_INT %s.%c, PV.%c, PV.%c, 0", dest, high, high, low);
        break;
    }
}

void macro_saturate(struct macro *m)
{
    enum { STEPS = 4 };
    for (unsigned step = 0; step < STEPS; step++) {
        macro_group(m);
        for (unsigned p = 0; p < MACRO_PAIRS; p++)
            if (macro_writes(m, p))
                saturate_pair(m, step, "xz"[p], "yw"[p]);
    }
}

/* ---- dmov, movc -------------------------------------------------------------------------------------------------- */

bool macro_dmov(struct macro *m)
{
    const struct macro_operand *const from = &m->src[0];
    macro_group(m);
    for (unsigned p = 0; p < MACRO_PAIRS; p++) {
        if (!macro_writes(m, p))
            continue;
        const char              low = "xz"[p], high = "yw"[p];
        const struct macro_word word = macro_element(m, from, macro_high(from, p));
        macro_put(m, low, "MOV %s.%c, %s", m->dest.base, low, macro_element(m, from, macro_low(from, p)).chars);
        if (from->modifier)
            macro_sign(m, high, m->dest.base, word.chars, from->modifier, "");
        else
            macro_put(m, high, "MOV %s.%c, %s", m->dest.base, high, word.chars);
    }
    if (m->saturate)
        macro_saturate(m);
    return true;
}

/* An operand under its signs, as a float, into `dest`. */
static void move_floats(struct macro *m, const char *dest, const struct macro_operand *from)
{
    macro_group(m);
    for (unsigned c = 0; c < 4; c++)
        if (m->mask >> c & 1)
            macro_put(m, "xyzw"[c], "MOV %s.%c, %s", dest, "xyzw"[c], macro_modified(m, from, from->swizzle[c]).chars);
}

/* `in_pv` and `in_temporary`: the source that lies there, or 0. */
static void select_floats(struct macro *m, unsigned in_pv, unsigned in_temporary)
{
    macro_group(m);
    for (unsigned c = 0; c < 4; c++) {
        struct macro_word word[MACRO_SOURCES];
        if (!(m->mask >> c & 1))
            continue;
        word[0] = macro_element(m, &m->src[0], m->src[0].swizzle[c]);
        for (unsigned i = 1; i < MACRO_SOURCES; i++)
            if (i == in_pv || i == in_temporary)
                snprintf(word[i].chars, sizeof word[i].chars, "%s.%c", i == in_pv ? "PV" : m->temporary.base,
                         "xyzw"[c]);
            else
                word[i] = macro_element(m, &m->src[i], m->src[i].swizzle[c]);
        select_word(m, c, word[0].chars, word[1].chars, word[2].chars);
    }
}

/* The signs and the limits of what has just been written. */
static void finish_floats(struct macro *m, unsigned modifier)
{
    const char *const sign = modifier & MACRO_NEGATE ? "-" : "", *const bar = modifier & MACRO_ABSOLUTE ? "|" : "";
    macro_group(m);
    for (unsigned c = 0; c < 4; c++)
        if (m->mask >> c & 1)
            macro_put(m, "xyzw"[c], "MOV %s.%c, %s%sPV.%c%s%s", m->dest.base, "xyzw"[c], sign, bar, "xyzw"[c], bar,
                      m -> saturate ? " CLAMP" : "");
}

bool macro_movc(struct macro *m)
{
    const unsigned first = m->src[1].modifier, second = m->src[2].modifier;
    const bool     both = first && second && first != second;
    if (both && !macro_needs_temporary(m, "with different signs on both sources"))
        return false;
    if (first == second) {
        select_floats(m, 0, 0);
        if (first || m->saturate)
            finish_floats(m, first);
        return true;
    }
    if (both)
        move_floats(m, m->temporary.base, &m->src[1]);
    move_floats(m, "____", &m->src[second ? 2 : 1]);
    select_floats(m, second ? 2 : 1, both ? 1 : 0);
    if (m->saturate)
        finish_floats(m, 0);
    return true;
}
