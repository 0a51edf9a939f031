#include "pipeline/alu/write_back.h"

RTL_TABLE(write_back, WRITE_BACK_SIGNALS);

/* Remembers where the group goes while its quarters pass; the next group enters four clocks later at the earliest. */
static void remember_group(const struct write_back_in *in, struct write_back_reg *d)
{
    d->write_slots = in->write;
    d->write_row = in->row;
    d->write_wave = in->wave;
    d->write_relative = in->relative;
    d->write_global = in->global;
    d->write_base = in->base;
    d->write_chan_t = in->chan_t;
    d->write_last = in->last;
    d->write_clause = in->clause;
}

static void note_lanes(const struct write_back_in *in, const struct write_back_reg *q, struct write_back_reg *d)
{
    const slot_mask_t *old = q->s2_parity ? &q->odd_lanes : &q->even_lanes;
    slot_mask_t       *lanes = q->s2_parity ? &d->odd_lanes : &d->even_lanes;
    const unsigned     shift = q->s2_quarter * QUARTER;
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const uint64_t bits = in->done >> s & 1 ? in->mask.slot[s] : 0;
        lanes->slot[s] = (old->slot[s] & ~((uint64_t)0xffff << shift)) | bits << shift;
    }
}

void write_back_eval(const struct write_back_in *in, const struct write_back_reg *q, struct write_back_reg *d)
{
    d->s1 = in->enter;
    if (in->enter) {
        d->s1_parity = in->parity;
        d->s1_quarter = in->quarter;
        d->s1_flag_slots = in->flag_slots;
        d->s1_update = in->update;
        d->s1_kills = in->kills;
        d->s1_ar_write = in->ar_write;
    }
    d->s2 = q->s1;
    if (q->s1) {
        d->s2_parity = q->s1_parity;
        d->s2_quarter = q->s1_quarter;
        d->s2_flag_slots = q->s1_flag_slots;
        d->s2_update = q->s1_update;
        d->s2_kills = q->s1_kills;
        d->s2_ar_write = q->s1_ar_write;
    }
    d->s3 = q->s2 && q->s2_quarter == QUARTERS - 1;
    if (q->s2)
        d->s3_parity = q->s2_parity;
    if (q->s2)
        note_lanes(in, q, d);

    d->gpr_write = d->finish = false;
    if (q->s3) {
        d->gpr_write = q->write_slots != 0;
        d->gpr_slots = q->write_slots;
        d->gpr_parity = q->s3_parity;
        d->gpr_row = q->write_row;
        d->gpr_wave = q->write_wave;
        d->gpr_relative = q->write_relative;
        d->gpr_global = q->write_global;
        d->gpr_base = q->write_base;
        d->gpr_chan_t = q->write_chan_t;
        d->gpr_lanes = q->s3_parity ? q->odd_lanes : q->even_lanes;
        d->finish = q->write_last;
        d->finish_clause = q->write_clause;
    }
    if (in->enter && in->quarter == QUARTERS - 1)
        remember_group(in, d);
}

/* The results of a quarter in the rows of its wavefront. */
LANE_LOOPS static void keep_results(const struct write_back_in *in, unsigned quarter, lanes_t row[ISA_SLOTS])
{
    const quarter_t *const result[ISA_SLOTS] = {in->result_x, in->result_y, in->result_z, in->result_w, in->result_t};
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        if (!(in->done >> s & 1))
            continue;
        quarter_t *to = &row[s].quarter[quarter];
        if (in->mask.slot[s] == 0xffff)
            *to = *result[s];
        else
            quarter_select(to, in->mask.slot[s], result[s], to);
    }
}

void write_back_capture(struct write_back *back)
{
    if (back->q.s2)
        keep_results(&back->in, back->q.s2_quarter, back->q.s2_parity ? back->odd : back->even);
}
