/* test_operand_fetch.c - operand latches and the selection of operands (ISA 4.7.4, 4.11; RV770 timing 2.3, P1, P2). */
#include "tb/unit/clock.h"

#include "pipeline/alu/operand_fetch.h"
#include "pipeline/alu/operand_ports.h"

enum { ROWS = 32 };

static struct operand_fetch fetch;
static lanes_t              x[ROWS], y[ROWS], z[ROWS], w[ROWS], ar_x;

static uint32_t stored(unsigned element, unsigned row, unsigned lane)
{
    return element << 24 | row << 8 | lane;
}

static int fresh(void **state)
{
    (void)state;
    lanes_t *const memory[FETCH_ELEMENTS] = {x, y, z, w};
    for (unsigned e = 0; e < FETCH_ELEMENTS; e++)
        for (unsigned row = 0; row < ROWS; row++)
            memory[e][row] = ramp(stored(e, row, 0));
    for (unsigned i = 0; i < LANES; i++)
        ar_x.lane[i] = 0xdeadbeef;
    memset(&fetch, 0xa5, sizeof fetch);
    operand_fetch_reset(&fetch);
    fetch.in = (struct operand_fetch_in){
        .num_gprs = 8, .memory_x = x, .memory_y = y, .memory_z = z, .memory_w = w, .ar_x = &ar_x};
    return 0;
}

static void tick(void)
{
    rtl_eval(operand_fetch_eval, &fetch);
    operand_fetch_capture(&fetch);
    rtl_commit(&fetch);
}

static void set_read(unsigned parity, unsigned cycle, unsigned enable)
{
    fetch.in.parity = (uint8_t)parity;
    fetch.in.cycle = (uint8_t)cycle;
    fetch.in.enable = (uint8_t)enable;
    fetch.in.row_x = 3;
    fetch.in.row_y = 4;
    fetch.in.row_z = 5;
    fetch.in.row_w = 31;
}

static const lanes_t *latches(unsigned parity)
{
    return parity ? fetch.odd : fetch.even;
}

static void after_reset_the_latches_are_0(void **state)
{
    (void)state;
    for (unsigned i = 0; i < FETCH_LATCHES; i++)
        assert_true(fetch.even[i].lane[63] == 0 && fetch.odd[i].lane[0] == 0);
    assert_int_equal(fetch.q.reads, 0);
}

static void each_cycle_and_element_has_its_latch_in_each_wavefront_slot(void **state)
{
    (void)state;
    static const unsigned rows[FETCH_ELEMENTS] = {3, 4, 5, 31};
    for (unsigned parity = 0; parity < 2; parity++)
        for (unsigned cycle = 0; cycle < 3; cycle++) {
            fresh(NULL);
            set_read(parity, cycle, 15);
            tick();
            for (unsigned i = 0; i < LANES; i++)
                for (unsigned l = 0; l < FETCH_LATCHES; l++) {
                    const bool here = l / 4 == cycle;
                    assert_int_equal(latches(parity)[l].lane[i], here ? stored(l % 4, rows[l % 4], i) : 0);
                    assert_int_equal(latches(!parity)[l].lane[i], 0);
                }
        }
}

static void element_memories_that_are_not_read_keep_their_latch(void **state)
{
    (void)state;
    for (unsigned e = 0; e < FETCH_ELEMENTS; e++) {
        fresh(NULL);
        set_read(0, 0, 1u << e);
        tick();
        for (unsigned l = 0; l < FETCH_ELEMENTS; l++)
            assert_int_equal(fetch.even[l].lane[9] != 0, l == e);
    }
}

static void the_latch_keeps_what_the_register_held_at_the_edge(void **state)
{
    (void)state;
    set_read(0, 0, 1);
    tick();
    x[3].lane[0] = 99;
    fetch.in.enable = 0;
    tick();
    assert_int_equal(fetch.even[0].lane[0], stored(0, 3, 0));
}

static void idle_the_registers_hold(void **state)
{
    (void)state;
    set_read(0, 0, 7);
    tick();
    set_read(1, 1, 8);
    tick();
    assert_int_equal(fetch.q.reads, 4);
    fetch.in.enable = 0;
    ASSERT_HOLDS(&fetch, tick());
}

static void a_relative_read_takes_a_row_per_lane(void **state)
{
    (void)state;
    for (unsigned i = 0; i < LANES; i++)
        ar_x.lane[i] = i % 5 - 2;
    set_read(1, 2, 3);
    fetch.in.base = 16;
    fetch.in.relative = 2; /* Y only */
    tick();
    for (unsigned i = 0; i < LANES; i++) {
        assert_int_equal(fetch.odd[8].lane[i], stored(0, 3, i));
        assert_int_equal(fetch.odd[9].lane[i], stored(1, 16 + 4 + i % 5 - 2, i));
    }
}

static void a_relative_read_outside_the_programs_registers_reads_gpr_0(void **state)
{
    (void)state;
    static const int32_t index[] = {-1, 0, 7, 8, -256, 255};
    for (unsigned i = 0; i < LANES; i++)
        ar_x.lane[i] = (uint32_t)(index[i % 6] - 3);
    set_read(0, 0, 1);
    fetch.in.base = 16;
    fetch.in.relative = 1;
    tick();
    for (unsigned i = 0; i < LANES; i++)
        assert_int_equal(fetch.even[0].lane[i], stored(0, 16 + (i % 6 == 2 ? 7 : 0), i));
}

static void a_global_read_takes_its_rows_from_the_pool_of_all_wavefronts(void **state)
{
    (void)state;
    static const int32_t index[] = {-1, 0, 4, 5};
    for (unsigned i = 0; i < LANES; i++)
        ar_x.lane[i] = (uint32_t)(index[i % 4] - 3);
    set_read(0, 1, 3);
    fetch.in.row_y = 3;
    fetch.in.base = 16;
    fetch.in.shared_row = 25;
    fetch.in.shared_count = 5;
    fetch.in.relative = 3;
    fetch.in.global = 2; /* Y; X is the wavefront's own */
    tick();
    for (unsigned i = 0; i < LANES; i++) {
        assert_int_equal(fetch.even[4].lane[i], stored(0, 16 + (i % 4 >= 2 ? 2 + i % 4 : 0), i));
        assert_int_equal(fetch.even[5].lane[i], stored(1, 25 + (i % 4 == 2 ? 4 : 0), i));
    }
}

/* ---- the group right before (ISA 4.11) -------------------------------------------------------------------------- */

/* Slot s writes GPR `row`, by AR when `relative`; element e reads `read`, by AR when `read_relative`. */
static void pend(unsigned s, unsigned row, bool relative, unsigned e, unsigned read, bool read_relative)
{
    uint8_t *const rows[FETCH_ELEMENTS] = {&fetch.in.row_x, &fetch.in.row_y, &fetch.in.row_z, &fetch.in.row_w};
    set_read(0, 1, 1u << e);
    fetch.in.base = fetch.in.pending_base = 16;
    *rows[e] = (uint8_t)(read_relative ? read : 16 + read);
    fetch.in.relative = read_relative ? fetch.in.enable : 0;
    fetch.in.pending = (uint8_t)(1u << s);
    fetch.in.pending_chan_t = (uint8_t)e;
    fetch.in.pending_row.slot[s] = (uint8_t)(relative ? row : 16 + row);
    fetch.in.pending_relative = relative ? fetch.in.pending : 0;
    tick();
}

static const int32_t some_index[] = {0, 2, -3, 4, 200, -200};

static lane_mask_t lanes_where(int32_t a, int32_t b)
{
    lane_mask_t lanes = 0;
    for (unsigned i = 0; i < LANES; i++) {
        ar_x.lane[i] = (uint32_t)some_index[i % 6];
        lanes |= (lane_mask_t)(some_index[i % 6] == a || some_index[i % 6] == b) << i;
    }
    return lanes;
}

static void lanes_are_compared_as_the_straps_say(void **state)
{
    (void)state;
    for (unsigned straps = 0; straps < 4; straps++) {
        fresh(NULL);
        fetch.in.relative_write_read = straps & 1;
        fetch.in.write_relative_read = straps >> 1;
        const lane_mask_t lanes = lanes_where(2, 2);
        pend(1, 3, true, 1, 5, false);
        assert_true(fetch.even_pv[5] == (straps & 1 ? lanes : 0));
        pend(1, 5, false, 1, 3, true);
        assert_true(fetch.even_pv[5] == (straps >> 1 ? lanes : 0));
        assert_true(fetch.even_ps[5] == 0);
        pend(ISA_SLOT_T, 5, false, 2, 3, true);
        assert_true(fetch.even_ps[6] == (straps >> 1 ? lanes : 0));
        assert_true(fetch.even_pv[6] == 0);
        pend(1, 5, true, 1, 5, true); /* always; but not where nothing is written: 5 + 4, 5 + 200, 5 - 200 */
        assert_true(fetch.even_pv[5] == (lanes_where(0, 2) | lanes_where(-3, -3)));
        pend(1, 5, false, 1, 5, false); /* alu_issue's */
        assert_true(fetch.even_pv[5] == 0);
    }
}

static void a_read_that_becomes_gpr_0_meets_a_write_of_gpr_0(void **state)
{
    (void)state;
    fetch.in.relative_write_read = fetch.in.write_relative_read = true;
    const lane_mask_t outside = lanes_where(4, 200) | lanes_where(-200, -200);
    pend(1, 0, false, 1, 5, true);
    assert_true(fetch.even_pv[5] == outside);
    pend(1, 3, true, 1, 2, true); /* 3 - 3 is 0, 2 - 3 becomes it */
    assert_true(fetch.even_pv[5] == lanes_where(-3, -3));
}

static void another_element_slot_or_pool_is_not_met(void **state)
{
    (void)state;
    fetch.in.relative_write_read = fetch.in.write_relative_read = true;
    lanes_where(0, 0);
    pend(1, 5, true, 2, 5, false);
    assert_true(fetch.even_pv[6] == 0 && fetch.even_ps[6] == 0);
    pend(ISA_SLOT_T, 5, true, 2, 5, false);
    assert_true(fetch.even_ps[6] != 0);
    fetch.in.pending_chan_t = 1;
    tick();
    assert_true(fetch.even_ps[6] == 0);
    pend(1, 5, true, 1, 5, false);
    assert_true(fetch.even_pv[5] != 0);
    fetch.in.pending_global = 2;
    fetch.in.shared_row = 24;
    fetch.in.shared_count = 8;
    tick();
    assert_true(fetch.even_pv[5] == 0);
    fetch.in.shared_row = 16;
    tick();
    assert_true(fetch.even_pv[5] == lanes_where(0, 0));
    fetch.in.pending_global = 0;
    fetch.in.pending_base = 17;
    tick();
    assert_true(fetch.even_pv[5] == 0); /* 17 + 5 + AR.x is not 16 + 5 for any index here */
    fetch.in.pending_base = 16;
    fetch.in.pending = 0;
    tick();
    assert_true(fetch.even_pv[5] == 0);
}

/* ---- selection -------------------------------------------------------------------------------------------------- */

static lanes_t                      latch[FETCH_LATCHES], result[ISA_SLOTS];
static uint64_t                     written[ISA_SLOTS];
static lane_mask_t                  latch_pv[FETCH_LATCHES], latch_ps[FETCH_LATCHES];
static uint32_t                     constants[256 * 4];
static lanes_t                      ar;
static const struct operand_sources sources = {.latch = latch,
                                               .pv = latch_pv,
                                               .ps = latch_ps,
                                               .result = result,
                                               .written = written,
                                               .constants = constants,
                                               .ar = &ar};

static int sources_set(void **state)
{
    (void)state;
    for (unsigned l = 0; l < FETCH_LATCHES; l++)
        latch[l] = ramp(0x1000 * (l + 1));
    memset(latch_pv, 0, sizeof latch_pv);
    memset(latch_ps, 0, sizeof latch_ps);
    for (unsigned s = 0; s < ISA_SLOTS; s++) {
        result[s] = ramp(0x100000 * (s + 1));
        written[s] = UINT64_MAX;
    }
    return 0;
}

static void assert_operand(unsigned route, unsigned forward, unsigned quarter, uint32_t base)
{
    quarter_t operand = quarter_of(0xbad);
    operand_select(&sources, route, forward, 0x77, quarter, &operand);
    for (unsigned i = 0; i < QUARTER; i++)
        assert_int_equal(operand.lane[i], base + quarter * QUARTER + i);
}

static void a_read_route_takes_its_latch_a_quarter_at_a_time(void **state)
{
    (void)state;
    for (unsigned l = 0; l < FETCH_LATCHES; l++)
        for (unsigned quarter = 0; quarter < QUARTERS; quarter++)
            assert_operand(ROUTE_READ + l, 0, quarter, 0x1000 * (l + 1));
}

static void pv_and_ps_routes_take_the_results_of_the_group_before(void **state)
{
    (void)state;
    for (unsigned quarter = 0; quarter < QUARTERS; quarter++) {
        for (unsigned e = 0; e < 4; e++)
            assert_operand(ROUTE_PV + e, 0, quarter, 0x100000 * (e + 1));
        assert_operand(ROUTE_PS, 0, quarter, 0x500000);
    }
}

static void a_constant_is_the_same_in_all_lanes(void **state)
{
    (void)state;
    quarter_t operand = quarter_of(0);
    operand_select(&sources, ROUTE_CONSTANT, 0, 0x3f800000, 3, &operand);
    for (unsigned i = 0; i < QUARTER; i++)
        assert_int_equal(operand.lane[i], 0x3f800000);
}

static void a_constant_by_ar_is_read_lane_by_lane_and_is_a_nan_outside_the_file(void **state)
{
    (void)state;
    static const int32_t index[QUARTER] = {0, 1, 5, 55, 56, 255, -1, -200, -201, -256};
    quarter_t            operand = quarter_of(0);
    for (unsigned i = 0; i < 256 * 4; i++)
        constants[i] = 0xcf000000u + i;
    for (unsigned i = 0; i < LANES; i++)
        ar.lane[i] = i / QUARTER == 2 ? (uint32_t)index[i % QUARTER] : 7;
    operand_select(&sources, ROUTE_WATERFALL, 0, 4 * 200 + 3, 2, &operand);
    for (unsigned i = 0; i < QUARTER; i++) {
        const int32_t number = 200 + index[i];
        assert_int_equal(operand.lane[i],
                         number >= 0 && number < 256 ? 0xcf000003u + 4 * (unsigned)number : 0x7fffffffu);
    }
}

static void a_register_that_the_group_before_wrote_comes_from_pv(void **state)
{
    (void)state;
    for (unsigned l = 0; l < FETCH_LATCHES; l++)
        for (unsigned quarter = 0; quarter < QUARTERS; quarter++)
            assert_operand(ROUTE_READ + l, FORWARD_PV, quarter, 0x100000 * (l % 4 + 1));
}

static void a_register_that_trans_wrote_comes_from_ps(void **state)
{
    (void)state;
    assert_operand(ROUTE_READ + 6, FORWARD_PS, 2, 0x500000);
}

static void trans_wins_over_the_vector_slot(void **state)
{
    (void)state;
    assert_operand(ROUTE_READ + 6, FORWARD_PV | FORWARD_PS, 2, 0x500000);
}

static void lanes_in_which_the_write_was_predicated_off_take_the_register_as_read(void **state)
{
    (void)state;
    quarter_t operand;
    written[1] = 0x00ffull << 32 | 0xffff0000ffff0000ull; /* Y: lower half of quarter 2 */
    written[1] &= ~(0xff00ull << 32);
    operand_select(&sources, ROUTE_READ + 5, FORWARD_PV, 0, 2, &operand);
    for (unsigned i = 0; i < QUARTER; i++)
        assert_int_equal(operand.lane[i], (i < 8 ? 0x200000u : 0x6000u) + 32 + i);
}

static void where_trans_was_predicated_off_the_vector_slots_write_counts(void **state)
{
    (void)state;
    quarter_t operand;
    written[1] = 0x0ff0;
    written[4] = 0x00ff;
    operand_select(&sources, ROUTE_READ + 5, FORWARD_PV | FORWARD_PS, 0, 0, &operand);
    for (unsigned i = 0; i < QUARTER; i++)
        assert_int_equal(operand.lane[i], (i < 8 ? 0x500000 : i < 12 ? 0x200000 : 0x6000) + i);
}

static void a_register_that_trans_alone_wrote_never_comes_from_pv(void **state)
{
    (void)state;
    quarter_t operand;
    written[4] = 0x00ff;
    operand_select(&sources, ROUTE_READ + 5, FORWARD_PS, 0, 0, &operand);
    for (unsigned i = 0; i < QUARTER; i++)
        assert_int_equal(operand.lane[i], (i < 8 ? 0x500000 : 0x6000) + i);
}

static void lanes_that_operand_fetch_found_take_pv_and_ps(void **state)
{
    (void)state;
    quarter_t operand;
    latch_pv[5] = 0x0fff;
    latch_ps[5] = 0x003f;
    written[1] = 0xfff3;
    written[4] = 0x00f7;
    operand_select(&sources, ROUTE_READ + 5, 0, 0, 0, &operand);
    for (unsigned i = 0; i < QUARTER; i++) {
        const bool ps = i < 6 && i != 3, pv = i < 12 && i != 2 && i != 3;
        assert_int_equal(operand.lane[i], (ps ? 0x500000 : pv ? 0x200000 : 0x6000) + i);
    }
    operand_select(&sources, ROUTE_READ + 5, FORWARD_PV, 0, 0, &operand); /* beside what alu_issue found */
    for (unsigned i = 0; i < QUARTER; i++) {
        const bool ps = i < 6 && i != 3, pv = i != 2 && i != 3;
        assert_int_equal(operand.lane[i], (ps ? 0x500000 : pv ? 0x200000 : 0x6000) + i);
    }
}

static void explicit_pv_is_taken_in_all_lanes(void **state)
{
    (void)state;
    written[2] = 0;
    assert_operand(ROUTE_PV + 2, 0, 1, 0x300000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(after_reset_the_latches_are_0, fresh),
        cmocka_unit_test_setup(each_cycle_and_element_has_its_latch_in_each_wavefront_slot, fresh),
        cmocka_unit_test_setup(element_memories_that_are_not_read_keep_their_latch, fresh),
        cmocka_unit_test_setup(the_latch_keeps_what_the_register_held_at_the_edge, fresh),
        cmocka_unit_test_setup(idle_the_registers_hold, fresh),
        cmocka_unit_test_setup(a_relative_read_takes_a_row_per_lane, fresh),
        cmocka_unit_test_setup(a_relative_read_outside_the_programs_registers_reads_gpr_0, fresh),
        cmocka_unit_test_setup(a_global_read_takes_its_rows_from_the_pool_of_all_wavefronts, fresh),
        cmocka_unit_test_setup(lanes_are_compared_as_the_straps_say, fresh),
        cmocka_unit_test_setup(a_read_that_becomes_gpr_0_meets_a_write_of_gpr_0, fresh),
        cmocka_unit_test_setup(another_element_slot_or_pool_is_not_met, fresh),
        cmocka_unit_test_setup(a_read_route_takes_its_latch_a_quarter_at_a_time, sources_set),
        cmocka_unit_test_setup(pv_and_ps_routes_take_the_results_of_the_group_before, sources_set),
        cmocka_unit_test_setup(a_constant_is_the_same_in_all_lanes, sources_set),
        cmocka_unit_test_setup(a_constant_by_ar_is_read_lane_by_lane_and_is_a_nan_outside_the_file, sources_set),
        cmocka_unit_test_setup(a_register_that_the_group_before_wrote_comes_from_pv, sources_set),
        cmocka_unit_test_setup(a_register_that_trans_wrote_comes_from_ps, sources_set),
        cmocka_unit_test_setup(trans_wins_over_the_vector_slot, sources_set),
        cmocka_unit_test_setup(lanes_in_which_the_write_was_predicated_off_take_the_register_as_read, sources_set),
        cmocka_unit_test_setup(where_trans_was_predicated_off_the_vector_slots_write_counts, sources_set),
        cmocka_unit_test_setup(a_register_that_trans_alone_wrote_never_comes_from_pv, sources_set),
        cmocka_unit_test_setup(lanes_that_operand_fetch_found_take_pv_and_ps, sources_set),
        cmocka_unit_test_setup(explicit_pv_is_taken_in_all_lanes, sources_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
