/* pipe_watch.h - an observer of an R700 that makes events (trace/pipe_event.h): it compares registers of changed
 * modules with their values before the edge.  No module depends on it.
 *
 * Work that is in flight when the watch begins, begins with it. */
#ifndef RTL_MODEL_R700_PIPE_WATCH_H
#define RTL_MODEL_R700_PIPE_WATCH_H

#include "rtl_model/machine.h"
#include "rtl_model/r700/gpu.h"
#include "rtl_model/r700/probes/pipe_group.h"
#include "rtl_model/r700/probes/pipe_memory.h"

enum { PIPE_EXPORTS = 64 /* under way in a SIMD: those in the unit, and those whose report is */ };

/* An ALU or fetch clause in its place, or a fetch clause whose results return. */
struct pipe_work {
    uint8_t  state;
    uint32_t work, wave, group;
    uint16_t slot;
    uint64_t since, before; /* the cycles in which its state began, and the one before */
};

/* Chances that pass unused for the same reason. */
struct pipe_lost {
    bool              active;
    struct pipe_event event; /* its begin */
    uint64_t          last;  /* the cycle of the last one */
    uint32_t          chances;
};

struct pipe_export {
    uint32_t work, wave;
    uint16_t slot;
};

/* What has been seen of a SIMD. */
struct pipe_simd {
    uint64_t           clock;
    bool               cf_chance; /* CF fetch has a chance in the present clock */
    bool               fetch, decode;
    uint8_t            fetch_slot, decode_slot;
    uint64_t           free_set[WAVE_SETS];
    uint32_t           number[WAVE_SLOTS];  /* of wavefronts */
    uint64_t           stepped[WAVE_SLOTS]; /* when it left the CF sequencer last */
    struct pipe_work   clause[ALU_CLAUSES], fetch_clause[FETCH_CLAUSES];
    struct pipe_work   returns[WAVE_SLOTS]; /* fetch clauses that have given everything to the units */
    uint64_t           return_set[WAVE_SETS];
    struct pipe_export exports[PIPE_EXPORTS], reported;
    unsigned           export_first, export_count, export_unknown;
    struct pipe_lost   lost[PIPE_ARBITERS];
};

struct pipe_watch {
    struct machine_pipeline pipeline; /* first */
    struct gpu             *gpu;
    bool                    begun;
    uint32_t                works;
    struct pipe_text        text;
    struct pipe_texts       texts;
    struct pipe_group       group;
    struct pipe_simd        simd[SIMDS_MAX];
    struct pipe_memory      memory;
};

/* NULL and `diag`: not enough memory. */
struct machine_pipeline *pipe_watch_open(struct gpu *gpu, struct diag *diag);

/* Called behind an edge, by what clocks the machine. */
void pipe_watch_clock(struct pipe_watch *watch);

/* Parts of it.  Modules of a SIMD as bits; what has changed in some of them; an event of the present cycle; gives it to
 * its takers; ends the lost chances before a cycle. */
#define PIPE_OF(member) MODULE_BITS_OF((unsigned)AT_##member, COUNT_##member)
void              pipe_look(struct pipe_watch *watch, unsigned i, module_bits_t changed);
struct pipe_event pipe_event_of(const struct pipe_watch *watch, unsigned i, enum pipe_what what, unsigned stage,
                                uint32_t wave);
void              pipe_say(struct pipe_watch *watch, const struct pipe_event *event);
void              pipe_end_lost(struct pipe_watch *watch, struct pipe_lost *lost, uint64_t cycle);

/* Whether the chance of a wavefront slot shows in a clock with this rotation. */
static inline bool pipe_chance_shows(unsigned rotation, unsigned parity)
{
    return rotation == (parity + 1) * SLOT_CLOCKS % ROTATION_CLOCKS;
}

#endif
