#include "pipeline/alu/operand_fetch.h"

#include "pipeline/alu/operand_ports.h"

RTL_TABLE(operand_fetch, OPERAND_FETCH_SIGNALS);

void operand_fetch_eval(const struct operand_fetch_in *in, const struct operand_fetch_reg *q,
                        struct operand_fetch_reg *d)
{
    if (in->enable)
        d->reads = q->reads + (in->enable & 1u) + (in->enable >> 1 & 1u) + (in->enable >> 2 & 1u) + (in->enable >> 3);
}

int32_t operand_fetch_row(const struct operand_fetch_in *in, unsigned gpr, bool global, unsigned base, uint32_t ar_x)
{
    const int32_t index = (int32_t)gpr + (int32_t)ar_x;
    const int32_t count = global ? in->shared_count : in->num_gprs;
    return index >= 0 && index < count ? (int32_t)(global ? in->shared_row : base) + index : -1;
}

/* What element `e` reads in this clock. */
struct read {
    unsigned element, gpr; /* physical row; relative: GPR number */
    bool     relative, global;
};

static struct read read_of(const struct operand_fetch_in *in, unsigned e)
{
    const uint8_t row[FETCH_ELEMENTS] = {in->row_x, in->row_y, in->row_z, in->row_w};
    return (struct read){e, row[e], in->relative >> e & 1, in->global >> e & 1};
}

/* A GPR outside the program's reads GPR 0 (ISA 4.6.3).  GUESS: so does a global one outside its pool. */
static unsigned row_in_lane(const struct operand_fetch_in *in, const struct read *read, uint32_t ar_x)
{
    if (!read->relative)
        return read->gpr;
    const int32_t row = operand_fetch_row(in, read->gpr, read->global, in->base, ar_x);
    return row >= 0 ? (unsigned)row : read->global ? in->shared_row : in->base;
}

void operand_fetch_reads(const void *fetch, unsigned element, uint16_t *row)
{
    const struct operand_fetch_in *in = &((const struct operand_fetch *)fetch)->in;
    const struct read              read = read_of(in, element);
    for (unsigned i = 0; in->enable >> element & 1 && i < LANES; i++)
        row[i] = (uint16_t)row_in_lane(in, &read, in->ar_x->lane[i]);
}

/* Lanes in which slot `s` of the group before writes what is read; outside its registers it writes nothing (ISA 4.6.3).
 * Both rows known before: alu_issue has compared them. */
static lane_mask_t lanes_pending(const struct operand_fetch_in *in, const struct read *read, unsigned s,
                                 const lanes_t *ar_x)
{
    const bool     relative = in->pending_relative >> s & 1, global = in->pending_global >> s & 1;
    const unsigned gpr = in->pending_row.slot[s];
    lane_mask_t    lanes = 0;
    if (!(in->pending >> s & 1) || (s == ISA_SLOT_T ? in->pending_chan_t : s) != read->element ||
        !(relative || read->relative) || (!read->relative && !in->relative_write_read) ||
        (!relative && !in->write_relative_read))
        return 0;
    for (unsigned i = 0; i < LANES; i++) {
        const uint32_t index = ar_x->lane[i];
        const int32_t  written = relative ? operand_fetch_row(in, gpr, global, in->pending_base, index) : (int32_t)gpr;
        lanes |= (lane_mask_t)(written == (int32_t)row_in_lane(in, read, index)) << i;
    }
    return lanes;
}

LANE_LOOPS static void latch_row(lanes_t *restrict latch, const lanes_t *restrict row)
{
    lanes_copy(latch, row);
}

void operand_fetch_capture(struct operand_fetch *fetch)
{
    const struct operand_fetch_in *in = &fetch->in;
    const size_t                   first = (size_t)in->cycle * FETCH_ELEMENTS;
    lanes_t                       *latch = (in->parity ? fetch->odd : fetch->even) + first;
    lane_mask_t                   *pv = (in->parity ? fetch->odd_pv : fetch->even_pv) + first;
    lane_mask_t                   *ps = (in->parity ? fetch->odd_ps : fetch->even_ps) + first;
    const lanes_t *const           memory[FETCH_ELEMENTS] = {in->memory_x, in->memory_y, in->memory_z, in->memory_w};
    const lanes_t *const           ar_x = in->ar_x;
    const bool                     by_lane = in->relative | (in->pending & in->pending_relative);
    for (unsigned left = in->enable; left; left &= left - 1) {
        const unsigned    e = (unsigned)__builtin_ctz(left);
        const struct read read = read_of(in, e);
        if (!by_lane) {
            pv[e] = ps[e] = 0;
            latch_row(&latch[e], &memory[e][read.gpr]);
            continue;
        }
        pv[e] = lanes_pending(in, &read, e, ar_x);
        ps[e] = lanes_pending(in, &read, ISA_SLOT_T, ar_x);
        if (!read.relative)
            latch[e] = memory[e][read.gpr];
        else
            for (unsigned i = 0; i < LANES; i++)
                latch[e].lane[i] = memory[e][row_in_lane(in, &read, ar_x->lane[i])].lane[i];
    }
}

LANE_LOOPS static void read_rows(struct operand_fetch *fetch, unsigned parity, unsigned ports, const uint8_t *rows,
                                 const lanes_t *const memory[FETCH_ELEMENTS])
{
    lanes_t *restrict const latch = parity ? fetch->odd : fetch->even;
    lane_mask_t *restrict const pv = parity ? fetch->odd_pv : fetch->even_pv;
    lane_mask_t *restrict const ps = parity ? fetch->odd_ps : fetch->even_ps;
    uint32_t reads = 0;
    for (unsigned left = ports; left; left &= left - 1) {
        const unsigned port = (unsigned)__builtin_ctz(left);
        pv[port] = ps[port] = 0;
        lanes_copy(&latch[port], &memory[port % FETCH_ELEMENTS][rows[port]]);
        reads++;
    }
    fetch->d.reads = fetch->q.reads += reads;
}

void operand_fetch_read(struct operand_fetch *fetch, unsigned parity, unsigned ports, const uint8_t *rows,
                        const lanes_t *const memory[FETCH_ELEMENTS])
{
    read_rows(fetch, parity, ports, rows, memory);
}

/* The register as read, or what the group before left for it, lane by lane (ISA 4.11: a predicated write). */
static void select_forwarded(const struct operand_sources *sources, unsigned latch, unsigned forward, unsigned quarter,
                             quarter_t *operand)
{
    const unsigned    element = latch % FETCH_ELEMENTS;
    const lane_mask_t pv = (forward & FORWARD_PV ? ~(lane_mask_t)0 : sources->pv[latch]) & sources->written[element];
    const lane_mask_t ps = (forward & FORWARD_PS ? ~(lane_mask_t)0 : sources->ps[latch]) & sources->written[ISA_SLOT_T];
    *operand = sources->latch[latch].quarter[quarter];
    if (pv)
        quarter_select(operand, mask_quarter(pv, quarter), &sources->result[element].quarter[quarter], operand);
    if (ps)
        quarter_select(operand, mask_quarter(ps, quarter), &sources->result[ISA_SLOT_T].quarter[quarter], operand);
}

/* A constant per lane: a NaN outside the file (ISA 4.6.3). */
static void select_waterfall(const struct operand_sources *sources, uint32_t place, unsigned quarter,
                             quarter_t *operand)
{
    enum { ELEMENTS = 4 };
    const quarter_t *ar = &sources->ar->quarter[quarter];
    for (int i = 0; i < QUARTER; i++) {
        const uint32_t number = place / ELEMENTS + ar->lane[i];
        operand->lane[i] =
            number < ISA_CFILE_CONSTANTS ? sources->constants[ELEMENTS * number + place % ELEMENTS] : CONSTANT_OUTSIDE;
    }
}

void operand_select(const struct operand_sources *sources, unsigned route, unsigned forward, uint32_t constant,
                    unsigned quarter, quarter_t *operand)
{
    if (route < ROUTE_PV && !forward && !(sources->pv[route] | sources->ps[route])) {
        *operand = sources->latch[route].quarter[quarter];
    } else if (route < ROUTE_PV) {
        select_forwarded(sources, route, forward, quarter, operand);
    } else if (route == ROUTE_CONSTANT) {
        for (int i = 0; i < QUARTER; i++)
            operand->lane[i] = constant;
    } else if (route == ROUTE_WATERFALL) {
        select_waterfall(sources, constant, quarter, operand);
    } else {
        *operand = sources->result[route - ROUTE_PV].quarter[quarter];
    }
}
