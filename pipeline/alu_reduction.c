#include "pipeline/alu_reduction.h"

#include <string.h>

#include "pipeline/alu_functions.h"

RTL_TABLE(alu_reduction, ALU_REDUCTION_SIGNALS);

void alu_reduction_reset(struct alu_reduction *reduction)
{
    memset(&reduction->q, 0, sizeof reduction->q);
    memset(&reduction->d, 0, sizeof reduction->d);
}

/* The modified operands of the four slots. */
static void operands(const vector_quarter_t *from, const vector_bits_t *absolute, const vector_bits_t *negate,
                     unsigned operand, quarter_t to[4])
{
    for (unsigned s = 0; s < 4; s++) {
        memcpy(&to[s], &from->lane[s * QUARTER], sizeof to[s]);
        alu_modify_input(&to[s], absolute->slot[s] >> operand & 1, negate->slot[s] >> operand & 1);
    }
}

void alu_reduction_eval(const struct alu_reduction_in *in, const struct alu_reduction_reg *q,
                        struct alu_reduction_reg *d)
{
    (void)q;
    d->done = in->valid;
    if (!in->valid)
        return;
    quarter_t src0[4], src1[4], result[4];
    operands(&in->src0, &in->absolute, &in->negate, 0, src0);
    operands(&in->src1, &in->absolute, &in->negate, 1, src1);
    alu_reduce((enum isa_alu_id)in->op, src0, src1, result);
    memcpy(&d->result, result, sizeof d->result);
}
