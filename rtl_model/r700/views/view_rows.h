/* view_rows.h - what a waveform of the R700 has beside the machine's own signals: rows that say at once what is where,
 * and `-` where there is nothing (scope gpu.view), the registers that are watched (gpu.watch), and
 * what a viewer marks (gpu.marks). */
#ifndef RTL_MODEL_R700_VIEW_ROWS_H
#define RTL_MODEL_R700_VIEW_ROWS_H

#include "rtl_model/machine.h"
#include "rtl_model/r700/gpu.h"
#include "rtl_model/r700/probes/watch.h"

/* What a wavefront is doing, for its lane.  Of several things at once: the state of its ALU clause; else, when it waits
 * for its clauses or exports, the fetch clause, then the exports; else what its control flow does. */
enum lane_state {
    LANE_BEFORE, /* it has not been launched */
    LANE_LOADING,
    LANE_QUEUE,     /* it requests its next CF instruction */
    LANE_CONTROL,   /* it has one in fetch, decode or execution */
    LANE_MISS,      /* it sleeps until the CF cache has its line */
    LANE_ARBITRATE, /* its ALU clause is in one of alu_clause.h's states, */
    LANE_LOCK,
    LANE_IFETCH,
    LANE_READY,
    LANE_RUN,
    LANE_DRAIN,
    LANE_FETCH,  /* ... or it waits for its fetch clause, whose data have not returned, */
    LANE_EXPORT, /* ... or for its exports */
    LANE_DONE,
    LANE_STATES
};

#define LANES_PATH "gpu.view.wavefronts"
#define WATCH_PATH "gpu.watch"

/* More wavefronts share lanes: wavefront n has lane n mod VIEW_LANES.  A lane is a state and, where several SIMDs have
 * wavefronts, 1 + the number of the one that has this wavefront; 0 before it is launched and when it has ended. */
enum { VIEW_LANES = WAVE_SLOTS, LANE_STATE_BITS = 4, LANE_BITS = 9 };
_Static_assert(LANE_STATES <= 1 << LANE_STATE_BITS && SIMDS_MAX < 1 << (LANE_BITS - LANE_STATE_BITS),
               "a lane has room");

/* What the lanes of a SIMD's wavefronts were made from. */
struct view_waves {
    wave_number_t number[WAVE_SLOTS];
    wave_phase_t  phase[WAVE_SLOTS];
    uint8_t       alu[WAVE_SLOTS], exports[WAVE_SLOTS], fetches[WAVE_SLOTS];
};
struct view_clauses {
    uint32_t number[ALU_CLAUSES];
    uint8_t  state[ALU_CLAUSES];
    uint16_t sequencer[3]; /* slots in fetch, decode and execution */
};
/* What the rows of a wavefront slot's group were made from. */
struct view_group {
    wave_number_t wave;
    uint32_t      address;
    uint8_t       used;
    bool          there;
    slot_word_t   word;
};
struct view_seen {
    struct view_waves   waves;
    struct view_clauses clauses;
    struct view_group   group[PARITIES];
};

enum {
    VIEW_MARKED = 8,  /* modules of each SIMD with which marks change */
    VIEW_SCOPES = 10, /* of rows of each SIMD */
    VIEW_PATH = 40,
    VIEW_FILTER4_ROWS = 72 /* X and Y, 9 phases, 4 taps */
};

struct view_rows {
    struct machine_rows   rows;
    const struct gpu     *gpu;
    unsigned              simds; /* that have rows */
    unsigned              lane_count, lane_bits;
    uint16_t              lane[VIEW_LANES]; /* in this cycle */
    struct view_seen      seen[SIMDS_MAX];
    bool                  begun; /* all rows have been computed once */
    struct watch         *watches;
    unsigned              watch_count;
    unsigned              marked[VIEW_MARKED * SIMDS_MAX];
    char                  quiet[64];
    struct trace_derived *list;
    uint64_t              samplers;   /* that have rows, a bit each */
    bool                  filter4;    /* so has the bicubic filter */
    char (*sampler_paths)[VIEW_PATH]; /* of each SIMD, those of filter4 behind its samplers' */
    char filter4_names[VIEW_FILTER4_ROWS][16];
    char scopes[SIMDS_MAX][VIEW_SCOPES][VIEW_PATH];
    char (*names)[16];  /* of the lanes */
    struct gpu *shadow; /* of a waveform: names the instances that it may have; nothing runs */
};

/* Of a machine: registers of threads by their names (watch.h).  NULL and `diag` when one is none of the launch's or
 * comes twice. */
struct machine_rows *view_rows_open(const struct gpu *gpu, const char *const *watches, unsigned watch_count,
                                    struct diag *diag);
/* The rows and instances that a waveform may have, for trace_reopen (trace/reopen.h): they have no values. */
struct machine_rows *view_rows_recall(const struct header *header);
/* Part of both: all rows, with so many digits in the numbers of lanes; false without memory. */
bool view_rows_list(struct view_rows *view, int digits, unsigned watch_count);

/* view_stages.c: the rows of a SIMD (view_list.h), view_stage_count of them. */
/* Of a wavefront's number, and as wide as the signals shown. */
enum { VIEW_NUMBER_BITS = 32, VIEW_PC_BITS = 29, VIEW_GROUP_BITS = 24, VIEW_ID_BITS = 8, VIEW_QUAD_BITS = 4 };
/* Of a texture: DATA_FORMAT, DIM above it; a level. */
enum { VIEW_FORMAT_BITS = 6, VIEW_TEXTURE_BITS = VIEW_FORMAT_BITS + 3, VIEW_LEVEL_BITS = 4 };
/* Of a quad: enum isa_fetch_id; enum view_mode; the sampler's number among the machine's; enum texture_filter_kind, the
 * logarithm of the probes above it; CLAMP_X, CLAMP_Y or CLAMP_Z; BORDER_COLOR_TYPE. */
enum {
    VIEW_FETCH_BITS = 7,
    VIEW_MODE_BITS = 3,
    VIEW_SAMPLER_BITS = 6,
    VIEW_KIND_BITS = 2,
    VIEW_FILTER_BITS = VIEW_KIND_BITS + 3,
    VIEW_CLAMP_BITS = 3,
    VIEW_BORDER_BITS = 2
};
enum view_mode { MODE_SAMPLE, MODE_COMPARE, MODE_GATHER, MODE_LOAD, MODE_ANSWER, MODE_SET, VIEW_MODES };
/* Of a thread's taps, two bits each from (0, 0), (1, 0), (0, 1), (1, 1): enum view_tap. */
enum { VIEW_TAP_BITS = 2, VIEW_TAPS_BITS = 8 };
enum view_tap { TAP_NONE, TAP_TEXEL, TAP_BORDER, VIEW_TAPS };
/* The weight of a tap that there is not: a NaN. */
#define VIEW_NO_WEIGHT UINT32_C(0x7fc00000)
unsigned view_stage_count(void);
unsigned view_stages_list(struct view_rows *view, struct trace_derived *list, unsigned simd);
/* A group is being read or executed. */
bool view_has_group(const struct alu_issue_reg *issue);

#endif
