/* simd_rows.h - the back of the ALU by whole groups: operands, slots, wide unit, predicates, AR and write-back of a
 * group are computed when its first quarter enters.  The rest of the machine sees each result in its own clock.
 *
 * The replaced modules (BACK, simd_sets.h) do nothing meanwhile.  Rows write what other modules read of them: PV and
 * PS, predicates, AR, rows that go to the GPRs.  Slots, wide unit and write-back's stages lag behind until an observer
 * looks. Then they run the missed clocks, by their own functions and wires, and go on clock by clock until the groups
 * in flight have left.  They receive the results of operations by quarters (alu_rows_quarter). So: look, then read;
 * look, then write, then touch.
 *
 * A group without a record here goes quarter by quarter, by the modules alone: after a touch, or when a machine starts
 * to go by rows in the middle of it. */
#ifndef RTL_MODEL_R700_SIMD_ROWS_H
#define RTL_MODEL_R700_SIMD_ROWS_H

#include <stdbool.h>

#include "pipeline/alu/alu_control.h"
#include "pipeline/alu/alu_rows.h"
#include "pipeline/alu/predicate.h"

/* Clocks of a group's life, counted from the one in which its first quarter enters (write_back.h): quarter n of its
 * results arrives in RESULT_AGE + n, its rows are complete behind ROWS_AGE, on their way to the GPRs in WRITE_AGE.
 * SLOW_CLOCKS: from the last clock in which a quarter enters until the group has left. */
enum { RESULT_AGE = 2, ROWS_AGE = 5, REPORT_AGE = 6, WRITE_AGE = 7, GONE_AGE = 8, SLOW_CLOCKS = 5 };

/* The two that entered last, and of those before them so many as have left something in a slot or in half of the wide
 * unit. */
enum { ROW_UNITS = ISA_SLOTS + WIDE_PAIRS, ROW_GROUPS = 2 + ROW_UNITS };

/* A group: as it enters, and what becomes of it. */
struct row_group {
    bool                      valid;
    uint8_t                   acts; /* in the edges of these ages others may see it, a bit each */
    uint8_t                   left; /* slots, and above them pairs, that no younger one has used for sure */
    uint8_t                   age;  /* clocks since its first quarter entered, up to those in which it is gone */
    uint8_t                   ran;  /* those of them that the modules have had */
    uint8_t                   parity;
    uint64_t                  clock; /* in which it entered */
    struct alu_issue_reg      issue;
    struct predicate_reg      predicate;
    struct alu_control_result result;
    slot_mask_t               lanes; /* in which it executes, 0 in slots that it does not use */
    struct alu_rows           values;
};

struct simd_rows {
    bool                    wanted;    /* set by what runs the machine */
    bool                    read_by;   /* modules are there that read what rows do not keep: the back's go on, too */
    bool                    possible;  /* without an observer: simd_rows_possible */
    uint16_t                flies;     /* groups on their way to their registers, a bit each */
    uint16_t                owners;    /* groups of which something is left in units, but the youngest */
    bool                    writes_ar; /* one of the two that entered last writes AR */
    uint8_t                 slow;      /* clocks in which a group may still be in the modules */
    bool                    unsettled; /* whether groups go by rows may change with this clock */
    uint8_t                 youngest;  /* the group that entered last, */
    uint8_t                 before;    /* and the one before it */
    uint8_t                 read;      /* read cycles of this window that are done, without an observer */
    bool                    by_lane;   /* in this clock the modules read */
    bool                    knows;     /* what `known` has is of the quarter that enters */
    struct row_group        group[ROW_GROUPS];
    struct alu_rows_quarter known;
};

struct simd;

/* Two hashes: of the rows that drive the wires of the replaced modules, and of the modules that read state which only
 * these keep; and the two for which alu_rows.c and this file are written.  With other rows groups go quarter by
 * quarter, so that the row is what runs.  With other readers the modules run every clock. */
struct simd_rows_text {
    uint64_t wires, readers;
};
struct simd_rows_text              simd_rows_text(void);
extern const struct simd_rows_text simd_rows_written_for;

/* The parts of a clock.  Before the nets are driven, while groups may go quarter by quarter; before the edge, when a
 * group may enter; the two halves of the edge.  The last one returns true when write-back has changed for others than
 * the back. */
void simd_rows_plan(struct simd *simd);
void simd_rows_enter(struct simd *simd);
void simd_rows_take(struct simd *simd);
bool simd_rows_clock(struct simd *simd);

/* Finds the nets and modules that do nothing until groups go otherwise, or read their operands otherwise. */
void simd_rows_pass(struct simd *simd);

/* Without an observer (simd_hide), a group's operands are read at once, in the last of its read cycles or before a row
 * changes, but by the modules where each lane has a row of its own.  simd_rows_read: the rows' part of the first half
 * of the edge; simd_rows_read_by_now: what is read before this clock. */
bool simd_rows_reads_by_lane(const struct simd *simd);
void simd_rows_read(struct simd *simd);
void simd_rows_read_by_now(struct simd *simd);

/* Brings the modules up to the present, in which they go on by themselves while a group is in flight or enters.  The
 * same in a clock of which the nets are driven: idle ones, too, operands if `lanes`. */
void simd_rows_show(struct simd *simd);
void simd_rows_look(struct simd *simd, bool lanes);

/* The modules run the clocks of what enters now, and of what is in flight. */
static inline void simd_rows_go_on(struct simd_rows *rows)
{
    rows->slow = SLOW_CLOCKS;
    rows->unsettled = true;
}

/* Where the modules have begun with a group that is gone, they come to its end. */
void simd_rows_complete(struct simd *simd);

/* What a quarter of the group that enters is made of; with NULL none enters, or none that is known. */
void simd_rows_know(struct simd_rows *rows, const struct row_group *group);

/* Drops the records of groups in flight: they go on in the modules, from what these hold. */
void simd_rows_drop(struct simd_rows *rows);

#endif
