/* texture_shape.h - what the units need of a texture's words and of an opcode: sizes, slices, precision, families. */
#ifndef PIPELINE_TEXTURE_SHAPE_H
#define PIPELINE_TEXTURE_SHAPE_H

#include "pipeline/texture/texture_layout.h"
#include "pipeline/texture/texture_plan.h"

/* Bits of TA_CNTL_AUX (3D 14; bit 1: MESA). */
enum {
    TA_DISABLE_CUBE_WRAP = 1 << 0,
    TA_DISABLE_CUBE_ANISO = 1 << 1,
    TA_SYNC_ALIGNER = 1 << 26 /* with bits 24 and 25; of time only */
};
#define TA_BILINEAR_PRECISION (1u << 31)

/* Where an instruction's level of detail comes from. */
enum texture_lod_source { LOD_COMPUTED, LOD_GIVEN, LOD_BIASED, LOD_ZERO };
enum texture_lod_source texture_lod_source(enum isa_fetch_id op);
bool                    texture_multisampled(const struct texture_resource *resource);
bool                    texture_is_array(const struct texture_resource *resource);
/* Levels after the base level; multisampled textures have none, LAST_LEVEL counts their samples (MESA). */
unsigned texture_last_level(const struct texture_resource *resource);
/* The surface's level that is `level` above the base level. */
unsigned texture_level_number(const struct texture_resource *resource, unsigned level);
/* Texels of an axis (0 X, 1 Y, 2 Z) of a level above the base level; slices of an array. */
unsigned texture_size(const struct texture_resource *resource, unsigned axis, unsigned level);
/* Axes that count for the level of detail, and texels of the base level for a coordinate of 1.0. */
unsigned texture_lod_axes(const struct texture_resource *resource);
unsigned texture_lod_scale(const struct texture_query *query, unsigned axis);
/* COORD_TYPE: an element is in texels, not 0 to 1. */
bool texture_in_texels(const struct isa_tex *tex, unsigned element);
/* The element of the coordinate that has an array's slice. */
unsigned texture_slice_element(const struct texture_query *query);
/* An array whose slices are filtered as those of a volume, as TEX_ARRAY_OVERRIDE is clear (MESA). */
bool texture_slices_filtered(const struct texture_query *query);
/* Logarithm of the most probes. */
unsigned texture_most_probes(const struct texture_query *query);
/* Bits of fractions between texels for linear filters, 6 or 8. */
unsigned texture_precision(const struct texture_query *query);

#endif
