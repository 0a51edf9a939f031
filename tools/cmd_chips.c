/* cmd_chips.c - `wekiva chips`: presets and parameters of the chips (machine_family). */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rtl_model/machine.h"
#include "tools/commands.h"
#include "tools/output.h"

enum { OPTION_PARAMS, OPTION_JSON, CHIPS_MAX = 64 };

static const struct option_row chips_options[] = {
    [OPTION_PARAMS] = {"params", 0, NULL, "every parameter: values, unit, range, confidence, source, meaning"},
    [OPTION_JSON] = {"json", 0, NULL, "the same as JSON"},
};

/* All of one family. */
struct chips {
    const struct machine_family *family;
    struct machine_chip          chip[CHIPS_MAX];
    unsigned                     count;
};

/* The parameters of the short table; the rest is timing. */
static const char *const short_list[] = {"simds",     "wave_size", "lanes",     "max_gprs",
                                         "max_waves", "ic_cf_kb",  "ic_alu_kb", "kc_kb"};

static bool is_short(const struct chip_parameter *parameter)
{
    for (unsigned i = 0; i < sizeof short_list / sizeof short_list[0]; i++)
        if (strcmp(parameter->name, short_list[i]) == 0)
            return true;
    return false;
}

/* ---- text ------------------------------------------------------------------------------------------------------- */

static void print_short(FILE *out, const struct chips *chips)
{
    fprintf(out, "%-12s", "chip");
    for (unsigned p = 0; p < chips->family->parameter_count; p++)
        if (is_short(&chips->family->parameters[p]))
            fprintf(out, " %9s", chips->family->parameters[p].name);
    for (unsigned c = 0; c < chips->count; c++) {
        fprintf(out, "\n%-12s", chips->chip[c].name);
        for (unsigned p = 0; p < chips->family->parameter_count; p++)
            if (is_short(&chips->family->parameters[p]))
                fprintf(out, " %9u", machine_chip_value(&chips->chip[c], &chips->family->parameters[p]));
    }
    fprintf(out, "\n\n");
    for (unsigned p = 0; p < chips->family->parameter_count; p++)
        if (is_short(&chips->family->parameters[p]))
            fprintf(out, "%-12s %-8s %s\n", chips->family->parameters[p].name, chips->family->parameters[p].unit,
                    chips->family->parameters[p].meaning);
    fprintf(out, "\nwekiva chips --params lists every parameter.\n");
}

static void print_params(FILE *out, const struct chips *chips)
{
    fprintf(out, "%-20s %-8s", "parameter", "unit");
    for (unsigned c = 0; c < chips->count; c++)
        fprintf(out, " %7s", chips->chip[c].name);
    fprintf(out, " %12s  %s  %s\n", "range", "C", "source");
    for (unsigned p = 0; p < chips->family->parameter_count; p++) {
        const struct chip_parameter *row = &chips->family->parameters[p];
        char                         range[32];
        fprintf(out, "%-20s %-8s", row->name, row->unit);
        for (unsigned c = 0; c < chips->count; c++) {
            const uint32_t    value = machine_chip_value(&chips->chip[c], row);
            const char *const name = chips->family->value_name(row, value);
            if (name)
                fprintf(out, " %7s", name);
            else
                fprintf(out, " %7u", value);
        }
        snprintf(range, sizeof range, "%u..%u", row->least, row->most);
        fprintf(out, " %12s  %s  %s\n    %s\n", range, row->confidence, row->source, row->meaning);
    }
    fprintf(out,
            "\nC is the confidence: D documented, M measured, P press, I inferred, U unknown (a modelling choice).\n"
            "Change one with wekiva run --set NAME=VALUE, or several in a chip file.\n");
}

/* ---- JSON ------------------------------------------------------------------------------------------------------- */

static json_t *parameter_object(const struct chips *chips, const struct chip_parameter *row)
{
    json_t *values = json_object();
    for (unsigned c = 0; c < chips->count; c++)
        json_object_set_new(values, chips->chip[c].name, json_integer(machine_chip_value(&chips->chip[c], row)));
    json_t *object = json_pack("{s:s, s:s, s:o, s:[I, I], s:s, s:s, s:s}", "name", row->name, "unit", row->unit,
                               "values", values, "range", (json_int_t)row->least, (json_int_t)row->most, "confidence",
                               row->confidence, "source", row->source, "meaning", row->meaning);
    for (uint32_t value = row->least; chips->family->value_name(row, value); value++) {
        if (value == row->least)
            json_object_set_new(object, "names", json_object());
        json_object_set_new(json_object_get(object, "names"), chips->family->value_name(row, value),
                            json_integer(value));
    }
    return object;
}

static json_t *chip_object(const struct machine_chip *chip)
{
    const struct machine_family *family = chip->family;
    json_t                      *parameters = json_object();
    for (unsigned p = 0; p < family->parameter_count; p++)
        json_object_set_new(parameters, family->parameters[p].name,
                            json_integer(machine_chip_value(chip, &family->parameters[p])));
    return json_pack("{s:s, s:o}", "name", chip->name, "parameters", parameters);
}

static int print_json(const struct chips *chips, bool params)
{
    struct output out;
    json_t       *array = json_array();
    for (unsigned p = 0; params && p < chips->family->parameter_count; p++)
        json_array_append_new(array, parameter_object(chips, &chips->family->parameters[p]));
    for (unsigned c = 0; !params && c < chips->count; c++)
        json_array_append_new(array, chip_object(&chips->chip[c]));
    if (!output_open(&out)) {
        json_decref(array);
        return STATUS_BAD_INPUT;
    }
    const bool good = json_dumpf(array, out.file, JSON_INDENT(1)) == 0;
    fputc('\n', out.file);
    json_decref(array);
    if (good)
        return output_print(&out, STATUS_DONE);
    output_drop(&out);
    fprintf(stderr, "wekiva: not enough memory for the output\n");
    return STATUS_BAD_INPUT;
}

/* ---- command ---------------------------------------------------------------------------------------------------- */

/* Without names the presets of the first family. */
static bool load_chips(struct chips *chips, char **names, int count, struct diag *diag)
{
    chips->family = machine_families[0];
    for (int i = 0; i < (count ? count : (int)chips->family->chip_count); i++) {
        struct machine_chip *chip = &chips->chip[chips->count];
        if (count && !output_spares(NULL, names[i], "the chip file", diag))
            return false;
        if (!machine_chip_choose(count ? names[i] : chips->family->chips[i], NULL, "", NULL, 0, chip, diag))
            return false;
        chips->count++;
        if (chips->count == 1)
            chips->family = chip->family;
        if (chip->family != chips->family)
            return diag_set(diag, NULL, 0, "%s is no chip of %s: expected chips of one family", chip->name,
                            chips->family->name);
    }
    return true;
}

static int print_chips(const struct chips *chips, bool params, bool json)
{
    struct output out;
    if (json)
        return print_json(chips, params);
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    if (params)
        print_params(out.file, chips);
    else
        print_short(out.file, chips);
    return output_print(&out, STATUS_DONE);
}

static int chips_run(const struct command *command, int argc, char **argv)
{
    struct chips chips = {.count = 0};
    struct diag  diag = {0};
    bool         params = false, json = false;
    int          option;
    uint32_t     given = 0;
    while ((option = options_next(command, argc, argv, &given)) >= 0) {
        params |= option == OPTION_PARAMS;
        json |= option == OPTION_JSON;
    }
    if (option != OPTION_END)
        return options_status(option);
    if (argc - optind > CHIPS_MAX)
        return usage_error(command, "expected at most %d chips, got %d", CHIPS_MAX, argc - optind);
    const int status = load_chips(&chips, argv + optind, argc - optind, &diag) ? print_chips(&chips, params, json)
                                                                               : complain(&diag, STATUS_BAD_INPUT);
    for (unsigned c = 0; c < CHIPS_MAX; c++)
        machine_chip_free(&chips.chip[c]);
    return status;
}

const struct command chips_command = {
    .name = "chips",
    .operands = "[--params] [--json] [CHIP]...",
    .summary = "lists the chips, or their parameters",
    .text = "CHIP is the name of a preset or a chip file; without any, the presets are listed.\n"
            "\n"
            "examples:\n"
            "  wekiva chips\n"
            "  wekiva chips --params rv770 mine.json\n"
            "  wekiva chips --params --json | jq '.[] | select(.confidence == \"U\").name'\n",
    .options = chips_options,
    .option_count = sizeof chips_options / sizeof chips_options[0],
    .run = chips_run,
};
