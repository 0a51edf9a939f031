/* asm_cf.c - control flow and export lines (ISA 10.1). */
#include "isa/r700/asm/asm_line.h"
#include <string.h>

enum { TYPE_PIXEL, TYPE_POS, TYPE_PARAM, FIRST_POSITION = 60, POSITIONS = 4, LAST_ARRAY_BASE = 8191, KCACHE_LINE = 16 };
enum { LOCK_1 = 1, LOCK_2, LOCK_LOOP, LAST_KCACHE_LINE = 255, LAST_BANK = 15, LAST_GPR = 127 };
enum { ALU_SLOTS = 128, FETCH_SLOTS = 16, LAST_BURST = 16 };

const struct isa_cf_op *asm_find_cf(struct asm_word word)
{
    for (unsigned i = 0; i < isa_cf_op_count; i++)
        if (asm_is(word, isa_cf_ops[i].name))
            return &isa_cf_ops[i];
    return NULL;
}

/* ---- ADDR and COUNT ---------------------------------------------------------------------------------------------- */

/* The label or number behind @. */
static bool read_target(struct asm_scan *s, struct asm_cf *cf)
{
    struct asm_word word = asm_peek_word(s);
    if (cf->has_addr || cf->target.length)
        return asm_error(s, "ADDR is given twice");
    if (!word.length)
        return asm_expected(s, "a label or an address");
    if (word.at[0] >= '0' && word.at[0] <= '9') {
        cf->has_addr = true;
        return asm_unsigned(s, "an address in 64-bit words", UINT32_MAX, &cf->addr);
    }
    cf->target = asm_take_word(s);
    return true;
}

static bool read_addr(struct asm_scan *s, struct asm_cf *cf)
{
    if (!asm_expect(s, '('))
        return false;
    asm_accept(s, '@');
    return read_target(s, cf) && asm_expect(s, ')');
}

static bool read_count(struct asm_scan *s, struct asm_cf *cf)
{
    unsigned most = cf->code.format == ISA_FORMAT_CF_ALU ? ALU_SLOTS : FETCH_SLOTS;
    if (cf->has_count)
        return asm_error(s, "COUNT is given twice");
    cf->has_count = true;
    if (!asm_expect(s, '(') || !asm_unsigned(s, "a number of slots, 1 or more,", most, &cf->count))
        return false;
    if (!cf->count)
        return asm_error(s, "COUNT is the number of slots, expected 1 or more");
    return asm_expect(s, ')');
}

bool asm_cf_addr(struct asm_scan *s, struct asm_cf *cf, uint32_t addr)
{
    return asm_set(s, &cf->code, "addr", addr);
}

bool asm_cf_count(struct asm_scan *s, struct asm_cf *cf, uint32_t count)
{
    bool     alu = cf->code.format == ISA_FORMAT_CF_ALU;
    uint32_t most = alu ? ALU_SLOTS : FETCH_SLOTS;
    if (count > most)
        return asm_error(s, "the clause has %u %s, expected at most %u (ISA 10.1)", count,
                         alu ? "64-bit slots" : "instructions", most);
    if (alu)
        return asm_set(s, &cf->code, "count", count - 1);
    return asm_set(s, &cf->code, "count", (count - 1) & 7) && asm_set(s, &cf->code, "count_3", (count - 1) >> 3);
}

/* ---- ALU clauses ------------------------------------------------------------------------------------------------- */

/* [CB3:16-31], [CB3:16-47] or [CB3:AL+16] */
static bool read_kcache(struct asm_scan *s, struct asm_code *code, bool second)
{
    struct asm_word bank_word;
    unsigned        bank;
    uint32_t        first, last, mode = LOCK_LOOP;
    if (!asm_expect(s, '['))
        return false;
    bank_word = asm_peek_word(s);
    if (!asm_numbered(bank_word, "CB", &bank) || bank > LAST_BANK)
        return asm_expected(s, "a constant buffer (CB0 to CB15)");
    s->at += bank_word.length;
    if (!asm_expect(s, ':'))
        return false;
    bool loop = asm_accept_word(s, "AL");
    if (loop && !asm_expect(s, '+'))
        return false;
    if (!asm_unsigned(s, "the first constant", LAST_KCACHE_LINE * KCACHE_LINE, &first))
        return false;
    if (first % KCACHE_LINE)
        return asm_error(s, "a kcache lock starts at a multiple of %u constants, not at %u", KCACHE_LINE, first);
    if (!loop) {
        if (!asm_expect(s, '-') || !asm_unsigned(s, "the last constant", UINT16_MAX, &last))
            return false;
        if (last != first + KCACHE_LINE - 1 && last != first + 2 * KCACHE_LINE - 1)
            return asm_error(s, "a kcache lock holds 16 or 32 constants: expected %u-%u or %u-%u", first,
                             first + KCACHE_LINE - 1, first, first + 2 * KCACHE_LINE - 1);
        mode = (last + 1 - first) / KCACHE_LINE;
    }
    return asm_expect(s, ']') && asm_set(s, code, second ? "kcache_mode1" : "kcache_mode0", mode) &&
           asm_set(s, code, second ? "kcache_bank1" : "kcache_bank0", bank) &&
           asm_set(s, code, second ? "kcache_addr1" : "kcache_addr0", first / KCACHE_LINE);
}

/* ---- exports and memory writes ----------------------------------------------------------------------------------- */

static bool read_export_target(struct asm_scan *s, struct asm_code *code)
{
    struct asm_word word = asm_peek_word(s);
    unsigned        index;
    if (asm_is(word, "TYPE"))
        return asm_attribute(s, code); /* the unused type has no name */
    s->at += word.length;
    if (asm_is(word, "POS")) /* with ARRAY_BASE(n) further on */
        return asm_set(s, code, "type", TYPE_POS);
    if (asm_numbered(word, "PIX", &index) && index <= LAST_ARRAY_BASE)
        return asm_set(s, code, "type", TYPE_PIXEL) && asm_set(s, code, "array_base", index);
    if (asm_numbered(word, "POS", &index) && index < POSITIONS)
        return asm_set(s, code, "type", TYPE_POS) && asm_set(s, code, "array_base", FIRST_POSITION + index);
    if (asm_numbered(word, "PARAM", &index) && index <= LAST_ARRAY_BASE)
        return asm_set(s, code, "type", TYPE_PARAM) && asm_set(s, code, "array_base", index);
    s->at -= word.length;
    return asm_expected(s, "an export target (PIXn, POS0 to POS3, PARAMn)");
}

static bool read_export(struct asm_scan *s, struct asm_code *code)
{
    return read_export_target(s, code) && asm_expect(s, ',') && asm_gpr(s, code, "rw_gpr", "rw_rel") &&
           asm_swizzle(s, code, "sel_", 4);
}

static bool read_memory_type(struct asm_scan *s, uint32_t *type)
{
    static const char *const types[] = {"WRITE", "WRITE_IND", "WRITE_ACK", "WRITE_IND_ACK"};
    for (*type = 0; *type < 4; ++*type)
        if (asm_accept_word(s, types[*type]))
            return true;
    return asm_expected(s, "WRITE[base], WRITE_IND[base+Rn], WRITE_ACK or WRITE_IND_ACK");
}

static bool read_memory(struct asm_scan *s, struct asm_code *code)
{
    uint32_t type, base, mask;
    if (!read_memory_type(s, &type) || !asm_expect(s, '[') ||
        !asm_unsigned(s, "the base of the array", LAST_ARRAY_BASE, &base))
        return false;
    if (type & 1) {
        struct asm_word word;
        unsigned        index;
        if (!asm_expect(s, '+'))
            return false;
        word = asm_peek_word(s);
        if (!asm_numbered(word, "R", &index) || index > LAST_GPR)
            return asm_expected(s, "the index GPR (R0 to R127)");
        s->at += word.length;
        if (!asm_set(s, code, "index_gpr", index))
            return false;
    }
    return asm_expect(s, ']') && asm_expect(s, ',') && asm_set(s, code, "type", type) &&
           asm_set(s, code, "array_base", base) && asm_gpr(s, code, "rw_gpr", "rw_rel") && asm_mask(s, &mask) &&
           asm_set(s, code, "comp_mask", mask);
}

static bool read_burst(struct asm_scan *s, struct asm_code *code)
{
    uint32_t burst;
    if (!asm_expect(s, '(') || !asm_unsigned(s, "a burst", LAST_BURST, &burst) || !asm_expect(s, ')'))
        return false;
    if (!burst)
        return asm_error(s, "BURST is the number of values, expected 1 to 16");
    return asm_set(s, code, "burst_count", burst - 1);
}

/* ---- the line ---------------------------------------------------------------------------------------------------- */

static bool is_export(enum isa_format_id format)
{
    return format == ISA_FORMAT_EXPORT_SWIZ || format == ISA_FORMAT_EXPORT_BUF;
}

static bool read_attribute(struct asm_scan *s, struct asm_cf *cf)
{
    struct asm_code *code = &cf->code;
    if (is_export(code->format))
        return asm_accept_word(s, "BURST") ? read_burst(s, code) : asm_attribute(s, code);
    if (asm_accept(s, '@'))
        return read_target(s, cf);
    if (asm_accept_word(s, "ADDR"))
        return read_addr(s, cf);
    if (asm_accept_word(s, "COUNT"))
        return read_count(s, cf);
    if (code->format == ISA_FORMAT_CF_ALU && asm_accept_word(s, "KC0"))
        return read_kcache(s, code, false);
    if (code->format == ISA_FORMAT_CF_ALU && asm_accept_word(s, "KC1"))
        return read_kcache(s, code, true);
    return asm_attribute(s, code);
}

bool asm_cf_line(struct asm_scan *s, const struct isa_cf_op *op, struct asm_cf *cf)
{
    *cf = (struct asm_cf){.op = op};
    asm_begin(&cf->code, op->format);
    if (!asm_set(s, &cf->code, "cf_inst", op->opcode))
        return false;
    if (op->format == ISA_FORMAT_EXPORT_SWIZ && !read_export(s, &cf->code))
        return false;
    if (op->format == ISA_FORMAT_EXPORT_BUF && !read_memory(s, &cf->code))
        return false;
    while (!asm_at_end(s)) {
        asm_accept(s, ',');
        if (!read_attribute(s, cf))
            return false;
    }
    return true;
}
