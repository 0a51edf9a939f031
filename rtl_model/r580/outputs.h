/* outputs.h - output registers of groups, four targets and the depth, until a group has ended and they leave
 * (R5xx Acceleration 8.2, 8.4.8). */
#ifndef RTL_MODEL_R580_OUTPUTS_H
#define RTL_MODEL_R580_OUTPUTS_H

#include "kit/rtl.h"
#include "rtl_model/r580/types.h"

enum { US_TARGETS = 4, US_PLACES = 64 };
typedef struct us_output_row { /* of a quad: [target][pixel][channel] */
    uint32_t e[US_TARGETS * 4 * US_CHANNELS];
} us_output_row_t;
typedef struct us_output_masks { /* of a quad, by target: which of [pixel][channel] have been written */
    uint16_t e[US_TARGETS];
} us_output_masks_t;
typedef struct us_depth_row { /* of a quad: [pixel] */
    uint32_t e[4];
} us_depth_row_t;

/* clang-format off */
#define US_OUTPUTS_SIGNALS(S)                                                                           \
    S(EN,    bool,               write,         1, "a beat of an output instruction")                   \
    S(IN,    uint8_t,            place,         7, "whose registers")                                   \
    S(IN,    uint8_t,            quad,          6, "from which quad on")                                \
    S(IN,    uint8_t,            rgb_target,    2, "target of red, green and blue")                     \
    S(IN,    uint8_t,            alpha_target,  2, "of alpha")                                          \
    S(IN,    us_channel_masks_t, mask,         48, "pixels by channel")                                 \
    S(IN,    uint64_t,           depth_mask,   48, "pixels whose alpha is the depth")                   \
    S(BUS,   us_results_t,       results,      32, "the results")                                       \
    S(EN,    bool,               finish,                1, "a group has ended")                                 \
    S(IN,    uint32_t,           end_group,    32, "which")                                             \
    S(IN,    uint8_t,            end_place,     7, "whose registers")                                   \
    S(IN,    us_mask_t,          end_covered,  64, "its pixels that are not killed")                    \
    S(IN,    us_mask_t,          end_present,  64, "its pixels")                                        \
    S(STRAP, uint8_t,            group_quads,   6, "quads of a place")                                  \
    S(STRAP, uint8_t,            quads,         6, "quads that leave in a clock")                       \
    S(LIVE,  bool,               drain,         1, "quads leave")                                       \
    S(OUT,   uint32_t,           drain_group,  32, "of which group")                                    \
    S(OUT,   uint8_t,            drain_place,   7, "of which registers")                                \
    S(OUT,   uint8_t,            drain_quad,    6, "first quad")                                        \
    S(OUT,   uint8_t,            drain_count,   6, "quads")                                             \
    S(OUT,   bool,               drained,       1, "with them the registers are free")                  \
    S(BUSY,  uint64_t,           waiting,      64, "places of groups that have ended")                  \
    S(REG,   bool,               draining,      1, "one of them leaves")                                \
    S(REG,   uint8_t,            next_quad,     6, "from which quad on")                                \
    S(STAT,  uint32_t,           quads_out,    32, "quads that have left", "quads_out", "quads")        \
    S(MEM,   us_output_row_t,    rows,         32, "values by place and quad", US_OUTPUT_ROWS)          \
    S(MEM,   us_output_masks_t,  written,      16, "what of them has been written", US_OUTPUT_ROWS)     \
    S(MEM,   us_depth_row_t,     depths,       32, "the depth", US_OUTPUT_ROWS)                         \
    S(MEM,   uint8_t,            depth_written, 4, "which pixels' has been written", US_OUTPUT_ROWS)    \
    S(MEM,   uint32_t,           groups,       32, "by place: the group", US_PLACES)                    \
    S(MEM,   us_mask_t,          covered,      64, "its pixels that are not killed", US_PLACES)         \
    S(MEM,   us_mask_t,          present,      64, "its pixels", US_PLACES)
/* clang-format on */

RTL_STRUCT(us_outputs, US_OUTPUTS_SIGNALS);

RTL_RESET(us_outputs, ZERO);
void us_outputs_eval(const struct us_outputs_in *in, const struct us_outputs_reg *q, struct us_outputs_reg *d,
                     const struct us_outputs *m);
void us_outputs_capture(struct us_outputs *m);
bool us_outputs_commit(struct us_outputs *m);

RTL_LIFE(us_outputs, SELF, TAKES, STORES);

#endif
