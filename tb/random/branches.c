/* branches.c - branches and loops as microcode, in the ways that compilers write them and in others (ISA 3.7.2
 * to 3.7.5).
 *
 * Each leaves the stack as it found it, whichever way it is left. */
#include "tb/random/assemble.h"

void assemble_branch(struct assembler *a, const struct random_node *node)
{
    const int end = emit_new_label(a);
    switch (node->variant) {
    case 0: /* as compilers write it */
    case 1:
        emit_alu(a, ISA_CF_INST_ALU_PUSH_BEFORE, node->clause[0]);
        emit_flow(a, ISA_CF_INST_JUMP, end, 1);
        assemble_list(a, node->list[0]);
        if (node->variant == 1)
            emit_alu(a, ISA_CF_INST_ALU_POP_AFTER, node->clause[1]);
        else
            emit_flow(a, ISA_CF_INST_POP, end, 1);
        break;
    case 2:
        emit_flow_if(a, ISA_CF_INST_PUSH, end, 0, node->cond, node->constant);
        assemble_list(a, node->list[0]);
        emit_flow(a, ISA_CF_INST_POP, end, 1);
        break;
    case 3:
        emit_flow(a, ISA_CF_INST_PUSH, end, 0);
        emit_alu(a, ISA_CF_INST_ALU, node->clause[0]);
        emit_flow(a, ISA_CF_INST_JUMP, end, 1);
        assemble_list(a, node->list[0]);
        emit_flow(a, ISA_CF_INST_POP, end, 1);
        break;
    case 4:
        emit_alu(a, ISA_CF_INST_ALU_PUSH_BEFORE, node->clause[0]);
        emit_alu(a, ISA_CF_INST_ALU_PUSH_BEFORE, node->clause[1]);
        emit_flow(a, ISA_CF_INST_JUMP, end, 2);
        assemble_list(a, node->list[0]);
        emit_alu(a, ISA_CF_INST_ALU_POP2_AFTER, node->clause[2]);
        break;
    case 5: /* perhaps no thread is active */
        emit_alu(a, ISA_CF_INST_ALU_PUSH_BEFORE, node->clause[0]);
        assemble_list(a, node->list[0]);
        emit_flow(a, ISA_CF_INST_POP, end, 1);
        break;
    case 6:
        emit_alu(a, ISA_CF_INST_ALU_PUSH_BEFORE, node->clause[0]);
        assemble_list(a, node->list[0]);
        emit_flow_if(a, ISA_CF_INST_POP_JUMP, end, 1, node->cond, node->constant);
        assemble_list(a, node->list[1]);
        break;
    default:
        emit_alu(a, ISA_CF_INST_ALU_PUSH_BEFORE, node->clause[0]);
        assemble_list(a, node->list[0]);
        emit_flow_if(a, ISA_CF_INST_POP_PUSH, end, 1, node->cond, node->constant);
        assemble_list(a, node->list[1]);
        emit_flow(a, ISA_CF_INST_POP, end, 1);
        break;
    }
    emit_label(a, end);
}

/* On one boolean, without a clause: for all threads or none, so the modes must leave it so. */
static void boolean_else(struct assembler *a, const struct random_node *node, int middle, int end)
{
    const unsigned cond = node->cond < 2 ? 2 : node->cond;
    const int      pop = emit_new_label(a);
    a->modes.whole_quad = a->modes.valid_pixel = false;
    emit_flow_if(a, ISA_CF_INST_PUSH, middle, 0, cond, node->constant);
    assemble_list(a, node->list[0]);
    emit_flow_if(a, ISA_CF_INST_POP_PUSH_ELSE, pop, 1, cond, node->constant);
    emit_label(a, middle);
    emit_flow_if(a, ISA_CF_INST_PUSH_ELSE, pop, 0, cond, node->constant);
    assemble_list(a, node->list[1]);
    emit_label(a, pop);
    emit_flow(a, ISA_CF_INST_POP, end, 1);
}

/* An ELSE that pops several entries when it jumps, because the branch's else part has no thread. */
static void deep_else(struct assembler *a, const struct random_node *node, int middle, int end)
{
    const unsigned around = 1 + node->constant % 6;
    for (unsigned i = 0; i < around; i++) /* one without threads: its pops undo the others */
        emit_flow(a, ISA_CF_INST_PUSH, end, i);
    emit_alu(a, ISA_CF_INST_ALU_PUSH_BEFORE, node->clause[0]);
    emit_flow(a, ISA_CF_INST_JUMP, middle, 0);
    assemble_list(a, node->list[0]);
    emit_label(a, middle);
    emit_flow(a, ISA_CF_INST_ELSE, end, around + 1);
    assemble_list(a, node->list[1]);
    emit_flow(a, ISA_CF_INST_POP, end, around + 1);
}

void assemble_else(struct assembler *a, const struct random_node *node)
{
    const int middle = emit_new_label(a), end = emit_new_label(a);
    if (node->variant == 3) {
        boolean_else(a, node, middle, end);
        emit_label(a, end);
        return;
    }
    if (node->variant == 7) {
        deep_else(a, node, middle, end);
        emit_label(a, end);
        return;
    }
    if (node->variant > 4) { /* threads that fail stay */
        if (node->variant > 5) {
            emit_alu(a, ISA_CF_INST_ALU_PUSH_BEFORE, node->clause[0]);
            assemble_list(a, node->list[1]);
            emit_flow_if(a, ISA_CF_INST_POP_PUSH_ELSE, middle, 1, node->cond, node->constant);
        } else {
            emit_flow_if(a, ISA_CF_INST_PUSH_ELSE, middle, 0, node->cond, node->constant);
        }
        assemble_list(a, node->list[0]);
        emit_label(a, middle);
        emit_flow(a, ISA_CF_INST_POP, end, 1);
        emit_label(a, end);
        return;
    }
    emit_alu(a, node->variant == 2 ? ISA_CF_INST_ALU_ELSE_AFTER : ISA_CF_INST_ALU_PUSH_BEFORE, node->clause[0]);
    emit_flow(a, ISA_CF_INST_JUMP, middle, 0);
    assemble_list(a, node->list[0]);
    emit_label(a, middle);
    if (node->variant == 4)
        emit_flow_if(a, ISA_CF_INST_ELSE, end, 1, node->cond, node->constant);
    else
        emit_flow(a, ISA_CF_INST_ELSE, end, 1);
    assemble_list(a, node->list[1]);
    if (node->variant == 1)
        emit_alu(a, ISA_CF_INST_ALU_POP_AFTER, node->clause[1]);
    else
        emit_flow(a, ISA_CF_INST_POP, end, 1);
    emit_label(a, end);
}

void assemble_loop(struct assembler *a, const struct random_node *node)
{
    static const enum isa_cf_id start[] = {ISA_CF_INST_LOOP_START, ISA_CF_INST_LOOP_START_NO_AL,
                                           ISA_CF_INST_LOOP_START_DX10};
    const int      body = emit_new_label(a), end = emit_new_label(a), behind = emit_new_label(a), outer = a->loop_end;
    const unsigned kind = node->variant < 2 ? node->variant : 2;
    const bool     counted = kind < 2, pushed = node->number != 0;
    const unsigned cond = counted && node->constant & 1 ? 0 : node->cond;
    if (pushed)
        emit_flow(a, ISA_CF_INST_PUSH, behind, 0);
    if (!counted)
        emit_alu(a, ISA_CF_INST_ALU, node->clause[0]);
    emit_flow_if(a, start[kind], behind, pushed, counted || node->variant == 4 ? cond : 0, node->constant);
    emit_label(a, body);
    a->loop_end = end;
    a->after_export = true; /* of the trip before */
    if (!counted)           /* the counter, as a compiler would write it */
        emit_alu(a, ISA_CF_INST_ALU_BREAK, node->clause[1]);
    assemble_list(a, node->list[0]);
    emit_label(a, end);
    emit_flow_if(a, ISA_CF_INST_LOOP_END, body, 0, counted || node->variant == 3 ? cond : 0, node->constant);
    a->loop_end = outer;
    if (pushed)
        emit_flow(a, ISA_CF_INST_POP, behind, 1);
    emit_label(a, behind);
}

/* ---- towers --------------------------------------------------------------------------------------------------- */

enum level { LEVEL_PUSH, LEVEL_QUADS, LEVEL_CLAUSE, LEVEL_LOOP };

/* Level i of a tower: mostly PUSH, or mostly loops, which take four times the space. */
static enum level level_of(const struct random_node *node, unsigned i)
{
    static const unsigned weights[2][4] = {{6, 1, 1, 1}, {1, 1, 1, 12}};
    struct random_source  source = {node->bits + i};
    return (enum level)random_pick(&source, weights[node->bits >> 30 == 0], 4);
}

/* Entries that a POP takes at once, at most, down from `top`: the loop below is left by LOOP_END. */
static unsigned chunk_of(const struct random_node *node, unsigned top)
{
    enum { POPS_MOST = 7 };
    struct random_source source = {~node->bits + top};
    const unsigned       most = 1 + random_below(&source, POPS_MOST);
    unsigned             chunk = 0;
    while (chunk < most && chunk < top && level_of(node, top - 1 - chunk) != LEVEL_LOOP)
        chunk++;
    return chunk;
}

/* Where the pops stop: boundary[i] is the last stop at or below i entries. */
static void find_stops(const struct random_node *node, unsigned stop[RANDOM_LEVELS + 1])
{
    for (unsigned top = node->number; top;) {
        const unsigned chunk = chunk_of(node, top), below = top - (chunk ? chunk : 1);
        stop[top] = top;
        for (unsigned i = below; i < top; i++)
            stop[i] = below;
        top = below;
    }
}

/* PUSH and LOOP_START up, POP and LOOP_END down; a level that no thread enters jumps to the stop below it and pops what
 * lies between. */
void assemble_tower(struct assembler *a, const struct random_node *node)
{
    unsigned stop[RANDOM_LEVELS + 1] = {0};
    int      at[RANDOM_LEVELS + 1], body[RANDOM_LEVELS];
    find_stops(node, stop);
    for (unsigned i = 0; i <= node->number; i++)
        at[i] = stop[i] == i ? emit_new_label(a) : NONE;
    for (unsigned i = 0; i < node->number; i++) {
        const enum level level = level_of(node, i);
        const int        target = at[stop[i]];
        body[i] = NONE;
        if (level == LEVEL_CLAUSE) {
            emit_alu(a, ISA_CF_INST_ALU_PUSH_BEFORE, node->clause[0]);
        } else if (level == LEVEL_LOOP) {
            emit_flow_if(a, ISA_CF_INST_LOOP_START_NO_AL, target, i - stop[i], 0, RANDOM_ONE_TRIP);
            body[i] = emit_new_label(a);
            emit_label(a, body[i]);
        } else {
            const struct modes modes = a->modes;
            a->modes.whole_quad |= level == LEVEL_QUADS && a->program->whole_quads;
            a->modes.valid_pixel &= !a->modes.whole_quad;
            emit_flow(a, ISA_CF_INST_PUSH, target, i - stop[i]);
            a->modes.whole_quad = modes.whole_quad;
            a->modes.valid_pixel = modes.valid_pixel;
        }
    }
    emit_alu(a, ISA_CF_INST_ALU, node->clause[0]);
    for (unsigned top = node->number; top;) {
        const unsigned chunk = chunk_of(node, top);
        emit_label(a, at[top]);
        if (chunk)
            emit_flow(a, ISA_CF_INST_POP, at[top], chunk);
        else
            emit_flow_if(a, ISA_CF_INST_LOOP_END, body[top - 1], 0, 0, RANDOM_ONE_TRIP);
        top -= chunk ? chunk : 1;
    }
    emit_label(a, at[0]);
}
