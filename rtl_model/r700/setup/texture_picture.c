#include "rtl_model/r700/setup/texture_picture.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "kit/bits.h"
#include "pipeline/texture/texture_lookup.h"
#include "pipeline/texture/texture_shape.h"

/* ---- the launch's textures ------------------------------------------------------------------------------------ */

struct textures {
    struct gpu_setup      setup;
    struct texture_tiling tiling;
    unsigned              base, count; /* resources of the launch's stage */
};

static bool textures_open(const struct chip_config *chip, const struct launch *launch, struct textures *textures,
                          struct diag *diag)
{
    const bool vertex = launch->stage == LAUNCH_VS || launch->stage == LAUNCH_CS;
    if (!gpu_setup_memory(chip, launch, &textures->setup, diag))
        return false;
    textures->base = textures->setup.fetch_state.q.resource_base;
    textures->count = LAUNCH_RESOURCES + (vertex ? LAUNCH_FS_RESOURCES : 0);
    texture_tiling_of(textures->setup.fetch_state.q.gb_tiling_config, &textures->tiling);
    return true;
}

/* False when the words say that the resource is none, or a buffer. */
static bool texture_of(const struct textures *textures, unsigned id, struct texture_resource *resource)
{
    if (id >= textures->count)
        return false;
    texture_resource_unpack(textures->setup.fetch_state.resource[textures->base + id].word, resource);
    return resource->type == TEX_VALID_TEXTURE;
}

/* ---- list ------------------------------------------------------------------------------------------------------ */

static const char *number_name(const struct texel_format *format)
{
    static const char *const names[][2] = {
        [TEXEL_NORM] = {"unorm", "snorm"},     [TEXEL_NO_ZERO] = {"snorm", "snorm"},
        [TEXEL_BIASED] = {"biased", "biased"}, [TEXEL_SCALED] = {"uscaled", "sscaled"},
        [TEXEL_INTEGER] = {"uint", "sint"},    [TEXEL_FLOAT] = {"float", "float"}};
    return names[format->channel[0].kind][format->channel[0].is_signed];
}

static void print_texture(const struct textures *textures, unsigned id, const struct texture_resource *resource,
                          FILE *out)
{
    const struct launch_format *format = launch_format_number(resource->data_format);
    struct texel_format         texel;
    uint32_t                    size[3];
    texel_format_of(resource, NULL, &texel);
    texture_level_size(resource, 0, size);
    fprintf(out, "%u: %s, %" PRIu32 " x %" PRIu32 " x %" PRIu32 ", %s %s%s, ", id, launch_dim_name(resource->dim),
            size[0], size[1], size[2], format ? format->name : "reserved format", number_name(&texel),
            resource->force_degamma ? " sRGB" : "");
    if (texture_samples(resource) > 1)
        fprintf(out, "%u samples, ", texture_samples(resource));
    else
        fprintf(out, "levels %" PRIu32 " to %" PRIu32 ", ", resource->base_level, resource->last_level);
    fprintf(out, "%s, 0x%" PRIx64 " to 0x%" PRIx64 "\n", launch_tile_mode_name(resource->tile_mode),
            (uint64_t)resource->base_address << 8, texture_end(resource, &textures->tiling) - 1);
}

bool texture_list(const struct chip_config *chip, const struct launch *launch, FILE *out, struct diag *diag)
{
    struct textures *textures = malloc(sizeof *textures);
    if (!textures)
        return diag_set(diag, NULL, 0, "not enough memory");
    const bool good = textures_open(chip, launch, textures, diag);
    if (good) {
        for (unsigned id = 0; id < textures->count; id++) {
            struct texture_resource resource;
            if (texture_of(textures, id, &resource))
                print_texture(textures, id, &resource, out);
        }
        gpu_setup_free(&textures->setup);
    }
    free(textures);
    return good;
}

/* ---- texels ---------------------------------------------------------------------------------------------------- */

/* Names the textures that there are: "0, 2 and 5". */
static bool no_texture(const struct textures *textures, const struct launch *launch, unsigned id, struct diag *diag)
{
    struct texture_resource resource;
    char                    names[256] = "";
    for (unsigned other = 0; other < textures->count; other++) {
        const size_t used = strlen(names);
        if (used < sizeof names - 16 && texture_of(textures, other, &resource))
            snprintf(names + used, sizeof names - used, "%s%u", used ? ", " : "", other);
    }
    return diag_set(diag, launch->path, 0, "texture %u is not there; textures: %s", id, names[0] ? names : "none");
}

static bool check_request(const struct texture_resource *resource, const struct picture_request *request,
                          const struct launch *launch, struct diag *diag)
{
    const bool     one_level = texture_multisampled(resource);
    const unsigned last = one_level ? 0 : resource->last_level, first = one_level ? 0 : resource->base_level;
    const unsigned level = request->sampled ? first : request->level;
    uint32_t       size[3];
    if (level < first || level > last)
        return diag_set(diag, launch->path, 0, "texture %u has no level %u, expected %u to %u", request->id, level,
                        first, last);
    texture_level_size(resource, level, size);
    if (request->slice >= size[2])
        return diag_set(diag, launch->path, 0, "texture %u has no slice %u in level %u, expected 0 to %" PRIu32,
                        request->id, request->slice, level, size[2] - 1);
    if (request->sampled && one_level)
        return diag_set(diag, launch->path, 0, "texture %u has samples: no sampler reads it", request->id);
    return request->sample < texture_samples(resource) ||
           diag_set(diag, launch->path, 0, "texture %u has no sample %u, expected 0 to %u", request->id,
                    request->sample, texture_samples(resource) - 1);
}

/* The range of an element's numbers; of floats, which have none, that of fractions. */
static struct picture_channel channel_of(const struct texel_format *format, unsigned select)
{
    struct picture_channel channel = {.low = 0, .high = 1};
    if (select >= TEXEL_ELEMENTS || !format->channel[select].bits)
        return channel;
    const struct texel_channel *from = &format->channel[select];
    channel.stored = true;
    channel.bits = from->bits;
    if (from->kind == TEXEL_SCALED || from->kind == TEXEL_INTEGER) {
        const float values = (float)(UINT64_C(1) << (from->bits - from->is_signed));
        channel.low = from->is_signed ? -values : 0;
        channel.high = values - 1;
    } else if (from->kind != TEXEL_FLOAT && (from->is_signed || from->kind == TEXEL_BIASED)) {
        channel.low = -1;
    }
    return channel;
}

/* A word of a register: an integer, or a float. */
static float number_of(const struct texel_format *format, unsigned select, uint32_t word)
{
    if (format->integers)
        return select < TEXEL_ELEMENTS && format->channel[select].is_signed ? (float)(int32_t)word : (float)word;
    return as_float(word);
}

/* ---- as they are stored ---------------------------------------------------------------------------------------- */

struct reader {
    const struct textures        *textures;
    const struct picture_request *request;
    struct picture               *picture;
    struct texture_resource       resource;
    struct texel_format           format;
    unsigned                      select[4];
};

static void put_texel(const struct reader *reader, uint32_t x, uint32_t y, const uint32_t word[4])
{
    float *number = &reader->picture->number[4 * ((size_t)y * reader->picture->width + x)];
    for (unsigned e = 0; e < 4; e++)
        number[e] = number_of(&reader->format, reader->select[e], word[e]);
}

static void read_texel(struct reader *reader, const struct texture_level *level, uint32_t x, uint32_t y)
{
    const struct gpu_memory *memory = &reader->textures->setup.memory;
    uint8_t                  block[TEXEL_BLOCK_BYTES] = {0};
    struct texel_place       place;
    bool                     placed = true;
    uint32_t                 value[TEXEL_ELEMENTS], word[4];
    texture_level_locate(level, &reader->textures->tiling, x, y, reader->request->slice, reader->request->sample,
                         &place);
    for (unsigned part = 0; part < place.parts; part++) {
        gpu_memory_read(memory, place.address[part], block + part * place.bytes, place.bytes);
        placed = placed && gpu_memory_find(memory, place.address[part] + place.bytes - 1);
    }
    reader->picture->unplaced += !placed;
    texel_decode(&reader->format, block, place.x, place.y, value);
    for (unsigned e = 0; e < 4; e++) {
        const unsigned select = reader->select[e];
        word[e] = select < TEXEL_ELEMENTS ? texel_channel_result(&reader->format.channel[select], value[select])
                  : select == TEX_SEL_1   ? texel_one(&reader->format)
                                          : 0;
    }
    put_texel(reader, x, y, word);
}

static void read_stored(struct reader *reader, const struct texture_level *level)
{
    for (uint32_t y = 0; y < reader->picture->height; y++)
        for (uint32_t x = 0; x < reader->picture->width; x++)
            read_texel(reader, level, x, y);
}

/* ---- by a sampler ---------------------------------------------------------------------------------------------- */

/* A SAMPLE instruction and what it meets. */
struct sampler {
    struct isa_tex         tex;
    struct texture_sampler words;
    struct texture_units   units;
    struct texture_query   query;
};

/* False for one that is not given: its TYPE is 0. */
static bool sampler_of(const struct reader *reader, struct sampler *sampler)
{
    const struct fetch_state *state = &reader->textures->setup.fetch_state;
    const unsigned            number = state->q.sampler_base + reader->request->sampler;
    const bool                slices = texture_is_array(&reader->resource);
    *sampler = (struct sampler){.tex = {.coord_type_x = 1, .coord_type_y = 1, .coord_type_z = !slices}};
    texture_sampler_unpack(state->sampler[number].word, &sampler->words);
    memcpy(sampler->units.border, state->border[number].element, sizeof sampler->units.border);
    if (number < FETCH_KERNELS) {
        sampler->units.cleartype_width = state->kernel[number] & 7;
        sampler->units.cleartype_height = state->kernel[number] >> 3;
    }
    sampler->units.filter4 = state->filter4;
    sampler->units.ta_cntl_aux = state->q.ta_cntl_aux;
    return sampler->words.type;
}

/* Of a pixel's middle; of a cube X and Y are 1 to 2, and Z is the face. */
static void set_coordinate(const struct reader *reader, uint32_t x, uint32_t y, struct texture_query *query,
                           unsigned lane)
{
    const struct picture_request *request = reader->request;
    const struct picture         *picture = reader->picture;
    const bool                    cube = reader->resource.dim == TEX_DIM_CUBEMAP;
    const float across = ((float)x + 0.5f) / (float)picture->width, down = ((float)y + 0.5f) / (float)picture->height;
    const float slice = (float)(cube ? request->slice % 8 : request->slice);
    const float volume = (slice + 0.5f) / (float)(reader->resource.tex_depth + 1);
    query->coordinate[lane][0] = as_bits(request->from[0] + across * (request->to[0] - request->from[0]) + cube);
    query->coordinate[lane][1] = as_bits(request->from[1] + down * (request->to[1] - request->from[1]) + cube);
    query->coordinate[lane][2] = as_bits(reader->resource.dim == TEX_DIM_3D ? volume : slice);
    query->cube_index[lane] = as_bits((float)(request->slice / 8));
}

static void read_sampled(struct reader *reader, struct sampler *sampler)
{
    struct texture_query *query = &sampler->query;
    *query = (struct texture_query){
        .op = ISA_FETCH_SAMPLE,
        .tex = &sampler->tex,
        .resource = &reader->resource,
        .sampler = &sampler->words,
        .format = &reader->format,
        .units = &sampler->units,
        .lanes = 15,
    };
    for (uint32_t y = 0; y < reader->picture->height; y += 2)
        for (uint32_t x = 0; x < reader->picture->width; x += 2) {
            uint32_t word[TEXTURE_QUAD][4];
            for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
                set_coordinate(reader, x + lane % 2, y + lane / 2, query, lane);
            texture_lookup(query, &reader->textures->tiling, &reader->textures->setup.memory, word);
            for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
                if (x + lane % 2 < reader->picture->width && y + lane / 2 < reader->picture->height)
                    put_texel(reader, x + lane % 2, y + lane / 2, word[lane]);
        }
}

/* ---- pictures -------------------------------------------------------------------------------------------------- */

static bool make_picture(const struct reader *reader, uint32_t width, uint32_t height, struct diag *diag)
{
    *reader->picture = (struct picture){.width = width, .height = height};
    reader->picture->number = malloc((size_t)width * height * 4 * sizeof *reader->picture->number);
    if (!reader->picture->number)
        return diag_set(diag, NULL, 0, "not enough memory for %" PRIu32 " x %" PRIu32 " texels", width, height);
    for (unsigned e = 0; e < 4; e++)
        reader->picture->channel[e] = channel_of(&reader->format, reader->select[e]);
    return true;
}

static bool draw_stored(struct reader *reader, struct diag *diag)
{
    struct texture_level level;
    reader->resource.force_degamma = 0;
    texel_format_of(&reader->resource, NULL, &reader->format);
    texture_level_of(&reader->resource, &reader->textures->tiling, reader->request->level, &level);
    if (!make_picture(reader, level.size[0], level.size[1], diag))
        return false;
    read_stored(reader, &level);
    return true;
}

static bool draw_sampled(struct reader *reader, const struct launch *launch, struct diag *diag)
{
    const struct picture_request *request = reader->request;
    struct sampler                sampler;
    uint32_t                      size[3];
    if (!sampler_of(reader, &sampler))
        return diag_set(diag, launch->path, 0, "sampler %u is not there", request->sampler);
    texel_format_of(&reader->resource, &sampler.words, &reader->format);
    texture_level_size(&reader->resource, reader->resource.base_level, size);
    if (!make_picture(reader, request->width ? request->width : size[0], request->height ? request->height : size[1],
                      diag))
        return false;
    read_sampled(reader, &sampler);
    return true;
}

static bool read_picture(const struct textures *textures, const struct launch *launch,
                         const struct picture_request *request, struct picture *picture, struct diag *diag)
{
    struct reader reader = {.textures = textures, .request = request, .picture = picture};
    struct diag   why;
    if (!texture_of(textures, request->id, &reader.resource))
        return no_texture(textures, launch, request->id, diag);
    if (!texture_layout_check(&reader.resource, &textures->tiling, &why))
        return diag_set(diag, launch->path, 0, "texture %u: %s", request->id, why.what);
    if (!check_request(&reader.resource, request, launch, diag))
        return false;
    reader.select[0] = reader.resource.dst_sel_x;
    reader.select[1] = reader.resource.dst_sel_y;
    reader.select[2] = reader.resource.dst_sel_z;
    reader.select[3] = reader.resource.dst_sel_w;
    return request->sampled ? draw_sampled(&reader, launch, diag) : draw_stored(&reader, diag);
}

bool texture_read(const struct chip_config *chip, const struct launch *launch, const struct picture_request *request,
                  struct picture *picture, struct diag *diag)
{
    struct textures *textures = malloc(sizeof *textures);
    if (!textures)
        return diag_set(diag, NULL, 0, "not enough memory");
    bool good = textures_open(chip, launch, textures, diag);
    if (good) {
        good = read_picture(textures, launch, request, picture, diag);
        gpu_setup_free(&textures->setup);
    }
    free(textures);
    return good;
}
