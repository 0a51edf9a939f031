/* test_lds_unit_time.c - clocks of local data share instructions, and their order (ISA ch. 8; RV770 timing L1 to L10).
 */
#include "tb/unit/fetch/lds_unit_kit.h"

/* ---- clocks ----------------------------------------------------------------------------------------------------- */

static unsigned clocks_of_read(struct isa_mem_dsr dsr)
{
    fresh(NULL);
    for (unsigned t = 0; t < 64; t++)
        address(t, t, 0);
    unit.in.spare = false;
    offer_read(dsr);
    tick();
    for (unsigned i = 0; i < 10; i++) { /* waits for the access */
        assert_true(unit.q.read && !unit.q.free);
        tick();
    }
    unit.in.spare = true;
    tick();
    assert_false(unit.q.read);
    return until_end() - READ_CLK;
}

/* Rows 18, 32 and 32b of rv770-timing. */
static void a_wavefront_passes_in_16_clocks_64_with_waterfall_4_as_a_broadcast(void **state)
{
    (void)state;
    struct isa_mem_dsr dsr = usual_read();
    assert_int_equal(clocks_of_read(dsr), 16);
    dsr.mux_cntl = 2;
    assert_int_equal(clocks_of_read(dsr), 16);
    dsr.waterfall = 1;
    assert_int_equal(clocks_of_read(dsr), 64);
    dsr.waterfall = 0;
    dsr.broadcast = 1;
    assert_int_equal(clocks_of_read(dsr), 4);
}

static void reads_follow_one_another_without_a_gap(void **state)
{
    (void)state;
    unsigned ended = 0, last = 0;
    for (unsigned t = 0; t < 64; t++)
        address(t, t, 0);
    for (unsigned clock = 0; ended < 8; clock++) {
        assert_true(clock < 1000);
        unit.in.spare = clock % 4 == 3;
        if (unit.q.free) {
            offer_read(usual_read());
            unit.in.offer_last = false;
        }
        tick();
        if (!unit.q.write)
            continue;
        if (ended++)
            assert_int_equal(clock - last, 16);
        last = clock;
    }
}

static void two_clocks_for_a_quad_where_two_threads_pass_in_one(void **state)
{
    (void)state;
    fill();
    for (unsigned t = 0; t < 64; t++)
        address(t, t, 4 * t);
    unit.in.quad_clk = 2;
    offer_read(usual_read());
    tick();
    tick();
    assert_int_equal(until_end(), 32 + READ_CLK);
    for (unsigned t = 0; t < 64; t++)
        assert_int_equal(result(3, t), filled(t % 4, 4 * t + 3));
}

static void a_write_ends_write_clk_clocks_after_its_pass(void **state)
{
    (void)state;
    offer_write(usual_write());
    tick();
    tick();
    assert_int_equal(until_end(), 16 + WRITE_CLK);
    assert_int_equal(unit.q.write_elements, 0);
    assert_true(unit.q.write_last);
}

/* ISA ch. 8: all that is written is posted before the read; not a clock later either. */
static void a_read_waits_until_what_was_written_is_posted(void **state)
{
    (void)state;
    for (unsigned t = 0; t < 64; t++)
        address(t, 63 - t, (63 - t) / 4 * 4);
    offer_write(usual_write());
    unit.in.offer_last = false;
    while (!unit.q.free || !unit.q.passing)
        tick();
    offer_read(usual_read());
    unsigned last = 0, clock = 0;
    for (; !unit.q.get; clock++) {
        tick();
        if (unit.q.put)
            last = clock + 1;
    }
    assert_int_equal(clock - last, WRITE_CLK);
    until_end();
    for (unsigned t = 0; t < 64; t++)
        assert_int_equal(result(0, t), source(1, 0, 63 - t));
}

static void a_write_does_not_wait_for_what_is_under_way(void **state)
{
    (void)state;
    offer_write(usual_write());
    unit.in.offer_last = false;
    do
        tick();
    while (!unit.q.free);
    offer_write(usual_write());
    unsigned clock = 0, first = 0;
    for (; unit.q.writes < 2 && clock < 1000; clock++) {
        tick();
        if (unit.q.writes == 1 && !first)
            first = clock;
    }
    assert_int_equal(clock - 1 - first, 16);
}

/* Only the last step of a burst ends its instruction, and only the last instruction its clause. */
static void an_instruction_ends_once_and_a_clause_with_its_last(void **state)
{
    (void)state;
    for (unsigned last = 0; last < 2; last++) {
        struct isa_mem_dsw dsw = usual_write();
        dsw.burst_cnt = 2;
        dsw.dst_stride = 12;
        offer_write(dsw);
        unit.in.offer_last = last;
        for (unsigned step = 0; step < 3; step++) {
            until_end();
            assert_int_equal(unit.q.write_whole, step == 2);
            assert_int_equal(unit.q.write_last, step == 2 && last);
        }
        run_out();
    }
}

static void the_end_waits_for_the_port(void **state)
{
    (void)state;
    port_is_free = false;
    offer_read(usual_read());
    until_end();
    for (unsigned i = 0; i < 30; i++) {
        tick();
        assert_true(unit.q.write && unit.q.flying == 1);
    }
    port_is_free = true;
    tick();
    assert_false(unit.q.write);
    assert_int_equal(unit.q.flying, 0);
}

static void no_more_than_can_be_under_way(void **state)
{
    (void)state;
    struct isa_mem_dsr dsr = usual_read();
    dsr.broadcast = 1;
    port_is_free = false;
    for (unsigned clock = 0; clock < 300; clock++) {
        if (unit.q.free)
            offer_read(dsr);
        tick();
        assert_true(unit.q.flying <= LDS_FLIGHT);
    }
    assert_int_equal(unit.q.flying, LDS_FLIGHT);
    assert_int_equal(unit.q.reads, LDS_FLIGHT);
    port_is_free = true;
    for (unsigned ended = 1; ended < 18; ended++) /* the first one shows already */
        until_end();
    assert_int_equal(unit.q.reads, 18);
}

static void a_clause_has_the_unit_until_its_last_instruction(void **state)
{
    (void)state;
    assert_false(unit.q.held);
    offer_write(usual_write());
    unit.in.offer_last = false;
    tick();
    assert_true(unit.q.held);
    assert_int_equal(unit.q.holder, 3);
    run_out();
    assert_true(unit.q.held);
    offer_read(usual_read());
    unit.in.offer_lanes = 0;
    tick();
    assert_false(unit.q.held);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(a_wavefront_passes_in_16_clocks_64_with_waterfall_4_as_a_broadcast, fresh),
        cmocka_unit_test_setup(reads_follow_one_another_without_a_gap, fresh),
        cmocka_unit_test_setup(two_clocks_for_a_quad_where_two_threads_pass_in_one, fresh),
        cmocka_unit_test_setup(a_write_ends_write_clk_clocks_after_its_pass, fresh),
        cmocka_unit_test_setup(a_read_waits_until_what_was_written_is_posted, fresh),
        cmocka_unit_test_setup(a_write_does_not_wait_for_what_is_under_way, fresh),
        cmocka_unit_test_setup(an_instruction_ends_once_and_a_clause_with_its_last, fresh),
        cmocka_unit_test_setup(the_end_waits_for_the_port, fresh),
        cmocka_unit_test_setup(no_more_than_can_be_under_way, fresh),
        cmocka_unit_test_setup(a_clause_has_the_unit_until_its_last_instruction, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
