/* observe.c - what an observer sees of an NV30 in a clock: which quad enters the core, or why none does; instructions
 * from their first pass to the end of their last. */
#include "rtl_model/nv30/probes/sums.h"

ISSUE_LISTS(nv30_reasons, NV30_USED, NV30_REASONS)

/* ---- chances ----------------------------------------------------------------------------------------------------- */

/* The quad in flight that is next to come round: at the end of the pipeline, in the FIFO, or in the last stage. */
static void next_in_flight(const struct nv30 *nv30, unsigned *slot, unsigned *pass)
{
    const struct nv30_texture_unit *units = &nv30->units;
    *slot = NV30_SLOTS;
    *pass = 0;
    if (units->q.valid || units->q.count) {
        *slot = units->q.valid ? units->q.slot : units->fifo_slot[units->q.head];
        *pass = units->q.valid ? units->q.pass : units->fifo_pass[units->q.head];
        return;
    }
#define LOOK_AT(stage)                                                                                                 \
    if (*slot == NV30_SLOTS && nv30->stage.q.valid) {                                                                  \
        *slot = nv30->stage.q.slot;                                                                                    \
        *pass = nv30->stage.q.pass;                                                                                    \
    }
    LOOK_AT(stage10)
    LOOK_AT(stage9)
    LOOK_AT(stage8)
    LOOK_AT(stage7)
    LOOK_AT(stage6)
    LOOK_AT(stage5)
    LOOK_AT(stage4)
    LOOK_AT(stage3)
    LOOK_AT(stage2)
    LOOK_AT(stage1)
}

/* A quad that waits for the core, and its next pass: at the end of the pipeline, else a new one. */
static bool could_enter(const struct nv30 *nv30, unsigned *slot, unsigned *pass)
{
    const bool tail = nv30->units.q.valid && !nv30->units.q.ends;
    if (!tail && !nv30->raster.q.offer)
        return false;
    *slot = tail ? nv30->units.q.slot : nv30->raster.q.slot;
    *pass = tail ? nv30->units.q.pass + 1u : 0;
    return true;
}

enum nv30_reason nv30_chance(const struct nv30 *nv30, unsigned *slot, unsigned *pass)
{
    const struct nv30_source_select_in *in = &nv30->stage1.in;
    const enum nv30_way                 way = nv30_source(in->core, in->tail, in->raster, nv30->stage1.q.pause_left);
    if (way == NV30_FROM_CORE) {
        *slot = nv30->stage10.q.slot;
        *pass = nv30->stage10.q.pass + 1u;
        return ISSUE_used;
    }
    if (could_enter(nv30, slot, pass))
        return way == NV30_FROM_NOWHERE ? ISSUE_pause : ISSUE_used;
    next_in_flight(nv30, slot, pass);
    if (!nv30->raster.q.in_flight)
        return ISSUE_no_quad;
    return nv30->raster.q.number < nv30->setup.quads ? ISSUE_no_place : ISSUE_last_quads;
}

/* ---- a clock ----------------------------------------------------------------------------------------------------- */

static uint32_t line_of(const struct nv30 *nv30, unsigned pass)
{
    return pass < nv30->setup.passes.count ? nv30->setup.passes.list[pass].instruction
                                           : NV30_INSTRUCTIONS_MAX + (uint32_t)LINE_ELSEWHERE;
}

static void end_instruction(struct issue_observer *observer, const struct nv30 *nv30, unsigned slot)
{
    if (observer->since[slot])
        issue_ended(observer, observer->last[slot], nv30->core.cycle - observer->since[slot] + 1);
    observer->since[slot] = 0;
}

static void see_pass(struct issue_observer *observer, const struct nv30 *nv30, unsigned slot, unsigned pass)
{
    const bool     fresh = pass == 0, first = nv30->setup.passes.list[pass].first;
    const unsigned killed = fresh ? 0 : nv30->raster.killed[slot];
    if (first) {
        end_instruction(observer, nv30, slot);
        observer->last[slot] = line_of(nv30, pass);
        observer->since[slot] = nv30->core.cycle + 1;
    }
    issue_executed(observer, line_of(nv30, pass), first, first ? NV30_QUAD - (unsigned)__builtin_popcount(killed) : 0);
}

static void see_clock(struct issue_observer *observer)
{
    const struct nv30     *nv30 = observer->machine;
    unsigned               slot, pass;
    const enum nv30_reason reason = nv30_chance(nv30, &slot, &pass);
    nv30_sums_of_clock(nv30, observer->now.sums);
    issue_chance(observer, reason,
                 slot < NV30_SLOTS ? line_of(nv30, pass) : NV30_INSTRUCTIONS_MAX + (uint32_t)LINE_NONE);
    if (nv30->units.q.valid && nv30->units.q.ends)
        end_instruction(observer, nv30, nv30->units.q.slot);
    if (reason == ISSUE_used)
        see_pass(observer, nv30, slot, pass);
}

/* ---- the row ----------------------------------------------------------------------------------------------------- */

static bool list(const struct machine_observer *base, FILE *out, void (*line)(void *context, uint32_t address),
                 void *context, struct diag *diag)
{
    const struct nv30    *nv30 = ((const struct issue_observer *)(const void *)base)->machine;
    const struct program *program = nv30->core.program;
    for (unsigned i = 0; i < program->count / NV30_DWORDS; i++) {
        struct nv30_instruction instruction;
        char                    text[192];
        if (!nv30_decode(program->dwords + (size_t)i * NV30_DWORDS, &instruction, text, sizeof text))
            return diag_set(diag, NULL, 0, "instruction %u: %s", i, text);
        nv30_print(&instruction, text, sizeof text);
        line(context, i);
        fprintf(out, "%3u %s\n", i, text);
    }
    return true;
}

struct machine_observer *nv30_observe(void *machine, enum observed_detail detail, struct diag *diag)
{
    static const struct issue_machine kind = {.place = "nv30",
                                              .counters = &nv30_counters,
                                              .reasons = &nv30_reasons,
                                              .sums = SUMS,
                                              .lines = NV30_INSTRUCTIONS_MAX,
                                              .words = {.place = "processor",
                                                        .issuer = "core",
                                                        .issued = "a quad",
                                                        .part = "quads",
                                                        .work = "passes",
                                                        .latency = "instructions",
                                                        .no_line = "(no quad)",
                                                        .loading = "(new quads)",
                                                        .page = "docs/counters-nv30.md"},
                                              .clock = see_clock,
                                              .list = list,
                                              .lanes = NV30_QUAD,
                                              .energy = &nv30_energy};
    const struct rtl_machine          of = nv30_machine(machine);
    return issue_observer_open(&kind, &of, machine, detail != OBSERVE_SUMS, diag);
}
