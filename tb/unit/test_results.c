/* test_results.c - comparison rules from both sides, what counts as a difference, and the files of a result. */
#include "rtl_model/results.h"

#include <dirent.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static const char *program_name;

/* ---- values ---------------------------------------------------------------------------------------------------- */

enum { ONE = 0x3f800000, TWO = 0x40000000, INFINITY_WORD = 0x7f800000, NAN_WORD = 0x7fc00000 };
#define MINUS 0x80000000u

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

/* ---- a run of three threads -------------------------------------------------------------------------------------- */

enum { THREADS = 3, EXPORTS = 2 };

/* Expected: PIX0 (f32 f32 bits skip) and PARAM2 (tol tol tol tol); what is made agrees. */
struct fixture {
    struct launch               launch;
    struct launch_export        listed[EXPORTS];
    struct launch_buffer        launch_buffers[1];
    struct launch_expect_buffer expected_buffers[1];
    uint8_t                     golden[THREADS * EXPORTS * 16], golden_buffer[8], got_buffer[8];
    struct result_buffer        buffers[1];
    struct result_exports       exports;
    struct result_summary       summary;
    struct launch_file          golden_file;
    char                        killed[THREADS + 1];
};

static void put32(uint8_t *at, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

static uint32_t value_of(unsigned thread, unsigned export, unsigned component)
{
    return ONE + 0x100 * thread + 0x10 * export + component;
}

static int set_up(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->listed[0] = (struct launch_export){
        .type = LAUNCH_EXPORT_PIXEL,
        .array_base = 0,
        .compare = {LAUNCH_COMPARE_F32, LAUNCH_COMPARE_F32, LAUNCH_COMPARE_BITS, LAUNCH_COMPARE_SKIP}};
    f->listed[1] = (struct launch_export){
        .type = LAUNCH_EXPORT_PARAM,
        .array_base = 2,
        .compare = {LAUNCH_COMPARE_TOL, LAUNCH_COMPARE_TOL, LAUNCH_COMPARE_TOL, LAUNCH_COMPARE_TOL}};
    f->launch.path = "run/launch.json";
    f->launch.hash = 0x0123456789abcdef;
    f->launch.threads = THREADS;
    f->launch.expect.exports = f->listed;
    f->launch.expect.export_count = EXPORTS;
    f->launch.expect.file = (struct launch_file){.data = f->golden, .bytes = sizeof f->golden};
    f->launch.expect.rel = 1e-6;
    assert_true(results_init(&f->exports, THREADS, NULL));
    for (unsigned export = 0; export < EXPORTS; export ++) {
        /* Made in the other order than listed. */
        unsigned              index = EXPORTS - 1 - export;
        struct result_column *column = results_column(&f->exports, f->listed[index].type, f->listed[index].array_base);
        assert_non_null(column);
        for (unsigned thread = 0; thread < THREADS; thread++) {
            uint32_t value[4];
            for (unsigned component = 0; component < 4; component++) {
                value[component] = value_of(thread, index, component);
                put32(f->golden + 16 * (thread * EXPORTS + index) + 4 * component, value[component]);
            }
            results_export(column, thread, 15, value);
        }
    }
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    struct fixture *f = *state;
    results_free(&f->exports);
    free(f);
    return 0;
}

static struct result_column *column_of(struct fixture *f, unsigned index)
{
    return results_column(&f->exports, f->listed[index].type, f->listed[index].array_base);
}

static void add_buffer(struct fixture *f)
{
    f->launch_buffers[0] = (struct launch_buffer){.name = "out"};
    f->launch.buffers = f->launch_buffers;
    f->launch.buffer_count = 1;
    f->expected_buffers[0].file = (struct launch_file){.data = f->golden_buffer, .bytes = sizeof f->golden_buffer};
    f->launch.expect.buffers = f->expected_buffers;
    f->launch.expect.buffer_count = 1;
    f->buffers[0] = (struct result_buffer){"out", f->got_buffer, sizeof f->got_buffer};
    for (unsigned i = 0; i < sizeof f->golden_buffer; i++)
        f->golden_buffer[i] = f->got_buffer[i] = (uint8_t)(i + 1);
}

static void expect_killed(struct fixture *f, const char *killed)
{
    snprintf(f->killed, sizeof f->killed, "%s", killed);
    f->launch.expect.killed = f->killed;
}

static void compare(struct fixture *f)
{
    results_compare(&f->launch, &f->exports, f->buffers, f->buffers[0].name ? 1 : 0, &f->summary);
    assert_int_equal(f->summary.match, f->summary.first.kind == RESULT_NO_DIFFERENCE);
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
    memset(f->golden, 0, 16); /* zeros that nobody exported are wrong too */
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
    put32(f->golden + 16 * (1 * EXPORTS + 0) + 4, 0);
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

/* ---- files ------------------------------------------------------------------------------------------------------- */

static void make_folder(char dir[512])
{
    snprintf(dir, 512, "%s-XXXXXX", program_name);
    assert_non_null(mkdtemp(dir));
}

static void path_in(const char *dir, const char *name, char path[1024])
{
    snprintf(path, 1024, "%s/%s", dir, name);
}

static void assert_file(const char *dir, const char *name, const void *expected, size_t length)
{
    char  path[1024], *bytes = malloc(length + 2);
    FILE *file;
    path_in(dir, name, path);
    file = fopen(path, "rb");
    if (!file)
        fail_msg("%s is missing", path);
    size_t got = fread(bytes, 1, length + 1, file);
    bytes[got] = '\0';
    fclose(file);
    if (got != length || memcmp(bytes, expected, length) != 0)
        fail_msg("%s: %zu bytes, expected %zu:\n%s", path, got, length, bytes);
    free(bytes);
}

static void assert_text_file(const char *dir, const char *name, const char *expected)
{
    assert_file(dir, name, expected, strlen(expected));
}

/* The number of files of any name; with `clear` they and the folder are removed. */
static unsigned files_in(const char *dir, bool clear)
{
    unsigned       count = 0;
    DIR           *folder = opendir(dir);
    struct dirent *entry;
    assert_non_null(folder);
    while ((entry = readdir(folder))) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        char path[1024];
        path_in(dir, entry->d_name, path);
        if (clear)
            assert_int_equal(remove(path), 0);
        count++;
    }
    closedir(folder);
    if (clear)
        assert_int_equal(rmdir(dir), 0);
    return count;
}

static const uint32_t gprs[THREADS * 4] = {0x04030201, 0, 0, 0, 0x08070605};
static const uint32_t lds[2] = {0x11223344, 0x55667788};

static const struct result_parameter parameters[] = {
    {"chip", 0, "rv770", "", "--chip"},
    {"simds", 10, NULL, "SIMDs", "preset"},
    {"huge", UINT64_MAX, NULL, "", "--set"},
};
static const struct result_statistic statistics[] = {
    {"gpu.simd0.alu", "busy", 17, "cycles", "a group executes"},
    {"gpu.simd0.alu", "idle", INT64_MAX, "cycles", "nothing to do \xff"},
};

static struct result_run run_of(struct fixture *f, struct program *program)
{
    add_buffer(f);
    compare(f);
    *program = (struct program){.count = 16, .form = PROGRAM_HEX, .hash = 0xfedcba9876543210};
    return (struct result_run){.version = "0.1",
                               .status = "done",
                               .program_path = "run/code.hex",
                               .program = program,
                               .launch = &f->launch,
                               .cycles = 123,
                               .parameters = parameters,
                               .parameter_count = 3,
                               .statistics = statistics,
                               .statistic_count = 2,
                               .exports = &f->exports,
                               .summary = &f->summary,
                               .buffers = f->buffers,
                               .buffer_count = 1,
                               .gprs = gprs,
                               .gprs_per_thread = 1,
                               .lds = lds,
                               .lds_words = 2};
}

#define RESULT_HEAD                                                                                                    \
    "{\n \"versions\": {\n  \"wekiva\": \"0.1\",\n  \"result\": 1,\n  \"launch\": 1\n },\n \"status\": \"done\",\n"    \
    " \"message\": null,\n \"program\": {\n  \"file\": \"run/code.hex\",\n  \"form\": \"hex\",\n  \"dwords\": 16,\n"   \
    "  \"hash\": \"0xfedcba9876543210\"\n },\n \"launch\": {\n  \"file\": \"run/launch.json\",\n"                      \
    "  \"hash\": \"0x0123456789abcdef\",\n  \"stage\": \"ps\",\n  \"threads\": 3\n },\n \"cycles\": 123,\n"

#define RESULT_ROWS                                                                                                    \
    " \"configuration\": [\n  {\n   \"name\": \"chip\",\n   \"value\": \"rv770\",\n   \"unit\": \"\",\n"               \
    "   \"source\": \"--chip\"\n  },\n  {\n   \"name\": \"simds\",\n   \"value\": 10,\n   \"unit\": \"SIMDs\",\n"      \
    "   \"source\": \"preset\"\n  },\n  {\n   \"name\": \"huge\",\n   \"value\": \"0xffffffffffffffff\",\n"            \
    "   \"unit\": \"\",\n   \"source\": \"--set\"\n  }\n ],\n" RESULT_STATISTICS

#define RESULT_STATISTICS                                                                                              \
    " \"statistics\": [\n  {\n   \"path\": \"gpu.simd0.alu\",\n   \"name\": \"busy\",\n   \"value\": 17,\n"            \
    "   \"unit\": \"cycles\",\n   \"description\": \"a group executes\"\n  },\n  {\n   \"path\": \"gpu.simd0.alu\",\n" \
    "   \"name\": \"idle\",\n   \"value\": 9223372036854775807,\n   \"unit\": \"cycles\",\n"                           \
    "   \"description\": \"nothing to do ?\"\n  }\n ]\n}\n"

static void a_result_is_written_byte_for_byte(void **state)
{
    struct fixture   *f = *state;
    struct program    program;
    struct result_run run = run_of(f, &program);
    struct diag       diag;
    char              dir[512];
    uint8_t           exports[sizeof f->golden];
    make_folder(dir);
    f->exports.killed[2] = 1;
    f->exports.valid[1] = 0;
    assert_true(results_write(dir, &run, &diag));
    /* The made values are the expected ones; thread 1 is invalid and thread 2 killed. */
    memset(exports, 0, sizeof exports);
    memcpy(exports, f->golden, 16 * EXPORTS);
    assert_file(dir, "exports.bin", exports, sizeof exports);
    assert_text_file(dir, "exports.json",
                     "{\n \"threads\": 3,\n \"exports\": [\n  {\n   \"type\": \"pixel\",\n   \"array_base\": 0,\n"
                     "   \"made\": true,\n   \"written\": \"xyzw\"\n  },\n  {\n   \"type\": \"param\",\n"
                     "   \"array_base\": 2,\n   \"made\": true,\n   \"written\": \"xyzw\"\n  }\n ]\n}\n");
    assert_text_file(dir, "threads.json", "{\n \"threads\": 3,\n \"killed\": \"001\",\n \"valid\": \"101\"\n}\n");
    assert_file(dir, "buffer-out.bin", "\1\2\3\4\5\6\7\10", 8);
    assert_file(dir, "gprs.bin",
                "\1\2\3\4\0\0\0\0\0\0\0\0\0\0\0\0\5\6\7\10\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
                48);
    assert_file(dir, "lds.bin", "\x44\x33\x22\x11\x88\x77\x66\x55", 8);
    assert_text_file(dir, "result.json",
                     RESULT_HEAD
                     " \"expect\": {\n  \"match\": true,\n  \"values\": {\n   \"compared\": 21,\n   \"wrong\": 0,\n"
                     "   \"exports_never_made\": 0\n  },\n  \"kills\": {\n   \"compared\": 0,\n   \"wrong\": 0\n  },\n"
                     "  \"buffer_words\": {\n   \"compared\": 2,\n   \"wrong\": 0\n  },\n  \"first\": null\n },\n"
                     " \"files\": [\n  \"exports.bin\",\n  \"exports.json\",\n  \"threads.json\",\n"
                     "  \"buffer-out.bin\",\n  \"gprs.bin\",\n  \"lds.bin\"\n ],\n" RESULT_ROWS);
    assert_int_equal(files_in(dir, false), 7);
    /* Again over the old one: nothing else appears. */
    assert_true(results_write(dir, &run, &diag));
    assert_int_equal(files_in(dir, true), 7);
}

static void the_first_difference_is_in_the_result(void **state)
{
    struct fixture   *f = *state;
    struct program    program;
    struct result_run run = run_of(f, &program);
    char              dir[512];
    make_folder(dir);
    assert_int_equal(rmdir(dir), 0); /* it is made when it is absent */
    run.gprs = run.lds = NULL;
    run.buffer_count = 0;
    run.status = "mismatch";
    run.parameter_count = run.statistic_count = 0;
    column_of(f, 0)->values[1][1] = INFINITY_WORD | MINUS;
    compare(f);
    assert_true(results_write(dir, &run, NULL));
    char  path[1024], text[4096];
    FILE *file;
    path_in(dir, "result.json", path);
    assert_non_null(file = fopen(path, "rb"));
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    assert_non_null(strstr(
        text, "  \"first\": {\n   \"text\": \"thread 1 PIX0.y: got 0xff800000 (-inf) expected 0x3f800101 "
              "(1.00003064)\",\n   \"thread\": 1,\n   \"export\": {\n    \"type\": \"pixel\",\n    \"array_base\": 0\n"
              "   },\n   \"component\": \"y\",\n   \"got\": {\n    \"hex\": \"0xff800000\",\n    \"float\": \"-inf\"\n"
              "   },\n   \"expected\": {\n    \"hex\": \"0x3f800101\",\n    \"float\": 1.00003064\n   }\n  }\n"));
    assert_int_equal(files_in(dir, true), 4);
}

static void differences_of_every_kind_are_in_the_result(void **state)
{
    struct fixture   *f = *state;
    struct program    program;
    struct result_run run = run_of(f, &program);
    static const struct {
        enum result_difference kind;
        const char            *text;
    } cases[] = {
        {RESULT_NEVER_MADE, "\"first\": {\n   \"text\": \"PIX0: never exported\",\n   \"export\": {\n"
                            "    \"type\": \"pixel\",\n    \"array_base\": 0\n   }\n  }\n"},
        {RESULT_KILLED,
         "\"first\": {\n   \"text\": \"thread 0: killed, expected not killed\",\n   \"thread\": 0\n  }\n"},
        {RESULT_NOT_KILLED,
         "\"first\": {\n   \"text\": \"thread 0: not killed, expected killed\",\n   \"thread\": 0\n  }\n"},
        {RESULT_NOT_WRITTEN, "   \"component\": \"x\",\n   \"expected\": {\n    \"hex\": \"0x00000000\",\n"
                             "    \"float\": 0.0\n   }\n  }\n"},
        {RESULT_BUFFER_VALUE, "   \"buffer\": \"out\",\n   \"offset\": 0,\n   \"got\": {\n"},
        {RESULT_BUFFER_MISSING, "\"first\": {\n   \"text\": \"buffer out: missing or too short\",\n"
                                "   \"buffer\": \"out\"\n  }\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char  text[4096];
        FILE *file = tmpfile();
        f->summary.first.kind = cases[i].kind;
        assert_true(results_write_json(file, "out", &run, NULL));
        rewind(file);
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
        if (!strstr(text, cases[i].text))
            fail_msg("case %zu:\n%s", i, text);
    }
}

static void statistics_alone_are_a_file(void **state)
{
    struct fixture   *f = *state;
    struct program    program;
    struct result_run run = run_of(f, &program);
    struct diag       diag;
    char              dir[512], path[1024];
    make_folder(dir);
    path_in(dir, "stats.json", path);
    assert_true(results_write_statistics(path, &run, &diag));
    assert_text_file(dir, "stats.json", "{\n \"cycles\": 123,\n" RESULT_STATISTICS);
    assert_int_equal(files_in(dir, true), 1);
    assert_false(results_write_statistics(path, &run, &diag));
    assert_string_equal(diag.file, path);
    assert_string_equal(diag.what, "cannot write: No such file or directory");
}

/* ---- failures ---------------------------------------------------------------------------------------------------- */

static void a_full_disk_is_reported_and_leaves_no_result(void **state)
{
    struct fixture   *f = *state;
    struct program    program;
    struct result_run run = run_of(f, &program);
    struct diag       diag;
    char              dir[512], path[1024];
    make_folder(dir);
    /* Every size of file that is allowed but too small: the longest file is result.json. */
    struct rlimit saved, limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &saved), 0);
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    limit = saved;
    unsigned failures = 0;
    for (rlim_t size = 0;; size += 100, failures++) {
        limit.rlim_cur = size;
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
        bool ok = results_write(dir, &run, &diag);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &saved), 0);
        if (ok)
            break;
        assert_string_equal(diag.what, "cannot write: File too large");
        assert_int_equal(files_in(dir, false), 0);
    }
    assert_in_range(failures, 5, 100);
    /* The file that was cut last is named. */
    path_in(dir, "result.json", path);
    assert_string_equal(diag.file, path);
    signal(SIGXFSZ, handler);
    files_in(dir, true);
}

static void an_old_result_survives_a_failed_one(void **state)
{
    struct fixture   *f = *state;
    struct program    program;
    struct result_run run = run_of(f, &program);
    struct diag       diag;
    char              dir[512];
    make_folder(dir);
    assert_true(results_write(dir, &run, &diag));
    struct result_buffer bad = {"a/b", f->got_buffer, sizeof f->got_buffer};
    run.buffers = &bad;
    column_of(f, 0)->values[0][0] = TWO;
    assert_false(results_write(dir, &run, &diag));
    assert_string_equal(diag.what, "buffer 'a/b': expected a name without '/' of at most 63 bytes");
    assert_file(dir, "exports.bin", f->golden, sizeof f->golden);
    assert_int_equal(files_in(dir, true), 7);
}

static void folders_that_cannot_be_written_are_reported(void **state)
{
    struct fixture   *f = *state;
    struct program    program;
    struct result_run run = run_of(f, &program);
    struct diag       diag;
    char              dir[512], path[1024], text[2048], expected[2048];
    make_folder(dir);
    path_in(dir, "none/deeper", path);
    assert_false(results_write(path, &run, &diag));
    snprintf(expected, sizeof expected, "%s: cannot make the folder: No such file or directory", path);
    assert_string_equal(diag_text(&diag, text, sizeof text), expected);
    /* A file where the folder should be. */
    path_in(dir, "file", path);
    fclose(fopen(path, "wb"));
    assert_false(results_write(path, &run, &diag));
    assert_string_equal(diag.what, "cannot write: Not a directory");
    remove(path);
    /* A folder where result.json should be. */
    path_in(dir, "result.json", path);
    assert_int_equal(mkdir(path, 0777), 0);
    char inside[1040];
    snprintf(inside, sizeof inside, "%s/x", path);
    fclose(fopen(inside, "wb"));
    assert_false(results_write(dir, &run, &diag));
    assert_string_equal(diag.file, path);
    assert_non_null(strstr(diag.what, "cannot replace: "));
    assert_int_equal(files_in(dir, false), 1);
    remove(inside);
    files_in(dir, true);
}

static void a_device_that_is_full_is_reported(void **state)
{
    struct fixture   *f = *state;
    struct program    program;
    struct result_run run = run_of(f, &program);
    struct diag       diag;
    FILE             *file = fopen("/dev/full", "wb");
    if (!file)
        skip();
    assert_false(results_write_json(file, "stdout", &run, &diag));
    assert_string_equal(diag.file, "stdout");
    assert_string_equal(diag.what, "cannot write: No space left on device");
    assert_false(results_print(file, &f->launch, &f->summary));
    fclose(file);
    /* Through a link of our own: should the device be replaced instead of written, it is the link that goes. */
    char dir[512], path[1024];
    make_folder(dir);
    path_in(dir, "full", path);
    assert_int_equal(symlink("/dev/full", path), 0);
    assert_false(results_write_statistics(path, &run, &diag));
    assert_string_equal(diag.what, "cannot write: No space left on device");
    assert_int_equal(files_in(dir, true), 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(int argc, char **argv)
{
    (void)argc;
    program_name = argv[0];
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
        TEST(a_launch_that_expects_nothing_matches),
        TEST(a_later_export_replaces_the_components_of_its_mask),
        TEST(without_a_list_columns_are_sorted_by_type_and_array_base),
        TEST(a_result_is_written_byte_for_byte),
        TEST(the_first_difference_is_in_the_result),
        TEST(differences_of_every_kind_are_in_the_result),
        TEST(statistics_alone_are_a_file),
        TEST(a_full_disk_is_reported_and_leaves_no_result),
        TEST(an_old_result_survives_a_failed_one),
        TEST(folders_that_cannot_be_written_are_reported),
        TEST(a_device_that_is_full_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
