/* bench_rows.c - the rows and parts of bench.def as data. */
#include "tools/bench/bench.h"

#include "rtl_model/launch/launch.h"

#define BENCH_PART(...)
#define BENCH(...) {__VA_ARGS__},
const struct bench_row bench_rows[] = {
#include "tools/bench/bench.def"
};
#undef BENCH
#undef BENCH_PART
const unsigned bench_row_count = sizeof bench_rows / sizeof bench_rows[0];

#define BENCH(...)
#define BENCH_PART(...) {__VA_ARGS__},
const struct bench_part bench_parts[] = {
#include "tools/bench/bench.def"
};
const unsigned bench_part_count = sizeof bench_parts / sizeof bench_parts[0];
