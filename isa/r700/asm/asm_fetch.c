/* asm_fetch.c - lines of fetch clauses: texture, vertex, memory read, data share (ISA 10.3 to 10.6). */
#include "isa/r700/asm/asm_line.h"
#include <ctype.h>
#include <stdio.h>

const struct isa_fetch_op *asm_find_fetch(struct asm_word word)
{
    for (unsigned i = 0; i < isa_fetch_op_count; i++)
        if (asm_is(word, isa_fetch_ops[i].name))
            return &isa_fetch_ops[i];
    return NULL;
}

static bool read_numbered(struct asm_scan *s, struct asm_code *code, const char *letters, const char *field,
                          const char *what)
{
    struct asm_word word = asm_peek_word(s);
    unsigned        index;
    if (!asm_expect(s, ','))
        return false;
    word = asm_peek_word(s);
    if (!asm_numbered(word, letters, &index))
        return asm_expected(s, what);
    s->at += word.length;
    return asm_set(s, code, field, index);
}

/* CT(NNUN): normalised or unnormalised coordinates. */
static bool read_coordinate_types(struct asm_scan *s, struct asm_code *code)
{
    if (!asm_expect(s, '('))
        return false;
    struct asm_word word = asm_peek_word(s);
    if (word.length != 4)
        return asm_expected(s, "four of N and U");
    for (unsigned i = 0; i < 4; i++) {
        char name[] = {'c', 'o', 'o', 'r', 'd', '_', 't', 'y', 'p', 'e', '_', "xyzw"[i], 0};
        int  letter = toupper((unsigned char)word.at[i]);
        if (letter != 'N' && letter != 'U')
            return asm_expected(s, "four of N and U");
        if (!asm_set(s, code, name, letter == 'N'))
            return false;
    }
    s->at += word.length;
    return asm_expect(s, ')');
}

static bool read_texture(struct asm_scan *s, struct asm_code *code)
{
    if (!asm_gpr(s, code, "dst_gpr", "dst_rel") || !asm_swizzle(s, code, "dst_sel_", 4) || !asm_expect(s, ',') ||
        !asm_gpr(s, code, "src_gpr", "src_rel") || !asm_swizzle(s, code, "src_sel_", 4) ||
        !read_numbered(s, code, "t", "resource_id", "a resource (t0 to t255)") ||
        !read_numbered(s, code, "s", "sampler_id", "a sampler (s0 to s31)"))
        return false;
    while (!asm_at_end(s)) {
        asm_accept(s, ',');
        if (asm_accept_word(s, "CT") ? !read_coordinate_types(s, code) : !asm_attribute(s, code))
            return false;
    }
    return true;
}

/* SEM[5] */
static bool read_semantic(struct asm_scan *s, struct asm_code *code)
{
    uint32_t id;
    if (!asm_accept_word(s, "SEM"))
        return asm_expected(s, "a semantic (SEM[n])");
    return asm_expect(s, '[') && asm_unsigned(s, "a semantic", UINT8_MAX, &id) && asm_expect(s, ']') &&
           asm_set(s, code, "semantic_id", id);
}

static bool read_vertex(struct asm_scan *s, struct asm_code *code)
{
    bool destination =
        code->format == ISA_FORMAT_VTX_SEM ? read_semantic(s, code) : asm_gpr(s, code, "dst_gpr", "dst_rel");
    return destination && asm_swizzle(s, code, "dst_sel_", 4) && asm_expect(s, ',') &&
           asm_gpr(s, code, "src_gpr", "src_rel") && asm_swizzle(s, code, "src_sel_", 1) &&
           read_numbered(s, code, "fc", "buffer_id", "a fetch constant (fc0 to fc255)");
}

static bool read_memory(struct asm_scan *s, struct asm_code *code)
{
    return asm_gpr(s, code, "dst_gpr", "dst_rel") && asm_swizzle(s, code, "dst_sel_", 4) && asm_expect(s, ',') &&
           asm_gpr(s, code, "src_gpr", "src_rel") && asm_swizzle(s, code, "src_sel_", 1);
}

static bool read_share_write(struct asm_scan *s, struct asm_code *code)
{
    return asm_gpr(s, code, "src_gpr", NULL) && asm_swizzle(s, code, "src_sel_", 4);
}

static bool read_share_read(struct asm_scan *s, struct asm_code *code)
{
    uint32_t mask;
    if (!asm_gpr(s, code, "dst_gpr", NULL) || !asm_mask(s, &mask))
        return false;
    for (unsigned i = 0; i < 4; i++) {
        char name[24];
        snprintf(name, sizeof name, "dst_wr_%c", "xyzw"[i]);
        if (!asm_set(s, code, name, mask >> i & 1))
            return false;
    }
    return asm_expect(s, ',') && asm_gpr(s, code, "src_gpr", NULL) && asm_swizzle(s, code, "src_sel_", 2);
}

static bool read_operands(struct asm_scan *s, struct asm_code *code)
{
    switch (code->format) {
    case ISA_FORMAT_TEX:
        return read_texture(s, code);
    case ISA_FORMAT_MEM_RD:
        return read_memory(s, code);
    case ISA_FORMAT_MEM_DSW:
        return read_share_write(s, code);
    case ISA_FORMAT_MEM_DSR:
        return read_share_read(s, code);
    default:
        return read_vertex(s, code);
    }
}

bool asm_fetch_line(struct asm_scan *s, const struct isa_fetch_op *op, struct asm_code *code)
{
    if (!op) {
        asm_begin(code, ISA_FORMAT_TEX);
        unsigned count = asm_numbers(s, code->dwords, 4);
        return count == 4 || (count && asm_error(s, ".fetch takes four dwords"));
    }
    asm_begin(code, op->format);
    const char *opcode = isa_field_find(op->format, "tex_inst") ? "tex_inst" : "vtx_inst";
    if (!asm_set(s, code, opcode, op->opcode))
        return false;
    if (isa_field_find(op->format, "mem_op") && !asm_set(s, code, "mem_op", op->sub_opcode))
        return false;
    return read_operands(s, code) && asm_attributes(s, code);
}
