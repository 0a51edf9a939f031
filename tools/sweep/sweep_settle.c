/* sweep_settle.c - reads once what the axes of a sweep name, so that what is wrong is found before the first point
 * runs, and a sweep can be told from another one. */
#include "tools/sweep/sweep_run.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kit/hash.h"
#include "tools/options.h"
#include "tools/source.h"

/* ---- launches --------------------------------------------------------------------------------------------------- */

struct launch *sweep_load_launch(const struct sweep *sweep, const char *name, struct diag *diag)
{
    if (strcmp(name, "-") != 0)
        return launch_load_row(name, diag);
    return launch_parse_row("standard input", sweep->launch_text, sweep->launch_length, diag);
}

struct launch *sweep_load_launch_with(const struct sweep *sweep, const char *name, char *const *keys, unsigned count,
                                      struct diag *diag)
{
    if (!count)
        return sweep_load_launch(sweep, name, diag);
    const bool given = strcmp(name, "-") == 0;
    return launch_load_set(given ? "standard input" : name, given ? sweep->launch_text : NULL, sweep->launch_length,
                           keys, count, diag);
}

/* ---- chips ------------------------------------------------------------------------------------------------------ */

static bool hash_chip(const char *name, uint64_t *hash, struct diag *diag)
{
    struct machine_chip chip;
    if (!machine_chip_choose(name, NULL, "", NULL, 0, &chip, diag))
        return false;
    for (unsigned p = 0; p < chip.family->chips->parameter_count; p++) {
        const uint32_t number = machine_chip_value(&chip, &chip.family->chips->parameters[p]);
        *hash = hash_bytes(*hash, &number, sizeof number);
    }
    machine_chip_free(&chip);
    return true;
}

/* Of the chip that a value of an axis names, of --chip or, where that is missing, of --launch. */
static bool family_of(const struct sweep *sweep, const struct sweep_axis *axis, const char *text,
                      const struct machine_family **family, struct diag *diag)
{
    const char *name = text;
    if (axis->kind == SWEEP_CHIP)
        return machine_family_choose(name, family, diag);
    struct launch *launch = sweep_load_launch(sweep, text, diag);
    const bool     good =
        launch && machine_launch_chip(NULL, launch, &name, diag) && machine_family_choose(name, family, diag);
    if (launch)
        launch_free(launch);
    return good;
}

/* What is wrong with a value of a file is said with its place there, unless it has one in a file of its own; false. */
static bool value_at(const struct sweep_value *value, struct diag *diag)
{
    char text[sizeof diag->file + sizeof diag->what + 32];
    if (!value->file || diag->line)
        return false;
    diag_text(diag, text, sizeof text);
    return diag_set(diag, value->file, value->line, "%s", text), diag_at(diag, value->column);
}

bool sweep_settle_family(struct sweep *sweep, struct diag *diag)
{
    const struct sweep_axis *chips = sweep_axis_of(sweep, SWEEP_CHIP);
    const struct sweep_axis *axis = chips ? chips : sweep_axis_of(sweep, SWEEP_LAUNCH);
    for (unsigned v = 0; v < axis->count; v++) {
        const struct machine_family *family;
        if (!family_of(sweep, axis, axis->values[v].text, &family, diag))
            return value_at(&axis->values[v], diag);
        if (v && family != sweep->family)
            return diag_set(diag, NULL, 0, "--%s: %.200s is %s of %s, %.200s of %s: expected chips of one family",
                            sweep_kind_name(axis->kind), axis->values[0].text, chips ? "a chip" : "for a chip",
                            sweep->family->name, axis->values[v].text, family->name);
        sweep->family = family;
    }
    return true;
}

/* ---- programs --------------------------------------------------------------------------------------------------- */

static bool load_program(const struct sweep *sweep, const char *path, struct program *program, struct diag *diag)
{
    return machine_program(sweep->family, path, NULL, 0, program, diag);
}

/* Programs that a launch file names belong to it, unless those of the sweep take their place. */
static bool hash_programs(const struct sweep *sweep, const struct launch *launch, uint64_t *hash, struct diag *diag)
{
    const bool replaced = sweep_axis_of(sweep, SWEEP_PROGRAM);
    for (; launch; launch = launch->next) {
        struct program program = {0};
        if (replaced && !launch->own_program)
            continue;
        if (!launch_names_program(launch, diag))
            return false;
        const bool good = load_program(sweep, launch->program.path, &program, diag);
        *hash = hash_bytes(*hash, &program.hash, sizeof program.hash);
        program_free(&program);
        if (!good)
            return false;
    }
    return true;
}

bool sweep_launch_hash(const struct sweep *sweep, const struct launch *launch, uint64_t *hash, struct diag *diag)
{
    *hash = launch_content(launch);
    if (launch->fetch_shader.loaded)
        *hash = hash_bytes(*hash, &launch->fetch_shader.loaded->hash, sizeof(uint64_t));
    const char *chip = NULL;
    if (!sweep_axis_of(sweep, SWEEP_CHIP) && !machine_launch_chip(NULL, launch, &chip, diag))
        return false;
    return (!chip || hash_chip(chip, hash, diag)) && hash_programs(sweep, launch, hash, diag);
}

static bool settle_launch(const struct sweep *sweep, struct sweep_value *value, struct diag *diag)
{
    struct launch *launch = sweep_load_launch(sweep, value->text, diag);
    bool           good = launch;

    const enum launch_key    key = good ? launch_several_key(launch) : LAUNCH_KEY_LAUNCHES;
    const struct sweep_axis *programs = sweep_axis_of(sweep, SWEEP_PROGRAM);
    if (good && programs)
        good = launch_takes_program(launch, programs->values[0].text, diag);
    if (good && launch->row_count && sweep_axis_of(sweep, SWEEP_THREADS))
        good = diag_set(diag, launch->path, launch->line[key], "%s: expected one launch, with --threads",
                        launch_key_name(key));
    if (good && launch->row_count && !launch->together && sweep->warm)
        good = diag_set(diag, launch->path, launch->line[key],
                        "launches: expected one launch, or several at once (`together`), with --warm");
    good = good && sweep_launch_hash(sweep, launch, &value->hash, diag);
    if (launch)
        launch_free(launch);
    return good;
}

static bool settle_program(const struct sweep *sweep, struct sweep_value *value, struct diag *diag)
{
    struct program program = {0};
    if (strcmp(value->text, "-") == 0)
        return diag_set(diag, NULL, 0, "PROGRAM -: a sweep reads a program more than once: expected a file");
    const bool good = load_program(sweep, value->text, &program, diag);
    value->hash = program.hash;
    program_free(&program);
    return good;
}

/* ---- values of the axes ----------------------------------------------------------------------------------------- */

static bool settle_chip(struct sweep_value *value, struct diag *diag)
{
    value->hash = HASH_START;
    return hash_chip(value->text, &value->hash, diag);
}

static bool replace_text(struct sweep_value *value, const char *text, struct diag *diag)
{
    char *copy = strdup(text);
    if (!copy)
        return diag_set(diag, NULL, 0, "not enough memory for the sweep");
    free(value->text);
    value->text = copy;
    return true;
}

static bool settle_threads(struct sweep_value *value, struct diag *diag)
{
    uint64_t number;
    char     text[24];
    if (!number_in(value->text, 1, LAUNCH_THREADS_MAX, &number))
        return diag_set(diag, NULL, 0, "%sthreads %.200s: expected whole numbers, 1 to %d", value->file ? "" : "--",
                        value->text, LAUNCH_THREADS_MAX);
    snprintf(text, sizeof text, "%" PRIu64, number);
    return replace_text(value, text, diag);
}

static const struct chip_parameter *find_parameter(const struct chip_table *table, const char *name)
{
    for (unsigned p = 0; p < table->parameter_count; p++)
        if (strcmp(table->parameters[p].name, name) == 0)
            return &table->parameters[p];
    return NULL;
}

/* A key of the launch: each launch is read with it, so that a name or a value that it does not know is found; tied
 * values go together.  A file that a key names is in the hash. */
static bool settle_key(const struct sweep *sweep, const struct sweep_axis *axis, struct sweep_value *value,
                       struct diag *diag)
{
    const struct sweep_axis *launches = sweep_axis_of(sweep, SWEEP_LAUNCH);
    const unsigned           number = (unsigned)(value - axis->values);
    struct sweep_setting     with = {0};
    bool                     good = true;
    for (unsigned i = 0; good && i < sweep->axis_count; i++)
        if (axis == &sweep->axes[i] || (axis->tied && sweep->axes[i].tied))
            good = sweep_setting_add(&with, &sweep->axes[i], number) || diag_set(diag, NULL, 0, "not enough memory");
    value->hash = HASH_START;
    for (unsigned v = 0; good && v < launches->count; v++) {
        if (axis->tied && launches->tied && v != number)
            continue;
        struct diag    why = {0};
        struct launch *launch =
            sweep_load_launch_with(sweep, launches->values[v].text, with.keys, with.key_count, &why);
        char text[sizeof why.file + sizeof why.what + 32];
        good = launch || diag_set(diag, NULL, 0, "%s%.100s=%.200s: %.600s", value->file ? "" : "--set ", axis->name,
                                  value->text, diag_text(&why, text, sizeof text));
        const uint64_t content = launch ? launch_content(launch) : 0;
        value->hash = hash_bytes(value->hash, &content, sizeof content);
        if (launch)
            launch_free(launch);
    }
    sweep_setting_free(&with);
    return good;
}

/* One value alone: what a chip may have of all of them together each point finds out. */
static bool settle_set(const struct sweep *sweep, struct sweep_axis *axis, struct sweep_value *value, struct diag *diag)
{
    const struct chip_table *table = sweep->family->chips;
    struct diag              why = {0};
    char                     assignment[320], text[24];
    void                    *chip = calloc(1, table->chip_bytes);
    bool                     good = chip && chip_table_load(table, table->names[0], chip, diag);
    snprintf(assignment, sizeof assignment, "%.100s=%.200s", axis->name, value->text);
    if (good && !chip_table_set(table, chip, assignment, &why))
        good = diag_set(diag, NULL, 0, "%s%.310s: %.600s", value->file ? "" : "--set ", assignment, why.what);
    const struct chip_parameter *parameter = good ? find_parameter(table, axis->name) : NULL;
    if (parameter) {
        const uint32_t    number = chip_table_value(chip, parameter);
        const char *const name = chip_table_value_name(table, parameter, number);
        snprintf(text, sizeof text, "%" PRIu32, number);
        good = replace_text(value, name ? name : text, diag);
        if (!axis->unit)
            axis->unit = strdup(parameter->unit);
    }
    free(chip);
    return good;
}

/* ---- all of it -------------------------------------------------------------------------------------------------- */

static bool settle_value(struct sweep *sweep, struct sweep_axis *axis, struct sweep_value *value, struct diag *diag)
{
    switch (axis->kind) {
    case SWEEP_PROGRAM:
        return settle_program(sweep, value, diag);
    case SWEEP_LAUNCH:
        return settle_launch(sweep, value, diag);
    case SWEEP_CHIP:
        return settle_chip(value, diag);
    case SWEEP_THREADS:
        return settle_threads(value, diag);
    default:
        return sweep_launch_key(axis) ? settle_key(sweep, axis, value, diag) : settle_set(sweep, axis, value, diag);
    }
}

static int compare_texts(const void *one, const void *other)
{
    return strcmp(*(char *const *)one, *(char *const *)other);
}

static bool is_twice(const struct sweep_axis *axis, struct diag *diag)
{
    char **texts = calloc(axis->count + 1, sizeof *texts);
    bool   twice = !texts;
    if (!texts)
        diag_set(diag, NULL, 0, "not enough memory for the sweep");
    for (unsigned i = 0; texts && i < axis->count; i++)
        texts[i] = axis->values[i].text;
    if (texts)
        qsort(texts, axis->count, sizeof *texts, compare_texts);
    for (unsigned i = 1; !twice && i < axis->count; i++)
        if ((twice = strcmp(texts[i - 1], texts[i]) == 0))
            diag_set(diag, NULL, 0, "%s: %.300s is given twice, expected different values", axis->name, texts[i]);
    free(texts);
    return twice;
}

bool sweep_settle(struct sweep *sweep, struct diag *diag)
{
    const struct sweep_axis *const programs = sweep_axis_of(sweep, SWEEP_PROGRAM);
    const bool                     launched = sweep_axis_of(sweep, SWEEP_LAUNCH);
    if (!launched && programs && access(programs->values[0].text, F_OK) != 0)
        return diag_set(diag, NULL, 0, "%.300s: %s", programs->values[0].text, strerror(errno));
    if (!launched)
        return diag_set(diag, NULL, 0, "--launch is missing: expected --launch FILE, or \"launch\" in the sweep file");
    if (!sweep_settle_family(sweep, diag))
        return false;
    if (sweep->seeds && !find_parameter(sweep->family->chips, "start_seed"))
        return diag_set(diag, NULL, 0, "--seeds: starts of %s have no seed, expected chips of R700",
                        sweep->family->name);
    sweep->points = 1;
    for (unsigned i = 0; i < sweep->axis_count; i++) {
        struct sweep_axis *axis = &sweep->axes[i];
        for (unsigned v = 0; v < axis->count; v++)
            if (!settle_value(sweep, axis, &axis->values[v], diag))
                return value_at(&axis->values[v], diag);
        if (!axis->unit)
            axis->unit = strdup(axis->kind == SWEEP_THREADS ? "threads" : "");
        if (!axis->unit || (!axis->tied && is_twice(axis, diag)))
            return false;
        sweep->points *= sweep_factor(sweep, i);
        if (sweep->points > SWEEP_POINTS_MAX)
            return diag_set(diag, NULL, 0, "more than %d points, expected fewer values", SWEEP_POINTS_MAX);
    }
    return true;
}
