/* flow.h - the flow-control unit: active bits, branch counters and loop-inactive counters of pixels, the loop stack and
 * the address stack of groups, and the decision whether a group jumps (R5xx Acceleration 8.6).
 *
 * An instruction is decided and carried out in the clock in which it arrives; the next one of its group is issued
 * flow_clk clocks behind it.
 *
 * A pixel is active; or a branch has put it out: then its branch counter says how many conditional blocks have to be
 * left more; or BREAK or CONTINUE has: then its loop-inactive counter is the number of loops it waits to leave, and the
 * one in `continues` waits only for the end of the turn. */
#ifndef RTL_MODEL_R580_FLOW_H
#define RTL_MODEL_R580_FLOW_H

#include "kit/rtl.h"
#include "rtl_model/r580/types.h"

enum { US_LOOPS = 4, US_CALLS = 4, US_BRANCHES_FULL = 31, US_BRANCHES_PARTIAL = 3 };

typedef struct us_loop_bytes { /* by frame of the loop stack */
    uint8_t e[US_LOOPS];
} us_loop_bytes_t;
typedef struct us_loop_numbers {
    uint16_t e[US_LOOPS];
} us_loop_numbers_t;
typedef struct us_calls {
    uint16_t e[US_CALLS];
} us_calls_t;
typedef uint16_t us_al_t; /* aL, two's complement */

/* clang-format off */
#define US_FLOW_SIGNALS(S)                                                                              \
    S(EN,    bool,              start,         1, "a group starts")                                     \
    S(IN,    uint8_t,           start_slot,    7, "in which slot")                                      \
    S(IN,    uint8_t,           start_pixels,  8, "with so many pixels")                                \
    S(EN,    bool,              issue,         1, "a flow control instruction")                         \
    S(IN,    uint8_t,           issue_slot,    7, "of which group's slot")                              \
    S(IN,    us_address_t,      issue_address, 9, "its address")                                        \
    S(IN,    us_words_t,        words,        32, "the instruction")                                    \
    S(IN,    us_mask_t,         covered,      64, "the slot's pixels that are covered")                 \
    S(IN,    us_mask_t,         done,         64, "pixels that are done")                               \
    S(IN,    us_mask_t,         present,      64, "pixels of the slot's group")                         \
    S(IN,    us_mask_t,         results,      64, "their ALU results")                                  \
    S(IN,    us_mask_t,         fresh,        64, "pixels whose result is later than the last flow control")  \
    S(IN,    us_predicates_t,   predicates,   64, "their predicate bits")                               \
    S(IN,    bool,              boolean,       1, "the boolean constant")                               \
    S(IN,    uint32_t,          integer,      32, "the integer constant: count, aL, step")              \
    S(STRAP, bool,              full,          1, "FULL_FC_EN")                                         \
    S(STRAP, us_address_t,      offset,        9, "US_CODE_OFFSET")                                     \
    S(STRAP, bool,              keeps_result,  1, "an ALU result outlives a flow control instruction")  \
    S(STRAP, bool,              pops_nothing,  1, "ENDLOOP and ENDREP outside of loops do nothing")     \
    S(LIVE,   bool,              decided,      1, "an instruction has been carried out")                \
    S(OUT,   bool,              jump,          1, "the group jumps")                                    \
    S(OUT,   uint8_t,           slot,          7, "which group's")                                      \
    S(OUT,   us_address_t,      address,       9, "its address")                                        \
    S(OUT,   us_address_t,      next,          9, "where the group goes on")                            \
    S(OUT,   us_error_t,        error,         5, "a rule is broken")                                   \
    S(OUT,   us_mask_t,         active,       64, "active pixels of the group")                         \
    S(OUT,   us_mask_t,         wanting,      64, "pixels that wanted to jump")                         \
    S(OUT,   us_counters_t,     branches,      5, "branch counters of pixels that a branch has put out") \
    S(OUT,   us_counters_t,     inactive,      3, "loop-inactive counters")                             \
    S(OUT,   us_mask_t,         continues,    64, "of those: pixels that CONTINUE has put out")         \
    S(OUT,   us_loop_bytes_t,   turns,         8, "turns left, by frame of the loop stack")             \
    S(OUT,   us_loop_bytes_t,   kinds,         2, "by frame: bit 0 LOOP, bit 1 aL was there before")    \
    S(OUT,   us_loop_numbers_t, outer_al,     16, "by frame: aL outside")                               \
    S(OUT,   uint8_t,           loops,         3, "frames of the loop stack")                           \
    S(OUT,   us_al_t,           al,           16, "aL")                                                 \
    S(OUT,   bool,              has_al,        1, "inside a LOOP")                                      \
    S(OUT,   us_calls_t,        calls,         9, "the address stack")                                  \
    S(OUT,   uint8_t,           call_depth,    3, "its frames")                                         \
    S(STAT,  uint32_t,          instructions, 32, "flow control instructions", "flow_instructions", "instructions") \
    S(STAT,  uint32_t,          jumps,        32, "of those: they jumped", "jumps", "instructions")     \
    S(STAT,  uint32_t,          divergent,    32, "of those: pixels that had a say did not agree", "divergent", "instructions") \
    S(MEM,   us_mask_t,         row_active,   64, "by slot: active pixels", US_SLOTS)                   \
    S(MEM,   us_counters_t,     row_branches,  5, "branch counters", US_SLOTS)                          \
    S(MEM,   us_counters_t,     row_inactive,  3, "loop-inactive counters", US_SLOTS)                   \
    S(MEM,   us_mask_t,         row_continues, 64, "pixels that CONTINUE has put out", US_SLOTS)        \
    S(MEM,   us_loop_bytes_t,   row_turns,     8, "turns left", US_SLOTS)                               \
    S(MEM,   us_loop_bytes_t,   row_kinds,     2, "kinds of frames", US_SLOTS)                          \
    S(MEM,   us_loop_numbers_t, row_outer_al, 16, "aL outside", US_SLOTS)                               \
    S(MEM,   uint8_t,           row_loops,     3, "frames of the loop stack", US_SLOTS)                 \
    S(MEM,   us_al_t,           row_al,       16, "aL", US_SLOTS)                                       \
    S(MEM,   bool,              row_has_al,    1, "inside a LOOP", US_SLOTS)                            \
    S(MEM,   us_calls_t,        row_calls,     9, "the address stack", US_SLOTS)                        \
    S(MEM,   uint8_t,           row_depth,     3, "its frames", US_SLOTS)
/* clang-format on */

RTL_STRUCT(us_flow, US_FLOW_SIGNALS);

RTL_RESET(us_flow, ZERO);
void us_flow_eval(const struct us_flow_in *in, const struct us_flow_reg *q, struct us_flow_reg *d,
                  const struct us_flow *m);
bool us_flow_commit(struct us_flow *m);

RTL_LIFE(us_flow, SELF, KEEPS, STORES);

#endif
