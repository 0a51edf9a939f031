#include "rtl_model/nv30/interpolate.h"

#include "rtl_model/nv30/number.h"

RTL_TABLE(nv30_interpolate, NV30_INTERPOLATE_SIGNALS);

void nv30_interpolate_eval(const struct nv30_interpolate_in *in, const struct nv30_interpolate_reg *q,
                           struct nv30_interpolate_reg *d)
{
    if (!NV30_STEP(in, q, d))
        return;
    const unsigned corrected = in->words[in->come_pass].corrected;
    for (unsigned i = 0; i < NV30_INTERPOLANTS; i++)
        for (unsigned pixel = 0; pixel < NV30_QUAD; pixel++) {
            const uint32_t scalar = in->scalar.at[i * NV30_QUAD + pixel];
            const float    w = 1 / as_float(in->w_inverse.pixel[pixel]);
            d->interpolant.at[i * NV30_QUAD + pixel] = corrected >> i & 1 ? as_bits(as_float(scalar) * w) : scalar;
        }
}
