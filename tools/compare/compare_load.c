/* compare_load.c - one side of a comparison: a result file, a point of a sweep, a run. */
#include "tools/compare/compare.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/options.h"
#include "tools/output.h"
#include "tools/sweep/sweep_store.h"

enum { RESULT_BYTES_MAX = 1 << 30 };

/* ---- building ---------------------------------------------------------------------------------------------------- */

static void free_counts(struct compare_counts *counts)
{
    for (size_t i = 0; i < counts->made; i++) {
        free(counts->rows[i].path);
        free(counts->rows[i].name);
        free(counts->rows[i].unit);
    }
    free(counts->rows);
}

void compare_free(struct compare_side *side)
{
    free_counts(&side->counts);
    free_counts(&side->performance);
    for (size_t i = 0; i < side->settings_made; i++) {
        free(side->settings[i].name);
        free(side->settings[i].value);
    }
    free(side->settings);
    free(side->name);
    free(side->status);
    free(side->message);
    *side = (struct compare_side){0};
}

static bool add_count(struct compare_counts *to, const char *path, const char *name, const char *unit, double value)
{
    if (to->made == to->room) {
        to->room = to->room ? 2 * to->room : 256;
        struct compare_count *rows = realloc(to->rows, to->room * sizeof *rows);
        if (!rows)
            return false;
        to->rows = rows;
    }
    struct compare_count *count = &to->rows[to->made++];
    *count = (struct compare_count){strdup(path), strdup(name), strdup(unit ? unit : ""), value};
    return count->path && count->name && count->unit;
}

static bool add_setting(struct compare_side *side, const char *name, const char *value)
{
    if (side->settings_made == side->setting_room) {
        side->setting_room = side->setting_room ? 2 * side->setting_room : 64;
        struct compare_setting *settings = realloc(side->settings, side->setting_room * sizeof *settings);
        if (!settings)
            return false;
        side->settings = settings;
    }
    struct compare_setting *setting = &side->settings[side->settings_made++];
    *setting = (struct compare_setting){strdup(name), strdup(value)};
    return setting->name && setting->value;
}

static bool begin(struct compare_side *side, const char *name, const char *status, const char *message)
{
    *side = (struct compare_side){.name = strdup(name), .status = strdup(status)};
    side->message = message ? strdup(message) : NULL;
    return side->name && side->status && (side->message || !message);
}

static bool no_memory(struct diag *diag)
{
    return diag_set(diag, NULL, 0, "not enough memory");
}

/* ---- a run ------------------------------------------------------------------------------------------------------- */

bool compare_take(const struct measured *measured, const char *name, struct compare_side *side, struct diag *diag)
{
    char text[sizeof measured->why.file + sizeof measured->why.what + 32], number[24];
    bool good = begin(side, name, measured_name(measured->status),
                      measured->status == MEASURED_DONE ? NULL : diag_text(&measured->why, text, sizeof text));
    side->has_cycles = measured->status != MEASURED_REFUSED;
    side->cycles = measured->cycles;
    for (unsigned i = 0; good && i < measured->rows.statistic_count; i++) {
        const struct result_statistic *row = &measured->rows.statistics[i];
        good = add_count(&side->counts, row->path, row->name, row->unit, (double)row->value);
    }
    for (unsigned i = 0; good && i < measured->rows.counter_count; i++) {
        const struct result_counter *row = &measured->rows.counters[i];
        good = !row->known || add_count(&side->performance, row->path, row->name, row->unit, row->value);
    }
    for (unsigned i = 0; good && i < measured->parameter_count; i++) {
        const struct result_parameter *row = &measured->parameters[i];
        snprintf(number, sizeof number, "%" PRIu64, row->value);
        good = add_setting(side, row->name, row->text ? row->text : number);
    }
    return good || no_memory(diag);
}

/* ---- a point of a sweep ------------------------------------------------------------------------------------------ */

static const char *column_text(sqlite3_stmt *row, int column)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    return text ? text : "";
}

static bool take_point(struct sweep_store *store, const char *name, uint64_t point, struct compare_side *side,
                       struct diag *diag)
{
    sqlite3_stmt *row = sweep_store_query(store, diag, "SELECT status, message, cycles FROM point WHERE point = ?1");
    if (!row)
        return false;
    sqlite3_bind_int64(row, 1, (int64_t)point);
    const bool there = sqlite3_step(row) == SQLITE_ROW;
    bool       good = there && begin(side, name, column_text(row, 0),
                               sqlite3_column_type(row, 1) == SQLITE_NULL ? NULL : column_text(row, 1));
    side->has_cycles = there && sqlite3_column_type(row, 2) != SQLITE_NULL;
    side->cycles = side->has_cycles ? (uint64_t)sqlite3_column_int64(row, 2) : 0;
    sqlite3_finalize(row);
    return there ? good || no_memory(diag) : diag_set(diag, name, 0, "has no such point, or not yet");
}

static bool take_rows(struct sweep_store *store, uint64_t point, struct compare_side *side, struct diag *diag)
{
    sqlite3_stmt *counts = sweep_store_query(
        store, diag, "SELECT path, name, unit, value FROM statistic JOIN counter USING (counter) WHERE point = ?1");
    sqlite3_stmt *settings = sweep_store_query(store, diag, "SELECT name, value FROM parameter WHERE point = ?1");
    bool          good = counts && settings;
    if (good) {
        sqlite3_bind_int64(counts, 1, (int64_t)point);
        sqlite3_bind_int64(settings, 1, (int64_t)point);
    }
    while (good && sqlite3_step(counts) == SQLITE_ROW)
        good = add_count(&side->counts, column_text(counts, 0), column_text(counts, 1), column_text(counts, 2),
                         (double)sqlite3_column_int64(counts, 3)) ||
               no_memory(diag);
    while (good && sqlite3_step(settings) == SQLITE_ROW)
        good = add_setting(side, column_text(settings, 0), column_text(settings, 1)) || no_memory(diag);
    sqlite3_finalize(counts);
    sqlite3_finalize(settings);
    return good;
}

/* FILE@POINT: the file's name without it, which the caller frees; NULL: it is none. */
static char *split_point(const char *name, uint64_t *point)
{
    const char *const at = strrchr(name, '@');
    if (!at || at == name || !number_in(at + 1, 0, INT64_MAX, point))
        return NULL;
    char *file = strndup(name, (size_t)(at - name));
    if (file && sweep_store_is(file))
        return file;
    free(file);
    return NULL;
}

static bool load_point(const char *name, const char *file, uint64_t point, struct compare_side *side, struct diag *diag)
{
    struct sweep_store store = {0};
    struct sweep       sweep = {0};
    const bool good = sweep_store_read(&store, file, &sweep, diag) && take_point(&store, name, point, side, diag) &&
                      take_rows(&store, point, side, diag);
    sweep_store_close(&store, NULL);
    sweep_free(&sweep);
    return good;
}

/* ---- a result file ----------------------------------------------------------------------------------------------- */

/* What 63 bits do not hold is a string in hexadecimal. */
static bool number_of(const json_t *value, uint64_t *number)
{
    const char *text = json_string_value(value);
    *number = text ? strtoull(text, NULL, 16) : (uint64_t)json_integer_value(value);
    return json_is_integer(value) || (text && strncmp(text, "0x", 2) == 0);
}

static bool take_statistics(const json_t *rows, const char *prefix, struct compare_side *side)
{
    size_t  i;
    json_t *row;
    json_array_foreach(rows, i, row)
    {
        const char *path = json_string_value(json_object_get(row, "path"));
        const char *name = json_string_value(json_object_get(row, "name"));
        char        whole[512];
        uint64_t    value;
        if (!path || !name || !number_of(json_object_get(row, "value"), &value))
            return false;
        snprintf(whole, sizeof whole, "%s%s", prefix, path);
        if (!add_count(&side->counts, whole, name, json_string_value(json_object_get(row, "unit")), (double)value))
            return false;
    }
    return json_is_array(rows);
}

/* {path: {name: {"value": number or null, "unit": text}}} */
static bool take_counters(json_t *paths, const char *prefix, struct compare_side *side)
{
    const char *path, *name;
    json_t     *names, *counter;
    json_object_foreach(paths, path, names)
    {
        char whole[512];
        snprintf(whole, sizeof whole, "%s%s", prefix, path);
        json_object_foreach(names, name, counter)
        {
            const json_t *value = json_object_get(counter, "value");
            if (json_is_number(value) &&
                !add_count(&side->performance, whole, name, json_string_value(json_object_get(counter, "unit")),
                           json_number_value(value)))
                return false;
        }
    }
    return true;
}

static bool take_launch(const json_t *launch, const char *prefix, struct compare_side *side)
{
    return take_statistics(json_object_get(launch, "statistics"), prefix, side) &&
           take_counters(json_object_get(launch, "counters"), prefix, side);
}

static bool take_configuration(const json_t *rows, struct compare_side *side)
{
    size_t  i;
    json_t *row;
    json_array_foreach(rows, i, row)
    {
        const char   *name = json_string_value(json_object_get(row, "name"));
        const json_t *value = json_object_get(row, "value");
        char          number[32];
        snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
        if (!name || !add_setting(side, name, json_is_string(value) ? json_string_value(value) : number))
            return false;
    }
    return true;
}

static bool take_json(const json_t *root, const char *name, struct compare_side *side)
{
    const char   *status = json_string_value(json_object_get(root, "status"));
    const json_t *launches = json_object_get(root, "launches");
    size_t        i;
    json_t       *launch;
    if (!json_is_object(root) || !json_is_integer(json_object_get(root, "cycles")) ||
        !begin(side, name, status ? status : "-", json_string_value(json_object_get(root, "message"))))
        return false;
    side->has_cycles = true;
    side->cycles = (uint64_t)json_integer_value(json_object_get(root, "cycles"));
    if (!launches && !take_launch(root, "", side))
        return false;
    json_array_foreach(launches, i, launch)
    {
        char prefix[32];
        snprintf(prefix, sizeof prefix, "launch%zu.", i);
        if (!take_launch(launch, prefix, side))
            return false;
    }
    return take_configuration(json_object_get(root, "configuration"), side);
}

static bool load_json(const char *name, const char *path, struct compare_side *side, struct diag *diag)
{
    json_t *root = input_json(path, RESULT_BYTES_MAX, diag);
    if (!root)
        return false;
    const bool good = take_json(root, name, side);
    json_decref(root);
    return good || diag_set(diag, path, 0, "is no result: expected a result.json, or what --stats writes");
}

/* The file in a folder; the caller frees it. */
static char *result_in(const char *name)
{
    struct stat  status;
    const size_t size = strlen(name) + sizeof "/result.json";
    if (stat(name, &status) != 0 || !S_ISDIR(status.st_mode))
        return NULL;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s/result.json", name);
    return path;
}

bool compare_load(const char *name, struct compare_side *side, struct diag *diag)
{
    uint64_t point;
    char    *file = split_point(name, &point), *inside = file ? NULL : result_in(name);
    bool     good;
    *side = (struct compare_side){0};
    if (file)
        good = load_point(name, file, point, side, diag);
    else if (sweep_store_is(name))
        good = diag_set(diag, name, 0, "is the results of a sweep: expected one of its points, %.200s@POINT", name);
    else
        good = load_json(name, inside ? inside : name, side, diag);
    free(file);
    free(inside);
    return good;
}

bool compare_is_result(const char *name)
{
    uint64_t    point;
    struct stat status;
    char       *file = split_point(name, &point);
    const bool  is =
        file || sweep_store_is(name) || sweep_is_file(name) || (stat(name, &status) == 0 && S_ISDIR(status.st_mode));
    free(file);
    return is;
}
