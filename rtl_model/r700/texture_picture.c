#include "rtl_model/r700/texture_picture.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "pipeline/texel.h"
#include "pipeline/texture_layout.h"

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

/* "0, 2 and 5" of those that there are. */
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
    const bool     sampled = texture_samples(resource) > 1;
    const unsigned last = sampled ? 0 : resource->last_level, first = sampled ? 0 : resource->base_level;
    uint32_t       size[3];
    if (request->level < first || request->level > last)
        return diag_set(diag, launch->path, 0, "texture %u has no level %u, expected %u to %u", request->id,
                        request->level, first, last);
    texture_level_size(resource, request->level, size);
    if (request->slice >= size[2])
        return diag_set(diag, launch->path, 0, "texture %u has no slice %u in level %u, expected 0 to %" PRIu32,
                        request->id, request->slice, request->level, size[2] - 1);
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

static float number_of(const struct texel_format *format, unsigned select, const uint32_t value[TEXEL_ELEMENTS])
{
    float number;
    if (select >= TEXEL_ELEMENTS)
        return select == TEX_SEL_1;
    const struct texel_channel *channel = &format->channel[select];
    const uint32_t              word = texel_channel_result(channel, value[select]);
    if (format->integers || channel->kind == TEXEL_INTEGER)
        return channel->is_signed ? (float)(int32_t)word : (float)word;
    memcpy(&number, &word, sizeof number);
    return number;
}

struct reader {
    const struct textures        *textures;
    struct texture_level          level;
    struct texel_format           format;
    uint32_t                      select[4];
    const struct picture_request *request;
    struct picture               *picture;
};

static void read_texel(struct reader *reader, uint32_t x, uint32_t y)
{
    const struct gpu_memory *memory = &reader->textures->setup.memory;
    float                   *number = &reader->picture->number[4 * ((size_t)y * reader->picture->width + x)];
    uint8_t                  block[TEXEL_BLOCK_BYTES] = {0};
    struct texel_place       place;
    bool                     placed = true;
    uint32_t                 value[TEXEL_ELEMENTS];
    texture_level_locate(&reader->level, &reader->textures->tiling, x, y, reader->request->slice,
                         reader->request->sample, &place);
    for (unsigned part = 0; part < place.parts; part++) {
        gpu_memory_read(memory, place.address[part], block + part * place.bytes, place.bytes);
        placed = placed && gpu_memory_find(memory, place.address[part] + place.bytes - 1);
    }
    reader->picture->unplaced += !placed;
    texel_decode(&reader->format, block, place.x, place.y, value);
    for (unsigned e = 0; e < 4; e++)
        number[e] = number_of(&reader->format, reader->select[e], value);
}

static bool read_picture(const struct textures *textures, const struct launch *launch,
                         const struct picture_request *request, struct picture *picture, struct diag *diag)
{
    struct texture_resource resource;
    struct diag             why;
    if (!texture_of(textures, request->id, &resource))
        return no_texture(textures, launch, request->id, diag);
    if (!texture_layout_check(&resource, &textures->tiling, &why))
        return diag_set(diag, launch->path, 0, "texture %u: %s", request->id, why.what);
    if (!check_request(&resource, request, launch, diag))
        return false;
    struct reader reader = {
        .textures = textures,
        .select = {resource.dst_sel_x, resource.dst_sel_y, resource.dst_sel_z, resource.dst_sel_w},
        .request = request,
        .picture = picture,
    };
    resource.force_degamma = 0;
    texel_format_of(&resource, NULL, &reader.format);
    texture_level_of(&resource, &textures->tiling, request->level, &reader.level);
    *picture = (struct picture){.width = reader.level.size[0], .height = reader.level.size[1]};
    picture->number = malloc((size_t)picture->width * picture->height * 4 * sizeof *picture->number);
    if (!picture->number)
        return diag_set(diag, NULL, 0, "not enough memory for %" PRIu32 " x %" PRIu32 " texels", picture->width,
                        picture->height);
    for (unsigned e = 0; e < 4; e++)
        picture->channel[e] = channel_of(&reader.format, reader.select[e]);
    for (uint32_t y = 0; y < picture->height; y++)
        for (uint32_t x = 0; x < picture->width; x++)
            read_texel(&reader, x, y);
    return true;
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
