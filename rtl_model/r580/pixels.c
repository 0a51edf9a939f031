#include "rtl_model/r580/pixels.h"

RTL_TABLE(us_pixels, US_PIXELS_SIGNALS);

void us_pixels_eval(const struct us_pixels_in *in, const struct us_pixels_reg *q, struct us_pixels_reg *d,
                    const struct us_pixels *m)
{
    const us_mask_t *const covered = &m->covered[in->kill_slot];
    if (in->kill)
        d->kills =
            q->kills + (uint32_t)__builtin_popcountll(in->killed & us_mask_beat(covered, in->kill_quad, US_BEAT_QUADS));
}

static void set(struct us_pixels *m)
{
    const struct us_pixels_in *in = &m->in;
    us_mask_put_beat(&m->results[in->set_slot], in->set_quad, in->set_result, in->result);
    us_mask_put_beat(&m->fresh[in->set_slot], in->set_quad, in->set_result, in->set_result);
    for (unsigned c = 0; c < US_CHANNELS; c++) {
        us_mask_t bits;
        for (unsigned w = 0; w < US_MASK_WORDS; w++)
            bits.w[w] = m->predicates[in->set_slot].w[c * US_MASK_WORDS + w];
        us_mask_put_beat(&bits, in->set_quad, in->set_predicate.c[c], in->predicate.c[c]);
        for (unsigned w = 0; w < US_MASK_WORDS; w++)
            m->predicates[in->set_slot].w[c * US_MASK_WORDS + w] = bits.w[w];
    }
}

bool us_pixels_commit(struct us_pixels *m)
{
    const struct us_pixels_in *in = &m->in;
    if (in->flow)
        m->fresh[in->flow_slot] = (us_mask_t){{0}};
    if (in->set)
        set(m);
    if (in->kill)
        us_mask_put_beat(&m->covered[in->kill_slot], in->kill_quad, in->killed, 0);
    if (in->last)
        m->done[in->last_slot] = us_mask_or(m->done[in->last_slot], in->last_active);
    if (in->start) {
        m->present[in->start_slot] = m->covered[in->start_slot] = us_mask_first(in->start_pixels);
        m->done[in->start_slot] = m->results[in->start_slot] = m->fresh[in->start_slot] = (us_mask_t){{0}};
        m->predicates[in->start_slot] = (us_predicates_t){{0}};
    }
    rtl_commit(m);
    return in->set || in->flow || in->kill || in->last || in->start;
}
