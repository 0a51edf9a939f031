/* texture_border.c - border colours beside their twin: elements of every format. */
#include "pipeline/texture/texture_border.h"

#include <string.h>

#include "tb/lockstep/drivers/texture_element.h"

/* clang-format off */
#define TEXTURE_BORDER_SIGNALS(S) ELEMENT_SIGNALS(S)                                                   \
    S(IN,   bool,     is_w,      1, "it is W")                                                         \
    S(IN,   uint8_t,  shift,     6, "of numbers, two's complement")                                    \
    S(OUT,  uint32_t, border,   32, "combinational: the colour's element")                             \
    S(OUT,  uint64_t, number,   34, "combinational: as the filter's number, two's complement; or a float") \
    S(OUT,  uint32_t, single,   32, "combinational: as a register gets it")
/* clang-format on */

RTL_STRUCT(texture_border, TEXTURE_BORDER_SIGNALS);
RTL_TABLE(texture_border, TEXTURE_BORDER_SIGNALS);

struct border {
    struct texture_border block;
    struct words          words;
    unsigned              element;
};

static void reset(void *state, void *driver, struct stimulus *random)
{
    struct border *border = state;
    (void)driver;
    memset(border, 0, sizeof *border);
    some_words(&border->words, random);
    SHOW_ELEMENT(&border->block.in, &border->words, 0);
}

static void drive(void *state, void *driver, struct stimulus *random)
{
    enum { NUMBER_BITS = 24 };
    struct border            *border = state;
    struct texture_border_in *in = &border->block.in;
    (void)driver;
    if (stimulus_chance(random, 20))
        some_words(&border->words, random);
    border->element = stimulus_below(random, TEXEL_ELEMENTS);
    border->words.sampler.border_color_type = stimulus_below(random, 4);
    border->words.units.border[border->element] = some_float(random);
    SHOW_ELEMENT(in, &border->words, border->element);
    in->is_w = border->element == 3;
    const int bits = in->kind == TEXEL_SCALED ? (int)in->bits : 32 - __builtin_clz(in->divisor);
    in->shift = (uint8_t)(NUMBER_BITS - bits) & 63;
    if (bits < NUMBER_BITS && stimulus_chance(random, 30)) /* as compares have it */
        in->shift = 0;
    if (stimulus_chance(random, 20)) {
        border->words.units.border[border->element] = some_tie((in->shift ^ 32) - 32, in->kind == TEXEL_SCALED, random);
        in->register_ = border->words.units.border[border->element];
    }
}

static void clock(void *state)
{
    struct texture_border *block = state;
    const unsigned         e = block->in.is_w ? 3 : 0;
    const int              shift = (block->in.shift ^ 32) - 32;
    struct words           words;
    words_of_ports(&words);
    WORDS_OF_ELEMENT(&words, &block->in, e);
    const struct texel_channel *channel = &words.format.channel[e];
    const uint32_t              color = texture_border(&words.query, e);
    block->d.border = color;
    block->d.number = (uint64_t)texture_border_number(channel, e, color, shift) & UINT64_C(0x3ffffffff);
    block->d.single = texture_border_alone(channel, e, color);
    rtl_commit(block);
}

/* ---- what the inputs were --------------------------------------------------------------------------------------- */

static const char *const edges[] = {"fraction: a tie above an even number",
                                    "fraction: a tie above an odd number",
                                    "scaled integer: a tie above an even number",
                                    "scaled integer: a tie above an odd number",
                                    "NaN",
                                    "an infinity",
                                    "beyond 1",
                                    NULL};

static uint64_t met(const void *state)
{
    const struct texture_border_in *in = &((const struct texture_border *)state)->in;
    const struct texel_channel      channel = {
             .bits = in->present ? in->bits : 0, .kind = in->kind, .is_signed = in->is_signed, .divisor = in->divisor};
    const uint32_t magnitude = in->register_ & 0x7fffffffu;
    const bool     scaled = in->kind == TEXEL_SCALED;
    if (in->color != TEX_BORDER_COLOR_REGISTER || !channel.bits || in->kind == TEXEL_FLOAT || in->kind == TEXEL_INTEGER)
        return 0;
    return (uint64_t)tie_of(&channel, in->register_, (in->shift ^ 32) - 32) << 2 * scaled |
           (uint64_t)(magnitude > 0x7f800000u) << 4 | (uint64_t)(magnitude == 0x7f800000u) << 5 |
           (uint64_t)(magnitude > 0x3f800000u) << 6;
}

static const struct stimulus_gap gaps[] = {
    {"i_kind", "6", "there are six"},
    {"i_kind", "7", "there are six"},
    {NULL, NULL, NULL},
};

const struct lockstep_module lockstep_texture_border = {
    LOCKSTEP_BLOCK(texture_border, texture_border, border),
    .doc = "border colours: which, as a number and as a result (3D 8, 14)",
    .lifetime = 2000,
    .gaps = gaps,
    .edges = edges,
    .met = met,
    .part = true,
};
