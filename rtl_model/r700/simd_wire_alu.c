/* simd_wire_alu.c - the block diagram of a SIMD, ALU side: issue, operands, slots, results. */
#include "rtl_model/r700/simd_internal.h"

#include <string.h>

/* ---- issue and operands ------------------------------------------------------------------------------------- */

/* What the group of the other wavefront slot, whose operands are being read, will write to global GPRs: it reaches them
 * after this slot's next group has read (ISA 2.6.1.2). */
static void wire_other(struct simd *simd, unsigned parity)
{
    struct alu_issue_in        *in = &simd->issue[parity].in;
    const struct alu_issue_reg *other = &simd->issue[1 - parity].q;
    in->other_write = 0;
    if (!other->reading)
        return;
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const unsigned row = other->dst_row.slot[s];
        const bool     relative = other->dst_relative >> s & 1;
        if (other->write >> s & 1 && (relative ? other->dst_global >> s & 1u : row - in->shared_row < in->shared_count))
            in->other_write = (uint8_t)(in->other_write | 1u << s);
    }
    memcpy(&in->other_row, &other->dst_row, sizeof in->other_row);
    in->other_chan_t = other->dst_chan.slot[ISA_SLOT_T];
    in->other_global = other->dst_global;
}

static void wire_issue(struct simd *simd, unsigned parity)
{
    struct alu_issue_in *in = &simd->issue[parity].in;
    const unsigned       clock = simd->rotation.q.clock;
    const unsigned       slot_end = parity * SLOT_CLOCKS + SLOT_CLOCKS - 1;
    in->slot_end = in->decide = clock == slot_end;
    in->window = clock == (slot_end + SLOT_CLOCKS) % ROTATION_CLOCKS;
    in->clause = false;
    if (!in->decide)
        return;
    const int index = simd_next_clause(simd, parity);
    if (index < 0 || simd->issue[parity].q.error)
        return;
    struct alu_clause           *clause = &simd->clause[index];
    const struct alu_clause_reg *q = &clause->q;
    if (q->state == CLAUSE_READY) {
        clause->in.grant = true;
        clause->in.grant_parity = (uint8_t)parity;
    }
    in->clause = true;
    in->clause_index = (uint8_t)index;
    in->first = q->first;
    in->head = q->head;
    in->left = q->left;
    in->available = q->available;
    in->slot = q->slot;
    in->number = q->number;
    in->base = q->base;
    in->active = q->active;
    in->lanes = q->lanes;
    in->kc_have = q->kc_have;
    in->loop_index = q->loop_index;
    if (in->shared_count)
        wire_other(simd, parity);
}

static void wire_operand_fetch(struct simd *simd)
{
    struct operand_fetch_in    *in = &simd->fetch.in;
    const unsigned              parity = 1 - rotation_parity(&simd->rotation);
    const unsigned              cycle = rotation_quarter(&simd->rotation);
    const struct alu_issue_reg *group = &simd->issue[parity].q;
    in->parity = (uint8_t)parity;
    in->cycle = (uint8_t)cycle;
    in->enable = 0;
    if (!group->reading || cycle >= READ_CYCLES)
        return;
    const uint8_t *row = &group->read_row.row[cycle * READ_ELEMENTS];
    in->enable = (uint8_t)(group->read >> cycle * READ_ELEMENTS & 15);
    in->relative = (uint8_t)(group->read_relative >> cycle * READ_ELEMENTS & 15);
    in->global = (uint8_t)(group->read_global >> cycle * READ_ELEMENTS & 15);
    in->base = group->gpr_base;
    in->pending = group->behind ? group->before_write : 0;
    memcpy(&in->pending_row, &group->before_row, sizeof in->pending_row);
    in->pending_relative = group->before_relative;
    in->pending_global = group->before_global;
    in->pending_chan_t = group->before_chan_t;
    in->pending_base = group->before_base;
    in->row_x = row[0];
    in->row_y = row[1];
    in->row_z = row[2];
    in->row_w = row[3];
}

/* ---- slots -------------------------------------------------------------------------------------------------- */

lane_mask_t simd_executing(const struct simd *simd, unsigned parity, unsigned slot)
{
    const struct alu_issue_reg *group = &simd->issue[parity].q;
    /* The first group of a clause runs under the active mask; the predicate takes it over at this edge. */
    const lane_mask_t predicate = group->starts ? group->exec_active : simd->predicate[parity].q.predicate;
    switch (group->pred_sel.slot[slot]) {
    case ISA_PRED_SEL_ZERO:
        return group->exec_lanes & ~predicate;
    case ISA_PRED_SEL_ONE:
        return group->exec_lanes & predicate;
    default:
        return group->exec_lanes;
    }
}

static void wire_slot(struct simd *simd, unsigned parity, const struct operand_sources *sources, unsigned quarter,
                      unsigned s)
{
    const struct alu_issue_reg *group = &simd->issue[parity].q;
    struct alu_slot_in         *in = &simd->slot[s].in;
    const alu_op_t              op = group->op.slot[s];
    const unsigned              operands = isa_alu_ops[op].operands, first = 3 * s;
    const uint8_t              *route = &group->route.operand[first], *forward = &group->forward.operand[first];
    const uint32_t             *constant = &group->constant.operand[first];
    in->valid = true;
    in->op = op;
    in->absolute = group->absolute.slot[s];
    in->negate = group->negate.slot[s];
    in->omod = group->omod.slot[s];
    in->clamp = group->clamp.slot[s];
    in->mask = mask_quarter(simd_executing(simd, parity, s), quarter);
    if (operands > 0)
        operand_select(sources, route[0], forward[0], constant[0], quarter, &in->src0);
    if (operands > 1)
        operand_select(sources, route[1], forward[1], constant[1], quarter, &in->src1);
    if (operands > 2)
        operand_select(sources, route[2], forward[2], constant[2], quarter, &in->src2);
}

/* A double's third operand, and its output modifiers: those of X (Z).  The float of FLT64_TO_FLT32 has its slot's. */
static void wire_double(struct alu_wide_in *in, struct alu_slot_in *slot, unsigned s)
{
    if (isa_alu_ops[slot->op].operands > 2)
        memcpy(&in->src2.lane[s * QUARTER], &slot->src2, sizeof slot->src2);
    if (s % 2 == 0) {
        in->omod.pair[s / 2] = slot->omod;
        in->clamp.pair[s / 2] = slot->clamp;
    }
    if (slot->op == ISA_OP2_FLT64_TO_FLT32 && s % 2 == 0)
        return;
    slot->omod = 0;
    slot->clamp = false;
}

/* Slots X Y Z W and the unit for what needs more than one of them: operands to it, last clock's results from it. */
static void wire_wide(struct simd *simd)
{
    struct alu_wide_in        *in = &simd->wide.in;
    const struct alu_wide_reg *q = &simd->wide.q;
    in->valid = 0;
    for (unsigned s = 0; s < 4; s++) {
        struct alu_slot_in *slot = &simd->slot[s].in;
        slot->wide = q->done >> s / 2 & 1;
        if (slot->wide) {
            memcpy(&slot->wide_value, &q->result.lane[s * QUARTER], sizeof slot->wide_value);
            slot->wide_flags = q->flags.pair[s / 2];
        }
        const uint32_t flags = isa_alu_ops[slot->op].flags;
        if (!slot->valid || !(flags & (ISA_REDUCTION | ISA_DOUBLE)))
            continue;
        in->valid = (uint8_t)(in->valid | 1u << s / 2);
        in->op.pair[s / 2] = slot->op;
        in->absolute.slot[s] = slot->absolute;
        in->negate.slot[s] = slot->negate;
        memcpy(&in->src0.lane[s * QUARTER], &slot->src0, sizeof slot->src0);
        memcpy(&in->src1.lane[s * QUARTER], &slot->src1, sizeof slot->src1);
        if (flags & ISA_DOUBLE)
            wire_double(in, slot, s);
    }
}

void simd_wire_slots(struct simd *simd)
{
    const unsigned              parity = rotation_parity(&simd->rotation);
    const unsigned              quarter = rotation_quarter(&simd->rotation);
    const struct alu_issue_reg *group = &simd->issue[parity].q;
    struct operand_sources      sources = {
             .result = write_back_rows(&simd->back, parity),
             .written = write_back_lanes(&simd->back, parity)->slot,
             .constants = simd->constants.vector[0].element,
             .ar = &simd->ar[parity].ar[group->ar_element],
    };
    operand_sources_latches(&simd->fetch, parity, &sources);
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        simd->slot[s].in.valid = false;
        if (group->executing && group->used >> s & 1)
            wire_slot(simd, parity, &sources, quarter, s);
    }
    wire_wide(simd);
}

/* ---- results ------------------------------------------------------------------------------------------------ */

/* The slots whose flags count, and what they are: the one with a new predicate, or all that kill. */
static uint8_t flag_slots(const struct alu_issue_reg *group, struct write_back_in *in)
{
    uint8_t slots = 0;
    in->kills = false;
    in->update = 0;
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const uint32_t flags = group->used >> s & 1 ? isa_alu_ops[group->op.slot[s]].flags : 0;
        if (flags & ISA_PRED_SET) {
            in->update = group->update.slot[s];
            return (uint8_t)(1u << s);
        }
        if (flags & ISA_KILL) {
            in->kills = true;
            slots = (uint8_t)(slots | 1u << s);
        }
    }
    return slots;
}

void simd_wire_write_back(struct simd *simd)
{
    struct write_back_in       *in = &simd->back.in;
    const unsigned              parity = rotation_parity(&simd->rotation);
    const struct alu_issue_reg *group = &simd->issue[parity].q;
    in->enter = group->executing;
    in->parity = (uint8_t)parity;
    in->quarter = (uint8_t)rotation_quarter(&simd->rotation);
    if (in->enter) {
        in->write = group->write;
        memcpy(&in->row, &group->dst_row, sizeof in->row);
        in->relative = group->dst_relative;
        in->global = group->dst_global;
        in->base = group->gpr_base;
        in->ar_write = group->ar_write;
        in->chan_t = group->dst_chan.slot[ISA_SLOT_T];
        in->last = group->last;
        in->clause = group->of_clause;
        in->wave = group->wave;
        in->flag_slots = flag_slots(group, in);
    }
    in->done = 0;
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        if (simd->slot[s].q.done) {
            in->done = (uint8_t)(in->done | 1u << s);
            in->mask.slot[s] = simd->slot[s].q.result_mask;
        }
}

static void wire_predicate(struct simd *simd, unsigned parity)
{
    struct predicate_in         *in = &simd->predicate[parity].in;
    const struct alu_issue_reg  *group = &simd->issue[parity].q;
    const struct write_back_reg *back = &simd->back.q;
    in->start = group->executing && group->starts && rotation_quarter(&simd->rotation) == 0;
    in->start_active = group->exec_active;
    in->set = back->s2 && back->s2_parity == parity && back->s2_flag_slots;
    if (!in->set)
        return;
    in->quarter = back->s2_quarter;
    in->update = back->s2_update;
    in->kills = back->s2_kills;
    in->mask = in->flags = 0;
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        if (back->s2_flag_slots >> s & 1) {
            in->mask |= simd->slot[s].q.result_mask;
            in->flags |= simd->slot[s].q.result_mask & simd->slot[s].q.flags;
        }
}

static void wire_address_register(struct simd *simd, unsigned parity)
{
    struct address_register_in  *in = &simd->ar[parity].in;
    const struct write_back_reg *back = &simd->back.q;
    const uint8_t                slots = back->s2 && back->s2_parity == parity ? back->s2_ar_write : 0;
    in->write = (slots & 15) | slots >> ISA_SLOT_T;
    in->quarter = back->s2_quarter;
    if (in->write)
        for (unsigned e = 0; e < AR_ELEMENTS; e++)
            in->mask.element[e] = simd->slot[e].q.result_mask;
    if (slots >> ISA_SLOT_T) /* GUESS: MOVA_GPR_INT in Trans writes the element that GPRs are indexed by */
        in->mask.element[0] = simd->slot[ISA_SLOT_T].q.result_mask;
}

void simd_wire_gpr_file(struct simd *simd)
{
    struct gpr_file_in          *in = &simd->gprs.in;
    const struct write_back_reg *back = &simd->back.q;
    const struct dispatcher_reg *dispatcher = &simd->dispatcher.q;
    in->write = back->gpr_write ? back->gpr_slots : 0;
    if (in->write) {
        in->write_parity = back->gpr_parity;
        memcpy(&in->write_row, &back->gpr_row, sizeof in->write_row);
        in->write_relative = back->gpr_relative;
        in->write_global = back->gpr_global;
        in->write_base = back->gpr_base;
        in->write_chan_t = back->gpr_chan_t;
        memcpy(&in->write_lanes, &back->gpr_lanes, sizeof in->write_lanes);
    }
    in->load = dispatcher->load;
    in->load_row = dispatcher->load_row;
    in->load_index = dispatcher->load_index;
    in->clear = dispatcher->launch;
    in->clear_row = dispatcher->base;
    in->clear_count = (uint8_t)simd->dispatcher.in.rows.type[dispatcher->type];
}

void simd_wire_issue(struct simd *simd)
{
    for (unsigned p = 0; p < PARITIES; p++)
        wire_issue(simd, p);
    wire_operand_fetch(simd);
}

void simd_wire_masks(struct simd *simd)
{
    for (unsigned p = 0; p < PARITIES; p++) {
        wire_predicate(simd, p);
        wire_address_register(simd, p);
    }
}
