/* test_launch_together.c - launch files with several launches at once (docs/launch.md, `together`): what they may say.
 */
#include "tb/unit/machine.h"
#include "tb/unit/start/launch_kit.h"

#define KEYS "{\"wekiva\": 1, \"stage\": \"ps\", \"threads\": 64,\n"

static void keys_are_those_of_launches_and_simds(void **state)
{
    (void)state;
    static const char text[] = KEYS "\"lds\": {\"group_size\": 16},\n"
                                    "\"together\": [{\"simds\": 3}, {\"stage\": \"vs\", \"threads\": 7}]}";
    struct diag       diag = {0};
    struct launch    *first = launch_parse_row("t.json", text, strlen(text), &diag);
    assert_non_null(first);
    assert_true(first->together && first->next->together);
    assert_null(first->next->next);
    assert_int_equal(first->simds, 3);
    assert_int_equal(first->next->simds, 0);
    assert_int_equal(first->next->threads, 7);
    assert_int_equal(first->next->stage, LAUNCH_VS);
    assert_int_equal(first->next->number, 1);
    assert_int_equal(first->row_count, 2);
    assert_int_equal(first->next->lds.group_size, 16);
    launch_free(first);
}

static void what_cannot_be_is_told(void **state)
{
    (void)state;
    static const struct told rows[] = {
        {KEYS "\"together\": []}", "together: expected 1 to 5 elements, got 0", 2},
        {KEYS "\"together\": [{},{},{},{},{},{}]}", "together: expected 1 to 5 elements, got 6", 2},
        {KEYS "\"together\": {}}", "together: expected an array, got an object", 2},
        {KEYS "\"together\": [{}],\n\"launches\": [{}]}", "together: launches run in a row or together", 2},
        {KEYS "\"together\": [{},\n{\"together\": [{}]}]}", "together[1].together: it is the same for all launches", 3},
        {KEYS "\"together\": [{},\n{\"launches\": [{}]}]}", "together[1].launches: it is the same for all launches", 3},
        {KEYS "\"together\": [{\n\"buffers\": []}]}", "together[0].buffers: it is the same for all launches", 3},
        {KEYS "\"together\": [{\"simds\": 0}]}", "together[0].simds: 0 is out of range", 2},
        {KEYS "\"together\": [{\"invalidate\": []}]}", "together[0].invalidate: expected it in an entry of `launches`",
         2},
        {KEYS "\"invalidate\": [],\n\"together\": [{}]}", "invalidate: nothing runs before launches that run together",
         2},
        {KEYS "\"simds\": 1,\n\"together\": [{}]}", "simds: expected it in the entries of `together`", 2},
        {KEYS "\"simds\": 1}", "simds: expected it in the entries of `together`", 2},
        {KEYS "\"launches\": [{\"simds\": 1}]}", "launches[0].simds: expected it in an entry of `together`", 2},
    };
    each_is_told(rows, LENGTH(rows));
    struct diag diag = {0};
    assert_null(launch_parse("t.json", rows[0].text, strlen(rows[0].text), &diag));
    assert_non_null(strstr(diag.what, "together: expected one launch"));
}

/* The program of a launch may stand on the command line; where it does not, which one lacks it, and where. */
static void who_lacks_a_program_is_told(void **state)
{
    (void)state;
    static const char text[] = KEYS "\"together\": [{}, {}]}", alone[] = KEYS "\"num_gprs\": 1}";
    struct diag       diag = {0};
    struct launch    *first = launch_parse_row("t.json", text, strlen(text), &diag);
    assert_non_null(first);
    assert_false(launch_names_program(first->next, &diag));
    assert_string_equal(diag.what, "together[1]: names no program: expected PROGRAM on the command line, or the key "
                                   "\"program\"");
    assert_int_equal(diag.line, 2);
    first->next->program.path = strdup("p.asm");
    assert_true(launch_names_program(first->next, &diag));
    launch_free(first);
    first = launch_parse_row("t.json", alone, strlen(alone), &diag);
    assert_false(launch_names_program(first, &diag));
    assert_string_equal(diag.what, "names no program: expected PROGRAM on the command line, or the key \"program\"");
    launch_free(first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_those_of_launches_and_simds),
        cmocka_unit_test(what_cannot_be_is_told),
        cmocka_unit_test(who_lacks_a_program_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
