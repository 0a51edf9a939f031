/* dis_alu.c - ALU instructions as text (ISA 10.2, operands 4.6 and 4.7). */
#include "isa/r700/dis/dis.h"
#include "isa/r700/dis/dis_names.h"
#include "isa/r700/dis/dis_text.h"
#include <stdio.h>

static const char *name_of(char *buffer, size_t size, const char *format, unsigned index)
{
    snprintf(buffer, size, format, index);
    return buffer;
}

#define SOURCE_FIELD(part) name_of((char[24]){0}, 24, "src%u_" part, i)

/* "[3]" or "[AR.x+3]", "[AL+3]" ... (ISA 4.6.1). */
static void add_index(struct dis_word *d, const char *file, bool relative, unsigned index)
{
    if (relative)
        dis_add(&d->text, "%s[%s+%u]", file, dis_index_names[dis_take(d, "index_mode")], index);
    else
        dis_add(&d->text, "%s[%u]", file, index);
}

/* An addressed operand: file, index, relative bit and element. */
static void add_register(struct dis_word *d, unsigned i, const char *file, unsigned index)
{
    if (dis_take(d, SOURCE_FIELD("rel")))
        add_index(d, file, true, index);
    else if (file[1])
        add_index(d, file, false, index);
    else
        dis_add(&d->text, file[0] == 'R' ? "%s%u" : "%s[%u]", file, index);
    dis_add(&d->text, ".%c", "xyzw"[dis_take(d, SOURCE_FIELD("chan"))]);
}

static void add_literal(struct dis_word *d, unsigned i, const uint32_t *literals)
{
    unsigned chan = dis_take(d, SOURCE_FIELD("chan"));
    if (literals) {
        dis_add(&d->text, "(0x%08x, ", literals[chan]);
        dis_value(&d->text, literals[chan]);
        dis_add(&d->text, ").%c", "xyzw"[chan]);
    } else {
        dis_add(&d->text, "LITERAL.%c", "xyzw"[chan]);
    }
}

static void add_operand(struct dis_word *d, unsigned i, unsigned sel, const uint32_t *literals)
{
    if (isa_src_is_gpr(sel)) {
        add_register(d, i, "R", sel);
    } else if (isa_src_is_kcache(sel)) {
        bool second = sel >= ISA_SRC_KCACHE1;
        add_register(d, i, second ? "KC1" : "KC0", sel - (second ? ISA_SRC_KCACHE1 : ISA_SRC_KCACHE0));
    } else if (isa_src_is_cfile(sel)) {
        add_register(d, i, "C", sel - ISA_SRC_CFILE);
    } else if (sel == ISA_SRC_LITERAL) {
        add_literal(d, i, literals);
    } else if (sel == ISA_SRC_PV) {
        dis_add(&d->text, "PV.%c", "xyzw"[dis_take(d, SOURCE_FIELD("chan"))]);
    } else if (dis_inline_constant(sel)) {
        dis_add(&d->text, "%s", dis_inline_constant(sel));
    } else {
        add_register(d, i, "SEL", sel);
        dis_note(d, "reserved operand %u", sel);
    }
}

static void add_source(struct dis_word *d, unsigned i, const uint32_t *literals)
{
    unsigned sel = dis_take(d, SOURCE_FIELD("sel"));
    bool     negative = dis_take(d, SOURCE_FIELD("neg"));
    bool     absolute = d->format == ISA_FORMAT_ALU_OP2 && dis_take(d, SOURCE_FIELD("abs"));
    bool     integer = sel == ISA_SRC_1_INT || sel == ISA_SRC_M_1_INT; /* -(1) is not -1 */
    dis_add(&d->text, "%s%s", negative ? "-" : "", absolute ? "|" : integer && negative ? "(" : "");
    add_operand(d, i, sel, literals);
    dis_add(&d->text, "%s", absolute ? "|" : integer && negative ? ")" : "");
}

static void add_destination(struct dis_word *d)
{
    if (d->format == ISA_FORMAT_ALU_OP2 && !dis_take(d, "write_mask")) {
        dis_add(&d->text, "____");
    } else {
        unsigned gpr = dis_take(d, "dst_gpr");
        if (dis_take(d, "dst_rel"))
            add_index(d, "R", true, gpr);
        else
            dis_add(&d->text, "R%u", gpr);
    }
    dis_add(&d->text, ".%c", "xyzw"[dis_take(d, "dst_elem")]);
}

static void add_modifiers(struct dis_word *d, bool scalar)
{
    static const char *const omods[] = {"", " *2", " *4", " /2"};
    if (d->format == ISA_FORMAT_ALU_OP2)
        dis_add(&d->text, "%s", omods[dis_take(d, "omod")]);
    unsigned swizzle = dis_peek(d, "bank_swizzle");
    unsigned known = scalar ? DIS_SCALAR_SWIZZLES : DIS_VECTOR_SWIZZLES;
    if (swizzle && swizzle < known) {
        dis_take(d, "bank_swizzle");
        dis_add(&d->text, " %s", (scalar ? dis_scalar_swizzles : dis_vector_swizzles)[swizzle]);
    } else if (swizzle) {
        dis_take(d, "bank_swizzle");
        dis_add(&d->text, " BANK_SWIZZLE(%u)", swizzle);
        dis_note(d, "reserved bank_swizzle %u", swizzle);
    }
}

/* LLVM's r600 target (14 and others) writes Evergreen's MOVA_INT for every chip. */
enum { EVERGREEN_MOVA_INT = 0xcc };

static void note_reserved(struct dis_word *d, const struct isa_alu *alu)
{
    if (!alu->op3 && alu->opcode == EVERGREEN_MOVA_INT)
        dis_note(d, "reserved opcode %u: Evergreen's MOVA_INT, as LLVM writes it; R700 has %u", alu->opcode,
                 isa_alu_ops[ISA_OP2_MOVA_INT].opcode);
    else
        dis_note(d, "reserved opcode %u", alu->opcode);
}

void dis_alu_line(struct dis_word *d, char slot, const uint32_t *literals)
{
    struct isa_alu alu;
    isa_alu_decode(d->dwords, &alu);
    const struct isa_alu_op *op = &isa_alu_ops[alu.id];
    if (slot)
        dis_add(&d->text, "%c: ", slot);
    if (alu.id == ISA_ALU_ILLEGAL) {
        dis_add(&d->text, ".alu 0x%08x, 0x%08x", d->dwords[0], d->dwords[1]);
        note_reserved(d, &alu);
        return;
    }
    d->format = alu.op3 ? ISA_FORMAT_ALU_OP3 : ISA_FORMAT_ALU_OP2;
    dis_take(d, "alu_inst");
    dis_add(&d->text, "%-16s ", op->name);
    add_destination(d);
    for (unsigned i = 0; i < op->operands; i++) {
        dis_add(&d->text, ", ");
        add_source(d, i, literals);
    }
    add_modifiers(d, slot ? slot == 't' : op->unit == ISA_UNIT_TRANS);
    bool last = !dis_taken(d, "last") && dis_take(d, "last");
    dis_rest(d);
    dis_add(&d->text, "%s", last ? " LAST" : "");
}

size_t isa_dis_alu(const uint32_t dwords[2], char *text, size_t size)
{
    struct dis_word d;
    dis_begin(&d, ISA_FORMAT_ALU_OP2, dwords, text, size);
    dis_alu_line(&d, 0, NULL);
    return dis_end(&d);
}
