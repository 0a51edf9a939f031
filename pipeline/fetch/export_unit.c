#include "pipeline/fetch/export_unit.h"

#include "isa/r700/isa.h"
#include "pipeline/fetch/memory_space.h"

RTL_TABLE(export_unit, EXPORT_UNIT_SIGNALS);

void export_unit_preset(struct export_unit *unit)
{
    unit->q.free = unit->d.free = true;
}

static void start_memory(const uint32_t dwords[2], struct export_unit_reg *d)
{
    struct isa_export_buf cf;
    struct memory_write   write;
    isa_unpack_export_buf(dwords, &cf);
    memory_write_unpack(dwords, &write);
    d->to_memory = true;
    d->indexing = write.access.indexed;
    d->index_gpr = (uint8_t)cf.index_gpr;
    d->elements = write.mask;
    d->next_step = 0;
}

static void start(const struct export_unit_in *in, struct export_unit_reg *d)
{
    const uint32_t         dwords[2] = {(uint32_t)in->start_word, (uint32_t)(in->start_word >> 32)};
    const enum isa_cf_id   id = isa_cf_lookup(dwords)->id;
    struct isa_export_swiz cf;
    isa_unpack_export_swiz(dwords, &cf); /* what follows TYPE but for the selects is the same in both formats */
    d->busy = true;
    d->free = false;
    d->slot = in->start_slot;
    d->number = in->start_number;
    d->base = in->start_base;
    d->all_lanes = in->start_lanes;
    d->relative = cf.rw_rel;
    d->gpr = (uint16_t)(cf.rw_gpr + (cf.rw_rel ? in->start_index : 0));
    d->type = (export_type_t)cf.type;
    d->next_index = (uint8_t)cf.array_base;
    d->left = (uint8_t)(cf.burst_count + 1);
    d->selects = (uint16_t)(cf.sel_x | cf.sel_y << 3 | cf.sel_z << 6 | cf.sel_w << 9);
    d->done_bit = id == ISA_CF_INST_EXPORT_DONE;
    d->word = in->start_word;
    d->to_memory = d->indexing = false;
    if (isa_cf_ops[id].klass == ISA_CF_MEM)
        start_memory(dwords, d);
    if (cf.rw_gpr + (cf.rw_rel ? 1u : d->left) > in->num_gprs)
        d->bad_gpr = true;
}

/* One element of the quarter that leaves; false when it is masked. */
static bool select_element(const lanes_t latch[EXPORT_ELEMENTS], unsigned select, unsigned quarter, quarter_t *out)
{
    if (select < EXPORT_ELEMENTS) {
        *out = latch[select].quarter[quarter];
        return true;
    }
    for (int i = 0; i < QUARTER; i++)
        out->lane[i] = select == ISA_SEL_1 ? 0x3f800000u : 0u;
    return select == ISA_SEL_0 || select == ISA_SEL_1;
}

static void send_to_buffers(const struct export_unit_reg *q, struct export_unit_reg *d,
                            const lanes_t latch[EXPORT_ELEMENTS])
{
    quarter_t *const element[EXPORT_ELEMENTS] = {&d->x, &d->y, &d->z, &d->w};
    d->valid = true;
    d->index = q->send_index;
    d->elements = 0;
    for (unsigned e = 0; e < EXPORT_ELEMENTS; e++)
        if (select_element(latch, q->selects >> 3 * e & 7, q->send_quarter, element[e]))
            d->elements = (uint8_t)(d->elements | 1u << e);
}

static void send_to_memory(const struct export_unit_reg *q, struct export_unit_reg *d, const struct export_unit *unit)
{
    quarter_t *const element[EXPORT_ELEMENTS] = {&d->x, &d->y, &d->z, &d->w};
    d->write = true;
    d->step = q->send_step;
    d->indices = unit->index_latch[0].quarter[q->send_quarter];
    for (unsigned e = 0; e < EXPORT_ELEMENTS; e++)
        *element[e] = unit->latch[e].quarter[q->send_quarter];
    d->last = !q->left && q->send_quarter == QUARTERS - 1;
}

/* In this clock a quarter of the row in the latches leaves. */
static bool quarter_leaves(const struct export_unit_in *in, const struct export_unit_reg *q)
{
    return q->sending && (!q->to_memory || in->room);
}

static void send_quarter(const struct export_unit_reg *q, struct export_unit_reg *d, const struct export_unit *unit)
{
    if (q->to_memory)
        send_to_memory(q, d, unit);
    else
        send_to_buffers(q, d, unit->latch);
    d->quarter = q->send_quarter;
    d->lanes = mask_quarter(q->all_lanes, q->send_quarter);
    d->send_quarter = (uint8_t)((q->send_quarter + 1) % QUARTERS);
    d->quarters = q->quarters + 1;
    if (d->send_quarter == 0)
        d->sending = false;
}

/* The reports leave in the order in which their exports ended. */
static void run_reports(const struct export_unit_in *in, const struct export_unit_reg *q, struct export_unit_reg *d)
{
    d->report = q->reports && q->report_waits.entry[0] <= 1;
    for (unsigned i = 0; i < q->reports; i++)
        if (q->report_waits.entry[i] > 1)
            d->report_waits.entry[i] = (uint16_t)(q->report_waits.entry[i] - 1);
    if (!d->report)
        return;
    d->report_slot = q->report_slots.entry[0];
    for (unsigned i = 0; i + 1 < in->buffers; i++) {
        d->report_slots.entry[i] = d->report_slots.entry[i + 1];
        d->report_waits.entry[i] = d->report_waits.entry[i + 1];
    }
    d->reports = (uint8_t)(q->reports - 1);
}

static void end_instruction(const struct export_unit_in *in, const struct export_unit_reg *q, struct export_unit_reg *d)
{
    d->report_slots.entry[d->reports] = q->slot;
    d->report_waits.entry[d->reports] = in->export_clk;
    d->reports = (uint8_t)(d->reports + 1);
    d->busy = false;
    d->free = true;
}

/* The row that is read can be taken: the latches are free, or their last quarter leaves. */
static bool takes_row(const struct export_unit_in *in, const struct export_unit_reg *q)
{
    return q->read && in->spare && (!q->sending || quarter_leaves(in, q));
}

static void take_row(const struct export_unit_reg *q, struct export_unit_reg *d)
{
    d->read = false;
    if (q->indexing) {
        d->indexing = false;
        return;
    }
    d->sending = true;
    d->send_index = q->next_index;
    d->send_step = q->next_step;
    d->gpr = (uint16_t)(q->gpr + 1);
    d->next_index = (uint8_t)(q->next_index + 1);
    d->next_step = (uint8_t)((q->next_step + 1) & 15);
    d->left = (uint8_t)(q->left - 1);
}

static void ask_for_row(const struct export_unit_in *in, struct export_unit_reg *d)
{
    const unsigned gpr = d->relative && d->gpr >= in->num_gprs ? 0 : d->gpr; /* ISA 4.6.3 */
    d->read = true;
    d->read_row = (uint8_t)(d->base + (d->indexing ? d->index_gpr : gpr));
}

void export_unit_eval(const struct export_unit_in *in, const struct export_unit_reg *q, struct export_unit_reg *d,
                      const struct export_unit *unit)
{
    d->valid = d->write = d->report = false;
    if (q->reports)
        run_reports(in, q, d);
    if (in->start) {
        start(in, d);
    } else if (q->busy) {
        if (quarter_leaves(in, q))
            send_quarter(q, d, unit);
        if (!d->sending && !q->read && !q->left && d->reports < in->buffers)
            end_instruction(in, q, d);
        if (takes_row(in, q))
            take_row(q, d);
    }
    if (d->busy && d->left && !d->read && (!d->sending || d->send_quarter == QUARTERS - 1))
        ask_for_row(in, d);
    d->wants_room = d->to_memory && d->sending;
}

void export_unit_capture(struct export_unit *unit)
{
    const struct export_unit_in *in = &unit->in;
    const lanes_t *const         row[EXPORT_ELEMENTS] = {in->row_x, in->row_y, in->row_z, in->row_w};
    if (!takes_row(in, &unit->q))
        return;
    if (unit->q.indexing)
        unit->index_latch[0] = *in->row_x;
    else
        for (unsigned e = 0; e < EXPORT_ELEMENTS; e++)
            unit->latch[e] = *row[e];
}
