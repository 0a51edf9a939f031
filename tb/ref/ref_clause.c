/* ref_clause.c - ALU clauses: which threads execute, the groups, and what a clause does to the active mask (ISA 3.7.7,
 * 4, 9.1).
 *
 *   ALU              PRED_SET* with UPDATE_EXECUTE_MASK: active threads that it skips become branch-inactive.
 *   ALU_PUSH_BEFORE  push first.  3.7.7 pushes before every PRED_SET*, 9.1 before the first, table 3.7 before the
 * clause; the table holds here, for a JUMP that pops must find the entry when no thread is active. ALU_POP_AFTER,
 * ALU_POP2_AFTER   pop once or twice at the end. ALU_BREAK, ALU_CONTINUE         threads that PRED_SET* skips leave the
 * loop or the iteration ("masked by ALU" in table 3.7, and the equivalence PUSH, ALU, ELSE, CONTINUE, POP; "unmasked"
 * in 9.1 contradicts both). ALU_ELSE_AFTER   ALU_PUSH_BEFORE, then ELSE (9.1 and 10.1; table 3.7 and 3.7.7 pop, which
 * leaves nothing to invert).
 *
 * WHOLE_QUAD_MODE executes whole quads that have an active thread (table 3.4; 3.6.2 says "all pixels"); they do not
 * become active by it.  The predicate starts as the active mask (ISA 4.10). */
#include "tb/ref/ref_internal.h"

#include <string.h>

struct operands {
    uint32_t src[ISA_SLOTS][3][REF_LANES];
};
struct results {
    ref_mask_t        threads[ISA_SLOTS]; /* in which the slot executes */
    struct ref_result out[ISA_SLOTS][REF_LANES];
};

/* Predication, ISA 4.10 */
static ref_mask_t executing(const struct ref_wave *wave, const struct isa_alu *alu)
{
    return alu->pred_sel == ISA_PRED_SEL_ONE    ? wave->executing & wave->predicate
           : alu->pred_sel == ISA_PRED_SEL_ZERO ? wave->executing & ~wave->predicate
                                                : wave->executing;
}

static bool read_operands(const struct ref_clause *clause, struct operands *operands)
{
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const struct isa_alu *alu = &clause->group->slot[s];
        for (unsigned i = 0; clause->group->used[s] && i < isa_alu_ops[alu->id].operands; i++)
            if (!ref_read_operand(clause, s, i, executing(clause->run->wave, alu), operands->src[s][i]))
                return false;
    }
    return true;
}

/* ---- results -------------------------------------------------------------------------------------------------- */

static bool is_double(const struct isa_alu *alu)
{
    return isa_alu_ops[alu->id].flags & ISA_DOUBLE;
}

static void compute_doubles(const struct ref_clause *clause, const struct operands *operands, struct results *results)
{
    const struct isa_group     *group = clause->group;
    const struct isa_alu *const alu[4] = {&group->slot[0], &group->slot[1], &group->slot[2], &group->slot[3]};
    for (unsigned first = 0; first < 4; first += 2) {
        const bool second_half = first == 2 && isa_alu_ops[alu[2]->id].slots == 4;
        if (!group->used[first] || !is_double(alu[first]) || second_half)
            continue;
        for (unsigned t = 0; t < REF_LANES; t++) {
            uint32_t          src[4][3];
            struct ref_result out[4] = {{0}};
            for (unsigned s = 0; s < 4; s++)
                for (unsigned i = 0; i < 3; i++)
                    src[s][i] = operands->src[s][i][t];
            ref_double(alu, first, src, ref_nan_kept(clause->run->launch), out);
            for (unsigned s = first; s < first + isa_alu_ops[alu[first]->id].slots; s++)
                results->out[s][t] = out[s];
        }
    }
}

static void compute(const struct ref_clause *clause, const struct operands *operands, struct results *results)
{
    const struct isa_group *group = clause->group;
    const struct ref_wave  *wave = clause->run->wave;
    const bool              reduction = group->used[0] && isa_alu_ops[group->slot[0].id].flags & ISA_REDUCTION;
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const struct isa_alu *alu = &group->slot[s];
        results->threads[s] = 0;
        if (!group->used[s])
            continue;
        results->threads[s] = executing(wave, alu);
        for (unsigned t = 0; t < REF_LANES; t++) {
            const uint32_t src[3] = {operands->src[s][0][t], operands->src[s][1][t], operands->src[s][2][t]};
            if (!(reduction && s < ISA_SLOT_T) && !is_double(alu) && results->threads[s] >> t & 1)
                results->out[s][t] = ref_operation(clause->run->launch, alu->id, src);
        }
    }
    compute_doubles(clause, operands, results);
    for (unsigned t = 0; reduction && t < REF_LANES; t++) {
        uint32_t src0[4], src1[4], out[4];
        for (unsigned s = 0; s < 4; s++) {
            src0[s] = operands->src[s][0][t];
            src1[s] = operands->src[s][1][t];
        }
        ref_reduction(group->slot[0].id, src0, src1, out);
        for (unsigned s = 0; s < 4; s++) {
            results->out[s][t].value = out[s];
            results->out[s][t].flag = false;
        }
    }
}

static void modify(const struct ref_clause *clause, struct results *results)
{
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const struct isa_alu *alu = &clause->group->slot[s];
        if (!clause->group->used[s] || (alu->id == ISA_OP2_CUBE && s == ISA_SLOT_W)) /* ISA table 4.5 */
            continue;
        if (is_double(alu)) /* ref_double has done it */
            continue;
        for (unsigned t = 0; t < REF_LANES; t++)
            if (results->threads[s] >> t & 1)
                results->out[s][t].value =
                    ref_output_modifiers(results->out[s][t].value, alu, ref_nan_kept(clause->run->launch));
    }
}

/* Which registers a slot writes; one that the thread does not have is not written (ISA 4.6.3, 4.9.2). */
static bool find_destination(const struct ref_clause *clause, unsigned s, const struct results *results)
{
    struct ref_wave         *wave = clause->run->wave;
    const struct ref_launch *launch = clause->run->launch;
    const struct isa_alu    *alu = &clause->group->slot[s];
    const bool               global = ref_is_global(alu, alu->dst_rel);
    const char *const        wrong = global ? ref_global_error(launch, alu, alu->dst_gpr) : NULL;
    if (wrong)
        return ref_stop_at(clause, s, wrong);
    if (alu->dst_rel && !global && alu->dst_gpr >= launch->num_gprs)
        return ref_stop_at(clause, s, "a relative clause temporary (ISA 4.6.1)");
    if (alu->dst_rel && !ref_check_index(clause, s, true, false))
        return false;
    struct ref_write *write = &wave->last[s];
    write->threads = alu->write_mask && alu->id != ISA_OP2_NOP ? results->threads[s] : 0;
    write->by_ar = alu->dst_rel && alu->index_mode != ISA_INDEX_LOOP && alu->index_mode != ISA_INDEX_GLOBAL;
    write->element = alu->dst_chan;
    for (unsigned t = 0; t < REF_LANES; t++) {
        const int64_t gpr = (int64_t)alu->dst_gpr + (alu->dst_rel ? ref_index(wave, alu, true, t) : 0);
        const bool    there = alu->dst_rel ? gpr >= 0 && gpr < launch->num_gprs : ref_is_gpr(launch, alu->dst_gpr);
        write->gpr[t] = global ? ref_global_number(clause, alu, alu->dst_gpr, t) : there ? (int)gpr : -1;
        write->old[t] = write->gpr[t] >= 0 ? ref_register(clause, (unsigned)write->gpr[t], alu->dst_chan, t) : 0;
        write->value[t] = results->out[s][t].value;
    }
    return true;
}

static void write_gpr(const struct ref_run *run, const struct ref_write *write)
{
    struct ref_wave         *wave = run->wave;
    const struct ref_launch *launch = run->launch;
    for (unsigned t = 0; t < REF_LANES; t++) {
        const int gpr = write->gpr[t];
        if (gpr < 0 || !(write->threads >> t & 1))
            continue;
        if (gpr >= REF_GPRS) {
            ref_global_write(run, (unsigned)gpr, write->element, t, write->value[t]);
            continue;
        }
        wave->gpr[gpr][write->element][t] = write->value[t];
        if (gpr >= (int)launch->num_gprs)
            wave->temporary_written[gpr % REF_TEMPORARIES][write->element] |= (ref_mask_t)1 << t;
    }
}

/* A double's predicate is that of the slot with the sign. */
static bool sets_predicate(const struct isa_alu *alu, unsigned s)
{
    return isa_alu_ops[alu->id].flags & ISA_PRED_SET && !(is_double(alu) && s % 2);
}

static void set_predicate(struct ref_wave *wave, const struct isa_alu *alu, ref_mask_t threads, ref_mask_t flags)
{
    if (alu->update_pred)
        wave->predicate = (wave->predicate & ~threads) | (flags & threads);
    if (alu->update_execute_mask) /* active threads that are skipped stop being active; no other thread changes */
        wave->next_active &= ~threads | flags;
}

static bool commit(const struct ref_clause *clause, const struct results *results)
{
    struct ref_wave        *wave = clause->run->wave;
    const struct isa_group *group = clause->group;
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const struct isa_alu *alu = &group->slot[s];
        const uint32_t        flags = isa_alu_ops[alu->id].flags;
        ref_mask_t            bits = 0;
        wave->last[s].threads = 0;
        if (!group->used[s] || alu->id == ISA_OP2_NOP) {
            wave->result_defined[s] = 0; /* a NOP, written or not, invalidates its result (ISA 4.4, 4.9.4) */
            continue;
        }
        if (flags & ISA_MOVA) /* ISA 4.9.5 */
            wave->result_defined[s] &= ~results->threads[s];
        else
            wave->result_defined[s] |= results->threads[s];
        for (unsigned t = 0; t < REF_LANES; t++) {
            if (!(results->threads[s] >> t & 1))
                continue;
            bits |= (ref_mask_t)results->out[s][t].flag << t;
            *(s == ISA_SLOT_T ? &wave->ps[t] : &wave->pv[s][t]) = results->out[s][t].value;
            if (flags & ISA_MOVA)
                wave->ar[s == ISA_SLOT_T ? 0 : s][t] = (int32_t)results->out[s][t].value;
        }
        if (flags & ISA_MOVA)
            wave->ar_written[s == ISA_SLOT_T ? 0 : s] = true; /* MOVA_GPR_INT: the element that GPRs are indexed by */
        if (sets_predicate(alu, s))
            set_predicate(wave, alu, results->threads[s], bits);
        if (flags & ISA_KILL)
            wave->valid &= ~(results->threads[s] & bits);
    }
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        if (group->used[s] && !find_destination(clause, s, results))
            return false;
    for (unsigned s = 0; s < ISA_SLOTS; s++) /* Trans last: it dominates (ISA 4.9.2) */
        write_gpr(clause->run, &wave->last[s]);
    return true;
}

/* ---- groups and clauses --------------------------------------------------------------------------------------- */

/* Elements of AR that an instruction names, and elements that it uses: GPRs take AR.x whatever it names (table 4.2).  A
 * bit each. */
static void note_ar(const struct isa_alu *alu, unsigned *named, unsigned *used)
{
    bool gpr = alu->dst_rel, constant = false;
    for (unsigned i = 0; i < isa_alu_ops[alu->id].operands; i++) {
        gpr |= alu->src[i].rel && isa_src_is_gpr(alu->src[i].sel);
        constant |= alu->src[i].rel && !isa_src_is_gpr(alu->src[i].sel);
    }
    if (!(gpr || constant) || alu->index_mode == ISA_INDEX_LOOP || alu->index_mode == ISA_INDEX_GLOBAL)
        return;
    const unsigned element = alu->index_mode == ISA_INDEX_GLOBAL_AR_X ? 0 : alu->index_mode;
    *named |= 1u << element;
    *used |= (unsigned)gpr | (unsigned)constant << element;
}

static bool check_group(const struct ref_clause *clause)
{
    unsigned setters = 0, named = 0, used = 0;
    bool     kills = false;
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const struct isa_alu *alu = &clause->group->slot[s];
        const uint32_t        flags = isa_alu_ops[alu->id].flags;
        if (!clause->group->used[s])
            continue;
        note_ar(alu, &named, &used);
        if (named & (named - 1) || used & (used - 1))
            return ref_stop_at(clause, s, "a group uses more than one element of AR (ISA 4.6.1)");
        if (flags & ISA_DOUBLE && !clause->run->launch->doubles)
            return ref_stop_at(clause, s, "the chip has no double precision (ISA 4.12)");
        if (flags & ISA_KILL && !clause->run->launch->pixel)
            return ref_stop_at(clause, s, "only pixel programs can kill (ISA 4.8.1.1)");
        setters += sets_predicate(alu, s);
        kills |= (flags & ISA_KILL) != 0;
        if (setters > 1 || (setters && kills))
            return ref_stop_at(clause, s, "a PRED_SET* beside another or beside a KILL* (ISA 4.8.1.1)");
        if ((alu->update_pred || alu->update_execute_mask) && !(flags & ISA_PRED_SET))
            return ref_stop_at(clause, s, "UPDATE_PRED or UPDATE_EXECUTE_MASK without a predicate (ISA 4.9.3)");
    }
    return true;
}

static bool run_groups(const struct ref_run *run, const struct isa_cf_alu *cf)
{
    struct operands   operands;
    struct results    results;
    struct ref_clause clause = {.run = run, .cf = cf};
    unsigned          left = cf->count + 1;
    memset(&operands, 0, sizeof operands);
    if (cf->addr + left > run->count)
        return ref_stop(run, "the clause ends at word %u, the program has %u (ISA 10.1)", cf->addr + left, run->count);
    for (clause.address = cf->addr; left;) {
        struct isa_group            group;
        unsigned                    at = 0;
        const enum isa_group_status status =
            isa_group_assemble(run->words + 2 * (size_t)clause.address, left, run->launch->prefer_vector, &group, &at);
        if (status != ISA_GROUP_OK)
            return ref_stop(run, "ALU word %u: %s", clause.address + at, isa_group_status_text(status));
        clause.group = &group;
        run->wave->behind = !run->launch->follows || run->launch->follows(run->launch->user, run->wave);
        if (!check_group(&clause) || !read_operands(&clause, &operands))
            return false;
        compute(&clause, &operands, &results);
        modify(&clause, &results);
        if (!commit(&clause, &results))
            return false;
        run->wave->groups += run->wave->executing != 0; /* else the clause is skipped (ISA ch. 3) */
        clause.address += group.size;
        left -= group.size;
    }
    return true;
}

/* What the clause's PRED_SET* and the instruction that started it do to states and stack. */
static bool finish(const struct ref_run *run, ref_mask_t skipped)
{
    static const struct ref_condition always = {0};
    struct ref_wave                  *wave = run->wave;
    const enum isa_cf_id              id = run->op->id;
    ref_leave(wave, skipped,
              id == ISA_CF_INST_ALU_BREAK      ? REF_BREAK
              : id == ISA_CF_INST_ALU_CONTINUE ? REF_CONTINUE
                                               : REF_BRANCH);
    if (id == ISA_CF_INST_ALU_POP_AFTER || id == ISA_CF_INST_ALU_POP2_AFTER)
        return ref_pop(run, id == ISA_CF_INST_ALU_POP_AFTER ? 1 : 2);
    return id == ISA_CF_INST_ALU_ELSE_AFTER ? ref_else(run, &always) : true;
}

bool ref_alu_clause(const struct ref_run *run, const struct isa_cf_alu *cf)
{
    struct ref_wave     *wave = run->wave;
    const enum isa_cf_id id = run->op->id;
    const ref_mask_t     active = ref_active(wave);
    if ((id == ISA_CF_INST_ALU_PUSH_BEFORE || id == ISA_CF_INST_ALU_ELSE_AFTER) &&
        !ref_push(run, false)) /* ISA table 3.6: one element whatever its mode */
        return false;
    if ((id == ISA_CF_INST_ALU_BREAK || id == ISA_CF_INST_ALU_CONTINUE) && !wave->loop.in)
        return ref_stop(run, "there is no loop (ISA 3.7.3)");
    wave->predicate = wave->next_active = active;
    wave->executing = cf->whole_quad_mode ? ref_quads(active) : active;
    memset(wave->ar_written, 0, sizeof wave->ar_written);
    memset(wave->result_defined, 0, sizeof wave->result_defined);
    memset(wave->temporary_written, 0, sizeof wave->temporary_written);
    memset(wave->last, 0, sizeof wave->last);
    return run_groups(run, cf) && finish(run, active & ~wave->next_active);
}
