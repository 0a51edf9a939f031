/* texture_cube.h - texels beyond the edge of a cube's face lie on its neighbours (3D 14 TA_CNTL_AUX DISABLE_CUBE_WRAP;
 * MESA: clear for seamless cubes). */
#ifndef PIPELINE_TEXTURE_CUBE_H
#define PIPELINE_TEXTURE_CUBE_H

#include <stdbool.h>
#include <stdint.h>

enum { TEXTURE_FACES = 6 };

struct texture_cube_texel {
    uint8_t  face;
    uint32_t x, y;
    bool     corner; /* beyond two edges, where three faces meet and no texel lies: the nearest one instead */
};

/* The texel (x, y) of a face of size x size texels; up to size texels beyond its edges, farther out the last of them.
 */
struct texture_cube_texel texture_cube_texel(unsigned size, unsigned face, int32_t x, int32_t y);

#endif
