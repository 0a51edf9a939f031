/* bench_text.c - texts of a row in which formulas stand. */
#include "tools/bench/bench_text.h"

#include <string.h>

#include "tools/bench/bench.h"

enum { FORMULA_BYTES = 256, REPEATED_MAX = 1 << 16 };

const struct chip_parameter *bench_parameter(const struct machine_chip *chip, const char *name)
{
    const struct chip_table *const table = chip->family->chips;
    for (unsigned p = 0; p < table->parameter_count; p++)
        if (strcmp(table->parameters[p].name, name) == 0)
            return &table->parameters[p];
    return NULL;
}

static bool find(const void *context, const char *name, double *value)
{
    const struct bench_names *const names = context;
    const struct {
        const char *name;
        double      value;
    } own[] = {{"n", names->n}, {"i", names->i}, {"thread", names->thread}, {"gpr", names->gpr}};
    for (unsigned o = 0; o < sizeof own / sizeof own[0]; o++)
        if (strcmp(own[o].name, name) == 0) {
            *value = own[o].value;
            return true;
        }
    for (unsigned p = 0; p < bench_part_count; p++)
        if (strcmp(bench_parts[p].name, name) == 0)
            return bench_value(bench_parts[p].formula, names, value, NULL);
    const struct chip_parameter *const parameter = bench_parameter(names->chip, name);
    if (parameter)
        *value = machine_chip_value(names->chip, parameter);
    return parameter;
}

bool bench_value(const char *formula, const struct bench_names *names, double *value, struct diag *diag)
{
    return formula_value(formula, &(struct formula_names){.find = find, .context = names}, value, diag);
}

/* The formula up to `end`, behind which `*at` then is. */
static bool take_formula(const char **at, char end, const struct bench_names *names, double *value, struct diag *diag)
{
    char              formula[FORMULA_BYTES];
    const char *const last = strchr(*at, end);
    const size_t      length = last ? (size_t)(last - *at) : sizeof formula;
    if (length >= sizeof formula)
        return diag_set(diag, NULL, 0, "expected a formula and %c at '%.40s'", end, *at);
    memcpy(formula, *at, length);
    formula[length] = '\0';
    *at = last + 1;
    return bench_value(formula, names, value, diag);
}

/* Behind the %} that ends what %{ has begun, which does not nest. */
static bool take_repeated(const char **at, const struct bench_names *names, FILE *out, struct diag *diag)
{
    char   text[4096];
    double times;
    if (!take_formula(at, ':', names, &times, diag))
        return false;
    const char *const last = strstr(*at, "%}");
    const size_t      length = last ? (size_t)(last - *at) : sizeof text;
    if (length >= sizeof text || times > REPEATED_MAX)
        return diag_set(diag, NULL, 0, "expected a text and %%} at '%.40s'", *at);
    memcpy(text, *at, length);
    text[length] = '\0';
    *at = last + 2;
    for (struct bench_names inner = {.chip = names->chip, .n = names->n}; inner.i < times; inner.i++)
        if (!bench_expand(text, &inner, out, diag))
            return false;
    return true;
}

bool bench_expand(const char *text, const struct bench_names *names, FILE *out, struct diag *diag)
{
    double value;
    while (*text)
        if (*text == '<') {
            text++;
            if (!take_formula(&text, '>', names, &value, diag))
                return false;
            fprintf(out, "%.9g", value);
        } else if (text[0] == '%' && text[1] == '{') {
            text += 2;
            if (!take_repeated(&text, names, out, diag))
                return false;
        } else {
            fputc(*text++, out);
        }
    return true;
}
