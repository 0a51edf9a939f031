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

/* The clocks of some modules, a bit each.  One is gated off when neither registers nor memories of the module could
 * change; a test compares with all of them clocked. */

#define CLOCK(module, condition) ((uint64_t)(condition) << (module))

static bool icache_clocked(const struct icache *cache)
{
    return cache->in.look || cache->q.answer || cache->q.missing || cache->q.fill;
}

static uint64_t control_clocked(const struct simd *simd)
{
    const struct dispatcher_reg   *dispatcher = &simd->dispatcher.q;
    const struct cf_sequencer_reg *cf = &simd->cf.q;
    const struct wave_table_in    *waves = &simd->waves.in;
    const struct export_unit_reg  *exports = &simd->exports.q;
    return CLOCK(MODULE_DISPATCHER, simd->dispatcher.in.room || dispatcher->busy || dispatcher->launch ||
                                        dispatcher->load || dispatcher->loaded || dispatcher->wait > 1) |
           CLOCK(MODULE_WAVES, simd->waves.q.in_phase.phase[WAVE_PAUSED] || waves->launch || waves->loaded ||
                                   waves->cf || waves->cf_wake || waves->alu_done || waves->export_done ||
                                   waves->fetch_done) |
           CLOCK(MODULE_FLOW, simd->flow.in.launch || simd->flow.in.flow || simd->flow.in.done) |
           CLOCK(MODULE_CF, simd->cf.in.ready || cf->fetch || cf->decode || cf->look || cf->step || cf->start_alu ||
                                cf->start_export || cf->start_fetch || cf->start_flow) |
           CLOCK(MODULE_CF_CACHE, icache_clocked(&simd->cf_cache)) |
           CLOCK(MODULE_EXPORTS,
                 simd->exports.in.start || exports->busy || exports->reports || exports->valid || exports->report);
}

static bool clause_clocked(const struct alu_clause *clause)
{
    const struct alu_clause_in *in = &clause->in;
    if (clause->q.state == CLAUSE_EMPTY)
        return in->start;
    return clause->q.state < CLAUSE_READY || in->consume || in->finish || in->ic_taken || in->ic_answer ||
           in->ic_fill || clause->q.ic_stored;
}

static uint64_t clauses_clocked(const struct simd *simd)
{
    const struct kcache *kcache = &simd->kcache;
    uint64_t             clocked =
        CLOCK(MODULE_ALU_CACHE, icache_clocked(&simd->alu_cache)) |
        CLOCK(MODULE_KCACHE, kcache->in.look || kcache->in.unlock || kcache->q.answer || kcache->q.missing);
    for (unsigned c = 0; c < ALU_CLAUSES; c++)
        clocked |= CLOCK(MODULE_CLAUSE + c, clause_clocked(&simd->clause[c]));
    return clocked;
}

static uint64_t fetch_clocked(const struct simd *simd)
{
    const struct vertex_fetch_reg *vertex = &simd->vertex.q;
    uint64_t                       clocked = CLOCK(MODULE_FETCH_CACHE, icache_clocked(&simd->fetch_cache)) |
                       CLOCK(MODULE_VERTEX, simd->vertex.in.offer || !vertex->free || vertex->flying || vertex->write);
    for (unsigned c = 0; c < FETCH_CLAUSES; c++) {
        const struct fetch_clause *clause = &simd->fetch_clause[c];
        clocked |= CLOCK(MODULE_FETCH_CLAUSE + c, clause->in.start || clause->q.state != FETCH_CLAUSE_EMPTY);
    }
    return clocked;
}

static uint64_t results_clocked(const struct simd *simd)
{
    const struct write_back_reg *back = &simd->back.q;
    const struct gpr_file_in    *gprs = &simd->gprs.in;
    uint64_t                     clocked =
        CLOCK(MODULE_WIDE, simd->wide.in.valid || simd->wide.q.done) |
        CLOCK(MODULE_BACK, simd->back.in.enter || back->s1 || back->s2 || back->s3 || back->gpr_write || back->finish) |
        CLOCK(MODULE_GPRS, gprs->write || gprs->load || gprs->clear || gprs->fetch);
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const struct alu_slot *slot = &simd->slot[s];
        clocked |= CLOCK(MODULE_SLOT + s, slot->in.valid || slot->q.s1_valid || slot->q.done);
    }
    for (unsigned p = 0; p < PARITIES; p++) {
        clocked |= CLOCK(MODULE_AR + p, simd->ar[p].in.write != 0);
        clocked |= CLOCK(MODULE_PREDICATE + p, simd->predicate[p].in.start || simd->predicate[p].in.set);
    }
    return clocked;
}

/* A clause that is granted a wavefront slot takes the clock too, beside what it has from elsewhere. */
static uint64_t issue_clocked(const struct simd *simd)
{
    uint64_t clocked = CLOCK(MODULE_ROTATION, true) | CLOCK(MODULE_FETCH, simd->fetch.in.enable != 0);
    for (unsigned a = 0; a < ARBITERS; a++)
        clocked |= CLOCK(MODULE_ARBITER + a, simd->arbiter[a].in.chance || simd->arbiter[a].in.grant);
    for (unsigned p = 0; p < PARITIES; p++) {
        const struct alu_issue_in  *in = &simd->issue[p].in;
        const struct alu_issue_reg *q = &simd->issue[p].q;
        clocked |= CLOCK(MODULE_ISSUE + p, in->decide || q->consume || (in->window && (q->reading || q->executing)) ||
                                               (in->slot_end && q->executing)) |
                   CLOCK(MODULE_CLAUSE + in->clause_index, simd->arbiter[ARBITER_EVEN + p].in.grant);
    }
    return clocked;
}

/* ---- all wires ---------------------------------------------------------------------------------------------- */

/* The sources of a group are the registers and memories that its wires carry, by themselves or through wires settled
 * before.  What an instruction takes from the wave table and the control-flow state when it starts, it takes in one
 * clock: these sources are the CF sequencer.  In the same way the end of a clause has what it needs of the clause. */
const struct simd_wires simd_wires[SIMD_WIRES] = {
    {"dispatcher", simd_wire_dispatcher, OF(MODULE_DISPATCHER) | OF(MODULE_WAVES)},
    {"wave table", simd_wire_wave_table,
     OF(MODULE_CF) | OF(MODULE_DISPATCHER) | OF(MODULE_CF_CACHE) | OF(SOURCE_FINISH) | OF(MODULE_EXPORTS) |
         OF(MODULE_VERTEX)},
    {"control-flow state", simd_wire_flow, OF(MODULE_CF) | OF(MODULE_DISPATCHER) | OF(SOURCE_FINISH)},
    {"CF fetch", simd_wire_cf_fetch, OF(MODULE_CF) | OF(MODULE_CF_CACHE) | OF(MODULE_WAVES)},
    {"CF execute", simd_wire_cf_execute, OF(MODULE_CF) | OF(MODULE_WAVES) | OF(MODULE_EXPORTS) | FETCHES},
    {"CF arbiter", simd_wire_cf_arbiter, OF(MODULE_CF) | OF(MODULE_CF_CACHE) | OF(MODULE_WAVES)},
    {"exports", simd_wire_exports, OF(MODULE_CF)},
    {"ALU clauses", simd_wire_clauses,
     OF(MODULE_CF) | CLAUSES | OF(MODULE_ALU_CACHE) | OF(MODULE_KCACHE) | OF(SOURCE_CONSUME) | OF(SOURCE_FINISH)},
    {"fetch clauses", simd_wire_fetch, OF(MODULE_CF) | FETCHES | OF(MODULE_FETCH_CACHE) | OF(MODULE_VERTEX)},
    {"fetch arbiter", simd_wire_fetch_arbiter,
     OF(MODULE_CF) | OF(MODULE_CF_CACHE) | OF(MODULE_WAVES) | FETCHES | OF(MODULE_FETCH_CACHE) | OF(MODULE_VERTEX)},
    {"spare access", simd_wire_spare, EVERY_CLOCK},
    {"issue, operand fetch", simd_wire_issue, EVERY_CLOCK},
    {"ALU arbiters", simd_wire_alu_arbiters, EVERY_CLOCK},
    {"slots", simd_wire_slots, OF(SOURCE_EXECUTE) | OF(MODULE_WIDE)},
    {"write-back", simd_wire_write_back, EVERY_CLOCK},
    {"predicates, AR", simd_wire_masks, OF(SOURCE_CONSUME) | OF(SOURCE_EXECUTE) | OF(MODULE_BACK)},
    {"GPR file", simd_wire_gpr_file, OF(MODULE_BACK) | OF(MODULE_DISPATCHER)},
};

const struct simd_gates simd_gates[SIMD_GATES] = {
    {"control", control_clocked,
     OF(MODULE_DISPATCHER) | OF(MODULE_WAVES) | OF(MODULE_FLOW) | OF(MODULE_CF) | OF(MODULE_CF_CACHE) |
         OF(MODULE_EXPORTS),
     OF(SOURCE_FINISH) | OF(MODULE_VERTEX)},
    {"ALU clauses", clauses_clocked, CLAUSES | OF(MODULE_ALU_CACHE) | OF(MODULE_KCACHE),
     OF(MODULE_CF) | OF(SOURCE_CONSUME) | OF(SOURCE_FINISH)},
    {"fetch clauses", fetch_clocked, FETCHES | OF(MODULE_FETCH_CACHE) | OF(MODULE_VERTEX), OF(MODULE_CF)},
    {"slots, results", results_clocked,
     SLOTS | OF(MODULE_WIDE) | OF(MODULE_BACK) | OF(MODULE_GPRS) | ALL_OF(MODULE_AR, PARITIES) |
         ALL_OF(MODULE_PREDICATE, PARITIES),
     OF(SOURCE_EXECUTE) | OF(MODULE_DISPATCHER) | OF(MODULE_VERTEX)},
    {"rotation, issue, arbiters", issue_clocked,
     OF(MODULE_ROTATION) | OF(MODULE_FETCH) | ALL_OF(MODULE_ISSUE, PARITIES) | ALL_OF(MODULE_ARBITER, ARBITERS),
     EVERY_CLOCK},
};

void simd_wire(struct simd *simd)
{
    const uint64_t changed = simd->changed;
    uint64_t       clocked = simd->clocked;
#pragma GCC unroll 17
    for (unsigned w = 0; w < SIMD_WIRES; w++)
        if (changed & simd_wires[w].sources)
            simd_wires[w].settle(simd);
#pragma GCC unroll 8
    for (unsigned g = 0; g < SIMD_GATES; g++)
        if (changed & simd_gates[g].sources || simd->clocked & simd_gates[g].modules)
            clocked = (clocked & ~simd_gates[g].modules) | simd_gates[g].clocked(simd);
    simd->clocked = clocked & ~simd->replaced;
}
