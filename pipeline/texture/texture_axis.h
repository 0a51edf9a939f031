/* texture_axis.h - the addresser: a coordinate along one axis becomes a place between texels, and a texel's number
 * one that the level has (3D 8 CLAMP_X, Y, Z; Direct3D 10's rules of sampling; R5XX 10 for the meaning of the clamp
 * modes). */
#ifndef PIPELINE_TEXTURE_AXIS_H
#define PIPELINE_TEXTURE_AXIS_H

#include <stdbool.h>
#include <stdint.h>

#include "pipeline/texture/texture_state.h"

/* One axis of a level, and how an instruction goes along it. */
struct texture_axis {
    uint16_t size;          /* texels, 1..8192 */
    uint16_t scale;         /* texels of a coordinate of 1.0 */
    uint8_t  level;         /* coordinates in texels are halved so many times */
    uint8_t  clamp;         /* enum tex_clamp; texture_axis_clamp */
    uint8_t  fraction_bits; /* between texels: 14, 8, 6 or 4 */
    uint8_t  reach;         /* half texels from the first texel of the filter to the coordinate: 0 for POINT */
    int8_t   offset;        /* half texels that are added, -16..15 */
    bool     from_one;      /* coordinates 1 to 2 stand for 0 to 1 (cubes) */
    bool     halves;        /* MC_COORD_TRUNCATE: fractions become 0 or a half */
};

/* The clamp mode that counts: coordinates in texels neither repeat nor mirror (ISA 10.4 COORD_TYPE); POINT never meets
 * half of a border (MESA), and none with POINT_SAMPLING_CLAMP. */
enum tex_clamp texture_axis_clamp(enum tex_clamp clamp, bool in_texels, bool point, bool point_sampling_clamp);

/* Both axes of a surface's level for a filter (texture_walk.c). */
struct texture_query;
void texture_axes(const struct texture_query *query, unsigned filter, unsigned fraction_bits, unsigned level,
                  struct texture_axis axis[2]);

struct texture_place {
    int32_t  first;    /* texel of the filter, of any sign */
    uint32_t fraction; /* from there to the next one */
};
/* Where the filter of a coordinate (a float) begins. */
struct texture_place texture_axis_place(const struct texture_axis *axis, uint32_t coordinate);

/* The level's texel for number `texel`; true if it is one, false for border. */
bool texture_axis_texel(const struct texture_axis *axis, int32_t texel, uint32_t *inside);

#endif
