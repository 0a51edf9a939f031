/* simd_wire.c - the block diagram of a SIMD: which register drives which wire, and the logic between them. */
#include "rtl_model/r700/simd.h"

#include <string.h>

/* ---- dispatcher and wave table ------------------------------------------------------------------------------ */

static void wire_dispatcher(struct simd *simd)
{
    const int slot = simd->dispatcher.q.launch ? -1 : wave_table_free_slot(&simd->waves);
    simd->dispatcher.in.slot_free = slot >= 0;
    simd->dispatcher.in.free_slot = slot >= 0 ? (uint8_t)slot : 0;
}

static wave_phase_t phase_of_step(cf_step_t step)
{
    static const wave_phase_t phase[CF_STEPS] = {
        [CF_STEP_READY] = WAVE_READY,
        [CF_STEP_MISS] = WAVE_CF_MISS,
        [CF_STEP_WAIT] = WAVE_WAITING,
        [CF_STEP_END] = WAVE_ENDING,
    };
    return phase[step];
}

static void wire_wave_table(struct simd *simd)
{
    struct wave_table_in          *in = &simd->waves.in;
    const struct dispatcher_reg   *dispatcher = &simd->dispatcher.q;
    const struct cf_sequencer_reg *cf = &simd->cf.q;
    const struct write_back_reg   *back = &simd->back.q;
    const struct alu_clause_reg   *clause = &simd->clause[back->finish_clause].q;
    const struct predicate_reg    *predicate = &simd->predicate[clause->parity].q;
    in->launch = dispatcher->launch;
    in->launch_slot = in->loaded_slot = dispatcher->slot;
    in->launch_number = dispatcher->number;
    in->launch_base = dispatcher->base;
    in->launch_lanes = dispatcher->lanes;
    in->loaded = dispatcher->loaded;
    in->cf = cf->step;
    in->cf_slot = cf->step_slot;
    in->cf_phase = phase_of_step(cf->step_to);
    in->cf_pc = cf->step_pc;
    in->cf_alu = cf->start_alu;
    in->cf_export = cf->start_export;
    in->cf_wake = simd->cf_cache.q.fill;
    in->cf_wake_line = simd->cf_cache.q.fill_line;
    in->alu_done = back->finish;
    in->alu_slot = clause->slot;
    in->alu_active = predicate->active;
    in->alu_valid = ~predicate->killed;
    in->export_done = simd->exports.q.report;
    in->export_slot = simd->exports.q.report_slot;
}

/* ---- control flow ------------------------------------------------------------------------------------------- */

static void wire_cf_fetch(struct simd *simd)
{
    struct cf_sequencer_in        *in = &simd->cf.in;
    const struct cf_sequencer_reg *cf = &simd->cf.q;
    const struct icache_reg       *cache = &simd->cf_cache.q;
    /* Wavefronts that the sequencer holds, and the one whose step reaches the wave table at this edge. */
    const int busy[3] = {cf->fetch ? cf->fetch_slot : -1, cf->decode ? cf->decode_slot : -1,
                         cf->step ? cf->step_slot : -1};
    const int slot = wave_table_oldest_ready(&simd->waves, busy, 3);
    in->ready = slot >= 0;
    if (in->ready) {
        in->ready_slot = (uint8_t)slot;
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
        in->next_barrier = at + 1 < ICACHE_LINE_WORDS && line->word[at + 1] >> 63;
    }
    simd->cf_cache.in.look = cf->look;
    simd->cf_cache.in.look_line = cf->look_line;
}

static void wire_cf_execute(struct simd *simd)
{
    struct cf_sequencer_in        *in = &simd->cf.in;
    const struct cf_sequencer_reg *cf = &simd->cf.q;
    unsigned                       free_clauses = 0;
    if (!cf->decode)
        return;
    in->alu = simd->waves.alu[cf->decode_slot];
    in->exports = simd->waves.exports[cf->decode_slot];
    for (unsigned c = 0; c < ALU_CLAUSES; c++)
        free_clauses += simd->clause[c].q.state == CLAUSE_EMPTY;
    in->clause_free = free_clauses > cf->start_alu;
    in->export_free = simd->exports.q.free && !cf->start_export;
}

/* ---- ALU clauses -------------------------------------------------------------------------------------------- */

/* Threads that execute a clause: all in WHOLE_QUAD_MODE, active and valid ones in VALID_PIXEL_MODE (which ALU clauses
 * do not have), else the active ones (ISA 3.6.2). */
static lane_mask_t clause_lanes(uint64_t word, lane_mask_t active)
{
    const uint32_t    dwords[2] = {(uint32_t)word, (uint32_t)(word >> 32)};
    struct isa_cf_alu alu;
    isa_unpack_cf_alu(dwords, &alu);
    return alu.whole_quad_mode ? ~(lane_mask_t)0 : active;
}

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
        in->start_active = simd->waves.active[cf->step_slot];
        in->start_lanes = clause_lanes(cf->start_word, in->start_active);
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

static void wire_clauses(struct simd *simd)
{
    unsigned ask_instructions = 0, ask_constants = 0;
    for (unsigned c = 0; c < ALU_CLAUSES; c++) {
        struct alu_clause_in        *in = &simd->clause[c].in;
        const struct alu_clause_reg *q = &simd->clause[c].q;
        in->start = false;
        if (q->state == CLAUSE_EMPTY)
            continue;
        in->kc_taken = in->kc_answer = in->ic_taken = in->ic_answer = in->grant = in->finish = false;
        in->consume = 0;
        in->ic_fill = simd->alu_cache.q.fill;
        in->ic_fill_line = simd->alu_cache.q.fill_line;
        ask_instructions |= (unsigned)q->ic_look << c;
        ask_constants |= (unsigned)q->kc_look << c;
    }
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

/* ---- issue and operands ------------------------------------------------------------------------------------- */

/* The clause that runs in a wavefront slot, or the oldest that is ready for one; -1: none. */
static int clause_for_slot(const struct simd *simd, unsigned parity)
{
    int oldest = -1;
    for (int c = 0; c < ALU_CLAUSES; c++) {
        const struct alu_clause_reg *q = &simd->clause[c].q;
        if (q->state == CLAUSE_RUN && q->parity == parity)
            return c;
        if (q->state == CLAUSE_READY && (oldest < 0 || q->number < simd->clause[oldest].q.number))
            oldest = c;
    }
    return oldest;
}

static void wire_issue(struct simd *simd, unsigned parity)
{
    struct alu_issue_in *in = &simd->issue[parity].in;
    const unsigned       clock = simd->rotation.q.clock;
    const unsigned       slot_end = parity * SLOT_CLOCKS + SLOT_CLOCKS - 1;
    in->slot_end = in->decide = clock == slot_end;
    in->window = clock == (slot_end + SLOT_CLOCKS) % ROTATION_CLOCKS;
    in->clause = false;
    if (!in->decide)
        return;
    const int index = clause_for_slot(simd, parity);
    if (index < 0 || simd->issue[parity].q.error)
        return;
    struct alu_clause           *clause = &simd->clause[index];
    const struct alu_clause_reg *q = &clause->q;
    if (q->state == CLAUSE_READY) {
        clause->in.grant = true;
        clause->in.grant_parity = (uint8_t)parity;
    }
    in->clause = true;
    in->clause_index = (uint8_t)index;
    in->first = q->first;
    in->head = q->head;
    in->left = q->left;
    in->available = q->available;
    in->slot = q->slot;
    in->number = q->number;
    in->base = q->base;
    in->active = q->active;
    in->lanes = q->lanes;
    in->kc_have = q->kc_have;
}

static void wire_operand_fetch(struct simd *simd)
{
    struct operand_fetch_in    *in = &simd->fetch.in;
    const unsigned              parity = 1 - rotation_parity(&simd->rotation);
    const unsigned              cycle = rotation_quarter(&simd->rotation);
    const struct alu_issue_reg *group = &simd->issue[parity].q;
    in->parity = (uint8_t)parity;
    in->cycle = (uint8_t)cycle;
    in->enable = 0;
    if (!group->reading || cycle >= READ_CYCLES)
        return;
    const uint8_t *row = &group->read_row.row[cycle * READ_ELEMENTS];
    in->enable = (uint8_t)(group->read >> cycle * READ_ELEMENTS & 15);
    in->relative = (uint8_t)(group->read_relative >> cycle * READ_ELEMENTS & 15);
    in->base = group->gpr_base;
    in->row_x = row[0];
    in->row_y = row[1];
    in->row_z = row[2];
    in->row_w = row[3];
}

/* ---- slots -------------------------------------------------------------------------------------------------- */

/* Lanes in which an instruction executes (ISA 4.10). */
static lane_mask_t predicated(const struct alu_issue_reg *group, lane_mask_t predicate, unsigned slot)
{
    switch (group->pred_sel.slot[slot]) {
    case ISA_PRED_SEL_ZERO:
        return group->exec_lanes & ~predicate;
    case ISA_PRED_SEL_ONE:
        return group->exec_lanes & predicate;
    default:
        return group->exec_lanes;
    }
}

static void wire_slot(struct simd *simd, const struct alu_issue_reg *group, const struct operand_sources *sources,
                      lane_mask_t predicate, unsigned quarter, unsigned s)
{
    struct alu_slot_in *in = &simd->slot[s].in;
    quarter_t *const    src[3] = {&in->src0, &in->src1, &in->src2};
    in->valid = true;
    in->op = group->op.slot[s];
    in->absolute = group->absolute.slot[s];
    in->negate = group->negate.slot[s];
    in->omod = group->omod.slot[s];
    in->clamp = group->clamp.slot[s];
    in->mask = mask_quarter(predicated(group, predicate, s), quarter);
    for (unsigned i = 0; i < isa_alu_ops[in->op].operands; i++)
        operand_select(sources, group->route.operand[3 * s + i], group->forward.operand[3 * s + i],
                       group->constant.operand[3 * s + i], quarter, src[i]);
}

static void wire_reduction(struct simd *simd)
{
    struct alu_reduction_in *in = &simd->reduction.in;
    in->valid = simd->slot[0].in.valid && isa_alu_ops[simd->slot[0].in.op].flags & ISA_REDUCTION;
    for (unsigned s = 0; s < 4; s++) {
        struct alu_slot_in *slot = &simd->slot[s].in;
        slot->reduced = simd->reduction.q.done;
        if (slot->reduced)
            memcpy(&slot->reduced_value, &simd->reduction.q.result.lane[s * QUARTER], sizeof slot->reduced_value);
        if (!in->valid)
            continue;
        in->op = slot->op;
        in->absolute.slot[s] = slot->absolute & 3;
        in->negate.slot[s] = slot->negate & 3;
        memcpy(&in->src0.lane[s * QUARTER], &slot->src0, sizeof slot->src0);
        memcpy(&in->src1.lane[s * QUARTER], &slot->src1, sizeof slot->src1);
    }
}

static void wire_slots(struct simd *simd)
{
    const unsigned              parity = rotation_parity(&simd->rotation);
    const unsigned              quarter = rotation_quarter(&simd->rotation);
    const struct alu_issue_reg *group = &simd->issue[parity].q;
    /* The first group of a clause runs under the active mask; the predicate takes it over at this edge. */
    const lane_mask_t            predicate = group->starts ? group->exec_active : simd->predicate[parity].q.predicate;
    const struct operand_sources sources = {
        .latch = parity ? simd->fetch.odd : simd->fetch.even,
        .result = write_back_rows(&simd->back, parity),
        .written = write_back_lanes(&simd->back, parity)->slot,
    };
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        simd->slot[s].in.valid = false;
        if (group->executing && group->used >> s & 1)
            wire_slot(simd, group, &sources, predicate, quarter, s);
    }
    wire_reduction(simd);
}

/* ---- results ------------------------------------------------------------------------------------------------ */

/* The slot whose flags are a new predicate or kills: at most one of a group (ISA 4.8.1.1). */
static uint8_t flag_slot(const struct alu_issue_reg *group, bool *kills)
{
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const uint32_t flags = group->used >> s & 1 ? isa_alu_ops[group->op.slot[s]].flags : 0;
        *kills = flags & ISA_KILL;
        if (flags & (ISA_KILL | ISA_PRED_SET))
            return (uint8_t)s;
    }
    return FLAG_SLOT_NONE;
}

static void wire_write_back(struct simd *simd)
{
    struct write_back_in       *in = &simd->back.in;
    const unsigned              parity = rotation_parity(&simd->rotation);
    const struct alu_issue_reg *group = &simd->issue[parity].q;
    in->enter = group->executing;
    in->parity = (uint8_t)parity;
    in->quarter = (uint8_t)rotation_quarter(&simd->rotation);
    if (in->enter) {
        in->write = group->write;
        memcpy(&in->row, &group->dst_row, sizeof in->row);
        in->relative = group->dst_relative;
        in->base = group->gpr_base;
        in->ar_write = group->ar_write;
        in->chan_t = group->dst_chan.slot[ISA_SLOT_T];
        in->last = group->last;
        in->clause = group->of_clause;
        in->flag_slot = flag_slot(group, &in->kills);
        in->update = in->flag_slot == FLAG_SLOT_NONE ? 0 : group->update.slot[in->flag_slot];
    }
    in->done = 0;
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        if (simd->slot[s].q.done) {
            in->done = (uint8_t)(in->done | 1u << s);
            in->mask.slot[s] = simd->slot[s].q.result_mask;
        }
}

static void wire_predicate(struct simd *simd, unsigned parity)
{
    struct predicate_in         *in = &simd->predicate[parity].in;
    const struct alu_issue_reg  *group = &simd->issue[parity].q;
    const struct write_back_reg *back = &simd->back.q;
    in->start = group->executing && group->starts && rotation_quarter(&simd->rotation) == 0;
    in->start_active = group->exec_active;
    in->set = back->s2 && back->s2_parity == parity && back->s2_flag_slot != FLAG_SLOT_NONE;
    if (!in->set)
        return;
    in->quarter = back->s2_quarter;
    in->update = back->s2_update;
    in->kills = back->s2_kills;
    in->mask = simd->slot[back->s2_flag_slot].q.result_mask;
    in->flags = simd->slot[back->s2_flag_slot].q.flags;
}

static void wire_address_register(struct simd *simd, unsigned parity)
{
    struct address_register_in  *in = &simd->ar[parity].in;
    const struct write_back_reg *back = &simd->back.q;
    in->write = back->s2 && back->s2_parity == parity ? back->s2_ar_write : 0;
    in->quarter = back->s2_quarter;
    if (in->write)
        for (unsigned e = 0; e < AR_ELEMENTS; e++)
            in->mask.element[e] = simd->slot[e].q.result_mask;
}

static void wire_gpr_file(struct simd *simd)
{
    struct gpr_file_in          *in = &simd->gprs.in;
    const struct write_back_reg *back = &simd->back.q;
    const struct dispatcher_reg *dispatcher = &simd->dispatcher.q;
    in->write = back->gpr_write ? back->gpr_slots : 0;
    if (in->write) {
        in->write_parity = back->gpr_parity;
        memcpy(&in->write_row, &back->gpr_row, sizeof in->write_row);
        in->write_relative = back->gpr_relative;
        in->write_base = back->gpr_base;
        in->write_chan_t = back->gpr_chan_t;
        memcpy(&in->write_lanes, &back->gpr_lanes, sizeof in->write_lanes);
    }
    in->load = dispatcher->load;
    in->load_row = dispatcher->load_row;
    in->load_index = dispatcher->load_index;
    in->clear = dispatcher->launch;
    in->clear_row = dispatcher->base;
    in->clear_count = simd->dispatcher.in.num_gprs;
}

static void wire_exports(struct simd *simd)
{
    struct export_unit_in         *in = &simd->exports.in;
    const struct cf_sequencer_reg *cf = &simd->cf.q;
    in->start = cf->start_export;
    in->spare = rotation_quarter(&simd->rotation) == READ_CYCLES;
    if (!in->start)
        return;
    in->start_word = cf->start_word;
    in->start_slot = cf->step_slot;
    in->start_number = simd->waves.number[cf->step_slot];
    in->start_base = simd->waves.gpr_base[cf->step_slot];
    in->start_lanes = simd->waves.active[cf->step_slot] & simd->waves.valid[cf->step_slot];
}

/* ---- clock gating ------------------------------------------------------------------------------------------- */

static bool clause_clocked(const struct alu_clause *clause)
{
    const struct alu_clause_in *in = &clause->in;
    if (clause->q.state == CLAUSE_EMPTY)
        return in->start;
    return clause->q.state < CLAUSE_READY || in->grant || in->consume || in->finish || in->ic_taken || in->ic_answer ||
           in->ic_fill || clause->q.ic_stored;
}

static bool icache_clocked(const struct icache *cache)
{
    return cache->in.look || cache->q.answer || cache->q.missing || cache->q.fill;
}

/* The modules whose registers or memories can change at this edge.  Leaving out one that could not is no change at
 * all; a test compares with all of them clocked. */
static uint64_t clocked_modules(const struct simd *simd)
{
    const struct dispatcher_reg   *dispatcher = &simd->dispatcher.q;
    const struct cf_sequencer_reg *cf = &simd->cf.q;
    const struct wave_table_in    *waves = &simd->waves.in;
    const struct write_back_reg   *back = &simd->back.q;
    const struct export_unit_reg  *exports = &simd->exports.q;
    uint64_t                       clocked = 1ull << MODULE_ROTATION;
#define CLOCK(module, condition) clocked |= (uint64_t)(condition) << (module)
    CLOCK(MODULE_DISPATCHER, dispatcher->busy || dispatcher->launch || dispatcher->loaded || dispatcher->wait ||
                                 dispatcher->launched < dispatcher_waves(&simd->dispatcher.in));
    CLOCK(MODULE_WAVES,
          waves->launch || waves->loaded || waves->cf || waves->cf_wake || waves->alu_done || waves->export_done);
    CLOCK(MODULE_CF,
          simd->cf.in.ready || cf->fetch || cf->decode || cf->look || cf->step || cf->start_alu || cf->start_export);
    CLOCK(MODULE_CF_CACHE, icache_clocked(&simd->cf_cache));
    CLOCK(MODULE_ALU_CACHE, icache_clocked(&simd->alu_cache));
    CLOCK(MODULE_KCACHE,
          simd->kcache.in.look || simd->kcache.in.unlock || simd->kcache.q.answer || simd->kcache.q.missing);
    for (unsigned p = 0; p < PARITIES; p++) {
        const struct alu_issue_in *issue = &simd->issue[p].in;
        CLOCK(MODULE_ISSUE + p, issue->decide || issue->window || issue->slot_end || simd->issue[p].q.consume);
        CLOCK(MODULE_AR + p, simd->ar[p].in.write != 0);
        CLOCK(MODULE_PREDICATE + p, simd->predicate[p].in.start || simd->predicate[p].in.set);
    }
    CLOCK(MODULE_FETCH, simd->fetch.in.enable != 0);
    CLOCK(MODULE_REDUCTION, simd->reduction.in.valid || simd->reduction.q.done);
    CLOCK(MODULE_BACK, simd->back.in.enter || back->s1 || back->s2 || back->s3 || back->gpr_write || back->finish);
    CLOCK(MODULE_GPRS, simd->gprs.in.write || simd->gprs.in.load || simd->gprs.in.clear);
    CLOCK(MODULE_EXPORTS,
          simd->exports.in.start || exports->busy || exports->reports || exports->valid || exports->report);
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        CLOCK(MODULE_SLOT + s, simd->slot[s].in.valid || simd->slot[s].q.s1_valid || simd->slot[s].q.done);
    for (unsigned c = 0; c < ALU_CLAUSES; c++)
        CLOCK(MODULE_CLAUSE + c, clause_clocked(&simd->clause[c]));
#undef CLOCK
    return clocked;
}

void simd_wire(struct simd *simd)
{
    wire_dispatcher(simd);
    wire_wave_table(simd);
    wire_cf_fetch(simd);
    wire_cf_execute(simd);
    wire_clauses(simd);
    wire_issue(simd, 0);
    wire_issue(simd, 1);
    wire_operand_fetch(simd);
    wire_slots(simd);
    wire_write_back(simd);
    wire_predicate(simd, 0);
    wire_predicate(simd, 1);
    wire_address_register(simd, 0);
    wire_address_register(simd, 1);
    wire_gpr_file(simd);
    wire_exports(simd);
    simd->clocked = clocked_modules(simd);
}
