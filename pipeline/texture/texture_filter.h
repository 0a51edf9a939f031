/* texture_filter.h - the filter of a texture unit: weighted texels become the result of a sample (3D 7, 8; the order of
 * RV770's filter is that of US 8,154,564: fixed point with a common exponent, a sum over all passes, conversion).
 *
 * For each lane: begin, then add each tap that is used, in the order of passes and taps, then end.  The sum is exact
 * for fractions and integers, so the only rounding is the last, to float32; floats are added up with a common exponent
 * (docs/texture.md, "Arithmetic").  One tap with all the weight gives texel_channel_result bit for bit. */
#ifndef PIPELINE_TEXTURE_FILTER_H
#define PIPELINE_TEXTURE_FILTER_H

#include <stdbool.h>
#include <stdint.h>

#include "pipeline/texture/texture_plan.h"

/* One element's sum. */
struct texture_channel_sum {
    int64_t sum;      /* of weight x number */
    int16_t exponent; /* floats: of the sum's lowest bit */
    uint8_t special;  /* floats: NaN, infinities among the taps */
};

/* Adds weight x number: a fraction's or a scaled integer's with 24 bits, a float's bits. */
void texture_channel_add(struct texture_channel_sum *sum, bool is_float, int32_t weight, int64_t number);
/* The sum as a float32: of numbers of which `divisor` x 2^shift is 1, and weights that add up to box x TEXTURE_ONE. */
uint32_t texture_channel_end(const struct texture_channel_sum *sum, bool is_float, uint32_t divisor, int shift,
                             unsigned box);

struct texture_sum {
    struct texture_channel_sum channel[4];
    uint32_t                   single[4]; /* result if the sample is this one tap; FETCH4: the four texels' element */
    uint8_t                    box;       /* all weights add up to so many TEXTURE_ONE */
    uint16_t                   taps;      /* with a weight so far */
    bool                       whole;     /* the last of them had all the weight */
    bool                       killed;    /* a texel had the key's colour */
};

void texture_sum_begin(struct texture_sum *sum, const struct texture_lane_plan *plan);
/* `value` is what texel_decode gives; of no account for a border tap.  `which`: the tap's place in its pass. */
void texture_sum_add(struct texture_sum *sum, const struct texture_query *query, unsigned lane, unsigned which,
                     const struct texture_tap *tap, const uint32_t value[4]);
/* X Y Z W of the texture; then texture_select. */
void texture_sum_end(const struct texture_sum *sum, const struct texture_query *query, uint32_t result[4]);

/* The resource's DST_SEL: of a sample's or LD's result, not of FETCH4's nor of what texture_answer gives. */
void texture_select(const struct texture_query *query, const uint32_t value[4], uint32_t result[4]);

#endif
