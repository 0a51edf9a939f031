/* ref_texture_certain.c - whether the bits of a sample follow from the documented widths alone, so that they can be
 * compared as they are.
 *
 * In doubt are steps of the level of detail and numbers of probes whose gradients lie near the middle of two, places of
 * probes, and sums of which a float in the middle of two comes out, or whose terms have more bits than the filter. */
#include "tb/ref/ref_texture_internal.h"

#include <math.h>

enum { FILTER_BITS = 24, BORDER_BITS = 17 };

static bool same_bits(const uint32_t a[4], const uint32_t b[4])
{
    return memcmp(a, b, 4 * sizeof a[0]) == 0;
}

/* A colour that is a fraction of few bits is one of the format's steps, where these are not too large. */
static bool is_fine_colour(const struct ref_texture_units *units)
{
    bool fine = true;
    for (unsigned e = 0; e < 4; e++)
        fine &= rint(ref_float(units->border[e]) * 128) == ref_float(units->border[e]) * 128;
    return fine;
}

/* Terms with more bits than the filter takes of them: of wide fractions, and of a border's colour beside others. */
static bool is_coarse(const struct ref_texture_query *query, const struct ref_resource_fields *resource, bool border)
{
    unsigned widest = resource->layout.kind == REF_NO_FORMAT ? FILTER_BITS : 0;
    if (resource->layout.kind != REF_NO_FORMAT && resource->layout.kind != REF_INTEGERS)
        return false;
    for (unsigned e = 0; e < resource->layout.count; e++)
        widest = resource->layout.width[e] > widest ? resource->layout.width[e] : widest;
    return border ? widest > BORDER_BITS || !is_fine_colour(query->units) : widest > FILTER_BITS;
}

static bool sums_are_certain(const struct ref_texture_query *query, const struct ref_texture_result *result)
{
    struct ref_resource_fields resource;
    ref_resource_fields(query->resource, &resource);
    const bool coarse = is_coarse(query, &resource, result->border);
    for (unsigned e = 0; e < 4; e++) {
        const double error = result->terms[e] * (result->taps + 4) * 0x1p-52 +
                             result->size[e] * (coarse           ? 0x1p-23
                                                : result->corner ? 0x1p-26
                                                                 : 0); /* weights have 28 bits */
        const double number = result->number[e];
        if (result->exact[e])
            continue;
        if (!isfinite(number) || (number != 0 && fabs(number) < 0x1p-126))
            return false;
        if (ref_float_bits(number - error) != ref_float_bits(number + error))
            return false;
    }
    return true;
}

/* Does another step make a difference? */
static bool step_counts(const struct ref_texture_query *query, unsigned lane, const struct ref_texture_result *nominal,
                        struct ref_texture_choice choice)
{
    struct ref_texture_result other;
    ref_texture_lookup(query, lane, &choice, &other);
    return !same_bits(nominal->bits, other.bits);
}

bool ref_texture_certain(const struct ref_texture_query *query, unsigned lane, struct ref_texture_result *result)
{
    ref_texture_lookup(query, lane, NULL, result);
    if (query->op == ISA_FETCH_LD)
        return true;
    if (!sums_are_certain(query, result))
        return false;
    for (int step = -1; step <= 1; step += 2) {
        if (result->near & REF_NEAR_LOD && step_counts(query, lane, result, (struct ref_texture_choice){.lod = step}))
            return false;
        for (int level = -1; level <= 1 && result->near & REF_NEAR_RATIO; level++)
            if (step_counts(query, lane, result, (struct ref_texture_choice){.ratio = 3 * step, .lod = level}))
                return false;
    }
    return !(result->near & REF_NEAR_AXIS) || !step_counts(query, lane, result, (struct ref_texture_choice){.axis = 1});
}

/* NaNs have bits of their own. */
static bool is_number(uint32_t bits)
{
    return !isnan(ref_float(bits));
}

bool ref_texture_answer_certain(const struct ref_texture_query *query, unsigned lane, uint32_t result[4])
{
    uint32_t other[4];
    ref_texture_answer(query, lane, NULL, result);
    if (query->op == ISA_FETCH_GET_LERP || query->op == ISA_FETCH_GET_COMP_TEX_LOD) {
        struct ref_resource_fields resource;
        struct ref_sampler_fields  sampler;
        struct ref_lod             lod;
        ref_resource_fields(query->resource, &resource);
        ref_sampler_fields(query->sampler, &sampler);
        ref_lod_make(query, &resource, &sampler, lane, &(struct ref_texture_choice){.lod = 0}, &lod);
        for (int step = -1; step <= 1 && lod.near; step++)
            for (int ratio = -3; ratio <= 3; ratio += 3) {
                ref_texture_answer(query, lane, &(struct ref_texture_choice){.lod = step, .ratio = ratio}, other);
                if (!same_bits(result, other))
                    return false;
            }
        return true;
    }
    if (query->op == ISA_FETCH_GET_GRADIENTS_H || query->op == ISA_FETCH_GET_GRADIENTS_V)
        return is_number(result[0]) && is_number(result[1]) && is_number(result[2]) && is_number(result[3]);
    return true;
}
