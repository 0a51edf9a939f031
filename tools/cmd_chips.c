/* cmd_chips.c - `wekiva chips`: presets, parameters and peaks of the chips (machine_family). */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rtl_model/machine.h"
#include "tools/chip_area.h"
#include "tools/chip_peaks.h"
#include "tools/commands.h"
#include "tools/output.h"

enum { OPTION_PARAMS, OPTION_PEAKS, OPTION_CLOCK, OPTION_AREA, OPTION_ASSUME, OPTION_SET, OPTION_JSON };
enum { CHIPS_MAX = 64, MHZ_MAX = 100000, SETS_MAX = 64 };

/* What is listed of them. */
struct list {
    bool                    params, peaks, area, json;
    unsigned                mhz; /* of peaks; 0: a board's */
    struct area_assumptions assumed;
    const char             *sets[SETS_MAX];
    unsigned                set_count;
};

static const struct option_row chips_options[] = {
    [OPTION_PARAMS] = {"params", 0, NULL, "every parameter: values, unit, range, confidence, source, meaning",
                       OPTION_FLAG(struct list, params)},
    [OPTION_PEAKS] = {"peaks", 0, NULL,
                      "what a chip can do at most, in a clock and in a second: formula, inputs,\nvalue",
                      OPTION_FLAG(struct list, peaks)},
    [OPTION_CLOCK] = {"clock", 0, "MHZ", "at this clock (default: that of a board with the chip)", OPTION_OWN},
    [OPTION_AREA] = {"area", 0, NULL, "what parts of a chip may take of its die (docs/area.md)",
                     OPTION_FLAG(struct list, area)},
    [OPTION_ASSUME] = {"assume", 0, "NAME=VALUE...", "an input of --area: --assume efficiency=0.6",
                       OPTION_LIST(struct list, assumed.text, assumed.count, AREA_INPUTS)},
    [OPTION_SET] = {"set", 's', "NAME=VALUE...", "a chip parameter; --area says what it costs",
                    OPTION_LIST(struct list, sets, set_count, SETS_MAX)},
    [OPTION_JSON] = {"json", 0, NULL, "the same as JSON", OPTION_FLAG(struct list, json)},
};

static const struct option_rule chips_rules[] = {
    {NEEDS, "clock", "peaks", NULL},    {NOT_WITH, "peaks", "params", NULL}, {NEEDS, "assume", "area", NULL},
    {NOT_WITH, "area", "params", NULL}, {NOT_WITH, "area", "peaks", NULL},
};

struct chips {
    struct machine_chip chip[CHIPS_MAX];
    unsigned            count;
};

/* The first of a family among them, or their count; the one behind that of the same family. */
static unsigned next_of(const struct chips *chips, const struct machine_family *family, unsigned from)
{
    while (from < chips->count && chips->chip[from].family != family)
        from++;
    return from;
}
#define EACH_OF(c, chips, family)                                                                                      \
    for (unsigned c = next_of(chips, family, 0); c < (chips)->count; c = next_of(chips, family, c + 1))

static bool has_any(const struct chips *chips, const struct machine_family *family)
{
    return next_of(chips, family, 0) < chips->count;
}

static bool is_short(const struct machine_family *family, const struct chip_parameter *parameter)
{
    for (const char *const *name = family->brief; *name; name++)
        if (strcmp(parameter->name, *name) == 0)
            return true;
    return false;
}

/* ---- text ------------------------------------------------------------------------------------------------------- */

static void print_short(FILE *out, const struct chips *chips, const struct machine_family *family)
{
    const struct chip_table *table = family->chips;
    fprintf(out, "%-12s", "chip");
    for (unsigned p = 0; p < table->parameter_count; p++)
        if (is_short(family, &table->parameters[p]))
            fprintf(out, " %9s", table->parameters[p].name);
    EACH_OF(c, chips, family)
    {
        fprintf(out, "\n%-12s", chips->chip[c].name);
        for (unsigned p = 0; p < table->parameter_count; p++)
            if (is_short(family, &table->parameters[p]))
                fprintf(out, " %*u",
                        (int)strlen(table->parameters[p].name) > 9 ? (int)strlen(table->parameters[p].name) : 9,
                        machine_chip_value(&chips->chip[c], &table->parameters[p]));
    }
    fprintf(out, "\n\n");
    for (unsigned p = 0; p < table->parameter_count; p++)
        if (is_short(family, &table->parameters[p]))
            fprintf(out, "%-12s %-8s %s\n", table->parameters[p].name, table->parameters[p].unit,
                    table->parameters[p].meaning);
    fputc('\n', out);
}

static void print_params(FILE *out, const struct chips *chips, const struct machine_family *family)
{
    const struct chip_table *table = family->chips;
    fprintf(out, "%-20s %-8s", "parameter", "unit");
    EACH_OF(c, chips, family)
    {
        fprintf(out, " %7s", chips->chip[c].name);
    }
    fprintf(out, " %12s  %s  %s\n", "range", "C", "source");
    for (unsigned p = 0; p < table->parameter_count; p++) {
        const struct chip_parameter *row = &table->parameters[p];
        char                         range[32];
        fprintf(out, "%-20s %-8s", row->name, row->unit);
        EACH_OF(c, chips, family)
        {
            const uint32_t    value = machine_chip_value(&chips->chip[c], row);
            const char *const name = chip_table_value_name(table, row, value);
            if (name)
                fprintf(out, " %7s", name);
            else
                fprintf(out, " %7u", value);
        }
        snprintf(range, sizeof range, "%u..%u", row->least, row->most);
        fprintf(out, " %12s  %s  %s\n    %s\n", range, row->confidence, row->source, row->meaning);
    }
    fputc('\n', out);
}

/* Of families that have no areas a line, where presets are listed. */
static void print_area(FILE *out, const struct machine_chip *chip, const struct list *list)
{
    struct chip_area area;
    struct diag      diag = {0};
    if (chip_area_make(&area, chip, &list->assumed, &diag))
        chip_area_print(out, chip, &area);
    else
        fprintf(out, "%s\n\n", diag.what);
}

/* A table for each family; of peaks and areas for each chip. */
static void print_text(FILE *out, const struct chips *chips, const struct list *list)
{
    const bool params = list->params;
    for (unsigned c = 0; list->peaks && c < chips->count; c++)
        chip_peaks_print(out, &chips->chip[c], list->mhz);
    for (unsigned c = 0; list->area && c < chips->count; c++)
        print_area(out, &chips->chip[c], list);
    if (list->peaks || list->area)
        return;
    for (unsigned f = 0; f < machine_family_count; f++)
        if (has_any(chips, machine_families[f]))
            (params ? print_params : print_short)(out, chips, machine_families[f]);
    if (params)
        fprintf(out,
                "C is the confidence: D documented, M measured, P press, I inferred, U unknown (a modelling choice),\n"
                "X an instrument of experiments, which no chip has.\n"
                "Change one with wekiva run --set NAME=VALUE, or several in a chip file.\n");
    else
        fprintf(out, "wekiva chips --params lists every parameter.\n");
}

/* ---- JSON ------------------------------------------------------------------------------------------------------- */

static json_t *parameter_object(const struct chips *chips, const struct machine_family *family,
                                const struct chip_parameter *row)
{
    json_t *values = json_object();
    EACH_OF(c, chips, family)
    {
        json_object_set_new(values, chips->chip[c].name, json_integer(machine_chip_value(&chips->chip[c], row)));
    }
    json_t *object =
        json_pack("{s:s, s:s, s:s, s:o, s:[I, I], s:s, s:s, s:s}", "family", family->name, "name", row->name, "unit",
                  row->unit, "values", values, "range", (json_int_t)row->least, (json_int_t)row->most, "confidence",
                  row->confidence, "source", row->source, "meaning", row->meaning);
    for (uint32_t value = row->least; chip_table_value_name(family->chips, row, value); value++) {
        if (value == row->least)
            json_object_set_new(object, "names", json_object());
        json_object_set_new(json_object_get(object, "names"), chip_table_value_name(family->chips, row, value),
                            json_integer(value));
    }
    return object;
}

static void append_parameters(json_t *array, const struct chips *chips, const struct machine_family *family)
{
    for (unsigned p = 0; p < family->chips->parameter_count; p++)
        json_array_append_new(array, parameter_object(chips, family, &family->chips->parameters[p]));
}

static json_t *chip_object(const struct machine_chip *chip)
{
    const struct chip_table *table = chip->family->chips;
    json_t                  *parameters = json_object();
    for (unsigned p = 0; p < table->parameter_count; p++)
        json_object_set_new(parameters, table->parameters[p].name,
                            json_integer(machine_chip_value(chip, &table->parameters[p])));
    return json_pack("{s:s, s:s, s:o}", "name", chip->name, "family", chip->family->name, "parameters", parameters);
}

static json_t *area_object(const struct machine_chip *chip, const struct list *list)
{
    struct chip_area area;
    struct diag      diag = {0};
    return chip_area_make(&area, chip, &list->assumed, &diag) ? chip_area_json(chip, &area)
                                                              : json_pack("{s:s}", "name", chip->name);
}

static int print_json(const struct chips *chips, const struct list *list)
{
    struct output out;
    json_t       *array = json_array();
    for (unsigned f = 0; list->params && f < machine_family_count; f++)
        if (has_any(chips, machine_families[f]))
            append_parameters(array, chips, machine_families[f]);
    for (unsigned c = 0; !list->params && c < chips->count; c++)
        json_array_append_new(array, list->area    ? area_object(&chips->chip[c], list)
                                     : list->peaks ? chip_peaks_json(&chips->chip[c], list->mhz)
                                                   : chip_object(&chips->chip[c]));
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

static bool load_chip(struct chips *chips, const char *name, const struct list *list, struct diag *diag)
{
    return machine_chip_choose(name, NULL, "--set ", list->sets, list->set_count, &chips->chip[chips->count++], diag);
}

/* What is asked of one chip must be known of it. */
static bool check_area(const struct machine_chip *chip, const struct list *list, struct diag *diag)
{
    struct chip_area area;
    return !list->area || chip_area_make(&area, chip, &list->assumed, diag);
}

static bool load_presets(struct chips *chips, const struct list *list, struct diag *diag)
{
    for (unsigned f = 0; f < machine_family_count; f++)
        for (unsigned i = 0; i < machine_families[f]->chips->name_count; i++)
            if (!load_chip(chips, machine_families[f]->chips->names[i], list, diag))
                return false;
    return true;
}

/* Without names the presets of all families. */
static bool load_chips(struct chips *chips, char **names, int count, const struct list *list, struct diag *diag)
{
    for (int i = 0; i < count; i++)
        if (!output_spares(NULL, names[i], "the chip file", diag) || !load_chip(chips, names[i], list, diag) ||
            !check_area(&chips->chip[chips->count - 1], list, diag))
            return false;
    return count || (load_presets(chips, list, diag) && check_area(&chips->chip[0], list, diag));
}

static int print_chips(const struct chips *chips, const struct list *list)
{
    struct output out;
    if (list->json)
        return print_json(chips, list);
    if (!output_open(&out))
        return STATUS_BAD_INPUT;
    print_text(out.file, chips, list);
    return output_print(&out, STATUS_DONE);
}

static bool take_clock(const struct command *command, int option, void *into)
{
    uint64_t mhz;
    (void)option;
    if (!option_number(command, "clock", optarg, 1, MHZ_MAX, &mhz))
        return false;
    ((struct list *)into)->mhz = (unsigned)mhz;
    return true;
}

static int chips_run(const struct command *command, int argc, char **argv)
{
    struct chips chips = {.count = 0};
    struct diag  diag = {0};
    struct list  list = {0};
    int          status;
    option_set_t given = 0;
    if (!options_read(command, argc, argv, &given, take_clock, &list, &status))
        return status;
    if (list.set_count && optind == argc)
        return usage_error(command, "--set: expected a CHIP with it");
    if (argc - optind > CHIPS_MAX)
        return usage_error(command, "expected at most %d chips, got %d", CHIPS_MAX, argc - optind);
    status = load_chips(&chips, argv + optind, argc - optind, &list, &diag) ? print_chips(&chips, &list)
                                                                            : complain(&diag, STATUS_BAD_INPUT);
    for (unsigned c = 0; c < CHIPS_MAX; c++)
        machine_chip_free(&chips.chip[c]);
    return status;
}

const struct command chips_command = {
    .name = "chips",
    .operands = "[--params | --peaks [--clock MHZ] | --area] [--set NAME=VALUE]... [--json] [CHIP]...",
    .summary = "lists the chips, their parameters, what they can do at most, their area",
    .text = "CHIP is the name of a preset or a chip file; without any, the presets are listed, a table for each\n"
            "family of chips.\n"
            "\n"
            "examples:\n"
            "  wekiva chips\n"
            "  wekiva chips --params rv770 mine.json\n"
            "  wekiva chips --peaks rv770 --clock 625\n"
            "  wekiva chips --area rv770 --set tc_l1_kb=32\n"
            "  wekiva chips --params --json | jq '.[] | select(.confidence == \"U\").name'\n",
    .options = chips_options,
    .option_count = sizeof chips_options / sizeof chips_options[0],
    .rules = chips_rules,
    .rule_count = sizeof chips_rules / sizeof chips_rules[0],
    .run = chips_run,
};
