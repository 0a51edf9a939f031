#include "rtl_model/r700/probes/pipe_watch.h"
#include "rtl_model/r700/probes/pipe_list.h"

#include "rtl_model/r700/wires_stall.h"

/* Events have the modules' own numbers. */
_Static_assert((int)CF_STEP_MISS == PIPE_THEN_MISSES && (int)CF_STEP_WAIT == PIPE_THEN_WAITS &&
                   (int)CF_STEP_END == PIPE_THEN_ENDS && (int)CF_STEP_PAUSE == PIPE_THEN_PAUSES,
               "what a wavefront does then");
_Static_assert(CLAUSE_EMPTY == 0 && (int)CLAUSE_ARBITRATE == PIPE_CLAUSE_ARBITRATE &&
                   (int)CLAUSE_LOCK == PIPE_CLAUSE_LOCK && (int)CLAUSE_FETCH == PIPE_CLAUSE_FETCH &&
                   (int)CLAUSE_READY == PIPE_CLAUSE_READY && (int)CLAUSE_RUN == PIPE_CLAUSE_RUN &&
                   (int)CLAUSE_DRAIN == PIPE_CLAUSE_DRAIN,
               "stages of an ALU clause");
_Static_assert(FETCH_CLAUSE_EMPTY == 0 && (int)FETCH_CLAUSE_ARBITRATE == PIPE_FETCH_ARBITRATE &&
                   (int)FETCH_CLAUSE_FETCH == PIPE_FETCH_FETCH && (int)FETCH_CLAUSE_RUN == PIPE_FETCH_OFFER,
               "stages of a fetch clause");

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

static void see_waves(struct pipe_watch *watch, unsigned i, unsigned k)
{
    const struct simd *simd = &watch->gpu->simd[i];
    struct pipe_simd  *seen = &watch->simd[i];
    (void)k;
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

static bool executes(const struct cf_sequencer_reg *cf)
{
    return cf->start_alu || cf->start_fetch || cf->start_export || cf->start_flow;
}

static unsigned step_stage(const struct cf_sequencer_reg *cf)
{
    return cf->start_alu                 ? PIPE_CF_ALU
           : cf->start_fetch             ? PIPE_CF_CLAUSE
           : cf->start_export            ? PIPE_CF_EXPORT
           : executes(cf)                ? PIPE_CF_DONE
           : cf->step_to == CF_STEP_WAIT ? PIPE_CF_WAITS
           : cf->step_to == CF_STEP_MISS ? PIPE_CF_MISSES
                                         : PIPE_CF_DONE;
}

static bool decodes(const struct pipe_simd *seen, const struct cf_sequencer_reg *cf)
{
    return cf->decode && !(seen->decode && seen->decode_slot == cf->decode_slot);
}

static bool fetches_again(const struct pipe_simd *seen, const struct cf_sequencer_reg *cf)
{
    return !decodes(seen, cf) && seen->fetch && (!cf->fetch || cf->look) &&
           !(cf->step && cf->step_slot == seen->fetch_slot);
}

static void see_cf(struct pipe_watch *watch, unsigned i, unsigned k)
{
    const struct cf_sequencer_reg *cf = &watch->gpu->simd[i].cf.q;
    struct pipe_simd              *seen = &watch->simd[i];
    (void)k;
    if (cf->step)
        seen->stepped[cf->step_slot] = watch->gpu->cycle;
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
    if (state == seen->state)
        return false;
    if (!seen->state)
        *seen = (struct pipe_work){.work = ++watch->works, .wave = wave, .slot = slot};
    seen->state = state;
    seen->before = seen->since;
    seen->since = watch->gpu->cycle;
    return true;
}

static void see_returns(struct pipe_watch *watch, unsigned i, unsigned k)
{
    struct pipe_simd       *seen = &watch->simd[i];
    const struct pipe_work *clause = &seen->fetch_clause[k];
    if (clause->state != FETCH_CLAUSE_EMPTY || clause->since != watch->gpu->cycle || !clause->work)
        return;
    seen->returns[clause->slot] = *clause;
    seen->return_set[clause->slot / 64] |= UINT64_C(1) << clause->slot % 64;
}

static const struct pipe_group *group_of(struct pipe_watch *watch, const struct alu_issue_reg *issue, uint32_t wave)
{
    if (machine_pipeline_wants(&watch->pipeline, wave))
        pipe_group_of(issue, &watch->group);
    return &watch->group;
}

static uint32_t begin_export(struct pipe_watch *watch, struct pipe_simd *seen, const struct cf_sequencer_reg *cf)
{
    const struct pipe_export export = {++watch->works, cf->step_number, cf->step_slot};
    if (seen->export_count < PIPE_EXPORTS)
        seen->exports[(seen->export_first + seen->export_count++) % PIPE_EXPORTS] = export;
    return export.work;
}

/* Which one ends is known but for those that were under way when the watch began. */
static bool end_export(struct pipe_simd *seen, const struct export_unit_reg *exports)
{
    if (!exports->report)
        return false;
    if (seen->export_unknown) {
        seen->export_unknown--;
        return false;
    }
    if (!seen->export_count)
        return false;
    seen->reported = seen->exports[seen->export_first];
    seen->export_first = (seen->export_first + 1) % PIPE_EXPORTS;
    seen->export_count--;
    return true;
}

/* ---- the rows as code -------------------------------------------------------------------------------------------- */

#define SET(field, value) event.field = (__typeof__(event.field))(value);
#define EVENT(name, FROM, when, what, stage, number, SETS, meaning)                                                    \
    static void say_##name(struct pipe_watch *watch, unsigned i, unsigned k)                                           \
    {                                                                                                                  \
        const struct simd *const rtl_machine = &watch->gpu->simd[i];                                                   \
        struct pipe_simd *const  seen = &watch->simd[i];                                                               \
        (void)seen, (void)k;                                                                                           \
        FROM(RTL_LOCAL_ONE, RTL_LOCAL_ALL, PROBE_IN)                                                                   \
        if (!(when))                                                                                                   \
            return;                                                                                                    \
        struct pipe_event event = pipe_event_of(watch, i, what, stage, number);                                        \
        SETS(SET)                                                                                                      \
        pipe_say(watch, &event);                                                                                       \
    }
#define SEE(...)
PIPE_LIST(EVENT, SEE)
#undef EVENT
#undef SEE

/* Of the first source: its modules as bits, and the number of the first one. */
#define SOURCE_BITS(type, name, member, ...) PIPE_OF(member),
#define SOURCE_AT(type, name, member, ...) AT_##member,

void pipe_look(struct pipe_watch *watch, unsigned i, module_bits_t changed)
{
#define ASK(function, FROM)                                                                                            \
    {                                                                                                                  \
        const module_bits_t of[] = {FROM(SOURCE_BITS, SOURCE_BITS, SOURCE_BITS)};                                      \
        const unsigned      at[] = {FROM(SOURCE_AT, SOURCE_AT, SOURCE_AT)};                                            \
        for (uint64_t left = (uint64_t)((changed & of[0]) >> (at[0] - SIMD_FIRST_MODULE)); left; left &= left - 1)     \
            function(watch, i, (unsigned)__builtin_ctzll(left));                                                       \
    }
#define EVENT(name, FROM, ...) ASK(say_##name, FROM)
#define SEE(name, FROM, function, meaning) ASK(function, FROM)
    PIPE_LIST(EVENT, SEE)
#undef EVENT
#undef SEE
}

/* ---- a clock ----------------------------------------------------------------------------------------------------- */

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
