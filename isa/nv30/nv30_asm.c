/* nv30_asm.c - text as instructions (nv30.h has the grammar). */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "isa/asm_scan.h"
#include "isa/nv30/nv30.h"
#include "kit/text.h"

struct assembly {
    struct asm_scan          scan;
    struct nv30_instruction *list;
    struct asm_place        *place; /* of each */
    unsigned                 count;
    bool                     ended;
};

/* ---- mnemonics -------------------------------------------------------------------------------------------------- */

struct mnemonic {
    const char  *name;
    enum nv30_op op;
};
static const struct mnemonic mnemonics[] = {
#define NV30_OP(id, name, ...) {name, NV30_##id},
#define NV30_ALIAS(id, name) {name, NV30_##id},
#include "isa/nv30/ops.def"
#undef NV30_OP
#undef NV30_ALIAS
    {"SUB", NV30_ADD}, /* with its second operand negated */
};
enum { MNEMONICS = sizeof mnemonics / sizeof mnemonics[0] };

enum precision { PRECISION_OF_DEST, PRECISION_FULL, PRECISION_HALF };
struct opcode {
    enum nv30_op   op;
    bool           saturate, subtract;
    enum precision precision;
};

static bool ends_with(struct asm_word *word, const char *suffix)
{
    const size_t length = strlen(suffix);
    if (word->length <= length || strncasecmp(word->at + word->length - length, suffix, length))
        return false;
    word->length -= length;
    return true;
}

static const struct mnemonic *find(struct asm_word word)
{
    for (unsigned m = 0; m < MNEMONICS; m++)
        if (asm_is(word, mnemonics[m].name))
            return &mnemonics[m];
    return NULL;
}

static bool unknown(struct asm_scan *s, struct asm_word word)
{
    struct asm_nearest nearest = asm_nearest_to(word);
    for (unsigned m = 0; m < MNEMONICS; m++)
        asm_nearest_try(&nearest, mnemonics[m].name);
    return asm_error(s, "unknown instruction `%.*s`%s", (int)word.length, word.at, nearest.hint);
}

/* NAME, then R or H, then _SAT.  What NV_fragment_program has besides is refused by name. */
static bool take_opcode(struct asm_scan *s, struct opcode *opcode)
{
    const struct asm_word whole = asm_take_word(s);
    struct asm_word       word = whole;
    if (!whole.length)
        return asm_expected(s, "an instruction");
    *opcode = (struct opcode){.saturate = ends_with(&word, "_SAT")};
    const struct mnemonic *found = find(word);
    if (!found) {
        struct asm_word shorter = word;
        if (ends_with(&shorter, "R") || ends_with(&shorter, "32"))
            opcode->precision = PRECISION_FULL;
        else if (ends_with(&shorter, "H") || ends_with(&shorter, "16"))
            opcode->precision = PRECISION_HALF;
        else if (ends_with(&shorter, "X") && find(shorter))
            return asm_error(s, "`%.*s`: FX12 is not modelled, expected the suffix R or H", (int)whole.length,
                             whole.at);
        else if (ends_with(&shorter, "C") && find(shorter))
            return asm_error(s, "`%.*s`: condition codes are not modelled", (int)whole.length, whole.at);
        const bool by_number = isdigit((unsigned char)word.at[word.length - 1]);
        found = find(shorter);
        if (found && by_number && found->op != NV30_RSQ)
            found = NULL;
    }
    if (!found)
        return unknown(s, word);
    opcode->op = found->op;
    opcode->subtract = strcmp(found->name, "SUB") == 0;
    return true;
}

/* ---- operands --------------------------------------------------------------------------------------------------- */

static int component(char letter)
{
    static const char letters[] = "xyzwrgba";
    const char *const found = letter ? strchr(letters, tolower((unsigned char)letter)) : NULL;
    return found ? (int)((found - letters) % 4) : -1;
}

static bool take_swizzle(struct asm_scan *s, uint8_t swizzle[4])
{
    for (uint8_t c = 0; c < 4; c++)
        swizzle[c] = c;
    if (!asm_accept(s, '.'))
        return true;
    const struct asm_word word = asm_take_word(s);
    if (word.length != 1 && word.length != 4)
        return asm_error(s, "swizzle `.%.*s`: expected one or four of xyzw or rgba", (int)word.length, word.at);
    for (unsigned c = 0; c < 4; c++) {
        const int from = component(word.at[word.length == 4 ? c : 0]);
        if (from < 0)
            return asm_error(s, "swizzle `.%.*s`: expected one or four of xyzw or rgba", (int)word.length, word.at);
        swizzle[c] = (uint8_t)from;
    }
    return true;
}

static bool take_mask(struct asm_scan *s, unsigned *mask)
{
    *mask = 0xf;
    if (!asm_accept(s, '.'))
        return true;
    const struct asm_word word = asm_take_word(s);
    int                   last = -1;
    *mask = 0;
    for (size_t i = 0; i < word.length; i++) {
        const int c = component(word.at[i]);
        if (c <= last)
            return asm_error(s, "write mask `.%.*s`: expected some of xyzw, in this order", (int)word.length, word.at);
        *mask |= 1u << c;
        last = c;
    }
    return *mask || asm_expected(s, "a write mask");
}

/* R7 or H7. */
static bool take_register(struct asm_scan *s, const char *letter, unsigned limit, unsigned *number, bool *taken)
{
    const struct asm_word word = asm_peek_word(s);
    *taken = asm_numbered(word, letter, number);
    if (!*taken)
        return true;
    asm_take_word(s);
    if (*number >= limit)
        return asm_error(s, "register %s%u is out of range, expected %s0 to %s%u", letter, *number, letter, letter,
                         limit - 1);
    return true;
}

/* [NAME] of a table */
static bool take_name(struct asm_scan *s, const char *const *names, unsigned count, const char *what, unsigned *number)
{
    char            list[160] = "";
    struct asm_word word;
    if (!asm_expect(s, '['))
        return false;
    word = asm_take_word(s);
    for (*number = 0; *number < count && !asm_is(word, names[*number]); ++*number) {
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", names[*number]);
    }
    if (*number == count)
        return asm_error(s, "%s `%.*s` is unknown, expected one of %s", what, (int)word.length, word.at, list);
    return asm_expect(s, ']');
}

static bool take_place(struct asm_scan *s, struct nv30_source *source)
{
    bool taken;
    source->file = NV30_SRC_FULL;
    if (!take_register(s, "R", NV30_FULL, &source->number, &taken) || taken)
        return taken;
    source->file = NV30_SRC_HALF;
    if (!take_register(s, "H", NV30_HALF, &source->number, &taken) || taken)
        return taken;
    if (asm_accept_word(s, "f")) {
        source->file = NV30_SRC_ATTRIBUTE;
        return take_name(s, nv30_attribute_names, NV30_ATTRIBUTES, "attribute", &source->number);
    }
    if (asm_accept_word(s, "c") || asm_accept_word(s, "p")) {
        source->file = NV30_SRC_CONSTANT;
        uint32_t   number = 0;
        const bool good = asm_expect(s, '[') &&
                          asm_unsigned(s, "the number of a constant", NV30_CONSTANTS - 1, &number) &&
                          asm_expect(s, ']');
        source->number = number;
        return good;
    }
    return asm_expected(s, "an operand: R0, H0, f[TEX0], c[0]");
}

static bool take_source(struct asm_scan *s, struct nv30_source *source)
{
    source->negate = asm_accept(s, '-');
    if (!source->negate)
        asm_accept(s, '+');
    source->absolute = asm_accept(s, '|');
    return take_place(s, source) && take_swizzle(s, source->swizzle) && (!source->absolute || asm_expect(s, '|'));
}

static bool take_dest(struct asm_scan *s, struct nv30_instruction *i)
{
    bool taken;
    i->file = NV30_DST_FULL;
    if (!take_register(s, "R", NV30_FULL, &i->number, &taken))
        return false;
    if (!taken) {
        i->file = NV30_DST_HALF;
        if (!take_register(s, "H", NV30_HALF, &i->number, &taken))
            return false;
    }
    if (!taken) {
        i->file = NV30_DST_OUTPUT;
        if (!asm_accept_word(s, "o"))
            return asm_expected(s, "a destination: R0, H0, o[COLR]");
        if (!take_name(s, nv30_output_names, NV30_OUTPUTS, "result", &i->number))
            return false;
    }
    if (!take_mask(s, &i->mask))
        return false;
    return asm_peek(s) != '(' || asm_error(s, "condition codes are not modelled");
}

static bool take_target(struct asm_scan *s, struct nv30_instruction *i)
{
    if (!asm_expect(s, ','))
        return false;
    const struct asm_word unit = asm_take_word(s);
    if (!asm_numbered(unit, "TEX", &i->unit) || i->unit >= NV30_UNITS)
        return asm_error(s, "texture unit `%.*s`: expected TEX0 to TEX%d", (int)unit.length, unit.at, NV30_UNITS - 1);
    if (!asm_expect(s, ','))
        return false;
    const struct asm_word target = asm_take_word(s);
    for (i->target = NV30_1D; i->target < NV30_TARGETS; i->target++)
        if (asm_is(target, nv30_target_names[i->target]))
            return true;
    return asm_error(s, "target `%.*s`: expected 1D, 2D, 3D or CUBE", (int)target.length, target.at);
}

/* ---- lines ------------------------------------------------------------------------------------------------------ */

static bool dest_is_half(const struct nv30_instruction *i)
{
    return i->file == NV30_DST_HALF || (i->file == NV30_DST_OUTPUT && i->number == NV30_COLH);
}

static bool take_operands(struct asm_scan *s, struct nv30_instruction *i)
{
    const struct nv30_op_info *info = &nv30_ops[i->op];
    bool                       comma = false;
    if (info->flags & NV30_HAS_DST) {
        if (!take_dest(s, i))
            return false;
        comma = true;
    }
    for (unsigned n = 0; n < info->sources; n++, comma = true) {
        if (comma && asm_peek(s) != ',')
            return asm_error(s, "%s takes %u operand%s%s, found %u", info->name, info->sources,
                             info->sources == 1 ? "" : "s", info->flags & NV30_HAS_DST ? " behind its destination" : "",
                             n);
        if ((comma && !asm_expect(s, ',')) || !take_source(s, &i->source[n]))
            return false;
    }
    if (info->flags & NV30_IS_READ && !take_target(s, i))
        return false;
    asm_accept(s, ';');
    if (asm_peek(s) == ',')
        return asm_error(s, "%s takes %u operand%s%s, found more", info->name, info->sources,
                         info->sources == 1 ? "" : "s", info->flags & NV30_HAS_DST ? " behind its destination" : "");
    return asm_at_end(s) || asm_expected(s, "the end of the instruction");
}

static bool take_instruction(struct assembly *a)
{
    struct opcode           opcode = {0};
    struct nv30_instruction i = {0};
    char                    why[256];
    if (!take_opcode(&a->scan, &opcode))
        return false;
    i.op = opcode.op;
    i.saturate = opcode.saturate;
    if (!take_operands(&a->scan, &i))
        return false;
    i.half = opcode.precision == PRECISION_HALF || (opcode.precision == PRECISION_OF_DEST && dest_is_half(&i));
    if (!(nv30_ops[i.op].flags & NV30_HAS_DST) && opcode.precision == PRECISION_FULL)
        i.half = true; /* refused as any precision */
    if (opcode.subtract)
        i.source[1].negate = !i.source[1].negate;
    if (!nv30_legal(&i, why, sizeof why))
        return asm_error(&a->scan, "%s", why);
    if (a->count == NV30_INSTRUCTIONS_MAX)
        return asm_error(&a->scan, "more than %d instructions (NV_fragment_program)", NV30_INSTRUCTIONS_MAX);
    a->list[a->count] = i;
    a->place[a->count++] = asm_here(&a->scan);
    return true;
}

static size_t without_comment(const char *line, size_t length)
{
    for (size_t at = 0; at < length; at++)
        if (line[at] == '#' || (line[at] == '/' && at + 1 < length && line[at + 1] == '/'))
            return at;
    return length;
}

static bool take_line(struct assembly *a)
{
    struct asm_scan *s = &a->scan;
    if (asm_at_end(s))
        return true;
    if (a->ended)
        return asm_expected(s, "nothing behind END");
    if (asm_peek(s) == '!') {
        static const char header[] = "!!FP1.0";
        if (a->count || (size_t)(s->end - s->at) < sizeof header - 1 || strncasecmp(s->at, header, sizeof header - 1))
            return asm_expected(s, "!!FP1.0, before the first instruction");
        s->at += sizeof header - 1;
        return asm_at_end(s) || asm_expected(s, "the end of the line");
    }
    if (asm_is(asm_peek_word(s), "END")) {
        asm_take_word(s);
        asm_accept(s, ';');
        a->ended = true;
        return asm_at_end(s) || asm_expected(s, "the end of the line");
    }
    return take_instruction(a);
}

static bool take_lines(struct assembly *a, const char *text, size_t length)
{
    const char *const end = text + length;
    for (const char *line = text + text_mark(text, length); line < end;) {
        const char  *next = memchr(line, '\n', (size_t)(end - line));
        const size_t bytes = (size_t)((next ? next : end) - line);
        asm_next_line(&a->scan, line, line + without_comment(line, bytes));
        if (!take_line(a))
            return false;
        line = next ? next + 1 : end;
    }
    return true;
}

static bool check(struct assembly *a)
{
    char     why[256];
    unsigned halves, at;
    if (!a->count)
        return diag_set(a->scan.diag, a->scan.name, 0, "no instructions");
    return nv30_program_legal(a->list, a->count, &halves, &at, why, sizeof why) ||
           diag_set(a->scan.diag, a->scan.name, a->place[at].line, "%s", why);
}

bool nv30_assemble(const char *name, const char *text, size_t length, uint32_t **dwords, unsigned *count,
                   struct asm_place **places, struct diag *diag)
{
    struct assembly a = {.scan = {.name = name, .diag = diag}};
    a.list = calloc(NV30_INSTRUCTIONS_MAX, sizeof *a.list);
    a.place = calloc(NV30_INSTRUCTIONS_MAX, sizeof *a.place);
    bool good =
        a.list && a.place ? take_lines(&a, text, length) && check(&a) : diag_set(diag, name, 0, "not enough memory");
    *dwords = good ? malloc((size_t)a.count * NV30_DWORDS * sizeof **dwords) : NULL;
    if (good && !*dwords)
        good = diag_set(diag, name, 0, "not enough memory");
    if (good && places)
        *places = calloc((size_t)a.count * NV30_DWORDS, sizeof **places);
    for (unsigned i = 0; good && i < a.count; i++) {
        nv30_encode(&a.list[i], *dwords + (size_t)i * NV30_DWORDS);
        for (unsigned d = 0; places && *places && d < NV30_DWORDS; d++)
            (*places)[i * NV30_DWORDS + d] = a.place[i];
    }
    *count = good ? a.count * NV30_DWORDS : 0;
    free(a.list);
    free(a.place);
    return good;
}
