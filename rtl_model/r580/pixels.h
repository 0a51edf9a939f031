/* pixels.h - what pixels have beside their registers: coverage, done, the ALU result and the four predicate bits
 * (R5xx Acceleration 8.4.9, 8.4.10, 8.5.1, 8.6.6), a row for each slot. */
#ifndef RTL_MODEL_R580_PIXELS_H
#define RTL_MODEL_R580_PIXELS_H

#include "kit/rtl.h"
#include "rtl_model/r580/types.h"

/* clang-format off */
#define US_PIXELS_SIGNALS(S)                                                                            \
    S(EN,    bool,               start,         1, "a group starts")                                    \
    S(IN,    uint8_t,            start_slot,    7, "in which slot")                                     \
    S(IN,    uint8_t,            start_pixels,  8, "with so many pixels")                               \
    S(EN,    bool,               last,          1, "an instruction with LAST is issued")                \
    S(IN,    uint8_t,            last_slot,     7, "for which slot")                                    \
    S(IN,    us_mask_t,          last_active,  64, "its active pixels, which are done")                 \
    S(EN,    bool,               set,           1, "a beat's result and predicate bits arrive")         \
    S(IN,    uint8_t,            set_slot,      7, "of which slot")                                     \
    S(IN,    uint8_t,            set_quad,      6, "from which quad on")                                \
    S(IN,    uint64_t,           set_result,   48, "pixels whose ALU result is written")                \
    S(IN,    uint64_t,           result,       48, "the ALU results")                                   \
    S(IN,    us_channel_masks_t, set_predicate, 48, "pixels whose predicate bits are written, by channel") \
    S(IN,    us_channel_masks_t, predicate,    48, "the predicate bits")                                \
    S(EN,    bool,               flow,          1, "a flow control instruction is issued")              \
    S(IN,    uint8_t,            flow_slot,     7, "for which slot")                                    \
    S(EN,    bool,               kill,          1, "TEXKILL puts pixels out")                           \
    S(IN,    uint8_t,            kill_slot,     7, "of which slot")                                     \
    S(IN,    uint8_t,            kill_quad,     6, "from which quad on")                                \
    S(IN,    uint64_t,           killed,       48, "which")                                             \
    S(STAT,  uint32_t,           kills,        32, "pixels that TEXKILL has put out", "pixels_killed", "pixels") \
    S(MEM,   us_mask_t,          present,      64, "pixels that there are", US_SLOTS)                   \
    S(MEM,   us_mask_t,          covered,      64, "pixels that are not killed", US_SLOTS)              \
    S(MEM,   us_mask_t,          done,         64, "pixels that have executed LAST", US_SLOTS)          \
    S(MEM,   us_mask_t,          results,      64, "ALU results", US_SLOTS)                             \
    S(MEM,   us_mask_t,          fresh,        64, "pixels with a result since the last flow control", US_SLOTS) \
    S(MEM,   us_predicates_t,    predicates,   64, "predicate bits", US_SLOTS)
/* clang-format on */

RTL_STRUCT(us_pixels, US_PIXELS_SIGNALS);

RTL_RESET(us_pixels, ZERO);
void us_pixels_eval(const struct us_pixels_in *in, const struct us_pixels_reg *q, struct us_pixels_reg *d,
                    const struct us_pixels *m);
bool us_pixels_commit(struct us_pixels *m);

RTL_LIFE(us_pixels, SELF, KEEPS, STORES);

#endif
