/* gpu_collect.h - what is taken of a SIMD around a clock edge, for the results: exports, memory writes, kills, emitted
 * vertices, registers, hazards.  No module depends on it. */
#ifndef RTL_MODEL_R700_GPU_COLLECT_H
#define RTL_MODEL_R700_GPU_COLLECT_H

#include "rtl_model/r700/engine/gpu_log.h"
#include "rtl_model/r700/gpu.h"

/* What is kept from before the edge to behind it. */
struct gpu_before {
    bool           steps, ends; /* wavefronts whose valid bits this edge may clear */
    bool           writes;      /* a quarter of a memory write is stored */
    uint8_t        step_slot, end_slot, line;
    lane_mask_t    step_valid, end_valid;
    uint64_t       write_word;
    quarter_mask_t write_lanes;
    uint64_t       free[WAVE_SETS]; /* the wave table's free_set, when free_set is used */
};

/* Before the edge, wires driven; behind it.  With a log everything goes there and nothing else changes, so that SIMDs
 * may do it at the same time, each with a log of its own. */
void gpu_collect_before(struct gpu *gpu, unsigned simd, struct gpu_before *before, struct gpu_log *log);
void gpu_collect_after(struct gpu *gpu, unsigned simd, const struct gpu_before *before, struct gpu_log *log);

/* Whether a wavefront arrives at this edge, by the dispatcher's registers. */
static inline bool gpu_launches(const struct simd *simd)
{
    const struct dispatcher_reg *from = simd->above.dispatcher;
    return from->launch && from->simd == simd->above.number;
}

/* A group enters that has an index: behind one that writes, or with a number beside it. */
static inline bool gpu_may_be_hazard(const struct simd *simd)
{
    const struct alu_issue_reg *group = &simd->issue[rotation_parity(&simd->rotation)].q;
    return rotation_quarter(&simd->rotation) == 0 && group->executing &&
           ((group->before_write && (group->before_relative | group->read_relative)) || group->same_number);
}

/* Whether there is anything to take at this edge, or to keep: in most clocks there is not. */
static inline bool gpu_collects(const struct gpu *gpu, const struct simd *simd)
{
    return simd->exports.q.valid | simd->exports.q.write | simd->cf.q.step | simd->back.q.finish |
               simd->above.dispatcher->launch | (gpu->gprs.words != NULL) ||
           gpu_may_be_hazard(simd);
}

/* Their share in gpu_gprs.c: takes the registers of the wavefronts whose slots of a SIMD an edge has freed;
 * `free_before` is the wave table's free_set before it.  What a log has of one. */
void gpu_take_ended(struct gpu *gpu, unsigned simd, const uint64_t free_before[WAVE_SETS], struct gpu_log *log);
void gpu_put_ended(struct gpu *gpu, struct gpu_part *part, const struct gpu_ended *ended, const uint32_t *words);

/* Hands over what the logs of all SIMDs have, clock by clock, in each clock SIMD by SIMD, and empties them. */
void gpu_collect_logs(struct gpu *gpu, struct gpu_log *const *logs);

#endif
