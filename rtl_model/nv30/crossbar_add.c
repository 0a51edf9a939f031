#include "rtl_model/nv30/crossbar_add.h"

#include "rtl_model/nv30/number.h"

RTL_TABLE(nv30_crossbar_add, NV30_CROSSBAR_ADD_SIGNALS);

static void lane(nv30_vector_t *to, unsigned at, const nv30_vector_t *from, unsigned which)
{
    for (unsigned pixel = 0; pixel < NV30_QUAD; pixel++)
        to->at[at * NV30_QUAD + pixel] = from->at[which * NV30_QUAD + pixel];
}

/* LIT: the exponent lies where nothing is added.  Anything to the power of 0 is 1.
 * GUESS: the exponent is not limited to the 128 of ARB_fragment_program, because its steps are not told. */
static uint32_t powered(uint32_t logarithm, uint32_t exponent)
{
    return (exponent & 0x7fffffff) == 0 ? 0 : as_bits(as_float(logarithm) * as_float(exponent));
}

void nv30_crossbar_add_eval(const struct nv30_crossbar_add_in *in, const struct nv30_crossbar_add_reg *q,
                            struct nv30_crossbar_add_reg *d)
{
    enum { EXPONENT = 3 };
    if (!NV30_STEP(in, q, d))
        return;
    const struct nv30_pass *pass = &in->words[in->come_pass];
    d->x = in->product;
    d->y = in->come_c;
    if (pass->shape != NV30_4X2) {
        lane(&d->x, 0, &in->product, 0);
        lane(&d->y, 0, &in->product, 1);
        lane(&d->x, 1, &in->product, 2);
        lane(&d->y, 1, &in->product, 3);
        lane(&d->x, 2, &in->come_c, 0);
        lane(&d->x, 3, &in->come_c, 1);
    }
    d->t = in->come_t;
    for (unsigned pixel = 0; pass->table == NV30_TABLE_POWER && pixel < NV30_QUAD; pixel++)
        d->t.pixel[pixel] = powered(in->come_t.pixel[pixel], in->come_c.at[EXPONENT * NV30_QUAD + pixel]);
    d->k0 = in->come_k0;
    d->k1 = in->come_k1;
}
