/* sweep_sensitivity.c - which parameters matter: each of the chip halved and doubled, one at a time, as tied axes.
 *
 * Row 0 has the chip's own values; each other row differs from it in one parameter. */
#include "tools/sweep/sweep_report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/options.h"

/* A parameter that is varied. */
struct varied {
    const char *name;
    uint32_t    own, low, high; /* low or high is own: there is no such row */
};

/* The chip of the sweep for one of its programs and one of its launches; the other axes have one value each. */
static bool chip_of(const struct sweep *sweep, unsigned program_at, unsigned launch_at, struct machine_chip *chip,
                    struct diag *diag)
{
    const struct sweep_axis     *chips = sweep_axis_of(sweep, SWEEP_CHIP);
    const struct sweep_axis     *programs = sweep_axis_of(sweep, SWEEP_PROGRAM);
    const struct machine_family *family;
    const char                  *name = NULL, *sets[SWEEP_AXES_MAX];
    char                         texts[SWEEP_AXES_MAX][320];
    unsigned                     count = 0;
    struct program               program = {0};
    for (unsigned i = 0; i < sweep->axis_count; i++)
        if (sweep->axes[i].kind == SWEEP_SET && !sweep_launch_key(&sweep->axes[i])) {
            snprintf(texts[count], sizeof texts[count], "%.100s=%.200s", sweep->axes[i].name,
                     sweep->axes[i].values[0].text);
            sets[count] = texts[count];
            count++;
        }
    struct launch *launch = sweep_load_launch(sweep, sweep_axis_of(sweep, SWEEP_LAUNCH)->values[launch_at].text, diag);
    bool           good = launch && machine_launch_chip(chips ? chips->values[0].text : NULL, launch, &name, diag) &&
                machine_family_choose(name, &family, diag) && (programs || launch_names_program(launch, diag)) &&
                machine_program(family, programs ? programs->values[program_at].text : launch->program.path, NULL, 0,
                                &program, diag);
    good = good && machine_chip_choose(name, &program, "--set ", sets, count, chip, diag);
    program_free(&program);
    if (launch)
        launch_free(launch);
    return good;
}

/* Of the first program and launch; all others run on the same one. */
static bool own_chip(const struct sweep *sweep, struct machine_chip *chip, struct diag *diag)
{
    const struct sweep_axis *programs = sweep_axis_of(sweep, SWEEP_PROGRAM),
                            *launches = sweep_axis_of(sweep, SWEEP_LAUNCH);
    if (!chip_of(sweep, 0, 0, chip, diag))
        return false;
    for (unsigned p = 0; p < (programs ? programs->count : 1); p++)
        for (unsigned l = 0; l < launches->count; l++) {
            struct machine_chip other;
            if (!chip_of(sweep, p, l, &other, diag))
                return false;
            const bool same = strcmp(chip->name, other.name) == 0;
            if (!same)
                diag_set(diag, NULL, 0,
                         "--sensitivity: %.200s is for %.60s, and the first one for %.60s: expected one chip",
                         launches->values[l].text, other.name, chip->name);
            machine_chip_free(&other);
            if (!same)
                return false;
        }
    return true;
}

static bool has_set(const struct sweep *sweep, const char *name)
{
    for (unsigned i = 0; i < sweep->axis_count; i++)
        if (sweep->axes[i].kind == SWEEP_SET && strcmp(sweep->axes[i].name, name) == 0)
            return true;
    return false;
}

static bool is_in(const char *names, const char *name)
{
    const size_t length = strlen(name);
    for (; *names; names += *names == ',') {
        const size_t word = strcspn(names, ",");
        if (word == length && strncmp(names, name, length) == 0)
            return true;
        names += word;
    }
    return false;
}

static const char *name_of(const void *context, unsigned i)
{
    const struct chip_table *table = context;
    return i < table->parameter_count ? table->parameters[i].name : NULL;
}

/* Whether each of the names is that of a parameter. */
static bool check_names(const struct sweep *sweep, const struct chip_table *table, const char *names, struct diag *diag)
{
    char word[128];
    for (;; names++) {
        const size_t length = strcspn(names, ",");
        const char  *name;
        snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word - 1), names);
        unsigned i = 0;
        while ((name = name_of(table, i)) && strcmp(name, word) != 0)
            i++;
        const char *const near = name ? NULL : nearest_name(word, name_of, table);
        if (!name)
            return diag_set(diag, NULL, 0, "--sensitivity: unknown parameter '%.100s', %s%s%s", word,
                            near ? "did you mean " : "expected `all`, or names that `wekiva chips --params` lists",
                            near ? near : "", near ? "?" : "");
        if (has_set(sweep, word))
            return diag_set(diag, NULL, 0, "--sensitivity: %s has a value by --set, too: expected one of them", word);
        names += length;
        if (!*names)
            return true;
    }
}

/* Those of the chip that are numbers and that half or double changes; the others are counted. */
static unsigned choose(const struct sweep *sweep, const struct machine_chip *chip, const char *names,
                       struct varied *varied, unsigned *skipped)
{
    const struct chip_table *table = chip->family->chips;
    unsigned                 count = 0;
    for (unsigned p = 0; p < table->parameter_count; p++) {
        const struct chip_parameter *row = &table->parameters[p];
        const uint32_t               own = machine_chip_value(chip, row);
        const uint64_t               twice = 2 * (uint64_t)own;
        struct varied                one = {row->name, own, own / 2, twice < row->most ? (uint32_t)twice : row->most};
        const bool wanted = names ? is_in(names, row->name) : row->confidence[0] != 'X'; /* no instruments */
        if (!wanted || has_set(sweep, row->name))
            continue;
        one.low = one.low > row->least ? one.low : row->least;
        if (chip_table_value_name(table, row, own) || (one.low >= own && one.high <= own))
            ++*skipped;
        else
            varied[count++] = one;
    }
    return count;
}

static bool add_number(struct sweep_axis *axis, uint32_t number, struct diag *diag)
{
    char text[24];
    return sweep_add_value(axis, text, (size_t)snprintf(text, sizeof text, "%" PRIu32, number), diag);
}

/* Row 0, then the rows of each parameter: low, high. */
static bool add_axis(struct sweep *sweep, const struct varied *varied, unsigned count, unsigned number,
                     struct diag *diag)
{
    const struct varied *mine = &varied[number];
    struct sweep_axis   *axis = sweep_make_axis(sweep, SWEEP_SET, mine->name, diag);
    bool                 good = axis && add_number(axis, mine->own, diag);
    for (unsigned i = 0; good && i < count; i++) {
        if (varied[i].low < varied[i].own)
            good = add_number(axis, i == number ? mine->low : mine->own, diag);
        if (good && varied[i].high > varied[i].own)
            good = add_number(axis, i == number ? mine->high : mine->own, diag);
    }
    return good && (axis->tied = true);
}

bool sweep_make_sensitivity(struct sweep *sweep, const char *names, unsigned *skipped, struct diag *diag)
{
    struct machine_chip chip;
    if (!sweep_axis_of(sweep, SWEEP_LAUNCH))
        return true; /* sweep_settle says so */
    for (unsigned i = 0; i < sweep->axis_count; i++)
        if (sweep->axes[i].count != 1 && sweep->axes[i].kind != SWEEP_PROGRAM && sweep->axes[i].kind != SWEEP_LAUNCH)
            return diag_set(diag, NULL, 0, "--sensitivity: %s has %u values, expected one", sweep->axes[i].name,
                            sweep->axes[i].count);
    names = strcmp(names, "all") == 0 ? NULL : names;
    if (!own_chip(sweep, &chip, diag))
        return false;
    struct varied *varied = calloc(chip.family->chips->parameter_count, sizeof *varied);
    bool           good = varied || diag_set(diag, NULL, 0, "not enough memory for the sweep");
    good = good && (!names || check_names(sweep, chip.family->chips, names, diag));
    const unsigned count = good ? choose(sweep, &chip, names, varied, skipped) : 0;
    if (good && !count)
        good = diag_set(diag, NULL, 0, "--sensitivity: half and double change no parameter of those");
    for (unsigned i = 0; good && i < count; i++)
        good = add_axis(sweep, varied, count, i, diag);
    sweep->sensitivity = good;
    free(varied);
    machine_chip_free(&chip);
    return good;
}
