/* test_program_report.c - figures of `wekiva report`, worked out by hand: wavefronts at once and what limits them,
 * clocks of the units, packing, ALU:TEX (docs/report.md). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rtl_model/r700/analysis/report.h"

static void make(const char *chip_name, const char *text, unsigned gprs, unsigned stack, struct chip_config *chip,
                 struct report *report)
{
    struct program        program;
    struct report_request request = {.name = "test", .program = &program, .iterations = 1};
    struct diag           diag;
    char                  message[1600];
    assert_true(chip_load(chip_name, chip, &diag));
    chip->simds = 1;
    if (!program_parse("test", text, strlen(text), &program, &diag))
        fail_msg("%s", diag_text(&diag, message, sizeof message));
    program.has_config = gprs != 0;
    program.num_gprs = gprs;
    program.stack_size = stack;
    assert_true(report_make(chip, &request, report, &diag));
    program_free(&program);
}

static const char end[] = "EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n";

/* 256 rows less two sets of four temporaries, 248 slots of the chip, 512 stack entries (APP table 4.11, row 7). */
static void what_is_least_limits_the_wavefronts(void **state)
{
    (void)state;
    struct chip_config chip;
    struct report      report;
    make("rv770", end, 5, 0, &chip, &report);
    assert_int_equal(report.limit[REPORT_GPRS], 248 / 5);
    assert_int_equal(report.limit[REPORT_SLOTS], 248);
    assert_int_equal(report.limit[REPORT_STACK], REPORT_UNLIMITED);
    assert_int_equal(report.limit[REPORT_LDS], REPORT_UNLIMITED);
    assert_int_equal(report.resident, 49);
    report_free(&report);
    make("rv770", end, 5, 32, &chip, &report);
    assert_int_equal(report.limit[REPORT_STACK], 16);
    assert_int_equal(report.limit[REPORT_GPRS], 49);
    assert_int_equal(report.resident, 16);
    report_free(&report);
    make("rv730", end, 5, 0, &chip, &report); /* 128 rows */
    assert_int_equal(report.resident, 120 / 5);
    report_free(&report);
}

static void simds_share_the_chips_slots(void **state)
{
    (void)state;
    struct chip_config    chip;
    struct report         report;
    struct program        program;
    struct report_request request = {.name = "test", .program = &program, .iterations = 1};
    struct diag           diag;
    assert_true(chip_load("rv770", &chip, &diag) && program_parse("test", end, strlen(end), &program, &diag));
    chip.simds = 10;
    assert_true(report_make(&chip, &request, &report, &diag));
    assert_int_equal(report.limit[REPORT_SLOTS], 25); /* 248 / 10, rounded up */
    assert_int_equal(report.resident, 25);
    report_free(&report);
    program_free(&program);
}

/* A thread's part is 8 dwords, that of 64 threads 2 KB: eight of them in 16 KB. */
static void the_data_share_limits_them_too(void **state)
{
    (void)state;
    struct chip_config chip;
    struct report      report;
    make("rv770",
         "TEX @give BARRIER\n"
         "EXPORT_DONE PIX0, R0.xyzw EOP BARRIER\n"
         "give: LOCAL_DS_WRITE R0.xyzw DST_STRIDE(8) SIMD_WAVE_REL\n"
         "LOCAL_DS_READ R1.x___, R0.xy MUX_CNTL(WORD_SELECT)\n"
         "LOCAL_DS_READ R1.x___, R0.xy WATERFALL MUX_CNTL(WORD_SELECT)\n"
         "LOCAL_DS_READ R1.x___, R0.xy BROADCAST MUX_CNTL(WORD_SELECT)\n",
         2, 0, &chip, &report);
    assert_int_equal(report.limit[REPORT_LDS], 8);
    assert_int_equal(report.resident, 8);
    /* Four threads a clock: 16 for the write and the read, 64 with WATERFALL, 4 for a broadcast (L3, L4, L5). */
    assert_int_equal((int)report.clocks[SURVEY_LDS][SURVEY_MAX], 16 + 16 + 64 + 4);
    report_free(&report);
}

/* Three groups of 4 clocks, two texture fetches of 16 and a vertex fetch of 16, two GPRs of 4. */
static const char mix[] = "TEX @samples BARRIER\n"
                          "VTX @fetch BARRIER\n"
                          "ALU @groups BARRIER\n"
                          "EXPORT_DONE PIX0, R0.xyzw BURST_COUNT(1) EOP BARRIER\n"
                          "groups: 0 x: MOV R0.x, R2.x\n"
                          "          y: MOV R0.y, R2.x\n"
                          "          z: MOV R0.z, R2.x\n"
                          "        1 x: MOV R1.x, R3.x\n"
                          "        2 y: MOV R1.y, R3.x\n"
                          "samples: SAMPLE R2.xyzw, R0.xy__, t0, s0 CT(NNNN)\n"
                          "SAMPLE R3.xyzw, R0.xy__, t1, s0 CT(NNNN)\n"
                          "fetch: FETCH R4.xyzw, R0.x, fc1 DATA_FORMAT(FMT_32_FLOAT)\n";

static void clocks_are_counted_by_unit(void **state)
{
    (void)state;
    struct chip_config chip;
    struct report      report;
    make("rv770", mix, 5, 0, &chip, &report);
    for (unsigned bound = 0; bound < SURVEY_BOUNDS; bound++) {
        assert_int_equal((int)report.clocks[SURVEY_ALU][bound], 12);
        assert_int_equal((int)report.clocks[SURVEY_TEX][bound], 32);
        assert_int_equal((int)report.clocks[SURVEY_VTX][bound], 16);
        assert_int_equal((int)report.clocks[SURVEY_EXPORT][bound], 8);
        assert_int_equal((int)report.bound[bound], 32);
        assert_int_equal(report.bottleneck[bound], SURVEY_TEX);
    }
    assert_float_equal(report_packing(&report), 5.0 / 15, 1e-9);
    assert_float_equal(report_alu_to_tex(&report), 12.0 / 48, 1e-9);
    report_free(&report);
    /* Wavefronts of 32 threads: as many clocks a group, half of them a fetch. */
    make("rv710", mix, 5, 0, &chip, &report);
    assert_int_equal((int)report.clocks[SURVEY_ALU][SURVEY_AVG], 12);
    assert_int_equal((int)report.clocks[SURVEY_TEX][SURVEY_AVG], 16);
    assert_int_equal((int)report.clocks[SURVEY_VTX][SURVEY_AVG], 8);
    report_free(&report);
}

static void without_a_configuration_it_has_what_it_names(void **state)
{
    (void)state;
    struct chip_config chip;
    struct report      report;
    make("rv770", mix, 0, 0, &chip, &report);
    assert_false(report.gprs_given);
    assert_int_equal(report.simd.num_gprs, 5);
    assert_int_equal(report.simd.stack_size, 0);
    report_free(&report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_least_limits_the_wavefronts),
        cmocka_unit_test(simds_share_the_chips_slots),
        cmocka_unit_test(the_data_share_limits_them_too),
        cmocka_unit_test(clocks_are_counted_by_unit),
        cmocka_unit_test(without_a_configuration_it_has_what_it_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
