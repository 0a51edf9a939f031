/* operand_ports_kit.h - a group, its rows, and what the port check says of it.
 *
 * row[][] is the register number itself, as for a wavefront whose first row is 0. */
#ifndef TB_UNIT_OPERAND_PORTS_KIT_H
#define TB_UNIT_OPERAND_PORTS_KIT_H

#include "tb/unit/clock.h"

#include "pipeline/alu/operand_ports.h"

enum { X, Y, Z, W };

static struct isa_group     group;
static uint16_t             row[ISA_SLOTS][3];
static struct operand_ports ports;
static bool                 number_alone;
static unsigned             slot, operand;

static inline int fresh(void **state)
{
    (void)state;
    group = (struct isa_group){.instructions = 0};
    memset(row, 0, sizeof row);
    memset(&ports, 0xa5, sizeof ports);
    slot = operand = 99;
    number_alone = false;
    return 0;
}

static inline void op(unsigned s, enum isa_alu_id id, unsigned bank_swizzle)
{
    group.used[s] = true;
    group.slot[s] = (struct isa_alu){.id = id, .bank_swizzle = (uint8_t)bank_swizzle};
}

static inline void source(unsigned s, unsigned i, unsigned sel, unsigned chan)
{
    group.slot[s].src[i] = (struct isa_alu_src){.sel = (uint16_t)sel, .chan = (uint8_t)chan};
    row[s][i] = (uint16_t)(isa_src_is_cfile(sel) ? sel - ISA_SRC_CFILE : sel);
}

static inline enum port_violation assign(void)
{
    return operand_ports_assign(&group, row, number_alone, &ports, &slot, &operand);
}

static inline void assert_legal(void)
{
    assert_int_equal(assign(), PORT_OK);
}

static inline void assert_illegal(enum port_violation violation, unsigned s, unsigned i)
{
    assert_int_equal(assign(), violation);
    assert_int_equal(slot, s);
    assert_int_equal(operand, i);
}

static inline unsigned reads(void)
{
    unsigned count = 0;
    for (unsigned c = 0; c < READ_CYCLES; c++)
        for (unsigned e = 0; e < READ_ELEMENTS; e++)
            count += ports.used[c][e];
    return count;
}

static inline void assert_read(unsigned cycle, unsigned element, unsigned number)
{
    assert_true(ports.used[cycle][element]);
    assert_int_equal(ports.row[cycle][element], number);
}

#endif
