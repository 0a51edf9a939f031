#include "rtl_model/r580/chip.h"

static const struct chip_parameter parameters[US_CHIP_PARAMETERS] = {
#define CHIP_PARAMETER(name, unit, r580, least, most, confidence, source, meaning)                                     \
    {#name, unit, confidence, source, meaning, least, most, offsetof(struct us_chip, name)},
#include "rtl_model/r580/chip.def"
#undef CHIP_PARAMETER
};

static const struct us_chip preset = {
    .name = "r580",
    .base = "r580",
#define CHIP_PARAMETER(parameter, unit, r580, ...) .parameter = r580,
#include "rtl_model/r580/chip.def"
#undef CHIP_PARAMETER
};

static const char *const            names[] = {"r580"};
static const struct chip_value_name value_names[] = {
#define CHIP_VALUE(parameter, name, number) {#parameter, #name, number},
#include "rtl_model/r580/chip_values.def"
#undef CHIP_VALUE
};

const struct chip_table r580_chips = {.names = names,
                                      .name_count = sizeof names / sizeof names[0],
                                      .presets = &preset,
                                      .chip_bytes = sizeof preset,
                                      .parameters = parameters,
                                      .parameter_count = US_CHIP_PARAMETERS,
                                      .value_names = value_names,
                                      .value_name_count = sizeof value_names / sizeof value_names[0]};

bool us_chip_validate(const struct us_chip *chip, struct diag *diag)
{
    if (chip->group_pixels % 4)
        return diag_set(diag, NULL, 0, "chip %s: group_pixels is %u, expected whole quads, a multiple of 4", chip->name,
                        chip->group_pixels);
    if (4 * chip->output_quads < chip->group_pixels)
        return diag_set(diag, NULL, 0, "chip %s: output_quads is %u, expected at least the %u of a group", chip->name,
                        chip->output_quads, chip->group_pixels / 4);
    return chip->alu_wait_clk > chip->alu_clk ||
           diag_set(diag, NULL, 0, "chip %s: alu_wait_clk is %u, expected more than alu_clk, %u", chip->name,
                    chip->alu_wait_clk, chip->alu_clk);
}
