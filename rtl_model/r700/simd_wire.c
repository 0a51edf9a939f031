/* simd_wire.c - the block diagram of a SIMD: which register drives which wire, and the logic between them.  This file
 * has the control side; simd_wire_alu.c has the ALU, from issue to write-back. */
#include "rtl_model/r700/simd_internal.h"

#include <string.h>

/* ---- dispatcher and wave table ------------------------------------------------------------------------------ */

/* A launch reaches the wave table one clock later, so in that clock nobody has room. */
void simd_wire_dispatcher(struct simd *simd)
{
    struct dispatcher_in        *in = &simd->dispatcher.in;
    const struct dispatcher_reg *q = &simd->dispatcher.q;
    const struct wave_table     *waves = &simd->waves;
    in->room = 0;
    if (q->launch || !waves->q.in_phase.phase[WAVE_FREE])
        return;
    for (unsigned type = 0; type < ISA_PROGRAM_TYPES; type++) {
        const unsigned rows = in->rows.type[type];
        if (q->launched_of.type[type] >= in->waves.type[type] || waves->q.in_type.type[type] >= in->limit.type[type] ||
            waves->q.rows_left < rows)
            continue;
        const int base = wave_table_free_rows(waves, rows);
        if (base < 0)
            continue;
        in->room = (uint8_t)(in->room | 1u << type);
        in->free_base.type[type] = (uint8_t)base;
    }
    if (in->room)
        in->free_slot = (uint8_t)wave_table_free_slot(waves);
}

static wave_phase_t phase_of_step(cf_step_t step)
{
    static const wave_phase_t phase[CF_STEPS] = {
        [CF_STEP_READY] = WAVE_READY, [CF_STEP_MISS] = WAVE_CF_MISS, [CF_STEP_WAIT] = WAVE_WAITING,
        [CF_STEP_END] = WAVE_ENDING,  [CF_STEP_PAUSE] = WAVE_PAUSED,
    };
    return phase[step];
}

void simd_wire_wave_table(struct simd *simd)
{
    struct wave_table_in          *in = &simd->waves.in;
    const struct dispatcher_reg   *dispatcher = &simd->dispatcher.q;
    const struct cf_sequencer_reg *cf = &simd->cf.q;
    const struct write_back_reg   *back = &simd->back.q;
    const struct alu_clause_reg   *clause = &simd->clause[back->finish_clause].q;
    in->launch = dispatcher->launch;
    in->launch_slot = in->loaded_slot = dispatcher->slot;
    in->launch_number = dispatcher->number;
    in->launch_base = dispatcher->base;
    in->launch_type = dispatcher->type;
    in->launch_rows = simd->dispatcher.in.rows.type[dispatcher->type];
    in->loaded = dispatcher->loaded;
    in->cf = cf->step;
    in->cf_slot = cf->step_slot;
    in->cf_phase = phase_of_step(cf->step_to);
    in->cf_pc = cf->step_pc;
    if (cf->start_flow) {
        struct cf_outcome outcome;
        cf_resolve(&simd->flow, cf->step_slot, cf->start_word, cf->start_pc, &outcome);
        in->cf_pc = outcome.pc;
    }
    in->cf_emit = cf->start_emit;
    in->cf_cut = cf->start_cut;
    if (cf->start_emit || cf->start_cut)
        in->cf_threads = (uint8_t)__builtin_popcountll(simd->flow.active[cf->step_slot]);
    in->cf_alu = cf->start_alu;
    in->cf_export = cf->start_export;
    in->cf_fetch = cf->start_fetch;
    in->cf_wait = cf->step_wait;
    in->cf_wake = simd->cf_cache.q.fill;
    in->cf_wake_line = simd->cf_cache.q.fill_line;
    in->alu_done = back->finish;
    in->alu_slot = clause->slot;
    in->export_done = simd->exports.q.report;
    in->export_slot = simd->exports.q.report_slot;
    in->fetch_done = simd->vertex.q.write && simd->vertex.q.write_last;
    in->fetch_slot = simd->vertex.q.write_slot;
}

/* Flow instructions, ALU clauses and exports go by: the state sees the instruction that starts, and the clause that
 * ends. */
void simd_wire_flow(struct simd *simd)
{
    struct cf_state_in            *in = &simd->flow.in;
    const struct dispatcher_reg   *dispatcher = &simd->dispatcher.q;
    const struct cf_sequencer_reg *cf = &simd->cf.q;
    const struct write_back_reg   *back = &simd->back.q;
    const struct alu_clause_reg   *clause = &simd->clause[back->finish_clause].q;
    in->launch = dispatcher->launch;
    in->launch_slot = dispatcher->slot;
    in->launch_lanes = dispatcher->lanes;
    in->flow = cf->start_flow || cf->start_alu || cf->start_export || cf->start_fetch;
    in->flow_slot = cf->step_slot;
    in->flow_word = cf->start_word;
    in->flow_pc = cf->start_pc;
    in->done = back->finish;
    if (!in->done)
        return;
    in->done_slot = clause->slot;
    in->done_op = clause->op;
    in->done_pc = clause->pc;
    in->done_active = simd->predicate[clause->parity].q.active;
    in->done_killed = simd->predicate[clause->parity].q.killed;
}

/* ---- control flow ------------------------------------------------------------------------------------------- */

void simd_wire_cf_fetch(struct simd *simd)
{
    struct cf_sequencer_in        *in = &simd->cf.in;
    const struct cf_sequencer_reg *cf = &simd->cf.q;
    const struct icache_reg       *cache = &simd->cf_cache.q;
    const int                      slot = simd_cf_chance(simd) ? simd_next_wave(simd) : -1;
    in->ready = slot >= 0;
    if (in->ready) {
        in->ready_slot = (uint8_t)slot;
        in->ready_number = simd->waves.number[slot];
        in->ready_pc = simd->waves.pc[slot];
    }
    in->answer = cache->answer;
    in->fill = cache->fill;
    in->fill_line = cache->fill_line;
    if (cache->answer) {
        const icache_line_t *line = &simd->cf_cache.data[cache->way];
        const unsigned       at = cf->fetch_pc % ICACHE_LINE_WORDS;
        in->hit = cache->hit;
        in->refused = cache->refused;
        in->word = line->word[at];
        in->next_barrier = at + 1 < ICACHE_LINE_WORDS && isa_cf_barrier(line->word[at + 1]);
    }
    simd->cf_cache.in.look = cf->look;
    simd->cf_cache.in.look_line = cf->look_line;
}

/* Threads that execute the clause an instruction starts; ALU clauses have no VALID_PIXEL_MODE (ISA 3.6.2). */
static lane_mask_t clause_lanes(const struct simd *simd, unsigned slot, cf_word_t word)
{
    const uint32_t          dwords[2] = {(uint32_t)word, (uint32_t)(word >> 32)};
    const struct isa_cf_op *op = isa_cf_lookup(dwords);
    const bool              alu = op && op->klass == ISA_CF_ALU;
    return cf_lanes(simd->flow.active[slot], simd->flow.valid[slot], isa_cf_whole_quad_mode(word),
                    !alu && isa_cf_valid_pixel_mode(word));
}

void simd_wire_cf_execute(struct simd *simd)
{
    struct cf_sequencer_in        *in = &simd->cf.in;
    const struct cf_sequencer_reg *cf = &simd->cf.q;
    unsigned                       free_clauses = 0;
    if (!cf->decode)
        return;
    in->alu = simd->waves.alu[cf->decode_slot];
    in->exports = simd->waves.exports[cf->decode_slot];
    in->fetches = simd->waves.fetches[cf->decode_slot];
    for (unsigned c = 0; c < ALU_CLAUSES; c++)
        free_clauses += simd->clause[c].q.state == CLAUSE_EMPTY;
    in->clause_free = free_clauses > cf->start_alu;
    in->export_free = simd->exports.q.free && !cf->start_export;
    in->fetch_free = simd_fetch_clauses_free(simd) > cf->start_fetch;
    /* While a wavefront is in decode only the end of its clause changes these masks, and the wave table hears of it. */
    in->nobody = !clause_lanes(simd, cf->decode_slot, cf->decode_word);
}

/* ---- ALU clauses -------------------------------------------------------------------------------------------- */

static void start_clause(struct simd *simd)
{
    const struct cf_sequencer_reg *cf = &simd->cf.q;
    for (unsigned c = 0; c < ALU_CLAUSES; c++) {
        struct alu_clause_in *in = &simd->clause[c].in;
        if (simd->clause[c].q.state != CLAUSE_EMPTY)
            continue;
        in->start = true;
        in->start_word = cf->start_word;
        in->start_slot = cf->step_slot;
        in->start_number = simd->waves.number[cf->step_slot];
        in->start_base = simd->waves.gpr_base[cf->step_slot];
        in->start_pc = cf->start_pc;
        in->start_base_word = simd->flow.fetching[cf->step_slot] ? simd->flow.in.fetch_base : 0;
        in->start_index = simd->flow.loop_index[cf->step_slot];
        in->start_active = simd->flow.active[cf->step_slot];
        in->start_lanes = clause_lanes(simd, cf->step_slot, cf->start_word);
        return;
    }
}

/* Of the clauses that ask a cache (a bit each), the one that is served: running ones first, then the oldest
 * wavefront's.  GUESS: no source says; it keeps the wavefront slots busy. */
static int served(const struct simd *simd, unsigned asking)
{
    int best = -1;
    for (; asking; asking &= asking - 1) {
        const int                    c = __builtin_ctz(asking);
        const struct alu_clause_reg *q = &simd->clause[c].q;
        const struct alu_clause_reg *other = best < 0 ? NULL : &simd->clause[best].q;
        const bool                   runs = q->state == CLAUSE_RUN;
        if (!other || (runs && other->state != CLAUSE_RUN) ||
            (runs == (other->state == CLAUSE_RUN) && q->number < other->number))
            best = c;
    }
    return best;
}

static void wire_clause_caches(struct simd *simd, unsigned ask_instructions, unsigned ask_constants)
{
    struct icache *ic = &simd->alu_cache;
    struct kcache *kc = &simd->kcache;
    const int      instruction = served(simd, ask_instructions), constant = served(simd, ask_constants);
    ic->in.look = instruction >= 0;
    if (ic->in.look) {
        ic->in.look_line = simd->clause[instruction].q.ic_line;
        ic->in.look_id = (uint8_t)instruction;
        simd->clause[instruction].in.ic_taken = true;
    }
    kc->in.look = constant >= 0;
    if (kc->in.look) {
        kc->in.look_id = (uint8_t)constant;
        kc->in.look_bank = simd->clause[constant].q.kc_bank;
        kc->in.look_line = simd->clause[constant].q.kc_line;
        simd->clause[constant].in.kc_taken = true;
    }
    if (kc->q.answer) {
        simd->clause[kc->q.answer_id].in.kc_answer = true;
        simd->clause[kc->q.answer_id].in.kc_way = kc->q.answer_way;
    }
    if (ic->q.answer) {
        struct alu_clause_in *in = &simd->clause[ic->q.answer_id].in;
        in->ic_answer = true;
        in->ic_hit = ic->q.hit;
        in->ic_refused = ic->q.refused;
    }
}

/* Clauses hold their constant-cache lines to their end (ISA 3.3.1; RV770 timing C2), so one must not begin to lock
 * unless the lines that are free suffice for it and for those that are locking: two that hold some and want others
 * would wait for ever.  `wanted` counts the lines of clauses in arbitration and in the lock stage, `locking` those of
 * the latter.  When not all can have theirs the oldest wavefront's clause is the next.  GUESS: no source says how. */
static void wire_lock_room(struct simd *simd, unsigned wanted, unsigned locking)
{
    const unsigned room = simd->kcache.in.lines - simd->kcache.q.locked;
    int            oldest = -1;
    if (wanted <= room)
        return;
    for (int c = 0; c < ALU_CLAUSES; c++) {
        const struct alu_clause_reg *q = &simd->clause[c].q;
        if (q->state != CLAUSE_ARBITRATE || !q->kc_want)
            continue;
        simd->clause[c].in.kc_full = true;
        if (oldest < 0 || q->number < simd->clause[oldest].q.number)
            oldest = c;
    }
    if (oldest >= 0 && locking + (unsigned)__builtin_popcount(simd->clause[oldest].q.kc_want) <= room)
        simd->clause[oldest].in.kc_full = false;
}

void simd_wire_clauses(struct simd *simd)
{
    unsigned ask_instructions = 0, ask_constants = 0, wanted = 0, locking = 0;
    for (unsigned c = 0; c < ALU_CLAUSES; c++) {
        struct alu_clause_in        *in = &simd->clause[c].in;
        const struct alu_clause_reg *q = &simd->clause[c].q;
        in->start = false;
        if (q->state == CLAUSE_EMPTY)
            continue;
        in->kc_taken = in->kc_answer = in->ic_taken = in->ic_answer = in->grant = in->finish = in->kc_full = false;
        in->consume = 0;
        if (q->kc_want) {
            const unsigned lines = (unsigned)__builtin_popcount(q->kc_want);
            wanted += lines;
            locking += q->state == CLAUSE_LOCK ? lines : 0;
        }
        in->ic_fill = simd->alu_cache.q.fill;
        in->ic_fill_line = simd->alu_cache.q.fill_line;
        ask_instructions |= (unsigned)q->ic_look << c;
        ask_constants |= (unsigned)q->kc_look << c;
    }
    wire_lock_room(simd, wanted, locking);
    if (simd->cf.q.start_alu)
        start_clause(simd);
    wire_clause_caches(simd, ask_instructions, ask_constants);
    for (unsigned p = 0; p < PARITIES; p++)
        if (simd->issue[p].q.consume)
            simd->clause[simd->issue[p].q.of_clause].in.consume = simd->issue[p].q.consume;
    simd->kcache.in.unlock = 0;
    if (simd->back.q.finish) {
        const struct alu_clause_reg *clause = &simd->clause[simd->back.q.finish_clause].q;
        simd->clause[simd->back.q.finish_clause].in.finish = true;
        simd->kcache.in.unlock = clause->kc_have;
        memcpy(&simd->kcache.in.unlock_way, &clause->kc_ways, sizeof clause->kc_ways);
    }
}

/* ---- exports --------------------------------------------------------------------------------------------------- */

void simd_wire_exports(struct simd *simd)
{
    struct export_unit_in         *in = &simd->exports.in;
    const struct cf_sequencer_reg *cf = &simd->cf.q;
    in->start = cf->start_export;
    if (!in->start)
        return;
    in->start_word = cf->start_word;
    in->start_slot = cf->step_slot;
    in->start_number = simd->waves.number[cf->step_slot];
    in->start_base = simd->waves.gpr_base[cf->step_slot];
    in->start_index = simd->flow.loop_index[cf->step_slot];
    /* Whoever executes the instruction (ISA table 3.4), but no killed or missing pixel leaves. */
    const lane_mask_t valid = simd->flow.valid[cf->step_slot];
    in->start_lanes = valid & cf_lanes(simd->flow.active[cf->step_slot], valid, isa_cf_whole_quad_mode(cf->start_word),
                                       isa_cf_valid_pixel_mode(cf->start_word));
}
