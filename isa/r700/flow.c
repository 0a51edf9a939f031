/* flow.c - the successors of CF instructions, and a worklist along them (ISA 3.7, 9.1). */
#include "isa/r700/flow.h"

#include <stdlib.h>

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
    if (!op && program->past_illegal)
        add(&next, at + 1, FLOW_STEP);
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

/* ---- the solver -------------------------------------------------------------------------------------------------- */

/* What is to be visited is a list through the rows, the last one that was reached first. */
struct place {
    unsigned before, behind;     /* neighbours in the list; the list's head stands behind the last row */
    bool     met, listed, noted; /* noted: of calls or returns */
};

/* An edge that leads to a row, backward. */
struct arc {
    unsigned       from;
    enum flow_kind kind;
};

struct solver {
    const struct flow_code    *code;
    const struct flow_lattice *lattice;
    void                      *context;
    struct place              *place;
    unsigned                  *calls, *returns; /* rows; of a forward analysis, visited rows alone */
    unsigned                   call_count, return_count;
    struct arc                *arcs;  /* by row to which they lead; NULL: forward */
    unsigned                  *first; /* arc of each row, and the end of the last one's */
};

static struct flow_next next_of(const struct solver *s, unsigned n)
{
    const struct flow_row *const row = &s->code->rows[n];
    return s->lattice->next ? s->lattice->next(s->context, row) : row->next;
}

static bool is_call(const struct flow_next *next)
{
    return next->count && next->edge[0].kind == FLOW_CALL;
}

static void unlist(struct solver *s, unsigned n)
{
    struct place *place = &s->place[n];
    s->place[place->before].behind = place->behind;
    s->place[place->behind].before = place->before;
    place->listed = false;
}

static void list(struct solver *s, unsigned n)
{
    const unsigned head = s->code->count;
    if (s->place[n].listed)
        unlist(s, n);
    struct place  *place = &s->place[n];
    const unsigned first = s->place[head].behind;
    place->before = head;
    place->behind = first;
    place->met = place->listed = true;
    s->place[head].behind = n;
    s->place[first].before = n;
}

static void join(struct solver *s, unsigned from, unsigned to, enum flow_kind kind)
{
    const struct flow_row *const rows = s->code->rows;
    const bool                   more = s->lattice->join && s->lattice->join(s->context, &rows[from], &rows[to], kind);
    if (more || !s->place[to].met)
        list(s, to);
}

static void follow(struct solver *s, unsigned from, const struct flow_edge *edge)
{
    const struct flow_row *const to = flow_row(s->code, edge->to);
    if (to && s->lattice->edges & edge->kind)
        join(s, from, (unsigned)(to - s->code->rows), edge->kind);
}

/* ---- forward ----------------------------------------------------------------------------------------------------- */

/* A new CALL has all RETURNs visited again; only then does what holds there reach the place behind it. */
static void note_call(struct solver *s, unsigned n)
{
    if (s->place[n].noted)
        return;
    s->place[n].noted = true;
    s->calls[s->call_count++] = n;
    for (unsigned i = 0; i < s->return_count; i++)
        list(s, s->returns[i]);
}

static void come_back(struct solver *s, unsigned n)
{
    if (!s->place[n].noted)
        s->returns[s->return_count++] = n;
    s->place[n].noted = true;
    for (unsigned i = 0; i < s->call_count; i++)
        follow(s, n, &(struct flow_edge){s->code->rows[s->calls[i]].at + 1, FLOW_BACK});
}

static void go_on(struct solver *s, unsigned n)
{
    const struct flow_next next = next_of(s, n);
    const bool             back = s->lattice->edges & FLOW_BACK;
    if (back && is_call(&next))
        note_call(s, n);
    for (unsigned i = 0; i < next.count; i++)
        follow(s, n, &next.edge[i]);
    if (back && next.returns)
        come_back(s, n);
}

/* ---- backward ---------------------------------------------------------------------------------------------------- */

/* Calls `take` for each edge that is followed, but those of RETURN. */
static void each_edge(struct solver *s, void (*take)(struct solver *s, unsigned from, unsigned to, enum flow_kind kind))
{
    for (unsigned n = 0; n < s->code->count; n++) {
        const struct flow_next next = next_of(s, n);
        for (unsigned i = 0; i < next.count; i++) {
            const struct flow_row *const to = flow_row(s->code, next.edge[i].to);
            if (to && s->lattice->edges & next.edge[i].kind)
                take(s, n, (unsigned)(to - s->code->rows), next.edge[i].kind);
        }
    }
}

static void count_arc(struct solver *s, unsigned from, unsigned to, enum flow_kind kind)
{
    (void)from, (void)kind;
    s->first[to + 1]++;
}

static void put_arc(struct solver *s, unsigned from, unsigned to, enum flow_kind kind)
{
    s->arcs[s->first[to]++] = (struct arc){from, kind};
}

/* While arcs are put, first[n] is where the next one of row n goes: afterwards it is where those of row n + 1 begin. */
static void find_arcs(struct solver *s)
{
    each_edge(s, count_arc);
    for (unsigned n = 0; n < s->code->count; n++)
        s->first[n + 1] += s->first[n];
    each_edge(s, put_arc);
    for (unsigned n = s->code->count; n > 0; n--)
        s->first[n] = s->first[n - 1];
    s->first[0] = 0;
    for (unsigned n = 0; n < s->code->count; n++) {
        const struct flow_next next = next_of(s, n);
        if (next.returns)
            s->returns[s->return_count++] = n;
        s->place[n].noted = is_call(&next);
    }
}

static void go_back(struct solver *s, unsigned n)
{
    const struct flow_row *const call = s->code->rows[n].at ? flow_row(s->code, s->code->rows[n].at - 1) : NULL;
    for (unsigned i = s->first[n]; i < s->first[n + 1]; i++)
        join(s, n, s->arcs[i].from, s->arcs[i].kind);
    if (s->lattice->edges & FLOW_BACK && call && s->place[call - s->code->rows].noted)
        for (unsigned i = 0; i < s->return_count; i++)
            join(s, n, s->returns[i], FLOW_BACK);
}

/* ---- both -------------------------------------------------------------------------------------------------------- */

static void begin(struct solver *s)
{
    const unsigned               head = s->code->count;
    const struct flow_row *const first = flow_row(s->code, s->code->program.first);
    s->place[head] = (struct place){.before = head, .behind = head};
    if (s->lattice->backward)
        find_arcs(s);
    for (unsigned n = 0; s->lattice->backward && n < s->code->count; n++)
        list(s, n);
    if (!s->lattice->backward && first)
        list(s, (unsigned)(first - s->code->rows));
}

static enum flow_end solve(struct solver *s)
{
    const unsigned head = s->code->count;
    begin(s);
    while (s->place[head].behind != head) {
        const unsigned n = s->place[head].behind;
        unlist(s, n);
        if (!s->lattice->visit(s->context, &s->code->rows[n]))
            return FLOW_ENDED;
        if (s->lattice->backward)
            go_back(s, n);
        else
            go_on(s, n);
    }
    return FLOW_SOLVED;
}

enum flow_end flow_solve(const struct flow_code *code, const struct flow_lattice *lattice, void *context)
{
    const size_t  room = (size_t)code->count + 1, arcs = lattice->backward ? FLOW_EDGES * room : 1;
    struct solver s = {.code = code,
                       .lattice = lattice,
                       .context = context,
                       .place = calloc(room, sizeof *s.place),
                       .calls = calloc(room, sizeof *s.calls),
                       .returns = calloc(room, sizeof *s.returns),
                       .arcs = calloc(arcs, sizeof *s.arcs),
                       .first = calloc(room + 1, sizeof *s.first)};
    const bool    good = s.place && s.calls && s.returns && s.arcs && s.first;

    const enum flow_end end = good ? solve(&s) : FLOW_NO_MEMORY;
    free(s.place);
    free(s.calls);
    free(s.returns);
    free(s.arcs);
    free(s.first);
    return end;
}
