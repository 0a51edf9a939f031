#include "rtl_model/nv30/crossbar_multiply.h"

RTL_TABLE(nv30_crossbar_multiply, NV30_CROSSBAR_MULTIPLY_SIGNALS);

/* Factors, some of them replaced. */
static nv30_vector_t arranged(const nv30_vector_t *picked, const nv30_vector_t *units, const uint8_t is[4])
{
    nv30_vector_t out = *picked;
    for (unsigned i = 0; i < 4; i++)
        for (unsigned pixel = 0; is[i] != NV30_AS_PICKED && pixel < NV30_QUAD; pixel++)
            out.at[i * NV30_QUAD + pixel] = units->at[(unsigned)(is[i] - NV30_RCP0) * NV30_QUAD + pixel];
    return out;
}

void nv30_crossbar_multiply_eval(const struct nv30_crossbar_multiply_in *in, const struct nv30_crossbar_multiply_reg *q,
                                 struct nv30_crossbar_multiply_reg *d)
{
    enum { TABLE = 3 };
    if (!NV30_STEP(in, q, d))
        return;
    const struct nv30_pass *pass = &in->words[in->come_pass];
    d->a = arranged(&in->come_a, &in->come_u, pass->a_is);
    d->b = arranged(&in->come_b, &in->come_u, pass->b_is);
    d->c = in->come_c;
    for (unsigned pixel = 0; pixel < NV30_QUAD; pixel++)
        d->t.pixel[pixel] = in->come_u.at[TABLE * NV30_QUAD + pixel];
    d->k0 = in->come_k0;
    d->k1 = in->come_k1;
}
