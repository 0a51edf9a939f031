/* dis_group.c - where an instruction group ends, also when it is illegal (ISA 4.3, 4.7.6).
 *
 * isa_group_assemble stops at the first thing that is wrong; a listing goes on, and the text of an illegal group must
 * assemble to the same words. */
#include "isa/r700/dis/dis_group.h"

static unsigned literal_channels(const uint32_t *words, unsigned instructions, bool ignored_too)
{
    unsigned channels = 0;
    for (unsigned i = 0; i < instructions; i++) {
        struct isa_alu alu;
        isa_alu_decode(words + 2 * i, &alu);
        unsigned fields = alu.op3 ? 3 : 2;
        unsigned operands = ignored_too ? fields : isa_alu_ops[alu.id].operands;
        for (unsigned s = 0; s < operands; s++)
            if (alu.src[s].sel == ISA_SRC_LITERAL)
                channels |= 1u << alu.src[s].chan;
    }
    return channels;
}

unsigned dis_named_literals(const uint32_t *words, unsigned instructions)
{
    return literal_channels(words, instructions, false);
}

unsigned dis_group_literals(const uint32_t *words, unsigned instructions)
{
    unsigned channels = literal_channels(words, instructions, true);
    return !channels ? 0 : channels >> 2 ? 4 : 2;
}

struct dis_extent dis_group_extent(const uint32_t *words, unsigned count)
{
    struct dis_extent extent = {ISA_GROUP_OK, 0, 0};
    bool              last = false;
    while (!last && extent.instructions < count) {
        struct isa_alu alu;
        isa_alu_decode(words + 2 * extent.instructions++, &alu);
        last = alu.last;
    }
    if (last && extent.instructions <= ISA_SLOTS)
        extent.literals = dis_group_literals(words, extent.instructions);
    if (!last || extent.instructions + extent.literals / 2 > count)
        extent = (struct dis_extent){ISA_GROUP_TRUNCATED, count, 0};
    else if (extent.instructions > ISA_SLOTS)
        extent.status = ISA_GROUP_TOO_LONG;
    return extent;
}
