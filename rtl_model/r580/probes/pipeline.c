/* pipeline.c - the pipeline view of R580's fragment shader processor: instructions of groups from issue to their end.
 */
#include "rtl_model/probes/issue_pipeline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/r580/us_text.h"
#include "rtl_model/r580/family.h"
#include "rtl_model/r580/probes/sums.h"

enum { QUEUE_ALU, QUEUE_TEXTURE };
enum { STAGE_OVER, STAGE_ISSUE, STAGE_READ, STAGE_EXECUTE, STAGE_WRITE, STAGE_TEXTURE, STAGE_FLOW, STAGES };
static const char *const stages[STAGES] = {NULL, "Is", "Rd", "Ex", "Wr", "Tx", "Fc"};

static void put(struct issue_steps *queue, const struct issue_step *step)
{
    queue->entry[queue->begun++ % STEP_QUEUE] = *step;
}

/* The next one that has not reached a stage yet, if it is of this slot: others were under way before the view began. */
static const struct issue_step *next_of(const struct issue_steps *queue, unsigned *at, unsigned slot)
{
    const struct issue_step *step = &queue->entry[*at % STEP_QUEUE];
    if (*at == queue->begun || step->slot != slot)
        return NULL;
    ++*at;
    return step;
}

static void say(struct issue_pipeline *pipeline, const struct issue_step *step, unsigned stage, unsigned later)
{
    if (step)
        issue_step_say(pipeline, step, stage, later);
}

static void look_at_issue(struct issue_pipeline *pipeline, const struct us_sequencer_reg *q)
{
    if (!q->alu && !q->tex && !q->fc)
        return;
    const struct issue_step step = issue_step_begin(pipeline, q->slot, q->group, q->address);
    issue_step_say(pipeline, &step, STAGE_ISSUE, 0);
    if (q->alu)
        put(&pipeline->queue[QUEUE_ALU], &step);
    else
        issue_step_say(pipeline, &step, q->tex ? STAGE_TEXTURE : STAGE_FLOW, 1);
    if (q->tex)
        put(&pipeline->queue[QUEUE_TEXTURE], &step);
    if (q->fc)
        pipeline->at[q->slot] = step;
}

/* Stages begin with the first quads that are there; it is over behind the write of the last ones. */
static void look_at_alu(struct issue_pipeline *pipeline, const struct fragment *fragment)
{
    struct issue_steps           *queue = &pipeline->queue[QUEUE_ALU];
    const struct us_operands_reg *operands = &fragment->operands.q;
    const struct us_beside_reg   *beside = &fragment->beside.q;
    const struct us_finish_reg   *finish = &fragment->finish.q;
    if (operands->valid && !operands->quad)
        say(pipeline, next_of(queue, &queue->read, operands->slot), STAGE_READ, 0);
    if (beside->now && !beside->at_quad)
        say(pipeline, next_of(queue, &queue->made, beside->at_slot), STAGE_EXECUTE, 0);
    if (!finish->write)
        return;
    const unsigned     pixels = fragment->sequencer.group_pixels[finish->to_slot];
    struct issue_step *step = &queue->entry[queue->ended % STEP_QUEUE];
    if (!finish->to_quad && queue->ended < queue->made && step->slot == finish->to_slot)
        issue_step_say(pipeline, step, STAGE_WRITE, 0);
    if (4u * (finish->to_quad + finish->to_count) >= pixels)
        say(pipeline, queue->ended < queue->made ? next_of(queue, &queue->ended, finish->to_slot) : NULL, STAGE_OVER,
            1);
}

static void see_clock(struct issue_pipeline *pipeline)
{
    const struct fragment *fragment = pipeline->machine.of;
    unsigned               slot;
    if (fragment->dispatch.q.start)
        issue_wave_say(pipeline, fragment->dispatch.q.slot, fragment->dispatch.q.group, true, 0);
    look_at_alu(pipeline, fragment);
    if (fragment->texture.q.looked_up)
        say(pipeline,
            next_of(&pipeline->queue[QUEUE_TEXTURE], &pipeline->queue[QUEUE_TEXTURE].ended,
                    fragment->texture.q.texel_slot),
            STAGE_OVER, 1);
    if (fragment->flow.q.decided && pipeline->at[fragment->flow.q.slot].work)
        issue_step_say(pipeline, &pipeline->at[fragment->flow.q.slot], STAGE_OVER, 1);
    look_at_issue(pipeline, &fragment->sequencer.q);
    if (fragment->finish.q.ended)
        issue_wave_say(pipeline, fragment->finish.q.to_slot, fragment->finish.q.to_group, false, 1);
    const enum us_reason reason = us_chance(fragment, &slot);
    issue_chance_say(pipeline, reason, slot < US_SLOTS ? fragment->sequencer.groups[slot] : PIPE_NOBODY);
}

/* The first line of the text; of an ALU instruction the operations of both units, too. */
static void print(const void *machine, uint32_t address, char *text, size_t size)
{
    const struct fragment *fragment = machine;
    char                  *all = NULL;
    size_t                 length, used = 0;
    FILE                  *out = open_memstream(&all, &length);
    *text = '\0';
    if (!out)
        return;
    us_disassemble(fragment->store.words[address].w, 1, address, out);
    fclose(out);
    for (const char *c = all + strspn(all, " "); *c && used + 1 < size; c++)
        if (*c != '\n')
            text[used++] = *c;
        else if (c[1])
            text[used++] = ' ', c += strspn(c + 1, " ");
    text[used] = '\0';
    free(all);
}

struct machine_pipeline *us_pipeline(void *machine, struct diag *diag)
{
    static const struct issue_view kind = {&us_reasons, stages,    "sequencer", "group ",
                                           US_STORE,    see_clock, us_why,      print};
    const struct rtl_machine       of = fragment_machine(machine);
    return issue_pipeline_open(&kind, &of, diag);
}
