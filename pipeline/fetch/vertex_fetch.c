#include "pipeline/fetch/vertex_fetch.h"

#include <string.h>

#include "isa/r700/isa.h"

RTL_TABLE(vertex_fetch, VERTEX_FETCH_SIGNALS);

void vertex_fetch_preset(struct vertex_fetch *unit)
{
    unit->q.free = unit->d.free = true;
}

static void unpack(uint64_t low, uint64_t high, struct isa_vtx_gpr *vtx)
{
    const uint32_t dwords[4] = {(uint32_t)low, (uint32_t)(low >> 32), (uint32_t)high, (uint32_t)(high >> 32)};
    isa_unpack_vtx_gpr(dwords, vtx);
}

/* Where the result goes; false: nowhere, for the vertex program does not use the semantic, and nothing is fetched
 * (ACC 2.5.3). */
static bool find_target(const struct vertex_fetch_in *in, const struct isa_vtx_gpr *vtx, unsigned *target)
{
    enum { SEMANTIC = 1 };
    /* SEMANTIC_ID lies where else DST_GPR and DST_REL do (ISA 10.3). */
    if (vtx->vtx_inst == SEMANTIC)
        return fetch_semantic(in->semantics, vtx->dst_gpr | vtx->dst_rel << 7, target);
    *target = vtx->dst_gpr + (vtx->dst_rel ? in->offer_index : 0);
    return true;
}

static void take(const struct vertex_fetch_in *in, const struct vertex_fetch_reg *q, struct vertex_fetch_reg *d)
{
    struct isa_vtx_gpr vtx;
    unpack(in->offer_low, in->offer_high, &vtx);
    const uint32_t select[VERTEX_ELEMENTS] = {vtx.dst_sel_x, vtx.dst_sel_y, vtx.dst_sel_z, vtx.dst_sel_w};
    const unsigned source = vtx.src_gpr + (vtx.src_rel ? in->offer_index : 0);
    unsigned       target = 0;
    const bool     found = find_target(in, &vtx, &target);
    d->free = false;
    d->slot = in->offer_slot;
    d->last = in->offer_last;
    d->number = in->offer_number;
    d->texture = in->offer_texture || !in->vertex_cache; /* ISA 10.1: VTX_TC; RV770 timing V4 */
    d->low = in->offer_low;
    d->high = in->offer_high;
    /* GUESS: whole quads in which a thread fetches, because 10.3 says "all pixels", 6.3 only that invalid ones do. */
    d->lanes = vtx.fetch_whole_quad ? mask_quads(in->offer_lanes) : in->offer_lanes;
    if (!found)
        d->lanes = 0;
    /* Out of bounds by its index: read GPR 0, write nothing (ISA 4.6.3). */
    d->read_row = (uint8_t)(in->offer_base + (source < in->num_gprs ? source : 0));
    d->read_element = (uint8_t)vtx.src_sel_x;
    d->row = (uint8_t)(in->offer_base + target);
    d->elements = 0;
    for (unsigned e = 0; found && target < in->num_gprs && e < VERTEX_ELEMENTS; e++)
        if (select[e] != ISA_SEL_MASK)
            d->elements = (uint8_t)(d->elements | 1u << e);
    d->fetched = q->fetched + 1;
}

/* The instruction becomes an entry in flight. */
static void depart(const struct vertex_fetch_in *in, const struct vertex_fetch_reg *q, struct vertex_fetch_reg *d)
{
    const unsigned at = (q->first + q->flying) % VERTEX_FLIGHT;
    d->f_low.entry[at] = q->low;
    d->f_high.entry[at] = q->high;
    d->f_lanes.entry[at] = q->lanes;
    d->f_number.entry[at] = q->number;
    d->f_wait.entry[at] = in->hit_clk;
    d->f_row.entry[at] = q->row;
    d->f_elements.entry[at] = q->elements;
    d->f_slot.entry[at] = q->slot;
    d->f_texture.entry[at] = q->texture;
    d->f_last.entry[at] = q->last;
    d->flying = (uint8_t)(d->flying + 1);
    d->addressing = false;
    d->free = true;
}

static void run_returns(const struct vertex_fetch_in *in, const struct vertex_fetch_reg *q, struct vertex_fetch_reg *d)
{
    const unsigned first = q->first;
    for (unsigned i = 0; i < q->flying; i++) {
        const unsigned at = (first + i) % VERTEX_FLIGHT;
        if (q->f_wait.entry[at])
            d->f_wait.entry[at] = (uint16_t)(q->f_wait.entry[at] - 1);
    }
    if (!q->returning) {
        d->returning = in->arrived;
        if (d->returning)
            d->return_wait = in->return_clk;
        return;
    }
    if (q->return_wait > 1) {
        d->return_wait = (uint8_t)(q->return_wait - 1);
        return;
    }
    d->write = true;
    FETCH_RESULT_IS(d, q, first);
    d->returning = false;
    d->first = (uint8_t)((first + 1) % VERTEX_FLIGHT);
    d->flying = (uint8_t)(q->flying - 1);
}

void vertex_fetch_eval(const struct vertex_fetch_in *in, const struct vertex_fetch_reg *q, struct vertex_fetch_reg *d)
{
    d->write = false;
    run_returns(in, q, d);
    if (q->free) {
        if (in->offer)
            take(in, q, d);
    } else if (q->addressing) {
        if (q->addr_wait)
            d->addr_wait = (uint8_t)(q->addr_wait - 1);
        if (in->depart)
            depart(in, q, d);
    } else if (q->read && in->spare) {
        d->read = false;
        d->addressing = true;
        d->addr_wait = (uint8_t)(in->addr_clk - 1);
    }
    if (!d->free && !d->addressing && q->flying < VERTEX_FLIGHT)
        d->read = true;
    d->calculated = d->addressing && !d->addr_wait;
    d->waits = d->flying && !d->returning && d->f_wait.entry[d->first] <= 1;
}

/* ---- data ----------------------------------------------------------------------------------------------------- */

/* The bytes of an element, from the lines in which it begins and ends. */
static void gather(const line_data_t *lines, const uint16_t way[2], uint64_t address, unsigned bytes, uint8_t *to)
{
    const unsigned       first = address % LINE_BYTES, left = LINE_BYTES - first;
    const uint8_t *const from = &lines[way[0]].byte[first];
    if (left >= VERTEX_BYTES) { /* whatever lies behind the element is of no account */
        memcpy(to, from, VERTEX_BYTES);
    } else {
        memcpy(to, from, left < bytes ? left : bytes);
        if (left < bytes)
            memcpy(to + left, lines[way[1]].byte, bytes - left);
    }
}

static void outside(const struct vertex_resource *resource, uint32_t value[VERTEX_ELEMENTS])
{
    for (unsigned e = 0; e < VERTEX_ELEMENTS; e++)
        value[e] = resource->clamp_nan ? 0xffc00000u : 0; /* 3D 6 */
}

static uint32_t select_value(uint32_t select, const uint32_t value[VERTEX_ELEMENTS], uint32_t one)
{
    return select < VERTEX_ELEMENTS ? value[select] : select == ISA_SEL_1 ? one : 0;
}

static void fetch_lanes(struct vertex_fetch *unit, unsigned entry)
{
    const struct vertex_fetch_in *in = &unit->in;
    struct vertex_access          access;
    struct texel_format           elements;
    vertex_access_of(unit->q.f_low.entry[entry], unit->q.f_high.entry[entry], in->memory, &access);
    vertex_format_elements(&access.format, &elements);
    const struct isa_vtx_gpr *const vtx = &access.vtx;
    const uint32_t           select[VERTEX_ELEMENTS] = {vtx->dst_sel_x, vtx->dst_sel_y, vtx->dst_sel_z, vtx->dst_sel_w};
    const uint32_t           one = texel_one(&elements);
    const line_data_t *const lines = unit->q.f_texture.entry[entry] ? in->texture_lines : in->lines;
    for (unsigned i = 0; i < LANES; i++) {
        uint32_t value[VERTEX_ELEMENTS];
        uint8_t  bytes[VERTEX_BYTES];
        uint64_t address;
        if (!(unit->q.f_lanes.entry[entry] >> i & 1))
            continue;
        if (vertex_element(&access, unit->indices[entry].lane[i], &address)) {
            gather(lines, &in->ways[entry].thread[2 * i], address, access.bytes, bytes);
            vertex_convert(&elements, bytes, value);
        } else {
            outside(access.resource, value);
        }
        for (unsigned e = 0; e < VERTEX_ELEMENTS; e++)
            unit->result[e].lane[i] = select_value(select[e], value, one);
    }
}

void vertex_fetch_capture(struct vertex_fetch *unit)
{
    if (unit->q.read && unit->in.spare)
        unit->indices[(unit->q.first + unit->q.flying) % VERTEX_FLIGHT] = *unit->in.index_row;
    if (unit->d.write)
        fetch_lanes(unit, unit->q.first);
}
