/* view_quads.h - what the rows of view_list.h ask of a SIMD's texture unit. */
#ifndef RTL_MODEL_R700_VIEW_QUADS_H
#define RTL_MODEL_R700_VIEW_QUADS_H

#include "pipeline/texture/texture_context.h"
#include "pipeline/texture/texture_plan.h"
#include "rtl_model/r700/probes/view_rows.h"

/* The quad in the LOD unit. */
struct view_quad {
    bool     there;
    unsigned op, mode; /* enum isa_fetch_id; enum view_mode */
    unsigned id;       /* of its texture */
    unsigned resource; /* among the machine's; FETCH_RESOURCES or more: its instruction needs none */
    unsigned kind;     /* DIM above DATA_FORMAT */
    unsigned sampler;  /* among the machine's; FETCH_SAMPLERS or more: it has none */
    unsigned clamp[3], border;
};
struct view_quad view_quad_of(const struct lod_unit_reg *lod, const struct texture_return *flights,
                              const struct fetch_state *state, const struct texture_contexts *contexts);

/* The plan of the first thread which reads; without steps: none does.  Steps go from the smallest number of a level to
 * the largest one. */
struct texture_lane_plan view_lane_of(const struct lod_unit_reg *lod);

/* Of the pass in the walker: the taps of a thread, 0: it does not read; of a tap, whether it counts, and its weight as
 * a float, to the nearest where 24 bits do not hold it (o_weight is exact). */
uint64_t view_taps_of(const struct texture_walker_reg *walker, unsigned thread);
bool     view_has_tap(const struct texture_walker_reg *walker, unsigned tap);
uint32_t view_weight_of(const struct texture_walker_reg *walker, unsigned tap);

#endif
