/* view_rows.h - what a waveform of the R700 has beside the machine's own signals: rows that say at once what is where,
 * and `-` where there is nothing (scope gpu.view), the registers that are watched (gpu.watch), and
 * what a viewer marks (gpu.marks). */
#ifndef RTL_MODEL_R700_VIEW_ROWS_H
#define RTL_MODEL_R700_VIEW_ROWS_H

#include "rtl_model/machine.h"
#include "rtl_model/r700/gpu.h"
#include "rtl_model/r700/watch.h"

/* What a wavefront is doing, for its lane.  Of several things at once: the state of its ALU clause; else, when it waits
 * for its clauses or exports, the fetch clause, then the exports; else what its control flow does. */
enum lane_state {
    LANE_BEFORE, /* it has not been launched */
    LANE_LOADING,
    LANE_QUEUE,     /* it wants its next CF instruction */
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

/* More wavefronts share lanes: wavefront n has lane n mod VIEW_LANES. */
enum { VIEW_LANES = WAVE_SLOTS };

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
    VIEW_MARKED = 8, /* modules of each SIMD with which marks change */
    VIEW_SCOPES = 8  /* of rows of each SIMD */
};

struct view_rows {
    struct machine_rows   rows;
    const struct gpu     *gpu;
    unsigned              simds; /* that have rows */
    unsigned              lane_count;
    uint8_t               lane[VIEW_LANES]; /* in this cycle: enum lane_state */
    struct view_seen      seen[SIMDS_MAX];
    bool                  begun; /* all rows have been computed once */
    struct watch         *watches;
    unsigned              watch_count;
    unsigned              marked[VIEW_MARKED * SIMDS_MAX];
    char                  quiet[64];
    struct trace_derived *list;
    char                  scopes[SIMDS_MAX][VIEW_SCOPES][32];
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

/* view_stages.c: the rows of a SIMD (view_stages.h), view_stage_count of them. */
enum { VIEW_NUMBER_BITS = 32 }; /* of a wavefront's number */
/* Of a texture: DATA_FORMAT, DIM above it; a level. */
enum { VIEW_FORMAT_BITS = 6, VIEW_TEXTURE_BITS = VIEW_FORMAT_BITS + 3, VIEW_LEVEL_BITS = 4 };
unsigned view_stage_count(void);
unsigned view_stages_list(struct view_rows *view, struct trace_derived *list, unsigned simd);
/* A group is being read or executed. */
bool view_has_group(const struct alu_issue_reg *issue);

#endif
