/* simd_arbiters.c - whose turn it is, and why it is nobody's: the logic around the arbiters of a SIMD
 * (RV770 timing S2, S5, S11, S12). */
#include "rtl_model/r700/simd_internal.h"

/* ---- the choice ---------------------------------------------------------------------------------------------- */

int simd_next_wave(const struct simd *simd)
{
    const struct cf_sequencer_reg *cf = &simd->cf.q;
    const struct wave_table       *waves = &simd->waves;
    uint64_t                       busy[WAVE_SETS] = {0}, least = UINT64_MAX;
    int                            next = -1;
    /* Wavefronts that the sequencer holds, and the one whose step reaches the wave table at this edge. */
    busy[cf->fetch_slot / 64] |= (uint64_t)cf->fetch << cf->fetch_slot % 64;
    busy[cf->decode_slot / 64] |= (uint64_t)cf->decode << cf->decode_slot % 64;
    busy[cf->step_slot / 64] |= (uint64_t)cf->step << cf->step_slot % 64;
    for (unsigned set = 0; set < WAVE_SETS; set++)
        for (uint64_t left = waves->ready_set[set] & ~busy[set]; left; left &= left - 1) {
            const unsigned slot = set * 64 + (unsigned)__builtin_ctzll(left);
            const unsigned priority = simd->dispatcher.in.priority.type[waves->type[slot]];
            const uint64_t key = arbiter_key(&simd->arbiter[ARBITER_CF], priority, slot, waves->number[slot]);
            if (key < least) {
                least = key;
                next = (int)slot;
            }
        }
    return next;
}

int simd_next_clause(const struct simd *simd, unsigned parity)
{
    const struct arbiter *arbiter = &simd->arbiter[ARBITER_EVEN + parity];
    uint64_t              least = UINT64_MAX;
    int                   next = -1;
    for (int c = 0; c < ALU_CLAUSES; c++) {
        const struct alu_clause_reg *q = &simd->clause[c].q;
        if (q->state == CLAUSE_RUN && q->parity == parity)
            return c;
        if (q->state != CLAUSE_READY)
            continue;
        const unsigned priority = simd->dispatcher.in.priority.type[simd->waves.type[q->slot]];
        const uint64_t key = arbiter_key(arbiter, priority, q->slot, q->number);
        if (key < least) {
            least = key;
            next = c;
        }
    }
    return next;
}

int simd_next_fetch(const struct simd *simd)
{
    uint64_t least = UINT64_MAX;
    int      next = -1;
    for (int c = 0; simd->vertex.q.free && c < FETCH_CLAUSES; c++) {
        const struct fetch_clause_reg *q = &simd->fetch_clause[c].q;
        if (!q->offer)
            continue;
        const unsigned priority = simd->dispatcher.in.priority.type[simd->waves.type[q->slot]];
        const uint64_t key = arbiter_key(&simd->arbiter[ARBITER_FETCH], priority, q->slot, q->number);
        if (key < least) {
            least = key;
            next = c;
        }
    }
    return next;
}

/* ---- why it is nobody's turn ----------------------------------------------------------------------------------- */

static unsigned in_phase(const struct simd *simd, enum wave_phase phase)
{
    return simd->waves.q.in_phase.phase[phase];
}

/* What the wavefront that is nearest to its next CF instruction waits for. */
static enum stall no_ready_wave(const struct simd *simd)
{
    if (!simd->waves.q.resident)
        return STALL_NO_WAVE;
    if (in_phase(simd, WAVE_CF_MISS))
        return STALL_INSTRUCTION;
    if (in_phase(simd, WAVE_READY)) /* held by the sequencer's stages */
        return STALL_CONTROL;
    if (in_phase(simd, WAVE_PAUSED))
        return STALL_FLOW;
    if (in_phase(simd, WAVE_WAITING) || in_phase(simd, WAVE_ENDING))
        return simd->waves.q.alu_total ? STALL_BARRIER : simd->waves.q.fetch_total ? STALL_FETCH : STALL_EXPORT;
    return STALL_LOADING;
}

/* Why the fetch stage takes no wavefront although it has nothing, or nothing left, to wait for. */
static enum stall cf_stall(const struct simd *simd)
{
    const struct cf_sequencer_reg *cf = &simd->cf.q;
    if (cf->decode && cf->stall == CF_STALL_NO_CLAUSE)
        return STALL_NO_CLAUSE;
    if (cf->decode && cf->stall == CF_STALL_NO_EXPORT)
        return STALL_EXPORT;
    if (cf->decode && cf->stall == CF_STALL_NO_FETCH)
        return STALL_FETCH;
    if (cf->fetch && !cf->fetch_known && !simd->cf_cache.q.answer)
        return STALL_INSTRUCTION;
    return simd->cf.in.ready ? STALL_NONE : no_ready_wave(simd);
}

/* What a clause that does not run yet waits for. */
static enum stall clause_stall(const struct alu_clause *clause)
{
    const struct alu_clause_reg *q = &clause->q;
    if (q->wait > 1)
        return STALL_CLAUSE;
    if ((q->state == CLAUSE_ARBITRATE && clause->in.kc_full) || (q->state == CLAUSE_LOCK && q->kc_want))
        return STALL_KCACHE;
    return q->state == CLAUSE_FETCH && !q->available ? STALL_INSTRUCTION : STALL_CLAUSE;
}

/* Why no clause is ready for a wavefront slot: the one that is nearest to it says, else control flow. */
static enum stall no_ready_clause(const struct simd *simd)
{
    const struct alu_clause *nearest = NULL;
    for (unsigned c = 0; c < ALU_CLAUSES; c++) {
        const struct alu_clause *clause = &simd->clause[c];
        if (clause->q.state > CLAUSE_EMPTY && clause->q.state < CLAUSE_RUN &&
            (!nearest || clause->q.state > nearest->q.state))
            nearest = clause;
    }
    if (nearest)
        return clause_stall(nearest);
    const enum stall control = cf_stall(simd);
    return control == STALL_NONE ? STALL_CONTROL : control;
}

static enum stall issue_stall(const struct simd *simd, const struct alu_issue_reg *issue)
{
    static const enum stall of_issue[ISSUE_STALLS] = {
        [ISSUE_STALL_INSTRUCTION] = STALL_INSTRUCTION,
        [ISSUE_STALL_LATENCY] = STALL_LATENCY,
        [ISSUE_STALL_MOVA] = STALL_MOVA,
        [ISSUE_STALL_WATERFALL] = STALL_WATERFALL,
        [ISSUE_STALL_GLOBAL] = STALL_GLOBAL,
    };
    if (issue->error)
        return issue->error == ISSUE_BAD_PORTS ? STALL_PORTS : STALL_STOPPED;
    return issue->stall == ISSUE_STALL_NO_CLAUSE ? no_ready_clause(simd) : of_issue[issue->stall];
}

/* ---- wires ------------------------------------------------------------------------------------------------------- */

/* A chance of CF fetch is each clock in which its stage is empty or may become so; who is served shows a clock later.
 */
void simd_wire_cf_arbiter(struct simd *simd)
{
    struct arbiter_in             *in = &simd->arbiter[ARBITER_CF].in;
    const struct cf_sequencer_reg *cf = &simd->cf.q;
    in->grant = cf->look;
    in->chance = simd_cf_chance(simd);
    if (in->grant) {
        in->slot = cf->fetch_slot;
        in->number = cf->fetch_number;
    }
    if (in->chance)
        in->why = (stall_t)cf_stall(simd);
}

/* Why no clause offers an instruction: those that are there are being prepared, or control flow says. */
static enum stall no_offer(const struct simd *simd)
{
    if (simd_fetch_clauses_free(simd) < FETCH_CLAUSES)
        return simd->fetch_cache.q.missing ? STALL_INSTRUCTION : STALL_CLAUSE;
    const enum stall control = cf_stall(simd);
    return control == STALL_NONE ? STALL_CONTROL : control;
}

/* A chance of the vertex fetch unit is each clock in which it could take an instruction. */
void simd_wire_fetch_arbiter(struct simd *simd)
{
    struct arbiter_in *in = &simd->arbiter[ARBITER_FETCH].in;
    const int          c = simd_next_fetch(simd);
    in->chance = simd->vertex.q.free;
    in->grant = c >= 0;
    if (in->grant) {
        in->slot = simd->fetch_clause[c].q.slot;
        in->number = simd->fetch_clause[c].q.number;
    }
    if (in->chance)
        in->why = (stall_t)(in->grant ? STALL_NONE : no_offer(simd));
}

/* A chance of a wavefront slot is each of its rotations; what became of it shows in the clock after the decision, so
 * not before the first one. */
static void wire_alu_arbiter(struct simd *simd, unsigned parity)
{
    struct arbiter_in       *in = &simd->arbiter[ARBITER_EVEN + parity].in;
    const struct alu_issue  *issue = &simd->issue[parity];
    const struct alu_clause *clause = &simd->clause[issue->in.clause_index];
    in->grant = issue->in.decide && issue->in.clause && clause->in.grant;
    in->chance = simd->rotation.q.clock == ((parity + 1) * SLOT_CLOCKS) % ROTATION_CLOCKS &&
                 (issue->q.groups || issue->q.empty || issue->q.error);
    if (in->grant) {
        in->slot = clause->q.slot;
        in->number = clause->q.number;
    }
    if (in->chance)
        in->why = (stall_t)issue_stall(simd, &issue->q);
}

void simd_wire_alu_arbiters(struct simd *simd)
{
    for (unsigned p = 0; p < PARITIES; p++)
        wire_alu_arbiter(simd, p);
}
