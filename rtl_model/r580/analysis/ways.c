#include "rtl_model/r580/analysis/ways.h"

#include <stdlib.h>
#include <string.h>

#include "rtl_model/r580/flow.h"

enum { STATES = 1 << 15, TABLE = 2 * STATES, DEEPEST = 48, STAY = 0, POP = 1, PUSH = 2, DECR = 1, INCR = 2 };

/* By TEXKILL, where uncovered pixels are ignored; by a BREAK or CONTINUE that did not jump, or by LAST (8.6.3, 8.6.6).
 */
enum { KILLED = 1, PUT_OUT = 2 };

/* Where a group is, and what its stacks have. */
struct state {
    uint16_t pc, calls[US_CALLS];
    uint8_t  loops, kinds, call_depth, branches; /* kinds: a bit for each frame of LOOP */
    uint8_t  absent;                             /* why the group may have no pixel that has a say: KILLED, PUT_OUT */
};

struct walk {
    const struct us_chip  *chip;
    const struct us_setup *setup;
    const struct us_store *store;
    struct us_ways        *ways;
    bool                   counts_known;
    struct state          *states; /* in the order in which they were found */
    uint32_t              *table;  /* numbers of states from 1, by hash */
    unsigned               count;
};

static uint32_t hash_of_state(const struct state *state)
{
    uint32_t    hash = 2166136261u;
    const char *byte = (const char *)state;
    for (unsigned i = 0; i < sizeof *state; i++)
        hash = (hash ^ (uint8_t)byte[i]) * 16777619u;
    return hash;
}

static void visit(struct walk *walk, const struct state *state)
{
    uint32_t at = hash_of_state(state) % TABLE;
    for (; walk->table[at]; at = (at + 1) % TABLE)
        if (memcmp(&walk->states[walk->table[at] - 1], state, sizeof *state) == 0)
            return;
    if (walk->count == STATES) {
        walk->ways->too_many = true;
        return;
    }
    walk->states[walk->count] = *state;
    walk->table[at] = ++walk->count;
}

static void go(struct walk *walk, unsigned from, const struct state *to)
{
    struct us_ways *ways = walk->ways;
    ways->next[from][to->pc / 64] |= UINT64_C(1) << to->pc % 64;
    ways->loops = to->loops > ways->loops ? to->loops : ways->loops;
    ways->calls = to->call_depth > ways->calls ? to->call_depth : ways->calls;
    ways->branches = to->branches > ways->branches ? to->branches : ways->branches;
    visit(walk, to);
}

static void fault(struct walk *walk, unsigned at, enum us_way_fault what)
{
    walk->ways->broken = true;
    if (!walk->ways->fault[at])
        walk->ways->fault[at] = (uint8_t)what;
}

/* ---- flow control ----------------------------------------------------------------------------------------------- */

static unsigned target_of(const struct us_setup *setup, const struct us_fc *fc)
{
    return (fc->jump_addr + (fc->jump_global ? 0u : setup->offset)) % US_STORE;
}

bool us_skips_to_own_end(const struct us_setup *setup, const struct us_store *store, unsigned at)
{
    struct us_cmn cmn;
    struct us_fc  fc, end;
    us_unpack_fc(store->words[at].w, &fc);
    const unsigned to = target_of(setup, &fc);
    us_unpack_cmn(store->words[to].w, &cmn);
    us_unpack_fc(store->words[to].w, &end);
    return store->written[to] && cmn.type == US_FC && us_fc_starts(fc.op) && us_fc_ends(end.op) &&
           (fc.op == US_LOOP) == (end.op == US_ENDLOOP) && target_of(setup, &end) == (at + 1) % US_STORE;
}

/* The start of a loop is passed over by a group of which no pixel has a say; where that pops a frame that was not
 * pushed, the lint says so (lint_flow.c). */
static bool may_skip(const struct walk *walk, const struct state *state, const struct us_fc *fc)
{
    const unsigned absent = state->absent & (fc->ignore_uncovered ? KILLED | PUT_OUT : PUT_OUT);
    return us_fc_starts(fc->op) && !fc->jump_any && (absent || state->branches) &&
           (walk->chip->empty_loop_pop || !us_skips_to_own_end(walk->setup, walk->store, state->pc));
}

/* Whether it may jump, and may stay.  A loop of unknown length has a turn. */
static bool may_jump(const struct walk *walk, const struct state *state, const struct us_fc *fc)
{
    if (may_skip(walk, state, fc) ||
        (us_fc_starts(fc->op) && walk->counts_known && (walk->store->integers[fc->int_addr] & 255) == 0))
        return true;
    if (us_fc_ends(fc->op) && !state->loops) /* it pops nothing */
        return false;
    return fc->jump_func != 0 || fc->b_else || (!fc->jump_any && !us_fc_starts(fc->op));
}

static bool may_stay(const struct walk *walk, const struct us_fc *fc)
{
    if (us_fc_starts(fc->op) && walk->counts_known && (walk->store->integers[fc->int_addr] & 255) == 0)
        return false;
    return fc->jump_func != 255 || fc->jump_any || fc->b_else || us_fc_ends(fc->op) || us_fc_breaks(fc->op) ||
           fc->op == US_CONTINUE;
}

static enum us_way_fault allowed(const struct walk *walk, const struct state *state, const struct us_fc *fc)
{
    if (fc->a_op > PUSH || fc->b_op0 > INCR || fc->b_op1 > INCR)
        return US_WAY_BAD_FIELD;
    if (!walk->setup->full && (fc->op != US_JUMP || fc->a_op != STAY))
        return US_WAY_NEEDS_FULL;
    if (fc->op == US_JUMP || us_fc_starts(fc->op))
        return US_WAY_GOOD;
    if (!state->loops)
        return walk->chip->empty_loop_pop && us_fc_ends(fc->op) ? US_WAY_GOOD : US_WAY_LOOP_UNDERFLOW;
    const bool is_loop = state->kinds >> (state->loops - 1) & 1;
    return fc->op != US_CONTINUE && is_loop != (fc->op == US_ENDLOOP || fc->op == US_BREAKLOOP) ? US_WAY_MIXED_LOOPS
                                                                                                : US_WAY_GOOD;
}

static bool change_loops(struct walk *walk, struct state *state, const struct us_fc *fc, bool jump)
{
    if (us_fc_starts(fc->op) && !jump) {
        if (state->loops == US_LOOPS) {
            fault(walk, state->pc, US_WAY_LOOP_OVERFLOW);
            return false;
        }
        state->kinds = (uint8_t)(state->kinds | (fc->op == US_LOOP) << state->loops++);
    } else if (state->loops && ((us_fc_ends(fc->op) && !jump) || (us_fc_breaks(fc->op) && jump))) {
        state->loops--;
        state->kinds = (uint8_t)(state->kinds & ((1u << state->loops) - 1));
    }
    return true;
}

/* As many blocks deep as a pixel's counter can say: the innermost is 0, and the outermost's pixels count the others. */
static bool change_branches(struct walk *walk, struct state *state, const struct us_fc *fc, bool jump)
{
    const unsigned op = jump ? fc->b_op1 : fc->b_op0;
    const unsigned most = (walk->setup->full ? US_BRANCHES_FULL : US_BRANCHES_PARTIAL) + 1;
    if (op == DECR)
        state->branches = (uint8_t)(state->branches > fc->b_pop_cnt ? state->branches - fc->b_pop_cnt : 0);
    else if (op == INCR && state->branches < DEEPEST)
        state->branches++;
    if (op != INCR || state->branches <= most)
        return true;
    fault(walk, state->pc, US_WAY_BRANCH_OVERFLOW);
    return false;
}

static void step_flow(struct walk *walk, const struct state *from, const struct us_fc *fc, bool jump)
{
    struct state to = *from;
    if (!jump && (us_fc_breaks(fc->op) || fc->op == US_CONTINUE))
        to.absent |= PUT_OUT;
    if (!change_loops(walk, &to, fc, jump) || !change_branches(walk, &to, fc, jump))
        return;
    to.pc = (uint16_t)((from->pc + 1u) % US_STORE);
    if (jump && fc->a_op == PUSH) {
        if (to.call_depth == US_CALLS) {
            fault(walk, from->pc, US_WAY_CALL_OVERFLOW);
            return;
        }
        to.calls[to.call_depth++] = to.pc;
    }
    if (jump)
        to.pc = (uint16_t)target_of(walk->setup, fc);
    if (jump && fc->a_op == POP) {
        if (!to.call_depth) {
            fault(walk, from->pc, US_WAY_CALL_UNDERFLOW);
            return;
        }
        to.pc = to.calls[--to.call_depth];
        to.calls[to.call_depth] = 0;
    }
    go(walk, from->pc, &to);
}

/* ---- an instruction --------------------------------------------------------------------------------------------- */

static void step(struct walk *walk, const struct state *from)
{
    const uint32_t *const words = walk->store->words[from->pc].w;
    struct us_cmn         cmn;
    struct us_tex         tex;
    struct us_fc          fc;
    struct state          to = *from;
    walk->ways->reached[from->pc] = true;
    if (!walk->store->written[from->pc]) {
        fault(walk, from->pc, US_WAY_NOT_WRITTEN);
        return;
    }
    us_unpack_cmn(words, &cmn);
    if (from->pc == walk->setup->last) {
        walk->ways->ends |= cmn.type == US_OUT;
        if (cmn.type != US_OUT)
            fault(walk, from->pc, US_WAY_NO_OUTPUT_END);
        return;
    }
    if (cmn.type != US_FC) {
        walk->ways->ends |= cmn.type == US_OUT && cmn.last && cmn.tex_sem_wait;
        us_unpack_tex(words, &tex);
        to.absent |= (cmn.type == US_TEX && tex.inst == US_TEX_KILL ? KILLED : 0) | (cmn.last ? PUT_OUT : 0);
        to.pc = (uint16_t)((from->pc + 1u) % US_STORE);
        go(walk, from->pc, &to);
        return;
    }
    us_unpack_fc(words, &fc);
    const enum us_way_fault wrong = allowed(walk, from, &fc);
    if (wrong) {
        fault(walk, from->pc, wrong);
        return;
    }
    if (may_stay(walk, &fc))
        step_flow(walk, from, &fc, false);
    if (may_jump(walk, from, &fc))
        step_flow(walk, from, &fc, true);
}

bool us_ways_find(const struct us_chip *chip, const struct us_setup *setup, const struct us_store *store,
                  bool counts_known, struct us_ways *ways, struct diag *diag)
{
    struct walk  walk = {.chip = chip, .setup = setup, .store = store, .ways = ways, .counts_known = counts_known};
    struct state first;
    memset(ways, 0, sizeof *ways);
    memset(&first, 0, sizeof first);
    first.pc = setup->first;
    walk.states = malloc(STATES * sizeof *walk.states);
    walk.table = calloc(TABLE, sizeof *walk.table);
    const bool good = walk.states && walk.table;
    if (good)
        visit(&walk, &first);
    for (unsigned i = 0; good && i < walk.count; i++) {
        const struct state from = walk.states[i];
        step(&walk, &from);
    }
    free(walk.states);
    free(walk.table);
    return good || diag_set(diag, NULL, 0, "not enough memory");
}

/* ---- analyses --------------------------------------------------------------------------------------------------- */

void us_ways_solve(const struct us_ways *ways, unsigned first, const struct us_lattice *lattice, void *context)
{
    bool met[US_STORE] = {false}, listed[US_STORE] = {false}, any = true;
    met[first] = listed[first] = true;
    while (any) {
        any = false;
        for (unsigned at = 0; at < US_STORE; at++) {
            if (!listed[at])
                continue;
            listed[at] = false;
            lattice->visit(context, at);
            for (unsigned to = 0; to < US_STORE; to++) {
                if (!us_way_leads(ways, at, to) || (!lattice->join(context, at, to) && met[to]))
                    continue;
                met[to] = listed[to] = any = true;
            }
        }
    }
}
