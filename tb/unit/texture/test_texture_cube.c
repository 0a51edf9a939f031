/* test_texture_cube.c - cubes: faces, their neighbours, corners (ISA 9.2 CUBE; 3D 14 DISABLE_CUBE_WRAP; MESA). */
#include "pipeline/texture/texture_cube.h"
#include "tb/unit/texture/texture_kit.h"

static struct scene plain(void)
{
    struct scene scene;
    scene_make(&scene);
    return scene;
}

/* A direction from the middle of a cube to a point of a face (u, v in -1..1), and back by the largest element. */
static void direction(unsigned face, double u, double v, double d[3])
{
    const double of[6][3] = {{1, -v, -u}, {-1, -v, u}, {u, 1, v}, {u, -1, -v}, {u, -v, 1}, {-u, -v, -1}};
    memcpy(d, of[face], sizeof of[face]);
}

static unsigned face_at(const double d[3], double *u, double *v)
{
    const double ax = fabs(d[0]), ay = fabs(d[1]), az = fabs(d[2]);
    if (ax > ay && ax > az) {
        *u = (d[0] > 0 ? -d[2] : d[2]) / ax;
        *v = -d[1] / ax;
        return d[0] > 0 ? 0 : 1;
    }
    if (ay > az) {
        *u = d[0] / ay;
        *v = (d[1] > 0 ? d[2] : -d[2]) / ay;
        return d[1] > 0 ? 2 : 3;
    }
    *u = (d[2] > 0 ? d[0] : -d[0]) / az;
    *v = -d[1] / az;
    return d[2] > 0 ? 4 : 5;
}

/* Direct3D's table of faces: a point just beyond an edge, seen from the middle, lies in the texel of the neighbour that
 * touches the edge there. */
static void beyond_an_edge_lies_the_neighbour(void **state)
{
    enum { SIZE = 8 };
    (void)state;
    for (unsigned face = 0; face < TEXTURE_FACES; face++)
        for (unsigned side = 0; side < 4; side++)
            for (int along = 0; along < SIZE; along++) {
                const int out = side & 1 ? SIZE : -1, x = side < 2 ? out : along, y = side < 2 ? along : out;
                double    d[3], u, v;
                /* the texel's middle, its distance over the edge made small */
                const double at[2] = {side < 2 ? (out < 0 ? -1.001 : 1.001) : (2 * along + 1) / (double)SIZE - 1,
                                      side < 2 ? (2 * along + 1) / (double)SIZE - 1 : (out < 0 ? -1.001 : 1.001)};
                direction(face, at[0], at[1], d);
                const unsigned                  there = face_at(d, &u, &v);
                const struct texture_cube_texel texel = texture_cube_texel(SIZE, face, x, y);
                assert_int_equal(texel.face, there);
                assert_int_equal(texel.x, (unsigned)((u + 1) / 2 * SIZE));
                assert_int_equal(texel.y, (unsigned)((v + 1) / 2 * SIZE));
                assert_false(texel.corner);
            }
}

static void farther_out_the_neighbour_goes_on(void **state)
{
    (void)state;
    for (int beyond = 1; beyond <= 8; beyond++) { /* from +z to +x: the same row, from its left */
        const struct texture_cube_texel texel = texture_cube_texel(8, 4, 7 + beyond, 3);
        assert_int_equal(texel.face, 0);
        assert_int_equal(texel.x, beyond - 1);
        assert_int_equal(texel.y, 3);
    }
    assert_int_equal(texture_cube_texel(8, 4, 1000, 3).x, 7);
    assert_true(texture_cube_texel(8, 4, 8, -1).corner);
    assert_int_equal(texture_cube_texel(8, 4, 8, -1).face, 0);
    assert_int_equal(texture_cube_texel(1, 2, 1, 0).face, 0);
}

static struct scene cube(void)
{
    struct scene scene = plain();
    scene.resource.dim = TEX_DIM_CUBEMAP;
    scene.resource.tex_depth = 3;
    return scene;
}

/* MESA: coordinates come as 1 to 2, the face in Z; SET_CUBEMAP_INDEX chooses one of an array (8 slices each, R7xx). */
static void a_cube_s_coordinates_are_1_to_2(void **state)
{
    struct scene scene = cube();
    (void)state;
    scene_at(&scene, 1 + 3.5f / 8, 1 + 5.5f / 8, 4, 0);
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
        scene.query.cube_index[lane] = bits_of(2);
    const struct texture_taps taps = scene_taps(&scene, 0, 0);
    assert_int_equal(taps.tap[0].weight, TEXTURE_ONE);
    assert_int_equal(taps.tap[0].x, 3);
    assert_int_equal(taps.tap[0].y, 5);
    assert_int_equal(taps.tap[0].slice, 2 * 8 + 4);
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
        scene.query.cube_index[lane] = bits_of(9); /* the last one */
    assert_int_equal(scene_taps(&scene, 0, 0).tap[0].slice, 3 * 8 + 4);
}

static void a_cube_is_seamless_unless_forbidden(void **state)
{
    struct scene scene = cube();
    (void)state;
    scene.sampler.clamp_x = TEX_CLAMP_BORDER;
    scene_at(&scene, 2, 1.5f + 0.5f / 8, 4, 0);
    struct texture_taps taps = scene_taps(&scene, 0, 0);
    assert_int_equal(taps.tap[0].slice, 4);
    assert_int_equal(taps.tap[0].x, 7);
    assert_int_equal(taps.tap[1].slice, 0);
    assert_int_equal(taps.tap[1].x, 0);
    assert_int_equal(taps.tap[1].weight, TEXTURE_ONE / 2);
    assert_false(taps.tap[1].border);
    scene.units.ta_cntl_aux = 1;
    taps = scene_taps(&scene, 0, 0);
    assert_int_equal(taps.tap[1].slice, 4);
    assert_true(taps.tap[1].border);
    scene.sampler.clamp_x = TEX_CLAMP_LAST_TEXEL;
    assert_int_equal(scene_taps(&scene, 0, 0).tap[1].x, 7);
}

static void three_texels_share_a_corner(void **state)
{
    struct scene scene = cube();
    (void)state;
    scene_at(&scene, 2, 1, 4, 0); /* the upper right corner: all four weights a quarter */
    const struct texture_taps taps = scene_taps(&scene, 0, 0);
    const int32_t             quarter = TEXTURE_ONE / 4;
    assert_false(taps.tap[1].used); /* (1, 0) */
    assert_int_equal(taps.tap[0].weight, quarter + quarter / 3);
    assert_int_equal(taps.tap[3].weight, quarter + quarter / 3);
    assert_int_equal(taps.tap[2].weight, TEXTURE_ONE - 2 * (quarter + quarter / 3)); /* its own face's */
    assert_int_equal(taps.tap[2].slice, 4);
}

/* Of a coordinate half a texel beyond both edges all the weight was the corner's: the others have their own level and
 * slice all the same. */
static void a_corner_with_all_the_weight_leaves_it_to_the_other_three(void **state)
{
    struct scene scene = cube();
    (void)state;
    scene.resource.base_level = 1;
    scene.resource.last_level = 1;
    scene_at(&scene, 1 - 0.5f / 4, 1 - 0.5f / 4, 4, 0); /* 4 texels in level 1 */
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
        scene.query.cube_index[lane] = bits_of(2);
    const struct texture_taps taps = scene_taps(&scene, 0, 0);
    static const unsigned     face[TEXTURE_TAPS] = {0, 2, 1, 4}; /* above +z lies +y, left of it -x */
    assert_false(taps.tap[0].used);
    for (unsigned i = 1; i < TEXTURE_TAPS; i++) {
        assert_true(taps.tap[i].used && !taps.tap[i].border);
        assert_int_equal(taps.tap[i].slice, 2 * 8 + face[i]);
        assert_int_equal(taps.tap[i].level, 1);
        assert_int_equal(taps.tap[i].weight, i == 3 ? TEXTURE_ONE - 2 * (TEXTURE_ONE / 3) : TEXTURE_ONE / 3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(beyond_an_edge_lies_the_neighbour),
        cmocka_unit_test(farther_out_the_neighbour_goes_on),
        cmocka_unit_test(a_cube_s_coordinates_are_1_to_2),
        cmocka_unit_test(a_cube_is_seamless_unless_forbidden),
        cmocka_unit_test(three_texels_share_a_corner),
        cmocka_unit_test(a_corner_with_all_the_weight_leaves_it_to_the_other_three),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
