/* lint_index.c - lint of aL, along the control flow: it has a value between LOOP_START and LOOP_END only (ISA 3.7.3).
 */
#include <stdlib.h>

#include "rtl_model/r700/lint_internal.h"

/* Numbers of LOOP_START that may be open before an instruction, a bit each; the last one is "so many or more". */
enum { MOST_OPEN = 63 };

struct index_walk {
    struct lint *lint;
    uint64_t    *open; /* per CF address; 0: never reached */
};

static enum isa_cf_id id_at(const struct index_walk *walk, unsigned at)
{
    const struct isa_cf_op *op = isa_cf_lookup(walk->lint->subject->dwords + 2 * (size_t)at);
    return op ? op->id : ISA_CF_INST_COUNT;
}

/* LOOP_END names the instruction behind the start of its loop. */
static bool ends_indexed_loop(const struct index_walk *walk, unsigned at)
{
    struct isa_cf cf;
    isa_unpack_cf(walk->lint->subject->dwords + 2 * (size_t)at, &cf);
    const unsigned body = cf.addr + lint_base_of(walk->lint->subject, at);
    return body && body <= walk->lint->subject->count / 2 && id_at(walk, body - 1) == ISA_CF_INST_LOOP_START;
}

static bool visit(void *context, unsigned at, const struct flow_next *next)
{
    (void)context, (void)at, (void)next;
    return true;
}

static bool join(void *context, unsigned from, const struct flow_edge *edge)
{
    struct index_walk   *walk = context;
    const enum isa_cf_id id = id_at(walk, from);
    uint64_t             open = walk->open[from];
    if (id == ISA_CF_INST_LOOP_START && edge->kind == FLOW_STEP)
        open = open << 1 | (open & 1ull << MOST_OPEN);
    else if (id == ISA_CF_INST_LOOP_END && edge->kind == FLOW_STEP && ends_indexed_loop(walk, from))
        open = open >> 1 | (open & 1) | (open & 1ull << MOST_OPEN);
    const uint64_t before = walk->open[edge->to];
    walk->open[edge->to] |= open;
    return walk->open[edge->to] != before;
}

/* ---- what is reported -------------------------------------------------------------------------------------------- */

#define WITHOUT_LOOP "aL has a value only between LOOP_START and LOOP_END, and no LOOP_START is open here"

/* True when the slot uses aL, which is reported. */
static bool note_slot(struct lint *lint, const struct lint_place *place, unsigned s)
{
    const struct isa_alu *alu = &place->group->slot[s];
    bool                  uses = alu->dst_rel && lint_writes(place->group, s);
    if (!place->group->used[s] || alu->index_mode != ISA_INDEX_LOOP)
        return false;
    for (unsigned i = 0; i < isa_alu_ops[alu->id].operands; i++)
        uses |= alu->src[i].rel;
    if (uses)
        lint_note(lint, place, s, LINT_DOUBTFUL, "ISA 3.7.3", "%s", WITHOUT_LOOP);
    return uses;
}

static void note_clause(struct lint *lint, unsigned at)
{
    struct isa_cf_alu cf;
    struct isa_group  group;
    unsigned          done = 0, bad;
    isa_unpack_cf_alu(lint->subject->dwords + 2 * (size_t)at, &cf);
    const unsigned first = cf.addr + lint_base_of(lint->subject, at), count = cf.count + 1;
    if (first + count > lint->subject->count / 2)
        return;
    lint->cf = at;
    while (done < count && isa_group_assemble(lint->subject->dwords + 2 * (size_t)(first + done), count - done,
                                              lint->subject->prefer_vector, &group, &bad) == ISA_GROUP_OK) {
        const struct lint_place place = {.group = &group, .address = first + done};
        for (unsigned s = 0; s < ISA_SLOTS; s++)
            if (note_slot(lint, &place, s))
                return;
        done += group.size;
    }
}

static bool fetch_uses(const struct isa_fetch_op *op, const uint32_t *dwords)
{
    static const char *const fields[] = {"src_rel", "dst_rel"};
    for (unsigned i = 0; op && i < sizeof fields / sizeof fields[0]; i++) {
        const struct isa_field *field = isa_field_find(op->format, fields[i]);
        if (field && isa_field_get(field, dwords))
            return true;
    }
    return false;
}

static void note_fetches(struct lint *lint, unsigned at, const struct isa_cf_op *op)
{
    struct isa_cf cf;
    isa_unpack_cf(lint->subject->dwords + 2 * (size_t)at, &cf);
    const unsigned count = isa_fetch_clause_count(&cf), first = cf.addr + lint_base_of(lint->subject, at);
    for (unsigned i = 0; i < count && first + 2 * i + 2 <= lint->subject->count / 2; i++) {
        const uint32_t *const      dwords = lint->subject->dwords + 2 * (size_t)(first + 2 * i);
        const struct isa_fetch_op *fetch = isa_fetch_lookup(op->opcode, dwords);
        if (!fetch_uses(fetch, dwords))
            continue;
        lint_note_cf(lint, at, LINT_DOUBTFUL, "ISA 3.7.3", "%s at word %u: %s", fetch->name, first + 2 * i,
                     WITHOUT_LOOP);
        return;
    }
}

static void note(struct lint *lint, unsigned at)
{
    const uint32_t *const   dwords = lint->subject->dwords + 2 * (size_t)at;
    const struct isa_cf_op *op = isa_cf_lookup(dwords);
    struct isa_export_swiz export;
    if (op && op->klass == ISA_CF_ALU)
        note_clause(lint, at);
    if (op && op->klass == ISA_CF_FETCH)
        note_fetches(lint, at, op);
    if (!op || (op->klass != ISA_CF_EXPORT && op->klass != ISA_CF_MEM))
        return;
    isa_unpack_export_swiz(dwords, &export); /* RW_REL stands in the same place in both formats */
    if (export.rw_rel)
        lint_note_cf(lint, at, LINT_DOUBTFUL, "ISA 3.7.3", "%s", WITHOUT_LOOP);
}

bool lint_loop_index(struct lint *lint)
{
    /* Behind a CALL the loops are those before it. */
    static const struct flow_lattice lattice = {.edges = FLOW_ALL & ~FLOW_BACK, .visit = visit, .join = join};
    const struct flow_program        program = lint_program(lint->subject);
    struct index_walk walk = {.lint = lint, .open = calloc((size_t)program.words + 1, sizeof *walk.open)};
    if (walk.open && program.first < program.words)
        walk.open[program.first] = 1;
    const bool good = walk.open && flow_solve(&program, &lattice, &walk) == FLOW_SOLVED;
    for (unsigned at = 0; good && at < program.words; at++)
        if (walk.open[at] == 1)
            note(lint, at);
    free(walk.open);
    return good;
}
