/* lint_index.c - lint of aL, along the control flow: it has a value between LOOP_START and LOOP_END only (ISA 3.7.3).
 */
#include <stdlib.h>

#include "rtl_model/r700/analysis/lint_internal.h"

/* Numbers of LOOP_START that may be open before an instruction, a bit each; the last one is "so many or more". */
enum { MOST_OPEN = 63 };

struct index_walk {
    const struct flow_code *code;
    uint64_t               *open; /* per row of the code; 0: never reached */
};

static bool starts_indexed_loop(const struct flow_row *row)
{
    return row && row->op && row->op->id == ISA_CF_INST_LOOP_START;
}

/* LOOP_END names the instruction behind the start of its loop. */
static bool ends_indexed_loop(const struct index_walk *walk, const struct flow_row *row)
{
    unsigned body;
    return row->op && row->op->id == ISA_CF_INST_LOOP_END && flow_target(row, FLOW_JUMP, &body) && body &&
           starts_indexed_loop(flow_row(walk->code, body - 1));
}

static bool visit(void *context, const struct flow_row *row)
{
    (void)context, (void)row;
    return true;
}

static bool join(void *context, const struct flow_row *from, const struct flow_row *to, enum flow_kind kind)
{
    struct index_walk *walk = context;
    uint64_t           open = walk->open[from - walk->code->rows];
    uint64_t *const    there = &walk->open[to - walk->code->rows], before = *there;
    if (kind == FLOW_STEP && starts_indexed_loop(from))
        open = open << 1 | (open & 1ull << MOST_OPEN);
    else if (kind == FLOW_STEP && ends_indexed_loop(walk, from))
        open = open >> 1 | (open & 1) | (open & 1ull << MOST_OPEN);
    *there |= open;
    return *there != before;
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

static void note_clause(struct lint *lint, const struct flow_row *row)
{
    struct flow_groups clause = lint_groups_of(lint, row);
    struct isa_group   group;
    lint->row = row;
    while (flow_group(&clause, &group)) {
        const struct lint_place place = {.group = &group, .address = clause.at};
        for (unsigned s = 0; s < ISA_SLOTS; s++)
            if (note_slot(lint, &place, s))
                return;
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

static void note_fetches(struct lint *lint, const struct flow_row *row)
{
    const uint32_t *dwords;
    for (unsigned i = 0; i < flow_fetch_count(row); i++) {
        const struct isa_fetch_op *fetch = flow_fetch(lint->code, row, i, &dwords);
        if (!fetch_uses(fetch, dwords))
            continue;
        lint_note_cf(lint, row, LINT_DOUBTFUL, "ISA 3.7.3", "%s at word %u: %s", fetch->name, row->clause + 2 * i,
                     WITHOUT_LOOP);
        return;
    }
}

static void note(struct lint *lint, const struct flow_row *row)
{
    if (!row->op)
        return;
    const bool exports = row->op->klass == ISA_CF_EXPORT || row->op->klass == ISA_CF_MEM;
    if (row->op->klass == ISA_CF_ALU)
        note_clause(lint, row);
    note_fetches(lint, row);
    if (exports && row->swiz.rw_rel) /* RW_REL stands in the same place in both formats */
        lint_note_cf(lint, row, LINT_DOUBTFUL, "ISA 3.7.3", "%s", WITHOUT_LOOP);
}

bool lint_loop_index(struct lint *lint)
{
    /* Behind a CALL the loops are those before it. */
    static const struct flow_lattice lattice = {.edges = FLOW_ALL & ~FLOW_BACK, .visit = visit, .join = join};
    const struct flow_code          *code = lint->code;
    struct index_walk                walk = {.code = code, .open = calloc((size_t)code->count + 1, sizeof *walk.open)};
    const struct flow_row *const     first = flow_row(code, code->program.first);
    if (walk.open && first)
        walk.open[first - code->rows] = 1;
    const bool good = walk.open && flow_solve(code, &lattice, &walk) == FLOW_SOLVED;
    for (unsigned n = 0; good && n < code->count; n++)
        if (walk.open[n] == 1)
            note(lint, &code->rows[n]);
    free(walk.open);
    return good;
}
