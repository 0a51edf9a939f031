/* bench.h - small programs that measure one thing each, and what a closed form in the chip's parameters says of it.
 *
 * A row of bench.def has a program and a launch in which a number n stands.  Both are run with the row's first and
 * last n, and what n costs is the difference: the start of a launch, the first fetch of instructions and the last
 * export drop out.  Its formula is evaluated from the text that is printed (formula.h). */
#ifndef TOOLS_BENCH_H
#define TOOLS_BENCH_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "kit/diag.h"
#include "rtl_model/machine.h"

enum { BENCH_SETS_MAX = 64 };

struct bench_row {
    const char *family, *group;
    const char *name;    /* for the command line: "alu_chain" */
    const char *what;    /* is measured */
    const char *unit;    /* "clocks a group" */
    const char *formula; /* in the chip's parameters */
    const char *source;  /* of the formula */
    const char *needs;   /* a condition; where it is 0 the row is not measured; or NULL */
    const char *each;    /* into how many parts a step of n is divided; NULL: 1 */
    double      within;  /* the difference that the row allows: a share of the formula's value; 0: none */
    /* The run.  In texts <FORMULA> is a number, %{FORMULA: TEXT%} the text so often, with its number i; names are the
     * chip's parameters, n, and i. */
    unsigned    first, last; /* n */
    bool        chip;        /* on all SIMDs; else on one */
    bool        cold; /* the first run counts; else the second one, which finds all caches as the first one left them */
    unsigned    forgets;          /* caches of lines that are emptied before that: bits of enum launch_cache */
    const char *launch, *program; /* keys of a launch file behind the common ones; assembly */
    const char *input; /* in.bin, words of each thread's GPR: formulas with commas, with `thread` and `gpr`; or NULL */
    bool        integers; /* its words are integers; else floats */
    const char *zeros;    /* zeros.bin: how many bytes; or NULL */
};

/* A name for what several formulas have in common. */
struct bench_part {
    const char *name, *formula, *meaning;
};

enum bench_status { BENCH_HOLDS, BENCH_DIFFERS, BENCH_WITHOUT /* not on this chip */ };

struct bench_result {
    const struct bench_row *row;
    enum bench_status       status;
    double                  value, measured;
    const char             *set; /* what was changed for it (--vary), or NULL */
    char                    why[256];
};

struct bench_call {
    const char  *chip;
    const char  *sets[BENCH_SETS_MAX + 3];
    unsigned     set_count;
    bool         vary;
    char *const *names; /* of rows and groups, up to NULL; none: all */
};

struct bench_results {
    struct machine_chip  chip;
    struct bench_result *list;
    unsigned             count;
};

/* Measures the rows of the chip's family that are named.  False: bad input, or interrupted, and then `diag` is empty.
 */
bool bench_run(const struct bench_call *call, struct bench_results *results, struct diag *diag);
void bench_free(struct bench_results *results);

/* One row, with parameters set as the call says and by `set`, or NULL. */
bool bench_measure(const struct bench_row *row, const struct bench_call *call, const char *set,
                   struct bench_result *result, struct diag *diag);

/* The rows and parts of bench.def. */
extern const struct bench_row  bench_rows[];
extern const unsigned          bench_row_count;
extern const struct bench_part bench_parts[];
extern const unsigned          bench_part_count;

void bench_print(const struct bench_results *results, FILE *out);
void bench_print_csv(const struct bench_results *results, FILE *out);
void bench_print_html(const struct bench_results *results, FILE *out);
void bench_print_markdown(const struct bench_results *results, FILE *out);

#endif
