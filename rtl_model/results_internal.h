/* results_internal.h - what the files of results.h share: parts of the JSON, and what an earlier run has left. */
#ifndef RTL_MODEL_RESULTS_INTERNAL_H
#define RTL_MODEL_RESULTS_INTERNAL_H

#include <jansson.h>

#include "rtl_model/results.h"

/* ---- results_values.c: values of JSON; NULL without memory ---------------------------------------------------------
 */

/* A string; null for NULL.  Bytes that are not UTF-8 (a file name's) become '?'. */
json_t *results_text(const char *text);
json_t *results_hex(uint64_t value, int digits);
/* An integer; what the JSON library's 63 bits do not hold is a string in hexadecimal. */
json_t *results_integer(uint64_t value);
/* A word as hex and float; JSON has no number for what is not finite. */
json_t *results_word(uint32_t word);
/* Reports success, so that a list is whole or absent. */
bool    results_append(json_t *array, json_t *value);
json_t *results_whole(json_t *value, bool ok);

/* ---- results_statistics.c: counters, limits, energy as JSON, and statistics in other formats ----------------------
 */

/* {path: {name: {"value": number or null, "unit": text, "why": text when it is null}}}; NULL: no memory. */
json_t *results_counters(const struct result_counter *counters, unsigned count);

/* Adds `limit` and `energy`, where they were asked for; NULL without memory. */
json_t *results_with_tables(json_t *object, const struct result_run *run);

/* Writes what `--stats` writes as a list, an object with `cycles`, `statistics` and perhaps `counters` or one with a
 * list of them as `launches`, in another format.  False when memory is out or the file does not take it. */
bool results_put_statistics(FILE *file, json_t *object, enum result_format format);

/* ---- results_earlier.c: the folder of `--out` ----------------------------------------------------------------------
 */

/* What a run may write beside the buffers; NULL behind the last one. */
extern const char *const results_fixed_names[];

bool results_is_fixed(const char *name);

/* A list of names within the folder: its files, by its result.json; then of a row's launches from number `first` on
 * "launch2/exports.bin", and "launch2" itself behind them.  The owner frees it; NULL: no memory. */
json_t *results_earlier(const char *dir, unsigned first);

#endif
