#include "rtl_model/nv30/rasterizer.h"

RTL_TABLE(nv30_rasterizer, NV30_RASTERIZER_SIGNALS);

void nv30_rasterizer_eval(const struct nv30_rasterizer_in *in, const struct nv30_rasterizer_reg *q,
                          struct nv30_rasterizer_reg *d)
{
    const uint64_t places = in->slots == NV30_SLOTS ? UINT64_MAX : (UINT64_C(1) << in->slots) - 1;
    d->busy = (q->busy | (uint64_t)in->taken << q->slot) & ~((uint64_t)in->ends << in->ends_slot);
    d->number = q->number + in->taken;
    d->done = q->done + in->ends;
    d->in_flight = (uint8_t)(q->in_flight + in->taken - in->ends);
    const uint64_t left = ~d->busy & places;
    d->offer = left && d->number < in->quads;
    d->slot = left ? (uint8_t)__builtin_ctzll(left) : 0;
    d->no_place = q->no_place + (!left && d->number < in->quads);
    d->flight = q->flight + d->in_flight;
}

bool nv30_rasterizer_commit(struct nv30_rasterizer *m)
{
    if (m->in.taken) {
        m->quad[m->q.slot] = m->q.number;
        m->killed[m->q.slot] = 0;
    }
    m->killed[m->in.kills_slot] = (uint8_t)(m->killed[m->in.kills_slot] | m->in.kills);
    const bool changes = rtl_registers_change(nv30_rasterizer, m) || m->in.taken || m->in.kills;
    rtl_commit(m);
    return changes;
}
