/* texture_context.h - a texture instruction with its resource, sampler and what else belongs to them, decoded: what the
 * stages of the texture unit ask texture_plan.h and texture_filter.h with. */
#ifndef PIPELINE_TEXTURE_CONTEXT_H
#define PIPELINE_TEXTURE_CONTEXT_H

#include "mem/fetch_state.h"
#include "pipeline/texture_layout.h"
#include "pipeline/texture_plan.h"

struct texture_context {
    enum isa_fetch_id       op;
    struct isa_tex          tex;
    struct texture_resource resource;
    struct texture_sampler  sampler;
    struct texel_format     format;
    struct texture_units    units;

    /* Its texels are plain (texture_plain.h), and the four elements a byte each; what stands for 1 in their sums; of
     * each element of the register the texture's by both DST_SEL, or FROM_0, FROM_ONE. */
    bool    plain, bytes8;
    double  whole[4];
    uint8_t from[4];

    /* Its surface's levels, those that somebody has asked for: a bit each, by GB_TILING_CONFIG. */
    uint32_t              levels, levels_tiling;
    struct texture_tiling tiling;
    struct texture_level  level[TEXTURE_LEVELS];
};

enum { FROM_0 = 4, FROM_ONE, FROM_COUNT };

/* `low`: dwords 0 and 1; `high`: dword 2. */
void texture_context_make(const struct fetch_state *state, uint64_t low, uint32_t high,
                          struct texture_context *context);

/* Contexts of a SIMD that were made before, found by all the words that decide: no state of the machine, for one that
 * is missing is made again as it was. */
enum { KEPT_CONTEXTS = 16, KEPT_SHIFT = 60 };
struct kept_context {
    bool                   used;
    uint64_t               low;
    uint32_t               high;
    fetch_resource_t       resource;
    fetch_sampler_t        sampler;
    struct texture_context context;
};
/* As a unit has them; NULL: none are kept. */
struct texture_contexts {
    struct kept_context *kept;
};

/* A kept one when its words are the same, until somebody asks for the next one; else it is made, in `room` when none
 * are kept. */
struct texture_context *texture_context_of(const struct texture_contexts *contexts, const struct fetch_state *state,
                                           uint64_t low, uint32_t high, struct texture_context *room);

/* A level of its surface, below TEXTURE_LEVELS, and the tiling that goes with it. */
const struct texture_level *texture_context_level(struct texture_context *context, uint32_t gb_tiling_config,
                                                  unsigned level);

/* A query of it without coordinates. */
void texture_context_query(const struct texture_context *context, struct texture_query *query);

/* Whether nothing is read for it: SET_* leave something for later, GET_* and KEEP_GRADIENTS answer. */
static inline bool texture_op_sets(enum isa_fetch_id op)
{
    return op == ISA_FETCH_SET_GRADIENTS_H || op == ISA_FETCH_SET_GRADIENTS_V || op == ISA_FETCH_SET_CUBEMAP_INDEX;
}

#endif
