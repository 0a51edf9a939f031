#include "rtl_model/chip_table.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "kit/key_place.h"
#include "kit/near.h"

uint32_t chip_table_value(const void *chip, const struct chip_parameter *parameter)
{
    uint32_t value;
    memcpy(&value, (const char *)chip + parameter->offset, sizeof value);
    return value;
}

const char *chip_table_value_name(const struct chip_table *table, const struct chip_parameter *parameter,
                                  uint32_t value)
{
    for (unsigned i = 0; i < table->value_name_count; i++)
        if (strcmp(table->value_names[i].parameter, parameter->name) == 0 && table->value_names[i].number == value)
            return table->value_names[i].name;
    return NULL;
}

/* The number of a value's name; -1: it has none of this name. */
static long long named_value(const struct chip_table *table, const char *parameter, size_t length, const char *name)
{
    for (unsigned i = 0; i < table->value_name_count; i++)
        if (strlen(table->value_names[i].parameter) == length &&
            strncmp(table->value_names[i].parameter, parameter, length) == 0 &&
            strcmp(table->value_names[i].name, name) == 0)
            return table->value_names[i].number;
    return -1;
}

/* "expected a whole number", or the names there are; behind `where` when that is not empty. */
static bool bad_value(const struct chip_table *table, const char *file, const char *where, const char *name,
                      size_t length, struct diag *diag)
{
    char names[128] = "";
    for (unsigned i = 0; i < table->value_name_count; i++)
        if (strlen(table->value_names[i].parameter) == length &&
            strncmp(table->value_names[i].parameter, name, length) == 0) {
            const size_t used = strlen(names);
            snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : ": ", table->value_names[i].name);
        }
    if (names[0])
        return diag_set(diag, file, 0, "%sexpected one of the names%s, or their numbers", where, names);
    return diag_set(diag, file, 0, "%sexpected a whole number", where);
}

static const struct chip_parameter *find(const struct chip_table *table, const char *name, size_t length)
{
    for (unsigned p = 0; p < table->parameter_count; p++)
        if (strlen(table->parameters[p].name) == length && strncmp(table->parameters[p].name, name, length) == 0)
            return &table->parameters[p];
    return NULL;
}

static bool unknown(const struct chip_table *table, const char *chip, const char *file, const char *name, size_t length,
                    struct diag *diag)
{
    struct near near = near_to(name, length, length < 6 ? 3 : 4);
    for (unsigned p = 0; p < table->parameter_count; p++)
        near_try(&near, table->parameters[p].name);
    if (near.name[0])
        return diag_set(diag, file, 0, "unknown chip parameter '%.*s', did you mean %s?", (int)length, name, near.name);
    return diag_set(diag, file, 0, "unknown chip parameter '%.*s'; `wekiva chips --params %s` lists them", (int)length,
                    name, chip);
}

static bool assign(const struct chip_table *table, void *chip, const char *file, const char *name, size_t length,
                   long long value, struct diag *diag)
{
    const struct chip_parameter *parameter = find(table, name, length);
    if (!parameter)
        return unknown(table, ((const struct chip_head *)chip)->base, file, name, length, diag);
    if (value < (long long)parameter->least || value > (long long)parameter->most)
        return diag_set(diag, file, 0, "%s is %lld, expected %u..%u%s%s", parameter->name, value, parameter->least,
                        parameter->most, parameter->unit[0] ? " " : "", parameter->unit);
    const uint32_t stored = (uint32_t)value;
    memcpy((char *)chip + parameter->offset, &stored, sizeof stored);
    return true;
}

bool chip_table_set(const struct chip_table *table, void *chip, const char *assignment, struct diag *diag)
{
    const char *equals = strchr(assignment, '=');
    char       *end;
    if (!equals)
        return diag_set(diag, NULL, 0, "expected NAME=VALUE");
    errno = 0;
    const size_t length = (size_t)(equals - assignment);
    long long    value = strtoll(equals + 1, &end, 0);
    if (errno || end == equals + 1 || *end) {
        if (!find(table, assignment, length))
            return unknown(table, ((const struct chip_head *)chip)->base, NULL, assignment, length, diag);
        value = named_value(table, assignment, length, equals + 1);
        if (value < 0)
            return bad_value(table, NULL, "", assignment, length, diag);
    }
    return assign(table, chip, NULL, assignment, length, value, diag);
}

static bool preset(const struct chip_table *table, const char *name, void *chip)
{
    for (unsigned p = 0; p < table->name_count; p++)
        if (strcmp(table->names[p], name) == 0) {
            memcpy(chip, (const char *)table->presets + p * table->chip_bytes, table->chip_bytes);
            return true;
        }
    return false;
}

/* "rv770, rv730, rv710" */
static const char *list_presets(const struct chip_table *table, char *text, size_t size)
{
    size_t used = 0;
    text[0] = 0;
    for (unsigned p = 0; p < table->name_count && used < size; p++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", p ? ", " : "", table->names[p]);
    return text;
}

static bool read_parameters(const struct chip_table *table, const char *path, json_t *parameters, void *chip,
                            struct diag *diag)
{
    const char *key;
    json_t     *value;
    if (!json_is_object(parameters))
        return diag_set(diag, path, 0, "parameters: expected an object of numbers"), diag_at_key(diag, "parameters");
    json_object_foreach(parameters, key, value)
    {
        const long long number = json_is_string(value) ? named_value(table, key, strlen(key), json_string_value(value))
                                                       : json_integer_value(value);
        if (!find(table, key, strlen(key)))
            return unknown(table, ((const struct chip_head *)chip)->base, path, key, strlen(key), diag),
                   diag_at_key(diag, key);
        if (!(json_is_integer(value) || json_is_string(value)) || number < 0) {
            char where[256];
            snprintf(where, sizeof where, "parameters.%s: ", key);
            return bad_value(table, path, where, key, strlen(key), diag), diag_at_key(diag, key);
        }
        if (!assign(table, chip, path, key, strlen(key), number, diag))
            return diag_at_key(diag, key);
    }
    return true;
}

static bool read_chip(const struct chip_table *table, const char *path, json_t *root, void *chip, struct diag *diag)
{
    struct chip_head *head = chip;
    const char       *key;
    json_t           *value;
    char              names[128];
    json_object_foreach(root, key, value)
    {
        if (strcmp(key, "wekiva_chip") && strcmp(key, "name") && strcmp(key, "base") && strcmp(key, "parameters"))
            return diag_set(diag, path, 0, "unknown key '%s', expected wekiva_chip, name, base, parameters", key),
                   diag_at_key(diag, key);
    }
    if (json_integer_value(json_object_get(root, "wekiva_chip")) != 1)
        return diag_set(diag, path, 0, "wekiva_chip: expected the version number 1"), diag_at_key(diag, "wekiva_chip");
    const char *name = json_string_value(json_object_get(root, "name"));
    const char *base = json_string_value(json_object_get(root, "base"));
    if (!base || !preset(table, base, chip))
        return diag_set(diag, path, 0, "base: expected one of %s", list_presets(table, names, sizeof names)),
               diag_at_key(diag, "base");
    if (!name || strlen(name) == 0 || strlen(name) >= sizeof head->name || strpbrk(name, "\t\n\v\f\r\33"))
        return diag_set(diag, path, 0, "name: expected a string of 1..%zu printable characters", sizeof head->name - 1),
               diag_at_key(diag, "name");
    memset(head->name, 0, sizeof head->name);
    memcpy(head->name, name, strlen(name));
    value = json_object_get(root, "parameters");
    return !value || read_parameters(table, path, value, chip, diag);
}

/* NULL when there is no such file, or it is a folder.  A byte order mark is skipped: no JSON begins with its first
 * byte. */
static FILE *open_text(const char *path)
{
    struct stat status;
    FILE *const file = fopen(path, "rb");
    if (!file)
        return NULL;
    if (fstat(fileno(file), &status) == 0 && S_ISDIR(status.st_mode)) {
        fclose(file);
        return NULL;
    }
    const int first = getc(file);
    if (first == 0xef) {
        getc(file);
        getc(file);
    } else if (first != EOF) {
        ungetc(first, file);
    }
    return file;
}

bool chip_table_load(const struct chip_table *table, const char *name_or_path, void *chip, struct diag *diag)
{
    if (preset(table, name_or_path, chip))
        return true;
    json_error_t error;
    char         names[128];
    FILE *const  file = open_text(name_or_path);
    if (!file)
        return diag_set(diag, NULL, 0, "chip '%s': neither %s nor a file that can be read", name_or_path,
                        list_presets(table, names, sizeof names));
    json_t *root = json_loadf(file, JSON_REJECT_DUPLICATES, &error);
    fclose(file);
    if (!root)
        return diag_set(diag, name_or_path, (unsigned)error.line, "%s", error.text),
               diag_at(diag, (unsigned)error.column);
    const bool ok = json_is_object(root) ? read_chip(table, name_or_path, root, chip, diag)
                                         : diag_set(diag, name_or_path, 1, "expected a JSON object");
    json_decref(root);
    return ok;
}

bool chip_file_base(const char *path, char *base, size_t size)
{
    FILE *const file = open_text(path);
    json_t     *root = file ? json_loadf(file, JSON_REJECT_DUPLICATES, NULL) : NULL;
    const char *text = json_string_value(json_object_get(root, "base"));
    const bool  good = text && strlen(text) < size;
    if (good)
        memcpy(base, text, strlen(text) + 1);
    json_decref(root);
    if (file)
        fclose(file);
    return good;
}
