/* alu_issue.h - the ALU sequencer of one wavefront slot (even or odd): takes the next instruction group of the clause
 * that runs there, assigns its instructions to X Y Z W T, its operands to read ports, and holds the result while the
 * group's operands are read and while it is executed (ISA 4.3 to 4.7, 4.11; RV770 timing S2, S3).
 *
 * A decision every 8 clocks.  After it come 4 clocks in which the operands are read (o_reading) and 4 in which the
 * four quarters of the wavefront enter the slots (o_executing).
 *
 * A register that the group before writes has not reached the GPR file when the group one rotation later reads: it is
 * taken from PV or PS (ISA 4.11).  Where both rows are known here, `forward` says from where; where a lane's index has
 * a say in one of them, operand fetch compares row by row with what the group before writes: o_before_*.  Lanes in
 * which that write was predicated off take the register as read.
 *
 * A constant relative to AR is read for one index after another (waterfall, ISA 4.6.4.5; RV770 timing C7):
 * waterfall_clk read clocks each, of which a rotation of 8 has 4, and the group waits until its last rotation.  So does
 * one that reads a global GPR, for shared_rotations (G4). */
#ifndef PIPELINE_ALU_ISSUE_H
#define PIPELINE_ALU_ISSUE_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/r700/isa.h"
#include "isa/r700/program_type.h"
#include "isa/r700/slots.h"
#include "kit/lanes.h"
#include "kit/rtl.h"
#include "pipeline/alu/operand_ports.h"

typedef uint8_t alu_op_t; /* enum isa_alu_id */

typedef struct {
    alu_op_t slot[ISA_SLOTS];
} slot_op_t;
typedef struct {
    uint64_t slot[ISA_SLOTS];
} slot_word_t;
typedef struct {
    uint8_t operand[3 * ISA_SLOTS];
} operand_byte_t; /* src0 src1 src2 of X, then of Y, ... */
typedef struct {
    uint32_t operand[3 * ISA_SLOTS];
} operand_word_t;
typedef struct {
    uint8_t row[READ_ROWS];
} read_row_t; /* X Y Z W of read cycle 0, then of 1 and 2 */

enum issue_stall {
    ISSUE_STALL_NONE,
    ISSUE_STALL_NO_CLAUSE,   /* no clause is ready for this slot */
    ISSUE_STALL_INSTRUCTION, /* the rest of the group is still being fetched */
    ISSUE_STALL_LATENCY,     /* alu_latency is longer than one rotation */
    ISSUE_STALL_MOVA,        /* AR was written too few groups ago (ISA 4.6.4.5) */
    ISSUE_STALL_WATERFALL,   /* constants are read for one index after another (ISA 4.6.4.5) */
    ISSUE_STALL_GLOBAL,      /* the other slot's group writes a global GPR that this one reads (ISA 2.6.1.2) */
    ISSUE_STALL_SHARED,      /* global GPRs are read more slowly than a wavefront's own (RV770 timing G4) */
    ISSUE_STALLS
};
typedef uint8_t issue_stall_t;

enum issue_error {
    ISSUE_OK,
    ISSUE_BAD_GROUP,   /* error_detail: enum isa_group_status */
    ISSUE_BAD_PORTS,   /* error_detail: enum port_violation */
    ISSUE_BAD_KCACHE,  /* a constant of a line that is not locked (ISA 4.6.3) */
    ISSUE_BAD_GPR,     /* a GPR outside the program's registers and the clause temporaries (ISA 4.6.3) */
    ISSUE_BAD_OPERAND, /* a reserved SRC_SEL (ISA 10.2) */
    ISSUE_BAD_INDEX,   /* an index that the operand cannot have, or AR before MOVA* (ISA 4.6.1, 4.8.2.2) */
    ISSUE_BAD_RULE,    /* error_detail: enum group_rule */
    ISSUE_NO_DOUBLES,  /* double precision on a chip without it (ISA 4.12) */
    ISSUE_NO_GLOBALS,  /* no GPRs are set aside as global ones (ISA 2.6.1.1) */
    ISSUE_ERRORS
};
typedef uint8_t issue_error_t;

enum { ISSUE_BUFFER_WORDS = 16, ISSUE_LINE_DWORDS = 64 };

struct group_store;

/* clang-format off */
#define ALU_ISSUE_SIGNALS(S)                                                                           \
    S(EN,    bool,           decide,           1, "the clock in which this slot takes its next group") \
    S(EN,    bool,           window,           1, "the last clock in which a group's operands are read")        \
    S(EN,    bool,           slot_end,         1, "the last clock of the execution window")            \
    S(IN,    bool,           clause,           1, "a clause runs here, or starts to")                  \
    S(IN,    uint8_t,        clause_index,     4, "which of the SIMD's ALU clauses")                   \
    S(IN,    bool,           first,            1, "its first group")                                   \
    S(IN,    uint32_t,       head,            24, "address of the group, 64-bit words")                \
    S(IN,    uint8_t,        left,             8, "64-bit words of the clause from there on")          \
    S(IN,    uint8_t,        available,        5, "of them, words in the instruction buffer")          \
    S(IN,    uint8_t,        slot,             8, "wavefront's slot in the wave table")                \
    S(IN,    wave_number_t,  number,          32, "wavefront's number")                                \
    S(IN,    uint8_t,        base,             8, "wavefront's first physical GPR row")                \
    S(IN,    lane_mask_t,    active,          64, "wavefront's active mask")                           \
    S(IN,    lane_mask_t,    lanes,           64, "threads that execute the clause")                   \
    S(IN,    uint8_t,        kc_have,          4, "locked constant-cache lines")                       \
    S(IN,    bool,           from_alternate,   1, "its constants are another stage's (ISA 4.6.4.6)")   \
    S(IN,    uint16_t,       loop_index,      13, "aL")                                                \
    S(BUS,   uint64_t,       buffer,          64, "the clause's instruction buffer: word a lies in row a mod 16", ISSUE_BUFFER_WORDS) \
    S(BUS,   uint32_t,       kc_line0,        32, "locked line 0 of set 0: sixteen constants x y z w", ISSUE_LINE_DWORDS) \
    S(BUS,   uint32_t,       kc_line1,        32, "locked line 1 of set 0: sixteen constants x y z w", ISSUE_LINE_DWORDS) \
    S(BUS,   uint32_t,       kc_line2,        32, "locked line 0 of set 1: sixteen constants x y z w", ISSUE_LINE_DWORDS) \
    S(BUS,   uint32_t,       kc_line3,        32, "locked line 1 of set 1: sixteen constants x y z w", ISSUE_LINE_DWORDS) \
    S(FAR,   uint32_t,       constants,       32, "the constant file of that stage, 256 x 4 words")    \
    S(FAR,   struct group_store, groups,      64, "groups decoded before (alu_groups.h)")              \
    S(BUS,   lanes_t,        ar,              32, "AR of the wavefront slot: X Y Z W", 4)              \
    S(STRAP, uint8_t,        num_gprs,         7, "GPRs of the program")                               \
    S(STRAP, uint8_t,        temporaries,      3, "clause temporaries (ISA 4.6)")                      \
    S(STRAP, uint8_t,        temporary_row,    8, "physical row of this slot's first one")             \
    S(STRAP, bool,           prefer_vector,    1, "SQ_CONFIG.ALU_INST_PREFER_VECTOR")                  \
    S(STRAP, uint8_t,        mova_delay,       3, "groups that must stand between MOVA* and a use of AR") \
    S(STRAP, uint8_t,        rotations,        3, "alu_latency in rotations of 8 clocks")              \
    S(STRAP, bool,           nan_kept,         1, "CLAMP leaves a NaN as it is (3D 10, DX10_CLAMP 0)") \
    S(STRAP, bool,           doubles,          1, "double precision (ISA 4.12)")                       \
    S(STRAP, bool,           number_alone,     1, "src1 takes src0's read when the numbers agree, whatever the indices") \
    S(STRAP, uint8_t,        waterfall_clk,    3, "read clocks for each different index into the constant file") \
    S(STRAP, uint8_t,        shared_rotations, 3, "rotations in which a group reads operands, a global GPR among them") \
    S(STRAP, uint16_t,       shared_row,       9, "physical row of global GPR 0")                      \
    S(STRAP, uint8_t,        shared_count,     8, "absolute GPR numbers: global GPRs and both slots' temporaries") \
    S(IN,    uint8_t,        other_write,      5, "slots of the other parity's group whose writes are not yet seen") \
    S(IN,    slot_byte_t,    other_row,        8, "their physical rows")                               \
    S(IN,    uint8_t,        other_chan_t,     2, "element that its T writes")                         \
    S(IN,    uint8_t,        other_global,     5, "those whose row is global GPR other_row + AR.x")    \
    S(OUT,   bool,           reading,          1, "the group's operands are being read")               \
    S(OUT,   bool,           executing,        1, "its quarters enter the slots")                      \
    S(OUT,   bool,           starts,           1, "it is its clause's first group")                    \
    S(OUT,   bool,           last,             1, "it is its clause's last group")                     \
    S(OUT,   uint8_t,        wave_slot,        8, "wavefront's slot in the wave table")                \
    S(OUT,   wave_number_t,  wave,            32, "wavefront's number")                                \
    S(OUT,   uint8_t,        of_clause,        4, "which of the SIMD's ALU clauses")                   \
    S(OUT,   uint32_t,       address,         24, "address of the group, 64-bit words")                \
    S(OUT,   lane_mask_t,    exec_active,     64, "wavefront's active mask")                           \
    S(OUT,   lane_mask_t,    exec_lanes,      64, "threads that execute the clause")                   \
    S(OUT,   uint8_t,        used,             5, "slots with an instruction, bit 0 = X")              \
    S(OUT,   slot_word_t,    word,            64, "instruction pair per slot")                         \
    S(OUT,   slot_op_t,      op,               8, "operation per slot")                                \
    S(OUT,   slot_byte_t,    absolute,         3, "|src| per operand")                                 \
    S(OUT,   slot_byte_t,    negate,           3, "-src per operand")                                  \
    S(OUT,   slot_byte_t,    omod,             2, "OMOD")                                              \
    S(OUT,   slot_byte_t,    clamp,            2, "CLAMP: 1, and a NaN becomes 0; 2, and it stays")    \
    S(OUT,   slot_byte_t,    pred_sel,         2, "PRED_SEL (ISA 4.10)")                               \
    S(OUT,   slot_byte_t,    update,           2, "bit 0 UPDATE_PRED, bit 1 UPDATE_EXECUTE_MASK")      \
    S(OUT,   uint8_t,        write,            5, "slots that write their GPR, bit 0 = X")             \
    S(OUT,   slot_byte_t,    dst_row,          8, "physical row; relative: GPR before AR.x is added")  \
    S(OUT,   uint8_t,        dst_relative,     5, "slots whose destination is relative to AR.x, bit 0 = X") \
    S(OUT,   uint8_t,        dst_global,       5, "of them, slots whose destination is a global GPR")  \
    S(OUT,   slot_byte_t,    dst_chan,         2, "element")                                           \
    S(OUT,   uint16_t,       read,            12, "read ports in use: bit read cycle * 4 + element")   \
    S(OUT,   read_row_t,     read_row,         8, "their physical rows; relative: GPR before AR.x is added") \
    S(OUT,   uint16_t,       read_relative,   12, "read ports with a row per lane: relative to AR.x")  \
    S(OUT,   uint16_t,       read_global,     12, "of them, read ports of global GPRs")                \
    S(OUT,   uint16_t,       same_number,     15, "operands, bit 3 x slot + operand, with the number of another one whose read they may share, and another index") \
    S(OUT,   uint8_t,        gpr_base,         8, "wavefront's first physical GPR row")                \
    S(OUT,   bool,           behind,           1, "the group before came one rotation ago: its writes are not in the GPRs yet") \
    S(OUT,   uint8_t,        before_write,     5, "slots of that group that write their GPR; of the clause's group before, if it is older") \
    S(OUT,   slot_byte_t,    before_row,       8, "as dst_row")                                        \
    S(OUT,   uint8_t,        before_relative,  5, "as dst_relative")                                   \
    S(OUT,   uint8_t,        before_global,    5, "as dst_global")                                     \
    S(OUT,   uint8_t,        before_chan_t,    2, "element that its T writes")                         \
    S(OUT,   uint8_t,        before_base,      8, "its wavefront's first physical GPR row")            \
    S(OUT,   uint32_t,       before_address,  24, "its address, 64-bit words")                         \
    S(OUT,   uint8_t,        ar_write,         5, "slots with a MOVA*: X Y Z W write their element of AR, T writes X") \
    S(OUT,   uint8_t,        ar_element,       2, "element of AR that constants are relative to")      \
    S(OUT,   bool,           alternate,        1, "and of the constant file of another stage (ISA 4.6.4.6)") \
    S(OUT,   operand_byte_t, route,            5, "see enum operand_route")                            \
    S(OUT,   operand_byte_t, forward,          2, "see FORWARD_*")                                     \
    S(OUT,   operand_word_t, constant,        32, "a constant operand; relative to AR: 4 x C number + element") \
    S(STROBE, uint8_t,       consume,          3, "64-bit words taken from the clause, for one clock") \
    S(OUT,   issue_stall_t,  stall,            3, "why there is no group in this rotation")            \
    S(OUT,   issue_error_t,  error,            4, "sticky: the program broke a rule")                  \
    S(OUT,   uint8_t,        error_detail,     8, "see enum issue_error")                              \
    S(OUT,   uint32_t,       error_address,   24, "64-bit word address of the instruction")            \
    S(REG,   uint8_t,        resting,          3, "rotations until the next group may come")           \
    S(REG,   uint8_t,        ar_valid,         4, "elements of AR written in this clause")             \
    S(REG,   uint8_t,        ar_age,           3, "groups since the last MOVA*, up to 7")              \
    S(REG,   uint8_t,        waterfall,        8, "rotations that the group at the head has spent reading operands") \
    S(OUT,   bool,           decided,          1, "there has been a decision since reset")             \
    S(STAT,  uint32_t,       groups,          32, "instruction groups issued")                         \
    S(STAT,  uint32_t,       instructions,    32, "ALU instructions issued")                           \
    S(STAT,  uint32_t,       empty,           32, "rotations without a group", "empty", "rotations")
/* clang-format on */

RTL_STRUCT(alu_issue, ALU_ISSUE_SIGNALS);

RTL_RESET(alu_issue, ZERO);
void alu_issue_eval(const struct alu_issue_in *in, const struct alu_issue_reg *q, struct alu_issue_reg *d);

/* The clock edge.  Only a decision about a clause moves a group's registers, one without a clause counts, and between
 * two decisions three registers move. */
static inline bool alu_issue_commit(struct alu_issue *issue)
{
    const struct alu_issue_reg *d = &issue->d;
    struct alu_issue_reg       *q = &issue->q;
    if (issue->in.decide && issue->in.clause) {
        const bool changes = d->consume || rtl_registers_change(alu_issue, issue);
        rtl_commit(issue);
        return changes;
    }
    const bool changes = q->executing != d->executing || q->reading != d->reading || q->consume != d->consume ||
                         q->stall != d->stall || q->decided != d->decided;
    q->executing = d->executing;
    q->reading = d->reading;
    q->consume = d->consume;
    q->stall = d->stall;
    q->decided = d->decided;
    q->resting = d->resting;
    q->empty = d->empty;
    return changes;
}

RTL_LIFE(alu_issue, ALONE, KEEPS, STORES_STEADY);

#endif
