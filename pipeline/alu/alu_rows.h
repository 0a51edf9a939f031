/* alu_rows.h - an instruction group on all 64 lanes of a wavefront at once: what the slots, the wide unit and the
 * selection of operands do with its four quarters in as many clocks (alu_slot.h, alu_wide.h, operand_fetch.h).
 *
 * No module can use the results before the last quarter has them, so a machine without observer computes them in one
 * go.  Values are those of alu_functions.h, bit by bit. */
#ifndef PIPELINE_ALU_ROWS_H
#define PIPELINE_ALU_ROWS_H

#include "pipeline/alu/alu_functions.h"
#include "pipeline/alu/alu_issue.h"
#include "pipeline/alu/alu_slot.h"
#include "pipeline/alu/alu_wide.h"
#include "pipeline/alu/operand_fetch.h"

/* A group's values, a row a slot; of slots that are not `used` they mean nothing. */
struct alu_rows {
    uint32_t    any;               /* flags of all its instructions */
    uint8_t     used, modified;    /* slots with an instruction; of them, with output modifiers of their own */
    uint8_t     pairs, wide;       /* pairs that the wide unit computes, and their slots, whose own values are 0 */
    lanes_t     value[ISA_SLOTS];  /* of `modified` slots: before these */
    lanes_t     result[ISA_SLOTS]; /* after them */
    lane_mask_t flags[ISA_SLOTS];  /* of `wide` slots: the unit's; their own are 0 */
    pair_mask_t wide_flags[QUARTERS];
};

/* Before the output modifiers: what the slot has computed, or the wide unit for it. */
static inline const lanes_t *alu_rows_value(const struct alu_rows *rows, unsigned slot)
{
    return rows->modified >> slot & 1 ? &rows->value[slot] : &rows->result[slot];
}

/* Of a quarter, what the first stage of the slots has, and the wide unit. */
struct alu_rows_quarter {
    struct alu_slot_known slot[ISA_SLOTS];
    struct alu_wide_known wide;
};
void alu_rows_quarter(const struct alu_rows *rows, unsigned quarter, struct alu_rows_quarter *to);

/* Computes a group that is about to enter, with the sources of its operands. */
void alu_rows_group(const struct alu_issue_reg *group, const struct operand_sources *sources, struct alu_rows *rows);

/* One operation, as alu_compute; a result never overlaps its operands. */
void alu_rows_compute(enum isa_alu_id id, const lanes_t *const src[3], lanes_t *restrict result,
                      lane_mask_t *restrict flags);

/* A slot's work: its operands where they lie, and where the value is to go. */
struct alu_row {
    enum isa_alu_id id;
    const lanes_t  *src[3];
    lanes_t        *result;
};

/* ADD, MUL, MULADD and their IEEE forms, which a host that takes denormals for zeros computes as they are where neither
 * a NaN nor an underflow comes out.  Returns those of the `set` of rows of which that is so; the others mean nothing.
 */
bool     alu_rows_is_float(enum isa_alu_id id);
unsigned alu_rows_floats(const struct alu_row *rows, unsigned set);

/* Input modifiers of a row (alu_modify_input). */
void alu_rows_modify(const lanes_t *from, bool absolute, bool negate, lanes_t *to);

/* The wide unit's share: the values of `rows->wide` and their flags, from the operands of X Y Z W as they come. */
void alu_rows_wide(const struct alu_issue_reg *group, const struct alu_row slot[4], struct alu_rows *rows);

#endif
