/* test_results.h - a run of three threads whose exports are the expected ones, for the tests of results. */
#ifndef TB_UNIT_TEST_RESULTS_H
#define TB_UNIT_TEST_RESULTS_H

#include "kit/bytes.h"
#include "rtl_model/results.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ONE = 0x3f800000, TWO = 0x40000000, INFINITY_WORD = 0x7f800000, NAN_WORD = 0x7fc00000 };
#define MINUS 0x80000000u

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

static inline uint32_t value_of(unsigned thread, unsigned export, unsigned component)
{
    return ONE + 0x100 * thread + 0x10 * export + component;
}

static inline int set_up(void **state)
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
    f->launch.expect.tolerance.rel = 1e-6;
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
                little_put(f->golden + 16 * (thread * EXPORTS + index) + 4 * component, 4, value[component]);
            }
            results_export(column, thread, 15, value);
        }
    }
    *state = f;
    return 0;
}

static inline int tear_down(void **state)
{
    struct fixture *f = *state;
    results_free(&f->exports);
    free(f);
    return 0;
}

static inline struct result_column *column_of(struct fixture *f, unsigned index)
{
    return results_column(&f->exports, f->listed[index].type, f->listed[index].array_base);
}

static inline void add_buffer(struct fixture *f)
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

static inline void compare(struct fixture *f)
{
    results_compare(&f->launch, &f->exports, f->buffers, f->buffers[0].name ? 1 : 0, &f->summary);
    assert_int_equal(f->summary.match, f->summary.first.kind == RESULT_NO_DIFFERENCE);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#endif
