/* texture_query.c - random coordinates, gradients and instruction words. */
#include "tb/texture/texture_query.h"

#include <math.h>
#include <string.h>

static unsigned below(struct random_source *source, unsigned limit)
{
    return random_below(source, limit);
}

static uint32_t float_bits(double number)
{
    const float value = (float)number;
    uint32_t    bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* -1 to 1. */
static double share(struct random_source *source)
{
    return (double)random_word(source) / 2147483648.0 - 1;
}

/* What no program means: NaNs, infinities, huge and tiny numbers, -0. */
static uint32_t pick_odd(struct random_source *source)
{
    static const uint32_t odd[] = {0x7fc00000, 0xffc12345, 0x7f800001, 0x7f800000, 0xff800000, 0x7f7fffff,
                                   0xff7fffff, 0x4b800001, 0x4f000000, 0x00000001, 0x807fffff, 0x80000000};
    return odd[below(source, sizeof odd / sizeof odd[0])];
}

/* ---- instruction ------------------------------------------------------------------------------------------------ */

static enum isa_fetch_id pick_op(struct random_source *source, const struct texture_case *texture)
{
    const unsigned dim = case_get(texture, RESOURCE_DIM);
    if (below(source, 12) == 0)
        return (enum isa_fetch_id)(ISA_FETCH_GET_TEXTURE_RESINFO +
                                   below(source, dim >= REF_2D_MSAA ? 2 : 7)); /* to KEEP_GRADIENTS */
    if (dim >= REF_2D_MSAA || (dim != REF_CUBE && below(source, 8) == 0))
        return ISA_FETCH_LD;
    if (below(source, 16) == 0)
        return ISA_FETCH_FETCH4;
    const unsigned kind = below(source, 16);
    return (enum isa_fetch_id)(ISA_FETCH_SAMPLE + (below(source, 3) || !case_compares(texture) ? kind % 8 : kind));
}

static void make_words(struct random_source *source, const struct texture_case *texture, struct case_query *query)
{
    const bool     cube = case_get(texture, RESOURCE_DIM) == REF_CUBE;
    const unsigned flags = below(source, 4) ? 15 : below(source, 16), offsets = below(source, 4) == 0;
    query->tex = (struct isa_tex){
        .bc_frac_mode = below(source, 16) == 0,
        .lod_bias = below(source, 3) ? 0 : below(source, 128),
        .coord_type_x = flags & 1 || cube,
        .coord_type_y = flags >> 1 & 1 || cube,
        .coord_type_z = flags >> 2 & 1,
        .coord_type_w = flags >> 3 & 1,
    };
    if (!offsets)
        return;
    query->tex.offset_x = below(source, 32);
    query->tex.offset_y = below(source, 32);
    query->tex.offset_z = below(source, 32);
}

/* ---- coordinates ------------------------------------------------------------------------------------------------ */

static bool is_normalised(const struct isa_tex *tex, unsigned e)
{
    return e == 0 ? tex->coord_type_x : e == 1 ? tex->coord_type_y : tex->coord_type_z;
}

static unsigned size_of(const struct texture_case *texture, unsigned e)
{
    const unsigned dim = case_get(texture, RESOURCE_DIM);
    if (e == 2 && dim == REF_CUBE)
        return 6;
    return case_get(texture, (enum case_field)(RESOURCE_TEX_WIDTH + e)) + 1;
}

/* Mostly inside, often at an edge or at a place where the fixed point has a tie. */
static double pick_place(struct random_source *source, unsigned size)
{
    const unsigned kind = below(source, 8);
    const double   fine = (double)below(source, 512 * size) / 512;
    return kind < 4    ? (share(source) + 1) / 2 * size
           : kind == 4 ? share(source) * 3 * size
           : kind == 5 ? fine
           : kind == 6 ? fine * 3 - size
                       : (double)below(source, size + 1);
}

static void make_coordinates(struct random_source *source, const struct texture_case *texture, struct case_query *query)
{
    const bool   cube = case_get(texture, RESOURCE_DIM) == REF_CUBE, even = below(source, 4) == 0;
    const bool   on_face = below(source, 4); /* CUBE leaves 1 to 2; others may leave anything */
    const double span = ldexp(1, (int)below(source, 12) - 4), narrow = ldexp(1, -(int)below(source, 6));
    for (unsigned e = 0; e < 3; e++) {
        const unsigned size = size_of(texture, e);
        const double   unit = is_normalised(&query->tex, e) ? size : 1, start = pick_place(source, size);
        const double   right = span * share(source) * (below(source, 2) ? 1 : narrow);
        const double   down = span * share(source) * (below(source, 2) ? 1 : narrow);
        for (unsigned lane = 0; lane < 4; lane++) {
            const double at = even ? start + right * (lane & 1) + down * (lane >> 1)
                                   : pick_place(source, size) * 0.1 + start + right * (lane & 1) + down * (lane >> 1);
            const double folded = 1 + fabs(at / unit - 2 * rint(at / unit / 2));
            query->coordinate[lane][e] = float_bits(cube && e < 2 ? (on_face ? folded : 1 + at / unit) : at / unit);
        }
    }
    if (cube)
        for (unsigned lane = 0, face = below(source, 6); lane < 4; lane++)
            query->coordinate[lane][2] = float_bits(below(source, 4) ? face : below(source, 6));
}

static void make_last(struct random_source *source, struct case_query *query)
{
    for (unsigned lane = 0; lane < 4; lane++) {
        const bool lod = ref_lod_source(query->op) == REF_LOD_GIVEN, bias = ref_lod_source(query->op) == REF_LOD_BIASED;
        query->coordinate[lane][3] = float_bits(lod    ? share(source) * 5 + 3
                                                : bias ? share(source) * 3
                                                       : (double)below(source, 1025) / 1024);
        if (ref_op_compares(query->op) && (lod || bias) && below(source, 2))
            query->coordinate[lane][2] = float_bits((double)below(source, 1025) / 1024);
    }
}

/* Mostly the number of a cube, sometimes between two or beyond the last (SET_CUBEMAP_INDEX). */
static void make_cube_index(struct random_source *source, const struct texture_case *texture, struct case_query *query)
{
    const unsigned cubes = case_get(texture, RESOURCE_TEX_DEPTH) + 1;
    for (unsigned lane = 0; lane < 4; lane++)
        query->cube_index[lane] = below(source, 16) == 0 ? pick_odd(source)
                                                         : float_bits(below(source, 4) ? (double)below(source, cubes)
                                                                                       : share(source) * (cubes + 1));
}

static void make_gradients(struct random_source *source, const struct texture_case *texture, struct case_query *query)
{
    for (unsigned lane = 0; lane < 4; lane++)
        for (unsigned e = 0; e < 3; e++) {
            const double unit = is_normalised(&query->tex, e) ? size_of(texture, e) : 1;
            query->gradient_h[lane][e] = float_bits(ldexp(share(source), (int)below(source, 10) - 4) / unit);
            query->gradient_v[lane][e] = float_bits(ldexp(share(source), (int)below(source, 10) - 4) / unit);
            if (below(source, 64) == 0)
                query->gradient_h[lane][e] = pick_odd(source);
            if (below(source, 64) == 0)
                query->gradient_v[lane][e] = pick_odd(source);
        }
}

/* A little outside at times. */
static void make_numbers(struct random_source *source, const struct texture_case *texture, struct case_query *query)
{
    const unsigned dim = case_get(texture, RESOURCE_DIM), last = case_get(texture, RESOURCE_LAST_LEVEL);
    const unsigned levels = dim >= REF_2D_MSAA ? 1u << last : last + 1;
    for (unsigned lane = 0; lane < 4; lane++) {
        const unsigned level = below(source, levels + (below(source, 8) == 0));
        for (unsigned e = 0; e < 3; e++) {
            const unsigned size = size_of(texture, e) >> (dim >= REF_2D_MSAA || e == 2 ? 0 : level);
            query->coordinate[lane][e] = below(source, size + 1 + (below(source, 8) == 0));
            if (below(source, 32) == 0)
                query->coordinate[lane][e] = random_word(source);
        }
        query->coordinate[lane][3] = level;
    }
}

static void make_odd(struct random_source *source, struct case_query *query)
{
    const unsigned lane = below(source, 4), e = below(source, 4);
    query->coordinate[lane][e] = pick_odd(source);
}

void query_coordinates(struct random_source *source, const struct texture_case *texture, struct case_query *query)
{
    if (query->op == ISA_FETCH_LD) {
        make_numbers(source, texture, query);
        return;
    }
    make_coordinates(source, texture, query);
    if (query->op == ISA_FETCH_GET_TEXTURE_RESINFO)
        for (unsigned lane = 0; lane < 4; lane++)
            query->coordinate[lane][0] = below(source, 12);
    make_last(source, query);
}

void query_make(struct random_source *source, const struct texture_case *texture, struct case_query *query)
{
    memset(query, 0, sizeof *query);
    query->op = pick_op(source, texture);
    make_words(source, texture, query);
    query_coordinates(source, texture, query);
    if (query->op >= ISA_FETCH_GET_COMP_TEX_LOD && below(source, 8) == 0)
        make_odd(source, query);
    if (case_get(texture, RESOURCE_DIM) == REF_CUBE)
        make_cube_index(source, texture, query);
    if (query->op != ISA_FETCH_LD)
        make_gradients(source, texture, query);
}
