/* ref_texture.h - the reference for texture sampling: the words of a resource and of a sampler, the bytes in memory and
 * the coordinates of a quad give what the registers get, in double precision.
 *
 * Written from the register manuals (3D 7, 8, 14), ISA 6, 9.4 and 10.4 and Direct3D 10's rules; the order of texels in
 * memory from AMD's published address library.  It shares no code with pipeline/.
 *
 *     struct ref_texture_query query = {.op = ISA_FETCH_SAMPLE, .tex = &tex, .texture = &texture, ...};
 *     struct ref_texture_result result;
 *     ref_texture_lookup(&query, lane, NULL, &result);
 *
 * What is decided by rounding is decided at the documented widths: texel coordinates and levels of detail have so many
 * bits behind the point.  The arithmetic between coordinate and rounding is the machine's own, so where it ends near
 * the middle of two steps either step is right: `struct ref_texture_choice` asks for the neighbours.
 *
 *   ref_texture_words.c  the words' fields          ref_texel.c    texels (with ref_format.c)
 *   ref_surface.c        addresses of texels        ref_texture_level.c  gradients, level of detail, cubes
 *   ref_texture.c        coordinates, filters       ref_texture_answer.c instructions that read no texel */
#ifndef TB_REF_REF_TEXTURE_H
#define TB_REF_REF_TEXTURE_H

#include "isa/r700/isa.h"

/* ---- state, as the words have it ------------------------------------------------------------------------------ */

enum ref_dim { REF_1D, REF_2D, REF_3D, REF_CUBE, REF_1D_ARRAY, REF_2D_ARRAY, REF_2D_MSAA, REF_2D_ARRAY_MSAA };

struct ref_resource_fields {
    unsigned dim, tile_mode, tile_type;
    unsigned pitch, width, height, depth; /* texels, slices: one more than the words have; the pitch times 8 */
    unsigned format;
    uint64_t base, mips; /* bytes */
    unsigned comp[4], number, srf, degamma, endian, select[4];
    unsigned base_level, last_level, base_array, last_array;
    unsigned mpeg, max_aniso, perf_modulation, interlaced, type;
};

struct ref_sampler_fields {
    unsigned clamp[3], mag, min, z_filter, mip_filter, max_aniso, border_type;
    unsigned point_clamp, array_override, compare, chroma_key, minor_axis;
    double   min_lod, max_lod, bias, bias_sec; /* levels */
    unsigned coordinate_truncate, degamma, high_precision, perf_mip, perf_z, fetch_4, is_pcf, type;
};

void ref_resource_fields(const uint32_t word[7], struct ref_resource_fields *fields);
void ref_sampler_fields(const uint32_t word[3], struct ref_sampler_fields *fields);

/* GB_TILING_CONFIG: how surfaces are spread over pipes and banks. */
struct ref_tiling {
    unsigned pipes, banks, group_bytes, row_bytes, swap_bytes, split_bytes;
    bool     optimal_swap;
};
void ref_tiling_fields(uint32_t config, struct ref_tiling *tiling);

/* ---- texels --------------------------------------------------------------------------------------------------- */

struct ref_texel {
    uint32_t bits[4];   /* what a register gets of each element when nothing is filtered */
    double   number[4]; /* the number that it stands for */
};

/* Bytes, and texels of a block, and in how many parts it lies in memory; 0 bytes: nobody knows the format's layout. */
struct ref_block {
    unsigned bytes, width, height, parts;
};
struct ref_block ref_block_of(unsigned format);
/* Are the elements integers, which no filter takes? */
bool ref_texel_is_integer(const struct ref_resource_fields *fields);
void ref_texel_read(const struct ref_resource_fields *fields, bool degamma, const uint8_t *block, unsigned x,
                    unsigned y, struct ref_texel *texel);

/* ---- surfaces ------------------------------------------------------------------------------------------------- */

struct ref_place {
    uint64_t address[3];   /* of the block's parts */
    unsigned parts, bytes; /* of a part */
    unsigned x, y;         /* in the block */
};
/* Texels and slices of a level. */
void ref_level_size(const struct ref_resource_fields *fields, unsigned level, unsigned size[3]);
void ref_locate(const struct ref_resource_fields *fields, const struct ref_tiling *tiling, unsigned level, unsigned x,
                unsigned y, unsigned slice, unsigned sample, struct ref_place *place);
/* The first byte behind the surface. */
uint64_t ref_surface_end(const struct ref_resource_fields *fields, const struct ref_tiling *tiling);

#endif
