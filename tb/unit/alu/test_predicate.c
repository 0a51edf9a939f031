/* test_predicate.c - predicate, active mask and kills of a clause (ISA 4.8.1.1, 4.9.3, 4.10). */
#include "tb/unit/clock.h"

#include "pipeline/alu/predicate.h"

static struct predicate predicate;

static void tick(void)
{
    TICK(predicate_eval, &predicate);
    predicate.in = (struct predicate_in){.start = false};
}

static int fresh(void **state)
{
    (void)state;
    memset(&predicate, 0xa5, sizeof predicate);
    predicate.in = (struct predicate_in){.start = false};
    predicate_reset(&predicate);
    return 0;
}

static void start(lane_mask_t active)
{
    predicate.in.start = true;
    predicate.in.start_active = active;
    tick();
}

static void set(unsigned quarter, unsigned update, bool kills, unsigned mask, unsigned flags)
{
    predicate.in.set = true;
    predicate.in.quarter = (uint8_t)quarter;
    predicate.in.update = (uint8_t)update;
    predicate.in.kills = kills;
    predicate.in.mask = (quarter_mask_t)mask;
    predicate.in.flags = (quarter_mask_t)flags;
    tick();
}

static void assert_masks(lane_mask_t expected, lane_mask_t active, lane_mask_t killed)
{
    assert_true(predicate.q.predicate == expected);
    assert_true(predicate.q.active == active);
    assert_true(predicate.q.killed == killed);
}

static void after_reset_all_masks_are_clear(void **state)
{
    (void)state;
    assert_masks(0, 0, 0);
    assert_true(predicate.d.predicate == 0 && predicate.d.active == 0 && predicate.d.killed == 0);
}

static void a_clause_starts_with_its_active_mask_as_predicate_and_nothing_killed(void **state)
{
    (void)state;
    start(UINT64_MAX);
    set(0, 0, true, 0xffff, 0xffff);
    assert_masks(UINT64_MAX, UINT64_MAX, 0xffff);
    start(0x123456789abcdef0ull);
    assert_masks(0x123456789abcdef0ull, 0x123456789abcdef0ull, 0);
}

static void idle_the_masks_hold(void **state)
{
    (void)state;
    start(0x5555);
    predicate.in.mask = predicate.in.flags = 0xffff;
    predicate.in.update = 3;
    predicate.in.kills = true;
    ASSERT_HOLDS(&predicate, tick());
}

static void update_pred_replaces_the_predicate_in_lanes_that_executed(void **state)
{
    (void)state;
    start(0xffffffff0000ffffull);
    set(0, 1, false, 0x0ff0, 0x3333);
    assert_masks(0xffffffff0000f33full, 0xffffffff0000ffffull, 0);
    set(1, 1, false, 0x00ff, 0x000f); /* lanes that were 0 become 1 */
    assert_masks(0xffffffff000ff33full, 0xffffffff0000ffffull, 0);
}

static void each_quarter_has_its_own_16_lanes(void **state)
{
    (void)state;
    start(UINT64_MAX);
    for (unsigned quarter = 0; quarter < QUARTERS; quarter++)
        set(quarter, 1, false, 0xffff, 0x1111u << quarter);
    assert_masks(0x8888444422221111ull, UINT64_MAX, 0);
}

static void update_execute_mask_replaces_the_active_mask_alone(void **state)
{
    (void)state;
    start(0xffffffffffffffffull);
    set(2, 2, false, 0x0ff0, 0x3333);
    assert_masks(UINT64_MAX, 0xfffff33fffffffffull, 0);
}

static void threads_that_were_not_active_do_not_become_active(void **state)
{
    (void)state;
    start(0x00ff);
    set(0, 2, false, 0xffff, 0x0ff0); /* WHOLE_QUAD_MODE executes inactive threads */
    assert_masks(0x00ff, 0x00f0, 0);
    set(0, 2, false, 0xffff, 0xffff);
    assert_masks(0x00ff, 0x00f0, 0);
}

static void both_updates_may_come_together(void **state)
{
    (void)state;
    start(0xffff);
    set(0, 3, false, 0xff00, 0xf0f0);
    assert_masks(0xf0ff, 0xf0ff, 0);
}

static void flags_without_an_update_change_nothing(void **state)
{
    (void)state;
    start(0xffff);
    set(0, 0, false, 0xffff, 0);
    assert_masks(0xffff, 0xffff, 0);
}

static void kills_of_lanes_that_executed_add_up(void **state)
{
    (void)state;
    start(UINT64_MAX);
    set(0, 0, true, 0x00ff, 0x0f0f);
    assert_masks(UINT64_MAX, UINT64_MAX, 0x000f);
    set(0, 0, true, 0xffff, 0x8000);
    set(3, 0, true, 0xffff, 0x0001);
    assert_masks(UINT64_MAX, UINT64_MAX, 0x000100000000800full);
}

static void masks_change_at_the_edge(void **state)
{
    (void)state;
    predicate.in.start = true;
    predicate.in.start_active = 7;
    rtl_eval(predicate_eval, &predicate);
    assert_masks(0, 0, 0);
    rtl_commit(&predicate);
    assert_masks(7, 7, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(after_reset_all_masks_are_clear, fresh),
        cmocka_unit_test_setup(a_clause_starts_with_its_active_mask_as_predicate_and_nothing_killed, fresh),
        cmocka_unit_test_setup(idle_the_masks_hold, fresh),
        cmocka_unit_test_setup(update_pred_replaces_the_predicate_in_lanes_that_executed, fresh),
        cmocka_unit_test_setup(each_quarter_has_its_own_16_lanes, fresh),
        cmocka_unit_test_setup(update_execute_mask_replaces_the_active_mask_alone, fresh),
        cmocka_unit_test_setup(threads_that_were_not_active_do_not_become_active, fresh),
        cmocka_unit_test_setup(both_updates_may_come_together, fresh),
        cmocka_unit_test_setup(flags_without_an_update_change_nothing, fresh),
        cmocka_unit_test_setup(kills_of_lanes_that_executed_add_up, fresh),
        cmocka_unit_test_setup(masks_change_at_the_edge, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
