/* cf_state.h - ports of the control-flow state's twin beyond the signal list: the constants that the C module has in
 * memories, and what each event has written at the last edge. */
#ifndef TB_LOCKSTEP_CF_STATE_H
#define TB_LOCKSTEP_CF_STATE_H

#include "pipeline/cf_state.h"

/* The state that an event has written, and the frame. */
#define CF_LAUNCHED_PORT(S, type, name, bits, doc) S(OUT, type, launched_##name, bits, doc)
#define CF_FLOWED_PORT(S, type, name, bits, doc) S(OUT, type, flowed_##name, bits, doc)
#define CF_ENDED_PORT(S, type, name, bits, doc) S(OUT, type, ended_##name, bits, doc)
#define CF_PUSHED_PORT(S, type, name, bits, doc) S(OUT, type, pushed_##name, bits, doc)

/* clang-format off */
#define CF_STATE_PORTS_SIGNALS(S)                                                                      \
    S(OUT,  uint32_t,   next_pc,       29, "combinational: address after flow_word, 0: none or error") \
    S(OUT,  bool,       launched,       1, "a wavefront has arrived")                                  \
    S(OUT,  uint8_t,    launched_slot,  8, "its slot; then its state from now on")                     \
    CF_WAVE_ROWS(CF_LAUNCHED_PORT, S)                                                                  \
    S(OUT,  bool,       flowed,         1, "a control-flow instruction has taken effect")              \
    S(OUT,  uint32_t,   flowed_pc,     29, "address of the next one")                                  \
    S(OUT,  uint8_t,    flowed_slot,    8, "its slot; then its state from now on")                     \
    CF_WAVE_ROWS(CF_FLOWED_PORT, S)                                                                    \
    S(OUT,  bool,       ended,          1, "the end of an ALU clause has taken effect")                \
    S(OUT,  uint8_t,    ended_slot,     8, "its slot; then its state from now on")                     \
    CF_WAVE_ROWS(CF_ENDED_PORT, S)                                                                     \
    S(OUT,  bool,       pushed,         1, "a frame has been put on the stack")                        \
    S(OUT,  uint16_t,   pushed_row,    12, "in this row of all; then its contents")                    \
    CF_FRAME_ROWS(CF_PUSHED_PORT, S)
/* clang-format on */

RTL_STRUCT(cf_state_ports, CF_STATE_PORTS_SIGNALS);

#endif
