/* units.h - the RGB and the alpha unit: three vector channels and one scalar (R5xx Acceleration 8.4).
 *
 * What they compute is handed to the last stage unrounded; there each gets what only the other one can (SOP, DP). */
#ifndef RTL_MODEL_R580_UNITS_H
#define RTL_MODEL_R580_UNITS_H

#include "kit/rtl.h"
#include "rtl_model/r580/alu_inputs.h"

/* clang-format off */
#define US_RGB_SIGNALS(S)                                                                               \
    S(EN,    bool,            valid,    1, "a beat")                                                    \
    S(IN,    uint8_t,         count,    4, "its quads")                                                 \
    S(IN,    us_words_t,      words,   32, "its instruction")                                           \
    S(BUS,   us_sources_t,    sources, 32, "its sources")                                               \
    S(STRAP, bool,            zero_times_anything, 1, "US_CONFIG: zero times anything is zero")         \
    S(OUT,   us_rgb_values_t, values,  64, "results as doubles, by pixel and channel")                  \
    S(OUT,   us_rgb_bits_t,   bits,    32, "... as what is copied")
#define US_ALPHA_SIGNALS(S)                                                                             \
    S(EN,    bool,            valid,    1, "a beat")                                                    \
    S(IN,    uint8_t,         count,    4, "its quads")                                                 \
    S(IN,    us_words_t,      words,   32, "its instruction")                                           \
    S(BUS,   us_sources_t,    sources, 32, "its sources")                                               \
    S(STRAP, bool,            zero_times_anything, 1, "US_CONFIG: zero times anything is zero")         \
    S(OUT,   us_alpha_values_t, values, 64, "results as doubles, by pixel")                             \
    S(OUT,   us_alpha_bits_t, bits,    32, "... as what is copied")
/* What goes beside the numbers. */
#define US_BESIDE_SIGNALS(S)                                                                            \
    S(EN,    bool,               valid,         1, "a beat")                                            \
    S(IN,    uint8_t,            slot,          7, "of which slot")                                     \
    S(IN,    uint32_t,           group,        32, "of which group")                                    \
    S(IN,    us_address_t,       address,       9, "address of its instruction")                        \
    S(IN,    us_words_t,         words,        32, "its instruction")                                   \
    S(IN,    uint8_t,            quad,          6, "its first quad")                                    \
    S(IN,    uint8_t,            count,         4, "its quads")                                         \
    S(IN,    bool,               ends,          1, "the last beat of its group")                        \
    S(IN,    uint8_t,            place,         7, "the group's output registers")                      \
    S(IN,    uint64_t,           writes,       48, "pixels that may write")                             \
    S(IN,    us_channel_masks_t, predicated,   48, "pixels whose predicate lets a channel be written")  \
    S(IN,    uint8_t,            rgb_register,  7, "the temporary that RGB writes")                     \
    S(IN,    uint8_t,            alpha_register, 7, "that alpha writes")                                \
    S(LIVE,  bool,               now,           1, "a beat, a clock later")                             \
    S(OUT,   uint8_t,            at_slot,       7, "its slot")                                          \
    S(OUT,   uint32_t,           at_group,     32, "its group")                                         \
    S(OUT,   us_address_t,       at_address,    9, "address of its instruction")                        \
    S(OUT,   us_words_t,         at_words,     32, "its instruction")                                   \
    S(OUT,   uint8_t,            at_quad,       6, "its first quad")                                    \
    S(OUT,   uint8_t,            at_count,      4, "its quads")                                         \
    S(OUT,   bool,               at_ends,       1, "the last beat of its group")                        \
    S(OUT,   uint8_t,            at_place,      7, "output registers")                                  \
    S(OUT,   uint64_t,           at_writes,    48, "pixels that may write")                             \
    S(OUT,   us_channel_masks_t, at_predicated, 48, "pixels whose predicate lets a channel be written") \
    S(OUT,   uint8_t,            at_rgb,        7, "the temporary that RGB writes")                     \
    S(OUT,   uint8_t,            at_alpha,      7, "that alpha writes")
/* clang-format on */

RTL_STRUCT(us_rgb, US_RGB_SIGNALS);
RTL_STRUCT(us_alpha, US_ALPHA_SIGNALS);
RTL_STRUCT(us_beside, US_BESIDE_SIGNALS);

RTL_RESET(us_rgb, ZERO);
RTL_RESET(us_alpha, ZERO);
RTL_RESET(us_beside, ZERO);
void us_rgb_eval(const struct us_rgb_in *in, const struct us_rgb_reg *q, struct us_rgb_reg *d);
void us_alpha_eval(const struct us_alpha_in *in, const struct us_alpha_reg *q, struct us_alpha_reg *d);
void us_beside_eval(const struct us_beside_in *in, const struct us_beside_reg *q, struct us_beside_reg *d);

RTL_LIFE(us_rgb, ALONE, KEEPS, COPIES);
RTL_LIFE(us_alpha, ALONE, KEEPS, COPIES);
RTL_LIFE(us_beside, ALONE, KEEPS, COPIES);

/* The sources of a pixel of a beat, with those of its quad. */
static inline struct us_pixel_sources us_sources_of(const us_sources_t *sources, unsigned pixel)
{
    const uint32_t *const own = &sources->e[pixel * US_SOURCE_NUMBERS];
    const uint32_t *const first = &sources->e[(pixel & ~3u) * US_SOURCE_NUMBERS];
    return (struct us_pixel_sources){own, first, first + US_SOURCE_NUMBERS, first + 2 * US_SOURCE_NUMBERS};
}

#endif
