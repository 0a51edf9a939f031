#include "pipeline/texture/texture_lattice.h"

#include <math.h>
#include <string.h>

#include "pipeline/texture/texture_number.h"
#include "pipeline/texture/texture_shape.h"

enum { STEP_BITS = 12, BILINEAR_BITS = 8 /* at most */ };

/* A value of each lane. */
typedef int32_t  lanes4_t __attribute__((vector_size(16)));
typedef uint32_t words4_t __attribute__((vector_size(16)));
typedef float    floats4_t __attribute__((vector_size(16)));
typedef double   doubles4_t __attribute__((vector_size(32)));
typedef int64_t  longs4_t __attribute__((vector_size(32)));

static inline lanes4_t all_lanes(int32_t value)
{
    return (lanes4_t){value, value, value, value};
}

/* ---- once for a level ------------------------------------------------------------------------------------------- */

/* The largest exponent, biased.  Below 2^30 in fractions, and where nothing repeats below 2^14 texels.  What is cut off
 * of coordinates that repeat is whole pairs of the size, which changes neither texel nor fraction. */
static uint8_t largest_exponent(const struct texture_axis *axis)
{
    const bool     around = axis->clamp == TEX_WRAP || axis->clamp == TEX_MIRROR;
    const unsigned length = axis->scale > 1 ? 32 - (unsigned)__builtin_clz(axis->scale - 1u) : 0;
    const unsigned most = around ? 30u - axis->fraction_bits : 14u + axis->level;
    return (uint8_t)(FLOAT_BIAS - 1 + most - length);
}

static void find_axis(struct texture_lattice *lattice, unsigned i)
{
    const struct texture_axis *axis = &lattice->axis[i];
    lattice->usable &= axis->clamp != TEX_CLAMP_HALF_BORDER && axis->clamp != TEX_MIRROR_ONCE_HALF_BORDER;
    lattice->most[i] = largest_exponent(axis);
    lattice->scale[i] = ldexp(axis->scale, axis->fraction_bits - axis->level);
    lattice->shift[i] = (axis->offset - axis->reach) * (1 << (axis->fraction_bits - 1));
}

void texture_lattice_make(const struct texture_query *query, unsigned filter, unsigned fraction_bits,
                          const struct texture_level *level, const struct texture_tiling *tiling, unsigned number,
                          struct texture_lattice *lattice)
{
    *lattice = (struct texture_lattice){
        .used = true, .filter = (uint8_t)filter, .fraction_bits = (uint8_t)fraction_bits, .level = (uint8_t)number};
    if (filter > TEXTURE_BILINEAR || (filter == TEXTURE_BILINEAR && fraction_bits > BILINEAR_BITS) ||
        query->op == ISA_FETCH_LD || texture_op_gathers(query) || query->resource->dim == TEX_DIM_CUBEMAP)
        return;
    texture_axes(query, filter, fraction_bits, number, lattice->axis);
    texture_grid_of(level, tiling, &lattice->grid);
    lattice->slice = texture_grid_slice_of(level, tiling, 0);
    lattice->usable = lattice->grid.usable;
    lattice->flat = texture_lod_axes(query->resource) == 1;
    find_axis(lattice, 0);
    find_axis(lattice, 1);
}

/* ---- places along an axis --------------------------------------------------------------------------------------- */

struct places {
    lanes4_t first, fraction;
};

/* A product of 24 and 37 bits is a double as it is; what 1.5 x 2^52 is added to becomes an integer in the lowest bits,
 * to the nearest, ties to even. */
static inline struct places places_of(const struct texture_lattice *lattice, unsigned i,
                                      const uint32_t at[TEXTURE_QUAD])
{
    const struct texture_axis *const axis = &lattice->axis[i];
    const int32_t                    bits = axis->fraction_bits;
    const union {
        uint32_t  word[TEXTURE_QUAD];
        floats4_t number;
        lanes4_t  bits;
    } value = {.word = {at[0], at[1], at[2], at[3]}};
    const union {
        doubles4_t number;
        longs4_t   bits;
    } sum = {.number = __builtin_convertvector(value.number, doubles4_t) * lattice->scale[i] + 0x1.8p52};
    const words4_t whole =
        (words4_t) __builtin_convertvector(sum.bits, lanes4_t); /* far ones wrap, and are told below */
    const lanes4_t place = (lanes4_t)(whole + (words4_t)all_lanes((int32_t)lattice->shift[i]));
    struct places  places = {place >> bits, place & all_lanes((1 << bits) - 1)};
    if (axis->halves)
        places.fraction &= all_lanes(1 << (bits - 1));
    const lanes4_t far = (value.bits >> FLOAT_BITS & FLOAT_LAST) > (int32_t)lattice->most[i];
    for (unsigned lane = 0; far[0] | far[1] | far[2] | far[3] && lane < TEXTURE_QUAD; lane++)
        if (far[lane]) {
            const struct texture_place alone = texture_axis_place(axis, at[lane]);
            places.first[lane] = alone.first;
            places.fraction[lane] = (int32_t)alone.fraction;
        }
    return places;
}

/* Two texels of an axis: their weights, where they lie, and which are border. */
struct edge {
    lanes4_t weight[2];
    uint32_t texel[2][TEXTURE_QUAD];
    uint32_t place[2][TEXTURE_QUAD], channel[2][TEXTURE_QUAD];
    bool     border[2][TEXTURE_QUAD];
};

/* Numbers that the level has; of those outside the clamp mode decides. */
static inline void find_texels(const struct texture_axis *axis, lanes4_t number, unsigned k, struct edge *edge)
{
    const lanes4_t outside = (number < 0) | (number >= (int32_t)axis->size);
    memcpy(edge->texel[k], &number, sizeof number);
    memset(edge->border[k], 0, sizeof edge->border[k]);
    for (unsigned lane = 0; outside[0] | outside[1] | outside[2] | outside[3] && lane < TEXTURE_QUAD; lane++)
        if (outside[lane])
            edge->border[k][lane] = !texture_axis_texel(axis, number[lane], &edge->texel[k][lane]);
}

static inline void edge_of(const struct texture_lattice *lattice, unsigned i, const uint32_t at[TEXTURE_QUAD],
                           struct edge *edge)
{
    const struct texture_axis *const      axis = &lattice->axis[i];
    const struct texture_grid_axis *const grid = &lattice->grid.axis[i];
    const lanes4_t                        one = all_lanes(1 << axis->fraction_bits);
    struct places                         places = {{0}, {0}};
    if (!(i && lattice->flat))
        places = places_of(lattice, i, at);
    if (lattice->filter == TEXTURE_POINT)
        places.fraction = (lanes4_t){0};
    edge->weight[0] = one - places.fraction;
    edge->weight[1] = places.fraction;
    for (unsigned k = 0; k < 2; k++) {
        find_texels(axis, places.first + (int32_t)k, k, edge);
        for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++) {
            const uint32_t texel = edge->texel[k][lane];
            edge->place[k][lane] =
                lattice->grid.rows ? (texel >> grid->block_bits) * grid->step : texture_grid_place(grid, texel);
            edge->channel[k][lane] = lattice->grid.channel_bits ? texture_grid_channel(grid, texel) : 0;
        }
    }
}

/* ---- taps ------------------------------------------------------------------------------------------------------- */

/* texture_tap_weight, in 32 bits: of a point the whole step, else a product of at most 28 bits. */
static inline words4_t weights_of(const struct texture_lattice *lattice, const struct texture_lattice_pass *pass,
                                  lanes4_t x, lanes4_t y)
{
    const int up = TEXTURE_ONE_BITS - STEP_BITS - 2 * lattice->fraction_bits;
    if (lattice->filter == TEXTURE_POINT)
        return (words4_t)((x & y) >> lattice->fraction_bits) * pass->weight << (TEXTURE_ONE_BITS - STEP_BITS) >>
               pass->probes;
    return (words4_t)(x * y) * pass->weight << up >> pass->probes;
}

void texture_lattice_taps(const struct texture_lattice *lattice, const struct texture_lattice_pass *pass,
                          struct texture_lattice_taps *taps)
{
    struct edge                      edge[2];
    const struct texture_grid *const grid = &lattice->grid;
    const unsigned                   x_mask = (1u << grid->axis[0].block_bits) - 1;
    const unsigned                   y_mask = (1u << grid->axis[1].block_bits) - 1;
    edge_of(lattice, 0, pass->at[0], &edge[0]);
    edge_of(lattice, 1, pass->at[1], &edge[1]);
    for (unsigned t = 0; t < TEXTURE_TAPS; t++) {
        const unsigned x = t & 1, y = t >> 1;
        const words4_t weight = weights_of(lattice, pass, edge[0].weight[x], edge[1].weight[y]);
        for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++) {
            const uint64_t place = (uint64_t)edge[0].place[x][lane] + edge[1].place[y][lane] + pass->slice.place;
            const uint32_t channel = edge[0].channel[x][lane] ^ edge[1].channel[y][lane] ^ pass->slice.channel;
            const bool     border = edge[0].border[x][lane] | edge[1].border[y][lane];
            taps->weight[lane][t] = weight[lane];
            taps->kind[lane][t] = (uint8_t)(!weight[lane] ? LATTICE_UNUSED : border ? LATTICE_BORDER : LATTICE_INSIDE);
            taps->address[lane][t] = texture_grid_address(grid, place, channel);
            taps->texel[lane][t] =
                (uint8_t)((edge[0].texel[x][lane] & x_mask) | (edge[1].texel[y][lane] & y_mask) << 4);
        }
    }
}
