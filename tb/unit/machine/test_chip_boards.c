/* test_chip_boards.c - presets against what was published of boards with these chips: peaks, bandwidth (RV770 timing
 * table 1.4). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "rtl_model/r700/chip.h"

static struct chip_config chip_of(const char *name)
{
    struct chip_config chip;
    struct diag        diag = {0};
    if (!chip_load(name, &chip, &diag) || !chip_validate(&chip, &diag))
        fail_msg("%s: %s", name, diag.what);
    return chip;
}

static const struct chip_board *board_of(const char *name)
{
    for (unsigned i = 0; i < CHIP_BOARDS; i++)
        if (strcmp(chip_boards[i].board, name) == 0)
            return &chip_boards[i];
    fail_msg("no board %s", name);
    return NULL;
}

/* Five slots of a lane, two operations of a MULADD; four texels of a SIMD in a clock. */
static void peaks_are_the_published_ones(void **state)
{
    static const struct {
        const char *board;
        unsigned    gflops, processors, texels_10; /* texels_10: tenths of 10^9 texels in a second */
    } rows[] = {{"HD 4870", 1200, 800, 300},
                {"HD 4890", 1360, 800, 340},
                {"HD 4770", 960, 640, 240},
                {"HD 4670", 480, 320, 240},
                {"HD 4550", 96, 80, 48}};
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct chip_board *const board = board_of(rows[i].board);
        const struct chip_config       chip = chip_of(board->chip);
        const unsigned                 processors = chip.simds * chip.lanes * 5;
        assert_int_equal(processors, rows[i].processors);
        assert_int_equal(processors * 2 * board->mhz, rows[i].gflops * 1000);
        assert_int_equal(chip.simds * 4 * board->mhz, rows[i].texels_10 * 100);
    }
}

/* A channel gives a line of 64 bytes each mc_line_clk / 16 clocks. */
static void channels_have_the_boards_bandwidth(void **state)
{
    (void)state;
    for (unsigned i = 0; i < CHIP_BOARDS; i++) {
        const struct chip_board *const board = &chip_boards[i];
        const struct chip_config       chip = chip_of(board->chip);
        const double                   clocks = 64.0 * 16 * chip.mc_channels * board->mhz / (board->gb_s_10 * 100.0);
        if (clocks < chip.mc_line_clk - 0.5 || clocks > chip.mc_line_clk + 0.5)
            fail_msg("%s: mc_line_clk is %u, expected %.1f", board->chip, chip.mc_line_clk, clocks);
    }
}

/* As many parameters differ from rv770 as there are rows. */
static void a_difference_is_a_row(void **state)
{
    static const char *const names[] = {"rv740", "rv790"};
    const struct chip_config base = chip_of("rv770");
    (void)state;
    for (unsigned n = 0; n < 2; n++) {
        const struct chip_config chip = chip_of(names[n]);
        unsigned                 differ = 0, rows = 0;
        assert_string_equal(chip.base, names[n]);
        for (unsigned i = 0; i < CHIP_PARAMETERS; i++)
            differ += chip_value(&chip, &chip_parameters[i]) != chip_value(&base, &chip_parameters[i]);
        for (unsigned i = 0; i < CHIP_DIFFERENCES; i++)
            rows += strcmp(chip_differences[i].chip, names[n]) == 0;
        assert_int_equal(differ, rows);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(peaks_are_the_published_ones),
        cmocka_unit_test(channels_have_the_boards_bandwidth),
        cmocka_unit_test(a_difference_is_a_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
