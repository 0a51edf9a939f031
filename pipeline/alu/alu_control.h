/* alu_control.h - what the units behind alu_issue make of the control of the group that enters: combinational
 * (ISA 4.8, 4.9, 4.12). */
#ifndef PIPELINE_ALU_CONTROL_H
#define PIPELINE_ALU_CONTROL_H

#include <string.h>

#include "pipeline/alu/alu_issue.h"
#include "pipeline/alu/alu_wide.h"

static inline uint32_t alu_control_flags(const struct alu_issue_reg *group, unsigned slot)
{
    return group->used >> slot & 1 ? isa_alu_ops[group->op.slot[slot]].flags : 0;
}

/* Of all its instructions. */
static inline uint32_t alu_control_any(const struct alu_issue_reg *group)
{
    uint32_t any = 0;
    for (unsigned s = 0; s < ISA_SLOTS; s++)
        any |= alu_control_flags(group, s);
    return any;
}

/* Each lane may have a row of its own, or the group before wrote one: operand fetch compares them lane by lane. */
static inline bool alu_control_reads_by_lane(const struct alu_issue_reg *group)
{
    return group->read_relative || (group->behind && group->before_write & group->before_relative);
}

/* ---- slots and wide unit ----------------------------------------------------------------------------------------- */

/* Pairs X Y and Z W with an operation that needs both slots or all four, a bit each. */
static inline uint8_t alu_control_pairs(const struct alu_issue_reg *group)
{
    uint8_t pairs = 0;
    for (unsigned s = 0; s < 4; s++)
        if (alu_control_flags(group, s) & (ISA_REDUCTION | ISA_DOUBLE))
            pairs = (uint8_t)(pairs | 1u << s / 2);
    return pairs;
}

/* The wide unit has the output modifiers of a double, but not those of the float of FLT64_TO_FLT32. */
static inline bool alu_control_modifies(const struct alu_issue_reg *group, unsigned slot)
{
    return !(alu_control_flags(group, slot) & ISA_DOUBLE) || slot == ISA_SLOT_T ||
           (group->op.slot[slot] == ISA_OP2_FLT64_TO_FLT32 && slot % 2 == 0);
}

/* What of both slots of a pair counts: the later one with such an operation. */
static inline pair_op_t alu_control_wide_op(const struct alu_issue_reg *group)
{
    pair_op_t op = {{0}};
    for (unsigned s = 0; s < 4; s++)
        if (alu_control_flags(group, s) & (ISA_REDUCTION | ISA_DOUBLE))
            op.pair[s / 2] = group->op.slot[s];
    return op;
}

static inline vector_bits_t alu_control_vector(const slot_byte_t *from)
{
    vector_bits_t to;
    memcpy(&to, from, sizeof to);
    return to;
}

/* The output modifiers of a double are those of X (Z). */
static inline pair_bits_t alu_control_of_pairs(const struct alu_issue_reg *group, const slot_byte_t *from)
{
    pair_bits_t to = {{0}};
    for (unsigned p = 0; p < WIDE_PAIRS; p++)
        if (alu_control_flags(group, 2 * p) & ISA_DOUBLE)
            to.pair[p] = from->slot[2 * p];
    return to;
}

/* ---- predicate and kills ----------------------------------------------------------------------------------------- */

/* What the flags of a group are: a new predicate, which one slot has, or kills, which several may have. */
struct alu_control_result {
    uint8_t slots, update;
    bool    kills;
};
static inline struct alu_control_result alu_control_result(const struct alu_issue_reg *group)
{
    struct alu_control_result to = {0, 0, false};
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        const uint32_t flags = alu_control_flags(group, s);
        if (flags & ISA_PRED_SET)
            return (struct alu_control_result){(uint8_t)(1u << s), group->update.slot[s], to.kills};
        if (flags & ISA_KILL) {
            to.kills = true;
            to.slots = (uint8_t)(to.slots | 1u << s);
        }
    }
    return to;
}

#endif
