#include "rtl_model/r580/dispatch.h"

RTL_TABLE(us_dispatch, US_DISPATCH_SIGNALS);

void us_dispatch_preset(struct us_dispatch *m)
{
    m->q.left = m->d.left = m->in.groups;
}

static unsigned pixels_of(const struct us_dispatch_in *in, uint32_t left)
{
    return left == 1 ? in->last_pixels : in->group_pixels;
}

static void load(const struct us_dispatch_in *in, const struct us_dispatch_reg *q, struct us_dispatch_reg *d,
                 unsigned first)
{
    const unsigned quads = (pixels_of(in, q->left) + 3) / 4, rest = quads - first;
    d->load = true;
    d->first = first == 0;
    d->quad = (uint8_t)first;
    d->count = (uint8_t)(rest < in->quads ? rest : in->quads);
    d->start = d->count == rest;
    d->loading = !d->start;
    if (d->start)
        d->left = q->left - 1;
}

static unsigned free_slot(const struct us_dispatch_in *in)
{
    unsigned slot = 0;
    while (slot < in->slots && in->phase[slot] != US_FREE)
        slot++;
    return slot;
}

void us_dispatch_eval(const struct us_dispatch_in *in, const struct us_dispatch_reg *q, struct us_dispatch_reg *d)
{
    d->load = d->first = d->start = false;
    if (q->loading) {
        load(in, q, d, q->quad + q->count);
        return;
    }
    if (!q->left || q->start) /* what has just started has not taken its slot yet */
        return;
    const unsigned slot = free_slot(in);
    if (slot < in->slots) {
        d->slot = (uint8_t)slot;
        d->group = in->groups - q->left;
        d->pixels = (uint8_t)pixels_of(in, q->left);
        load(in, q, d, 0);
    } else {
        d->no_slot = q->no_slot + 1;
    }
}
