/* nets.h - wires of a SIMD that several of its modules look at: whose turn it is, who is served, what is free.
 *
 * A group of nets is made once from registers (the rows stand in wires_*.h) and seen by everybody in the same clock. */
#ifndef RTL_MODEL_R700_NETS_H
#define RTL_MODEL_R700_NETS_H

#include <stdint.h>

#include "isa/isa.h"
#include "kit/lanes.h"
#include "kit/rtl.h"
#include "pipeline/stall.h"

typedef struct {
    uint32_t lane[3 * ISA_SLOTS * QUARTER];
} operand_lanes_t; /* a quarter for each operand: 3 x slot + number */

/* clang-format off */
#define FLOW_NET_SIGNALS(S)                                                                            \
    S(NET, uint32_t, pc, 29, "where the wavefront that moves on goes: after a flow instruction, its target")

#define CF_TURN_SIGNALS(S)                                                                             \
    S(NET, bool,    chance, 1, "CF fetch could take a wavefront: its stage is empty or may become so") \
    S(NET, uint16_t, who,   9, "whose turn it is: the wavefront's slot + 1, or 0")

#define CLAUSE_TURN_SIGNALS(S)                                                                         \
    S(NET, bool,    decide, 1, "the wavefront slot takes its next group in this clock")                \
    S(NET, uint8_t, who,    4, "the clause that runs there, or whose turn it is to start: its number + 1, or 0")

#define CLAUSE_NET_SIGNALS(S)                                                                          \
    S(NET, uint8_t,  free,     4, "places for ALU clauses that are empty")                             \
    S(NET, uint8_t,  start,    4, "place that takes the clause which starts: its number + 1, or 0")    \
    S(NET, uint8_t,  ic_who,   4, "clause that the ALU instruction cache serves: its number + 1, or 0") \
    S(NET, uint8_t,  kc_who,   4, "clause that the constant cache serves: its number + 1, or 0")       \
    S(NET, uint16_t, kc_full, 12, "clauses whose constant-cache lines cannot all be had yet, a bit each")

#define FETCH_NET_SIGNALS(S)                                                                           \
    S(NET, uint8_t, free,    4, "places for fetch clauses that are empty")                             \
    S(NET, uint8_t, start,  4, "place that takes the clause which starts: its number + 1, or 0")       \
    S(NET, uint8_t, ic_who, 4, "clause that the fetch instruction cache serves: its number + 1, or 0") \
    S(NET, uint8_t, who,    4, "clause that the vertex fetch unit serves: its number + 1, or 0")

#define WHY_NET_SIGNALS(S)                                                                             \
    S(NET, stall_t, cf,   5, "why CF fetch takes no wavefront")                                        \
    S(NET, stall_t, even, 5, "why the even wavefront slot has no group")                               \
    S(NET, stall_t, odd,  5, "why the odd wavefront slot has none")

#define OPERAND_NET_SIGNALS(S)                                                                         \
    S(NET, operand_lanes_t, src, 32, "the operands of the quarter that enters the slots")
/* clang-format on */

RTL_NETS(flow_net, FLOW_NET_SIGNALS);
RTL_NETS(cf_turn, CF_TURN_SIGNALS);
RTL_NETS(clause_turn, CLAUSE_TURN_SIGNALS);
RTL_NETS(clause_net, CLAUSE_NET_SIGNALS);
RTL_NETS(fetch_net, FETCH_NET_SIGNALS);
RTL_NETS(why_net, WHY_NET_SIGNALS);
RTL_NETS(operand_net, OPERAND_NET_SIGNALS);

#endif
