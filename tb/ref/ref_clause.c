/* ref_clause.c - ALU clauses: which threads execute, the groups, and what a clause does to the active mask (ISA 3.7.7,
 * 4, 9.1).
 *
 *   ALU              PRED_SET* with UPDATE_EXECUTE_MASK: active threads that it skips become branch-inactive.
 *   ALU_PUSH_BEFORE  push first.  3.7.7 pushes before every PRED_SET*, 9.1 before the first, table 3.7 before the
 * clause; the table holds here, for a JUMP that pops must find the entry when nobody is active, too. ALU_POP_AFTER,
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
struct clause {
    const struct ref_run    *run;
    const struct isa_cf_alu *cf;
    const struct isa_group  *group;
    unsigned                 address; /* of the group */
};

#define stop_at(clause, s, ...) stop_group(clause, s, __VA_ARGS__)
static bool stop_group(const struct clause *clause, unsigned s, const char *what)
{
    return ref_stop(clause->run, "ALU word %u: %s: %s", clause->address + clause->group->place[s],
                    isa_alu_ops[clause->group->slot[s].id].name, what);
}

/* ---- operands ------------------------------------------------------------------------------------------------- */

/* The index of a relative address (ISA table 4.2). */
static int32_t index_of(const struct ref_wave *wave, const struct isa_alu *alu, bool gpr, unsigned t)
{
    if (alu->index_mode == ISA_INDEX_LOOP)
        return wave->loop.index;
    return wave->ar[gpr ? 0 : alu->index_mode][t];
}

/* May this instruction use its index for such an operand? */
static bool check_index(const struct clause *clause, unsigned s, bool gpr, bool kcache)
{
    const struct ref_wave *wave = clause->run->wave;
    const struct isa_alu  *alu = &clause->group->slot[s];
    if (alu->index_mode > ISA_INDEX_LOOP)
        return stop_at(clause, s, "a global index (ISA 4.6.1 has none)");
    if (alu->index_mode == ISA_INDEX_LOOP)
        return wave->loop.index_valid || stop_at(clause, s, "aL outside of a loop that has one (ISA 3.7.3)");
    if (kcache)
        return stop_at(clause, s, "a kcache operand relative to AR (ISA 4.6.1)");
    if (!wave->ar_written[gpr ? 0 : alu->index_mode])
        return stop_at(clause, s, "AR was not written before in this clause (ISA 4.6.1)");
    for (unsigned other = 0; other < ISA_SLOTS; other++)
        if (clause->group->used[other] && isa_alu_ops[clause->group->slot[other].id].flags & ISA_MOVA)
            return stop_at(clause, s, "AR is used and written in one group (ISA 4.6.1)");
    return true;
}

static bool is_gpr(const struct ref_launch *launch, unsigned gpr)
{
    return gpr < launch->num_gprs || (gpr < REF_GPRS && gpr >= REF_GPRS - launch->temporaries);
}

static bool read_gpr(const struct clause *clause, unsigned s, const struct isa_alu_src *src, uint32_t *out)
{
    const struct ref_wave   *wave = clause->run->wave;
    const struct ref_launch *launch = clause->run->launch;
    if (!is_gpr(launch, src->sel))
        return stop_at(clause, s, "a GPR that the program does not have (ISA 4.6.3)");
    if (src->rel && src->sel >= launch->num_gprs)
        return stop_at(clause, s, "a relative clause temporary (ISA 4.6.1)");
    if (src->rel && !check_index(clause, s, true, false))
        return false;
    for (unsigned t = 0; t < REF_LANES; t++) {
        const int64_t gpr = (int64_t)src->sel + (src->rel ? index_of(wave, &clause->group->slot[s], true, t) : 0);
        out[t] = wave->gpr[src->rel && (gpr < 0 || gpr >= launch->num_gprs) ? 0 : gpr][src->chan][t];
    }
    return true;
}

static bool read_file(const struct clause *clause, unsigned s, const struct isa_alu_src *src, uint32_t *out)
{
    const struct ref_launch *launch = clause->run->launch;
    if (src->rel && !check_index(clause, s, false, false))
        return false;
    for (unsigned t = 0; t < REF_LANES; t++) {
        const int64_t row = (int64_t)src->sel - ISA_SRC_CFILE +
                            (src->rel ? index_of(clause->run->wave, &clause->group->slot[s], false, t) : 0);
        out[t] = row < 0 || row >= REF_CONSTANTS ? REF_OUTSIDE
                 : launch->constant_file         ? launch->constant_file[4 * row + src->chan]
                                                 : 0;
    }
    return true;
}

/* Locked lines of 16 constants: mode 1 one, mode 2 two, mode 3 two from the loop index on (ISA 10.1). */
static bool read_kcache(const struct clause *clause, unsigned s, const struct isa_alu_src *src, uint32_t *out)
{
    const struct isa_cf_alu *cf = clause->cf;
    const struct ref_launch *launch = clause->run->launch;
    const struct ref_wave   *wave = clause->run->wave;
    const bool               second = src->sel >= ISA_SRC_KCACHE1;
    const unsigned           bank = second ? cf->kcache_bank1 : cf->kcache_bank0;
    const unsigned           mode = second ? cf->kcache_mode1 : cf->kcache_mode0;
    const unsigned           locked = mode == 0 ? 0 : mode == 1 ? 16 : 32;
    int64_t                  first = 16 * (int64_t)(second ? cf->kcache_addr1 : cf->kcache_addr0);
    int64_t                  at = src->sel - (second ? ISA_SRC_KCACHE1 : ISA_SRC_KCACHE0);
    uint32_t                 value = 0;
    if (cf->alt_const)
        return stop_at(clause, s, "the interpreter has no ALT_CONST");
    if (at >= locked)
        return stop_at(clause, s, "the constant's cache line is not locked (ISA 4.6.3)");
    if (mode == 3)
        first += (wave->loop.index >> 4) * (int64_t)16;
    if (src->rel) {
        if (!check_index(clause, s, false, true))
            return false;
        at += wave->loop.index;
    }
    if (at < 0 || at >= locked)
        value = REF_OUTSIDE;
    else if (first + at >= 0 && first + at < launch->buffer_vectors[bank])
        value = launch->buffer[bank][4 * (first + at) + src->chan];
    for (unsigned t = 0; t < REF_LANES; t++)
        out[t] = value;
    return true;
}

static bool read_special(const struct clause *clause, unsigned s, const struct isa_alu_src *src, uint32_t *out)
{
    const struct ref_wave *wave = clause->run->wave;
    uint32_t               value;
    switch (src->sel) {
    case ISA_SRC_PV:
        memcpy(out, wave->pv[src->chan], sizeof wave->ps);
        return true;
    case ISA_SRC_PS:
        memcpy(out, wave->ps, sizeof wave->ps);
        return true;
    case ISA_SRC_LITERAL:
        value = clause->group->literal[src->chan];
        break;
    case ISA_SRC_1:
        value = 0x3f800000;
        break;
    case ISA_SRC_0_5:
        value = 0x3f000000;
        break;
    case ISA_SRC_1_INT:
        value = 1;
        break;
    case ISA_SRC_M_1_INT:
        value = 0xffffffff;
        break;
    case ISA_SRC_1_DBL_M:
        value = 0x3ff00000;
        break;
    case ISA_SRC_0_5_DBL_M:
        value = 0x3fe00000;
        break;
    case ISA_SRC_0:
    case ISA_SRC_1_DBL_L:
    case ISA_SRC_0_5_DBL_L:
        value = 0;
        break;
    default:
        return stop_at(clause, s, "a reserved operand (ISA 10.2)");
    }
    for (unsigned t = 0; t < REF_LANES; t++)
        out[t] = value;
    return true;
}

static bool read_operands(const struct clause *clause, struct operands *operands)
{
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const struct isa_alu *alu = &clause->group->slot[s];
        if (!clause->group->used[s])
            continue;
        for (unsigned i = 0; i < isa_alu_ops[alu->id].operands; i++) {
            const struct isa_alu_src *src = &alu->src[i];
            uint32_t                 *out = operands->src[s][i];
            const bool                good = isa_src_is_gpr(src->sel)      ? read_gpr(clause, s, src, out)
                                             : isa_src_is_cfile(src->sel)  ? read_file(clause, s, src, out)
                                             : isa_src_is_kcache(src->sel) ? read_kcache(clause, s, src, out)
                                                                           : read_special(clause, s, src, out);
            if (!good)
                return false;
            for (unsigned t = 0; t < REF_LANES; t++)
                out[t] = ref_input_modifiers(out[t], src->abs, src->neg);
        }
    }
    return true;
}

/* ---- results -------------------------------------------------------------------------------------------------- */

static void compute(const struct clause *clause, const struct operands *operands, struct results *results)
{
    const struct isa_group *group = clause->group;
    const struct ref_wave  *wave = clause->run->wave;
    const bool              reduction = group->used[0] && isa_alu_ops[group->slot[0].id].flags & ISA_REDUCTION;
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const struct isa_alu *alu = &group->slot[s];
        results->threads[s] = 0;
        if (!group->used[s])
            continue;
        results->threads[s] = alu->pred_sel == ISA_PRED_SEL_ONE    ? wave->executing & wave->predicate
                              : alu->pred_sel == ISA_PRED_SEL_ZERO ? wave->executing & ~wave->predicate
                                                                   : wave->executing;
        for (unsigned t = 0; t < REF_LANES; t++) {
            const uint32_t src[3] = {operands->src[s][0][t], operands->src[s][1][t], operands->src[s][2][t]};
            if (!(reduction && s < ISA_SLOT_T) && results->threads[s] >> t & 1)
                results->out[s][t] = ref_operation(clause->run->launch, alu->id, src);
        }
    }
    for (unsigned t = 0; reduction && t < REF_LANES; t++) {
        uint32_t src0[4], src1[4], out[4];
        for (unsigned s = 0; s < 4; s++) {
            src0[s] = operands->src[s][0][t];
            src1[s] = operands->src[s][1][t];
        }
        ref_reduction(group->slot[0].id, src0, src1, out);
        for (unsigned s = 0; s < 4; s++)
            results->out[s][t].value = out[s];
    }
}

static void modify(const struct clause *clause, struct results *results)
{
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const struct isa_alu *alu = &clause->group->slot[s];
        if (!clause->group->used[s] || (alu->id == ISA_OP2_CUBE && s == ISA_SLOT_W)) /* ISA table 4.5 */
            continue;
        for (unsigned t = 0; t < REF_LANES; t++)
            if (results->threads[s] >> t & 1)
                results->out[s][t].value = ref_output_modifiers(results->out[s][t].value, alu->omod, alu->clamp);
    }
}

/* A destination that the thread does not have is not written (ISA 4.6.3, 4.9.2). */
static bool write_gpr(const struct clause *clause, unsigned s, const struct results *results)
{
    struct ref_wave         *wave = clause->run->wave;
    const struct ref_launch *launch = clause->run->launch;
    const struct isa_alu    *alu = &clause->group->slot[s];
    if (alu->dst_rel && alu->dst_gpr >= launch->num_gprs)
        return stop_at(clause, s, "a relative clause temporary (ISA 4.6.1)");
    if (alu->dst_rel && !check_index(clause, s, true, false))
        return false;
    for (unsigned t = 0; t < REF_LANES; t++) {
        const int64_t gpr = (int64_t)alu->dst_gpr + (alu->dst_rel ? index_of(wave, alu, true, t) : 0);
        const bool    there = alu->dst_rel ? gpr >= 0 && gpr < launch->num_gprs : is_gpr(launch, alu->dst_gpr);
        if (there && alu->write_mask && alu->id != ISA_OP2_NOP && results->threads[s] >> t & 1)
            wave->gpr[gpr][alu->dst_chan][t] = results->out[s][t].value;
    }
    return true;
}

static void set_predicate(struct ref_wave *wave, const struct isa_alu *alu, ref_mask_t threads, ref_mask_t flags)
{
    if (alu->update_pred)
        wave->predicate = (wave->predicate & ~threads) | (flags & threads);
    if (alu->update_execute_mask) /* active threads that are skipped stop being active; nobody else changes */
        wave->next_active &= ~threads | flags;
}

static bool commit(const struct clause *clause, const struct results *results)
{
    struct ref_wave        *wave = clause->run->wave;
    const struct isa_group *group = clause->group;
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const struct isa_alu *alu = &group->slot[s];
        const uint32_t        flags = isa_alu_ops[alu->id].flags;
        ref_mask_t            bits = 0;
        if (!group->used[s] || alu->id == ISA_OP2_NOP)
            continue;
        for (unsigned t = 0; t < REF_LANES; t++) {
            if (!(results->threads[s] >> t & 1))
                continue;
            bits |= (ref_mask_t)results->out[s][t].flag << t;
            *(s == ISA_SLOT_T ? &wave->ps[t] : &wave->pv[s][t]) = results->out[s][t].value;
            if (flags & ISA_MOVA)
                wave->ar[s == ISA_SLOT_T ? alu->dst_chan : s][t] = (int32_t)results->out[s][t].value;
        }
        if (flags & ISA_MOVA)
            wave->ar_written[s == ISA_SLOT_T ? alu->dst_chan : s] = true;
        if (flags & ISA_PRED_SET)
            set_predicate(wave, alu, results->threads[s], bits);
        if (flags & ISA_KILL)
            wave->valid &= ~(results->threads[s] & bits);
    }
    for (unsigned s = 0; s < ISA_SLOTS; s++) /* Trans last: it dominates (ISA 4.9.2) */
        if (group->used[s] && !write_gpr(clause, s, results))
            return false;
    return true;
}

/* ---- groups and clauses --------------------------------------------------------------------------------------- */

static bool check_group(const struct clause *clause)
{
    unsigned setters = 0;
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const struct isa_alu *alu = &clause->group->slot[s];
        const uint32_t        flags = isa_alu_ops[alu->id].flags;
        if (!clause->group->used[s])
            continue;
        if (flags & ISA_DOUBLE)
            return stop_at(clause, s, "the interpreter has no double precision");
        if (flags & ISA_KILL && !clause->run->launch->pixel)
            return stop_at(clause, s, "only pixel programs can kill (ISA 4.8.1.1)");
        if (flags & (ISA_KILL | ISA_PRED_SET) && ++setters > 1)
            return stop_at(clause, s, "two of PRED_SET* and KILL* in one group (ISA 4.8.1.1)");
        if ((alu->update_pred || alu->update_execute_mask) && !(flags & ISA_PRED_SET))
            return stop_at(clause, s, "UPDATE_PRED or UPDATE_EXECUTE_MASK without a predicate (ISA 4.9.3)");
    }
    return true;
}

static bool run_groups(const struct ref_run *run, const struct isa_cf_alu *cf)
{
    struct operands operands;
    struct results  results;
    struct clause   clause = {.run = run, .cf = cf};
    unsigned        left = cf->count + 1;
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
        if (!check_group(&clause) || !read_operands(&clause, &operands))
            return false;
        compute(&clause, &operands, &results);
        modify(&clause, &results);
        if (!commit(&clause, &results))
            return false;
        run->wave->groups++;
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
    return run_groups(run, cf) && finish(run, active & ~wave->next_active);
}
