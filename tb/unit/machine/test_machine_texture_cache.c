/* test_machine_texture_cache.c - a texture's data do not depend on its cache: ways that are still to be read are
 * not replaced (line_cache.h), and every request for ways is served in the end. */
#include "tb/unit/machine.h"

enum { WIDTH = 118, HEIGHT = 128, THREADS = 256, SAMPLES = 4 };

static float texels[WIDTH * HEIGHT * 4];

/* Anywhere, within a row or column that repeats. */
static uint32_t anywhere(unsigned thread, unsigned gpr, unsigned element)
{
    const uint32_t number = (thread * 4 + element + 1) * 2654435761u ^ gpr;
    return bits((float)(number >> 8) / (1 << 24));
}
/* At the edge texels beside one another lie far apart, and the last one of a row, 96 bits from byte 12 x 117 on, in two
 * lines: 24 of them for four lanes with two rows each. */
static uint32_t at_the_edge(unsigned thread, unsigned gpr, unsigned element)
{
    const unsigned row = thread * 11 + element / 2 * 5;
    (void)gpr;
    return element % 2 ? bits((float)(row % HEIGHT) / HEIGHT) : 0;
}

/* Answers, which have no lines, stand between the samples. */
#define SAMPLE(gpr, from)                                                                                              \
    "SAMPLE_LZ R" #gpr ".xyzw, R0." #from "__, t0, s0 CT(NNNN)\nGET_COMP_TEX_LOD R5.xy__, R0.xy__, t0, s0 CT(NNNN)\n"
static const char text[] = "TEX @f BARRIER\nEXPORT_DONE PIX0, R1.xyzw BURST(4) EOP BARRIER\n"
                           "f: " SAMPLE(1, xy) SAMPLE(2, zw) SAMPLE(3, zy) SAMPLE(4, xw);

static void begin(struct machine *m, const char *format, input_t *input, const char *set0, const char *set1)
{
    const struct launch_format *found = launch_format_find(format);
    const struct launch_texture texture = {
        .dim = LAUNCH_DIM_2D,
        .width = WIDTH,
        .height = HEIGHT,
        .depth = 1,
        .levels = 1,
        .layers = 1,
        .samples = 1,
        .format = found,
        .swizzle = {LAUNCH_SEL_X, LAUNCH_SEL_Y, LAUNCH_SEL_Z, LAUNCH_SEL_W},
        .tile_mode = LAUNCH_LINEAR_ALIGNED,
        .file = {.data = (uint8_t *)texels, .bytes = (size_t)WIDTH * HEIGHT * found->block_bytes}};
    const struct launch_sampler sampler = {.mag = LAUNCH_BILINEAR, .min = LAUNCH_BILINEAR, .lod = {0, 15}};
    const struct plan           plan = {.text = text,
                                        .load_count = 1,
                                        .threads = THREADS,
                                        .input = input,
                                        .set = {set0, set1},
                                        .textures = &texture,
                                        .texture_count = 1,
                                        .samplers = &sampler,
                                        .sampler_count = 1};
    for (unsigned i = 0; i < LENGTH(texels); i++)
        texels[i] = (float)(i * 2654435761u >> 12);
    machine_start(m, &plan);
}

static void run(struct machine *m, const char *format, input_t *input, const char *set0, const char *set1)
{
    begin(m, format, input, set0, set1);
    machine_run(m);
}

static void assert_same_data(const char *format, input_t *input, const char *kilobytes, const char *ways)
{
    struct machine large, small;
    run(&large, format, input, "tc_l1_kb=32", NULL);
    run(&small, format, input, kilobytes, ways);
    assert_true(small.gpu->simd->texture_cache.q.missed > large.gpu->simd->texture_cache.q.missed);
    for (unsigned target = 0; target < SAMPLES; target++)
        for (unsigned thread = 0; thread < THREADS; thread++)
            for (unsigned e = 0; e < 4; e++)
                expect_pixel(&small, target, thread, e, pixel(&large, target, thread, e));
    machine_free(&large);
    machine_free(&small);
}

static void data_do_not_depend_on_the_caches_size(void **state)
{
    (void)state;
    assert_same_data("32_FLOAT", anywhere, "tc_l1_kb=2", NULL);
    assert_same_data("32_32_32_32_FLOAT", anywhere, "tc_l1_kb=2", NULL);
    assert_same_data("32_32_FLOAT", anywhere, "tc_l1_kb=3", NULL);
}

static void data_do_not_depend_on_its_ways(void **state)
{
    (void)state;
    assert_same_data("32_FLOAT", anywhere, "tc_l1_kb=4", "tc_l1_ways=32");
    assert_same_data("32_32_32_32_FLOAT", anywhere, "tc_l1_kb=8", "tc_l1_ways=32");
}

static void the_smallest_cache_has_ways_for_the_largest_pass(void **state)
{
    (void)state;
    assert_same_data("32_32_32_FLOAT", at_the_edge, "tc_l1_kb=2", NULL);
    assert_same_data("32_32_32_FLOAT", at_the_edge, "tc_l1_kb=16", "tc_l1_ways=32");
}

/* With fewer a pass would wait for ways that it holds itself. */
static void a_cache_with_fewer_ways_is_refused(void **state)
{
    (void)state;
    struct chip_config chip;
    struct diag        diag;
    assert_true(chip_load("rv770", &chip, &diag));
    assert_false(chip_set(&chip, "tc_l1_kb=1", &diag));
    assert_true(chip_set(&chip, "tc_l1_ways=16", &diag));
    assert_false(chip_validate(&chip, &diag));
    assert_string_equal(diag.what,
                        "chip rv770: tc_l1_kb has 256 lines and 16 ways, expected at most 512 lines, and all "
                        "of them or at least 32 ways in a power of two of sets");
    assert_true(chip_set(&chip, "tc_l1_ways=32", &diag));
    assert_true(chip_set(&chip, "tc_l2_ways=16", &diag)); /* a bank's readers hold less */
    assert_true(chip_validate(&chip, &diag));
}

static unsigned kept_contexts(const struct machine *m)
{
    unsigned count = 0;
    for (unsigned i = 0; i < KEPT_CONTEXTS; i++)
        count += m->gpu->kept[0].contexts[i].used;
    return count;
}

/* What a SIMD keeps of words and lines is its own, and saves time of the host alone. */
static void nothing_that_is_kept_decides_anything(void **state)
{
    struct machine keeps, other, forgets;
    (void)state;
    begin(&other, "32_32_FLOAT", at_the_edge, "simds=1", NULL);
    run(&keeps, "32_32_FLOAT", anywhere, "simds=1", NULL);
    assert_true(kept_contexts(&keeps) >= 2);
    assert_int_equal(kept_contexts(&other), 0);
    begin(&forgets, "32_32_FLOAT", anywhere, "simds=1", NULL);
    forgets.gpu->simd->contexts.kept = NULL;
    forgets.gpu->simd->hints[1].way = NULL;
    machine_run(&forgets);
    assert_int_equal(forgets.gpu->cycle, keeps.gpu->cycle);
    assert_true(rtl_compare(keeps.gpu->instances, forgets.gpu->instances, keeps.gpu->instance_count, NULL) == 0);
    machine_free(&keeps);
    machine_free(&other);
    machine_free(&forgets);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(data_do_not_depend_on_the_caches_size),
        cmocka_unit_test(data_do_not_depend_on_its_ways),
        cmocka_unit_test(the_smallest_cache_has_ways_for_the_largest_pass),
        cmocka_unit_test(a_cache_with_fewer_ways_is_refused),
        cmocka_unit_test(nothing_that_is_kept_decides_anything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
