/* cf_state.h - ports of the control-flow state's twin beyond the signal list: the constants that the C module has in
 * memories, and what each event has written at the last edge. */
#ifndef TB_LOCKSTEP_CF_STATE_H
#define TB_LOCKSTEP_CF_STATE_H

#include "pipeline/cf_state.h"

typedef struct {
    uint32_t constant[CF_LOOPS];
} cf_loops_t;

/* The state that an event has written, and the frame. */
#define CF_LAUNCHED_PORT(OUT, type, name, bits, doc) OUT(type, launched_##name, bits, doc)
#define CF_FLOWED_PORT(OUT, type, name, bits, doc) OUT(type, flowed_##name, bits, doc)
#define CF_ENDED_PORT(OUT, type, name, bits, doc) OUT(type, ended_##name, bits, doc)
#define CF_PUSHED_PORT(OUT, type, name, bits, doc) OUT(type, pushed_##name, bits, doc)

/* clang-format off */
#define CF_STATE_PORTS_SIGNALS(IN, OUT, REG)                                                            \
    IN (uint32_t,   bools,         32, "strap: boolean constants of the stage")                         \
    IN (cf_loops_t, loops,         32, "strap: loop constants of the stage: count, start, step")        \
    OUT(uint32_t,   next_pc,       29, "combinational: address after flow_word, 0: none or error")      \
    OUT(bool,       launched,       1, "a wavefront has arrived")                                       \
    OUT(uint8_t,    launched_slot,  8, "its slot; then its state from now on")                          \
    CF_WAVE_ROWS(CF_LAUNCHED_PORT, OUT)                                                                 \
    OUT(bool,       flowed,         1, "a control-flow instruction has taken effect")                   \
    OUT(uint32_t,   flowed_pc,     29, "address of the next one")                                       \
    OUT(uint8_t,    flowed_slot,    8, "its slot; then its state from now on")                          \
    CF_WAVE_ROWS(CF_FLOWED_PORT, OUT)                                                                   \
    OUT(bool,       ended,          1, "the end of an ALU clause has taken effect")                     \
    OUT(uint8_t,    ended_slot,     8, "its slot; then its state from now on")                          \
    CF_WAVE_ROWS(CF_ENDED_PORT, OUT)                                                                    \
    OUT(bool,       pushed,         1, "a frame has been put on the stack")                             \
    OUT(uint16_t,   pushed_row,    12, "in this row of all; then its contents")                         \
    CF_FRAME_ROWS(CF_PUSHED_PORT, OUT)
/* clang-format on */

RTL_STRUCT(cf_state_ports, CF_STATE_PORTS_SIGNALS);

#endif
