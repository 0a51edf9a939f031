#include "pipeline/alu/alu_rules.h"

unsigned alu_ar_elements(const struct isa_alu *alu)
{
    const bool by_ar = alu->index_mode <= ISA_INDEX_AR_W || alu->index_mode == ISA_INDEX_GLOBAL_AR_X;
    unsigned   elements = by_ar && alu->dst_rel;
    for (unsigned i = 0; by_ar && i < isa_alu_ops[alu->id].operands; i++)
        if (alu->src[i].rel)
            elements |=
                isa_src_is_cfile(alu->src[i].sel) && alu->index_mode <= ISA_INDEX_AR_W ? 1u << alu->index_mode : 1u;
    return elements;
}

static bool relative(const struct isa_alu *alu)
{
    bool found = alu->dst_rel;
    for (unsigned i = 0; i < isa_alu_ops[alu->id].operands; i++)
        found |= alu->src[i].rel;
    return found;
}

/* Rules that look at one instruction. */
static enum group_rule check_instruction(const struct isa_alu *alu)
{
    if (alu->pred_sel == 1)
        return RULE_PRED_SEL;
    if ((alu->update_pred || alu->update_execute_mask) && !(isa_alu_ops[alu->id].flags & ISA_PRED_SET))
        return RULE_UPDATE;
    return alu->index_mode > ISA_INDEX_GLOBAL_AR_X && relative(alu) ? RULE_INDEX_MODE : RULE_OK;
}

/* One PRED_SET* in a group and none beside a KILL* (ISA 4.8.1.1, 4.10).  A double that computes a predicate is one
 * instruction in two slots; the pages of PRED_SET*_64 allow one in each pair, without saying which predicate counts,
 * and are not followed.
 *
 * Several KILL* in a group kill what any of them kills.  The manual calls two of them undefined, yet Mesa's code
 * for this chip kills by four components in one group. */
static bool flags_clash(const struct isa_group *group, unsigned slot, bool *predicate, bool *kill)
{
    const uint32_t flags = isa_alu_ops[group->slot[slot].id].flags;
    if (flags & ISA_DOUBLE && slot % 2)
        return false;
    const bool clash = flags & ISA_PRED_SET ? *predicate || *kill : flags & ISA_KILL && *predicate;
    *predicate |= (flags & ISA_PRED_SET) != 0;
    *kill |= (flags & ISA_KILL) != 0;
    return clash;
}

enum group_rule alu_group_rule(const struct isa_group *group, unsigned *slot)
{
    bool     predicate = false, kill = false;
    unsigned mova = 0, ar = 0, modes = 0;
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const struct isa_alu *alu = &group->slot[s];
        if (!group->used[s])
            continue;
        *slot = s;
        const enum group_rule rule = check_instruction(alu);
        if (rule != RULE_OK)
            return rule;
        if (flags_clash(group, s, &predicate, &kill))
            return RULE_FLAGS_TWICE;
        if (isa_alu_ops[alu->id].flags & ISA_REDUCTION &&
            (alu->omod != group->slot[0].omod || alu->clamp != group->slot[0].clamp))
            return RULE_OUTPUT;
        mova |= isa_alu_ops[alu->id].flags & ISA_MOVA;
        const unsigned elements = alu_ar_elements(alu);
        /* The manual's example of an illegal group names two modes; INDEX_GLOBAL_AR_X adds X as INDEX_AR_X does. */
        if (elements)
            modes |= alu->index_mode == ISA_INDEX_GLOBAL_AR_X ? 1u : 1u << alu->index_mode;
        ar |= elements;
        if ((ar & (ar - 1)) || (modes & (modes - 1)))
            return RULE_AR_ELEMENTS;
        if (mova && ar)
            return RULE_MOVA_AR;
    }
    return RULE_OK;
}

const char *group_rule_text(enum group_rule rule)
{
    static const char *const text[RULES] = {
        [RULE_OK] = "no rule is broken",
        [RULE_FLAGS_TWICE] = "a group has at most one PRED_SET*, and no KILL* beside it (ISA 4.8.1.1)",
        [RULE_UPDATE] = "UPDATE_PRED or UPDATE_EXECUTE_MASK of an instruction without a predicate (ISA 4.9.3)",
        [RULE_OUTPUT] = "OMOD and CLAMP of a reduction are the same in X Y Z W (ISA 4.8.2.1)",
        [RULE_PRED_SEL] = "the reserved PRED_SEL 1 (ISA 10.2)",
        [RULE_INDEX_MODE] = "the reserved INDEX_MODE 7 (ISA 10.2)",
        [RULE_AR_ELEMENTS] = "a group uses more than one element of AR (ISA 4.6.1)",
        [RULE_MOVA_AR] = "AR is used as an index beside a MOVA* (ISA 4.6.1, 4.8.2.2)",
    };
    return text[rule];
}
