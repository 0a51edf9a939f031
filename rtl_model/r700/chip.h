/* chip.h - the parameters of a chip: presets, files and overrides, validated once and then fixed. */
#ifndef RTL_MODEL_R700_CHIP_H
#define RTL_MODEL_R700_CHIP_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/diag.h"
#include "rtl_model/chip_table.h"

/* It begins with a struct chip_head. */
struct chip_config {
    char name[32], base[8]; /* base: the preset from which it was made */
#define CHIP_PARAMETER(name, ...) uint32_t name;
#include "rtl_model/r700/chip.def"
#undef CHIP_PARAMETER
};

/* The rows of chip.def. */
enum {
#define CHIP_PARAMETER(name, ...) CHIP_AT_##name,
#include "rtl_model/r700/chip.def"
#undef CHIP_PARAMETER
    CHIP_PARAMETERS,
    CHIP_NAMES = 5
};
extern const struct chip_parameter chip_parameters[CHIP_PARAMETERS];
/* The presets: rv770, rv730, rv710, and rv740 and rv790, which are rv770 but for some parameters. */
extern const char *const chip_names[CHIP_NAMES];

/* The rows of chip_rv740.def and chip_rv790.def, and of chip_boards.def. */
enum {
#define CHIP_DIFFERENCE(name, ...) 1 +
    CHIP_DIFFERENCES =
#include "rtl_model/r700/chip_rv740.def"
#include "rtl_model/r700/chip_rv790.def"
        0,
#undef CHIP_DIFFERENCE
#define CHIP_BOARD(...) 1 +
    CHIP_BOARDS =
#include "rtl_model/r700/chip_boards.def"
        0
#undef CHIP_BOARD
};
struct chip_difference {
    const char *chip, *parameter, *confidence, *source;
};
struct chip_board {
    const char *chip, *board, *memory, *source;
    unsigned    year, nanometres, mhz, gb_s_10; /* mhz: of the core; gb_s_10: tenths of GB/s */
};
extern const struct chip_difference chip_differences[CHIP_DIFFERENCES];
extern const struct chip_board      chip_boards[CHIP_BOARDS];

extern const struct chip_table r700_chips;

uint32_t chip_value(const struct chip_config *chip, const struct chip_parameter *parameter);
/* The name of a value where values have names ("oldest"), else NULL. */
const char *chip_value_name(const struct chip_parameter *parameter, uint32_t value);

/* A preset by name, or a JSON file {"wekiva_chip": 1, "name": ..., "base": preset, "parameters": {name: value}}.  A
 * value is a whole number, or a name where values have names. */
bool chip_load(const char *name_or_path, struct chip_config *chip, struct diag *diag);
/* `name=value`, as `--set` gives it; the diagnosis does not say which assignment it was. */
bool chip_set(struct chip_config *chip, const char *assignment, struct diag *diag);
/* Rules between parameters; call it after the last chip_set. */
bool chip_validate(const struct chip_config *chip, struct diag *diag);

enum { LINES_PER_KB = 16 /* of 64 bytes */ };

/* Ways of a cache of lines, 0 standing for all of them. */
static inline unsigned line_cache_ways(unsigned kb, unsigned ways)
{
    return ways ? ways : kb * LINES_PER_KB;
}
/* Whether the texture cache takes what a wavefront of vertices may name: two lines for each thread. */
static inline bool chip_holds_vertices(const struct chip_config *chip)
{
    const unsigned lines = chip->tc_l1_kb * LINES_PER_KB;
    return (!chip->tc_l1_ways || chip->tc_l1_ways == lines) && lines >= 2 * chip->wave_size;
}
static inline unsigned line_cache_sets(unsigned kb, unsigned ways)
{
    return kb * LINES_PER_KB / line_cache_ways(kb, ways);
}

/* Subentries of a stack entry (ISA table 3.5). */
static inline unsigned stack_subentries(const struct chip_config *chip)
{
    return chip->wave_size > 32 ? 4 : 8;
}

/* Subentries that a call takes (ISA table 3.6). */
static inline unsigned stack_call_rows(const struct chip_config *chip)
{
    return chip->wave_size > 16 ? 1 : 2;
}

#endif
