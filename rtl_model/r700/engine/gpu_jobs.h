/* gpu_jobs.h - the SIMDs of a chip clocked in several threads: the same machine, clock for clock and bit for bit.
 *
 * A SIMD's only inputs are the dispatcher's outputs.  Its only output to the chip is which wavefronts have left, and
 * that reaches the dispatcher free_clk clocks late: a slot that is free in the wave table from clock t on is free in
 * the place table from t + free_clk on, not before.
 *
 * An epoch is at most free_clk clocks, and as many more in which none can end (gpu_ends.h).  In it first the chip's
 * own modules go ahead as if none left from its second clock on, then each SIMD goes the same clocks with the
 * dispatcher's outputs of each.  At last the place tables receive which wavefronts have left, and when
 * (place_table_note): in time, since the dispatcher sees it later still.  When it has launched all wavefronts it needs
 * no places any more, and an epoch has no limit.
 *
 * A SIMD halts in an epoch in the clock in which a rule is broken, or in which all of its wavefronts have ended and no
 * other comes.  When all have halted like that, the last one's clock is the end of the launch, and the others are taken
 * there.  When a rule is broken, others may be beyond that clock: the machine goes back to a copy of itself that is
 * made now and then, from there again to the start of the epoch, and goes on clock by clock, in one thread, to the
 * stop.  That happens once in a run.
 *
 * Memory behind the SIMDs stands still in an epoch: a SIMD that requests some halts like one that breaks a rule.  From
 * then on epochs are as short as the way of a request, and memory goes ahead in them like the dispatcher
 * (gpu_crossing.h).
 *
 * What SIMDs have for the results waits in a log of each (gpu_log.h) until the epoch is over. */
#ifndef RTL_MODEL_R700_GPU_JOBS_H
#define RTL_MODEL_R700_GPU_JOBS_H

#include "rtl_model/r700/gpu.h"

struct gpu_jobs_plan {
    unsigned threads;
    unsigned clocks; /* of an epoch, at most */
    uint64_t alone;  /* clocks of SIMDs, sleep aside, from the start, and after state has been written, that are done in
                        one thread: a short launch is over before threads are of any use */
    uint64_t least;  /* no epoch when a run has fewer clocks to go */
    uint64_t copy;   /* clocks between two copies; more when these are less than an eighth of all so far: going back
                        costs no more than that */
};

/* A plan of one thread: as it is without.  False without memory: as it was. */
bool gpu_jobs_set(struct gpu *gpu, const struct gpu_jobs_plan *plan, struct diag *diag);
void gpu_jobs_free(struct gpu *gpu);

/* Goes on by an epoch that ends at `end` at the latest; false: this clock is to be done as it is done without, and
 * nothing has been done.  The machine neither is finished nor has stopped. */
bool gpu_jobs_run(struct gpu *gpu, uint64_t end);

/* Another launch begins: as after gpu_jobs_set. */
bool gpu_jobs_restart(struct gpu *gpu, struct diag *diag);

/* The state has been written from outside. */
void gpu_jobs_forget(struct gpu *gpu);

#endif
