/* alu_groups.h - instruction groups that alu_issue has decoded before: what it made of their words, to be had again
 * without decoding (ISA 4.3 to 4.7 once a group, not once an issue).
 *
 * What a group becomes depends on its words, the straps, the wavefront's first row, the group before it and constants.
 * A store keeps what only the first two decide, as bytes of alu_issue's control registers; the rules stand in
 * alu_issue.c alone.  Groups with relative addresses and groups that break a rule are never kept.
 *
 * A store is no state of a machine: it is found by the words themselves, so nothing in it can be out of date, and the
 * machine without it does the same, more slowly.  SIMDs of one launch that are clocked in one thread may share it. */
#ifndef PIPELINE_ALU_GROUPS_H
#define PIPELINE_ALU_GROUPS_H

#include "pipeline/alu/alu_operands.h"

enum { GROUP_MOST_WORDS = 7 }; /* most 64-bit words of a group: five instructions and four literals */

/* The operands that are no part of the words.  Registers, of all operands at once: element and row as one number, the
 * row from wavefront base 0 where `own` is 0xff, else the row itself. */
enum { GROUP_OPERANDS = 16, NO_REGISTER = 0x1000 }; /* 3 * ISA_SLOTS, as vectors want it */
struct group_registers {
    uint16_t place[GROUP_OPERANDS], own[GROUP_OPERANDS];
};
/* A constant of the cache or the file. */
struct group_constant {
    uint8_t            operand;
    struct isa_alu_src src;
};

#define GROUP_CONTROL_FIRST offsetof(struct alu_issue_reg, used)
#define GROUP_CONTROL_BYTES (offsetof(struct alu_issue_reg, consume) - GROUP_CONTROL_FIRST)

struct group_entry {
    uint64_t               words[GROUP_MOST_WORDS];
    uint64_t               straps;
    uint8_t                size; /* 64-bit words; 0: nothing kept */
    uint8_t                instructions, constants;
    struct group_registers registers;
    struct group_constant  constant[3 * ISA_SLOTS];
    /* Of each byte of control: its value, which of its bits the group sets, and whether it counts from the base. */
    uint8_t value[GROUP_CONTROL_BYTES], sets[GROUP_CONTROL_BYTES], counts[GROUP_CONTROL_BYTES];
};

enum { GROUP_ENTRIES = 1024, GROUP_PLACES = 4096 }; /* places: a power of two */
/* Entries are taken one behind the other, so that a short program's lie in few pages of the host's memory; when all are
 * taken they are taken again.  The first one stays empty: it stands for "none". */
struct group_table {
    uint16_t           number[GROUP_PLACES]; /* of the entry */
    unsigned           taken;
    struct group_entry entry[GROUP_ENTRIES];
};

/* A store as a machine has it; NULL: none. */
struct group_store {
    struct group_table *table;
};

/* The group at the head of the clause, or NULL when the store does not have it; then its control is in `d`, as
 * alu_issue_control leaves it. */
const struct group_entry *group_recall(const struct alu_issue_in *in, const struct alu_issue_reg *q,
                                       struct alu_issue_reg *d);

/* Keeps a group that has been decoded and may be issued. */
void group_keep(const struct issue_decision *of, const uint32_t *words);

#endif
