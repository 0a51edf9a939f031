/* groups.c - random ALU clauses (ISA 4). */
#include <string.h>

#include "tb/isa/alu_operands.h"
#include "tb/random/generate.h"

enum { TRIES = 40, WRITE_NOTHING = 123, TEMPORARIES = 4, FIRST_TEMPORARY = 124, FOR_AR = 16 };

static unsigned below(struct generator *g, unsigned limit)
{
    return random_below(&g->source, limit);
}
static bool percent(struct generator *g, unsigned chance)
{
    return random_percent(&g->source, chance);
}

/* ---- operations ----------------------------------------------------------------------------------------------- */

enum family { SINGLE, INTEGER, COMPARE, MOVE, TRANS, REDUCTION, PREDICATE, MOVA, KILLING, DOUBLE, FAMILIES };

static enum family family_of(enum isa_alu_id id)
{
    const struct isa_alu_op *op = &isa_alu_ops[id];
    if (id == ISA_OP2_MOVA_GPR_INT) /* the one MOVA* of Trans */
        return FAMILIES;
    if (op->flags & ISA_DOUBLE)
        return DOUBLE;
    if (op->flags & ISA_REDUCTION)
        return REDUCTION;
    if (op->flags & ISA_PRED_SET)
        return PREDICATE;
    if (op->flags & ISA_KILL)
        return KILLING;
    if (op->flags & ISA_MOVA)
        return MOVA;
    if (op->unit == ISA_UNIT_TRANS)
        return TRANS;
    if (id == ISA_OP2_MOV || id == ISA_OP2_NOP)
        return MOVE;
    if (strncmp(op->name, "SET", 3) == 0 || strncmp(op->name, "CND", 3) == 0)
        return COMPARE;
    return op->flags & ISA_FLOAT_IN ? SINGLE : INTEGER;
}

void generate_families(struct generator *g)
{
    unsigned count = 0;
    _Static_assert((int)FAMILIES == (int)RANDOM_FAMILIES, "generate.h says how many families there are");
    for (unsigned family = 0; family < FAMILIES; family++) {
        g->family_start[family] = count;
        for (unsigned id = 0; id < ISA_ALU_COUNT; id++)
            if (family_of((enum isa_alu_id)id) == (enum family)family)
                g->family[count++] = (uint16_t)id;
    }
    g->family_start[FAMILIES] = count;
}

static enum isa_alu_id pick_of(struct generator *g, enum family family)
{
    const unsigned first = g->family_start[family];
    return (enum isa_alu_id)g->family[first + below(g, g->family_start[family + 1] - first)];
}

enum isa_alu_id generate_double(struct generator *g)
{
    return pick_of(g, DOUBLE);
}

static enum isa_alu_id pick_plain(struct generator *g, bool trans)
{
    const struct random_weights *w = g->weights;
    const unsigned               weights[] = {w->single, w->integer, w->compare, w->move, trans ? w->trans : 0};
    const unsigned               family = random_pick(&g->source, weights, 5);
    return family < 5 ? pick_of(g, (enum family)family) : ISA_OP2_MOV;
}

/* ---- operands ------------------------------------------------------------------------------------------------- */

static unsigned writable(const struct generator *g)
{
    return random_writable(g->out);
}

/* An index that the instruction has, or can take on. */
static bool index_for(struct generator *g, struct isa_alu *alu, bool *fixed, bool gpr)
{
    if (!g->relative || !percent(g, 30))
        return false;
    if (!*fixed) {
        if (g->has_index && percent(g, 50))
            alu->index_mode = ISA_INDEX_LOOP;
        else if (gpr && g->ar[0] && (g->ar_element == 0 || !g->ar_constants))
            alu->index_mode = (uint8_t)g->ar_element; /* GPRs take AR.x whatever it names, ISA table 4.2 */
        else if (!gpr && g->ar_constants && g->ar[g->ar_element])
            alu->index_mode = (uint8_t)g->ar_element;
        else
            return false;
        *fixed = true;
        return true;
    }
    return alu->index_mode > ISA_INDEX_LOOP    ? false
           : alu->index_mode == ISA_INDEX_LOOP ? g->has_index
           : gpr                               ? g->ar[0] && (alu->index_mode == 0 || !g->ar_constants)
                                               : g->ar_constants && g->ar[alu->index_mode];
}

/* A register that the group before writes, or may write, named the same way or the other (ISA 4.11). */
static bool operand_written_before(struct generator *g, struct isa_alu_src *src)
{
    if (!g->befores || !percent(g, g->relative ? 35 : 10))
        return false;
    const struct isa_alu *write = &g->before[below(g, g->befores)];
    const unsigned        near = percent(g, 60) ? below(g, 3) : 0;
    int                   gpr = write->dst_gpr;
    if (gpr >= FIRST_TEMPORARY)
        return false;
    if (write->dst_rel != src->rel)
        gpr += src->rel ? -(int)near : (int)near;
    if (gpr < 0 || gpr >= (int)g->out->num_gprs)
        return false;
    src->sel = (uint16_t)gpr;
    src->chan = write->dst_chan;
    return true;
}

/* INDEX_GLOBAL or INDEX_GLOBAL_AR_X, which the instruction has or can take on (ISA 4.6.1).  By AR only where there are
 * so many that most values of AR stay among them: behind them lie clause temporaries of both slots. */
static bool takes_global(struct generator *g, struct isa_alu *alu, bool *fixed, bool no_ar, unsigned chance)
{
    const bool by_ar = !no_ar && g->ar[0] && g->ar_element == 0 && g->out->globals >= FOR_AR;
    if (!g->out->globals || !percent(g, chance) || (*fixed && alu->index_mode <= ISA_INDEX_LOOP))
        return false;
    if (!*fixed)
        alu->index_mode = by_ar && percent(g, 50) ? ISA_INDEX_GLOBAL_AR_X : ISA_INDEX_GLOBAL;
    return *fixed = true;
}

static unsigned pick_global(struct generator *g, const struct isa_alu *alu)
{
    return below(g, alu->index_mode == ISA_INDEX_GLOBAL_AR_X ? 3 : g->out->globals);
}

/* One of them: often what the group before writes. */
static bool global_operand(struct generator *g, struct isa_alu *alu, struct isa_alu_src *src, bool *fixed, bool no_ar)
{
    if (!takes_global(g, alu, fixed, no_ar, 25))
        return false;
    *src = (struct isa_alu_src){.sel = (uint16_t)pick_global(g, alu), .chan = (uint8_t)below(g, 4), .rel = true};
    const struct isa_alu *write = g->befores ? &g->before[below(g, g->befores)] : NULL;
    if (write && write->dst_rel && write->index_mode > ISA_INDEX_LOOP && percent(g, 60)) {
        src->sel = write->dst_gpr;
        src->chan = write->dst_chan;
    }
    return true;
}

static void gpr_operand(struct generator *g, struct isa_alu *alu, struct isa_alu_src *src, bool *fixed, bool no_ar)
{
    bool          has = *fixed;
    const uint8_t mode = alu->index_mode;
    if (global_operand(g, alu, src, fixed, no_ar)) {
        g->beside = *src;
        return;
    }
    src->chan = (uint8_t)below(g, 4);
    src->rel = index_for(g, alu, &has, true);
    if (src->rel && alu->index_mode != ISA_INDEX_LOOP && no_ar) {
        alu->index_mode = mode;
        src->rel = false;
    } else {
        *fixed = has;
    }
    src->sel = (uint16_t)below(g, g->out->num_gprs);
    if (operand_written_before(g, src)) {
    } else if (percent(g, 12) && g->beside.chan == src->chan) { /* perhaps one read for both (ISA 4.7.7) */
        src->sel = g->beside.sel;
    } else if (!src->rel && percent(g, 15)) {
        const unsigned t = below(g, TEMPORARIES);
        if (g->temporary[t][src->chan])
            src->sel = (uint16_t)(FIRST_TEMPORARY + t);
    }
    if (src->sel < g->out->num_gprs)
        g->beside = *src;
}

static bool constant_operand(struct generator *g, struct isa_alu *alu, struct isa_alu_src *src, bool *fixed)
{
    src->chan = (uint8_t)below(g, 4);
    if (g->uses_file) {
        src->sel = (uint16_t)(ISA_SRC_CFILE + below(g, percent(g, 70) ? 6 : REF_CONSTANTS));
        src->rel = index_for(g, alu, fixed, false);
        return true;
    }
    const unsigned set = below(g, 2), mode = g->clause->kcache_mode[set];
    if (!mode)
        return false;
    src->sel = (uint16_t)((set ? ISA_SRC_KCACHE1 : ISA_SRC_KCACHE0) + below(g, mode == 1 ? 16 : 32));
    if (g->has_index && g->relative && (!*fixed || alu->index_mode == ISA_INDEX_LOOP) && percent(g, 40)) {
        alu->index_mode = ISA_INDEX_LOOP;
        src->rel = *fixed = true;
    }
    return true;
}

static uint32_t number(struct generator *g)
{
    struct alu_random numbers = {(uint64_t)random_word(&g->source) << 32 | random_word(&g->source)};
    return percent(g, 30) ? below(g, 16) : alu_random_operand(&numbers);
}

static void operand(struct generator *g, struct isa_alu *alu, unsigned i, bool *fixed, bool no_ar)
{
    static const uint16_t        inlined[] = {ISA_SRC_0,       ISA_SRC_1,         ISA_SRC_1_INT,
                                              ISA_SRC_M_1_INT, ISA_SRC_0_5,       ISA_SRC_1_DBL_L,
                                              ISA_SRC_1_DBL_M, ISA_SRC_0_5_DBL_L, ISA_SRC_0_5_DBL_M};
    const struct random_weights *w = g->weights;
    struct isa_alu_src          *src = &alu->src[i];
    const unsigned               weights[] = {w->gpr, w->previous, w->constant, w->literal, w->inlined};
    switch (random_pick(&g->source, weights, 5)) {
    case 1: {
        const unsigned s = below(g, ISA_SLOTS);
        if (g->result[s]) {
            src->sel = s == ISA_SLOT_T ? ISA_SRC_PS : ISA_SRC_PV;
            src->chan = (uint8_t)(s == ISA_SLOT_T ? 0 : s);
            break;
        }
        gpr_operand(g, alu, src, fixed, no_ar);
        break;
    }
    case 2:
        if (!constant_operand(g, alu, src, fixed))
            gpr_operand(g, alu, src, fixed, no_ar);
        break;
    case 3:
        src->sel = ISA_SRC_LITERAL;
        src->chan = (uint8_t)below(g, 4);
        break;
    case 4:
        src->sel = inlined[below(g, sizeof inlined / sizeof *inlined)];
        break;
    default:
        gpr_operand(g, alu, src, fixed, no_ar);
        break;
    }
    if (isa_alu_ops[alu->id].flags & ISA_FLOAT_IN) {
        src->neg = percent(g, 20);
        src->abs = !alu->op3 && percent(g, 15);
    }
}

/* ---- instructions --------------------------------------------------------------------------------------------- */

static void destination(struct generator *g, struct isa_alu *alu, bool *fixed, bool no_ar)
{
    alu->dst_gpr = (uint8_t)below(g, writable(g));
    if (percent(g, 12))
        alu->dst_gpr = (uint8_t)(FIRST_TEMPORARY + below(g, TEMPORARIES));
    else if (percent(g, 5))
        alu->dst_gpr = WRITE_NOTHING; /* outside: PV and PS alone, ISA 4.9.2 */
    else if (g->out->writes_globals && takes_global(g, alu, fixed, no_ar, 20)) {
        alu->dst_gpr = (uint8_t)pick_global(g, alu);
        alu->dst_rel = true;
    } else if (!g->no_relative_write && percent(g, 30) && index_for(g, alu, fixed, true)) {
        alu->dst_rel = !(no_ar && alu->index_mode != ISA_INDEX_LOOP);
    }
    alu->write_mask = alu->op3 || percent(g, 85);
}

static void instruction(struct generator *g, enum isa_alu_id id, unsigned slot, bool no_ar, struct isa_alu *alu)
{
    const struct isa_alu_op *op = &isa_alu_ops[id];
    bool                     fixed = false;
    memset(alu, 0, sizeof *alu);
    alu->id = id;
    alu->op3 = op->op3;
    alu->opcode = op->opcode;
    alu->dst_chan = (uint8_t)(slot == ISA_SLOT_T ? below(g, 4) : slot);
    for (unsigned i = 0; i < op->operands; i++)
        operand(g, alu, i, &fixed, no_ar);
    destination(g, alu, &fixed, no_ar);
    if (op->flags & ISA_MOVA) {
        alu->write_mask = alu->dst_rel = false;
        return;
    }
    if (percent(g, 15))
        alu->pred_sel = percent(g, 50) ? ISA_PRED_SEL_ONE : ISA_PRED_SEL_ZERO;
    if (op->flags & ISA_FLOAT_OUT && !(op->flags & (ISA_PRED_SET | ISA_KILL))) {
        alu->omod = !op->op3 && percent(g, 12) ? (uint8_t)(1 + below(g, 3)) : ISA_OMOD_OFF;
        alu->clamp = percent(g, 8);
    }
}

void generate_instruction(struct generator *g, enum isa_alu_id id, unsigned slot, struct isa_alu *alu)
{
    instruction(g, id, slot, false, alu);
}

/* Values for AR that mostly reach registers. */
static void mova(struct generator *g, unsigned slot, struct isa_alu *alu)
{
    instruction(g,
                slot == ISA_SLOT_T ? ISA_OP2_MOVA_GPR_INT
                : percent(g, 60)   ? ISA_OP2_MOVA_INT
                                   : pick_of(g, MOVA),
                slot, true, alu);
    alu->src[0] = (struct isa_alu_src){.sel = (uint16_t)(g->out->num_gprs - 2), .chan = (uint8_t)below(g, 4)};
    if (percent(g, 10))
        alu->src[0] = (struct isa_alu_src){.sel = 0, .chan = 0};
}

/* A comparison that divides the threads: a number that differs between them with a small one. */
static void condition(struct generator *g, unsigned slot, struct isa_alu *alu)
{
    static const enum isa_alu_id tests[] = {ISA_OP2_PRED_SETE_INT,  ISA_OP2_PRED_SETGT_INT,  ISA_OP2_PRED_SETGE_INT,
                                            ISA_OP2_PRED_SETNE_INT, ISA_OP2_PRED_SETGT_UINT, ISA_OP2_PRED_SETGE_UINT};
    instruction(g, percent(g, 70) ? tests[below(g, 6)] : pick_of(g, PREDICATE), slot, true, alu);
    if (isa_alu_ops[alu->id].operands > 1 && percent(g, 85)) {
        const unsigned which = below(g, 2);
        alu->src[which] = (struct isa_alu_src){.sel = (uint16_t)(g->out->num_gprs - 2), .chan = (uint8_t)below(g, 4)};
        if (alu->src[1 - which].sel != ISA_SRC_LITERAL)
            alu->src[1 - which] = (struct isa_alu_src){.sel = ISA_SRC_1_INT};
    }
    alu->update_pred = percent(g, 50);
}

/* ---- groups --------------------------------------------------------------------------------------------------- */

static void reduction(struct generator *g, struct random_group *group)
{
    const enum isa_alu_id id = pick_of(g, REDUCTION);
    for (unsigned s = 0; s < ISA_SLOT_T; s++) {
        instruction(g, id, s, false, &group->slot[s]);
        group->used[s] = true;
        group->slot[s].omod = group->slot[0].omod; /* ISA 4.8.2.1 */
        group->slot[s].clamp = group->slot[0].clamp;
        group->slot[s].pred_sel = group->slot[0].pred_sel;
    }
}

/* What a group has besides plain instructions. */
enum extra { NOTHING, SETS_PREDICATE, SETS_MASK, SETS_AR, REDUCES, DOUBLES, KILLS };

static void fill_group(struct generator *g, enum extra extra, struct random_group *group)
{
    const bool no_ar = extra == SETS_AR;
    unsigned   special = below(g, ISA_SLOT_T);
    memset(group, 0, sizeof *group);
    g->beside = (struct isa_alu_src){.sel = 0};
    g->ar_element = below(g, 2) ? 0 : below(g, 4);
    g->ar_constants = g->weights->relative_constant && percent(g, 50);
    for (unsigned i = 0; i < 4; i++)
        group->literal[i] = number(g);
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        group->used[s] = percent(g, 55);
        if (group->used[s])
            instruction(g, pick_plain(g, s == ISA_SLOT_T), s, no_ar, &group->slot[s]);
    }
    if (extra == REDUCES)
        reduction(g, group);
    if (extra == DOUBLES)
        generate_doubles(g, group);
    if (extra == NOTHING || extra == REDUCES || extra == DOUBLES)
        return;
    if (percent(g, 20))
        special = ISA_SLOT_T;
    struct isa_alu *alu = &group->slot[special];
    group->used[special] = true;
    if (extra == SETS_AR)
        mova(g, special, alu);
    else if (extra == KILLS) /* one or several, which kill together */
        for (unsigned s = 0; s < ISA_SLOTS; s++) {
            if (s != special && !percent(g, 15))
                continue;
            group->used[s] = true;
            instruction(g, pick_of(g, KILLING), s, true, &group->slot[s]);
        }
    else
        condition(g, special, alu);
    if (extra == SETS_PREDICATE)
        alu->update_pred = true;
    if (extra == SETS_MASK)
        alu->update_execute_mask = true;
}

/* A group that can be executed; Trans gives way first, then one operand after the other becomes 0. */
static void make_group(struct generator *g, enum extra extra, struct random_group *group)
{
    for (unsigned tries = 0; tries < TRIES; tries++) {
        fill_group(g, extra, group);
        if (random_place(group, g->out->prefer_vector))
            return;
    }
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        for (unsigned i = 0; i < 3; i++)
            if (isa_src_is_gpr(group->slot[s].src[i].sel) || isa_src_is_cfile(group->slot[s].src[i].sel))
                group->slot[s].src[i] = (struct isa_alu_src){.sel = ISA_SRC_0};
    if (random_place(group, g->out->prefer_vector))
        return;
    memset(group, 0, sizeof *group); /* GPR 0 to itself is always legal */
    group->used[0] = true;
    group->slot[0] = (struct isa_alu){.id = ISA_OP2_MOV, .opcode = isa_alu_ops[ISA_OP2_MOV].opcode};
    random_place(group, g->out->prefer_vector);
}

/* What later groups may rely on. */
static void note_group(struct generator *g, const struct random_group *group)
{
    uint32_t         dwords[2 * (ISA_SLOTS + 2)];
    unsigned         at;
    struct isa_group placed;
    isa_group_assemble(dwords, random_encode_group(group, dwords), g->out->prefer_vector, &placed, &at);
    g->befores = 0;
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const struct isa_alu *alu = &placed.slot[s];
        if (!placed.used[s] || alu->id == ISA_OP2_NOP) {
            g->result[s] = false;
            continue;
        }
        if (isa_alu_ops[alu->id].flags & ISA_MOVA) {
            g->result[s] = false;
            g->ar[s == ISA_SLOT_T ? 0 : s] = true;
        } else if (alu->pred_sel == ISA_PRED_SEL_OFF) {
            g->result[s] = true;
        }
        if (!alu->write_mask)
            continue;
        g->before[g->befores++] = *alu;
        if (alu->dst_gpr >= FIRST_TEMPORARY && alu->pred_sel == ISA_PRED_SEL_OFF)
            g->temporary[alu->dst_gpr - FIRST_TEMPORARY][alu->dst_chan] = true;
    }
}

/* ---- clauses -------------------------------------------------------------------------------------------------- */

static struct random_clause *new_clause(struct generator *g)
{
    struct random_case   *out = g->out;
    struct random_clause *clause = &out->clause[out->clauses < RANDOM_CLAUSES ? out->clauses++ : RANDOM_CLAUSES - 1];
    memset(clause, 0, sizeof *clause);
    g->clause = clause;
    memset(g->result, 0, sizeof g->result);
    memset(g->temporary, 0, sizeof g->temporary);
    memset(g->ar, 0, sizeof g->ar);
    g->befores = 0;
    return clause;
}

static void lock_constants(struct generator *g, struct random_clause *clause)
{
    enum { LINES = RANDOM_VECTORS / 16 };
    for (unsigned set = 0; set < 2 && !g->uses_file; set++) {
        clause->kcache_mode[set] = below(g, g->has_index ? 4 : 3);
        clause->kcache_bank[set] = below(g, RANDOM_BUFFERS);
        clause->kcache_line[set] = below(g, LINES);
    }
    /* Drawn apart, so that it leaves the rest of the program as it was. */
    struct random_source other = {(g->out->seed ^ 0x616c7465726e) + g->out->clauses};
    clause->alternate = random_below(&other, 6) == 0;
}

static enum extra pick_extra(struct generator *g)
{
    const struct random_weights *w = g->weights;
    const unsigned               plain = 4 * (w->single + w->integer + w->compare + w->move) / 3 + 1;
    const unsigned weights[] = {plain, w->predicate, w->mask, g->relative ? 2 * w->mova : 0, w->reduction, w->doubles};
    return (enum extra)random_pick(&g->source, weights, 6);
}

int generate_clause(struct generator *g, enum clause_kind kind)
{
    struct random_clause *clause = new_clause(g);
    const unsigned        limit = g->weights->groups < RANDOM_GROUPS ? g->weights->groups : RANDOM_GROUPS;
    const unsigned        groups = 1 + below(g, limit ? limit : 1), special = below(g, groups);
    lock_constants(g, clause);
    g->may_mask = kind == CLAUSE_PLAIN && g->weights->mask;
    for (unsigned i = 0; i < groups; i++) {
        enum extra extra = kind == CLAUSE_PLAIN ? pick_extra(g) : percent(g, 30) ? pick_extra(g) : NOTHING;
        if (kind != CLAUSE_PLAIN && extra == SETS_MASK)
            extra = NOTHING;
        if (kind == CLAUSE_CONDITION && i == special)
            extra = SETS_MASK;
        if (kind == CLAUSE_KILL && i == groups - 1) /* the last one, ISA 4.8.1.1 */
            extra = KILLS;
        make_group(g, extra, &clause->group[i]);
        note_group(g, &clause->group[i]);
        clause->groups = i + 1;
    }
    return (int)(clause - g->out->clause);
}

static void counter_instruction(struct generator *g, struct random_clause *clause, enum isa_alu_id id, unsigned level,
                                struct isa_alu_src first, struct isa_alu_src second)
{
    struct random_group *group = &clause->group[clause->groups++];
    struct isa_alu       alu = {.id = id, .opcode = isa_alu_ops[id].opcode, .src = {first, second}};
    alu.dst_gpr = (uint8_t)(g->out->num_gprs - 1);
    alu.dst_chan = (uint8_t)level;
    alu.write_mask = !(isa_alu_ops[id].flags & ISA_PRED_SET);
    alu.update_execute_mask = !alu.write_mask;
    memset(group, 0, sizeof *group);
    group->slot[level] = alu;
    group->used[level] = true;
    random_place(group, g->out->prefer_vector);
}

int generate_counter_start(struct generator *g, unsigned level)
{
    struct random_clause *clause = new_clause(g);
    counter_instruction(g, clause, ISA_OP2_MOV, level, (struct isa_alu_src){.sel = ISA_SRC_0},
                        (struct isa_alu_src){.sel = 0});
    return (int)(clause - g->out->clause);
}

/* Threads go on while limit >= counter. */
int generate_counter_step(struct generator *g, unsigned level, unsigned limit)
{
    struct random_clause    *clause = new_clause(g);
    const struct isa_alu_src counter = {.sel = (uint16_t)(g->out->num_gprs - 1), .chan = (uint8_t)level};
    const struct isa_alu_src most = {.sel = ISA_SRC_LITERAL};
    counter_instruction(g, clause, ISA_OP2_ADD_INT, level, counter, (struct isa_alu_src){.sel = ISA_SRC_1_INT});
    counter_instruction(g, clause, ISA_OP2_PRED_SETGE_INT, level, most, counter);
    clause->group[1].literal[0] = limit;
    return (int)(clause - g->out->clause);
}
