/* texture_weight.h - weights of texels: along an axis by the filter, then with those of level, slice and probes (3D 8,
 * 14 TD_FILTER4; R5XX 10.1.2). */
#ifndef PIPELINE_TEXTURE_WEIGHT_H
#define PIPELINE_TEXTURE_WEIGHT_H

#include <stdbool.h>
#include <stdint.h>

/* A filter along one axis. */
struct texture_kernel {
    uint8_t         filter;        /* enum texture_filter_kind */
    uint8_t         fraction_bits; /* of coordinates */
    uint8_t         reach;         /* text: texels of the box */
    bool            vertical;
    bool            flat;    /* the texture has no such axis: its one texel stands for all */
    const uint32_t *filter4; /* words of TD_FILTER4; NULL: no weights */
};

/* The bits behind the point of its weights. */
unsigned texture_weight_bits(unsigned filter, unsigned fraction_bits);
/* The weight of the filter's texel number `tap` for a fraction. */
int32_t texture_side_weight(const struct texture_kernel *kernel, uint32_t fraction, unsigned tap);
/* A texel's, in 1 / TEXTURE_ONE: the product of weights along X and Y with weight_bits each, of a step's in 1/4096 and
 * of the probes' share, 1 / 2^probes. */
int32_t texture_tap_weight(unsigned weight_bits, unsigned probes, unsigned step, int32_t x, int32_t y);

#endif
