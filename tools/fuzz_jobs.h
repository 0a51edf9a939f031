/* fuzz_jobs.h - random programs in several processes: who runs which seed, progress on a terminal, sums. */
#ifndef TOOLS_FUZZ_JOBS_H
#define TOOLS_FUZZ_JOBS_H

#include "tb/random/pixels.h"
#include "tb/random/random.h"

enum { FUZZ_JOBS_MAX = 64 };

struct fuzz_run {
    struct random_judge   judge;
    struct random_weights weights;
    /* Of another family than R700: then these count, and judge and weights do not. */
    struct random_pixels_judge pixels_judge; /* kind NULL: R700 */
    struct random_pixels      *pixels;
    uint64_t                   seed, programs, jobs;
};
struct fuzz_result {
    struct random_statistics statistics;
    double                   seconds;
    bool                     failed;
    uint64_t                 seed; /* of the first program that failed, the same for any number of jobs */
};

/* Process j runs the seeds seed + j, seed + j + jobs, ...  False with `diag` when the run itself went wrong. */
bool fuzz_jobs_run(struct fuzz_run *run, struct random_case *program, struct fuzz_result *result, struct diag *diag);

/* Of a clock that only goes forward. */
double fuzz_seconds(void);
/* Prints at once: a seed is of use before the run ends, however it ends. */
bool say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
