#include "pipeline/alu/alu_slot.h"

#include "pipeline/alu/alu_functions.h"

RTL_TABLE(alu_slot, ALU_SLOT_SIGNALS);

void alu_slot_eval(const struct alu_slot_in *in, const struct alu_slot_reg *q, struct alu_slot_reg *d)
{
    d->done = q->s1_valid;
    if (q->s1_valid) {
        d->result = in->wide ? in->wide_value : q->s1_value;
        if (q->s1_omod || q->s1_clamp)
            alu_modify_output(&d->result, q->s1_omod, q->s1_clamp);
        d->flags = in->wide ? in->wide_flags : q->s1_flags;
        d->result_mask = q->s1_mask;
    }

    d->s1_valid = in->valid;
    if (!in->valid)
        return;
    d->s1_mask = in->mask;
    d->s1_omod = in->omod;
    d->s1_clamp = in->clamp;
    if (in->known) {
        d->s1_value = in->known->value;
        d->s1_flags = in->known->flags;
        return;
    }
    quarter_t src[3] = {in->src0, in->src1, in->src2};
    for (unsigned i = 0; i < 3; i++)
        if ((in->absolute | in->negate) >> i & 1)
            alu_modify_input(&src[i], in->absolute >> i & 1, in->negate >> i & 1);
    alu_compute((enum isa_alu_id)in->op, src, &d->s1_value, &d->s1_flags);
}
