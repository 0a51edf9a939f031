#include "tools/chip_area.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/options.h"

/* ---- assumptions ------------------------------------------------------------------------------------------------ */

static const char *input_name(const void *context, unsigned i)
{
    const struct chip_area *const area = context;
    return i < area->inputs ? area->input[i].name : NULL;
}

static bool assume(struct chip_area *area, const char *text, struct diag *diag)
{
    const size_t length = strcspn(text, "=");
    char         name[32], *end;
    unsigned     at = 0;
    snprintf(name, sizeof name, "%.*s", (int)(length < 31 ? length : 31), text);
    while (at < area->inputs && strcmp(area->input[at].name, name) != 0)
        at++;
    if (at == area->inputs) {
        const char *const near = nearest_name(name, input_name, area);
        return diag_set(diag, NULL, 0, "--assume %.60s: %s%s%s", text,
                        near ? "did you mean "
                             : "expected NAME=VALUE, an input of `wekiva chips --area`, as efficiency=0.6",
                        near ? near : "", near ? "?" : "");
    }
    const double value = text[length] ? strtod(text + length + 1, &end) : 0;
    if (!text[length] || end == text + length + 1 || *end || !isfinite(value) || value <= 0)
        return diag_set(diag, NULL, 0, "--assume %.60s: expected a number above 0", text);
    area->input[at].value = value;
    area->input[at].confidence = ENERGY_GIVEN;
    return true;
}

/* ---- rows ------------------------------------------------------------------------------------------------------- */

bool chip_area_make(struct chip_area *area, const struct machine_chip *chip, const struct area_assumptions *assumed,
                    struct diag *diag)
{
    const struct machine_family *const family = chip->family;
    struct machine_chip                preset = {0};
    bool                               good = true;
    if (!family->area)
        return diag_set(diag, NULL, 0, "%s: the area of chips of this family is not known", chip->name);
    area->inputs = family->area_inputs(chip->of, area->input);
    for (unsigned i = 0; good && i < assumed->count; i++)
        good = assume(area, assumed->text[i], diag);
    good = good && machine_chip_choose(chip->base, NULL, "", NULL, 0, &preset, diag);
    if (good) {
        area->rows = family->area(chip->of, area->input, area->row);
        family->area(preset.of, area->input, area->preset);
    }
    machine_chip_free(&preset);
    return good;
}

static double sum_of(const struct area_row *rows, unsigned count)
{
    double mm2 = 0;
    for (unsigned i = 0; i < count; i++)
        mm2 += rows[i].mm2;
    return mm2;
}

static double die_of(const struct chip_area *area)
{
    for (unsigned i = 0; i < area->inputs; i++)
        if (strcmp(area->input[i].name, AREA_DIE) == 0)
            return area->input[i].value;
    return 0;
}

/* ---- text ------------------------------------------------------------------------------------------------------- */

static void put_bits(FILE *out, double bits)
{
    if (bits > 0)
        fprintf(out, " %10.1f", bits / 8192);
    else
        fprintf(out, " %10s", "");
}

static void put_row(FILE *out, const struct area_row *row, const struct area_row *preset, double all, bool differs)
{
    fprintf(out, "  %-8s %-20s", row->block, row->part);
    put_bits(out, row->bits);
    fprintf(out, " %8.2f %c %6.1f %%", row->mm2, energy_letter(row->confidence), all > 0 ? 100 * row->mm2 / all : 0);
    if (differs && row->mm2 != preset->mm2)
        fprintf(out, " %+10.2f", row->mm2 - preset->mm2);
    fputc('\n', out);
}

/* What is left of the measured die is the preset's: blocks outside of the model do not change with its parameters. */
static void put_die(FILE *out, const struct machine_chip *chip, const struct chip_area *area)
{
    const double die = die_of(area), all = sum_of(area->row, area->rows), was = sum_of(area->preset, area->rows);
    if (die <= 0)
        fprintf(out, "  no source has the die of %s\n", chip->base);
    else
        fprintf(out, "  %-8s %-20s %10s %8.2f\n", "outside", "of the model", "", die - was);
    fprintf(out, "%s: %.1f mm2 of the model's blocks", chip->name, all);
    if (die > 0)
        fprintf(out, ", a die of %.1f", die - was + all);
    if (all != was)
        fprintf(out, "; %+.2f mm2 beside %s, %+.1f %%", all - was, chip->base,
                100 * (all - was) / (die > 0 ? die : was));
    fputs(" (docs/area.md)\n", out);
}

void chip_area_print(FILE *out, const struct machine_chip *chip, const struct chip_area *area)
{
    const double all = sum_of(area->row, area->rows);
    const bool   differs = all != sum_of(area->preset, area->rows);
    fprintf(out, "  %-8s %-20s %10s %8s   %8s", "block", "part", "KiB", "mm2", "share");
    fprintf(out, differs ? " %10s\n" : "\n", "more");
    for (unsigned i = 0; i < area->rows; i++)
        put_row(out, &area->row[i], &area->preset[i], all, differs);
    put_die(out, chip, area);
    fputs("inputs:\n", out);
    for (unsigned i = 0; i < area->inputs; i++)
        fprintf(out, "  %-12s %10.6g %c  %s\n", area->input[i].name, area->input[i].value,
                energy_letter(area->input[i].confidence), area->input[i].source);
    fputc('\n', out);
}

/* ---- JSON ------------------------------------------------------------------------------------------------------- */

static json_t *rows_json(const struct chip_area *area)
{
    json_t *const rows = json_array();
    for (unsigned i = 0; i < area->rows; i++) {
        const struct area_row *const row = &area->row[i];
        json_array_append_new(rows, json_pack("{s:s, s:s, s:f, s:f, s:f, s:s#, s:s, s:s}", "block", row->block, "part",
                                              row->part, "bits", row->bits, "mm2", row->mm2, "preset_mm2",
                                              area->preset[i].mm2, "confidence", &"PIGU"[row->confidence], 1, "formula",
                                              row->formula, "source", row->source));
    }
    return rows;
}

json_t *chip_area_json(const struct machine_chip *chip, const struct chip_area *area)
{
    json_t *const inputs = json_array();
    for (unsigned i = 0; i < area->inputs; i++)
        json_array_append_new(inputs, json_pack("{s:s, s:f, s:s#, s:s}", "name", area->input[i].name, "value",
                                                area->input[i].value, "confidence", &"PIGU"[area->input[i].confidence],
                                                1, "source", area->input[i].source));
    return json_pack("{s:s, s:s, s:f, s:f, s:o, s:o}", "name", chip->name, "base", chip->base, "mm2",
                     sum_of(area->row, area->rows), "preset_mm2", sum_of(area->preset, area->rows), "inputs", inputs,
                     "rows", rows_json(area));
}
