/* test_formula.c - formulas of `wekiva bench-chip`: values, names, and what is said of a wrong one. */
#include "tools/bench/formula.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static bool find(const void *context, const char *name, double *value)
{
    (void)context;
    *value = strcmp(name, "seven") == 0 ? 7 : 0.5;
    return strcmp(name, "seven") == 0 || strcmp(name, "half_2") == 0;
}
static const struct formula_names names = {.find = find};

static void test_values(void **state)
{
    static const struct {
        const char *text;
        double      value;
    } rows[] = {
        {"2 + 3 * 4", 14},         {"(2 + 3) * 4", 20},     {"12 / 4 / 3", 1},           {"10 - 4 - 3", 3},
        {"-2 * -(3 - 5)", -4},     {"seven * half_2", 3.5}, {"max(1, seven, 3)", 7},     {"min(4, seven, 2 * 1)", 2},
        {"ceil(7 / 2)", 4},        {"floor(7 / 2)", 3},     {"mod(seven, 4)", 3},        {"up(seven, 4)", 8},
        {"up(8, 4)", 8},           {"if(0, 1, 2)", 2},      {"if(seven - 6, 1, 2)", 1},  {"1.5*2", 3},
        {" max( 1 , ( 2 ) ) ", 2}, {"ceil(8 / 8)", 1},      {"up(1, 4) - up(5, 4)", -4}, {"0", 0},
        {"atleast(2, 2)", 1},      {"atleast(1, 2)", 0},
    };
    struct diag diag = {0};
    double      value;
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_true(formula_value(rows[i].text, &names, &value, &diag));
        if (value < rows[i].value || value > rows[i].value)
            fail_msg("%s is %g, expected %g", rows[i].text, value, rows[i].value);
    }
}

static void test_mistakes(void **state)
{
    static const struct {
        const char *text, *what;
    } rows[] = {
        {"", "expected a number, a name or ( at ''"},
        {"1 +", "expected a number, a name or ( at ''"},
        {"1 2", "expected an operator at '2'"},
        {"1)", "expected an operator at ')'"},
        {"(1", "expected ) at ''"},
        {"nine", "unknown name at 'nine'"},
        {"max + 1", "expected ( behind a function at '+ 1'"},
        {"ceil(1, 2)", "too many arguments at '"},
        {"if(1, 2)", "too few arguments at '"},
        {"max(1; 2)", "expected , or ) at '; 2)'"},
        {"1 / (seven - 7)", "division by 0 at '"},
        {"((((((((((((((((((((((((((((((((((1", "too many parentheses at '"},
    };
    double value;
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct diag diag = {0};
        assert_false(formula_value(rows[i].text, &names, &value, &diag));
        if (!strstr(diag.what, rows[i].what))
            fail_msg("%s: %s", rows[i].text, diag.what);
    }
}

static void test_names(void **state)
{
    static const char *const expected[] = {"a_1", "b", "a_1"};
    const char              *at = "max(a_1, 2 * b) + up(a_1, 4)";
    char                     name[16];
    unsigned                 count = 0;
    (void)state;
    while (formula_next_name(&at, name, sizeof name)) {
        assert_true(count < sizeof expected / sizeof expected[0]);
        assert_string_equal(name, expected[count++]);
    }
    assert_int_equal(count, sizeof expected / sizeof expected[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_mistakes),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
