#include "rtl_model/r700/probes/counters.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

const struct counter_sum_row counter_sum_rows[] = {
#define SUM_OF(name, from, meaning) {#name, from, meaning, SUM_##name, false},
#define CHIP_SUM_OF(name, from, meaning) {#name, from, meaning, SUM_##name, true},
#include "rtl_model/r700/probes/counters.def"
    {NULL, NULL, NULL, SUMS, false},
};

const struct counter_row counter_rows[] = {
#define COUNTER_IF(name, unit, numerator, denominator, has, why, meaning)                                              \
    {#name, unit, #numerator, #denominator, why, meaning, false},
#define CHIP_COUNTER(name, unit, numerator, denominator, meaning)                                                      \
    {#name, unit, #numerator, #denominator, "", meaning, true},
#define NO_COUNTER(name, why) {#name, "", NULL, NULL, why, "", true},
#include "rtl_model/r700/probes/counters.def"
};
const unsigned counter_row_count = sizeof counter_rows / sizeof counter_rows[0];

const char *const counter_arbiters[OBSERVED_ARBITERS] = {"CF", "Even", "Odd"};

/* The numerator and the denominator of each row, in its order. */
struct ratio {
    double above, below;
    bool   has;
};
enum {
    ROWS = 0
#define COUNTER_IF(...) +1
#define CHIP_COUNTER COUNTER_IF
#define NO_COUNTER COUNTER_IF
#include "rtl_model/r700/probes/counters.def"
};

static void evaluate(const struct counter_sums *sums, const struct counter_chip *chip, struct ratio ratio[ROWS])
{
    const double wave_size = chip->wave_size;
    const bool   vertex_cache = chip->vertex_cache;
#define SUM_OF(name, ...)                                                                                              \
    const double name = (double)sums->of[SUM_##name];                                                                  \
    (void)name; /* of some only energy is made (energy.def) */
#define CHIP_SUM_OF SUM_OF
#define SUM_SEEN SUM_OF
#include "rtl_model/r700/probes/counters.def"
    const struct ratio made[ROWS] = {
#define COUNTER_IF(name, unit, numerator, denominator, has, why, meaning) {numerator, denominator, has},
#define CHIP_COUNTER(name, unit, numerator, denominator, meaning) {numerator, denominator, true},
#define NO_COUNTER(name, why) {0, 0, false},
#include "rtl_model/r700/probes/counters.def"
    };
    memcpy(ratio, made, sizeof made);
}

struct rows {
    struct result_counter *rows;
    unsigned               limit, count;
};

static void add(struct rows *rows, const struct result_counter *row)
{
    if (rows->count < rows->limit)
        rows->rows[rows->count] = *row;
    rows->count++;
}

static void add_ratio(struct rows *rows, const char *path, const struct counter_row *row, const struct ratio *ratio)
{
    struct result_counter counter = {.path = path, .name = row->name, .unit = row->unit, .description = row->meaning};
    counter.known = ratio->has && ratio->below > 0;
    counter.value = counter.known ? ratio->above / ratio->below : 0;
    counter.lacking = !ratio->has;
    counter.why = counter.known ? NULL : ratio->has ? "there was nothing to count" : row->why;
    add(rows, &counter);
}

/* "Busy.Even", "Stall.Even.kcache": names are made once, for all machines and their threads. */
enum { CHANCE_NAME = 64 };
static char chance_names[OBSERVED_ARBITERS][STALLS][CHANCE_NAME];

static void make_chance_names(void)
{
    for (unsigned a = 0; a < OBSERVED_ARBITERS; a++) {
        snprintf(chance_names[a][STALL_NONE], CHANCE_NAME, "Busy.%s", counter_arbiters[a]);
        for (unsigned s = STALL_NONE + 1; s < STALLS; s++)
            snprintf(chance_names[a][s], CHANCE_NAME, "Stall.%s.%s", counter_arbiters[a],
                     stall_keys[s] + strlen("stall_"));
    }
}

/* Shares of all chances of an arbiter: they add up to 100 %. */
static void add_chances(struct rows *rows, const char *path, const struct counter_sums *sums, unsigned arbiter)
{
    uint64_t all = 0;
    for (unsigned s = 0; s < STALLS; s++)
        all += sums->chances[arbiter][s];
    for (unsigned s = 0; s < STALLS; s++)
        add(rows, &(struct result_counter){.path = path,
                                           .name = chance_names[arbiter][s],
                                           .known = all != 0,
                                           .value = all ? 100 * (double)sums->chances[arbiter][s] / (double)all : 0,
                                           .unit = "%",
                                           .description = stall_meanings[s],
                                           .why = all ? NULL : "there was no chance"});
}

unsigned counters_make(const struct counter_sums *sums, const struct counter_chip *chip, const char *path, bool whole,
                       struct result_counter *list, unsigned limit)
{
    static pthread_once_t named = PTHREAD_ONCE_INIT;
    struct rows           rows = {list, limit, 0};
    struct ratio          ratio[ROWS];
    pthread_once(&named, make_chance_names);
    evaluate(sums, chip, ratio);
    for (unsigned i = 0; i < ROWS; i++)
        if (whole || !counter_rows[i].of_chip)
            add_ratio(&rows, path, &counter_rows[i], &ratio[i]);
    for (unsigned a = 0; a < OBSERVED_ARBITERS; a++)
        add_chances(&rows, path, sums, a);
    return rows.count;
}

void counters_add(struct counter_sums *to, const struct counter_sums *more, const struct counter_sums *less)
{
    for (unsigned i = 0; i < SUMS; i++)
        to->of[i] += more->of[i] - (less ? less->of[i] : 0);
    for (unsigned a = 0; a < OBSERVED_ARBITERS; a++)
        for (unsigned s = 0; s < STALLS; s++)
            to->chances[a][s] += more->chances[a][s] - (less ? less->chances[a][s] : 0);
}
