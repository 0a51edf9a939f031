#include "rtl_model/r700/analysis/peaks.h"

#include <string.h>

#include "mem/line.h"
#include "pipeline/texture/texture_quad.h"
#include "rtl_model/r700/chip.h"

_Static_assert(LINE_LOOKS == 4 && LINE_BYTES == 64 && TEXTURE_QUAD == 4, "the formulas have them as numbers");

const struct machine_traffic r700_traffic[] = {
    {"memory", "bytes of memory", "byte of memory", {"memory*.lines", "memory*.writes"}, {64, 32}},
    {"L2", "of L2", "byte of L2", {"l2_bank*.answers", ""}, {64, 0}},
    {NULL, NULL, NULL, {NULL}, {0}},
};

unsigned r700_peaks(const void *chip, struct machine_peak *rows, unsigned limit)
{
    const struct chip_config *const of = chip;
#define CHIP_PARAMETER(name, ...)                                                                                      \
    const double name = of->name;                                                                                      \
    (void)name;
#include "rtl_model/r700/chip.def"
#undef CHIP_PARAMETER
    const struct machine_peak made[] = {
#define PEAK(name, unit, formula, rate, used, each, meaning) {name, unit, #formula, formula, rate, used, each, meaning},
#include "rtl_model/r700/analysis/peaks.def"
#undef PEAK
    };
    enum { ROWS = sizeof made / sizeof made[0] };
    memcpy(rows, made, (limit < ROWS ? limit : ROWS) * sizeof *rows);
    return ROWS;
}

const char *r700_board(const void *chip, unsigned *mhz)
{
    const struct chip_config *const of = chip;
    for (unsigned i = 0; i < CHIP_BOARDS; i++)
        if (strcmp(chip_boards[i].chip, of->base) == 0) {
            *mhz = chip_boards[i].mhz;
            return chip_boards[i].board;
        }
    return NULL;
}
