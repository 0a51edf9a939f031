#include "pipeline/control/arbiter.h"

RTL_TABLE(arbiter, ARBITER_SIGNALS);

void arbiter_eval(const struct arbiter_in *in, const struct arbiter_reg *q, struct arbiter_reg *d)
{
    if (in->grant) {
        d->served = true;
        d->last_slot = in->slot;
        d->last = in->number;
        d->grants = q->grants + 1;
    }
    if (in->chance) {
        d->stall = in->why;
        d->stalls.reason[in->why] = q->stalls.reason[in->why] + 1;
    }
}
