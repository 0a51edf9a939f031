/* texture_element.h - for the drivers of border and compare: an element of a random format, and the words of an
 * instruction. */
#ifndef TB_LOCKSTEP_TEXTURE_ELEMENT_H
#define TB_LOCKSTEP_TEXTURE_ELEMENT_H

#include <math.h>
#include <string.h>

#include "isa/r700/isa.h"
#include "pipeline/texture/texture_plan.h"
#include "tb/lockstep/lockstep.h"

/* clang-format off */
/* What the blocks are given of the element. */
#define ELEMENT_SIGNALS(S)                                                                                             \
    S(IN, uint8_t, color, 2, "BORDER_COLOR_TYPE")                                                                      \
    S(IN, uint32_t, register_, 32, "the border's register")                                                            \
    S(IN, bool, present, 1, "the format has the element")                                                              \
    S(IN, uint8_t, kind, 3, "enum texel_kind")                                                                         \
    S(IN, bool, is_signed, 1, "its value is sign-extended")                                                            \
    S(IN, uint8_t, bits, 6, "of its value")                                                                            \
    S(IN, uint32_t, divisor, 32, "what stands for 1")
/* clang-format on */

/* An instruction's words, as the functions have them; formats change now and then. */
struct words {
    struct texel_format     format;
    struct texture_resource resource;
    struct texture_sampler  sampler;
    struct texture_units    units;
    struct isa_tex          tex;
    struct texture_query    query;
};

static inline void link_words(struct words *words)
{
    words->query = (struct texture_query){.op = ISA_FETCH_SAMPLE_C,
                                          .tex = &words->tex,
                                          .resource = &words->resource,
                                          .sampler = &words->sampler,
                                          .format = &words->format,
                                          .units = &words->units};
}

/* The words that the ports say, for the C side. */
static inline void words_of_ports(struct words *words)
{
    memset(words, 0, sizeof *words);
    link_words(words);
}

static inline void some_words(struct words *words, struct stimulus *random)
{
    struct texel_words format = {.data_format = (uint8_t)stimulus_below(random, TEX_FORMATS),
                                 .num_format = (uint8_t)stimulus_below(random, 3),
                                 .srf_mode = (uint8_t)stimulus_below(random, 2)};
    if (stimulus_chance(random, 30)) /* floats of all widths */
        format.data_format = (uint8_t)(stimulus_chance(random, 50) ? TEX_FMT_16_FLOAT : TEX_FMT_10_11_11_FLOAT);
    for (unsigned e = 0; e < TEXEL_ELEMENTS; e++)
        format.comp[e] = (uint8_t)stimulus_below(random, 3);
    texel_format_make(&format, &words->format);
    link_words(words);
}

/* From -1 to 2, what is a number of an element's width or nearly, or any. */
static inline uint32_t some_float(struct stimulus *random)
{
    const uint32_t sign = (uint32_t)stimulus_chance(random, 30) << 31;
    if (stimulus_chance(random, 40))
        return stimulus_word(random);
    if (stimulus_chance(random, 30)) /* exponents of small floats, and few bits */
        return sign | (uint32_t)(90 + stimulus_below(random, 60)) << 23 | (uint32_t)stimulus_bits(random, 12) << 11;
    return sign | (0x3d000000u + (uint32_t)stimulus_bits(random, 26));
}

/* An odd multiple of half of 2^-shift, at most 1 where that is the largest: times a divisor it is a tie. */
static inline uint32_t some_tie(int shift, bool scaled, struct stimulus *random)
{
    const unsigned bits = scaled ? 8 : shift > 0 ? (unsigned)shift : 0;
    const float    value = ldexpf((float)(2 * stimulus_below(random, 1u << (bits < 22 ? bits : 22)) + 1), -shift - 1);
    uint32_t       word;
    memcpy(&word, &value, sizeof word);
    return word | (uint32_t)stimulus_chance(random, 30) << 31;
}

/* 1: a value of an element, as a number x 2^shift, is a tie above an even number, 2: above an odd one; 0: none. */
static inline unsigned tie_of(const struct texel_channel *channel, uint32_t value, int shift)
{
    const bool scaled = channel->kind == TEXEL_SCALED;
    float      number;
    value &= 0x7fffffffu;
    memcpy(&number, &value, sizeof number);
    if (!channel->bits || channel->kind == TEXEL_FLOAT || channel->kind == TEXEL_INTEGER || (!scaled && number > 1))
        return 0;
    /* Exact: 24 bits times 32. */
    const double whole = scaled || number <= 1 ? ldexp((double)number * (scaled ? 1 : channel->divisor), shift) : 0;
    return whole < 0x1p40 && whole - floor(whole) == 0.5 ? 1 + ((uint64_t)whole & 1) : 0;
}

#define SHOW_ELEMENT(in, words, e)                                                                                     \
    do {                                                                                                               \
        const struct texel_channel *const channel_ = &(words)->format.channel[e];                                      \
        (in)->color = (uint8_t)(words)->sampler.border_color_type;                                                     \
        (in)->register_ = (words)->units.border[e];                                                                    \
        (in)->present = channel_->bits != 0;                                                                           \
        (in)->kind = channel_->kind;                                                                                   \
        (in)->is_signed = channel_->is_signed;                                                                         \
        (in)->bits = channel_->bits;                                                                                   \
        (in)->divisor = channel_->divisor;                                                                             \
    } while (0)

#define WORDS_OF_ELEMENT(words, in, e)                                                                                 \
    do {                                                                                                               \
        struct texel_channel *const channel_ = &(words)->format.channel[e];                                            \
        (words)->sampler.border_color_type = (in)->color;                                                              \
        (words)->units.border[e] = (in)->register_;                                                                    \
        channel_->bits = (in)->present ? (in)->bits : 0;                                                               \
        channel_->kind = (in)->kind;                                                                                   \
        channel_->is_signed = (in)->is_signed;                                                                         \
        channel_->divisor = (in)->divisor;                                                                             \
    } while (0)

#endif
