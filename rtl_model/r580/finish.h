/* finish.h - the end of the ALU: what the units have for each other, output modifier, clamp, comparisons, and
 * write enables (R5xx Acceleration 8.4.5 to 8.4.10). */
#ifndef RTL_MODEL_R580_FINISH_H
#define RTL_MODEL_R580_FINISH_H

#include "kit/rtl.h"
#include "rtl_model/r580/types.h"

/* clang-format off */
#define US_FINISH_SIGNALS(S)                                                                            \
    S(EN,    bool,               valid,         1, "a beat")                                            \
    S(IN,    uint8_t,            slot,          7, "of which slot")                                     \
    S(IN,    uint32_t,           group,        32, "of which group")                                    \
    S(IN,    us_words_t,         words,        32, "its instruction")                                   \
    S(IN,    uint8_t,            quad,          6, "its first quad")                                    \
    S(IN,    uint8_t,            count,         4, "its quads")                                         \
    S(IN,    bool,               ends,          1, "the last beat of its group")                        \
    S(IN,    uint8_t,            place,         7, "the group's output registers")                      \
    S(IN,    uint64_t,           writes,       48, "pixels that may write")                             \
    S(IN,    us_channel_masks_t, predicated,   48, "pixels whose predicate lets a channel be written")  \
    S(IN,    uint8_t,            rgb_register,  7, "the temporary that RGB writes")                     \
    S(IN,    uint8_t,            alpha_register, 7, "that alpha writes")                                \
    S(BUS,   us_rgb_values_t,    rgb_values,   64, "RGB's results")                                     \
    S(BUS,   us_rgb_bits_t,      rgb_bits,     32, "... as what is copied")                             \
    S(BUS,   us_alpha_values_t,  alpha_values, 64, "alpha's results")                                   \
    S(BUS,   us_alpha_bits_t,    alpha_bits,   32, "... as what is copied")                             \
    S(LIVE,  bool,               write,         1, "a beat's results")                                  \
    S(OUT,   uint8_t,            to_slot,       7, "of which slot")                                     \
    S(OUT,   uint32_t,           to_group,     32, "of which group")                                    \
    S(OUT,   uint8_t,            to_quad,       6, "from which quad on")                                \
    S(OUT,   uint8_t,            to_count,      4, "quads")                                             \
    S(OUT,   uint8_t,            to_rgb,        7, "temporary of red, green and blue")                  \
    S(OUT,   uint8_t,            to_alpha,      7, "of alpha")                                          \
    S(OUT,   us_channel_masks_t, temporaries,  48, "pixels that write it, by channel")                  \
    S(OUT,   bool,               outputs,       1, "an output instruction")                             \
    S(OUT,   uint8_t,            to_place,      7, "output registers")                                  \
    S(OUT,   uint8_t,            rgb_target,    2, "target of red, green and blue")                     \
    S(OUT,   uint8_t,            alpha_target,  2, "of alpha")                                          \
    S(OUT,   us_channel_masks_t, targets,      48, "pixels that write it, by channel")                  \
    S(OUT,   uint64_t,           depth,        48, "pixels whose alpha is the depth")                   \
    S(OUT,   us_channel_masks_t, predicates,   48, "pixels that write a predicate bit, by channel")     \
    S(OUT,   us_channel_masks_t, compared,     48, "the predicate bits")                                \
    S(OUT,   uint64_t,           flags,        48, "pixels that write the ALU result")                  \
    S(OUT,   uint64_t,           flag,         48, "the ALU results")                                   \
    S(OUT,   us_results_t,       results,      32, "results by pixel and channel")                      \
    S(OUT,   bool,               ended,         1, "the group has ended with this beat")
/* clang-format on */

RTL_STRUCT(us_finish, US_FINISH_SIGNALS);

RTL_RESET(us_finish, ZERO);
void us_finish_eval(const struct us_finish_in *in, const struct us_finish_reg *q, struct us_finish_reg *d);

RTL_LIFE(us_finish, ALONE, KEEPS, COPIES);

#endif
