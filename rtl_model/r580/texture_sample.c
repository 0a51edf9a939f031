#include "rtl_model/r580/texture_sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kit/bits.h"
#include "pipeline/texture/texture_lookup.h"
#include "rtl_model/r700/setup/setup.h"

struct us_textures {
    struct gpu_setup      setup;
    struct texture_tiling tiling;
};

/* Registers of the launch are R580's; the rest of it is what R700 makes textures of. */
bool us_sampler_open(us_sampler_t *sampler, const struct launch *launch, struct diag *diag)
{
    struct chip_config chip;
    struct launch      copy = *launch;
    copy.registers = NULL;
    copy.register_count = 0;
    copy.line[LAUNCH_KEY_REGISTERS] = 0;
    sampler->textures = NULL;
    if (!launch->texture_count)
        return true;
    sampler->textures = malloc(sizeof *sampler->textures);
    if (!sampler->textures)
        return diag_set(diag, NULL, 0, "not enough memory for textures");
    if (!chip_load("rv770", &chip, diag) || !gpu_setup_memory(&chip, &copy, &sampler->textures->setup, diag)) {
        free(sampler->textures);
        sampler->textures = NULL;
        return false;
    }
    texture_tiling_of(sampler->textures->setup.fetch_state.q.gb_tiling_config, &sampler->textures->tiling);
    return true;
}

void us_sampler_close(us_sampler_t *sampler)
{
    if (!sampler->textures)
        return;
    gpu_setup_free(&sampler->textures->setup);
    free(sampler->textures);
    sampler->textures = NULL;
}

/* ---- coordinates ------------------------------------------------------------------------------------------------- */

/* A NaN becomes plus infinity, a denormal a zero (8.7.4). */
static float clean(uint32_t bits)
{
    const float value = as_float(bits);
    return isnan(value) ? INFINITY : (bits & 0x7f800000) ? value : copysignf(0, value);
}

/* Face, and place on it, of a direction: what R700's programs compute with CUBE. */
static void to_cube(const float direction[3], float place[3])
{
    const float x = direction[0], y = direction[1], z = direction[2];
    const float ax = fabsf(x), ay = fabsf(y), az = fabsf(z);
    float       s, t, major;
    unsigned    face;
    if (az >= ax && az >= ay) {
        face = z < 0 ? 5 : 4;
        major = az;
        s = z < 0 ? -x : x;
        t = -y;
    } else if (ay >= ax) {
        face = y < 0 ? 3 : 2;
        major = ay;
        s = x;
        t = y < 0 ? -z : z;
    } else {
        face = x < 0 ? 1 : 0;
        major = ax;
        s = x < 0 ? z : -z;
        t = -y;
    }
    place[0] = s / (2 * major) + 1.5f;
    place[1] = t / (2 * major) + 1.5f;
    place[2] = (float)face;
}

/* Q divides the others in a projected look-up (8.5.1). */
static void set_coordinate(const struct us_tex *tex, const struct us_lookup *lookup, bool cube, unsigned pixel,
                           struct texture_query *query)
{
    float value[4];
    for (unsigned c = 0; c < 4; c++)
        value[c] = clean(lookup->coordinate[pixel][c]);
    for (unsigned c = 0; c < 3 && tex->inst == US_TEX_PROJ; c++)
        value[c] = clean(as_bits(value[c] / value[3]));
    if (cube)
        to_cube((const float[3]){value[0], value[1], value[2]}, value);
    for (unsigned c = 0; c < 4; c++)
        query->coordinate[pixel][c] = as_bits(value[c]);
    for (unsigned c = 0; c < 3; c++) {
        query->gradient_h[pixel][c] = as_bits(clean(lookup->right[pixel][c]));
        query->gradient_v[pixel][c] = as_bits(clean(lookup->down[pixel][c]));
    }
}

static enum isa_fetch_id operation(unsigned inst)
{
    switch (inst) {
    case US_TEX_LODBIAS:
        return ISA_FETCH_SAMPLE_LB;
    case US_TEX_LOD:
        return ISA_FETCH_SAMPLE_L;
    case US_TEX_DXDY:
        return ISA_FETCH_SAMPLE_G;
    default:
        return ISA_FETCH_SAMPLE;
    }
}

bool us_sample(const us_sampler_t *sampler, const struct us_tex *tex, const struct us_lookup *lookup,
               uint32_t result[4][4])
{
    const struct us_textures *const textures = sampler->textures;
    struct texture_resource         resource;
    struct texture_sampler          words;
    struct texel_format             format;
    if (!textures)
        return false;
    const struct fetch_state *const state = &textures->setup.fetch_state;
    const unsigned                  number = state->q.sampler_base + tex->tex_id;
    texture_resource_unpack(state->resource[state->q.resource_base + tex->tex_id].word, &resource);
    texture_sampler_unpack(state->sampler[number].word, &words);
    if (resource.type != TEX_VALID_TEXTURE || !words.type || resource.dim > TEX_DIM_CUBEMAP)
        return false;
    texel_format_of(&resource, &words, &format);
    const unsigned       texels = tex->unscaled != 0;
    const struct isa_tex instruction = {
        .coord_type_x = !texels, .coord_type_y = !texels, .coord_type_z = !texels, .coord_type_w = 1};
    struct texture_units units = {.filter4 = state->filter4, .ta_cntl_aux = state->q.ta_cntl_aux};
    struct texture_query query = {.op = operation(tex->inst),
                                  .tex = &instruction,
                                  .resource = &resource,
                                  .sampler = &words,
                                  .format = &format,
                                  .units = &units,
                                  .lanes = lookup->pixels};
    memcpy(units.border, state->border[number].element, sizeof units.border);
    for (unsigned p = 0; p < 4; p++)
        set_coordinate(tex, lookup, resource.dim == TEX_DIM_CUBEMAP, p, &query);
    texture_lookup(&query, &textures->tiling, &textures->setup.memory, result);
    return true;
}
