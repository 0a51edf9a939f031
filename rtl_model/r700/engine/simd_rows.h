/* simd_rows.h - the back of the ALU by whole groups: operands, slots, wide unit, predicates, AR and write-back of a
 * group computed when its first quarter enters, and done to the rest of the machine when its quarters would have.
 *
 * The modules it stands for (simd_rows_members) sleep meanwhile.  Their registers and memories lag behind until
 * somebody looks (simd_look): then they show, clock by clock, what a quarter wavefront a clock would have left in them.
 * So: look, then read; look, then write, then touch.
 *
 * A group goes quarter by quarter when it has already begun to: after a touch, or when a machine starts to go by rows.
 * Then the modules work as they do without this file, until such groups have left them. */
#ifndef RTL_MODEL_R700_SIMD_ROWS_H
#define RTL_MODEL_R700_SIMD_ROWS_H

#include <stdbool.h>

#include "pipeline/alu/alu_control.h"
#include "pipeline/alu/alu_rows.h"

enum { ROW_PARITIES = 2 };

/* A group in flight, or the last one that was, and what the units behind the slots remember of it. */
struct row_group {
    bool                      valid;
    uint8_t                   age; /* clocks since its first quarter entered */
    bool                      starts;
    struct alu_control_result result;
    uint8_t                   ar_write, write, relative, global, base, chan_t, clause;
    bool                      last;
    wave_number_t             wave;
    slot_byte_t               row;
    slot_op_t                 op;
    slot_byte_t               omod, clamp; /* as the slots are given them */
    lane_mask_t               active;      /* when it starts its clause */
    slot_mask_t               lanes;       /* in which it executes, 0 in slots that it does not use */
    uint8_t                   uneven;      /* slots whose masks change from quarter to quarter; see simd_rows_follow */
    struct alu_rows           values;
};

struct simd_rows {
    bool             wanted;    /* by whoever runs the machine */
    bool             possible;  /* while nobody looks: simd_rows_possible */
    uint8_t          flies;     /* parities of which a group is on its way to its registers */
    bool             writes_ar; /* one of the two that entered last writes AR */
    uint8_t          slow;      /* clocks in which a group may still be in the modules that goes quarter by quarter */
    bool             unsettled; /* whether groups go by rows may change with this clock */
    uint8_t          youngest;  /* the one that entered last */
    uint8_t          read;      /* read cycles of this window that are done, while nobody looks */
    bool             by_lane;   /* in this clock the modules read */
    uint8_t          moving;    /* parities whose group moved when somebody looked last */
    struct row_group group[ROW_PARITIES];
};

struct simd;

/* What the wires of the modules are driven by that go by rows, and which modules read what these do not keep, as a
 * number; the one that alu_rows.c and this file are written for.  Where a row reads otherwise groups go quarter by
 * quarter: the row is what runs. */
uint64_t              simd_rows_text(void);
extern const uint64_t simd_rows_written_for;

/* Whether groups may go by rows at all; whether they do in this clock is simd_rows_carry (simd.h). */
bool simd_rows_possible(const struct simd *simd);

/* The parts of a clock.  Before the nets are driven, while groups may go quarter by quarter; before the edge, when a
 * group may enter; the two halves of the edge.  The last one returns true when write-back has changed for others than
 * the back. */
void simd_rows_plan(struct simd *simd);
void simd_rows_enter(struct simd *simd);
void simd_rows_take(struct simd *simd);
bool simd_rows_clock(struct simd *simd);

/* Finds the nets and modules that do nothing until groups go otherwise, or read their operands otherwise. */
void simd_rows_pass(struct simd *simd);

/* While nobody looks (simd_hide), a group's operands are read at once, in the last of its read cycles or before a row
 * changes, but by the modules where each lane has a row of its own.  simd_rows_read: the rows' part of the first half
 * of the edge; simd_rows_read_by_now: what is read before this clock. */
bool simd_rows_reads_by_lane(const struct simd *simd);
void simd_rows_read(struct simd *simd);
void simd_rows_read_by_now(struct simd *simd);

/* Brings registers and memories of the modules up to the present. */
void simd_rows_show(struct simd *simd);

/* The same one clock later, but for what is a word a lane, and what may have moved in this clock. */
struct rows_moved {
    uint8_t slots;                 /* a bit each */
    uint8_t predicates, addresses; /* of these parities */
    bool    wide, back;
};
void simd_rows_follow(struct simd *simd, struct rows_moved *moved);

/* Groups in flight go on in the modules, from what these hold. */
void simd_rows_drop(struct simd_rows *rows);

#endif
