#include "pipeline/texture/texture_lod.h"

#include "pipeline/alu/alu_float.h"
#include "pipeline/texture/texture_number.h"
#include "pipeline/texture/texture_shape.h"

enum { AXES = 3, MOST_PROBES = 4 /* logarithm */ };

static uint32_t difference(uint32_t a, uint32_t b)
{
    return op_add(a, b ^ FLOAT_SIGN);
}

/* One slope for the whole quad, from its first lane.  GUESS: next families' fine derivatives are an option of these
 * instructions (MESA: Evergreen's INST_MOD), so without it they are coarse; which row and column counts is not said. */
void texture_gradients(const struct texture_query *query, uint32_t horizontal[4], uint32_t vertical[4])
{
    for (unsigned i = 0; i < 4; i++) {
        horizontal[i] = difference(query->coordinate[1][i], query->coordinate[0][i]);
        vertical[i] = difference(query->coordinate[2][i], query->coordinate[0][i]);
    }
}

static int saturate(int lod)
{
    return lod < LOD_LEAST ? LOD_LEAST : lod > LOD_MOST ? LOD_MOST : lod;
}

/* A level of detail in a register. */
static int lod_of_float(uint32_t value)
{
    return saturate((int)texture_fixed(value, 1, LOD_BITS, 1u << 15));
}

/* The square of a gradient's length in texels. */
static uint32_t length_squared(const struct texture_query *query, const uint32_t gradient[AXES])
{
    const unsigned axes = texture_lod_axes(query->resource);
    uint32_t       sum = 0;
    for (unsigned i = 0; i < axes; i++) {
        const uint32_t texels = op_mul_ieee(gradient[i], float_of_integer(texture_lod_scale(query, i)));
        const uint32_t square = op_mul_ieee(texels, texels);
        sum = i ? op_add(sum, square) : square;
    }
    return sum;
}

static bool set_gradients(enum isa_fetch_id op)
{
    return (op >= ISA_FETCH_SAMPLE_G && op <= ISA_FETCH_SAMPLE_G_LZ) ||
           (op >= ISA_FETCH_SAMPLE_C_G && op <= ISA_FETCH_SAMPLE_C_G_LZ);
}

/* Lanes on different faces of a cube have coordinates that do not belong together.
 * GUESS: a gradient between two faces counts as none. */
static bool one_face(const struct texture_query *query, unsigned a, unsigned b)
{
    return query->resource->dim != TEX_DIM_CUBEMAP || query->coordinate[a][2] == query->coordinate[b][2];
}

static void gradients_of(const struct texture_query *query, unsigned lane, const uint32_t quad_h[4],
                         const uint32_t quad_v[4], uint32_t h[AXES], uint32_t v[AXES])
{
    const bool set = set_gradients(query->op), face_h = one_face(query, 0, 1), face_v = one_face(query, 0, 2);
    for (unsigned i = 0; i < AXES; i++) {
        h[i] = set ? query->gradient_h[lane][i] : face_h ? quad_h[i] : 0;
        v[i] = set ? query->gradient_v[lane][i] : face_v ? quad_v[i] : 0;
    }
}

/* The level of detail of the gradients alone, and the probes.  A sample with N = 2^k probes along the longer axis needs
 * the level at which that axis is N texels long, but none that is finer than the shorter axis.
 * GUESS: k is rounded up, so N is a power of two (MAX_ANISO gives one); LOD_USES_MINOR_AXIS: the shorter axis alone. */
static int lod_of_gradients(const struct texture_query *query, unsigned lane, const uint32_t quad_h[4],
                            const uint32_t quad_v[4], struct texture_lod *lod)
{
    uint32_t h[AXES], v[AXES];
    gradients_of(query, lane, quad_h, quad_v, h, v);
    const uint32_t own_h = length_squared(query, h), own_v = length_squared(query, v);
    /* One that is no number counts as the other (Direct3D 10: the larger of a NaN and a number is the number). */
    const uint32_t length_h = is_nan(own_h) ? own_v : own_h, length_v = is_nan(own_v) ? own_h : own_v;
    const bool     h_major = magnitude(length_h) >= magnitude(length_v);
    const int      major = saturate(texture_half_logarithm(h_major ? length_h : length_v));
    const int      minor = saturate(texture_half_logarithm(h_major ? length_v : length_h));
    const int      finest = minor > 0 ? minor : 0, most = (int)texture_most_probes(query);
    const int      wanted = (major - finest + LOD_ONE - 1) / LOD_ONE;
    const int      probes = wanted < 0 ? 0 : wanted > most ? most : wanted;

    lod->probes = (uint8_t)probes;
    for (unsigned i = 0; i < 2; i++)
        lod->axis[i] = !probes ? 0 : h_major ? h[i] : v[i];
    if (query->sampler->lod_uses_minor_axis)
        return minor;
    return most && major - probes * LOD_ONE < minor ? minor : major - probes * LOD_ONE;
}

/* LOD_BIAS of the instruction is S2.4 in seven bits. */
static int instruction_bias(const struct isa_tex *tex)
{
    return (((int)tex->lod_bias ^ 64) - 64) * (LOD_ONE / 16);
}

static int limited(const struct texture_sampler *sampler, int lod)
{
    if (lod < (int)sampler->min_lod)
        lod = (int)sampler->min_lod;
    return lod > (int)sampler->max_lod ? (int)sampler->max_lod : lod;
}

/* The level of detail when that of the gradients is `level`. */
static void finish(const struct texture_query *query, unsigned lane, int level, struct texture_lod *lod)
{
    const enum texture_lod_source source = texture_lod_source(query->op);
    const struct texture_sampler *sampler = query->sampler;
    if (source == LOD_GIVEN)
        level = lod_of_float(query->coordinate[lane][3]);
    if (source == LOD_BIASED)
        level += lod_of_float(query->coordinate[lane][3]);
    if (source != LOD_ZERO)
        level = saturate(level + sampler->lod_bias + sampler->lod_bias_sec + instruction_bias(query->tex));
    const int within = limited(sampler, level), last = (int)texture_last_level(query->resource) * LOD_ONE;
    lod->lod = (int16_t)level;
    lod->minified = within > 0; /* of a texture without smaller levels, too */
    lod->clamped = (int16_t)(within > last ? last : within);
}

static bool has_gradients(const struct texture_query *query)
{
    const enum texture_lod_source source = texture_lod_source(query->op);
    return source == LOD_COMPUTED || source == LOD_BIASED;
}

void texture_lod_make(const struct texture_query *query, unsigned lane, const uint32_t h[4], const uint32_t v[4],
                      struct texture_lod *lod)
{
    *lod = (struct texture_lod){0};
    finish(query, lane, has_gradients(query) ? lod_of_gradients(query, lane, h, v, lod) : 0, lod);
}

/* Lanes without gradients and a level of detail of their own share those of the quad. */
void texture_lod_quad(const struct texture_query *query, const uint32_t h[4], const uint32_t v[4],
                      struct texture_lod lod[TEXTURE_QUAD])
{
    const enum texture_lod_source source = texture_lod_source(query->op);
    const bool                    own = set_gradients(query->op), alone = source == LOD_GIVEN || source == LOD_BIASED;
    const bool                    gradients = source == LOD_COMPUTED || source == LOD_BIASED;
    struct texture_lod            shared = {0};
    const int                     level = gradients && !own ? lod_of_gradients(query, 0, h, v, &shared) : 0;
    if (!own && !alone)
        finish(query, 0, level, &shared);
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++) {
        if (!(query->lanes >> lane & 1))
            continue;
        lod[lane] = shared;
        if (own || alone)
            finish(query, lane, gradients && own ? lod_of_gradients(query, lane, h, v, &lod[lane]) : level, &lod[lane]);
    }
}
