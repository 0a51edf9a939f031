#include "pipeline/alu/operand_ports.h"

#include <string.h>

int operand_cycle(bool trans, unsigned bank_swizzle, unsigned operand)
{
    static const int8_t vector[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}};
    /* SCL_210: table 4.3 and the examples of 4.7.8; the table of 4.7.8 prints 0, 1, 2 (docs/open-questions.md). */
    static const int8_t scalar[4][3] = {{2, 1, 0}, {1, 2, 2}, {2, 1, 2}, {2, 2, 1}};
    if (trans)
        return bank_swizzle < 4 ? scalar[bank_swizzle][operand] : -1;
    return bank_swizzle < 6 ? vector[bank_swizzle][operand] : -1;
}

enum operand_index operand_index(const struct isa_alu *alu, const struct isa_alu_src *src)
{
    if (!src->rel)
        return INDEX_NONE;
    if (alu->index_mode <= ISA_INDEX_AR_W)
        return INDEX_AR_X;
    return alu->index_mode == ISA_INDEX_LOOP     ? INDEX_AL
           : alu->index_mode == ISA_INDEX_GLOBAL ? INDEX_GLOBAL
                                                 : INDEX_GLOBAL_AR_X;
}

struct constant_ports { /* two reads of an element pair of one constant register (ISA 4.7.9.3) */
    unsigned count;
    uint32_t pair[2];
};

static bool reserve_constant(struct constant_ports *constants, unsigned row, unsigned chan)
{
    const uint32_t pair = row << 1 | chan >> 1;
    for (unsigned i = 0; i < constants->count; i++)
        if (constants->pair[i] == pair)
            return true;
    if (constants->count == 2)
        return false;
    constants->pair[constants->count++] = pair;
    return true;
}

static void mark_same_number(struct operand_ports *ports, unsigned slot, unsigned operand)
{
    ports->same_number = (uint16_t)(ports->same_number | 1u << (3 * slot + operand));
}

/* The numbers as they are encoded are compared, as in the procedure of ISA 4.7.9.2 and by the compilers; its text
 * applies the index before.  GUESS: what is read is the address of the operand that reserved the port, because the
 * procedure keeps what was reserved first. */
static bool reserve_gpr(struct operand_ports *ports, const struct isa_alu *alu, unsigned slot, unsigned operand,
                        unsigned cycle, unsigned row)
{
    const struct isa_alu_src *src = &alu->src[operand];
    const unsigned            element = src->chan, index = operand_index(alu, src);
    ports->cycle[slot][operand] = (uint8_t)cycle;
    if (ports->used[cycle][element]) {
        if (ports->index[cycle][element] != index)
            mark_same_number(ports, slot, operand);
        return ports->number[cycle][element] == src->sel;
    }
    ports->used[cycle][element] = true;
    ports->number[cycle][element] = (uint8_t)src->sel;
    ports->index[cycle][element] = (uint8_t)index;
    ports->row[cycle][element] = (uint16_t)row;
    return true;
}

/* src1 shares src0's read when both name one element of one register (ISA 4.7.7).  GUESS: with an index on one of the
 * two they name two registers, because ISA 4.7.9 compares addresses after the index is applied; with `number_alone`
 * the encoded numbers decide, as in its procedure of 4.7.9.4. */
static bool comes_with_src0(const struct isa_alu *alu, unsigned slot, unsigned operand, bool number_alone,
                            struct operand_ports *ports)
{
    const struct isa_alu_src *src = &alu->src[operand], *first = &alu->src[0];
    if (operand != 1 || src->sel != first->sel || src->chan != first->chan)
        return false;
    if (src->rel != first->rel)
        mark_same_number(ports, slot, operand);
    return src->rel == first->rel || number_alone;
}

static enum port_violation check_vector(const struct isa_alu *alu, unsigned slot, const uint16_t row[3],
                                        bool number_alone, struct operand_ports *ports,
                                        struct constant_ports *constants, unsigned *operand)
{
    for (unsigned s = 0; s < isa_alu_ops[alu->id].operands; s++) {
        const struct isa_alu_src *src = &alu->src[s];
        *operand = s;
        if (isa_src_is_gpr(src->sel)) {
            const int cycle = operand_cycle(false, alu->bank_swizzle, s);
            if (cycle < 0)
                return PORT_BANK_SWIZZLE;
            if (comes_with_src0(alu, slot, s, number_alone, ports))
                ports->cycle[slot][1] = ports->cycle[slot][0];
            else if (!reserve_gpr(ports, alu, slot, s, (unsigned)cycle, row[s]))
                return PORT_GPR_TAKEN;
        } else if (isa_src_is_cfile(src->sel) && !reserve_constant(constants, row[s], src->chan)) {
            return PORT_CONSTANT_FILE_TAKEN;
        }
    }
    return PORT_OK;
}

/* Each constant takes one of the cycles 0, 1 from Trans' other operands: GPRs, and PV and PS too by the text of
 * 4.7.8.1, which both open compilers follow; the procedure of 4.7.9.5 leaves PV and PS out. */
static enum port_violation check_trans(const struct isa_alu *alu, const uint16_t row[3], struct operand_ports *ports,
                                       struct constant_ports *constants, unsigned *operand)
{
    const unsigned operands = isa_alu_ops[alu->id].operands;
    int            constant_count = 0;
    for (unsigned s = 0; s < operands; s++) {
        const struct isa_alu_src *src = &alu->src[s];
        *operand = s;
        if (isa_src_is_constant(src->sel) && ++constant_count > 2)
            return PORT_TRANS_CONSTANTS;
        if (isa_src_is_cfile(src->sel) && !reserve_constant(constants, row[s], src->chan))
            return PORT_CONSTANT_FILE_TAKEN;
    }
    for (unsigned s = 0; s < operands; s++) {
        const struct isa_alu_src *src = &alu->src[s];
        *operand = s;
        if (isa_src_is_constant(src->sel))
            continue;
        const int cycle = operand_cycle(true, alu->bank_swizzle, s);
        if (cycle < 0)
            return PORT_BANK_SWIZZLE;
        if (cycle < constant_count)
            return PORT_TRANS_CYCLE;
        if (!isa_src_is_gpr(src->sel))
            continue;
        if (!reserve_gpr(ports, alu, ISA_SLOT_T, s, (unsigned)cycle, row[s]))
            return PORT_GPR_TAKEN;
    }
    return PORT_OK;
}

enum port_violation operand_ports_assign(const struct isa_group *group, const uint16_t row[ISA_SLOTS][3],
                                         bool number_alone, struct operand_ports *ports, unsigned *slot,
                                         unsigned *operand)
{
    struct constant_ports constants = {0};
    memset(ports, 0, sizeof *ports);
    for (unsigned s = ISA_SLOT_X; s < ISA_SLOT_T; s++) {
        *slot = s;
        if (!group->used[s])
            continue;
        const enum port_violation violation =
            check_vector(&group->slot[s], s, row[s], number_alone, ports, &constants, operand);
        if (violation != PORT_OK)
            return violation;
    }
    *slot = ISA_SLOT_T;
    if (!group->used[ISA_SLOT_T])
        return PORT_OK;
    return check_trans(&group->slot[ISA_SLOT_T], row[ISA_SLOT_T], ports, &constants, operand);
}

const char *port_violation_text(enum port_violation violation)
{
    static const char *const text[] = {
        [PORT_OK] = "no violation",
        [PORT_GPR_TAKEN] = "another GPR of this element is read in the same cycle (ISA 4.7.7)",
        [PORT_BANK_SWIZZLE] = "reserved BANK_SWIZZLE value (ISA 10.2)",
        [PORT_TRANS_CONSTANTS] = "ALU.Trans has more than two constants (ISA 4.7.5)",
        [PORT_TRANS_CYCLE] = "ALU.Trans reads an operand in a cycle that its constants take (ISA 4.7.8.1)",
        [PORT_CONSTANT_FILE_TAKEN] = "more than two element pairs of the constant file (ISA 4.7.5)",
    };
    return text[violation];
}
