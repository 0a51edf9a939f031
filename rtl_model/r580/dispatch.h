/* dispatch.h - starts groups of pixels: a free slot, then the inputs of its quads, so many in a clock.
 *
 * GUESS: one group is loaded at a time; load_quads says how fast. */
#ifndef RTL_MODEL_R580_DISPATCH_H
#define RTL_MODEL_R580_DISPATCH_H

#include "kit/rtl.h"
#include "rtl_model/r580/sequencer.h"

/* clang-format off */
#define US_DISPATCH_SIGNALS(S)                                                                          \
    S(FAR,   us_phase_t, phase,         2, "what the groups in their slots do", US_SLOTS)               \
    S(STRAP, uint8_t,   slots,          8, "slots that the launch uses")                                \
    S(STRAP, uint32_t,  groups,        32, "groups of the launch")                                      \
    S(STRAP, uint8_t,   group_pixels,   8, "pixels of a group")                                         \
    S(STRAP, uint8_t,   last_pixels,    8, "pixels of the last one")                                    \
    S(STRAP, uint8_t,   quads,          6, "quads whose inputs are written in a clock")                 \
    S(LIVE,  bool,      load,           1, "inputs are written")                                        \
    S(OUT,   bool,      first,          1, "the first of a group: all its temporaries are undefined")   \
    S(OUT,   uint8_t,   slot,           7, "of which group")                                            \
    S(OUT,   uint32_t,  group,         32, "its number")                                                \
    S(OUT,   uint8_t,   pixels,         8, "its pixels")                                                \
    S(OUT,   uint8_t,   quad,           6, "first quad")                                                \
    S(OUT,   uint8_t,   count,          6, "quads")                                                     \
    S(OUT,   bool,      start,          1, "the group is loaded with them")                             \
    S(BUSY,  uint32_t,  left,          32, "groups that have not been loaded")                          \
    S(REG,   bool,      loading,        1, "a group is being loaded")                                   \
    S(STAT,  uint32_t,  no_slot,       32, "clocks in which a group waited for a slot", "no_slot", "clocks")
/* clang-format on */

RTL_STRUCT(us_dispatch, US_DISPATCH_SIGNALS);

/* Groups of the launch come from the straps. */
RTL_RESET(us_dispatch, PRESET);
void us_dispatch_eval(const struct us_dispatch_in *in, const struct us_dispatch_reg *q, struct us_dispatch_reg *d);

RTL_LIFE(us_dispatch, ALONE, KEEPS, COPIES);

#endif
