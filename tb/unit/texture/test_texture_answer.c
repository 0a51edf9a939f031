/* test_texture_answer.c - instructions that ask the texture units (ISA 9.4, 10.4). */
#include "tb/unit/texture/texture_kit.h"

static struct scene asking(enum isa_fetch_id op)
{
    struct scene scene;
    scene_make(&scene);
    scene.query.op = op;
    return scene;
}

static void check(struct scene *scene, unsigned lane, uint32_t x, uint32_t y, uint32_t z, uint32_t w)
{
    const uint32_t is[4] = {x, y, z, w};
    uint32_t       result[TEXTURE_QUAD][4];
    scene_settle(scene);
    texture_answer(&scene->query, result);
    for (unsigned i = 0; i < 4; i++)
        if (result[lane][i] != is[i])
            fail_msg("lane %u element %u: 0x%08x, expected 0x%08x", lane, i, result[lane][i], is[i]);
}

static void check_floats(struct scene *scene, unsigned lane, float x, float y, float z, float w)
{
    check(scene, lane, bits_of(x), bits_of(y), bits_of(z), bits_of(w));
}

static void only_questions_are_answered_without_texels(void **state)
{
    (void)state;
    for (unsigned op = ISA_FETCH_LD; op < ISA_FETCH_COUNT; op++) {
        const char *name = isa_fetch_ops[op].name;
        assert_int_equal(texture_answers_alone((enum isa_fetch_id)op),
                         !strncmp(name, "GET_", 4) || !strcmp(name, "KEEP_GRADIENTS"));
    }
}

static struct scene sized(enum isa_fetch_id op, enum tex_dim dim)
{
    struct scene scene = asking(op);
    scene.resource.dim = dim;
    scene.resource.tex_width = 99;
    scene.resource.tex_height = 49;
    scene.resource.tex_depth = 19;
    scene.resource.last_level = 3;
    scene.resource.base_array = 4;
    scene.resource.last_array = 9;
    return scene;
}

/* Integers; sizes that a texture does not have are 0, and so is all of a level that is not there (Direct3D 10). */
static void sizes_are_those_of_the_level(void **state)
{
    static const struct {
        enum tex_dim dim;
        uint32_t     level, x, y, z;
    } of[] = {
        {TEX_DIM_1D, 0, 100, 0, 0},       {TEX_DIM_2D, 0, 100, 50, 0},     {TEX_DIM_2D, 2, 25, 12, 0},
        {TEX_DIM_3D, 1, 50, 25, 10},      {TEX_DIM_CUBEMAP, 1, 50, 25, 0}, {TEX_DIM_1D_ARRAY, 3, 12, 0, 6},
        {TEX_DIM_2D_ARRAY, 1, 50, 25, 6}, {TEX_DIM_2D, 4, 0, 0, 0},        {TEX_DIM_2D, UINT32_MAX, 0, 0, 0},
    };
    (void)state;
    for (unsigned i = 0; i < LENGTH(of); i++) {
        struct scene scene = sized(ISA_FETCH_GET_TEXTURE_RESINFO, of[i].dim);
        scene.query.coordinate[2][0] = of[i].level;
        check(&scene, 2, of[i].x, of[i].y, of[i].z, 4);
    }
}

static void sizes_start_at_the_base_level(void **state)
{
    struct scene scene = sized(ISA_FETCH_GET_TEXTURE_RESINFO, TEX_DIM_2D);
    (void)state;
    scene.resource.base_level = 1;
    check(&scene, 0, 50, 25, 0, 3);
}

static void samples_are_counted(void **state)
{
    struct scene scene = sized(ISA_FETCH_GET_NUMBER_OF_SAMPLES, TEX_DIM_2D_MSAA);
    (void)state;
    check(&scene, 0, 100, 50, 0, 8); /* LAST_LEVEL 3 (MESA) */
    scene.resource.dim = TEX_DIM_2D_ARRAY_MSAA;
    scene.resource.last_level = 1;
    check(&scene, 0, 100, 50, 6, 2);
    scene.resource.dim = TEX_DIM_2D;
    check(&scene, 0, 100, 50, 0, 1);
}

static void slopes_are_differences_of_a_quad(void **state)
{
    struct scene scene = asking(ISA_FETCH_GET_GRADIENTS_H);
    (void)state;
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++)
        for (unsigned i = 0; i < 4; i++)
            scene.query.coordinate[lane][i] = bits_of((float)(10 * (i + 1) * (lane & 1) + (i + 1) * (lane >> 1)));
    scene.query.coordinate[3][0] = bits_of(1e10f); /* the first lane's row and column count */
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++) {
        scene.query.op = ISA_FETCH_GET_GRADIENTS_H;
        check_floats(&scene, lane, 10, 20, 30, 40);
        scene.query.op = ISA_FETCH_GET_GRADIENTS_V;
        check_floats(&scene, lane, 1, 2, 3, 4);
    }
}

/* ISA 9.4: X within the limits, Y before them. */
static void a_level_is_told_with_and_without_limits(void **state)
{
    struct scene scene = asking(ISA_FETCH_GET_COMP_TEX_LOD);
    (void)state;
    scene.resource.last_level = 3;
    scene.sampler.lod_bias = -16;
    scene.query.coordinate[1][0] = bits_of(4); /* 32 texels */
    check_floats(&scene, 3, 3, 4.75f, 0, 0);
    scene.query.coordinate[1][0] = bits_of(0.0625f);
    check_floats(&scene, 0, 0, -1.25f, 0, 0);
}

/* ISA 10.4: horizontal, vertical, slice, level. */
static void the_fractions_of_a_fetch_are_told(void **state)
{
    struct scene scene = asking(ISA_FETCH_GET_LERP);
    (void)state;
    scene_at(&scene, 3.75f / 8, 5.625f / 8, 0, 0);
    check_floats(&scene, 0, 0.25f, 0.125f, 0, 0);
    scene.resource.dim = TEX_DIM_1D;
    check_floats(&scene, 0, 0.25f, 0, 0, 0);
    scene.resource.dim = TEX_DIM_3D;
    scene.resource.tex_depth = 7;
    scene_at(&scene, 3.75f / 8, 5.625f / 8, 2.875f / 8, 0);
    check_floats(&scene, 0, 0.25f, 0.125f, 0.375f, 0);
    scene.resource.last_level = 3;
    scene.sampler.mip_filter = TEX_Z_FILTER_LINEAR;
    scene.sampler.lod_bias = 32 + 16 * 64; /* from -16, that of no slope at all */
    check_floats(&scene, 0, 0.25f, 0.125f, 0.375f, 0.5f);
    scene.query.lanes = 14;
    check(&scene, 0, 0, 0, 0, 0);
}

/* PERF_Z 3 makes of 5/8 the whole farther slice (R5xx TX_FILTER1: (5/8 - 3/8) / (1 - 6/8) = 1), as PERF_MIP does of
 * levels: a weight of 1, although one slice alone is read. */
static void a_steep_fraction_between_slices_is_told_as_one(void **state)
{
    struct scene scene = asking(ISA_FETCH_GET_LERP);
    (void)state;
    scene.resource.dim = TEX_DIM_3D;
    scene.resource.tex_depth = 7;
    scene.sampler.perf_z = 3;
    scene_at(&scene, 3.75f / 8, 5.625f / 8, 3.125f / 8, 0);
    check_floats(&scene, 0, 0.25f, 0.125f, 1, 0);
    scene_at(&scene, 3.75f / 8, 5.625f / 8, 2.875f / 8, 0);
    check_floats(&scene, 0, 0.25f, 0.125f, 0, 0);
    scene.sampler.perf_z = 0;
    scene_at(&scene, 3.75f / 8, 5.625f / 8, 3.125f / 8, 0);
    check_floats(&scene, 0, 0.25f, 0.125f, 0.625f, 0);
}

static void kept_gradients_return_the_border(void **state)
{
    struct scene scene = asking(ISA_FETCH_KEEP_GRADIENTS);
    (void)state;
    scene.sampler.border_color_type = TEX_BORDER_COLOR_OPAQUE_BLACK;
    check_floats(&scene, 1, 0, 0, 0, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_questions_are_answered_without_texels),
        cmocka_unit_test(sizes_are_those_of_the_level),
        cmocka_unit_test(sizes_start_at_the_base_level),
        cmocka_unit_test(samples_are_counted),
        cmocka_unit_test(slopes_are_differences_of_a_quad),
        cmocka_unit_test(a_level_is_told_with_and_without_limits),
        cmocka_unit_test(the_fractions_of_a_fetch_are_told),
        cmocka_unit_test(a_steep_fraction_between_slices_is_told_as_one),
        cmocka_unit_test(kept_gradients_return_the_border),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
