#include "rtl_model/nv30/multiply.h"

#include "rtl_model/nv30/number.h"

RTL_TABLE(nv30_multiply, NV30_MULTIPLY_SIGNALS);

static float logarithm(unsigned table, float operand)
{
    if (table == NV30_TABLE_LOG)
        return nv30_log(operand);
    if (table == NV30_TABLE_POWER) /* LIT: of nothing below 0 */
        return nv30_log(operand > 0 ? operand : 0);
    return operand;
}

void nv30_multiply_eval(const struct nv30_multiply_in *in, const struct nv30_multiply_reg *q,
                        struct nv30_multiply_reg *d)
{
    if (!NV30_STEP(in, q, d))
        return;
    for (unsigned i = 0; i < 4 * NV30_QUAD; i++)
        d->product.at[i] = as_bits(as_float(in->come_a.at[i]) * as_float(in->come_b.at[i]));
    const unsigned table = in->words[in->come_pass].table;
    for (unsigned pixel = 0; pixel < NV30_QUAD; pixel++)
        d->t.pixel[pixel] = table == NV30_TABLE_NONE ? 0 : as_bits(logarithm(table, as_float(in->come_t.pixel[pixel])));
    d->c = in->come_c;
    d->k0 = in->come_k0;
    d->k1 = in->come_k1;
}
