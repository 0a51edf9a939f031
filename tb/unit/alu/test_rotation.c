/* test_rotation.c - the 8-clock rotation (RV770 timing S3, 2.12). */
#include "tb/unit/clock.h"

#include "pipeline/rotation.h"

static void tick(struct rotation *rotation)
{
    rotation->in.run = true;
    TICK(rotation_eval, rotation);
}

static void the_even_slot_has_clocks_0_to_3_and_the_odd_one_4_to_7(void **state)
{
    (void)state;
    static const unsigned parity[ROTATION_CLOCKS] = {0, 0, 0, 0, 1, 1, 1, 1};
    struct rotation       rotation = {.q = {0}};
    for (unsigned i = 0; i < ROTATION_CLOCKS; i++, tick(&rotation)) {
        assert_int_equal(rotation.q.clock, i);
        assert_int_equal(rotation_parity(&rotation), parity[i]);
    }
}

static void quarter_0_to_3_enter_in_the_four_clocks_of_a_slot(void **state)
{
    (void)state;
    static const unsigned quarter[ROTATION_CLOCKS] = {0, 1, 2, 3, 0, 1, 2, 3};
    struct rotation       rotation = {.q = {0}};
    for (unsigned i = 0; i < ROTATION_CLOCKS; i++, tick(&rotation))
        assert_int_equal(rotation_quarter(&rotation), quarter[i]);
}

static void clock_7_is_followed_by_clock_0(void **state)
{
    (void)state;
    struct rotation rotation = {.q = {7}, .d = {7}};
    tick(&rotation);
    assert_int_equal(rotation.q.clock, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_even_slot_has_clocks_0_to_3_and_the_odd_one_4_to_7),
        cmocka_unit_test(quarter_0_to_3_enter_in_the_four_clocks_of_a_slot),
        cmocka_unit_test(clock_7_is_followed_by_clock_0),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
