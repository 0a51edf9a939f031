/* test_text.c - names with a number, and what text files of some editors begin with. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "kit/text.h"

static void a_name_has_the_number_that_snprintf_gives_it(void **state)
{
    (void)state;
    char ours[24], theirs[24];
    for (unsigned i = 0; i < 100; i++) {
#define SAME(pattern)                                                                                                  \
    text_numbered(ours, sizeof ours, pattern, i);                                                                      \
    snprintf(theirs, sizeof theirs, pattern, i);                                                                       \
    assert_string_equal(ours, theirs)
        SAME("clause%02u");
        SAME("gpu.simd%u");
        SAME("%u.net");
    }
    text_numbered(ours, sizeof "plain", "plain", 5);
    assert_string_equal(ours, "plain");
}

static void a_byte_order_mark_is_no_text(void **state)
{
    (void)state;
    assert_int_equal(text_mark("\xef\xbb\xbfx", 4), 3);
    assert_int_equal(text_mark("\xef\xbb\xbf", 2), 0);
    assert_int_equal(text_mark("abcd", 4), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_has_the_number_that_snprintf_gives_it),
        cmocka_unit_test(a_byte_order_mark_is_no_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
