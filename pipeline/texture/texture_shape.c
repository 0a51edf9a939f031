#include "pipeline/texture/texture_shape.h"

enum { MOST_PROBES = 4 /* logarithm: 16 */ };

enum texture_lod_source texture_lod_source(enum isa_fetch_id op)
{
    switch (op) {
    case ISA_FETCH_SAMPLE_L:
    case ISA_FETCH_SAMPLE_G_L:
    case ISA_FETCH_SAMPLE_C_L:
    case ISA_FETCH_SAMPLE_C_G_L:
        return LOD_GIVEN;
    case ISA_FETCH_SAMPLE_LB: /* ISA 9.4 has LOD_BIAS of the instruction alone; MESA: W, too */
    case ISA_FETCH_SAMPLE_G_LB:
    case ISA_FETCH_SAMPLE_C_LB:
    case ISA_FETCH_SAMPLE_C_G_LB:
        return LOD_BIASED;
    case ISA_FETCH_SAMPLE_LZ:
    case ISA_FETCH_SAMPLE_G_LZ:
    case ISA_FETCH_SAMPLE_C_LZ:
    case ISA_FETCH_SAMPLE_C_G_LZ:
    case ISA_FETCH_FETCH4: /* GUESS: the largest level, as Direct3D 10.1's gather4 */
        return LOD_ZERO;
    default:
        return LOD_COMPUTED;
    }
}

bool texture_op_compares(const struct texture_query *query)
{
    if (query->op >= ISA_FETCH_SAMPLE_C && query->op <= ISA_FETCH_SAMPLE_C_G_LZ)
        return true;
    return query->op >= ISA_FETCH_SAMPLE && query->sampler->sample_is_pcf;
}

bool texture_op_gathers(const struct texture_query *query)
{
    return query->op == ISA_FETCH_FETCH4 || (query->op >= ISA_FETCH_SAMPLE && query->sampler->fetch_4);
}

bool texture_multisampled(const struct texture_resource *resource)
{
    return resource->dim == TEX_DIM_2D_MSAA || resource->dim == TEX_DIM_2D_ARRAY_MSAA;
}

bool texture_is_array(const struct texture_resource *resource)
{
    return resource->dim == TEX_DIM_1D_ARRAY || resource->dim == TEX_DIM_2D_ARRAY ||
           resource->dim == TEX_DIM_2D_ARRAY_MSAA;
}

static bool has_rows(const struct texture_resource *resource)
{
    return resource->dim != TEX_DIM_1D && resource->dim != TEX_DIM_1D_ARRAY;
}

unsigned texture_last_level(const struct texture_resource *resource)
{
    if (texture_multisampled(resource) || resource->last_level < resource->base_level)
        return 0;
    return resource->last_level - resource->base_level;
}

unsigned texture_level_number(const struct texture_resource *resource, unsigned level)
{
    return texture_multisampled(resource) ? 0 : resource->base_level + level;
}

static unsigned halved(uint32_t most, unsigned level)
{
    const unsigned size = (most + 1) >> level;
    return size ? size : 1;
}

unsigned texture_size(const struct texture_resource *resource, unsigned axis, unsigned level)
{
    const unsigned halvings = texture_level_number(resource, level);
    if (axis == 0)
        return halved(resource->tex_width, halvings);
    if (axis == 1)
        return halved(resource->tex_height, halvings);
    if (!texture_is_array(resource))
        return halved(resource->tex_depth, halvings);
    return resource->last_array < resource->base_array ? 1 : resource->last_array - resource->base_array + 1;
}

unsigned texture_lod_axes(const struct texture_resource *resource)
{
    return resource->dim == TEX_DIM_3D ? 3 : has_rows(resource) ? 2 : 1;
}

bool texture_in_texels(const struct isa_tex *tex, unsigned element)
{
    return !(element == 0 ? tex->coord_type_x : element == 1 ? tex->coord_type_y : tex->coord_type_z);
}

unsigned texture_lod_scale(const struct texture_query *query, unsigned axis)
{
    return texture_in_texels(query->tex, axis) ? 1 : texture_size(query->resource, axis, 0);
}

/* Z; but with a level of detail in W and a reference in Z, a one-dimensional array's is Y (MESA). */
unsigned texture_slice_element(const struct texture_query *query)
{
    const enum texture_lod_source source = texture_lod_source(query->op);
    const bool                    in_w = source == LOD_GIVEN || source == LOD_BIASED;
    return query->resource->dim == TEX_DIM_1D_ARRAY && in_w && texture_op_compares(query) ? 1 : 2;
}

bool texture_slices_filtered(const struct texture_query *query)
{
    return texture_is_array(query->resource) && !query->sampler->tex_array_override;
}

unsigned texture_most_probes(const struct texture_query *query)
{
    const struct texture_resource *resource = query->resource;
    const struct texture_sampler  *sampler = query->sampler;
    const unsigned most = sampler->max_aniso < resource->max_aniso ? sampler->max_aniso : resource->max_aniso;
    /* GUESS: neither volumes nor slices that are filtered; Direct3D 10 requires no anisotropy of volumes. */
    if (!(sampler->xy_min_filter & TEX_XY_FILTER_ANISO_POINT) || resource->dim == TEX_DIM_3D ||
        texture_slices_filtered(query))
        return 0;
    if (resource->dim == TEX_DIM_CUBEMAP && query->units->ta_cntl_aux & TA_DISABLE_CUBE_ANISO)
        return 0;
    return most < MOST_PROBES ? most : MOST_PROBES;
}

/* GUESS: HIGH_PRECISION_FILTER does for its sampler what BILINEAR_PRECISION does for all. */
unsigned texture_precision(const struct texture_query *query)
{
    return query->units->ta_cntl_aux & TA_BILINEAR_PRECISION || query->sampler->high_precision_filter ? 8 : 6;
}
