/* ref_texture.c - a sample: levels, slices, probes and texels with their weights, added up in double precision
 * (ISA 9.4, 10.4; 3D 7, 8; Direct3D 10). */
#include "tb/ref/ref_texture_axis.h"
#include "tb/ref/ref_texture_internal.h"

#include <math.h>

enum { POINT_BITS = 14, FILTER_CUBIC = 2, ANISO = 4, Z_LINEAR = 2, MIP_NONE = 0, MIP_POINT = 1 };
enum { DISABLE_CUBE_WRAP = 1, ONE = 0x3f800000, SLICES_OF_CUBE = 8 };

static bool is_normalised(const struct isa_tex *tex, unsigned e)
{
    return e == 0 ? tex->coord_type_x : e == 1 ? tex->coord_type_y : e == 2 ? tex->coord_type_z : tex->coord_type_w;
}

static double offset_of(const struct isa_tex *tex, unsigned e)
{
    return ref_signed(e == 0 ? tex->offset_x : e == 1 ? tex->offset_y : tex->offset_z, 5) / 2.0;
}

struct slice {
    unsigned number;
    bool     border;
    double   weight;
};

struct plane {
    unsigned        level;
    struct ref_axis axis[2];
    struct slice    slice;
    bool            seamless; /* beyond the edges of a cube's face lie its neighbours */
};

static void add_texel(struct ref_sample *s, const struct plane *plane, int x, int y, double weight)
{
    unsigned         slice = plane->slice.number, face = slice % SLICES_OF_CUBE;
    struct ref_texel texel;
    bool             inside = !plane->slice.border;
    if (weight == 0 && !s->gathers)
        return;
    if (plane->seamless) {
        ref_cube_texel(plane->axis[0].size, &face, &x, &y);
        slice = slice - slice % SLICES_OF_CUBE + face;
    } else {
        inside &= ref_axis_texel(&plane->axis[0], &x);
        inside &= ref_axis_texel(&plane->axis[1], &y);
    }
    if (inside)
        ref_read_texel(s, plane->level, (unsigned)x, (unsigned)y, slice, 0, &texel);
    else
        ref_border_texel(s, &texel);
    ref_add_texel(s, inside, &texel, weight);
}

static bool is_beyond(const struct plane *plane, int texel)
{
    return texel < 0 || texel >= plane->axis[0].size;
}

/* Where three faces meet there is no fourth texel: the others share its weight.  Farther out there is no such place. */
static void share_corner(const struct plane *plane, const struct ref_axis_taps *across,
                         const struct ref_axis_taps *down, double share[8][8], bool *any)
{
    if (is_beyond(plane, across->texel[0]) == is_beyond(plane, across->texel[1]) ||
        is_beyond(plane, down->texel[0]) == is_beyond(plane, down->texel[1]))
        return;
    for (unsigned j = 0; j < 2; j++)
        for (unsigned i = 0; i < 2; i++) {
            const double weight = across->weight[i] * down->weight[j];
            if (!is_beyond(plane, across->texel[i]) || !is_beyond(plane, down->texel[j]))
                continue;
            *any |= weight != 0;
            share[j][i] -= weight;
            share[!j][i] += weight / 3;
            share[j][!i] += weight / 3;
            share[!j][!i] += weight / 3;
        }
}

static void add_place(struct ref_sample *s, const struct plane *plane, double x, double y, double weight)
{
    struct ref_axis_taps across, down;
    double               share[8][8] = {{0}};
    ref_axis_taps(&plane->axis[0], x, &across);
    ref_axis_taps(&plane->axis[1], y, &down);
    if (plane->seamless && plane->axis[0].filter == REF_LINEAR)
        share_corner(plane, &across, &down, share, &s->out->corner);
    for (unsigned j = 0; j < down.count; j++)
        for (unsigned i = 0; i < across.count; i++)
            add_texel(s, plane, across.texel[i], down.texel[j],
                      weight * (across.weight[i] * down.weight[j] + share[j][i]));
}

/* Probes lie evenly along the longer gradient, around the coordinate. */
static void add_plane(struct ref_sample *s, const struct plane *plane, const struct ref_lod *lod)
{
    double at[2] = {ref_coordinate(s, 0), ref_coordinate(s, 1)};
    for (unsigned i = 0; i < lod->probes; i++) {
        const double along = (i + 0.5) / lod->probes - 0.5;
        for (unsigned e = 0; e < 2 && lod->probes > 1; e++) /* a product and a sum, of float32 (docs/texture.md) */
            at[e] =
                ref_texture_single(ref_texture_single(ref_coordinate(s, e)) + ref_texture_single(along * lod->axis[e]));
        add_place(s, plane, at[0], at[1], plane->slice.weight / lod->probes);
    }
}

/* ---- filters, slices, levels ------------------------------------------------------------------------------------ */

static bool is_text(const struct ref_sample *s)
{
    const char *name = s->resource.name;
    return name[0] == '1' && (name[1] == 0 || strcmp(name, "1_REVERSED") == 0) && s->query->units->kernel % 8 &&
           s->query->units->kernel / 8 % 8;
}

static enum ref_filter filter_of(const struct ref_sample *s, unsigned kind)
{
    if (s->gathers)
        return REF_GATHER;
    if (s->integers)
        return REF_POINT;
    if (is_text(s))
        return REF_TEXT;
    return kind == FILTER_CUBIC ? REF_CUBIC : kind & 1 ? REF_LINEAR : REF_POINT;
}

static struct ref_axis axis_of(const struct ref_sample *s, unsigned e, enum ref_filter filter, int size, unsigned level)
{
    const bool normalised = is_normalised(s->query->tex, e);
    const bool high = s->sampler.high_precision || s->query->units->ta_cntl_aux >> 31;
    return (struct ref_axis){
        .size = size,
        .scale = normalised ? size : ldexp(1, -(int)level),
        .clamp = filter == REF_TEXT ? REF_BORDER
                                    : ref_clamp_that_counts(s->sampler.clamp[e], normalised,
                                                            filter == REF_POINT || s->integers, s->sampler.point_clamp),
        .filter = filter,
        .width = s->query->units->kernel >> 3 * (e & 1) & 7,
        .bits = filter == REF_CUBIC                  ? 4
                : filter == REF_POINT || s->integers ? POINT_BITS
                : high                               ? 8
                                                     : 6,
        .offset = offset_of(s->query->tex, e),
        .start = e < 2 && s->resource.dim == REF_CUBE, /* a face is from 1 to 2 (MESA) */
        .nearest = s->integers,
        .halves = filter == REF_LINEAR && s->sampler.coordinate_truncate,
        .filter4 = s->query->units->filter4 + 18 * (e & 1),
    };
}

/* R5xx TRI_PERF: nothing is mixed near the ends, the rest is steeper. */
static double steeper(double fraction, unsigned eighths)
{
    const double b = eighths / 8.0;
    if (eighths >= 4)
        return fraction >= 0.5;
    return fmin(fmax(floor((fraction - b) / (1 - 2 * b) * 64 + 0.5) / 64, 0), 1);
}

static double even(double number)
{
    return isnan(number) ? 0 : rint(fmin(fmax(number, -1e6), 1e6));
}

/* Z; but Y of a row's where Z is a reference (MESA). */
static unsigned slice_element(const struct ref_sample *s)
{
    const enum ref_lod_source source = ref_lod_source(s->query->op);
    const bool                z_compares = source == REF_LOD_GIVEN || source == REF_LOD_BIASED;
    return s->resource.dim == REF_1D_ARRAY && s->compares && z_compares ? 1 : 2;
}

/* The nearest slice of the part of an array that may be seen (Direct3D 10). */
static unsigned slices_of_array(const struct ref_sample *s, struct slice slice[2])
{
    const double last = s->resource.last_array - (double)s->resource.base_array;
    const double z = fmin(fmax(even(ref_coordinate(s, slice_element(s))), 0), last);
    slice[0] = (struct slice){s->resource.base_array + (unsigned)z, false, 1};
    return 1;
}

static unsigned slices_of_volume(const struct ref_sample *s, enum ref_filter filter, unsigned level, int size,
                                 unsigned base, struct slice slice[2])
{
    const bool linear = !s->integers && !s->gathers && filter != REF_TEXT &&
                        (s->sampler.z_filter == 0 ? filter != REF_POINT : s->sampler.z_filter == Z_LINEAR);
    const unsigned       element = s->resource.dim == REF_3D ? 2 : slice_element(s);
    const bool           normalised = is_normalised(s->query->tex, element);
    struct ref_axis      axis = axis_of(s, 2, linear ? REF_LINEAR : REF_POINT, size, level);
    struct ref_axis_taps taps;
    axis.scale = normalised ? size : ldexp(1, -(int)level);
    axis.clamp = ref_clamp_that_counts(s->sampler.clamp[2], normalised, !linear, s->sampler.point_clamp);
    axis.bits = !linear ? POINT_BITS : filter == REF_CUBIC ? 4 : 6;
    axis.halves = false; /* those of pictures, X and Y */
    ref_axis_taps(&axis, ref_coordinate(s, element), &taps);
    if (linear) {
        const double steps = 1u << axis.bits;
        taps.weight[1] = floor(steeper(taps.weight[1], s->sampler.perf_z) * steps) / steps;
        taps.weight[0] = 1 - taps.weight[1];
    }
    for (unsigned i = 0; i < taps.count; i++) {
        const bool inside = ref_axis_texel(&axis, &taps.texel[i]);
        slice[i] = (struct slice){base + (inside ? (unsigned)taps.texel[i] : 0), !inside, taps.weight[i]};
    }
    return taps.count;
}

static unsigned slices_of(const struct ref_sample *s, enum ref_filter filter, unsigned level, const unsigned size[3],
                          struct slice slice[2])
{
    const double face = fmin(fmax(even(ref_coordinate(s, 2)), 0), 5);
    const double cube = fmin(fmax(even(ref_float(s->query->cube_index[s->lane])), 0), s->resource.depth - 1.0);
    switch (s->resource.dim) {
    case REF_3D:
        return slices_of_volume(s, filter, level, (int)size[2], 0, slice);
    case REF_CUBE:
        slice[0] = (struct slice){(unsigned)face + SLICES_OF_CUBE * (unsigned)cube, false, 1};
        return 1;
    case REF_1D_ARRAY:
    case REF_2D_ARRAY:
        if (s->sampler.array_override)
            return slices_of_array(s, slice);
        return slices_of_volume(s, filter, 0, (int)(s->resource.last_array - s->resource.base_array + 1),
                                s->resource.base_array, slice);
    default:
        slice[0] = (struct slice){0, false, 1};
        return 1;
    }
}

static void add_level(struct ref_sample *s, enum ref_filter filter, unsigned above, const struct ref_lod *lod,
                      double weight)
{
    const unsigned level = s->resource.base_level + above;
    const bool     flat = s->resource.dim == REF_1D || s->resource.dim == REF_1D_ARRAY;
    unsigned       size[3];
    struct slice   slice[2];
    if (weight == 0)
        return;
    ref_level_size(&s->resource, level, size);
    struct plane plane = {
        .level = level, .seamless = s->resource.dim == REF_CUBE && !(s->query->units->ta_cntl_aux & DISABLE_CUBE_WRAP)};
    plane.axis[0] = axis_of(s, 0, filter, (int)size[0], above);
    plane.axis[1] = axis_of(s, 1, filter, (int)size[1], above);
    if (flat) /* one row, whatever Y is */
        plane.axis[1] =
            (struct ref_axis){.size = 1, .clamp = REF_LAST_TEXEL, .filter = s->gathers ? REF_GATHER : REF_POINT};
    if (plane.seamless) /* whatever the clamp modes are */
        plane.axis[0].clamp = plane.axis[1].clamp = REF_LAST_TEXEL;
    const unsigned slices = slices_of(s, filter, above, size, slice);
    for (unsigned i = 0; i < slices; i++) {
        plane.slice = slice[i];
        plane.slice.weight *= weight;
        add_plane(s, &plane, lod);
    }
}

/* Filter and levels of a sample: the second of two has the weight `fraction`. */
struct levels {
    enum ref_filter filter;
    unsigned        above;
    double          fraction;
    struct ref_lod  lod;
};

static void find_levels(struct ref_sample *s, struct levels *levels)
{
    const double last = s->resource.last_level - s->resource.base_level;
    ref_lod_make(s->query, &s->resource, &s->sampler, s->lane, s->choice, &levels->lod);
    struct ref_lod *lod = &levels->lod;
    const unsigned  kind = lod->after > 0 ? s->sampler.min : s->sampler.mag;
    levels->filter = filter_of(s, kind);
    if (kind < ANISO || levels->filter == REF_TEXT || s->gathers || s->integers)
        lod->probes = 1;
    s->out->lod[0] = lod->before;
    s->out->lod[1] = lod->after;
    s->out->probes = lod->probes;
    s->out->filter = levels->filter;
    s->out->near = lod->near;
    const double at = fmin(fmax(lod->after, 0), last);
    const bool   none = levels->filter == REF_TEXT || s->sampler.mip_filter == MIP_NONE;
    const bool   nearest = s->sampler.mip_filter == MIP_POINT || s->integers || s->gathers;
    levels->above = none ? 0 : (unsigned)floor(nearest ? at + 0.5 : at);
    levels->fraction = none || nearest ? 0 : steeper(at - floor(at), s->sampler.perf_mip);
}

static void add_levels(struct ref_sample *s)
{
    struct levels levels;
    find_levels(s, &levels);
    add_level(s, levels.filter, levels.above, &levels.lod, 1 - levels.fraction);
    add_level(s, levels.filter, levels.above + 1, &levels.lod, levels.fraction);
}

/* ---- texels by number ------------------------------------------------------------------------------------------- */

/* Integers: X Y Z, and W the level or the sample (ISA 9.4 LD; MESA); outside of the texture 0 (Direct3D 10).
 * Offsets do not count (MESA adds them to the coordinates). */
static void load(struct ref_sample *s)
{
    const bool samples = s->resource.dim >= REF_2D_MSAA;
    const bool array =
        s->resource.dim == REF_1D_ARRAY || s->resource.dim == REF_2D_ARRAY || s->resource.dim == REF_2D_ARRAY_MSAA;
    const uint32_t *at = s->query->coordinate[s->lane];
    const double    last =
        samples ? (1u << s->resource.last_level) - 1.0 : s->resource.last_level - s->resource.base_level;
    const unsigned   level = samples ? 0 : s->resource.base_level + at[3];
    unsigned         size[3];
    double           place[3];
    struct ref_texel texel;
    if (at[3] > last)
        return;
    ref_level_size(&s->resource, level, size);
    for (unsigned e = 0; e < 3; e++) {
        const bool counts = e == 0 || (e == 1 && s->resource.dim != REF_1D && s->resource.dim != REF_1D_ARRAY) ||
                            (e == 2 && (array || s->resource.dim == REF_3D));
        const double base = e == 2 && array ? s->resource.base_array : 0;
        const double end = e == 2 && array ? s->resource.last_array + 1.0 : size[e];
        place[e] = !counts ? 0 : (double)at[e] + base;
        if (place[e] < base || place[e] >= end)
            return;
    }
    ref_read_texel(s, level, (unsigned)place[0], (unsigned)place[1], (unsigned)place[2], samples ? at[3] : 0, &texel);
    ref_add_texel(s, true, &texel, 1);
}

/* ---- results ---------------------------------------------------------------------------------------------------- */

uint32_t ref_texture_one(const struct ref_texture_query *query)
{
    struct ref_resource_fields resource;
    ref_resource_fields(query->resource, &resource);
    return ref_texel_is_integer(&resource) ? 1 : ONE;
}

static void select_elements(const struct ref_sample *s, struct ref_texture_result *result)
{
    const struct ref_texture_result from = *result;
    for (unsigned e = 0; e < 4; e++) {
        const unsigned select = s->resource.select[e];
        const bool     constant = select >= REF_SEL_0;
        result->bits[e] = !constant ? from.bits[select] : select == REF_SEL_1 ? ref_texture_one(s->query) : 0;
        result->number[e] = !constant ? from.number[select] : select == REF_SEL_1;
        result->size[e] = !constant ? from.size[select] : 0;
        result->terms[e] = !constant ? from.terms[select] : 0;
        result->exact[e] = constant || from.exact[select];
    }
}

static struct ref_sample begin(const struct ref_texture_query *query, unsigned lane,
                               const struct ref_texture_choice *choice, struct ref_texture_result *result)
{
    static const struct ref_texture_choice none;
    struct ref_sample s = {.query = query, .lane = lane, .choice = choice ? choice : &none, .out = result};
    *result = (struct ref_texture_result){.exact = {true, true, true, true}};
    ref_resource_fields(query->resource, &s.resource);
    if (query->sampler)
        ref_sampler_fields(query->sampler, &s.sampler);
    ref_tiling_fields(query->units->tiling, &s.tiling);
    s.integers = ref_texel_is_integer(&s.resource);
    for (unsigned e = 0; e < 4; e++)
        s.full[e] = ref_full_scale(&s.resource, e);
    return s;
}

/* X, Y of the first level that counts, slices, levels. */
void ref_texture_lerp(const struct ref_texture_query *query, unsigned lane, const struct ref_texture_choice *choice,
                      double fraction[4])
{
    struct ref_texture_result unused;
    struct ref_sample         s = begin(query, lane, choice, &unused);
    struct levels             levels;
    struct slice              slice[2];
    unsigned                  size[3];
    find_levels(&s, &levels);
    const unsigned above = levels.above + (levels.fraction == 1);
    ref_level_size(&s.resource, s.resource.base_level + above, size);
    const bool flat = s.resource.dim == REF_1D || s.resource.dim == REF_1D_ARRAY;
    for (unsigned e = 0; e < 2; e++) {
        struct ref_axis axis = axis_of(&s, e, levels.filter, (int)size[e], above);
        if (s.resource.dim == REF_CUBE && !(query->units->ta_cntl_aux & DISABLE_CUBE_WRAP))
            axis.clamp = REF_LAST_TEXEL;
        fraction[e] = e == 1 && flat ? 0 : ref_axis_fraction(&axis, ref_coordinate(&s, e));
    }
    fraction[2] = slices_of(&s, levels.filter, above, size, slice) == 2 ? slice[1].weight : 0;
    fraction[3] = levels.fraction;
}

void ref_texture_lookup(const struct ref_texture_query *query, unsigned lane, const struct ref_texture_choice *choice,
                        struct ref_texture_result *result)
{
    struct ref_sample s = begin(query, lane, choice, result);
    if (query->op == ISA_FETCH_LD) {
        load(&s);
    } else {
        s.compares = ref_op_compares(query->op) || (s.sampler.is_pcf && query->op >= ISA_FETCH_SAMPLE);
        s.gathers = query->op == ISA_FETCH_FETCH4 || s.sampler.fetch_4;
        add_levels(&s);
    }
    for (unsigned e = 0; e < 4 && result->taps != 1 && !s.gathers; e++) {
        result->bits[e] = ref_float_bits(result->number[e]);
        result->exact[e] = false;
    }
    for (unsigned e = 0; e < 4 && s.killed; e++) {
        result->number[e] = -1;
        result->bits[e] = ref_float_bits(-1);
        result->exact[e] = true;
    }
    if (!s.gathers)
        select_elements(&s, result);
}
