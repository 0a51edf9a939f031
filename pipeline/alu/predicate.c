#include "pipeline/alu/predicate.h"

RTL_TABLE(predicate, PREDICATE_SIGNALS);

static lane_mask_t replaced(lane_mask_t old, lane_mask_t mask, lane_mask_t flags)
{
    return (old & ~mask) | (flags & mask);
}

void predicate_eval(const struct predicate_in *in, const struct predicate_reg *q, struct predicate_reg *d)
{
    if (in->start) {
        d->predicate = d->active = in->start_active;
        d->killed = 0;
    }
    if (!in->set)
        return;
    const unsigned    shift = in->quarter * QUARTER;
    const lane_mask_t mask = (lane_mask_t)in->mask << shift, flags = (lane_mask_t)in->flags << shift;
    if (in->kills)
        d->killed = q->killed | (mask & flags);
    if (in->update & 1)
        d->predicate = replaced(q->predicate, mask, flags);
    /* Threads that execute only because of WHOLE_QUAD_MODE do not become active. */
    if (in->update & 2)
        d->active = replaced(q->active, mask & q->active, flags);
}
