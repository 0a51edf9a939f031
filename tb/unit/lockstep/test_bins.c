/* test_bins.c - bins count what their expressions say, and reports of several runs are as one of all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "pipeline/alu/predicate.h"
#include "tb/lockstep/counts/stimulus_file.h"

enum { CYCLES = 500, MADE = 3 };

static char made[MADE][40]; /* files */

static const char *file(unsigned i)
{
    return made[i];
}

static int make_files(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < MADE; i++) {
        snprintf(made[i], sizeof made[i], "/tmp/wekiva-bins-XXXXXX");
        const int to = mkstemp(made[i]);
        if (to < 0)
            return -1;
        close(to);
    }
    return 0;
}

static int remove_files(void **unused)
{
    (void)unused;
    for (unsigned i = 0; i < MADE; i++)
        unlink(made[i]);
    return 0;
}

/* The driver's inputs of a seed, with a reset on the way, without a block. */
static void run(struct stimulus_report *report, uint64_t seed)
{
    const struct lockstep_module *module = report->module;
    void                         *state = aligned_alloc(64, (module->state_size + 64) / 64 * 64);
    void                         *driver = calloc(1, module->driver_size + 1);
    struct stimulus               random;
    assert_true(state && driver);
    memset(state, 0, module->state_size);
    stimulus_seed(&random, seed);
    stimulus_table_begin(report->table);
    for (uint64_t cycle = 0; cycle < CYCLES; cycle++) {
        if (cycle % (CYCLES / 2) == 0) {
            module->reset(state, driver, &random);
            bins_restart(&report->bins);
        }
        if (cycle == CYCLES / 2)
            stimulus_table_restart(report->table);
        module->drive(state, driver, &random);
        stimulus_table_take(report->table, state);
        bins_take(&report->bins, state, cycle);
        module->clock(state);
    }
    free(state);
    free(driver);
    const struct stimulus_run done = {.seed = seed, .cycles = CYCLES, .ended = "agreed"};
    assert_true(stimulus_report_note(report, &done));
}

static void begin_of(struct stimulus_report *report, const char *module, const char *bin)
{
    struct diag diag;
    assert_true(stimulus_report_open(report, lockstep_find(module), &diag));
    if (bin && !bins_add(&report->bins, bin, &diag))
        fail_msg("%s", diag.what);
}

static void begin(struct stimulus_report *report, const char *bin)
{
    begin_of(report, "predicate", bin);
}

static void save_of(const char *module, const char *path, const char *bin, uint64_t first, uint64_t last)
{
    struct stimulus_report report;
    begin_of(&report, module, bin);
    for (uint64_t seed = first; seed <= last; seed++)
        run(&report, seed);
    assert_true(stimulus_report_write(&report, path, NULL));
    stimulus_report_close(&report);
}

static void save(const char *path, const char *bin, uint64_t first, uint64_t last)
{
    save_of("predicate", path, bin, first, last);
}

/* ---- bins ------------------------------------------------------------------------------------------------------- */

static void a_bin_counts_the_clocks_in_which_it_holds(void **unused)
{
    struct stimulus_report report;
    struct predicate       state = {.in = {.start = false}};
    (void)unused;
    begin(&report, "third: i_quarter = 3 && !i_kills");
    for (unsigned clock = 0; clock < 64; clock++) {
        state.in.quarter = clock & 3;
        state.in.kills = clock < 40;
        bins_take(&report.bins, &state, clock);
    }
    assert_int_equal(report.bins.bin[0].hits, (64 - 40) / 4);
    stimulus_report_close(&report);
}

static void what_follows_a_reset_does_not_follow_what_was_before(void **unused)
{
    struct stimulus_report report;
    struct predicate       state = {.in = {.kills = false}};
    (void)unused;
    begin(&report, "rise: rise(i_kills)");
    assert_true(bins_add(&report.bins, "two: i_kills for 2", NULL));
    bins_take(&report.bins, &state, 0);
    state.in.kills = true;
    bins_restart(&report.bins);
    bins_take(&report.bins, &state, 1); /* was 1 when it was looked at first */
    bins_restart(&report.bins);
    bins_take(&report.bins, &state, 2);
    assert_int_equal(report.bins.bin[0].hits, 0);
    assert_int_equal(report.bins.bin[1].hits, 0);
    bins_take(&report.bins, &state, 3);
    assert_int_equal(report.bins.bin[1].hits, 1);
    stimulus_report_close(&report);
}

static void bins_that_were_never_met_are_named(void **unused)
{
    struct stimulus_report report;
    char                   text[200] = "";
    (void)unused;
    begin(&report, "met: i_quarter = 3");
    assert_true(bins_add(&report.bins, "both: i_start && !i_start", NULL));
    assert_true(bins_add(&report.bins, "late: cycle = 100000", NULL));
    run(&report, 1);
    FILE *out = fmemopen(text, sizeof text, "w");
    bins_verdict(out, &report.bins);
    fclose(out);
    assert_string_equal(text, "bins: 1 of 3 met; never: both, late\n");
    stimulus_report_close(&report);
}

static void what_is_no_bin_is_told_with_its_place(void **unused)
{
    static const struct {
        const char *text;
        unsigned    line, column;
        const char *told;
    } wrong[] = {
        {"i_kills = 1", 1, 1, "expected NAME: EXPRESSION, a name of at most 63 letters"},
        {"# mine\n\na: i_kils", 3, 4, "no signal is called i_kils; did you mean predicate.i_kills?"},
        {"a: i_kills\n  a: i_start", 2, 3, "another bin has this name: expected each once"},
        {"a: i_kills = 2", 1, 14, "kills has 1 bits: expected at most 0x1"},
        {"# none\n", 0, 0, "has no bin: expected lines NAME: EXPRESSION"},
    };
    (void)unused;
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct stimulus_report report;
        struct diag            diag = {0};
        FILE                  *to = fopen(file(0), "w");
        fputs(wrong[i].text, to);
        fclose(to);
        begin(&report, NULL);
        assert_false(bins_read(&report.bins, file(0), &diag));
        assert_string_equal(diag.what, wrong[i].told);
        assert_int_equal(diag.line, wrong[i].line);
        assert_int_equal(diag.column, wrong[i].column);
        stimulus_report_close(&report);
    }
}

/* ---- reports ---------------------------------------------------------------------------------------------------- */

static char *text_of(const struct stimulus_report *report)
{
    char  *text = NULL;
    size_t size = 0;
    FILE  *out = open_memstream(&text, &size);
    stimulus_report_verdict(out, report);
    stimulus_table_print(out, report->table);
    bins_print(out, &report->bins);
    fclose(out);
    return text;
}

/* kcache has numbers and straps, alu_slot parts and crosses. */
static void reports_add_up_to_that_of_all_runs(void **unused)
{
    static const char *const of[][2] = {{"predicate", "third: i_quarter = 3 && i_kills"},
                                        {"kcache", "third: rise(i_look) && i_look_id = 3"},
                                        {"alu_slot", "clamped add: i_op = ADD && i_clamp = 1"}};
    (void)unused;
    for (unsigned m = 0; m < sizeof of / sizeof of[0]; m++) {
        struct stimulus_report all, sum = {.module = NULL};
        struct diag            diag = {0};
        begin_of(&all, of[m][0], of[m][1]);
        for (uint64_t seed = 1; seed <= 5; seed++)
            run(&all, seed);
        save_of(of[m][0], file(0), of[m][1], 1, 2);
        save_of(of[m][0], file(1), of[m][1], 3, 5);
        if (!stimulus_report_add(&sum, file(0), &diag) || !stimulus_report_add(&sum, file(1), &diag))
            fail_msg("%s", diag.what);
        char *const one = text_of(&all), *const other = text_of(&sum);
        assert_string_equal(one, other);
        assert_int_equal(sum.run_count, 5);
        assert_int_equal(stimulus_report_failed(&sum), 0);
        free(one);
        free(other);
        stimulus_report_close(&all);
        stimulus_report_close(&sum);
    }
}

static void refused(const char *second, const char *told)
{
    struct stimulus_report sum = {.module = NULL};
    struct diag            diag = {0};
    assert_true(stimulus_report_add(&sum, file(0), &diag));
    assert_false(stimulus_report_add(&sum, second, &diag));
    if (!strstr(diag.what, told))
        fail_msg("'%s', expected '%s'", diag.what, told);
    stimulus_report_close(&sum);
}

/* A file with the first `from` in it another text. */
static void change(const char *path, const char *from, const char *to)
{
    static char text[1 << 18];
    FILE       *in = fopen(file(0), "r");
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    char *const at = strstr(text, from);
    assert_non_null(at);
    FILE *out = fopen(path, "w");
    fprintf(out, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    fclose(out);
}

static void what_does_not_add_up_is_refused(void **unused)
{
    (void)unused;
    save(file(0), "one: i_kills", 1, 2);
    save(file(1), "one: i_kills", 2, 3);
    refused(file(1), "seed 2 is in another report: expected other seeds");
    save(file(1), "one: i_start", 3, 3);
    refused(file(1), "bin one is 'i_start', and 'i_kills' in another report");
    change(file(1), "\"predicate\"", "\"kcache\"");
    refused(file(1), "is a report of kcache: expected one of predicate");
}

static void a_report_of_another_table_is_refused(void **unused)
{
    (void)unused;
    save(file(0), NULL, 1, 1);
    change(file(1), "\"some\"", "\"several\"");
    refused(file(1), "its signals and values are not those of predicate here");
    change(file(1), "\"report of stimulus\"", "\"something\"");
    refused(file(1), "is no report of wekiva cosim --save");
    change(file(1), "\"runs\": [", "\"runs\": {");
    refused(file(1), "near");
    refused("no_such_file", "cannot read");
}

static void a_run_that_differed_is_named(void **unused)
{
    struct stimulus_report report;
    (void)unused;
    begin(&report, NULL);
    run(&report, 1);
    const struct stimulus_run run = {.seed = 2, .cycles = 70, .ended = "o_killed differs at cycle 70"};
    assert_true(stimulus_report_note(&report, &run));
    char *const text = text_of(&report);
    assert_int_equal(stimulus_report_failed(&report), 1);
    assert_non_null(strstr(text, "predicate: seed 2: o_killed differs at cycle 70\n"));
    assert_non_null(strstr(text, "predicate: 2 runs, 500 cycles, 1 did not agree\n"));
    free(text);
    stimulus_report_close(&report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_bin_counts_the_clocks_in_which_it_holds),
        cmocka_unit_test(what_follows_a_reset_does_not_follow_what_was_before),
        cmocka_unit_test(bins_that_were_never_met_are_named),
        cmocka_unit_test(what_is_no_bin_is_told_with_its_place),
        cmocka_unit_test(reports_add_up_to_that_of_all_runs),
        cmocka_unit_test(what_does_not_add_up_is_refused),
        cmocka_unit_test(a_report_of_another_table_is_refused),
        cmocka_unit_test(a_run_that_differed_is_named),
    };
    return cmocka_run_group_tests(tests, make_files, remove_files);
}
