/* picture.h - a texture as numbers, to be viewed: a level and slice as they are stored, or as a sampler reads them. */
#ifndef RTL_MODEL_PICTURE_H
#define RTL_MODEL_PICTURE_H

#include <stdbool.h>
#include <stdint.h>

struct picture_request {
    unsigned id; /* as in the launch, stage-relative */
    unsigned slice;
    unsigned level, sample; /* as they are stored */
    bool     sampled;       /* else by a sampler, which chooses levels */
    unsigned sampler;
    uint32_t width, height;  /* of the picture; 0: as the texture */
    float    from[2], to[2]; /* the coordinates of its corners: 0,0 and 1,1 are the texture's */
};

/* What X, Y, Z or W of a texel can be. */
struct picture_channel {
    bool     stored; /* it comes from memory; the others are 0 or 1 */
    unsigned bits;   /* of the stored number */
    float    low, high;
};

struct picture {
    uint32_t width, height;
    float   *number; /* [row][column][xyzw] with the texture's swizzle; sRGB as it is stored, by a sampler linear */
    struct picture_channel channel[4];
    uint64_t               unplaced; /* texels that lie where the launch placed nothing: they are zeros */
};

#endif
