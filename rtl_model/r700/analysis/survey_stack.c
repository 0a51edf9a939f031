/* survey_stack.c - how deep a program's stack gets, along the control flow (ISA 3.6.5, tables 3.5 and 3.6).
 *
 * PUSH takes a subentry, with WHOLE_QUAD_MODE and for a loop a whole entry, CALL one subentry or two.  While a PUSH of
 * a subentry lies on the stack two more are held back.  Each CF instruction is looked at with the deepest stack that
 * leads to it. */
#include <stdlib.h>
#include <string.h>

#include "rtl_model/r700/analysis/survey_internal.h"

enum { FRAMES = 128, HELD_BACK = 2 };
enum kind { MASK = 1, WHOLE, LOOP, CALL };

/* The stack before an instruction. */
struct frames {
    unsigned depth;
    uint8_t  kind[FRAMES]; /* enum kind */
};

struct stack {
    struct survey_job *job;
    struct frames     *before; /* per row of the code: the deepest stack that has led to it */
    bool              *met;
    struct frames      step, jump; /* behind the row that is visited */
};

static unsigned rows_of(const struct stack *stack, unsigned kind)
{
    const struct survey_subject *subject = stack->job->subject;
    return kind == MASK ? 1 : kind == CALL ? subject->call_rows : subject->subentries;
}

static unsigned rows_on(const struct stack *stack, const struct frames *frames)
{
    unsigned rows = 0;
    for (unsigned i = 0; i < frames->depth; i++)
        rows += rows_of(stack, frames->kind[i]);
    return rows;
}

static void push(struct stack *stack, struct frames *frames, enum kind kind)
{
    struct survey *survey = stack->job->survey;
    if (frames->depth == FRAMES) {
        survey->stack_endless = true;
        return;
    }
    frames->kind[frames->depth++] = (uint8_t)kind;
    const unsigned held = memchr(frames->kind, MASK, frames->depth) ? HELD_BACK : 0;
    survey->stack_rows = survey_larger(survey->stack_rows, rows_on(stack, frames) + held);
}

static void pop(struct frames *frames, unsigned count)
{
    frames->depth -= count < frames->depth ? count : frames->depth;
}

/* Back to the begin of the innermost loop's body; without a loop nothing is left. */
static void cut(struct frames *frames)
{
    while (frames->depth && frames->kind[frames->depth - 1] != LOOP)
        frames->depth--;
}

/* What a branch does with the stack when it is passed, and when it jumps. */
static void branch(struct stack *stack, enum isa_cf_id id, const struct isa_cf *cf)
{
    struct frames *const step = &stack->step, *const jump = &stack->jump;
    const enum kind mask = cf->whole_quad_mode ? WHOLE : MASK;
    switch (id) {
    case ISA_CF_INST_JUMP:
    case ISA_CF_INST_ELSE:
        pop(jump, cf->pop_count);
        break;
    case ISA_CF_INST_POP:
        pop(step, cf->pop_count);
        break;
    case ISA_CF_INST_POP_JUMP:
        pop(step, cf->pop_count);
        pop(jump, cf->pop_count);
        break;
    case ISA_CF_INST_PUSH:
        pop(jump, cf->pop_count);
        push(stack, step, mask);
        break;
    case ISA_CF_INST_POP_PUSH:
        pop(step, cf->pop_count);
        pop(jump, cf->pop_count);
        push(stack, step, mask);
        break;
    case ISA_CF_INST_POP_PUSH_ELSE:
        pop(step, cf->pop_count); /* fall through */
    case ISA_CF_INST_PUSH_ELSE:
        push(stack, step, mask);
        *jump = *step;
        break;
    case ISA_CF_INST_LOOP_START:
    case ISA_CF_INST_LOOP_START_NO_AL:
    case ISA_CF_INST_LOOP_START_DX10:
        pop(jump, cf->pop_count);
        push(stack, step, LOOP);
        break;
    case ISA_CF_INST_LOOP_END:
        cut(jump);
        cut(step);
        pop(step, 1);
        break;
    case ISA_CF_INST_LOOP_BREAK:
    case ISA_CF_INST_LOOP_CONTINUE:
        cut(jump);
        break;
    case ISA_CF_INST_CALL:
    case ISA_CF_INST_CALL_FS: /* the fetch program may be elsewhere, but it returns */
        push(stack, jump, CALL);
        break;
    default:
        break;
    }
}

static bool visit(void *context, const struct flow_row *row)
{
    struct stack *stack = context;
    stack->step = stack->jump = stack->before[row - stack->job->code->rows];
    if (!row->op)
        return true;
    switch (row->op->id) {
    case ISA_CF_INST_ALU_PUSH_BEFORE:
    case ISA_CF_INST_ALU_ELSE_AFTER:
        push(stack, &stack->step, MASK);
        break;
    case ISA_CF_INST_ALU_POP_AFTER:
        pop(&stack->step, 1);
        break;
    case ISA_CF_INST_ALU_POP2_AFTER:
        pop(&stack->step, 2);
        break;
    default:
        if (row->op->klass == ISA_CF_BRANCH)
            branch(stack, row->op->id, &row->cf);
        break;
    }
    return !stack->job->survey->stack_endless;
}

static bool join(void *context, const struct flow_row *from, const struct flow_row *to, enum flow_kind kind)
{
    struct stack              *stack = context;
    const size_t               n = (size_t)(to - stack->job->code->rows);
    const struct frames *const more = kind == FLOW_JUMP || kind == FLOW_CALL ? &stack->jump : &stack->step;
    (void)from;
    if (stack->met[n] && rows_on(stack, &stack->before[n]) >= rows_on(stack, more))
        return false;
    stack->met[n] = true;
    stack->before[n] = *more;
    return true;
}

bool survey_stack(struct survey_job *job)
{
    /* Behind a CALL the stack is the one before it. */
    static const struct flow_lattice lattice = {.edges = FLOW_ALL & ~FLOW_BACK, .visit = visit, .join = join};
    struct survey                   *survey = job->survey;
    const size_t                     room = (size_t)job->code->count + 1;
    struct stack                     stack = {
                            .job = job, .before = calloc(room, sizeof *stack.before), .met = calloc(room, sizeof *stack.met)};
    const bool good = stack.before && stack.met && flow_solve(job->code, &lattice, &stack) != FLOW_NO_MEMORY;

    const unsigned entry = job->subject->subentries ? job->subject->subentries : 1;
    survey->stack_entries = (survey->stack_rows + entry - 1) / entry;
    free(stack.before);
    free(stack.met);
    return good;
}
