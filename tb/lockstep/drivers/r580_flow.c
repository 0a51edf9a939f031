/* r580_flow.c - R580's flow control beside a Verilog block: a few groups that nest, loop and call up to the limits and
 * back, with pixels that differ, and a rule broken now and then. */
#include <string.h>

#include "rtl_model/r580/flow.h"
#include "tb/lockstep/lockstep.h"
#include "tb/lockstep/rows.h"

enum { GROUPS = 6 };
enum mood { ANY, NESTS, LOOPS, CALLS, UNWINDS, MOODS };

struct driver {
    struct visitor {
        uint8_t   slot, mood;
        us_mask_t present; /* the same until another one starts: counters of others would not come back */
    } visitor[GROUPS];
};

/* ---- groups ------------------------------------------------------------------------------------------------------ */

/* Groups of so many quads as the chip's straps can give, and those that a launch's last pixels leave. */
static unsigned group_size(struct stimulus *random)
{
    static const uint8_t sizes[] = {0, 1, 4, 8, 16, 48, 63, 64, 65, 96, 127, 128, 129, 160, 191, 192};
    return sizes[stimulus_below(random, sizeof sizes)];
}

static void reset(void *state, void *driver, struct stimulus *random)
{
    struct us_flow *const flow = state;
    struct driver *const  groups = driver;
    const unsigned        first = stimulus_below(random, US_SLOTS);
    us_flow_reset(flow);
    memset(&flow->in, 0, sizeof flow->in);
    flow->in.full = stimulus_chance(random, 70);
    flow->in.offset = (us_address_t)stimulus_bits(random, 9);
    flow->in.keeps_result = stimulus_chance(random, 30);
    flow->in.pops_nothing = stimulus_chance(random, 30);
    memset(groups, 0, sizeof *groups);
    for (unsigned i = 0; i < GROUPS; i++)
        groups->visitor[i].slot = (uint8_t)((first + i * 25) % US_SLOTS);
}

/* None, all, one, all but one, or corners of each word. */
static us_mask_t some_pixels(struct stimulus *random)
{
    const unsigned kind = stimulus_chance(random, 30) ? stimulus_below(random, 4) : 4;
    const uint64_t others = kind & 1 ? UINT64_MAX : 0;
    us_mask_t      mask = {{others, others, others}};
    if (kind == 2 || kind == 3)
        us_mask_put(&mask, stimulus_below(random, US_PIXELS), kind == 2);
    for (unsigned w = 0; kind == 4 && w < US_MASK_WORDS; w++)
        mask.w[w] = stimulus_mask(random);
    return mask;
}

static void drive_start(struct us_flow_in *in, struct driver *groups, struct stimulus *random)
{
    struct visitor *const arrives = &groups->visitor[stimulus_below(random, GROUPS)];
    const unsigned        size = group_size(random);
    in->start = stimulus_chance(random, 1);
    in->start_slot = arrives->slot;
    in->start_pixels = (uint8_t)size;
    if (in->start)
        arrives->present = stimulus_chance(random, 85) ? us_mask_first(size) : some_pixels(random);
}

/* ---- instructions ------------------------------------------------------------------------------------------------ */

/* The kind of the innermost loop. */
static bool is_loop(const struct us_flow *flow, unsigned slot)
{
    return flow->row_loops[slot] && flow->row_kinds[slot].e[flow->row_loops[slot] - 1] & 1;
}

static uint32_t choose_op(const struct us_flow *flow, const struct visitor *visitor, struct stimulus *random)
{
    const bool loop = is_loop(flow, visitor->slot);
    if (stimulus_chance(random, flow->in.full ? 10 : 5))
        return (uint32_t)stimulus_bits(random, 3);
    if (!flow->in.full)
        return US_JUMP;
    if (visitor->mood == LOOPS && stimulus_chance(random, 70))
        return stimulus_chance(random, 50) ? US_LOOP : US_REP;
    if (!flow->row_loops[visitor->slot])
        return stimulus_chance(random, 50) ? US_JUMP : stimulus_chance(random, 50) ? US_LOOP : US_REP;
    switch (stimulus_below(random, visitor->mood == UNWINDS ? 4 : 7)) {
    case 0:
    case 1:
        return loop ? US_ENDLOOP : US_ENDREP;
    case 2:
    case 3:
        return loop ? US_BREAKLOOP : US_BREAKREP;
    case 4:
        return US_CONTINUE;
    case 5:
        return stimulus_chance(random, 50) ? US_LOOP : US_REP;
    default:
        return US_JUMP;
    }
}

/* What the stacks do; 3 is reserved. */
static uint32_t choose_a_op(const struct us_flow *flow, enum mood mood, struct stimulus *random)
{
    if (stimulus_chance(random, 2))
        return (uint32_t)stimulus_bits(random, 2);
    if (!flow->in.full)
        return 0;
    if (stimulus_chance(random, 60))
        return mood == CALLS ? 2 : mood == UNWINDS ? 1 : 0;
    return stimulus_below(random, 3);
}

static uint32_t choose_b_op(enum mood mood, struct stimulus *random)
{
    if (stimulus_below(random, 100) == 0)
        return 3;
    if (mood == NESTS)
        return stimulus_chance(random, 98) ? 2 : 1;
    return stimulus_chance(random, mood == UNWINDS ? 60 : 20) ? 1 : stimulus_below(random, 3);
}

static uint32_t choose_pop(struct stimulus *random)
{
    static const uint8_t corners[] = {0, 1, 1, 1, 2, 3, 31};
    return stimulus_chance(random, 80) ? corners[stimulus_below(random, sizeof corners)]
                                       : (uint32_t)stimulus_bits(random, 5);
}

/* None, all, by result, by predicate, by the boolean, any. */
static uint32_t choose_func(struct stimulus *random)
{
    static const uint8_t corners[] = {0, 255, 0xf0, 0x0f, 0xcc, 0x33, 0xaa, 0x55};
    return stimulus_chance(random, 60) ? corners[stimulus_below(random, sizeof corners)]
                                       : (uint32_t)stimulus_bits(random, 8);
}

/* None, or one bit for all; now and then by channel or reserved. */
static uint32_t choose_select(struct stimulus *random)
{
    static const uint8_t good[] = {0, 2, 3, 4, 5};
    return stimulus_chance(random, 5) ? (uint32_t)stimulus_bits(random, 3) : good[stimulus_below(random, sizeof good)];
}

static void choose_words(struct us_flow *flow, const struct visitor *visitor, struct stimulus *random)
{
    struct us_cmn cmn;
    struct us_fc  fc;
    for (unsigned w = 0; w < US_WORDS; w++) /* bits that flow control does not look at are any */
        flow->in.words.w[w] = (uint32_t)stimulus_bits(random, 32);
    us_unpack_cmn(flow->in.words.w, &cmn);
    us_unpack_fc(flow->in.words.w, &fc);
    cmn.rgb_pred_sel = choose_select(random);
    fc.op = choose_op(flow, visitor, random);
    fc.b_else = stimulus_chance(random, 15);
    fc.jump_func = choose_func(random);
    fc.a_op = choose_a_op(flow, visitor->mood, random);
    fc.b_op0 = choose_b_op(visitor->mood, random);
    fc.b_op1 = choose_b_op(visitor->mood, random);
    fc.b_pop_cnt = choose_pop(random);
    us_pack_cmn(&cmn, flow->in.words.w);
    us_pack_fc(&fc, flow->in.words.w);
}

/* Count, first aL and step: few turns, none, as many as there can be. */
static uint32_t choose_integer(struct stimulus *random)
{
    static const uint8_t counts[] = {0, 1, 1, 2, 2, 3, 255};
    const uint32_t       bits = (uint32_t)stimulus_bits(random, 32);
    return stimulus_chance(random, 90) ? (bits & ~255u) | counts[stimulus_below(random, sizeof counts)] : bits;
}

static void drive(void *state, void *driver, struct stimulus *random)
{
    struct us_flow *const    flow = state;
    struct us_flow_in *const in = &flow->in;
    struct driver *const     groups = driver;
    struct visitor *const    visitor = &groups->visitor[stimulus_below(random, GROUPS)];
    if (stimulus_chance(random, 2))
        visitor->mood = (uint8_t)(stimulus_chance(random, 20) ? NESTS : stimulus_below(random, MOODS));
    in->issue = stimulus_chance(random, 90);
    in->issue_slot = visitor->slot;
    in->issue_address = (us_address_t)(stimulus_chance(random, 10) ? US_STORE - 1 : stimulus_bits(random, 9));
    choose_words(flow, visitor, random);
    in->present = visitor->present;
    in->covered = some_pixels(random);
    in->done = stimulus_chance(random, 50) ? (us_mask_t){{0}} : some_pixels(random);
    in->results = some_pixels(random);
    in->fresh = stimulus_chance(random, 90) ? us_mask_first(US_PIXELS) : some_pixels(random);
    for (unsigned c = 0; c < US_CHANNELS; c++) {
        const us_mask_t bits = some_pixels(random);
        memcpy(in->predicates.w + (size_t)c * US_MASK_WORDS, bits.w, sizeof bits.w);
    }
    in->boolean = stimulus_chance(random, 50);
    in->integer = choose_integer(random);
    drive_start(in, groups, random);
}

/* ---- the edge ---------------------------------------------------------------------------------------------------- */

static void clock(void *state)
{
    struct us_flow *const flow = state;
    us_flow_next(flow);
    us_flow_clock(flow);
}

static void touch(const struct us_flow *flow, unsigned slot, struct rows *rows)
{
    rows_touch(rows, &flow->row_active[slot], 1);
    rows_touch(rows, &flow->row_branches[slot], 1);
    rows_touch(rows, &flow->row_inactive[slot], 1);
    rows_touch(rows, &flow->row_continues[slot], 1);
    rows_touch(rows, &flow->row_turns[slot], 1);
    rows_touch(rows, &flow->row_kinds[slot], 1);
    rows_touch(rows, &flow->row_outer_al[slot], 1);
    rows_touch(rows, &flow->row_loops[slot], 1);
    rows_touch(rows, &flow->row_al[slot], 1);
    rows_touch(rows, &flow->row_has_al[slot], 1);
    rows_touch(rows, &flow->row_calls[slot], 1);
    rows_touch(rows, &flow->row_depth[slot], 1);
}

static void touches(const void *state, struct rows *rows)
{
    const struct us_flow *const flow = state;
    if (flow->in.issue)
        touch(flow, flow->in.issue_slot, rows);
    if (flow->in.start)
        touch(flow, flow->in.start_slot, rows);
}

/* ---- what the inputs were ---------------------------------------------------------------------------------------- */

static struct us_fc instruction(const struct us_flow *flow)
{
    struct us_fc fc;
    us_unpack_fc(flow->in.words.w, &fc);
    return fc;
}

/* What the instruction of this clock becomes. */
static struct us_flow_reg carried_out(const struct us_flow *flow)
{
    struct us_flow_reg to = flow->q;
    us_flow_eval(&flow->in, &flow->q, &to, flow);
    return to;
}

static const char *op_name(unsigned value)
{
    static const char *const names[] = {"JUMP",   "LOOP",      "ENDLOOP",  "REP",
                                        "ENDREP", "BREAKLOOP", "BREAKREP", "CONTINUE"};
    return names[value];
}
static int op(const void *state)
{
    const struct us_flow *const flow = state;
    return flow->in.issue ? (int)instruction(flow).op : -1;
}

static const char *outcome_name(unsigned value)
{
    static const char *const names[] = {"staying",       "jumping",          "loop overflow",   "loop underflow",
                                        "call overflow", "call underflow",   "branch overflow", "mixed loops",
                                        "partial",       "a reserved field", "a bad predicate", "no ALU result"};
    return names[value];
}
static int outcome(const void *state)
{
    const struct us_flow *const flow = state;
    if (!flow->in.issue)
        return -1;
    const struct us_flow_reg to = carried_out(flow);
    return to.error >= US_BAD_PREDICATE ? 10 + to.error - US_BAD_PREDICATE : to.error ? 1 + to.error : to.jump;
}

/* What happens to branch counters, without B_ELSE and with it. */
static const char *branch_name(unsigned value)
{
    static const char *const names[] = {"as they are", "DECR", "INCR", "ELSE", "ELSE DECR", "ELSE INCR"};
    return names[value];
}
static int branch(const void *state)
{
    const struct us_flow *const flow = state;
    const struct us_fc          fc = instruction(flow);
    if (!flow->in.issue)
        return -1;
    const struct us_flow_reg to = carried_out(flow);
    const unsigned           b_op = to.jump ? fc.b_op1 : fc.b_op0;
    return to.error ? -1 : (int)(b_op + 3 * fc.b_else);
}

static const struct stimulus_part parts[] = {
    {"operation", 8, op_name, op},
    {"outcome", 12, outcome_name, outcome},
    {"branches", 6, branch_name, branch},
    {NULL, 0, NULL, NULL},
};
static const struct stimulus_cross crosses[] = {
    {"operation", "outcome", NULL},
    {"operation", "branches", NULL},
    {"operation", "i_full", NULL},
    {NULL, NULL, NULL},
};
#define NEVER(op, outcome)                                                                                             \
    {                                                                                                                  \
        "operation " op, "with outcome " outcome, "not a rule that it can break"                                       \
    }
#define FOUR(port)                                                                                                     \
    {port, "5", "four loops, four calls"}, {port, "6", "the same"},                                                    \
    {                                                                                                                  \
        port, "7", "the same"                                                                                          \
    }
static const struct stimulus_gap gaps[] = {
    NEVER("JUMP", "loop overflow"),
    NEVER("ENDLOOP", "loop overflow"),
    NEVER("ENDREP", "loop overflow"),
    NEVER("BREAKLOOP", "loop overflow"),
    NEVER("BREAKREP", "loop overflow"),
    NEVER("CONTINUE", "loop overflow"),
    NEVER("JUMP", "loop underflow"),
    NEVER("LOOP", "loop underflow"),
    NEVER("REP", "loop underflow"),
    NEVER("JUMP", "mixed loops"),
    NEVER("LOOP", "mixed loops"),
    NEVER("REP", "mixed loops"),
    NEVER("CONTINUE", "mixed loops"),
    FOUR("o_inactive"),
    FOUR("o_loops"),
    FOUR("o_call_depth"),
    {NULL, NULL, NULL},
};

static const char *const inner[] = {"row_branches", "row_inactive", "row_continues", "row_turns", "row_kinds",
                                    "row_outer_al", "row_loops",    "row_calls",     "row_depth", NULL};

const struct lockstep_module lockstep_r580_flow = {
    LOCKSTEP_BLOCK(r580_flow, us_flow, us_flow),
    .doc = "R580: active pixels, counters, stacks, who jumps (R5xx Acceleration 8.6; docs/r580.md)",
    .driver_size = sizeof(struct driver),
    .chip = "r580",
    .lifetime = 3000,
    .parts = parts,
    .crosses = crosses,
    .gaps = gaps,
    .touches = touches,
    .clears = true,
    .inner = inner,
};
