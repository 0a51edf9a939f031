/* why_list.h - why a group is not taken: an answer for each reason for which issue stalls.
 *
 *   ANSWER(stall, wave, cause, parameter, text, ...)   ISSUE_STALL_stall; whose it is; enum why_cause; the parameter on
 *                                                      which it depends, or NULL; the link of the chain, as printf has
 * it
 *
 * `issue` is the slot's, `q` the clause's registers, `other` the other slot's issue. */
#ifndef RTL_MODEL_R700_WHY_LIST_H
#define RTL_MODEL_R700_WHY_LIST_H

#include <inttypes.h>

#define WHY_GROUP(ANSWER)                                                                                              \
    ANSWER(LATENCY, q->number, WHY_TIME, "alu_latency",                                                                \
           "the group before it, at word %" PRIu32 ", takes %u rotations of 8 clocks", issue->q.address,               \
           issue->in.rotations)                                                                                        \
    ANSWER(MOVA, q->number, WHY_DEPENDENCE, "mova_delay_groups",                                                       \
           "AR is written by MOVA, and %u groups must stand between", issue->in.mova_delay)                            \
    ANSWER(WATERFALL, q->number, WHY_PORT, "waterfall_clk_per_index",                                                  \
           "its constants are read for one index after the other, %u rotations so far", issue->q.waterfall)            \
    ANSWER(GLOBAL, other->q.wave, WHY_DEPENDENCE, NULL,                                                                \
           "the other slot's group, wavefront %" PRIu32 " at word %" PRIu32 ", writes a global GPR that it reads",     \
           other->q.wave, other->q.address)                                                                            \
    ANSWER(SHARED, q->number, WHY_PORT, "gpr_shared_rotations",                                                        \
           "it reads global GPRs, which takes %u rotations, %u so far", issue->in.shared_rotations,                    \
           issue->q.waterfall)

#endif
