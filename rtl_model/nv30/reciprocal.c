#include "rtl_model/nv30/reciprocal.h"

#include "rtl_model/nv30/number.h"

RTL_TABLE(nv30_reciprocal, NV30_RECIPROCAL_SIGNALS);

void nv30_reciprocal_eval(const struct nv30_reciprocal_in *in, const struct nv30_reciprocal_reg *q,
                          struct nv30_reciprocal_reg *d)
{
    enum { ROOT = 2 };
    if (!NV30_STEP(in, q, d))
        return;
    d->a = in->come_a;
    d->b = in->come_b;
    d->c = in->come_c;
    d->u = in->come_u;
    d->k0 = in->come_k0;
    d->k1 = in->come_k1;
    for (unsigned i = 0; i <= ROOT; i++)
        for (unsigned pixel = 0; pixel < NV30_QUAD; pixel++) {
            const float operand = as_float(in->come_u.at[i * NV30_QUAD + pixel]);
            d->u.at[i * NV30_QUAD + pixel] = as_bits(i == ROOT ? nv30_root_estimate(operand) : 1 / operand);
        }
}
