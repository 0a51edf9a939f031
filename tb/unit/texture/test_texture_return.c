/* test_texture_return.c - texture instructions under way: their results' clocks, order, rows and threads (RV770 timing
 * T16, T26; ISA 4.6.3, 6.3, 10.4). */
#include "pipeline/texture/texture_return.h"

#include "tb/unit/texture/texture_unit_kit.h"

enum { HIT = 20, RETURN = 3, BASE = 40, QUADS = 16, SLOT = 100, NUMBER = 7000 };

static struct texture_return unit;
static struct isa_tex        tex;
static quad_vectors_t        filtered;
static bool                  port_is_free;

static int fresh(void **state)
{
    (void)state;
    memset(&unit, 0xa5, sizeof unit);
    memset(&unit.in, 0, sizeof unit.in);
    texture_return_reset(&unit);
    unit.in.num_gprs = 8;
    unit.in.quads = QUADS;
    unit.in.quads_a_quarter = 4;
    unit.in.hit_clk = HIT;
    unit.in.return_clk = RETURN;
    unit.in.done_result = &filtered;
    tex =
        (struct isa_tex){.tex_inst = 16, .sampler_id = 5, .dst_gpr = 2, .dst_sel_y = 1, .dst_sel_z = 2, .dst_sel_w = 3};
    port_is_free = true;
    return 0;
}

static void tick(void)
{
    unit.in.granted = unit.q.want && port_is_free;
    texture_return_next(&unit);
    texture_return_take(&unit);
    texture_return_clock(&unit);
    assert_widths(&texture_return_rtl, &unit);
    unit.in.offer = unit.in.addressed = unit.in.done = false;
}

/* Its place; slot, number, clause and whether it is the last one of that are told by `which`. */
static unsigned offer(unsigned which)
{
    uint32_t dwords[4] = {0};
    isa_pack_tex(&tex, dwords);
    assert_true(texture_return_has_room(&unit));
    unit.in.offer = true;
    unit.in.offer_low = dwords[0] | (uint64_t)dwords[1] << 32;
    unit.in.offer_high = dwords[2];
    unit.in.offer_base = BASE;
    unit.in.offer_lanes = UINT64_MAX;
    unit.in.offer_number = NUMBER + which;
    unit.in.offer_slot = (uint8_t)(SLOT + which);
    unit.in.offer_place = which % 8;
    unit.in.offer_last = which % 2;
    return texture_return_place(&unit);
}

static void done(unsigned entry, unsigned quad)
{
    for (unsigned i = 0; i < 4 * TEXTURE_QUAD; i++)
        filtered.value[i] = 1000 * entry + 100 * quad + i;
    unit.in.done = true;
    unit.in.done_entry = (uint8_t)entry;
    unit.in.done_quad = (uint8_t)quad;
}

/* All quads' results; with the last one the last pass has long found its lines. */
static void finish(unsigned entry)
{
    unit.in.addressed = true;
    unit.in.addressed_entry = (uint8_t)entry;
    for (unsigned quad = 0; quad < unit.in.quads; quad++) {
        done(entry, quad);
        tick();
    }
}

/* Ticks until a result waits for the port; the number of ticks. */
static unsigned until_want(void)
{
    for (unsigned ticks = 1; ticks < 1000; ticks++) {
        tick();
        if (unit.q.want)
            return ticks;
    }
    fail_msg("no result");
    return 0;
}

static void run_one(void)
{
    const unsigned entry = offer(0);
    tick();
    finish(entry);
    if (!unit.q.want)
        until_want();
}

/* ---- clocks ----------------------------------------------------------------------------------------------------- */

static void after_reset_nothing_is_under_way(void **state)
{
    (void)state;
    static const struct texture_return_reg zero;
    assert_memory_equal(&unit.q, &zero, sizeof zero);
    assert_true(texture_return_has_room(&unit));
    assert_int_equal(texture_return_place(&unit), 0);
}

static void idle_the_unit_holds(void **state)
{
    (void)state;
    ASSERT_HOLDS(&unit, tick());
    offer(0);
    tick();
    assert_false(texture_return_busy(&unit.q));
    ASSERT_HOLDS(&unit, tick()); /* nothing goes on by itself before the last pass has its lines */
    finish(0);
    while (unit.q.flying)
        tick();
    unit.in.offer_low = unit.in.offer_lanes = UINT64_MAX; /* without an event no wire counts */
    unit.in.done_entry = unit.in.addressed_entry = 5;
    ASSERT_HOLDS(&unit, tick());
}

/* T16: counted from the clock in which the last pass finds its lines, when filtering is over before. */
static void a_hit_takes_hit_clk_and_return_clk(void **state)
{
    (void)state;
    for (unsigned hit = 1; hit <= HIT; hit += HIT - 1)
        for (unsigned back = 1; back <= RETURN; back++) {
            fresh(NULL);
            unit.in.hit_clk = (uint16_t)hit;
            unit.in.return_clk = (uint8_t)back;
            const unsigned entry = offer(0);
            tick();
            for (unsigned quad = 0; quad < QUADS; quad++) {
                done(entry, quad);
                tick();
            }
            for (unsigned i = 0; i < 100; i++) { /* not before */
                assert_false(unit.q.want);
                tick();
            }
            unit.in.addressed = true;
            unit.in.addressed_entry = (uint8_t)entry;
            tick();
            assert_int_equal(until_want(), hit + back);
        }
}

static void data_that_come_late_return_at_once(void **state)
{
    (void)state;
    const unsigned entry = offer(0);
    tick();
    unit.in.addressed = true;
    unit.in.addressed_entry = (uint8_t)entry;
    for (unsigned quad = 0; quad < QUADS - 1; quad++) {
        done(entry, quad);
        tick();
    }
    for (unsigned i = 0; i < 10 * HIT; i++) { /* for want of one quad */
        assert_false(unit.q.want);
        tick();
    }
    done(entry, QUADS - 1);
    tick();
    assert_int_equal(until_want(), RETURN);
}

static void a_result_waits_for_the_port(void **state)
{
    (void)state;
    port_is_free = false;
    run_one();
    for (unsigned i = 0; i < 30; i++) {
        tick();
        assert_true(unit.q.want);
        assert_int_equal(unit.q.write_row, BASE + 2);
        assert_int_equal(unit.q.flying, 1);
        assert_int_equal(unit.q.fetched, 0);
    }
    port_is_free = true;
    tick();
    assert_false(unit.q.want);
    assert_int_equal(unit.q.flying, 0);
    assert_int_equal(unit.q.first, 1);
    assert_int_equal(unit.q.fetched, 1);
    assert_false(texture_return_busy(&unit.q));
}

/* ---- order ------------------------------------------------------------------------------------------------------ */

/* T26. */
static void results_return_in_order(void **state)
{
    (void)state;
    const unsigned a = offer(1);
    tick();
    const unsigned b = offer(2);
    tick();
    assert_int_equal(unit.q.flying, 2);
    finish(b);
    for (unsigned i = 0; i < 10 * HIT; i++) {
        assert_false(unit.q.want);
        tick();
    }
    finish(a);
    until_want();
    assert_int_equal(unit.q.write_slot, SLOT + 1);
    assert_int_equal(unit.q.write_entry, a);
    tick(); /* written */
    assert_int_equal(until_want(), 1 + RETURN);
    assert_int_equal(unit.q.write_slot, SLOT + 2);
    assert_int_equal(unit.q.write_entry, b);
}

/* T27: a result every 16 clocks, or 8 of half a wavefront, is no more than comes back. */
static void results_follow_one_another_as_quads_do(void **state)
{
    (void)state;
    for (unsigned quads = 8; quads <= QUADS; quads += 8) {
        unsigned written = 0, last = 0, taken = 0;
        fresh(NULL);
        unit.in.quads = (uint8_t)quads;
        for (unsigned clock = 0; written < 20; clock++) {
            assert_true(clock < 2000);
            const unsigned quad = clock % quads;
            if (quad == 0)
                offer(taken++);
            if (clock >= quads) { /* the one before passes */
                const unsigned entry = (clock / quads - 1) % TEXTURE_FLIGHT;
                done(entry, quad);
                unit.in.addressed = quad == quads - 1;
                unit.in.addressed_entry = (uint8_t)entry;
            }
            tick();
            if (!unit.in.granted)
                continue;
            if (written++)
                assert_int_equal(clock - last, quads);
            last = clock;
        }
    }
}

static void sixteen_instructions_are_under_way(void **state)
{
    (void)state;
    for (unsigned i = 0; i < TEXTURE_FLIGHT; i++) {
        assert_int_equal(offer(i), i);
        tick();
    }
    assert_false(texture_return_has_room(&unit));
    assert_int_equal(unit.q.flying, TEXTURE_FLIGHT);
    for (unsigned i = 0; i < 3 * TEXTURE_FLIGHT; i++) { /* one leaves, one comes to its place */
        finish(i % TEXTURE_FLIGHT);
        if (!unit.q.want)
            until_want();
        assert_int_equal(unit.q.write_entry, i % TEXTURE_FLIGHT);
        assert_int_equal(unit.q.write_slot, SLOT + i);
        tick();
        assert_int_equal(unit.q.first, (i + 1) % TEXTURE_FLIGHT);
        assert_int_equal(offer(i + TEXTURE_FLIGHT), i % TEXTURE_FLIGHT);
        tick();
        assert_int_equal(unit.q.flying, TEXTURE_FLIGHT);
    }
}

/* The place of one that leaves is behind the others in the same clock. */
static void one_can_come_while_one_leaves(void **state)
{
    (void)state;
    run_one();
    const unsigned entry = offer(1);
    assert_int_equal(entry, 1);
    tick();
    assert_true(unit.in.granted);
    assert_int_equal(unit.q.flying, 1);
    assert_int_equal(unit.q.first, entry);
    finish(entry);
    if (!unit.q.want)
        until_want();
    assert_int_equal(unit.q.write_slot, SLOT + 1);
}

/* ---- what is written --------------------------------------------------------------------------------------------- */

static void the_result_says_whose_it_is(void **state)
{
    (void)state;
    for (unsigned which = 0; which < 4; which++) {
        const unsigned entry = offer(which);
        unit.in.offer_lanes = 0x8000000000020105;
        tick();
        assert_true(unit.q.f_low.entry[entry] == unit.in.offer_low);
        assert_int_equal(unit.q.f_high.entry[entry], unit.in.offer_high);
        assert_true(unit.q.f_lanes.entry[entry] == 0x8000000000020105);
        assert_int_equal(unit.q.f_place.entry[entry], which);
        finish(entry);
        until_want();
        assert_int_equal(unit.q.write_row, BASE + 2);
        assert_int_equal(unit.q.write_elements, 15);
        assert_true(unit.q.write_lanes == 0x8000000000020105);
        assert_int_equal(unit.q.write_slot, SLOT + which);
        assert_int_equal(unit.q.write_number, NUMBER + which);
        assert_int_equal(unit.q.write_last, which % 2);
        assert_int_equal(unit.q.write_entry, entry);
        tick();
        assert_false(texture_return_busy(&unit.q)); /* nothing of it stays */
    }
}

/* On chips with eight lanes the upper half of each quarter has no threads. */
static void every_quad_has_its_lanes_of_the_result(void **state)
{
    (void)state;
    for (unsigned a_quarter = 2; a_quarter <= 4; a_quarter += 2) {
        fresh(NULL);
        unit.in.quads = (uint8_t)(4 * a_quarter);
        unit.in.quads_a_quarter = (uint8_t)a_quarter;
        offer(0);
        tick();
        offer(1);
        tick();
        finish(1);
        finish(0);
        until_want();
        for (unsigned turn = 0; turn < 2; turn++) {
            const lanes_t *rows = texture_return_rows(&unit);
            for (unsigned thread = 0; thread < 16 * a_quarter; thread++) {
                const unsigned lane = thread / (4 * a_quarter) * QUARTER + thread % (4 * a_quarter);
                for (unsigned e = 0; e < 4; e++)
                    assert_int_equal(rows[e].lane[lane], 1000 * turn + thread / 4 * 100 + thread % 4 * 4 + e);
            }
            tick();
            if (!turn)
                until_want();
        }
    }
}

/* ISA 10.4, DST_SEL: 7 masks, constants are written.  Every place has several masks, one after the other. */
static void masked_elements_are_not_written(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 3 * TEXTURE_FLIGHT; i++) {
        const unsigned mask = (15 + 5 * i + i / TEXTURE_FLIGHT) % 16;
        tex.dst_sel_x = mask & 1 ? 5 : 7;
        tex.dst_sel_y = mask & 2 ? 0 : 7;
        tex.dst_sel_z = mask & 4 ? 4 : 7;
        tex.dst_sel_w = mask & 8 ? 3 : 7;
        run_one();
        assert_int_equal(unit.q.write_elements, mask);
        tick();
    }
}

/* ISA 9.4: SET_* return nothing, but end in order as the others do. */
static void instructions_that_set_write_nothing(void **state)
{
    (void)state;
    for (unsigned op = ISA_FETCH_LD; op < ISA_FETCH_COUNT; op++) {
        fresh(NULL);
        tex.tex_inst = isa_fetch_ops[op].opcode;
        run_one();
        assert_int_equal(unit.q.write_elements, strncmp(isa_fetch_ops[op].name, "SET_", 4) ? 15 : 0);
    }
}

/* ISA 4.6.3. */
static void a_relative_row_outside_the_programs_gprs_is_not_written(void **state)
{
    (void)state;
    for (unsigned relative = 0; relative < 2; relative++)
        for (unsigned index = 0; index < 10; index++) {
            const bool inside = !relative || index <= 5;
            fresh(NULL);
            tex.dst_rel = relative;
            unit.in.offer_index = (uint16_t)index;
            run_one();
            assert_int_equal(unit.q.write_elements, inside ? 15 : 0);
            if (inside)
                assert_int_equal(unit.q.write_row, BASE + 2 + (relative ? index : 0));
        }
}

/* ISA 6.3, 10.4. */
static void whole_quads_fetch_when_the_instruction_says_so(void **state)
{
    (void)state;
    for (unsigned whole = 0; whole < 2; whole++) {
        fresh(NULL);
        tex.fetch_whole_quad = whole;
        const unsigned entry = offer(0);
        unit.in.offer_lanes = 0x8000000000020105;
        tick();
        assert_true(unit.q.f_lanes.entry[entry] == (whole ? 0xf0000000000f0f0f : 0x8000000000020105));
        finish(entry);
        until_want();
        assert_true(unit.q.write_lanes == unit.q.f_lanes.entry[entry]);
    }
}

#define TEST(name) cmocka_unit_test_setup(name, fresh)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(after_reset_nothing_is_under_way),
        TEST(idle_the_unit_holds),
        TEST(a_hit_takes_hit_clk_and_return_clk),
        TEST(data_that_come_late_return_at_once),
        TEST(a_result_waits_for_the_port),
        TEST(results_return_in_order),
        TEST(results_follow_one_another_as_quads_do),
        TEST(sixteen_instructions_are_under_way),
        TEST(one_can_come_while_one_leaves),
        TEST(the_result_says_whose_it_is),
        TEST(every_quad_has_its_lanes_of_the_result),
        TEST(masked_elements_are_not_written),
        TEST(instructions_that_set_write_nothing),
        TEST(a_relative_row_outside_the_programs_gprs_is_not_written),
        TEST(whole_quads_fetch_when_the_instruction_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
