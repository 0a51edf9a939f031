#include "rtl_model/r700/probes/counters.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

const char *const counter_arbiters[OBSERVED_ARBITERS] = {"CF", "Even", "Odd"};

#define COUNTER_DEF "rtl_model/r700/probes/counters.def"
#define COUNTER_TABLE gpu_counters
#define COUNTER_PROBES sum_probes
#define COUNTER_GIVEN                                                                                                  \
    const double wave_size = ((const struct counter_chip *)chip)->wave_size;                                           \
    const bool   vertex_cache = ((const struct counter_chip *)chip)->vertex_cache;
#include "rtl_model/probes/counter_tables.h"

/* "Busy.Even", "Stall.Even.kcache": names are made once, for all machines and their threads. */
enum { CHANCE_NAME = 64 };
static char        chance_names[OBSERVED_ARBITERS][STALLS][CHANCE_NAME];
static const char *chance_name_lists[OBSERVED_ARBITERS][STALLS];

static void make_chance_names(void)
{
    for (unsigned a = 0; a < OBSERVED_ARBITERS; a++) {
        snprintf(chance_names[a][STALL_NONE], CHANCE_NAME, "Busy.%s", counter_arbiters[a]);
        for (unsigned s = STALL_NONE + 1; s < STALLS; s++)
            snprintf(chance_names[a][s], CHANCE_NAME, "Stall.%s.%s", counter_arbiters[a],
                     stall_keys[s] + strlen("stall_"));
        for (unsigned s = 0; s < STALLS; s++)
            chance_name_lists[a][s] = chance_names[a][s];
    }
}

unsigned counters_make(const struct counter_sums *sums, const struct counter_chip *chip, const char *path, bool whole,
                       struct result_counter *rows, unsigned limit)
{
    static pthread_once_t named = PTHREAD_ONCE_INIT;
    struct counter_list   list = {rows, limit, 0};
    pthread_once(&named, make_chance_names);
    counter_list_ratios(&list, &gpu_counters, sums->of, chip, path, whole);
    for (unsigned a = 0; a < OBSERVED_ARBITERS; a++)
        counter_list_chances(&list, path, sums->chances[a], chance_name_lists[a], stall_meanings, STALLS);
    return list.count;
}

void counters_add(struct counter_sums *to, const struct counter_sums *more, const struct counter_sums *less)
{
    for (unsigned i = 0; i < SUMS; i++)
        to->of[i] += more->of[i] - (less ? less->of[i] : 0);
    for (unsigned a = 0; a < OBSERVED_ARBITERS; a++)
        for (unsigned s = 0; s < STALLS; s++)
            to->chances[a][s] += more->chances[a][s] - (less ? less->chances[a][s] : 0);
}
