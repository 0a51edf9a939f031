/* test_lod_unit.c - the gradient and LOD unit: a quad a clock, its plan, what is kept for a clause (ISA 9.4, 10.4;
 * RV770 timing T3).  The arithmetic of plans has tests of its own: here it is told apart by levels of detail that are
 * powers of two. */
#include "pipeline/texture/lod_unit.h"

#include "tb/unit/texture/texture_unit_kit.h"

enum { LEVEL = 64 /* of detail, in 1/64 */ };

static struct texture_words words;
static struct lod_unit      unit;
static lanes_t              rows[4];

/* Level of detail 2 in all quads: neighbours are 4 texels apart in X. */
static void set_rows(void)
{
    for (unsigned i = 0; i < LANES; i++) {
        rows[0].lane[i] = float_bits(8 + 4.0f * (float)(i & 1));
        rows[1].lane[i] = float_bits(16 + (float)(i >> 1 & 1));
        rows[2].lane[i] = float_bits(0);
        rows[3].lane[i] = float_bits(0);
    }
}

static int fresh(void **state)
{
    (void)state;
    words_make(&words);
    words.resource.last_level = 6;
    words.sampler.mip_filter = TEX_Z_FILTER_LINEAR;
    set_rows();
    memset(&unit, 0xa5, sizeof unit);
    memset(&unit.in, 0, sizeof unit.in);
    lod_unit_reset(&unit);
    unit.in.rows = rows;
    unit.in.state = &words.state;
    unit.in.quads_a_quarter = 4;
    return 0;
}

static void tick(bool taken)
{
    unit.in.taken = taken && unit.q.valid;
    lod_unit_next(&unit);
    lod_unit_take(&unit);
    lod_unit_clock(&unit);
    assert_widths(&lod_unit_rtl, &unit);
    unit.in.offer = false;
}

static void offer(unsigned quad, unsigned place)
{
    words_settle(&words);
    unit.in.offer = true;
    unit.in.offer_low = words.low;
    unit.in.offer_high = words.high;
    unit.in.offer_quad = (uint8_t)quad;
    unit.in.offer_place = (uint8_t)place;
    unit.in.offer_entry = 9;
    unit.in.offer_lanes = UINT64_MAX;
}

/* A quad of an instruction of a clause goes in and is taken. */
static void pass(enum isa_fetch_id op, unsigned quad, unsigned place)
{
    words.op = op;
    offer(quad, place);
    tick(true);
    assert_true(unit.q.valid);
    assert_int_equal(unit.q.quad, quad);
}

/* Level of detail of a quad by the gradients that are kept for the clause. */
static int kept_lod(unsigned quad, unsigned place, unsigned lane)
{
    pass(ISA_FETCH_SAMPLE_G, quad, place);
    return (int16_t)unit.q.lod.lane[lane];
}

static struct texture_plan plan(void)
{
    struct texture_plan plan;
    texture_plan_unpack(&unit.q.plan, &plan);
    return plan;
}

/* ---- clocks ----------------------------------------------------------------------------------------------------- */

static void after_reset_nothing_is_there_or_kept(void **state)
{
    (void)state;
    static const struct lod_unit_reg zero;
    static const lanes_t             none;
    assert_memory_equal(&unit.q, &zero, sizeof zero);
    for (unsigned row = 0; row < FETCH_CLAUSES * KEPT_ROWS; row++)
        assert_memory_equal(&unit.kept[row], &none, sizeof none);
}

static void idle_the_unit_holds(void **state)
{
    (void)state;
    ASSERT_HOLDS(&unit, tick(true));
    pass(ISA_FETCH_SAMPLE, 3, 0);
    struct lod_unit_reg waits = unit.q; /* and while a quad waits, but for counting that */
    tick(false);
    waits.waits++;
    assert_memory_equal(&unit.q, &waits, sizeof waits);
    tick(true);
    assert_false(unit.q.valid);
    ASSERT_HOLDS(&unit, tick(true));
}

static void a_plan_is_there_a_clock_after_its_quad_is_offered(void **state)
{
    (void)state;
    offer(3, 0);
    assert_false(unit.q.valid);
    tick(false);
    assert_true(unit.q.valid);
    assert_int_equal(unit.q.entry, 9);
    assert_int_equal(unit.q.quad, 3);
    assert_int_equal(unit.q.lanes, 15);
    assert_false(unit.q.alone);
    assert_int_equal(unit.q.passes, 1);
    assert_int_equal(unit.q.quads, 1);
    for (unsigned i = 0; i < TEXTURE_QUAD; i++) {
        assert_int_equal((int16_t)unit.q.lod.lane[i], 2 * LEVEL);
        assert_int_equal(plan().lane[i].step[0].level, 2);
        assert_int_equal(plan().lane[i].passes, 1);
    }
}

static void a_quad_stays_until_its_last_pass_is_taken(void **state)
{
    (void)state;
    pass(ISA_FETCH_SAMPLE, 3, 0);
    for (unsigned i = 0; i < 5; i++) {
        assert_false(lod_unit_accepts(true, unit.q.valid, false));
        offer(4, 0);
        tick(false);
        assert_true(unit.q.valid);
        assert_int_equal(unit.q.quad, 3);
    }
    assert_int_equal(unit.q.quads, 1);
    assert_true(lod_unit_accepts(true, unit.q.valid, true));
    offer(4, 0);
    tick(true);
    assert_true(unit.q.valid);
    assert_int_equal(unit.q.quad, 4);
    assert_int_equal(unit.q.quads, 2);
    tick(true);
    assert_false(unit.q.valid);
    assert_false(lod_unit_accepts(false, false, false));
}

static void nothing_is_kept_before_the_quad_is_taken(void **state)
{
    (void)state;
    pass(ISA_FETCH_SET_GRADIENTS_V, 0, 1);
    words.op = ISA_FETCH_SET_GRADIENTS_H;
    offer(1, 2);
    tick(false);
    assert_int_equal(unit.kept[2 * KEPT_ROWS + KEPT_H].lane[4], 0);
    offer(1, 2);
    tick(true);
    assert_int_equal(unit.kept[2 * KEPT_ROWS + KEPT_H].lane[4], float_bits(8));
}

/* ---- quads ------------------------------------------------------------------------------------------------------ */

/* Every quad has coordinates of its own; of half a quarter's lanes there are none on chips with eight. */
static void a_quad_has_its_own_lanes(void **state)
{
    (void)state;
    for (unsigned a_quarter = 2; a_quarter <= 4; a_quarter += 2)
        for (unsigned quad = 0; quad < QUARTERS * a_quarter; quad++) {
            const unsigned first = a_quarter == 4 ? 4 * quad : quad / 2 * 16 + quad % 2 * 4;
            fresh(NULL);
            unit.in.quads_a_quarter = (uint8_t)a_quarter;
            for (unsigned e = 0; e < 4; e++)
                rows[e] = ramp(1000 * e);
            offer(quad, 0);
            unit.in.offer_lanes = UINT64_C(0xb) << first;
            tick(false);
            assert_int_equal(unit.q.lanes, 0xb);
            for (unsigned i = 0; i < TEXTURE_QUAD; i++)
                for (unsigned e = 0; e < 4; e++)
                    assert_int_equal(unit.q.coordinate.value[4 * i + e], 1000 * e + first + i);
        }
}

/* ISA 10.4, SRC_SEL; SEL_MASK of what the look-up does not use: MESA. */
static void coordinates_are_selected_or_constant(void **state)
{
    (void)state;
    words.tex.src_sel_x = 3;
    words.tex.src_sel_y = 4;
    words.tex.src_sel_z = 5;
    words.tex.src_sel_w = 7;
    rows[3] = ramp(77);
    pass(ISA_FETCH_LD, 2, 0);
    for (unsigned i = 0; i < TEXTURE_QUAD; i++) {
        assert_int_equal(unit.q.coordinate.value[4 * i], 77 + 8 + i);
        assert_int_equal(unit.q.coordinate.value[4 * i + 1], 0);
        assert_int_equal(unit.q.coordinate.value[4 * i + 2], 0x3f800000);
        assert_int_equal(unit.q.coordinate.value[4 * i + 3], 0);
    }
}

/* Only threads that fetch have passes, but the others' coordinates count for the slopes. */
static void threads_that_do_not_fetch_have_coordinates_and_no_passes(void **state)
{
    (void)state;
    offer(1, 0);
    unit.in.offer_lanes = 0x10;
    tick(false);
    assert_int_equal(unit.q.lanes, 1);
    assert_int_equal((int16_t)unit.q.lod.lane[0], 2 * LEVEL);
    for (unsigned i = 1; i < TEXTURE_QUAD; i++)
        assert_int_equal(plan().lane[i].passes, 0);
    offer(1, 0);
    unit.in.offer_lanes = 0;
    tick(true);
    assert_int_equal(unit.q.passes, 1);
}

/* T11: two levels are two passes, N probes N, four by four texels four. */
static void a_quad_has_the_passes_of_its_filters(void **state)
{
    (void)state;
    words.tex.lod_bias = 8; /* half a level, in sixteenths */
    pass(ISA_FETCH_SAMPLE, 0, 0);
    assert_int_equal(unit.q.passes, 2);
    assert_int_equal((int16_t)unit.q.lod.lane[0], 2 * LEVEL + LEVEL / 2);
    words.sampler.mip_filter = TEX_Z_FILTER_POINT;
    words.sampler.xy_min_filter = TEX_XY_FILTER_BICUBIC;
    pass(ISA_FETCH_SAMPLE, 0, 0);
    assert_int_equal(unit.q.passes, 4);
    words.sampler.xy_min_filter = words.sampler.xy_mag_filter = TEX_XY_FILTER_ANISO_BILINEAR;
    words.sampler.max_aniso = words.resource.max_aniso = 2;
    words.tex.lod_bias = 0;
    pass(ISA_FETCH_SAMPLE, 0, 0); /* 4 texels by 1 */
    assert_int_equal(unit.q.passes, 4);
    assert_int_equal(plan().lane[0].axis[0], float_bits(4));
}

static void the_level_of_detail_is_the_limited_one(void **state)
{
    (void)state;
    words.sampler.max_lod = LEVEL + 3;
    pass(ISA_FETCH_SAMPLE, 0, 0);
    assert_int_equal((int16_t)unit.q.lod.lane[0], LEVEL + 3);
    words.sampler.max_lod = 0x3ff;
    words.tex.lod_bias = 0x40; /* -4 */
    pass(ISA_FETCH_SAMPLE, 0, 0);
    assert_int_equal((int16_t)unit.q.lod.lane[0], 0);
}

/* ---- instructions that read nothing ------------------------------------------------------------------------------ */

static void questions_are_answered_in_the_place_of_coordinates(void **state)
{
    (void)state;
    static const struct {
        enum isa_fetch_id op;
        uint32_t          answer[4];
    } cases[] = {
        {ISA_FETCH_GET_TEXTURE_RESINFO, {SIZE / 4, SIZE / 4, 0, 7}}, /* of level 2 */
        {ISA_FETCH_GET_COMP_TEX_LOD, {0x40000000, 0x40000000, 0, 0}},
        {ISA_FETCH_GET_GRADIENTS_H, {0x40800000, 0, 0, 0}},
        {ISA_FETCH_GET_GRADIENTS_V, {0, 0x3f800000, 0, 0}},
        {ISA_FETCH_KEEP_GRADIENTS, {0x3f800000, 0x3f800000, 0x3f800000, 0x3f800000}}, /* border */
    };
    words.sampler.border_color_type = TEX_BORDER_COLOR_OPAQUE_WHITE;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (unsigned lane = 0; lane < LANES; lane++)
            rows[0].lane[lane] = cases[i].op == ISA_FETCH_GET_TEXTURE_RESINFO ? 2 : float_bits(lane & 1 ? 12 : 8);
        pass(ISA_FETCH_SAMPLE, 0, 0);
        pass(cases[i].op, 1, 0);
        assert_true(unit.q.alone);
        assert_int_equal(unit.q.passes, 1);
        assert_int_equal(plan().lane[0].passes, 0); /* nothing stays of the plan before it */
        for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++) {
            assert_int_equal(unit.q.lod.lane[lane], 0);
            for (unsigned e = 0; e < 4; e++)
                assert_int_equal(unit.q.coordinate.value[4 * lane + e], cases[i].answer[e]);
        }
    }
}

/* Of level 2 texels are four wide: 16 and 17 lie a half and three quarters of the way between two middles. */
static void every_lane_has_its_own_answer(void **state)
{
    (void)state;
    pass(ISA_FETCH_GET_LERP, 0, 0);
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++) {
        assert_int_equal(unit.q.coordinate.value[4 * lane], float_bits(0.5f));
        assert_int_equal(unit.q.coordinate.value[4 * lane + 1], float_bits(lane < 2 ? 0.5f : 0.75f));
    }
}

static void instructions_that_set_read_nothing_either(void **state)
{
    (void)state;
    for (unsigned op = ISA_FETCH_LD; op < ISA_FETCH_COUNT; op++) {
        const bool reads = op == ISA_FETCH_LD || op >= ISA_FETCH_FETCH4;
        pass((enum isa_fetch_id)op, 0, 0);
        assert_int_equal(unit.q.alone, !reads);
        if (!reads)
            assert_int_equal(unit.q.passes, 1);
    }
}

/* ---- what is kept ----------------------------------------------------------------------------------------------- */

/* ISA 9.4: XYZ set the gradients, horizontal and vertical ones. */
static void set_gradients_are_those_of_the_clause(void **state)
{
    (void)state;
    for (unsigned vertical = 0; vertical < 2; vertical++) {
        const enum isa_fetch_id op = vertical ? ISA_FETCH_SET_GRADIENTS_V : ISA_FETCH_SET_GRADIENTS_H;
        fresh(NULL);
        for (unsigned i = 0; i < LANES; i++)
            rows[1].lane[i] = float_bits((float)(1u << i % 4)); /* each lane has its own */
        rows[0] = rows[2] = rows[3] = (lanes_t){.lane = {0}};
        pass(op, 5, 6);
        for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++) {
            assert_int_equal(kept_lod(5, 6, lane), (int)lane * LEVEL);
            assert_int_equal(kept_lod(5, 7, lane), 0); /* of another clause */
            assert_int_equal(kept_lod(4, 6, lane), 0); /* of another quad */
        }
        const lanes_t *kept = &unit.kept[6 * KEPT_ROWS];
        assert_int_equal(kept[vertical ? KEPT_V + 1 : KEPT_H + 1].lane[23], float_bits(8));
        assert_int_equal(kept[vertical ? KEPT_H + 1 : KEPT_V + 1].lane[23], 0);
    }
}

static void all_three_elements_of_a_gradient_are_kept(void **state)
{
    (void)state;
    for (unsigned e = 0; e < 4; e++)
        rows[e] = ramp(1000 * (e + 1));
    for (unsigned place = 0; place < FETCH_CLAUSES; place += FETCH_CLAUSES - 1) {
        pass(ISA_FETCH_SET_GRADIENTS_H, 15, place);
        pass(ISA_FETCH_SET_GRADIENTS_V, 14, place);
        for (unsigned e = 0; e < 3; e++)
            for (unsigned i = 0; i < TEXTURE_QUAD; i++) {
                assert_int_equal(unit.kept[place * KEPT_ROWS + KEPT_H + e].lane[60 + i], 1000 * (e + 1) + 60 + i);
                assert_int_equal(unit.kept[place * KEPT_ROWS + KEPT_V + e].lane[56 + i], 1000 * (e + 1) + 56 + i);
                assert_int_equal(unit.kept[place * KEPT_ROWS + KEPT_V + e].lane[60 + i], 0);
            }
    }
}

/* ISA 9.4: as GET_GRADIENTS and SET_GRADIENTS of both directions. */
static void kept_gradients_are_the_quads_own_slopes(void **state)
{
    (void)state;
    pass(ISA_FETCH_KEEP_GRADIENTS, 5, 6);
    const lanes_t *kept = &unit.kept[6 * KEPT_ROWS];
    for (unsigned lane = 20; lane < 24; lane++) {
        assert_int_equal(kept[KEPT_H].lane[lane], float_bits(4));
        assert_int_equal(kept[KEPT_H + 1].lane[lane], 0);
        assert_int_equal(kept[KEPT_H + 2].lane[lane], 0);
        assert_int_equal(kept[KEPT_V].lane[lane], 0);
        assert_int_equal(kept[KEPT_V + 1].lane[lane], float_bits(1));
        assert_int_equal(kept[KEPT_V + 2].lane[lane], 0);
    }
    rows[0] = rows[1] = (lanes_t){.lane = {0}};
    assert_int_equal(kept_lod(5, 6, 3), 2 * LEVEL);
    assert_int_equal(kept_lod(4, 6, 3), 0);
    assert_int_equal(kept_lod(5, 6, 0), 2 * LEVEL); /* a sample leaves them as they are */
}

/* ISA 10.4, opcode 14: Z. */
static void the_cubes_index_is_z_and_each_lanes(void **state)
{
    (void)state;
    for (unsigned i = 0; i < LANES; i++)
        rows[2].lane[i] = float_bits((float)(i % 4));
    pass(ISA_FETCH_SET_CUBEMAP_INDEX, 5, 6);
    words.resource.dim = TEX_DIM_CUBEMAP;
    words.resource.tex_depth = 3; /* four cubes */
    words.sampler.mip_filter = TEX_Z_FILTER_NONE;
    for (unsigned i = 0; i < LANES; i++)
        rows[2].lane[i] = float_bits(5); /* the face */
    pass(ISA_FETCH_SAMPLE, 5, 6);
    for (unsigned lane = 0; lane < TEXTURE_QUAD; lane++) {
        assert_int_equal(plan().lane[lane].step[0].slice, 8 * lane + 5);
    }
    pass(ISA_FETCH_SAMPLE, 5, 5);
    assert_int_equal(plan().lane[3].step[0].slice, 5);
    assert_int_equal(unit.kept[6 * KEPT_ROWS + KEPT_V + 2].lane[23], 0);
}

#define TEST(name) cmocka_unit_test_setup(name, fresh)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(after_reset_nothing_is_there_or_kept),
        TEST(idle_the_unit_holds),
        TEST(a_plan_is_there_a_clock_after_its_quad_is_offered),
        TEST(a_quad_stays_until_its_last_pass_is_taken),
        TEST(nothing_is_kept_before_the_quad_is_taken),
        TEST(a_quad_has_its_own_lanes),
        TEST(coordinates_are_selected_or_constant),
        TEST(threads_that_do_not_fetch_have_coordinates_and_no_passes),
        TEST(a_quad_has_the_passes_of_its_filters),
        TEST(the_level_of_detail_is_the_limited_one),
        TEST(questions_are_answered_in_the_place_of_coordinates),
        TEST(every_lane_has_its_own_answer),
        TEST(instructions_that_set_read_nothing_either),
        TEST(set_gradients_are_those_of_the_clause),
        TEST(all_three_elements_of_a_gradient_are_kept),
        TEST(kept_gradients_are_the_quads_own_slopes),
        TEST(the_cubes_index_is_z_and_each_lanes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
