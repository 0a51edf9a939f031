#include "rtl_model/r700/chip.h"

#include "mem/l2_lines.h"
#include "pipeline/control/cf_state.h"

const struct chip_parameter chip_parameters[CHIP_PARAMETERS] = {
#define CHIP_PARAMETER(name, unit, rv770, rv730, rv710, least, most, confidence, source, meaning)                      \
    {#name, unit, confidence, source, meaning, least, most, offsetof(struct chip_config, name)},
#include "rtl_model/r700/chip.def"
#undef CHIP_PARAMETER
};

/* A chip that is another one but for some rows has two initialisers of a member: the later one counts (C11 6.7.9). */
#pragma GCC diagnostic          push
#pragma GCC diagnostic          ignored "-Woverride-init"
static const struct chip_config presets[] = {
#define CHIP_PARAMETER(parameter, unit, rv770, rv730, rv710, ...) .parameter = rv770,
    {
        .name = "rv770",
        .base = "rv770",
#include "rtl_model/r700/chip.def"
    },
#undef CHIP_PARAMETER
#define CHIP_PARAMETER(parameter, unit, rv770, rv730, rv710, ...) .parameter = rv730,
    {
        .name = "rv730",
        .base = "rv730",
#include "rtl_model/r700/chip.def"
    },
#undef CHIP_PARAMETER
#define CHIP_PARAMETER(parameter, unit, rv770, rv730, rv710, ...) .parameter = rv710,
    {
        .name = "rv710",
        .base = "rv710",
#include "rtl_model/r700/chip.def"
    },
#undef CHIP_PARAMETER
#define CHIP_PARAMETER(parameter, unit, rv770, rv730, rv710, ...) .parameter = rv770,
#define CHIP_DIFFERENCE(parameter, value, confidence, source) .parameter = value,
    {
        .name = "rv740",
        .base = "rv740",
#include "rtl_model/r700/chip.def"
#include "rtl_model/r700/chip_rv740.def"
    },
    {
        .name = "rv790",
        .base = "rv790",
#include "rtl_model/r700/chip.def"
#include "rtl_model/r700/chip_rv790.def"
    },
#undef CHIP_DIFFERENCE
#undef CHIP_PARAMETER
};
#pragma GCC diagnostic pop
const char *const      chip_names[CHIP_NAMES] = {"rv770", "rv730", "rv710", "rv740", "rv790"};

const struct chip_difference chip_differences[CHIP_DIFFERENCES] = {
#define CHIP_DIFFERENCE(parameter, value, confidence, source) {"rv740", #parameter, confidence, source},
#include "rtl_model/r700/chip_rv740.def"
#undef CHIP_DIFFERENCE
#define CHIP_DIFFERENCE(parameter, value, confidence, source) {"rv790", #parameter, confidence, source},
#include "rtl_model/r700/chip_rv790.def"
#undef CHIP_DIFFERENCE
};

const struct chip_board chip_boards[CHIP_BOARDS] = {
#define CHIP_BOARD(chip, board, year, nanometres, mhz, memory, gb_s_10, source)                                        \
    {#chip, board, memory, source, year, nanometres, mhz, gb_s_10},
#include "rtl_model/r700/chip_boards.def"
#undef CHIP_BOARD
};

/* Values with names. */
static const struct chip_value_name value_names[] = {
#define CHIP_VALUE(parameter, name, number) {#parameter, #name, number},
#include "rtl_model/r700/chip_values.def"
#undef CHIP_VALUE
};
enum { VALUE_NAMES = sizeof value_names / sizeof value_names[0] };

const struct chip_table r700_chips = {.names = chip_names,
                                      .name_count = CHIP_NAMES,
                                      .presets = presets,
                                      .chip_bytes = sizeof(struct chip_config),
                                      .parameters = chip_parameters,
                                      .parameter_count = CHIP_PARAMETERS,
                                      .value_names = value_names,
                                      .value_name_count = VALUE_NAMES};

uint32_t chip_value(const struct chip_config *chip, const struct chip_parameter *parameter)
{
    return chip_table_value(chip, parameter);
}

const char *chip_value_name(const struct chip_parameter *parameter, uint32_t value)
{
    return chip_table_value_name(&r700_chips, parameter, value);
}

bool chip_load(const char *name_or_path, struct chip_config *chip, struct diag *diag)
{
    return chip_table_load(&r700_chips, name_or_path, chip, diag);
}

bool chip_set(struct chip_config *chip, const char *assignment, struct diag *diag)
{
    return chip_table_set(&r700_chips, chip, assignment, diag);
}

static bool power_of_two(const struct chip_config *chip, const char *name, uint32_t value, struct diag *diag)
{
    return (value & (value - 1)) == 0 ||
           diag_set(diag, NULL, 0, "chip %s: %s is %u, expected a power of two", chip->name, name, value);
}

static bool is_power_of_two(unsigned value)
{
    return value && !(value & (value - 1));
}

/* Whole sets, a power of two of them, and for each line that a reader may hold at once a way. */
static bool validate_cache(const struct chip_config *chip, const char *name, unsigned kb, unsigned ways, unsigned least,
                           unsigned most, struct diag *diag)
{
    const unsigned lines = kb * LINES_PER_KB;
    if (lines > most || (ways && (ways < least || lines % ways || !is_power_of_two(lines / ways))))
        return diag_set(diag, NULL, 0,
                        "chip %s: %s has %u lines and %u ways, expected at most %u lines, and all of them or at least "
                        "%u ways in a power of two of sets",
                        chip->name, name, lines, ways, most, least);
    return true;
}

static bool validate_memory(const struct chip_config *chip, struct diag *diag)
{
    /* A pass of the texture unit: 16 texels, each of up to three pieces in two lines. */
    enum { LEAST_L1_WAYS = 32, LEAST_L2_WAYS = 16 };
    const unsigned ways = chip->l2_request_clk + chip->l2_return_clk;
    if (!is_power_of_two(chip->mc_channels) || !is_power_of_two(chip->mc_interleave_b))
        return diag_set(diag, NULL, 0, "chip %s: mc_channels is %u, mc_interleave_b %u, expected powers of two",
                        chip->name, chip->mc_channels, chip->mc_interleave_b);
    if (chip->tc_l2_kb % chip->mc_channels)
        return diag_set(diag, NULL, 0, "chip %s: tc_l2_kb is %u, expected a multiple of the %u channels", chip->name,
                        chip->tc_l2_kb, chip->mc_channels);
    if (chip->tc_l2_hit_clk < ways + 3 || chip->mc_latency_clk < ways + 4)
        return diag_set(diag, NULL, 0,
                        "chip %s: tc_l2_hit_clk is %u, mc_latency_clk %u, expected more than l2_request_clk and "
                        "l2_return_clk, and 3 and 4 clocks",
                        chip->name, chip->tc_l2_hit_clk, chip->mc_latency_clk);
    return validate_cache(chip, "tc_l1_kb", chip->tc_l1_kb, chip->tc_l1_ways, LEAST_L1_WAYS, LINE_CACHE_LINES, diag) &&
           validate_cache(chip, "a bank of tc_l2_kb", chip->tc_l2_kb / chip->mc_channels, chip->tc_l2_ways,
                          LEAST_L2_WAYS, L2_BANK_LINES, diag);
}

static bool validate_vertices(const struct chip_config *chip, struct diag *diag)
{
    return chip->vc_present || chip_holds_vertices(chip) ||
           diag_set(
               diag, NULL, 0,
               "chip %s: vc_present is 0, tc_l1_kb has %u lines, expected at least %u, fully associative: two for each "
               "thread of a wavefront",
               chip->name, chip->tc_l1_kb * LINES_PER_KB, 2 * chip->wave_size);
}

/* The rows of cf_state, in subentries. */
static bool validate_stack(const struct chip_config *chip, struct diag *diag)
{
    const unsigned most = CF_STACK_ROWS / stack_subentries(chip);
    return chip->max_stack_entries <= most ||
           diag_set(diag, NULL, 0, "chip %s: max_stack_entries is %u, expected at most %u where an entry has %u rows",
                    chip->name, chip->max_stack_entries, most, stack_subentries(chip));
}

bool chip_validate(const struct chip_config *chip, struct diag *diag)
{
    if (chip->wave_size != 4 * chip->lanes)
        return diag_set(diag, NULL, 0, "chip %s: wave_size is %u, expected 4 x lanes = %u (RV770 timing S3)",
                        chip->name, chip->wave_size, 4 * chip->lanes);
    if (chip->max_gprs <= 2 * chip->clause_temporaries)
        return diag_set(diag, NULL, 0, "chip %s: max_gprs is %u, expected more than 2 x clause_temporaries = %u",
                        chip->name, chip->max_gprs, 2 * chip->clause_temporaries);
    /* Global GPRs and temporaries have absolute numbers below 128 (ISA 2.6.1.2). */
    const unsigned shared = chip->global_gprs + 2 * chip->clause_temporaries;
    if (chip->global_gprs && (shared > 128 || shared >= chip->max_gprs))
        return diag_set(
            diag, NULL, 0,
            "chip %s: global_gprs is %u, expected at most 128 less 2 x clause_temporaries, and private GPRs",
            chip->name, chip->global_gprs);
    return power_of_two(chip, "tile_pipes", chip->tile_pipes, diag) &&
           power_of_two(chip, "tile_banks", chip->tile_banks, diag) &&
           power_of_two(chip, "tile_row_kb", chip->tile_row_kb, diag) && validate_memory(chip, diag) &&
           validate_vertices(chip, diag) && validate_stack(chip, diag);
}
