/* test_constant_file.c - the constant registers of constant-file mode (ISA 4.6.4). */
#include "tb/unit/clock.h"

#include "mem/constant_file.h"

static struct constant_file file;
static uint32_t             words[CONSTANT_FILE_VECTORS * 4];

static int fresh(void **state)
{
    (void)state;
    for (unsigned i = 0; i < CONSTANT_FILE_VECTORS * 4; i++)
        words[i] = 0x1000 + i;
    memset(&file, 0xa5, sizeof file);
    return 0;
}

static void vectors_lie_in_the_order_x_y_z_w(void **state)
{
    (void)state;
    constant_file_load(&file, words, CONSTANT_FILE_VECTORS);
    for (unsigned v = 0; v < CONSTANT_FILE_VECTORS; v++)
        for (unsigned e = 0; e < 4; e++)
            assert_int_equal(file.vector[v].element[e], 0x1000 + 4 * v + e);
}

static void constants_that_the_host_did_not_write_are_0(void **state)
{
    (void)state;
    constant_file_load(&file, words, 3);
    assert_int_equal(file.vector[2].element[3], 0x100b);
    for (unsigned v = 3; v < CONSTANT_FILE_VECTORS; v++)
        for (unsigned e = 0; e < 4; e++)
            assert_int_equal(file.vector[v].element[e], 0);
}

static void the_count_is_a_register_that_holds(void **state)
{
    (void)state;
    constant_file_load(&file, words, 256);
    assert_int_equal(file.q.count, 256);
    ASSERT_HOLDS(&file, rtl_commit(&file));
}

static void nothing_may_be_given(void **state)
{
    (void)state;
    constant_file_load(&file, NULL, 0);
    assert_int_equal(file.q.count, 0);
    assert_int_equal(file.vector[0].element[0], 0);
    assert_int_equal(file.vector[255].element[3], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(vectors_lie_in_the_order_x_y_z_w, fresh),
        cmocka_unit_test_setup(constants_that_the_host_did_not_write_are_0, fresh),
        cmocka_unit_test_setup(the_count_is_a_register_that_holds, fresh),
        cmocka_unit_test_setup(nothing_may_be_given, fresh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
