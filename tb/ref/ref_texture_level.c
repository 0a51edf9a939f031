/* ref_texture_level.c - gradients and level of detail (ISA 9.4; 3D 8; Direct3D 10's definition), neighbours of a cube's
 * faces.
 *
 * The level of detail is the logarithm of the longer gradient, in texels of the base level.  Readings without a source
 * are rows of docs/open-questions.md: gradients are those of the quad's first lane, N probes are the ratio
 * of both gradients rounded up to a power of two, LOD_USES_MINOR_AXIS takes the shorter gradient. */
#include "tb/ref/ref_texture.h"

#include <math.h>
#include <string.h>

enum { ANISO = 4, DISABLE_CUBE_ANISO = 2 };

/* Denormals are zeros, of differences too. */
double ref_texture_single(double number)
{
    const double rounded = (double)(float)number;
    return fabs(rounded) < 0x1p-126 ? copysign(0, rounded) : rounded;
}

static double number_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return ref_texture_single((double)value);
}

/* ---- opcodes ---------------------------------------------------------------------------------------------------- */

enum ref_lod_source ref_lod_source(enum isa_fetch_id op)
{
    switch (op) {
    case ISA_FETCH_SAMPLE_L:
    case ISA_FETCH_SAMPLE_G_L:
    case ISA_FETCH_SAMPLE_C_L:
    case ISA_FETCH_SAMPLE_C_G_L:
        return REF_LOD_GIVEN;
    case ISA_FETCH_SAMPLE_LB:
    case ISA_FETCH_SAMPLE_G_LB:
    case ISA_FETCH_SAMPLE_C_LB:
    case ISA_FETCH_SAMPLE_C_G_LB:
        return REF_LOD_BIASED;
    case ISA_FETCH_SAMPLE_LZ:
    case ISA_FETCH_SAMPLE_G_LZ:
    case ISA_FETCH_SAMPLE_C_LZ:
    case ISA_FETCH_SAMPLE_C_G_LZ:
    case ISA_FETCH_FETCH4:
        return REF_LOD_ZERO;
    default:
        return REF_LOD_COMPUTED;
    }
}

bool ref_op_compares(enum isa_fetch_id op)
{
    return op == ISA_FETCH_SAMPLE_C || op == ISA_FETCH_SAMPLE_C_L || op == ISA_FETCH_SAMPLE_C_LB ||
           op == ISA_FETCH_SAMPLE_C_LZ || op == ISA_FETCH_SAMPLE_C_G || op == ISA_FETCH_SAMPLE_C_G_L ||
           op == ISA_FETCH_SAMPLE_C_G_LB || op == ISA_FETCH_SAMPLE_C_G_LZ;
}

bool ref_op_has_gradients(enum isa_fetch_id op)
{
    return op == ISA_FETCH_SAMPLE_G || op == ISA_FETCH_SAMPLE_G_LB || op == ISA_FETCH_SAMPLE_C_G ||
           op == ISA_FETCH_SAMPLE_C_G_LB;
}

/* ---- gradients -------------------------------------------------------------------------------------------------- */

void ref_texture_gradients(const struct ref_texture_query *query, double h[4], double v[4])
{
    for (unsigned e = 0; e < 4; e++) {
        const double here = number_of(query->coordinate[0][e]);
        h[e] = ref_texture_single(number_of(query->coordinate[1][e]) - here);
        v[e] = ref_texture_single(number_of(query->coordinate[2][e]) - here);
    }
}

/* The gradients that count for a lane, in coordinates. */
static void gradients(const struct ref_texture_query *query, const struct ref_resource_fields *resource, unsigned lane,
                      double h[3], double v[3])
{
    double own_h[4], own_v[4];
    ref_texture_gradients(query, own_h, own_v);
    for (unsigned e = 0; e < 3; e++) {
        h[e] = ref_op_has_gradients(query->op) ? number_of(query->gradient_h[lane][e]) : own_h[e];
        v[e] = ref_op_has_gradients(query->op) ? number_of(query->gradient_v[lane][e]) : own_v[e];
    }
    if (resource->dim != REF_CUBE || ref_op_has_gradients(query->op))
        return;
    for (unsigned e = 0; e < 3; e++) { /* from one face to another there is none */
        h[e] = query->coordinate[0][2] == query->coordinate[1][2] ? h[e] : 0;
        v[e] = query->coordinate[0][2] == query->coordinate[2][2] ? v[e] : 0;
    }
}

/* ---- level of detail -------------------------------------------------------------------------------------------- */

/* Four bits and a sign before the point, six behind it. */
static double within(double lod)
{
    return fmin(fmax(lod, -16), 1023.0 / 64);
}

static double nearest(double lod)
{
    return within(rint(lod * 64) / 64);
}

static double length_of(const struct ref_texture_query *query, const struct ref_resource_fields *resource,
                        const double gradient[3])
{
    static const unsigned axes[] = {1, 2, 3, 2, 1, 2, 2, 2}; /* by DIM */
    const bool            normal[3] = {query->tex->coord_type_x, query->tex->coord_type_y, query->tex->coord_type_z};
    unsigned              size[3];
    double                sum = 0;
    ref_level_size(resource, resource->base_level, size);
    for (unsigned e = 0; e < axes[resource->dim]; e++) {
        const double texels = gradient[e] * (normal[e] ? size[e] : 1);
        sum += texels * texels;
    }
    return sqrt(sum);
}

/* Probes along the longer gradient, so many that the shorter one is covered, or a texel. */
static unsigned probes_of(const struct ref_resource_fields *resource, const struct ref_sampler_fields *sampler,
                          double ratio)
{
    const unsigned fewer = resource->max_aniso < sampler->max_aniso ? resource->max_aniso : sampler->max_aniso;
    unsigned       probes = 1;
    while (probes < 1u << fewer && probes < ratio)
        probes *= 2;
    return probes;
}

static bool is_anisotropic(const struct ref_texture_query *query, const struct ref_resource_fields *resource,
                           const struct ref_sampler_fields *sampler)
{
    const bool array = resource->dim == REF_1D_ARRAY || resource->dim == REF_2D_ARRAY;
    if (resource->dim == REF_CUBE && query->units->ta_cntl_aux & DISABLE_CUBE_ANISO)
        return false;
    return sampler->min >= ANISO && resource->dim != REF_3D && !(array && !sampler->array_override);
}

/* Is the number within `width` of the middle between two whole ones, or of a whole one? */
static bool is_near(double number, double middle, double width)
{
    return fabs(number - middle - rint(number - middle)) < width;
}

static double computed(const struct ref_texture_query *query, const struct ref_resource_fields *resource,
                       const struct ref_sampler_fields *sampler, unsigned lane, const struct ref_texture_choice *choice,
                       struct ref_lod *lod)
{
    double h[3], v[3];
    gradients(query, resource, lane, h, v);
    const double across = length_of(query, resource, h), down = length_of(query, resource, v);
    const double longer = fmax(across, down), shorter = fmin(across, down); /* of a NaN and a number the number */
    /* Of a NaN the upper limit (Direct3D 10). */
    const double coarse = isnan(longer) ? within(INFINITY) : within(log2(longer));
    const double fine = isnan(longer) ? coarse : within(log2(shorter)), ratio = exp2(coarse - fmax(fine, 0));
    const bool   equal = shorter >= longer * (1 - 1e-6);
    const bool   is_h = (across >= down) != (equal && choice->axis != 0);
    if (is_anisotropic(query, resource, sampler)) {
        /* The logarithms of both have 1/64; their sum may be off by one of them, too. */
        lod->near |= is_near(log2(ratio), 0, 2.5 / 64) ? REF_NEAR_RATIO : 0;
        lod->near |= shorter >= longer * (1 - 1e-5) ? REF_NEAR_AXIS : 0;
        lod->probes = probes_of(resource, sampler, ratio * exp2(choice->ratio / 64.0));
        lod->axis[0] = is_h ? h[0] : v[0];
        lod->axis[1] = is_h ? h[1] : v[1];
    }
    const double fewer = coarse - log2(lod->probes);
    return sampler->minor_axis ? fine : lod->probes > 1 ? fmax(fewer, fine) : fewer;
}

void ref_lod_make(const struct ref_texture_query *query, const struct ref_resource_fields *resource,
                  const struct ref_sampler_fields *sampler, unsigned lane, const struct ref_texture_choice *choice,
                  struct ref_lod *lod)
{
    const enum ref_lod_source source = ref_lod_source(query->op);
    const double              given = number_of(query->coordinate[lane][3]), w = isnan(given) ? 0 : given;
    const double              bias = sampler->bias + sampler->bias_sec + ref_signed(query->tex->lod_bias, 7) / 16.0;
    *lod = (struct ref_lod){.probes = 1};
    if (source == REF_LOD_GIVEN)
        lod->before = nearest(w);
    else if (source != REF_LOD_ZERO) {
        const double level = computed(query, resource, sampler, lane, choice, lod);
        lod->near |= is_near(level * 64, 0.5, 3e-3) ? REF_NEAR_LOD : 0; /* logarithms are of 16 bits */
        lod->before = nearest(nearest(level) + choice->lod / 64.0);
    }
    if (source != REF_LOD_ZERO)
        lod->before = nearest(lod->before + bias + (source == REF_LOD_BIASED ? nearest(w) : 0));
    lod->after = fmin(fmax(lod->before, sampler->min_lod), sampler->max_lod);
}

/* ---- cubes ------------------------------------------------------------------------------------------------------ */

/* Axes of the faces as the CUBE instruction has them (ISA 9.2): the one that goes out, that of x, that of y; with
 * signs.
 */
static const int outward[6] = {1, -1, 2, -2, 3, -3}, along_x[6] = {-3, 3, 1, 1, 1, -1};
static const int along_y[6] = {-2, -2, 3, -3, -2, -2};

static void put(int point[4], int axis, int value)
{
    point[axis < 0 ? -axis : axis] = axis < 0 ? -value : value;
}

static int get(const int point[4], int axis)
{
    return axis < 0 ? -point[-axis] : point[axis];
}

/* In halves of texels from the cube's middle; who leaves a face goes on at a right angle. */
void ref_cube_texel(int size, unsigned *face, int *x, int *y)
{
    int       point[4] = {0}, out = size;
    const int corner[2] = {*x < 0 ? 0 : *x >= size ? size - 1 : *x, *y < 0 ? 0 : *y >= size ? size - 1 : *y};
    if (corner[0] == *x && corner[1] == *y)
        return;
    if (corner[0] != *x) /* beyond both edges lies none: the neighbour's across X (docs/open-questions.md) */
        *y = corner[1];
    int across[2] = {2 * *x + 1 - size, 2 * *y + 1 - size};
    for (unsigned i = 0; i < 2; i++) {
        const int beyond = (across[i] < 0 ? -across[i] : across[i]) - size;
        if (beyond > 0) {
            across[i] = across[i] < 0 ? -size : size;
            out = size - beyond < 1 - size ? 1 - size : size - beyond;
        }
    }
    put(point, outward[*face], out);
    put(point, along_x[*face], across[0]);
    put(point, along_y[*face], across[1]);
    for (unsigned f = 0; f < 6; f++)
        if (get(point, outward[f]) == size) {
            *face = f;
            *x = (get(point, along_x[f]) + size - 1) / 2;
            *y = (get(point, along_y[f]) + size - 1) / 2;
            return;
        }
}
