/* chip_table.h - the chips of a family: presets, chip files and NAME=VALUE, the same for every family. */
#ifndef RTL_MODEL_CHIP_TABLE_H
#define RTL_MODEL_CHIP_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kit/diag.h"
#include "rtl_model/chip_parameter.h"

/* What the struct of a chip begins with, in any family. */
struct chip_head {
    char name[32], base[8]; /* base: the preset from which it was made */
};

/* A value that has a name: "oldest". */
struct chip_value_name {
    const char *parameter, *name;
    uint32_t    number;
};

struct chip_table {
    const char *const            *names; /* of the presets */
    unsigned                      name_count;
    const void                   *presets; /* structs of chips, one behind the other */
    size_t                        chip_bytes;
    const struct chip_parameter  *parameters;
    unsigned                      parameter_count;
    const struct chip_value_name *value_names;
    unsigned                      value_name_count;
};

uint32_t chip_table_value(const void *chip, const struct chip_parameter *parameter);
/* The name of a value where values have names, else NULL. */
const char *chip_table_value_name(const struct chip_table *table, const struct chip_parameter *parameter,
                                  uint32_t value);

/* A preset by name, or a JSON file {"wekiva_chip": 1, "name": ..., "base": preset, "parameters": {name: value}}.  A
 * value is a whole number, or a name where values have names. */
bool chip_table_load(const struct chip_table *table, const char *name_or_path, void *chip, struct diag *diag);
/* `name=value`, as `--set` gives it; the diagnosis does not say which assignment it was. */
bool chip_table_set(const struct chip_table *table, void *chip, const char *assignment, struct diag *diag);

/* "base" of a chip file; false: there is no such file, or it says none. */
bool chip_file_base(const char *path, char *base, size_t size);

#endif
