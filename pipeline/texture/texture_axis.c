#include "pipeline/texture/texture_axis.h"

#include "pipeline/texture/texture_number.h"

enum { COORDINATE_BITS = 15 /* of whole texels; farther out than any clamp mode tells apart */ };

enum tex_clamp texture_axis_clamp(enum tex_clamp clamp, bool in_texels, bool point, bool point_sampling_clamp)
{
    /* GUESS: the mode without repetition that is nearest to it; ISA 10.4 says that the others are not available. */
    static const uint8_t once[] = {[TEX_WRAP] = TEX_CLAMP_LAST_TEXEL,
                                   [TEX_MIRROR] = TEX_CLAMP_LAST_TEXEL,
                                   [TEX_CLAMP_LAST_TEXEL] = TEX_CLAMP_LAST_TEXEL,
                                   [TEX_MIRROR_ONCE_LAST_TEXEL] = TEX_CLAMP_LAST_TEXEL,
                                   [TEX_CLAMP_HALF_BORDER] = TEX_CLAMP_HALF_BORDER,
                                   [TEX_MIRROR_ONCE_HALF_BORDER] = TEX_CLAMP_HALF_BORDER,
                                   [TEX_CLAMP_BORDER] = TEX_CLAMP_BORDER,
                                   [TEX_MIRROR_ONCE_BORDER] = TEX_CLAMP_BORDER};
    const enum tex_clamp mode = in_texels ? (enum tex_clamp)once[clamp] : clamp;
    /* GUESS: what POINT_SAMPLING_CLAMP is; no document says more than its name. */
    if (point && (mode == TEX_CLAMP_HALF_BORDER || (mode == TEX_CLAMP_BORDER && point_sampling_clamp)))
        return TEX_CLAMP_LAST_TEXEL;
    if (point && (mode == TEX_MIRROR_ONCE_HALF_BORDER || (mode == TEX_MIRROR_ONCE_BORDER && point_sampling_clamp)))
        return TEX_MIRROR_ONCE_LAST_TEXEL;
    return mode;
}

/* The coordinate in texels of the level, in fixed point with fraction_bits. */
static int32_t in_texels(const struct texture_axis *axis, uint32_t coordinate)
{
    const int      bits = axis->fraction_bits - axis->level;
    const uint64_t limit = 1ull << (COORDINATE_BITS + axis->fraction_bits);
    const int32_t  whole = (int32_t)axis->scale << axis->fraction_bits;
    if (axis->clamp == TEX_WRAP || axis->clamp == TEX_MIRROR) {
        const int32_t around = (int32_t)texture_fixed_around(coordinate, axis->scale, bits);
        return axis->from_one ? around - whole : around;
    }
    const int32_t texels = (int32_t)texture_fixed(coordinate, axis->scale, bits, limit);
    return axis->from_one ? texels - whole : texels;
}

/* GL's clamp: the coordinate itself stops at the edges, so that a linear filter takes half of the border there. */
static int32_t stop_at_edges(const struct texture_axis *axis, int32_t at)
{
    const int32_t end = (int32_t)axis->size << axis->fraction_bits;
    if (axis->clamp == TEX_MIRROR_ONCE_HALF_BORDER && at < 0)
        at = -at;
    return at < 0 ? 0 : at > end ? end : at;
}

struct texture_place texture_axis_place(const struct texture_axis *axis, uint32_t coordinate)
{
    const unsigned half = axis->fraction_bits - 1u;
    const uint32_t mask = (1u << axis->fraction_bits) - 1;
    int32_t        at = in_texels(axis, coordinate) + axis->offset * (1 << half);
    if (axis->clamp == TEX_CLAMP_HALF_BORDER || axis->clamp == TEX_MIRROR_ONCE_HALF_BORDER)
        at = stop_at_edges(axis, at);
    at -= axis->reach * (1 << half);
    const uint32_t fraction = (uint32_t)at & mask;
    return (struct texture_place){.first = (at - (int32_t)fraction) / (1 << axis->fraction_bits),
                                  .fraction = axis->halves ? fraction & 1u << half : fraction};
}

static uint32_t around(int32_t texel, int32_t period)
{
    const int32_t rest = texel >= 0 && texel < period ? texel : texel % period;
    return (uint32_t)(rest < 0 ? rest + period : rest);
}

bool texture_axis_texel(const struct texture_axis *axis, int32_t texel, uint32_t *inside)
{
    const int32_t size = axis->size;
    switch ((enum tex_clamp)axis->clamp) {
    case TEX_WRAP:
        *inside = around(texel, size);
        return true;
    case TEX_MIRROR:
        *inside = around(texel, 2 * size);
        if (*inside >= axis->size)
            *inside = 2u * axis->size - 1 - *inside;
        return true;
    case TEX_MIRROR_ONCE_LAST_TEXEL:
    case TEX_MIRROR_ONCE_HALF_BORDER:
    case TEX_MIRROR_ONCE_BORDER:
        texel = texel < 0 ? -1 - texel : texel;
        break;
    case TEX_CLAMP_LAST_TEXEL:
    case TEX_CLAMP_HALF_BORDER:
    case TEX_CLAMP_BORDER:
        break;
    }
    const bool last_texel = axis->clamp == TEX_CLAMP_LAST_TEXEL || axis->clamp == TEX_MIRROR_ONCE_LAST_TEXEL;
    *inside = texel < 0 ? 0 : texel >= size ? axis->size - 1u : (uint32_t)texel;
    return last_texel || *inside == (uint32_t)texel;
}
