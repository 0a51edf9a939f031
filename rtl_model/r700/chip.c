#include "rtl_model/r700/chip.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "kit/near.h"

const struct chip_parameter chip_parameters[CHIP_PARAMETERS] = {
#define CHIP_PARAMETER(name, unit, rv770, rv730, rv710, least, most, confidence, source, meaning)                      \
    {#name, unit, confidence, source, meaning, least, most, offsetof(struct chip_config, name)},
#include "rtl_model/r700/chip.def"
#undef CHIP_PARAMETER
};

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
};
const char *const chip_names[CHIP_NAMES] = {"rv770", "rv730", "rv710"};

/* Values with names. */
static const struct {
    const char *parameter, *name;
    uint32_t    number;
} value_names[] = {
#define CHIP_VALUE(parameter, name, number) {#parameter, #name, number},
#include "rtl_model/r700/chip_values.def"
#undef CHIP_VALUE
};
enum { VALUE_NAMES = sizeof value_names / sizeof value_names[0] };

uint32_t chip_value(const struct chip_config *chip, const struct chip_parameter *parameter)
{
    uint32_t value;
    memcpy(&value, (const char *)chip + parameter->offset, sizeof value);
    return value;
}

const char *chip_value_name(const struct chip_parameter *parameter, uint32_t value)
{
    for (unsigned i = 0; i < VALUE_NAMES; i++)
        if (strcmp(value_names[i].parameter, parameter->name) == 0 && value_names[i].number == value)
            return value_names[i].name;
    return NULL;
}

/* The number of a value's name; -1: it has none of this name. */
static long long named_value(const char *parameter, size_t length, const char *name)
{
    for (unsigned i = 0; i < VALUE_NAMES; i++)
        if (strlen(value_names[i].parameter) == length && strncmp(value_names[i].parameter, parameter, length) == 0 &&
            strcmp(value_names[i].name, name) == 0)
            return value_names[i].number;
    return -1;
}

/* "expected a whole number", or the names there are; behind `where` when that is not empty. */
static bool bad_value(const char *file, const char *where, const char *name, size_t length, struct diag *diag)
{
    char names[128] = "";
    for (unsigned i = 0; i < VALUE_NAMES; i++)
        if (strlen(value_names[i].parameter) == length && strncmp(value_names[i].parameter, name, length) == 0) {
            const size_t used = strlen(names);
            snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : ": ", value_names[i].name);
        }
    if (names[0])
        return diag_set(diag, file, 0, "%sexpected one of the names%s, or their numbers", where, names);
    return diag_set(diag, file, 0, "%sexpected a whole number", where);
}

static const struct chip_parameter *find(const char *name, size_t length)
{
    for (unsigned p = 0; p < CHIP_PARAMETERS; p++)
        if (strlen(chip_parameters[p].name) == length && strncmp(chip_parameters[p].name, name, length) == 0)
            return &chip_parameters[p];
    return NULL;
}

static bool unknown(const char *file, const char *name, size_t length, struct diag *diag)
{
    const char *similar = NULL;
    unsigned    nearest = length < 6 ? 3 : 4; /* at least this far is not near */
    for (unsigned p = 0; p < CHIP_PARAMETERS; p++) {
        const unsigned away = near_distance(name, length, chip_parameters[p].name);
        if (away < nearest) {
            nearest = away;
            similar = chip_parameters[p].name;
        }
    }
    if (similar)
        return diag_set(diag, file, 0, "unknown chip parameter '%.*s', did you mean %s?", (int)length, name, similar);
    return diag_set(diag, file, 0, "unknown chip parameter '%.*s'; `wekiva chips --params` lists them", (int)length,
                    name);
}

static bool assign(struct chip_config *chip, const char *file, const char *name, size_t length, long long value,
                   struct diag *diag)
{
    const struct chip_parameter *parameter = find(name, length);
    if (!parameter)
        return unknown(file, name, length, diag);
    if (value < (long long)parameter->least || value > (long long)parameter->most)
        return diag_set(diag, file, 0, "%s is %lld, expected %u..%u%s%s", parameter->name, value, parameter->least,
                        parameter->most, parameter->unit[0] ? " " : "", parameter->unit);
    const uint32_t stored = (uint32_t)value;
    memcpy((char *)chip + parameter->offset, &stored, sizeof stored);
    return true;
}

bool chip_set(struct chip_config *chip, const char *assignment, struct diag *diag)
{
    const char *equals = strchr(assignment, '=');
    char       *end;
    if (!equals)
        return diag_set(diag, NULL, 0, "expected NAME=VALUE");
    errno = 0;
    const size_t length = (size_t)(equals - assignment);
    long long    value = strtoll(equals + 1, &end, 0);
    if (errno || end == equals + 1 || *end) {
        if (!find(assignment, length))
            return unknown(NULL, assignment, length, diag);
        value = named_value(assignment, length, equals + 1);
        if (value < 0)
            return bad_value(NULL, "", assignment, length, diag);
    }
    return assign(chip, NULL, assignment, length, value, diag);
}

static bool preset(const char *name, struct chip_config *chip)
{
    for (unsigned p = 0; p < CHIP_NAMES; p++)
        if (strcmp(presets[p].name, name) == 0) {
            *chip = presets[p];
            return true;
        }
    return false;
}

static bool read_parameters(const char *path, json_t *parameters, struct chip_config *chip, struct diag *diag)
{
    const char *key;
    json_t     *value;
    if (!json_is_object(parameters))
        return diag_set(diag, path, 0, "parameters: expected an object of numbers");
    json_object_foreach(parameters, key, value)
    {
        const long long number =
            json_is_string(value) ? named_value(key, strlen(key), json_string_value(value)) : json_integer_value(value);
        if (!find(key, strlen(key)))
            return unknown(path, key, strlen(key), diag);
        if (!(json_is_integer(value) || json_is_string(value)) || number < 0) {
            char where[256];
            snprintf(where, sizeof where, "parameters.%s: ", key);
            return bad_value(path, where, key, strlen(key), diag);
        }
        if (!assign(chip, path, key, strlen(key), number, diag))
            return false;
    }
    return true;
}

static bool read_chip(const char *path, json_t *root, struct chip_config *chip, struct diag *diag)
{
    const char *key;
    json_t     *value;
    json_object_foreach(root, key, value)
    {
        if (strcmp(key, "wekiva_chip") && strcmp(key, "name") && strcmp(key, "base") && strcmp(key, "parameters"))
            return diag_set(diag, path, 0, "unknown key '%s', expected wekiva_chip, name, base, parameters", key);
    }
    if (json_integer_value(json_object_get(root, "wekiva_chip")) != 1)
        return diag_set(diag, path, 0, "wekiva_chip: expected the version number 1");
    const char *name = json_string_value(json_object_get(root, "name"));
    const char *base = json_string_value(json_object_get(root, "base"));
    if (!base || !preset(base, chip))
        return diag_set(diag, path, 0, "base: expected one of rv770, rv730, rv710");
    if (!name || strlen(name) == 0 || strlen(name) >= sizeof chip->name || strpbrk(name, "\t\n\v\f\r\33"))
        return diag_set(diag, path, 0, "name: expected a string of 1..%zu printable characters", sizeof chip->name - 1);
    memset(chip->name, 0, sizeof chip->name);
    memcpy(chip->name, name, strlen(name));
    value = json_object_get(root, "parameters");
    return !value || read_parameters(path, value, chip, diag);
}

/* NULL when there is no such file, or it is a folder.  A byte order mark is skipped: no JSON begins with its first
 * byte. */
static FILE *open_text(const char *path)
{
    struct stat status;
    FILE *const file = fopen(path, "rb");
    if (!file)
        return NULL;
    if (fstat(fileno(file), &status) == 0 && S_ISDIR(status.st_mode)) {
        fclose(file);
        return NULL;
    }
    const int first = getc(file);
    if (first == 0xef) {
        getc(file);
        getc(file);
    } else if (first != EOF) {
        ungetc(first, file);
    }
    return file;
}

bool chip_load(const char *name_or_path, struct chip_config *chip, struct diag *diag)
{
    if (preset(name_or_path, chip))
        return true;
    json_error_t error;
    FILE *const  file = open_text(name_or_path);
    if (!file)
        return diag_set(diag, NULL, 0, "chip '%s': neither rv770, rv730, rv710 nor a file that can be read",
                        name_or_path);
    json_t *root = json_loadf(file, JSON_REJECT_DUPLICATES, &error);
    fclose(file);
    if (!root)
        return diag_set(diag, name_or_path, (unsigned)error.line, "%s", error.text);
    const bool ok = json_is_object(root) ? read_chip(name_or_path, root, chip, diag)
                                         : diag_set(diag, name_or_path, 1, "expected a JSON object");
    json_decref(root);
    return ok;
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
                           struct diag *diag)
{
    enum { MOST_LINES = 512 };
    const unsigned lines = kb * LINES_PER_KB;
    if (lines > MOST_LINES || (ways && (ways < least || lines % ways || !is_power_of_two(lines / ways))))
        return diag_set(diag, NULL, 0,
                        "chip %s: %s has %u lines and %u ways, expected at most %d lines, and all of them or at least "
                        "%u ways in a power of two of sets",
                        chip->name, name, lines, ways, MOST_LINES, least);
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
    return validate_cache(chip, "tc_l1_kb", chip->tc_l1_kb, chip->tc_l1_ways, LEAST_L1_WAYS, diag) &&
           validate_cache(chip, "a bank of tc_l2_kb", chip->tc_l2_kb / chip->mc_channels, chip->tc_l2_ways,
                          LEAST_L2_WAYS, diag);
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
           validate_vertices(chip, diag);
}
