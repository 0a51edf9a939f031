/* shrink.c - makes a failing case small: one edit after the other, kept when the case still fails in the same way.
 *
 * An edit may make the program illegal; the interpreter says so and the edit is dropped. */
#include <stdlib.h>
#include <string.h>

#include "tb/random/random.h"

struct shrinker {
    struct random_judge *judge;
    struct random_case  *best, *trial;
    enum random_verdict  verdict;
    unsigned             left; /* tries */
    struct diag         *diag;
    bool                 node_used[RANDOM_NODES], clause_used[RANDOM_CLAUSES];
};

/* ---- what the program consists of ----------------------------------------------------------------------------- */

static void mark(struct shrinker *s, int first)
{
    for (int i = first; i >= 0; i = s->best->node[i].next) {
        const struct random_node *node = &s->best->node[i];
        s->node_used[i] = true;
        for (unsigned c = 0; c < 3; c++)
            s->clause_used[node->clause[c]] = true;
        mark(s, node->list[0]);
        mark(s, node->list[1]);
    }
}

static void mark_all(struct shrinker *s)
{
    memset(s->node_used, 0, sizeof s->node_used);
    memset(s->clause_used, 0, sizeof s->clause_used);
    mark(s, s->best->main);
    mark(s, s->best->fetch);
    for (unsigned i = 0; i < RANDOM_SUBROUTINES; i++)
        mark(s, s->best->subroutine[i]);
}

/* The place that names a statement, among those in use. */
static int *link_to(struct shrinker *s, struct random_case *in, int index)
{
    if (in->main == index)
        return &in->main;
    if (in->fetch == index)
        return &in->fetch;
    for (unsigned i = 0; i < RANDOM_SUBROUTINES; i++)
        if (in->subroutine[i] == index)
            return &in->subroutine[i];
    for (unsigned i = 0; i < in->nodes; i++) {
        struct random_node *node = &in->node[i];
        if (!s->node_used[i])
            continue;
        if (node->next == index)
            return &node->next;
        if (node->list[0] == index)
            return &node->list[0];
        if (node->list[1] == index)
            return &node->list[1];
    }
    return NULL;
}

/* ---- edits: each changes `trial`, or returns false when it has nothing to change ------------------------------- */

/* And with the usual clamps. */
static bool from_the_start(struct shrinker *s, unsigned i)
{
    const bool later = s->trial->first || s->trial->fetch_first || s->trial->dx9_clamp || s->trial->clamp_consts ||
                       s->trial->primitive;
    (void)i;
    s->trial->first = s->trial->fetch_first = s->trial->primitive = 0;
    s->trial->dx9_clamp = s->trial->clamp_consts = false;
    return later;
}

static bool fewer_threads(struct shrinker *s, unsigned i)
{
    const unsigned threads = i == 0 ? 4 : s->trial->threads / 8 * 4;
    if (threads < 4 || threads >= s->trial->threads)
        return false;
    s->trial->threads = threads;
    return true;
}

static bool own_clocks(struct shrinker *s, unsigned i)
{
    (void)i;
    const bool changes = s->trial->other_clocks;
    s->trial->other_clocks = false;
    return changes;
}

static bool no_subroutine(struct shrinker *s, unsigned i)
{
    if (i >= RANDOM_SUBROUTINES || s->trial->subroutine[i] < 0)
        return false;
    s->trial->subroutine[i] = -1;
    return true;
}

static bool no_statement(struct shrinker *s, unsigned i)
{
    int *link = s->node_used[i] ? link_to(s, s->trial, (int)i) : NULL;
    if (!link)
        return false;
    *link = s->trial->node[i].next;
    return true;
}

/* A statement gives way to its first body, then to its second. */
static bool unwrap(struct shrinker *s, unsigned i)
{
    struct random_case *in = s->trial;
    for (unsigned which = 0; which < 2; which++) {
        const int body = in->node[i].list[which];
        int      *link = s->node_used[i] && body >= 0 ? link_to(s, in, (int)i) : NULL;
        int       last = body;
        if (!link)
            continue;
        while (in->node[last].next >= 0)
            last = in->node[last].next;
        in->node[last].next = in->node[i].next;
        *link = body;
        return true;
    }
    return false;
}

/* Of a statement of several instructions, the first clause. */
static bool only_clause(struct shrinker *s, unsigned i)
{
    struct random_node *node = &s->trial->node[i];
    const bool has_clause = node->kind == RANDOM_BRANCH || node->kind == RANDOM_ELSE || node->kind == RANDOM_TOWER ||
                            node->kind == RANDOM_KILL;
    if (!s->node_used[i] || !has_clause)
        return false;
    node->kind = RANDOM_ALU;
    node->list[0] = node->list[1] = -1;
    return true;
}

static bool lower_tower(struct shrinker *s, unsigned i)
{
    struct random_node *node = &s->trial->node[i / 2];
    if (!s->node_used[i / 2] || node->kind != RANDOM_TOWER || node->number < 2)
        return false;
    node->number = i % 2 ? node->number - 1 : node->number / 2;
    return true;
}

static bool no_modes(struct shrinker *s, unsigned i)
{
    struct random_node *node = &s->trial->node[i];
    if (!s->node_used[i] || !(node->whole_quad || node->valid_pixel || node->no_barrier || node->burst))
        return false;
    node->whole_quad = node->valid_pixel = node->no_barrier = false;
    node->burst = 0;
    return true;
}

static struct random_group *group_at(struct shrinker *s, unsigned i)
{
    struct random_clause *clause = &s->trial->clause[i / RANDOM_GROUPS];
    return s->clause_used[i / RANDOM_GROUPS] && i % RANDOM_GROUPS < clause->groups ? &clause->group[i % RANDOM_GROUPS]
                                                                                   : NULL;
}

static bool no_group(struct shrinker *s, unsigned i)
{
    struct random_group *group = group_at(s, i);
    bool                 any = false;
    for (unsigned slot = 0; group && slot < ISA_SLOTS; slot++) {
        any |= group->used[slot];
        group->used[slot] = false;
    }
    return any;
}

static bool no_clause(struct shrinker *s, unsigned i)
{
    if (!s->clause_used[i] || !s->trial->clause[i].groups)
        return false;
    s->trial->clause[i].groups = 0;
    return true;
}

static bool no_instruction(struct shrinker *s, unsigned i)
{
    struct random_group *group = group_at(s, i / ISA_SLOTS);
    const unsigned       slot = i % ISA_SLOTS;
    if (!group || !group->used[slot])
        return false;
    const unsigned slots = isa_alu_ops[group->slot[slot].id].slots, first = slot & ~(slots - 1);
    memset(group->used + first, false, slots); /* a reduction and a double go as a whole */
    return true;
}

static bool plain_instruction(struct shrinker *s, unsigned i)
{
    struct random_group *group = group_at(s, i / ISA_SLOTS);
    struct isa_alu      *alu = group ? &group->slot[i % ISA_SLOTS] : NULL;
    if (!group || !group->used[i % ISA_SLOTS])
        return false;
    const struct isa_alu before = *alu;
    alu->omod = 0;
    alu->clamp = false;
    alu->pred_sel = ISA_PRED_SEL_OFF;
    for (unsigned o = 0; o < 3; o++)
        alu->src[o].neg = alu->src[o].abs = false;
    return memcmp(&before, alu, sizeof before) != 0;
}

static bool plain_operand(struct shrinker *s, unsigned i)
{
    struct random_group *group = group_at(s, i / (3 * ISA_SLOTS));
    const unsigned       slot = i / 3 % ISA_SLOTS;
    if (!group || !group->used[slot] || i % 3 >= isa_alu_ops[group->slot[slot].id].operands ||
        group->slot[slot].src[i % 3].sel == ISA_SRC_0)
        return false;
    group->slot[slot].src[i % 3] = (struct isa_alu_src){.sel = ISA_SRC_0};
    return true;
}

static bool no_fetch(struct shrinker *s, unsigned i)
{
    struct random_fetch_clause *clause = &s->trial->fetch_clause[i / RANDOM_FETCHES];
    const unsigned              at = i % RANDOM_FETCHES;
    if (i / RANDOM_FETCHES >= s->trial->fetch_clauses || at >= clause->count || clause->count == 1)
        return false;
    clause->count--;
    memmove(&clause->fetch[at], &clause->fetch[at + 1], (clause->count - at) * sizeof clause->fetch[0]);
    memmove(&clause->other[at], &clause->other[at + 1], (clause->count - at) * sizeof clause->other[0]);
    return true;
}

static bool no_constants(struct shrinker *s, unsigned i)
{
    struct random_clause *clause = &s->trial->clause[i];
    if (!s->clause_used[i] || !(clause->kcache_mode[0] || clause->kcache_mode[1]))
        return false;
    memset(clause->kcache_mode, 0, sizeof clause->kcache_mode);
    memset(clause->kcache_bank, 0, sizeof clause->kcache_bank);
    memset(clause->kcache_line, 0, sizeof clause->kcache_line);
    return true;
}

/* Of all clauses at once, for it is hardly ever what a case is about. */
static bool own_constants(struct shrinker *s, unsigned i)
{
    bool alternate = false;
    (void)i;
    for (unsigned c = 0; c < RANDOM_CLAUSES; c++) {
        alternate |= s->clause_used[c] && s->trial->clause[c].alternate;
        s->trial->clause[c].alternate = false;
    }
    return alternate;
}

/* ---- the search ----------------------------------------------------------------------------------------------- */

/* Large pieces first. */
static const struct {
    bool (*edit)(struct shrinker *s, unsigned i);
    unsigned count;
} edits[] = {
    {from_the_start, 1},
    {own_constants, 1},
    {fewer_threads, 2},
    {own_clocks, 1},
    {no_subroutine, RANDOM_SUBROUTINES},
    {no_statement, RANDOM_NODES},
    {unwrap, RANDOM_NODES},
    {only_clause, RANDOM_NODES},
    {no_clause, RANDOM_CLAUSES},
    {no_group, RANDOM_CLAUSES *RANDOM_GROUPS},
    {no_instruction, RANDOM_CLAUSES *RANDOM_GROUPS *ISA_SLOTS},
    {no_fetch, RANDOM_FETCH_CLAUSES *RANDOM_FETCHES},
    {no_constants, RANDOM_CLAUSES},
    {lower_tower, 2 * RANDOM_NODES},
    {no_modes, RANDOM_NODES},
    {plain_instruction, RANDOM_CLAUSES *RANDOM_GROUPS *ISA_SLOTS},
    {plain_operand, RANDOM_CLAUSES *RANDOM_GROUPS *ISA_SLOTS * 3},
};

/* Is `trial` still such a case? */
static bool still_fails(struct shrinker *s)
{
    struct diag diag = {.what = ""};
    s->left = s->judge->enough && s->judge->enough() ? 0 : s->left - 1;
    if (random_run(s->judge, s->trial, &diag) != s->verdict)
        return false;
    *s->best = *s->trial;
    *s->diag = diag;
    return true;
}

/* One round over all edits of one kind; true when one was kept. */
static bool round_of(struct shrinker *s, unsigned kind)
{
    bool changed = false, fresh = false;
    mark_all(s);
    for (unsigned i = 0; i < edits[kind].count && s->left; i++) {
        if (!fresh)
            *s->trial = *s->best;
        fresh = !edits[kind].edit(s, i); /* an edit that changes nothing leaves a fresh copy */
        if (fresh || !still_fails(s))
            continue;
        changed = true;
        mark_all(s);
        if (edits[kind].edit == fewer_threads && i == 1)
            i--;
    }
    return changed;
}

void random_shrink(struct random_judge *judge, struct random_case *program, enum random_verdict verdict, unsigned tries,
                   struct diag *diag)
{
    struct random_statistics before = judge->statistics;
    struct shrinker         *s = calloc(1, sizeof *s);
    bool                     changed = true;
    if (!s)
        return;
    *s = (struct shrinker){.judge = judge,
                           .best = program,
                           .trial = malloc(sizeof *s->trial),
                           .verdict = verdict,
                           .left = tries,
                           .diag = diag};
    while (s->trial && changed && s->left) {
        changed = false;
        for (unsigned kind = 0; kind < sizeof edits / sizeof edits[0]; kind++)
            changed |= round_of(s, kind);
    }
    free(s->trial);
    free(s);
    judge->statistics = before; /* of the run, not of its smaller relatives */
    judge->chip.prefer_vector = program->prefer_vector;
}
