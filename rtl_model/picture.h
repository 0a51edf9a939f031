/* picture.h - a level and slice of a texture as numbers, for who looks at it. */
#ifndef RTL_MODEL_PICTURE_H
#define RTL_MODEL_PICTURE_H

#include <stdbool.h>
#include <stdint.h>

struct picture_request {
    unsigned id; /* as in the launch, stage-relative */
    unsigned level, slice, sample;
};

/* What X, Y, Z or W of a texel can be. */
struct picture_channel {
    bool     stored; /* it comes from memory; the others are 0 or 1 */
    unsigned bits;   /* of the stored number */
    float    low, high;
};

struct picture {
    uint32_t               width, height;
    float                 *number; /* [row][column][xyzw] as a sampler gives them, but sRGB as it is stored */
    struct picture_channel channel[4];
    uint64_t               unplaced; /* texels that lie where the launch placed nothing: they are zeros */
};

#endif
