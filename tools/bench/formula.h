/* formula.h - a formula in the parameters of a chip, as text: what is printed is what is calculated.
 *
 * Numbers, names, + - * / with the usual ranks, signs, parentheses, and the functions max(a, b, ...), min(a, b, ...),
 * ceil(a), floor(a), mod(a, b), and up(a, b), a rounded up to a multiple of b.  A condition is a number that is not 0:
 * atleast(a, b) is 1 or 0, if(condition, then, else) takes one of two. */
#ifndef TOOLS_FORMULA_H
#define TOOLS_FORMULA_H

#include <stdbool.h>
#include <stddef.h>

#include "kit/diag.h"

/* Who knows the names: false when there is none of that name. */
struct formula_names {
    bool (*find)(const void *context, const char *name, double *value);
    const void *context;
};

/* False and a diagnosis that quotes the formula from the place at fault on. */
bool formula_value(const char *text, const struct formula_names *names, double *value, struct diag *diag);

/* The next name of the text behind `*at` that is no function's, copied to `name`; false behind the last one. */
bool formula_next_name(const char **at, char *name, size_t size);

#endif
