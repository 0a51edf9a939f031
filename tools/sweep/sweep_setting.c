/* sweep_setting.c - what a point of a sweep is made of, and a command about one. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/options.h"
#include "tools/sweep/sweep_run.h"
#include "tools/sweep/sweep_subject.h"

/* ---- settings --------------------------------------------------------------------------------------------------- */

bool sweep_setting_add(struct sweep_setting *setting, const struct sweep_axis *axis, unsigned value)
{
    const char *const  text = axis->values[value].text;
    const char **const plain[] = {&setting->program, &setting->launch, &setting->chip, &setting->threads};
    if (axis->kind < SWEEP_SET) {
        *plain[axis->kind] = text;
        return true;
    }
    const char *const key = sweep_launch_key(axis), *const name = key ? key : axis->name;
    const size_t size = strlen(name) + strlen(text) + 2;
    char *const  set = malloc(size);
    if (!set)
        return false;
    snprintf(set, size, "%s=%s", name, text);
    *(key ? &setting->keys[setting->key_count++] : &setting->sets[setting->set_count++]) = set;
    return true;
}

bool sweep_setting_make(const struct sweep *sweep, uint64_t point, struct sweep_setting *setting)
{
    unsigned at[SWEEP_AXES_MAX];
    bool     good = true;
    *setting = (struct sweep_setting){0};
    sweep_point(sweep, point, at);
    for (unsigned i = 0; good && i < sweep->axis_count; i++)
        good = sweep_setting_add(setting, &sweep->axes[i], at[i]);
    return good;
}

void sweep_setting_free(struct sweep_setting *setting)
{
    for (unsigned i = 0; i < setting->set_count; i++)
        free(setting->sets[i]);
    for (unsigned i = 0; i < setting->key_count; i++)
        free(setting->keys[i]);
    setting->set_count = setting->key_count = 0;
}

static uint64_t hash_of(const struct sweep_axis *axis, const char *text)
{
    for (unsigned v = 0; v < axis->count; v++)
        if (strcmp(axis->values[v].text, text) == 0)
            return axis->values[v].hash;
    return 0;
}

bool sweep_setting_holds(const struct sweep *sweep, const struct sweep_setting *setting, const struct launch *launch,
                         struct diag *diag)
{
    const uint64_t hash = hash_of(sweep_axis_of(sweep, SWEEP_LAUNCH), setting->launch);
    uint64_t       now;
    return (sweep_launch_hash(sweep, launch, &now, diag) && now == hash) ||
           diag_set(diag, setting->launch, 0, "it, or a file that it names, has changed since the sweep began");
}

bool sweep_setting_has(const struct sweep *sweep, const struct sweep_setting *setting, uint64_t program_hash,
                       struct diag *diag)
{
    const struct sweep_axis *axis = sweep_axis_of(sweep, SWEEP_PROGRAM);
    return !axis || hash_of(axis, setting->program) == program_hash ||
           diag_set(diag, setting->program, 0, "it has changed since the sweep began");
}

bool sweep_setting_launch(const struct sweep *sweep, const struct sweep_setting *setting, struct launch **launch,
                          struct diag *why, struct diag *diag)
{
    *launch = sweep_load_launch(sweep, setting->launch, diag);
    if (!*launch || !sweep_setting_holds(sweep, setting, *launch, diag))
        return false;
    if (setting->key_count) {
        launch_free(*launch);
        *launch = sweep_load_launch_with(sweep, setting->launch, setting->keys, setting->key_count, why);
    }
    if (*launch && setting->threads)
        launch_set_threads(*launch, (unsigned)strtoul(setting->threads, NULL, 10), why);
    return true;
}

/* ---- a point as the subject of a command ------------------------------------------------------------------------- */

/* FILE@N: the length of FILE, or 0. */
static size_t file_length(const char *operand)
{
    const char *const at = strrchr(operand, '@');
    return at && at != operand ? (size_t)(at - operand) : 0;
}

bool sweep_subject_is(const char *operand)
{
    const size_t length = file_length(operand);
    char         path[4096];
    if (!length || length >= sizeof path)
        return false;
    snprintf(path, sizeof path, "%.*s", (int)length, operand);
    return sweep_store_is(path);
}

static bool take_point(struct sweep_subject *of, const char *number, struct diag *diag)
{
    uint64_t point;
    if (!number_in(number, 0, of->sweep.points - 1, &point))
        return diag_set(diag, of->path, 0, "@%s: expected the number of a point, 0 to %" PRIu64 " (--show point)",
                        number, of->sweep.points - 1);
    if (!sweep_setting_make(&of->sweep, point, &of->setting))
        return diag_set(diag, NULL, 0, "not enough memory");
    if (strcmp(of->setting.launch, "-") == 0)
        return diag_set(diag, of->path, 0, "its launch came from the standard input: expected one from a file");
    return of->setting.set_count <= SUBJECT_SETS ||
           diag_set(diag, of->path, 0, "expected a point with at most %u parameters", (unsigned)SUBJECT_SETS);
}

static bool is_as_before(struct sweep_subject *of, struct diag *diag)
{
    if (!sweep_settle_family(&of->sweep, diag))
        return false;
    struct launch *const launch = sweep_load_launch(&of->sweep, of->setting.launch, diag);
    const bool           good = launch && sweep_setting_holds(&of->sweep, &of->setting, launch, diag);
    if (launch)
        launch_free(launch);
    return good;
}

bool sweep_subject_open(struct sweep_subject *of, const char *operand, struct subject *subject, struct diag *diag)
{
    struct sweep_store store = {0};
    *of = (struct sweep_subject){0};
    snprintf(of->path, sizeof of->path, "%.*s", (int)file_length(operand), operand);
    const bool good = sweep_store_read(&store, of->path, &of->sweep, diag) &&
                      take_point(of, operand + file_length(operand) + 1, diag) && is_as_before(of, diag);
    sweep_store_close(&store, NULL);
    if (!good)
        return false;
    subject->launch_path = of->setting.launch;
    subject->launch_keys = of->setting.keys;
    subject->launch_key_count = of->setting.key_count;
    subject->program_path = of->setting.program;
    subject->chip_name = of->setting.chip;
    for (subject->set_count = 0; subject->set_count < of->setting.set_count; subject->set_count++)
        subject->sets[subject->set_count] = of->setting.sets[subject->set_count];
    return true;
}

bool sweep_subject_loaded(const struct sweep_subject *of, struct subject *subject, struct diag *diag)
{
    return sweep_setting_has(&of->sweep, &of->setting, subject->program.hash, diag) &&
           (!of->setting.threads ||
            launch_set_threads(subject->launch, (unsigned)strtoul(of->setting.threads, NULL, 10), diag));
}

void sweep_subject_close(struct sweep_subject *of)
{
    sweep_setting_free(&of->setting);
    sweep_free(&of->sweep);
}
