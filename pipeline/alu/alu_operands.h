/* alu_operands.h - addresses, constants and dependences of the operands of an instruction group (ISA 4.6, 4.7.1, 4.11);
 * combinational parts of alu_issue. */
#ifndef PIPELINE_ALU_OPERANDS_H
#define PIPELINE_ALU_OPERANDS_H

#include "pipeline/alu/alu_issue.h"

/* One decision of alu_issue: what its parts look at, and what they fill. */
struct issue_decision {
    const struct alu_issue_in  *in;
    const struct alu_issue_reg *q;
    struct alu_issue_reg       *d;
    const struct isa_group     *group; /* the one at the head of the clause */
};

/* The group as control signals; `words`: its instructions.  False when it must not be issued, or not yet. */
bool alu_issue_control(const struct issue_decision *of, const uint32_t *words);

/* Notes the error that stops the slot; returns false. */
bool alu_stop(struct alu_issue_reg *d, enum issue_error error, unsigned detail, uint32_t address);

/* The physical row of a GPR, or -1 when the number names neither a register of the program nor a clause temporary
 * (ISA 4.6, 4.6.3). */
int alu_physical_row(const struct alu_issue_in *in, unsigned gpr);

/* The addresses of a group's operands after their index, or the number with a ROW_ mark when relative to
 * AR; destinations that are not written are -1.  False when an operand breaks a rule. */
bool alu_find_rows(const struct issue_decision *of, uint16_t row[ISA_SLOTS][3], int dst[ISA_SLOTS]);

/* A constant operand's value; false when its constant-cache line is not locked (ISA 4.6.3). */
bool alu_constant_value(const struct issue_decision *of, const struct isa_alu_src *src, uint32_t *value);

/* Where the group before left this register: Trans wins over a vector slot (ISA 4.9.2, 4.11).  0 as well when it has
 * reached the GPR file, and when a row is relative to AR: operand fetch compares those lane by lane. */
uint8_t alu_forwarded(const struct alu_issue_in *in, const struct alu_issue_reg *q, unsigned key, unsigned chan);

/* Rotations that a group takes to read its constants relative to AR (ISA 4.6.4.5; RV770 timing C7). */
unsigned alu_waterfall_rotations(const struct issue_decision *of);
/* Does a group read a register that the SIMD's wavefronts share (ISA 2.6.1.1)? */
bool alu_reads_shared(const struct isa_group *group);

/* Whether a read of the group meets a write of the other wavefront slot that it would not see (ISA 2.6.1.2). */
bool alu_meets_other(const struct alu_issue_in *in, const struct operand_ports *ports);

#endif
