/* alu_rules.h - rules of an instruction group that need nothing but the group: what may be issued together, and fields
 * that an instruction must leave clear (ISA 4.6.1, 4.8, 4.9, 10.2).  Combinational part of alu_issue. */
#ifndef PIPELINE_ALU_RULES_H
#define PIPELINE_ALU_RULES_H

#include "isa/r700/isa.h"

enum group_rule {
    RULE_OK,
    RULE_FLAGS_TWICE, /* a second PRED_SET*, or a KILL* beside one                  ISA 4.8.1.1, 4.10 */
    RULE_UPDATE,      /* UPDATE_* of an instruction that computes no predicate      ISA 4.9.3 */
    RULE_OUTPUT,      /* OMOD or CLAMP differ within a reduction                    ISA 4.8.2.1, 4.9.1 */
    RULE_PRED_SEL,    /* the reserved PRED_SEL 1                                    ISA 10.2 */
    RULE_INDEX_MODE,  /* a relative operand with the reserved INDEX_MODE 7          ISA 10.2 */
    RULE_AR_ELEMENTS, /* more than one element of AR                                ISA 4.6.1 */
    RULE_MOVA_AR,     /* AR is used beside a MOVA*                                  ISA 4.6.1, 4.8.2.2 */
    RULES
};

/* The first rule that a group breaks, and the slot at fault. */
enum group_rule alu_group_rule(const struct isa_group *group, unsigned *slot);

/* What is broken, one line, and the manual's section. */
const char *group_rule_text(enum group_rule rule);

/* Elements of AR that the relative operands of an instruction add, bit 0 = X: X for GPRs, the one that INDEX_MODE names
 * for the constant file (ISA table 4.2). */
unsigned alu_ar_elements(const struct isa_alu *alu);

#endif
