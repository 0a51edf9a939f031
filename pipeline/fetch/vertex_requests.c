#include "pipeline/fetch/vertex_requests.h"

#include <string.h>

RTL_TABLE(vertex_requests, VERTEX_REQUESTS_SIGNALS);

/* ---- the lines of a group ---------------------------------------------------------------------------------------- */

/* Both lines of a thread, or that of its end alone.  False: there is no room for it, or only for that of its begin. */
static bool add_lane(struct vertex_requests_reg *d, const struct vertex_access *access, unsigned lane, uint32_t index)
{
    const lane_mask_t bit = (lane_mask_t)1 << lane;
    uint64_t          address;
    if (!(d->r_lanes & bit) || !vertex_element(access, index, &address))
        return true;
    const uint64_t last = address + vertex_bytes_asked(access, address) - 1;
    if (!d->r_end && !line_looks_add(&d->look, &d->look_line, &d->look_begin, address >> LINE_SHIFT, bit))
        return false;
    d->r_end = !line_looks_add(&d->look, &d->look_line, &d->look_end, last >> LINE_SHIFT, bit);
    return !d->r_end;
}

/* What a clock looks up: the rest of a group, as far as LINE_LOOKS lines go. */
static void next_group(const struct vertex_requests_in *in, const struct vertex_requests_reg *q,
                       struct vertex_requests_reg *d, const lanes_t *index)
{
    struct vertex_access access;
    const unsigned       from = in->threads - q->left, to = (from / in->group + 1) * in->group;
    unsigned             thread = from;
    vertex_access_of(q->r_low, q->r_high, in->memory, &access);
    memset(&d->look_begin, 0, sizeof d->look_begin);
    memset(&d->look_end, 0, sizeof d->look_end);
    d->look_entry = q->entry_left;
    d->look_texture = q->left_texture;
    while (thread < to && thread < in->threads) {
        const unsigned lane = thread / in->lanes * QUARTER + thread % in->lanes;
        if (!add_lane(d, &access, lane, index->lane[lane]))
            break;
        thread++;
    }
    d->left = (uint8_t)(in->threads - thread);
}

/* ---- the clock --------------------------------------------------------------------------------------------------- */

static bool again(const struct vertex_requests_in *in, const struct vertex_requests_reg *q)
{
    return q->looked & ~in->taken;
}

static void run_look_ups(const struct vertex_requests_in *in, const struct vertex_requests_reg *q,
                         struct vertex_requests_reg *d, const struct vertex_requests *unit)
{
    if (again(in, q)) {
        d->again = q->again + 1;
        return;
    }
    if (q->looked && !q->stamps.entry[q->looked_entry])
        d->stamps.entry[q->looked_entry] = in->stamp;
    d->lines = q->lines + (unsigned)__builtin_popcount(q->looked);
    d->looked = q->look;
    if (q->look) {
        d->looked_line = q->look_line;
        d->looked_entry = q->look_entry;
        d->looked_texture = q->look_texture;
        d->looked_begin = q->look_begin;
        d->looked_end = q->look_end;
    }
    d->look = 0;
    if (q->left)
        next_group(in, q, d, unit->indices);
}

/* Of the instruction before no line is left to be looked up, so r_end is false. */
static void start(const struct vertex_requests_in *in, struct vertex_requests_reg *d)
{
    d->r_low = in->low;
    d->r_high = in->high;
    d->r_lanes = in->active;
    d->entry_left = in->entry;
    d->left_texture = in->texture;
    d->in_texture.entry[in->entry] = in->texture;
    d->left = in->threads;
    d->stamps.entry[in->entry] = 0;
    d->count = (uint8_t)(d->count + 1);
}

static uint32_t oldest(const struct vertex_requests_reg *d, bool texture)
{
    for (unsigned n = 0; n < d->count; n++) {
        const unsigned at = (d->first + n) % VERTEX_FLIGHT;
        if (d->stamps.entry[at] && d->in_texture.entry[at] == texture)
            return d->stamps.entry[at];
    }
    return 0;
}

void vertex_requests_eval(const struct vertex_requests_in *in, const struct vertex_requests_reg *q,
                          struct vertex_requests_reg *d, const struct vertex_requests *unit)
{
    run_look_ups(in, q, d, unit);
    if (in->read) {
        d->first = (uint8_t)((q->first + 1) % VERTEX_FLIGHT);
        d->count = (uint8_t)(q->count - 1);
    }
    if (in->start)
        start(in, d);
    if (in->read || q->looked) {
        d->oldest = oldest(d, false);
        d->oldest_texture = oldest(d, true);
    }
}

/* ---- ways -------------------------------------------------------------------------------------------------------- */

/* An instruction's set of ways begins with its first look-ups. */
void vertex_requests_capture(struct vertex_requests *unit)
{
    const struct vertex_requests_in  *in = &unit->in;
    const struct vertex_requests_reg *q = &unit->q;
    const unsigned                    entry = q->looked_entry;
    if (in->start) {
        unit->indices[0] = *in->index_row;
        memset(&unit->set[in->entry], 0, sizeof unit->set[in->entry]);
    }
    if (!q->looked || again(in, q))
        return;
    for (unsigned i = 0; i < LINE_LOOKS; i++) {
        if (!(q->looked >> i & 1))
            continue;
        line_places_note(&unit->ways[entry], false, q->looked_begin.look[i], in->way.look[i]);
        line_places_note(&unit->ways[entry], true, q->looked_end.look[i], in->way.look[i]);
        line_set_add(&unit->set[entry], in->way.look[i]);
    }
}
