/* asm_alu.c - lines of ALU clauses: the instruction, its operands and modifiers (ISA 10.2). */
#include "isa/r700/asm/asm_line.h"
#include "isa/r700/dis/dis_names.h"

const struct isa_alu_op *asm_find_alu(struct asm_word word)
{
    for (unsigned i = 0; i < ISA_ALU_COUNT; i++)
        if (asm_is(word, isa_alu_ops[i].name))
            return &isa_alu_ops[i];
    return NULL;
}

static bool read_operands(struct asm_scan *s, const struct isa_alu_op *op, struct asm_alu *alu)
{
    if (!op->operands && !asm_at_destination(s))
        return true; /* NOP needs none */
    if (!asm_destination(s, alu))
        return false;
    for (unsigned i = 0; i < op->operands; i++) {
        if (!asm_accept(s, ','))
            return asm_error(s, "%s has %u operand%s behind the destination, expected `,` and the next one", op->name,
                             op->operands, op->operands == 1 ? "" : "s");
        if (!asm_source(s, alu, i))
            return false;
    }
    return true;
}

/* *2, *4 and /2 (ISA 4.9.1); a three-operand instruction has them in its name. */
static bool read_omod(struct asm_scan *s, struct asm_alu *alu, bool divide)
{
    uint32_t factor;
    if (alu->code.format != ISA_FORMAT_ALU_OP2)
        return asm_error(
            s, "an instruction of three operands has no output modifier, expected a name with _M2, _M4 or _D2");
    if (!asm_unsigned(s, "the factor of the output modifier", 4, &factor))
        return false;
    if (factor != 2 && (divide || factor != 4))
        return asm_error(s, "expected *2, *4 or /2");
    return asm_set(s, &alu->code, "omod", divide ? ISA_OMOD_D2 : factor == 2 ? ISA_OMOD_M2 : ISA_OMOD_M4);
}

/* VEC_102, SCL_221: the word, when it is one, and its value. */
static bool take_swizzle(struct asm_scan *s, const char *const *names, unsigned count, uint32_t *value)
{
    for (*value = 0; *value < count; ++*value)
        if (asm_accept_word(s, names[*value]))
            return true;
    return false;
}

static bool read_modifier(struct asm_scan *s, struct asm_alu *alu)
{
    uint32_t value;
    if (asm_accept(s, '*'))
        return read_omod(s, alu, false);
    if (asm_accept(s, '/'))
        return read_omod(s, alu, true);
    if (take_swizzle(s, dis_vector_swizzles, DIS_VECTOR_SWIZZLES, &value)) {
        if (alu->slot == 't')
            return asm_error(s, "slot t takes SCL_210, SCL_122, SCL_212 or SCL_221 (ISA 4.7.8), found %s",
                             dis_vector_swizzles[value]);
        return asm_set(s, &alu->code, "bank_swizzle", value);
    }
    if (take_swizzle(s, dis_scalar_swizzles, DIS_SCALAR_SWIZZLES, &value)) {
        if (alu->slot && alu->slot != 't')
            return asm_error(s, "slot %c takes VEC_012 to VEC_210 (ISA 4.7.7), found %s", alu->slot,
                             dis_scalar_swizzles[value]);
        return asm_set(s, &alu->code, "bank_swizzle", value);
    }
    return asm_attribute(s, &alu->code);
}

/* Two dwords as they are: what has no name. */
static bool read_raw(struct asm_scan *s, struct asm_alu *alu)
{
    alu->raw = true;
    unsigned count = asm_numbers(s, alu->code.dwords, 2);
    return count == 2 || (count && asm_error(s, ".alu takes two dwords"));
}

bool asm_alu_line(struct asm_scan *s, const struct isa_alu_op *op, char slot, struct asm_alu *alu)
{
    *alu = (struct asm_alu){.slot = slot, .place = asm_here(s)};
    asm_begin(&alu->code, op && op->op3 ? ISA_FORMAT_ALU_OP3 : ISA_FORMAT_ALU_OP2);
    if (!op)
        return read_raw(s, alu);
    if (!asm_set(s, &alu->code, "alu_inst", op->opcode) || !read_operands(s, op, alu))
        return false;
    while (!asm_at_end(s)) {
        asm_accept(s, ',');
        if (!read_modifier(s, alu))
            return false;
    }
    return true;
}
