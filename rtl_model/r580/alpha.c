/* alpha.c - the alpha unit. */
#include <string.h>

#include "rtl_model/r580/alu_math.h"
#include "rtl_model/r580/units.h"

RTL_TABLE(us_alpha, US_ALPHA_SIGNALS);

void us_alpha_eval(const struct us_alpha_in *in, const struct us_alpha_reg *q, struct us_alpha_reg *d)
{
    struct us_alu alu;
    (void)q;
    if (!in->valid)
        return;
    us_unpack_alu(in->words.w, &alu);
    for (unsigned p = 0; p < 4u * in->count; p++) {
        const struct us_pixel_sources sources = us_sources_of(in->sources, p);
        const struct us_number        result = us_alpha_compute(&alu, &sources, in->zero_times_anything);
        memcpy(&d->values.e[p], &result.value, sizeof result.value);
        d->bits.e[p] = result.bits;
    }
}
