/* setup_textures.c - textures: the surface as it lies in memory and its seven words (3D 7; docs/launch.md).
 *
 * Surfaces are linear, TILE_MODE 1: rows of blocks padded to 64 blocks and to 256 bytes, slices one after another.
 * Level 0 has the texture's own height and slices; the levels from 1 on lie behind it, from MIP_ADDRESS, with width,
 * height and slices rounded up to powers of two (MESA). */
#include "rtl_model/r700/setup_internal.h"

#include <string.h>

enum { ARRAY_LINEAR_ALIGNED = 1, PITCH_BLOCKS = 64, PITCH_BYTES = 256 };

/* ---- layout ------------------------------------------------------------------------------------------------ */

struct level {
    unsigned columns, rows, slices;             /* blocks that the file holds */
    unsigned pitch, padded_rows, padded_slices; /* blocks in memory */
};

static unsigned minified(unsigned size, unsigned level)
{
    return size >> level ? size >> level : 1;
}

static unsigned power_of_two(unsigned size)
{
    unsigned power = 1;
    while (power < size)
        power *= 2;
    return power;
}

static unsigned blocks(unsigned texels, unsigned block)
{
    return (texels + block - 1) / block;
}

/* GUESS: of a format with blocks the blocks are counted, as for a format with texels of the same size (MESA). */
static unsigned pitch_of(unsigned columns, unsigned block_bytes)
{
    unsigned step = PITCH_BLOCKS;
    while (step * block_bytes % PITCH_BYTES)
        step *= 2;
    return (columns + step - 1) / step * step;
}

static struct level level_of(const struct launch_texture *texture, unsigned number)
{
    const struct launch_format *format = texture->format;
    const unsigned              width = minified(texture->width, number), height = minified(texture->height, number);
    const unsigned              slices = minified(texture->depth, number) * texture->layers;
    struct level                level = {
                       .columns = blocks(width, format->block_width),
                       .rows = blocks(height, format->block_height),
                       .slices = slices,
    };
    level.pitch = pitch_of(blocks(number ? power_of_two(width) : width, format->block_width), format->block_bytes);
    level.padded_rows = blocks(number ? power_of_two(height) : height, format->block_height);
    level.padded_slices = number ? power_of_two(slices) : slices;
    return level;
}

static uint64_t level_bytes(const struct launch_texture *texture, const struct level *level)
{
    return (uint64_t)level->pitch * level->padded_rows * level->padded_slices * texture->format->block_bytes;
}

static uint64_t surface_bytes(const struct launch_texture *texture)
{
    uint64_t bytes = 0;
    for (unsigned number = 0; number < texture->levels; number++) {
        const struct level level = level_of(texture, number);
        bytes += level_bytes(texture, &level);
    }
    return bytes;
}

/* The file has the same levels, slices and rows without padding. */
static void fill_surface(const struct launch_texture *texture, uint8_t *surface)
{
    const uint8_t *source = texture->file.data;
    for (unsigned number = 0; number < texture->levels; number++) {
        const struct level level = level_of(texture, number);
        const size_t       row_bytes = (size_t)level.columns * texture->format->block_bytes;
        const size_t       pitch_bytes = (size_t)level.pitch * texture->format->block_bytes;
        for (unsigned slice = 0; slice < level.slices; slice++)
            for (unsigned row = 0; row < level.rows; row++, source += row_bytes)
                memcpy(surface + ((size_t)slice * level.padded_rows + row) * pitch_bytes, source, row_bytes);
        surface += level_bytes(texture, &level);
    }
}

/* ---- words ------------------------------------------------------------------------------------------------- */

static void texture_words(const struct launch_texture *texture, uint64_t address, uint32_t words[7])
{
    const struct level level = level_of(texture, 0);
    const bool         array = texture->dim == LAUNCH_DIM_1D_ARRAY || texture->dim == LAUNCH_DIM_2D_ARRAY;
    const bool         cube = texture->dim == LAUNCH_DIM_CUBEMAP;
    const uint64_t     mips = address + (texture->levels > 1 ? level_bytes(texture, &level) : 0);
    const struct {
        unsigned word, bits;
        uint32_t value;
    } fields[] = {
        {0, FIELD_SQ_TEX_RESOURCE_WORD0_N_DIM, texture->dim},
        {0, FIELD_SQ_TEX_RESOURCE_WORD0_N_TILE_MODE, ARRAY_LINEAR_ALIGNED},
        {0, FIELD_SQ_TEX_RESOURCE_WORD0_N_PITCH, level.pitch * texture->format->block_width / 8 - 1},
        {0, FIELD_SQ_TEX_RESOURCE_WORD0_N_TEX_WIDTH, texture->width - 1},
        {1, FIELD_SQ_TEX_RESOURCE_WORD1_N_TEX_HEIGHT, texture->height - 1},
        /* MESA: the layers of an array are its depth, the faces of a cube are not. */
        {1, FIELD_SQ_TEX_RESOURCE_WORD1_N_TEX_DEPTH, (array ? texture->layers : texture->depth) - 1},
        {1, FIELD_SQ_TEX_RESOURCE_WORD1_N_DATA_FORMAT, texture->format->number},
        {2, FIELD_SQ_TEX_RESOURCE_WORD2_N_BASE_ADDRESS, (uint32_t)(address >> 8)},
        {3, FIELD_SQ_TEX_RESOURCE_WORD3_N_MIP_ADDRESS, (uint32_t)(mips >> 8)},
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
        {5, FIELD_SQ_TEX_RESOURCE_WORD5_N_LAST_LEVEL, texture->levels - 1},
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

/* ---- section ----------------------------------------------------------------------------------------------- */

static bool place_texture(struct setup_job *job, const struct launch_texture *texture, uint64_t *address)
{
    if (texture->source == LAUNCH_SOURCE_BUFFER) {
        *address = job->setup->buffer_address[texture->index] + texture->offset;
        return true;
    }
    const uint64_t bytes = texture->raw ? texture->file.bytes : surface_bytes(texture);
    if (bytes > LAUNCH_TOTAL_BYTES_MAX)
        return setup_fail(job, texture->line, "textures: %llu bytes with padding, at most %d are modelled",
                          (unsigned long long)bytes, LAUNCH_TOTAL_BYTES_MAX);
    uint8_t *surface = setup_place(job, bytes, address, texture->line, "textures");
    if (!surface)
        return false;
    if (texture->raw)
        memcpy(surface, texture->file.data, texture->file.bytes);
    else
        fill_surface(texture, surface);
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
        uint64_t                     address;
        if (!place_texture(job, texture, &address))
            return false;
        if (texture->raw)
            raw_words(texture, address, words);
        else
            texture_words(texture, address, words);
        setup_write_resource(job, job->stage->resource + texture->id, words);
    }
    return true;
}
