#include "rtl_model/nv30/texture_unit.h"

#include "rtl_model/nv30/textures.h"

RTL_TABLE(nv30_texture_unit, NV30_TEXTURE_UNIT_SIGNALS);

static void leave(const struct nv30_texture_unit_in *in, struct nv30_texture_unit_reg *d,
                  const struct nv30_texture_unit *m, unsigned head)
{
    const struct nv30_pass *pass = &in->words[m->fifo_pass[head]];
    d->slot = m->fifo_slot[head];
    d->pass = m->fifo_pass[head];
    d->op = (nv30_op_t)(pass->op + 1);
    d->ends = pass->ends;
    d->keeps = pass->keeps;
    d->value = m->fifo_value[head];
    d->texel0 = m->fifo_texel0[head];
    d->texel1 = m->fifo_texel1[head];
}

void nv30_texture_unit_eval(const struct nv30_texture_unit_in *in, const struct nv30_texture_unit_reg *q,
                            struct nv30_texture_unit_reg *d, const struct nv30_texture_unit *m)
{
    const bool ready = q->count && q->clock - m->fifo_ready[q->head] < UINT32_MAX / 2;
    const bool leaves = ready && (!q->valid || in->taken);
    d->clock = q->clock + 1;
    d->valid = leaves || (q->valid && !in->taken);
    d->count = (uint8_t)(q->count + in->come - leaves);
    d->waits = q->waits + q->count;
    if (!d->valid)
        d->op = 0;
    if (leaves) {
        leave(in, d, m, q->head);
        d->head = (uint8_t)((q->head + 1) % NV30_SLOTS);
    }
    if (in->come) {
        const struct nv30_read *reads = in->words[in->come_pass].read;
        const bool              one = reads[0].target != NV30_NO_TARGET, two = reads[1].target != NV30_NO_TARGET;
        d->quads = q->quads + 1;
        d->reads = q->reads + one + two;
        d->pairs = q->pairs + two;
    }
}

bool nv30_texture_unit_commit(struct nv30_texture_unit *m)
{
    const struct nv30_texture_unit_in *in = &m->in;
    if (in->come) {
        const unsigned          at = (m->q.head + m->q.count) % NV30_SLOTS;
        const struct nv30_read *reads = in->words[in->come_pass].read;
        m->fifo_slot[at] = in->come_slot;
        m->fifo_pass[at] = in->come_pass;
        m->fifo_ready[at] = m->q.clock + in->latency;
        m->fifo_value[at] = in->come_value;
        nv30_textures_read(in->port->textures, &reads[0], &in->k0, &m->fifo_texel0[at]);
        nv30_textures_read(in->port->textures, &reads[1], &in->k1, &m->fifo_texel1[at]);
    }
    const bool changes = in->come || rtl_registers_change(nv30_texture_unit, m);
    rtl_commit(m);
    return changes;
}
