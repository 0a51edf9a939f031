/* operand_ports.h - which read port each operand of an instruction group uses (ISA 4.7.4 to 4.7.9).
 *
 * Combinational: four element memories, three read cycles, one row each; BANK_SWIZZLE names the cycle of an operand.
 * A group that needs more is illegal and is named with the slot, the operand and the manual's section. */
#ifndef PIPELINE_OPERAND_PORTS_H
#define PIPELINE_OPERAND_PORTS_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/r700/isa.h"

/* Marks of a row: a GPR number to which each lane adds its AR.x, a wavefront's own one or a global one; a constant to
 * which each lane adds its AR. */
#define ROW_RELATIVE 0x100u
#define ROW_GLOBAL 0x200u
#define ROW_WATERFALL 0x8000u

/* The value of a relative constant beyond the file or the locked lines (ISA 4.6.3). */
#define CONSTANT_OUTSIDE 0x7fffffffu

enum { READ_CYCLES = 3, READ_ELEMENTS = 4, READ_ROWS = READ_CYCLES * READ_ELEMENTS };

/* Where an operand comes from. */
enum operand_route {
    ROUTE_READ = 0, /* 0..11: read cycle * 4 + element */
    ROUTE_PV = 12,  /* 12..15: PV.X .. PV.W */
    ROUTE_PS = 16,
    ROUTE_CONSTANT = 17,  /* the same word for all lanes */
    ROUTE_WATERFALL = 18, /* a constant-file word per lane, relative to AR */
    ROUTE_NONE = 19
};
enum { FORWARD_PV = 1, FORWARD_PS = 2 }; /* over a route of ROUTE_READ */

/* What is added to the encoded number of a GPR operand (ISA table 4.2). */
enum operand_index { INDEX_NONE, INDEX_AR_X, INDEX_AL, INDEX_GLOBAL, INDEX_GLOBAL_AR_X };

enum port_violation {
    PORT_OK,
    PORT_GPR_TAKEN,          /* another row of the element is read in that cycle          ISA 4.7.7, 4.7.9.2 */
    PORT_BANK_SWIZZLE,       /* a BANK_SWIZZLE value that the slot does not have          ISA 10.2 */
    PORT_TRANS_CONSTANTS,    /* more than two constants in ALU.Trans                      ISA 4.7.5, 4.7.9.5 */
    PORT_TRANS_CYCLE,        /* ALU.Trans reads in a cycle that its constants take        ISA 4.7.8.1, 4.7.9.5 */
    PORT_CONSTANT_FILE_TAKEN /* more than two element pairs of the constant file          ISA 4.7.5, 4.7.9.3 */
};

struct operand_ports {
    bool     used[READ_CYCLES][READ_ELEMENTS];
    uint8_t  number[READ_CYCLES][READ_ELEMENTS]; /* GPR as encoded */
    uint8_t  index[READ_CYCLES][READ_ELEMENTS];  /* enum operand_index of the first operand that reads there */
    uint16_t row[READ_CYCLES][READ_ELEMENTS];    /* as given for the first operand that reads there */
    uint8_t  cycle[ISA_SLOTS][3];                /* GPR operands: the cycle that carries the operand */
    uint16_t same_number;                        /* operands, bit 3 x slot + operand: see operand_ports_assign */
};

/* The read cycle that BANK_SWIZZLE gives operand 0..2 (ISA table 4.3); `trans`: ALU.Trans.  -1: reserved value. */
int operand_cycle(bool trans, unsigned bank_swizzle, unsigned operand);

/* The index of a GPR operand: always AR.x where INDEX_MODE names an element of AR. */
enum operand_index operand_index(const struct isa_alu *alu, const struct isa_alu_src *src);

/* Reserves the ports of a group.  `row[slot][operand]` is the address of each GPR or constant-file operand after its
 * index is applied, or with a ROW_ mark before it.  GPR operands of one encoded number that come in one cycle share a
 * port, and the first one's row is read for all; constants share one when their addresses are equal.  src1 of a vector
 * slot comes with src0 when both name one element of one register with one index, and with `number_alone` whatever
 * their indices are.  `same_number` marks operands that name a number with another index than the operand whose port
 * they share, or than src0 of a vector slot.  On a violation `slot` and `operand` say where. */
enum port_violation operand_ports_assign(const struct isa_group *group, const uint16_t row[ISA_SLOTS][3],
                                         bool number_alone, struct operand_ports *ports, unsigned *slot,
                                         unsigned *operand);

/* What a violation means, one line, and the manual's section. */
const char *port_violation_text(enum port_violation violation);

#endif
