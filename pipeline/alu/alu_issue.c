#include "pipeline/alu/alu_functions.h"
#include "pipeline/alu/alu_groups.h"
#include "pipeline/alu/alu_rules.h"
#include "pipeline/instruction_buffer.h"

#include <assert.h>
#include <string.h>

RTL_TABLE(alu_issue, ALU_ISSUE_SIGNALS);

enum { AR_AGE_MOST = 7 };

/* Where each operand of a slot comes from. */
static bool route_operands(const struct issue_decision *of, const struct operand_ports *ports,
                           uint16_t row[ISA_SLOTS][3], unsigned s)
{
    const struct isa_alu *alu = &of->group->slot[s];
    struct alu_issue_reg *d = of->d;
    for (unsigned i = 0; i < isa_alu_ops[alu->id].operands; i++) {
        const struct isa_alu_src *src = &alu->src[i];
        const unsigned            o = 3 * s + i;
        if (isa_src_is_gpr(src->sel)) {
            const unsigned cycle = ports->cycle[s][i];
            d->route.operand[o] = (uint8_t)(ROUTE_READ + cycle * READ_ELEMENTS + src->chan);
            d->forward.operand[o] = alu_forwarded(of->in, of->q, ports->row[cycle][src->chan], src->chan);
        } else if (src->sel == ISA_SRC_PV) {
            d->route.operand[o] = (uint8_t)(ROUTE_PV + src->chan);
        } else if (src->sel == ISA_SRC_PS) {
            d->route.operand[o] = ROUTE_PS;
        } else if (row[s][i] & ROW_WATERFALL) {
            d->route.operand[o] = ROUTE_WATERFALL;
            d->constant.operand[o] = 4 * (row[s][i] & ~ROW_WATERFALL) + src->chan;
            d->ar_element = alu->index_mode;
        } else {
            d->route.operand[o] = ROUTE_CONSTANT;
            if (!alu_constant_value(of, src, &d->constant.operand[o]))
                return alu_stop(d, ISSUE_BAD_KCACHE, 0, of->in->head + of->group->place[s]);
        }
    }
    return true;
}

/* The control of one slot's instruction. */
static void control_slot(const struct issue_decision *of, unsigned s, int dst)
{
    struct alu_issue_reg   *d = of->d;
    const struct isa_group *group = of->group;
    const struct isa_alu   *alu = &group->slot[s];
    d->op.slot[s] = (alu_op_t)alu->id;
    d->word.slot[s] = 0;
    for (unsigned i = 0; i < 3; i++) {
        d->absolute.slot[s] = (uint8_t)(d->absolute.slot[s] | alu->src[i].abs << i);
        d->negate.slot[s] = (uint8_t)(d->negate.slot[s] | alu->src[i].neg << i);
    }
    /* The face that CUBE leaves in W is no subject of the output modifiers (ISA table 4.5). */
    const bool is_face = alu->id == ISA_OP2_CUBE && s == ISA_SLOT_W;
    d->omod.slot[s] = is_face ? ISA_OMOD_OFF : alu->omod;
    d->clamp.slot[s] = is_face || !alu->clamp ? CLAMP_OFF : of->in->nan_kept ? CLAMP_NAN_KEPT : CLAMP_NAN_ZERO;
    d->pred_sel.slot[s] = alu->pred_sel;
    d->update.slot[s] = (uint8_t)(alu->update_pred | alu->update_execute_mask << 1);
    d->dst_row.slot[s] = dst < 0 ? 0 : (uint8_t)dst;
    if (dst >= 0 && dst & (int)ROW_RELATIVE)
        d->dst_relative = (uint8_t)(d->dst_relative | 1u << s);
    if (dst >= 0 && dst & (int)ROW_GLOBAL)
        d->dst_global = (uint8_t)(d->dst_global | 1u << s);
    if (isa_alu_ops[alu->id].flags & ISA_MOVA)
        d->ar_write = (uint8_t)(d->ar_write | 1u << s);
    d->dst_chan.slot[s] = alu->dst_chan;
    /* A destination outside the registers writes PV or PS only (ISA 4.9.2); NOP writes nothing (ISA 4.9.4). */
    if (alu->write_mask && dst >= 0 && alu->id != ISA_OP2_NOP)
        d->write = (uint8_t)(d->write | 1u << s);
}

/* The read ports in use, as signals. */
static void list_reads(const struct operand_ports *ports, struct alu_issue_reg *d)
{
    d->same_number = ports->same_number;
    for (unsigned c = 0; c < READ_CYCLES; c++)
        for (unsigned e = 0; e < READ_ELEMENTS; e++)
            if (ports->used[c][e]) {
                const unsigned port = c * READ_ELEMENTS + e;
                d->read = (uint16_t)(d->read | 1u << port);
                d->read_row.row[port] = (uint8_t)ports->row[c][e];
                if (ports->row[c][e] & ROW_RELATIVE)
                    d->read_relative = (uint16_t)(d->read_relative | 1u << port);
                if (ports->row[c][e] & ROW_GLOBAL)
                    d->read_global = (uint16_t)(d->read_global | 1u << port);
            }
}

bool alu_issue_control(const struct issue_decision *of, const uint32_t *words)
{
    const struct alu_issue_in *in = of->in;
    const struct isa_group    *group = of->group;
    struct alu_issue_reg      *d = of->d;
    uint16_t                   row[ISA_SLOTS][3] = {{0}};
    struct operand_ports       ports;
    int                        dst[ISA_SLOTS] = {0};
    unsigned                   slot, operand;
    if (!alu_find_rows(of, row, dst))
        return false;
    const enum port_violation violation = operand_ports_assign(group, row, in->number_alone, &ports, &slot, &operand);
    if (violation != PORT_OK)
        return alu_stop(d, ISSUE_BAD_PORTS, violation, in->head + group->place[slot]);
    if (in->other_write && alu_meets_other(in, &ports)) {
        d->stall = ISSUE_STALL_GLOBAL;
        return false;
    }

    d->used = d->write = d->dst_relative = d->dst_global = d->ar_write = 0;
    d->read = d->read_relative = d->read_global = 0;
    memset(&d->absolute, 0, sizeof d->absolute);
    memset(&d->negate, 0, sizeof d->negate);
    memset(&d->forward, 0, sizeof d->forward);
    memset(&d->route, ROUTE_NONE, sizeof d->route);
    list_reads(&ports, d);
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        if (!group->used[s]) {
            d->op.slot[s] = ISA_OP2_NOP;
            d->word.slot[s] = 0;
            continue;
        }
        d->used = (uint8_t)(d->used | 1u << s);
        control_slot(of, s, dst[s]);
        d->word.slot[s] = (uint64_t)words[2 * group->place[s] + 1] << 32 | words[2 * group->place[s]];
        if (!route_operands(of, &ports, row, s))
            return false;
    }
    return true;
}

/* What only the group itself can break, and what the chip does not have. */
static bool check_rules(const struct issue_decision *of)
{
    const struct isa_group *group = of->group;
    unsigned                slot = 0;
    const enum group_rule   rule = alu_group_rule(group, &slot);
    if (rule != RULE_OK)
        return alu_stop(of->d, ISSUE_BAD_RULE, rule, of->in->head + group->place[slot]);
    for (slot = 0; slot < ISA_SLOT_T; slot++)
        if (!of->in->doubles && group->used[slot] && isa_alu_ops[group->slot[slot].id].flags & ISA_DOUBLE)
            return alu_stop(of->d, ISSUE_NO_DOUBLES, 0, of->in->head + group->place[slot]);
    return true;
}

/* Rotations in which nothing is issued because of AR; they are counted, so that the last one ends. */
static bool waits_for_ar(const struct issue_decision *of)
{
    const struct alu_issue_in  *in = of->in;
    const struct alu_issue_reg *q = of->q;
    struct alu_issue_reg       *d = of->d;
    unsigned                    elements = 0;
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        if (of->group->used[s])
            elements |= alu_ar_elements(&of->group->slot[s]);
    if (!elements || in->first || elements & ~q->ar_valid)
        return false; /* without a valid AR the group is illegal */
    if (q->ar_age < in->mova_delay) {
        d->ar_age = (uint8_t)(q->ar_age + 1); /* an empty group: the hardware inserts the delay */
        d->stall = ISSUE_STALL_MOVA;
        return true;
    }
    if (q->waterfall + 1u < alu_waterfall_rotations(of)) {
        d->waterfall = (uint8_t)(q->waterfall + 1);
        d->stall = ISSUE_STALL_WATERFALL;
        return true;
    }
    return false;
}

/* Rotations but the last one in which global GPRs are read.  GUESS: however many, in whichever operands, also where
 * they come from PV or PS. */
static bool waits_for_shared(const struct issue_decision *of)
{
    const struct alu_issue_reg *q = of->q;
    if (q->waterfall + 1u >= of->in->shared_rotations || !alu_reads_shared(of->group))
        return false;
    of->d->waterfall = (uint8_t)(q->waterfall + 1);
    of->d->stall = ISSUE_STALL_SHARED;
    return true;
}

/* The writes of the group before, to be compared with this one's reads. */
static void note_before(const struct alu_issue_in *in, const struct alu_issue_reg *q, struct alu_issue_reg *d)
{
    d->behind = q->executing;
    d->before_write = q->executing || !in->first ? q->write : 0;
    d->before_row = q->dst_row;
    d->before_relative = q->dst_relative;
    d->before_global = q->dst_global;
    d->before_chan_t = q->dst_chan.slot[ISA_SLOT_T];
    d->before_base = q->gpr_base;
    d->before_address = q->address;
}

/* The group at the head of the clause: its control, and of its words and instructions how many.  False when there is
 * none, and says why. */
static bool decode(const struct alu_issue_in *in, const struct alu_issue_reg *q, struct alu_issue_reg *d,
                   unsigned *size, unsigned *instructions)
{
    const struct group_entry *known = group_recall(in, q, d);
    uint32_t                  words[2 * GROUP_MOST_WORDS];
    struct isa_group          group;
    unsigned                  at = 0, count = in->available < GROUP_MOST_WORDS ? in->available : GROUP_MOST_WORDS;
    if (known) {
        *size = known->size;
        *instructions = known->instructions;
        return true;
    }
    for (unsigned w = 0; w < count; w++) {
        const uint64_t word = in->buffer[(in->head + w) % INSTRUCTION_BUFFER_WORDS];
        words[2 * w] = (uint32_t)word;
        words[2 * w + 1] = (uint32_t)(word >> 32);
    }
    const enum isa_group_status status = isa_group_assemble(words, count, in->prefer_vector, &group, &at);
    if (status == ISA_GROUP_TRUNCATED && in->available < in->left && in->available < GROUP_MOST_WORDS) {
        d->stall = ISSUE_STALL_INSTRUCTION;
        return false;
    }
    if (status != ISA_GROUP_OK)
        return alu_stop(d, ISSUE_BAD_GROUP, status, in->head + at);
    const struct issue_decision of = {in, q, d, &group};
    if (!check_rules(&of) || waits_for_ar(&of) || waits_for_shared(&of) || !alu_issue_control(&of, words))
        return false;
    group_keep(&of, words);
    *size = group.size;
    *instructions = group.instructions;
    return true;
}

static bool take_group(const struct alu_issue_in *in, const struct alu_issue_reg *q, struct alu_issue_reg *d)
{
    unsigned size, instructions;
    if (!decode(in, q, d, &size, &instructions))
        return false;
    note_before(in, q, d);
    d->waterfall = 0;
    if (in->first)
        d->ar_valid = 0;
    d->ar_valid |= (d->ar_write & 15) | d->ar_write >> ISA_SLOT_T;
    d->ar_age = (uint8_t)(d->ar_write ? 0 : q->ar_age < AR_AGE_MOST ? q->ar_age + 1 : AR_AGE_MOST);
    d->gpr_base = in->base;
    d->alternate = in->from_alternate;
    d->starts = in->first;
    d->last = size == in->left;
    d->wave_slot = in->slot;
    d->wave = in->number;
    d->of_clause = in->clause_index;
    d->address = in->head;
    d->exec_active = in->active;
    d->exec_lanes = in->lanes;
    d->consume = (uint8_t)size;
    d->groups = q->groups + 1;
    d->instructions = q->instructions + instructions;
    return true;
}

void alu_issue_eval(const struct alu_issue_in *in, const struct alu_issue_reg *q, struct alu_issue_reg *d)
{
    d->consume = 0;
    if (in->window) {
        d->executing = q->reading;
        d->reading = false;
    }
    if (in->slot_end)
        d->executing = false;
    if (!in->decide || q->error)
        return;
    assert(!q->reading);
    d->decided = true;
    d->stall = ISSUE_STALL_NONE;
    if (q->resting > 1)
        d->resting = (uint8_t)(q->resting - 1);
    if (q->resting > 1 && in->clause && !in->first) {
        d->stall = ISSUE_STALL_LATENCY;
    } else if (!in->clause) {
        d->stall = ISSUE_STALL_NO_CLAUSE;
    } else if (take_group(in, q, d)) {
        d->reading = true;
        d->resting = in->rotations;
        return;
    }
    d->empty = q->empty + 1;
}
