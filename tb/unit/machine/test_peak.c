/* test_peak.c - peaks of chips against what was published of boards with them (RV770 timing table 1.4, L8, T17), and
 * what of a run's statistics counts towards one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "rtl_model/machine.h"

static void open_chip(const char *name, const char *setting, struct machine_chip *chip)
{
    struct diag diag = {0};
    if (!machine_chip_choose(name, NULL, "", &setting, setting ? 1 : 0, chip, &diag))
        fail_msg("%s: %s", name, diag.what);
}

static struct machine_peak peak_of(const struct machine_chip *chip, const char *name)
{
    struct machine_peak rows[MACHINE_PEAKS];
    struct diag         diag = {0};
    const unsigned      count = machine_peaks(chip, rows, &diag);
    for (unsigned i = 0; i < count; i++)
        if (strcmp(rows[i].name, name) == 0)
            return rows[i];
    fail_msg("no peak %s", name);
    return rows[0];
}

/* mc_line_clk is a whole number of sixteenths of a clock: half of one is 1 % of 53. */
static void peaks_are_the_published_ones(void **state)
{
    static const struct {
        const char *chip, *peak, *rate;
        double      published, within;
    } rows[] = {
        {"rv770", "single precision", "GFLOPS", 1200, 0},
        {"rv770", "double precision", "GFLOPS", 240, 0},
        {"rv770", "texture filter", "Gtexels/s", 30, 0},
        {"rv770", "L1", "GB/s", 480, 0},
        {"rv770", "LDS", "GB/s", 480, 0},
        {"rv770", "L2", "GB/s", 384, 0},
        {"rv770", "memory", "GB/s", 115.2, 0.01},
        {"rv790", "single precision", "GFLOPS", 1360, 0},
        {"rv790", "double precision", "GFLOPS", 272, 0},
        {"rv790", "texture filter", "Gtexels/s", 34, 0},
        {"rv790", "memory", "GB/s", 124.8, 0.01},
        {"rv740", "single precision", "GFLOPS", 960, 0},
        {"rv740", "texture filter", "Gtexels/s", 24, 0},
        {"rv740", "memory", "GB/s", 51.2, 0.01},
        {"rv730", "single precision", "GFLOPS", 480, 0},
        {"rv730", "double precision", "GFLOPS", 0, 0},
        {"rv730", "texture filter", "Gtexels/s", 24, 0},
        {"rv730", "memory", "GB/s", 32, 0.01},
        {"rv710", "single precision", "GFLOPS", 96, 0},
        {"rv710", "texture filter", "Gtexels/s", 4.8, 0},
        {"rv710", "memory", "GB/s", 12.8, 0.01},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct machine_chip chip;
        unsigned            mhz = 0;
        open_chip(rows[i].chip, NULL, &chip);
        const struct machine_peak peak = peak_of(&chip, rows[i].peak);
        assert_non_null(chip.family->board(chip.of, &mhz));
        const double off = peak_rate(&peak, mhz) - rows[i].published, most = rows[i].within * rows[i].published + 1e-9;
        assert_string_equal(peak.rate, rows[i].rate);
        if (off > most || off < -most)
            fail_msg("%s: %s is %g, expected %g", rows[i].chip, peak.name, peak_rate(&peak, mhz), rows[i].published);
        machine_chip_free(&chip);
    }
}

/* An HD 4850: the same chip at 625 MHz, 1000 GFLOPS (table 1.4).  Half of the SIMDs have half of it. */
static void peaks_follow_clock_and_parameters(void **state)
{
    struct machine_chip chip;
    (void)state;
    open_chip("rv770", NULL, &chip);
    struct machine_peak peak = peak_of(&chip, "single precision");
    assert_int_equal((int)peak_rate(&peak, 625), 1000);
    machine_chip_free(&chip);
    open_chip("rv770", "simds=5", &chip);
    peak = peak_of(&chip, "single precision");
    assert_int_equal((int)peak.a_clock, 800);
    assert_string_equal(peak.formula, "simds * lanes * 5 * 2");
    machine_chip_free(&chip);
}

/* A * is digits; the sum of several SIMDs is not counted beside them. */
static void a_peak_counts_the_statistics_that_it_names(void **state)
{
    static const struct result_statistic rows[] = {
        {"gpu.memory0", "lines", 1, "", "", RESULT_SHARED},
        {"gpu.memory10", "lines", 20, "", "", RESULT_SHARED},
        {"gpu.memory0", "writes", 300, "", "", RESULT_SHARED},
        {"gpu.memory0", "lines_lost", 1000, "", "", RESULT_SHARED},
        {"gpu.simd0.memory_port", "writes", 1000, "", "", RESULT_OF_PLACE},
        {"gpu.memory", "lines", 1000, "", "", RESULT_SHARED},
        {"gpu.simd0.issue_even", "groups", 4000, "", "", RESULT_OF_PLACE},
        {"gpu.simd1.issue_even", "groups", 50000, "", "", RESULT_OF_PLACE},
        {"gpu.simd*.issue_even", "groups", 54000, "", "", RESULT_SUM},
        {"gpu.simd0.issue_even_too", "groups", 1, "", "", RESULT_OF_PLACE},
    };
    struct machine_peak peak = {.used = "memory*.lines memory*.writes", .each = 2};
    (void)state;
    assert_int_equal((int)peak_used(&peak, rows, sizeof rows / sizeof rows[0]), 2 * 321);
    peak = (struct machine_peak){.used = "issue_even.groups", .each = 1};
    assert_int_equal((int)peak_used(&peak, rows, sizeof rows / sizeof rows[0]), 54000);
    peak.used = "";
    assert_int_equal((int)peak_used(&peak, rows, sizeof rows / sizeof rows[0]), 0);
}

/* A name that is wrong would count nothing, for ever. */
static void what_a_peak_names_is_counted_by_a_module(void **state)
{
    struct rtl_machine  machine;
    struct program      program;
    struct diag         diag = {0};
    struct machine_chip chip;
    struct machine_peak peaks[MACHINE_PEAKS];
    static const char   text[] = "EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n";
    static const char   launch_text[] = "{\"wekiva\": 1, \"stage\": \"ps\", \"threads\": 64, \"num_gprs\": 1}";
    (void)state;
    open_chip("rv770", NULL, &chip);
    assert_true(machine_program(chip.family, "test", text, strlen(text), &program, &diag));
    struct launch *const launch = launch_parse("test", launch_text, strlen(launch_text), &diag);
    assert_non_null(launch);
    assert_true(rtl_machine_create(&chip, &program, launch, &machine, &diag));
    const struct machine_results *const of = machine.kind->results;
    static struct result_statistic      rows[8192];
    const unsigned                      count = of->statistics(machine.of, rows, sizeof rows / sizeof rows[0]);
    assert_true(count < sizeof rows / sizeof rows[0]);
    for (unsigned i = 0; i < count; i++)
        rows[i].value = 1;
    const unsigned peak_count = machine_peaks(&chip, peaks, &diag);
    for (unsigned i = 0; i < peak_count; i++)
        for (const char *word = peaks[i].used; *word; word += strspn(word, " ")) {
            char                one[64] = "";
            struct machine_peak alone = {.used = one, .each = 1};
            const size_t        length = strcspn(word, " ");
            memcpy(one, word, length);
            if (peak_used(&alone, rows, count) < 1)
                fail_msg("%s: no module counts %s", peaks[i].name, one);
            word += length;
        }
    rtl_machine_free(&machine);
    launch_free(launch);
    program_free(&program);
    machine_chip_free(&chip);
}

static void families_without_peaks_say_so(void **state)
{
    struct machine_peak rows[MACHINE_PEAKS];
    struct machine_chip chip;
    struct diag         diag = {0};
    (void)state;
    open_chip("r580", NULL, &chip);
    const struct machine_family *const family = chip.family;
    struct machine_family              without = *family;
    without.peaks = NULL;
    chip.family = &without;
    assert_int_equal(machine_peaks(&chip, rows, &diag), 0);
    assert_non_null(strstr(diag.what, "r580: there is no peak"));
    chip.family = family;
    machine_chip_free(&chip);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(peaks_are_the_published_ones),
        cmocka_unit_test(peaks_follow_clock_and_parameters),
        cmocka_unit_test(a_peak_counts_the_statistics_that_it_names),
        cmocka_unit_test(what_a_peak_names_is_counted_by_a_module),
        cmocka_unit_test(families_without_peaks_say_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
