#include "pipeline/control/dispatcher.h"

RTL_TABLE(dispatcher, DISPATCHER_SIGNALS);

/* The lanes of the type's wavefront `place` that have a thread: a group's last wavefront may be partial.  Thread t of a
 * wavefront is lane t mod wave_lanes of quarter t / wave_lanes. */
static lane_mask_t existing_lanes(const struct dispatcher_in *in, const struct wave_groups *groups, uint32_t place)
{
    const unsigned threads = groups_count(groups, place);
    lane_mask_t    lanes = 0;
    for (unsigned t = 0; t < threads; t++)
        lanes |= 1ull << (t / in->wave_lanes * QUARTER + t % in->wave_lanes);
    return lanes;
}

/* The type whose wavefront is launched next, or -1. */
static int next_type(const struct dispatcher_in *in, const struct dispatcher_reg *q)
{
    int next = -1;
    for (int type = 0; type < ISA_PROGRAM_TYPES; type++)
        if (in->room >> type & 1 && q->launched_of.type[type] < in->waves.type[type] &&
            (next < 0 || in->priority.type[type] < in->priority.type[next]))
            next = type;
    return next;
}

/* The first wavefront of a group says for how many it is, and where its part of the local data share lies. */
static void place_in_group(const struct dispatcher_in *in, const struct dispatcher_reg *q, struct dispatcher_reg *d,
                           const struct wave_groups *groups, unsigned type)
{
    const uint32_t left = in->waves.type[type] - d->place, each = groups_waves_each(groups);
    d->group_thread = (uint16_t)groups_place(groups, d->place);
    d->group_waves = 0;
    if (d->group_thread == 0) {
        d->group_waves = (uint8_t)(left < each ? left : each);
        d->lds_first = in->free_lds.type[type];
        d->lds_size = in->lds.type[type];
    }
    d->group_left = (uint8_t)((d->group_waves ? d->group_waves : q->group_left) - 1);
}

static void launch(const struct dispatcher_in *in, const struct dispatcher_reg *q, struct dispatcher_reg *d,
                   unsigned type)
{
    const struct wave_groups groups = dispatcher_groups(in, type);
    d->launch = true;
    d->type = (program_type_t)type;
    d->simd = in->free_simd.type[type];
    d->slot = in->free_slot.type[type];
    d->number = q->launched;
    d->place = q->launched_of.type[type];
    d->base = in->free_base.type[type];
    d->size = in->rows.type[type];
    d->lanes = existing_lanes(in, &groups, d->place);
    place_in_group(in, q, d, &groups, type);
    d->launched = q->launched + 1;
    d->launched_of.type[type] = d->place + 1;
    d->busy = true;
    d->next_gpr = 0;
    d->wait = (uint16_t)(in->wave_clk - 1 + dispatcher_delay(in, d->number)); /* the launch itself takes one */
}

void dispatcher_eval(const struct dispatcher_in *in, const struct dispatcher_reg *q, struct dispatcher_reg *d)
{
    d->launch = d->load = d->loaded = false;
    if (q->wait > 1) {
        d->wait = (uint16_t)(q->wait - 1);
        return;
    }
    if (q->busy) {
        d->load = q->next_gpr < in->load_count.type[q->type];
        if (d->load) {
            d->load_row = (uint8_t)(q->base + in->load_first.type[q->type] + q->next_gpr);
            d->load_index = q->place * in->load_count.type[q->type] + q->next_gpr;
            d->next_gpr = (uint8_t)(q->next_gpr + 1);
            d->wait = in->load_clk;
        } else {
            d->loaded = true;
            d->busy = false;
            d->wait = 0;
        }
        return;
    }
    const int type = in->room ? next_type(in, q) : -1;
    if (type >= 0)
        launch(in, q, d, (unsigned)type);
}
