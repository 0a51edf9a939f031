/* operands.h - reads what an ALU or output instruction needs, beat by beat: six sources of temporaries, constants and
 * inline constants, and who may write (R5xx Acceleration 8.4.1, 8.4.6). */
#ifndef RTL_MODEL_R580_OPERANDS_H
#define RTL_MODEL_R580_OPERANDS_H

#include "kit/rtl.h"
#include "rtl_model/r580/flow.h"
#include "rtl_model/r580/types.h"

/* clang-format off */
#define US_OPERANDS_SIGNALS(S)                                                                          \
    S(EN,    bool,               start,         1, "an instruction is issued")                          \
    S(IN,    uint8_t,            start_slot,    7, "of which slot")                                     \
    S(IN,    uint8_t,            start_pixels,  8, "the group's pixels")                                \
    S(IN,    uint32_t,           start_group,  32, "its number")                                        \
    S(IN,    us_address_t,       start_address, 9, "the instruction's address")                         \
    S(IN,    us_words_t,         start_words,  32, "the instruction")                                   \
    S(IN,    bool,               start_ends,    1, "it is the group's last one")                        \
    S(IN,    uint8_t,            start_place,   7, "the group's output registers")                      \
    S(IN,    us_mask_t,          start_active, 64, "active pixels")                                     \
    S(IN,    us_mask_t,          start_present, 64, "pixels that there are")                            \
    S(IN,    us_al_t,            start_al,     16, "aL")                                                \
    S(IN,    bool,               start_has_al,  1, "inside a LOOP")                                     \
    S(FAR,   us_row_t,           rows,         32, "temporaries", US_ROWS)                              \
    S(FAR,   us_constant_t,      constants,    32, "US_ALU_CONST", US_CONSTANTS)                        \
    S(FAR,   us_predicates_t,    predicates,   64, "predicate bits by slot", US_SLOTS)                  \
    S(STRAP, uint8_t,            quads,         4, "quads of a beat")                                   \
    S(STRAP, uint8_t,            temporaries,   8, "of a pixel: US_PIXSIZE and one")                    \
    S(STRAP, uint8_t,            group_quads,   6, "quads for which a slot has room")                   \
    S(LIVE,  bool,               valid,         1, "a beat with its sources")                           \
    S(OUT,   uint8_t,            slot,          7, "of which slot")                                     \
    S(OUT,   uint32_t,           group,        32, "of which group")                                    \
    S(OUT,   us_address_t,       address,       9, "address of its instruction")                        \
    S(OUT,   us_words_t,         words,        32, "its instruction")                                   \
    S(OUT,   uint8_t,            quad,          6, "its first quad")                                    \
    S(OUT,   uint8_t,            count,         4, "its quads")                                         \
    S(OUT,   bool,               ends,          1, "the last beat of its group")                        \
    S(OUT,   uint8_t,            place,         7, "the group's output registers")                      \
    S(OUT,   uint64_t,           writes,       48, "pixels that may write")                             \
    S(OUT,   us_channel_masks_t, predicated,   48, "pixels whose predicate lets a channel be written")  \
    S(OUT,   uint8_t,            rgb_register,  7, "the temporary that RGB writes")                     \
    S(OUT,   uint8_t,            alpha_register, 7, "that alpha writes")                                \
    S(OUT,   us_sources_t,       sources,      32, "src0, src1, src2 by pixel")                         \
    S(OUT,   us_error_t,         error,         4, "a rule is broken")                                  \
    S(BUSY,  uint8_t,            left,          6, "quads that are still to come")                      \
    S(REG,   bool,               last_ends,     1, "behind them the group ends")                        \
    S(REG,   us_mask_t,          active,       64, "pixels that may write")                             \
    S(REG,   us_al_t,            al,           16, "aL")                                                \
    S(STAT,  uint32_t,           beats,        32, "beats", "alu_beats", "clocks")                      \
    S(STAT,  uint32_t,           idle_pixels,  32, "pixels in them that write nothing, for they are not active", "idle_pixels", "pixels")
/* clang-format on */

RTL_STRUCT(us_operands, US_OPERANDS_SIGNALS);

RTL_RESET(us_operands, ZERO);
void us_operands_eval(const struct us_operands_in *in, const struct us_operands_reg *q, struct us_operands_reg *d);

RTL_LIFE(us_operands, ALONE, KEEPS, COPIES);

#endif
