#include "rtl_model/r700/analysis/area.h"

#include <string.h>

#include "mem/constant_file.h"
#include "mem/lds.h"
#include "rtl_model/r700/chip.h"

enum inputs {
#define AREA_INPUT(name, ...) INPUT_##name,
#include "rtl_model/r700/analysis/area.def"
    INPUTS
};

unsigned r700_area_inputs(const void *chip, struct area_input inputs[AREA_INPUTS])
{
    const struct chip_config *const of = chip;
#define is(name) (strcmp(of->base, name) == 0)
    const struct area_input made[] = {
#define AREA_INPUT(name, value, confidence, source) {#name, source, value, ENERGY_##confidence},
#include "rtl_model/r700/analysis/area.def"
    };
#undef is
    _Static_assert((int)INPUTS <= (int)AREA_INPUTS, "there is room");
    memcpy(inputs, made, sizeof made);
    return INPUTS;
}

unsigned r700_area(const void *chip, const struct area_input *inputs, struct area_row rows[AREA_ROWS])
{
    const struct chip_config *const of = chip;
#define NAMED(name, value)                                                                                             \
    const double name = value;                                                                                         \
    (void)name;
#define CHIP_PARAMETER(name, ...) NAMED(name, of->name)
#include "rtl_model/r700/chip.def"
#undef CHIP_PARAMETER
#define AREA_INPUT(name, ...) NAMED(name, inputs[INPUT_##name].value)
#include "rtl_model/r700/analysis/area.def"
    const double          bit_mm2 = cell_um2 * (nm / 40) * (nm / 40) / efficiency / 1e6, shrink = nm / 55 * (nm / 55);
    const struct area_row made[] = {
#define AREA_MEMORY(block, part, bits, source) {block, part, bits, (bits)*bit_mm2, ENERGY_GUESSED, #bits, source},
#define AREA_LOGIC(block, part, mm2, confidence, source) {block, part, 0, mm2, ENERGY_##confidence, #mm2, source},
#include "rtl_model/r700/analysis/area.def"
    };
    enum { ROWS = sizeof made / sizeof made[0] };
    _Static_assert((int)ROWS <= (int)AREA_ROWS, "there is room");
    memcpy(rows, made, sizeof made);
    return ROWS;
}
