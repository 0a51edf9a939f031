/* texture_addresser.c - the addresser along one axis beside its twin: all clamp modes, coordinates near and far. */
#include "pipeline/texture/texture_axis.h"

#include <math.h>
#include <string.h>

#include "tb/lockstep/lockstep.h"

/* clang-format off */
#define TEXTURE_ADDRESSER_SIGNALS(S)                                                                        \
    S(IN,   uint16_t,  size,          14, "texels")                                                    \
    S(IN,   uint16_t,  scale,         14, "texels of a coordinate of 1.0")                             \
    S(IN,   uint8_t,   level,          4, "coordinates in texels are halved so many times")            \
    S(IN,   uint8_t,   clamp,          3, "enum tex_clamp")                                            \
    S(IN,   uint8_t,   fraction_bits,  4, "between texels: 4, 6, 8, 14")                                   \
    S(IN,   uint8_t,   reach,          3, "half texels from the first texel to the coordinate")        \
    S(IN,   uint8_t,   offset,         5, "half texels, two's complement")                             \
    S(IN,   bool,      from_one,       1, "coordinates 1 to 2 stand for 0 to 1")                       \
    S(IN,   bool,      halves,         1, "fractions become 0 or a half")                              \
    S(IN,   uint32_t,  coordinate,    32, "a float")                                                   \
    S(IN,   uint8_t,   tap,            3, "the texel's number in the filter")                          \
    S(OUT,  uint32_t,  first,         18, "combinational: the filter's first texel, two's complement") \
    S(OUT,  uint16_t,  fraction,      14, "combinational: from there to the next one")                 \
    S(OUT,  uint16_t,  texel,         13, "combinational: the tap's texel in the level")               \
    S(OUT,  bool,      inside,         1, "combinational: it is no border")
/* clang-format on */

RTL_STRUCT(texture_addresser, TEXTURE_ADDRESSER_SIGNALS);
RTL_TABLE(texture_addresser, TEXTURE_ADDRESSER_SIGNALS);

static void reset(void *state, void *driver, struct stimulus *random)
{
    (void)driver, (void)random;
    memset(state, 0, sizeof(struct texture_addresser));
    struct texture_addresser *block = state;
    block->in.size = block->in.scale = 1;
    block->in.fraction_bits = 8;
}

static uint16_t some_size(struct stimulus *random)
{
    if (stimulus_chance(random, 50))
        return (uint16_t)(1u << stimulus_below(random, 14));
    return (uint16_t)(1 + stimulus_below(random, stimulus_chance(random, 30) ? 8 : 8192));
}

/* A place near an edge or a tie, or any float. */
static uint32_t some_coordinate(const struct texture_addresser_in *in, struct stimulus *random)
{
    const unsigned exponent = 127 + stimulus_below(random, 4) - 3, far = 127 - 30 + stimulus_below(random, 60);
    const uint32_t sign = (uint32_t)stimulus_bits(random, 1) << 31;
    switch (stimulus_below(random, 4)) {
    case 0:
        return stimulus_word(random);
    case 1:
        return sign | far << 23 | (uint32_t)stimulus_bits(random, 23);
    case 2: /* few bits: whole parts of texels, ties of the rounding */
        return sign | exponent << 23 | (uint32_t)stimulus_bits(random, 10) << 13;
    default:
        return sign | (exponent + (in->scale == 1 ? stimulus_below(random, 14) : 0)) << 23 |
               (uint32_t)stimulus_bits(random, 23);
    }
}

static void drive(void *state, void *driver, struct stimulus *random)
{
    static const uint8_t         bits[] = {4, 6, 8, 14};
    struct texture_addresser_in *in = &((struct texture_addresser *)state)->in;
    (void)driver;
    in->size = some_size(random);
    in->scale = stimulus_chance(random, 70) ? in->size : 1;
    in->level = (uint8_t)(in->scale == 1 ? stimulus_below(random, 14) : 0);
    in->from_one = stimulus_chance(random, 30);
    in->clamp = (uint8_t)stimulus_below(random, 8);
    in->fraction_bits = bits[stimulus_below(random, 4)];
    in->reach = (uint8_t)stimulus_below(random, 8);
    in->offset = (uint8_t)stimulus_bits(random, 5);
    in->halves = stimulus_chance(random, 20);
    in->tap = (uint8_t)stimulus_below(random, 8);
    in->coordinate = some_coordinate(in, random);
}

static void clock(void *state)
{
    struct texture_addresser          *block = state;
    const struct texture_addresser_in *in = &block->in;
    const struct texture_axis          axis = {.size = in->size,
                                               .scale = in->scale,
                                               .level = in->level,
                                               .clamp = in->clamp,
                                               .fraction_bits = in->fraction_bits,
                                               .reach = in->reach,
                                               .offset = (int8_t)((in->offset ^ 16) - 16),
                                               .from_one = in->from_one,
                                               .halves = in->halves};
    const struct texture_place         place = texture_axis_place(&axis, in->coordinate);
    uint32_t                           texel;
    block->d.inside = texture_axis_texel(&axis, place.first + in->tap, &texel);
    block->d.texel = (uint16_t)texel;
    block->d.first = (uint32_t)place.first & 0x3ffff;
    block->d.fraction = (uint16_t)place.fraction;
    rtl_commit(block);
}

/* ---- what the inputs were --------------------------------------------------------------------------------------- */

static const char *const edges[] = {"rounding: a tie above an even number",
                                    "rounding: a tie above an odd number",
                                    "a cube's coordinate in texels",
                                    "a cube's coordinate in texels, of an upper level",
                                    "coordinate at the first edge",
                                    "coordinate at the last edge",
                                    "coordinate beyond 2^15 texels",
                                    "coordinate: an infinity",
                                    "coordinate: NaN",
                                    "one texel",
                                    "8192 texels",
                                    NULL};

static uint64_t met(const void *state)
{
    const struct texture_addresser_in *in = &((const struct texture_addresser *)state)->in;
    const bool                         cube_in_texels = in->from_one && in->scale == 1 && in->size > 1;
    const bool                         finite = (in->coordinate >> 23 & 255) < 255;
    const bool                         nan = (in->coordinate & 0x7fffffffu) > 0x7f800000u;
    float                              value;
    memcpy(&value, &in->coordinate, sizeof value);
    /* All exact: 24 bits times 14. */
    const double texels = finite ? ldexp((double)value * in->scale, -in->level) : 0;
    const double scaled = ldexp(fabs(texels), in->fraction_bits), below = floor(scaled);
    const double place = texels - (in->from_one ? in->scale : 0);
    const bool   tie = scaled < 0x1p30 && scaled - below == 0.5;
    const bool   odd = tie && (uint32_t)below & 1;
    const bool   is[] = {tie && !odd,
                         odd,
                         cube_in_texels,
                         cube_in_texels && in->level > 0,
                         finite && place == 0,
                         finite && place == in->size,
                         finite && fabs(texels) > 0x1p15,
                         !finite && !nan,
                         nan,
                         in->size == 1,
                         in->size == 8192};
    uint64_t     bits = 0;
    for (unsigned i = 0; i < sizeof is / sizeof is[0]; i++)
        bits |= (uint64_t)is[i] << i;
    return bits;
}

const struct lockstep_module lockstep_texture_addresser = {
    LOCKSTEP_BLOCK(texture_addresser, texture_addresser, texture_addresser),
    .doc = "the addresser along one axis: place, fraction, clamp modes (3D 8)",
    .lifetime = 2000,
    .edges = edges,
    .met = met,
    .part = true,
};
