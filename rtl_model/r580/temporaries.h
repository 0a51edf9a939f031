/* temporaries.h - the temporaries of all groups (R5xx Acceleration 8.4.1): a row is one register of a quad.
 *
 * A slot has group_quads * temporaries rows, those of a quad together.  ALU, texture unit and the start of a group
 * write at the same time. */
#ifndef RTL_MODEL_R580_TEMPORARIES_H
#define RTL_MODEL_R580_TEMPORARIES_H

#include "kit/rtl.h"
#include "rtl_model/r580/types.h"

/* clang-format off */
#define US_TEMPORARIES_SIGNALS(S)                                                                       \
    S(EN,    bool,               load,         1, "inputs of a new group are written")                  \
    S(IN,    bool,               load_first,   1, "its first ones")                                     \
    S(IN,    uint8_t,            load_slot,    7, "its slot")                                           \
    S(IN,    uint32_t,           load_group,  32, "its number")                                         \
    S(IN,    uint8_t,            load_pixels,  8, "its pixels")                                         \
    S(IN,    uint8_t,            load_quad,    6, "first quad")                                         \
    S(IN,    uint8_t,            load_count,   6, "quads")                                              \
    S(FAR,   uint8_t,            inputs,       8, "the launch's inputs: words by pixel, register and channel") \
    S(STRAP, uint8_t,            input_first,  7, "the first temporary that is an input")               \
    S(STRAP, uint8_t,            input_count,  8, "inputs")                                             \
    S(STRAP, uint8_t,            group_pixels, 8, "pixels of a group")                                  \
    S(STRAP, uint8_t,            group_quads,  6, "quads for which a slot has room")                    \
    S(STRAP, uint8_t,            temporaries,  8, "of a pixel")                                         \
    S(EN,    bool,               write,        1, "a beat's results are written")                       \
    S(IN,    uint8_t,            slot,         7, "of which slot")                                      \
    S(IN,    uint8_t,            quad,         6, "from which quad on")                                 \
    S(IN,    uint8_t,            count,        4, "quads")                                              \
    S(IN,    uint8_t,            rgb,          7, "register of red, green and blue")                    \
    S(IN,    uint8_t,            alpha,        7, "of alpha")                                           \
    S(IN,    us_channel_masks_t, mask,        48, "pixels by channel")                                  \
    S(BUS,   us_results_t,       results,     32, "the results")                                        \
    S(EN,    bool,               texel,        1, "a quad of texels is written")                        \
    S(IN,    uint8_t,            texel_slot,   7, "of which slot")                                      \
    S(IN,    uint8_t,            texel_quad,   6, "which quad")                                         \
    S(IN,    uint8_t,            texel_register, 7, "into which register")                              \
    S(IN,    uint16_t,           texel_mask,  16, "which of [pixel][channel]")                          \
    S(BUS,   us_row_t,           texels,      32, "the texels")                                         \
    S(STAT,  uint32_t,           beats,       32, "beats whose results have been written", "beats_written", "beats") \
    S(MEM,   us_row_t,           rows,        32, "the temporaries", US_ROWS)
/* clang-format on */

RTL_STRUCT(us_temporaries_file, US_TEMPORARIES_SIGNALS);

RTL_RESET(us_temporaries_file, ZERO);
void us_temporaries_file_eval(const struct us_temporaries_file_in *in, const struct us_temporaries_file_reg *q,
                              struct us_temporaries_file_reg *d);
void us_temporaries_file_capture(struct us_temporaries_file *m);

RTL_LIFE(us_temporaries_file, ALONE, TAKES, COPIES);

#endif
