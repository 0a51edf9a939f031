#include "rtl_model/r580/texture.h"

RTL_TABLE(us_texture, US_TEXTURE_SIGNALS);

struct instruction {
    struct us_cmn cmn;
    struct us_tex tex;
};

/* A quad on its way in, as it is kept until it comes back. */
struct flight {
    us_row_t texels;
    uint16_t mask;
};

/* ---- what is wrong ----------------------------------------------------------------------------------------------- */

static enum us_error check_register(const struct us_texture_in *in, uint32_t address, uint32_t relative)
{
    const int number = (int)address + (relative ? (int16_t)in->start_al : 0);
    if (relative && !in->start_has_al)
        return US_NO_AL;
    return number >= 0 && number < in->temporaries ? US_OK : US_BAD_TEMPORARY;
}

static enum us_error check(const struct us_texture_in *in, const struct instruction *i)
{
    enum us_error error = US_OK;
    if (i->tex.inst == US_TEX_NOP)
        return US_OK;
    if (i->tex.inst > US_TEX_DXDY)
        return US_BAD_OPERATION;
    error = check_register(in, i->tex.src_addr, i->tex.src_addr_rel);
    if (!error && i->tex.inst != US_TEX_KILL && i->cmn.rgb_wmask | i->cmn.alpha_wmask)
        error = check_register(in, i->tex.dst_addr, i->tex.dst_addr_rel);
    if (!error && i->tex.inst == US_TEX_DXDY)
        error = check_register(in, i->tex.dx_addr, i->tex.dx_addr_rel);
    if (!error && i->tex.inst == US_TEX_DXDY)
        error = check_register(in, i->tex.dy_addr, i->tex.dy_addr_rel);
    return error;
}

/* ---- a quad ------------------------------------------------------------------------------------------------------ */

static unsigned al_of(const struct us_texture_reg *d)
{
    const int al = (int16_t)d->al;
    return (unsigned)al;
}

static const us_row_t *row_of(const struct us_texture_in *in, const struct us_texture_reg *d, unsigned quad,
                              uint32_t address, uint32_t relative)
{
    const unsigned number = address + (relative ? al_of(d) : 0);
    return &in->rows[((unsigned)d->slot * in->group_quads + quad) * in->temporaries + number % in->temporaries];
}

static bool predicated(const struct us_texture_in *in, const struct us_texture_reg *d, const struct us_cmn *cmn,
                       unsigned pixel, unsigned channel)
{
    const bool     alpha = channel == 3;
    const unsigned select = alpha ? cmn->alpha_pred_sel : cmn->rgb_pred_sel,
                   which = select == 1 ? channel : (select - 2) & 3;
    const bool bit = in->predicates[d->slot].w[which * US_MASK_WORDS + pixel / 64] >> pixel % 64 & 1;
    return select == 0 || bit != (alpha ? cmn->alpha_pred_inv : cmn->rgb_pred_inv);
}

/* Which of [pixel][channel] an instruction writes, or TEXKILL looks at. */
static uint16_t mask_of(const struct us_texture_in *in, const struct us_texture_reg *d, const struct us_cmn *cmn,
                        unsigned quad)
{
    const unsigned wmask = cmn->rgb_wmask | cmn->alpha_wmask << 3;
    unsigned       mask = 0;
    for (unsigned p = 0; p < 4; p++)
        for (unsigned c = 0; c < US_CHANNELS; c++)
            if (us_mask_bit(&d->active, 4 * quad + p) && wmask >> c & 1 && predicated(in, d, cmn, 4 * quad + p, c))
                mask |= 1u << (p * US_CHANNELS + c);
    return (uint16_t)mask;
}

/* A pixel goes out when a channel that counts is below zero; swizzles do not matter (8.5.1). */
static uint64_t killed(const struct us_texture_in *in, const struct us_texture_reg *d, const struct instruction *i,
                       unsigned quad)
{
    const us_row_t *const row = row_of(in, d, quad, i->tex.src_addr, i->tex.src_addr_rel);
    const uint16_t        mask = mask_of(in, d, &i->cmn, quad);
    uint64_t              pixels = 0;
    for (unsigned e = 0; e < 4 * US_CHANNELS; e++) {
        const uint32_t bits = row->e[e], size = bits & 0x7fffffff;
        if (mask >> e & 1 && bits >> 31 && size >= 0x00800000 && size <= 0x7f800000)
            pixels |= UINT64_C(1) << e / US_CHANNELS;
    }
    return pixels;
}

static void read_coordinates(const us_row_t *row, const uint32_t swizzle[4], uint32_t value[4][4])
{
    for (unsigned p = 0; p < 4; p++)
        for (unsigned c = 0; c < 4; c++)
            value[p][c] = row->e[p * US_CHANNELS + swizzle[c]];
}

static bool look_up(const struct us_texture_in *in, const struct us_texture_reg *d, const struct instruction *i,
                    unsigned quad, struct flight *flight)
{
    const struct us_tex *tex = &i->tex;
    const uint32_t       swizzle[] = {tex->src_s_swiz, tex->src_t_swiz, tex->src_r_swiz, tex->src_q_swiz},
                   right[] = {tex->dx_s_swiz, tex->dx_t_swiz, tex->dx_r_swiz, tex->dx_q_swiz},
                   down[] = {tex->dy_s_swiz, tex->dy_t_swiz, tex->dy_r_swiz, tex->dy_q_swiz},
                   answer[] = {tex->dst_r_swiz, tex->dst_g_swiz, tex->dst_b_swiz, tex->dst_a_swiz};
    struct us_lookup lookup = {.pixels = 0};
    uint32_t         texel[4][4];
    read_coordinates(row_of(in, d, quad, tex->src_addr, tex->src_addr_rel), swizzle, lookup.coordinate);
    if (tex->inst == US_TEX_DXDY) {
        read_coordinates(row_of(in, d, quad, tex->dx_addr, tex->dx_addr_rel), right, lookup.right);
        read_coordinates(row_of(in, d, quad, tex->dy_addr, tex->dy_addr_rel), down, lookup.down);
    }
    flight->mask = mask_of(in, d, &i->cmn, quad);
    for (unsigned p = 0; p < 4; p++)
        if (!tex->ignore_uncovered || us_mask_bit(&in->covered[d->slot], 4 * quad + p))
            lookup.pixels = (uint8_t)(lookup.pixels | 1u << p);
        else
            flight->mask = (uint16_t)(flight->mask & ~(0xfu << 4 * p));
    if (!us_sample(in->sampler, tex, &lookup, texel))
        return false;
    for (unsigned p = 0; p < 4; p++)
        for (unsigned c = 0; c < US_CHANNELS; c++)
            flight->texels.e[p * US_CHANNELS + c] = texel[p][answer[c]];
    return true;
}

/* ---- the unit ---------------------------------------------------------------------------------------------------- */

static void take(const struct us_texture_in *in, struct us_texture_reg *d, struct instruction *i)
{
    us_unpack_cmn(in->start_words.w, &i->cmn);
    us_unpack_tex(in->start_words.w, &i->tex);
    d->slot = in->start_slot;
    d->group = in->start_group;
    d->address = in->start_address;
    d->words = in->start_words;
    d->quad = 0;
    d->al = in->start_al;
    d->active = i->cmn.write_inactive ? in->start_present : in->start_active;
    d->left = (uint8_t)((in->start_pixels + 3) / 4);
    d->error = (us_error_t)check(in, i);
}

static void kill_pixels(const struct us_texture_in *in, struct us_texture_reg *d, const struct instruction *i)
{
    d->kill = true;
    d->kill_quad = d->quad;
    d->killed = 0;
    for (unsigned k = 0; k < d->added; k++)
        d->killed |= killed(in, d, i, d->quad + k) << 4 * k;
}

static void look_up_quads(const struct us_texture_in *in, struct us_texture_reg *d, const struct instruction *i)
{
    d->lookups += d->added;
    for (unsigned k = 0; k < d->added; k++) {
        struct flight flight = {{{0}}, 0};
        if (!look_up(in, d, i, d->quad + k, &flight))
            d->error = US_BAD_TEXTURE;
        d->added_masks.e[k] = flight.mask;
        for (unsigned e = 0; e < 4 * US_CHANNELS; e++)
            d->added_texels.e[k * 4 * US_CHANNELS + e] = flight.texels.e[e];
    }
}

static void go_in(const struct us_texture_in *in, struct us_texture_reg *d, const struct us_texture_reg *q)
{
    struct instruction i;
    const unsigned     quads = d->left < in->quads ? d->left : in->quads;
    us_unpack_cmn(d->words.w, &i.cmn);
    us_unpack_tex(d->words.w, &i.tex);
    if (q->count + quads > US_FLIGHT)
        return;
    d->added = (uint8_t)quads;
    d->left = (uint8_t)(d->left - quads);
    if (i.tex.inst == US_TEX_KILL)
        kill_pixels(in, d, &i);
    else if (i.tex.inst != US_TEX_NOP)
        look_up_quads(in, d, &i);
}

static void come_back(const struct us_texture_reg *q, struct us_texture_reg *d, const struct us_texture *m)
{
    const unsigned at = q->head;
    if (!q->count || (int32_t)(q->now - m->fly_due[at]) < 0)
        return;
    d->texel = m->fly_mask[at] != 0;
    d->texel_slot = m->fly_slot[at];
    d->texel_quad = m->fly_quad[at];
    d->texel_register = m->fly_register[at];
    d->texel_mask = m->fly_mask[at];
    d->texels = m->fly_texels[at];
    d->looked_up = m->fly_last[at] & 1;
    d->release = m->fly_last[at] >> 1;
    d->head = (uint16_t)((at + 1) % US_FLIGHT);
    d->count = (uint16_t)(d->count - 1);
}

void us_texture_eval(const struct us_texture_in *in, const struct us_texture_reg *q, struct us_texture_reg *d,
                     const struct us_texture *m)
{
    struct instruction i;
    d->now = q->now + 1;
    d->kill = d->texel = d->looked_up = d->release = false;
    d->quad = (uint8_t)((q->quad + q->added) % US_QUADS);
    d->added = 0;
    if (in->start)
        take(in, d, &i);
    if (d->error)
        return;
    come_back(q, d, m);
    if (d->left)
        go_in(in, d, q);
    d->count = (uint16_t)(d->count + d->added);
}

/* What has just gone in, quad by quad. */
static void keep(struct us_texture *m)
{
    struct us_tex                      tex;
    const struct us_texture_reg *const d = &m->d;
    us_unpack_tex(d->words.w, &tex);
    const bool reads = tex.inst != US_TEX_NOP && tex.inst != US_TEX_KILL;
    for (unsigned k = 0; k < d->added; k++) {
        const unsigned at = ((unsigned)d->head + d->count - d->added + k) % US_FLIGHT;
        const bool     last = !d->left && k + 1u == d->added;
        m->fly_slot[at] = d->slot;
        m->fly_quad[at] = (uint8_t)(d->quad + k);
        m->fly_register[at] = (uint8_t)((tex.dst_addr + (tex.dst_addr_rel ? al_of(d) : 0)) % US_TEMPORARIES);
        m->fly_mask[at] = reads ? d->added_masks.e[k] : 0;
        m->fly_due[at] = m->q.now + (reads ? m->in.latency : 1u);
        m->fly_last[at] = (uint8_t)(last | (last && tex.tex_sem_acquire ? 2 : 0));
        for (unsigned e = 0; e < 4 * US_CHANNELS; e++)
            m->fly_texels[at].e[e] = d->added_texels.e[k * 4 * US_CHANNELS + e];
    }
}

bool us_texture_commit(struct us_texture *m)
{
    if (m->d.added)
        keep(m);
    rtl_commit(m);
    return true;
}
