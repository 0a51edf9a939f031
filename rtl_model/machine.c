/* machine.c - the families of machines, their chips, and machines made of them. */
#include "rtl_model/machine.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "kit/key_place.h"
#include "kit/near.h"
#include "rtl_model/alone.h"
#include "rtl_model/nv30/family.h"
#include "rtl_model/r580/family.h"
#include "rtl_model/r700/family.h"

const struct machine_family *const machine_families[] = {&r700_family, &r580_family, &nv30_family};
const unsigned                     machine_family_count = sizeof machine_families / sizeof machine_families[0];

/* ---- chips ----------------------------------------------------------------------------------------------------- */

const struct machine_family *machine_preset(const char *name)
{
    for (unsigned f = 0; f < machine_family_count; f++)
        for (unsigned c = 0; c < machine_families[f]->chips->name_count; c++)
            if (strcmp(machine_families[f]->chips->names[c], name) == 0)
                return machine_families[f];
    return NULL;
}

/* "rv770, rv730, rv710", of all families. */
static const char *list_presets(char *text, size_t size)
{
    size_t used = 0;
    text[0] = 0;
    for (unsigned f = 0; f < machine_family_count; f++)
        for (unsigned c = 0; c < machine_families[f]->chips->name_count && used < size; c++)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "",
                                     machine_families[f]->chips->names[c]);
    return text;
}

static bool is_file(const char *path)
{
    struct stat status;
    FILE *const file = fopen(path, "rb");
    const bool  good = file && fstat(fileno(file), &status) == 0 && !S_ISDIR(status.st_mode);
    if (file)
        fclose(file);
    return good;
}

/* ", did you mean rv770?", or nothing. */
static const char *near_preset(const char *name, char *text, size_t size)
{
    struct near near = near_to(name, strlen(name), 3);
    for (unsigned f = 0; f < machine_family_count; f++)
        for (unsigned n = 0; n < machine_families[f]->chips->name_count; n++)
            near_try(&near, machine_families[f]->chips->names[n]);
    snprintf(text, size, near.name[0] ? ", did you mean %s?" : "%s", near.name);
    return text;
}

/* Something is wrong with such a file, which any family can tell, before the program is read by the rules of one. */
static bool has_no_base(const char *path, const struct machine_family **family, struct diag *diag)
{
    *family = machine_families[0];
    void *const chip = calloc(1, (*family)->chips->chip_bytes);
    const bool  good =
        chip ? chip_table_load((*family)->chips, path, chip, diag) : diag_set(diag, NULL, 0, "not enough memory");
    free(chip);
    return good;
}

/* A chip file is one of the family that has its base. */
bool machine_family_choose(const char *name_or_path, const struct machine_family **family, struct diag *diag)
{
    struct chip_head head;
    char             presets[256], near[64];
    *family = name_or_path ? machine_preset(name_or_path) : machine_families[0];
    if (*family)
        return true;
    if (!is_file(name_or_path))
        return diag_set(diag, NULL, 0, "chip '%s': neither %s nor a file that can be read%s", name_or_path,
                        list_presets(presets, sizeof presets), near_preset(name_or_path, near, sizeof near));
    if (!chip_file_base(name_or_path, head.base, sizeof head.base))
        return has_no_base(name_or_path, family, diag);
    *family = machine_preset(head.base);
    return *family ||
           (diag_set(diag, name_or_path, 0, "base: expected one of %s", list_presets(presets, sizeof presets)),
            diag_at_key(diag, "base"));
}

bool machine_launch_chip(const char *asked, const struct launch *launch, const char **name_or_path, struct diag *diag)
{
    char presets[256], near[64];
    *name_or_path = asked;
    if (asked || !launch || !launch->chip.name)
        return true;
    *name_or_path = machine_preset(launch->chip.name) ? launch->chip.name : launch->chip.path;
    return *name_or_path == launch->chip.name || is_file(launch->chip.path) ||
           diag_set(diag, launch->path, launch->line[LAUNCH_KEY_CHIP],
                    "chip: '%.300s': neither %s nor a file that can be read%s", launch->chip.name,
                    list_presets(presets, sizeof presets), near_preset(launch->chip.name, near, sizeof near));
}

/* The family that reads this text, or more of its lines than that which has refused it; NULL: none does. */
static const struct machine_family *reader_of(const struct machine_family *refused, const char *name, const void *bytes,
                                              size_t length, unsigned line)
{
    const struct machine_family *reader = NULL;
    for (unsigned f = 0; f < machine_family_count; f++) {
        const struct machine_family *const family = machine_families[f];
        struct program                     program = {0};
        struct diag                        why = {0};
        if (family == refused)
            continue;
        const bool good = program_parse_as(family->programs, name, bytes, length, &program, &why);
        program_free(&program);
        if (good)
            return family;
        if (why.line > line) {
            line = why.line;
            reader = family;
        }
    }
    return reader;
}

/* That an assembler's message has a line says that the program is text: other forms are the same for all families. */
static bool parse_program(const struct machine_family *family, const char *name, const void *bytes, size_t length,
                          struct program *program, struct diag *diag)
{
    struct diag why = {0};
    if (program_parse_as(family->programs, name, bytes, length, program, &why))
        return true;
    const bool                   text = why.line && program_recognise(bytes, length) == PROGRAM_ASM;
    const struct machine_family *other = text ? reader_of(family, name, bytes, length, why.line) : NULL;
    if (!other)
        return diag_set(diag, why.file, why.line, "%s", why.what), diag_at(diag, why.column);
    diag_set(diag, why.file, why.line,
             "%.700s; it reads as a program of %s: expected --chip %s, or \"chip\": \"%s\" in the launch file",
             why.what, other->programs->instructions, other->chips->names[0], other->chips->names[0]);
    return diag_at(diag, why.column);
}

bool machine_program(const struct machine_family *family, const char *name, const void *bytes, size_t length,
                     struct program *program, struct diag *diag)
{
    if (bytes)
        return parse_program(family, name, bytes, length, program, diag);
    void *const of_file = program_bytes(name, &length, diag);
    *program = (struct program){0};
    const bool good = of_file && parse_program(family, name, of_file, length, program, diag);
    free(of_file);
    return good;
}

static bool load(const char *name, struct machine_chip *chip, struct diag *diag)
{
    if (!machine_family_choose(name, &chip->family, diag))
        return false;
    struct chip_head *const head = calloc(1, chip->family->chips->chip_bytes);
    if (!head)
        return diag_set(diag, NULL, 0, "not enough memory");
    chip->of = head;
    chip->name = head->name;
    chip->base = head->base;
    return chip_table_load(chip->family->chips, name, chip->of, diag);
}

static bool set(struct machine_chip *chip, const char *option, const char *assignment, struct diag *diag)
{
    struct diag why = {0};
    char        text[sizeof why.what + sizeof why.file + 32];
    if (chip_table_set(chip->family->chips, chip->of, assignment, &why))
        return true;
    return diag_set(diag, NULL, 0, "%s%.200s: %.700s", option, assignment, diag_text(&why, text, sizeof text));
}

bool machine_chip_choose(const char *name_or_path, const struct program *program, const char *option,
                         const char *const *settings, unsigned setting_count, struct machine_chip *chip,
                         struct diag *diag)
{
    const char *const made_for = program && program->chip ? program->chip : machine_families[0]->chips->names[0];
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
    return chip_table_value(chip->of, parameter);
}

bool rtl_machine_standing(const struct rtl_machine *machine, uint64_t *clocks, struct diag *diag)
{
    const struct machine_results *results = machine->kind->results;
    if (!results || !results->standing)
        return false;
    machine->kind->look(machine->of, (unsigned)MACHINE_ALL);
    return results->standing(machine->of, clocks, diag);
}

bool rtl_machine_stands_still(const struct rtl_machine *machine, uint64_t clocks, struct diag *diag)
{
    struct diag    standing;
    uint64_t       stood;
    const uint64_t cycle = *machine->cycle;
    if (!clocks || !cycle || cycle % MACHINE_WATCH_CLOCKS || !rtl_machine_standing(machine, &stood, &standing) ||
        stood < clocks)
        return false;
    *diag = standing;
    return true;
}

uint32_t machine_chip_number(const struct machine_chip *chip, const char *parameter)
{
    const struct chip_parameter *row = chip->family->chips->parameters;
    while (strcmp(row->name, parameter) != 0) {
        row++;
        assert(row < chip->family->chips->parameters + chip->family->chips->parameter_count);
    }
    return machine_chip_value(chip, row);
}

/* ---- what a family does without a machine ----------------------------------------------------------------------- */

static bool lacks(const struct machine_chip *chip, const char *what, struct diag *diag)
{
    return diag_set(diag, NULL, 0, "%s: there is no %s for chips of %s", chip->name, what, chip->family->name);
}

bool machine_lint(const struct machine_chip *chip, const char *name, const struct program *program,
                  const struct launch *launch, lint_report_t *report, void *context, struct diag *refusal,
                  struct diag *diag)
{
    return chip->family->lint ? chip->family->lint(chip->of, name, program, launch, report, context, refusal, diag)
                              : lacks(chip, "lint", diag);
}

bool machine_list_textures(const struct machine_chip *chip, const struct launch *launch, FILE *out, struct diag *diag)
{
    return chip->family->list_textures ? chip->family->list_textures(chip->of, launch, out, diag)
                                       : lacks(chip, "list of textures", diag);
}

bool machine_read_texture(const struct machine_chip *chip, const struct launch *launch,
                          const struct picture_request *request, struct picture *picture, struct diag *diag)
{
    return chip->family->read_texture ? chip->family->read_texture(chip->of, launch, request, picture, diag)
                                      : lacks(chip, "picture of a texture", diag);
}

bool machine_report(const struct machine_chip *chip, const struct report_request *request, FILE *out, bool *failed,
                    struct diag *diag)
{
    return chip->family->report ? chip->family->report(chip->of, request, out, failed, diag)
                                : lacks(chip, "report", diag);
}

bool machine_skeleton(const struct machine_chip *chip, const struct skeleton_request *request, FILE *out,
                      struct diag *diag)
{
    return chip->family->skeleton ? chip->family->skeleton(chip->of, request, out, diag)
                                  : lacks(chip, "launch file", diag);
}

bool machine_expand(const struct machine_chip *chip, const char *instruction, const char *stage,
                    struct program_groups *groups, struct diag *diag)
{
    return chip->family->expand ? chip->family->expand(chip->of, instruction, stage, groups, diag)
                                : lacks(chip, "instruction that others become", diag);
}

unsigned machine_peaks(const struct machine_chip *chip, struct machine_peak rows[MACHINE_PEAKS], struct diag *diag)
{
    if (!chip->family->peaks)
        return lacks(chip, "peak", diag);
    const unsigned count = chip->family->peaks(chip->of, rows, MACHINE_PEAKS);
    assert(count <= MACHINE_PEAKS);
    return count;
}

/* ---- machines -------------------------------------------------------------------------------------------------- */

bool rtl_machine_create(const struct machine_chip *chip, const struct program *program, const struct launch *launch,
                        struct rtl_machine *machine, struct diag *diag)
{
    const struct program_rules *const rules = program->rules ? program->rules : &program_r700;
    if (rules != chip->family->programs)
        return diag_set(diag, launch->program.path, 0, "was read as a program of %s, and %s is a chip of %s",
                        rules->instructions, chip->name, chip->family->name);
    if (!chip->family->create(chip->of, program, launch, machine, diag))
        return false;
    if (!launch->together || machine->kind->results->choose)
        return true;
    rtl_machine_free(machine);
    return diag_set(diag, launch->path, launch->line[LAUNCH_KEY_TOGETHER],
                    "together: machines of %s run one launch at a time: expected `launches`", chip->family->name);
}

/* All names. */
static bool no_module(const char *name, struct diag *diag)
{
    char                      names[1024] = "";
    size_t                    length = 0;
    const struct module_life *life;
    for (unsigned f = 0; f < machine_family_count; f++)
        for (unsigned i = 0; (life = machine_families[f]->lives->life(i)) && length < sizeof names; i++)
            length += (size_t)snprintf(names + length, sizeof names - length, " %s", life->module->name);
    return diag_set(diag, NULL, 0, "no module '%.64s', expected one of%s", name, names);
}

bool rtl_machine_create_module(const char *module, struct rtl_machine *machine, struct diag *diag)
{
    for (unsigned f = 0; f < machine_family_count; f++) {
        const struct module_lives *const lives = machine_families[f]->lives;
        const struct module_life *const  life = module_life_find(lives, module);
        struct module_alone *const       alone = life ? module_alone_create(lives, life, diag) : NULL;
        if (alone)
            *machine = module_alone_machine(alone);
        if (life)
            return alone;
    }
    return no_module(module, diag);
}

bool rtl_machine_next(struct rtl_machine *machine, const struct program *program, const struct launch *launch,
                      struct diag *diag)
{
    machine->program = program;
    machine->launch = launch;
    return machine->kind->results->next(machine->of, program, launch, diag);
}

void rtl_machine_choose(struct rtl_machine *machine, const struct launch *launch)
{
    if (launch->number)
        machine->program = launch->program.loaded;
    machine->launch = launch;
    machine->kind->results->choose(machine->of, launch->number);
}

void rtl_machine_free(struct rtl_machine *machine)
{
    if (machine->of)
        machine->kind->free(machine->of);
    *machine = (struct rtl_machine){0};
}
