#include "pipeline/texture/texture_return.h"

#include "isa/r700/isa.h"
#include "pipeline/texture/texture_context.h"

RTL_TABLE(texture_return, TEXTURE_RETURN_SIGNALS);

static void take(const struct texture_return_in *in, const struct texture_return_reg *q, struct texture_return_reg *d)
{
    const unsigned at = (q->first + q->flying) % TEXTURE_FLIGHT;
    const uint32_t dwords[4] = {(uint32_t)in->offer_low, (uint32_t)(in->offer_low >> 32), in->offer_high};
    struct isa_tex tex;
    isa_unpack_tex(dwords, &tex);
    const uint32_t             select[4] = {tex.dst_sel_x, tex.dst_sel_y, tex.dst_sel_z, tex.dst_sel_w};
    const unsigned             target = tex.dst_gpr + (tex.dst_rel ? in->offer_index : 0);
    const struct isa_fetch_op *op = isa_fetch_lookup(isa_cf_ops[ISA_CF_INST_TEX].opcode, dwords);
    d->f_low.entry[at] = in->offer_low;
    d->f_high.entry[at] = in->offer_high;
    /* GUESS: as in vertex fetches, whole quads in which a thread fetches. */
    d->f_lanes.entry[at] = tex.fetch_whole_quad ? mask_quads(in->offer_lanes) : in->offer_lanes;
    d->f_place.entry[at] = in->offer_place;
    d->f_number.entry[at] = in->offer_number;
    d->f_row.entry[at] = (uint8_t)(in->offer_base + target);
    d->f_elements.entry[at] = 0;
    /* Out of bounds by its index: write nothing (ISA 4.6.3).  SET_* have no result. */
    for (unsigned e = 0; target < in->num_gprs && op && !texture_op_sets(op->id) && e < 4; e++)
        if (select[e] != ISA_SEL_MASK)
            d->f_elements.entry[at] = (uint8_t)(d->f_elements.entry[at] | 1u << e);
    d->f_slot.entry[at] = in->offer_slot;
    d->f_last.entry[at] = in->offer_last;
    d->f_left.entry[at] = in->quads;
}

static void count_down(const struct texture_return_reg *q, struct texture_return_reg *d)
{
    for (unsigned left = q->timed; left; left &= left - 1) {
        const unsigned at = (unsigned)__builtin_ctz(left);
        if (q->f_wait.entry[at])
            d->f_wait.entry[at] = (uint16_t)(q->f_wait.entry[at] - 1);
    }
}

static void leave(const struct texture_return_reg *q, struct texture_return_reg *d)
{
    const unsigned first = q->first;
    d->want = true;
    d->write_entry = (uint8_t)first;
    FETCH_RESULT_IS(d, q, first);
}

/* The oldest instruction: its data come back, wait for the port, are written. */
static void run_return(const struct texture_return_in *in, const struct texture_return_reg *q,
                       struct texture_return_reg *d)
{
    const unsigned first = q->first;
    if (q->want) {
        if (!in->granted)
            return;
        d->want = d->returning = false;
        d->timed &= ~(1u << first);
        d->first = (uint8_t)((first + 1) % TEXTURE_FLIGHT);
        d->flying = (uint8_t)(d->flying - 1);
        d->fetched = q->fetched + 1;
    } else if (!q->returning) {
        d->returning = q->flying && q->timed >> first & 1 && q->f_wait.entry[first] <= 1 && !d->f_left.entry[first];
        if (d->returning)
            d->return_wait = in->return_clk;
    } else if (q->return_wait > 1) {
        d->return_wait = (uint8_t)(q->return_wait - 1);
    } else {
        leave(q, d);
    }
}

void texture_return_eval(const struct texture_return_in *in, const struct texture_return_reg *q,
                         struct texture_return_reg *d)
{
    count_down(q, d);
    if (in->done)
        d->f_left.entry[in->done_entry] = (uint8_t)(q->f_left.entry[in->done_entry] - 1);
    run_return(in, q, d);
    if (in->addressed) {
        d->timed |= 1u << in->addressed_entry;
        d->f_wait.entry[in->addressed_entry] = in->hit_clk;
    }
    if (in->offer) {
        take(in, q, d);
        d->flying = (uint8_t)(d->flying + 1);
    }
}

void texture_return_capture(struct texture_return *unit)
{
    const struct texture_return_in *in = &unit->in;
    if (!in->done)
        return;
    const unsigned first = quad_first_lane(in->done_quad, in->quads_a_quarter);
    for (unsigned i = 0; i < TEXTURE_QUAD; i++)
        for (unsigned e = 0; e < 4; e++)
            unit->result[(size_t)in->done_entry * 4 + e].lane[first + i] = in->done_result->value[4 * i + e];
}
