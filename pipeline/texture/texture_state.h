/* texture_state.h - a texture and a sampler as the fetch units see them: the fields of their words (3D 7, 8).
 *
 * The fields are rows of texture_resource.def and texture_sampler.def; the struct has a member for each of them under
 * the manual's name in lower case. */
#ifndef PIPELINE_TEXTURE_STATE_H
#define PIPELINE_TEXTURE_STATE_H

#include <stdint.h>

enum { TEXTURE_RESOURCE_WORDS = 7, TEXTURE_SAMPLER_WORDS = 3 };

#define TEXTURE_TYPE_UNSIGNED uint32_t
#define TEXTURE_TYPE_SIGNED int32_t
#define TEXTURE_FIELD(NAME, name, word, high, low, sign, doc) TEXTURE_TYPE_##sign name;
/* clang-format off */
struct texture_resource {
#include "pipeline/texture/texture_resource.def"
};
struct texture_sampler {
#include "pipeline/texture/texture_sampler.def"
};
/* clang-format on */
#undef TEXTURE_FIELD

void texture_resource_unpack(const uint32_t words[TEXTURE_RESOURCE_WORDS], struct texture_resource *resource);
void texture_sampler_unpack(const uint32_t words[TEXTURE_SAMPLER_WORDS], struct texture_sampler *sampler);

/* ---- values of the fields ------------------------------------------------------------------------------------- */

enum tex_dim {
    TEX_DIM_1D,
    TEX_DIM_2D,
    TEX_DIM_3D,
    TEX_DIM_CUBEMAP,
    TEX_DIM_1D_ARRAY,
    TEX_DIM_2D_ARRAY,
    TEX_DIM_2D_MSAA,
    TEX_DIM_2D_ARRAY_MSAA
};

/* TILE_MODE.  THICK: a tile has four slices; THIN2, THIN4: macro tiles of half and a quarter of the width; 2B, 3B: with
 * swapped banks (MESA; the register manual has no text). */
enum tex_array_mode {
    TEX_ARRAY_LINEAR_GENERAL,
    TEX_ARRAY_LINEAR_ALIGNED,
    TEX_ARRAY_1D_TILED_THIN1,
    TEX_ARRAY_1D_TILED_THICK,
    TEX_ARRAY_2D_TILED_THIN1,
    TEX_ARRAY_2D_TILED_THIN2,
    TEX_ARRAY_2D_TILED_THIN4,
    TEX_ARRAY_2D_TILED_THICK,
    TEX_ARRAY_2B_TILED_THIN1,
    TEX_ARRAY_2B_TILED_THIN2,
    TEX_ARRAY_2B_TILED_THIN4,
    TEX_ARRAY_2B_TILED_THICK,
    TEX_ARRAY_3D_TILED_THIN1,
    TEX_ARRAY_3D_TILED_THICK,
    TEX_ARRAY_3B_TILED_THIN1,
    TEX_ARRAY_3B_TILED_THICK
};

enum tex_type { TEX_INVALID_TEXTURE, TEX_INVALID_BUFFER, TEX_VALID_TEXTURE, TEX_VALID_BUFFER };

/* DATA_FORMAT: TEX_FMT_8, TEX_FMT_4_4, ..., TEX_FMT_CTX1. */
enum tex_format {
#define DATA_FORMAT(number, name, ...) TEX_FMT_##name = (number),
#define DATA_FORMAT_TEXELS DATA_FORMAT
#define DATA_FORMAT_NAME DATA_FORMAT
#include "isa/r700/data_formats.def"
#undef DATA_FORMAT
#undef DATA_FORMAT_TEXELS
#undef DATA_FORMAT_NAME
    TEX_FORMATS = 64
};

enum tex_format_comp { TEX_FORMAT_COMP_UNSIGNED, TEX_FORMAT_COMP_SIGNED, TEX_FORMAT_COMP_UNSIGNED_BIASED };
enum tex_num_format { TEX_NUM_FORMAT_NORM, TEX_NUM_FORMAT_INT, TEX_NUM_FORMAT_SCALED };
enum tex_srf_mode { TEX_SRF_MODE_ZERO_CLAMP_MINUS_ONE, TEX_SRF_MODE_NO_ZERO };
enum tex_endian { TEX_ENDIAN_NONE, TEX_ENDIAN_8IN16, TEX_ENDIAN_8IN32 };
enum tex_mpeg { TEX_MPEG_CLAMP_OFF, TEX_MPEG_9, TEX_MPEG_10 };
/* DST_SEL of the resource; 6 and 7 are reserved. */
enum tex_sel { TEX_SEL_X, TEX_SEL_Y, TEX_SEL_Z, TEX_SEL_W, TEX_SEL_0, TEX_SEL_1 };

enum tex_clamp {
    TEX_WRAP,
    TEX_MIRROR,
    TEX_CLAMP_LAST_TEXEL,
    TEX_MIRROR_ONCE_LAST_TEXEL,
    TEX_CLAMP_HALF_BORDER,
    TEX_MIRROR_ONCE_HALF_BORDER,
    TEX_CLAMP_BORDER,
    TEX_MIRROR_ONCE_BORDER
};

/* 4 and 5: MESA; the register manual ends at 2. */
enum tex_xy_filter {
    TEX_XY_FILTER_POINT,
    TEX_XY_FILTER_BILINEAR,
    TEX_XY_FILTER_BICUBIC,
    TEX_XY_FILTER_ANISO_POINT = 4,
    TEX_XY_FILTER_ANISO_BILINEAR
};
/* Z_FILTER and MIP_FILTER. */
enum tex_z_filter { TEX_Z_FILTER_NONE, TEX_Z_FILTER_POINT, TEX_Z_FILTER_LINEAR };

enum tex_border_color {
    TEX_BORDER_COLOR_TRANS_BLACK,
    TEX_BORDER_COLOR_OPAQUE_BLACK,
    TEX_BORDER_COLOR_OPAQUE_WHITE,
    TEX_BORDER_COLOR_REGISTER
};

/* 1 if the coordinate is so, beside the texel. */
enum tex_depth_compare {
    TEX_DEPTH_COMPARE_NEVER,
    TEX_DEPTH_COMPARE_LESS,
    TEX_DEPTH_COMPARE_EQUAL,
    TEX_DEPTH_COMPARE_LESSEQUAL,
    TEX_DEPTH_COMPARE_GREATER,
    TEX_DEPTH_COMPARE_NOTEQUAL,
    TEX_DEPTH_COMPARE_GREATEREQUAL,
    TEX_DEPTH_COMPARE_ALWAYS
};

enum tex_chroma_key { TEX_CHROMA_KEY_DISABLED, TEX_CHROMA_KEY_KILL, TEX_CHROMA_KEY_BLEND };

#endif
