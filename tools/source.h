/* source.h - a program from a file or from the standard input. */
#ifndef TOOLS_SOURCE_H
#define TOOLS_SOURCE_H

#include "rtl_model/launch/launch.h"
#include "rtl_model/program/program.h"

/* By the rules of the family of a chip (machine_family_choose).  "-" is the standard input. */
bool source_load(const char *chip, const char *path, struct program *program, struct diag *diag);

/* An operand that is a launch file by its name, *.json; programs have other names. */
bool source_is_launch(const char *path);

/* A launch, or a row of them; "-" is the standard input. */
struct launch *source_launch(const char *path, struct diag *diag);

/* A program of the R500 family's fragment shader processor: a hex dump, raw dwords or assembly text.  The caller frees
 * *dwords, US_WORDS (isa/r580/us.h) for each of *count instructions. */
bool source_load_us(const char *path, uint32_t **dwords, unsigned *count, struct diag *diag);

/* An instruction set by its name: "r700", "r580". */
enum source_isa { SOURCE_R700, SOURCE_R580, SOURCE_NV30, SOURCE_ISAS };
bool        source_isa(const char *name, enum source_isa *isa, struct diag *diag);
const char *source_isa_name(enum source_isa isa);

#endif
