/* test_results.c - comparison rules from both sides and what counts as a difference. */
#include "tb/unit/start/test_results.h"

/* ---- values ---------------------------------------------------------------------------------------------------- */

static void equality_follows_the_rule_of_the_column(void **state)
{
    (void)state;
    const double ulp = 1.0 / (1 << 23), tiny = 0x1p-100;
    const struct {
        enum launch_compare rule;
        uint32_t            got, expected;
        double              rel, abs;
        bool                equal;
    } cases[] = {
        {LAUNCH_COMPARE_BITS, ONE, ONE, 0, 0, true},
        {LAUNCH_COMPARE_BITS, ONE, ONE + 1, 1, 1, false},
        {LAUNCH_COMPARE_BITS, 0, MINUS, 1, 1, false},
        {LAUNCH_COMPARE_BITS, NAN_WORD, NAN_WORD, 0, 0, true},
        {LAUNCH_COMPARE_BITS, NAN_WORD, NAN_WORD + 1, 0, 0, false},
        {LAUNCH_COMPARE_F32, ONE, ONE, 0, 0, true},
        {LAUNCH_COMPARE_F32, ONE, ONE + 1, 1, 1, false},
        {LAUNCH_COMPARE_F32, ONE, ONE | MINUS, 1, 1, false},
        {LAUNCH_COMPARE_F32, 0, MINUS, 0, 0, true},
        {LAUNCH_COMPARE_F32, MINUS, 0, 0, 0, true},
        {LAUNCH_COMPARE_F32, 1, 0, 0, 0, false},
        {LAUNCH_COMPARE_F32, 0, MINUS | 1, 0, 0, false},
        {LAUNCH_COMPARE_F32, NAN_WORD, MINUS | NAN_WORD | 5, 0, 0, true},
        {LAUNCH_COMPARE_F32, INFINITY_WORD + 1, NAN_WORD, 0, 0, true},
        {LAUNCH_COMPARE_F32, INFINITY_WORD, NAN_WORD, 0, 0, false},
        {LAUNCH_COMPARE_F32, NAN_WORD, INFINITY_WORD, 0, 0, false},
        {LAUNCH_COMPARE_F32, INFINITY_WORD, INFINITY_WORD, 0, 0, true},
        {LAUNCH_COMPARE_F32, INFINITY_WORD, INFINITY_WORD | MINUS, 0, 0, false},
        {LAUNCH_COMPARE_TOL, ONE, ONE, 0, 0, true},
        {LAUNCH_COMPARE_TOL, 0, MINUS, 0, 0, true},
        {LAUNCH_COMPARE_TOL, ONE + 1, ONE, 0, 0, false},
        {LAUNCH_COMPARE_TOL, ONE + 1, ONE, ulp, 0, true},
        {LAUNCH_COMPARE_TOL, ONE + 2, ONE, ulp, 0, false},
        {LAUNCH_COMPARE_TOL, (ONE + 1) | MINUS, ONE | MINUS, ulp, 0, true},
        {LAUNCH_COMPARE_TOL, (ONE + 2) | MINUS, ONE | MINUS, ulp, 0, false},
        {LAUNCH_COMPARE_TOL, ONE + 3, ONE, ulp, 2 * ulp, true},
        {LAUNCH_COMPARE_TOL, ONE + 4, ONE, ulp, 2 * ulp, false},
        {LAUNCH_COMPARE_TOL, 27u << 23, 0, 1, tiny, true},
        {LAUNCH_COMPARE_TOL, (27u << 23) + 1, 0, 1, tiny, false},
        /* relative to what is expected, not to what came */
        {LAUNCH_COMPARE_TOL, ONE, TWO, 0.5, 0, true},
        {LAUNCH_COMPARE_TOL, TWO, ONE, 0.5, 0, false},
        /* the distance of the largest floats is no float */
        {LAUNCH_COMPARE_TOL, 0x7f7fffff, 0xff7fffff, 2, 0, true},
        {LAUNCH_COMPARE_TOL, 0x7f7fffff, 0xff7fffff, 1.9999, 0, false},
        {LAUNCH_COMPARE_TOL, NAN_WORD, MINUS | NAN_WORD | 5, 0, 0, true},
        {LAUNCH_COMPARE_TOL, NAN_WORD, ONE, 1, 1e30, false},
        {LAUNCH_COMPARE_TOL, ONE, NAN_WORD, 1, 1e30, false},
        {LAUNCH_COMPARE_TOL, INFINITY_WORD, INFINITY_WORD, 0, 0, true},
        {LAUNCH_COMPARE_TOL, INFINITY_WORD, INFINITY_WORD | MINUS, 1, 1, false},
        {LAUNCH_COMPARE_TOL, ONE, INFINITY_WORD, 1, 1, false},
        {LAUNCH_COMPARE_TOL, INFINITY_WORD, ONE, 1e30, 1e300, false},
        {LAUNCH_COMPARE_TOL, INFINITY_WORD, 0x7f7fffff, 1e300, 0, false},
        {LAUNCH_COMPARE_TOL, 0, 0x7f7fffff, 1e300, 0, true},
        {LAUNCH_COMPARE_SKIP, ONE, NAN_WORD, 0, 0, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (results_equal(cases[i].rule, cases[i].got, cases[i].expected, cases[i].rel, cases[i].abs) != cases[i].equal)
            fail_msg("case %zu: rule %d 0x%08x 0x%08x", i, cases[i].rule, cases[i].got, cases[i].expected);
}

static void expect_killed(struct fixture *f, const char *killed)
{
    snprintf(f->killed, sizeof f->killed, "%s", killed);
    f->launch.expect.killed = f->killed;
}

/* The lines of the summary for people. */
static void assert_printed(struct fixture *f, const char *expected)
{
    char   text[4096];
    FILE  *file = tmpfile();
    size_t length;
    assert_non_null(file);
    compare(f);
    assert_true(results_print(file, &f->launch, &f->summary));
    rewind(file);
    length = fread(text, 1, sizeof text - 1, file);
    text[length] = '\0';
    fclose(file);
    assert_string_equal(text, expected);
}

/* ---- what counts as a difference -------------------------------------------------------------------------------- */

static void equal_exports_match(void **state)
{
    struct fixture *f = *state;
    compare(f);
    assert_true(f->summary.expected);
    assert_true(f->summary.match);
    assert_int_equal(f->summary.compared, THREADS * 7);
    assert_int_equal(f->summary.wrong, 0);
    assert_printed(f, "exports match: 21 values compared, 0 wrong "
                      "(1 bits, 2 f32, 4 tol rel 1e-06 abs 0, 1 skip columns)\n");
}

static void every_compared_value_counts_and_skipped_ones_do_not(void **state)
{
    struct fixture *f = *state;
    for (unsigned thread = 0; thread < THREADS; thread++)
        for (unsigned export = 0; export < EXPORTS; export ++)
            for (unsigned component = 0; component < 4; component++) {
                uint32_t *value = &column_of(f, export)->values[thread][component], saved = *value;
                bool      skipped = f->listed[export].compare[component] == LAUNCH_COMPARE_SKIP;
                *value ^= 0x00400000;
                compare(f);
                assert_int_equal(f->summary.match, skipped);
                assert_int_equal(f->summary.wrong, !skipped);
                if (!skipped) {
                    assert_int_equal(f->summary.first.kind, RESULT_VALUE);
                    assert_int_equal(f->summary.first.thread, thread);
                    assert_int_equal(f->summary.first.export, export);
                    assert_int_equal(f->summary.first.component, component);
                    assert_int_equal(f->summary.first.got, *value);
                    assert_int_equal(f->summary.first.expected, saved);
                }
                *value = saved;
            }
}

static void the_first_difference_is_the_one_of_the_lowest_thread(void **state)
{
    struct fixture *f = *state;
    column_of(f, 0)->values[2][0] = TWO;
    column_of(f, 1)->values[1][3] = NAN_WORD | MINUS;
    assert_printed(f, "exports differ: 21 values compared, 2 wrong "
                      "(1 bits, 2 f32, 4 tol rel 1e-06 abs 0, 1 skip columns)\n"
                      "first difference: thread 1 PARAM2.w: got 0xffc00000 (nan) expected 0x3f800113 (1.00003278)\n");
}

static void an_export_never_made_is_an_error(void **state)
{
    struct fixture *f = *state;
    f->listed[0].array_base = 1;
    memset(f->golden, 0, 16); /* zeros that were not exported are wrong too */
    assert_printed(f, "exports differ: 21 values compared, 9 wrong, 1 of 2 never exported "
                      "(1 bits, 2 f32, 4 tol rel 1e-06 abs 0, 1 skip columns)\n"
                      "first difference: PIX1: never exported\n");
    /* Also when nothing of it is compared. */
    for (unsigned component = 0; component < 4; component++)
        f->listed[0].compare[component] = LAUNCH_COMPARE_SKIP;
    compare(f);
    assert_false(f->summary.match);
    assert_int_equal(f->summary.never_made, 1);
    assert_int_equal(f->summary.wrong, 0);
}

static void an_export_made_and_not_listed_is_no_error(void **state)
{
    struct fixture *f = *state;
    uint32_t        value[4] = {1, 2, 3, 4};
    results_export(results_column(&f->exports, LAUNCH_EXPORT_POS, 60), 0, 15, value);
    compare(f);
    assert_true(f->summary.match);
}

static void a_component_that_a_live_thread_did_not_export_is_wrong(void **state)
{
    struct fixture *f = *state;
    /* Zero is expected and zero is what exports.bin holds, yet nothing was exported. */
    little_put(f->golden + 16 * (1 * EXPORTS + 0) + 4, 4, 0);
    column_of(f, 0)->values[1][1] = 0;
    column_of(f, 0)->written[1] = 13;
    assert_printed(f, "exports differ: 21 values compared, 1 wrong "
                      "(1 bits, 2 f32, 4 tol rel 1e-06 abs 0, 1 skip columns)\n"
                      "first difference: thread 1 PIX0.y: not exported, expected 0x00000000 (0)\n");
    column_of(f, 0)->written[1] = 15;
    compare(f);
    assert_true(f->summary.match);
    column_of(f, 0)->written[1] = 7; /* the skipped one */
    compare(f);
    assert_true(f->summary.match);
}

static void kills_are_compared_both_ways(void **state)
{
    struct fixture *f = *state;
    expect_killed(f, "010");
    column_of(f, 0)->values[1][0] = TWO; /* exports of a thread that must be killed are not compared */
    f->exports.killed[1] = 1;
    compare(f);
    assert_true(f->summary.match);
    assert_int_equal(f->summary.compared, 14);
    assert_int_equal(f->summary.kills_compared, 3);

    f->exports.killed[1] = 0;
    assert_printed(f, "exports match: 14 values compared, 0 wrong "
                      "(1 bits, 2 f32, 4 tol rel 1e-06 abs 0, 1 skip columns)\n"
                      "kills differ: 3 threads compared, 1 wrong\n"
                      "first difference: thread 1: not killed, expected killed\n");

    f->exports.killed[1] = 1;
    f->exports.killed[2] = 1;
    compare(f);
    assert_false(f->summary.match);
    assert_int_equal(f->summary.kills_wrong, 1);
    assert_int_equal(f->summary.first.kind, RESULT_KILLED);
    assert_int_equal(f->summary.first.thread, 2);
    assert_int_equal(f->summary.wrong, 0);
}

static void without_the_key_a_killed_thread_is_compared_as_zeros(void **state)
{
    struct fixture *f = *state;
    f->exports.killed[1] = 1;
    column_of(f, 1)->written[1] = 0;
    compare(f);
    assert_int_equal(f->summary.wrong, 7);
    assert_int_equal(f->summary.kills_compared, 0);
    memset(f->golden + 16 * EXPORTS, 0, 16 * EXPORTS);
    compare(f);
    assert_true(f->summary.match);
}

static void invalid_threads_are_not_compared(void **state)
{
    struct fixture *f = *state;
    expect_killed(f, "001");
    f->exports.valid[2] = 0;
    column_of(f, 0)->values[2][0] = TWO;
    compare(f);
    assert_true(f->summary.match);
    assert_int_equal(f->summary.compared, 14);
    assert_int_equal(f->summary.kills_compared, 2);
}

static void buffers_are_compared_word_by_word(void **state)
{
    struct fixture *f = *state;
    add_buffer(f);
    f->launch.expect.export_count = 0;
    assert_printed(f, "buffers match: 2 words compared, 0 wrong\n");
    f->got_buffer[7] = 0;
    assert_printed(f, "buffers differ: 2 words compared, 1 wrong\n"
                      "first difference: buffer out byte 4: got 0x00070605 (6.45007874e-40) "
                      "expected 0x08070605 (4.06321607e-34)\n");
    f->launch.expect.buffers[0].compare = LAUNCH_COMPARE_TOL;
    f->launch.expect.tolerance.rel = 0;
    f->launch.expect.tolerance.abs = 5e-34;
    assert_printed(f, "buffers match: 2 words compared, 0 wrong\n");
    f->launch.expect.tolerance.abs = 3e-34;
    compare(f);
    assert_int_equal(f->summary.words_wrong, 1);
    f->buffers[0].size = 4;
    assert_printed(f, "buffers differ: 2 words compared, 2 wrong\n"
                      "first difference: buffer out: missing or too short\n");
    f->buffers[0].name = "other";
    compare(f);
    assert_int_equal(f->summary.first.kind, RESULT_BUFFER_MISSING);
}

static void a_launch_that_expects_nothing_matches(void **state)
{
    struct fixture *f = *state;
    f->launch.expect.export_count = 0;
    assert_printed(f, "nothing compared: the launch file expects nothing\n");
    assert_false(f->summary.expected);
    assert_true(f->summary.match);
}

static void emit(struct fixture *f, unsigned first, uint64_t threads, bool vertex, bool cut)
{
    const struct result_emit now = {.first = first, .threads = threads, .vertex = vertex, .cut = cut};
    assert_true(results_emit(&f->exports, &now));
}

static void strips_are_compared_vertex_by_vertex(void **state)
{
    struct fixture *f = *state;
    char           *each[THREADS] = {(char[]){"VVC"}, (char[]){""}, (char[]){"VCV"}}, *all[1] = {(char[]){"V"}};
    f->launch.expect.export_count = 0;
    f->launch.expect.strips = each;
    f->launch.expect.strip_count = THREADS;
    assert_printed(f, "strips differ: 3 threads compared, 2 wrong\n"
                      "first difference: thread 0: emitted \"\" expected \"VVC\"\n");
    emit(f, 0, 5, true, false);
    emit(f, 2, 1, false, true);
    emit(f, 0, 1, true, true); /* vertex, then cut */
    emit(f, 1, 2, true, false);
    assert_printed(f, "strips match: 3 threads compared, 0 wrong\n");
    emit(f, 1, 1, false, true);
    assert_printed(f, "strips differ: 3 threads compared, 1 wrong\n"
                      "first difference: thread 1: emitted \"C\" expected \"\"\n");
    f->exports.valid[1] = 0;
    assert_printed(f, "strips match: 2 threads compared, 0 wrong\n");
    f->launch.expect.strips = all; /* one for all */
    f->launch.expect.strip_count = 1;
    assert_printed(f, "strips differ: 2 threads compared, 2 wrong\n"
                      "first difference: thread 0: emitted \"VVC\" expected \"V\"\n");
}

/* ---- collecting -------------------------------------------------------------------------------------------------- */

static void a_later_export_replaces_the_components_of_its_mask(void **state)
{
    struct fixture       *f = *state;
    struct result_column *column = results_column(&f->exports, LAUNCH_EXPORT_PIXEL, 7);
    assert_ptr_equal(column, results_column(&f->exports, LAUNCH_EXPORT_PIXEL, 7));
    assert_null(results_find(&f->exports, LAUNCH_EXPORT_PIXEL, 6));
    assert_null(results_find(&f->exports, LAUNCH_EXPORT_POS, 7));
    results_export(column, 1, 3, (const uint32_t[4]){1, 2, 3, 4});
    results_export(column, 1, 10, (const uint32_t[4]){5, 6, 7, 8});
    assert_int_equal(column->written[1], 11);
    assert_memory_equal(column->values[1], ((const uint32_t[4]){1, 6, 0, 8}), 16);
    assert_int_equal(column->written[0], 0);
}

static void without_a_list_columns_are_sorted_by_type_and_array_base(void **state)
{
    struct fixture *f = *state;
    (void)results_column(&f->exports, LAUNCH_EXPORT_POS, 60);
    (void)results_column(&f->exports, LAUNCH_EXPORT_PARAM, 0);
    (void)results_column(&f->exports, LAUNCH_EXPORT_PIXEL, 61);
    f->launch.expect.export_count = 0;
    struct result_layout layout;
    char                 names[128] = "", name[16];
    assert_true(results_layout(&f->launch, &f->exports, &layout, NULL));
    for (unsigned i = 0; i < layout.count; i++) {
        assert_non_null(layout.targets[i].column);
        strcat(strcat(names, results_target_name(layout.targets[i].type, layout.targets[i].array_base, name)), " ");
    }
    assert_string_equal(names, "PIX0 PIX61 POS60 PARAM0 PARAM2 ");
    free(layout.targets);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equality_follows_the_rule_of_the_column),
        TEST(equal_exports_match),
        TEST(every_compared_value_counts_and_skipped_ones_do_not),
        TEST(the_first_difference_is_the_one_of_the_lowest_thread),
        TEST(an_export_never_made_is_an_error),
        TEST(an_export_made_and_not_listed_is_no_error),
        TEST(a_component_that_a_live_thread_did_not_export_is_wrong),
        TEST(kills_are_compared_both_ways),
        TEST(without_the_key_a_killed_thread_is_compared_as_zeros),
        TEST(invalid_threads_are_not_compared),
        TEST(buffers_are_compared_word_by_word),
        TEST(strips_are_compared_vertex_by_vertex),
        TEST(a_launch_that_expects_nothing_matches),
        TEST(a_later_export_replaces_the_components_of_its_mask),
        TEST(without_a_list_columns_are_sorted_by_type_and_array_base),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
