/* texture_cube.c - texels beyond the edges of a cube's faces beside their twin. */
#include "pipeline/texture/texture_cube.h"

#include <string.h>

#include "tb/lockstep/lockstep.h"

/* clang-format off */
#define TEXTURE_CUBE_SIGNALS(S)                                                                        \
    S(IN,   uint16_t, size,   14, "texels of an edge")                                                 \
    S(IN,   uint8_t,  face,    3, "+x -x +y -y +z -z")                                                 \
    S(IN,   uint32_t, x,      18, "the texel's number on it, two's complement")                        \
    S(IN,   uint32_t, y,      18, "its row")                                                           \
    S(OUT,  uint8_t,  face,    3, "combinational: the face that it lies on")                           \
    S(OUT,  uint16_t, x,      13, "combinational: its number there")                                   \
    S(OUT,  uint16_t, y,      13, "combinational: its row")                                            \
    S(OUT,  bool,     corner,  1, "combinational: there is none; the nearest one")
/* clang-format on */

RTL_STRUCT(texture_cube, TEXTURE_CUBE_SIGNALS);
RTL_TABLE(texture_cube, TEXTURE_CUBE_SIGNALS);

static void reset(void *state, void *driver, struct stimulus *random)
{
    (void)driver, (void)random;
    memset(state, 0, sizeof(struct texture_cube));
    ((struct texture_cube *)state)->in.size = 1;
}

/* About an edge, on the face or its neighbours, or anywhere. */
static uint32_t some_texel(unsigned size, struct stimulus *random)
{
    int32_t texel = (int32_t)stimulus_below(random, 3 * size) - (int32_t)size;
    if (stimulus_chance(random, 40))
        texel = (int32_t)(stimulus_chance(random, 50) ? size : 0) + (int32_t)stimulus_below(random, 5) - 2;
    if (stimulus_chance(random, 10))
        texel = (int32_t)stimulus_below(random, 1u << 17) - (1 << 16);
    return (uint32_t)texel & 0x3ffff;
}

static void drive(void *state, void *driver, struct stimulus *random)
{
    struct texture_cube_in *in = &((struct texture_cube *)state)->in;
    (void)driver;
    in->size = (uint16_t)(1 + stimulus_below(random, stimulus_chance(random, 50) ? 8 : 8192));
    if (stimulus_chance(random, 30))
        in->size = (uint16_t)(1u << stimulus_below(random, 14));
    in->face = (uint8_t)stimulus_below(random, TEXTURE_FACES);
    in->x = some_texel(in->size, random);
    in->y = some_texel(in->size, random);
}

static int32_t extended(uint32_t texel)
{
    return (int32_t)(texel ^ 0x20000) - 0x20000;
}

static void clock(void *state)
{
    struct texture_cube            *cube = state;
    const struct texture_cube_in   *in = &cube->in;
    const struct texture_cube_texel texel = texture_cube_texel(in->size, in->face, extended(in->x), extended(in->y));
    cube->d.face = texel.face;
    cube->d.x = (uint16_t)texel.x;
    cube->d.y = (uint16_t)texel.y;
    cube->d.corner = texel.corner;
    rtl_commit(cube);
}

static const char *const edges[] = {
    "one texel before the first",      "the first texel", "the last texel",      "one texel behind the last",
    "a face's length behind the last", "beyond a corner", "a face of one texel", NULL};

static uint64_t met(const void *state)
{
    const struct texture_cube_in *in = &((const struct texture_cube *)state)->in;
    const int32_t                 size = in->size, at[2] = {extended(in->x), extended(in->y)};
    unsigned                      bits = 0, outside = 0;
    for (unsigned i = 0; i < 2; i++) {
        const bool is[] = {at[i] == -1, at[i] == 0, at[i] == size - 1, at[i] == size, at[i] >= 2 * size};
        for (unsigned edge = 0; edge < sizeof is / sizeof is[0]; edge++)
            bits |= (unsigned)is[edge] << edge;
        outside += at[i] < 0 || at[i] >= size;
    }
    return bits | (uint64_t)(outside == 2) << 5 | (uint64_t)(size == 1) << 6;
}

static const struct stimulus_gap gaps[] = {
    {"i_face", "6", "there are six"},
    {"i_face", "7", "there are six"},
    {"o_face", "6", "there are six"},
    {"o_face", "7", "there are six"},
    {NULL, NULL, NULL},
};

const struct lockstep_module lockstep_texture_cube = {
    LOCKSTEP_BLOCK(texture_cube, texture_cube, texture_cube),
    .doc = "texels beyond the edge of a cube's face: neighbour and place (3D 14 TA_CNTL_AUX)",
    .lifetime = 2000,
    .gaps = gaps,
    .edges = edges,
    .met = met,
    .part = true,
};
