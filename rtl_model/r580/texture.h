/* texture.h - the texture unit: quads of a texture instruction go in, so many in a clock, and what has been looked up
 * comes back in their order (R5xx Acceleration 8.5).
 *
 * TEXKILL puts pixels out as they go in.  The numbers of a look-up are those of the sampler of R700 (texture_sample.h).
 *
 * GUESS: a quad that has been looked up waits texture_clk clocks whatever it reads, for no source says what caches
 * there are; US_FLIGHT quads may be under way. */
#ifndef RTL_MODEL_R580_TEXTURE_H
#define RTL_MODEL_R580_TEXTURE_H

#include "kit/rtl.h"
#include "rtl_model/r580/flow.h"
#include "rtl_model/r580/texture_sample.h"
#include "rtl_model/r580/types.h"

enum { US_FLIGHT = 256 };
typedef struct us_quad_masks { /* of a beat's quads: which of [pixel][channel] */
    uint16_t e[US_BEAT_QUADS];
} us_quad_masks_t;

/* clang-format off */
#define US_TEXTURE_SIGNALS(S)                                                                           \
    S(EN,    bool,               start,         1, "an instruction is issued")                          \
    S(IN,    uint8_t,            start_slot,    7, "of which slot")                                     \
    S(IN,    uint8_t,            start_pixels,  8, "the group's pixels")                                \
    S(IN,    uint32_t,           start_group,  32, "its number")                                        \
    S(IN,    us_address_t,       start_address, 9, "the instruction's address")                         \
    S(IN,    us_words_t,         start_words,  32, "the instruction")                                   \
    S(IN,    us_mask_t,          start_active, 64, "active pixels")                                     \
    S(IN,    us_mask_t,          start_present, 64, "pixels that there are")                            \
    S(IN,    us_al_t,            start_al,     16, "aL")                                                \
    S(IN,    bool,               start_has_al,  1, "inside a LOOP")                                     \
    S(FAR,   us_row_t,           rows,         32, "temporaries", US_ROWS)                              \
    S(FAR,   us_mask_t,          covered,      64, "pixels that are not killed, by slot", US_SLOTS)     \
    S(FAR,   us_predicates_t,    predicates,   64, "predicate bits by slot", US_SLOTS)                  \
    S(FAR,   us_sampler_t,       sampler,       8, "textures and samplers")                             \
    S(STRAP, uint8_t,            quads,         4, "quads that go in in a clock")                       \
    S(STRAP, uint16_t,           latency,      11, "clocks of a look-up")                               \
    S(STRAP, uint8_t,            temporaries,   8, "of a pixel")                                        \
    S(STRAP, uint8_t,            group_quads,   6, "quads for which a slot has room")                   \
    S(LIVE,  bool,               kill,          1, "pixels are put out")                                \
    S(OUT,   uint8_t,            slot,          7, "of which slot")                                     \
    S(OUT,   uint32_t,           group,        32, "of which group")                                    \
    S(OUT,   us_address_t,       address,       9, "address of the instruction")                        \
    S(OUT,   us_words_t,         words,        32, "the instruction that goes in")                      \
    S(OUT,   uint8_t,            quad,          6, "its quads that have gone in")                       \
    S(OUT,   uint8_t,            kill_quad,     6, "of which quads on")                                 \
    S(OUT,   uint64_t,           killed,       48, "the pixels")                                        \
    S(LIVE,  bool,               texel,         1, "a quad's texels come back")                         \
    S(OUT,   uint8_t,            texel_slot,    7, "of which slot")                                     \
    S(OUT,   uint8_t,            texel_quad,    6, "which quad")                                        \
    S(OUT,   uint8_t,            texel_register, 7, "into which register")                              \
    S(OUT,   uint16_t,           texel_mask,   16, "which of [pixel][channel]")                         \
    S(OUT,   us_row_t,           texels,       32, "the texels")                                        \
    S(LIVE,  bool,               looked_up,     1, "they are the last of their instruction")            \
    S(OUT,   bool,               release,       1, "which held the semaphore")                          \
    S(OUT,   us_error_t,         error,         4, "a rule is broken")                                  \
    S(BUSY,  uint8_t,            left,          6, "quads that are still to go in")                     \
    S(BUSY,  uint16_t,           count,         9, "quads under way")                                   \
    S(REG,   uint16_t,           head,          9, "the first of them")                                 \
    S(REG,   uint8_t,            added,         4, "quads that have just gone in")                      \
    S(REG,   us_results_t,       added_texels, 32, "their texels")                                      \
    S(REG,   us_quad_masks_t,    added_masks,  16, "what of them is written")                           \
    S(REG,   us_mask_t,          active,       64, "pixels that may write")                             \
    S(REG,   us_al_t,            al,           16, "aL")                                                \
    S(REG,   uint32_t,           now,          32, "clocks")                                            \
    S(STAT,  uint32_t,           lookups,      32, "quads that have been looked up", "lookups", "quads") \
    S(MEM,   uint8_t,            fly_slot,      7, "quads under way: the slot", US_FLIGHT)              \
    S(MEM,   uint8_t,            fly_quad,      6, "which quad", US_FLIGHT)                             \
    S(MEM,   uint8_t,            fly_register,  7, "the register", US_FLIGHT)                           \
    S(MEM,   uint16_t,           fly_mask,     16, "what of it is written", US_FLIGHT)                  \
    S(MEM,   uint32_t,           fly_due,      32, "when", US_FLIGHT)                                   \
    S(MEM,   uint8_t,            fly_last,      2, "bit 0: the last of its instruction, bit 1: which holds the semaphore", US_FLIGHT) \
    S(MEM,   us_row_t,           fly_texels,   32, "its texels", US_FLIGHT)
/* clang-format on */

RTL_STRUCT(us_texture, US_TEXTURE_SIGNALS);

RTL_RESET(us_texture, ZERO);
void us_texture_eval(const struct us_texture_in *in, const struct us_texture_reg *q, struct us_texture_reg *d,
                     const struct us_texture *m);
bool us_texture_commit(struct us_texture *m);

RTL_LIFE(us_texture, SELF, KEEPS, STORES);

#endif
