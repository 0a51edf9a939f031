#include "pipeline/alu_issue.h"

#include <assert.h>
#include <string.h>

RTL_TABLE(alu_issue, ALU_ISSUE_SIGNALS);

enum { BUFFER_WORDS = 16, GROUP_WORDS = 7, KCACHE_END = 192, AR_AGE_MOST = 7 };

void alu_issue_reset(struct alu_issue *issue)
{
    memset(&issue->q, 0, sizeof issue->q);
    memset(&issue->d, 0, sizeof issue->d);
}

static bool stop(struct alu_issue_reg *d, enum issue_error error, unsigned detail, uint32_t address)
{
    d->error = (issue_error_t)error;
    d->error_detail = (uint8_t)detail;
    d->error_address = address;
    return false;
}

/* The physical row of a GPR, or -1 when the number names neither a register of the program nor a clause temporary
 * (ISA 4.6, 4.6.3). */
static int physical_row(const struct alu_issue_in *in, unsigned gpr)
{
    if (gpr < in->num_gprs)
        return in->base + (int)gpr;
    if (gpr >= 128u - in->temporaries && gpr < 128)
        return in->temporary_row + (int)(gpr - (128u - in->temporaries));
    return -1;
}

/* A constant operand's value; false when its constant-cache line is not locked (ISA 4.6.3). */
static bool constant_value(const struct alu_issue_in *in, const struct issue_sources *sources,
                           const struct isa_group *group, const struct isa_alu_src *src, uint32_t *value)
{
    if (isa_src_is_cfile(src->sel)) {
        *value = sources->constants[4 * (src->sel - ISA_SRC_CFILE) + src->chan];
        return true;
    }
    if (isa_src_is_kcache(src->sel)) {
        const unsigned line = (src->sel - ISA_SRC_KCACHE0) >> 4; /* set 0: 0, 1; set 1: 2, 3 */
        if (!(in->kc_have >> line & 1))
            return false;
        *value = sources->kc_line[line][4 * (src->sel & 15) + src->chan];
        return true;
    }
    switch (src->sel) {
    case ISA_SRC_LITERAL:
        *value = group->literal[src->chan];
        return true;
    case ISA_SRC_1_DBL_M:
        *value = 0x3ff00000;
        return true;
    case ISA_SRC_0_5_DBL_M:
        *value = 0x3fe00000;
        return true;
    case ISA_SRC_1:
        *value = 0x3f800000;
        return true;
    case ISA_SRC_0_5:
        *value = 0x3f000000;
        return true;
    case ISA_SRC_1_INT:
        *value = 1;
        return true;
    case ISA_SRC_M_1_INT:
        *value = 0xffffffff;
        return true;
    default: /* 0.0 and the low words of the double constants */
        *value = 0;
        return true;
    }
}

static bool writes_row(const struct alu_issue_reg *q, unsigned slot, unsigned key)
{
    return q->write >> slot & 1 && (q->dst_row.slot[slot] | (q->dst_relative >> slot & 1 ? ROW_RELATIVE : 0u)) == key;
}

/* Where the group before left this register: Trans wins over a vector slot (ISA 4.9.2, 4.11).  A write and a read that
 * are both relative to AR are compared by their GPR numbers; one that is relative and one that is not are never seen
 * to be the same register, so the old value is read. */
static uint8_t forwarded(const struct alu_issue_reg *q, unsigned key, unsigned chan)
{
    uint8_t from = 0;
    if (writes_row(q, chan, key))
        from |= FORWARD_PV;
    if (writes_row(q, ISA_SLOT_T, key) && q->dst_chan.slot[ISA_SLOT_T] == chan)
        from |= FORWARD_PS;
    return from;
}

/* Relative operands: only GPRs of the program, by AR.x whatever element INDEX_MODE names (ISA table 4.2, 4.6.3), after
 * a MOVA* of the same clause and not in a group that has one (ISA 4.6.1, 4.8.2.2). */
static bool check_index(const struct alu_issue_in *in, const struct alu_issue_reg *q, struct alu_issue_reg *d,
                        const struct isa_alu *alu, unsigned gpr, bool mova, uint32_t address)
{
    if (alu->index_mode > ISA_INDEX_AR_W)
        return stop(d, ISSUE_NOT_MODELLED, 0, address);
    if (gpr >= in->num_gprs)
        return stop(d, ISSUE_BAD_GPR, gpr, address);
    if (mova || in->first || !(q->ar_valid & 1))
        return stop(d, ISSUE_BAD_INDEX, 0, address);
    return true;
}

static bool has_mova(const struct isa_group *group)
{
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        if (group->used[s] && isa_alu_ops[group->slot[s].id].flags & ISA_MOVA)
            return true;
    return false;
}

/* The address of a source operand after its index, or for an operand relative to AR its GPR number and a mark. */
static bool find_row(const struct alu_issue_in *in, const struct alu_issue_reg *q, struct alu_issue_reg *d,
                     const struct isa_alu *alu, const struct isa_alu_src *src, bool mova, uint32_t address,
                     uint16_t *row)
{
    if (src->sel >= KCACHE_END && src->sel < ISA_SRC_1_DBL_L)
        return stop(d, ISSUE_BAD_OPERAND, 0, address);
    if (isa_src_is_cfile(src->sel)) {
        *row = (uint16_t)(src->sel - ISA_SRC_CFILE);
        return !src->rel || stop(d, ISSUE_NOT_MODELLED, 0, address);
    }
    if (!isa_src_is_gpr(src->sel)) /* a constant-cache operand cannot be relative to AR */
        return !src->rel || stop(d, ISSUE_BAD_INDEX, 0, address);
    if (src->rel) {
        *row = (uint16_t)(ROW_RELATIVE | src->sel);
        return check_index(in, q, d, alu, src->sel, mova, address);
    }
    const int physical = physical_row(in, src->sel);
    *row = (uint16_t)physical;
    return physical >= 0 || stop(d, ISSUE_BAD_GPR, src->sel, address);
}

/* The addresses of a group's operands. */
static bool find_rows(const struct alu_issue_in *in, const struct alu_issue_reg *q, struct alu_issue_reg *d,
                      const struct isa_group *group, uint16_t row[ISA_SLOTS][3])
{
    const bool mova = has_mova(group);
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const struct isa_alu *alu = &group->slot[s];
        if (!group->used[s])
            continue;
        const uint32_t address = in->head + group->place[s];
        for (unsigned i = 0; i < isa_alu_ops[alu->id].operands; i++)
            if (!find_row(in, q, d, alu, &alu->src[i], mova, address, &row[s][i]))
                return false;
        if (alu->dst_rel && !check_index(in, q, d, alu, alu->dst_gpr, mova, address))
            return false;
    }
    return true;
}

/* Where each operand of a slot comes from. */
static bool route_operands(const struct alu_issue_in *in, const struct alu_issue_reg *q, struct alu_issue_reg *d,
                           const struct issue_sources *sources, const struct isa_group *group,
                           const struct operand_ports *ports, uint16_t row[ISA_SLOTS][3], unsigned s)
{
    const struct isa_alu *alu = &group->slot[s];
    for (unsigned i = 0; i < isa_alu_ops[alu->id].operands; i++) {
        const struct isa_alu_src *src = &alu->src[i];
        const unsigned            o = 3 * s + i;
        if (isa_src_is_gpr(src->sel)) {
            d->route.operand[o] = (uint8_t)(ROUTE_READ + ports->cycle[s][i] * READ_ELEMENTS + src->chan);
            d->forward.operand[o] = in->first ? 0 : forwarded(q, row[s][i], src->chan);
        } else if (src->sel == ISA_SRC_PV) {
            d->route.operand[o] = (uint8_t)(ROUTE_PV + src->chan);
        } else if (src->sel == ISA_SRC_PS) {
            d->route.operand[o] = ROUTE_PS;
        } else {
            d->route.operand[o] = ROUTE_CONSTANT;
            if (!constant_value(in, sources, group, src, &d->constant.operand[o]))
                return stop(d, ISSUE_BAD_KCACHE, 0, in->head + group->place[s]);
        }
    }
    return true;
}

/* The control of one slot's instruction. */
static void control_slot(const struct alu_issue_in *in, struct alu_issue_reg *d, const struct isa_group *group,
                         unsigned s)
{
    const struct isa_alu *alu = &group->slot[s];
    const int             dst = physical_row(in, alu->dst_gpr);
    d->op.slot[s] = (alu_op_t)alu->id;
    d->word.slot[s] = 0;
    for (unsigned i = 0; i < 3; i++) {
        d->absolute.slot[s] = (uint8_t)(d->absolute.slot[s] | alu->src[i].abs << i);
        d->negate.slot[s] = (uint8_t)(d->negate.slot[s] | alu->src[i].neg << i);
    }
    d->omod.slot[s] = alu->omod;
    d->clamp.slot[s] = alu->clamp;
    d->pred_sel.slot[s] = alu->pred_sel;
    d->update.slot[s] = (uint8_t)(alu->update_pred | alu->update_execute_mask << 1);
    d->dst_row.slot[s] = alu->dst_rel ? alu->dst_gpr : dst < 0 ? 0 : (uint8_t)dst;
    d->dst_relative = (uint8_t)(d->dst_relative | alu->dst_rel << s);
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
    for (unsigned c = 0; c < READ_CYCLES; c++)
        for (unsigned e = 0; e < READ_ELEMENTS; e++)
            if (ports->used[c][e]) {
                const unsigned port = c * READ_ELEMENTS + e;
                d->read = (uint16_t)(d->read | 1u << port);
                d->read_row.row[port] = (uint8_t)ports->row[c][e];
                if (ports->row[c][e] & ROW_RELATIVE)
                    d->read_relative = (uint16_t)(d->read_relative | 1u << port);
            }
}

static bool control(const struct alu_issue_in *in, const struct alu_issue_reg *q, struct alu_issue_reg *d,
                    const struct issue_sources *sources, const struct isa_group *group, const uint32_t *words)
{
    uint16_t             row[ISA_SLOTS][3] = {{0}};
    struct operand_ports ports;
    unsigned             slot, operand;
    if (!find_rows(in, q, d, group, row))
        return false;
    const enum port_violation violation = operand_ports_assign(group, row, &ports, &slot, &operand);
    if (violation != PORT_OK)
        return stop(d, ISSUE_BAD_PORTS, violation, in->head + group->place[slot]);

    d->used = d->write = d->dst_relative = d->ar_write = 0;
    d->read = d->read_relative = 0;
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
        control_slot(in, d, group, s);
        d->word.slot[s] = (uint64_t)words[2 * group->place[s] + 1] << 32 | words[2 * group->place[s]];
        if (!route_operands(in, q, d, sources, group, &ports, row, s))
            return false;
    }
    return true;
}

static bool uses_ar(const struct isa_group *group)
{
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const struct isa_alu *alu = &group->slot[s];
        bool                  relative = alu->dst_rel;
        for (unsigned i = 0; i < isa_alu_ops[alu->id].operands; i++)
            relative |= alu->src[i].rel;
        if (group->used[s] && relative && alu->index_mode <= ISA_INDEX_AR_W)
            return true;
    }
    return false;
}

/* Takes the group at the head of the clause.  Returns false when there is none, and says why. */
static bool take_group(const struct alu_issue_in *in, const struct alu_issue_reg *q, struct alu_issue_reg *d,
                       const struct issue_sources *sources)
{
    uint32_t         words[2 * GROUP_WORDS];
    struct isa_group group;
    unsigned         at = 0, count = in->available < GROUP_WORDS ? in->available : GROUP_WORDS;
    for (unsigned w = 0; w < count; w++) {
        const uint64_t word = sources->buffer[(in->head + w) % BUFFER_WORDS];
        words[2 * w] = (uint32_t)word;
        words[2 * w + 1] = (uint32_t)(word >> 32);
    }
    const enum isa_group_status status = isa_group_assemble(words, count, in->prefer_vector, &group, &at);
    if (status == ISA_GROUP_TRUNCATED && in->available < in->left && in->available < GROUP_WORDS) {
        d->stall = ISSUE_STALL_INSTRUCTION;
        return false;
    }
    if (status != ISA_GROUP_OK)
        return stop(d, ISSUE_BAD_GROUP, status, in->head + at);
    if (uses_ar(&group) && !in->first && q->ar_age < in->mova_delay) {
        d->ar_age = (uint8_t)(q->ar_age + 1); /* an empty group: the hardware inserts the delay */
        d->stall = ISSUE_STALL_MOVA;
        return false;
    }
    if (!control(in, q, d, sources, &group, words))
        return false;
    if (in->first)
        d->ar_valid = 0;
    d->ar_valid |= d->ar_write;
    d->ar_age = (uint8_t)(d->ar_write ? 0 : q->ar_age < AR_AGE_MOST ? q->ar_age + 1 : AR_AGE_MOST);
    d->gpr_base = in->base;
    d->starts = in->first;
    d->last = group.size == in->left;
    d->wave_slot = in->slot;
    d->wave = in->number;
    d->of_clause = in->clause_index;
    d->address = in->head;
    d->exec_active = in->active;
    d->exec_lanes = in->lanes;
    d->consume = (uint8_t)group.size;
    d->groups = q->groups + 1;
    d->instructions = q->instructions + group.instructions;
    return true;
}

void alu_issue_eval(const struct alu_issue_in *in, const struct alu_issue_reg *q, struct alu_issue_reg *d,
                    const struct issue_sources *sources)
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
    d->stall = ISSUE_STALL_NONE;
    if (q->resting > 1) {
        d->resting = (uint8_t)(q->resting - 1);
        d->stall = ISSUE_STALL_LATENCY;
    } else if (!in->clause) {
        d->stall = ISSUE_STALL_NO_CLAUSE;
    } else if (take_group(in, q, d, sources)) {
        d->reading = true;
        d->resting = in->rotations;
        return;
    }
    d->empty = q->empty + 1;
}
