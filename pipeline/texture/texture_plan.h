/* texture_plan.h - what a texture instruction of a quad reads: level of detail, levels, slices, probes, and for each
 * pass the texels with their weights (ISA 9.4, 10.4; 3D 8; Direct3D 10's rules where AMD is silent).
 *
 * Two steps, as in the hardware.  texture_plan_make is the gradient and LOD unit: once for a quad.  texture_plan_taps
 * is the walker and addresser: once for a lane and a pass, at most 2 x 2 texels of one level and slice.  All of it is
 * integers and float32 additions and products; docs/texture.md has the widths ("Arithmetic"). */
#ifndef PIPELINE_TEXTURE_PLAN_H
#define PIPELINE_TEXTURE_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/r700/isa.h"
#include "pipeline/texture/texel.h"
#include "pipeline/texture/texture_state.h"

enum {
    TEXTURE_QUAD = 4,    /* lanes, 0 1 above 2 3 */
    TEXTURE_TAPS = 4,    /* texels of a pass: (0,0) (1,0) (0,1) (1,1) */
    TEXTURE_STEPS = 4,   /* two levels of two slices */
    TEXTURE_FILTER4 = 36 /* words of TD_FILTER4 */
};

/* The weights of a sample add up to this, those of a text filter to as many of it as its box has texels. */
enum { TEXTURE_ONE_BITS = 28 };
#define TEXTURE_ONE (1 << TEXTURE_ONE_BITS)

/* What the units have beside resource and sampler.  The stage's border colour and kernel of the sampler. */
struct texture_units {
    uint32_t        border[4];                         /* TD_*_SAMPLER*_BORDER_RED to ALPHA: floats, or integers */
    uint8_t         cleartype_width, cleartype_height; /* TD_PS_SAMPLER*_CLEARTYPE_KERNEL; other stages: 0 */
    const uint32_t *filter4;     /* TEXTURE_FILTER4 words of TD_FILTER4; may be NULL: no weights */
    uint32_t        ta_cntl_aux; /* TA_CNTL_AUX */
};

/* An instruction of a quad.  What was set before (SET_GRADIENTS_H and _V, KEEP_GRADIENTS, SET_CUBEMAP_INDEX) is kept by
 * the caller; SET_* take it from `coordinate` X Y Z as they are, KEEP_GRADIENTS from texture_gradients. */
struct texture_query {
    enum isa_fetch_id              op;
    const struct isa_tex          *tex;
    const struct texture_resource *resource;
    const struct texture_sampler  *sampler; /* may be NULL for LD and others that need none */
    const struct texel_format     *format;  /* of the resource and sampler */
    const struct texture_units    *units;
    uint32_t                       coordinate[TEXTURE_QUAD][4]; /* X Y Z W after SRC_SEL: floats, integers for LD */
    uint32_t                       gradient_h[TEXTURE_QUAD][3], gradient_v[TEXTURE_QUAD][3]; /* of X Y Z, floats */
    uint32_t                       cube_index[TEXTURE_QUAD];                                 /* a float */
    uint8_t                        lanes; /* that fetch; for gradients all four lanes' coordinates count */
};

enum texture_filter_kind { TEXTURE_POINT, TEXTURE_BILINEAR, TEXTURE_BICUBIC, TEXTURE_TEXT };

/* One level and slice of a sample. */
struct texture_step {
    uint16_t slice;  /* of the surface; for a cube 8 times the cube's number and the face */
    uint8_t  level;  /* of the surface */
    bool     border; /* the slice lies outside: all of its texels are border */
    uint16_t weight; /* in 1/4096; those of a lane add up to 4096 */
};

struct texture_lane_plan {
    struct texture_step step[TEXTURE_STEPS];
    uint8_t             steps;            /* 0: nothing is read, the result is 0 */
    uint8_t             filter;           /* enum texture_filter_kind */
    uint8_t             fraction_bits;    /* of coordinates between texels: 14, 8, 6 or 4 */
    uint8_t             probes;           /* logarithm of the probes along the axis, 0..4 */
    uint32_t            axis[2];          /* the longer gradient's X and Y, floats */
    uint8_t             face;             /* of a cube, 0..5 */
    uint8_t             width, height;    /* passes beside and below one another in a step and probe */
    uint16_t            passes;           /* steps x probes x width x height */
    uint8_t             box;              /* texels of a text filter's box; 1 */
    int16_t             lod, lod_clamped; /* level of detail in 1/64, before and after its limits */
    uint8_t             level_fraction;   /* weight of the smaller level in 1/64, after PERF_MIP */
    uint8_t             slice_fraction;   /* of the farther slice of the first step's level, after PERF_Z */
};

struct texture_plan {
    struct texture_lane_plan lane[TEXTURE_QUAD];
    uint16_t                 passes; /* of the quad: its longest lane's, at least 1 */
};

struct texture_tap {
    uint32_t x, y, slice; /* texel; inside of the level */
    uint8_t  level, sample;
    bool     border; /* the border colour instead */
    bool     used;   /* else there is no tap */
    int32_t  weight; /* in 1 / TEXTURE_ONE; negative ones exist (bicubic) */
};
struct texture_taps {
    struct texture_tap tap[TEXTURE_TAPS];
};

void texture_plan_make(const struct texture_query *query, struct texture_plan *plan);
/* One lane's, by its level of detail (none for LD); whether it is a function of that alone. */
struct texture_lod;
void texture_plan_lane(const struct texture_query *query, unsigned lane, const struct texture_lod *lod,
                       struct texture_lane_plan *plan);
bool texture_plan_is_shared(const struct texture_query *query);
/* The texels of a lane in pass 0 .. plan->passes - 1; a lane whose passes are over has none that are used. */
void texture_plan_taps(const struct texture_query *query, const struct texture_plan *plan, unsigned lane, unsigned pass,
                       struct texture_taps *taps);

/* The coordinate of a probe: from -1/2 to 1/2 of the longer gradient, in the middles of as many equal parts, of which
 * `probes` is the logarithm. */
uint32_t texture_probe_at(unsigned probes, unsigned probe, uint32_t gradient, uint32_t coordinate);

/* Where between two texels of a level a coordinate lies, in 1 / 2^fraction_bits (GET_LERP). */
uint32_t texture_fraction(const struct texture_query *query, const struct texture_lane_plan *plan, unsigned level,
                          bool vertical, uint32_t coordinate);

/* The slopes of a quad's coordinates, one for all four lanes (GET_GRADIENTS_H, _V; KEEP_GRADIENTS). */
void texture_gradients(const struct texture_query *query, uint32_t horizontal[4], uint32_t vertical[4]);

/* Instructions whose result needs no texel (GET_*, KEEP_GRADIENTS), and that result, before the instruction's DST_SEL;
 * the resource's DST_SEL does not count.  SET_* have none. */
bool texture_answers_alone(enum isa_fetch_id op);
void texture_answer(const struct texture_query *query, uint32_t result[TEXTURE_QUAD][4]);

/* Families of opcodes. */
bool texture_op_compares(const struct texture_query *query); /* SAMPLE_C*, and others with SAMPLE_IS_PCF */
bool texture_op_gathers(const struct texture_query *query);  /* FETCH4, and SAMPLE* with FETCH_4 */

#endif
