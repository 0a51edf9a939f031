/* job.h - a machine of a launch file, of any family, and what stands still in it (rtl_model/standing.h). */
#ifndef TB_UNIT_JOB_H
#define TB_UNIT_JOB_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rtl_model/machine.h"

struct job {
    struct program      program;
    struct launch      *launch;
    struct machine_chip chip;
    struct rtl_machine  machine;
    struct diag         diag;
};

static inline void start(struct job *job, const char *path, const char *setting)
{
    const char *chip;
    memset(job, 0, sizeof *job);
    job->launch = launch_load(path, &job->diag);
    if (!job->launch || !machine_launch_chip(NULL, job->launch, &chip, &job->diag) ||
        !machine_chip_choose(chip, NULL, "", &setting, setting != NULL, &job->chip, &job->diag) ||
        !program_load_as(job->chip.family->programs, job->launch->program.path, &job->program, &job->diag) ||
        !rtl_machine_create(&job->chip, &job->program, job->launch, &job->machine, &job->diag))
        fail_msg("%s: %s", path, job->diag.what);
}

static inline void end(struct job *job)
{
    rtl_machine_free(&job->machine);
    machine_chip_free(&job->chip);
    launch_free(job->launch);
    program_free(&job->program);
}

static inline void run(struct job *job, uint64_t cycle)
{
    job->machine.kind->run(job->machine.of, cycle);
}

/* Its diagnosis is of the one that stands. */
static inline uint64_t stands(struct job *job)
{
    uint64_t clocks;
    assert_true(rtl_machine_standing(&job->machine, &clocks, &job->diag));
    return clocks;
}

static inline void says(const struct job *job, const char *what)
{
    if (!strstr(job->diag.what, what))
        fail_msg("expected '%s' in '%s'", what, job->diag.what);
}

/* Clocks since cycle `then`, which is when it was loaded or issued what it did last. */
static inline void stands_since(struct job *job, uint64_t then)
{
    char text[64];
    assert_int_equal(stands(job), *job->machine.cycle - then);
    snprintf(text, sizeof text, "for %llu clocks;", (unsigned long long)(*job->machine.cycle - then));
    says(job, text);
}

/* All exports, unwritten values aside. */
static inline bool same_exports(const struct job *left, const struct job *right)
{
    const struct result_exports *one = left->machine.kind->results->exports(left->machine.of);
    const struct result_exports *other = right->machine.kind->results->exports(right->machine.of);
    bool                         same = one->column_count == other->column_count && one->column_count;
    for (unsigned c = 0; same && c < one->column_count; c++)
        same = memcmp(one->columns[c].written, other->columns[c].written, left->launch->threads) == 0 &&
               memcmp(one->columns[c].values, other->columns[c].values,
                      left->launch->threads * sizeof one->columns[c].values[0]) == 0;
    return same;
}

#endif
