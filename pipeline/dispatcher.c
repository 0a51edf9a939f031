#include "pipeline/dispatcher.h"

#include <string.h>

RTL_TABLE(dispatcher, DISPATCHER_SIGNALS);

void dispatcher_reset(struct dispatcher *dispatcher)
{
    memset(&dispatcher->q, 0, sizeof dispatcher->q);
    memset(&dispatcher->d, 0, sizeof dispatcher->d);
}

/* The lanes of wavefront `number` that have a thread: the last wavefront may be partial.  Thread t of a wavefront is
 * lane t mod wave_lanes of quarter t / wave_lanes. */
static lane_mask_t existing_lanes(const struct dispatcher_in *in, uint32_t number)
{
    const uint32_t left = in->threads - number * in->wave_size;
    const unsigned threads = left < in->wave_size ? left : in->wave_size;
    lane_mask_t    lanes = 0;
    for (unsigned t = 0; t < threads; t++)
        lanes |= 1ull << (t / in->wave_lanes * QUARTER + t % in->wave_lanes);
    return lanes;
}

static void launch(const struct dispatcher_in *in, const struct dispatcher_reg *q, struct dispatcher_reg *d)
{
    d->launch = true;
    d->slot = in->free_slot;
    d->number = q->launched;
    d->base = (uint8_t)(in->free_slot * in->num_gprs);
    d->lanes = existing_lanes(in, q->launched);
    d->launched = q->launched + 1;
    d->busy = true;
    d->next_gpr = 0;
    d->wait = (uint16_t)(in->wave_clk - 1); /* the launch itself takes one */
}

void dispatcher_eval(const struct dispatcher_in *in, const struct dispatcher_reg *q, struct dispatcher_reg *d)
{
    d->launch = d->load = d->loaded = false;
    if (q->wait > 1) {
        d->wait = (uint16_t)(q->wait - 1);
        return;
    }
    if (q->busy) {
        d->load = q->next_gpr < in->load_count;
        if (d->load) {
            d->load_row = (uint8_t)(q->base + in->load_first + q->next_gpr);
            d->load_index = q->number * in->load_count + q->next_gpr;
            d->next_gpr = (uint8_t)(q->next_gpr + 1);
            d->wait = in->load_clk;
        } else {
            d->loaded = true;
            d->busy = false;
            d->wait = 0;
        }
        return;
    }
    if (q->launched < dispatcher_waves(in) && in->slot_free)
        launch(in, q, d);
}
