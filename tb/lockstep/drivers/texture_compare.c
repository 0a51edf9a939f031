/* texture_compare.c - shadow compares beside their twin: elements of every format, references near and far. */
#include "pipeline/texture/texture_border.h"

#include <string.h>

#include "tb/lockstep/drivers/texture_element.h"

/* clang-format off */
#define TEXTURE_COMPARE_SIGNALS(S) ELEMENT_SIGNALS(S)                                                  \
    S(IN,   uint8_t,  function,  3, "DEPTH_COMPARE_FUNCTION")                                          \
    S(IN,   uint32_t, reference, 32, "a float")                                                        \
    S(IN,   bool,     border,    1, "not the texel")                                                   \
    S(IN,   uint32_t, texel,    32, "as it is decoded")                                                \
    S(IN,   uint8_t,  width,     6, "bits of the element in memory")                                   \
    S(OUT,  bool,     passes,    1, "combinational")
/* clang-format on */

RTL_STRUCT(texture_compare, TEXTURE_COMPARE_SIGNALS);
RTL_TABLE(texture_compare, TEXTURE_COMPARE_SIGNALS);

struct compare {
    struct texture_compare block;
    struct words           words;
};

static void reset(void *state, void *driver, struct stimulus *random)
{
    struct compare *compare = state;
    (void)driver;
    memset(compare, 0, sizeof *compare);
    some_words(&compare->words, random);
    SHOW_ELEMENT(&compare->block.in, &compare->words, 0);
}

/* A value of the format that is the reference, or near it. */
static uint32_t near_value(const struct compare *compare, struct stimulus *random)
{
    const struct texel_channel *channel = &compare->words.format.channel[0];
    if (channel->kind == TEXEL_FLOAT)
        return compare->block.in.reference + stimulus_below(random, 3) - 1;
    return (uint32_t)texture_border_number(channel, 0, compare->block.in.reference, 0) + stimulus_below(random, 3) - 1;
}

static void drive(void *state, void *driver, struct stimulus *random)
{
    struct compare            *compare = state;
    struct texture_compare_in *in = &compare->block.in;
    const bool                 floats = compare->words.format.channel[0].kind == TEXEL_FLOAT;
    (void)driver;
    if (stimulus_chance(random, 20))
        some_words(&compare->words, random);
    const struct texel_channel *channel = &compare->words.format.channel[0];
    compare->words.sampler.border_color_type = stimulus_below(random, 4);
    compare->words.sampler.depth_compare_function = stimulus_below(random, 8);
    compare->words.units.border[0] = some_float(random);
    SHOW_ELEMENT(in, &compare->words, 0);
    in->function = (uint8_t)compare->words.sampler.depth_compare_function;
    in->width = compare->words.format.width[0];
    in->border = stimulus_chance(random, 30);
    in->reference = stimulus_chance(random, 20) ? compare->words.units.border[0] : some_float(random);
    if (stimulus_chance(random, 10))
        in->reference = some_tie(0, in->kind == TEXEL_SCALED, random);
    in->texel = stimulus_chance(random, 60) ? near_value(compare, random)
                : floats                    ? some_float(random)
                                            : (uint32_t)stimulus_bits(random, channel->bits ? channel->bits : 1);
    if (channel->bits && channel->bits < 32 && channel->kind != TEXEL_FLOAT) {
        const unsigned above = 32u - channel->bits;
        in->texel =
            channel->is_signed ? (uint32_t)((int32_t)(in->texel << above) >> above) : in->texel << above >> above;
    }
}

static void clock(void *state)
{
    struct texture_compare          *block = state;
    const struct texture_compare_in *in = &block->in;
    const struct texture_tap         tap = {.used = true, .border = in->border};
    struct words                     words;
    words_of_ports(&words);
    WORDS_OF_ELEMENT(&words, in, 0);
    words.format.width[0] = in->width;
    words.sampler.depth_compare_function = in->function;
    words.query.coordinate[0][3] = in->reference;
    block->d.passes = texture_compare(&words.query, 0, &tap, in->texel);
    rtl_commit(block);
}

/* ---- what the inputs were --------------------------------------------------------------------------------------- */

static const char *const edges[] = {"reference: a tie of the format",     "reference: NaN", "reference: an infinity",
                                    "a texel: the largest of its format", "a texel: 0",     NULL};

static uint64_t met(const void *state)
{
    const struct texture_compare_in *in = &((const struct texture_compare *)state)->in;
    const struct texel_channel       channel = {
              .bits = in->present ? in->bits : 0, .kind = in->kind, .is_signed = in->is_signed, .divisor = in->divisor};
    const uint32_t magnitude = in->reference & 0x7fffffffu;
    const bool     fraction = in->kind == TEXEL_NORM && channel.bits;
    return (uint64_t)(tie_of(&channel, in->reference, 0) != 0) | (uint64_t)(magnitude > 0x7f800000u) << 1 |
           (uint64_t)(magnitude == 0x7f800000u) << 2 |
           (uint64_t)(fraction && !in->border && in->texel == in->divisor) << 3 |
           (uint64_t)(!in->border && channel.bits && in->texel == 0) << 4;
}

static const struct stimulus_gap gaps[] = {
    {"i_kind", "6", "there are six"},
    {"i_kind", "7", "there are six"},
    {NULL, NULL, NULL},
};

const struct lockstep_module lockstep_texture_compare = {
    LOCKSTEP_BLOCK(texture_compare, texture_compare, compare),
    .doc = "shadow compare: reference and texel (ISA 9.4 SAMPLE_C; 3D 8 DEPTH_COMPARE_FUNCTION)",
    .lifetime = 2000,
    .gaps = gaps,
    .edges = edges,
    .met = met,
    .part = true,
};
