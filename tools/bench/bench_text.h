/* bench_text.h - texts of a row in which formulas stand. */
#ifndef TOOLS_BENCH_TEXT_H
#define TOOLS_BENCH_TEXT_H

#include <stdio.h>

#include "rtl_model/machine.h"
#include "tools/bench/formula.h"

/* What formulas may name: the chip's parameters, and numbers of the row. */
struct bench_names {
    const struct machine_chip *chip;
    double                     n, i, thread, gpr;
};
bool bench_value(const char *formula, const struct bench_names *names, double *value, struct diag *diag);

/* The parameter of that name, or NULL. */
const struct chip_parameter *bench_parameter(const struct machine_chip *chip, const char *name);

/* The text with its formulas as numbers: <FORMULA>, and %{FORMULA: TEXT%}, the text so often with i from 0 on. */
bool bench_expand(const char *text, const struct bench_names *names, FILE *out, struct diag *diag);

#endif
