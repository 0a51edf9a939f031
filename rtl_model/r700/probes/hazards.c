#include "rtl_model/r700/probes/hazards.h"

#include "rtl_model/r700/simd.h"

/* The group that enters, and what determines its registers. */
struct entering {
    const struct alu_issue_reg      *group;
    const struct alu_issue_in       *issue;
    const struct operand_fetch_in   *straps;
    const struct predicate          *predicate;
    const lanes_t                   *ar_x;
    const slot_mask_t               *written; /* lanes in which the group before executed */
    unsigned                         loop_index;
    const struct instruction_memory *program;
};

/* A read port of the group that enters, and a slot of the group before. */
struct pair {
    const struct entering      *entering;
    const struct alu_issue_reg *group;
    unsigned                    port, writer;
};

static bool reads_by_ar(const struct pair *pair)
{
    return pair->group->read_relative >> pair->port & 1;
}

/* Both name the same register in a lane: exactly one of them by AR. */
static bool meet_in(const struct pair *pair, unsigned lane)
{
    const struct operand_fetch_in *straps = pair->entering->straps;
    const struct alu_issue_reg    *group = pair->group;
    const uint32_t                 ar_x = pair->entering->ar_x->lane[lane];
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
        executing_lanes(pair->group, pair->entering->predicate, slot) & pair->entering->written->slot[w];
    for (; lanes; lanes &= lanes - 1)
        if (meet_in(pair, (unsigned)__builtin_ctzll(lanes)))
            return true;
    return false;
}

/* The instructions of the group, taken apart once more. */
static bool take_apart(const struct entering *entering, struct isa_group *again)
{
    unsigned       at;
    const unsigned words = entering->program->count / 2, address = entering->group->address;
    return address < words && isa_group_assemble(entering->program->dwords + 2 * (size_t)address, words - address,
                                                 entering->issue->prefer_vector, again, &at) == ISA_GROUP_OK;
}

/* The address of a slot's instruction. */
static uint32_t address_of(const struct entering *entering, unsigned slot)
{
    struct isa_group again;
    return entering->group->address + (take_apart(entering, &again) ? again.place[slot] : 0);
}

static bool note(const struct pair *pair, uint32_t address, struct result_hazards *hazards)
{
    const struct operand_fetch_in *straps = pair->entering->straps;
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
static bool look_at_slot(struct pair *pair, unsigned slot, struct result_hazards *hazards)
{
    const unsigned operands = isa_alu_ops[pair->group->op.slot[slot]].operands;
    unsigned       seen = 0; /* read ports */
    for (unsigned i = 0; i < operands; i++) {
        pair->port = pair->group->route.operand[3 * slot + i];
        if (pair->port >= ROUTE_PV || seen >> pair->port & 1)
            continue;
        seen |= 1u << pair->port;
        for (pair->writer = 0; pair->writer < ISA_SLOTS; pair->writer++)
            if (meet(pair, slot) && !note(pair, address_of(pair->entering, slot), hazards))
                return false;
    }
    return true;
}

static bool look_behind(const struct entering *entering, struct result_hazards *hazards)
{
    const struct alu_issue_reg *group = entering->group;
    struct pair                 pair = {.entering = entering, .group = group};
    if (!group->before_write || !((group->before_write & group->before_relative) | group->read_relative))
        return true;
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        if (group->used >> s & 1 && !look_at_slot(&pair, s, hazards))
            return false;
    return true;
}

/* ---- operands with one number and two indices (ISA 4.7.7) -------------------------------------------------------- */

/* A GPR operand of the group that enters. */
struct operand {
    const struct entering  *entering;
    const struct isa_group *group;
    unsigned                slot, number;
};

static const struct isa_alu_src *source_of(const struct operand *o)
{
    return &o->group->slot[o->slot].src[o->number];
}

static enum operand_index index_of(const struct operand *o)
{
    return operand_index(&o->group->slot[o->slot], source_of(o));
}

static unsigned route_of(const struct operand *o)
{
    return o->entering->group->route.operand[3 * o->slot + o->number];
}

/* The physical row that it names in a lane. */
static unsigned row_in(const struct operand *o, unsigned lane)
{
    const struct alu_issue_in     *issue = o->entering->issue;
    const struct operand_fetch_in *straps = o->entering->straps;
    const unsigned           gpr = source_of(o)->sel, base = o->entering->group->gpr_base, gprs = straps->num_gprs;
    const unsigned           loop = o->entering->loop_index;
    const enum operand_index index = index_of(o);
    if (index == INDEX_NONE)
        return gpr < gprs ? base + gpr : issue->temporary_row + gpr - (ISA_GPRS - issue->temporaries);
    if (index == INDEX_AL)
        return gpr + loop < gprs ? base + gpr + loop : base;
    if (index == INDEX_GLOBAL)
        return straps->shared_row + gpr;
    const bool    global = index == INDEX_GLOBAL_AR_X;
    const int32_t row = operand_fetch_row(straps, gpr, global, base, o->entering->ar_x->lane[lane]);
    return row >= 0 ? (unsigned)row : global ? straps->shared_row : base;
}

/* The operand whose row its port reads: the first one there. */
static struct operand first_on_port(const struct operand *o)
{
    struct operand first = *o;
    for (first.slot = 0; first.slot < ISA_SLOTS; first.slot++)
        for (first.number = 0;
             o->group->used[first.slot] && first.number < isa_alu_ops[o->group->slot[first.slot].id].operands;
             first.number++)
            if (route_of(&first) == route_of(o))
                return first;
    return *o;
}

static bool has_number_of_src0(const struct operand *o)
{
    const struct isa_alu_src *first = &o->group->slot[o->slot].src[0], *src = source_of(o);
    return o->slot != ISA_SLOT_T && o->number == 1 && src->sel == first->sel && src->chan == first->chan &&
           src->rel != first->rel;
}

static bool note_number(const struct operand *o, struct result_hazards *hazards)
{
    const struct alu_issue_reg *group = o->entering->group;
    const struct operand        first = first_on_port(o);
    const bool                  own = index_of(&first) == index_of(o);
    const struct operand        other = own ? (struct operand){o->entering, o->group, o->slot, 0} : first;
    const lane_mask_t           lanes = executing_lanes(group, o->entering->predicate, o->slot);
    bool                        differ = false;
    if (!lanes)
        return true;
    for (lane_mask_t left = lanes; left && !differ; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(left);
        differ = row_in(o, lane) != row_in(&other, lane);
    }
    struct result_hazard  like = {.kind = HAZARD_NUMBER,
                                  .address = group->address + o->group->place[o->slot],
                                  .writer = group->address + o->group->place[other.slot],
                                  .number = source_of(o)->sel,
                                  .element = source_of(o)->chan,
                                  .operand = (uint8_t)o->number,
                                  .index = (uint8_t)index_of(o),
                                  .other_index = (uint8_t)index_of(&other),
                                  .chosen = has_number_of_src0(o)};
    struct result_hazard *hazard = results_hazard(hazards, &like);
    if (!hazard)
        return false;
    ++*(own ? &hazard->own : &hazard->shared);
    hazard->differ += differ;
    return true;
}

static bool look_beside(const struct entering *entering, struct result_hazards *hazards)
{
    struct isa_group again;
    const unsigned   same = entering->group->same_number;
    if (!same || !take_apart(entering, &again))
        return true;
    for (unsigned left = same; left; left &= left - 1) {
        const unsigned       bit = (unsigned)__builtin_ctz(left);
        const struct operand o = {entering, &again, bit / 3, bit % 3};
        if (!note_number(&o, hazards))
            return false;
    }
    return true;
}

/* ---- a group that enters ----------------------------------------------------------------------------------------- */

bool hazards_look(const struct simd *simd, const struct instruction_memory *program, struct result_hazards *hazards)
{
    const unsigned          parity = rotation_parity(&simd->rotation);
    const struct alu_issue *issue = &simd->issue[parity];
    const struct entering   entering = {.group = &issue->q,
                                        .issue = &issue->in,
                                        .straps = &simd->fetch.in,
                                        .predicate = &simd->predicate[parity],
                                        .ar_x = &simd->ar[parity].ar[0],
                                        .written = write_back_lanes(&simd->back, parity),
                                        .loop_index = simd->clause[issue->q.of_clause].q.loop_index,
                                        .program = program};
    if (rotation_quarter(&simd->rotation) != 0 || !issue->q.executing)
        return true;
    return look_behind(&entering, hazards) && look_beside(&entering, hazards);
}
