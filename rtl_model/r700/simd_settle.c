/* simd_settle.c - which wires are settled in a clock and which modules take the clock: what stands still costs nothing.
 *
 * Wires are functions of registers and memories, so a group of them is settled only when one of its sources has changed
 * at the last edge; a module takes the clock only when its inputs or its own counters can change it. */
#include "rtl_model/r700/simd_internal.h"

#define OF(source) (1ull << (source))
#define ALL_OF(first, count) (((1ull << (count)) - 1) << (first))
#define CLAUSES ALL_OF(MODULE_CLAUSE, ALU_CLAUSES)
#define FETCHES ALL_OF(MODULE_FETCH_CLAUSE, FETCH_CLAUSES)
#define SLOTS ALL_OF(MODULE_SLOT, ISA_SLOTS)
/* The rotation moves in every clock, so what else such wires carry goes without saying. */
#define EVERY_CLOCK OF(MODULE_ROTATION)

/* ---- clock gates -------------------------------------------------------------------------------------------- */

/* A module's clock in this cycle.  It may be gated off when neither registers nor memories of the module could change;
 * a test compares with all of them clocked. */
static void gate(struct simd *simd, unsigned module, bool clocked)
{
    simd->clocked = (simd->clocked & ~(1ull << module)) | (uint64_t)clocked << module;
}

static bool icache_clocked(const struct icache *cache)
{
    return cache->in.look || cache->q.answer || cache->q.missing || cache->q.fill;
}

static void gate_control(struct simd *simd)
{
    const struct dispatcher_reg   *dispatcher = &simd->dispatcher.q;
    const struct cf_sequencer_reg *cf = &simd->cf.q;
    const struct wave_table_in    *waves = &simd->waves.in;
    const struct export_unit_reg  *exports = &simd->exports.q;
    const struct arbiter_in       *arbiter = &simd->arbiter[ARBITER_CF].in;
    gate(simd, MODULE_ROTATION, true);
    gate(simd, MODULE_DISPATCHER,
         simd->dispatcher.in.room || dispatcher->busy || dispatcher->launch || dispatcher->load || dispatcher->loaded ||
             dispatcher->wait > 1);
    gate(simd, MODULE_WAVES,
         simd->waves.q.in_phase.phase[WAVE_PAUSED] || waves->launch || waves->loaded || waves->cf || waves->cf_wake ||
             waves->alu_done || waves->export_done || waves->fetch_done);
    gate(simd, MODULE_FLOW, simd->flow.in.launch || simd->flow.in.flow || simd->flow.in.done);
    gate(simd, MODULE_CF,
         simd->cf.in.ready || cf->fetch || cf->decode || cf->look || cf->step || cf->start_alu || cf->start_export ||
             cf->start_fetch || cf->start_flow);
    gate(simd, MODULE_CF_CACHE, icache_clocked(&simd->cf_cache));
    gate(simd, MODULE_EXPORTS,
         simd->exports.in.start || exports->busy || exports->reports || exports->valid || exports->report);
    gate(simd, MODULE_ARBITER + ARBITER_CF, arbiter->chance || arbiter->grant);
}

static bool clause_clocked(const struct alu_clause *clause)
{
    const struct alu_clause_in *in = &clause->in;
    if (clause->q.state == CLAUSE_EMPTY)
        return in->start;
    return clause->q.state < CLAUSE_READY || in->consume || in->finish || in->ic_taken || in->ic_answer ||
           in->ic_fill || clause->q.ic_stored;
}

static void gate_clauses(struct simd *simd)
{
    gate(simd, MODULE_ALU_CACHE, icache_clocked(&simd->alu_cache));
    gate(simd, MODULE_KCACHE,
         simd->kcache.in.look || simd->kcache.in.unlock || simd->kcache.q.answer || simd->kcache.q.missing);
    uint64_t clauses = 0;
    for (unsigned c = 0; c < ALU_CLAUSES; c++)
        clauses |= (uint64_t)clause_clocked(&simd->clause[c]) << c;
    simd->clocked = (simd->clocked & ~CLAUSES) | clauses << MODULE_CLAUSE;
}

static void gate_fetch(struct simd *simd)
{
    const struct vertex_fetch_reg *vertex = &simd->vertex.q;
    gate(simd, MODULE_FETCH_CACHE, icache_clocked(&simd->fetch_cache));
    gate(simd, MODULE_VERTEX, simd->vertex.in.offer || !vertex->free || vertex->flying || vertex->write);
    for (unsigned c = 0; c < FETCH_CLAUSES; c++) {
        const struct fetch_clause *clause = &simd->fetch_clause[c];
        gate(simd, MODULE_FETCH_CLAUSE + c, clause->in.start || clause->q.state != FETCH_CLAUSE_EMPTY);
    }
}

static void gate_issue(struct simd *simd)
{
    for (unsigned p = 0; p < PARITIES; p++) {
        const struct alu_issue_in *issue = &simd->issue[p].in;
        const struct arbiter_in   *arbiter = &simd->arbiter[ARBITER_EVEN + p].in;
        gate(simd, MODULE_ISSUE + p, issue->decide || issue->window || issue->slot_end || simd->issue[p].q.consume);
        gate(simd, MODULE_ARBITER + ARBITER_EVEN + p, arbiter->chance || arbiter->grant);
        if (arbiter->grant) /* beside what the clause has from elsewhere */
            gate(simd, MODULE_CLAUSE + issue->clause_index, true);
    }
    gate(simd, MODULE_FETCH, simd->fetch.in.enable != 0);
}

static void gate_results(struct simd *simd)
{
    const struct write_back_reg *back = &simd->back.q;
    const struct gpr_file_in    *gprs = &simd->gprs.in;
    for (unsigned p = 0; p < PARITIES; p++) {
        gate(simd, MODULE_AR + p, simd->ar[p].in.write != 0);
        gate(simd, MODULE_PREDICATE + p, simd->predicate[p].in.start || simd->predicate[p].in.set);
    }
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        gate(simd, MODULE_SLOT + s, simd->slot[s].in.valid || simd->slot[s].q.s1_valid || simd->slot[s].q.done);
    gate(simd, MODULE_WIDE, simd->wide.in.valid || simd->wide.q.done);
    gate(simd, MODULE_BACK, simd->back.in.enter || back->s1 || back->s2 || back->s3 || back->gpr_write || back->finish);
    gate(simd, MODULE_GPRS, gprs->write || gprs->load || gprs->clear || gprs->fetch);
}

/* ---- all wires ---------------------------------------------------------------------------------------------- */

/* The sources of a group are the registers and memories that its wires carry, by themselves or through wires settled
 * before.  What an instruction takes from the wave table and the control-flow state when it starts, it takes in one
 * clock: these sources are the CF sequencer.  In the same way the end of a clause has what it needs of the clause. */
const struct simd_wires simd_wires[SIMD_WIRES] = {
    {"dispatcher", simd_wire_dispatcher, 0, OF(MODULE_DISPATCHER) | OF(MODULE_WAVES)},
    {"wave table", simd_wire_wave_table, 0,
     OF(MODULE_CF) | OF(MODULE_DISPATCHER) | OF(MODULE_CF_CACHE) | OF(SOURCE_FINISH) | OF(MODULE_EXPORTS) |
         OF(MODULE_VERTEX)},
    {"control-flow state", simd_wire_flow, 0, OF(MODULE_CF) | OF(MODULE_DISPATCHER) | OF(SOURCE_FINISH)},
    {"CF fetch", simd_wire_cf_fetch, 0, OF(MODULE_CF) | OF(MODULE_CF_CACHE) | OF(MODULE_WAVES)},
    {"CF execute", simd_wire_cf_execute, 0, OF(MODULE_CF) | OF(MODULE_WAVES) | OF(MODULE_EXPORTS) | FETCHES},
    {"CF arbiter", simd_wire_cf_arbiter, 0, OF(MODULE_CF) | OF(MODULE_CF_CACHE) | OF(MODULE_WAVES)},
    {"exports", simd_wire_exports, 0, OF(MODULE_CF)},
    {"ALU clauses", simd_wire_clauses, 0,
     OF(MODULE_CF) | CLAUSES | OF(MODULE_ALU_CACHE) | OF(MODULE_KCACHE) | OF(SOURCE_CONSUME) | OF(SOURCE_FINISH)},
    {"fetch clauses", simd_wire_fetch, 0, OF(MODULE_CF) | FETCHES | OF(MODULE_FETCH_CACHE) | OF(MODULE_VERTEX)},
    {"spare access", simd_wire_spare, 0, EVERY_CLOCK},
    {"issue, operand fetch", simd_wire_issue, 0, EVERY_CLOCK},
    {"ALU arbiters", simd_wire_alu_arbiters, 0, EVERY_CLOCK},
    {"slots", simd_wire_slots, 0, OF(SOURCE_EXECUTE) | OF(MODULE_WIDE)},
    {"write-back", simd_wire_write_back, 0, EVERY_CLOCK},
    {"predicates, AR", simd_wire_masks, 0, OF(SOURCE_CONSUME) | OF(SOURCE_EXECUTE) | OF(MODULE_BACK)},
    {"GPR file", simd_wire_gpr_file, 0, OF(MODULE_BACK) | OF(MODULE_DISPATCHER)},

    {"control's clocks", gate_control,
     OF(MODULE_DISPATCHER) | OF(MODULE_WAVES) | OF(MODULE_FLOW) | OF(MODULE_CF) | OF(MODULE_CF_CACHE) |
         OF(MODULE_EXPORTS),
     OF(SOURCE_FINISH) | OF(MODULE_VERTEX)},
    {"ALU clauses' clocks", gate_clauses, CLAUSES | OF(MODULE_ALU_CACHE) | OF(MODULE_KCACHE),
     OF(MODULE_CF) | OF(SOURCE_CONSUME) | OF(SOURCE_FINISH)},
    {"issue's clocks", gate_issue, 0, EVERY_CLOCK},
    {"slots' and results' clocks", gate_results, SLOTS | OF(MODULE_WIDE) | OF(MODULE_BACK),
     OF(SOURCE_EXECUTE) | OF(MODULE_DISPATCHER) | OF(MODULE_VERTEX)},
    {"fetch clauses' clocks", gate_fetch, FETCHES | OF(MODULE_FETCH_CACHE) | OF(MODULE_VERTEX), OF(MODULE_CF)},
};

void simd_wire(struct simd *simd)
{
    const uint64_t changed = simd->changed, clocked = simd->clocked;
#pragma GCC unroll 21
    for (unsigned w = 0; w < SIMD_WIRES; w++)
        if (changed & simd_wires[w].sources || clocked & simd_wires[w].gates)
            simd_wires[w].settle(simd);
    simd->clocked &= ~simd->replaced;
}
