/* launch_values.h - what values in a launch file can be: enumerations, formats of texels and vertices, their names.
 *
 * Where the hardware has a field, an enumeration's value is the field's value in the register manual, so that the
 * machine stores it as it is. */
#ifndef RTL_MODEL_LAUNCH_VALUES_H
#define RTL_MODEL_LAUNCH_VALUES_H

#include <stdbool.h>
#include <stdint.h>

/* ---- enumerations ------------------------------------------------------------------------------------------ */

enum launch_stage { LAUNCH_PS, LAUNCH_VS, LAUNCH_GS, LAUNCH_ES, LAUNCH_FS, LAUNCH_CS, LAUNCH_STAGE_COUNT };

/* SQ_TEX_RESOURCE_WORD0.DIM */
enum launch_dim {
    LAUNCH_DIM_1D,
    LAUNCH_DIM_2D,
    LAUNCH_DIM_3D,
    LAUNCH_DIM_CUBEMAP,
    LAUNCH_DIM_1D_ARRAY,
    LAUNCH_DIM_2D_ARRAY,
    LAUNCH_DIM_2D_MSAA,
    LAUNCH_DIM_2D_ARRAY_MSAA
};

/* SQ_TEX_RESOURCE_WORD0.TILE_MODE, 0 to 15; of the others a launch sees the names alone */
enum launch_tile_mode { LAUNCH_LINEAR_ALIGNED = 1, LAUNCH_2D_TILED_THIN1 = 4, LAUNCH_TILE_MODES = 16 };

/* NUM_FORMAT_ALL */
enum launch_num_format { LAUNCH_NUM_NORM, LAUNCH_NUM_INT, LAUNCH_NUM_SCALED };

/* NUM_FORMAT_ALL and FORMAT_COMP together: the one is a half of it, the other its lowest bit; float says itself so */
enum launch_number {
    LAUNCH_UNORM,
    LAUNCH_SNORM,
    LAUNCH_UINT,
    LAUNCH_SINT,
    LAUNCH_USCALED,
    LAUNCH_SSCALED,
    LAUNCH_FLOAT,
    LAUNCH_NUMBERS
};

/* DST_SEL_X, _Y, _Z, _W */
enum launch_select { LAUNCH_SEL_X, LAUNCH_SEL_Y, LAUNCH_SEL_Z, LAUNCH_SEL_W, LAUNCH_SEL_0, LAUNCH_SEL_1 };

/* CLAMP_X, _Y, _Z */
enum launch_clamp {
    LAUNCH_WRAP,
    LAUNCH_MIRROR,
    LAUNCH_CLAMP_LAST_TEXEL,
    LAUNCH_MIRROR_ONCE_LAST_TEXEL,
    LAUNCH_CLAMP_HALF_BORDER,
    LAUNCH_MIRROR_ONCE_HALF_BORDER,
    LAUNCH_CLAMP_BORDER,
    LAUNCH_MIRROR_ONCE_BORDER
};

/* XY_MAG_FILTER, XY_MIN_FILTER */
enum launch_xy_filter { LAUNCH_POINT, LAUNCH_BILINEAR, LAUNCH_BICUBIC };

/* MIP_FILTER */
enum launch_mip_filter { LAUNCH_MIP_NONE, LAUNCH_MIP_POINT, LAUNCH_MIP_LINEAR };

/* BORDER_COLOR_TYPE */
enum launch_border {
    LAUNCH_BORDER_TRANSPARENT_BLACK,
    LAUNCH_BORDER_OPAQUE_BLACK,
    LAUNCH_BORDER_OPAQUE_WHITE,
    LAUNCH_BORDER_REGISTER
};

/* DEPTH_COMPARE_FUNCTION */
enum launch_depth_compare {
    LAUNCH_NEVER,
    LAUNCH_LESS,
    LAUNCH_EQUAL,
    LAUNCH_LESS_EQUAL,
    LAUNCH_GREATER,
    LAUNCH_NOT_EQUAL,
    LAUNCH_GREATER_EQUAL,
    LAUNCH_ALWAYS
};

/* CF_ALLOC_EXPORT_WORD0.TYPE */
enum launch_export_type { LAUNCH_EXPORT_PIXEL, LAUNCH_EXPORT_POS, LAUNCH_EXPORT_PARAM };

/* What memory writes and reads reach (ISA 3.4.2, 3.4.3) */
enum launch_target {
    LAUNCH_STREAM0,
    LAUNCH_STREAM1,
    LAUNCH_STREAM2,
    LAUNCH_STREAM3,
    LAUNCH_SCRATCH,
    LAUNCH_REDUCTION,
    LAUNCH_RING,
    LAUNCH_SCATTER,
    LAUNCH_TARGETS
};

enum launch_compare { LAUNCH_COMPARE_BITS, LAUNCH_COMPARE_F32, LAUNCH_COMPARE_TOL, LAUNCH_COMPARE_SKIP };

/* ---- formats (SQ_TEX_RESOURCE_WORD1 / SQ_VTX_CONSTANT_WORD2 DATA_FORMAT; ISA 10.3) ------------------------- */

struct launch_format {
    const char *name;        /* without FMT_: "8_8_8_8" */
    uint8_t     number;      /* the DATA_FORMAT field */
    uint8_t     block_bytes; /* bytes of one texel or of one block; 0: only through `words` */
    uint8_t     block_width; /* texels of a block, 1 for all that are not compressed */
    uint8_t     block_height;
    bool        is_float;
};

const struct launch_format *launch_format_find(const char *name);       /* NULL when there is none */
const struct launch_format *launch_format_number(unsigned data_format); /* NULL for reserved numbers */
/* Names of enumerations, for messages and reports. */
const char *launch_stage_name(enum launch_stage stage);
const char *launch_target_name(enum launch_target target);
const char *launch_export_name(enum launch_export_type type);
const char *launch_compare_name(enum launch_compare compare);
const char *launch_dim_name(enum launch_dim dim);
const char *launch_tile_mode_name(unsigned tile_mode); /* 0..15 */

#endif
