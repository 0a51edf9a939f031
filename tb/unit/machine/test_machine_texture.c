/* test_machine_texture.c - texture fetches in the wired machine: data, and what a hit, a miss and a format cost
 * (ISA ch. 6, 9.4; timing T1, T5 to T9, T11, T16, T26, T27). */
#include "tb/unit/machine.h"

enum { SIZE = 16, TEXELS = SIZE * SIZE, HIT = 120, RETURN = 4, INSTRUCTION = 16 /* clocks, of 64 threads */ };

static uint32_t texels[4 * TEXELS * 4]; /* enough for the largest format and for levels */

/* Texel n of 8_8_8_8 has the bytes n, 2n, 3n, 255. */
static void fill_texels(void)
{
    for (unsigned n = 0; n < LENGTH(texels); n++)
        texels[n] = (n & 255) | (2 * n & 255) << 8 | (3 * n & 255) << 16 | 255u << 24;
}

static uint32_t coordinates(unsigned thread, unsigned gpr, unsigned element)
{
    const float at[4] = {((float)(thread % 16) + 0.5f) / SIZE, ((float)(thread / 16 % 4) + 0.5f) / SIZE, 0.0f, 0.5f};
    (void)gpr;
    return bits(at[element]);
}
static uint32_t corner(unsigned thread, unsigned gpr, unsigned element)
{
    (void)thread, (void)gpr;
    return bits(element < 2 ? 0.5f / SIZE : 0.0f);
}

static struct launch_texture texture_of(const char *format, unsigned levels)
{
    const struct launch_format *found = launch_format_find(format);
    size_t                      bytes = 0;
    fill_texels();
    for (unsigned l = 0; l < levels; l++)
        bytes += (size_t)(SIZE >> l) * (size_t)(SIZE >> l) * found->block_bytes;
    return (struct launch_texture){.dim = LAUNCH_DIM_2D,
                                   .width = SIZE,
                                   .height = SIZE,
                                   .depth = 1,
                                   .levels = levels,
                                   .layers = 1,
                                   .samples = 1,
                                   .format = found,
                                   .swizzle = {LAUNCH_SEL_X, LAUNCH_SEL_Y, LAUNCH_SEL_Z, LAUNCH_SEL_W},
                                   .tile_mode = LAUNCH_LINEAR_ALIGNED,
                                   .file = {.data = (uint8_t *)texels, .bytes = bytes}};
}
static struct launch_sampler sampler_of(enum launch_xy_filter filter, enum launch_mip_filter mip)
{
    return (struct launch_sampler){.mag = filter, .min = filter, .mip = mip, .lod = {0, 15}};
}

static uint32_t weights[36];

struct scene {
    struct launch_texture texture;
    struct launch_sampler sampler;
    struct plan           plan;
};

static void scene_of(struct scene *scene, const char *text, const char *format, unsigned levels,
                     enum launch_xy_filter filter, enum launch_mip_filter mip, input_t *input)
{
    scene->texture = texture_of(format, levels);
    scene->sampler = sampler_of(filter, mip);
    scene->plan = (struct plan){.text = text,
                                .load_count = 1,
                                .input = input,
                                .textures = &scene->texture,
                                .texture_count = 1,
                                .samplers = &scene->sampler,
                                .sampler_count = 1,
                                .bicubic_weights = {.data = (uint8_t *)weights, .bytes = sizeof weights}};
}

#define PROGRAM(instructions) "TEX @f BARRIER\nEXPORT_DONE PIX0, R1.xyzw EOP BARRIER\nf: " instructions
/* The first time for the caches. */
#define TWICE(instructions) "TEX @f BARRIER\n" PROGRAM(instructions)
#define SAMPLE "SAMPLE R1.xyzw, R0.xy__, t0, s0 CT(NNNN)\n"

/* ---- what happens when ------------------------------------------------------------------------------------------ */

enum { EVENTS = 32 };
struct events {
    unsigned taken, addressed, granted;
    uint64_t taken_at[EVENTS], addressed_at[EVENTS], granted_at[EVENTS];
};

static void run_events(struct machine *m, const struct plan *plan, struct events *events)
{
    *events = (struct events){0};
    machine_start(m, plan);
    while (!gpu_finished(m->gpu)) {
        const struct texture_return_in *in = &m->gpu->simd->texture_return.in;
        assert_true(m->gpu->cycle < MACHINE_LIMIT);
        gpu_wire(m->gpu);
        gpu_look(m->gpu);
        if (in->offer)
            events->taken_at[events->taken++ % EVENTS] = m->gpu->cycle;
        if (in->addressed)
            events->addressed_at[events->addressed++ % EVENTS] = m->gpu->cycle;
        if (in->granted)
            events->granted_at[events->granted++ % EVENTS] = m->gpu->cycle;
        gpu_edge(m->gpu);
    }
}

/* ---- data ------------------------------------------------------------------------------------------------------- */

static void each_thread_gets_its_texel(void **state)
{
    (void)state;
    struct machine m;
    struct scene   scene;
    scene_of(&scene, PROGRAM(SAMPLE), "8_8_8_8", 1, LAUNCH_POINT, LAUNCH_MIP_NONE, coordinates);
    machine_start(&m, &scene.plan);
    machine_run(&m);
    for (unsigned t = 0; t < 64; t++) {
        const unsigned n = t / 16 % 4 * SIZE + t % 16;
        expect_pixel(&m, 0, t, 0, bits((float)((double)(n & 255) / 255)));
        expect_pixel(&m, 0, t, 1, bits((float)((double)(2 * n & 255) / 255)));
        expect_pixel(&m, 0, t, 2, bits((float)((double)(3 * n & 255) / 255)));
        expect_pixel(&m, 0, t, 3, bits(1));
    }
    machine_free(&m);
}

/* SRC_SEL, DST_SEL of the instruction, and elements that are masked keep what they had. */
static void sources_and_destinations_are_selected(void **state)
{
    (void)state;
    struct machine m;
    struct scene   scene;
    scene_of(&scene, "ALU @a BARRIER\n" PROGRAM("SAMPLE R1.w_01, R0.yx__, t0, s0 CT(NNNN)\n") "a: 0 y: MOV R1.y, 0.5\n",
             "8_8_8_8", 1, LAUNCH_POINT, LAUNCH_MIP_NONE, coordinates);
    machine_start(&m, &scene.plan);
    machine_run(&m);
    for (unsigned t = 0; t < 64; t++) {
        expect_pixel(&m, 0, t, 0, bits(1)); /* W of every texel */
        expect_pixel(&m, 0, t, 1, bits(0.5f));
        expect_pixel(&m, 0, t, 2, 0);
        expect_pixel(&m, 0, t, 3, bits(1));
    }
    machine_free(&m);
}

/* ---- clocks ----------------------------------------------------------------------------------------------------- */

/* T16, T27: a wavefront's quads in wave/4 clocks, then the latency of a hit. */
static void a_hit_costs_its_quads_and_the_latency(void **state)
{
    static const struct {
        const char *set;
        unsigned    hit, back;
    } rows[] = {{NULL, HIT, RETURN},
                {"tex_hit_clk=121", HIT + 1, RETURN},
                {"tex_hit_clk=150", 150, RETURN},
                {"tex_return_clk=5", HIT, RETURN + 1}};
    (void)state;
    for (unsigned i = 0; i < LENGTH(rows); i++) {
        struct machine m;
        struct scene   scene;
        struct events  events;
        scene_of(&scene, PROGRAM(SAMPLE SAMPLE SAMPLE SAMPLE SAMPLE SAMPLE), "8_8_8_8", 1, LAUNCH_POINT,
                 LAUNCH_MIP_NONE, corner);
        scene.plan.set[0] = rows[i].set;
        run_events(&m, &scene.plan, &events);
        assert_int_equal(events.granted, 6);
        for (unsigned e = 4; e < 6; e++) { /* the line has come */
            assert_int_equal(events.addressed_at[e] - events.addressed_at[e - 1], INSTRUCTION);
            assert_int_equal(events.granted_at[e] - events.addressed_at[e], rows[i].hit + rows[i].back + 1);
        }
        machine_free(&m);
    }
}

/* T5, T6, T9, T11: clocks from result to result of instructions that follow one another. */
static void formats_and_filters_have_their_rates(void **state)
{
    static const struct {
        const char            *format;
        enum launch_xy_filter  filter;
        enum launch_mip_filter mip;
        unsigned               clocks;
    } rows[] = {
        {"8_8_8_8", LAUNCH_POINT, LAUNCH_MIP_NONE, 16},
        {"8_8_8_8", LAUNCH_BILINEAR, LAUNCH_MIP_NONE, 16},
        {"8_8_8_8", LAUNCH_BILINEAR, LAUNCH_MIP_LINEAR, 32},
        {"32_FLOAT", LAUNCH_BILINEAR, LAUNCH_MIP_NONE, 16},
        {"16_16_16_16_FLOAT", LAUNCH_BILINEAR, LAUNCH_MIP_NONE, 32},
        {"32_32_FLOAT", LAUNCH_BILINEAR, LAUNCH_MIP_NONE, 32},
        {"32_32_32_32_FLOAT", LAUNCH_BILINEAR, LAUNCH_MIP_NONE, 64},
        {"32_32_32_32_FLOAT", LAUNCH_POINT, LAUNCH_MIP_NONE, 16},
        {"8_8_8_8", LAUNCH_BICUBIC, LAUNCH_MIP_NONE, 64},
    };
    (void)state;
#define SAMPLE_L "SAMPLE_L R1.xyzw, R0.xyzw, t0, s0 CT(NNNN)\n"
    for (unsigned i = 0; i < LENGTH(rows); i++) {
        struct machine m;
        struct scene   scene;
        struct events  events;
        scene_of(&scene,
                 TWICE(SAMPLE_L SAMPLE_L SAMPLE_L SAMPLE_L SAMPLE_L SAMPLE_L SAMPLE_L SAMPLE_L SAMPLE_L SAMPLE_L
                           SAMPLE_L SAMPLE_L SAMPLE_L SAMPLE_L SAMPLE_L SAMPLE_L),
                 rows[i].format, rows[i].mip == LAUNCH_MIP_NONE ? 1 : 2, rows[i].filter, rows[i].mip, coordinates);
        run_events(&m, &scene.plan, &events);
        assert_int_equal(events.granted, 32);
        for (unsigned e = 28; e < 32; e++) /* the latency hides what the first ones wait for */
            assert_int_equal(events.granted_at[e] - events.granted_at[e - 1], rows[i].clocks);
        machine_free(&m);
    }
}

/* Two lanes of a line in a clock are one look-up; one of a line in flight adds no request. */
static void lanes_and_instructions_share_a_line(void **state)
{
    (void)state;
    struct machine m;
    struct scene   scene;
    scene_of(&scene, PROGRAM(SAMPLE SAMPLE SAMPLE), "8_8_8_8", 1, LAUNCH_POINT, LAUNCH_MIP_NONE, corner);
    machine_start(&m, &scene.plan);
    machine_run(&m);
    const struct line_cache_reg *cache = &m.gpu->simd->texture_cache.q;
    assert_int_equal(m.gpu->simd->texture_walker.q.looks, 3 * INSTRUCTION);
    assert_int_equal(cache->missed, 1);
    assert_int_equal(cache->merged + cache->hits, 3 * INSTRUCTION - 1);
    assert_true(cache->merged > 0);
    machine_free(&m);
}

/* T26: results return in order; what hits waits for what has missed before it. */
static void a_hit_behind_a_miss_waits_for_it(void **state)
{
    (void)state;
    struct machine m;
    struct scene   scene;
    struct events  events;
    /* The first line is there when the second clause begins; its first instruction misses another one. */
    scene_of(&scene,
             "TEX @f BARRIER\nTEX @g BARRIER\nEXPORT_DONE PIX0, R1.xyzw EOP BARRIER\n"
             "g: SAMPLE R1.xyzw, R0.xw__, t0, s0 CT(NNNN)\nSAMPLE R2.xyzw, R0.xy__, t0, s0 CT(NNNN)\nf: " SAMPLE,
             "8_8_8_8", 1, LAUNCH_POINT, LAUNCH_MIP_NONE, coordinates);
    run_events(&m, &scene.plan, &events);
    assert_int_equal(events.granted, 3);
    assert_true(events.granted_at[1] - events.addressed_at[1] > HIT + RETURN + 1);
    assert_true(events.granted_at[2] > events.granted_at[1]);
    assert_true(events.granted_at[2] - events.addressed_at[2] > HIT + RETURN + 1);
    machine_free(&m);
}

/* Row 27: a clause of 8 fetches that hit. */
static void a_clause_of_eight_fetches_takes_8_x_wave_over_4_and_the_latency(void **state)
{
    (void)state;
    struct machine m;
    struct scene   scene;
    struct events  events;
    scene_of(&scene, TWICE(SAMPLE SAMPLE SAMPLE SAMPLE SAMPLE SAMPLE SAMPLE SAMPLE), "8_8_8_8", 1, LAUNCH_POINT,
             LAUNCH_MIP_NONE, corner);
    run_events(&m, &scene.plan, &events);
    /* From the first quad of the first instruction to the data of the last one. */
    assert_int_equal(events.granted_at[15] - RETURN - 1 - (events.addressed_at[8] - INSTRUCTION),
                     8 * INSTRUCTION + HIT);
    machine_free(&m);
}

/* What waits for what, in clocks (counters of TA and TD). */
static void each_stage_counts_what_it_waits_for(void **state)
{
    (void)state;
    static const struct {
        const char           *format;
        enum launch_xy_filter filter;
    } rows[] = {{"8_8_8_8", LAUNCH_POINT}, {"8_8_8_8", LAUNCH_BICUBIC}, {"32_32_32_32_FLOAT", LAUNCH_BILINEAR}};
    for (unsigned w = 0; w < LENGTH(weights); w++)
        weights[w] = 1u << 9 << 11; /* 1 of the first of two texels: all passes read some */
    for (unsigned i = 0; i < LENGTH(rows); i++) {
        enum { FETCHES = 6 };
        struct machine m;
        struct scene   scene;
        scene_of(&scene, TWICE(SAMPLE SAMPLE SAMPLE), rows[i].format, 1, rows[i].filter, LAUNCH_MIP_NONE, corner);
        machine_start(&m, &scene.plan);
        machine_run(&m);
        const struct simd *simd = m.gpu->simd;
        const bool         bicubic = rows[i].filter == LAUNCH_BICUBIC, wide = rows[i].filter == LAUNCH_BILINEAR;
        const unsigned     passes = FETCHES * INSTRUCTION * (bicubic ? 4 : 1);
        assert_int_equal(simd->texture_data.q.busy, passes * (wide ? 4 : 1));
        /* A quad of one pass goes on in the next clock, one of four holds the unit for three more; and 192 of them are
         * more than the queue has while the line is on its way. */
        if (bicubic)
            assert_true(simd->lod_unit.q.waits >= 3 * FETCHES * INSTRUCTION);
        else
            assert_int_equal(simd->lod_unit.q.waits, 0);
        assert_int_equal(simd->texture_issue.q.waits > 0, bicubic);
        assert_int_equal(simd->texture_walker.q.waits_room > 0, bicubic);
        assert_int_equal(simd->texture_walker.q.waits_ways, 0); /* all lines have room */
        machine_free(&m);
    }
    memset(weights, 0, sizeof weights);
}

/* Half as many threads are half as many quads. */
static void wavefronts_of_32_threads_have_8_quads(void **state)
{
    (void)state;
    struct machine m;
    struct scene   scene;
    struct events  events;
    scene_of(&scene, TWICE(SAMPLE SAMPLE SAMPLE SAMPLE), "8_8_8_8", 1, LAUNCH_POINT, LAUNCH_MIP_NONE, coordinates);
    scene.plan.chip = "rv730";
    scene.plan.threads = 32;
    run_events(&m, &scene.plan, &events);
    for (unsigned t = 0; t < 32; t++)
        expect_pixel(&m, 0, t, 0, bits((float)((double)(t / 16 * SIZE + t % 16) / 255)));
    assert_int_equal(m.gpu->simd->texture_walker.q.walked, 8 * 8);
    for (unsigned e = 5; e < 8; e++)
        assert_int_equal(events.addressed_at[e] - events.addressed_at[e - 1], INSTRUCTION / 2);
    machine_free(&m);
}

/* Row 37 on RV730: wavefronts of 32 threads that hit keep the units busy, a quad a clock, whatever the latency. */
static void fetches_that_hit_are_a_quad_a_clock_on_each_chip(void **state)
{
    static const char *const chips[] = {"rv770", "rv730", "rv710"};
    (void)state;
    for (unsigned c = 0; c < LENGTH(chips); c++) {
        struct machine m;
        struct scene   scene;
        struct text    text = {0};
        for (unsigned turn = 0; turn < 12; turn++)
            put(&text, "TEX @f BARRIER\n");
        put(&text,
            "EXPORT_DONE PIX0, R1.xyzw EOP BARRIER\nf: " SAMPLE SAMPLE SAMPLE SAMPLE SAMPLE SAMPLE SAMPLE SAMPLE);
        scene_of(&scene, text.chars, "8_8_8_8", 1, LAUNCH_POINT, LAUNCH_MIP_NONE, corner);
        scene.plan.chip = chips[c];
        scene.plan.set[0] = "simds=1";
        scene.plan.threads = 64 * 8;
        machine_start(&m, &scene.plan);
        while (m.gpu->cycle < 2400)
            machine_step(&m);
        const uint32_t before = m.gpu->simd->texture_issue.q.instructions;
        while (m.gpu->cycle < 2400 + 800)
            machine_step(&m);
        assert_int_equal(m.gpu->simd->texture_issue.q.instructions - before, 800 / (m.chip.wave_size / 4));
        machine_free(&m);
        free(text.chars);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_thread_gets_its_texel),
        cmocka_unit_test(sources_and_destinations_are_selected),
        cmocka_unit_test(a_hit_costs_its_quads_and_the_latency),
        cmocka_unit_test(formats_and_filters_have_their_rates),
        cmocka_unit_test(lanes_and_instructions_share_a_line),
        cmocka_unit_test(a_hit_behind_a_miss_waits_for_it),
        cmocka_unit_test(a_clause_of_eight_fetches_takes_8_x_wave_over_4_and_the_latency),
        cmocka_unit_test(each_stage_counts_what_it_waits_for),
        cmocka_unit_test(wavefronts_of_32_threads_have_8_quads),
        cmocka_unit_test(fetches_that_hit_are_a_quad_a_clock_on_each_chip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
