#include "rtl_model/r580/analysis/peaks.h"

#include <string.h>

#include "rtl_model/r580/chip.h"

const struct machine_traffic r580_traffic[] = {
    {"texture look-ups", "look-ups of pixels", "look-up of a pixel", {"texture.lookups", ""}, {4, 0}},
    {NULL, NULL, NULL, {NULL}, {0}},
};

unsigned r580_peaks(const void *chip, struct machine_peak *rows, unsigned limit)
{
    const struct us_chip *const of = chip;
#define CHIP_PARAMETER(name, ...)                                                                                      \
    const double name = of->name;                                                                                      \
    (void)name;
#include "rtl_model/r580/chip.def"
#undef CHIP_PARAMETER
    const struct machine_peak made[] = {
#define PEAK(name, unit, formula, rate, used, each, meaning) {name, unit, #formula, formula, rate, used, each, meaning},
#include "rtl_model/r580/analysis/peaks.def"
#undef PEAK
    };
    enum { ROWS = sizeof made / sizeof made[0] };
    memcpy(rows, made, (limit < ROWS ? limit : ROWS) * sizeof *rows);
    return ROWS;
}

/* Radeon X1900 XTX: 650 MHz (beyond3d.com/content/reviews/2, at the launch of January 2006). */
const char *r580_board(const void *chip, unsigned *mhz)
{
    (void)chip;
    *mhz = 650;
    return "a Radeon X1900 XTX, of which this is a quarter";
}
