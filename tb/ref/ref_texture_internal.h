/* ref_texture_internal.h - a sample while it is added up: what ref_texture.c and ref_texture_taps.c share. */
#ifndef TB_REF_REF_TEXTURE_INTERNAL_H
#define TB_REF_REF_TEXTURE_INTERNAL_H

#include "tb/ref/ref_texture.h"

#include <string.h>

enum { REF_SEL_0 = 4, REF_SEL_1 = 5 };

struct ref_sample {
    const struct ref_texture_query  *query;
    unsigned                         lane;
    const struct ref_texture_choice *choice;
    struct ref_resource_fields       resource;
    struct ref_sampler_fields        sampler;
    struct ref_tiling                tiling;
    bool                             compares, gathers, integers;
    bool                             killed;  /* a texel had the key's colour */
    double                           full[4]; /* scale */
    struct ref_texture_result       *out;
};

static inline double ref_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static inline uint32_t ref_float_bits(double number)
{
    const float value = (float)number;
    uint32_t    bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline double ref_coordinate(const struct ref_sample *s, unsigned e)
{
    return ref_float(s->query->coordinate[s->lane][e]);
}

/* A texel in memory. */
void ref_read_texel(const struct ref_sample *s, unsigned level, unsigned x, unsigned y, unsigned slice, unsigned sample,
                    struct ref_texel *texel);
/* It, or the border, in the sum: compared, keyed, gathered or weighted. */
void ref_add_texel(struct ref_sample *s, bool inside, struct ref_texel *texel, double weight);
/* What lies outside. */
void ref_border_texel(const struct ref_sample *s, struct ref_texel *texel);

#endif
