/* gpu_log.h - what a SIMD has for the results, kept back: SIMDs that are clocked one after the other, or in threads,
 * hand it over in the order of clocks.  No module depends on it. */
#ifndef RTL_MODEL_R700_GPU_LOG_H
#define RTL_MODEL_R700_GPU_LOG_H

#include "pipeline/fetch/export_unit.h"
#include "pipeline/fetch/memory_space.h"
#include "rtl_model/results.h"

/* Threads of a wavefront that have been killed; registers of one that has ended, from `first_word` of the log on. */
struct gpu_kill {
    uint32_t    wave;
    lane_mask_t lanes;
};
struct gpu_ended {
    uint32_t wave;
    size_t   first_word, words;
};

/* A quarter of a memory write, as it is stored. */
struct gpu_writes {
    memory_target_t      target;
    struct result_writes writes;
};

/* Events for the results, a row each: its name and its struct.  First the events that are given one by one, with a log
 * or without; then all. */
#define GPU_GIVEN(EVENT)                                                                                               \
    EVENT(export, export_unit_reg) /* the quarter that leaves the export unit */                                       \
    EVENT(kill, gpu_kill)                                                                                              \
    EVENT(emit, result_emit)                                                                                           \
    EVENT(writes, gpu_writes)
#define GPU_EVENTS(EVENT) GPU_GIVEN(EVENT) EVENT(hazard, result_hazard) EVENT(ended, gpu_ended)

struct gpu_event {
    uint64_t clock;
    enum {
#define EVENT(name, type) EVENT_##name,
        GPU_EVENTS(EVENT)
#undef EVENT
    } kind;
    union {
#define EVENT(name, type) struct type name;
        GPU_EVENTS(EVENT)
#undef EVENT
    } of;
};

struct gpu_log {
    uint64_t              clock; /* of the events that come now */
    struct gpu_event     *events;
    size_t                count, room;
    uint32_t             *words;
    size_t                word_count, word_room;
    struct result_hazards hazards; /* of one clock */
    bool                  out_of_memory;
};

struct gpu;

/* One more event, of the present clock; that there is no memory is noted. */
#define EVENT(name, type) void gpu_log_##name(struct gpu_log *log, const struct type *name);
GPU_EVENTS(EVENT)
#undef EVENT
/* Room for the words of a wavefront; NULL without memory, which is noted. */
uint32_t *gpu_log_words(struct gpu_log *log, size_t count, struct gpu_ended *ended);
void      gpu_log_clear(struct gpu_log *log);
void      gpu_log_free(struct gpu_log *log);

#endif
