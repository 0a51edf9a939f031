#include "rtl_model/r700/probes/pipe_watch.h"

#include "rtl_model/r700/wires_stall.h"

/* ---- saying ------------------------------------------------------------------------------------------------------ */

void pipe_say(struct pipe_watch *watch, const struct pipe_event *event)
{
    const struct machine_pipeline *pipeline = &watch->pipeline;
    if (!machine_pipeline_wants(pipeline, event->wave))
        return;
    for (unsigned i = 0; i < pipeline->taker_count; i++)
        pipeline->takers[i]->take(pipeline->takers[i], event);
}

struct pipe_event pipe_event_of(const struct pipe_watch *watch, unsigned i, enum pipe_what what, unsigned stage,
                                uint32_t wave)
{
    return (struct pipe_event){.cycle = watch->gpu->cycle,
                               .what = (uint8_t)what,
                               .stage = (uint8_t)stage,
                               .simd = (uint8_t)i,
                               .wave = wave == PIPE_NOBODY ? wave : gpu_wave_of(watch->gpu, i, wave)};
}

/* ---- lost chances ------------------------------------------------------------------------------------------------ */

static unsigned chance_clocks(unsigned arbiter)
{
    return arbiter == PIPE_SLOT_CF ? 1 : PIPE_CHANCE;
}

void pipe_end_lost(struct pipe_watch *watch, struct pipe_lost *lost, uint64_t cycle)
{
    const unsigned clocks = chance_clocks(lost->event.unit);
    if (!lost->active)
        return;
    if (cycle > lost->last + 1) { /* so many in its sleep */
        const uint64_t more = (cycle - 1 - lost->last) / clocks;
        lost->last += more * clocks;
        lost->chances += (uint32_t)more;
    }
    struct pipe_event event = lost->event;
    event.stage = 0;
    event.cycle = lost->last + clocks;
    event.chances = lost->chances;
    lost->active = false;
    pipe_say(watch, &event);
}

/* A SIMD that slept has lost all its chances for the same reason. */
static void lose(struct pipe_watch *watch, struct pipe_lost *lost, const struct pipe_event *event)
{
    const struct pipe_event *before = &lost->event;
    if (lost->active && before->reason == event->reason && before->work == event->work &&
        before->group == event->group && before->wave == event->wave) {
        lost->chances += (uint32_t)((event->cycle - lost->last) / chance_clocks(event->unit));
        lost->last = event->cycle;
        return;
    }
    pipe_end_lost(watch, lost, event->cycle);
    *lost = (struct pipe_lost){true, *event, event->cycle, 1};
    pipe_say(watch, event);
}

/* The chance of the clock before. */
static void look_at_slot(struct pipe_watch *watch, unsigned i, unsigned parity)
{
    const struct simd *simd = &watch->gpu->simd[i];
    struct pipe_simd  *seen = &watch->simd[i];
    struct pipe_lost  *lost = &seen->lost[parity];
    const stall_t      reason = simd->alu_arbiter[parity].q.stall;
    if (!simd->issue[parity].q.decided)
        return;
    if (reason == STALL_NONE) {
        pipe_end_lost(watch, lost, watch->gpu->cycle - 1);
        return;
    }
    const int         place = stalled_clause(&simd->issue[parity].q, &simd->clauses.in, parity);
    struct pipe_event event = pipe_event_of(watch, i, PIPE_LOST, 1, PIPE_NOBODY);
    event.cycle--;
    event.unit = (uint8_t)parity;
    event.reason = reason;
    if (place >= 0) {
        const struct pipe_work *clause = &seen->clause[place];
        event.place = (uint8_t)place;
        event.work = clause->work;
        event.group = clause->group;
        event.wave = gpu_wave_of(watch->gpu, i, clause->wave);
        event.slot = clause->slot;
    }
    lose(watch, lost, &event);
}

static void look_at_control(struct pipe_watch *watch, unsigned i)
{
    const struct simd *simd = &watch->gpu->simd[i];
    struct pipe_lost  *lost = &watch->simd[i].lost[PIPE_SLOT_CF];
    if (!watch->simd[i].cf_chance || simd->cf_arbiter.q.stall == STALL_NONE) {
        pipe_end_lost(watch, lost, watch->gpu->cycle - 1);
        return;
    }
    struct pipe_event event = pipe_event_of(watch, i, PIPE_LOST, 1, PIPE_NOBODY);
    event.cycle--;
    event.unit = PIPE_SLOT_CF;
    event.reason = simd->cf_arbiter.q.stall;
    lose(watch, lost, &event);
}

/* ---- wavefronts and control flow --------------------------------------------------------------------------------- */

static void look_at_waves(struct pipe_watch *watch, unsigned i)
{
    const struct simd *simd = &watch->gpu->simd[i];
    struct pipe_simd  *seen = &watch->simd[i];
    for (unsigned set = 0; set < WAVE_SETS; set++) {
        const uint64_t moved = simd->waves.free_set[set] ^ seen->free_set[set];
        seen->free_set[set] = simd->waves.free_set[set];
        for (uint64_t left = moved; left; left &= left - 1) {
            const unsigned bit = (unsigned)__builtin_ctzll(left), slot = 64 * set + bit;
            const bool     gone = seen->free_set[set] >> bit & 1;
            if (!gone)
                seen->number[slot] = simd->waves.number[slot];
            struct pipe_event event = pipe_event_of(watch, i, PIPE_WAVE, !gone, seen->number[slot]);
            event.slot = (uint16_t)slot;
            pipe_say(watch, &event);
        }
        for (uint64_t left = seen->return_set[set]; left; left &= left - 1) {
            const unsigned    bit = (unsigned)__builtin_ctzll(left), slot = 64 * set + bit;
            struct pipe_event event = pipe_event_of(watch, i, PIPE_FETCH, PIPE_FETCH_OVER, seen->returns[slot].wave);
            if (simd->waves.fetches[slot])
                continue;
            event.slot = (uint16_t)slot;
            event.work = seen->returns[slot].work;
            seen->return_set[set] &= ~(UINT64_C(1) << bit);
            pipe_say(watch, &event);
        }
    }
}

static enum pipe_kind kind_of(cf_word_t word)
{
    const uint32_t          dwords[2] = {(uint32_t)word, (uint32_t)(word >> 32)};
    const struct isa_cf_op *op = isa_cf_lookup(dwords);
    if (!op)
        return PIPE_KIND_FLOW;
    return op->klass == ISA_CF_ALU                                 ? PIPE_KIND_ALU
           : op->klass == ISA_CF_FETCH                             ? PIPE_KIND_FETCH
           : op->klass == ISA_CF_EXPORT || op->klass == ISA_CF_MEM ? PIPE_KIND_EXPORT
                                                                   : PIPE_KIND_FLOW;
}

static void say_export(struct pipe_watch *watch, unsigned i, const struct cf_sequencer_reg *cf)
{
    struct pipe_simd *seen = &watch->simd[i];
    struct pipe_event event = pipe_event_of(watch, i, PIPE_EXPORT, 1, cf->step_number);
    struct pipe_export export = {++watch->works, cf->step_number, cf->step_slot};
    event.slot = export.slot;
    event.work = export.work;
    event.address = cf->start_pc;
    event.word = cf->start_word;
    if (seen->export_count < PIPE_EXPORTS)
        seen->exports[(seen->export_first + seen->export_count++) % PIPE_EXPORTS] = export;
    pipe_say(watch, &event);
}

static void look_at_step(struct pipe_watch *watch, unsigned i, const struct cf_sequencer_reg *cf)
{
    static const uint8_t then[CF_STEPS] = {[CF_STEP_READY] = PIPE_THEN_GOES_ON,
                                           [CF_STEP_MISS] = PIPE_THEN_MISSES,
                                           [CF_STEP_WAIT] = PIPE_THEN_WAITS,
                                           [CF_STEP_END] = PIPE_THEN_ENDS,
                                           [CF_STEP_PAUSE] = PIPE_THEN_PAUSES};
    const bool           executed = cf->start_alu || cf->start_fetch || cf->start_export || cf->start_flow;
    const unsigned       stage = cf->start_alu                 ? PIPE_CF_ALU
                                 : cf->start_fetch             ? PIPE_CF_CLAUSE
                                 : cf->start_export            ? PIPE_CF_EXPORT
                                 : executed                    ? PIPE_CF_DONE
                                 : cf->step_to == CF_STEP_WAIT ? PIPE_CF_WAITS
                                 : cf->step_to == CF_STEP_MISS ? PIPE_CF_MISSES
                                                               : PIPE_CF_DONE;
    struct pipe_event    event = pipe_event_of(watch, i, PIPE_CF, stage, cf->step_number);
    watch->simd[i].stepped[cf->step_slot] = event.cycle;
    event.slot = cf->step_slot;
    event.then = then[cf->step_to];
    event.address = executed ? cf->start_pc : cf->step_pc;
    event.word = executed ? cf->start_word : 0;
    pipe_say(watch, &event);
    if (cf->start_export)
        say_export(watch, i, cf);
}

/* What leaves a stage is said before what enters it. */
static void look_at_cf(struct pipe_watch *watch, unsigned i)
{
    const struct cf_sequencer_reg *cf = &watch->gpu->simd[i].cf.q;
    struct pipe_simd              *seen = &watch->simd[i];
    const bool                     decodes = cf->decode && !(seen->decode && seen->decode_slot == cf->decode_slot);
    struct pipe_event              event = pipe_event_of(watch, i, PIPE_CF, PIPE_CF_DECODE, cf->decode_number);
    if (cf->step)
        look_at_step(watch, i, cf);
    if (decodes) {
        event.slot = cf->decode_slot;
        event.address = cf->decode_pc;
        event.word = cf->decode_word;
        event.kind = (uint8_t)kind_of(cf->decode_word);
        pipe_say(watch, &event);
    } else if (seen->fetch && (!cf->fetch || cf->look) && !(cf->step && cf->step_slot == seen->fetch_slot)) {
        event = pipe_event_of(watch, i, PIPE_CF, PIPE_CF_AGAIN, seen->number[seen->fetch_slot]);
        event.slot = seen->fetch_slot;
        pipe_say(watch, &event);
    }
    if (cf->fetch && (cf->look || !seen->fetch)) {
        event = pipe_event_of(watch, i, PIPE_CF, PIPE_CF_FETCH, cf->fetch_number);
        event.slot = cf->fetch_slot;
        event.address = cf->fetch_pc;
        pipe_say(watch, &event);
    }
    seen->fetch = cf->fetch;
    seen->fetch_slot = cf->fetch_slot;
    seen->decode = cf->decode;
    seen->decode_slot = cf->decode_slot;
    seen->cf_chance = !cf->fetch || cf->fetch_wait <= 1;
}

/* ---- clauses, groups, exports ------------------------------------------------------------------------------------ */

static uint64_t word_at(const struct simd *simd, uint32_t address)
{
    const struct instruction_memory *program = &simd->outside.program;
    if (2 * (uint64_t)address + 1 >= program->count)
        return 0;
    return (uint64_t)program->dwords[2 * address + 1] << 32 | program->dwords[2 * address];
}

/* A clause in its place: whether its state is another one. */
static bool goes_on(struct pipe_watch *watch, struct pipe_work *seen, uint8_t state, uint32_t wave, uint16_t slot)
{
    _Static_assert(CLAUSE_EMPTY == 0 && FETCH_CLAUSE_EMPTY == 0, "both begin there");
    if (state == seen->state)
        return false;
    if (!seen->state)
        *seen = (struct pipe_work){.work = ++watch->works, .wave = wave, .slot = slot};
    seen->state = state;
    seen->before = seen->since;
    seen->since = watch->gpu->cycle;
    return true;
}

static void say_clause(struct pipe_watch *watch, unsigned place, const struct pipe_work *seen, struct pipe_event *event)
{
    event->place = (uint8_t)place;
    event->slot = seen->slot;
    event->work = seen->work;
    pipe_say(watch, event);
}

static void look_at_clause(struct pipe_watch *watch, unsigned i, unsigned place)
{
    static const uint8_t stage[CLAUSE_STATES] = {
        [CLAUSE_EMPTY] = PIPE_CLAUSE_OVER,  [CLAUSE_ARBITRATE] = PIPE_CLAUSE_ARBITRATE,
        [CLAUSE_LOCK] = PIPE_CLAUSE_LOCK,   [CLAUSE_FETCH] = PIPE_CLAUSE_FETCH,
        [CLAUSE_READY] = PIPE_CLAUSE_READY, [CLAUSE_RUN] = PIPE_CLAUSE_RUN,
        [CLAUSE_DRAIN] = PIPE_CLAUSE_DRAIN};
    const struct simd           *simd = &watch->gpu->simd[i];
    const struct alu_clause_reg *q = &simd->clause[place].q;
    struct pipe_work            *seen = &watch->simd[i].clause[place];
    if (!goes_on(watch, seen, q->state, q->number, q->slot))
        return;
    struct pipe_event event = pipe_event_of(watch, i, PIPE_CLAUSE, stage[q->state], seen->wave);
    event.address = q->pc;
    event.word = q->state == CLAUSE_EMPTY ? 0 : word_at(simd, q->pc);
    say_clause(watch, place, seen, &event);
}

static void look_at_group(struct pipe_watch *watch, unsigned i, unsigned parity)
{
    const struct alu_issue_reg *q = &watch->gpu->simd[i].issue[parity].q;
    struct pipe_work           *clause = &watch->simd[i].clause[q->of_clause];
    struct pipe_event           event = pipe_event_of(watch, i, PIPE_GROUP, 1, q->wave);
    if (!q->consume)
        return;
    event.slot = q->wave_slot;
    event.unit = (uint8_t)parity;
    event.place = q->of_clause;
    event.work = clause->work;
    event.group = clause->group++;
    event.address = q->address;
    if (machine_pipeline_wants(&watch->pipeline, event.wave))
        pipe_group_of(q, &watch->group);
    event.of_group = &watch->group;
    pipe_say(watch, &event);
}

static void look_at_fetch_clause(struct pipe_watch *watch, unsigned i, unsigned place)
{
    static const uint8_t           stage[FETCH_CLAUSE_STATES] = {[FETCH_CLAUSE_EMPTY] = PIPE_FETCH_RETURN,
                                                                 [FETCH_CLAUSE_ARBITRATE] = PIPE_FETCH_ARBITRATE,
                                                                 [FETCH_CLAUSE_FETCH] = PIPE_FETCH_FETCH,
                                                                 [FETCH_CLAUSE_RUN] = PIPE_FETCH_OFFER};
    const struct fetch_clause_reg *q = &watch->gpu->simd[i].fetch_clause[place].q;
    struct pipe_simd              *of = &watch->simd[i];
    struct pipe_work              *seen = &of->fetch_clause[place];
    if (!goes_on(watch, seen, q->state, q->number, q->slot))
        return;
    if (q->state == FETCH_CLAUSE_EMPTY) {
        of->returns[seen->slot] = *seen;
        of->return_set[seen->slot / 64] |= UINT64_C(1) << seen->slot % 64;
    }
    struct pipe_event event = pipe_event_of(watch, i, PIPE_FETCH, stage[q->state], seen->wave);
    event.address = q->state == FETCH_CLAUSE_EMPTY ? 0 : q->head;
    say_clause(watch, place, seen, &event);
}

static void look_at_exports(struct pipe_watch *watch, unsigned i)
{
    struct pipe_simd             *seen = &watch->simd[i];
    const struct export_unit_reg *q = &watch->gpu->simd[i].exports.q;
    if (!q->report)
        return;
    if (seen->export_unknown) {
        seen->export_unknown--;
        return;
    }
    if (!seen->export_count)
        return;
    const struct pipe_export *export = &seen->exports[seen->export_first];
    struct pipe_event event = pipe_event_of(watch, i, PIPE_EXPORT, 0, export->wave);
    event.slot = export->slot;
    event.work = export->work;
    seen->export_first = (seen->export_first + 1) % PIPE_EXPORTS;
    seen->export_count--;
    pipe_say(watch, &event);
}

/* ---- a clock ----------------------------------------------------------------------------------------------------- */

/* At which modules it looks when they have changed, in this order: ONE, or EACH of several. */
#define LOOKS(ONE, EACH)                                                                                               \
    ONE(waves, look_at_waves)                                                                                          \
    ONE(cf, look_at_cf)                                                                                                \
    EACH (clause, look_at_clause)                                                                                      \
        EACH (issue, look_at_group)                                                                                    \
            EACH (fetch_clause, look_at_fetch_clause)                                                                  \
    ONE(exports, look_at_exports)

void pipe_look(struct pipe_watch *watch, unsigned i, module_bits_t changed)
{
#define ONE(member, look)                                                                                              \
    if (changed & PIPE_OF(member))                                                                                     \
        look(watch, i);
#define EACH(member, look)                                                                                             \
    for (uint64_t left = (uint64_t)((changed & PIPE_OF(member)) >> (AT_##member - SIMD_FIRST_MODULE)); left;           \
         left &= left - 1)                                                                                             \
        look(watch, i, (unsigned)__builtin_ctzll(left));
    LOOKS(ONE, EACH)
}

void pipe_watch_clock(struct pipe_watch *watch)
{
    bool said = false;
    for (unsigned i = 0; i < watch->gpu->simds; i++) {
        const struct simd  *simd = &watch->gpu->simd[i];
        struct pipe_simd   *seen = &watch->simd[i];
        const module_bits_t changed = simd->changed.modules;
        const unsigned      rotation = simd->rotation.q.clock;
        if (simd->clock == seen->clock)
            continue; /* it sleeps */
        seen->clock = simd->clock;
        for (unsigned p = 0; p < PARITIES; p++)
            if (pipe_chance_shows((rotation + ROTATION_CLOCKS - 1) % ROTATION_CLOCKS, p))
                look_at_slot(watch, i, p);
        if (seen->cf_chance || seen->lost[PIPE_SLOT_CF].active)
            look_at_control(watch, i);
        if (changed)
            pipe_look(watch, i, changed);
        said = true;
    }
    said |= pipe_memory_clock(watch);
    if (said)
        for (unsigned t = 0; t < watch->pipeline.taker_count; t++)
            watch->pipeline.takers[t]->reached(watch->pipeline.takers[t], watch->gpu->cycle - 1);
}
