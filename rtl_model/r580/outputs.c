#include "rtl_model/r580/outputs.h"

RTL_TABLE(us_outputs, US_OUTPUTS_SIGNALS);

static unsigned quads_of(const struct us_outputs *m, unsigned place)
{
    unsigned quads = m->in.group_quads;
    while (quads > 1 && !us_mask_beat(&m->present[place], quads - 1, 1))
        quads--;
    return quads;
}

static void drain(const struct us_outputs_in *in, const struct us_outputs_reg *q, struct us_outputs_reg *d,
                  const struct us_outputs *m, unsigned place, unsigned quad)
{
    const unsigned rest = quads_of(m, place) - quad;
    d->drain = true;
    d->drain_place = (uint8_t)place;
    d->drain_group = m->groups[place];
    d->drain_quad = (uint8_t)quad;
    d->drain_count = (uint8_t)(rest < in->quads ? rest : in->quads);
    d->drained = d->drain_count == rest;
    d->draining = !d->drained;
    d->next_quad = (uint8_t)((quad + d->drain_count) % US_QUADS);
    d->quads_out = q->quads_out + d->drain_count;
    if (d->drained)
        d->waiting &= ~(UINT64_C(1) << place);
}

void us_outputs_eval(const struct us_outputs_in *in, const struct us_outputs_reg *q, struct us_outputs_reg *d,
                     const struct us_outputs *m)
{
    d->drain = d->drained = false;
    d->waiting = q->waiting;
    if (q->draining)
        drain(in, q, d, m, q->drain_place, q->next_quad);
    else if (q->waiting)
        drain(in, q, d, m, (unsigned)__builtin_ctzll(q->waiting), 0);
    if (in->finish)
        d->waiting |= UINT64_C(1) << in->end_place;
}

static void write(struct us_outputs *m, unsigned pixel, unsigned channel, unsigned target)
{
    const unsigned row = (unsigned)m->in.place * m->in.group_quads + m->in.quad + pixel / 4,
                   e = pixel % 4 * US_CHANNELS + channel;
    m->rows[row].e[target * 4 * US_CHANNELS + e] = m->in.results->e[pixel * US_CHANNELS + channel];
    m->written[row].e[target] = (uint16_t)(m->written[row].e[target] | 1u << e);
}

static void write_depth(struct us_outputs *m, unsigned pixel)
{
    const unsigned row = (unsigned)m->in.place * m->in.group_quads + m->in.quad + pixel / 4;
    m->depths[row].e[pixel % 4] = m->in.results->e[pixel * US_CHANNELS + US_CHANNELS - 1];
    m->depth_written[row] = (uint8_t)(m->depth_written[row] | 1u << pixel % 4);
}

void us_outputs_capture(struct us_outputs *m)
{
    if (!m->in.write)
        return;
    for (unsigned c = 0; c < US_CHANNELS; c++)
        for (uint64_t left = m->in.mask.c[c]; left; left &= left - 1)
            write(m, (unsigned)__builtin_ctzll(left), c, c == US_CHANNELS - 1 ? m->in.alpha_target : m->in.rgb_target);
    for (uint64_t left = m->in.depth_mask; left; left &= left - 1)
        write_depth(m, (unsigned)__builtin_ctzll(left));
}

/* Behind the last quads nothing has been written. */
static void clear(struct us_outputs *m)
{
    const unsigned first = m->q.drain_place * m->in.group_quads;
    for (unsigned row = first; row < first + m->in.group_quads; row++) {
        m->written[row] = (us_output_masks_t){{0}};
        m->depth_written[row] = 0;
    }
}

bool us_outputs_commit(struct us_outputs *m)
{
    if (m->q.drained)
        clear(m);
    if (m->in.finish) {
        m->groups[m->in.end_place] = m->in.end_group;
        m->covered[m->in.end_place] = m->in.end_covered;
        m->present[m->in.end_place] = m->in.end_present;
    }
    rtl_commit(m);
    return true;
}
