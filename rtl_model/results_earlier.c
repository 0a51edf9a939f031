/* results_earlier.c - what an earlier run has left in a folder. */
#include "rtl_model/results_internal.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_SIZE = 4096 };

const char *const results_fixed_names[] = {"exports.bin",   "exports.json", "threads.json",
                                           "vertices.json", "gprs.bin",     "lds.bin",
                                           "globals.bin",   "result.json",  NULL};

bool results_is_fixed(const char *name)
{
    for (unsigned i = 0; results_fixed_names[i]; i++)
        if (strcmp(name, results_fixed_names[i]) == 0)
            return true;
    return false;
}

static bool is_buffer(const char *name)
{
    static const char buffer[] = "buffer-", end[] = ".bin";
    const size_t      length = strlen(name), least = sizeof buffer + sizeof end - 2;
    return length > least && !strchr(name, '/') && strncmp(name, buffer, sizeof buffer - 1) == 0 &&
           strcmp(name + length - sizeof end + 1, end) == 0;
}

static json_t *load_result(const char *dir)
{
    char      path[PATH_SIZE];
    const int length = snprintf(path, sizeof path, "%s/result.json", dir);
    return length >= 0 && length < PATH_SIZE ? json_load_file(path, 0, NULL) : NULL;
}

/* The files that the result lists, the result itself last. */
static bool add_files(json_t *names, const json_t *result, const char *before)
{
    bool    good = true;
    size_t  i;
    json_t *row;
    json_array_foreach(json_object_get(result, "files"), i, row)
    {
        const char *const name = json_string_value(row);
        if (good && name && strcmp(name, "result.json") != 0 && (results_is_fixed(name) || is_buffer(name)))
            good = json_array_append_new(names, json_sprintf("%s%s", before, name)) == 0;
    }
    return good && json_array_append_new(names, json_sprintf("%sresult.json", before)) == 0;
}

/* A folder that a link leads to is none of the run's. */
static bool add_launch(json_t *names, const char *dir, unsigned number)
{
    char        path[PATH_SIZE];
    struct stat status;
    if (!results_row_folder(dir, number, path, sizeof path, NULL) || lstat(path, &status) != 0 ||
        !S_ISDIR(status.st_mode))
        return true;
    json_t *const     result = load_result(path);
    const char *const folder = path + strlen(dir) + 1;
    char              before[32];
    snprintf(before, sizeof before, "%.20s/", folder);
    const bool good =
        !result || (add_files(names, result, before) && json_array_append_new(names, json_string(folder)) == 0);
    json_decref(result);
    return good;
}

json_t *results_earlier(const char *dir, unsigned first)
{
    json_t *const result = load_result(dir);
    json_t       *names = json_array();
    const size_t  launches = json_array_size(json_object_get(result, "launches"));
    bool          good = names && (!result || add_files(names, result, ""));
    for (unsigned number = first; good && number < launches; number++)
        good = add_launch(names, dir, number);
    json_decref(result);
    if (!good) {
        json_decref(names);
        names = NULL;
    }
    return names;
}
