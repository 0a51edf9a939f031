/* wires_control.h - what drives wave table, CF sequencer, control-flow state and their cache and arbiter.
 */
#ifndef RTL_MODEL_R700_WIRES_CONTROL_H
#define RTL_MODEL_R700_WIRES_CONTROL_H

#include "kit/wire.h"
#include "rtl_model/r700/simd.h"

/* The number that a net names as number + 1; when it names none, any. */
static inline uint8_t number_of(unsigned who)
{
    return (uint8_t)(who ? who - 1 : 0);
}

/* ---- rotation --------------------------------------------------------------------------------------------------- */

#define ROTATION_FROM(ONE, ALL, OF, ON, BY)
#define ROTATION_EVENTS(DRIVE) DRIVE(run, true)
#define ROTATION_WIRES(DRIVE, WITH)
RTL_WIRES(simd, rotation, rotation, ROTATION_FROM, ROTATION_EVENTS, ROTATION_WIRES);

/* By which nets say when they can be anything. */
static inline unsigned simd_phase(const struct simd *simd)
{
    return rotation_phase(&simd->rotation);
}

/* ---- what comes from above --------------------------------------------------------------------------------------- */

static inline bool is_for_us(const struct simd_above *above)
{
    const struct dispatcher_reg *from = above->dispatcher;
    return (from->launch || from->load || from->loaded) && from->simd == above->number;
}

/* The chip's clock says when the dispatcher has changed (simd_told). */
#define LAUNCH_NET_FROM(ONE, ALL, OF, ON, BY) OF(simd_above, above, above, 0)
#define LAUNCH_NET_WIRES(DRIVE, WITH)                                                                                  \
    DRIVE(launch, above->dispatcher->launch)                                                                           \
    DRIVE(slot, above->dispatcher->slot)                                                                               \
    DRIVE(number, above->dispatcher->place)                                                                            \
    DRIVE(type, above->dispatcher->type)                                                                               \
    DRIVE(base, above->dispatcher->base)                                                                               \
    DRIVE(rows, above->dispatcher->size)                                                                               \
    DRIVE(lanes, above->dispatcher->lanes)                                                                             \
    DRIVE(group_thread, above->dispatcher->group_thread)                                                               \
    DRIVE(lds_first, above->dispatcher->lds_first)                                                                     \
    DRIVE(load, above->dispatcher->load)                                                                               \
    DRIVE(load_row, above->dispatcher->load_row)                                                                       \
    DRIVE(load_index, above->dispatcher->load_index)                                                                   \
    DRIVE(loaded, above->dispatcher->loaded)
RTL_NET_WIRES(simd, launch_net, launch, LAUNCH_NET_FROM, is_for_us(above), LAUNCH_NET_WIRES);

/* ---- wave table ------------------------------------------------------------------------------------------------- */

static inline wave_phase_t phase_of_step(cf_step_t step)
{
    static const wave_phase_t phase[CF_STEPS] = {
        [CF_STEP_READY] = WAVE_READY, [CF_STEP_MISS] = WAVE_CF_MISS, [CF_STEP_WAIT] = WAVE_WAITING,
        [CF_STEP_END] = WAVE_ENDING,  [CF_STEP_PAUSE] = WAVE_PAUSED,
    };
    return phase[step];
}

static inline uint32_t next_address(const struct cf_sequencer_reg *cf, const struct cf_state *flow)
{
    struct cf_outcome outcome;
    if (!cf->start_flow)
        return cf->step_pc;
    cf_resolve(flow, cf->step_slot, cf->start_word, cf->start_pc, &outcome);
    return outcome.pc;
}

#define FLOW_NET_FROM(ONE, ALL, OF, ON, BY) ON(cf_sequencer, cf, cf, 0, step) ONE(cf_state, flow, flow, 0)
#define FLOW_NET_WIRES(DRIVE, WITH) DRIVE(pc, next_address(&cf->q, flow))
RTL_NET_WIRES(simd, flow_net, next_step, FLOW_NET_FROM, cf->q.step, FLOW_NET_WIRES);

static inline lane_mask_t emit_lanes(const struct cf_sequencer_reg *cf, const struct cf_state *flow)
{
    return cf->start_emit || cf->start_cut ? cf_emit_lanes(flow, cf->step_slot, cf->start_word) : 0;
}

#define WAVE_TABLE_FROM(ONE, ALL, OF, ON, BY)                                                                          \
    ONE(launch_net, launch, launch, 0)                                                                                 \
    ON(cf_sequencer, cf, cf, 0, step)                                                                                  \
    OF(flow_net, next, next_step, 0)                                                                                   \
    OF(cf_state, flow, flow, 0)                                                                                        \
    ON(icache, cf_cache, cf_cache, 0, fill)                                                                            \
    OF(alu_clause, clauses, clause, 0)                                                                                 \
    ON(write_back, back, back, 0, finish)                                                                              \
    ONE(export_unit, exports, exports, 0)                                                                              \
    ONE(return_net, returns, returns, 0)                                                                               \
    ONE(memory_export, memory, memory, 0)                                                                              \
    OF(wave_table, strap, waves, 0)
#define WAVE_TABLE_EVENTS(DRIVE)                                                                                       \
    DRIVE(launch, launch->in.launch)                                                                                   \
    DRIVE(loaded, launch->in.loaded)                                                                                   \
    DRIVE(cf, cf->q.step)                                                                                              \
    DRIVE(cf_wake, cf_cache->q.fill)                                                                                   \
    DRIVE(alu_done, back->q.finish)                                                                                    \
    DRIVE(export_done, exports->q.report)                                                                              \
    DRIVE(fetch_done, returns->in.last)                                                                                \
    DRIVE(ack, memory->q.ack)
#define WAVE_TABLE_WIRES(DRIVE, WITH)                                                                                  \
    WITH(launch, launch_slot, launch->in.slot)                                                                         \
    WITH(launch, launch_number, launch->in.number)                                                                     \
    WITH(launch, launch_base, launch->in.base)                                                                         \
    WITH(launch, launch_type, launch->in.type)                                                                         \
    WITH(launch, launch_thread, launch->in.group_thread)                                                               \
    WITH(launch, launch_lds, launch->in.lds_first)                                                                     \
    WITH(loaded, loaded_slot, launch->in.slot)                                                                         \
    WITH(cf, cf_slot, cf->q.step_slot)                                                                                 \
    WITH(cf, cf_phase, phase_of_step(cf->q.step_to))                                                                   \
    WITH(cf, cf_pc, next->in.pc)                                                                                       \
    DRIVE(cf_alu, cf->q.start_alu)                                                                                     \
    DRIVE(cf_export, cf->q.start_export)                                                                               \
    DRIVE(cf_fetch, cf->q.start_fetch)                                                                                 \
    DRIVE(cf_ack, cf->q.start_ack)                                                                                     \
    DRIVE(cf_emit, cf->q.start_emit)                                                                                   \
    DRIVE(cf_cut, cf->q.start_cut)                                                                                     \
    WITH(cf, cf_lanes, emit_lanes(&cf->q, flow))                                                                       \
    WITH(cf, cf_wait, cf->q.step_wait)                                                                                 \
    WITH(cf, cf_acks, cf->q.step_acks)                                                                                 \
    WITH(cf_wake, cf_wake_line, cf_cache->q.fill_line)                                                                 \
    WITH(alu_done, alu_slot, clauses[back->q.finish_clause].q.slot)                                                    \
    WITH(export_done, export_slot, exports->q.report_slot)                                                             \
    WITH(fetch_done, fetch_slot, returns->in.slot)                                                                     \
    WITH(ack, ack_slot, memory->q.ack_slot)
RTL_WIRES(simd, wave_table, waves, WAVE_TABLE_FROM, WAVE_TABLE_EVENTS, WAVE_TABLE_WIRES);

/* ---- control-flow state ----------------------------------------------------------------------------------------- */

/* Flow instructions, ALU clauses and exports go by: the state sees the instruction that starts, and the clause that
 * ends. */
#define CF_STATE_FROM(ONE, ALL, OF, ON, BY)                                                                            \
    ONE(launch_net, launch, launch, 0)                                                                                 \
    ON(cf_sequencer, cf, cf, 0, step)                                                                                  \
    OF(alu_clause, clauses, clause, 0)                                                                                 \
    OF(predicate, predicates, predicate, 0)                                                                            \
    ON(write_back, back, back, 0, finish)
#define CF_STATE_EVENTS(DRIVE)                                                                                         \
    DRIVE(launch, launch->in.launch)                                                                                   \
    DRIVE(flow, cf->q.start_flow || cf->q.start_alu || cf->q.start_export || cf->q.start_fetch)                        \
    DRIVE(done, back->q.finish)
#define CF_STATE_WIRES(DRIVE, WITH)                                                                                    \
    WITH(launch, launch_slot, launch->in.slot)                                                                         \
    WITH(launch, launch_lanes, launch->in.lanes)                                                                       \
    WITH(flow, flow_slot, cf->q.step_slot)                                                                             \
    WITH(flow, flow_word, cf->q.start_word)                                                                            \
    WITH(flow, flow_pc, cf->q.start_pc)                                                                                \
    WITH(done, done_slot, clauses[back->q.finish_clause].q.slot)                                                       \
    WITH(done, done_op, clauses[back->q.finish_clause].q.op)                                                           \
    WITH(done, done_pc, clauses[back->q.finish_clause].q.pc)                                                           \
    WITH(done, done_active, predicates[clauses[back->q.finish_clause].q.parity].q.active)                              \
    WITH(done, done_killed, predicates[clauses[back->q.finish_clause].q.parity].q.killed)
RTL_WIRES(simd, cf_state, flow, CF_STATE_FROM, CF_STATE_EVENTS, CF_STATE_WIRES);

/* ---- CF sequencer: whose turn it is ------------------------------------------------------------------------------ */

/* The slot of the wavefront that CF fetch takes next, or -1. */
static inline int next_wave(const struct cf_sequencer_reg *cf, const struct wave_table *waves,
                            const struct arbiter *arbiter)
{
    uint64_t busy[WAVE_SETS] = {0}, least = UINT64_MAX;
    int      next = -1;
    /* Wavefronts that the sequencer holds, and the one whose step reaches the wave table at this edge. */
    busy[cf->fetch_slot / 64] |= (uint64_t)cf->fetch << cf->fetch_slot % 64;
    busy[cf->decode_slot / 64] |= (uint64_t)cf->decode << cf->decode_slot % 64;
    busy[cf->step_slot / 64] |= (uint64_t)cf->step << cf->step_slot % 64;
    for (unsigned set = 0; set < WAVE_SETS; set++)
        for (uint64_t left = waves->ready_set[set] & ~busy[set]; left; left &= left - 1) {
            const unsigned slot = set * 64 + (unsigned)__builtin_ctzll(left);
            const unsigned priority = arbiter->in.priority.type[waves->type[slot]];
            const uint64_t key = arbiter_key(arbiter, priority, slot, waves->number[slot]);
            if (key < least) {
                least = key;
                next = (int)slot;
            }
        }
    return next;
}

/* A chance is each clock in which the fetch stage is empty or may become so. */
static inline bool cf_chance(const struct cf_sequencer_reg *cf)
{
    return !cf->fetch || cf->fetch_wait <= 1;
}

#define CF_TURN_FROM(ONE, ALL, OF, ON, BY)                                                                             \
    ONE(cf_sequencer, cf, cf, 0)                                                                                       \
    ONE(wave_table, waves, waves, 0)                                                                                   \
    ONE(arbiter, arbiter, cf_arbiter, 0)
#define CF_TURN_WIRES(DRIVE, WITH) DRIVE(chance, true) DRIVE(who, (uint16_t)(next_wave(&cf->q, waves, arbiter) + 1))
RTL_NET_WIRES(simd, cf_turn, cf_turn, CF_TURN_FROM, cf_chance(&cf->q), CF_TURN_WIRES);

/* ---- CF sequencer ------------------------------------------------------------------------------------------------ */

static inline bool barrier_follows(const struct icache *cache, uint32_t pc)
{
    const unsigned at = pc % ICACHE_LINE_WORDS;
    return at + 1 < ICACHE_LINE_WORDS && isa_cf_barrier(cache->data[cache->q.way].word[at + 1]);
}

/* Threads that execute the clause an instruction starts; ALU clauses have no VALID_PIXEL_MODE (ISA 3.6.2). */
static inline lane_mask_t clause_lanes(const struct cf_state *flow, unsigned slot, cf_word_t word)
{
    const uint32_t          dwords[2] = {(uint32_t)word, (uint32_t)(word >> 32)};
    const struct isa_cf_op *op = isa_cf_lookup(dwords);
    const bool              alu = op && op->klass == ISA_CF_ALU;
    return cf_lanes(flow->active[slot], flow->valid[slot], isa_cf_whole_quad_mode(word),
                    !alu && isa_cf_valid_pixel_mode(word));
}

#define CF_SEQUENCER_FROM(ONE, ALL, OF, ON, BY)                                                                        \
    OF(cf_sequencer, cf, cf, 0)                                                                                        \
    ONE(cf_turn, turn, cf_turn, 0)                                                                                     \
    ONE(icache, cache, cf_cache, 0)                                                                                    \
    OF(wave_table, waves, waves, 0)                                                                                    \
    OF(cf_state, flow, flow, 0)                                                                                        \
    OF(clause_net, clauses, clause_net, 0)                                                                             \
    OF(fetch_net, fetches, fetch_net, 0)                                                                               \
    OF(fetch_clause, places, fetch_clause, 0)                                                                          \
    OF(export_unit, exports, exports, 0)
#define CF_SEQUENCER_EVENTS(DRIVE)                                                                                     \
    DRIVE(ready, turn->in.who != 0)                                                                                    \
    DRIVE(answer, cache->q.answer)                                                                                     \
    DRIVE(fill, cache->q.fill)
#define CF_SEQUENCER_WIRES(DRIVE, WITH)                                                                                \
    WITH(ready, ready_slot, (uint8_t)(turn->in.who - 1))                                                               \
    WITH(ready, ready_number, waves->number[(uint8_t)(turn->in.who - 1)])                                              \
    WITH(ready, ready_pc, waves->pc[(uint8_t)(turn->in.who - 1)])                                                      \
    DRIVE(hit, cache->q.hit)                                                                                           \
    DRIVE(refused, cache->q.refused)                                                                                   \
    WITH(answer, word, cache->data[cache->q.way].word[cf->q.fetch_pc % ICACHE_LINE_WORDS])                             \
    DRIVE(next_barrier, barrier_follows(cache, cf->q.fetch_pc))                                                        \
    WITH(fill, fill_line, cache->q.fill_line)                                                                          \
    DRIVE(alu, waves->alu[cf->q.decode_slot])                                                                          \
    DRIVE(exports, waves->exports[cf->q.decode_slot])                                                                  \
    DRIVE(fetches, waves->fetches[cf->q.decode_slot])                                                                  \
    DRIVE(acks, waves->acks[cf->q.decode_slot])                                                                        \
    DRIVE(clause_free, clauses->in.free > cf->q.start_alu)                                                             \
    DRIVE(export_free, exports->q.free && !cf->q.start_export)                                                         \
    DRIVE(fetch_free, fetches->in.free > cf->q.start_fetch + places->in.closed)                                        \
    DRIVE(nobody, cf->q.decode && !clause_lanes(flow, cf->q.decode_slot, cf->q.decode_word))
RTL_WIRES(simd, cf_sequencer, cf, CF_SEQUENCER_FROM, CF_SEQUENCER_EVENTS, CF_SEQUENCER_WIRES);

#define CF_CACHE_FROM(ONE, ALL, OF, ON, BY)                                                                            \
    ON(cf_sequencer, cf, cf, 0, look)                                                                                  \
    OF(simd_memory, outside, outside, 0)
#define CF_CACHE_EVENTS(DRIVE) DRIVE(look, cf->q.look)
#define CF_CACHE_WIRES(DRIVE, WITH)                                                                                    \
    WITH(look, look_line, cf->q.look_line)                                                                             \
    WITH(look, look_id, 0)                                                                                             \
    DRIVE(program_lines, instruction_memory_lines(&outside->program))                                                  \
    DRIVE(memory, &outside->program)
RTL_WIRES(simd, icache, cf_cache, CF_CACHE_FROM, CF_CACHE_EVENTS, CF_CACHE_WIRES);

/* ---- why CF fetch takes none ------------------------------------------------------------------------------------ */

/* A flow instruction, or a place. */
static inline enum stall paused_for(const struct wave_table *table)
{
    enum stall found = STALL_FLOW;
    for (unsigned set = 0; set < WAVE_SETS && table->in.cf_retry; set++)
        for (uint64_t left = table->pause_set[set]; left; left &= left - 1) {
            const cf_wait_t wait = table->wait[set * 64 + (unsigned)__builtin_ctzll(left)];
            if (!wait)
                return STALL_FLOW;
            found = wait == CF_WAIT_ALU ? STALL_NO_CLAUSE : wait == CF_WAIT_FETCH ? STALL_FETCH : STALL_EXPORT;
        }
    return found;
}

/* What the wavefront that is nearest to its next CF instruction waits for. */
static inline enum stall no_ready_wave(const struct wave_table *table)
{
    const struct wave_table_reg *waves = &table->q;
    const uint16_t              *in_phase = waves->in_phase.phase;
    if (!waves->resident)
        return STALL_NO_WAVE;
    if (in_phase[WAVE_CF_MISS])
        return STALL_INSTRUCTION;
    if (in_phase[WAVE_READY]) /* held by the sequencer's stages */
        return STALL_CONTROL;
    if (in_phase[WAVE_PAUSED])
        return paused_for(table);
    if (in_phase[WAVE_WAITING] || in_phase[WAVE_ENDING])
        return !waves->alu_total     ? (waves->fetch_total ? STALL_FETCH : STALL_EXPORT)
               : waves->resident > 1 ? STALL_BARRIER
                                     : STALL_ONE_WAVE;
    return STALL_LOADING;
}

/* Why the fetch stage takes no wavefront although it has nothing, or nothing left, to wait for. */
static inline enum stall cf_stall(const struct cf_sequencer_reg *cf, const struct icache_reg *cache,
                                  const struct wave_table *waves, bool ready)
{
    if (cf->decode && cf->stall == CF_STALL_NO_CLAUSE)
        return STALL_NO_CLAUSE;
    if (cf->decode && cf->stall == CF_STALL_NO_EXPORT)
        return STALL_EXPORT;
    if (cf->decode && cf->stall == CF_STALL_NO_FETCH)
        return STALL_FETCH;
    if (cf->fetch && !cf->fetch_known && !cache->answer)
        return STALL_INSTRUCTION;
    return ready ? STALL_NONE : no_ready_wave(waves);
}

#define CF_WHY_NET_FROM(ONE, ALL, OF, ON, BY)                                                                          \
    ONE(cf_sequencer, cf, cf, 0)                                                                                       \
    ONE(cf_turn, turn, cf_turn, 0)                                                                                     \
    ONE(icache, cache, cf_cache, 0)                                                                                    \
    ONE(wave_table, waves, waves, 0)
#define CF_WHY_NET_WIRES(DRIVE, WITH) DRIVE(cf, (stall_t)cf_stall(&cf->q, &cache->q, waves, turn->in.who != 0))
RTL_NET_WIRES(simd, cf_why_net, cf_why, CF_WHY_NET_FROM, true, CF_WHY_NET_WIRES);

/* A chance of CF fetch is each clock in which its stage is empty or may become so; the grant shows a clock later. */
#define CF_ARBITER_FROM(ONE, ALL, OF, ON, BY)                                                                          \
    ON(cf_sequencer, cf, cf, 0, look)                                                                                  \
    ONE(cf_turn, turn, cf_turn, 0)                                                                                     \
    OF(cf_why_net, why, cf_why, 0)
#define CF_ARBITER_EVENTS(DRIVE)                                                                                       \
    DRIVE(chance, turn->in.chance)                                                                                     \
    DRIVE(grant, cf->q.look)
#define CF_ARBITER_WIRES(DRIVE, WITH)                                                                                  \
    WITH(chance, why, why->in.cf)                                                                                      \
    WITH(grant, slot, cf->q.fetch_slot)                                                                                \
    WITH(grant, number, cf->q.fetch_number)
RTL_WIRES(simd, arbiter, cf_arbiter, CF_ARBITER_FROM, CF_ARBITER_EVENTS, CF_ARBITER_WIRES);

#endif
