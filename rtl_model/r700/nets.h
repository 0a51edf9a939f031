/* nets.h - wires of a SIMD that several of its modules look at: whose turn it is, who is served, what is free.
 *
 * A group of nets is made once from registers (the rows stand in wires_*.h) and seen by all modules in the same clock.
 */
#ifndef RTL_MODEL_R700_NETS_H
#define RTL_MODEL_R700_NETS_H

#include <stdint.h>

#include "isa/r700/isa.h"
#include "isa/r700/program_type.h"
#include "kit/lanes.h"
#include "kit/rtl.h"
#include "mem/line_cache.h"
#include "pipeline/control/stall.h"

typedef struct {
    uint32_t lane[3 * QUARTER];
} slot_operands_t;

/* Units whose results of fetches share a write port of the GPR file.  GUESS: in a clock with several the vertex fetch
 * unit's goes first, for nothing holds it up. */
enum fetch_return { RETURN_NONE, RETURN_VERTEX, RETURN_LDS, RETURN_MEMORY, RETURN_TEXTURE };

/* Units that read the GPR file in the spare access of its read window. */
enum spare_user { SPARE_NONE, SPARE_EXPORT, SPARE_VERTEX, SPARE_LDS, SPARE_MEMORY, SPARE_TEXTURE };

/* clang-format off */
#define LAUNCH_NET_SIGNALS(S)                                                                          \
    S(NET, bool,           launch,      1, "a wavefront arrives from the dispatcher")                  \
    S(NET, uint8_t,        slot,        8, "its slot in the wave table")                               \
    S(NET, wave_number_t,  number,     32, "its number in the launch")                                 \
    S(NET, program_type_t, type,        3, "its type")                                                 \
    S(NET, uint8_t,        base,        8, "its first physical GPR row")                               \
    S(NET, uint16_t,       rows,        9, "how many rows it has")                                     \
    S(NET, lane_mask_t,    lanes,      64, "threads that exist")                                       \
    S(NET, uint16_t,       group_thread, 10, "number in its group of its first thread")                \
    S(NET, uint8_t,        lds_first,   8, "first entry of its group's part of the local data share")  \
    S(NET, bool,           load,        1, "an initial GPR is written")                                \
    S(NET, uint8_t,        load_row,    8, "its physical row")                                         \
    S(NET, uint32_t,       load_index, 32, "its place in the launch's data")                           \
    S(NET, bool,           loaded,      1, "the wavefront's initial GPRs are all written")

#define ANSWER_NET_SIGNALS(S)                                                                          \
    S(NET, uint8_t,  to,  4, "clients that an answer of the memory comes for, a bit each")             \
    S(NET, uint16_t, own, 9, "what the client calls it: of a cache, the way")

#define PORT_NET_SIGNALS(S)                                                                            \
    S(NET, uint8_t, who, 3, "client whose request the memory port takes + 1, or 0")

#define FLOW_NET_SIGNALS(S)                                                                            \
    S(NET, uint32_t, pc, 29, "where the wavefront that moves on goes: after a flow instruction, its target")

#define CF_TURN_SIGNALS(S)                                                                             \
    S(NET, bool,    chance, 1, "CF fetch could take a wavefront: its stage is empty or may become so") \
    S(NET, uint16_t, who,   9, "whose turn it is: the wavefront's slot + 1, or 0")

#define PHASE_NET_SIGNALS(S)                                                                           \
    S(NET, uint8_t,  decides,  2, "wavefront slots that take their next group in this clock, a bit each") \
    S(NET, uint8_t,  window,   2, "those whose operand-read window ends")

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

#define SPARE_NET_SIGNALS(S)                                                                           \
    S(NET, uint8_t, who, 3, "unit that reads the GPR file in the spare access: see enum spare_user, or 0")

#define CLAUSE_EVENT_SIGNALS(S)                                                                        \
    S(NET, uint16_t, lock,       12, "clauses whose arbitration has ended and whose constant-cache lines can be had") \
    S(NET, uint16_t, start,      12, "the place that a clause arrives at, a bit each")                 \
    S(NET, uint16_t, kc_taken,   12, "the clause whose constants are looked up")                       \
    S(NET, uint16_t, kc_answer,  12, "the clause whose line is locked")                                \
    S(NET, uint16_t, ic_taken,   12, "the clause whose instructions are looked up")                    \
    S(NET, uint16_t, ic_answer,  12, "the clause whose instructions come")                             \
    S(NET, uint16_t, ic_fill,    12, "the clauses whose line has come from memory")                   \
    S(NET, uint16_t, grant_even, 12, "the clause that starts in the even wavefront slot")              \
    S(NET, uint16_t, grant_odd,  12, "the clause that starts in the odd one")                          \
    S(NET, uint16_t, take_even,  12, "the clause whose group the even slot takes")                     \
    S(NET, uint16_t, take_odd,   12, "the clause whose group the odd slot takes")                      \
    S(NET, uint16_t, finish,     12, "the clause that ends")

#define FETCH_EVENT_SIGNALS(S)                                                                         \
    S(NET, uint8_t, start,     8, "the place that a fetch clause arrives at, a bit each")              \
    S(NET, uint8_t, ic_answer, 8, "the clause whose instructions come, a bit each")                    \
    S(NET, bool,    ic_fill,   1, "a line has come from memory")

#define CLAUSE_MASKS_SIGNALS(S)                                                                        \
    S(NET, uint16_t, empty,          12, "places for ALU clauses that are empty, a bit each")          \
    S(NET, uint16_t, arbitrate,      12, "clauses in arbitration")                                     \
    S(NET, uint16_t, waits,          12, "clauses whose stage lasts longer than this clock")           \
    S(NET, uint16_t, lock,           12, "clauses that lock constant-cache lines")                     \
    S(NET, uint16_t, fetch,          12, "clauses whose first instruction words are fetched")          \
    S(NET, uint16_t, ready,          12, "clauses that wait for a wavefront slot")                     \
    S(NET, uint16_t, run_even,       12, "the clause that runs in the even wavefront slot")            \
    S(NET, uint16_t, run_odd,        12, "the clause that runs in the odd one")                        \
    S(NET, uint16_t, ic_look,        12, "clauses that ask the instruction cache")                     \
    S(NET, uint16_t, kc_look,        12, "clauses that ask the constant cache")                        \
    S(NET, uint16_t, want0,          12, "clauses whose line 0 of set 0 is still to be locked")        \
    S(NET, uint16_t, want1,          12, "clauses whose line 1 of set 0 is")                           \
    S(NET, uint16_t, want2,          12, "clauses whose line 0 of set 1 is")                           \
    S(NET, uint16_t, want3,          12, "clauses whose line 1 of set 1 is")

#define CLAUSE_TURN_SIGNALS(S)                                                                         \
    S(NET, uint8_t, who,    4, "the clause that runs there, or whose turn it is to start: its number + 1, or 0")

#define CHANCE_NET_SIGNALS(S)                                                                          \
    S(NET, uint8_t,  chance,  2, "wavefront slots of which it shows now what became of their last chance, a bit each") \
    S(NET, uint8_t,  grant,   2, "those in which a clause starts")

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
    S(NET, uint8_t, vertex, 4, "VTX clause whose turn it is: its number + 1, or 0")                    \
    S(NET, uint8_t, who,    4, "VTX clause that the vertex fetch unit serves: its number + 1, or 0") \
    S(NET, uint8_t, memory, 4, "VTX clause that the memory read unit serves: its number + 1, or 0")    \
    S(NET, uint8_t, texture, 4, "TEX clause that its unit serves: its number + 1, or 0")

#define RETURN_NET_SIGNALS(S)                                                                          \
    S(NET, uint8_t, who,    3, "unit whose result goes to the GPRs: see enum fetch_return, or 0") \
    S(NET, bool,    whole,  1, "with it an instruction ends") \
    S(NET, bool,    last,   1, "and a fetch clause") \
    S(NET, uint8_t, slot,   8, "its wavefront's slot in the wave table")

#define TEXTURE_TAGS_SIGNALS(S)                                                                        \
    S(NET, uint8_t,        look,  4, "lines that the texture unit's walker looks up, a bit each")      \
    S(NET, line_numbers_t, line, 34, "which")                                                          \
    S(NET, line_ways_t,    way,  10, "their ways + 1; 0: none yet")

#define TEXTURE_TURN_SIGNALS(S)                                                                        \
    S(NET, bool, quad,    1, "the LOD unit takes a quad")                                              \
    S(NET, bool, planned, 1, "the walker takes the last pass of a quad")                               \
    S(NET, bool, pass,    1, "the walker's pass has all of its lines: it goes to the queue")           \
    S(NET, bool, ready,   1, "the lines of the first pass in the queue are there")

#define CF_WHY_NET_SIGNALS(S) S(NET, stall_t, cf, 5, "why CF fetch takes no wavefront")

#define WHY_NET_SIGNALS(S)                                                                             \
    S(NET, stall_t, even, 5, "why the even wavefront slot has no group")                               \
    S(NET, stall_t, odd,  5, "why the odd wavefront slot has none")

#define OPERAND_NET_SIGNALS(S)                                                                         \
    S(NET, slot_operands_t, x, 32, "the operands of slot X, a quarter each")                           \
    S(NET, slot_operands_t, y, 32, "the operands of slot Y, a quarter each")                           \
    S(NET, slot_operands_t, z, 32, "the operands of slot Z, a quarter each")                           \
    S(NET, slot_operands_t, w, 32, "the operands of slot W, a quarter each")                           \
    S(NET, slot_operands_t, t, 32, "the operands of slot T, a quarter each")
/* clang-format on */

RTL_NETS(launch_net, LAUNCH_NET_SIGNALS);
RTL_NETS(answer_net, ANSWER_NET_SIGNALS);
RTL_NETS(port_net, PORT_NET_SIGNALS);
RTL_NETS(flow_net, FLOW_NET_SIGNALS);
RTL_NETS(cf_turn, CF_TURN_SIGNALS);
RTL_NETS(phase_net, PHASE_NET_SIGNALS);
RTL_NETS(enter_net, ENTER_NET_SIGNALS);
RTL_NETS(read_net, READ_NET_SIGNALS);
RTL_NETS(spare_net, SPARE_NET_SIGNALS);
RTL_NETS(clause_event, CLAUSE_EVENT_SIGNALS);
RTL_NETS(fetch_event, FETCH_EVENT_SIGNALS);
RTL_NETS(clause_masks, CLAUSE_MASKS_SIGNALS);
RTL_NETS(clause_turn, CLAUSE_TURN_SIGNALS);
RTL_NETS(chance_net, CHANCE_NET_SIGNALS);
RTL_NETS(clause_net, CLAUSE_NET_SIGNALS);
RTL_NETS(fetch_net, FETCH_NET_SIGNALS);
RTL_NETS(return_net, RETURN_NET_SIGNALS);
RTL_NETS(texture_tags, TEXTURE_TAGS_SIGNALS);
RTL_NETS(texture_turn, TEXTURE_TURN_SIGNALS);
RTL_NETS(cf_why_net, CF_WHY_NET_SIGNALS);
RTL_NETS(why_net, WHY_NET_SIGNALS);
RTL_NETS(operand_net, OPERAND_NET_SIGNALS);

#endif
