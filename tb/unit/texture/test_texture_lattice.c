/* test_texture_lattice.c - the taps of four lanes side by side beside those of each lane (texture_plan_taps) and their
 * places (texture_level_locate), for random textures, samplers, coordinates and steps. */
#include "pipeline/texture/texture_lattice.h"

#include "tb/unit/texture/texture_unit_kit.h"

static uint64_t next_random;
static uint32_t random_word(void)
{
    next_random = next_random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(next_random >> 32);
}

/* Most lie about the texture, some far outside, some are any bits. */
static uint32_t random_coordinate(bool in_texels)
{
    switch (random_word() % 8) {
    case 0:
        return random_word();
    case 1:
        return float_bits((float)(int32_t)random_word() / 1e5f);
    default:
        return float_bits(((float)(random_word() % 4096) / 1024 - 1.5f) * (in_texels ? 32.f : 1.f));
    }
}

static void random_words(struct texture_words *words)
{
    static const uint8_t formats[] = {TEX_FMT_8,           TEX_FMT_16,   TEX_FMT_8_8_8_8, TEX_FMT_32_32_FLOAT,
                                      TEX_FMT_32_32_32_32, TEX_FMT_BC1,  TEX_FMT_BC3,     TEX_FMT_8_8_8,
                                      TEX_FMT_1,           TEX_FMT_16_16};
    static const uint8_t dims[] = {TEX_DIM_2D, TEX_DIM_2D, TEX_DIM_2D_ARRAY, TEX_DIM_1D, TEX_DIM_3D};
    static const uint8_t modes[] = {TEX_ARRAY_LINEAR_GENERAL, TEX_ARRAY_LINEAR_ALIGNED, TEX_ARRAY_1D_TILED_THIN1,
                                    TEX_ARRAY_2D_TILED_THIN1, TEX_ARRAY_1D_TILED_THICK, TEX_ARRAY_2B_TILED_THIN1};
    words_make(words);
    words->resource.data_format = formats[random_word() % sizeof formats];
    words->resource.dim = dims[random_word() % sizeof dims];
    words->resource.tile_mode = modes[random_word() % sizeof modes];
    words->resource.tile_type = random_word() % 2;
    words->resource.tex_width = random_word() % (4 * SIZE);
    words->resource.tex_height = random_word() % (4 * SIZE);
    words->resource.pitch = 4 * SIZE / 8 - 1;
    words->resource.tex_depth = words->resource.dim == TEX_DIM_2D_ARRAY ? 3 : random_word() % 8;
    words->resource.last_array = 3;
    words->resource.last_level = 3;
    words->resource.mip_address = BASE_LINE * LINE_BYTES * 16 >> 8;
    words->sampler.clamp_x = random_word() % 8;
    words->sampler.clamp_y = random_word() % 8;
    words->sampler.mc_coord_truncate = random_word() % 4 == 0;
    words->sampler.high_precision_filter = random_word() % 2;
    words->tex.coord_type_x = words->tex.coord_type_y = random_word() % 2;
    words->tex.offset_x = random_word() % 32;
    words->tex.offset_y = random_word() % 32;
    words->state.q.gb_tiling_config = random_word() & 0x3ffff;
    words_settle(words);
}

static struct texture_context context;
static struct texture_query   query;
static unsigned               inside, border;

static void same_tap(const struct texture_tap *tap, const struct texture_lattice_taps *taps, unsigned lane, unsigned t)
{
    struct texel_place place;
    if (!tap->used) {
        assert_int_equal(taps->kind[lane][t], LATTICE_UNUSED);
        return;
    }
    assert_int_equal(taps->weight[lane][t], tap->weight);
    if (tap->border || !texture_level_locate(texture_context_level(&context, tap->level), &context.tiling, tap->x,
                                             tap->y, tap->slice, 0, &place)) {
        assert_int_equal(taps->kind[lane][t], LATTICE_BORDER);
        border++;
        return;
    }
    assert_int_equal(taps->kind[lane][t], LATTICE_INSIDE);
    assert_int_equal(taps->address[lane][t], place.address[0]);
    assert_int_equal(taps->texel[lane][t], place.x | place.y << 4);
    inside++;
}

static void compare(const struct texture_words *words)
{
    const bool                     point = random_word() % 3 == 0;
    const struct texture_step      step = {.level = (uint8_t)(random_word() % 4),
                                           .slice = (uint16_t)(random_word() % 3),
                                           .weight = (uint16_t)(random_word() % 4 ? 4096 : random_word() % 4096)};
    const struct texture_lane_plan own = {.filter = point ? TEXTURE_POINT : TEXTURE_BILINEAR,
                                          .fraction_bits = (uint8_t)(point                                   ? 14
                                                                     : context.sampler.high_precision_filter ? 8
                                                                                                             : 6),
                                          .probes = (uint8_t)(random_word() % 4 ? 0 : random_word() % 5),
                                          .axis = {float_bits(0.25f), float_bits(-0.125f)},
                                          .width = 1,
                                          .height = 1,
                                          .steps = 1,
                                          .step = {step},
                                          .passes = 16};
    const struct texture_lattice  *lattice =
        texture_context_lattice(&context, own.filter, own.fraction_bits, step.level);
    const struct texture_level *level = texture_context_level(&context, step.level);
    const unsigned              probe = random_word() % (1u << own.probes);
    struct texture_plan         plan = {.passes = 16};
    struct texture_lattice_taps taps;
    struct texture_lattice_pass pass = {.weight = step.weight, .probes = own.probes};
    if (!lattice->usable || step.slice >= level->size[2])
        return;
    pass.slice = texture_lattice_slice(lattice, level, &context.tiling, step.slice);
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++) {
        plan.lane[lane] = own;
        for (unsigned e = 0; e < 2; e++) {
            query.coordinate[lane][e] = random_coordinate(!words->tex.coord_type_x);
            pass.at[e][lane] = texture_probe_at(own.probes, probe, own.axis[e], query.coordinate[lane][e]);
        }
    }
    texture_lattice_taps(lattice, &pass, &taps);
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++) {
        struct texture_taps alone;
        texture_plan_taps(&query, &plan, lane, probe, &alone);
        for (unsigned t = 0; t < TEXTURE_TAPS; t++)
            same_tap(&alone.tap[t], &taps, lane, t);
    }
}

static void four_lanes_have_the_taps_of_each(void **state)
{
    (void)state;
    static struct texture_words words;
    next_random = 1;
    for (unsigned n = 0; n < 3000; n++) {
        random_words(&words);
        texture_context_make(&words.state, words.low, words.high, &context);
        texture_context_query(&context, &query);
        query.lanes = 15;
        for (unsigned i = 0; i < 4; i++)
            compare(&words);
    }
    assert_true(inside > 20000);
    assert_true(border > 2000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(four_lanes_have_the_taps_of_each),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
