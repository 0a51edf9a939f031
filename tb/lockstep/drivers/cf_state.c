/* cf_state.c - the control-flow state beside its twin: several wavefronts that branch, loop, call and run ALU clauses
 * as programs may, with a mistake now and then. */
#include "tb/lockstep/lockstep.h"

#include <string.h>

#include "isa/r700/isa.h"
#include "rtl_model/r700/simd.h"
#include "tb/lockstep/rows.h"

enum { WAVES = 6, ADDRESSES = 1 << 28 };

/* A wavefront of the stimulus. */
struct visitor {
    uint8_t slot;
    bool    live;
    bool    ending;  /* END_OF_PROGRAM has been executed */
    bool    unwinds; /* closes what is open, rather than opening more */
    bool    climbs;  /* opens only, as far as the stack goes */
    bool    clause;  /* an ALU clause is under way */
    uint8_t op;      /* its CF_INST */
};

struct driver {
    struct visitor visitor[WAVES];
};

/* ---- reset ------------------------------------------------------------------------------------------------------ */

/* Count, first index and step (ISA 3.7.3): short loops, corners, anything. */
static uint32_t loop_constant(struct stimulus *random)
{
    static const uint32_t corners[] = {0,          1,          2,          0x01000003, 0xff005002, 0x80fff003,
                                       0x7ffff004, 0x01000fff, 0xff000004, 0x02010005, 0x7f000fff, 0x00123000};
    if (stimulus_chance(random, 20))
        return (uint32_t)stimulus_bits(random, 32);
    return corners[stimulus_below(random, sizeof corners / sizeof corners[0])];
}

static void reset(void *module, void *driver, struct stimulus *random)
{
    static const uint16_t entries[] = {0, 1, 1, 2, 2, 3, 4, 5, 8, 16, 32, 512};
    struct cf_state      *state = module;
    struct driver        *p = driver;
    memset(p, 0, sizeof *p);
    cf_state_reset(state);
    for (unsigned i = 0; i < CF_LOOPS; i++)
        state->in.loops.constant[i] = loop_constant(random);
    state->in.bools = (uint32_t)stimulus_bits(random, 32);
    state->in.subentries = stimulus_chance(random, 50) ? 4 : 8; /* ISA table 3.5 */
    state->in.call_rows = stimulus_chance(random, 75) ? 1 : 2;  /* ISA table 3.6 */
    state->in.rows_per_wave =
        (uint16_t)(entries[stimulus_below(random, sizeof entries / sizeof entries[0])] * state->in.subentries);
    state->in.fetch_base = stimulus_below(random, ADDRESSES);
    state->in.fetch_entry = state->in.fetch_base + stimulus_below(random, 3);
    const unsigned owned = state->in.rows_per_wave ? CF_STACK_ROWS / state->in.rows_per_wave : CF_WAVES;
    const unsigned slots = owned < CF_WAVES ? owned : CF_WAVES;
    const unsigned first = stimulus_below(random, slots);
    for (unsigned i = 0; i < WAVES && i < slots; i++)
        p->visitor[i].slot = (uint8_t)((first + i * (slots < 64 ? 1 : 41)) % slots);
    for (unsigned i = slots; i < WAVES; i++)
        p->visitor[i].ending = true; /* no place for so many: never arrives */
}

/* ---- instructions ----------------------------------------------------------------------------------------------- */

static uint64_t pack_cf(struct stimulus *random, enum isa_cf_id id, bool end)
{
    uint32_t            dwords[2];
    const struct isa_cf cf = {
        .cf_inst = isa_cf_ops[id].opcode,
        .addr = stimulus_below(random, ADDRESSES),
        .pop_count = stimulus_chance(random, 75) ? stimulus_below(random, 3) : stimulus_below(random, 8),
        .cf_const = (uint32_t)stimulus_bits(random, 5),
        .cond = stimulus_chance(random, 70) ? 0 : stimulus_below(random, 4),
        .count = stimulus_below(random, 8),
        .call_count = stimulus_chance(random, 70) ? stimulus_below(random, 4) : stimulus_below(random, 64),
        .valid_pixel_mode = stimulus_chance(random, 10),
        .whole_quad_mode = stimulus_chance(random, 15),
        .barrier = stimulus_chance(random, 50),
        .end_of_program = end,
    };
    isa_pack_cf(&cf, dwords);
    return (uint64_t)dwords[1] << 32 | dwords[0];
}

static uint64_t pack_alu(struct stimulus *random, enum isa_cf_id id)
{
    uint32_t          dwords[2] = {(uint32_t)stimulus_bits(random, 32), (uint32_t)stimulus_bits(random, 32)};
    struct isa_cf_alu alu;
    isa_unpack_cf_alu(dwords, &alu);
    alu.cf_inst = isa_cf_ops[id].opcode;
    isa_pack_cf_alu(&alu, dwords);
    return (uint64_t)dwords[1] << 32 | dwords[0];
}

static uint64_t pack_export(struct stimulus *random, bool end)
{
    uint32_t               dwords[2] = {(uint32_t)stimulus_bits(random, 32), (uint32_t)stimulus_bits(random, 32)};
    struct isa_export_swiz word;
    isa_unpack_export_swiz(dwords, &word);
    word.cf_inst = isa_cf_ops[stimulus_chance(random, 50) ? ISA_CF_INST_EXPORT : ISA_CF_INST_EXPORT_DONE].opcode;
    word.end_of_program = end;
    isa_pack_export_swiz(&word, dwords);
    return (uint64_t)dwords[1] << 32 | dwords[0];
}

static const enum isa_cf_id closing[] = {
    ISA_CF_INST_LOOP_END, ISA_CF_INST_LOOP_END,      ISA_CF_INST_LOOP_BREAK,     ISA_CF_INST_POP,
    ISA_CF_INST_POP,      ISA_CF_INST_RETURN,        ISA_CF_INST_RETURN,         ISA_CF_INST_RETURN,
    ISA_CF_INST_POP_JUMP, ISA_CF_INST_ALU_POP_AFTER, ISA_CF_INST_ALU_POP2_AFTER, ISA_CF_INST_ELSE,
    ISA_CF_INST_JUMP,
};

static const enum isa_cf_id opening[] = {
    ISA_CF_INST_PUSH_ELSE, ISA_CF_INST_PUSH_ELSE,  ISA_CF_INST_PUSH_ELSE,       ISA_CF_INST_PUSH_ELSE,
    ISA_CF_INST_PUSH,      ISA_CF_INST_LOOP_START, ISA_CF_INST_LOOP_START_DX10, ISA_CF_INST_CALL,
};

/* A word that the sequencer hands on: no memory write. */
static uint64_t any_word(struct stimulus *random, const struct visitor *visitor, bool mistaken)
{
    const bool end = stimulus_chance(random, mistaken ? 20 : 4);
    if (visitor->clause) /* only what leaves the masks alone may be started beside it */
        return stimulus_chance(random, 70) ? pack_export(random, end) : pack_cf(random, ISA_CF_INST_VTX, end);
    enum isa_cf_id id = (enum isa_cf_id)stimulus_below(random, isa_cf_op_count);
    if (visitor->climbs && !visitor->unwinds && stimulus_chance(random, 80))
        id = opening[stimulus_below(random, sizeof opening / sizeof opening[0])];
    else if (stimulus_chance(random, mistaken ? 70 : visitor->unwinds ? 70 : 0))
        id = closing[stimulus_below(random, sizeof closing / sizeof closing[0])];
    switch (isa_cf_ops[id].klass) {
    case ISA_CF_ALU:
        return pack_alu(random, id);
    case ISA_CF_FETCH:
    case ISA_CF_BRANCH:
    case ISA_CF_OTHER:
        return pack_cf(random, id, end);
    default:
        return pack_export(random, end);
    }
}

static const struct isa_cf_op *op_of(uint64_t word)
{
    return isa_cf_lookup((const uint32_t[2]){(uint32_t)word, (uint32_t)(word >> 32)});
}

/* Whether the instruction, and the end of the clause that it starts, break no rule. */
static bool legal(struct cf_state *state, const struct visitor *visitor, uint64_t word)
{
    const struct isa_cf_op *op = op_of(word);
    struct cf_outcome       outcome;
    cf_resolve(state, visitor->slot, word, 0, &outcome);
    if (outcome.error || op->klass != ISA_CF_ALU || outcome.pushes || !state->active[visitor->slot])
        return !outcome.error;
    state->in.done_slot = visitor->slot;
    state->in.done_op = (uint8_t)op->opcode;
    cf_resolve_done(state, &outcome);
    return !outcome.error;
}

/* ---- events ----------------------------------------------------------------------------------------------------- */

static void drive_launch(struct cf_state_in *in, struct visitor *visitor, struct stimulus *random)
{
    in->launch = !visitor->live && !visitor->ending && stimulus_chance(random, 60);
    if (!in->launch)
        return;
    in->launch_slot = visitor->slot;
    in->launch_lanes = stimulus_chance(random, 50) ? UINT64_MAX : stimulus_mask(random);
    *visitor = (struct visitor){.slot = visitor->slot, .live = true, .climbs = stimulus_chance(random, 30)};
}

static void drive_flow(struct cf_state *state, struct visitor *visitor, struct stimulus *random)
{
    const bool mistaken = stimulus_below(random, 2048) == 0;
    bool       found = false;
    if (!visitor->live || visitor->ending || !stimulus_chance(random, 80))
        return;
    if (stimulus_chance(random, visitor->climbs ? 1 : 4))
        visitor->unwinds = !visitor->unwinds;
    for (unsigned attempt = 0; attempt < 12 && !found; attempt++) {
        state->in.flow_word = any_word(random, visitor, mistaken);
        found = mistaken || legal(state, visitor, state->in.flow_word);
    }
    if (!found)
        return;
    state->in.flow = true;
    state->in.flow_slot = visitor->slot;
    state->in.flow_pc = stimulus_below(random, ADDRESSES);
    const struct isa_cf_op *op = op_of(state->in.flow_word);
    struct cf_outcome       outcome;
    cf_resolve(state, visitor->slot, state->in.flow_word, 0, &outcome);
    if (outcome.error)
        return;
    if (op->klass == ISA_CF_ALU && state->active[visitor->slot]) {
        visitor->clause = true;
        visitor->op = (uint8_t)op->opcode;
    } else if (op->klass != ISA_CF_ALU) /* a skipped clause has no end of its own */
        visitor->ending = state->in.flow_word >> 53 & 1;
}

enum { CLAUSES = 7 };
static const enum isa_cf_id clauses[CLAUSES] = {
    ISA_CF_INST_ALU,          ISA_CF_INST_ALU_PUSH_BEFORE, ISA_CF_INST_ALU_POP_AFTER,  ISA_CF_INST_ALU_POP2_AFTER,
    ISA_CF_INST_ALU_CONTINUE, ISA_CF_INST_ALU_BREAK,       ISA_CF_INST_ALU_ELSE_AFTER,
};

static void drive_done(struct cf_state *state, struct visitor *visitor, struct stimulus *random)
{
    const bool starts = state->in.flow && state->in.flow_slot == visitor->slot &&
                        op_of(state->in.flow_word)->klass == ISA_CF_ALU; /* at this very edge */
    if (!visitor->clause || starts || !stimulus_chance(random, 60))
        return;
    const lane_mask_t active = state->active[visitor->slot];
    state->in.done = true;
    state->in.done_slot = visitor->slot;
    state->in.done_op = visitor->op;
    if (stimulus_below(random, 1024) == 0) /* another one, which may be a mistake */
        state->in.done_op = (uint8_t)isa_cf_ops[clauses[stimulus_below(random, CLAUSES)]].opcode;
    state->in.done_pc = stimulus_below(random, ADDRESSES);
    state->in.done_active = stimulus_chance(random, 40) ? active : stimulus_mask(random);
    if (stimulus_chance(random, 80))
        state->in.done_active &= active;
    state->in.done_killed = stimulus_chance(random, 90) ? 0 : stimulus_mask(random) & stimulus_mask(random);
    visitor->clause = false;
}

static void drive(void *module, void *driver, struct stimulus *random)
{
    struct cf_state *state = module;
    struct driver   *p = driver;
    state->in.launch = state->in.flow = state->in.done = false;
    for (unsigned i = 0; i < WAVES; i++)
        if (p->visitor[i].live && p->visitor[i].ending && !p->visitor[i].clause)
            p->visitor[i] = (struct visitor){.slot = p->visitor[i].slot};
    struct visitor *arrives = &p->visitor[stimulus_below(random, WAVES)];
    struct visitor *flows = &p->visitor[stimulus_below(random, WAVES)];
    struct visitor *ends = &p->visitor[stimulus_below(random, WAVES)];
    if (flows != arrives)
        drive_flow(state, flows, random);
    if (ends != arrives)
        drive_done(state, ends, random);
    drive_launch(&state->in, arrives, random);
}

/* ---- the edge --------------------------------------------------------------------------------------------------- */

static void clock(void *module)
{
    cf_state_next(module);
    cf_state_clock(module);
}

static void touch_wave(const struct cf_state *state, unsigned slot, struct rows *rows)
{
#define TOUCH(type, name, bits, doc) rows_touch(rows, &state->name[slot], 1);
    CF_WAVE_FIELDS(TOUCH)
#undef TOUCH
}

static void touch_frame(const struct cf_state *state, unsigned row, struct rows *rows)
{
#define TOUCH(type, name, bits, doc) rows_touch(rows, &state->f_##name[row], 1);
    CF_FRAME_FIELDS(TOUCH)
#undef TOUCH
}

static void touches(const void *module, struct rows *rows)
{
    const struct cf_state    *state = module;
    const struct cf_state_in *in = &state->in;
    struct cf_outcome         outcome;
    if (in->launch)
        touch_wave(state, in->launch_slot, rows);
    if (in->done)
        touch_wave(state, in->done_slot, rows);
    if (!in->flow)
        return;
    touch_wave(state, in->flow_slot, rows);
    cf_resolve(state, in->flow_slot, in->flow_word, in->flow_pc, &outcome);
    if (outcome.pushes && !outcome.error)
        touch_frame(state, (unsigned)in->flow_slot * in->rows_per_wave + outcome.wave.stack_rows - 1u, rows);
}

/* The wave table has taken the address of the next instruction at the same edge, the C function's. */
static void scatter(struct simd *simd, unsigned instance, const void *module)
{
    const struct cf_state *state = module;
    (void)instance;
    if (state->in.flow && !state->q.error)
        simd->waves.pc[state->in.flow_slot] = state->q.next_pc;
}

/* ---- what the inputs were --------------------------------------------------------------------------------------- */

static const char *instruction_name(unsigned value)
{
    return isa_cf_ops[value].name;
}

static int instruction(const void *state)
{
    const struct cf_state_in *in = &((const struct cf_state *)state)->in;
    return in->flow ? (int)(op_of(in->flow_word) - isa_cf_ops) : -1;
}

static const char *mask_name(unsigned value)
{
    static const char *const names[] = {"no thread active", "some", "all that there are"};
    return names[value];
}

/* The threads of the wavefront that executes it. */
static int threads(const void *state)
{
    const struct cf_state *s = state;
    const lane_mask_t      active = s->active[s->in.flow_slot];
    return !s->in.flow ? -1 : !active ? 0 : active == s->valid[s->in.flow_slot] ? 2 : 1;
}

static const struct stimulus_part parts[] = {
    {"instruction", ISA_CF_INST_COUNT, instruction_name, instruction},
    {"threads", 3, mask_name, threads},
    {NULL, 0, NULL, NULL},
};
static const struct stimulus_cross crosses[] = {
    {"instruction", "threads", NULL},
    {NULL, NULL, NULL},
};
#define NO_WRITE(name)                                                                                                 \
    {"instruction", name, "the sequencer keeps memory writes"},                                                        \
    {                                                                                                                  \
        "instruction " name, NULL, "the same"                                                                          \
    }
static const struct stimulus_gap gaps[] = {
    NO_WRITE("MEM_STREAM0"), NO_WRITE("MEM_STREAM1"), NO_WRITE("MEM_STREAM2"),
    NO_WRITE("MEM_STREAM3"), NO_WRITE("MEM_SCRATCH"), NO_WRITE("MEM_REDUCTION"),
    NO_WRITE("MEM_RING"),    NO_WRITE("MEM_EXPORT"),  {NULL, NULL, NULL},
};

const struct lockstep_module lockstep_cf_state = {
    LOCKSTEP_BLOCK(cf_state, cf_state, cf_state),
    .doc = "pixel states, loops, calls and the stack (ISA 3.6, 3.7, 9.1)",
    .driver_size = sizeof(struct driver),
    .lifetime = 3000,
    .parts = parts,
    .crosses = crosses,
    .gaps = gaps,
    .touches = touches,
    LOCKSTEP_INSTANCES(flow),
    .scatter = scatter,
};
