/* operand_fetch.c - operand fetch beside its twin: plain and indexed reads into every latch. */
#include "tb/lockstep/lockstep.h"

#include <stddef.h>
#include <string.h>

#include "isa/r700/isa.h"
#include "pipeline/alu/operand_fetch.h"
#include "pipeline/alu/operand_ports.h"
#include "rtl_model/r700/simd.h"
#include "tb/lockstep/rows.h"

/* The module, and the element memories that it reads. */
struct operand_state {
    struct operand_fetch fetch;
    lanes_t              memory[FETCH_ELEMENTS][FETCH_ROWS];
};

/* ---- driving ---------------------------------------------------------------------------------------------------- */

/* The program's and the global registers lie inside the file, also against its end. */
static void place(struct operand_fetch_in *in, struct stimulus *random)
{
    in->num_gprs = (uint8_t)(1 + stimulus_below(random, stimulus_chance(random, 60) ? 8 : 127));
    in->base = (uint8_t)(stimulus_chance(random, 20) ? GPR_ROWS - (unsigned)in->num_gprs
                                                     : stimulus_below(random, GPR_ROWS + 1u - in->num_gprs));
    in->shared_count = (uint8_t)(1 + stimulus_below(random, 128));
    in->relative_write_read = stimulus_chance(random, 50);
    in->write_relative_read = stimulus_chance(random, 50);
    in->shared_row = (uint16_t)(stimulus_chance(random, 30) ? GPR_ROWS - (unsigned)in->shared_count
                                                            : stimulus_below(random, GPR_ROWS + 1u - in->shared_count));
}

static void reset(void *state, void *driver, struct stimulus *random)
{
    struct operand_state *s = state;
    struct operand_fetch *fetch = &s->fetch;
    (void)driver;
    memset(fetch, 0, sizeof *fetch);
    place(&fetch->in, random);
    fetch->in.base = 0;
    for (unsigned e = 0; e < FETCH_ELEMENTS; e++)
        for (unsigned row = 0; row < FETCH_ROWS; row++)
            stimulus_lanes(random, &s->memory[e][row]);
    fetch->in.memory_x = s->memory[0];
    fetch->in.memory_y = s->memory[1];
    fetch->in.memory_z = s->memory[2];
    fetch->in.memory_w = s->memory[3];
    operand_fetch_reset(fetch);
}

static void drive_reads(struct operand_fetch_in *in, struct stimulus *random)
{
    uint8_t *const row[FETCH_ELEMENTS] = {&in->row_x, &in->row_y, &in->row_z, &in->row_w};
    lanes_t *const ar_x = (lanes_t *)in->ar_x;
    const unsigned reach = stimulus_chance(random, 60) ? 8 : 256;
    const bool     same = stimulus_chance(random, 20);
    in->parity = stimulus_chance(random, 50);
    in->cycle = (uint8_t)stimulus_below(random, 4);
    in->enable = (uint8_t)(in->cycle == READ_CYCLES || stimulus_chance(random, 20) ? 0 : stimulus_bits(random, 4));
    in->relative = (uint8_t)(stimulus_chance(random, 50) ? 0 : stimulus_bits(random, 4));
    in->global = (uint8_t)stimulus_bits(random, 4);
    for (unsigned e = 0; e < FETCH_ELEMENTS; e++) {
        *row[e] = (uint8_t)stimulus_bits(random, 8);
        if (in->relative >> e & 1)
            *row[e] = (uint8_t)stimulus_below(random, in->global >> e & 1 ? in->shared_count : in->num_gprs);
    }
    for (int i = 0; i < LANES; i++)
        ar_x->lane[i] = i && same ? ar_x->lane[0] : stimulus_below(random, 2 * reach) - reach;
}

/* What the group before writes: mostly close to what is read, so that some lanes have the same row. */
static void drive_pending(struct operand_fetch_in *in, struct stimulus *random)
{
    const uint8_t row[FETCH_ELEMENTS] = {in->row_x, in->row_y, in->row_z, in->row_w};
    in->pending = (uint8_t)(stimulus_chance(random, 20) ? 0 : stimulus_bits(random, 5));
    in->pending_relative = (uint8_t)(stimulus_chance(random, 40) ? 0 : stimulus_bits(random, 5));
    in->pending_global = (uint8_t)stimulus_bits(random, 5);
    in->pending_chan_t = (uint8_t)stimulus_bits(random, 2);
    in->pending_base = stimulus_chance(random, 80) ? in->base : (uint8_t)stimulus_below(random, in->base + 1u);
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const unsigned e = s == ISA_SLOT_T ? in->pending_chan_t : s;
        const bool     relative = in->pending_relative >> s & 1, read_relative = in->relative >> e & 1;
        const unsigned first = in->global >> e & 1 ? in->shared_row : in->base;
        const unsigned pool = in->pending_global >> s & 1 ? in->shared_count : in->num_gprs;
        const unsigned near = stimulus_below(random, 4);
        if (stimulus_chance(random, 50)) /* in the same pool */
            in->pending_global = (uint8_t)((in->pending_global & ~(1u << s)) | (in->global >> e & 1u) << s);
        if (stimulus_chance(random, 15))
            in->pending_row.slot[s] = (uint8_t)stimulus_bits(random, 8);
        else if (!relative)
            in->pending_row.slot[s] = (uint8_t)(read_relative ? first + (row[e] + near) % (pool ? pool : 1) : row[e]);
        else
            in->pending_row.slot[s] = (uint8_t)((read_relative ? row[e] : row[e] - first + near) % (pool ? pool : 1));
    }
}

static void drive(void *state, void *driver, struct stimulus *random)
{
    struct operand_state *s = state;
    (void)driver;
    if (stimulus_chance(random, 10))
        place(&s->fetch.in, random);
    drive_reads(&s->fetch.in, random);
    drive_pending(&s->fetch.in, random);
    stimulus_lanes(random, &s->memory[stimulus_bits(random, 2)][stimulus_bits(random, 8)]);
}

/* ---- the C model ------------------------------------------------------------------------------------------------ */

static void clock(void *state)
{
    struct operand_fetch *fetch = &((struct operand_state *)state)->fetch;
    operand_fetch_next(fetch);
    operand_fetch_take(fetch);
    operand_fetch_clock(fetch);
}

/* ISA 4.6.1, 4.6.3; row 0 of a memory that is not read. */
static void reads(const void *state, unsigned far, uint16_t *row)
{
    const struct operand_fetch_in *in = &((const struct operand_fetch *)state)->in;
    const uint8_t                  named[FETCH_ELEMENTS] = {in->row_x, in->row_y, in->row_z, in->row_w};
    const bool                     enable = in->enable >> far & 1, global = in->global >> far & 1;
    for (unsigned i = 0; enable && i < LANES; i++) {
        const int64_t index = (int64_t)named[far] + (int32_t)in->ar_x->lane[i];
        const bool    inside = index >= 0 && index < (global ? in->shared_count : in->num_gprs);
        row[i] = named[far];
        if (in->relative >> far & 1)
            row[i] = (uint8_t)((global ? in->shared_row : in->base) + (inside ? (unsigned)index : 0));
    }
}

static void touches(const void *state, struct rows *rows)
{
    const struct operand_fetch    *fetch = state;
    const struct operand_fetch_in *in = &fetch->in;
    const size_t                   first = (size_t)in->cycle * FETCH_ELEMENTS;
    for (unsigned e = 0; e < FETCH_ELEMENTS; e++) {
        if (!(in->enable >> e & 1))
            continue;
        rows_touch(rows, (in->parity ? fetch->odd : fetch->even) + first + e, 1);
        rows_touch(rows, (in->parity ? fetch->odd_pv : fetch->even_pv) + first + e, 1);
        rows_touch(rows, (in->parity ? fetch->odd_ps : fetch->even_ps) + first + e, 1);
    }
}

static const struct stimulus_gap gaps[] = {
    {"i_ar_x", NULL, "integers of nine bits, not floats (ISA 4.6.3)"},
    {NULL, NULL, NULL},
};

const struct lockstep_module lockstep_operand_fetch = {
    LOCKSTEP_BLOCK(operand_fetch, operand_fetch, operand_state),
    .doc = "read cycles and operand latches of an instruction group (ISA 4.6, 4.7.4, 4.7.7, 4.11)",
    .lifetime = 2000,
    .gaps = gaps,
    .touches = touches,
    .clears = true,
    .reads = reads,
    LOCKSTEP_INSTANCES(fetch),
};
