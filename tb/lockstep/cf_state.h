/* cf_state.h - ports of the control-flow state's twin beyond the signal list: the constants that the C module has in
 * memories, and what each event has written at the last edge. */
#ifndef TB_LOCKSTEP_CF_STATE_H
#define TB_LOCKSTEP_CF_STATE_H

#include "pipeline/cf_state.h"

typedef struct {
    uint32_t constant[CF_LOOPS];
} cf_loops_t;

/* clang-format off */
#define CF_WAVE_PORTS(OUT, event)                                                                       \
    OUT(uint8_t,     event##_slot,        8, "its slot; then its state from now on")                    \
    OUT(lane_mask_t, event##_active,     64, "active pixels (ISA 3.6.1)")                               \
    OUT(lane_mask_t, event##_broken,     64, "pixels in state inactive-break")                          \
    OUT(lane_mask_t, event##_continued,  64, "pixels in state inactive-continue")                       \
    OUT(lane_mask_t, event##_valid,      64, "valid pixels")                                            \
    OUT(uint16_t,    event##_stack_rows, 13, "stack rows in use")                                       \
    OUT(uint16_t,    event##_first_push, 13, "stack rows in use at the lowest push of a subentry")      \
    OUT(uint16_t,    event##_loop_end,   13, "stack rows in use at the start of the loop's body")       \
    OUT(uint8_t,     event##_loop_kind,   2, "see enum cf_loop_kind")                                   \
    OUT(uint16_t,    event##_loop_count, 12, "iterations left")                                         \
    OUT(uint8_t,     event##_loop_step,   8, "step of aL, signed")                                      \
    OUT(uint16_t,    event##_loop_index, 13, "aL")                                                      \
    OUT(uint8_t,     event##_call_depth,  6, "nesting depth of calls")                                  \
    OUT(bool,        event##_fetching,    1, "in the fetch program")

#define CF_STATE_PORTS_SIGNALS(IN, OUT, REG)                                                            \
    IN (uint32_t,    bools,              32, "strap: boolean constants of the stage")                   \
    IN (cf_loops_t,  loops,              32, "strap: loop constants of the stage: count, start, step")  \
    OUT(uint32_t,    next_pc,            29, "combinational: address after flow_word, 0: none or error") \
    OUT(bool,        launched,            1, "a wavefront has arrived")                                 \
    CF_WAVE_PORTS(OUT, launched)                                                                        \
    OUT(bool,        flowed,              1, "a control-flow instruction has taken effect")             \
    OUT(uint32_t,    flowed_pc,          29, "address of the next one")                                 \
    CF_WAVE_PORTS(OUT, flowed)                                                                          \
    OUT(bool,        ended,               1, "the end of an ALU clause has taken effect")               \
    CF_WAVE_PORTS(OUT, ended)                                                                           \
    OUT(bool,        pushed,              1, "a frame has been put on the stack")                       \
    OUT(uint16_t,    pushed_row,         12, "in this row of all; then its contents")                   \
    OUT(uint8_t,     pushed_kind,         3, "see enum cf_frame_kind")                                  \
    OUT(lane_mask_t, pushed_active,      64, "active mask")                                             \
    OUT(lane_mask_t, pushed_broken,      64, "outer loop's inactive-break mask")                        \
    OUT(lane_mask_t, pushed_continued,   64, "outer loop's inactive-continue mask")                     \
    OUT(uint16_t,    pushed_loop_end,    13, "outer loop's loop_end")                                   \
    OUT(uint8_t,     pushed_loop_kind,    2, "outer loop's kind")                                       \
    OUT(uint16_t,    pushed_loop_count,  12, "outer loop's iterations left")                            \
    OUT(uint8_t,     pushed_loop_step,    8, "outer loop's step")                                       \
    OUT(uint16_t,    pushed_loop_index,  13, "outer loop's aL")                                         \
    OUT(uint32_t,    pushed_return_pc,   29, "return address")                                          \
    OUT(uint8_t,     pushed_call_depth,   6, "caller's nesting depth")                                  \
    OUT(bool,        pushed_fetching,     1, "the caller is in the fetch program")
/* clang-format on */

RTL_STRUCT(cf_state_ports, CF_STATE_PORTS_SIGNALS);

#endif
