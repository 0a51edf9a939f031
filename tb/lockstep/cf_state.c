/* cf_state.c - the control-flow state beside its twin: several wavefronts that branch, loop, call and run ALU clauses
 * as programs may, with a mistake now and then. */
#include "tb/lockstep/cf_state.h"

#include <string.h>

#include "isa/r700/isa.h"
#include "rtl_model/r700/simd.h"
#include "tb/lockstep/lockstep.h"

RTL_TABLE(cf_state_ports, CF_STATE_PORTS_SIGNALS);

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

struct payload {
    struct cf_state_ports ports;
    struct visitor        visitor[WAVES];
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

static void reset(void *module, void *payload, struct stimulus *random)
{
    static const uint16_t entries[] = {0, 1, 1, 2, 2, 3, 4, 5, 8, 16, 32, 512};
    struct cf_state      *state = module;
    struct payload       *p = payload;
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
    ISA_CF_INST_LOOP_END,      ISA_CF_INST_LOOP_END,       ISA_CF_INST_LOOP_BREAK, ISA_CF_INST_POP,
    ISA_CF_INST_POP,           ISA_CF_INST_RETURN,         ISA_CF_INST_RETURN,     ISA_CF_INST_POP_JUMP,
    ISA_CF_INST_ALU_POP_AFTER, ISA_CF_INST_ALU_POP2_AFTER, ISA_CF_INST_ELSE,       ISA_CF_INST_JUMP,
};

static const enum isa_cf_id opening[] = {
    ISA_CF_INST_PUSH_ELSE, ISA_CF_INST_PUSH_ELSE,  ISA_CF_INST_PUSH_ELSE,       ISA_CF_INST_PUSH_ELSE,
    ISA_CF_INST_PUSH,      ISA_CF_INST_LOOP_START, ISA_CF_INST_LOOP_START_DX10, ISA_CF_INST_CALL,
};

/* A word that the sequencer hands on: no memory write. */
static uint64_t any_word(struct stimulus *random, const struct visitor *visitor, bool mistaken)
{
    const bool end = stimulus_chance(random, 4);
    if (visitor->clause) /* only what leaves the masks alone may be started beside it */
        return stimulus_chance(random, 70) ? pack_export(random, end) : pack_cf(random, ISA_CF_INST_VTX, end);
    enum isa_cf_id id = (enum isa_cf_id)stimulus_below(random, isa_cf_op_count);
    if (visitor->climbs && !visitor->unwinds && stimulus_chance(random, 80))
        id = opening[stimulus_below(random, sizeof opening / sizeof opening[0])];
    else if (stimulus_chance(random, mistaken ? 40 : visitor->unwinds ? 70 : 0))
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
    const bool mistaken = stimulus_below(random, 4096) == 0;
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

static void drive(void *module, void *payload, struct stimulus *random)
{
    struct cf_state *state = module;
    struct payload  *p = payload;
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

/* ---- the edge: what the twin's ports show ------------------------------------------------------------------------ */

static void show_launched(struct cf_state_ports_reg *q, const struct cf_state *state)
{
    const unsigned slot = q->launched_slot = state->in.launch_slot;
#define SHOW(type, name, bits, doc) q->launched_##name = state->name[slot];
    CF_WAVE_FIELDS(SHOW)
#undef SHOW
}

static void show_flowed(struct cf_state_ports_reg *q, const struct cf_state *state, const struct cf_outcome *outcome)
{
    q->flowed_slot = state->in.flow_slot;
    q->flowed_pc = outcome->pc;
    /* The memory may show the end of a clause of the same wavefront already. */
#define SHOW(type, name, bits, doc) q->flowed_##name = outcome->wave.name;
    CF_WAVE_FIELDS(SHOW)
#undef SHOW
}

static void show_ended(struct cf_state_ports_reg *q, const struct cf_state *state)
{
    const unsigned slot = q->ended_slot = state->in.done_slot;
#define SHOW(type, name, bits, doc) q->ended_##name = state->name[slot];
    CF_WAVE_FIELDS(SHOW)
#undef SHOW
}

static void show_pushed(struct cf_state_ports_reg *q, const struct cf_state *state, const struct cf_outcome *outcome)
{
    const unsigned row = (unsigned)state->in.flow_slot * state->in.rows_per_wave + outcome->wave.stack_rows - 1u;
    q->pushed_row = (uint16_t)row;
#define SHOW(type, name, bits, doc) q->pushed_##name = state->f_##name[row];
    CF_FRAME_FIELDS(SHOW)
#undef SHOW
}

static void clock(void *module, void *payload)
{
    struct cf_state           *state = module;
    struct cf_state_ports_reg *q = &((struct payload *)payload)->ports.q;
    struct cf_outcome          flow = {0}, done = {0};
    if (state->in.flow)
        cf_resolve(state, state->in.flow_slot, state->in.flow_word, state->in.flow_pc, &flow);
    if (state->in.done)
        cf_resolve_done(state, &done);
    cf_state_next(state);
    cf_state_clock(state);
    q->launched = state->in.launch;
    q->flowed = state->in.flow && !flow.error;
    q->ended = state->in.done && !done.error;
    q->pushed = q->flowed && flow.pushes;
    if (q->launched)
        show_launched(q, state);
    if (q->flowed)
        show_flowed(q, state, &flow);
    if (q->ended)
        show_ended(q, state);
    if (q->pushed)
        show_pushed(q, state, &flow);
    /* After the edge the wires are still there, and the state is the next one. */
    q->next_pc = 0;
    if (state->in.flow) {
        cf_resolve(state, state->in.flow_slot, state->in.flow_word, state->in.flow_pc, &flow);
        q->next_pc = flow.error ? 0 : flow.pc;
    }
    ((struct payload *)payload)->ports.d = *q;
}

/* ---- in the machine ---------------------------------------------------------------------------------------------- */

/* The wave table takes the address of the next instruction in the clock of the flow instruction. */
static bool settle(struct simd *simd, unsigned instance, const struct simd_memory *memory, void *payload)
{
    const struct cf_state_ports_reg *q = &((struct payload *)payload)->ports.q;
    (void)instance;
    (void)memory;
    if (simd->cf.q.start_flow && q->next_pc)
        simd->next_step[0].in.pc = q->next_pc;
    return false;
}

static void scatter(struct simd *simd, unsigned instance, const struct simd_memory *memory, const void *payload)
{
    struct cf_state                 *state = &simd->flow;
    const struct cf_state_ports_reg *q = &((const struct payload *)payload)->ports.q;
    (void)instance;
    (void)memory;
    if (q->launched) {
#define STORE(type, name, bits, doc) state->name[q->launched_slot] = q->launched_##name;
        CF_WAVE_FIELDS(STORE)
#undef STORE
    }
    if (q->flowed) {
#define STORE(type, name, bits, doc) state->name[q->flowed_slot] = q->flowed_##name;
        CF_WAVE_FIELDS(STORE)
#undef STORE
    }
    if (q->ended) {
#define STORE(type, name, bits, doc) state->name[q->ended_slot] = q->ended_##name;
        CF_WAVE_FIELDS(STORE)
#undef STORE
    }
    if (q->pushed) {
#define STORE(type, name, bits, doc) state->f_##name[q->pushed_row] = q->pushed_##name;
        CF_FRAME_FIELDS(STORE)
#undef STORE
    }
}

/* ---- what the inputs were --------------------------------------------------------------------------------------- */

static const char *instruction_name(unsigned value)
{
    return isa_cf_ops[value].name;
}

static int instruction(const void *state, const void *payload)
{
    const struct cf_state_in *in = &((const struct cf_state *)state)->in;
    (void)payload;
    return in->flow ? (int)(op_of(in->flow_word) - isa_cf_ops) : -1;
}

static const char *mask_name(unsigned value)
{
    static const char *const names[] = {"no thread active", "some", "all that there are"};
    return names[value];
}

/* The threads of the wavefront that executes it. */
static int threads(const void *state, const void *payload)
{
    const struct cf_state *s = state;
    const lane_mask_t      active = s->active[s->in.flow_slot];
    (void)payload;
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
#define LAUNCHED(name)                                                                                                 \
    {                                                                                                                  \
        "o_launched_" name, NULL, "a new wavefront starts with nothing"                                                \
    }
#define NO_WRITE(name)                                                                                                 \
    {"instruction", name, "the sequencer keeps memory writes"},                                                        \
    {                                                                                                                  \
        "instruction " name, NULL, "the same"                                                                          \
    }
static const struct stimulus_gap gaps[] = {
    NO_WRITE("MEM_STREAM0"),
    NO_WRITE("MEM_STREAM1"),
    NO_WRITE("MEM_STREAM2"),
    NO_WRITE("MEM_STREAM3"),
    NO_WRITE("MEM_SCRATCH"),
    NO_WRITE("MEM_REDUCTION"),
    NO_WRITE("MEM_RING"),
    NO_WRITE("MEM_EXPORT"),
    LAUNCHED("broken"),
    LAUNCHED("continued"),
    LAUNCHED("stack_rows"),
    LAUNCHED("first_push"),
    LAUNCHED("loop_end"),
    LAUNCHED("loop_kind"),
    LAUNCHED("loop_count"),
    LAUNCHED("loop_step"),
    LAUNCHED("loop_index"),
    LAUNCHED("call_depth"),
    LAUNCHED("fetching"),
    {"o_pushed_kind", "5", "there are four kinds of frames"},
    {"o_pushed_kind", "6", "there are four kinds of frames"},
    {"o_pushed_kind", "7", "there are four kinds of frames"},
    {NULL, NULL, NULL},
};

const struct lockstep_module lockstep_cf_state = {
    .name = "cf_state",
    .top = "cf_state",
    .doc = "pixel states, loops, calls and the stack (ISA 3.6, 3.7, 9.1)",
    .signals = &cf_state_rtl,
    .payload = &cf_state_ports_rtl,
    .state_size = sizeof(struct cf_state),
    .payload_size = sizeof(struct payload),
    .reset = reset,
    .drive = drive,
    .clock = clock,
    .lifetime = 3000,
    .parts = parts,
    .crosses = crosses,
    .gaps = gaps,
    .first = AT_flow,
    .count = 1,
    .settle = settle,
    .scatter = scatter,
};
