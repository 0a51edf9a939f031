/* results_statistics.h - counters, limits, energy as JSON, and statistics in other formats than the list of
 * result.json. */
#ifndef RTL_MODEL_RESULTS_STATISTICS_H
#define RTL_MODEL_RESULTS_STATISTICS_H

#include <jansson.h>

#include "rtl_model/results.h"

/* {path: {name: {"value": number or null, "unit": text, "why": text when it is null}}}; NULL: no memory. */
json_t *results_counters(const struct result_counter *counters, unsigned count);

/* Adds `limit` and `energy`, where they were asked for; NULL without memory. */
json_t *results_with_tables(json_t *object, const struct result_run *run);

/* Writes what `--stats` writes as a list, an object with `cycles`, `statistics` and perhaps `counters` or one with a
 * list of them as `launches`, in another format.  False when memory is out or the file does not take it. */
bool results_put_statistics(FILE *file, json_t *object, enum result_format format);

#endif
