#include "pipeline/alu/alu_operands.h"

bool alu_stop(struct alu_issue_reg *d, enum issue_error error, unsigned detail, uint32_t address)
{
    d->error = (issue_error_t)error;
    d->error_detail = (uint8_t)detail;
    d->error_address = address;
    return false;
}

int alu_physical_row(const struct alu_issue_in *in, unsigned gpr)
{
    if (gpr < in->num_gprs)
        return in->base + (int)gpr;
    const unsigned first_temporary = ISA_GPRS - in->temporaries;
    if (gpr >= first_temporary && gpr < ISA_GPRS)
        return in->temporary_row + (int)(gpr - first_temporary);
    return -1;
}

bool alu_constant_value(const struct issue_decision *of, const struct isa_alu_src *src, uint32_t *value)
{
    const struct alu_issue_in *in = of->in;
    const uint32_t *const      kc_line[] = {of->in->kc_line0, of->in->kc_line1, of->in->kc_line2, of->in->kc_line3};
    /* A relative constant is relative to aL here; beyond the file or the locked lines it is a NaN (ISA 4.6.3). */
    const unsigned index = src->rel ? in->loop_index : 0;
    if (isa_src_is_cfile(src->sel)) {
        const unsigned at = src->sel - ISA_SRC_CFILE + index;
        *value = at < ISA_CFILE_CONSTANTS ? of->in->constants[4 * at + src->chan] : CONSTANT_OUTSIDE;
        return true;
    }
    if (isa_src_is_kcache(src->sel)) {
        const unsigned set = src->sel >= ISA_SRC_KCACHE1, base = src->sel & 31, at = base + index;
        const unsigned locked = in->kc_have >> 2 * set; /* set 0: lines 0, 1; set 1: 2, 3 */
        if (at < 32 && locked >> (at >> 4) & 1)
            *value = kc_line[2 * set + (at >> 4)][4 * (at & 15) + src->chan];
        else
            *value = CONSTANT_OUTSIDE;
        return locked >> (base >> 4) & 1; /* of the base, whatever the index makes of it */
    }
    switch (src->sel) {
    case ISA_SRC_LITERAL:
        *value = of->group->literal[src->chan];
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
    return q->write >> slot & 1 && !(q->dst_relative >> slot & 1) && q->dst_row.slot[slot] == key;
}

/* Global GPRs and clause temporaries: not one wavefront's, so they outlive its clauses (ISA 2.6.1). */
static bool is_shared(const struct alu_issue_in *in, unsigned key)
{
    if (key & ROW_RELATIVE)
        return key & ROW_GLOBAL;
    return key - in->temporary_row < in->temporaries || key - in->shared_row < in->shared_count;
}

uint8_t alu_forwarded(const struct alu_issue_in *in, const struct alu_issue_reg *q, unsigned key, unsigned chan)
{
    uint8_t from = 0;
    /* Of another clause's group only what it wrote to shared registers counts. */
    if (!q->executing || (in->first && !is_shared(in, key)))
        return 0;
    if (writes_row(q, chan, key))
        from |= FORWARD_PV;
    if (writes_row(q, ISA_SLOT_T, key) && q->dst_chan.slot[ISA_SLOT_T] == chan)
        from |= FORWARD_PS;
    return from;
}

unsigned alu_waterfall_rotations(const struct issue_decision *of)
{
    const struct alu_issue_in *in = of->in;
    const struct isa_group    *group = of->group;
    enum { AR_VALUES = 512, READ_CLOCKS = 4 };
    uint64_t seen[AR_VALUES / 64] = {0};
    unsigned indices = 0;
    int      element = -1;
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const struct isa_alu *alu = &group->slot[s];
        for (unsigned i = 0; group->used[s] && i < isa_alu_ops[alu->id].operands; i++)
            if (alu->src[i].rel && isa_src_is_cfile(alu->src[i].sel) && alu->index_mode <= ISA_INDEX_AR_W)
                element = alu->index_mode;
    }
    if (element < 0)
        return 1;
    for (unsigned i = 0; i < LANES; i++) {
        const unsigned index = of->in->ar[element].lane[i] % AR_VALUES;
        const uint64_t bit = (in->lanes >> i & 1) << index % 64;
        indices += (bit & ~seen[index / 64]) != 0;
        seen[index / 64] |= bit;
    }
    return (indices * in->waterfall_clk + READ_CLOCKS - 1) / READ_CLOCKS;
}

bool alu_reads_shared(const struct isa_group *group)
{
    bool shared = false;
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const struct isa_alu *alu = &group->slot[s];
        for (unsigned i = 0; group->used[s] && i < isa_alu_ops[alu->id].operands; i++)
            shared |= alu->src[i].rel && isa_src_is_gpr(alu->src[i].sel) && alu->index_mode > ISA_INDEX_LOOP;
    }
    return shared;
}

static bool meets(const struct alu_issue_in *in, unsigned key, unsigned chan)
{
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const unsigned element = s == ISA_SLOT_T ? in->other_chan_t : s;
        if (!(in->other_write >> s & 1) || element != chan || !is_shared(in, key))
            continue;
        /* GUESS: an index per lane meets every global GPR of its element. */
        if (key & ROW_GLOBAL || in->other_global >> s & 1 || in->other_row.slot[s] == key)
            return true;
    }
    return false;
}

bool alu_meets_other(const struct alu_issue_in *in, const struct operand_ports *ports)
{
    for (unsigned c = 0; c < READ_CYCLES; c++)
        for (unsigned e = 0; e < READ_ELEMENTS; e++)
            if (ports->used[c][e] && meets(in, ports->row[c][e], e))
                return true;
    return false;
}

/* The error of an instruction's operand. */
static bool stop(const struct issue_decision *of, unsigned slot, enum issue_error error, unsigned detail)
{
    return alu_stop(of->d, error, detail, of->in->head + of->group->place[slot]);
}

/* An operand relative to AR, after a MOVA* of the same clause (ISA 4.6.1). */
static bool check_ar(const struct issue_decision *of, unsigned slot, unsigned element)
{
    return (!of->in->first && of->q->ar_valid >> element & 1) || stop(of, slot, ISSUE_BAD_INDEX, 0);
}

/* A global GPR by its absolute number (ISA 2.6.1.1).  The rows are global GPRs, temporaries of the even slot,
 * temporaries of the odd one, private GPRs, counted from row 0; here the private ones come first, with all others
 * behind them in the same order.  Numbers beyond the temporaries would be private GPRs of another wavefront. */
static bool global_row(const struct issue_decision *of, unsigned slot, unsigned gpr, int *row)
{
    if (!of->in->shared_count)
        return stop(of, slot, ISSUE_NO_GLOBALS, 0);
    if (gpr >= of->in->shared_count)
        return stop(of, slot, ISSUE_BAD_GPR, gpr);
    *row = (int)(of->in->shared_row + gpr);
    if (of->group->slot[slot].index_mode == ISA_INDEX_GLOBAL)
        return true;
    *row = (int)(ROW_RELATIVE | ROW_GLOBAL | gpr);
    return check_ar(of, slot, 0);
}

/* The row of a relative GPR; by AR.x whatever element INDEX_MODE names (ISA table 4.2).  Clause temporaries cannot be
 * indexed (ISA 4.6.1, 4.6.3); `outside` is what a number beyond the program's GPRs becomes. */
static bool relative_row(const struct issue_decision *of, unsigned slot, unsigned gpr, int outside, int *row)
{
    const struct alu_issue_in *in = of->in;
    const unsigned             index_mode = of->group->slot[slot].index_mode;
    if (index_mode > ISA_INDEX_LOOP)
        return global_row(of, slot, gpr, row);
    if (gpr >= in->num_gprs)
        return stop(of, slot, ISSUE_BAD_GPR, gpr);
    if (index_mode <= ISA_INDEX_AR_W) {
        *row = (int)(ROW_RELATIVE | gpr);
        return check_ar(of, slot, 0);
    }
    *row = gpr + in->loop_index < in->num_gprs ? (int)(in->base + gpr + in->loop_index) : outside;
    return true;
}

/* A constant of the file: its number after aL is added, or before AR is. */
static bool constant_row(const struct issue_decision *of, unsigned slot, const struct isa_alu_src *src, uint16_t *row)
{
    const unsigned index_mode = of->group->slot[slot].index_mode;
    const unsigned number = src->sel - ISA_SRC_CFILE;
    *row = (uint16_t)number;
    if (!src->rel)
        return true;
    *row = (uint16_t)(number + of->in->loop_index);
    if (index_mode == ISA_INDEX_LOOP)
        return true;
    if (index_mode > ISA_INDEX_LOOP) /* the global modes are for GPRs (ISA 2.6.1.1, table 4.2) */
        return stop(of, slot, ISSUE_BAD_INDEX, 0);
    *row = (uint16_t)(ROW_WATERFALL | number);
    return check_ar(of, slot, index_mode);
}

/* The address of a source operand after its index, or before it with a mark. */
static bool find_row(const struct issue_decision *of, unsigned slot, unsigned operand, uint16_t *row)
{
    const struct isa_alu     *alu = &of->group->slot[slot];
    const struct isa_alu_src *src = &alu->src[operand];
    if (src->sel >= ISA_SRC_KCACHE_END && src->sel < ISA_SRC_1_DBL_L)
        return stop(of, slot, ISSUE_BAD_OPERAND, 0);
    if (isa_src_is_cfile(src->sel))
        return constant_row(of, slot, src, row);
    *row = 0;
    if (!isa_src_is_gpr(src->sel)) {
        /* A constant-cache operand can be relative to aL only, others to nothing (ISA 4.6.1). */
        const bool can_be = isa_src_is_kcache(src->sel) && alu->index_mode == ISA_INDEX_LOOP;
        return !src->rel || can_be || stop(of, slot, ISSUE_BAD_INDEX, 0);
    }
    if (src->rel) {
        int        indexed = 0;
        const bool legal = relative_row(of, slot, src->sel, of->in->base, &indexed);
        *row = (uint16_t)indexed;
        return legal;
    }
    const int physical = alu_physical_row(of->in, src->sel);
    *row = (uint16_t)physical;
    return physical >= 0 || stop(of, slot, ISSUE_BAD_GPR, src->sel);
}

bool alu_find_rows(const struct issue_decision *of, uint16_t row[ISA_SLOTS][3], int dst[ISA_SLOTS])
{
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const struct isa_alu *alu = &of->group->slot[s];
        if (!of->group->used[s])
            continue;
        for (unsigned i = 0; i < isa_alu_ops[alu->id].operands; i++)
            if (!find_row(of, s, i, &row[s][i]))
                return false;
        dst[s] = alu_physical_row(of->in, alu->dst_gpr);
        if (alu->dst_rel && !relative_row(of, s, alu->dst_gpr, -1, &dst[s]))
            return false;
    }
    return true;
}
