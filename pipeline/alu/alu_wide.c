#include "pipeline/alu/alu_wide.h"

#include <string.h>

#include "pipeline/alu/alu_functions.h"

RTL_TABLE(alu_wide, ALU_WIDE_SIGNALS);

/* The modified operands of the four slots. */
static void operands(const vector_quarter_t *from, const vector_bits_t *absolute, const vector_bits_t *negate,
                     unsigned operand, quarter_t to[4])
{
    for (unsigned s = 0; s < 4; s++) {
        memcpy(&to[s], &from->lane[s * QUARTER], sizeof to[s]);
        alu_modify_input(&to[s], absolute->slot[s] >> operand & 1, negate->slot[s] >> operand & 1);
    }
}

static void reduce(const struct alu_wide_in *in, struct alu_wide_reg *d)
{
    quarter_t src0[4], src1[4], result[4];
    operands(&in->src0, &in->absolute, &in->negate, 0, src0);
    operands(&in->src1, &in->absolute, &in->negate, 1, src1);
    alu_reduce((enum isa_alu_id)in->op.pair[0], src0, src1, result);
    memcpy(&d->result, result, sizeof d->result);
}

/* The operands of a double: modified where the sign stands, in X and Z; the integer of LDEXP_64 takes no modifiers. */
static void double_operands(const struct alu_wide_in *in, quarter_t src[4][3])
{
    const vector_quarter_t *const from[3] = {&in->src0, &in->src1, &in->src2};
    for (unsigned s = 0; s < 4; s++)
        for (unsigned i = 0; i < isa_alu_ops[in->op.pair[s / 2]].operands; i++) {
            memcpy(&src[s][i], &from[i]->lane[s * QUARTER], sizeof src[s][i]);
            if (s % 2 == 0 && (i == 0 || in->op.pair[s / 2] != ISA_OP2_LDEXP_64))
                alu_modify_input(&src[s][i], in->absolute.slot[s] >> i & 1, in->negate.slot[s] >> i & 1);
        }
}

static void modify_double(const struct alu_wide_in *in, unsigned p, quarter_t pair[2])
{
    const enum isa_alu_id id = (enum isa_alu_id)in->op.pair[p];
    const bool            takes = isa_alu_ops[id].flags & ISA_FLOAT_OUT && id != ISA_OP2_FLT64_TO_FLT32;
    if (takes && (in->omod.pair[p] || in->clamp.pair[p]))
        alu_modify_double_output(pair, in->omod.pair[p], in->clamp.pair[p]);
}

static void doubles(const struct alu_wide_in *in, struct alu_wide_reg *d)
{
    quarter_t      src[4][3] = {{{{0}}}}, result[4] = {{{0}}};
    quarter_mask_t flags[WIDE_PAIRS] = {0};
    double_operands(in, src);
    for (unsigned p = 0; p < WIDE_PAIRS; p++) {
        if (!(in->valid >> p & 1))
            continue;
        if (p == 0 || !(in->valid & WIDE_XY) || in->op.pair[1] != in->op.pair[0])
            alu_double((enum isa_alu_id)in->op.pair[p], src, result, flags);
        modify_double(in, p, &result[2 * p]);
        memcpy(&d->result.lane[2 * p * QUARTER], &result[2 * p], 2 * sizeof result[0]);
        d->flags.pair[p] = flags[p];
    }
}

static void take_known(const struct alu_wide_in *in, struct alu_wide_reg *d)
{
    for (unsigned p = 0; p < WIDE_PAIRS; p++)
        if (in->valid >> p & 1)
            memcpy(&d->result.lane[2 * p * QUARTER], &in->known->result.lane[2 * p * QUARTER], 2 * sizeof(quarter_t));
    d->flags = in->known->flags;
}

void alu_wide_eval(const struct alu_wide_in *in, const struct alu_wide_reg *q, struct alu_wide_reg *d)
{
    (void)q;
    d->done = in->valid;
    if (!in->valid)
        return;
    if (in->known) {
        take_known(in, d);
        return;
    }
    d->flags = (pair_mask_t){{0}};
    if (in->valid & WIDE_XY && isa_alu_ops[in->op.pair[0]].flags & ISA_REDUCTION)
        reduce(in, d);
    else
        doubles(in, d);
}
