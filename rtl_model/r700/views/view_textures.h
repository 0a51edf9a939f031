/* view_textures.h - how the rows of the texture unit and its samplers look: names of their values. */
#ifndef RTL_MODEL_R700_VIEW_TEXTURES_H
#define RTL_MODEL_R700_VIEW_TEXTURES_H

#include "rtl_model/r700/views/view_stages.h"

/* X(type, bits, name): values of `bits` bits and the idle one above them; fields of samplers have none. */
#define VIEW_TEXTURE_ROWS(X)                                                                                           \
    X("view_texture_t", VIEW_TEXTURE_BITS, texture)                                                                    \
    X("view_levels_t", 2 * VIEW_LEVEL_BITS, levels)                                                                    \
    X("view_fetch_t", VIEW_FETCH_BITS, fetch)                                                                          \
    X("view_mode_t", VIEW_MODE_BITS, mode)                                                                             \
    X("view_sampler_t", VIEW_SAMPLER_BITS, sampler)                                                                    \
    X("view_filter_t", VIEW_FILTER_BITS, filter)                                                                       \
    X("view_clamp_t", VIEW_CLAMP_BITS, clamp)                                                                          \
    X("view_border_t", VIEW_BORDER_BITS, border)                                                                       \
    X("view_taps_t", VIEW_TAPS_BITS, taps)
#define VIEW_SAMPLER_FIELDS(X)                                                                                         \
    X(VIEW_CLAMP_TYPE, SQ_TEX_CLAMP, clamp_field)                                                                      \
    X(VIEW_XY_FILTER_TYPE, SQ_TEX_XY_FILTER, xy_filter_field)                                                          \
    X(VIEW_Z_FILTER_TYPE, SQ_TEX_Z_FILTER, z_filter_field)                                                             \
    X(VIEW_BORDER_TYPE, SQ_TEX_BORDER_COLOR, border_field)                                                             \
    X(VIEW_COMPARE_TYPE, SQ_TEX_DEPTH_COMPARE, compare_field)                                                          \
    X(VIEW_CHROMA_TYPE, SQ_TEX_CHROMA_KEY, chroma_field)

#define VIEW_DECLARED(type, bits, what)                                                                                \
    const char *view_##what##_name(uint64_t value);                                                                    \
    const char *view_##what##_colour(uint64_t value);
#define VIEW_DECLARED_FIELD(type, set, what) const char *view_##what##_name(uint64_t value);
VIEW_TEXTURE_ROWS(VIEW_DECLARED)
VIEW_SAMPLER_FIELDS(VIEW_DECLARED_FIELD)
#undef VIEW_DECLARED
#undef VIEW_DECLARED_FIELD

/* Their rows of the table of views. */
#define VIEW_ROW(t, bits, what)                                                                                        \
    {.type = t, .kind = VIEW_NAMES, .name = view_##what##_name, .colour = view_##what##_colour},
#define VIEW_FIELD_ROW(t, set, what) {.type = t, .kind = VIEW_NAMES, .name = view_##what##_name},
#define VIEW_TEXTURES                                                                                                  \
    VIEW_TEXTURE_ROWS(VIEW_ROW)                                                                                        \
    VIEW_SAMPLER_FIELDS(VIEW_FIELD_ROW)                                                                                \
    {                                                                                                                  \
        .type = "view_weight_t", .kind = VIEW_FLOAT, .idle = IDLE_WORD, .idle_word = VIEW_NO_WEIGHT                    \
    }

#endif
