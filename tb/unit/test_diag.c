/* test_diag.c - a diagnosis is one line of text, whatever was put into it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
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
    assert_false(diag_set(NULL, "a", 1, "nobody listens"));
}

static void control_characters_become_blanks(void **state)
{
    (void)state;
    struct diag diag;
    for (int c = 1; c < 256; c++) {
        diag_set(&diag, NULL, 0, "a%cb", c);
        assert_int_equal((unsigned char)diag.what[1], c < ' ' || c == 0x7f ? ' ' : c);
    }
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
        cmocka_unit_test(control_characters_become_blanks),
        cmocka_unit_test(what_is_too_long_is_cut_and_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
