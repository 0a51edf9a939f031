/* view_rows.h - what a waveform of the R700 has beside the machine's own signals: rows that say at once what is where,
 * and `-` where there is nothing (scope gpu.view), the registers that are watched (gpu.watch), and
 * what a viewer marks (gpu.marks). */
#ifndef RTL_MODEL_R700_VIEW_ROWS_H
#define RTL_MODEL_R700_VIEW_ROWS_H

#include "rtl_model/r700/gpu.h"
#include "rtl_model/r700/watch.h"
#include "trace/derive.h"
#include "trace/header.h"

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
    LANE_FETCH,
    LANE_READY,
    LANE_RUN,
    LANE_DRAIN,
    LANE_VERTEX, /* ... or it waits for its fetch clause, */
    LANE_EXPORT, /* ... or for its exports */
    LANE_DONE,
    LANE_STATES
};

/* More wavefronts share lanes: wavefront n has lane n mod VIEW_LANES. */
enum { VIEW_LANES = WAVE_SLOTS };

struct view_rows {
    const struct gpu     *gpu;
    unsigned              lane_count;
    uint8_t               lane[VIEW_LANES]; /* in this cycle: enum lane_state */
    const struct watch   *watches;
    struct watch         *recalled; /* the same, of a waveform */
    struct trace_derived *rows;
    char (*names)[16];                  /* of the lanes */
    struct trace_derivation derivation; /* for trace_options.derived */
};

/* `watches` must outlive the rows.  False without memory. */
bool view_rows_open(struct view_rows *view, const struct gpu *gpu, const struct watch *watches, unsigned watch_count);
/* The rows that a waveform may have, for trace_reopen (trace/reopen.h): they have no values. */
bool view_rows_recall(struct view_rows *view, const struct header *header);
void view_rows_close(struct view_rows *view);

#endif
