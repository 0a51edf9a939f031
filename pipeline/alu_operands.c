#include "pipeline/alu_operands.h"

enum { KCACHE_END = 192, CONSTANT_FILE_SIZE = 256 };
#define CONSTANT_OUTSIDE 0x7fffffffu /* ISA 4.6.3 */

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
    if (gpr >= 128u - in->temporaries && gpr < 128)
        return in->temporary_row + (int)(gpr - (128u - in->temporaries));
    return -1;
}

bool alu_constant_value(const struct alu_issue_in *in, const struct issue_sources *sources,
                        const struct isa_group *group, const struct isa_alu_src *src, uint32_t *value)
{
    /* A relative constant is relative to aL here; beyond the file or the locked lines it is a NaN (ISA 4.6.3). */
    const unsigned index = src->rel ? in->loop_index : 0;
    if (isa_src_is_cfile(src->sel)) {
        const unsigned at = src->sel - ISA_SRC_CFILE + index;
        *value = at < CONSTANT_FILE_SIZE ? sources->constants[4 * at + src->chan] : CONSTANT_OUTSIDE;
        return true;
    }
    if (isa_src_is_kcache(src->sel)) {
        const unsigned set = src->sel >= ISA_SRC_KCACHE1, at = (src->sel & 31) + index;
        const unsigned line = 2 * set + (at >> 4); /* set 0: lines 0, 1; set 1: 2, 3 */
        const bool     locked = at < 32 && in->kc_have >> line & 1;
        if (locked)
            *value = sources->kc_line[line][4 * (at & 15) + src->chan];
        else
            *value = CONSTANT_OUTSIDE;
        return locked || (src->rel && in->kc_have >> 2 * set & 1);
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

uint8_t alu_forwarded(const struct alu_issue_reg *q, unsigned key, unsigned chan)
{
    uint8_t from = 0;
    if (writes_row(q, chan, key))
        from |= FORWARD_PV;
    if (writes_row(q, ISA_SLOT_T, key) && q->dst_chan.slot[ISA_SLOT_T] == chan)
        from |= FORWARD_PS;
    return from;
}

/* An operand relative to AR: only a GPR of the program, by AR.x whatever element INDEX_MODE names (ISA table 4.2,
 * 4.6.3), after a MOVA* of the same clause and not in a group that has one (ISA 4.6.1, 4.8.2.2). */
static bool check_ar(const struct alu_issue_in *in, const struct alu_issue_reg *q, struct alu_issue_reg *d,
                     unsigned gpr, bool mova, uint32_t address)
{
    if (gpr >= in->num_gprs)
        return alu_stop(d, ISSUE_BAD_GPR, gpr, address);
    if (mova || in->first || !(q->ar_valid & 1))
        return alu_stop(d, ISSUE_BAD_INDEX, 0, address);
    return true;
}

/* The row of a relative GPR; `outside` is what a number beyond the program's GPRs becomes (ISA 4.6.3). */
static bool relative_row(const struct alu_issue_in *in, const struct alu_issue_reg *q, struct alu_issue_reg *d,
                         const struct isa_alu *alu, unsigned gpr, bool mova, uint32_t address, int outside, int *row)
{
    if (alu->index_mode <= ISA_INDEX_AR_W) {
        *row = (int)(ROW_RELATIVE | gpr);
        return check_ar(in, q, d, gpr, mova, address);
    }
    if (alu->index_mode != ISA_INDEX_LOOP)
        return alu_stop(d, ISSUE_NOT_MODELLED, 0, address);
    if (gpr >= in->num_gprs)
        return alu_stop(d, ISSUE_BAD_GPR, gpr, address);
    *row = gpr + in->loop_index < in->num_gprs ? (int)(in->base + gpr + in->loop_index) : outside;
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
        return alu_stop(d, ISSUE_BAD_OPERAND, 0, address);
    if (isa_src_is_cfile(src->sel)) {
        *row = (uint16_t)(src->sel - ISA_SRC_CFILE + (src->rel ? in->loop_index : 0));
        return !src->rel || alu->index_mode == ISA_INDEX_LOOP || alu_stop(d, ISSUE_NOT_MODELLED, 0, address);
    }
    if (!isa_src_is_gpr(src->sel)) /* a constant-cache operand can be relative to aL only (ISA 4.6.1) */
        return !src->rel || alu->index_mode == ISA_INDEX_LOOP || alu_stop(d, ISSUE_BAD_INDEX, 0, address);
    if (src->rel) {
        int        indexed = 0;
        const bool legal = relative_row(in, q, d, alu, src->sel, mova, address, in->base, &indexed);
        *row = (uint16_t)indexed;
        return legal;
    }
    const int physical = alu_physical_row(in, src->sel);
    *row = (uint16_t)physical;
    return physical >= 0 || alu_stop(d, ISSUE_BAD_GPR, src->sel, address);
}

bool alu_find_rows(const struct alu_issue_in *in, const struct alu_issue_reg *q, struct alu_issue_reg *d,
                   const struct isa_group *group, uint16_t row[ISA_SLOTS][3], int dst[ISA_SLOTS])
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
        dst[s] = alu_physical_row(in, alu->dst_gpr);
        if (alu->dst_rel && !relative_row(in, q, d, alu, alu->dst_gpr, mova, address, -1, &dst[s]))
            return false;
    }
    return true;
}
