#include "rtl_model/nv30/chip.h"

static const struct chip_parameter parameters[NV30_CHIP_PARAMETERS] = {
#define CHIP_PARAMETER(name, unit, nv30, least, most, confidence, source, meaning)                                     \
    {#name, unit, confidence, source, meaning, least, most, offsetof(struct nv30_chip, name)},
#include "rtl_model/nv30/chip.def"
#undef CHIP_PARAMETER
};

static const struct nv30_chip preset = {
    .name = "nv30",
    .base = "nv30",
#define CHIP_PARAMETER(parameter, unit, nv30, ...) .parameter = nv30,
#include "rtl_model/nv30/chip.def"
#undef CHIP_PARAMETER
};
static const char *const names[] = {"nv30"};

static const struct chip_value_name value_names[] = {
    {"pair_reads", "none", 0}, {"pair_reads", "direct", 1}, {"pair_reads", "any", 2}};

const struct chip_table nv30_chips = {.names = names,
                                      .name_count = 1,
                                      .presets = &preset,
                                      .chip_bytes = sizeof preset,
                                      .parameters = parameters,
                                      .parameter_count = NV30_CHIP_PARAMETERS,
                                      .value_names = value_names,
                                      .value_name_count = sizeof value_names / sizeof value_names[0]};
