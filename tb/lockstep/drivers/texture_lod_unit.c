/* texture_lod_unit.c - gradients and level of detail beside their twin: words as registers have them, quads whose
 * slopes are of the order of texels, and any floats. */
#include "pipeline/texture/texture_lod.h"

#include <math.h>
#include <string.h>

#include "tb/lockstep/lockstep.h"

enum { AXES = 3, QUAD_LANES = 3, TEX_CLAUSE = 1, TEX_WORDS = 3 };

typedef struct {
    uint32_t word[QUAD_LANES * AXES];
} texture_slopes_t;
typedef struct {
    uint32_t word[2 * AXES];
} texture_gradients_t;
typedef struct {
    uint32_t word[TEXTURE_RESOURCE_WORDS];
} texture_resource_t;
typedef struct {
    uint32_t word[TEXTURE_SAMPLER_WORDS];
} texture_sampler_t;
typedef struct {
    uint32_t word[TEX_WORDS];
} texture_inst_t;
typedef struct {
    uint32_t word[2];
} texture_xy_t;

/* clang-format off */
#define TEXTURE_LOD_UNIT_SIGNALS(S)                                                                    \
    S(IN,   texture_slopes_t,    coordinate,  32, "X Y Z of lanes 0, 1, 2")                            \
    S(IN,   texture_gradients_t, gradient,    32, "X Y Z as they were set, horizontal, vertical")      \
    S(IN,   uint32_t,            given,       32, "the lane's W")                                      \
    S(IN,   texture_resource_t,  resource,    32, "SQ_TEX_RESOURCE_WORD0 to 6")                        \
    S(IN,   texture_sampler_t,   sampler,     32, "SQ_TEX_SAMPLER_WORD0 to 2")                         \
    S(IN,   texture_inst_t,      tex,         32, "TEX_WORD0 to 2")                                    \
    S(IN,   uint32_t,            ta_cntl_aux, 32, "TA_CNTL_AUX")                                       \
    S(OUT,  uint16_t,            lod,         11, "combinational: s4.6, before its limits")            \
    S(OUT,  uint16_t,            clamped,     10, "combinational: u4.6, within them")                  \
    S(OUT,  bool,                minified,     1, "combinational: XY_MIN_FILTER counts")               \
    S(OUT,  uint8_t,             probes,       3, "combinational: logarithm of their number")          \
    S(OUT,  texture_xy_t,        axis,        32, "combinational: X and Y of the longer slope")
/* clang-format on */

RTL_STRUCT(texture_lod_unit, TEXTURE_LOD_UNIT_SIGNALS);
RTL_TABLE(texture_lod_unit, TEXTURE_LOD_UNIT_SIGNALS);

static void reset(void *state, void *driver, struct stimulus *random)
{
    (void)driver, (void)random;
    memset(state, 0, sizeof(struct texture_lod_unit));
    ((struct texture_lod_unit *)state)->in.tex.word[0] = 16; /* SAMPLE: 0 is no instruction of this unit */
}

/* ---- driving ---------------------------------------------------------------------------------------------------- */

/* 2^-16 to 2^3 or so, of either sign. */
static uint32_t ordinary(struct stimulus *random)
{
    const uint32_t exponent = 127 - 16 + stimulus_below(random, 20);
    return (uint32_t)stimulus_bits(random, 1) << 31 | exponent << 23 | (uint32_t)stimulus_bits(random, 23);
}

static uint32_t some_number(struct stimulus *random, unsigned odd)
{
    return stimulus_chance(random, odd) ? stimulus_word(random) : ordinary(random);
}

/* What asks for a level: SAMPLE* often, GET_COMP_TEX_LOD, GET_LERP, FETCH4. */
enum { ASKING = 3 };
static const uint8_t asking[ASKING] = {6, 9, 15};

static uint32_t some_opcode(struct stimulus *random)
{
    return stimulus_chance(random, 85) ? 16 + stimulus_below(random, 16) : asking[stimulus_below(random, ASKING)];
}

/* Biases and limits small, so that neither hides the other. */
static void drive_sampler(struct texture_lod_unit_in *in, struct stimulus *random)
{
    for (unsigned i = 0; i < TEXTURE_SAMPLER_WORDS; i++)
        in->sampler.word[i] = (uint32_t)stimulus_bits(random, 32);
    if (stimulus_chance(random, 60))
        in->sampler.word[1] = (stimulus_below(random, 128) - 64) << 20 | 0x3ffu << 10 |
                              (stimulus_chance(random, 60) ? 0 : stimulus_below(random, 128));
    if (stimulus_chance(random, 60))
        in->sampler.word[2] &= ~0xfffu;
}

/* A given level between two of the numbers that it is rounded to: an odd number of 128ths. */
static uint32_t some_tie(struct stimulus *random)
{
    const float value = (float)(2 * (int)stimulus_below(random, 1024) + 1) / 128;
    uint32_t    word;
    memcpy(&word, &value, sizeof word);
    return word | (uint32_t)stimulus_bits(random, 1) << 31;
}

/* A set gradient whose square lies where half of its logarithm goes from one 64th to the next. */
static void drive_edge(struct texture_lod_unit_in *in, struct stimulus *random)
{
    const double square = exp2((2 * stimulus_below(random, 64) + 1) / 64.0 - 8), ulp = 0x1p-23;
    const float  slope = (float)(sqrt(square) * (1 + ulp * ((int)stimulus_below(random, 65) - 32)));
    memset(&in->gradient, 0, sizeof in->gradient);
    memcpy(&in->gradient.word[0], &slope, sizeof slope);
    in->tex.word[0] = (in->tex.word[0] & ~31u) | 20; /* SAMPLE_G */
    in->tex.word[1] &= ~(1u << 28);                  /* X in texels */
}

static void drive(void *state, void *driver, struct stimulus *random)
{
    struct texture_lod_unit_in *in = &((struct texture_lod_unit *)state)->in;
    const unsigned              odd = stimulus_chance(random, 20) ? 30 : 1;
    (void)driver;
    for (unsigned i = 0; i < QUAD_LANES * AXES; i++)
        in->coordinate.word[i] = some_number(random, odd);
    for (unsigned lane = 1; lane < QUAD_LANES; lane++)
        if (stimulus_chance(random, 70))
            in->coordinate.word[lane * AXES + 2] = in->coordinate.word[2];
    for (unsigned i = 0; i < 2 * AXES; i++)
        in->gradient.word[i] = some_number(random, odd);
    in->given = stimulus_chance(random, 20) ? some_tie(random) : some_number(random, 30);
    for (unsigned i = 0; i < TEXTURE_RESOURCE_WORDS; i++)
        in->resource.word[i] = (uint32_t)stimulus_bits(random, 32);
    if (stimulus_chance(random, 70)) /* the largest level, and most of those below it */
        in->resource.word[4] &= 0x0fffffff;
    drive_sampler(in, random);
    for (unsigned i = 0; i < TEX_WORDS; i++)
        in->tex.word[i] = (uint32_t)stimulus_bits(random, 32);
    in->tex.word[0] = (in->tex.word[0] & ~31u) | some_opcode(random);
    in->ta_cntl_aux = (uint32_t)stimulus_bits(random, 32);
    if (stimulus_chance(random, 10))
        drive_edge(in, random);
}

/* ---- the C model ------------------------------------------------------------------------------------------------ */

static void clock(void *state)
{
    struct texture_lod_unit          *unit = state;
    const struct texture_lod_unit_in *in = &unit->in;
    const uint32_t                    dwords[4] = {in->tex.word[0], in->tex.word[1], in->tex.word[2], 0};
    struct isa_tex                    tex;
    struct texture_resource           resource;
    struct texture_sampler            sampler;
    const struct texture_units        units = {.ta_cntl_aux = in->ta_cntl_aux};
    struct texture_query              query = {.op = isa_fetch_lookup(TEX_CLAUSE, dwords)->id,
                                               .tex = &tex,
                                               .resource = &resource,
                                               .sampler = &sampler,
                                               .units = &units};
    uint32_t                          h[4], v[4];
    struct texture_lod                lod;
    isa_unpack_tex(dwords, &tex);
    texture_resource_unpack(in->resource.word, &resource);
    texture_sampler_unpack(in->sampler.word, &sampler);
    for (unsigned lane = 0; lane < QUAD_LANES; lane++)
        memcpy(query.coordinate[lane], &in->coordinate.word[lane * AXES], AXES * sizeof(uint32_t));
    query.coordinate[0][3] = in->given;
    memcpy(query.gradient_h[0], &in->gradient.word[0], AXES * sizeof(uint32_t));
    memcpy(query.gradient_v[0], &in->gradient.word[AXES], AXES * sizeof(uint32_t));
    texture_gradients(&query, h, v);
    texture_lod_make(&query, 0, h, v, &lod);
    unit->d.lod = (uint16_t)(lod.lod & 0x7ff);
    unit->d.clamped = (uint16_t)lod.clamped;
    unit->d.minified = lod.minified;
    unit->d.probes = lod.probes;
    memcpy(&unit->d.axis, lod.axis, sizeof lod.axis);
    rtl_commit(unit);
}

/* ---- what was driven -------------------------------------------------------------------------------------------- */

static const char *opcode_label(unsigned value)
{
    const uint32_t dwords[4] = {value < ASKING ? asking[value] : 16 + value - ASKING};
    return isa_fetch_lookup(TEX_CLAUSE, dwords)->name;
}

static int opcode_of(const void *state)
{
    const unsigned opcode = ((const struct texture_lod_unit *)state)->in.tex.word[0] & 31;
    for (unsigned i = 0; i < ASKING; i++)
        if (opcode == asking[i])
            return (int)i;
    return (int)opcode - 16 + ASKING;
}

static const char *dim_label(unsigned value)
{
    static const char *const names[8] = {"1D", "2D", "3D", "cube", "1D array", "2D array", "2D MSAA", "2D array MSAA"};
    return names[value];
}

static int dim_of(const void *state)
{
    return (int)(((const struct texture_lod_unit *)state)->in.resource.word[0] & 7);
}

static const struct stimulus_part parts[] = {
    {"opcode", ASKING + 16, opcode_label, opcode_of}, {"dim", 8, dim_label, dim_of}, {NULL, 0, NULL, NULL}};

static const char *const edges[] = {"given level: a tie above an even number",
                                    "given level: a tie above an odd number",
                                    "given level: 32 or more",
                                    "given level: NaN",
                                    "given level: a denormal",
                                    "biased level: a tie",
                                    NULL};

/* Bits of the opcode of SAMPLE*: given 1, biased 2. */
static uint64_t met(const void *state)
{
    const struct texture_lod_unit_in *in = &((const struct texture_lod_unit *)state)->in;
    const unsigned                    opcode = in->tex.word[0] & 31;
    const uint32_t                    magnitude = in->given & 0x7fffffffu;
    const bool                        given = opcode >= 16 && (opcode & 3) == 1;
    const bool                        biased = opcode >= 16 && (opcode & 3) == 2;
    float                             value;
    memcpy(&value, &magnitude, sizeof value);
    const bool     near = value < 16;
    const double   steps = near ? (double)value * 64 : 0, below = floor(steps);
    const bool     tie = steps - below == 0.5; /* exact */
    const unsigned odd = (unsigned)below & 1;
    return (uint64_t)(given && tie && !odd) | (uint64_t)(given && tie && odd) << 1 |
           (uint64_t)(given && value >= 32) << 2 | (uint64_t)(given && magnitude > 0x7f800000u) << 3 |
           (uint64_t)(given && magnitude && magnitude < 0x00800000u) << 4 | (uint64_t)(biased && tie) << 5;
}

static const struct stimulus_gap gaps[] = {
    {"o_probes", "5", "16 are the most"},
    {"o_probes", "6", "16 are the most"},
    {"o_probes", "7", "16 are the most"},
    {NULL, NULL, NULL},
};

const struct lockstep_module lockstep_texture_lod_unit = {
    LOCKSTEP_BLOCK(texture_lod_unit, texture_lod_unit, texture_lod_unit),
    .doc = "gradients and level of detail of a lane (ISA 9.4; 3D 8)",
    .lifetime = 2000,
    .parts = parts,
    .gaps = gaps,
    .edges = edges,
    .met = met,
    .part = true,
};
