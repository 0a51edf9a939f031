/* test_student.c - Student's t and what is made of it, against the tables of handbooks and sums by hand. */
#include "tools/sweep/student.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define NEAR(a, b, by) assert_true(fabs((a) - (b)) < (by))

/* NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2, column 0.975. */
static void t_is_that_of_the_tables(void **state)
{
    static const struct {
        unsigned freedom;
        double   t;
    } rows[] = {{1, 12.706}, {2, 4.303},  {3, 3.182},  {4, 2.776},  {5, 2.571},  {8, 2.306},
                {9, 2.262},  {10, 2.228}, {19, 2.093}, {30, 2.042}, {60, 2.000}, {100, 1.984}};
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        NEAR(student_t(rows[i].freedom), rows[i].t, 0.0005001);
}

/* 1 2 3 4 5: squares add up to 10, so the deviation is sqrt(2.5), the half interval 2.776 sqrt(2.5 / 5). */
static void mean_deviation_and_interval_leave_out_what_is_not_there(void **state)
{
    static const double values[] = {1, 2, NAN, 3, 4, 5, NAN};
    (void)state;
    const struct spread spread = spread_of(values, 7);
    assert_int_equal(spread.count, 5);
    NEAR(spread.mean, 3, 1e-12);
    NEAR(spread.deviation, sqrt(2.5), 1e-12);
    NEAR(spread.half, 2.77645 * sqrt(0.5), 1e-4);
}

static void too_few_numbers_have_no_deviation(void **state)
{
    static const double values[] = {7, NAN};
    (void)state;
    const struct spread one = spread_of(values, 2), none = spread_of(values + 1, 1);
    assert_true(one.count == 1 && one.mean == 7 && isnan(one.deviation) && isnan(one.half));
    assert_true(none.count == 0 && isnan(none.mean) && isnan(none.deviation) && isnan(none.half));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t_is_that_of_the_tables),
        cmocka_unit_test(mean_deviation_and_interval_leave_out_what_is_not_there),
        cmocka_unit_test(too_few_numbers_have_no_deviation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
