/* launch_textures.c - section textures: SQ_TEX_RESOURCE by friendly keys or by words, and the texels. */
#include "rtl_model/launch/launch_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Everything from DIM on is what `words` would say. */
enum {
    ID,
    PATH,
    BUFFER,
    OFFSET,
    WORDS,
    DIM,
    WIDTH,
    HEIGHT,
    DEPTH,
    LEVELS,
    LAYERS,
    FORMAT,
    NUMBER,
    SRGB,
    SWIZZLE,
    TILE_MODE,
    SAMPLES,
    KEYS
};
static const char *const keys[KEYS] = {"id",     "file",   "buffer",  "offset",    "words",  "dim",
                                       "width",  "height", "depth",   "levels",    "layers", "format",
                                       "number", "srgb",   "swizzle", "tile_mode", "samples"};

/* ---- names ------------------------------------------------------------------------------------------------- */

/* The register manual's names; the upper-case ones in lower case as well. */
enum { LAUNCH_DIMS = LAUNCH_DIM_2D_ARRAY_MSAA + 1 };
static const char *const dims[LAUNCH_DIMS] = {"1D",       "2D",       "3D",      "cubemap",
                                              "1D_array", "2D_array", "2D_msaa", "2D_array_msaa"};
static const char *const manual_dims[LAUNCH_DIMS] = {"1D",       "2D",       "3D",      "CUBEMAP",
                                                     "1D_ARRAY", "2D_ARRAY", "2D_MSAA", "2D_ARRAY_MSAA"};
static const char *const tile_modes[LAUNCH_TILE_MODES] = {
    "LINEAR_GENERAL", "LINEAR_ALIGNED", "1D_TILED_THIN1", "1D_TILED_THICK", "2D_TILED_THIN1", "2D_TILED_THIN2",
    "2D_TILED_THIN4", "2D_TILED_THICK", "2B_TILED_THIN1", "2B_TILED_THIN2", "2B_TILED_THIN4", "2B_TILED_THICK",
    "3D_TILED_THIN1", "3D_TILED_THICK", "3B_TILED_THIN1", "3B_TILED_THICK"};

const char *launch_dim_name(enum launch_dim dim)
{
    return dims[dim];
}

const char *launch_tile_mode_name(unsigned tile_mode)
{
    return tile_modes[tile_mode];
}

/* ---- size -------------------------------------------------------------------------------------------------- */

static bool read_dim(const struct launch_reader *reader, const struct launch_node *node, enum launch_dim *dim)
{
    const char *text;
    unsigned    choice = LAUNCH_DIMS;
    if (!launch_string(reader, node, &text))
        return false;
    for (unsigned i = 0; i < LAUNCH_DIMS; i++)
        if (strcmp(text, dims[i]) == 0)
            choice = i;
    if (choice == LAUNCH_DIMS && !launch_choice(reader, node, manual_dims, LAUNCH_DIMS, &choice))
        return false;
    *dim = (enum launch_dim)choice;
    return true;
}

/* An edge that may be absent and is then 1; `most` 1 where the dimension does not have it. */
static bool read_edge(const struct launch_reader *reader, const struct launch_node *node, unsigned most,
                      unsigned *texels)
{
    *texels = 1;
    return !node->value || launch_unsigned(reader, node, 1, most, texels);
}

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

static bool read_samples(const struct launch_reader *reader, const struct launch_node *nodes,
                         struct launch_texture *texture)
{
    if (!is_multisampled(texture->dim))
        return read_edge(reader, &nodes[SAMPLES], 1, &texture->samples);
    if (!launch_unsigned(reader, &nodes[SAMPLES], 2, 8, &texture->samples))
        return false;
    return (texture->samples & (texture->samples - 1)) == 0 ||
           launch_fail(reader, &nodes[SAMPLES], "expected 2, 4 or 8, got %u", texture->samples);
}

static bool read_size(const struct launch_reader *reader, const struct launch_node *nodes,
                      struct launch_texture *texture)
{
    if (!read_dim(reader, &nodes[DIM], &texture->dim))
        return false;
    enum launch_dim dim = texture->dim;
    bool            flat = dim == LAUNCH_DIM_1D || dim == LAUNCH_DIM_1D_ARRAY;
    bool            array = dim == LAUNCH_DIM_1D_ARRAY || dim == LAUNCH_DIM_2D_ARRAY || dim == LAUNCH_DIM_2D_ARRAY_MSAA;
    if ((!flat && !launch_need(reader, &nodes[HEIGHT])) ||
        !launch_unsigned(reader, &nodes[WIDTH], 1, LAUNCH_TEXELS_MAX, &texture->width) ||
        !read_edge(reader, &nodes[HEIGHT], flat ? 1 : LAUNCH_TEXELS_MAX, &texture->height) ||
        !read_edge(reader, &nodes[DEPTH], dim == LAUNCH_DIM_3D ? LAUNCH_TEXELS_MAX : 1, &texture->depth) ||
        !read_edge(reader, &nodes[LEVELS], is_multisampled(dim) ? 1 : levels_of(texture), &texture->levels) ||
        !read_samples(reader, nodes, texture))
        return false;
    if (dim != LAUNCH_DIM_CUBEMAP)
        return read_edge(reader, &nodes[LAYERS], array ? LAUNCH_TEXELS_MAX : 1, &texture->layers);
    if (texture->width != texture->height)
        return launch_fail(reader, &nodes[HEIGHT], "a cube map is as high as wide, %u", texture->width);
    /* The six faces are layers of the file; "layers" may say so, or 1 as for everything that is no array. */
    if (!read_edge(reader, &nodes[LAYERS], 6, &texture->layers))
        return false;
    if (texture->layers != 1 && texture->layers != 6)
        return launch_fail(reader, &nodes[LAYERS], "a cube map has 6 faces, got %u", texture->layers);
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

static bool read_number(const struct launch_reader *reader, const struct launch_node *nodes,
                        struct launch_texture *texture)
{
    enum { UNORM, SNORM, UINT, SINT, USCALED, SSCALED, FLOAT, COUNT };
    static const char *const names[COUNT] = {"unorm", "snorm", "uint", "sint", "uscaled", "sscaled", "float"};
    bool                     is_float = texture->format->is_float;
    unsigned                 choice = is_float ? FLOAT : UNORM;
    if (nodes[NUMBER].value && !launch_choice(reader, &nodes[NUMBER], names, COUNT, &choice))
        return false;
    if (is_float != (choice == FLOAT))
        return launch_fail(reader, &nodes[NUMBER], "%s does not go with format %s", names[choice],
                           texture->format->name);
    texture->num_format = is_float ? LAUNCH_NUM_NORM : (enum launch_num_format)(choice / 2);
    texture->is_signed = !is_float && choice % 2;
    if (nodes[SRGB].value && !launch_bool(reader, &nodes[SRGB], &texture->srgb))
        return false;
    return !texture->srgb || choice == UNORM ||
           launch_fail(reader, &nodes[SRGB], "sRGB texels are unorm, not %s", names[choice]);
}

static bool read_swizzle(const struct launch_reader *reader, const struct launch_node *node,
                         struct launch_texture *texture)
{
    static const char letters[] = "XYZW01";
    const char       *text = "XYZW";
    if (node->value && !launch_string(reader, node, &text))
        return false;
    if (strlen(text) != 4 || strspn(text, letters) != 4)
        return launch_fail(reader, node, "expected four of X, Y, Z, W, 0 and 1, got \"%.60s\"", text);
    for (unsigned i = 0; i < 4; i++)
        texture->swizzle[i] = (enum launch_select)(strchr(letters, text[i]) - letters);
    return true;
}

static bool read_tile_mode(const struct launch_reader *reader, const struct launch_node *node,
                           struct launch_texture *texture)
{
    texture->tile_mode = texture->samples > 1 ? LAUNCH_2D_TILED_THIN1 : LAUNCH_LINEAR_ALIGNED;
    if (node->value && !launch_choice(reader, node, tile_modes, LAUNCH_TILE_MODES, &texture->tile_mode))
        return false;
    return texture->samples == 1 || texture->tile_mode > LAUNCH_LINEAR_ALIGNED ||
           launch_fail(reader, node, "a multisampled texture is tiled");
}

/* ---- section ----------------------------------------------------------------------------------------------- */

/* GUESS: with words the surface is an image of memory from BASE_ADDRESS on, in a file or in a buffer, since only the
 * words say how it is laid out; the packed order of docs/launch.md is that of the friendly keys. */
static bool read_raw(struct launch_reader *reader, const struct launch_node *node, const struct launch_node *nodes,
                     struct launch_texture *texture)
{
    texture->raw = true;
    if (!launch_words(reader, &nodes[WORDS], 7, texture->words) ||
        !launch_absent(reader, &nodes[DIM], KEYS - DIM, "\"words\" says it already"))
        return false;
    if (nodes[BUFFER].value) {
        texture->source = LAUNCH_SOURCE_BUFFER;
        if (nodes[PATH].value)
            return launch_fail(reader, &nodes[BUFFER], "the texture has a \"file\" already");
        /* Base addresses are [39:8]. */
        return launch_buffer_named(reader, &nodes[BUFFER], &texture->index) &&
               launch_offset(reader, &nodes[OFFSET], reader->launch->buffers[texture->index].file.bytes, 256,
                             &texture->offset);
    }
    if (!nodes[PATH].value)
        return launch_fail(reader, node, "key \"file\" or \"buffer\" is missing");
    return launch_absent(reader, &nodes[OFFSET], 1, "goes with \"buffer\" only") &&
           launch_file(reader, &nodes[PATH], &texture->file) &&
           launch_file_units(reader, &nodes[PATH], &texture->file, 4, "words", 1, LAUNCH_FILE_BYTES_MAX / 4);
}

static bool read_friendly(struct launch_reader *reader, const struct launch_node *nodes, struct launch_texture *texture)
{
    char why[160];
    if (!launch_absent(reader, &nodes[BUFFER], 2, "goes with \"words\" only") || !read_size(reader, nodes, texture) ||
        !launch_read_format(reader, &nodes[FORMAT], &texture->format) || !read_number(reader, nodes, texture) ||
        !read_swizzle(reader, &nodes[SWIZZLE], texture) || !read_tile_mode(reader, &nodes[TILE_MODE], texture) ||
        !launch_file(reader, &nodes[PATH], &texture->file))
        return false;
    snprintf(why, sizeof why, "%u x %u x %u texels of %s, %u layers, %u levels", texture->width, texture->height,
             texture->depth, texture->format->name, texture->layers, texture->levels);
    if (texture->samples > 1)
        snprintf(why + strlen(why), sizeof why - strlen(why), ", %u samples", texture->samples);
    return launch_file_exact(reader, &nodes[PATH], &texture->file, texel_bytes(texture), why);
}

static bool read_texture(struct launch_reader *reader, const struct launch_node *node, struct launch_texture *texture)
{
    struct launch_node nodes[KEYS];
    texture->line = node->line;
    if (!launch_object(reader, node, keys, KEYS, nodes) || !launch_resource_id(reader, &nodes[ID], &texture->id))
        return false;
    return nodes[WORDS].value ? read_raw(reader, node, nodes, texture) : read_friendly(reader, nodes, texture);
}

bool launch_read_textures(struct launch_reader *reader, const struct launch_node *node)
{
    struct launch *launch = reader->launch;
    size_t         count;
    if (!launch_array(reader, node, 0, LAUNCH_RESOURCES + LAUNCH_FS_RESOURCES, &count))
        return false;
    launch->textures = calloc(count + 1, sizeof *launch->textures);
    if (!launch->textures)
        return launch_out_of_memory(reader);
    launch->texture_count = (unsigned)count;
    for (struct launch_node element = {0}; launch_each(reader, node, &element);)
        if (!read_texture(reader, &element, &launch->textures[element.index]))
            return false;
    return true;
}
