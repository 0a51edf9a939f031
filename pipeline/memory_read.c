#include "pipeline/memory_read.h"

#include "isa/r700/isa.h"
#include "kit/bytes.h"
#include "pipeline/vertex_format.h"

RTL_TABLE(memory_read, MEMORY_READ_SIGNALS);

void memory_read_preset(struct memory_read *unit)
{
    unit->q.free = unit->d.free = true;
}

static void unpack(uint64_t low, uint64_t high, struct isa_mem_rd *read)
{
    const uint32_t dwords[4] = {(uint32_t)low, (uint32_t)(low >> 32), (uint32_t)high, (uint32_t)(high >> 32)};
    isa_unpack_mem_rd(dwords, read);
}

/* ---- the instruction --------------------------------------------------------------------------------------------- */

static void address_next(const struct memory_read_in *in, struct memory_read_reg *d)
{
    d->addressing = true;
    d->addr_wait = in->addr_clk;
}

static void take(const struct memory_read_in *in, struct memory_read_reg *d)
{
    struct isa_mem_rd read;
    unpack(in->offer_low, in->offer_high, &read);
    const unsigned source = read.src_gpr + (read.src_rel ? in->offer_index : 0);
    d->free = false;
    d->slot = in->offer_slot;
    d->last = in->offer_last;
    d->number = in->offer_number;
    d->area = in->offer_area;
    d->low = in->offer_low;
    d->high = in->offer_high;
    /* As of vertex fetches: whole quads of those that read (ISA 10.5). */
    d->lanes = read.fetch_whole_quad ? mask_quads(in->offer_lanes) : in->offer_lanes;
    d->gpr = (uint16_t)(read.dst_gpr + (read.dst_rel ? in->offer_index : 0));
    d->gpr_base = in->offer_base;
    d->step = 0;
    /* Out of bounds by its index: read GPR 0 (ISA 4.6.3). */
    d->read_row = (uint8_t)(in->offer_base + (source < in->num_gprs ? source : 0));
    d->read_element = (uint8_t)read.src_sel_x;
    d->read = read.indexed;
    if (!read.indexed)
        address_next(in, d);
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

/* A GPR of the burst joins those that are under way. */
static void depart(const struct memory_read_in *in, const struct memory_read_reg *q, struct memory_read_reg *d)
{
    const unsigned    at = (q->first + q->flying) % MEMORY_FLIGHT;
    struct isa_mem_rd read;
    unpack(q->low, q->high, &read);
    const unsigned gpr = q->gpr + q->step;
    const bool     burst_ends = q->step == read.burst_cnt;
    d->f_low.entry[at] = q->low;
    d->f_high.entry[at] = q->high;
    d->f_lanes.entry[at] = q->lanes;
    d->f_number.entry[at] = q->number;
    d->f_area.entry[at] = q->area;
    d->f_wait.entry[at] = read.uncached ? in->memory_clk : in->hit_clk;
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
    if (!burst_ends)
        address_next(in, d);
}

/* It departs when its addresses are there and others have left room for it. */
static bool departs(const struct memory_read_reg *q)
{
    return q->addressing && q->addr_wait <= 1 && q->flying < MEMORY_FLIGHT;
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
    } else if (q->flying && q->f_wait.entry[q->first] <= 1) {
        d->returning = true;
        d->return_wait = in->return_clk;
    }
}

/* ---- data -------------------------------------------------------------------------------------------------------- */

static struct memory_thread thread_of(const struct memory_read *unit, unsigned entry, unsigned lane)
{
    const unsigned           in_wave = lane / QUARTER * unit->in.wave_lanes + lane % QUARTER;
    const struct wave_groups groups = groups_of(0, unit->in.group, unit->in.wave_size);
    return (struct memory_thread){.area = unit->q.f_area.entry[entry],
                                  .in_wave = (uint8_t)in_wave,
                                  .wave_size = unit->in.wave_size,
                                  .in_launch = groups_first(&groups, unit->q.f_number.entry[entry]) + in_wave};
}

static struct memory_place place_of(const struct memory_read *unit, unsigned entry, const struct isa_mem_rd *read,
                                    unsigned lane)
{
    const struct memory_access access = {.target = memory_read_target_of(read->mem_op),
                                         .indexed = read->indexed,
                                         .element_dwords = (uint8_t)(read->elem_size + 1),
                                         .array_base = (uint16_t)read->array_base,
                                         .array_last = (uint16_t)read->array_size};
    const struct memory_space  space = {unit->in.size.target[access.target], unit->in.item.target[access.target]};
    const struct memory_thread thread = thread_of(unit, entry, lane);
    const unsigned             elements = (1u << (vertex_format_bytes(read->data_format) + 3) / 4) - 1;
    return memory_place(&access, &space, &thread, unit->index[entry].lane[lane], unit->q.f_step.entry[entry], true,
                        elements);
}

/* Beyond the buffer it is the last dword that is read (3D 12). */
static void read_bytes(const struct memory_read *unit, unsigned target, uint64_t dword, uint8_t bytes[16])
{
    const uint64_t size = unit->in.size.target[target];
    for (unsigned e = 0; e < MEMORY_ELEMENTS; e++) {
        const uint64_t at = dword + e < size ? dword + e : size - 1;
        gpu_memory_read(unit->in.memory, unit->in.base.target[target] + 4 * at, bytes + 4 * (size_t)e, 4);
    }
}

static uint32_t select_value(uint32_t select, const uint32_t value[MEMORY_ELEMENTS], uint32_t one)
{
    return select < MEMORY_ELEMENTS ? value[select] : select == ISA_SEL_1 ? one : 0;
}

static void read_lanes(struct memory_read *unit, unsigned entry)
{
    struct isa_mem_rd   read;
    struct texel_format elements;
    unpack(unit->q.f_low.entry[entry], unit->q.f_high.entry[entry], &read);
    const uint32_t select[MEMORY_ELEMENTS] = {read.dst_sel_x, read.dst_sel_y, read.dst_sel_z, read.dst_sel_w};
    const struct vertex_format format = {(uint8_t)read.data_format, (uint8_t)read.num_format_all,
                                         (uint8_t)read.endian_swap, read.format_comp_all, read.srf_mode_all};
    const unsigned             target = memory_read_target_of(read.mem_op);
    vertex_format_elements(&format, &elements);
    for (unsigned lane = 0; lane < LANES; lane++) {
        uint8_t  bytes[16];
        uint32_t value[MEMORY_ELEMENTS];
        if (!(unit->q.f_lanes.entry[entry] >> lane & 1))
            continue;
        read_bytes(unit, target, place_of(unit, entry, &read, lane).dword, bytes);
        vertex_convert(&elements, bytes, value);
        for (unsigned e = 0; e < MEMORY_ELEMENTS; e++)
            unit->result[e].lane[lane] = select_value(select[e], value, texel_one(&elements));
    }
}

/* The first access of what returns that reaches too far. */
static void look_for_strays(const struct memory_read *unit, struct memory_read_reg *d)
{
    const unsigned    entry = unit->q.first;
    struct isa_mem_rd read;
    unpack(unit->q.f_low.entry[entry], unit->q.f_high.entry[entry], &read);
    for (uint64_t left = unit->q.f_lanes.entry[entry]; left && !d->stray; left &= left - 1) {
        const unsigned            lane = (unsigned)__builtin_ctzll(left);
        const struct memory_place place = place_of(unit, entry, &read, lane);
        if (!place.strays)
            continue;
        d->stray = true;
        d->stray_target = memory_read_target_of(read.mem_op);
        d->stray_thread = thread_of(unit, entry, lane).in_launch;
        d->stray_address = (unit->in.base.target[d->stray_target] + 4 * place.dword) & ((UINT64_C(1) << 41) - 1);
    }
}

/* ---- a clock ----------------------------------------------------------------------------------------------------- */

void memory_read_eval(const struct memory_read_in *in, const struct memory_read_reg *q, struct memory_read_reg *d,
                      const struct memory_read *unit)
{
    run_returns(in, q, d);
    if (hands_over(q))
        look_for_strays(unit, d);
    if (q->free) {
        if (in->offer)
            take(in, d);
    } else if (departs(q)) {
        depart(in, q, d);
    } else if (q->addressing) {
        d->addr_wait = (uint8_t)(q->addr_wait > 1 ? q->addr_wait - 1 : q->addr_wait);
    } else if (q->read && in->spare) {
        d->read = false;
        address_next(in, d);
    }
}

void memory_read_capture(struct memory_read *unit)
{
    if (unit->q.read && unit->in.spare)
        unit->latch[0] = *unit->in.index_row;
    if (!unit->q.free && departs(&unit->q))
        unit->index[(unit->q.first + unit->q.flying) % MEMORY_FLIGHT] = unit->latch[0];
    if (hands_over(&unit->q))
        read_lanes(unit, unit->q.first);
}
