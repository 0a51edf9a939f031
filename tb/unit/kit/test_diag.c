/* test_diag.c - a diagnosis is one line of text, whatever was put into it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "kit/diag.h"

static void a_diagnosis_says_where_and_what(void **state)
{
    (void)state;
    struct diag diag;
    char        text[64];
    assert_false(diag_set(&diag, "a.json", 7, "%s is %d", "x", 3));
    assert_string_equal(diag_text(&diag, text, sizeof text), "a.json:7: x is 3");
    diag_set(&diag, "a.json", 0, "wrong");
    assert_string_equal(diag_text(&diag, text, sizeof text), "a.json: wrong");
    diag_set(&diag, NULL, 7, "wrong");
    assert_string_equal(diag_text(&diag, text, sizeof text), "wrong");
    diag_set(&diag, "", 0, "wrong");
    assert_string_equal(diag_text(&diag, text, sizeof text), "'': wrong");
    assert_false(diag_set(NULL, "a", 1, "no receiver"));
}

/* Line ends and tabs become blanks, other control characters their numbers. */
static void control_characters_do_not_stay(void **state)
{
    (void)state;
    struct diag diag;
    char        text[64], expected[16];
    for (int c = 1; c < 256; c++) {
        diag_set(&diag, NULL, 0, "a%cb", c);
        if (c == '\n' || c == '\t' || c == '\r')
            snprintf(expected, sizeof expected, "a b");
        else
            snprintf(expected, sizeof expected, c < ' ' || c == 0x7f ? "a\\x%02xb" : "a%cb", c);
        assert_string_equal(diag.what, expected);
    }
    diag_set(&diag, NULL, 0,
             "a\xc2\x9b"
             "2Jb\xc2\xa0\xc3\x9b");
    assert_string_equal(diag.what,
                        "a\\xc2\\x9b2Jb\xc2\xa0\xc3\x9b"); /* U+009B is a control character, U+00DB is none */
    diag_set(&diag, "a\x1b[2J\n", 7, "wrong");
    assert_string_equal(diag_text(&diag, text, sizeof text), "a\\x1b[2J\\x0a:7: wrong");
}

static void what_is_too_long_is_cut_and_ends(void **state)
{
    (void)state;
    struct diag diag;
    char        text[16];
    diag_set(&diag, NULL, 0, "%2000d", 1);
    assert_int_equal(strlen(diag.what), sizeof diag.what - 1);
    assert_int_equal(strlen(diag_text(&diag, text, sizeof text)), sizeof text - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_diagnosis_says_where_and_what),
        cmocka_unit_test(control_characters_do_not_stay),
        cmocka_unit_test(what_is_too_long_is_cut_and_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
