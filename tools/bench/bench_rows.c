/* bench_rows.c - the rows of bench.def as data. */
#include "tools/bench/bench.h"

#include "rtl_model/launch/launch.h"

#define BENCH(...) {__VA_ARGS__},
const struct bench_row bench_rows[] = {
#include "tools/bench/bench.def"
};
#undef BENCH
const unsigned bench_row_count = sizeof bench_rows / sizeof bench_rows[0];
