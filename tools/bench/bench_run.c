/* bench_run.c - the rows that are asked for, and with --vary each of them with other values of the parameters that its
 * formula names. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "kit/near.h"
#include "tools/bench/bench.h"
#include "tools/bench/bench_text.h"
#include "tools/run/interrupt.h"

enum { NAME_BYTES = 48, SET_BYTES = 64, VARIED = 4 };

static bool of_family(const struct bench_row *row, const struct machine_family *family)
{
    return strcmp(row->family, family->name) == 0;
}

static bool is_named(const struct bench_row *row, const char *name)
{
    return strcmp(row->name, name) == 0 || strcmp(row->group, name) == 0;
}

static bool wanted(const struct bench_row *row, const struct bench_call *call)
{
    bool any = !*call->names;
    for (char *const *name = call->names; *name && !any; name++)
        any = is_named(row, *name);
    return any;
}

static bool check_names(const struct bench_call *call, const struct machine_family *family, struct diag *diag)
{
    unsigned of_chip = 0;
    for (unsigned r = 0; r < bench_row_count; r++)
        of_chip += of_family(&bench_rows[r], family);
    if (!of_chip)
        return diag_set(diag, NULL, 0, "no rows for chips of %s", family->name);
    for (char *const *name = call->names; *name; name++) {
        bool found = false;
        for (unsigned r = 0; r < bench_row_count && !found; r++)
            found = of_family(&bench_rows[r], family) && is_named(&bench_rows[r], *name);
        if (!found)
            return diag_set(diag, NULL, 0, "no row or group '%.100s' of %s: expected one of wekiva bench-chip --list",
                            *name, family->name);
    }
    return true;
}

static struct bench_result *add(struct bench_results *results, struct diag *diag)
{
    struct bench_result *const list = realloc(results->list, (results->count + 1) * sizeof *list);
    if (!list) {
        diag_set(diag, NULL, 0, "not enough memory");
        return NULL;
    }
    results->list = list;
    results->list[results->count] = (struct bench_result){0};
    return &results->list[results->count++];
}

/* ---- other values ----------------------------------------------------------------------------------------------- */

/* Half as much again and a little, half, one more, two more; inside of the parameter's range. */
static uint32_t other_value(const struct chip_parameter *parameter, uint32_t now, unsigned number)
{
    const uint64_t values[VARIED] = {(uint64_t)now + now / 2 + 1, now / 2, (uint64_t)now + 1, (uint64_t)now + 2};
    const uint64_t value = values[number];
    return value < parameter->least ? parameter->least : value > parameter->most ? parameter->most : (uint32_t)value;
}

static bool vary_one(const struct bench_row *row, const struct bench_call *call, const struct chip_parameter *parameter,
                     struct bench_results *results, struct diag *diag)
{
    const uint32_t now = machine_chip_value(&results->chip, parameter);
    for (unsigned v = 0; v < VARIED; v++) {
        const uint32_t value = other_value(parameter, now, v);
        if (value == now)
            continue;
        struct bench_result *const result = add(results, diag);
        char *const                set = malloc(SET_BYTES);
        if (!result || !set) {
            free(set);
            return diag_set(diag, NULL, 0, "not enough memory");
        }
        snprintf(set, SET_BYTES, "%s=%" PRIu32, parameter->name, value);
        result->set = set;
        if (!bench_measure(row, call, set, result, diag))
            return false;
    }
    return true;
}

/* The parameters that a formula names, itself or by a part; bits, as they stand in the table. */
static void find_parameters(const char *formula, const struct machine_chip *chip, uint64_t *found, size_t words)
{
    char name[NAME_BYTES];
    while (formula_next_name(&formula, name, sizeof name)) {
        const struct chip_parameter *const parameter = bench_parameter(chip, name);
        const size_t number = parameter ? (size_t)(parameter - chip->family->chips->parameters) : words * 64;
        if (number < words * 64)
            found[number / 64] |= UINT64_C(1) << number % 64;
        for (unsigned p = 0; p < bench_part_count; p++)
            if (strcmp(bench_parts[p].name, name) == 0)
                find_parameters(bench_parts[p].formula, chip, found, words);
    }
}

static bool vary(const struct bench_row *row, const struct bench_call *call, struct bench_results *results,
                 struct diag *diag)
{
    enum { WORDS = 4 };
    const struct chip_table *const table = results->chip.family->chips;
    uint64_t                       found[WORDS] = {0};
    find_parameters(row->formula, &results->chip, found, WORDS);
    for (unsigned p = 0; p < table->parameter_count && p < WORDS * 64; p++)
        if ((found[p / 64] >> p % 64 & 1) && !vary_one(row, call, &table->parameters[p], results, diag))
            return false;
    return true;
}

/* ---- all -------------------------------------------------------------------------------------------------------- */

bool bench_run(const struct bench_call *call, struct bench_results *results, struct diag *diag)
{
    *results = (struct bench_results){0};
    if (!machine_chip_choose(call->chip, NULL, "--set ", call->sets, call->set_count, &results->chip, diag) ||
        !check_names(call, results->chip.family, diag))
        return false;
    for (unsigned r = 0; r < bench_row_count; r++) {
        const struct bench_row *const row = &bench_rows[r];
        if (!of_family(row, results->chip.family) || !wanted(row, call))
            continue;
        struct bench_result *const result = add(results, diag);
        if (!result || !bench_measure(row, call, NULL, result, diag))
            return false;
        if (call->vary && result->status != BENCH_WITHOUT && !vary(row, call, results, diag))
            return false;
        if (interrupt_came())
            return false;
    }
    return true;
}

void bench_free(struct bench_results *results)
{
    for (unsigned i = 0; i < results->count; i++)
        free((char *)results->list[i].set);
    free(results->list);
    machine_chip_free(&results->chip);
    *results = (struct bench_results){0};
}
