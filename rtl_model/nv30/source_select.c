#include "rtl_model/nv30/source_select.h"

RTL_TABLE(nv30_source_select, NV30_SOURCE_SELECT_SIGNALS);

void nv30_source_select_eval(const struct nv30_source_select_in *in, const struct nv30_source_select_reg *q,
                             struct nv30_source_select_reg *d)
{
    const enum nv30_way way = nv30_source(in->core, in->tail, in->raster, q->pause_left);
    d->source = (nv30_source_t)way;
    d->valid = way != NV30_FROM_NOWHERE;
    if (way == NV30_FROM_CORE) {
        d->slot = in->core_slot;
        d->pass = (uint16_t)(in->core_pass + 1);
    } else if (way == NV30_FROM_END) {
        d->slot = in->tail_slot;
        d->pass = (uint16_t)(in->tail_pass + 1);
    } else if (way == NV30_FROM_RASTERIZER) {
        d->slot = in->raster_slot;
        d->pass = 0;
    }
    d->pause_left = way == NV30_FROM_END ? in->pause : (uint8_t)(q->pause_left - (q->pause_left > 0));
    d->from_core = q->from_core + (way == NV30_FROM_CORE);
    d->from_end = q->from_end + (way == NV30_FROM_END);
    d->from_raster = q->from_raster + (way == NV30_FROM_RASTERIZER);
    d->bubbles = q->bubbles + (in->waiting && way == NV30_FROM_NOWHERE);
    d->tail_waited = q->tail_waited + (in->tail && way != NV30_FROM_END);
    d->raster_waited = q->raster_waited + (in->raster && way != NV30_FROM_RASTERIZER);
    d->three = q->three + (in->core && in->tail && in->raster);
}
