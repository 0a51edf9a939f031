/* ref_texture_answer.c - instructions that ask and read no texel (ISA 9.4, 10.4; Direct3D 10's resinfo). */
#include "tb/ref/ref_texture_internal.h"

#include <math.h>

static bool is_array(unsigned dim)
{
    return dim == REF_1D_ARRAY || dim == REF_2D_ARRAY || dim == REF_2D_ARRAY_MSAA;
}

/* Of level X; W: levels, or samples (MESA: LAST_LEVEL is their logarithm). */
static void sizes(const struct ref_texture_query *query, const struct ref_resource_fields *resource, unsigned lane,
                  uint32_t result[4])
{
    const bool     samples = resource->dim >= REF_2D_MSAA;
    const uint32_t levels = samples ? 1 : resource->last_level - resource->base_level + 1;
    const uint32_t level = query->op == ISA_FETCH_GET_NUMBER_OF_SAMPLES ? 0 : query->coordinate[lane][0];
    unsigned       size[3];
    result[3] = query->op != ISA_FETCH_GET_NUMBER_OF_SAMPLES ? levels : samples ? 1u << resource->last_level : 1;
    if (level >= levels)
        return;
    ref_level_size(resource, (samples ? 0 : resource->base_level) + level, size);
    result[0] = size[0];
    result[1] = resource->dim == REF_1D || resource->dim == REF_1D_ARRAY ? 0 : size[1];
    result[2] = is_array(resource->dim)   ? resource->last_array - resource->base_array + 1
                : resource->dim == REF_3D ? size[2]
                                          : 0;
}

bool ref_texture_answers(enum isa_fetch_id op)
{
    return op >= ISA_FETCH_GET_TEXTURE_RESINFO && op <= ISA_FETCH_KEEP_GRADIENTS;
}

void ref_texture_answer(const struct ref_texture_query *query, unsigned lane, const struct ref_texture_choice *choice,
                        uint32_t result[4])
{
    static const double                    opaque[3][4] = {{0, 0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1, 1}};
    static const struct ref_texture_choice none;
    struct ref_resource_fields             resource;
    struct ref_sampler_fields              sampler = {0};
    double                                 h[4], v[4];
    ref_resource_fields(query->resource, &resource);
    if (query->sampler)
        ref_sampler_fields(query->sampler, &sampler);
    ref_texture_gradients(query, h, v);
    memset(result, 0, 4 * sizeof result[0]);
    if (query->op == ISA_FETCH_GET_TEXTURE_RESINFO || query->op == ISA_FETCH_GET_NUMBER_OF_SAMPLES)
        sizes(query, &resource, lane, result);
    if (query->op == ISA_FETCH_GET_COMP_TEX_LOD) {
        struct ref_lod lod;
        ref_lod_make(query, &resource, &sampler, lane, choice ? choice : &none, &lod);
        const double last = (double)resource.last_level - resource.base_level;
        result[0] = ref_float_bits(fmin(lod.after, resource.dim >= REF_2D_MSAA ? 0 : last));
        result[1] = ref_float_bits(lod.before);
    }
    if (query->op == ISA_FETCH_GET_LERP) {
        double fraction[4];
        ref_texture_lerp(query, lane, choice, fraction);
        for (unsigned e = 0; e < 4; e++)
            result[e] = ref_float_bits(fraction[e]);
    }
    for (unsigned e = 0; e < 4; e++) {
        if (query->op == ISA_FETCH_GET_GRADIENTS_H || query->op == ISA_FETCH_GET_GRADIENTS_V)
            result[e] = ref_float_bits(query->op == ISA_FETCH_GET_GRADIENTS_H ? h[e] : v[e]);
        if (query->op == ISA_FETCH_KEEP_GRADIENTS) /* ISA 9.4: the border */
            result[e] = sampler.border_type < 3 ? ref_texel_is_integer(&resource)
                                                      ? opaque[sampler.border_type][e] != 0
                                                      : ref_float_bits(opaque[sampler.border_type][e])
                                                : query->units->border[e];
    }
}
