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

/* clang-format off */
#define FLOW_NET_SIGNALS(S)                                                                            \
    S(NET, uint32_t, pc, 29, "where the wavefront that moves on goes: after a flow instruction, its target")

#define CF_TURN_SIGNALS(S)                                                                             \
    S(NET, bool,    chance, 1, "CF fetch could take a wavefront: its stage is empty or may become so") \
    S(NET, uint16_t, who,   9, "whose turn it is: the wavefront's slot + 1, or 0")

#define PHASE_NET_SIGNALS(S)                                                                           \
    S(NET, uint8_t, decides, 2, "wavefront slots that take their next group in this clock, a bit each") \
    S(NET, uint8_t, chance,  2, "wavefront slots of which it shows now what became of their last chance")

#define ENTER_NET_SIGNALS(S)                                                                           \
    S(NET, bool,    valid,   1, "a quarter of a group enters the slots")                               \
    S(NET, uint8_t, parity,  1, "of this wavefront slot")                                              \
    S(NET, uint8_t, quarter, 2, "which")                                                               \
    S(NET, uint8_t, starts,  2, "wavefront slots whose clause's first group enters now, a bit each")   \
    S(NET, uint8_t, slots,   5, "ALU slots with an instruction, bit 0 = X")                            \
    S(NET, uint8_t, pairs,   2, "pairs X Y, Z W with an operation of more than one slot")

#define READ_NET_SIGNALS(S)                                                                            \
    S(NET, uint8_t, enable, 4, "element memories that operand fetch reads, bit 0 = X")                 \
    S(NET, uint8_t, parity, 1, "for this wavefront slot")                                              \
    S(NET, uint8_t, cycle,  2, "read cycle")

#define CLAUSE_EVENT_SIGNALS(S)                                                                        \
    S(NET, uint16_t, start,     12, "the place that a clause arrives at, a bit each")                  \
    S(NET, uint16_t, kc_answer, 12, "the clause whose line is locked, a bit each")                     \
    S(NET, uint16_t, ic_answer, 12, "the clause whose instructions come, a bit each")                  \
    S(NET, bool,     ic_fill,    1, "a line has come from memory")                                     \
    S(NET, uint16_t, even,      12, "the clause whose group the even slot takes, a bit each")          \
    S(NET, uint16_t, odd,       12, "the clause whose group the odd slot takes, a bit each")           \
    S(NET, uint8_t,  words,      3, "of the group: how many 64-bit words")                             \
    S(NET, uint16_t, finish,    12, "the clause that ends, a bit each")

#define FETCH_EVENT_SIGNALS(S)                                                                         \
    S(NET, uint8_t, start,     8, "the place that a fetch clause arrives at, a bit each")              \
    S(NET, uint8_t, ic_answer, 8, "the clause whose instructions come, a bit each")                    \
    S(NET, bool,    ic_fill,   1, "a line has come from memory")

#define CLAUSE_TURN_SIGNALS(S)                                                                         \
    S(NET, uint8_t, who,    4, "the clause that runs there, or whose turn it is to start: its number + 1, or 0")

#define GRANT_NET_SIGNALS(S)                                                                           \
    S(NET, uint8_t, even, 4, "the clause that starts in the even wavefront slot: its number + 1, or 0") \
    S(NET, uint8_t, odd,  4, "the clause that starts in the odd one")

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
    S(NET, quarter_t, x0, 32, "first operand of slot X")                                               \
    S(NET, quarter_t, x1, 32, "second operand of slot X")                                              \
    S(NET, quarter_t, x2, 32, "third operand of slot X")                                               \
    S(NET, quarter_t, y0, 32, "first operand of slot Y")                                               \
    S(NET, quarter_t, y1, 32, "second operand of slot Y")                                              \
    S(NET, quarter_t, y2, 32, "third operand of slot Y")                                               \
    S(NET, quarter_t, z0, 32, "first operand of slot Z")                                               \
    S(NET, quarter_t, z1, 32, "second operand of slot Z")                                              \
    S(NET, quarter_t, z2, 32, "third operand of slot Z")                                               \
    S(NET, quarter_t, w0, 32, "first operand of slot W")                                               \
    S(NET, quarter_t, w1, 32, "second operand of slot W")                                              \
    S(NET, quarter_t, w2, 32, "third operand of slot W")                                               \
    S(NET, quarter_t, t0, 32, "first operand of slot T")                                               \
    S(NET, quarter_t, t1, 32, "second operand of slot T")                                              \
    S(NET, quarter_t, t2, 32, "third operand of slot T")
/* clang-format on */

RTL_NETS(flow_net, FLOW_NET_SIGNALS);
RTL_NETS(cf_turn, CF_TURN_SIGNALS);
RTL_NETS(phase_net, PHASE_NET_SIGNALS);
RTL_NETS(enter_net, ENTER_NET_SIGNALS);
RTL_NETS(read_net, READ_NET_SIGNALS);
RTL_NETS(clause_event, CLAUSE_EVENT_SIGNALS);
RTL_NETS(fetch_event, FETCH_EVENT_SIGNALS);
RTL_NETS(clause_turn, CLAUSE_TURN_SIGNALS);
RTL_NETS(grant_net, GRANT_NET_SIGNALS);
RTL_NETS(clause_net, CLAUSE_NET_SIGNALS);
RTL_NETS(fetch_net, FETCH_NET_SIGNALS);
RTL_NETS(why_net, WHY_NET_SIGNALS);
RTL_NETS(operand_net, OPERAND_NET_SIGNALS);

#endif
