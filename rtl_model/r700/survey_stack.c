/* survey_stack.c - how deep a program's stack gets, along the control flow (ISA 3.6.5, tables 3.5 and 3.6).
 *
 * PUSH takes a subentry, with WHOLE_QUAD_MODE and for a loop a whole entry, CALL one subentry or two.  While a PUSH of
 * a subentry lies on the stack two more are held back.  Each CF instruction is looked at with the deepest stack that
 * leads to it. */
#include <stdlib.h>
#include <string.h>

#include "rtl_model/r700/survey_internal.h"

enum { FRAMES = 128, HELD_BACK = 2 };
enum kind { MASK = 1, WHOLE, LOOP, CALL };

/* The stack on the way to an instruction. */
struct state {
    unsigned at, depth;
    uint8_t  frame[FRAMES]; /* enum kind */
};

struct stack {
    struct survey_job *job;
    struct state      *states;
    unsigned           count, room;
    unsigned          *rows; /* per row of the survey: the deepest stack that has led to it, plus 1 */
    bool               good;
};

static unsigned rows_of(const struct stack *stack, unsigned kind)
{
    const struct survey_subject *subject = stack->job->subject;
    return kind == MASK ? 1 : kind == CALL ? subject->call_rows : subject->subentries;
}

static unsigned rows_on(const struct stack *stack, const struct state *state)
{
    unsigned rows = 0;
    for (unsigned i = 0; i < state->depth; i++)
        rows += rows_of(stack, state->frame[i]);
    return rows;
}

static void push(struct stack *stack, struct state *state, enum kind kind)
{
    struct survey *survey = stack->job->survey;
    if (state->depth == FRAMES) {
        survey->stack_endless = true;
        return;
    }
    state->frame[state->depth++] = (uint8_t)kind;
    const unsigned held = memchr(state->frame, MASK, state->depth) ? HELD_BACK : 0;
    survey->stack_rows = survey_larger(survey->stack_rows, rows_on(stack, state) + held);
}

static void pop(struct state *state, unsigned count)
{
    state->depth -= count < state->depth ? count : state->depth;
}

/* Back to the begin of the innermost loop's body; without a loop nothing is left. */
static void cut(struct state *state)
{
    while (state->depth && state->frame[state->depth - 1] != LOOP)
        state->depth--;
}

static void go(struct stack *stack, const struct state *state, unsigned at)
{
    const struct survey_cf *row = survey_row(stack->job, at);
    const unsigned          rows = rows_on(stack, state) + 1;
    if (!row || stack->rows[row - stack->job->survey->cf] >= rows)
        return;
    stack->rows[row - stack->job->survey->cf] = rows;
    if (stack->count == stack->room) {
        const unsigned room = 2 * stack->room + 64;
        struct state  *states = realloc(stack->states, room * sizeof *states);
        if (!states) {
            stack->good = false;
            return;
        }
        stack->states = states;
        stack->room = room;
    }
    stack->states[stack->count] = *state;
    stack->states[stack->count++].at = at;
}

/* The jump of an instruction, with its pops. */
static void jump(struct stack *stack, const struct state *state, unsigned target, unsigned pops)
{
    struct state there = *state;
    pop(&there, pops);
    go(stack, &there, target);
}

static void flow(struct stack *stack, struct state *state, const struct survey_cf *row, const struct isa_cf *cf)
{
    const unsigned  target = cf->addr + survey_base_of(stack->job->subject, state->at);
    const enum kind mask = cf->whole_quad_mode ? WHOLE : MASK;
    switch (row->op->id) {
    case ISA_CF_INST_JUMP:
    case ISA_CF_INST_ELSE:
        jump(stack, state, target, cf->pop_count);
        break;
    case ISA_CF_INST_POP:
        pop(state, cf->pop_count);
        break;
    case ISA_CF_INST_POP_JUMP:
        pop(state, cf->pop_count);
        jump(stack, state, target, 0);
        break;
    case ISA_CF_INST_PUSH:
        jump(stack, state, target, cf->pop_count);
        push(stack, state, mask);
        break;
    case ISA_CF_INST_POP_PUSH:
        pop(state, cf->pop_count);
        jump(stack, state, target, 0);
        push(stack, state, mask);
        break;
    case ISA_CF_INST_POP_PUSH_ELSE:
        pop(state, cf->pop_count); /* fall through */
    case ISA_CF_INST_PUSH_ELSE:
        push(stack, state, mask);
        jump(stack, state, target, 0);
        break;
    case ISA_CF_INST_LOOP_START:
    case ISA_CF_INST_LOOP_START_NO_AL:
    case ISA_CF_INST_LOOP_START_DX10:
        jump(stack, state, target, cf->pop_count);
        push(stack, state, LOOP);
        break;
    case ISA_CF_INST_LOOP_END:
        cut(state);
        pop(state, 1);
        break;
    case ISA_CF_INST_LOOP_BREAK:
    case ISA_CF_INST_LOOP_CONTINUE: {
        struct state there = *state;
        cut(&there);
        go(stack, &there, target);
        break;
    }
    case ISA_CF_INST_CALL: {
        struct state there = *state;
        push(stack, &there, CALL);
        go(stack, &there, target);
        break;
    }
    case ISA_CF_INST_CALL_FS: { /* the fetch program may be elsewhere, but it returns */
        struct state there = *state;
        push(stack, &there, CALL);
        if (stack->job->subject->fetch_base)
            go(stack, &there, stack->job->subject->fetch_base + stack->job->subject->fetch_first);
        break;
    }
    default:
        break;
    }
}

static void step(struct stack *stack, struct state *state)
{
    const struct survey_cf *row = survey_row(stack->job, state->at);
    struct isa_cf           cf;
    isa_unpack_cf(survey_words(stack->job, state->at), &cf);
    bool ends = row->op->klass != ISA_CF_ALU && cf.end_of_program;
    ends |= row->op->id == ISA_CF_INST_RETURN && cf.cond == ISA_COND_ACTIVE;
    switch (row->op->id) {
    case ISA_CF_INST_ALU_PUSH_BEFORE:
    case ISA_CF_INST_ALU_ELSE_AFTER:
        push(stack, state, MASK);
        break;
    case ISA_CF_INST_ALU_POP_AFTER:
        pop(state, 1);
        break;
    case ISA_CF_INST_ALU_POP2_AFTER:
        pop(state, 2);
        break;
    default:
        if (row->op->klass == ISA_CF_BRANCH)
            flow(stack, state, row, &cf);
        break;
    }
    if (!ends)
        go(stack, state, state->at + 1);
}

bool survey_stack(struct survey_job *job)
{
    struct survey *survey = job->survey;
    struct stack   stack = {.job = job, .good = true, .rows = calloc(survey->cf_count + 1, sizeof *stack.rows)};
    struct state   state = {.at = 0};
    stack.good = stack.rows;
    if (stack.good)
        go(&stack, &state, job->subject->first);
    while (stack.good && stack.count && !survey->stack_endless) {
        state = stack.states[--stack.count];
        step(&stack, &state);
    }
    const unsigned entry = job->subject->subentries ? job->subject->subentries : 1;
    survey->stack_entries = (survey->stack_rows + entry - 1) / entry;
    free(stack.states);
    free(stack.rows);
    return stack.good;
}
