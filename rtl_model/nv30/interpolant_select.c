#include "rtl_model/nv30/interpolant_select.h"

RTL_TABLE(nv30_interpolant_select, NV30_INTERPOLANT_SELECT_SIGNALS);

static uint32_t attribute(const struct nv30_inputs *inputs, uint32_t quad, unsigned pixel, unsigned what,
                          unsigned component)
{
    const size_t thread = (size_t)quad * NV30_QUAD + pixel;
    if (what < inputs->first || what >= inputs->first + inputs->count)
        return what == NV30_WPOS && component == 3 ? 0x3f800000 : 0;
    return inputs->words[(thread * inputs->count + what - inputs->first) * 4 + component];
}

static uint32_t picked(const struct nv30_interpolant_select_in *in, const struct nv30_interpolant_select *m,
                       unsigned slot, unsigned interpolant, unsigned pixel)
{
    const struct nv30_pass *pass = &in->words[in->come_pass];
    const unsigned          what = pass->interpolant[interpolant] / 4, component = pass->interpolant[interpolant] % 4;
    const unsigned          place = pass->place[interpolant];
    if (place == NV30_NO_INTERPOLANT)
        return attribute(in->inputs, in->come_quad, pixel, what, component);
    if (place == NV30_KEPT_SETS)
        return m->position[slot].at[component * NV30_QUAD + pixel];
    return m->coordinates[slot * NV30_KEPT_SETS + place].at[component * NV30_QUAD + pixel];
}

static void count(const struct nv30_interpolant_select_in *in, struct nv30_interpolant_select_reg *d,
                  unsigned interpolant)
{
    const bool fifo = in->words[in->come_pass].place[interpolant] != NV30_NO_INTERPOLANT;
    d->fifo_picks += fifo;
    d->raster_picks += !fifo && in->come_pass == 0;
    d->late_picks += !fifo && in->come_pass != 0;
}

void nv30_interpolant_select_eval(const struct nv30_interpolant_select_in  *in,
                                  const struct nv30_interpolant_select_reg *q, struct nv30_interpolant_select_reg *d,
                                  const struct nv30_interpolant_select *m)
{
    d->store = in->come && in->come_pass == 0;
    if (!NV30_STEP(in, q, d))
        return;
    d->store_quad = in->come_quad;
    d->kept_quads = q->kept_quads + d->store;
    for (unsigned pixel = 0; pixel < NV30_QUAD; pixel++)
        d->w_inverse.pixel[pixel] = d->store ? attribute(in->inputs, in->come_quad, pixel, NV30_WPOS, 3)
                                             : m->position[in->come_slot].at[3 * NV30_QUAD + pixel];
    for (unsigned i = 0; i < NV30_INTERPOLANTS; i++) {
        const bool used = in->words[in->come_pass].interpolant[i] != NV30_NO_INTERPOLANT;
        for (unsigned pixel = 0; pixel < NV30_QUAD; pixel++)
            d->scalar.at[i * NV30_QUAD + pixel] = used ? picked(in, m, in->come_slot, i, pixel) : 0;
        if (used)
            count(in, d, i);
    }
}

static void keep(const struct nv30_interpolant_select *m, unsigned what, nv30_vector_t *row)
{
    for (unsigned component = 0; component < 4; component++)
        for (unsigned pixel = 0; pixel < NV30_QUAD; pixel++)
            row->at[component * NV30_QUAD + pixel] =
                what == NV30_ATTRIBUTES ? 0 : attribute(m->in.inputs, m->d.store_quad, pixel, what, component);
}

bool nv30_interpolant_select_commit(struct nv30_interpolant_select *m)
{
    if (m->d.store) {
        for (unsigned set = 0; set < NV30_KEPT_SETS; set++)
            keep(m, m->in.kept[set], &m->coordinates[m->d.slot * NV30_KEPT_SETS + set]);
        keep(m, NV30_WPOS, &m->position[m->d.slot]);
    }
    if (m->d.valid)
        m->passes[m->d.op - 1]++;
    const bool changes = m->d.valid || m->q.valid;
    rtl_commit(m);
    return changes;
}
