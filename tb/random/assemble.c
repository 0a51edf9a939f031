/* assemble.c - a tree of statements as microcode.
 *
 * CF instructions first, then the clauses they start.  Every statement leaves the stack as it found it, whichever way
 * it is left. */
#include <string.h>

#include "tb/random/random.h"

enum { CF_MOST = 2048, LABELS = 2048, END_OF_LIST = -1, NONE = -1 };

struct item {
    uint32_t dwords[2];
    int      label;  /* target, or NONE */
    int      clause; /* ALU clause, or NONE */
};

struct assembler {
    struct random_case *program;
    struct item         item[CF_MOST];
    unsigned            items;
    unsigned            label[LABELS]; /* where it is */
    unsigned            labels;
    int                 loop_end; /* label of the innermost LOOP_END */
    int                 routine[RANDOM_SUBROUTINES];
    bool                called[RANDOM_SUBROUTINES];
    bool                whole_quad, valid_pixel, no_barrier; /* of the statement */
    bool                after_export;
    bool                good;
};

static struct item *add(struct assembler *a, int label, int clause)
{
    struct item *item = &a->item[a->items < CF_MOST ? a->items++ : CF_MOST - 1];
    a->good &= a->items < CF_MOST;
    item->label = label;
    item->clause = clause;
    return item;
}
static int new_label(struct assembler *a)
{
    a->good &= a->labels + 1 < LABELS;
    return (int)(a->labels + 1 < LABELS ? a->labels++ : a->labels);
}
static void put_label(struct assembler *a, int label)
{
    a->label[label] = a->items;
}

/* A flow instruction; COND and modes only where the statement wants them. */
static void flow_if(struct assembler *a, enum isa_cf_id id, int label, unsigned pops, unsigned cond, unsigned constant)
{
    struct isa_cf cf = {.pop_count = pops,
                        .cf_const = constant,
                        .cond = cond,
                        .cf_inst = isa_cf_ops[id].opcode,
                        .whole_quad_mode = a->whole_quad,
                        .valid_pixel_mode = a->valid_pixel,
                        .barrier = !a->no_barrier};
    isa_pack_cf(&cf, add(a, label, NONE)->dwords);
}
static void flow(struct assembler *a, enum isa_cf_id id, int label, unsigned pops)
{
    flow_if(a, id, label, pops, 0, 0);
}

static void alu(struct assembler *a, enum isa_cf_id id, int clause)
{
    const struct random_clause *from = &a->program->clause[clause];
    struct isa_cf_alu           cf = {.kcache_bank0 = from->kcache_bank[0],
                                      .kcache_bank1 = from->kcache_bank[1],
                                      .kcache_mode0 = from->kcache_mode[0],
                                      .kcache_mode1 = from->kcache_mode[1],
                                      .kcache_addr0 = from->kcache_line[0],
                                      .kcache_addr1 = from->kcache_line[1],
                                      .cf_inst = isa_cf_ops[id].opcode,
                                      .whole_quad_mode = a->whole_quad,
                                      .barrier = !a->no_barrier || a->after_export};
    isa_pack_cf_alu(&cf, add(a, NONE, clause)->dwords);
    a->after_export = false;
}

static void export(struct assembler *a, const struct random_node *node, bool last)
{
    const enum isa_cf_id   id = last ? ISA_CF_INST_EXPORT_DONE : ISA_CF_INST_EXPORT;
    struct isa_export_swiz cf = {.array_base = node->number,
                                 .type = a->program->vertex ? 2 : 0,
                                 .rw_gpr = node->gpr,
                                 .rw_rel = node->relative,
                                 .elem_size = 3,
                                 .sel_x = node->select[0],
                                 .sel_y = node->select[1],
                                 .sel_z = node->select[2],
                                 .sel_w = node->select[3],
                                 .burst_count = node->burst,
                                 .end_of_program = last,
                                 .whole_quad_mode = a->whole_quad,
                                 .valid_pixel_mode = a->valid_pixel,
                                 .cf_inst = isa_cf_ops[id].opcode,
                                 .barrier = 1};
    isa_pack_export_swiz(&cf, add(a, NONE, NONE)->dwords);
    a->after_export = true;
}

/* ---- statements ----------------------------------------------------------------------------------------------- */

static void list(struct assembler *a, int first);

static void branch(struct assembler *a, const struct random_node *node)
{
    const int end = new_label(a);
    switch (node->variant) {
    case 0: /* as compilers write it */
    case 1:
        alu(a, ISA_CF_INST_ALU_PUSH_BEFORE, node->clause[0]);
        flow(a, ISA_CF_INST_JUMP, end, 1);
        list(a, node->list[0]);
        if (node->variant == 1)
            alu(a, ISA_CF_INST_ALU_POP_AFTER, node->clause[1]);
        else
            flow(a, ISA_CF_INST_POP, end, 1);
        break;
    case 2:
        flow_if(a, ISA_CF_INST_PUSH, end, 0, node->cond, node->constant);
        list(a, node->list[0]);
        flow(a, ISA_CF_INST_POP, end, 1);
        break;
    case 3:
        flow(a, ISA_CF_INST_PUSH, end, 0);
        alu(a, ISA_CF_INST_ALU, node->clause[0]);
        flow(a, ISA_CF_INST_JUMP, end, 1);
        list(a, node->list[0]);
        flow(a, ISA_CF_INST_POP, end, 1);
        break;
    case 4:
        alu(a, ISA_CF_INST_ALU_PUSH_BEFORE, node->clause[0]);
        alu(a, ISA_CF_INST_ALU_PUSH_BEFORE, node->clause[1]);
        flow(a, ISA_CF_INST_JUMP, end, 2);
        list(a, node->list[0]);
        alu(a, ISA_CF_INST_ALU_POP2_AFTER, node->clause[2]);
        break;
    case 5: /* nobody may be active */
        alu(a, ISA_CF_INST_ALU_PUSH_BEFORE, node->clause[0]);
        list(a, node->list[0]);
        flow(a, ISA_CF_INST_POP, end, 1);
        break;
    case 6:
        alu(a, ISA_CF_INST_ALU_PUSH_BEFORE, node->clause[0]);
        list(a, node->list[0]);
        flow_if(a, ISA_CF_INST_POP_JUMP, end, 1, node->cond, node->constant);
        list(a, node->list[1]);
        break;
    default:
        alu(a, ISA_CF_INST_ALU_PUSH_BEFORE, node->clause[0]);
        list(a, node->list[0]);
        flow_if(a, ISA_CF_INST_POP_PUSH, end, 1, node->cond, node->constant);
        list(a, node->list[1]);
        flow(a, ISA_CF_INST_POP, end, 1);
        break;
    }
    put_label(a, end);
}

/* On one boolean, without a clause: for all threads or none, so the modes must leave it so. */
static void boolean_else(struct assembler *a, const struct random_node *node, int middle, int end)
{
    const unsigned cond = node->cond < 2 ? 2 : node->cond;
    const int      pop = new_label(a);
    a->whole_quad = a->valid_pixel = false;
    flow_if(a, ISA_CF_INST_PUSH, middle, 0, cond, node->constant);
    list(a, node->list[0]);
    a->whole_quad = a->valid_pixel = false;
    flow_if(a, ISA_CF_INST_POP_PUSH_ELSE, pop, 1, cond, node->constant);
    put_label(a, middle);
    flow_if(a, ISA_CF_INST_PUSH_ELSE, pop, 0, cond, node->constant);
    list(a, node->list[1]);
    put_label(a, pop);
    flow(a, ISA_CF_INST_POP, end, 1);
}

static void branch_else(struct assembler *a, const struct random_node *node)
{
    const int middle = new_label(a), end = new_label(a);
    if (node->variant == 3) {
        boolean_else(a, node, middle, end);
        put_label(a, end);
        return;
    }
    alu(a, node->variant == 2 ? ISA_CF_INST_ALU_ELSE_AFTER : ISA_CF_INST_ALU_PUSH_BEFORE, node->clause[0]);
    flow(a, ISA_CF_INST_JUMP, middle, 0);
    list(a, node->list[0]);
    put_label(a, middle);
    if (node->variant == 4)
        flow_if(a, ISA_CF_INST_ELSE, end, 1, node->cond, node->constant);
    else
        flow(a, ISA_CF_INST_ELSE, end, 1);
    list(a, node->list[1]);
    if (node->variant == 1)
        alu(a, ISA_CF_INST_ALU_POP_AFTER, node->clause[1]);
    else
        flow(a, ISA_CF_INST_POP, end, 1);
    put_label(a, end);
}

static void loop(struct assembler *a, const struct random_node *node)
{
    static const enum isa_cf_id start[] = {ISA_CF_INST_LOOP_START, ISA_CF_INST_LOOP_START_NO_AL,
                                           ISA_CF_INST_LOOP_START_DX10};
    const int                   body = new_label(a), end = new_label(a), behind = new_label(a), outer = a->loop_end;
    const unsigned              kind = node->variant < 2 ? node->variant : 2;
    const unsigned              cond = kind == 2 || node->cond < 2 || node->constant & 1 ? 0 : node->cond;
    if (kind == 2)
        alu(a, ISA_CF_INST_ALU, node->clause[0]);
    flow_if(a, start[kind], behind, 0, cond, node->constant);
    put_label(a, body);
    a->loop_end = end;
    if (node->variant == 3) { /* the counter, as a compiler would write it */
        const int on = new_label(a);
        alu(a, ISA_CF_INST_ALU_BREAK, node->clause[1]);
        put_label(a, on);
    } else if (kind == 2) {
        alu(a, ISA_CF_INST_ALU_BREAK, node->clause[1]);
    }
    list(a, node->list[0]);
    put_label(a, end);
    flow_if(a, ISA_CF_INST_LOOP_END, body, 0, cond, node->constant);
    a->loop_end = outer;
    put_label(a, behind);
}

static void leave(struct assembler *a, const struct random_node *node)
{
    const bool           out = node->number == 0;
    const enum isa_cf_id id = out ? ISA_CF_INST_LOOP_BREAK : ISA_CF_INST_LOOP_CONTINUE;
    const int            on = new_label(a);
    switch (node->variant) {
    case 0:
        alu(a, ISA_CF_INST_ALU_PUSH_BEFORE, node->clause[0]);
        flow(a, ISA_CF_INST_JUMP, on, 1);
        flow(a, id, a->loop_end, 0);
        flow(a, ISA_CF_INST_POP, on, 1);
        break;
    case 1:
        alu(a, out ? ISA_CF_INST_ALU_BREAK : ISA_CF_INST_ALU_CONTINUE, node->clause[0]);
        break;
    case 2:
        flow_if(a, id, a->loop_end, 0, node->cond, node->constant);
        break;
    default: /* within a branch */
        flow(a, id, a->loop_end, 0);
        break;
    }
    put_label(a, on);
}

static void call(struct assembler *a, const struct random_node *node)
{
    struct isa_cf cf = {.call_count = node->variant,
                        .cf_const = node->constant,
                        .cond = node->constant & 1 ? 0 : node->cond,
                        .cf_inst = isa_cf_ops[ISA_CF_INST_CALL].opcode,
                        .whole_quad_mode = a->whole_quad,
                        .valid_pixel_mode = a->valid_pixel,
                        .barrier = 1};
    isa_pack_cf(&cf, add(a, a->routine[node->number], NONE)->dwords);
    a->called[node->number] = true;
}

static void skip(struct assembler *a, const struct random_node *node)
{
    const int end = new_label(a);
    flow_if(a, ISA_CF_INST_JUMP, end, 0, node->cond, node->constant);
    list(a, node->list[0]);
    put_label(a, end);
}

static void kill(struct assembler *a, const struct random_node *node)
{
    const int on = new_label(a);
    if (node->variant == 0)
        alu(a, ISA_CF_INST_ALU, node->clause[0]);
    else
        flow_if(a, ISA_CF_INST_KILL, on, 0, node->cond, node->constant);
    put_label(a, on);
}

static void other(struct assembler *a, const struct random_node *node)
{
    static const enum isa_cf_id ids[] = {ISA_CF_INST_NOP, ISA_CF_INST_WAIT_ACK, ISA_CF_INST_POP, ISA_CF_INST_POP,
                                         ISA_CF_INST_JUMP};
    const int                   on = new_label(a);
    if (node->variant < 2)
        a->whole_quad = a->valid_pixel = false;
    flow(a, ids[node->variant], node->variant < 2 ? NONE : on, 0);
    put_label(a, on);
}

static void statement(struct assembler *a, const struct random_node *node)
{
    a->whole_quad = node->whole_quad;
    a->valid_pixel = node->valid_pixel;
    a->no_barrier = node->no_barrier;
    switch (node->kind) {
    case RANDOM_ALU:
        alu(a, ISA_CF_INST_ALU, node->clause[0]);
        break;
    case RANDOM_BRANCH:
        branch(a, node);
        break;
    case RANDOM_ELSE:
        branch_else(a, node);
        break;
    case RANDOM_LOOP:
        loop(a, node);
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
        export(a, node, false);
        break;
    case RANDOM_OTHER:
        other(a, node);
        break;
    }
}

static void list(struct assembler *a, int first)
{
    for (int i = first; i >= 0; i = a->program->node[i].next)
        statement(a, &a->program->node[i]);
    a->whole_quad = a->valid_pixel = a->no_barrier = false;
}

/* ---- words ---------------------------------------------------------------------------------------------------- */

static unsigned clause_words(struct assembler *a, struct random_clause *clause, uint32_t *dwords)
{
    static const struct random_group nothing = {.slot = {{.id = ISA_OP2_NOP, .opcode = 26}}, .used = {true}};
    unsigned                         words = 0;
    for (unsigned g = 0; g < clause->groups; g++) {
        bool any = false;
        for (unsigned s = 0; s < ISA_SLOTS; s++)
            any |= clause->group[g].used[s];
        if (any && !random_place(&clause->group[g], a->program->prefer_vector))
            a->good = false;
        if (any)
            words += random_encode_group(&clause->group[g], dwords + 2 * words);
    }
    return words ? words : random_encode_group(&nothing, dwords);
}

static void resolve(struct assembler *a, unsigned first_clause)
{
    struct random_case *program = a->program;
    unsigned            at = first_clause;
    for (unsigned i = 0; i < a->items; i++) {
        const struct item *item = &a->item[i];
        uint32_t          *dwords = program->dwords + 2 * i;
        memcpy(dwords, item->dwords, sizeof item->dwords);
        if (item->label >= 0)
            dwords[0] = a->label[item->label]; /* ADDR is all of dword 0 */
        if (item->clause < 0)
            continue;
        if (2 * (at + 128) > RANDOM_DWORDS) {
            a->good = false;
            return;
        }
        const unsigned    words = clause_words(a, &program->clause[item->clause], program->dwords + 2 * at);
        struct isa_cf_alu cf;
        isa_unpack_cf_alu(dwords, &cf);
        cf.addr = at;
        cf.count = words - 1;
        isa_pack_cf_alu(&cf, dwords);
        at += words;
    }
    program->dword_count = 2 * (at + at % 2);
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
        a.routine[i] = new_label(&a);
    list(&a, program->main);
    export(&a, &last, true);
    for (unsigned i = 0; i < RANDOM_SUBROUTINES; i++) {
        if (!a.called[i]) /* subroutines call none */
            continue;
        put_label(&a, a.routine[i]);
        list(&a, program->subroutine[i]);
        flow(&a, ISA_CF_INST_RETURN, NONE, 0);
    }
    resolve(&a, a.items);
    return a.good;
}
