#include "pipeline/texture/texture_cube.h"

/* Faces +x -x +y -y +z -z.  Each has an axis of the cube for X, Y and depth; a sign each (ISA 9.2 CUBE, as alu_reduce.c
 * has it; Direct3D's orientation). */
struct face {
    uint8_t axis[3]; /* 0..2: x y z of the cube; of the face's X, Y and outward direction */
    int8_t  sign[3];
};
static const struct face faces[TEXTURE_FACES] = {
    {{2, 1, 0}, {-1, -1, +1}}, {{2, 1, 0}, {+1, -1, -1}}, {{0, 2, 1}, {+1, +1, +1}},
    {{0, 2, 1}, {+1, -1, -1}}, {{0, 1, 2}, {+1, -1, +1}}, {{0, 1, 2}, {-1, -1, -1}},
};

static unsigned face_of(unsigned axis, int32_t at)
{
    return 2 * axis + (at < 0);
}

/* From the middle of the face, in half texels: -(size - 1) .. size - 1 for texels of the face. */
static int32_t from_middle(unsigned size, int32_t texel)
{
    return 2 * texel + 1 - (int32_t)size;
}

static int32_t within(int32_t value, int32_t limit)
{
    return value < -limit ? -limit : value > limit ? limit : value;
}

struct texture_cube_texel texture_cube_texel(unsigned size, unsigned face, int32_t x, int32_t y)
{
    const int32_t      edge = (int32_t)size;
    const struct face *from = &faces[face];
    const int32_t      far = 3 * edge - 1; /* the last texel of a neighbour */
    int32_t            u = within(from_middle(size, x), far), v = within(from_middle(size, y), far);
    const bool         beyond_x = u < -edge || u > edge, beyond_y = v < -edge || v > edge;

    if (!beyond_x && !beyond_y)
        return (struct texture_cube_texel){.face = (uint8_t)face, .x = (uint32_t)x, .y = (uint32_t)y};
    /* GUESS: beyond two edges, where no texel lies, it is the neighbour's across X.  Bilinear filters do not ask for it
     * (texture_walk.c), but kernels, gathers and point probes do. */
    if (beyond_x)
        v = within(v, edge - 1);
    /* The texel as a point of the cube's surface: around the edge, depth goes on where X or Y ends. */
    const int32_t over = beyond_x ? u : v, depth = 2 * edge - (over < 0 ? -over : over);
    int32_t       point[3];
    point[from->axis[0]] = from->sign[0] * within(u, edge);
    point[from->axis[1]] = from->sign[1] * within(v, edge);
    point[from->axis[2]] = from->sign[2] * depth;
    const unsigned     out = from->axis[beyond_x ? 0 : 1];
    const unsigned     there = face_of(out, point[out]);
    const struct face *to = &faces[there];
    return (struct texture_cube_texel){
        .face = (uint8_t)there,
        .x = (uint32_t)(to->sign[0] * point[to->axis[0]] + edge - 1) / 2,
        .y = (uint32_t)(to->sign[1] * point[to->axis[1]] + edge - 1) / 2,
        .corner = beyond_x && beyond_y,
    };
}
