#include "rtl_model/r700/hazards.h"

#include "rtl_model/r700/simd_internal.h"

/* A read port of the group that enters, and a slot of the group before. */
struct pair {
    const struct simd          *simd;
    const struct alu_issue_reg *group;
    unsigned                    parity, port, writer;
};

static bool reads_by_ar(const struct pair *pair)
{
    return pair->group->read_relative >> pair->port & 1;
}

/* Both name the same register in a lane: exactly one of them by AR. */
static bool meet_in(const struct pair *pair, unsigned lane)
{
    const struct operand_fetch_in *straps = &pair->simd->fetch.in;
    const struct alu_issue_reg    *group = pair->group;
    const uint32_t                 ar_x = pair->simd->ar[pair->parity].ar[0].lane[lane];
    const unsigned read = group->read_row.row[pair->port], written = group->before_row.slot[pair->writer];
    if (!reads_by_ar(pair))
        return operand_fetch_row(straps, written, group->before_global >> pair->writer & 1, group->before_base, ar_x) ==
               (int32_t)read;
    const bool    global = group->read_global >> pair->port & 1;
    const int32_t row = operand_fetch_row(straps, read, global, group->gpr_base, ar_x);
    return (row >= 0 ? (unsigned)row : global ? straps->shared_row : group->gpr_base) == written;
}

static bool meet(const struct pair *pair, unsigned slot)
{
    const struct alu_issue_reg *group = pair->group;
    const unsigned              element = pair->port % READ_ELEMENTS, w = pair->writer;
    if (!(group->before_write >> w & 1) || (w == ISA_SLOT_T ? group->before_chan_t : w) != element ||
        reads_by_ar(pair) == (group->before_relative >> w & 1))
        return false;
    lane_mask_t lanes =
        simd_executing(pair->simd, pair->parity, slot) & write_back_lanes(&pair->simd->back, pair->parity)->slot[w];
    for (; lanes; lanes &= lanes - 1)
        if (meet_in(pair, (unsigned)__builtin_ctzll(lanes)))
            return true;
    return false;
}

/* The address of a slot's instruction: the group is taken apart once more. */
static uint32_t address_of(const struct instruction_memory *program, const struct alu_issue_reg *group,
                           bool prefer_vector, unsigned slot)
{
    struct isa_group again;
    unsigned         at;
    const unsigned   words = program->count / 2;
    if (group->address < words &&
        isa_group_assemble(program->dwords + 2 * (size_t)group->address, words - group->address, prefer_vector, &again,
                           &at) == ISA_GROUP_OK)
        return group->address + again.place[slot];
    return group->address;
}

static bool note(const struct pair *pair, uint32_t address, struct result_hazards *hazards)
{
    const struct operand_fetch_in *straps = &pair->simd->fetch.in;
    const struct alu_issue_reg    *group = pair->group;
    const bool     by_ar = reads_by_ar(pair), old = by_ar ? !straps->write_relative_read : !straps->relative_write_read;
    const unsigned row = by_ar ? group->before_row.slot[pair->writer] : group->read_row.row[pair->port];
    const bool     global = row - straps->shared_row < straps->shared_count;
    struct result_hazard  like = {.address = address,
                                  .writer = group->before_address,
                                  .number = row - (global ? straps->shared_row : group->gpr_base),
                                  .element = (uint8_t)(pair->port % READ_ELEMENTS),
                                  .global = global,
                                  .written_by_ar = !by_ar};
    struct result_hazard *hazard = results_hazard(hazards, &like);
    if (!hazard)
        return false;
    ++*(!group->behind ? &hazard->late : old ? &hazard->old_value : &hazard->new_value);
    return true;
}

/* The operands of one slot; a register that two of them read counts once. */
static bool look_at_slot(struct pair *pair, const struct instruction_memory *program, unsigned slot,
                         struct result_hazards *hazards)
{
    const unsigned operands = isa_alu_ops[pair->group->op.slot[slot]].operands;
    unsigned       seen = 0; /* read ports */
    for (unsigned i = 0; i < operands; i++) {
        pair->port = pair->group->route.operand[3 * slot + i];
        if (pair->port >= ROUTE_PV || seen >> pair->port & 1)
            continue;
        seen |= 1u << pair->port;
        for (pair->writer = 0; pair->writer < ISA_SLOTS; pair->writer++)
            if (meet(pair, slot) &&
                !note(pair, address_of(program, pair->group, pair->simd->issue[0].in.prefer_vector, slot), hazards))
                return false;
    }
    return true;
}

bool hazards_look(const struct simd *simd, const struct instruction_memory *program, struct result_hazards *hazards)
{
    const unsigned              parity = rotation_parity(&simd->rotation);
    const struct alu_issue_reg *group = &simd->issue[parity].q;
    struct pair                 pair = {.simd = simd, .group = group, .parity = parity};
    if (rotation_quarter(&simd->rotation) != 0 || !group->executing || !group->before_write ||
        !((group->before_write & group->before_relative) | group->read_relative))
        return true;
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        if (group->used >> s & 1 && !look_at_slot(&pair, program, s, hazards))
            return false;
    return true;
}
