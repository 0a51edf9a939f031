/* asm_operand.c - destination and source operands of ALU instructions (ISA 4.6, 4.7). */
#include "isa/r700/asm/asm_line.h"
#include "isa/r700/dis/dis_names.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { LAST_GPR = 127, LAST_KCACHE = 31, LAST_CFILE = 255, LAST_SEL = 511 };

#define SOURCE_FIELD(part) field_name((char[24]){0}, index, part)

static const char *field_name(char *buffer, unsigned index, const char *part)
{
    snprintf(buffer, 24, "src%u_%s", index, part);
    return buffer;
}

/* ---- relative addresses (ISA 4.6.1) ------------------------------------------------------------------------------ */

/* AR.x, AL, GLOBAL+AR.x ...: the text up to the last `+`; longer names first, since GLOBAL begins GLOBAL+AR.x. */
static bool read_index_mode(struct asm_scan *s, uint32_t *mode)
{
    size_t best = 0;
    for (unsigned i = 0; i < DIS_INDEX_MODES; i++) {
        size_t length = strlen(dis_index_names[i]);
        if (length <= best || length > (size_t)(s->end - s->at))
            continue;
        bool same = true;
        for (size_t c = 0; same && c < length; c++)
            same = tolower((unsigned char)s->at[c]) == tolower((unsigned char)dis_index_names[i][c]);
        if (same) {
            best = length;
            *mode = i;
        }
    }
    s->at += best;
    return best != 0;
}

/* One INDEX_MODE serves all relative operands of an instruction. */
static bool set_index_mode(struct asm_scan *s, struct asm_code *code, uint32_t mode)
{
    const struct isa_field *field = isa_field_find(code->format, "index_mode");
    if (!asm_given(code, "index_mode"))
        return asm_set(s, code, "index_mode", mode);
    uint32_t present = isa_field_get(field, code->dwords);
    if (present != mode)
        return asm_error(s, "an instruction has one index mode: expected %s as in its other operand, found %s",
                         dis_index_names[present], dis_index_names[mode]);
    return true;
}

/* "[3]" or "[AR.x+3]" */
static bool read_index(struct asm_scan *s, struct asm_code *code, const char *what, unsigned last, uint32_t *number,
                       bool *relative)
{
    uint32_t mode;
    *relative = false;
    *number = 0;
    if (!asm_expect(s, '['))
        return false;
    asm_peek(s);
    if (read_index_mode(s, &mode)) {
        *relative = true;
        if (!set_index_mode(s, code, mode))
            return false;
        if (asm_accept(s, ']'))
            return true;
        if (!asm_expect(s, '+'))
            return false;
    }
    return asm_unsigned(s, what, last, number) && asm_expect(s, ']');
}

/* ---- destination ------------------------------------------------------------------------------------------------ */

static bool is_masked(struct asm_word word)
{
    return word.length == 4 && !memcmp(word.at, "____", 4);
}

static bool read_masked(struct asm_scan *s, struct asm_alu *alu)
{
    const char *slot = alu->slot ? strchr("xyzw", alu->slot) : NULL;
    uint32_t    chan = slot ? (uint32_t)(slot - "xyzw") : 0;
    if (alu->code.format == ISA_FORMAT_ALU_OP3)
        return asm_error(s, "an instruction of three operands has no write mask (ISA 10.2), expected a GPR");
    if (asm_peek(s) == '.' && !asm_channel(s, &chan))
        return false;
    return asm_set(s, &alu->code, "write_mask", 0) && asm_set(s, &alu->code, "dst_elem", chan);
}

bool asm_at_destination(struct asm_scan *s)
{
    struct asm_word word = asm_peek_word(s);
    unsigned        index;
    return is_masked(word) || asm_numbered(word, "R", &index) || asm_is(word, "R");
}

bool asm_destination(struct asm_scan *s, struct asm_alu *alu)
{
    struct asm_code *code = &alu->code;
    struct asm_word  word = asm_peek_word(s);
    unsigned         index;
    uint32_t         number, chan;
    bool             relative = false;
    if (is_masked(word)) {
        s->at += word.length;
        return read_masked(s, alu);
    }
    if (asm_numbered(word, "R", &index) && index <= LAST_GPR) {
        s->at += word.length;
        number = index;
    } else if (asm_is(word, "R")) {
        s->at += word.length;
        if (!read_index(s, code, "a GPR", LAST_GPR, &number, &relative))
            return false;
    } else {
        return asm_expected(s, "a destination (Rn.x, R[AR.x+n].x or ____)");
    }
    if (code->format == ISA_FORMAT_ALU_OP2 && !asm_set(s, code, "write_mask", 1))
        return false;
    return asm_channel(s, &chan) && asm_set(s, code, "dst_gpr", number) && asm_set(s, code, "dst_rel", relative) &&
           asm_set(s, code, "dst_elem", chan);
}

/* ---- sources ---------------------------------------------------------------------------------------------------- */

struct reader {
    struct asm_scan *s;
    struct asm_alu  *alu;
    unsigned         index;
};

static bool set_part(const struct reader *r, const char *part, uint32_t value)
{
    unsigned index = r->index;
    return asm_set(r->s, &r->alu->code, SOURCE_FIELD(part), value);
}

static bool set_sel(const struct reader *r, uint32_t sel)
{
    return set_part(r, "sel", sel);
}

/* A register file with an index in brackets, then the element. */
static bool read_file(const struct reader *r, unsigned first, unsigned last, const char *what)
{
    uint32_t number, chan;
    bool     relative;
    return read_index(r->s, &r->alu->code, what, last, &number, &relative) && asm_channel(r->s, &chan) &&
           set_sel(r, first + number) && set_part(r, "rel", relative) && set_part(r, "chan", chan);
}

static bool read_gpr(const struct reader *r, unsigned number)
{
    uint32_t chan;
    return asm_channel(r->s, &chan) && set_sel(r, ISA_SRC_GPR + number) && set_part(r, "rel", 0) &&
           set_part(r, "chan", chan);
}

/* The inline constant with these bits, else ISA_SRC_LITERAL. */
static unsigned inline_sel(uint32_t bits)
{
    switch (bits) {
    case 0:
        return ISA_SRC_0;
    case 0x3f800000:
        return ISA_SRC_1;
    case 0x3f000000:
        return ISA_SRC_0_5;
    case 1:
        return ISA_SRC_1_INT;
    case UINT32_MAX:
        return ISA_SRC_M_1_INT;
    default:
        return ISA_SRC_LITERAL;
    }
}

static bool set_literal(const struct reader *r, bool has_value, uint32_t value)
{
    uint32_t            chan;
    struct asm_literal *literal = &r->alu->literal[r->index];
    *literal = (struct asm_literal){true, ASM_ANY_CHANNEL, has_value, value};
    if (asm_peek(r->s) == '.') {
        if (!asm_channel(r->s, &chan))
            return false;
        literal->chan = (int)chan;
        if (!set_part(r, "chan", chan))
            return false;
    }
    return set_sel(r, ISA_SRC_LITERAL);
}

static bool set_number(const struct reader *r, uint32_t bits)
{
    unsigned sel = inline_sel(bits);
    return sel == ISA_SRC_LITERAL || asm_peek(r->s) == '.' ? set_literal(r, true, bits) : set_sel(r, sel);
}

/* The second spelling of a literal must be the same value; any NaN stands for any other. */
static bool check_value(struct asm_scan *s, uint32_t bits)
{
    bool                 negative = asm_accept(s, '-');
    uint32_t             value = 0;
    enum asm_number_kind kind = asm_number(s, &value);
    if (kind == ASM_NOT_A_NUMBER)
        return asm_expected(s, "the value of the literal as a float or an integer");
    if (negative)
        value = kind == ASM_INTEGER ? 0 - value : value ^ UINT32_C(0x80000000);
    bool both_nan = (bits & 0x7fffffff) > 0x7f800000 && (value & 0x7fffffff) > 0x7f800000;
    return value == bits || both_nan ||
           asm_error(s, "the literal is 0x%08x, but its value is 0x%08x, expected the same", bits, value);
}

/* (0x40490fdb, 3.1415927f).y, or an integer in parentheses: (1), (-1), (0x30).x */
static bool read_parenthesis(const struct reader *r)
{
    struct asm_scan *s = r->s;
    uint32_t         bits;
    bool             negative = asm_accept(s, '-');
    if (asm_number(s, &bits) != ASM_INTEGER)
        return asm_expected(s, "a literal: (0x40000000, 2.0f)");
    if (negative)
        bits = 0 - bits;
    if (!asm_accept(s, ','))
        return asm_expect(s, ')') && set_number(r, bits);
    return check_value(s, bits) && asm_expect(s, ')') && set_literal(r, true, bits);
}

static bool read_name(const struct reader *r, struct asm_word word)
{
    struct asm_scan *s = r->s;
    unsigned         number;
    uint32_t         chan;
    s->at += word.length;
    if (asm_numbered(word, "R", &number) && number <= LAST_GPR)
        return read_gpr(r, number);
    if (asm_is(word, "R"))
        return read_file(r, ISA_SRC_GPR, LAST_GPR, "a GPR");
    if (asm_is(word, "KC0"))
        return read_file(r, ISA_SRC_KCACHE0, LAST_KCACHE, "a kcache constant");
    if (asm_is(word, "KC1"))
        return read_file(r, ISA_SRC_KCACHE1, LAST_KCACHE, "a kcache constant");
    if (asm_is(word, "C"))
        return read_file(r, ISA_SRC_CFILE, LAST_CFILE, "a constant");
    if (asm_is(word, "SEL"))
        return read_file(r, 0, LAST_SEL, "an operand number");
    if (asm_is(word, "PV"))
        return asm_channel(s, &chan) && set_sel(r, ISA_SRC_PV) && set_part(r, "chan", chan);
    if (asm_is(word, "LITERAL"))
        return set_literal(r, false, 0);
    for (unsigned sel = ISA_SRC_1_DBL_L; sel <= ISA_SRC_PS; sel++)
        if (word.length > 1 && dis_inline_constant(sel) && asm_is(word, dis_inline_constant(sel)))
            return set_sel(r, sel);
    s->at -= word.length;
    return asm_expected(s, "an operand (Rn.x, KC0[n].x, KC1[n].x, C[n].x, PV.x, PS or a number)");
}

/* A minus sign is part of a number, except before the inline floats: -2.0 is a literal, -1.0 is NEG of 1.0. */
static bool read_atom(const struct reader *r, bool minus, bool *negate)
{
    struct asm_scan     *s = r->s;
    struct asm_word      word = asm_peek_word(s);
    const char          *start = s->at;
    uint32_t             bits;
    enum asm_number_kind kind;
    *negate = minus;
    if (asm_accept(s, '('))
        return read_parenthesis(r);
    kind = asm_number(s, &bits);
    if (kind == ASM_NOT_A_NUMBER) {
        s->at = start;
        return read_name(r, word);
    }
    if (kind == ASM_FLOAT && inline_sel(bits) != ISA_SRC_LITERAL && asm_peek(s) != '.')
        return set_number(r, bits);
    *negate = false;
    if (minus)
        bits = kind == ASM_INTEGER ? 0 - bits : bits ^ UINT32_C(0x80000000);
    return set_number(r, bits);
}

bool asm_source(struct asm_scan *s, struct asm_alu *alu, unsigned index)
{
    const struct reader r = {s, alu, index};
    bool                minus = asm_accept(s, '-'), absolute = asm_accept(s, '|'), negate = minus;
    if (absolute) {
        bool inner;
        if (alu->code.format != ISA_FORMAT_ALU_OP2)
            return asm_error(s, "an instruction of three operands has no absolute value (ISA 10.2)");
        if (!read_atom(&r, asm_accept(s, '-'), &inner) || !asm_expect(s, '|') || !set_part(&r, "abs", 1))
            return false;
        if (inner)
            return asm_error(s, "the absolute value comes before the negation: expected -|...|");
    } else if (!read_atom(&r, minus, &negate)) {
        return false;
    }
    return set_part(&r, "neg", negate);
}
