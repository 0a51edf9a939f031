/* operand_fetch.c - operand fetch beside its twin: plain and indexed reads into every latch, and operands by every
 * route.  In a run the block reads the register file and feeds the slots. */
#include "tb/lockstep/lockstep.h"

#include <stddef.h>
#include <string.h>

#include "isa/r700/isa.h"
#include "mem/gpr_file.h"
#include "pipeline/operand_fetch.h"
#include "pipeline/operand_ports.h"
#include "rtl_model/r700/simd.h"
#include "tb/lockstep/gpr_rows.h"

enum { OPERANDS = 3 * ISA_SLOTS, FILE_REGISTERS = 256 };

typedef struct {
    uint8_t operand[OPERANDS];
} fetch_bytes_t; /* operands 0 1 2 of X Y Z W T */
typedef struct {
    uint32_t operand[OPERANDS];
} fetch_words_t;
typedef struct {
    quarter_t operand[OPERANDS];
} fetch_quarters_t;
typedef struct {
    quarter_t slot[ISA_SLOTS];
} fetch_results_t;
typedef struct {
    uint16_t slot[ISA_SLOTS];
} fetch_masks_t;

typedef struct {
    lane_mask_t element[FETCH_ELEMENTS];
} fetch_lanes_t;

/* clang-format off */
#define OPERAND_FETCH_PAYLOAD(S)                                                                       \
    S(IN,   lanes_t,          ar_x,           32, "AR.x of the wavefront that reads")                  \
    S(IN,   gpr_words_t,      read_data,      32, "what the element memories hold in those rows")      \
    S(IN,   uint8_t,          select_parity,   1, "wavefront slot that executes")                      \
    S(IN,   uint8_t,          select_quarter,  2, "its quarter")                                       \
    S(IN,   fetch_bytes_t,    route,           5, "enum operand_route of each operand")                \
    S(IN,   fetch_bytes_t,    forward,         2, "bit 0 PV, bit 1 PS over what was read")             \
    S(IN,   fetch_words_t,    constant,       32, "its value, or its place in the constant file")      \
    S(IN,   fetch_results_t,  result,         32, "PV.X PV.Y PV.Z PV.W PS of the group before, the quarter") \
    S(IN,   fetch_masks_t,    written,        16, "lanes in which that group executed")                \
    S(IN,   quarter_t,        index,          32, "the element of AR that constants are relative to")  \
    S(IN,   fetch_quarters_t, file_data,      32, "the constant file's words there, anything outside it") \
    S(OUT,  gpr_rows_t,       read_row,        8, "combinational: the row of each lane of each element") \
    S(OUT,  gpr_words_t,      latched,        32, "combinational: the latches of this parity and cycle") \
    S(OUT,  fetch_lanes_t,    latched_pv,     64, "combinational: their lanes that PV replaces")       \
    S(OUT,  fetch_lanes_t,    latched_ps,     64, "combinational: their lanes that PS replaces")       \
    S(OUT,  fetch_quarters_t, operand,        32, "combinational: operands of the slots")
/* clang-format on */

RTL_STRUCT(operand_fetch_payload, OPERAND_FETCH_PAYLOAD);
RTL_TABLE(operand_fetch_payload, OPERAND_FETCH_PAYLOAD);

/* The module, and element memories for it that hold read_data in the rows that are read. */
struct fetch_state {
    struct operand_fetch fetch;
    lanes_t              memory[FETCH_ELEMENTS][GPR_ROWS];
};

/* The payload in a run. */
struct fetch_run {
    struct operand_fetch_payload payload;
    bool                         settled; /* a block says which rows it reads */
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

static void reset(void *state, void *payload, struct stimulus *random)
{
    struct operand_fetch *fetch = state;
    memset(payload, 0, sizeof(struct operand_fetch_payload));
    memset(fetch, 0, sizeof *fetch);
    place(&fetch->in, random);
    fetch->in.base = 0;
    operand_fetch_reset(fetch);
}

static void drive_reads(struct operand_fetch_in *in, struct operand_fetch_payload_in *payload, struct stimulus *random)
{
    uint8_t *const row[FETCH_ELEMENTS] = {&in->row_x, &in->row_y, &in->row_z, &in->row_w};
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
        stimulus_lanes(random, &payload->read_data.element[e]);
    }
    for (int i = 0; i < LANES; i++)
        payload->ar_x.lane[i] = i && same ? payload->ar_x.lane[0] : stimulus_below(random, 2 * reach) - reach;
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

static unsigned some_route(struct stimulus *random)
{
    if (stimulus_chance(random, 60))
        return stimulus_below(random, READ_ROWS);
    return ROUTE_PV + stimulus_below(random, ROUTE_NONE + 1 - ROUTE_PV);
}

/* Lanes with the same index find the same word. */
static void drive_file(const quarter_t *index, quarter_t *words, struct stimulus *random)
{
    stimulus_quarter(random, words);
    for (int i = 1; i < QUARTER; i++)
        for (int j = 0; j < i; j++)
            if (index->lane[i] == index->lane[j])
                words->lane[i] = words->lane[j];
}

static void drive_operands(struct operand_fetch_payload_in *in, struct stimulus *random)
{
    const unsigned reach = stimulus_chance(random, 30) ? 4 : 256;
    in->select_parity = stimulus_chance(random, 50);
    in->select_quarter = (uint8_t)stimulus_bits(random, 2);
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        stimulus_quarter(random, &in->result.slot[s]);
        in->written.slot[s] = (uint16_t)stimulus_mask(random);
    }
    for (int i = 0; i < QUARTER; i++)
        in->index.lane[i] = stimulus_below(random, 2 * reach) - reach;
    for (unsigned p = 0; p < OPERANDS; p++) {
        in->route.operand[p] = (uint8_t)some_route(random);
        in->forward.operand[p] = (uint8_t)(stimulus_chance(random, 40) ? 0 : stimulus_bits(random, 2));
        in->constant.operand[p] = stimulus_word(random);
        if (in->route.operand[p] != ROUTE_WATERFALL)
            continue;
        in->constant.operand[p] = stimulus_below(random, FILE_REGISTERS * FETCH_ELEMENTS);
        drive_file(&in->index, &in->file_data.operand[p], random);
    }
}

static void drive(void *state, void *payload, struct stimulus *random)
{
    struct operand_fetch         *fetch = state;
    struct operand_fetch_payload *p = payload;
    if (stimulus_chance(random, 10))
        place(&fetch->in, random);
    drive_reads(&fetch->in, &p->in, random);
    drive_pending(&fetch->in, random);
    drive_operands(&p->in, random);
}

/* ---- the C model ------------------------------------------------------------------------------------------------ */

static void capture(struct fetch_state *state, struct operand_fetch_payload *p)
{
    struct operand_fetch_in *in = &state->fetch.in;
    gpr_rows(in, &p->in.ar_x, &p->q.read_row);
    for (unsigned e = 0; e < FETCH_ELEMENTS; e++) {
        if (in->enable >> e & 1)
            for (unsigned i = 0; i < LANES; i++)
                state->memory[e][p->q.read_row.row[e][i]].lane[i] = p->in.read_data.element[e].lane[i];
    }
    in->memory_x = state->memory[0];
    in->memory_y = state->memory[1];
    in->memory_z = state->memory[2];
    in->memory_w = state->memory[3];
    in->ar_x = &p->in.ar_x;
    operand_fetch_capture(&state->fetch);
}

/* The constant file as an operand with an index per lane sees it. */
static void make_file(const struct operand_fetch_payload_in *in, unsigned p, uint32_t *file)
{
    const uint32_t place = in->constant.operand[p];
    for (int i = 0; i < QUARTER; i++) {
        const uint32_t number = place / FETCH_ELEMENTS + in->index.lane[i];
        if (number < FILE_REGISTERS)
            file[number * FETCH_ELEMENTS + place % FETCH_ELEMENTS] = in->file_data.operand[p].lane[i];
    }
}

static void select(const struct operand_fetch *fetch, struct operand_fetch_payload *p)
{
    const struct operand_fetch_payload_in *in = &p->in;
    const unsigned                         quarter = in->select_quarter;
    lanes_t                                result[ISA_SLOTS], ar;
    uint64_t                               written[ISA_SLOTS];
    uint32_t                               file[FILE_REGISTERS * FETCH_ELEMENTS];
    struct operand_sources                 sources = {
                        .result = result,
                        .written = written,
                        .constants = file,
                        .ar = &ar,
    };
    operand_sources_latches(fetch, in->select_parity, &sources);
    ar.quarter[quarter] = in->index;
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        result[s].quarter[quarter] = in->result.slot[s];
        written[s] = (uint64_t)in->written.slot[s] << quarter * QUARTER;
    }
    for (unsigned o = 0; o < OPERANDS; o++) {
        if (in->route.operand[o] == ROUTE_WATERFALL)
            make_file(in, o, file);
        memset(&p->q.operand.operand[o], 0, sizeof p->q.operand.operand[o]);
        if (in->route.operand[o] != ROUTE_NONE)
            operand_select(&sources, in->route.operand[o], in->forward.operand[o], in->constant.operand[o], quarter,
                           &p->q.operand.operand[o]);
    }
}

static void show_latches(const struct operand_fetch *fetch, struct operand_fetch_payload *p)
{
    const size_t           first = (size_t)fetch->in.cycle * FETCH_ELEMENTS;
    struct operand_sources latches;
    memset(&p->q.latched, 0, sizeof p->q.latched);
    memset(&p->q.latched_pv, 0, sizeof p->q.latched_pv);
    memset(&p->q.latched_ps, 0, sizeof p->q.latched_ps);
    if (fetch->in.cycle >= READ_CYCLES)
        return;
    operand_sources_latches(fetch, fetch->in.parity, &latches);
    memcpy(&p->q.latched, latches.latch + first, sizeof p->q.latched);
    memcpy(&p->q.latched_pv, latches.pv + first, sizeof p->q.latched_pv);
    memcpy(&p->q.latched_ps, latches.ps + first, sizeof p->q.latched_ps);
}

static void clock(void *state, void *payload)
{
    struct fetch_state           *s = state;
    struct operand_fetch         *fetch = &s->fetch;
    struct operand_fetch_payload *p = payload;
    capture(s, p);
    rtl_eval(operand_fetch_eval, fetch);
    rtl_commit(fetch);
    show_latches(fetch, p);
    select(fetch, p);
    p->d = p->q;
}

/* ---- in a run --------------------------------------------------------------------------------------------------- */

static void read_registers(const struct simd *simd, const gpr_rows_t *rows, gpr_words_t *words)
{
    for (unsigned e = 0; e < FETCH_ELEMENTS; e++)
        for (unsigned i = 0; i < LANES; i++)
            words->element[e].lane[i] = gpr_read(&simd->gprs, e, rows->row[e][i])->lane[i];
}

/* The routes of the group that executes. */
static void gather_operands(const struct simd *simd, struct operand_fetch_payload_in *in)
{
    const unsigned              parity = rotation_parity(&simd->rotation), quarter = rotation_quarter(&simd->rotation);
    const struct alu_issue_reg *group = &simd->issue[parity].q;
    memset(&in->route, ROUTE_NONE, sizeof in->route);
    if (!group->executing)
        return;
    in->select_parity = (uint8_t)parity;
    in->select_quarter = (uint8_t)quarter;
    in->index = simd->ar[parity].ar[group->ar_element].quarter[quarter];
    memcpy(&in->forward, &group->forward, sizeof in->forward);
    memcpy(&in->constant, &group->constant, sizeof in->constant);
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        in->result.slot[s] = write_back_rows(&simd->back, parity)[s].quarter[quarter];
        in->written.slot[s] = mask_quarter(write_back_lanes(&simd->back, parity)->slot[s], quarter);
        for (unsigned n = 0; group->used >> s & 1 && n < isa_alu_ops[group->op.slot[s]].operands; n++)
            in->route.operand[3 * s + n] = group->route.operand[3 * s + n];
    }
}

/* The constant file's answers. */
static void gather_constants(const struct simd *simd, struct operand_fetch_payload_in *in)
{
    const uint32_t *file = simd->constants.vector[0].element;
    for (unsigned o = 0; o < OPERANDS; o++)
        for (unsigned i = 0; in->route.operand[o] == ROUTE_WATERFALL && i < QUARTER; i++) {
            const uint32_t place = in->constant.operand[o], number = place / FETCH_ELEMENTS + in->index.lane[i];
            in->file_data.operand[o].lane[i] =
                number < FILE_REGISTERS ? file[number * FETCH_ELEMENTS + place % FETCH_ELEMENTS] : 0;
        }
}

static void gather(struct simd *simd, unsigned instance, const struct simd_memory *memory, void *payload)
{
    struct fetch_run                *run = payload;
    struct operand_fetch_payload_in *in = &run->payload.in;
    gpr_rows_t                       rows;
    (void)instance;
    (void)memory;
    in->ar_x = simd->ar[simd->fetch.in.parity].ar[0];
    gpr_rows(&simd->fetch.in, &in->ar_x, &rows);
    read_registers(simd, run->settled ? &run->payload.q.read_row : &rows, &in->read_data);
    gather_operands(simd, in);
    gather_constants(simd, in);
}

/* The operands go to the nets from which slots and wide unit have them. */
static void feed_slots(struct simd *simd, const struct operand_fetch_payload *p)
{
    const struct alu_issue_reg *group = &simd->issue[rotation_parity(&simd->rotation)].q;
    for (unsigned s = 0; group->executing && s < ISA_SLOTS; s++)
        for (unsigned n = 0; group->used >> s & 1 && n < isa_alu_ops[group->op.slot[s]].operands; n++)
            memcpy(&(&simd->operands[0].in.x)[s].lane[n * QUARTER], &p->q.operand.operand[3 * s + n],
                   sizeof(quarter_t));
}

/* The element memories answer for the rows that the block asks for. */
static bool settle(struct simd *simd, unsigned instance, const struct simd_memory *memory, void *payload)
{
    struct fetch_run *run = payload;
    gpr_words_t       words;
    (void)instance;
    (void)memory;
    run->settled = true;
    feed_slots(simd, &run->payload);
    read_registers(simd, &run->payload.q.read_row, &words);
    return memcmp(&words, &run->payload.in.read_data, sizeof words) != 0;
}

/* The latches as the block has them. */
static void scatter(struct simd *simd, unsigned instance, const struct simd_memory *memory, const void *payload)
{
    const struct operand_fetch_in *in = &simd->fetch.in;
    const struct fetch_run        *run = payload;
    struct operand_fetch          *fetch = &simd->fetch;
    const size_t                   first = (size_t)in->cycle * FETCH_ELEMENTS;
    (void)instance;
    (void)memory;
    if (in->cycle >= READ_CYCLES)
        return;
    memcpy((in->parity ? fetch->odd : fetch->even) + first, &run->payload.q.latched, sizeof run->payload.q.latched);
    memcpy((in->parity ? fetch->odd_pv : fetch->even_pv) + first, &run->payload.q.latched_pv,
           sizeof run->payload.q.latched_pv);
    memcpy((in->parity ? fetch->odd_ps : fetch->even_ps) + first, &run->payload.q.latched_ps,
           sizeof run->payload.q.latched_ps);
}

static const struct stimulus_gap gaps[] = {
    {"i_ar_x", NULL, "integers of nine bits, not floats (ISA 4.6.3)"},
    {"i_index", NULL, "the same"},
    {NULL, NULL, NULL},
};

const struct lockstep_module lockstep_operand_fetch = {
    .name = "operand_fetch",
    .top = "operand_fetch",
    .doc = "read cycles, operand latches and routes of an instruction group (ISA 4.6, 4.7.4, 4.7.7, 4.11)",
    .signals = &operand_fetch_rtl,
    .payload = &operand_fetch_payload_rtl,
    .state_size = sizeof(struct fetch_state),
    .payload_size = sizeof(struct fetch_run),
    .reset = reset,
    .drive = drive,
    .clock = clock,
    .lifetime = 2000,
    .gaps = gaps,
    .first = AT_fetch,
    .count = 1,
    .gather = gather,
    .settle = settle,
    .scatter = scatter,
};
