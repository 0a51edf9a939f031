#include "rtl_model/nv30/crossbar_in.h"

#include "rtl_model/nv30/number.h"

RTL_TABLE(nv30_crossbar_in, NV30_CROSSBAR_IN_SIGNALS);

static uint32_t of_register(const struct nv30_crossbar_in_in *in, const struct nv30_crossbar_in *m,
                            const struct nv30_pass *pass, unsigned reg, unsigned component, unsigned pixel)
{
    const unsigned at = component * NV30_QUAD + pixel, number = pass->reg[reg].number;
    switch ((enum nv30_register)pass->reg[reg].kind) {
    case NV30_REG_ROW:
        return in->file[in->come_slot * in->rows + number].at[at];
    case NV30_REG_CONSTANT:
        return in->constants[4 * number + component];
    case NV30_REG_LOOP:
        return m->looped[in->come_slot].at[at];
    case NV30_REG_KEPT:
        return m->kept[in->come_slot].at[at];
    case NV30_REG_NONE:
        break;
    }
    return 0;
}

static uint32_t pick(const struct nv30_crossbar_in_in *in, const struct nv30_crossbar_in *m,
                     const struct nv30_pass *pass, uint8_t how, unsigned pixel)
{
    const unsigned what = how & NV30_PICK_WHAT;
    uint32_t       bits;
    if (what < NV30_PICK_REGISTER)
        bits = in->interpolant.at[what * NV30_QUAD + pixel];
    else if (what < NV30_PICK_ZERO)
        bits = of_register(in, m, pass, (what - NV30_PICK_REGISTER) / 4, (what - NV30_PICK_REGISTER) % 4, pixel);
    else
        bits = what == NV30_PICK_ONE ? 0x3f800000 : 0;
    if (how & NV30_PICK_ABSOLUTE)
        bits &= 0x7fffffff;
    if (how & NV30_PICK_NEGATE)
        bits ^= 0x80000000;
    return how & NV30_PICK_HALVE ? as_bits(as_float(bits) / 2) : bits;
}

void nv30_crossbar_in_eval(const struct nv30_crossbar_in_in *in, const struct nv30_crossbar_in_reg *q,
                           struct nv30_crossbar_in_reg *d, const struct nv30_crossbar_in *m)
{
    if (!NV30_STEP(in, q, d))
        return;
    const struct nv30_pass *pass = &in->words[in->come_pass];
    for (unsigned pixel = 0; pixel < NV30_QUAD; pixel++) {
        for (unsigned i = 0; i < 4; i++) {
            d->a.at[i * NV30_QUAD + pixel] = pick(in, m, pass, pass->a[i], pixel);
            d->b.at[i * NV30_QUAD + pixel] = pick(in, m, pass, pass->b[i], pixel);
            d->c.at[i * NV30_QUAD + pixel] = pick(in, m, pass, pass->c[i], pixel);
            d->u.at[i * NV30_QUAD + pixel] = pick(in, m, pass, pass->u[i], pixel);
        }
        for (unsigned i = 0; i < 3; i++) {
            d->k0.at[i * NV30_QUAD + pixel] = pick(in, m, pass, pass->k[i], pixel);
            d->k1.at[i * NV30_QUAD + pixel] = pick(in, m, pass, pass->k[3 + i], pixel);
        }
    }
}

bool nv30_crossbar_in_commit(struct nv30_crossbar_in *m)
{
    if (m->in.loop) {
        if (m->in.loop_keeps)
            m->kept[m->in.loop_slot] = m->looped[m->in.loop_slot];
        m->looped[m->in.loop_slot] = m->in.loop_value;
    }
    const bool changes = m->d.valid || m->q.valid || m->in.loop;
    rtl_commit(m);
    return changes;
}
