/* assemble.c - a tree of statements as microcode. */
#include "tb/random/assemble.h"

#include <string.h>

static void leave(struct assembler *a, const struct random_node *node)
{
    const bool           out = node->number == 0;
    const enum isa_cf_id id = out ? ISA_CF_INST_LOOP_BREAK : ISA_CF_INST_LOOP_CONTINUE;
    const int            on = emit_new_label(a);
    switch (node->variant) {
    case 0:
        emit_alu(a, ISA_CF_INST_ALU_PUSH_BEFORE, node->clause[0]);
        emit_flow(a, ISA_CF_INST_JUMP, on, 1);
        emit_flow(a, id, a->loop_end, 0);
        emit_flow(a, ISA_CF_INST_POP, on, 1);
        break;
    case 1:
        emit_alu(a, out ? ISA_CF_INST_ALU_BREAK : ISA_CF_INST_ALU_CONTINUE, node->clause[0]);
        break;
    case 2:
        emit_flow_if(a, id, a->loop_end, 0, node->cond, node->constant);
        break;
    default: /* within a branch */
        emit_flow(a, id, a->loop_end, 0);
        break;
    }
    emit_label(a, on);
}

static void call(struct assembler *a, const struct random_node *node)
{
    const bool           fetch = node->number == RANDOM_SUBROUTINES, modes = emit_has_modes(a);
    const enum isa_cf_id id = fetch ? ISA_CF_INST_CALL_FS : ISA_CF_INST_CALL;
    struct isa_cf        cf = {.call_count = node->variant,
                               .cf_const = node->constant,
                               .cond = node->constant & 1 ? 0 : node->cond,
                               .cf_inst = isa_cf_ops[id].opcode,
                               .whole_quad_mode = modes && a->modes.whole_quad,
                               .valid_pixel_mode = modes && a->modes.valid_pixel,
                               .barrier = 1};
    if (fetch && a->in_fetch) /* in a subroutine that both programs have: it must not call itself (ISA ch. 3) */
        return;
    isa_pack_cf(&cf, emit(a, fetch ? NONE : a->routine[node->number], NONE)->dwords);
    if (fetch)
        a->calls_fetch = true;
    else
        a->called[node->number] = true;
    a->exported = a->after_export = true; /* it may export */
}

static void skip(struct assembler *a, const struct random_node *node)
{
    const int end = emit_new_label(a);
    emit_flow_if(a, ISA_CF_INST_JUMP, end, 0, node->cond, node->constant);
    assemble_list(a, node->list[0]);
    emit_label(a, end);
}

static void kill(struct assembler *a, const struct random_node *node)
{
    const int on = emit_new_label(a);
    if (node->variant == 0)
        emit_alu(a, ISA_CF_INST_ALU, node->clause[0]);
    else
        emit_flow_if(a, ISA_CF_INST_KILL, on, 0, node->cond, node->constant);
    assemble_list(a, node->list[0]);
    emit_label(a, on);
}

static void other(struct assembler *a, const struct random_node *node)
{
    static const enum isa_cf_id ids[] = {ISA_CF_INST_NOP,  ISA_CF_INST_WAIT_ACK, ISA_CF_INST_POP,     ISA_CF_INST_POP,
                                         ISA_CF_INST_JUMP, ISA_CF_INST_POP_PUSH, ISA_CF_INST_POP_PUSH};
    const int                   on = emit_new_label(a);
    if (node->variant < 2)
        a->modes.whole_quad = a->modes.valid_pixel = false;
    if (node->variant == 3) /* perhaps no thread is left */
        emit_flow_if(a, ids[3], on, 0, node->cond, node->constant);
    else
        emit_flow(a, ids[node->variant], node->variant < 2 ? NONE : on, 0);
    if (node->variant > 4)
        emit_flow(a, ISA_CF_INST_POP, on, 1);
    emit_label(a, on);
}

/* On a boolean, so that some calls come back here and others further down; with modes, also by the states. */
static void early_return(struct assembler *a, const struct random_node *node)
{
    emit_flow_if(a, ISA_CF_INST_RETURN, NONE, 0, node->cond, node->constant);
}

static void statement(struct assembler *a, const struct random_node *node)
{
    static const enum isa_cf_id emits[] = {ISA_CF_INST_EMIT_VERTEX, ISA_CF_INST_EMIT_CUT_VERTEX,
                                           ISA_CF_INST_CUT_VERTEX};
    static const enum isa_cf_id fetches[] = {ISA_CF_INST_VTX, ISA_CF_INST_VTX_TC, ISA_CF_INST_TEX};
    const struct modes          outer = a->modes;
    a->modes = (struct modes){node->whole_quad, node->valid_pixel, node->no_barrier, node->mode_at, 0};
    switch (node->kind) {
    case RANDOM_ALU:
        emit_alu(a, ISA_CF_INST_ALU, node->clause[0]);
        break;
    case RANDOM_BRANCH:
        assemble_branch(a, node);
        break;
    case RANDOM_ELSE:
        assemble_else(a, node);
        break;
    case RANDOM_LOOP:
        assemble_loop(a, node);
        break;
    case RANDOM_LEAVE:
        leave(a, node);
        break;
    case RANDOM_CALL:
        call(a, node);
        break;
    case RANDOM_SKIP:
        skip(a, node);
        break;
    case RANDOM_KILL:
        kill(a, node);
        break;
    case RANDOM_EXPORT:
        emit_export(a, node, false);
        break;
    case RANDOM_TOWER:
        assemble_tower(a, node);
        break;
    case RANDOM_RETURN:
        early_return(a, node);
        break;
    case RANDOM_FETCH:
        emit_fetch(a, fetches[node->variant], node->number);
        break;
    case RANDOM_WRITE:
        emit_write(a, node);
        break;
    case RANDOM_READ:
        emit_reads(a, node);
        break;
    case RANDOM_SHARE:
    case RANDOM_TEXTURING:
        emit_fetch(a, ISA_CF_INST_TEX, node->number);
        break;
    case RANDOM_EMIT:
        emit_flow(a, emits[node->variant], NONE, 0);
        break;
    case RANDOM_OTHER:
    case RANDOM_KINDS:
        other(a, node);
        break;
    }
    a->modes = outer;
}

void assemble_list(struct assembler *a, int first)
{
    for (int i = first; i >= 0; i = a->program->node[i].next)
        statement(a, &a->program->node[i]);
}

static void assemble_subroutines(struct assembler *a)
{
    for (unsigned i = 0; i < RANDOM_SUBROUTINES; i++) {
        if (!a->called[i]) /* they call only those behind them */
            continue;
        emit_label(a, a->routine[i]);
        assemble_list(a, a->program->subroutine[i]);
        emit_flow(a, ISA_CF_INST_RETURN, NONE, 0);
    }
}

/* Ends that are never reached. */
static void assemble_before_first(struct assembler *a, unsigned count)
{
    const struct isa_cf end = {.cf_inst = isa_cf_ops[ISA_CF_INST_NOP].opcode, .end_of_program = 1, .barrier = 1};
    for (unsigned i = 0; i < count; i++)
        isa_pack_cf(&end, emit(a, NONE, NONE)->dwords);
}

/* The fetch program has addresses, and so subroutines, of its own. */
static bool assemble_fetch(struct random_case *program)
{
    struct assembler a;
    memset(&a, 0, sizeof a);
    memset(program->fetch_dwords, 0, sizeof program->fetch_dwords);
    a.program = program;
    a.good = a.in_fetch = true;
    for (unsigned i = 0; i < RANDOM_SUBROUTINES; i++)
        a.routine[i] = emit_new_label(&a);
    assemble_before_first(&a, program->fetch_first);
    assemble_list(&a, program->fetch);
    emit_flow(&a, ISA_CF_INST_RETURN, NONE, 0);
    assemble_subroutines(&a);
    program->fetch_count = emit_words(&a, program->fetch_dwords, RANDOM_FETCH_DWORDS);
    return a.good;
}

/* All of the thread's scratch and reduction buffers, so that reads find something. */
static void assemble_first_writes(struct assembler *a)
{
    static const struct {
        enum isa_cf_id id;
        unsigned       vectors;
    } buffers[] = {{ISA_CF_INST_MEM_SCRATCH, 4}, {ISA_CF_INST_MEM_REDUCTION, 2}};
    for (unsigned i = 0; i < 2; i++) {
        const struct random_node node = {.write = {.cf_inst = isa_cf_ops[buffers[i].id].opcode,
                                                   .type = 2,
                                                   .elem_size = 3,
                                                   .comp_mask = 15,
                                                   .array_size = buffers[i].vectors - 1,
                                                   .burst_count = buffers[i].vectors - 1,
                                                   .barrier = 1}};
        emit_write(a, &node);
    }
}

/* What has no exports ends in a write to the ring. */
static void assemble_last_write(struct assembler *a)
{
    const struct random_node node = {.write = {.cf_inst = isa_cf_ops[ISA_CF_INST_MEM_RING].opcode,
                                               .type = a->program->seed % 3 ? 2 : 0,
                                               .elem_size = 3,
                                               .comp_mask = 15,
                                               .end_of_program = 1,
                                               .barrier = 1}};
    emit_write(a, &node);
}

bool random_assemble(struct random_case *program)
{
    static const struct random_node last = {.number = 0, .gpr = 0, .select = {0, 1, 2, 3}};
    struct assembler                a;
    memset(&a, 0, sizeof a);
    memset(program->dwords, 0, sizeof program->dwords);
    a.program = program;
    a.good = true;
    for (unsigned i = 0; i < RANDOM_SUBROUTINES; i++)
        a.routine[i] = emit_new_label(&a);
    assemble_before_first(&a, program->first);
    if (program->read_clauses && program->seed % 16)
        assemble_first_writes(&a);
    if (program->first_share >= 0)
        emit_fetch(&a, ISA_CF_INST_TEX, (unsigned)program->first_share);
    assemble_list(&a, program->main);
    a.modes.whole_quad = program->whole_quads && program->seed % 8 == 0;
    a.modes.valid_pixel = program->seed % 8 == 1;
    if (random_exports(program))
        emit_export(&a, &last, true);
    else
        assemble_last_write(&a);
    a.modes.whole_quad = a.modes.valid_pixel = false;
    assemble_subroutines(&a);
    program->dword_count = emit_words(&a, program->dwords, RANDOM_DWORDS);
    program->fetch_count = 0;
    return a.good && (!a.calls_fetch || assemble_fetch(program));
}
