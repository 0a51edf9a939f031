/* observe_clock.c - what an observer sees of a SIMD in a clock: wavefronts, chances to issue, control flow, groups. */
#include "rtl_model/r700/probes/observe.h"
#include "rtl_model/r700/probes/owners.h"
#include "rtl_model/r700/wires_stall.h"

/* ---- whose a lost chance is ------------------------------------------------------------------------------------- */

/* Of the wavefronts in one of two phases, and with something outstanding of what `count` counts (or NULL), the one
 * that was launched first; -1. */
static int oldest_wave(const struct wave_table *waves, enum wave_phase phase, enum wave_phase other,
                       const uint8_t *count)
{
    int oldest = -1;
    for (int slot = 0; slot < WAVE_SLOTS; slot++) {
        const enum wave_phase now = (enum wave_phase)waves->phase[slot];
        if ((now == phase || now == other) && (!count || count[slot]) &&
            (oldest < 0 || waves->number[slot] < waves->number[oldest]))
            oldest = slot;
    }
    return oldest;
}

/* The CF instruction at which a wavefront stands: one that has executed its last one, or a branch, at that. */
static uint32_t line_of_wave(const struct simd *simd, const struct observed_simd *seen, int slot, uint32_t otherwise)
{
    if (slot < 0)
        return otherwise;
    const wave_phase_t phase = simd->waves.phase[slot];
    return phase == WAVE_ENDING || (phase == WAVE_PAUSED && !simd->waves.wait[slot]) ? seen->last_pc[slot]
                                                                                     : simd->waves.pc[slot];
}

/* Whose the chance of CF fetch is, as cf_stall names its reason (wires_control.h). */
static uint32_t line_of_control(const struct observer *observer, unsigned number, enum stall why)
{
    const struct simd             *simd = &observer->gpu->simd[number];
    const struct observed_simd    *seen = &observer->simd[number];
    const struct cf_sequencer_reg *cf = &simd->cf.q;
    const struct wave_table       *waves = &simd->waves;
    const uint32_t                 elsewhere = observer->base.words + LINE_ELSEWHERE;
    if (why == STALL_NO_WAVE)
        return observer->base.words + LINE_NONE;
    if (why == STALL_LOADING)
        return observer->base.words + LINE_LOADING;
    if (why == STALL_NONE)
        return line_of_wave(simd, seen, (int)simd->cf_turn[0].in.who - 1, elsewhere);
    if (cf->decode && cf->stall != CF_STALL_NONE)
        return cf->decode_pc;
    if (cf->fetch && !cf->fetch_known && !simd->cf_cache.q.answer)
        return cf->fetch_pc;
    if (waves->q.in_phase.phase[WAVE_PAUSED] && (why == STALL_NO_CLAUSE || why == STALL_FETCH || why == STALL_EXPORT))
        return line_of_wave(simd, seen, oldest_wave(waves, WAVE_PAUSED, WAVE_PAUSED, waves->wait), elsewhere);
    switch (why) {
    case STALL_INSTRUCTION:
        return line_of_wave(simd, seen, oldest_wave(waves, WAVE_CF_MISS, WAVE_CF_MISS, NULL), elsewhere);
    case STALL_FLOW:
        return line_of_wave(simd, seen, oldest_wave(waves, WAVE_PAUSED, WAVE_PAUSED, NULL), elsewhere);
    case STALL_BARRIER:
    case STALL_ONE_WAVE:
        return line_of_wave(simd, seen, oldest_wave(waves, WAVE_WAITING, WAVE_ENDING, waves->alu), elsewhere);
    case STALL_FETCH:
        return line_of_wave(simd, seen, oldest_wave(waves, WAVE_WAITING, WAVE_ENDING, waves->fetches), elsewhere);
    case STALL_EXPORT:
        return line_of_wave(simd, seen, oldest_wave(waves, WAVE_WAITING, WAVE_ENDING, NULL), elsewhere);
    default: /* it is in the sequencer's stages */
        if (cf->decode || cf->fetch)
            return cf->decode ? cf->decode_pc : cf->fetch_pc;
        return !cf->step ? elsewhere : cf->step_to == CF_STEP_END ? seen->last_pc[cf->step_slot] : cf->step_pc;
    }
}

/* Whose that of a wavefront slot is, as issue_stall names its reason (wires_stall.h). */
static uint32_t line_of_slot(const struct observer *observer, unsigned number, unsigned parity, enum stall why)
{
    const struct simd          *simd = &observer->gpu->simd[number];
    const struct alu_issue_reg *issue = &simd->issue[parity].q;
    const int                   place = stalled_clause(issue, &simd->clauses.in, parity);
    if (why == STALL_NONE)
        return issue->address;
    if (issue->error)
        return issue->error_address;
    if (place >= 0)
        return simd->clause[place].q.head;
    return line_of_control(observer, number, (enum stall)simd->cf_why[0].in.cf);
}

static void see_chances(struct observer *observer, unsigned number)
{
    const struct simd   *simd = &observer->gpu->simd[number];
    struct counter_sums *sums = &observer->sums[number];
    for (unsigned a = 0; a < OBSERVED_ARBITERS; a++) {
        const struct arbiter_in *in = &observed_arbiter(simd, a)->in;
        const enum stall         why = (enum stall)in->why;
        if (!in->chance)
            continue;
        sums->chances[a][why]++;
        if (observer->with_lines) {
            const uint32_t line = a == OBSERVED_CF ? line_of_control(observer, number, why)
                                                   : line_of_slot(observer, number, a - OBSERVED_EVEN, why);
            observed_line(observer, number, line)->chances[a][why]++;
        }
    }
}

/* ---- control flow and groups ------------------------------------------------------------------------------------ */

/* An ALU clause comes to a place. */
static void see_start(struct observer *observer, unsigned number, unsigned place, const struct cf_sequencer_reg *cf)
{
    observer->simd[number].alu[place] = (struct started){cf->start_pc, observer->gpu->cycle};
    if (observer->owners)
        owners_clause(observer, number, place, cf);
}

/* When clauses begin and end. */
static void see_clauses(struct observer *observer, unsigned number)
{
    const struct simd             *simd = &observer->gpu->simd[number];
    struct observed_simd          *seen = &observer->simd[number];
    const struct cf_sequencer_reg *cf = &simd->cf.q;
    const uint64_t                 now = observer->gpu->cycle;
    if (simd->back.q.finish) {
        const struct started *alu = &seen->alu[simd->back.q.finish_clause];
        struct line_cost     *cost = observed_line(observer, number, alu->line);
        cost->ended++;
        cost->latency += now - alu->clock;
    }
    if (simd->returns[0].in.last) {
        const struct started *fetch = &seen->fetch[simd->returns[0].in.slot];
        struct line_cost     *cost = observed_line(observer, number, fetch->line);
        cost->ended++;
        cost->latency += now - fetch->clock;
    }
    if (cf->start_alu && simd->clause_net[0].in.start)
        see_start(observer, number, simd->clause_net[0].in.start - 1u, cf);
    if (cf->start_fetch)
        seen->fetch[cf->step_slot] = (struct started){cf->start_pc, now};
    if (simd->exports.q.report)
        observed_end(observer, number, &seen->exports);
    if (cf->start_export)
        observed_begin(&seen->exports, cf->start_pc, 1, now);
}

/* All of a launch: the queue in which a wavefront has waited may be another type's (gpu_parts.c). */
static enum isa_program_type stage_of(const struct observer *observer, unsigned number)
{
    return gpu_part_of(observer->gpu, number)->setup.simd.type;
}

void observe_registers(struct observer *observer, unsigned number)
{
    const struct simd             *simd = &observer->gpu->simd[number];
    struct observed_simd          *seen = &observer->simd[number];
    const struct cf_sequencer_reg *cf = &simd->cf.q;
    sums_of_registers(simd, seen, stage_of(observer, number), observer->sums[number].of);
    for (unsigned p = 0; p < PARITIES; p++) {
        const struct alu_issue_reg *issue = &simd->issue[p].q;
        if (issue->groups == seen->groups[p])
            continue;
        struct line_cost *cost = observed_line(observer, number, issue->address);
        const unsigned    lanes = (unsigned)__builtin_popcountll(issue->exec_lanes);
        cost->executions++;
        cost->lanes += lanes;
        cost->instructions += issue->instructions - seen->instructions[p];
        if (observer->owners)
            owners_group(observer, number, issue, issue->instructions - seen->instructions[p]);
        seen->groups[p] = issue->groups;
        seen->instructions[p] = issue->instructions;
    }
    if (cf->executed != seen->executed) {
        struct line_cost *cost = observed_line(observer, number, cf->start_pc);
        cost->executions++;
        cost->lanes += (unsigned)__builtin_popcountll(simd->flow.active[cf->step_slot]);
        seen->last_pc[cf->step_slot] = cf->start_pc;
        if (observer->owners)
            owners_control(observer, number, cf);
        seen->executed = cf->executed;
    }
    if (observer->owners)
        owners_registers(observer, number);
    seen->quads = simd->lod_unit.q.quads;
    seen->passes = simd->texture_data.q.passes;
}

void observe_simd(struct observer *observer, unsigned number)
{
    const struct simd *simd = &observer->gpu->simd[number];
    sums_of_clock(simd, &observer->simd[number], stage_of(observer, number), observer->sums[number].of);
    observe_registers(observer, number);
    see_chances(observer, number);
    observe_fetches(observer, number);
    see_clauses(observer, number);
    if (observer->owners)
        owners_clock(observer, number);
}
