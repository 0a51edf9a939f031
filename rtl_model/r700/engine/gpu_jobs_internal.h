/* gpu_jobs_internal.h - what the two parts of gpu_jobs.h share: epochs (gpu_epoch.c), and the copy to go back to. */
#ifndef RTL_MODEL_R700_GPU_JOBS_INTERNAL_H
#define RTL_MODEL_R700_GPU_JOBS_INTERNAL_H

#include "kit/crew.h"
#include "rtl_model/r700/engine/gpu_crossing.h"
#include "rtl_model/r700/engine/gpu_ends.h"
#include "rtl_model/r700/engine/gpu_jobs.h"
#include "rtl_model/r700/engine/gpu_log.h"

enum { EPOCH_MOST = 512 }; /* clocks */

/* A state of the dispatcher, and the clock from which it holds. */
struct said {
    uint64_t              clock;
    struct dispatcher_reg by;
};

/* A wavefront that has left, and the first clock in which the wave table shows it. */
struct leave {
    uint64_t clock;
    uint8_t  slot;
};

/* One SIMD in an epoch. */
struct share {
    uint64_t       clock;  /* so far */
    bool           ended;  /* all that it will ever have has ended */
    bool           broken; /* a rule, or it asks for memory: nothing that an epoch has */
    bool           asks;   /* for memory */
    unsigned       heard;  /* outputs of the dispatcher received so far */
    struct leave   left[WAVE_SLOTS];
    unsigned       left_count;
    struct gpu_log log;
};

/* The chip's own modules but for its memory, which stands still (gpu_jobs.h). */
struct chip_state {
#define MODULE(type, member, name) struct type member;
#define EACH(type, member, name) struct type member[SIMDS_MAX];
#define LINKS(...)
#define CHANNELS(...)
#include "rtl_model/r700/gpu.def"
    bool told;
};

/* The memory behind the SIMDs. */
struct memory_state {
#define LINKS(type, member, name) struct type member[SIMDS_MAX];
#define CHANNELS(type, member, name) struct type member[CHANNELS_MAX];
#include "rtl_model/r700/gpu.def"
    uint32_t       answered;
    unsigned char *written; /* pages of the store (mem/gpu_memory.h) */
    size_t         pages;
};

struct gpu_jobs {
    struct gpu_jobs_plan plan;
    struct crew         *crew;
    struct group_table  *tables; /* of threads 1 and on, so that none writes what another one reads; or NULL */
    struct share         share[SIMDS_MAX];
    struct gpu_log      *logs[SIMDS_MAX];
    /* The epoch. */
    uint64_t          from, to;
    bool              deaf; /* the dispatcher's outputs no longer depend on wavefronts that leave */
    bool              last; /* place and wave tables have had all wavefronts */
    struct said       said[EPOCH_MOST + 1];
    unsigned          said_count;
    bool              told;  /* the first of them is news */
    bool              rests; /* the chip's modules wait for a wavefront to leave */
    struct chip_state before;
    uint64_t          free_before[SIMDS_MAX][WAVE_SETS]; /* of the wave tables */
    struct gpu_ends   ends;
    /* Memory: NULL while it stands still; clocks that an epoch has then; the clock from which on it does again. */
    struct crossing *crossings;
    unsigned         crossing_clocks;
    uint64_t         moves_to;
    /* The copy. */
    bool                 copied, copy_is_used; /* it is valid; it is not all 0 any more */
    uint64_t             copy_clock;
    struct chip_state    copy_chip;
    struct simd         *copy;
    struct memory_state *copy_memory;
    uint64_t             alone_to;      /* clocks before this one are done without epochs */
    uint64_t             worked_before; /* see gpu_jobs_plan.alone */
    bool                 is_long;
};

/* From the present clock to `end` at the latest; logs are not handed over.  False: a rule is broken at `*stop`, and the
 * machine is in no state that is of use. */
bool epoch_run(struct gpu *gpu, uint64_t end, uint64_t *stop);

void chip_keep(const struct gpu *gpu, struct chip_state *state);
void chip_put_back(struct gpu *gpu, const struct chip_state *state);

#endif
