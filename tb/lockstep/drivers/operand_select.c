/* operand_select.c - the selection of operands beside its twin: every route, with what the group before left.  In a run
 * the block feeds the slots. */
#include "tb/lockstep/lockstep.h"

#include <string.h>

#include "isa/r700/isa.h"
#include "pipeline/alu/operand_fetch.h"
#include "pipeline/alu/operand_ports.h"
#include "rtl_model/r700/simd.h"

enum { OPERANDS = 3 * ISA_SLOTS, FILE_REGISTERS = 256, ELEMENTS = 4 };

typedef struct {
    uint8_t operand[OPERANDS];
} select_bytes_t; /* operands 0 1 2 of X Y Z W T */
typedef struct {
    uint32_t operand[OPERANDS];
} select_words_t;
typedef struct {
    quarter_t operand[OPERANDS];
} select_quarters_t;
typedef struct {
    quarter_t latch[FETCH_LATCHES];
} latch_quarters_t;
typedef struct {
    uint16_t latch[FETCH_LATCHES];
} latch_masks_t;
typedef struct {
    quarter_t slot[ISA_SLOTS];
} result_quarters_t;
typedef struct {
    uint16_t slot[ISA_SLOTS];
} result_masks_t;

/* clang-format off */
#define OPERAND_SELECT_SIGNALS(S)                                                                      \
    S(IN,   select_bytes_t,    route,       5, "enum operand_route of each operand")                   \
    S(IN,   select_bytes_t,    forward,     2, "bit 0 PV, bit 1 PS over what was read")                \
    S(IN,   select_words_t,    constant,   32, "its value, or its place in the constant file")         \
    S(IN,   latch_quarters_t,  latch,      32, "what was read: cycle * 4 + element, the quarter that enters") \
    S(IN,   latch_masks_t,     latch_pv,   16, "their lanes that PV replaces")                         \
    S(IN,   latch_masks_t,     latch_ps,   16, "their lanes that PS replaces")                         \
    S(IN,   result_quarters_t, result,     32, "PV.X PV.Y PV.Z PV.W PS of the group before, the quarter") \
    S(IN,   result_masks_t,    written,    16, "lanes in which that group executed")                   \
    S(IN,   quarter_t,         index,      32, "the element of AR that constants are relative to")     \
    S(IN,   select_quarters_t, file_data,  32, "the constant file's words there, anything outside it") \
    S(OUT,  select_quarters_t, operand,    32, "combinational: operands of the slots")
/* clang-format on */

RTL_STRUCT(operand_select, OPERAND_SELECT_SIGNALS);
RTL_TABLE(operand_select, OPERAND_SELECT_SIGNALS);

static void reset(void *state, void *driver, struct stimulus *random)
{
    (void)driver, (void)random;
    memset(state, 0, sizeof(struct operand_select));
}

/* ---- driving ---------------------------------------------------------------------------------------------------- */

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

static void drive(void *state, void *driver, struct stimulus *random)
{
    struct operand_select_in *in = &((struct operand_select *)state)->in;
    const unsigned            reach = stimulus_chance(random, 30) ? 4 : 256;
    (void)driver;
    for (unsigned r = 0; r < FETCH_LATCHES; r++) {
        stimulus_quarter(random, &in->latch.latch[r]);
        in->latch_pv.latch[r] = (uint16_t)(stimulus_chance(random, 50) ? 0 : stimulus_mask(random));
        in->latch_ps.latch[r] = (uint16_t)(stimulus_chance(random, 50) ? 0 : stimulus_mask(random));
    }
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
        in->constant.operand[p] = stimulus_below(random, FILE_REGISTERS * ELEMENTS);
        drive_file(&in->index, &in->file_data.operand[p], random);
    }
}

/* ---- the C model ------------------------------------------------------------------------------------------------ */

/* The constant file as an operand with an index per lane sees it. */
static void make_file(const struct operand_select_in *in, unsigned p, uint32_t *file)
{
    const uint32_t place = in->constant.operand[p];
    for (int i = 0; i < QUARTER; i++) {
        const uint32_t number = place / ELEMENTS + in->index.lane[i];
        if (number < FILE_REGISTERS)
            file[number * ELEMENTS + place % ELEMENTS] = in->file_data.operand[p].lane[i];
    }
}

/* The quarter lies where quarter 0 would. */
static void clock(void *state)
{
    struct operand_select          *select = state;
    const struct operand_select_in *in = &select->in;
    lanes_t                         latch[FETCH_LATCHES], result[ISA_SLOTS], ar;
    lane_mask_t                     pv[FETCH_LATCHES], ps[FETCH_LATCHES];
    uint64_t                        written[ISA_SLOTS];
    uint32_t                        file[FILE_REGISTERS * ELEMENTS];
    const struct operand_sources    sources = {latch, pv, ps, result, written, file, &ar};
    for (unsigned r = 0; r < FETCH_LATCHES; r++) {
        latch[r].quarter[0] = in->latch.latch[r];
        pv[r] = in->latch_pv.latch[r];
        ps[r] = in->latch_ps.latch[r];
    }
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        result[s].quarter[0] = in->result.slot[s];
        written[s] = in->written.slot[s];
    }
    ar.quarter[0] = in->index;
    for (unsigned o = 0; o < OPERANDS; o++) {
        quarter_t *to = &select->d.operand.operand[o];
        if (in->route.operand[o] == ROUTE_WATERFALL)
            make_file(in, o, file);
        memset(to, 0, sizeof *to);
        if (in->route.operand[o] != ROUTE_NONE)
            operand_select(&sources, in->route.operand[o], in->forward.operand[o], in->constant.operand[o], 0, to);
    }
    rtl_commit(select);
}

/* ---- in a run --------------------------------------------------------------------------------------------------- */

/* The constant file's answers. */
static void gather_constants(const struct simd *simd, const struct alu_issue_reg *group, struct operand_select_in *in)
{
    const uint32_t *file = constant_file_of(&simd->constants, group->alternate);
    for (unsigned o = 0; o < OPERANDS; o++)
        for (unsigned i = 0; in->route.operand[o] == ROUTE_WATERFALL && i < QUARTER; i++) {
            const uint32_t place = in->constant.operand[o], number = place / ELEMENTS + in->index.lane[i];
            in->file_data.operand[o].lane[i] = number < FILE_REGISTERS ? file[number * ELEMENTS + place % ELEMENTS] : 0;
        }
}

static void gather_latches(const struct simd *simd, unsigned parity, unsigned quarter, struct operand_select_in *in)
{
    struct operand_sources sources;
    operand_sources_latches(&simd->fetch, parity, &sources);
    for (unsigned r = 0; r < FETCH_LATCHES; r++) {
        in->latch.latch[r] = sources.latch[r].quarter[quarter];
        in->latch_pv.latch[r] = mask_quarter(sources.pv[r], quarter);
        in->latch_ps.latch[r] = mask_quarter(sources.ps[r], quarter);
    }
}

/* The routes of the group that executes. */
static void gather(const struct simd *simd, unsigned instance, void *state)
{
    struct operand_select_in   *in = &((struct operand_select *)state)->in;
    const unsigned              parity = rotation_parity(&simd->rotation), quarter = rotation_quarter(&simd->rotation);
    const struct alu_issue_reg *group = &simd->issue[parity].q;
    (void)instance;
    memset(&in->route, ROUTE_NONE, sizeof in->route);
    if (!group->executing)
        return;
    in->index = simd->ar[parity].ar[group->ar_element].quarter[quarter];
    memcpy(&in->forward, &group->forward, sizeof in->forward);
    memcpy(&in->constant, &group->constant, sizeof in->constant);
    gather_latches(simd, parity, quarter, in);
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        in->result.slot[s] = write_back_rows(&simd->back, parity)[s].quarter[quarter];
        in->written.slot[s] = mask_quarter(write_back_lanes(&simd->back, parity)->slot[s], quarter);
        for (unsigned n = 0; group->used >> s & 1 && n < isa_alu_ops[group->op.slot[s]].operands; n++)
            in->route.operand[3 * s + n] = group->route.operand[3 * s + n];
    }
    gather_constants(simd, group, in);
}

/* The operands go to the nets from which slots and wide unit have them. */
static void settle(struct simd *simd, unsigned instance, const void *state)
{
    const struct operand_select *select = state;
    const struct alu_issue_reg  *group = &simd->issue[rotation_parity(&simd->rotation)].q;
    (void)instance;
    for (unsigned s = 0; group->executing && s < ISA_SLOTS; s++)
        for (unsigned n = 0; group->used >> s & 1 && n < isa_alu_ops[group->op.slot[s]].operands; n++)
            memcpy(&(&simd->operands[0].in.x)[s].lane[n * QUARTER], &select->q.operand.operand[3 * s + n],
                   sizeof(quarter_t));
}

static const struct stimulus_gap gaps[] = {
    {"i_index", NULL, "integers of nine bits, not floats (ISA 4.6.3)"},
    {NULL, NULL, NULL},
};

const struct lockstep_module lockstep_operand_select = {
    LOCKSTEP_BLOCK(operand_select, operand_select, operand_select),
    .doc = "routes of an instruction group's operands, PV, PS and constants (ISA 4.6, 4.7.7, 4.11)",
    .lifetime = 2000,
    .gaps = gaps,
    LOCKSTEP_INSTANCES(operands),
    .part = true,
    .gather = gather,
    .settle = settle,
};
