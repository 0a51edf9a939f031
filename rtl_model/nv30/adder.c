#include "rtl_model/nv30/adder.h"

#include <math.h>

#include "rtl_model/nv30/number.h"

RTL_TABLE(nv30_adder, NV30_ADDER_SIGNALS);

static float of_two(enum nv30_adder_function function, float x, float y)
{
    switch (function) {
    case NV30_MINIMUM:
        return x < y ? x : y;
    case NV30_MAXIMUM:
        return x < y ? y : x;
    case NV30_LESS:
        return x < y;
    case NV30_NOT_LESS:
        return !(x < y);
    case NV30_FRACTION:
        return x - floorf(x);
    case NV30_SUM:
    case NV30_REFINE:
        break;
    }
    return x + y;
}

static float of_three(enum nv30_adder_function function, float x, float y, float z)
{
    if (function == NV30_REFINE && (z == 0 || !isfinite(z)))
        return 2 * z;
    return x + y + z;
}

/* Lane `i` of a pixel. */
static float lane(const struct nv30_adder_in *in, const struct nv30_pass *pass, unsigned i, unsigned pixel)
{
    float x[4], y[4];
    for (unsigned n = 0; n < 4; n++) {
        x[n] = as_float(in->x.at[n * NV30_QUAD + pixel]);
        y[n] = as_float(in->y.at[n * NV30_QUAD + pixel]);
    }
    switch ((enum nv30_adder_shape)pass->shape) {
    case NV30_2X3:
        return i < 2 ? of_three(pass->function, x[i], y[i], x[2 + i]) : 0;
    case NV30_1X4:
        return (x[0] + y[0]) + (x[1] + y[1]);
    case NV30_4X2:
        break;
    }
    return of_two(pass->function, x[i], y[i]);
}

void nv30_adder_eval(const struct nv30_adder_in *in, const struct nv30_adder_reg *q, struct nv30_adder_reg *d)
{
    if (!NV30_STEP(in, q, d))
        return;
    const struct nv30_pass *pass = &in->words[in->come_pass];
    const bool              power = pass->table == NV30_TABLE_EXP || pass->table == NV30_TABLE_POWER;
    for (unsigned pixel = 0; pixel < NV30_QUAD; pixel++) {
        for (unsigned i = 0; i < 4; i++)
            d->sum.at[i * NV30_QUAD + pixel] = as_bits(lane(in, pass, i, pixel));
        const uint32_t t = in->come_t.pixel[pixel];
        d->t.pixel[pixel] = power ? as_bits(nv30_exp(as_float(t))) : t;
    }
    d->k0 = in->come_k0;
    d->k1 = in->come_k1;
}
