#include "pipeline/fetch/memory_read.h"

#include <string.h>

#include "isa/r700/isa.h"
#include "pipeline/fetch/memory_reading.h"
#include "pipeline/fetch/vertex_format.h"

RTL_TABLE(memory_read, MEMORY_READ_SIGNALS);

void memory_read_preset(struct memory_read *unit)
{
    unit->q.free = unit->d.free = true;
}

/* ---- the instruction --------------------------------------------------------------------------------------------- */

static void take(const struct memory_read_in *in, struct memory_read_reg *d)
{
    struct isa_mem_rd read;
    memory_read_unpack(in->offer_low, in->offer_high, &read);
    const unsigned source = read.src_gpr + (read.src_rel ? in->offer_index : 0);
    d->free = false;
    d->slot = in->offer_slot;
    d->last = in->offer_last;
    d->number = in->offer_number;
    d->area = in->offer_area;
    d->texture = in->offer_texture || !in->vertex_cache; /* ISA 10.1: VTX_TC; RV770 timing V4 */
    d->uncached = read.uncached;
    d->low = in->offer_low;
    d->high = in->offer_high;
    /* As in vertex fetches: whole quads in which a thread reads (ISA 10.5). */
    d->lanes = read.fetch_whole_quad ? mask_quads(in->offer_lanes) : in->offer_lanes;
    d->gpr = (uint16_t)(read.dst_gpr + (read.dst_rel ? in->offer_index : 0));
    d->gpr_base = in->offer_base;
    d->step = 0;
    /* Out of bounds by its index: read GPR 0 (ISA 4.6.3). */
    d->read_row = (uint8_t)(in->offer_base + (source < in->num_gprs ? source : 0));
    d->read_element = (uint8_t)read.src_sel_x;
    d->read = read.indexed;
    d->begin = !read.indexed;
}

/* Out of bounds by its index: write nothing (ISA 4.6.3). */
static uint8_t written_elements(const struct memory_read_in *in, const struct isa_mem_rd *read, unsigned gpr)
{
    const uint32_t select[MEMORY_ELEMENTS] = {read->dst_sel_x, read->dst_sel_y, read->dst_sel_z, read->dst_sel_w};
    unsigned       elements = 0;
    for (unsigned e = 0; gpr < in->num_gprs && e < MEMORY_ELEMENTS; e++)
        elements |= (unsigned)(select[e] != ISA_SEL_MASK) << e;
    return (uint8_t)elements;
}

/* A GPR of the burst becomes an entry in flight. */
static void depart(const struct memory_read_in *in, const struct memory_read_reg *q, struct memory_read_reg *d)
{
    const unsigned    at = (q->first + q->flying) % MEMORY_FLIGHT;
    struct isa_mem_rd read;
    memory_read_unpack(q->low, q->high, &read);
    const unsigned gpr = q->gpr + q->step;
    const bool     burst_ends = q->step == read.burst_cnt;
    d->f_low.entry[at] = q->low;
    d->f_high.entry[at] = q->high;
    d->f_lanes.entry[at] = q->lanes;
    d->f_number.entry[at] = q->number;
    d->f_area.entry[at] = q->area;
    d->f_wait.entry[at] = q->uncached ? 0 : in->hit_clk;
    d->f_texture.entry[at] = q->texture;
    d->f_uncached.entry[at] = q->uncached;
    d->f_row.entry[at] = (uint8_t)(q->gpr_base + gpr);
    d->f_elements.entry[at] = written_elements(in, &read, gpr);
    d->f_step.entry[at] = q->step;
    d->f_slot.entry[at] = q->slot;
    d->f_last.entry[at] = q->last && burst_ends;
    d->flying = (uint8_t)(d->flying + 1);
    d->reads = q->reads + 1;
    d->addressing = false;
    d->free = burst_ends;
    d->step = (uint8_t)((q->step + 1) & 15);
    d->begin = !burst_ends;
}

/* ---- what returns ------------------------------------------------------------------------------------------------ */

static void hand_over(const struct memory_read_reg *q, struct memory_read_reg *d)
{
    const unsigned first = q->first;
    d->write = true;
    FETCH_RESULT_IS(d, q, first);
    d->returning = false;
    d->first = (uint8_t)((first + 1) % MEMORY_FLIGHT);
    d->flying = (uint8_t)(q->flying - 1);
}

/* The result before has gone: its rows are read at the edge at which it goes. */
static bool hands_over(const struct memory_read_reg *q)
{
    return q->returning && q->return_wait <= 1 && !q->write;
}

static void run_returns(const struct memory_read_in *in, const struct memory_read_reg *q, struct memory_read_reg *d)
{
    for (unsigned i = 0; i < q->flying; i++) {
        const unsigned at = (q->first + i) % MEMORY_FLIGHT;
        if (q->f_wait.entry[at])
            d->f_wait.entry[at] = (uint16_t)(q->f_wait.entry[at] - 1);
    }
    if (in->written)
        d->write = false;
    if (hands_over(q)) {
        hand_over(q, d);
    } else if (q->returning) {
        d->return_wait = (uint8_t)(q->return_wait > 1 ? q->return_wait - 1 : q->return_wait);
    } else if (in->arrived) {
        d->returning = true;
        d->return_wait = in->return_clk;
    }
}

/* ---- data -------------------------------------------------------------------------------------------------------- */

static struct memory_layout layout_of(const struct memory_read_in *in)
{
    return (struct memory_layout){&in->base, &in->size, &in->item, in->group, in->wave_size, in->wave_lanes};
}

static struct memory_reading reading_of(const struct memory_read_reg *q, unsigned entry)
{
    struct memory_reading reading = {
        .area = q->f_area.entry[entry], .number = q->f_number.entry[entry], .step = q->f_step.entry[entry]};
    memory_read_unpack(q->f_low.entry[entry], q->f_high.entry[entry], &reading.read);
    return reading;
}

static const line_data_t *lines_of(const struct memory_read *unit, unsigned entry)
{
    if (unit->q.f_uncached.entry[entry])
        return unit->in.direct_lines;
    return unit->q.f_texture.entry[entry] ? unit->in.texture_lines : unit->in.lines;
}

/* A thread's dwords, from the lines in which the first and the last one lie. */
static void gather(const struct memory_layout *layout, const struct memory_reading *reading, uint64_t dword,
                   const line_data_t *lines, const uint16_t place[2], uint8_t bytes[16])
{
    const unsigned dwords = memory_reading_dwords(reading);
    const uint64_t first = memory_reading_address(layout, reading, dword);
    for (unsigned e = 0; e < dwords; e++) {
        const uint64_t address = memory_reading_address(layout, reading, dword + e);
        const unsigned end = address >> LINE_SHIFT != first >> LINE_SHIFT;
        memcpy(bytes + 4 * (size_t)e, &lines[place[end]].byte[address % LINE_BYTES & ~3u], 4);
    }
}

static uint32_t select_value(uint32_t select, const uint32_t value[MEMORY_ELEMENTS], uint32_t one)
{
    return select < MEMORY_ELEMENTS ? value[select] : select == ISA_SEL_1 ? one : 0;
}

static void read_lanes(struct memory_read *unit, unsigned entry)
{
    const struct memory_layout     layout = layout_of(&unit->in);
    const struct memory_reading    reading = reading_of(&unit->q, entry);
    const struct isa_mem_rd *const read = &reading.read;
    struct texel_format            elements;
    const uint32_t select[MEMORY_ELEMENTS] = {read->dst_sel_x, read->dst_sel_y, read->dst_sel_z, read->dst_sel_w};
    const struct vertex_format format = {(uint8_t)read->data_format, (uint8_t)read->num_format_all,
                                         (uint8_t)read->endian_swap, read->format_comp_all, read->srf_mode_all};
    const line_data_t *const   lines = lines_of(unit, entry);
    vertex_format_elements(&format, &elements);
    for (unsigned lane = 0; lane < LANES; lane++) {
        uint8_t  bytes[16] = {0};
        uint32_t value[MEMORY_ELEMENTS];
        if (!(unit->q.f_lanes.entry[entry] >> lane & 1))
            continue;
        const uint64_t dword = memory_reading_place(&layout, &reading, lane, unit->indices[entry].lane[lane]).dword;
        gather(&layout, &reading, dword, lines, &unit->in.places[entry].thread[2 * lane], bytes);
        vertex_convert(&elements, bytes, value);
        for (unsigned e = 0; e < MEMORY_ELEMENTS; e++)
            unit->result[e].lane[lane] = select_value(select[e], value, texel_one(&elements));
    }
}

/* The first access of what returns that reaches too far. */
static void look_for_strays(const struct memory_read *unit, struct memory_read_reg *d)
{
    const unsigned              entry = unit->q.first;
    const struct memory_layout  layout = layout_of(&unit->in);
    const struct memory_reading reading = reading_of(&unit->q, entry);
    for (uint64_t left = unit->q.f_lanes.entry[entry]; left && !d->stray; left &= left - 1) {
        const unsigned            lane = (unsigned)__builtin_ctzll(left);
        const struct memory_place place =
            memory_reading_place(&layout, &reading, lane, unit->indices[entry].lane[lane]);
        if (!place.strays)
            continue;
        d->stray = true;
        d->stray_target = memory_read_target_of(reading.read.mem_op);
        d->stray_thread = memory_reading_thread(&layout, &reading, lane).in_launch;
        d->stray_address = unit->in.base.target[d->stray_target] + 4 * place.dword;
    }
}

/* ---- a clock ----------------------------------------------------------------------------------------------------- */

void memory_read_eval(const struct memory_read_in *in, const struct memory_read_reg *q, struct memory_read_reg *d,
                      const struct memory_read *unit)
{
    run_returns(in, q, d);
    d->gone = hands_over(q);
    if (d->gone)
        look_for_strays(unit, d);
    if (q->free) {
        if (in->offer)
            take(in, d);
    } else if (q->addressing) {
        if (in->depart)
            depart(in, q, d);
    } else if (q->begin) {
        d->begin = !in->start;
        d->addressing = in->start;
    } else if (q->read && in->spare) {
        d->read = false;
        d->begin = true;
    }
    d->waits = d->flying && !d->returning && d->f_wait.entry[d->first] <= 1;
}

void memory_read_capture(struct memory_read *unit)
{
    if (unit->q.read && unit->in.spare)
        unit->latch[0] = *unit->in.index_row;
    if (unit->in.depart)
        unit->indices[(unit->q.first + unit->q.flying) % MEMORY_FLIGHT] = unit->latch[0];
    if (hands_over(&unit->q))
        read_lanes(unit, unit->q.first);
}
