/* launch_textures.c - what rows cannot say of textures: SQ_TEX_RESOURCE by friendly keys or by words, and the texels.
 */
#include "rtl_model/launch/launch_internal.h"

#include <stdio.h>
#include <string.h>

/* ---- size -------------------------------------------------------------------------------------------------- */

static unsigned levels_of(const struct launch_texture *texture)
{
    unsigned edge = texture->width > texture->height ? texture->width : texture->height, levels = 1;
    edge = texture->depth > edge ? texture->depth : edge;
    while (edge >>= 1)
        levels++;
    return levels;
}

static bool is_multisampled(enum launch_dim dim)
{
    return dim == LAUNCH_DIM_2D_MSAA || dim == LAUNCH_DIM_2D_ARRAY_MSAA;
}

static bool check_samples(const struct launch_reader *reader, const struct launch_node *node,
                          const struct launch_texture *texture)
{
    if (!is_multisampled(texture->dim))
        return launch_within(reader, node, 1, 1);
    return launch_need(reader, node) && launch_within(reader, node, 2, 8) &&
           ((texture->samples & (texture->samples - 1)) == 0 ||
            launch_fail(reader, node, "expected 2, 4 or 8, got %u", texture->samples));
}

static bool check_size(const struct launch_reader *reader, const struct launch_node *nodes,
                       struct launch_texture *texture)
{
    const enum launch_dim     dim = texture->dim;
    const struct launch_node *height = &LAUNCH_NODE(textures, height), *layers = &LAUNCH_NODE(textures, layers);
    const bool                flat = dim == LAUNCH_DIM_1D || dim == LAUNCH_DIM_1D_ARRAY;
    const bool array = dim == LAUNCH_DIM_1D_ARRAY || dim == LAUNCH_DIM_2D_ARRAY || dim == LAUNCH_DIM_2D_ARRAY_MSAA;
    if (!launch_need(reader, &LAUNCH_NODE(textures, dim)) || !(flat || launch_need(reader, height)) ||
        !launch_need(reader, &LAUNCH_NODE(textures, width)) ||
        !launch_within(reader, height, 1, flat ? 1 : LAUNCH_TEXELS_MAX) ||
        !launch_within(reader, &LAUNCH_NODE(textures, depth), 1, dim == LAUNCH_DIM_3D ? LAUNCH_TEXELS_MAX : 1) ||
        !launch_within(reader, &LAUNCH_NODE(textures, levels), 1, is_multisampled(dim) ? 1 : levels_of(texture)) ||
        !check_samples(reader, &LAUNCH_NODE(textures, samples), texture))
        return false;
    if (dim != LAUNCH_DIM_CUBEMAP)
        return launch_within(reader, layers, 1, array ? LAUNCH_TEXELS_MAX : 1);
    if (texture->width != texture->height)
        return launch_fail(reader, height, "a cube map is as high as wide, %u", texture->width);
    /* The six faces are layers of the file; "layers" may say so, or 1 as for everything that is no array. */
    if (!launch_within(reader, layers, 1, 6))
        return false;
    if (texture->layers != 1 && texture->layers != 6)
        return launch_fail(reader, layers, "a cube map has 6 faces, got %u", texture->layers);
    texture->layers = 6;
    return true;
}

/* Rows, samples, layers and levels follow each other without padding; a block at the edge is whole. */
static uint64_t texel_bytes(const struct launch_texture *texture)
{
    const struct launch_format *format = texture->format;
    uint64_t                    bytes = 0;
    for (unsigned level = 0; level < texture->levels; level++) {
        unsigned width = texture->width >> level, height = texture->height >> level, depth = texture->depth >> level;
        unsigned columns = ((width ? width : 1) + format->block_width - 1) / format->block_width;
        unsigned rows = ((height ? height : 1) + format->block_height - 1) / format->block_height;
        bytes += (uint64_t)columns * rows * format->block_bytes * (depth ? depth : 1) * texture->layers;
    }
    return bytes * texture->samples;
}

/* ---- texels ------------------------------------------------------------------------------------------------ */

static bool check_number(const struct launch_reader *reader, const struct launch_node *nodes,
                         struct launch_texture *texture)
{
    const struct launch_node *number = &LAUNCH_NODE(textures, number);
    const bool                is_float = texture->format->is_float;
    if (!number->value)
        texture->number = is_float ? LAUNCH_FLOAT : LAUNCH_UNORM;
    if (is_float != (texture->number == LAUNCH_FLOAT))
        return launch_fail(reader, number, "%s does not go with format %s", launch_numbers.names[texture->number],
                           texture->format->name);
    texture->num_format = is_float ? LAUNCH_NUM_NORM : (enum launch_num_format)(texture->number / 2);
    texture->is_signed = !is_float && texture->number % 2;
    return !texture->srgb || texture->number == LAUNCH_UNORM ||
           launch_fail(reader, &LAUNCH_NODE(textures, srgb), "sRGB texels are unorm, not %s",
                       launch_numbers.names[texture->number]);
}

bool launch_read_swizzle(struct launch_reader *reader, const struct launch_node *node, void *field)
{
    static const char letters[] = "XYZW01";
    const char       *text;
    if (!launch_string(reader, node, &text))
        return false;
    if (strlen(text) != 4 || strspn(text, letters) != 4)
        return launch_fail(reader, node, "expected four of X, Y, Z, W, 0 and 1, got \"%.60s\"", text);
    for (unsigned i = 0; i < 4; i++)
        ((enum launch_select *)field)[i] = (enum launch_select)(strchr(letters, text[i]) - letters);
    return true;
}

static bool check_tile_mode(const struct launch_reader *reader, const struct launch_node *node,
                            struct launch_texture *texture)
{
    if (texture->samples > 1 && !node->value)
        texture->tile_mode = LAUNCH_2D_TILED_THIN1;
    return texture->samples == 1 || texture->tile_mode > LAUNCH_LINEAR_ALIGNED ||
           launch_fail(reader, node, "a multisampled texture is tiled");
}

/* ---- section ----------------------------------------------------------------------------------------------- */

/* GUESS: with words the surface is an image of memory from BASE_ADDRESS on, in a file or in a buffer, since only the
 * words say how it is laid out; the packed order of docs/launch.md is that of the friendly keys. */
static bool check_raw(struct launch_reader *reader, const struct launch_node *node, const struct launch_node *nodes,
                      struct launch_texture *texture)
{
    const struct launch_node *buffer = &LAUNCH_NODE(textures, buffer), *offset = &LAUNCH_NODE(textures, offset);
    const struct launch_node *file = &LAUNCH_NODE(textures, file);
    texture->raw = true;
    if (!launch_absent(reader, &LAUNCH_NODE(textures, dim), LAUNCH_AT_textures_samples - LAUNCH_AT_textures_dim + 1,
                       "\"words\" says it already"))
        return false;
    if (!buffer->value && !file->value)
        return launch_fail(reader, node, "key \"file\" or \"buffer\" is missing");
    if (!buffer->value)
        return launch_absent(reader, offset, 1, "goes with \"buffer\" only") &&
               launch_file_units(reader, file, &texture->file, 4, "words", 1, LAUNCH_FILE_BYTES_MAX / 4);
    texture->source = LAUNCH_SOURCE_BUFFER;
    if (file->value)
        return launch_fail(reader, buffer, "the texture has a \"file\" already");
    const size_t bytes = reader->launch->buffers[texture->index].file.bytes;
    if (!launch_within(reader, offset, 0, (int64_t)bytes - 1))
        return false;
    return texture->offset % 256 == 0 || launch_multiple(reader, offset, 256); /* base addresses are [39:8] */
}

static bool check_friendly(struct launch_reader *reader, const struct launch_node *nodes,
                           struct launch_texture *texture)
{
    const struct launch_node *file = &LAUNCH_NODE(textures, file);
    char                      why[160];
    if (!launch_absent(reader, &LAUNCH_NODE(textures, buffer), 2, "goes with \"words\" only") ||
        !check_size(reader, nodes, texture) || !launch_need(reader, &LAUNCH_NODE(textures, format)) ||
        !check_number(reader, nodes, texture) || !check_tile_mode(reader, &LAUNCH_NODE(textures, tile_mode), texture) ||
        !launch_need(reader, file))
        return false;
    if (!LAUNCH_NODE(textures, swizzle).value)
        memcpy(texture->swizzle, (enum launch_select[]){LAUNCH_SEL_X, LAUNCH_SEL_Y, LAUNCH_SEL_Z, LAUNCH_SEL_W},
               sizeof texture->swizzle);
    snprintf(why, sizeof why, "%u x %u x %u texels of %s, %u layers, %u levels", texture->width, texture->height,
             texture->depth, texture->format->name, texture->layers, texture->levels);
    if (texture->samples > 1)
        snprintf(why + strlen(why), sizeof why - strlen(why), ", %u samples", texture->samples);
    return (!reader->fits || launch_file_fit(reader, file, &texture->file, texel_bytes(texture))) &&
           launch_file_exact(reader, file, &texture->file, texel_bytes(texture), why);
}

bool launch_check_texture(struct launch_reader *reader, const struct launch_node *node, const struct launch_node *nodes,
                          void *object)
{
    return LAUNCH_NODE(textures, words).value ? check_raw(reader, node, nodes, object)
                                              : check_friendly(reader, nodes, object);
}
