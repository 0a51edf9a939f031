/* sweep_file.c - a sweep as a JSON file: {"wekiva_sweep": 1, "launch": ..., "set": {...}}. */
#include "tools/sweep/sweep.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "kit/key_place.h"
#include "kit/text.h"
#include "tools/options.h"
#include "tools/output.h"

enum { FILE_BYTES_MAX = 1 << 24 };

bool sweep_is_file(const char *path)
{
    unsigned char head[256];
    FILE *const   file = fopen(path, "rb");
    const size_t  length = file ? fread(head, 1, sizeof head, file) : 0;
    size_t        at = file ? text_mark((const char *)head, length) : 0;
    if (file)
        fclose(file);
    while (at < length && strchr(" \t\r\n", head[at]) && head[at])
        at++;
    return at < length && head[at] == '{';
}

/* A name in a file is relative to the file's folder. */
static char *beside(const char *path, const char *name)
{
    const char *const slash = strrchr(path, '/');
    const int         folder = slash && name[0] != '/' ? (int)(slash + 1 - path) : 0;
    const size_t      size = (size_t)folder + strlen(name) + 1;
    char             *text = malloc(size);
    if (text)
        snprintf(text, size, "%.*s%s", folder, path, name);
    return text;
}

static bool add_one(struct sweep *sweep, const char *path, enum sweep_kind kind, const char *name, const json_t *value,
                    struct diag *diag)
{
    char  number[32];
    char *file = NULL;
    if (json_is_integer(value))
        snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    const char *text = json_is_integer(value) ? number : json_string_value(value);
    if (!text || !*text || (json_is_integer(value) && kind < SWEEP_THREADS))
        return diag_set(diag, path, 0, "%s: expected %s, or a list of them", name,
                        kind < SWEEP_THREADS ? "a name" : "a number, a name, a range as a string");
    if (strchr(text, ','))
        return diag_set(diag, path, 0, "%s: '%.200s': expected a list, and no comma in a value", name, text);
    if (kind == SWEEP_PROGRAM || kind == SWEEP_LAUNCH || (kind == SWEEP_CHIP && !machine_preset(text))) {
        text = file = beside(path, text);
        if (!file)
            return diag_set(diag, path, 0, "not enough memory");
    }
    struct diag why = {0};
    const bool  good = sweep_add(sweep, kind, name, text, &why);
    free(file);
    return good || diag_set(diag, path, 0, "%s", why.what);
}

/* What the command line has given stays. */
static bool has_axis(const struct sweep *given, enum sweep_kind kind, const char *name)
{
    for (unsigned i = 0; i < given->axis_count; i++)
        if (given->axes[i].kind == kind && strcmp(given->axes[i].name, name) == 0)
            return true;
    return false;
}

/* The place of an axis' values, for what is found wrong with one of them later. */
static void mark(struct sweep *sweep, const char *path, enum sweep_kind kind, const char *name)
{
    const struct key_place place = key_place(path, name);
    for (unsigned i = 0; place.line && i < sweep->axis_count; i++) {
        struct sweep_axis *const axis = &sweep->axes[i];
        for (unsigned v = 0; axis->kind == kind && strcmp(axis->name, name) == 0 && v < axis->count; v++) {
            axis->values[v].file = path;
            axis->values[v].line = place.line;
            axis->values[v].column = place.column;
        }
    }
}

static bool add_values(struct sweep *sweep, const char *path, enum sweep_kind kind, const char *name,
                       const json_t *values, struct diag *diag)
{
    const bool list = json_is_array(values);
    bool good = !list || json_array_size(values) || diag_set(diag, path, 0, "%s: expected at least one value", name);
    if (good && !list)
        good = add_one(sweep, path, kind, name, values, diag);
    for (size_t i = 0; good && i < json_array_size(values); i++)
        good = add_one(sweep, path, kind, name, json_array_get(values, i), diag);
    if (good)
        mark(sweep, path, kind, name);
    return good || diag_at_key(diag, name);
}

static bool read_sets(struct sweep *sweep, const char *path, json_t *sets, struct diag *diag)
{
    const char *name;
    json_t     *values;
    if (!json_is_object(sets))
        return diag_set(diag, path, 0, "set: expected an object, a parameter's name before its values");
    json_object_foreach(sets, name, values)
    {
        if (!has_axis(sweep, SWEEP_SET, name) && !add_values(sweep, path, SWEEP_SET, name, values, diag))
            return false;
    }
    return true;
}

static const char *key_name(const void *context, unsigned i)
{
    static const char *const others[] = {"wekiva_sweep", "set", "max_cycles", "warm", NULL};
    (void)context;
    return i < SWEEP_SET ? sweep_kind_name(i) : others[i - SWEEP_SET];
}

static bool read_key(struct sweep *sweep, const char *path, const char *key, json_t *value, struct diag *diag)
{
    for (unsigned kind = SWEEP_PROGRAM; kind < SWEEP_SET; kind++)
        if (strcmp(key, sweep_kind_name(kind)) == 0)
            return has_axis(sweep, kind, key) || add_values(sweep, path, kind, key, value, diag);
    if (strcmp(key, "wekiva_sweep") == 0)
        return json_integer_value(value) == 1 || diag_set(diag, path, 0, "wekiva_sweep: expected the version number 1");
    if (strcmp(key, "set") == 0)
        return read_sets(sweep, path, value, diag);
    if (strcmp(key, "max_cycles") == 0) {
        if (!json_is_integer(value) || json_integer_value(value) < 1)
            return diag_set(diag, path, 0, "max_cycles: expected a whole number, at least 1");
        if (!sweep->max_cycles)
            sweep->max_cycles = (uint64_t)json_integer_value(value);
        return true;
    }
    if (strcmp(key, "warm") == 0) {
        sweep->warm = sweep->warm || json_is_true(value);
        return json_is_boolean(value) || diag_set(diag, path, 0, "warm: expected true or false");
    }
    const char *const near = nearest_name(key, key_name, NULL);
    return diag_set(diag, path, 0, "unknown key '%.100s', %s%s%s", key,
                    near ? "did you mean "
                         : "expected wekiva_sweep, program, launch, chip, threads, set, max_cycles, warm",
                    near ? near : "", near ? "?" : "");
}

bool sweep_read_file(struct sweep *sweep, const char *path, struct diag *diag)
{
    json_t *root = input_json(path, FILE_BYTES_MAX, diag);
    if (!root)
        return false;
    const char *key;
    json_t     *value;
    bool        good = json_object_get(root, "wekiva_sweep") ||
                diag_set(diag, path, 0, "wekiva_sweep: missing, expected a sweep file with the version number 1") ||
                diag_at_key(diag, "wekiva_sweep");
    json_object_foreach(root, key, value)
    {
        if (good)
            good = read_key(sweep, path, key, value, diag) || diag_at_key(diag, key);
    }
    json_decref(root);
    return good;
}
