/* launch_samplers.c - sections samplers, bicubic_weights and cleartype_kernel (SQ_TEX_SAMPLER, TD_* registers). */
#include "rtl_model/launch/launch_internal.h"

#include <float.h>
#include <stdlib.h>

/* Everything from CLAMP on is what `words` would say; the border colour's registers are no part of them. */
enum { ID, WORDS, BORDER, CLAMP, MAG, MIN, MIP, LOD, BIAS, ANISO, COMPARE, KEYS };
static const char *const keys[KEYS] = {"id",  "words", "border", "clamp", "mag",    "min",
                                       "mip", "lod",   "bias",   "aniso", "compare"};

static bool read_clamp(const struct launch_reader *reader, const struct launch_node *node, enum launch_clamp *clamp)
{
    static const char *const names[] = {
        [LAUNCH_WRAP] = "wrap",
        [LAUNCH_MIRROR] = "mirror",
        [LAUNCH_CLAMP_LAST_TEXEL] = "clamp_last_texel",
        [LAUNCH_MIRROR_ONCE_LAST_TEXEL] = "mirror_once_last_texel",
        [LAUNCH_CLAMP_HALF_BORDER] = "clamp_half_border",
        [LAUNCH_MIRROR_ONCE_HALF_BORDER] = "mirror_once_half_border",
        [LAUNCH_CLAMP_BORDER] = "clamp_border",
        [LAUNCH_MIRROR_ONCE_BORDER] = "mirror_once_border",
    };
    size_t   count;
    unsigned choice;
    if (!launch_array(reader, node, 3, 3, &count))
        return false;
    for (struct launch_node element = {0}; launch_each(reader, node, &element);) {
        if (!launch_choice(reader, &element, names, LAUNCH_COUNT(names), &choice))
            return false;
        clamp[element.index] = (enum launch_clamp)choice;
    }
    return true;
}

static bool read_filters(const struct launch_reader *reader, const struct launch_node *nodes,
                         struct launch_sampler *sampler)
{
    static const char *const xy[] = {"point", "bilinear", "bicubic"};
    static const char *const mip[] = {"none", "point", "linear"};
    unsigned                 choice = 0;
    if (nodes[MAG].value && !launch_choice(reader, &nodes[MAG], xy, LAUNCH_COUNT(xy), &choice))
        return false;
    sampler->mag = (enum launch_xy_filter)choice;
    choice = 0;
    if (nodes[MIN].value && !launch_choice(reader, &nodes[MIN], xy, LAUNCH_COUNT(xy), &choice))
        return false;
    sampler->min = (enum launch_xy_filter)choice;
    choice = 0;
    if (nodes[MIP].value && !launch_choice(reader, &nodes[MIP], mip, LAUNCH_COUNT(mip), &choice))
        return false;
    sampler->mip = (enum launch_mip_filter)choice;
    return true;
}

static bool read_lod(const struct launch_reader *reader, const struct launch_node *nodes,
                     struct launch_sampler *sampler)
{
    size_t count;
    /* MIN_LOD and MAX_LOD are u4.6, LOD_BIAS is s5.6. */
    sampler->lod[1] = 16;
    if (nodes[LOD].value) {
        if (!launch_array(reader, &nodes[LOD], 2, 2, &count))
            return false;
        for (struct launch_node element = {0}; launch_each(reader, &nodes[LOD], &element);)
            if (!launch_real(reader, &element, 0, 16, &sampler->lod[element.index]))
                return false;
        if (sampler->lod[0] > sampler->lod[1])
            return launch_fail(reader, &nodes[LOD], "the least level, %.9g, is above the greatest, %.9g",
                               sampler->lod[0], sampler->lod[1]);
    }
    return !nodes[BIAS].value || launch_real(reader, &nodes[BIAS], -32, 32, &sampler->bias);
}

static bool read_aniso(const struct launch_reader *reader, const struct launch_node *node, unsigned *aniso)
{
    *aniso = 1;
    if (node->value && !launch_unsigned(reader, node, 1, 16, aniso))
        return false;
    return !(*aniso & (*aniso - 1)) || launch_fail(reader, node, "expected 1, 2, 4, 8 or 16, got %u", *aniso);
}

static bool read_compare(const struct launch_reader *reader, const struct launch_node *node,
                         enum launch_depth_compare *compare)
{
    /* The manual runs LESSEQUAL, NOTEQUAL and GREATEREQUAL together; both spellings are read. */
    enum { JOINED = 8 };
    static const char *const names[] = {
        [LAUNCH_NEVER] = "never",
        [LAUNCH_LESS] = "less",
        [LAUNCH_EQUAL] = "equal",
        [LAUNCH_LESS_EQUAL] = "less_equal",
        [LAUNCH_GREATER] = "greater",
        [LAUNCH_NOT_EQUAL] = "not_equal",
        [LAUNCH_GREATER_EQUAL] = "greater_equal",
        [LAUNCH_ALWAYS] = "always",
        [JOINED + LAUNCH_LESS_EQUAL] = "lessequal",
        [JOINED + LAUNCH_NOT_EQUAL] = "notequal",
        [JOINED + LAUNCH_GREATER_EQUAL] = "greaterequal",
    };
    unsigned choice = LAUNCH_NEVER;
    if (node->value && !launch_choice(reader, node, names, LAUNCH_COUNT(names), &choice))
        return false;
    *compare = (enum launch_depth_compare)(choice % JOINED);
    return true;
}

static bool read_border(const struct launch_reader *reader, const struct launch_node *node,
                        struct launch_sampler *sampler)
{
    static const char *const names[] = {"transparent_black", "opaque_black", "opaque_white"};
    size_t                   count;
    double                   component;
    unsigned                 choice = LAUNCH_BORDER_TRANSPARENT_BLACK;
    if (node->value && json_is_array(node->value)) {
        if (!launch_array(reader, node, 4, 4, &count))
            return false;
        for (struct launch_node element = {0}; launch_each(reader, node, &element);) {
            if (!launch_real(reader, &element, -FLT_MAX, FLT_MAX, &component))
                return false;
            sampler->border_color[element.index] = (float)component;
        }
        choice = LAUNCH_BORDER_REGISTER;
    } else if (node->value && !json_is_string(node->value))
        return launch_wrong_type(reader, node, "four numbers or the name of a colour");
    else if (node->value && !launch_choice(reader, node, names, LAUNCH_COUNT(names), &choice))
        return false;
    if (sampler->raw && node->value && choice != LAUNCH_BORDER_REGISTER)
        return launch_fail(reader, node, "\"words\" says it already; four numbers go into the border registers");
    sampler->border = (enum launch_border)choice;
    return true;
}

static bool read_sampler(struct launch_reader *reader, const struct launch_node *node, uint32_t *used,
                         struct launch_sampler *sampler)
{
    struct launch_node nodes[KEYS];
    sampler->line = node->line;
    if (!launch_object(reader, node, keys, KEYS, nodes) ||
        !launch_unsigned(reader, &nodes[ID], 0, LAUNCH_SAMPLERS - 1, &sampler->id))
        return false;
    if (*used >> sampler->id & 1)
        return launch_fail(reader, &nodes[ID], "sampler %u is there twice", sampler->id);
    *used |= 1u << sampler->id;
    sampler->raw = nodes[WORDS].value != NULL;
    if (!read_border(reader, &nodes[BORDER], sampler))
        return false;
    if (sampler->raw)
        return launch_words(reader, &nodes[WORDS], 3, sampler->words) &&
               launch_absent(reader, &nodes[CLAMP], KEYS - CLAMP, "\"words\" says it already");
    return (!nodes[CLAMP].value || read_clamp(reader, &nodes[CLAMP], sampler->clamp)) &&
           read_filters(reader, nodes, sampler) && read_lod(reader, nodes, sampler) &&
           read_aniso(reader, &nodes[ANISO], &sampler->aniso) &&
           read_compare(reader, &nodes[COMPARE], &sampler->compare);
}

bool launch_read_samplers(struct launch_reader *reader, const struct launch_node *node)
{
    struct launch *launch = reader->launch;
    size_t         count;
    uint32_t       used = 0;
    if (!launch_array(reader, node, 0, LAUNCH_SAMPLERS, &count))
        return false;
    launch->samplers = calloc(count + 1, sizeof *launch->samplers);
    if (!launch->samplers)
        return launch_out_of_memory(reader);
    launch->sampler_count = (unsigned)count;
    for (struct launch_node element = {0}; launch_each(reader, node, &element);)
        if (!read_sampler(reader, &element, &used, &launch->samplers[element.index]))
            return false;
    return true;
}

bool launch_read_bicubic_weights(struct launch_reader *reader, const struct launch_node *node)
{
    struct launch_file *file = &reader->launch->bicubic_weights;
    return launch_file(reader, node, file) &&
           launch_file_exact(reader, node, file, 4 * LAUNCH_BICUBIC_WORDS, "36 words: TD_FILTER4, TD_FILTER4_1..35");
}

static bool read_kernel(struct launch_reader *reader, const struct launch_node *node, uint32_t *used,
                        struct launch_cleartype *kernel)
{
    enum { SAMPLER, WIDTH, HEIGHT, COUNT };
    static const char *const names[COUNT] = {"id", "width", "height"};
    struct launch_node       nodes[COUNT];
    kernel->line = node->line;
    if (!launch_object(reader, node, names, COUNT, nodes) ||
        !launch_unsigned(reader, &nodes[SAMPLER], 0, LAUNCH_SAMPLERS - 1, &kernel->id))
        return false;
    if (*used >> kernel->id & 1)
        return launch_fail(reader, &nodes[SAMPLER], "sampler %u is there twice", kernel->id);
    *used |= 1u << kernel->id;
    return launch_unsigned(reader, &nodes[WIDTH], 0, LAUNCH_CLEARTYPE_MAX, &kernel->width) &&
           launch_unsigned(reader, &nodes[HEIGHT], 0, LAUNCH_CLEARTYPE_MAX, &kernel->height);
}

bool launch_read_cleartype_kernel(struct launch_reader *reader, const struct launch_node *node)
{
    struct launch *launch = reader->launch;
    size_t         count;
    uint32_t       used = 0;
    if (!launch_array(reader, node, 0, LAUNCH_SAMPLERS, &count))
        return false;
    launch->cleartype_kernels = calloc(count + 1, sizeof *launch->cleartype_kernels);
    if (!launch->cleartype_kernels)
        return launch_out_of_memory(reader);
    launch->cleartype_kernel_count = (unsigned)count;
    for (struct launch_node element = {0}; launch_each(reader, node, &element);)
        if (!read_kernel(reader, &element, &used, &launch->cleartype_kernels[element.index]))
            return false;
    return true;
}
