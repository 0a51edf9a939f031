#include "rtl_model/nv30/crossbar_out.h"

#include "rtl_model/nv30/number.h"

RTL_TABLE(nv30_crossbar_out, NV30_CROSSBAR_OUT_SIGNALS);

static float component(const struct nv30_crossbar_out_in *in, unsigned out, unsigned pixel)
{
    const float table = as_float(in->come_t.pixel[pixel]);
    switch (out) {
    case NV30_OUT_TABLE:
        return table;
    case NV30_OUT_ZERO:
        return 0;
    case NV30_OUT_ONE:
        return 1;
    case NV30_OUT_LIT:
        return as_float(in->sum.at[NV30_QUAD + pixel]) > 0 ? table : 0;
    default:
        return as_float(in->sum.at[out * NV30_QUAD + pixel]);
    }
}

static uint32_t rounded(const struct nv30_pass *pass, float value)
{
    const float number = pass->saturate ? nv30_saturated(value) : value;
    return as_bits(pass->half ? nv30_to_half(number) : number);
}

static uint32_t coordinate(const struct nv30_crossbar_out_in *in, uint8_t from, uint32_t carried, unsigned pixel)
{
    return from == NV30_AS_CARRIED ? carried : in->sum.at[from * NV30_QUAD + pixel];
}

static uint8_t killed(const struct nv30_crossbar_out_in *in, const struct nv30_pass *pass)
{
    uint8_t pixels = 0;
    for (unsigned i = 0; i < 4; i++)
        for (unsigned pixel = 0; pass->kills >> i & 1 && pixel < NV30_QUAD; pixel++)
            pixels = (uint8_t)(pixels | (as_float(in->sum.at[i * NV30_QUAD + pixel]) < 0) << pixel);
    return pixels;
}

void nv30_crossbar_out_eval(const struct nv30_crossbar_out_in *in, const struct nv30_crossbar_out_reg *q,
                            struct nv30_crossbar_out_reg *d)
{
    const bool              come = NV30_STEP(in, q, d);
    const struct nv30_pass *pass = &in->words[in->come_pass];
    d->round = come && !pass->leaves;
    d->leaves = come && pass->leaves;
    d->keeps = come && pass->keeps;
    d->kills = come ? killed(in, pass) : 0;
    d->dropped = q->dropped + d->round;
    for (unsigned pixel = 0; come && pixel < NV30_QUAD; pixel++) {
        for (unsigned i = 0; i < 4; i++)
            d->value.at[i * NV30_QUAD + pixel] = rounded(pass, component(in, pass->out[i], pixel));
        for (unsigned i = 0; i < 3; i++) {
            const unsigned at = i * NV30_QUAD + pixel;
            d->k0.at[at] = coordinate(in, pass->coordinate[i], in->come_k0.at[at], pixel);
            d->k1.at[at] = coordinate(in, pass->coordinate[3 + i], in->come_k1.at[at], pixel);
        }
    }
}
