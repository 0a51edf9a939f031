/* survey_alu.c - survey of an ALU clause: groups, slots, literals, constants, registers (ISA 4.3 to 4.7). */
#include "rtl_model/r700/analysis/survey_internal.h"

/* ---- operands -------------------------------------------------------------------------------------------------- */

static void note_cache(struct survey *survey, const struct isa_cf_alu *clause, const struct isa_alu_src *src)
{
    const bool          second = src->sel >= ISA_SRC_KCACHE1;
    struct survey_bank *bank = &survey->bank[clause->alt_const][second ? clause->kcache_bank1 : clause->kcache_bank0];
    const unsigned      line = second ? clause->kcache_addr1 : clause->kcache_addr0;
    const unsigned      mode = second ? clause->kcache_mode1 : clause->kcache_mode0;
    bank->constants = survey_larger(bank->constants, line * SURVEY_LINE_CONSTANTS + (src->sel & 31) + 1);
    bank->relative |= src->rel || mode == ISA_KCACHE_LOCK_LOOP_INDEX;
}

static void note_locks(struct survey *survey, const struct isa_cf_alu *clause)
{
    const unsigned bank[2] = {clause->kcache_bank0, clause->kcache_bank1};
    const unsigned mode[2] = {clause->kcache_mode0, clause->kcache_mode1};
    const unsigned line[2] = {clause->kcache_addr0, clause->kcache_addr1};
    for (unsigned set = 0; set < 2; set++) {
        const unsigned lines = mode[set] == ISA_KCACHE_NOP ? 0 : mode[set] == ISA_KCACHE_LOCK_2 ? 2 : 1;
        for (unsigned i = 0; i < lines; i++)
            survey->bank[clause->alt_const][bank[set]].locked[(line[set] + i) % SURVEY_LINES] = 1;
    }
}

/* A register by a SIMD-global index, which is none of the thread's own. */
static bool is_global(const struct isa_alu *alu, bool relative)
{
    return relative && (alu->index_mode == ISA_INDEX_GLOBAL || alu->index_mode == ISA_INDEX_GLOBAL_AR_X);
}

static void note_source(struct survey_job *job, unsigned row, const struct isa_cf_alu *clause,
                        const struct isa_alu *alu, const struct isa_alu_src *src)
{
    struct survey *survey = job->survey;
    if (isa_src_is_kcache(src->sel)) {
        note_cache(survey, clause, src);
    } else if (isa_src_is_cfile(src->sel)) {
        const unsigned constant = src->sel - ISA_SRC_CFILE;
        survey->file[clause->alt_const][constant / 32] |= 1u << constant % 32;
        survey->file_relative[clause->alt_const] |= src->rel;
    } else if (isa_src_is_gpr(src->sel) && is_global(alu, src->rel)) {
        survey->globals = survey_larger(survey->globals, src->sel + 1u);
    } else if (isa_src_is_gpr(src->sel)) {
        survey_read(job, row, src->sel, src->rel ? 0 : 1u << src->chan);
        survey->relative |= src->rel;
    }
}

static void note_result(struct survey_job *job, unsigned row, const struct isa_alu *alu)
{
    if (!alu->write_mask || alu->id == ISA_OP2_NOP)
        return;
    if (is_global(alu, alu->dst_rel)) {
        job->survey->globals = survey_larger(job->survey->globals, alu->dst_gpr + 1u);
        return;
    }
    for (unsigned gpr = alu->dst_gpr; alu->dst_rel && gpr < ISA_GPRS; gpr++) /* an array of unknown end */
        job->text[gpr] = (uint8_t)(job->text[gpr] | 1u << alu->dst_chan);
    survey_write(job, row, alu->dst_gpr, 1u << alu->dst_chan, !alu->dst_rel && alu->pred_sel == ISA_PRED_SEL_OFF);
    job->survey->relative |= alu->dst_rel;
}

/* ---- cube coordinates ------------------------------------------------------------------------------------------ */

/* Whether a slot's result comes from CUBE, straight or by way of other instructions. */
static bool from_cube(const struct survey_job *job, const struct isa_alu *alu)
{
    if (alu->id == ISA_OP2_CUBE)
        return true;
    for (unsigned i = 0; i < isa_alu_ops[alu->id].operands; i++) {
        const struct isa_alu_src *src = &alu->src[i];
        if ((isa_src_is_gpr(src->sel) && !src->rel && job->cube[src->sel] >> src->chan & 1) ||
            (src->sel == ISA_SRC_PV && job->cube_before >> src->chan & 1) ||
            (src->sel == ISA_SRC_PS && job->cube_before >> ISA_SLOT_T & 1))
            return true;
    }
    return false;
}

static void follow_cube(struct survey_job *job, const struct isa_group *group)
{
    unsigned results = 0;
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        if (group->used[s] && from_cube(job, &group->slot[s]))
            results |= 1u << s;
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const struct isa_alu *alu = &group->slot[s];
        if (!group->used[s] || !alu->write_mask || alu->dst_rel)
            continue;
        const unsigned bit = 1u << alu->dst_chan, old = job->cube[alu->dst_gpr] & ~bit;
        job->cube[alu->dst_gpr] = (uint8_t)(old | (results >> s & 1 ? bit : 0));
    }
    job->cube_before = results;
}

/* ---- groups ---------------------------------------------------------------------------------------------------- */

static void note_group(struct survey_job *job, unsigned row, const struct isa_cf_alu *clause,
                       const struct isa_group *group)
{
    struct survey    *survey = job->survey;
    struct survey_cf *cf = &survey->cf[row];
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const struct isa_alu *alu = &group->slot[s];
        if (!group->used[s])
            continue;
        survey->slot_used[s]++;
        survey->kills |= (isa_alu_ops[alu->id].flags & ISA_KILL) != 0;
        for (unsigned i = 0; i < isa_alu_ops[alu->id].operands; i++)
            note_source(job, row, clause, alu, &alu->src[i]);
    }
    for (unsigned s = 0; s < ISA_SLOTS; s++) /* a group reads before it writes */
        if (group->used[s])
            note_result(job, row, &group->slot[s]);
    follow_cube(job, group);
    cf->groups++;
    cf->slots += group->instructions;
    cf->count[SURVEY_ALU]++;
    survey->groups++;
    survey->slots += group->instructions;
    survey->literal_dwords += group->literals;
    survey->literal_groups += group->literals != 0;
}

bool survey_alu(struct survey_job *job, unsigned n)
{
    const struct flow_row *const row = &job->code->rows[n];
    struct flow_groups           groups = flow_groups(job->code, row, job->subject->prefer_vector);
    struct isa_group             group;
    job->survey->alu_clauses++;
    job->survey->alt_const |= row->alu.alt_const;
    note_locks(job->survey, &row->alu);
    job->cube_before = 0;
    while (flow_group(&groups, &group))
        note_group(job, n, &row->alu, &group);
    return row->inside && groups.status == ISA_GROUP_OK;
}
