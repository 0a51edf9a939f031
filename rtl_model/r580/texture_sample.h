/* texture_sample.h - a look-up of a quad: coordinates become those of the R700's sampler, whose functions do the rest
 * (pipeline/texture/texture_lookup.h; docs/texture.md).
 *
 * The launch's textures and samplers are R700's; texture n is resource n with sampler n. */
#ifndef RTL_MODEL_R580_TEXTURE_SAMPLE_H
#define RTL_MODEL_R580_TEXTURE_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/r580/us.h"
#include "kit/diag.h"
#include "rtl_model/launch/launch.h"

/* Of a launch; what a signal table may point to. */
struct us_textures;
typedef struct us_sampler {
    struct us_textures *textures;
} us_sampler_t;

bool us_sampler_open(us_sampler_t *sampler, const struct launch *launch, struct diag *diag);
void us_sampler_close(us_sampler_t *sampler);

/* Coordinates S T R Q and slopes of four pixels, as float words. */
struct us_lookup {
    uint32_t coordinate[4][4], right[4][4], down[4][4];
    uint8_t  pixels; /* that are looked up; for slopes all four count */
};
/* Red, green, blue and alpha of each.  False: the texture or its sampler is not there, or is of a kind that no look-up
 * has. */
bool us_sample(const us_sampler_t *sampler, const struct us_tex *tex, const struct us_lookup *lookup,
               uint32_t result[4][4]);

#endif
