/* why_control.c - what wavefronts wait for that have no ALU clause near a wavefront slot: control flow,
 * exports, launch. */
#include <inttypes.h>

#include "rtl_model/r700/probes/why.h"
#include "rtl_model/r700/wires_control.h"

static struct why_link *waits_for_cf(struct why_link *link)
{
    link->what = PIPE_CF;
    return link;
}

static uint32_t number_in(const struct why *why, unsigned slot)
{
    return why_waves(why)->number[slot];
}

/* ---- exports ----------------------------------------------------------------------------------------------------- */

static void tell_export(const struct why *why, unsigned slot)
{
    const struct export_unit_reg *q = &why->simd->exports.q;
    const struct wave_table      *waves = why_waves(why);
    const uint32_t                wave = number_in(why, slot);
    if (!waves->exports[slot] && waves->acks[slot]) {
        why_say(why, wave, 0, "%u memory writes are not acknowledged: memory has not all of their blocks",
                waves->acks[slot]);
        why_ends(why, WHY_MISS, "mc_latency_clk", "smx_lines");
    } else if (q->busy && q->to_memory && q->wants_room) {
        why_say(why, wave, 0, "the export buffer has no line free for a memory write");
        why_ends(why, WHY_ROOM, "smx_lines");
    } else if (q->busy) {
        why_say(why, wave, 0, "the export unit sends wavefront %" PRIu32 "'s export, a quarter a clock", q->number);
        why_ends(why, WHY_PORT, NULL);
    } else {
        why_say(why, wave, 0, "the report of an export takes %u clocks behind its last quarter",
                why->simd->exports.in.export_clk);
        why_ends(why, WHY_TIME, "sx_export_clk");
    }
}

/* ---- wavefronts that wait ---------------------------------------------------------------------------------------- */

static bool is_meant(const struct why *why, unsigned slot)
{
    return why->slot < 0 || (unsigned)why->slot == slot;
}
/* Some wavefront that is meant is in a phase. */
static bool any_in(const struct why *why, enum wave_phase phase)
{
    const struct wave_table *waves = why_waves(why);
    return why->slot < 0 ? waves->q.in_phase.phase[phase] : waves->phase[why->slot] == phase;
}

/* Their slots, in a phase. */
#define EACH_SLOT_IN(waves, slot, in_phase)                                                                            \
    for (unsigned slot = 0; slot < WAVE_SLOTS; slot++)                                                                 \
        if (is_meant(why, slot) && (waves)->phase[slot] == (in_phase))

static uint64_t since_step(const struct why *why, unsigned slot)
{
    return why->seen->stepped[slot];
}

static void cf_misses(const struct why *why)
{
    const struct wave_table *waves = why_waves(why);
    const struct icache     *cache = &why->simd->cf_cache;
    int                      best = -1;
    uint32_t                 least = UINT32_MAX;
    EACH_SLOT_IN(waves, slot, WAVE_CF_MISS)
    {
        const uint32_t line = waves->pc[slot] / ICACHE_LINE_WORDS;
        best = best < 0 ? (int)slot : best;
        for (unsigned m = 0; m < ICACHE_MISSES; m++)
            if (cache->q.miss_line.entry[m] == line + 1 && cache->q.miss_wait.entry[m] < least) {
                least = cache->q.miss_wait.entry[m];
                best = (int)slot;
            }
    }
    const unsigned slot = best < 0 ? 0 : (unsigned)best;
    const uint32_t wave = waves->number[slot], pc = waves->pc[slot];
    waits_for_cf(why_say(why, wave, since_step(why, slot),
                         "wavefront %" PRIu32 " sleeps until the instruction at CF %" PRIu32 " is there", wave, pc));
    why_line(why, cache, pc / ICACHE_LINE_WORDS, wave, "CF instruction cache");
}

static void in_sequencer(const struct why *why)
{
    const struct cf_sequencer     *cf = &why->simd->cf;
    const struct cf_sequencer_reg *q = &cf->q;
    if (q->decode) {
        why_say(why, q->decode_number, 0, "wavefront %" PRIu32 ", CF %" PRIu32 ": decode takes %u clocks",
                q->decode_number, q->decode_pc, cf->in.decode_clk);
        why_ends(why, WHY_TIME, "cf_decode_clk", q->fetch ? "cf_fetch_clk" : NULL);
    } else if (q->fetch) {
        why_say(why, q->fetch_number, 0, "wavefront %" PRIu32 ", CF %" PRIu32 ": fetch takes %u clocks",
                q->fetch_number, q->fetch_pc, cf->in.fetch_clk);
        why_ends(why, WHY_TIME, "cf_fetch_clk");
    } else {
        why_say(why, q->step_number, 0, "wavefront %" PRIu32 " is on its way from the CF sequencer to the wave table",
                q->step_number);
        why_ends(why, WHY_TIME, "cf_decode_clk");
    }
}

static bool is_waiting(const struct wave_table *waves, unsigned slot)
{
    return waves->phase[slot] == WAVE_WAITING || waves->phase[slot] == WAVE_ENDING;
}

/* Of wavefronts that wait for their ALU clause the one whose clause is furthest; -1: none. */
static int furthest(const struct why *why)
{
    const struct alu_clause *clauses = why->simd->clause;
    int                      best = -1;
    for (int c = 0; c < ALU_CLAUSES; c++) {
        const struct alu_clause_reg *q = &clauses[c].q;
        if (q->state != CLAUSE_EMPTY && is_meant(why, q->slot) && is_waiting(why_waves(why), q->slot) &&
            (best < 0 || q->state > clauses[best].q.state))
            best = c;
    }
    return best;
}

static void wait_of(const struct why *why, unsigned slot, const char *what)
{
    const struct wave_table *waves = why_waves(why);
    const char *const        behind = waves->phase[slot] == WAVE_ENDING ? "its end" : "its next instruction";
    waits_for_cf(why_say(why, waves->number[slot], since_step(why, slot),
                         "wavefront %" PRIu32 " waits for %s before %s, CF %" PRIu32, waves->number[slot], what, behind,
                         waves->pc[slot]));
}

static void waits(const struct why *why)
{
    const struct wave_table *waves = why_waves(why);
    const int                clause = furthest(why);
    const bool               clauses = why->slot < 0 ? waves->q.alu_total : waves->alu[why->slot];
    int                      fetch = -1, export = -1, any = -1;
    for (unsigned slot = 0; slot < WAVE_SLOTS; slot++) {
        if (!is_meant(why, slot) || !is_waiting(waves, slot))
            continue;
        any = (int)slot;
        if (waves->fetches[slot] && (fetch < 0 || waves->number[slot] < waves->number[fetch]))
            fetch = (int)slot;
        if ((waves->exports[slot] || waves->acks[slot]) && (export < 0 || waves->number[slot] < waves->number[export]))
            export = (int)slot;
    }
    if (clauses && clause >= 0) {
        wait_of(why, why->seen->clause[clause].slot, "its ALU clause");
        why_clause(why, (unsigned)clause);
    } else if (clauses) { /* it is on its way between the sequencer and a place for a clause */
        why_say(why, PIPE_NOBODY, 0, "an ALU clause starts in this clock");
        why_ends(why, WHY_TIME, "cf_decode_clk");
    } else if (fetch >= 0) {
        wait_of(why, (unsigned)fetch, "its fetch clause");
        why_fetch(why, (unsigned)fetch);
    } else if (export >= 0) {
        wait_of(why, (unsigned)export, "its exports");
        tell_export(why, (unsigned)export);
    } else {
        wait_of(why, any < 0 ? 0 : (unsigned)any, "nothing any more");
        why_ends(why, WHY_TIME, NULL);
    }
}

static void no_wavefront(const struct why *why)
{
    const struct gpu            *gpu = why->watch->gpu;
    const struct dispatcher_reg *q = &gpu->dispatcher.q;
    if (q->launched < gpu_waves(gpu) || q->launch) {
        why_say(why, PIPE_NOBODY, 0, "wavefront %" PRIu32 " of %" PRIu32 " is launched next: no wavefront is here yet",
                q->launched, gpu_waves(gpu));
        why_ends(why, WHY_LAUNCH, "spi_wave_clk", "spi_load_clk", "spi_free_clk");
    } else {
        why_say(why, PIPE_NOBODY, 0, "all %" PRIu32 " wavefronts have been launched, and none is left here",
                gpu_waves(gpu));
        why_ends(why, WHY_END, NULL);
    }
}

/* ---- the CF sequencer -------------------------------------------------------------------------------------------- */

/* More places make more room, where the chip has fewer than there can be. */
static void no_place(const struct why *why, const char *what, unsigned places, unsigned most, const char *parameter)
{
    why_say(why, PIPE_NOBODY, 0, "all %u places for %ss are taken", places, what);
    why_ends(why, WHY_ROOM, places < most ? parameter : NULL);
}

static void no_export(const struct why *why)
{
    const struct export_unit_reg *q = &why->simd->exports.q;
    why_say(why, q->number, 0, "the export unit has another one, and %u wait for their report", q->reports);
    why_ends(why, WHY_ROOM, "sx_export_clk", why->watch->gpu->chip.sx_buffers < EXPORT_REPORTS ? "sx_buffers" : NULL);
}

/* In decode, or on its way back to it. */
static void no_room(const struct why *why, uint32_t number, uint32_t pc, enum cf_stall unit, uint64_t since)
{
    static const char *const what[CF_STALLS] = {
        [CF_STALL_NO_CLAUSE] = "ALU clause", [CF_STALL_NO_FETCH] = "fetch clause", [CF_STALL_NO_EXPORT] = "export"};
    const struct chip_config *chip = &why->watch->gpu->chip;
    waits_for_cf(why_say(why, number, since, "wavefront %" PRIu32 ", CF %" PRIu32 ", finds no room for its %s", number,
                         pc, what[unit]));
    if (unit == CF_STALL_NO_CLAUSE)
        no_place(why, what[unit], chip->alu_places, ALU_CLAUSES, "alu_places");
    else if (unit == CF_STALL_NO_FETCH)
        why_fetch_place(why, chip->fetch_places);
    else
        no_export(why);
}

/* A flow instruction before a want of place, as paused_for has it; the shortest pause of those. */
static void paused(const struct why *why)
{
    const struct wave_table *waves = why_waves(why);
    int                      best = -1;
    EACH_SLOT_IN(waves, slot, WAVE_PAUSED)
    if (best < 0 || !waves->wait[slot] > !waves->wait[best] ||
        (!waves->wait[slot] == !waves->wait[best] && waves->pause[slot] < waves->pause[best]))
        best = (int)slot;
    const unsigned slot = best < 0 ? 0 : (unsigned)best;
    if (waves->wait[slot]) {
        no_room(why, number_in(why, slot), waves->pc[slot],
                waves->wait[slot] == CF_WAIT_ALU     ? CF_STALL_NO_CLAUSE
                : waves->wait[slot] == CF_WAIT_FETCH ? CF_STALL_NO_FETCH
                                                     : CF_STALL_NO_EXPORT,
                since_step(why, slot));
        return;
    }
    waits_for_cf(why_say(why, number_in(why, slot), since_step(why, slot),
                         "wavefront %" PRIu32 " digests the flow instruction before CF %" PRIu32, number_in(why, slot),
                         waves->pc[slot]));
    why_ends(why, WHY_TIME, "cf_flow_clk");
}

/* By slot where one wavefront is meant, as far as it is not in the sequencer; else as cf_stall and no_ready_wave go
 * about it (wires_control.h). */
void why_control(const struct why *why)
{
    const struct simd             *simd = why->simd;
    const struct cf_sequencer_reg *cf = &simd->cf.q;
    const struct wave_table       *waves = why_waves(why);
    const bool                     sequencer = why->slot < 0 || any_in(why, WAVE_READY);
    if (sequencer && cf->decode && cf->stall != CF_STALL_NONE) {
        no_room(why, cf->decode_number, cf->decode_pc, (enum cf_stall)cf->stall, 0);
    } else if (sequencer && cf->fetch && !cf->fetch_known && !simd->cf_cache.q.answer) {
        why_say(why, cf->fetch_number, 0, "wavefront %" PRIu32 ": the CF instruction cache has not answered",
                cf->fetch_number);
        why_ends(why, WHY_TIME, "cf_fetch_clk");
    } else if (sequencer && simd->cf_turn[0].in.who && cf_chance(cf)) {
        const unsigned slot = simd->cf_turn[0].in.who - 1u;
        why_say(why, number_in(why, slot), 0, "wavefront %" PRIu32 ", CF %" PRIu32 ": its fetch begins in this clock",
                number_in(why, slot), waves->pc[slot]);
        why_ends(why, WHY_TIME, "cf_fetch_clk", "cf_decode_clk");
    } else if (!waves->q.resident) {
        no_wavefront(why);
    } else if (any_in(why, WAVE_CF_MISS)) {
        cf_misses(why);
    } else if (any_in(why, WAVE_READY)) {
        in_sequencer(why);
    } else if (any_in(why, WAVE_PAUSED)) {
        paused(why);
    } else if (any_in(why, WAVE_WAITING) || any_in(why, WAVE_ENDING)) {
        waits(why);
    } else {
        why_say(why, PIPE_NOBODY, 0, "the initial GPRs of wavefronts are written, %u clocks each",
                why->watch->gpu->chip.spi_load_clk);
        why_ends(why, WHY_LAUNCH, "spi_load_clk", "spi_wave_clk");
    }
}
