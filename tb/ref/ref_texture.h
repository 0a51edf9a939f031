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
 *   ref_texture.c        levels, slices, probes     ref_texture_axis.c   coordinates, clamp modes, weights
 *   ref_texture_taps.c   what one texel gives       ref_texture_answer.c instructions that read no texel
 *   ref_texture_certain.c  are the bits in doubt? */
#ifndef TB_REF_REF_TEXTURE_H
#define TB_REF_REF_TEXTURE_H

#include "isa/r700/isa.h"
#include "tb/ref/ref_format.h"

/* ---- state, as the words have it ------------------------------------------------------------------------------ */

enum ref_dim { REF_1D, REF_2D, REF_3D, REF_CUBE, REF_1D_ARRAY, REF_2D_ARRAY, REF_2D_MSAA, REF_2D_ARRAY_MSAA };

/* Bytes and texels of a block, and in how many parts of one size it lies in memory; 0 bytes: unknown. */
struct ref_block {
    unsigned bytes, width, height, parts;
};

struct ref_resource_fields {
    unsigned dim, tile_mode, tile_type;
    unsigned pitch, width, height, depth; /* texels, slices: one more than the words have; the pitch times 8 */
    unsigned format;
    uint64_t base, mips; /* bytes */
    unsigned comp[4], number, srf, degamma, endian, select[4];
    unsigned base_level, last_level, base_array, last_array;
    unsigned mpeg, max_aniso, perf_modulation, interlaced, type;
    /* Of the format: */
    const char       *name;
    struct ref_layout layout; /* where all elements are of one kind */
    struct ref_block  block;
};

struct ref_sampler_fields {
    unsigned clamp[3], mag, min, z_filter, mip_filter, max_aniso, border_type;
    unsigned point_clamp, array_override, compare, chroma_key, minor_axis;
    double   min_lod, max_lod, bias, bias_sec; /* levels */
    unsigned coordinate_truncate, degamma, high_precision, perf_mip, perf_z, fetch_4, is_pcf, type;
};

void ref_resource_fields(const uint32_t word[7], struct ref_resource_fields *fields);
/* Sets what follows from `format`. */
void ref_resource_format(struct ref_resource_fields *fields);
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

/* Has the format element e? */
bool ref_texel_has(const struct ref_resource_fields *fields, unsigned e);
/* Are the elements integers, which no filter takes? */
bool ref_texel_is_integer(const struct ref_resource_fields *fields);
void ref_texel_read(const struct ref_resource_fields *fields, bool degamma, const uint8_t *block, unsigned x,
                    unsigned y, struct ref_texel *texel);

/* A colour of the border, within what the format can hold. */
void ref_border_limits(const struct ref_resource_fields *fields, struct ref_texel *texel);
/* The largest number of an element that is no float; of floats 0. */
double ref_full_scale(const struct ref_resource_fields *fields, unsigned e);
/* A reference as the format would hold it in X (ISA 9.4 SAMPLE_C). */
double ref_to_format(const struct ref_resource_fields *fields, bool degamma, double number);

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
/* What the elements of a row of level 0 are a multiple of. */
unsigned ref_pitch_step(const struct ref_resource_fields *fields, const struct ref_tiling *tiling);
/* The first byte behind the surface. */
uint64_t ref_surface_end(const struct ref_resource_fields *fields, const struct ref_tiling *tiling);

/* ---- looking up ----------------------------------------------------------------------------------------------- */

/* What the units have beside resource and sampler; the border colour and the kernel are the sampler's. */
struct ref_texture_units {
    uint32_t border[4], filter4[36], kernel; /* TD_*_SAMPLER*_BORDER_*, TD_FILTER4, TD_PS_SAMPLER*_CLEARTYPE_KERNEL */
    uint32_t ta_cntl_aux, tiling;
};

/* Parts of memory that textures lie in. */
struct ref_texture_memory {
    const uint8_t                   *bytes;
    uint64_t                         address, count;
    const struct ref_texture_memory *next; /* or NULL */
};

struct ref_texture_query {
    enum isa_fetch_id                op;
    const struct isa_tex            *tex;
    const uint32_t                  *resource, *sampler; /* their words; LD and others need no sampler: NULL */
    const struct ref_texture_units  *units;
    const struct ref_texture_memory *memory;
    uint32_t                         coordinate[4][4]; /* of a quad's lanes, 0 1 above 2 3: X Y Z W after SRC_SEL */
    uint32_t                         gradient_h[4][3], gradient_v[4][3], cube_index[4]; /* what was set before */
};

/* Steps away from the nearest value, -1 to 1 if nothing else is said: all 0 where nothing is in doubt. */
struct ref_texture_choice {
    int lod;   /* 1/64 */
    int ratio; /* of the two gradients, by 1/64 of their logarithm: number of probes */
    int axis;  /* which is the longer one, where they are the same to a millionth */
};

/* What of gradients lies near the middle of two steps: of the level of detail, of the number of probes; both gradients
 * are as long as one another. */
enum { REF_NEAR_LOD = 1, REF_NEAR_RATIO = 2, REF_NEAR_AXIS = 4 };

struct ref_texture_result {
    uint32_t bits[4];   /* of a single texel or an integer: exactly this */
    double   number[4]; /* the same, or the filter's sum */
    double   size[4];   /* the sizes that were added up, or the format's full scale instead */
    double   terms[4];  /* the sizes alone */
    bool     exact[4];
    bool     outside; /* a texel is not in memory */
    bool     border;  /* the sum has some border that the registers say */
    bool     corner;  /* thirds of a weight are in the sum */
    unsigned taps;
    double   lod[2]; /* before and after its limits */
    unsigned probes, filter;
    unsigned near; /* REF_NEAR_*, where the level of detail counts */
};

/* X Y Z W for one lane, after the resource's DST_SEL and before the instruction's. */
void ref_texture_lookup(const struct ref_texture_query *query, unsigned lane, const struct ref_texture_choice *choice,
                        struct ref_texture_result *result);
/* The same, and whether these bits are all that the documented widths allow; if not, nothing says which. */
bool ref_texture_certain(const struct ref_texture_query *query, unsigned lane, struct ref_texture_result *result);
/* What DST_SEL 1 is. */
uint32_t ref_texture_one(const struct ref_texture_query *query);

/* Instructions that read no texel, GET_* and KEEP_GRADIENTS, and their result: X Y Z W. */
bool ref_texture_answers(enum isa_fetch_id op);
void ref_texture_answer(const struct ref_texture_query *query, unsigned lane, const struct ref_texture_choice *choice,
                        uint32_t result[4]);

/* As ref_texture_certain. */
bool ref_texture_answer_certain(const struct ref_texture_query *query, unsigned lane, uint32_t result[4]);
/* GET_LERP: where between texels, slices and levels the coordinates lie. */
void ref_texture_lerp(const struct ref_texture_query *query, unsigned lane, const struct ref_texture_choice *choice,
                      double fraction[4]);

/* As sums and products of float32 are: rounded, denormals zeros. */
double ref_texture_single(double number);

/* The quad's own slopes (GET_GRADIENTS_H and _V, KEEP_GRADIENTS). */
void ref_texture_gradients(const struct ref_texture_query *query, double h[4], double v[4]);

/* ---- level of detail ------------------------------------------------------------------------------------------ */

enum ref_lod_source { REF_LOD_COMPUTED, REF_LOD_GIVEN, REF_LOD_BIASED, REF_LOD_ZERO };
enum ref_lod_source ref_lod_source(enum isa_fetch_id op);
bool                ref_op_compares(enum isa_fetch_id op);
bool                ref_op_has_gradients(enum isa_fetch_id op);

struct ref_lod {
    double   before, after; /* its limits, in whole 1/64 */
    unsigned probes, near;  /* REF_NEAR_* */
    double   axis[2];       /* from the first probe's side to the last one's, in coordinates */
};
void ref_lod_make(const struct ref_texture_query *query, const struct ref_resource_fields *resource,
                  const struct ref_sampler_fields *sampler, unsigned lane, const struct ref_texture_choice *choice,
                  struct ref_lod *lod);

/* ---- cubes ---------------------------------------------------------------------------------------------------- */

/* The texel beyond the edge of a face: on another face. */
void ref_cube_texel(int size, unsigned *face, int *x, int *y);

#endif
