/* dis_flow.c - what each dword of a program is: control flow, clause or data (ISA ch. 3). */
#include "isa/r700/dis_flow.h"
#include "isa/r700/dis.h"
#include "isa/r700/flow.h"
#include "isa/r700/isa.h"
#include <stdlib.h>
#include <string.h>

static uint32_t field(const uint32_t *cf, enum isa_format_id format, const char *name)
{
    return isa_field_get(isa_field_find(format, name), cf);
}

/* No instruction follows the end of the program, nor a RETURN for all active pixels (ISA 3.7.6). */
static bool ends(const uint32_t *cf, const struct isa_cf_op *op)
{
    if (!op || op->format == ISA_FORMAT_CF_ALU)
        return false;
    if (field(cf, op->format, "end_of_program"))
        return true;
    return !strcmp(op->name, "RETURN") && !field(cf, op->format, "cond");
}

struct dis_clause dis_flow_clause(const uint32_t cf[2])
{
    const struct isa_cf_op *op = isa_cf_lookup(cf);
    struct dis_clause       clause = {0};
    if (!op || (op->klass != ISA_CF_FETCH && op->klass != ISA_CF_ALU))
        return clause;
    clause.start = 2 * (uint64_t)field(cf, op->format, "addr");
    clause.fetch = op->klass == ISA_CF_FETCH;
    clause.cf_opcode = op->opcode;
    unsigned count = field(cf, op->format, "count");
    if (clause.fetch)
        count |= field(cf, op->format, "count_3") << 3;
    clause.dwords = (count + 1) * (clause.fetch ? 4 : 2);
    return clause;
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

/* Each CF instruction is claimed once and pushes at most one target, so the stack never holds more than there are. */
static void follow(struct dis_flow *flow)
{
    unsigned depth = 0;
    flow->stack[depth++] = 0;
    while (depth) {
        uint32_t at = flow->stack[--depth];
        while (pair_is_free(flow, at)) {
            const uint32_t         *cf = flow->dwords + at;
            const struct isa_cf_op *op = isa_cf_lookup(cf);
            claim(flow, at, DIS_FLOW_CF);
            if (op && isa_cf_may_jump(op) && field(cf, op->format, "addr") < flow->count / 2)
                flow->stack[depth++] = 2 * field(cf, op->format, "addr");
            if (ends(cf, op))
                break;
            at += 2;
        }
    }
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
    flow->stack = malloc((count / 2 + 1) * sizeof *flow->stack);
    if (!flow->role || !flow->stack) {
        dis_flow_free(flow);
        return false;
    }
    follow(flow);
    for (unsigned at = 0; at + 1 < count; at += 2)
        if (flow->role[at] == DIS_FLOW_CF)
            claim_clause(flow, at);
    claim_unreached(flow);
    return true;
}

void dis_flow_free(struct dis_flow *flow)
{
    free(flow->role);
    free(flow->stack);
    *flow = (struct dis_flow){0};
}

/* ---- what leads out of the program ---------------------------------------------------------------------------------
 */

/* The first clause, target or end outside of the program: what has one may be another machine's. */
struct outside {
    struct flow_program program;
    struct flow_fault   fault;
    const char         *name; /* of the instruction; NULL: nothing is outside */
};

static bool look_outside(void *context, unsigned at, const struct flow_next *next)
{
    struct outside *const         outside = context;
    const struct isa_cf_op *const op = isa_cf_lookup(outside->program.dwords + 2 * (size_t)at);
    (void)next;
    if (!op) {
        outside->name = "?";
        outside->fault = (struct flow_fault){.at = at, .text = "a reserved CF instruction (ISA 10.1)"};
    } else if (flow_fault_at(&outside->program, outside->program.words, at, &outside->fault)) {
        outside->name = op->name;
    }
    return !outside->name;
}

bool isa_leads_outside(const char *name, const uint32_t *dwords, unsigned count, struct diag *diag)
{
    static const struct flow_lattice lattice = {.edges = FLOW_ALL & ~FLOW_BACK, .visit = look_outside};
    struct outside                   outside = {.program = {.dwords = dwords, .words = count / 2}};
    if (flow_solve(&outside.program, &lattice, &outside) != FLOW_ENDED)
        return false;
    diag_set(diag, name, 0, "CF %u: %s: %s; no program of r700, or not all of one (--isa)", outside.fault.at,
             outside.name, outside.fault.text);
    return true;
}
