/* texture_weights.c - weights of a pass beside their twin: all filters, kernels of any words. */
#include "pipeline/texture/texture_weight.h"

#include <string.h>

#include "pipeline/texture/texture_plan.h"
#include "tb/lockstep/lockstep.h"

typedef struct {
    uint32_t word[TEXTURE_FILTER4];
} texture_filter4_t;
typedef struct {
    uint32_t tap[TEXTURE_TAPS];
} texture_taps_t;

/* clang-format off */
#define TEXTURE_WEIGHTS_SIGNALS(S)                                                                     \
    S(IN,   uint8_t,           filter,         2, "enum texture_filter_kind")                          \
    S(IN,   uint8_t,           fraction_bits,  4, "of coordinates: 4, 6, 8, 14")                           \
    S(IN,   uint8_t,           fraction_x,     8, "from the first texel on")                           \
    S(IN,   uint8_t,           fraction_y,     8, "the same along Y")                                  \
    S(IN,   uint8_t,           tile_x,         2, "the pass's pair of texels")                         \
    S(IN,   uint8_t,           tile_y,         2, "the same along Y")                                  \
    S(IN,   uint8_t,           reach_x,        3, "text: the box")                                     \
    S(IN,   uint8_t,           reach_y,        3, "the same along Y")                                  \
    S(IN,   bool,              flat,           1, "a texture without Y")                               \
    S(IN,   uint16_t,          step,          13, "of level and slice, in 1/4096")                     \
    S(IN,   uint8_t,           probes,         3, "logarithm of their number")                         \
    S(IN,   texture_filter4_t, filter4,       28, "TD_FILTER4")                                        \
    S(OUT,  texture_taps_t,    weight,        32, "combinational: in 2^-28")
/* clang-format on */

RTL_STRUCT(texture_weights, TEXTURE_WEIGHTS_SIGNALS);
RTL_TABLE(texture_weights, TEXTURE_WEIGHTS_SIGNALS);

static void reset(void *state, void *driver, struct stimulus *random)
{
    (void)driver, (void)random;
    memset(state, 0, sizeof(struct texture_weights));
    ((struct texture_weights *)state)->in.fraction_bits = 8;
}

static uint8_t some_fraction(const struct texture_weights_in *in, struct stimulus *random)
{
    return (uint8_t)(stimulus_chance(random, 20)
                         ? 0
                         : stimulus_bits(random, in->fraction_bits < 8 ? in->fraction_bits : 8));
}

/* A step and probes whose product with the axes' weights is exact, as plans make them (docs/texture.md, "Weights"). */
static void drive_step(struct texture_weights_in *in, struct stimulus *random)
{
    const bool bicubic = in->filter == TEXTURE_BICUBIC;
    in->probes = (uint8_t)(bicubic || stimulus_chance(random, 50) ? 0 : stimulus_below(random, 5));
    in->step = (uint16_t)(stimulus_chance(random, 20) ? 4096 : stimulus_below(random, 4096));
    if (bicubic || in->probes)
        in->step &= (uint16_t)(bicubic ? ~3u : ~63u);
}

static void drive(void *state, void *driver, struct stimulus *random)
{
    struct texture_weights_in *in = &((struct texture_weights *)state)->in;
    (void)driver;
    in->filter = (uint8_t)stimulus_below(random, 4);
    in->fraction_bits = in->filter == TEXTURE_BICUBIC ? 4 : stimulus_chance(random, 50) ? 6 : 8;
    if (in->filter == TEXTURE_POINT) /* which has no use for fractions */
        in->fraction_bits = 14;
    in->fraction_x = some_fraction(in, random);
    in->fraction_y = some_fraction(in, random);
    const unsigned tiles = in->filter == TEXTURE_TEXT ? 4 : in->filter == TEXTURE_BICUBIC ? 2 : 1;
    in->tile_x = (uint8_t)stimulus_below(random, tiles);
    in->tile_y = (uint8_t)stimulus_below(random, tiles);
    in->reach_x = (uint8_t)stimulus_below(random, 8);
    in->reach_y = (uint8_t)stimulus_below(random, 8);
    in->flat = stimulus_chance(random, 20);
    drive_step(in, random);
    for (unsigned i = 0; i < TEXTURE_FILTER4; i++)
        in->filter4.word[i] = (uint32_t)stimulus_bits(random, 28);
}

static uint32_t weight_of(const struct texture_weights_in *in, unsigned i)
{
    const struct texture_kernel kernel[2] = {
        {.filter = in->filter, .fraction_bits = in->fraction_bits, .reach = in->reach_x, .filter4 = in->filter4.word},
        {.filter = in->filter,
         .fraction_bits = in->fraction_bits,
         .reach = in->reach_y,
         .vertical = true,
         .flat = in->flat,
         .filter4 = in->filter4.word}};
    const unsigned bits = texture_weight_bits(in->filter, in->fraction_bits);
    const int32_t  x = texture_side_weight(&kernel[0], in->fraction_x, 2u * in->tile_x + (i & 1));
    const int32_t  y = texture_side_weight(&kernel[1], in->fraction_y, 2u * in->tile_y + (i >> 1));
    return (uint32_t)texture_tap_weight(bits, in->probes, in->step, x, y);
}

static void clock(void *state)
{
    struct texture_weights *weights = state;
    for (unsigned i = 0; i < TEXTURE_TAPS; i++)
        weights->d.weight.tap[i] = weight_of(&weights->in, i);
    rtl_commit(weights);
}

static const char *filter_label(unsigned value)
{
    static const char *const names[] = {"point", "bilinear", "bicubic", "text"};
    return names[value];
}

static int filter_of(const void *state)
{
    return ((const struct texture_weights *)state)->in.filter;
}

static const char *phase_label(unsigned value)
{
    static const char *const names[] = {"0", "1", "2",  "3",  "4",  "5",  "6",  "7",
                                        "8", "9", "10", "11", "12", "13", "14", "15"};
    return names[value];
}

static int phase_of(const void *state)
{
    const struct texture_weights_in *in = &((const struct texture_weights *)state)->in;
    return in->filter == TEXTURE_BICUBIC ? in->fraction_x : -1;
}

static const struct stimulus_part parts[] = {
    {"filter", 4, filter_label, filter_of}, {"bicubic phase", 16, phase_label, phase_of}, {NULL, 0, NULL, NULL}};

static const char *const edges[] = {"bilinear: the last fraction",
                                    "bicubic: phase 8, the last that is stored",
                                    "bicubic: phase 9, the first that is turned",
                                    "bicubic: the least weight",
                                    "bicubic: the largest weight",
                                    "text: no texel but the first",
                                    "text: the box ends between this pass's texels",
                                    "text: it ends before this pass",
                                    "text: flat, a box of no texel",
                                    "the whole step",
                                    "no step",
                                    "16 probes",
                                    "a negative product",
                                    "its last bit lies in 2^-28",
                                    NULL};

/* The texel's weight along X, s2.9, as a number. */
static int32_t word_weight(const struct texture_weights_in *in, unsigned i)
{
    const struct texture_kernel kernel = {
        .filter = in->filter, .fraction_bits = in->fraction_bits, .filter4 = in->filter4.word};
    return texture_side_weight(&kernel, in->fraction_x, 2u * in->tile_x + i);
}

static uint64_t met(const void *state)
{
    const struct texture_weights_in *in = &((const struct texture_weights *)state)->in;
    const bool                       bicubic = in->filter == TEXTURE_BICUBIC, text = in->filter == TEXTURE_TEXT;
    const unsigned                   first = 2u * in->tile_x;
    const int32_t                    least =
        bicubic ? word_weight(in, 0) < word_weight(in, 1) ? word_weight(in, 0) : word_weight(in, 1) : 0;
    const int32_t most =
        bicubic ? word_weight(in, 0) > word_weight(in, 1) ? word_weight(in, 0) : word_weight(in, 1) : 0;
    bool negative = false, last = false;
    for (unsigned i = 0; i < TEXTURE_TAPS; i++) {
        const uint32_t weight = weight_of(in, i);
        negative |= weight >> 31;
        last |= weight & 1;
    }
    const bool is[] = {in->filter == TEXTURE_BILINEAR && in->fraction_x == (1 << in->fraction_bits) - 1,
                       bicubic && in->fraction_x == 8,
                       bicubic && in->fraction_x == 9,
                       bicubic && least == -1024,
                       bicubic && most == 1023,
                       text && !in->reach_x,
                       text && (in->reach_x == first || in->reach_x == first + 1),
                       text && in->reach_x < first,
                       text && in->flat && !in->reach_y,
                       in->step == 4096,
                       !in->step,
                       in->probes == 4,
                       negative,
                       last};
    return stimulus_edges(is, sizeof is / sizeof is[0]);
}

static const struct stimulus_gap gaps[] = {
    {"i_probes", "5", "16 are the most"},
    {"i_probes", "6", "16 are the most"},
    {"i_probes", "7", "16 are the most"},
    {NULL, NULL, NULL},
};

const struct lockstep_module lockstep_texture_weights = {
    LOCKSTEP_BLOCK(texture_weights, texture_weights, texture_weights),
    .doc = "weights of the texels of a pass: point, bilinear, bicubic, text (3D 14 TD_FILTER4)",
    .lifetime = 2000,
    .parts = parts,
    .gaps = gaps,
    .edges = edges,
    .met = met,
    .part = true,
};
