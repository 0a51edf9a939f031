/* rgb.c - the RGB unit. */
#include <string.h>

#include "rtl_model/r580/alu_math.h"
#include "rtl_model/r580/units.h"

RTL_TABLE(us_rgb, US_RGB_SIGNALS);

void us_rgb_eval(const struct us_rgb_in *in, const struct us_rgb_reg *q, struct us_rgb_reg *d)
{
    struct us_alu alu;
    (void)q;
    if (!in->valid)
        return;
    us_unpack_alu(in->words.w, &alu);
    for (unsigned p = 0; p < 4u * in->count; p++) {
        const struct us_pixel_sources sources = us_sources_of(in->sources, p);
        struct us_number              result[3];
        us_rgb_compute(&alu, &sources, in->zero_times_anything, result);
        for (unsigned c = 0; c < 3; c++) {
            memcpy(&d->values.e[3 * p + c], &result[c].value, sizeof result[c].value);
            d->bits.e[3 * p + c] = result[c].bits;
        }
    }
}
