/* machine.c - the families of machines, their chips, and machines made of them. */
#include "rtl_model/machine.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_model/r700/family.h"

const struct machine_family *const machine_families[] = {&r700_family};
const unsigned                     machine_family_count = sizeof machine_families / sizeof machine_families[0];

/* ---- chips ----------------------------------------------------------------------------------------------------- */

const struct machine_family *machine_preset(const char *name)
{
    for (unsigned f = 0; f < machine_family_count; f++)
        for (unsigned c = 0; c < machine_families[f]->chip_count; c++)
            if (strcmp(machine_families[f]->chips[c], name) == 0)
                return machine_families[f];
    return NULL;
}

/* A chip file is one of the first family. */
static bool load(const char *name, struct machine_chip *chip, struct diag *diag)
{
    const struct machine_family *preset = machine_preset(name);
    chip->family = preset ? preset : machine_families[0];
    chip->of = calloc(1, chip->family->chip_bytes);
    if (!chip->of)
        return diag_set(diag, NULL, 0, "not enough memory");
    return chip->family->chip_load(name, chip->of, &chip->name, &chip->base, diag);
}

static bool set(struct machine_chip *chip, const char *option, const char *assignment, struct diag *diag)
{
    struct diag why = {0};
    char        text[sizeof why.what + sizeof why.file + 32];
    if (chip->family->chip_set(chip->of, assignment, &why))
        return true;
    return diag_set(diag, NULL, 0, "%s%.200s: %.700s", option, assignment, diag_text(&why, text, sizeof text));
}

bool machine_chip_choose(const char *name_or_path, const struct program *program, const char *option,
                         const char *const *settings, unsigned setting_count, struct machine_chip *chip,
                         struct diag *diag)
{
    const char *const made_for = program && program->chip ? program->chip : machine_families[0]->chips[0];
    *chip = (struct machine_chip){0};
    bool good = load(name_or_path ? name_or_path : made_for, chip, diag);
    for (unsigned i = 0; good && i < setting_count; i++)
        good = set(chip, option, settings[i], diag);
    good = good && chip->family->chip_validate(chip->of, diag);
    if (!good)
        machine_chip_free(chip);
    return good;
}

void machine_chip_free(struct machine_chip *chip)
{
    free(chip->of);
    *chip = (struct machine_chip){0};
}

uint32_t machine_chip_value(const struct machine_chip *chip, const struct chip_parameter *parameter)
{
    uint32_t value;
    memcpy(&value, (const char *)chip->of + parameter->offset, sizeof value);
    return value;
}

uint32_t machine_chip_number(const struct machine_chip *chip, const char *parameter)
{
    const struct chip_parameter *row = chip->family->parameters;
    while (strcmp(row->name, parameter) != 0) {
        row++;
        assert(row < chip->family->parameters + chip->family->parameter_count);
    }
    return machine_chip_value(chip, row);
}

/* ---- machines -------------------------------------------------------------------------------------------------- */

bool rtl_machine_create(const struct machine_chip *chip, const struct program *program, const struct launch *launch,
                        struct rtl_machine *machine, struct diag *diag)
{
    return chip->family->create(chip->of, program, launch, machine, diag);
}

bool rtl_machine_create_module(const char *module, struct rtl_machine *machine, struct diag *diag)
{
    for (unsigned f = 0; f < machine_family_count; f++)
        if (machine_families[f]->create_module(module, machine, diag))
            return true;
    return false;
}

bool rtl_machine_next(struct rtl_machine *machine, const struct program *program, const struct launch *launch,
                      struct diag *diag)
{
    machine->program = program;
    machine->launch = launch;
    return machine->kind->results->next(machine->of, program, launch, diag);
}

void rtl_machine_free(struct rtl_machine *machine)
{
    if (machine->of)
        machine->kind->free(machine->of);
    *machine = (struct rtl_machine){0};
}
