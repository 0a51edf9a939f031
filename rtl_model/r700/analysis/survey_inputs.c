/* survey_inputs.c - registers that a thread reads before it has written them: liveness at the start of the program.
 *
 * What is followed is the way of one thread, not of the wavefront: with ELSE the pixels of the first half go on behind
 * the second one; pixels that come to ELSE by a jump go through it.  A loop of DX10 is gone through at least once.
 */
#include <stdlib.h>
#include <string.h>

#include "rtl_model/r700/analysis/survey_internal.h"

struct live {
    struct survey_job *job;
    uint8_t (*before)[ISA_GPRS]; /* per row: elements that are read from here on before they are written */
    uint8_t (*behind)[ISA_GPRS];
    bool *jumped; /* per row: an ELSE that a jump leads to */
};

/* ---- the ways of a thread ---------------------------------------------------------------------------------------- */

static bool is_else(const struct live *live, unsigned at)
{
    const struct flow_row *const row = flow_row(live->job->code, at);
    return row && row->op && row->op->id == ISA_CF_INST_ELSE;
}

/* Where the wavefront's edge leads a thread that takes it; false: it never does. */
static bool turn(const struct live *live, const struct flow_row *row, struct flow_edge *edge)
{
    const enum isa_cf_id id = row->op->id;
    if (edge->kind == FLOW_JUMP && id == ISA_CF_INST_LOOP_START_DX10)
        return false;
    if (edge->kind == FLOW_STEP && id == ISA_CF_INST_ELSE && live->jumped[row - live->job->code->rows])
        return false;
    if (edge->kind == FLOW_JUMP && id == ISA_CF_INST_LOOP_BREAK) /* to LOOP_END, and out of the loop */
        edge->to++;
    else if ((edge->kind == FLOW_JUMP || edge->kind == FLOW_CALL) && is_else(live, edge->to))
        edge->to++;
    return true;
}

static struct flow_next next_of(void *context, const struct flow_row *row)
{
    const struct live *live = context;
    struct flow_next   next = {.returns = row->next.returns};
    for (unsigned i = 0; i < row->next.count; i++) {
        next.edge[next.count] = row->next.edge[i];
        next.count += turn(live, row, &next.edge[next.count]);
    }
    const bool breaks = row->op && row->op->id == ISA_CF_INST_ALU_BREAK;
    if (!breaks && !(row->op && row->op->id == ISA_CF_INST_ALU_CONTINUE))
        return next;
    const struct flow_row *const end = flow_loop_end(live->job->code, row);
    if (end)
        next.edge[next.count++] = (struct flow_edge){end->at + breaks, FLOW_JUMP};
    return next;
}

static void find_jumps(struct live *live)
{
    const struct flow_code *const code = live->job->code;
    for (unsigned n = 0; n < code->count; n++)
        for (unsigned i = 0; i < code->rows[n].next.count; i++) {
            const struct flow_edge *const edge = &code->rows[n].next.edge[i];
            if ((edge->kind == FLOW_JUMP || edge->kind == FLOW_CALL) && is_else(live, edge->to))
                live->jumped[flow_row(code, edge->to) - code->rows] = true;
        }
}

/* ---- liveness ---------------------------------------------------------------------------------------------------- */

static bool visit(void *context, const struct flow_row *row)
{
    struct live                    *live = context;
    const size_t                    n = (size_t)(row - live->job->code->rows);
    const struct survey_sets *const sets = &live->job->sets[n];
    for (unsigned gpr = 0; gpr < ISA_GPRS; gpr++)
        live->before[n][gpr] = (uint8_t)(sets->used[gpr] | (live->behind[n][gpr] & ~(unsigned)sets->written[gpr]));
    return true;
}

static bool join(void *context, const struct flow_row *from, const struct flow_row *to, enum flow_kind kind)
{
    struct live           *live = context;
    const struct flow_row *rows = live->job->code->rows;
    const uint8_t *const   more = live->before[from - rows];
    uint8_t *const         behind = live->behind[to - rows];
    unsigned               changed = 0;
    (void)kind;
    for (unsigned gpr = 0; gpr < ISA_GPRS; gpr++) {
        changed |= more[gpr] & ~(unsigned)behind[gpr];
        behind[gpr] = (uint8_t)(behind[gpr] | more[gpr]);
    }
    return changed;
}

/* Keeps of `inputs` what is live where wavefronts begin. */
static bool solve(struct live *live, unsigned edges, uint8_t inputs[ISA_GPRS])
{
    const struct flow_lattice lattice = {
        .edges = edges, .backward = true, .visit = visit, .join = join, .next = next_of};
    const struct flow_code      *code = live->job->code;
    const struct flow_row *const first = flow_row(code, code->program.first);
    memset(live->behind, 0, code->count * sizeof *live->behind);
    if (flow_solve(code, &lattice, live) != FLOW_SOLVED)
        return false;
    for (unsigned gpr = 0; gpr < ISA_GPRS; gpr++)
        inputs[gpr] = (uint8_t)(first ? inputs[gpr] & live->before[first - code->rows][gpr] : 0);
    return true;
}

bool survey_inputs(struct survey_job *job)
{
    const size_t room = (size_t)job->code->count + 1;
    struct live  live = {.job = job,
                         .before = calloc(room, sizeof *live.before),
                         .behind = calloc(room, sizeof *live.behind),
                         .jumped = calloc(room, sizeof *live.jumped)};
    bool         good = live.before && live.behind && live.jumped;
    memset(job->survey->inputs, 0xff, sizeof job->survey->inputs);
    if (good)
        find_jumps(&live);
    /* As a call returns to every call; and as if it went on at once, and nothing came back. */
    good = good && solve(&live, FLOW_ALL & ~(FLOW_PAST | FLOW_IDLE), job->survey->inputs) &&
           solve(&live, FLOW_ALL & ~FLOW_BACK, job->survey->inputs);
    for (unsigned gpr = 0; gpr < ISA_GPRS; gpr++)
        job->survey->first_read[gpr] = (uint8_t)(job->survey->first_read[gpr] & job->survey->inputs[gpr]);
    free(live.before);
    free(live.behind);
    free(live.jumped);
    return good;
}
