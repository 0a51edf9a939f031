/* test_launch_threads.c - a launch with another number of threads than its file's, and one that runs again on a machine
 * whose caches it has filled itself (`--warm`). */
#include "rtl_model/machine.h"
#include "tb/unit/machine.h"

#include "kit/hash.h"

/* Two threads of one GPR: 1 2 3 4, 5 6 7 8. */
static struct launch *parse(const char *more)
{
    static const uint32_t words[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    struct launch_given   given = {"in.bin", words, sizeof words};
    struct diag           diag = {0};
    char                  text[512], message[1600];
    snprintf(text, sizeof text,
             "{\"wekiva\": 1, \"stage\": \"ps\", \"threads\": 2, \"num_gprs\": 4,\n"
             " \"gprs\": {\"first\": 1, \"count\": 1, \"file\": \"in.bin\"}%s}",
             more);
    struct launch *launch = launch_parse_given("two.json", text, strlen(text), &given, 1, &diag);
    if (!launch)
        fail_msg("%s", diag_text(&diag, message, sizeof message));
    return launch;
}

static void inputs_repeat(void **state)
{
    (void)state;
    struct launch *launch = parse("");
    assert_true(launch_set_threads(launch, 5, NULL));
    assert_int_equal(launch->threads, 5);
    assert_int_equal(launch->file_threads, 2);
    assert_int_equal(launch->gprs.file.bytes, 5 * 16);
    for (unsigned t = 0; t < 5; t++)
        for (unsigned e = 0; e < 4; e++)
            assert_int_equal(launch_word(&launch->gprs.file, 4 * t + e), 1 + 4 * (t % 2) + e);
    launch_free(launch);
}

static void fewer_threads_have_the_first_inputs(void **state)
{
    (void)state;
    struct launch *launch = parse("");
    assert_true(launch_set_threads(launch, 1, NULL));
    assert_int_equal(launch->gprs.file.bytes, 16);
    assert_int_equal(launch_word(&launch->gprs.file, 3), 4);
    launch_free(launch);
}

static void nothing_is_expected_of_other_threads(void **state)
{
    (void)state;
    struct launch *same = parse(",\n \"expect\": {\"killed\": \"01\"}"),
                  *other = parse(",\n \"expect\": {\"killed\": \"01\"}");
    assert_true(launch_set_threads(same, 2, NULL));
    assert_true(launch_set_threads(other, 3, NULL));
    assert_non_null(same->expect.killed);
    assert_int_equal(same->file_threads, 0);
    assert_null(other->expect.killed);
    assert_int_equal(other->line[LAUNCH_KEY_EXPECT], 0);
    launch_free(same);
    launch_free(other);
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    struct diag    diag = {0};
    struct launch *launch = parse("");
    assert_false(launch_set_threads(launch, 0, &diag));
    assert_false(launch_set_threads(launch, LAUNCH_THREADS_MAX + 1, &diag));
    launch->gprs.count = 2; /* 2^24 threads of 32 bytes are more than a file may have */
    assert_false(launch_set_threads(launch, LAUNCH_THREADS_MAX, &diag));
    assert_non_null(strstr(diag.what, "gprs: 16777216 threads of 32 bytes"));
    launch_free(launch);
    static const char text[] =
        "{\"wekiva\": 1, \"stage\": \"ps\", \"threads\": 2, \"num_gprs\": 4, \"launches\": [{}]}";
    launch = launch_parse_row("row.json", text, strlen(text), &diag);
    assert_non_null(launch);
    assert_false(launch_set_threads(launch, 3, &diag));
    assert_non_null(strstr(diag.what, "launches: expected one launch"));
    launch_free(launch);
}

/* The text, and what the files have: a sweep knows a launch by both. */
static void content_is_text_and_files(void **state)
{
    (void)state;
    struct launch *one = parse(""), *same = parse(""), *text = parse(" "), *file = parse("");
    assert_non_null(file->gprs.file.path);
    file->gprs.file.data[file->gprs.file.bytes - 1] ^= 1;
    assert_true(launch_content(one) == launch_content(same));
    assert_true(launch_content(one) != launch_content(text));
    assert_true(launch_content(one) != launch_content(file));
    launch_free(one);
    launch_free(same);
    launch_free(text);
    launch_free(file);
}

/* ---- warm caches ------------------------------------------------------------------------------------------------- */

static uint32_t zero(unsigned thread, unsigned gpr, unsigned element)
{
    (void)thread, (void)gpr, (void)element;
    return 0;
}

static uint64_t run_again(struct machine *m, unsigned keeps)
{
    char message[1600];
    m->launch.keeps = keeps;
    if (!gpu_next(m->gpu, &m->program, &m->launch, &m->diag))
        fail_msg("%s", diag_text(&m->diag, message, sizeof message));
    machine_run(m);
    return gpu_launch_cycles(m->gpu);
}

static const struct plan constants_plan = {.text = "ALU @chain KCACHE_BANK0(0) KCACHE_MODE0(LOCK_1) BARRIER\n"
                                                   "EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n"
                                                   "chain: 0 x: ADD R0.x, R0.x, KC0[0].x\n",
                                           .load_count = 1,
                                           .input = zero,
                                           .bank = {(const uint32_t[]){0x3f800000, 0, 0, 0}},
                                           .bank_constants = {1}};

/* One miss of the CF cache, one of the ALU cache, one of the constant cache: 400, 400 and 200 clocks, less what a hit
 * takes; caches that only the launch file's `invalidate` keeps are none of these. */
static void a_launch_that_runs_again_misses_nothing(void **state)
{
    (void)state;
    struct machine m;
    machine_start(&m, &constants_plan);
    machine_run(&m);
    const uint64_t cold = gpu_launch_cycles(m.gpu);
    const uint64_t lines = run_again(&m, (1u << LAUNCH_CACHES) - 1);
    assert_int_equal(lines, cold);
    assert_int_equal(m.gpu->simd->kcache.q.misses, 1);
    const uint64_t warm = run_again(&m, (1u << (LAUNCH_CACHE_PROGRAM + 1)) - 1);
    assert_int_equal(m.gpu->simd->cf_cache.q.misses + m.gpu->simd->alu_cache.q.misses + m.gpu->simd->kcache.q.misses,
                     0);
    assert_true(cold - warm > 900 && cold - warm <= 1000);
    assert_int_equal(pixel(&m, 0, 5, 0), 0x3f800000);
    machine_free(&m);
}

/* Another launch, though of the same text, begins with cold caches. */
static void another_launch_finds_nothing(void **state)
{
    (void)state;
    struct machine m;
    machine_start(&m, &constants_plan);
    machine_run(&m);
    const uint64_t cold = gpu_launch_cycles(m.gpu);
    struct launch  other = m.launch;
    other.keeps = (1u << (LAUNCH_CACHE_PROGRAM + 1)) - 1;
    m.launch.keeps = other.keeps;
    assert_true(gpu_next(m.gpu, &m.program, &other, &m.diag));
    machine_run(&m);
    assert_int_equal(gpu_launch_cycles(m.gpu), cold);
    machine_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inputs_repeat),
        cmocka_unit_test(fewer_threads_have_the_first_inputs),
        cmocka_unit_test(nothing_is_expected_of_other_threads),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(content_is_text_and_files),
        cmocka_unit_test(a_launch_that_runs_again_misses_nothing),
        cmocka_unit_test(another_launch_finds_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
