/* dis_flow.c - what each dword of a program is: control flow, clause or data (ISA ch. 3). */
#include "isa/r700/dis/dis_flow.h"
#include "isa/r700/dis/dis.h"
#include "isa/r700/flow.h"
#include "isa/r700/isa.h"
#include <stdlib.h>
#include <string.h>

struct dis_clause dis_flow_clause(const uint32_t cf[2])
{
    const struct isa_cf_op *op = isa_cf_lookup(cf);
    unsigned                addr;
    const unsigned          words = flow_clause(cf, &addr);
    if (!words)
        return (struct dis_clause){.dwords = 0};
    return (struct dis_clause){2 * (uint64_t)addr, 2 * words, op->klass == ISA_CF_FETCH, op->opcode};
}

bool dis_flow_inside(const struct dis_flow *flow, const struct dis_clause *clause)
{
    return clause->start + clause->dwords <= flow->count;
}

static bool pair_is_free(const struct dis_flow *flow, unsigned at)
{
    return at + 1 < flow->count && flow->role[at] == DIS_FLOW_FREE && flow->role[at + 1] == DIS_FLOW_FREE;
}

static void claim(struct dis_flow *flow, unsigned at, enum dis_flow_role role)
{
    flow->role[at] = (uint8_t)role;
    flow->role[at + 1] = DIS_FLOW_USED;
}

static bool find_cf(struct dis_flow *flow)
{
    const struct flow_program program = {.dwords = flow->dwords, .words = flow->count / 2, .past_illegal = true};
    struct flow_code          code;
    if (!flow_decode(&program, &code))
        return false;
    for (unsigned n = 0; n < code.count; n++)
        claim(flow, 2 * code.rows[n].at, DIS_FLOW_CF);
    flow_free(&code);
    return true;
}

static void claim_clause(struct dis_flow *flow, unsigned at)
{
    struct dis_clause clause = dis_flow_clause(flow->dwords + at);
    if (!clause.dwords || !dis_flow_inside(flow, &clause))
        return;
    uint8_t *role = flow->role + clause.start;
    for (unsigned i = 0; i < clause.dwords; i++)
        if (role[i] != DIS_FLOW_FREE)
            return;
    memset(role, DIS_FLOW_USED, clause.dwords);
    flow->role[at] = DIS_FLOW_CF_BODY;
}

/* Compilers leave a NOP behind the last export; it reads better as what it is than as data. */
static void claim_unreached(struct dis_flow *flow)
{
    unsigned at = 0;
    while (at < flow->count && flow->role[at] != DIS_FLOW_FREE)
        at += 2;
    unsigned gap_end = at;
    while (gap_end < flow->count && flow->role[gap_end] == DIS_FLOW_FREE)
        gap_end++;
    if (gap_end == flow->count)
        return;
    for (; pair_is_free(flow, at) && (flow->dwords[at] || flow->dwords[at + 1]); at += 2)
        if (isa_cf_lookup(flow->dwords + at))
            claim(flow, at, DIS_FLOW_CF_UNREACHED);
        else
            return;
}

bool dis_flow_find(struct dis_flow *flow, const uint32_t *dwords, unsigned count)
{
    *flow = (struct dis_flow){.dwords = dwords, .count = count};
    flow->role = calloc(count, 1);
    if (!flow->role || !find_cf(flow)) {
        dis_flow_free(flow);
        return false;
    }
    for (unsigned at = 0; at + 1 < count; at += 2)
        if (flow->role[at] == DIS_FLOW_CF)
            claim_clause(flow, at);
    claim_unreached(flow);
    return true;
}

void dis_flow_free(struct dis_flow *flow)
{
    free(flow->role);
    *flow = (struct dis_flow){0};
}

/* ---- what leads out of the program ------------------------------------------------------------------------------- */

/* The first clause, target or end outside of the program: what has one may be another machine's. */
struct outside {
    const struct flow_code *code;
    struct flow_fault       fault;
    const char             *name; /* of the instruction; NULL: nothing is outside */
};

static bool look_outside(void *context, const struct flow_row *row)
{
    struct outside *const outside = context;
    if (!row->op) {
        outside->name = "?";
        outside->fault = (struct flow_fault){.at = row->at, .text = "a reserved CF instruction (ISA 10.1)"};
    } else if (flow_fault_at(outside->code, outside->code->program.words, row, &outside->fault)) {
        outside->name = row->op->name;
    }
    return !outside->name;
}

bool isa_leads_outside(const char *name, const uint32_t *dwords, unsigned count, struct diag *diag)
{
    static const struct flow_lattice lattice = {.edges = FLOW_ALL & ~FLOW_BACK, .visit = look_outside};
    const struct flow_program        program = {.dwords = dwords, .words = count / 2};
    struct flow_code                 code;
    struct outside                   outside = {.code = &code};
    if (!flow_decode(&program, &code))
        return false;
    const bool leads = flow_solve(&code, &lattice, &outside) == FLOW_ENDED;
    flow_free(&code);
    if (leads)
        diag_set(diag, name, 0, "CF %u: %s: %s; no program of r700, or not all of one (--isa)", outside.fault.at,
                 outside.name, outside.fault.text);
    return leads;
}
