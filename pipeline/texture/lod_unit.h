/* lod_unit.h - the gradient and LOD unit of a SIMD's texture unit: a quad of coordinates becomes the plan of what is
 * read for it, levels, slices, probes and passes (texture_plan.h; RV770 timing T3; ISA ch. 6).
 *
 * One quad in a clock; it holds a quad until the walker has taken all of its passes.  Gradients that SET_GRADIENTS_H,
 * SET_GRADIENTS_V and KEEP_GRADIENTS leave, and SET_CUBEMAP_INDEX's index, are kept here for each fetch clause: they
 * are the clause's own (ISA 9.4), and clauses take turns. */
#ifndef PIPELINE_LOD_UNIT_H
#define PIPELINE_LOD_UNIT_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/rtl.h"
#include "mem/fetch_state.h"
#include "pipeline/control/fetch_clause.h"
#include "pipeline/texture/texture_context.h"
#include "pipeline/texture/texture_quad.h"

/* What is kept for a clause: X Y Z of the gradients, and the cube's index. */
enum { KEPT_H, KEPT_V = 3, KEPT_CUBE = 6, KEPT_ROWS };

/* clang-format off */
#define LOD_UNIT_SIGNALS(S)                                                                         \
    S(EN,    bool,                 offer,      1, "a quad is offered")                                 \
    S(IN,    uint8_t,              offer_quad, 5, "its number")                                        \
    S(IN,    uint8_t,              offer_entry, 5, "its instruction's place among those under way")    \
    S(IN,    uint64_t,             offer_low, 64, "the instruction's dwords 0 and 1")                  \
    S(IN,    uint32_t,             offer_high, 32, "its dword 2")                                      \
    S(IN,    lane_mask_t,          offer_lanes, 64, "threads that fetch")                              \
    S(IN,    uint8_t,              offer_place, 3, "its clause's place")                               \
    S(BUS,   lanes_t,              rows,      32, "the instruction's coordinates: X Y Z W", 4)         \
    S(FAR,   struct fetch_state,   state,     32, "resources, samplers and what belongs to them")      \
    S(FAR,   struct texture_contexts, contexts, 64, "texture contexts that were made before")          \
    S(EN,    bool,                 taken,      1, "the walker takes the last pass of the quad")        \
    S(STRAP, uint8_t,              quads_a_quarter, 3, "quads of a quarter of a wavefront")            \
    S(LIVE,  bool,                 valid,      1, "a quad with its plan is here")                      \
    S(OUT,   uint8_t,              entry,      5, "its instruction's place among those under way")     \
    S(OUT,   uint8_t,              quad,       4, "its number")                                        \
    S(OUT,   uint8_t,              lanes,      4, "threads of it that fetch")                          \
    S(OUT,   bool,                 alone,      1, "nothing is read: the answer is here, or there is none") \
    S(OUT,   uint16_t,             passes,    16, "passes, at least 1")                                \
    S(OUT,   quad_halves_t,        lod,       16, "level of detail within its limits, in 1/64, each lane's") \
    S(OUT,   texture_plan_t,       plan,      32, "the plan, 16 words of each lane")                   \
    S(OUT,   quad_vectors_t,       coordinate, 32, "X Y Z W of each lane, after SRC_SEL; the answer of one that reads nothing") \
    S(STAT,  uint32_t,             waits,     32, "clocks in which a quad's passes were not over (TA)", "stall_walker", "clocks") \
    S(STAT,  uint32_t,             quads,     32, "quads planned")                                     \
    S(MEM,   lanes_t,              kept,      32, "each clause's gradients, X Y Z of H and of V, and cube index", FETCH_CLAUSES *KEPT_ROWS)
/* clang-format on */

RTL_STRUCT(lod_unit, LOD_UNIT_SIGNALS);

RTL_RESET(lod_unit, ZERO);
void lod_unit_eval(const struct lod_unit_in *in, const struct lod_unit_reg *q, struct lod_unit_reg *d,
                   const struct lod_unit *unit);
/* The edge: what SET_* and KEEP_GRADIENTS leave is kept. */
bool lod_unit_commit(struct lod_unit *unit);

/* Whether it takes an offered quad in this clock. */
static inline bool lod_unit_accepts(bool offer, bool valid, bool taken)
{
    return offer && (!valid || taken);
}

RTL_LIFE(lod_unit, SELF_BY_EVENTS, KEEPS, STORES_STEADY);

#endif
