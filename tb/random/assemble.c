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

/* Of a statement. */
struct modes {
    bool     whole_quad, valid_pixel, no_barrier;
    unsigned only, at; /* only for its n-th instruction; how many it has */
};

struct assembler {
    struct random_case *program;
    struct item         item[CF_MOST];
    unsigned            items;
    unsigned            label[LABELS]; /* where it is */
    unsigned            labels;
    int                 loop_end; /* label of the innermost LOOP_END */
    int                 routine[RANDOM_SUBROUTINES];
    bool                called[RANDOM_SUBROUTINES], calls_fetch;
    struct modes        modes;
    bool                exported, after_export; /* so far; the next ALU clause may come behind an export */
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
/* Whoever jumps here may have exported last; ALU clauses wait for exports by their BARRIER alone. */
static void put_label(struct assembler *a, int label)
{
    a->label[label] = a->items;
    a->after_export |= a->exported;
}

/* Are the statement's modes meant for the next instruction? */
static bool has_modes(struct assembler *a)
{
    return ++a->modes.at == a->modes.only || !a->modes.only;
}

/* A flow instruction; COND and modes only where the statement wants them. */
static void flow_if(struct assembler *a, enum isa_cf_id id, int label, unsigned pops, unsigned cond, unsigned constant)
{
    const bool    modes = has_modes(a);
    struct isa_cf cf = {.pop_count = pops,
                        .cf_const = constant,
                        .cond = cond,
                        .cf_inst = isa_cf_ops[id].opcode,
                        .whole_quad_mode = modes && a->modes.whole_quad,
                        .valid_pixel_mode = modes && a->modes.valid_pixel,
                        .barrier = !(modes && a->modes.no_barrier)};
    isa_pack_cf(&cf, add(a, label, NONE)->dwords);
}
static void flow(struct assembler *a, enum isa_cf_id id, int label, unsigned pops)
{
    flow_if(a, id, label, pops, 0, 0);
}

static void alu(struct assembler *a, enum isa_cf_id id, int clause)
{
    const struct random_clause *from = &a->program->clause[clause];
    const bool                  modes = has_modes(a);
    struct isa_cf_alu           cf = {.kcache_bank0 = from->kcache_bank[0],
                                      .kcache_bank1 = from->kcache_bank[1],
                                      .kcache_mode0 = from->kcache_mode[0],
                                      .kcache_mode1 = from->kcache_mode[1],
                                      .kcache_addr0 = from->kcache_line[0],
                                      .kcache_addr1 = from->kcache_line[1],
                                      .cf_inst = isa_cf_ops[id].opcode,
                                      .whole_quad_mode = modes && a->modes.whole_quad,
                                      .barrier = !(modes && a->modes.no_barrier) || a->after_export};
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
                                 .whole_quad_mode = a->modes.whole_quad,
                                 .valid_pixel_mode = a->modes.valid_pixel,
                                 .cf_inst = isa_cf_ops[id].opcode,
                                 .barrier = 1};
    isa_pack_export_swiz(&cf, add(a, NONE, NONE)->dwords);
    a->exported = a->after_export = true;
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
    a->modes.whole_quad = a->modes.valid_pixel = false;
    flow_if(a, ISA_CF_INST_PUSH, middle, 0, cond, node->constant);
    list(a, node->list[0]);
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
    if (node->variant > 4) { /* those that fail stay */
        if (node->variant > 5) {
            alu(a, ISA_CF_INST_ALU_PUSH_BEFORE, node->clause[0]);
            list(a, node->list[1]);
            flow_if(a, ISA_CF_INST_POP_PUSH_ELSE, middle, 1, node->cond, node->constant);
        } else {
            flow_if(a, ISA_CF_INST_PUSH_ELSE, middle, 0, node->cond, node->constant);
        }
        list(a, node->list[0]);
        put_label(a, middle);
        flow(a, ISA_CF_INST_POP, end, 1);
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
    const bool                  counted = kind < 2, pushed = node->number != 0;
    const unsigned              cond = counted && node->constant & 1 ? 0 : node->cond;
    if (pushed)
        flow(a, ISA_CF_INST_PUSH, behind, 0);
    if (!counted)
        alu(a, ISA_CF_INST_ALU, node->clause[0]);
    flow_if(a, start[kind], behind, pushed, counted || node->variant == 4 ? cond : 0, node->constant);
    put_label(a, body);
    a->loop_end = end;
    a->after_export = true; /* of the trip before */
    if (!counted)           /* the counter, as a compiler would write it */
        alu(a, ISA_CF_INST_ALU_BREAK, node->clause[1]);
    list(a, node->list[0]);
    put_label(a, end);
    flow_if(a, ISA_CF_INST_LOOP_END, body, 0, counted || node->variant == 3 ? cond : 0, node->constant);
    a->loop_end = outer;
    if (pushed)
        flow(a, ISA_CF_INST_POP, behind, 1);
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
    const bool           fetch = node->number == RANDOM_SUBROUTINES, modes = has_modes(a);
    const enum isa_cf_id id = fetch ? ISA_CF_INST_CALL_FS : ISA_CF_INST_CALL;
    struct isa_cf        cf = {.call_count = node->variant,
                               .cf_const = node->constant,
                               .cond = node->constant & 1 ? 0 : node->cond,
                               .cf_inst = isa_cf_ops[id].opcode,
                               .whole_quad_mode = modes && a->modes.whole_quad,
                               .valid_pixel_mode = modes && a->modes.valid_pixel,
                               .barrier = 1};
    isa_pack_cf(&cf, add(a, fetch ? NONE : a->routine[node->number], NONE)->dwords);
    if (fetch)
        a->calls_fetch = true;
    else
        a->called[node->number] = true;
    a->exported = a->after_export = true; /* it may export */
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

/* PUSH and LOOP_START up, POP and LOOP_END down; a level that nobody enters jumps to the stop below it and pops what
 * lies between. */
static void tower(struct assembler *a, const struct random_node *node)
{
    unsigned stop[RANDOM_LEVELS + 1] = {0};
    int      at[RANDOM_LEVELS + 1], body[RANDOM_LEVELS];
    find_stops(node, stop);
    for (unsigned i = 0; i <= node->number; i++)
        at[i] = stop[i] == i ? new_label(a) : NONE;
    for (unsigned i = 0; i < node->number; i++) {
        const enum level level = level_of(node, i);
        const int        target = at[stop[i]];
        body[i] = NONE;
        if (level == LEVEL_CLAUSE) {
            alu(a, ISA_CF_INST_ALU_PUSH_BEFORE, node->clause[0]);
        } else if (level == LEVEL_LOOP) {
            flow_if(a, ISA_CF_INST_LOOP_START_NO_AL, target, i - stop[i], 0, RANDOM_ONE_TRIP);
            body[i] = new_label(a);
            put_label(a, body[i]);
        } else {
            const struct modes modes = a->modes;
            a->modes.whole_quad |= level == LEVEL_QUADS && a->program->whole_quads;
            a->modes.valid_pixel &= !a->modes.whole_quad;
            flow(a, ISA_CF_INST_PUSH, target, i - stop[i]);
            a->modes.whole_quad = modes.whole_quad;
            a->modes.valid_pixel = modes.valid_pixel;
        }
    }
    alu(a, ISA_CF_INST_ALU, node->clause[0]);
    for (unsigned top = node->number; top;) {
        const unsigned chunk = chunk_of(node, top);
        put_label(a, at[top]);
        if (chunk)
            flow(a, ISA_CF_INST_POP, at[top], chunk);
        else
            flow_if(a, ISA_CF_INST_LOOP_END, body[top - 1], 0, 0, RANDOM_ONE_TRIP);
        top -= chunk ? chunk : 1;
    }
    put_label(a, at[0]);
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
    list(a, node->list[0]);
    put_label(a, on);
}

static void other(struct assembler *a, const struct random_node *node)
{
    static const enum isa_cf_id ids[] = {ISA_CF_INST_NOP,  ISA_CF_INST_WAIT_ACK, ISA_CF_INST_POP,     ISA_CF_INST_POP,
                                         ISA_CF_INST_JUMP, ISA_CF_INST_POP_PUSH, ISA_CF_INST_POP_PUSH};
    const int                   on = new_label(a);
    if (node->variant < 2)
        a->modes.whole_quad = a->modes.valid_pixel = false;
    if (node->variant == 3) /* nobody may be left */
        flow_if(a, ids[3], on, 0, node->cond, node->constant);
    else
        flow(a, ids[node->variant], node->variant < 2 ? NONE : on, 0);
    if (node->variant > 4)
        flow(a, ISA_CF_INST_POP, on, 1);
    put_label(a, on);
}

/* On a boolean, so that some calls come back here and others further down; with modes, also by the states. */
static void early_return(struct assembler *a, const struct random_node *node)
{
    flow_if(a, ISA_CF_INST_RETURN, NONE, 0, node->cond, node->constant);
}

static void statement(struct assembler *a, const struct random_node *node)
{
    const struct modes outer = a->modes;
    a->modes = (struct modes){node->whole_quad, node->valid_pixel, node->no_barrier, node->mode_at, 0};
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
    case RANDOM_TOWER:
        tower(a, node);
        break;
    case RANDOM_RETURN:
        early_return(a, node);
        break;
    case RANDOM_OTHER:
    case RANDOM_KINDS:
        other(a, node);
        break;
    }
    a->modes = outer;
}

static void list(struct assembler *a, int first)
{
    for (int i = first; i >= 0; i = a->program->node[i].next)
        statement(a, &a->program->node[i]);
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

/* CF instructions and clauses to `dwords`; returns how many dwords that is. */
static unsigned resolve(struct assembler *a, uint32_t *dwords, unsigned room)
{
    enum { CLAUSE_MOST = 128 };
    unsigned at = a->items;
    for (unsigned i = 0; i < a->items; i++) {
        const struct item *item = &a->item[i];
        if (2 * (at + CLAUSE_MOST) > room) {
            a->good = false;
            return 0;
        }
        memcpy(dwords + 2 * i, item->dwords, sizeof item->dwords);
        if (item->label >= 0)
            dwords[2 * i] = a->label[item->label]; /* ADDR is all of dword 0 */
        if (item->clause < 0)
            continue;
        const unsigned    words = clause_words(a, &a->program->clause[item->clause], dwords + 2 * at);
        struct isa_cf_alu cf;
        isa_unpack_cf_alu(dwords + 2 * i, &cf);
        cf.addr = at;
        cf.count = words - 1;
        isa_pack_cf_alu(&cf, dwords + 2 * i);
        at += words;
    }
    return 2 * (at + at % 2);
}

static void assemble_subroutines(struct assembler *a)
{
    for (unsigned i = 0; i < RANDOM_SUBROUTINES; i++) {
        if (!a->called[i]) /* they call only those behind them */
            continue;
        put_label(a, a->routine[i]);
        list(a, a->program->subroutine[i]);
        flow(a, ISA_CF_INST_RETURN, NONE, 0);
    }
}

/* The fetch program has addresses of its own. */
static bool assemble_fetch(struct random_case *program)
{
    struct assembler a;
    memset(&a, 0, sizeof a);
    memset(program->fetch_dwords, 0, sizeof program->fetch_dwords);
    a.program = program;
    a.good = true;
    list(&a, program->fetch);
    flow(&a, ISA_CF_INST_RETURN, NONE, 0);
    program->fetch_count = resolve(&a, program->fetch_dwords, RANDOM_FETCH_DWORDS);
    return a.good;
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
    a.modes.whole_quad = program->whole_quads && program->seed % 8 == 0;
    a.modes.valid_pixel = program->seed % 8 == 1;
    export(&a, &last, true);
    a.modes.whole_quad = a.modes.valid_pixel = false;
    assemble_subroutines(&a);
    program->dword_count = resolve(&a, program->dwords, RANDOM_DWORDS);
    program->fetch_count = 0;
    return a.good && (!a.calls_fetch || assemble_fetch(program));
}
