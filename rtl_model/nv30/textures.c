#include "rtl_model/nv30/textures.h"

#include <stdlib.h>

#include "pipeline/texture/texture_lookup.h"
#include "pipeline/texture/texture_shape.h"
#include "rtl_model/nv30/number.h"
#include "rtl_model/r700/setup/setup.h"
#include "rtl_model/r700/setup/texture_picture.h"

struct unit {
    struct isa_tex          tex;
    struct texture_resource resource;
    struct texture_sampler  sampler;
    struct texel_format     format;
    struct texture_units    words;
};

struct nv30_textures {
    struct gpu_setup      setup; /* of an R700 with the launch's textures */
    struct texture_tiling tiling;
    struct unit           unit[NV30_UNITS];
};

/* What an R700 needs of the launch. */
static struct launch textures_alone(const struct launch *launch)
{
    struct launch alone = *launch;
    alone.gprs = (struct launch_gprs){0};
    alone.alu_constants = (struct launch_alu_constants){0};
    alone.expect = (struct launch_expect){0};
    alone.line[LAUNCH_KEY_GPRS] = alone.line[LAUNCH_KEY_ALU_CONSTANTS] = alone.line[LAUNCH_KEY_EXPECT] = 0;
    return alone;
}

static bool set_up(const struct launch *launch, struct nv30_textures *textures, struct diag *diag)
{
    const struct launch alone = textures_alone(launch);
    struct chip_config  chip;
    return chip_load(chip_names[0], &chip, diag) && gpu_setup_memory(&chip, &alone, &textures->setup, diag);
}

bool nv30_textures_list(const struct launch *launch, FILE *out, struct diag *diag)
{
    const struct launch alone = textures_alone(launch);
    struct chip_config  chip;
    return chip_load(chip_names[0], &chip, diag) && texture_list(&chip, &alone, out, diag);
}

bool nv30_textures_picture(const struct launch *launch, const struct picture_request *request, struct picture *picture,
                           struct diag *diag)
{
    const struct launch alone = textures_alone(launch);
    struct chip_config  chip;
    return chip_load(chip_names[0], &chip, diag) && texture_read(&chip, &alone, request, picture, diag);
}

static bool is_target(unsigned dim, enum nv30_target target)
{
    static const unsigned dims[NV30_TARGETS] = {
        [NV30_1D] = TEX_DIM_1D, [NV30_2D] = TEX_DIM_2D, [NV30_3D] = TEX_DIM_3D, [NV30_CUBE] = TEX_DIM_CUBEMAP};
    return dims[target] == dim;
}

static bool open_unit(struct nv30_textures *textures, unsigned number, enum nv30_target target,
                      const struct launch *launch, struct diag *diag)
{
    const struct fetch_state *state = &textures->setup.fetch_state;
    struct unit              *unit = &textures->unit[number];
    const unsigned            sampler = state->q.sampler_base + number;
    struct diag               why;
    texture_resource_unpack(state->resource[state->q.resource_base + number].word, &unit->resource);
    texture_sampler_unpack(state->sampler[sampler].word, &unit->sampler);
    if (unit->resource.type != TEX_VALID_TEXTURE)
        return diag_set(diag, launch->path, launch->line[LAUNCH_KEY_TEXTURES],
                        "textures: the program reads texture unit %u, and there is no texture %u", number, number);
    if (!is_target(unit->resource.dim, target))
        return diag_set(diag, launch->path, launch->line[LAUNCH_KEY_TEXTURES],
                        "textures: texture %u is %s, and the program reads it as %s", number,
                        launch_dim_name((enum launch_dim)unit->resource.dim), nv30_target_names[target]);
    if (!unit->sampler.type)
        return diag_set(diag, launch->path, launch->line[LAUNCH_KEY_SAMPLERS],
                        "samplers: the program reads texture unit %u, and there is no sampler %u", number, number);
    if (!texture_layout_check(&unit->resource, &textures->tiling, &why))
        return diag_set(diag, launch->path, launch->line[LAUNCH_KEY_TEXTURES], "texture %u: %s", number, why.what);
    unit->tex = (struct isa_tex){.coord_type_x = 1, .coord_type_y = 1, .coord_type_z = 1};
    texel_format_of(&unit->resource, &unit->sampler, &unit->format);
    memcpy(unit->words.border, state->border[sampler].element, sizeof unit->words.border);
    unit->words.filter4 = state->filter4;
    unit->words.ta_cntl_aux = state->q.ta_cntl_aux;
    return true;
}

struct nv30_textures *nv30_textures_open(const struct launch *launch, const uint8_t targets[NV30_UNITS],
                                         struct diag *diag)
{
    struct nv30_textures *textures = calloc(1, sizeof *textures);
    if (!textures) {
        diag_set(diag, NULL, 0, "not enough memory");
        return NULL;
    }
    if (!set_up(launch, textures, diag)) {
        free(textures);
        return NULL;
    }
    texture_tiling_of(textures->setup.fetch_state.q.gb_tiling_config, &textures->tiling);
    for (unsigned unit = 0; unit < NV30_UNITS; unit++)
        if (targets[unit] != NV30_NO_TARGET && !open_unit(textures, unit, targets[unit], launch, diag)) {
            nv30_textures_free(textures);
            return NULL;
        }
    return textures;
}

void nv30_textures_free(struct nv30_textures *textures)
{
    if (textures)
        gpu_setup_free(&textures->setup);
    free(textures);
}

/* A cube's direction becomes a face and a place on it. */
static void set_coordinate(const struct nv30_read *read, const nv30_triple_t *coordinate, unsigned pixel,
                           uint32_t to[4])
{
    float direction[3], place[3];
    for (unsigned c = 0; c < 3; c++) {
        to[c] = coordinate->at[c * NV30_QUAD + pixel];
        direction[c] = as_float(to[c]);
    }
    if (read->target != NV30_CUBE)
        return;
    nv30_cube(direction, place);
    for (unsigned c = 0; c < 3; c++)
        to[c] = as_bits(place[c]);
}

static uint32_t rounded(const struct nv30_read *read, uint32_t word)
{
    float value = as_float(word);
    if (read->saturate)
        value = nv30_saturated(value);
    return as_bits(read->half ? nv30_to_half(value) : value);
}

void nv30_textures_read(const struct nv30_textures *textures, const struct nv30_read *read,
                        const nv30_triple_t *coordinate, nv30_vector_t *texel)
{
    uint32_t word[TEXTURE_QUAD][4];
    if (read->target == NV30_NO_TARGET)
        return;
    const struct unit   *unit = &textures->unit[read->unit];
    struct texture_query query = {.op = ISA_FETCH_SAMPLE,
                                  .tex = &unit->tex,
                                  .resource = &unit->resource,
                                  .sampler = &unit->sampler,
                                  .format = &unit->format,
                                  .units = &unit->words,
                                  .lanes = 15};
    for (unsigned pixel = 0; pixel < NV30_QUAD; pixel++)
        set_coordinate(read, coordinate, pixel, query.coordinate[pixel]);
    texture_lookup(&query, &textures->tiling, &textures->setup.memory, word);
    for (unsigned pixel = 0; pixel < NV30_QUAD; pixel++)
        for (unsigned c = 0; c < 4; c++)
            texel->at[c * NV30_QUAD + pixel] = rounded(read, word[pixel][c]);
}
