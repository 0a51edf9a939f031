/* asm_macro_double.c - macros that compute with doubles: dadd, dmul, dmin, dmax, comparisons, conversions.
 *
 * Shader model 5 has a double's low word in X (Z), the high one in Y (W), as R700 does in a result.  Of an operand R700
 * reads the high word in slot X (Z), of a product in X, Y and Z (ISA 4.12, 9.2). */
#include "isa/r700/asm/asm_macro.h"
#include <stdio.h>
#include <string.h>

static const char low_of[] = "xz", high_of[] = "yw";

/* "R1" or "____", for a double's element. */
static const char *dest_if(const char *dest, bool written)
{
    return written ? dest : "____";
}

/* An operation of two operands in the slots of pair `slots`: the high words first, with their signs. */
static void put_pair(struct macro *m, const char *operation, const char *dest, unsigned slots, unsigned pair,
                     const struct macro_operand *a, const struct macro_operand *b)
{
    const char *const clamp = m->saturate && strcmp(dest, "____") ? " CLAMP" : "";
    macro_put(m, low_of[slots], "%s %s.%c, %s, %s%s", operation, dest, low_of[slots],
              macro_modified(m, a, macro_high(a, pair)).chars, macro_modified(m, b, macro_high(b, pair)).chars, clamp);
    macro_put(m, high_of[slots], "%s %s.%c, %s, %s", operation, dest, high_of[slots],
              macro_element(m, a, macro_low(a, pair)).chars, macro_element(m, b, macro_low(b, pair)).chars);
}

bool macro_dadd(struct macro *m)
{
    macro_group(m);
    for (unsigned p = 0; p < MACRO_PAIRS; p++)
        if (macro_writes(m, p))
            put_pair(m, "ADD_64", m->dest.base, p, p, &m->src[0], &m->src[1]);
    return true;
}

/* ---- one double after the other ---------------------------------------------------------------------------------- */

/* Would writing the first pair of the destination change a source of the second one? */
static bool disturbs(const struct macro *m, unsigned first, unsigned second)
{
    for (unsigned i = 0; i < m->row->operands; i++) {
        const struct macro_operand *const from = &m->src[i];
        if (from->kind != MACRO_GPR && from->kind != MACRO_RELATIVE_GPR)
            continue;
        const bool same = from->kind != MACRO_GPR || m->dest.kind != MACRO_GPR || from->gpr == m->dest.gpr;
        if (same && macro_low(from, second) / 2 == first)
            return true;
    }
    return false;
}

/* Both doubles by `one`, in an order in which no source is lost; if there is none, by way of the temporary. */
static bool each_pair(struct macro *m, void (*one)(struct macro *m, unsigned pair, const char *dest))
{
    if (m->mask != 15) {
        one(m, !macro_writes(m, 0), m->dest.base);
        return true;
    }
    const unsigned first = disturbs(m, 0, 1);
    if (!first || !disturbs(m, 1, 0)) {
        one(m, first, m->dest.base);
        one(m, !first, m->dest.base);
        return true;
    }
    if (!macro_needs_temporary(m, "with a destination that both of its doubles read"))
        return false;
    one(m, 0, m->temporary.base);
    one(m, 1, m->dest.base);
    macro_group(m);
    for (unsigned c = 0; c < 2; c++)
        macro_put(m, "xy"[c], "MOV %s.%c, %s.%c", m->dest.base, "xy"[c], m -> temporary.base, "xy"[c]);
    return true;
}

/* All of X Y Z W; the product is in both pairs of the result. */
static void product(struct macro *m, unsigned pair, const char *dest)
{
    const struct macro_operand *const a = &m->src[0], *const b = &m->src[1];
    macro_group(m);
    for (unsigned slot = 0; slot < 4; slot++) {
        const char *const to = dest_if(dest, slot / 2 == pair), *const clamp =
                                                                    m->saturate && slot % 2 == 0 ? " CLAMP" : "";
        const char letter = "xyzw"[slot];
        if (slot < 3)
            macro_put(m, letter, "MUL_64 %s.%c, %s, %s%s", to, letter, macro_modified(m, a, macro_high(a, pair)).chars,
                      macro_modified(m, b, macro_high(b, pair)).chars, clamp);
        else
            macro_put(m, letter, "MUL_64 %s.%c, %s, %s", to, letter, macro_element(m, a, macro_low(a, pair)).chars,
                      macro_element(m, b, macro_low(b, pair)).chars);
    }
}

bool macro_dmul(struct macro *m)
{
    return each_pair(m, product);
}

/* The first source when it is the smaller (larger) one or the second is a NaN: the comparison's result is 0 when it
 * holds and ~0 when it does not, so only above the 0 of a number in src1 is it src1's turn. */
static void choice(struct macro *m, unsigned pair, const char *dest)
{
    const struct macro_operand *const a = &m->src[0], *const b = &m->src[1];
    const bool        swapped = m->row->swapped, saturate = m->saturate;
    const char        low = low_of[pair], high = high_of[pair];
    struct macro_word word[2] = {{"PV.w"}, {"PV.z"}};
    m->saturate = false; /* of the comparisons */
    macro_group(m);
    put_pair(m, m->row->operation, "____", 0, pair, swapped ? b : a, swapped ? a : b);
    macro_group(m);
    macro_put(m, 'x', "OR_INT ____.x, PV.x, 0");
    put_pair(m, "PRED_SETE_64", "____", 1, pair, b, b);
    macro_group(m);
    macro_put(m, 'x', "SETGT_UINT ____.x, PV.x, PV.z");
    if (b->modifier)
        macro_sign(m, 'z', "____", macro_element(m, b, macro_high(b, pair)).chars, b->modifier, "");
    if (a->modifier)
        macro_sign(m, 'w', "____", macro_element(m, a, macro_high(a, pair)).chars, a->modifier, " VEC_120");
    macro_group(m);
    if (!a->modifier)
        word[0] = macro_element(m, a, macro_high(a, pair));
    if (!b->modifier)
        word[1] = macro_element(m, b, macro_high(b, pair));
    macro_put(m, low, "CNDE_INT %s.%c, PV.x, %s, %s", dest, low, macro_element(m, a, macro_low(a, pair)).chars,
              macro_element(m, b, macro_low(b, pair)).chars);
    macro_put(m, high, "CNDE_INT %s.%c, PV.x, %s, %s", dest, high, word[0].chars, word[1].chars);
    m->saturate = saturate;
}

bool macro_choose(struct macro *m)
{
    if (!each_pair(m, choice))
        return false;
    if (m->saturate)
        macro_saturate(m);
    return true;
}

/* ---- results of 32 bits ------------------------------------------------------------------------------------------ */

/* The elements of the mask: where the first and the second result go; their number. */
static unsigned targets(const struct macro *m, char letter[MACRO_PAIRS])
{
    unsigned count = 0;
    for (unsigned c = 0; c < 4; c++)
        if (m->mask >> c & 1)
            letter[count++] = "xyzw"[c];
    return count;
}

/* From PV.x or PV.z; with its element taken it is Trans that moves (ISA 4.4). */
static void put_result(struct macro *m, char slot, char letter, char from)
{
    macro_put(m, slot, "%s %s.%c, PV.%c", m->row->inverted ? "NOT_INT" : "MOV", m->dest.base, letter, from);
}

/* A group has one PRED_SET* (ISA 4.8.1.1), and without UPDATE_PRED and UPDATE_EXECUTE_MASK it only compares.  The first
 * result goes to its place beside the second comparison, which stands in Z and W. */
bool macro_compare(struct macro *m)
{
    const struct macro_operand *const a = &m->src[m->row->swapped], *const b = &m->src[!m->row->swapped];
    char           letter[MACRO_PAIRS] = {'x', 'x'};
    const unsigned count = targets(m, letter);
    const bool     beside = letter[0] == 'x' || letter[0] == 'y';
    macro_group(m);
    put_pair(m, m->row->operation, "____", 0, 0, a, b);
    macro_group(m);
    if (count == 1) {
        put_result(m, letter[0], letter[0], 'x');
        return true;
    }
    if (beside)
        put_result(m, letter[0], letter[0], 'x');
    put_pair(m, m->row->operation, "____", 1, 1, a, b);
    if (!beside)
        put_result(m, 't', letter[0], 'x');
    macro_group(m);
    put_result(m, letter[1], letter[1], 'z');
    return true;
}

bool macro_dtof(struct macro *m)
{
    const struct macro_operand *const from = &m->src[0];
    char                              letter[MACRO_PAIRS];
    const unsigned                    count = targets(m, letter);
    macro_group(m);
    for (unsigned p = 0; p < count; p++) {
        macro_put(m, low_of[p], "FLT64_TO_FLT32 ____.%c, %s", low_of[p],
                  macro_modified(m, from, macro_high(from, p)).chars);
        macro_put(m, high_of[p], "FLT64_TO_FLT32 ____.%c, %s", high_of[p],
                  macro_element(m, from, macro_low(from, p)).chars);
    }
    macro_group(m);
    for (unsigned p = 0; p < count; p++)
        put_result(m, letter[p], letter[p], low_of[p]);
    return true;
}

/* The second slot of a pair needs an operand, but does not use it. */
bool macro_ftod(struct macro *m)
{
    const struct macro_operand *const from = &m->src[0];
    macro_group(m);
    for (unsigned p = 0; p < MACRO_PAIRS; p++)
        if (macro_writes(m, p)) {
            macro_put(m, low_of[p], "FLT32_TO_FLT64 %s.%c, %s", m->dest.base, low_of[p],
                      macro_modified(m, from, from->swizzle[p]).chars);
            macro_put(m, high_of[p], "FLT32_TO_FLT64 %s.%c, 0.0", m->dest.base, high_of[p]);
        }
    return true;
}
