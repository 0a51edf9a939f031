/* pipeline.c - the pipeline view of an NV30: passes of quads through the ten stages of the core and the FIFO beside the
 * texture units. */
#include "rtl_model/probes/issue_pipeline.h"

#include <stdio.h>

#include "rtl_model/nv30/probes/sums.h"

enum { STAGE_OVER, STAGE_FIRST, STAGE_LAST = 10, STAGE_FIFO, STAGE_END, STAGES };
static const char *const stages[STAGES] = {NULL, "S1", "S2", "S3",  "S4",   "S5", "S6",
                                           "S7", "S8", "S9", "S10", "Fifo", "End"};

/* A quad that was under way before the view began has no pass that is known. */
static void go_on(struct issue_pipeline *pipeline, unsigned slot, unsigned stage, unsigned later)
{
    if (!pipeline->at[slot].work || pipeline->stage[slot] == stage)
        return;
    issue_step_say(pipeline, &pipeline->at[slot], stage, later);
    pipeline->stage[slot] = (uint8_t)stage;
    if (stage == STAGE_OVER)
        pipeline->at[slot].work = 0;
}

static void look_at_first(struct issue_pipeline *pipeline, const struct nv30 *nv30)
{
    const struct nv30_source_select_reg *q = &nv30->stage1.q;
    if (!q->valid)
        return;
    const uint32_t quad = nv30->raster.quad[q->slot];
    go_on(pipeline, q->slot, STAGE_OVER, 0);
    if (q->source == NV30_FROM_RASTERIZER)
        issue_wave_say(pipeline, q->slot, quad, true, 0);
    pipeline->at[q->slot] = issue_step_begin(pipeline, q->slot, quad, nv30->setup.passes.list[q->pass].instruction);
    pipeline->stage[q->slot] = STAGE_OVER;
    go_on(pipeline, q->slot, STAGE_FIRST, 0);
}

static void see_clock(struct issue_pipeline *pipeline)
{
    const struct nv30 *nv30 = pipeline->machine.of;
    unsigned           slot, pass;
    if (nv30->units.q.valid)
        go_on(pipeline, nv30->units.q.slot, STAGE_END, 0);
#define LOOK_AT(number)                                                                                                \
    if (nv30->stage##number.q.valid)                                                                                   \
        go_on(pipeline, nv30->stage##number.q.slot, number, 0);
    NV30_STAGES(LOOK_AT)
    look_at_first(pipeline, nv30);
    if (nv30->stage10.q.valid && nv30->stage10.q.leaves)
        go_on(pipeline, nv30->stage10.q.slot, STAGE_FIFO, 1);
    if (nv30->units.q.valid && nv30->units.q.ends) {
        go_on(pipeline, nv30->units.q.slot, STAGE_OVER, 1);
        issue_wave_say(pipeline, nv30->units.q.slot, nv30->raster.quad[nv30->units.q.slot], false, 1);
    }
    issue_chance_say(pipeline, nv30_chance(nv30, &slot, &pass), PIPE_NOBODY);
}

static void print(const void *machine, uint32_t address, char *text, size_t size)
{
    const struct program   *program = ((const struct one_core *)machine)->program;
    struct nv30_instruction instruction;
    const int               used = snprintf(text, size, "%02u ", (unsigned)address);
    char                    why[192];
    if (nv30_decode(program->dwords + (size_t)address * NV30_DWORDS, &instruction, why, sizeof why))
        nv30_print(&instruction, text + used, size - (size_t)used);
}

struct machine_pipeline *nv30_pipeline(void *machine, struct diag *diag)
{
    static const struct issue_view kind = {&nv30_reasons,         stages,    "core",   "quad ",
                                           NV30_INSTRUCTIONS_MAX, see_clock, nv30_why, print};
    const struct rtl_machine       of = nv30_machine(machine);
    return issue_pipeline_open(&kind, &of, diag);
}
