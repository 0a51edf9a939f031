/* setup_textures.c - textures: the surface as it lies in memory and its seven words (3D 7; docs/launch.md).
 *
 * A surface lies as pipeline/texture/texture_layout.h says: level 0, then the levels from 1 on behind it, from
 * MIP_ADDRESS. */
#include "pipeline/texture/texture_layout.h"
#include "rtl_model/r700/setup/setup_internal.h"

#include <string.h>

/* ---- tiling -------------------------------------------------------------------------------------------------- */

/* Raw `registers` are written last, but surfaces are laid out before. */
bool setup_tiling(struct setup_job *job)
{
    const struct launch_register *raw = setup_raw(job, REGISTER_GB_TILING_CONFIG);
    uint32_t                      config = setup_read(job, REGISTER_GB_TILING_CONFIG);
    config = raw ? raw->value : config;
    return texture_tiling_of(config, &job->tiling) || !job->launch->texture_count ||
           setup_fail(job, raw->line, "registers.%s: 0x%08x has a reserved value", raw->name, config);
}

/* ---- surface ------------------------------------------------------------------------------------------------- */

static uint64_t rounded_up(uint64_t bytes, uint64_t step)
{
    return (bytes + step - 1) / step * step;
}

/* Sets MIP_ADDRESS, as far behind level 0 as the others lie; the bytes of all. */
static uint64_t arrange_levels(const struct setup_job *job, const struct launch_texture *texture,
                               struct texture_resource *resource)
{
    const uint64_t       align = texture_alignment(resource, &job->tiling);
    struct texture_level level;
    texture_level_of(resource, &job->tiling, 0, &level);
    uint64_t bytes = rounded_up(texture_level_bytes(&level), sizeof(uint32_t));
    resource->mip_address = 0;
    if (texture->levels == 1)
        return bytes;
    bytes = rounded_up(bytes, align);
    resource->mip_address = (uint32_t)(bytes >> 8);
    for (unsigned number = 1; number < texture->levels; number++) {
        texture_level_of(resource, &job->tiling, number, &level);
        bytes += texture_level_bytes(&level);
    }
    return rounded_up(bytes, sizeof(uint32_t));
}

/* The file's blocks on their way to their places. */
struct filler {
    const struct texture_tiling *tiling;
    const struct launch_format  *format;
    const uint8_t               *source;
    uint8_t                     *surface; /* what lies at `base` */
    uint64_t                     base;
};

/* `count` blocks side by side, more than one only in rows. */
static void fill_blocks(struct filler *filler, const struct texture_level *level, const uint32_t at[4], uint32_t count)
{
    const size_t       bytes = (size_t)count * filler->format->block_bytes;
    struct texel_place place;
    texture_level_locate(level, filler->tiling, at[0], at[1], at[2], at[3], &place);
    if (level->mode.order == TEXTURE_ROWS)
        memcpy(filler->surface + (place.address[0] - filler->base), filler->source, bytes);
    else
        for (unsigned part = 0; part < place.parts; part++)
            memcpy(filler->surface + (place.address[part] - filler->base), filler->source + (size_t)part * place.bytes,
                   place.bytes);
    filler->source += bytes;
}

static void fill_row(struct filler *filler, const struct texture_level *level, uint32_t y, uint32_t slice,
                     uint32_t sample)
{
    const uint32_t width = filler->format->block_width;
    const uint32_t columns = (level->size[0] + width - 1) / width;
    const uint32_t step = level->mode.order == TEXTURE_ROWS ? columns : 1;
    for (uint32_t column = 0; column < columns; column += step)
        fill_blocks(filler, level, (const uint32_t[4]){column * width, y, slice, sample}, step);
}

/* The file has the same levels, slices, samples and rows without padding. */
static void fill_surface(const struct setup_job *job, const struct launch_texture *texture,
                         const struct texture_resource *resource, uint8_t *surface)
{
    struct filler filler = {
        .tiling = &job->tiling,
        .format = texture->format,
        .source = texture->file.data,
        .surface = surface,
        .base = (uint64_t)resource->base_address << 8,
    };
    for (unsigned number = 0; number < texture->levels; number++) {
        struct texture_level level;
        texture_level_of(resource, &job->tiling, number, &level);
        for (uint32_t slice = 0; slice < level.size[2]; slice++)
            for (uint32_t sample = 0; sample < level.samples; sample++)
                for (uint32_t y = 0; y < level.size[1]; y += texture->format->block_height)
                    fill_row(&filler, &level, y, slice, sample);
    }
}

/* ---- words --------------------------------------------------------------------------------------------------- */

/* All but the pitch and the addresses. */
static void friendly_words(const struct launch_texture *texture, uint32_t words[7])
{
    const bool     cube = texture->dim == LAUNCH_DIM_CUBEMAP, array = texture->layers > 1 && !cube;
    const unsigned last_level = texture->levels - 1;
    const struct {
        unsigned word, bits;
        uint32_t value;
    } fields[] = {
        {0, FIELD_SQ_TEX_RESOURCE_WORD0_N_DIM, texture->dim},
        {0, FIELD_SQ_TEX_RESOURCE_WORD0_N_TILE_MODE, texture->tile_mode},
        {0, FIELD_SQ_TEX_RESOURCE_WORD0_N_TEX_WIDTH, texture->width - 1},
        {1, FIELD_SQ_TEX_RESOURCE_WORD1_N_TEX_HEIGHT, texture->height - 1},
        /* MESA: the layers of an array are its depth, the faces of a cube are not. */
        {1, FIELD_SQ_TEX_RESOURCE_WORD1_N_TEX_DEPTH, (array ? texture->layers : texture->depth) - 1},
        {1, FIELD_SQ_TEX_RESOURCE_WORD1_N_DATA_FORMAT, texture->format->number},
        {4, FIELD_SQ_TEX_RESOURCE_WORD4_N_FORMAT_COMP_X, texture->is_signed},
        {4, FIELD_SQ_TEX_RESOURCE_WORD4_N_FORMAT_COMP_Y, texture->is_signed},
        {4, FIELD_SQ_TEX_RESOURCE_WORD4_N_FORMAT_COMP_Z, texture->is_signed},
        {4, FIELD_SQ_TEX_RESOURCE_WORD4_N_FORMAT_COMP_W, texture->is_signed},
        {4, FIELD_SQ_TEX_RESOURCE_WORD4_N_NUM_FORMAT_ALL, texture->num_format},
        {4, FIELD_SQ_TEX_RESOURCE_WORD4_N_FORCE_DEGAMMA, texture->srgb},
        {4, FIELD_SQ_TEX_RESOURCE_WORD4_N_REQUEST_SIZE, 1}, /* MESA */
        {4, FIELD_SQ_TEX_RESOURCE_WORD4_N_DST_SEL_X, texture->swizzle[0]},
        {4, FIELD_SQ_TEX_RESOURCE_WORD4_N_DST_SEL_Y, texture->swizzle[1]},
        {4, FIELD_SQ_TEX_RESOURCE_WORD4_N_DST_SEL_Z, texture->swizzle[2]},
        {4, FIELD_SQ_TEX_RESOURCE_WORD4_N_DST_SEL_W, texture->swizzle[3]},
        /* MESA: of samples it is the logarithm. */
        {5, FIELD_SQ_TEX_RESOURCE_WORD5_N_LAST_LEVEL, texture->samples > 1 ? logarithm(texture->samples) : last_level},
        {5, FIELD_SQ_TEX_RESOURCE_WORD5_N_LAST_ARRAY, array || cube ? texture->layers - 1 : 0},
        {6, FIELD_SQ_TEX_RESOURCE_WORD6_N_MAX_ANISO, 4}, /* MESA: up to 16 samples */
        {6, FIELD_SQ_TEX_RESOURCE_WORD6_N_TYPE, VALUE_SQ_TEX_VTX_VALID_TEXTURE},
    };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        words[fields[i].word] = register_with_bits(words[fields[i].word], fields[i].bits, fields[i].value);
}

/* The surface is an image of memory; its upper levels stay as far behind level 0 as the words say. */
static void raw_words(const struct launch_texture *texture, uint64_t address, uint32_t words[7])
{
    memcpy(words, texture->words, 7 * sizeof words[0]);
    words[2] = (uint32_t)(address >> 8);
    words[3] = words[2] + (texture->words[3] - texture->words[2]);
}

/* ---- section ------------------------------------------------------------------------------------------------- */

/* Tiled surfaces begin where pipes and banks do. */
static uint64_t raw_alignment(const struct setup_job *job, const struct launch_texture *texture)
{
    struct texture_resource resource;
    texture_resource_unpack(texture->words, &resource);
    return texture_alignment(&resource, &job->tiling);
}

static uint64_t alignment_for(const struct setup_job *job, const struct launch *launch, unsigned buffer)
{
    uint64_t align = GPU_MEMORY_BASE_ALIGN;
    for (unsigned i = 0; i < launch->texture_count; i++) {
        const struct launch_texture *texture = &launch->textures[i];
        const bool                   in_it = texture->source == LAUNCH_SOURCE_BUFFER && texture->index == buffer;
        const uint64_t               needed = in_it ? raw_alignment(job, texture) : align;
        align = needed > align ? needed : align;
    }
    return align;
}

uint64_t setup_buffer_alignment(const struct setup_job *job, unsigned buffer)
{
    const struct launch *launch = job->launch;
    uint64_t             align = alignment_for(job, launch, buffer);
    while (launch->together && (launch = launch->next)) {
        const uint64_t needed = alignment_for(job, launch, buffer);
        align = needed > align ? needed : align;
    }
    return align;
}

static bool place_raw(struct setup_job *job, const struct launch_texture *texture, uint32_t words[7])
{
    uint64_t address;
    if (texture->source == LAUNCH_SOURCE_BUFFER) {
        raw_words(texture, job->setup->buffer_address[texture->index] + texture->offset, words);
        return true;
    }
    uint8_t *surface =
        setup_place(job, texture->file.bytes, raw_alignment(job, texture), &address, texture->line, "textures");
    if (!surface)
        return false;
    memcpy(surface, texture->file.data, texture->file.bytes);
    raw_words(texture, address, words);
    return true;
}

static bool place_friendly(struct setup_job *job, const struct launch_texture *texture, uint32_t words[7])
{
    struct texture_resource resource;
    uint64_t                address;
    friendly_words(texture, words);
    texture_resource_unpack(words, &resource);
    resource.pitch = texture_least_pitch(&resource, &job->tiling) / 8 - 1;
    const uint64_t bytes = arrange_levels(job, texture, &resource);
    if (bytes > LAUNCH_TOTAL_BYTES_MAX)
        return setup_fail(job, texture->line, "textures: %llu bytes with padding, at most %d are modelled",
                          (unsigned long long)bytes, LAUNCH_TOTAL_BYTES_MAX);
    uint8_t *surface =
        setup_place(job, bytes, texture_alignment(&resource, &job->tiling), &address, texture->line, "textures");
    if (!surface)
        return false;
    resource.base_address = (uint32_t)(address >> 8);
    resource.mip_address += resource.base_address;
    fill_surface(job, texture, &resource, surface);
    words[0] = register_with_bits(words[0], FIELD_SQ_TEX_RESOURCE_WORD0_N_PITCH, resource.pitch);
    words[2] = resource.base_address;
    words[3] = resource.mip_address;
    return true;
}

void setup_write_resource(struct setup_job *job, unsigned number, const uint32_t words[7])
{
    static const unsigned rows[7] = {REGISTER_SQ_TEX_RESOURCE_WORD0_N, REGISTER_SQ_TEX_RESOURCE_WORD1_N,
                                     REGISTER_SQ_TEX_RESOURCE_WORD2_N, REGISTER_SQ_TEX_RESOURCE_WORD3_N,
                                     REGISTER_SQ_TEX_RESOURCE_WORD4_N, REGISTER_SQ_TEX_RESOURCE_WORD5_N,
                                     REGISTER_SQ_TEX_RESOURCE_WORD6_N};
    for (unsigned w = 0; w < 7; w++)
        setup_write(job, rows[w] + number, words[w]);
}

bool setup_textures(struct setup_job *job)
{
    for (unsigned i = 0; i < job->launch->texture_count; i++) {
        const struct launch_texture *texture = &job->launch->textures[i];
        uint32_t                     words[7] = {0};
        if (!(texture->raw ? place_raw(job, texture, words) : place_friendly(job, texture, words)))
            return false;
        setup_write_resource(job, job->stage->resource + job->stage->first_id + texture->id, words);
    }
    return true;
}
