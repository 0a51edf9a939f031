#include "pipeline/operand_fetch.h"

#include <string.h>

#include "pipeline/operand_ports.h"

RTL_TABLE(operand_fetch, OPERAND_FETCH_SIGNALS);

void operand_fetch_reset(struct operand_fetch *fetch)
{
    rtl_reset(fetch);
}

void operand_fetch_eval(const struct operand_fetch_in *in, const struct operand_fetch_reg *q,
                        struct operand_fetch_reg *d)
{
    if (in->enable)
        d->reads = q->reads + (uint32_t)__builtin_popcount(in->enable);
}

/* A row per lane; a GPR outside the program's reads GPR 0 (ISA 4.6.3).  GUESS: so does a global one outside its pool.
 */
static void gather(const struct operand_fetch_in *in, const lanes_t *memory, unsigned gpr, bool global,
                   const lanes_t *ar_x, lanes_t *latch)
{
    const unsigned base = global ? in->shared_row : in->base;
    const int32_t  count = global ? in->shared_count : in->num_gprs;
    for (int i = 0; i < LANES; i++) {
        const int32_t  index = (int32_t)gpr + (int32_t)ar_x->lane[i];
        const unsigned row = index >= 0 && index < count ? (unsigned)index : 0;
        latch->lane[i] = memory[base + row].lane[i];
    }
}

void operand_fetch_capture(struct operand_fetch *fetch)
{
    const struct operand_fetch_in *in = &fetch->in;
    const lanes_t *const           memory[FETCH_ELEMENTS] = {in->memory_x, in->memory_y, in->memory_z, in->memory_w};
    const uint8_t                  row[FETCH_ELEMENTS] = {in->row_x, in->row_y, in->row_z, in->row_w};
    lanes_t                       *latch = (in->parity ? fetch->odd : fetch->even) + (size_t)in->cycle * FETCH_ELEMENTS;
    for (unsigned e = 0; e < FETCH_ELEMENTS; e++) {
        if (!(in->enable >> e & 1))
            continue;
        if (in->relative >> e & 1)
            gather(in, memory[e], row[e], in->global >> e & 1, in->ar_x, &latch[e]);
        else
            latch[e] = memory[e][row[e]];
    }
}

/* The register as read, or what the group before left for it, lane by lane (ISA 4.11: a predicated write). */
static void select_forwarded(const struct operand_sources *sources, unsigned latch, unsigned forward, unsigned quarter,
                             quarter_t *operand)
{
    const unsigned element = latch % FETCH_ELEMENTS;
    *operand = sources->latch[latch].quarter[quarter];
    if (forward & FORWARD_PV)
        quarter_select(operand, mask_quarter(sources->written[element], quarter),
                       &sources->result[element].quarter[quarter], operand);
    if (forward & FORWARD_PS)
        quarter_select(operand, mask_quarter(sources->written[ISA_SLOT_T], quarter),
                       &sources->result[ISA_SLOT_T].quarter[quarter], operand);
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
    if (route < ROUTE_PV && !forward) {
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
