/* flow.c - the successors of CF instructions, and a worklist along them (ISA 3.7, 9.1). */
#include "isa/r700/flow.h"

#include <stdio.h>
#include <stdlib.h>

#include "isa/r700/isa.h"

/* ---- successors -------------------------------------------------------------------------------------------------- */

static void add(struct flow_next *next, unsigned to, enum flow_kind kind)
{
    next->edge[next->count++] = (struct flow_edge){to, kind};
}

static void add_call(struct flow_next *next, unsigned to, unsigned at, const struct isa_cf *cf)
{
    add(next, to, FLOW_CALL);
    add(next, at + 1, cf->cond == ISA_COND_ACTIVE ? FLOW_IDLE : FLOW_PAST);
}

struct flow_next flow_next(const struct flow_program *program, unsigned at)
{
    const uint32_t         *dwords = program->dwords + 2 * (size_t)at;
    const struct isa_cf_op *op = isa_cf_lookup(dwords);
    struct flow_next        next = {.count = 0};
    struct isa_cf           cf;
    if (!op)
        return next;
    isa_unpack_cf(dwords, &cf); /* END_OF_PROGRAM stands in the same place in the export formats */
    const unsigned target = cf.addr + flow_base(program, at);
    if (op->klass == ISA_CF_ALU) {
        add(&next, at + 1, FLOW_STEP);
    } else if (cf.end_of_program) {
        return next;
    } else if (op->id == ISA_CF_INST_CALL) {
        add_call(&next, target, at, &cf);
    } else if (op->id == ISA_CF_INST_CALL_FS && program->fetch_base) {
        add_call(&next, program->fetch_base + program->fetch_first, at, &cf);
    } else {
        if (isa_cf_may_jump(op))
            add(&next, target, FLOW_JUMP);
        next.returns = op->id == ISA_CF_INST_RETURN;
        if (!next.returns || cf.cond != ISA_COND_ACTIVE) /* a RETURN is passed over when a pixel fails its test */
            add(&next, at + 1, FLOW_STEP);
    }
    return next;
}

/* ---- what lies outside ------------------------------------------------------------------------------------------- */

/* The words of an instruction's clause, from ADDR on; 0: it starts none. */
static unsigned clause_of(const uint32_t *dwords, const struct isa_cf_op *op, unsigned *addr)
{
    struct isa_cf_alu alu;
    struct isa_cf     cf;
    isa_unpack_cf_alu(dwords, &alu);
    isa_unpack_cf(dwords, &cf);
    *addr = op->klass == ISA_CF_ALU ? alu.addr : cf.addr;
    return op->klass == ISA_CF_ALU ? alu.count + 1 : op->klass == ISA_CF_FETCH ? 2 * isa_fetch_clause_count(&cf) : 0;
}

bool flow_fault_at(const struct flow_program *program, unsigned main_words, unsigned at, struct flow_fault *fault)
{
    const uint32_t         *dwords = program->dwords + 2 * (size_t)at;
    const struct isa_cf_op *op = isa_cf_lookup(dwords);
    const unsigned          base = flow_base(program, at), end = base ? program->words : main_words;
    const struct flow_next  next = flow_next(program, at);
    unsigned                addr;
    if (!op)
        return false;
    const unsigned words = clause_of(dwords, op, &addr);
    *fault = (struct flow_fault){.at = at};
    if (words && (addr >= end || base + addr + words > end)) {
        snprintf(fault->text, sizeof fault->text, "the clause takes words %u to %u, the program has %u (ISA 10.1)",
                 addr, addr + words - 1, end - base);
        return true;
    }
    for (unsigned i = 0; i < next.count; i++) {
        const struct flow_edge *edge = &next.edge[i];
        if (edge->to < end || (op->id == ISA_CF_INST_CALL_FS && edge->kind == FLOW_CALL))
            continue;
        fault->at_end = edge->kind != FLOW_JUMP && edge->kind != FLOW_CALL;
        if (fault->at_end)
            snprintf(fault->text, sizeof fault->text, "the program ends without END_OF_PROGRAM (ISA 3.2)");
        else
            snprintf(fault->text, sizeof fault->text, "the target is CF %u, the program has %u words (ISA 3.7.1)",
                     edge->to - base, end - base);
        fault->at = fault->at_end ? edge->to : at;
        return true;
    }
    return false;
}

/* ---- the solver -------------------------------------------------------------------------------------------------- */

/* What is to be visited is a list through the addresses, the last one that was reached first. */
struct place {
    unsigned before, behind;     /* neighbours in the list; the list's head stands behind the last address */
    bool     met, listed, noted; /* noted: of calls or returns */
};

struct solver {
    const struct flow_program *program;
    const struct flow_lattice *lattice;
    void                      *context;
    struct place              *place;
    unsigned                  *calls, *returns; /* addresses that have been visited */
    unsigned                   call_count, return_count;
};

static void unlist(struct solver *s, unsigned at)
{
    struct place *place = &s->place[at];
    s->place[place->before].behind = place->behind;
    s->place[place->behind].before = place->before;
    place->listed = false;
}

static void list(struct solver *s, unsigned at)
{
    const unsigned head = s->program->words;
    if (s->place[at].listed)
        unlist(s, at);
    struct place  *place = &s->place[at];
    const unsigned first = s->place[head].behind;
    place->before = head;
    place->behind = first;
    place->met = place->listed = true;
    s->place[head].behind = at;
    s->place[first].before = at;
}

static void follow(struct solver *s, unsigned from, const struct flow_edge *edge)
{
    if (!(s->lattice->edges & edge->kind) || edge->to >= s->program->words)
        return;
    const bool more = s->lattice->join && s->lattice->join(s->context, from, edge);
    if (more || !s->place[edge->to].met)
        list(s, edge->to);
}

/* A new CALL has all RETURNs visited again; only then does what holds there reach the place behind it. */
static void note_call(struct solver *s, unsigned at)
{
    if (s->place[at].noted)
        return;
    s->place[at].noted = true;
    s->calls[s->call_count++] = at;
    for (unsigned i = 0; i < s->return_count; i++)
        list(s, s->returns[i]);
}

static void come_back(struct solver *s, unsigned at)
{
    if (!s->place[at].noted)
        s->returns[s->return_count++] = at;
    s->place[at].noted = true;
    for (unsigned i = 0; i < s->call_count; i++)
        follow(s, at, &(struct flow_edge){s->calls[i] + 1, FLOW_BACK});
}

static bool visit(struct solver *s, unsigned at)
{
    const struct flow_next next = flow_next(s->program, at);
    const bool             back = s->lattice->edges & FLOW_BACK;
    if (!s->lattice->visit(s->context, at, &next))
        return false;
    if (back && next.count && next.edge[0].kind == FLOW_CALL)
        note_call(s, at);
    for (unsigned i = 0; i < next.count; i++)
        follow(s, at, &next.edge[i]);
    if (back && next.returns)
        come_back(s, at);
    return true;
}

static enum flow_end solve(struct solver *s)
{
    const unsigned head = s->program->words;
    s->place[head] = (struct place){.before = head, .behind = head};
    if (s->program->first < s->program->words)
        list(s, s->program->first);
    while (s->place[head].behind != head) {
        const unsigned at = s->place[head].behind;
        unlist(s, at);
        if (!visit(s, at))
            return FLOW_ENDED;
    }
    return FLOW_SOLVED;
}

enum flow_end flow_solve(const struct flow_program *program, const struct flow_lattice *lattice, void *context)
{
    const size_t  room = (size_t)program->words + 1;
    struct solver s = {.program = program,
                       .lattice = lattice,
                       .context = context,
                       .place = calloc(room, sizeof *s.place),
                       .calls = calloc(room, sizeof *s.calls),
                       .returns = calloc(room, sizeof *s.returns)};
    const bool    good = s.place && s.calls && s.returns;

    const enum flow_end end = good ? solve(&s) : FLOW_NO_MEMORY;
    free(s.place);
    free(s.calls);
    free(s.returns);
    return end;
}
