/* group.c - instruction groups: from words to the slots X Y Z W T and their literals (ISA 4.3, 4.4, 4.7.6).
 *
 * The order in a group is X Y Z W T, so an instruction's slot follows from what stands before it: Trans when only Trans
 * can execute it or when its element is taken, else the vector slot of its destination element.  What is left open is
 * an instruction that either unit could execute, standing last, with its element free.  The register manual's
 * ALU_INST_PREFER_VECTOR = 1 keeps it in the vector slot, 0 sends it to Trans; the pseudo-code of ISA 4.4 says the
 * same, its footnote the opposite.  The driver of the open compilers' programs sets the bit, and they read such results
 * from PV: they run right with prefer_vector only. */
#include "isa/r700/isa.h"

#define WORD(index) (words + 2 * (size_t)(index))

static bool literal_used(const struct isa_alu *alu, bool *second_pair)
{
    bool used = false;
    for (unsigned s = 0; s < 3; s++) { /* the third is zero in OP2 words */
        if (alu->src[s].sel != ISA_SRC_LITERAL)
            continue;
        used = true; /* also when the instruction ignores the operand (ISA 4.7.6) */
        *second_pair |= alu->src[s].chan >= 2;
    }
    return used;
}

/* Literals follow the last instruction in whole 64-bit words, the second word only when an operand takes Z or W. */
static enum isa_group_status take_literals(const uint32_t *words, unsigned count, struct isa_group *group)
{
    bool used = false, second_pair = false;
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        if (group->used[s])
            used |= literal_used(&group->slot[s], &second_pair);
    group->literals = used ? second_pair ? 4 : 2 : 0;
    group->size = group->instructions + group->literals / 2;
    if (group->size > count)
        return ISA_GROUP_TRUNCATED;
    for (unsigned i = 0; i < group->literals; i++)
        group->literal[i] = WORD(group->instructions)[i];
    return ISA_GROUP_OK;
}

/* The slot of the next instruction; ISA_SLOTS and a status when there is none for it. */
static unsigned choose_slot(const struct isa_group *group, const struct isa_alu *alu, bool prefer_vector,
                            enum isa_group_status *status)
{
    enum isa_alu_unit unit = isa_alu_ops[alu->id].unit;
    bool              taken = group->used[alu->dst_chan];
    bool trans = unit == ISA_UNIT_TRANS || (unit == ISA_UNIT_ANY && (taken || (alu->last && !prefer_vector)));
    if (!trans && !taken)
        return alu->dst_chan;
    if (!trans)
        *status = ISA_GROUP_SLOT_TAKEN;
    else if (group->used[ISA_SLOT_T])
        *status = ISA_GROUP_TRANS_TAKEN;
    else
        return ISA_SLOT_T;
    return ISA_SLOTS;
}

/* Reductions need all four vector slots, doubles two neighbours or all four, all of one opcode (ISA 4.8.2.1, 4.12). */
static enum isa_group_status check_partners(const struct isa_group *group, unsigned *at)
{
    for (unsigned s = ISA_SLOT_X; s <= ISA_SLOT_W; s++) {
        const struct isa_alu_op *op = &isa_alu_ops[group->slot[s].id];
        if (!group->used[s] || op->slots == 1)
            continue;
        unsigned first = s & ~(op->slots - 1u);
        for (unsigned p = first; p < first + op->slots; p++) {
            if (group->used[p] && group->slot[p].id == group->slot[s].id)
                continue;
            *at = group->place[s];
            return op->flags & ISA_REDUCTION ? ISA_GROUP_REDUCTION : ISA_GROUP_DOUBLE;
        }
    }
    return ISA_GROUP_OK;
}

enum isa_group_status isa_group_assemble(const uint32_t *words, unsigned count, bool prefer_vector,
                                         struct isa_group *group, unsigned *at)
{
    enum isa_group_status status = ISA_GROUP_OK;
    int                   previous = -1;
    bool                  last = false;

    *group = (struct isa_group){0};
    for (*at = 0; !last; ++*at) {
        struct isa_alu alu;
        if (*at == ISA_SLOTS)
            return ISA_GROUP_TOO_LONG;
        if (*at == count)
            return ISA_GROUP_TRUNCATED;
        isa_alu_decode(WORD(*at), &alu);
        if (alu.id == ISA_ALU_ILLEGAL)
            return ISA_GROUP_ILLEGAL_OP;
        unsigned slot = choose_slot(group, &alu, prefer_vector, &status);
        if (status != ISA_GROUP_OK)
            return status;
        if ((int)slot < previous)
            return ISA_GROUP_ORDER;
        previous = (int)slot;
        last = alu.last;
        group->slot[slot] = alu;
        group->used[slot] = true;
        group->place[slot] = (uint8_t)*at;
    }
    group->instructions = (*at)--;
    status = check_partners(group, at);
    return status == ISA_GROUP_OK ? take_literals(words, count, group) : status;
}

const char *isa_group_status_text(enum isa_group_status status)
{
    switch (status) {
    case ISA_GROUP_OK:
        return "a legal instruction group (ISA 4.3)";
    case ISA_GROUP_TRUNCATED:
        return "the clause ends within an instruction group or its literals (ISA 4.3)";
    case ISA_GROUP_TOO_LONG:
        return "more than five instructions without LAST (ISA 4.3)";
    case ISA_GROUP_ILLEGAL_OP:
        return "a reserved ALU opcode (ISA 10.2)";
    case ISA_GROUP_TRANS_TAKEN:
        return "two instructions of a group need ALU.Trans (ISA 4.4)";
    case ISA_GROUP_SLOT_TAKEN:
        return "two vector-only instructions of a group write one element (ISA 4.4)";
    case ISA_GROUP_ORDER:
        return "instructions of a group not in the order X Y Z W T (ISA 4.3)";
    case ISA_GROUP_REDUCTION:
        return "a reduction not in all of X Y Z W (ISA 4.8.2.1)";
    case ISA_GROUP_DOUBLE:
        return "a double-precision instruction not in all its slots (ISA 4.12)";
    }
    return "unknown status";
}
