#include "rtl_model/nv30/analysis/peaks.h"

#include <string.h>

#include "rtl_model/nv30/chip.h"

const struct machine_traffic nv30_traffic[] = {
    {"texture reads",
     "texture reads of pixels",
     "texture read of a pixel",
     {"texture_units.texture_reads", ""},
     {4, 0}},
    {NULL, NULL, NULL, {NULL}, {0}},
};

unsigned nv30_peaks(const void *chip, struct machine_peak *rows, unsigned limit)
{
    const struct nv30_chip *const of = chip;
#define CHIP_PARAMETER(name, ...)                                                                                      \
    const double name = of->name;                                                                                      \
    (void)name;
#include "rtl_model/nv30/chip.def"
#undef CHIP_PARAMETER
    const struct machine_peak made[] = {
#define PEAK(name, unit, formula, rate, used, each, meaning) {name, unit, #formula, formula, rate, used, each, meaning},
#include "rtl_model/nv30/analysis/peaks.def"
#undef PEAK
    };
    enum { ROWS = sizeof made / sizeof made[0] };
    memcpy(rows, made, (limit < ROWS ? limit : ROWS) * sizeof *rows);
    return ROWS;
}

/* GeForce FX 5800 Ultra: 500 MHz (as per NVIDIA, beyond3d.com/content/reviews/10/2). */
const char *nv30_board(const void *chip, unsigned *mhz)
{
    (void)chip;
    *mhz = 500;
    return "GeForce FX 5800 Ultra";
}
