/* flow_code.c - a program decoded: the CF instructions that a wavefront may come to, and their clauses (ISA ch.
 * 3, 10.1).
 */
#include <stdio.h>
#include <stdlib.h>

#include "isa/r700/flow.h"

/* ---- rows -------------------------------------------------------------------------------------------------------- */

unsigned flow_clause(const uint32_t *dwords, unsigned *addr)
{
    const struct isa_cf_op *op = isa_cf_lookup(dwords);
    struct isa_cf_alu       alu;
    struct isa_cf           cf;
    if (!op || (op->klass != ISA_CF_ALU && op->klass != ISA_CF_FETCH))
        return 0;
    isa_unpack_cf_alu(dwords, &alu);
    isa_unpack_cf(dwords, &cf);
    *addr = op->klass == ISA_CF_ALU ? alu.addr : cf.addr;
    return op->klass == ISA_CF_ALU ? alu.count + 1 : 2 * isa_fetch_clause_count(&cf);
}

static void unpack(struct flow_row *row)
{
    struct isa_cf cf;
    isa_unpack_cf(row->dwords, &cf); /* END_OF_PROGRAM stands in the same place in the export formats */
    row->ends = row->op->klass != ISA_CF_ALU && cf.end_of_program;
    switch (row->op->klass) {
    case ISA_CF_ALU:
        isa_unpack_cf_alu(row->dwords, &row->alu);
        return;
    case ISA_CF_EXPORT:
        isa_unpack_export_swiz(row->dwords, &row->swiz);
        return;
    case ISA_CF_MEM:
        isa_unpack_export_buf(row->dwords, &row->buf);
        return;
    default:
        row->cf = cf;
        return;
    }
}

static struct flow_row row_at(const struct flow_program *program, unsigned at)
{
    const uint32_t *const dwords = program->dwords + 2 * (size_t)at;
    struct flow_row row = {.at = at, .op = isa_cf_lookup(dwords), .dwords = dwords, .next = flow_next(program, at)};
    unsigned        addr = 0;
    if (row.op)
        unpack(&row);
    row.words = flow_clause(dwords, &addr);
    row.clause = addr + flow_base(program, at);
    row.inside = row.words && (uint64_t)addr + flow_base(program, at) + row.words <= program->words;
    return row;
}

/* Notes in row_of what can be reached; `stack` has room for every address. */
static void reach(struct flow_code *code, unsigned *stack)
{
    const struct flow_program *const program = &code->program;
    unsigned                         depth = 0;
    if (program->first < program->words)
        code->row_of[stack[depth++] = program->first] = 1;
    while (depth) {
        const struct flow_next next = flow_next(program, stack[--depth]);
        for (unsigned i = 0; i < next.count; i++)
            if (next.edge[i].to < program->words && !code->row_of[next.edge[i].to])
                code->row_of[stack[depth++] = next.edge[i].to] = 1;
    }
    for (unsigned at = 0; at < program->words; at++)
        if (code->row_of[at])
            code->row_of[at] = ++code->count;
}

bool flow_decode(const struct flow_program *program, struct flow_code *code)
{
    const size_t room = (size_t)program->words + 1;
    *code = (struct flow_code){.program = *program, .row_of = calloc(room, sizeof *code->row_of)};
    unsigned *const stack = malloc(room * sizeof *stack);
    if (code->row_of && stack)
        reach(code, stack);
    code->rows = calloc((size_t)code->count + 1, sizeof *code->rows);
    const bool good = code->row_of && stack && code->rows;
    for (unsigned at = 0; good && at < program->words; at++)
        if (code->row_of[at])
            code->rows[code->row_of[at] - 1] = row_at(program, at);
    free(stack);
    if (!good)
        flow_free(code);
    return good;
}

void flow_free(struct flow_code *code)
{
    free(code->rows);
    free(code->row_of);
    *code = (struct flow_code){.count = 0};
}

bool flow_target(const struct flow_row *row, enum flow_kind kind, unsigned *target)
{
    for (unsigned i = 0; i < row->next.count; i++)
        if (row->next.edge[i].kind == kind) {
            *target = row->next.edge[i].to;
            return true;
        }
    return false;
}

const struct flow_row *flow_loop_end(const struct flow_code *code, const struct flow_row *row)
{
    unsigned depth = 0;
    for (row++; row < code->rows + code->count; row++) {
        depth += flow_starts_loop(row);
        if (row->op && row->op->id == ISA_CF_INST_LOOP_END && depth-- == 0)
            return row;
    }
    return NULL;
}

/* ---- clauses ----------------------------------------------------------------------------------------------------- */

struct flow_groups flow_groups(const struct flow_code *code, const struct flow_row *row, bool prefer_vector)
{
    return (struct flow_groups){.dwords = code->program.dwords,
                                .next = row->clause,
                                .left = row->inside ? row->words : 0,
                                .prefer_vector = prefer_vector};
}

bool flow_group(struct flow_groups *groups, struct isa_group *group)
{
    groups->at = groups->next;
    if (!groups->left || groups->status != ISA_GROUP_OK)
        return false;
    groups->status = isa_group_assemble(groups->dwords + 2 * (size_t)groups->at, groups->left, groups->prefer_vector,
                                        group, &groups->fault);
    if (groups->status != ISA_GROUP_OK)
        return false;
    groups->next += group->size;
    groups->left -= group->size;
    return true;
}

unsigned flow_fetch_count(const struct flow_row *row)
{
    return row->op && row->op->klass == ISA_CF_FETCH && row->inside ? row->words / 2 : 0;
}

const struct isa_fetch_op *flow_fetch(const struct flow_code *code, const struct flow_row *row, unsigned i,
                                      const uint32_t **dwords)
{
    *dwords = code->program.dwords + 2 * (size_t)(row->clause + 2 * i);
    return isa_fetch_lookup(row->op->opcode, *dwords);
}

/* ---- what lies outside ------------------------------------------------------------------------------------------- */

bool flow_fault_at(const struct flow_code *code, unsigned main_words, const struct flow_row *row,
                   struct flow_fault *fault)
{
    const struct flow_program *const program = &code->program;
    const unsigned                   base = flow_base(program, row->at), end = base ? program->words : main_words;
    const uint32_t                   addr = row->clause - base;
    *fault = (struct flow_fault){.at = row->at};
    if (row->words && (uint64_t)base + addr + row->words > end) {
        snprintf(fault->text, sizeof fault->text, "the clause takes words %u to %u, the program has %u (ISA 10.1)",
                 addr, addr + row->words - 1, end - base);
        return true;
    }
    for (unsigned i = 0; i < row->next.count; i++) {
        const struct flow_edge *edge = &row->next.edge[i];
        if (edge->to < end || (row->op->id == ISA_CF_INST_CALL_FS && edge->kind == FLOW_CALL))
            continue;
        fault->at_end = edge->kind != FLOW_JUMP && edge->kind != FLOW_CALL;
        if (fault->at_end)
            snprintf(fault->text, sizeof fault->text, "the program ends without END_OF_PROGRAM (ISA 3.2)");
        else
            snprintf(fault->text, sizeof fault->text, "the target is CF %u, the program has %u words (ISA 3.7.1)",
                     edge->to - base, end - base);
        fault->at = fault->at_end ? edge->to : row->at;
        return true;
    }
    return false;
}
