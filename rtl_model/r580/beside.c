/* beside.c - what goes beside the numbers through the RGB and alpha units. */
#include "rtl_model/r580/units.h"

RTL_TABLE(us_beside, US_BESIDE_SIGNALS);

void us_beside_eval(const struct us_beside_in *in, const struct us_beside_reg *q, struct us_beside_reg *d)
{
    (void)q;
    d->now = in->valid;
    d->at_ends = in->valid && in->ends;
    if (!in->valid)
        return;
    d->at_slot = in->slot;
    d->at_group = in->group;
    d->at_address = in->address;
    d->at_words = in->words;
    d->at_quad = in->quad;
    d->at_count = in->count;
    d->at_place = in->place;
    d->at_writes = in->writes;
    d->at_predicated = in->predicated;
    d->at_rgb = in->rgb_register;
    d->at_alpha = in->alpha_register;
}
