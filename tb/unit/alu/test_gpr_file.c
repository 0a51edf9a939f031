/* test_gpr_file.c - the GPR file: three write ports and their order (ISA 4.7.4, 4.9.2). */
#include "tb/unit/clock.h"

#include "mem/gpr_file.h"

static struct gpr_file file;
static lanes_t         vector[GPR_WRITERS]; /* PV.X PV.Y PV.Z PV.W PS */
static lanes_t         launch_rows[GPR_ELEMENTS];
static lanes_t         fetched[GPR_ELEMENTS];
static lanes_t         ar_x;

static int fresh(void **state)
{
    (void)state;
    memset(&file, 0xa5, sizeof file);
    gpr_file_reset(&file);
    file.in = (struct gpr_file_in){
        .num_gprs = 8, .write_data = vector, .ar_x = &ar_x, .fetch_data = fetched, .load_data = launch_rows};
    for (unsigned i = 0; i < LANES; i++)
        ar_x.lane[i] = 0xffffffffu; /* not used by writes that are not relative */
    for (unsigned s = 0; s < GPR_WRITERS; s++)
        vector[s] = ramp(0x10000 * (s + 1));
    for (unsigned e = 0; e < GPR_ELEMENTS; e++)
        fetched[e] = ramp(0x100000 * (e + 1));
    for (unsigned i = 0; i < GPR_ELEMENTS; i++)
        launch_rows[i] = ramp(0x1000 * (i + 1));
    return 0;
}

static void eval(void)
{
    rtl_eval(gpr_file_eval, &file);
}

static void tick(void)
{
    eval();
    gpr_file_commit(&file);
}

static uint32_t value(unsigned element, unsigned row, unsigned lane)
{
    return gpr_read(&file, element, row)->lane[lane];
}

static void assert_row(unsigned element, unsigned row, uint32_t base)
{
    for (unsigned i = 0; i < LANES; i++)
        assert_int_equal(value(element, row, i), base + i);
}

static void assert_undefined(unsigned element, unsigned row)
{
    for (unsigned i = 0; i < LANES; i++)
        assert_int_equal(value(element, row, i), GPR_UNDEFINED);
}

static void write_slot(unsigned slot, unsigned row, uint64_t lanes)
{
    file.in.write |= (uint8_t)(1u << slot);
    file.in.write_row.slot[slot] = (uint8_t)row;
    file.in.write_lanes.slot[slot] = lanes;
}

static void after_reset_every_register_has_the_undefined_pattern(void **state)
{
    (void)state;
    for (unsigned row = 0; row < GPR_ROWS; row++)
        for (unsigned e = 0; e < GPR_ELEMENTS; e++)
            assert_undefined(e, row);
    assert_int_equal(file.q.writes, 0);
    assert_int_equal(file.d.writes, 0);
}

static void each_element_memory_is_read_by_its_number(void **state)
{
    (void)state;
    file.x[3].lane[7] = 10;
    file.y[3].lane[7] = 11;
    file.z[3].lane[7] = 12;
    file.w[3].lane[7] = 13;
    for (unsigned e = 0; e < GPR_ELEMENTS; e++)
        assert_int_equal(value(e, 3, 7), 10 + e);
}

static void idle_the_file_holds(void **state)
{
    (void)state;
    write_slot(1, 9, UINT64_MAX);
    tick();
    file.in.write = 0;
    ASSERT_HOLDS(&file, tick());
    assert_row(1, 9, 0x20000);
    assert_int_equal(file.q.writes, 1);
}

static void a_write_is_not_there_before_the_edge_and_is_there_after_it(void **state)
{
    (void)state;
    write_slot(0, 255, UINT64_MAX);
    eval();
    assert_undefined(0, 255);
    gpr_file_commit(&file);
    assert_row(0, 255, 0x10000);
}

static void each_vector_slot_writes_its_own_element_at_its_own_row(void **state)
{
    (void)state;
    for (unsigned s = 0; s < 4; s++)
        write_slot(s, 20 + s, UINT64_MAX);
    tick();
    for (unsigned s = 0; s < 4; s++)
        for (unsigned e = 0; e < GPR_ELEMENTS; e++)
            if (e == s)
                assert_row(e, 20 + s, 0x10000 * (s + 1));
            else
                assert_undefined(e, 20 + s);
    assert_int_equal(file.q.writes, 4);
}

static void slots_whose_bit_is_clear_write_nothing(void **state)
{
    (void)state;
    for (unsigned s = 0; s < GPR_WRITERS; s++)
        write_slot(s, s, UINT64_MAX);
    file.in.write = 1u << 2;
    tick();
    assert_row(2, 2, 0x30000);
    for (unsigned e = 0; e < GPR_ELEMENTS; e++)
        for (unsigned row = 0; row < GPR_WRITERS; row++)
            if (e != 2 || row != 2)
                assert_undefined(e, row);
}

static void trans_writes_the_element_it_is_told(void **state)
{
    (void)state;
    for (unsigned e = 0; e < GPR_ELEMENTS; e++) {
        file.in.write_chan_t = (uint8_t)e;
        write_slot(4, 30 + e, UINT64_MAX);
        tick();
        for (unsigned other = 0; other < GPR_ELEMENTS; other++)
            if (other == e)
                assert_row(other, 30 + e, 0x50000);
            else
                assert_undefined(other, 30 + e);
    }
}

static void trans_wins_over_a_vector_slot_that_writes_the_same_element(void **state)
{
    (void)state;
    write_slot(1, 40, UINT64_MAX);
    write_slot(4, 40, 0xff00);
    file.in.write_chan_t = 1;
    tick();
    for (unsigned i = 0; i < LANES; i++)
        assert_int_equal(value(1, 40, i), (i >= 8 && i < 16 ? 0x50000 : 0x20000) + i);
    assert_int_equal(file.q.writes, 2);
}

static void lanes_whose_bit_is_clear_keep_their_value(void **state)
{
    (void)state;
    const uint64_t lanes = 0x8000000180000001ull;
    write_slot(3, 5, lanes);
    tick();
    for (unsigned i = 0; i < LANES; i++)
        assert_int_equal(value(3, 5, i), lanes >> i & 1 ? 0x40000 + i : GPR_UNDEFINED);
}

/* ---- rows per lane (ISA 4.6.1, 4.6.3) --------------------------------------------------------------------------- */

static void a_relative_write_goes_to_its_row_lane_by_lane(void **state)
{
    (void)state;
    for (unsigned i = 0; i < LANES; i++)
        ar_x.lane[i] = (i % 4) - 1; /* -1 0 1 2 */
    file.in.write_base = 100;
    file.in.write_relative = 1u << 2;
    write_slot(2, 3, UINT64_MAX);
    tick();
    for (unsigned row = 100; row < 108; row++)
        for (unsigned i = 0; i < LANES; i++)
            assert_int_equal(value(2, row, i), row == 102 + i % 4 ? 0x30000 + i : GPR_UNDEFINED);
    assert_undefined(2, 3);
}

static void a_relative_write_outside_the_programs_gprs_writes_nothing(void **state)
{
    (void)state;
    static const int32_t index[4] = {-1, 0, 7, 8};
    for (unsigned i = 0; i < LANES; i++)
        ar_x.lane[i] = (uint32_t)(index[i % 4] - 5);
    file.in.write_base = 100;
    file.in.write_relative = 1;
    write_slot(0, 5, UINT64_MAX);
    tick();
    for (unsigned row = 90; row < 120; row++)
        for (unsigned i = 0; i < LANES; i++)
            assert_int_equal(value(0, row, i),
                             (row == 100 && i % 4 == 1) || (row == 107 && i % 4 == 2) ? 0x10000 + i : GPR_UNDEFINED);
}

static void a_relative_write_keeps_lanes_whose_bit_is_clear(void **state)
{
    (void)state;
    const uint64_t lanes = 0x8000000000000004ull;
    for (unsigned i = 0; i < LANES; i++)
        ar_x.lane[i] = 1;
    file.in.write_relative = 0x10;
    file.in.write_chan_t = 3;
    write_slot(4, 1, lanes);
    tick();
    for (unsigned i = 0; i < LANES; i++)
        assert_int_equal(value(3, 2, i), lanes >> i & 1 ? 0x50000 + i : GPR_UNDEFINED);
}

static void a_global_write_goes_to_the_pool_of_all_wavefronts(void **state)
{
    (void)state;
    static const int32_t index[4] = {-1, 0, 2, 3};
    for (unsigned i = 0; i < LANES; i++)
        ar_x.lane[i] = (uint32_t)(index[i % 4] - 1);
    file.in.write_base = 100;
    file.in.shared_row = 240;
    file.in.shared_count = 3;
    file.in.write_relative = 5;
    file.in.write_global = 4; /* Z; X is the wavefront's own */
    write_slot(0, 1, UINT64_MAX);
    write_slot(2, 1, UINT64_MAX);
    tick();
    for (unsigned i = 0; i < LANES; i++) {
        assert_int_equal(value(2, 240, i), i % 4 == 1 ? 0x30000 + i : GPR_UNDEFINED);
        assert_int_equal(value(2, 242, i), i % 4 == 2 ? 0x30000 + i : GPR_UNDEFINED);
        assert_int_equal(value(2, 243, i), GPR_UNDEFINED);
        assert_int_equal(value(2, 239, i), GPR_UNDEFINED);
        assert_int_equal(value(0, 103, i), i % 4 == 3 ? 0x10000 + i : GPR_UNDEFINED);
        assert_int_equal(value(2, 103, i), GPR_UNDEFINED);
    }
}

static void relative_and_plain_slots_write_in_one_clock(void **state)
{
    (void)state;
    for (unsigned i = 0; i < LANES; i++)
        ar_x.lane[i] = 2;
    file.in.write_relative = 1u << 1;
    write_slot(0, 1, UINT64_MAX);
    write_slot(1, 1, UINT64_MAX);
    write_slot(2, 1, UINT64_MAX);
    tick();
    assert_row(0, 1, 0x10000);
    assert_row(1, 3, 0x20000);
    assert_row(2, 1, 0x30000);
    assert_undefined(1, 1);
}

/* ---- results of fetches ----------------------------------------------------------------------------------------- */

static void a_fetch_writes_its_elements_and_lanes_of_one_row(void **state)
{
    (void)state;
    file.in.fetch = true;
    file.in.fetch_row = 200;
    file.in.fetch_elements = 0xa;
    file.in.fetch_lanes = 0xf0;
    eval();
    assert_undefined(1, 200);
    gpr_file_commit(&file);
    for (unsigned i = 0; i < LANES; i++) {
        const bool lane = i >= 4 && i < 8;
        assert_int_equal(value(1, 200, i), lane ? 0x200000 + i : GPR_UNDEFINED);
        assert_int_equal(value(3, 200, i), lane ? 0x400000 + i : GPR_UNDEFINED);
    }
    for (unsigned e = 0; e < GPR_ELEMENTS; e++) {
        assert_undefined(e, 199);
        assert_undefined(e, 201);
    }
    assert_undefined(0, 200);
    assert_undefined(2, 200);
    assert_int_equal(file.q.writes, 0);
}

static void the_alu_wins_over_a_fetch_and_a_fetch_over_a_load(void **state)
{
    (void)state;
    file.in.load = file.in.fetch = true;
    file.in.load_row = file.in.fetch_row = 9;
    file.in.fetch_elements = 7;
    file.in.fetch_lanes = UINT64_MAX;
    write_slot(1, 9, UINT64_MAX);
    tick();
    assert_row(0, 9, 0x100000);
    assert_row(1, 9, 0x20000);
    assert_row(2, 9, 0x300000);
    assert_row(3, 9, 0x4000);
}

/* ---- initial values --------------------------------------------------------------------------------------------- */

static void a_load_writes_all_four_elements_of_a_gpr(void **state)
{
    (void)state;
    file.in.load = true;
    file.in.load_row = 77;
    eval();
    assert_undefined(0, 77);
    gpr_file_commit(&file);
    for (unsigned e = 0; e < GPR_ELEMENTS; e++) {
        assert_row(e, 77, 0x1000 * (e + 1));
        assert_undefined(e, 76);
        assert_undefined(e, 78);
    }
    assert_int_equal(file.q.writes, 0);
}

static void a_clear_gives_exactly_its_rows_the_undefined_pattern(void **state)
{
    (void)state;
    for (unsigned row = 9; row <= 13; row++)
        for (unsigned e = 0; e < GPR_ELEMENTS; e++)
            *(lanes_t *)gpr_read(&file, e, row) = ramp(row);
    file.in.clear = true;
    file.in.clear_row = 10;
    file.in.clear_count = 3;
    tick();
    for (unsigned e = 0; e < GPR_ELEMENTS; e++) {
        assert_row(e, 9, 9);
        for (unsigned row = 10; row <= 12; row++)
            assert_undefined(e, row);
        assert_row(e, 13, 13);
    }
}

static void a_load_wins_over_a_clear(void **state)
{
    (void)state;
    file.in.clear = file.in.load = true;
    file.in.clear_count = 2;
    file.in.load_row = 1;
    tick();
    assert_row(2, 1, 0x3000);
    assert_undefined(2, 0);
}

static void a_write_back_wins_over_a_load_and_a_clear(void **state)
{
    (void)state;
    file.in.clear = file.in.load = true;
    file.in.clear_count = 1;
    write_slot(2, 0, UINT64_MAX);
    tick();
    assert_row(2, 0, 0x30000);
    assert_row(1, 0, 0x2000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(after_reset_every_register_has_the_undefined_pattern, fresh),
        cmocka_unit_test_setup(each_element_memory_is_read_by_its_number, fresh),
        cmocka_unit_test_setup(idle_the_file_holds, fresh),
        cmocka_unit_test_setup(a_write_is_not_there_before_the_edge_and_is_there_after_it, fresh),
        cmocka_unit_test_setup(each_vector_slot_writes_its_own_element_at_its_own_row, fresh),
        cmocka_unit_test_setup(slots_whose_bit_is_clear_write_nothing, fresh),
        cmocka_unit_test_setup(trans_writes_the_element_it_is_told, fresh),
        cmocka_unit_test_setup(trans_wins_over_a_vector_slot_that_writes_the_same_element, fresh),
        cmocka_unit_test_setup(lanes_whose_bit_is_clear_keep_their_value, fresh),
        cmocka_unit_test_setup(a_relative_write_goes_to_its_row_lane_by_lane, fresh),
        cmocka_unit_test_setup(a_relative_write_outside_the_programs_gprs_writes_nothing, fresh),
        cmocka_unit_test_setup(a_relative_write_keeps_lanes_whose_bit_is_clear, fresh),
        cmocka_unit_test_setup(a_global_write_goes_to_the_pool_of_all_wavefronts, fresh),
        cmocka_unit_test_setup(relative_and_plain_slots_write_in_one_clock, fresh),
        cmocka_unit_test_setup(a_fetch_writes_its_elements_and_lanes_of_one_row, fresh),
        cmocka_unit_test_setup(the_alu_wins_over_a_fetch_and_a_fetch_over_a_load, fresh),
        cmocka_unit_test_setup(a_load_writes_all_four_elements_of_a_gpr, fresh),
        cmocka_unit_test_setup(a_clear_gives_exactly_its_rows_the_undefined_pattern, fresh),
        cmocka_unit_test_setup(a_load_wins_over_a_clear, fresh),
        cmocka_unit_test_setup(a_write_back_wins_over_a_load_and_a_clear, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
