/* test_machine_vertex_cache.c - through which cache vertices come: VTX and VTX_TC clauses, chips without a vertex cache
 * (ISA 10.1; RV770 timing V1, V4), and both units at one texture cache. */
#include "tb/unit/machine.h"

enum { SIDE = 64, CONSTANTS = 512, THREADS = 512 };

static float    texels[SIDE * SIDE];
static uint32_t bank[4 * CONSTANTS];

static uint32_t number_of(unsigned thread, unsigned element)
{
    return (thread * 4 + element + 1) * 2654435761u >> 8;
}

/* R0: places anywhere in the texture; R1: elements anywhere in the buffer. */
static uint32_t anywhere(unsigned thread, unsigned gpr, unsigned element)
{
    const uint32_t number = number_of(thread, element);
    return gpr ? number % CONSTANTS : bits((float)number / (1 << 24));
}

static const struct launch_vertex_resource buffer = {
    .source = LAUNCH_SOURCE_CONSTANT_BUFFER, .raw = true, .words = {0, sizeof bank - 1, 16u << 8, 0, 0, 0, 3u << 30}};

#define FETCH(gpr, element)                                                                                            \
    "FETCH R" #gpr ".xyzw, R1." #element                                                                               \
    ", fc0 FETCH_TYPE(NO_INDEX_OFFSET) MEGA_FETCH_COUNT(15) DATA_FORMAT(FMT_32_32_32_32) NUM_FORMAT_ALL(INT) "         \
    "MEGA_FETCH\n"
#define SAMPLE(gpr, from) "SAMPLE_LZ R" #gpr ".xyzw, R0." #from "__, t1, s0 CT(NNNN)\n"
#define DONE "EXPORT_DONE PIX0, R2.xyzw BURST(4) EOP BARRIER\n"

static struct launch_texture texture;
static struct launch_sampler sampler;

static struct plan plan_of(const char *text, const char *chip, const char *set)
{
    for (unsigned i = 0; i < LENGTH(bank); i++)
        bank[i] = 0x10000 + i;
    for (unsigned i = 0; i < LENGTH(texels); i++)
        texels[i] = (float)i;
    texture = (struct launch_texture){.id = 1,
                                      .dim = LAUNCH_DIM_2D,
                                      .width = SIDE,
                                      .height = SIDE,
                                      .depth = 1,
                                      .levels = 1,
                                      .layers = 1,
                                      .samples = 1,
                                      .format = launch_format_find("32_FLOAT"),
                                      .swizzle = {LAUNCH_SEL_X, LAUNCH_SEL_Y, LAUNCH_SEL_Z, LAUNCH_SEL_W},
                                      .tile_mode = LAUNCH_LINEAR_ALIGNED,
                                      .file = {.data = (uint8_t *)texels, .bytes = sizeof texels}};
    sampler = (struct launch_sampler){.lod = {0, 15}};
    return (struct plan){.text = text,
                         .chip = chip,
                         .set = {set},
                         .threads = THREADS,
                         .load_count = 2,
                         .input = anywhere,
                         .bank = {bank},
                         .bank_constants = {CONSTANTS},
                         .vertices = &buffer,
                         .vertex_count = 1,
                         .textures = &texture,
                         .texture_count = 1,
                         .samplers = &sampler,
                         .sampler_count = 1};
}

static void expect_vertices(struct machine *m, unsigned target, unsigned from)
{
    for (unsigned t = 0; t < THREADS; t++)
        for (unsigned e = 0; e < 4; e++)
            expect_pixel(m, target, t, e, 0x10000 + 4 * (number_of(t, from) % CONSTANTS) + e);
}

static void a_clause_and_the_chip_say_which_cache(void **state)
{
    static const struct {
        const char *chip, *clause;
        bool        texture;
    } rows[] = {{"rv770", "VTX", false}, {"rv770", "VTX_TC", true}, {"rv730", "VTX", false}, {"rv710", "VTX", true}};
    (void)state;
    for (unsigned i = 0; i < LENGTH(rows); i++) {
        char           text[1200];
        struct machine m;
        snprintf(text, sizeof text, "%s @f BARRIER\n" DONE "f: " FETCH(2, x) FETCH(3, y) FETCH(4, z) FETCH(5, w),
                 rows[i].clause);
        const struct plan plan = plan_of(text, rows[i].chip, NULL);
        machine_start(&m, &plan);
        machine_run(&m);
        for (unsigned f = 0; f < 4; f++)
            expect_vertices(&m, f, f);
        const struct line_cache_reg *asked = &m.gpu->simd->texture_cache.q, *other = &m.gpu->simd->vertex_cache.q;
        if (!rows[i].texture) {
            asked = &m.gpu->simd->vertex_cache.q;
            other = &m.gpu->simd->texture_cache.q;
        }
        assert_int_equal(asked->missed, 16 * CONSTANTS / 64); /* each line once: they fit */
        assert_int_equal(other->hits + other->merged + other->missed, 0);
        machine_free(&m);
    }
}

/* Two kinds of clauses at once from a cache that has the least of lines, which neither of them may fill for the other:
 * each gets its own data, and the end comes. */
static void vertices_and_texels_share_a_small_cache(void **state)
{
    static const char text[] =
        "TEX @s\nVTX_TC @f\nTEX @s\nVTX_TC @f\n" DONE "s: " SAMPLE(2, xy) SAMPLE(3, zw) "f: " FETCH(4, x) FETCH(5, w);
    (void)state;
    static const char *const chips[][2] = {{"rv770", "tc_l1_kb=8"}, {"rv710", "tc_l1_kb=4"}};
    for (unsigned i = 0; i < LENGTH(chips); i++) {
        struct machine    m;
        const struct plan plan = plan_of(text, chips[i][0], chips[i][1]);
        machine_start(&m, &plan);
        machine_run(&m);
        assert_true(m.gpu->simd->texture_cache.q.refused > 0); /* it was narrow */
        expect_vertices(&m, 2, 0);
        expect_vertices(&m, 3, 3);
        for (unsigned t = 0; t < THREADS; t++)
            for (unsigned target = 0; target < 2; target++) {
                const float    u = (float)number_of(t, 2 * target) / (1 << 24);
                const float    v = (float)number_of(t, 2 * target + 1) / (1 << 24);
                const unsigned texel = (unsigned)(v * SIDE) * SIDE + (unsigned)(u * SIDE);
                expect_pixel(&m, target, t, 0, bits((float)texel));
            }
        machine_free(&m);
    }
}

static void a_cache_with_fewer_lines_is_refused(void **state)
{
    (void)state;
    struct machine m;
    struct diag    diag = {0};
    struct plan    plan = plan_of("VTX_TC @f BARRIER\n" DONE "f: " FETCH(2, x), "rv770", "tc_l1_kb=7");
    assert_false(machine_try(&m, &plan));
    assert_non_null(strstr(m.diag.what, "FETCH: VTX_TC: expected tc_l1_kb with two lines for each thread"));
    machine_free(&m);
    struct chip_config chip;
    assert_true(chip_load("rv710", &chip, &diag) && chip_set(&chip, "tc_l1_kb=3", &diag));
    assert_false(chip_validate(&chip, &diag));
    assert_non_null(strstr(diag.what, "vc_present is 0, tc_l1_kb has 48 lines, expected at least 64"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clause_and_the_chip_say_which_cache),
        cmocka_unit_test(vertices_and_texels_share_a_small_cache),
        cmocka_unit_test(a_cache_with_fewer_lines_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
