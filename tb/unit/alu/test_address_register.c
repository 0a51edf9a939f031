/* test_address_register.c - AR of a wavefront slot (ISA 4.6.1, 4.8.2.2). */
#include "tb/unit/clock.h"

#include "pipeline/alu/address_register.h"

static struct address_register registers;
static quarter_t               result[AR_ELEMENTS];

static int fresh(void **state)
{
    (void)state;
    for (unsigned e = 0; e < AR_ELEMENTS; e++)
        result[e] = quarter_ramp(0x100 * (e + 1));
    memset(&registers, 0xa5, sizeof registers);
    address_register_reset(&registers);
    registers.in = (struct address_register_in){
        .result_x = &result[0], .result_y = &result[1], .result_z = &result[2], .result_w = &result[3]};
    return 0;
}

static void tick(void)
{
    rtl_eval(address_register_eval, &registers);
    address_register_capture(&registers);
    rtl_commit(&registers);
}

static void after_reset_ar_is_0(void **state)
{
    (void)state;
    for (unsigned e = 0; e < AR_ELEMENTS; e++)
        for (unsigned i = 0; i < LANES; i++)
            assert_int_equal(registers.ar[e].lane[i], 0);
    assert_int_equal(registers.q.writes, 0);
}

static void idle_ar_holds(void **state)
{
    (void)state;
    registers.in.mask.element[0] = 0xffff;
    ASSERT_HOLDS(&registers, tick());
    assert_int_equal(registers.ar[0].lane[1], 0);
}

static void the_element_of_the_slot_is_written_in_its_quarter_and_in_lanes_that_executed(void **state)
{
    (void)state;
    for (unsigned e = 0; e < AR_ELEMENTS; e++)
        for (unsigned quarter = 0; quarter < QUARTERS; quarter++) {
            fresh(NULL);
            registers.in.write = (uint8_t)(1u << e);
            registers.in.quarter = (uint8_t)quarter;
            for (unsigned m = 0; m < AR_ELEMENTS; m++)
                registers.in.mask.element[m] = m == e ? 0x8ff1 : 0xffff;
            tick();
            for (unsigned other = 0; other < AR_ELEMENTS; other++)
                for (unsigned i = 0; i < LANES; i++) {
                    const bool here = other == e && i / QUARTER == quarter && 0x8ff1u >> i % QUARTER & 1;
                    assert_int_equal(registers.ar[other].lane[i], here ? 0x100 * (e + 1) + i % QUARTER : 0);
                }
        }
}

static void quarters_written_are_counted(void **state)
{
    (void)state;
    registers.in.write = 5;
    tick();
    assert_int_equal(registers.q.writes, 1);
    tick();
    assert_int_equal(registers.q.writes, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(after_reset_ar_is_0, fresh),
        cmocka_unit_test_setup(idle_ar_holds, fresh),
        cmocka_unit_test_setup(the_element_of_the_slot_is_written_in_its_quarter_and_in_lanes_that_executed, fresh),
        cmocka_unit_test_setup(quarters_written_are_counted, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
