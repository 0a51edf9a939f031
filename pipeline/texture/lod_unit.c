#include "pipeline/texture/lod_unit.h"

#include <string.h>

#include "pipeline/texture/texture_context.h"

RTL_TABLE(lod_unit, LOD_UNIT_SIGNALS);

/* An element of a lane's coordinates, by SRC_SEL. */
static uint32_t selected(unsigned select, const lanes_t *rows, unsigned lane)
{
    if (select < 4)
        return rows[select].lane[lane];
    return select == ISA_SEL_1 ? 0x3f800000u : 0;
}

static void read_quad(const struct lod_unit_in *in, const struct lod_unit *unit, unsigned first,
                      struct texture_query *query)
{
    const struct isa_tex *tex = query->tex;
    const unsigned        select[4] = {tex->src_sel_x, tex->src_sel_y, tex->src_sel_z, tex->src_sel_w};
    const lanes_t        *kept = &unit->kept[in->offer_place * KEPT_ROWS];
    for (unsigned i = 0; i < TEXTURE_QUAD; i++) {
        for (unsigned e = 0; e < 4; e++)
            query->coordinate[i][e] = selected(select[e], in->rows, first + i);
        for (unsigned e = 0; e < 3; e++) {
            query->gradient_h[i][e] = kept[KEPT_H + e].lane[first + i];
            query->gradient_v[i][e] = kept[KEPT_V + e].lane[first + i];
        }
        query->cube_index[i] = kept[KEPT_CUBE].lane[first + i];
    }
    query->lanes = (uint8_t)quad_lanes(in->offer_lanes, first);
}

static void plan_quad(struct texture_context *context, const struct texture_query *query, struct lod_unit_reg *d)
{
    uint32_t           h[4], v[4];
    struct texture_lod lod[TEXTURE_QUAD] = {{0}};
    if (context->op != ISA_FETCH_LD) {
        texture_gradients(query, h, v);
        texture_lod_quad(query, h, v, lod);
    }
    for (unsigned lanes = query->lanes; lanes; lanes &= lanes - 1) {
        const unsigned           i = (unsigned)__builtin_ctz(lanes);
        uint32_t *const          word = &d->plan.word[(size_t)i * PLAN_WORDS];
        const uint32_t *const    known = texture_context_plan(context, &lod[i]);
        struct texture_lane_plan plan;
        if (known) {
            memcpy(word, known, PLAN_WORDS * sizeof *word);
        } else {
            texture_plan_lane(query, i, &lod[i], &plan);
            texture_plan_pack_lane(&plan, word);
        }
        d->lod.lane[i] = (uint16_t)(word[PLAN_LOD] >> 16);
        if (word[PLAN_PASSES] > d->passes)
            d->passes = (uint16_t)word[PLAN_PASSES];
    }
}

static void take(const struct lod_unit_in *in, const struct lod_unit_reg *q, struct lod_unit_reg *d,
                 const struct lod_unit *unit)
{
    uint32_t                      value[TEXTURE_QUAD][4];
    struct texture_query          query;
    struct texture_context        room;
    struct texture_context *const context =
        texture_context_of(in->contexts, in->state, in->offer_low, in->offer_high, &room);
    texture_context_query(context, &query);
    read_quad(in, unit, quad_first_lane(in->offer_quad, in->quads_a_quarter), &query);
    memcpy(value, query.coordinate, sizeof value);
    d->valid = true;
    d->entry = in->offer_entry;
    d->quad = in->offer_quad;
    d->lanes = query.lanes;
    d->quads = q->quads + 1;
    d->alone = texture_op_sets(context->op) || texture_answers_alone(context->op);
    memset(&d->plan, 0, sizeof d->plan);
    memset(&d->lod, 0, sizeof d->lod);
    d->passes = 1;
    if (texture_answers_alone(context->op))
        texture_answer(&query, value);
    else if (!d->alone)
        plan_quad(context, &query, d);
    memcpy(d->coordinate.value, value, sizeof value);
}

void lod_unit_eval(const struct lod_unit_in *in, const struct lod_unit_reg *q, struct lod_unit_reg *d,
                   const struct lod_unit *unit)
{
    d->waits = q->waits + (q->valid && !in->taken);
    if (in->taken)
        d->valid = false;
    if (lod_unit_accepts(in->offer, q->valid, in->taken))
        take(in, q, d, unit);
}

/* ---- what is kept for the clause -------------------------------------------------------------------------------- */

static void keep_rows(struct lod_unit *unit, unsigned at, const struct texture_query *query, unsigned first,
                      unsigned count)
{
    lanes_t *rows = &unit->kept[unit->in.offer_place * KEPT_ROWS + at];
    for (unsigned e = 0; e < count; e++)
        for (unsigned i = 0; i < TEXTURE_QUAD; i++)
            rows[e].lane[first + i] = query->coordinate[i][count == 1 ? 2 : e]; /* the cube's index is Z */
}

/* One pair of slopes for all four lanes. */
static void keep_gradients(struct lod_unit *unit, const struct texture_query *query, unsigned first)
{
    lanes_t *rows = &unit->kept[unit->in.offer_place * KEPT_ROWS];
    uint32_t horizontal[4], vertical[4];
    texture_gradients(query, horizontal, vertical);
    for (unsigned e = 0; e < 3; e++)
        for (unsigned i = 0; i < TEXTURE_QUAD; i++) {
            rows[KEPT_H + e].lane[first + i] = horizontal[e];
            rows[KEPT_V + e].lane[first + i] = vertical[e];
        }
}

static void keep(struct lod_unit *unit)
{
    const struct lod_unit_in           *in = &unit->in;
    const unsigned                      first = quad_first_lane(in->offer_quad, in->quads_a_quarter);
    struct texture_query                query;
    struct texture_context              room;
    const struct texture_context *const context =
        texture_context_of(in->contexts, in->state, in->offer_low, in->offer_high, &room);
    texture_context_query(context, &query);
    read_quad(in, unit, first, &query);
    switch (context->op) {
    case ISA_FETCH_SET_GRADIENTS_H:
        keep_rows(unit, KEPT_H, &query, first, 3);
        break;
    case ISA_FETCH_SET_GRADIENTS_V:
        keep_rows(unit, KEPT_V, &query, first, 3);
        break;
    case ISA_FETCH_SET_CUBEMAP_INDEX:
        keep_rows(unit, KEPT_CUBE, &query, first, 1);
        break;
    case ISA_FETCH_KEEP_GRADIENTS:
        keep_gradients(unit, &query, first);
        break;
    default:
        break;
    }
}

bool lod_unit_commit(struct lod_unit *unit)
{
    const bool changes = unit->d.quads != unit->q.quads || rtl_registers_change(lod_unit, unit);
    if (unit->d.alone && lod_unit_accepts(unit->in.offer, unit->q.valid, unit->in.taken))
        keep(unit);
    rtl_commit(unit);
    return changes;
}
