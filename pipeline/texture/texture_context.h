/* texture_context.h - a texture instruction with its resource, sampler and what else belongs to them, decoded: the
 * argument of texture_plan.h and texture_filter.h from the stages of the texture unit. */
#ifndef PIPELINE_TEXTURE_CONTEXT_H
#define PIPELINE_TEXTURE_CONTEXT_H

#include "mem/fetch_state.h"
#include "pipeline/texture/texture_lattice.h"
#include "pipeline/texture/texture_layout.h"
#include "pipeline/texture/texture_lod.h"
#include "pipeline/texture/texture_plan.h"
#include "pipeline/texture/texture_quad.h"

enum { CONTEXT_LATTICES = 4, CONTEXT_PLANS = 4 };
struct context_plan {
    bool     used, minified;
    int16_t  lod, clamped;
    uint32_t word[PLAN_WORDS];
};

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

    /* Its surface's levels, a bit for each that has been asked for; lattices, those last asked for. */
    struct texture_tiling  tiling;
    uint32_t               levels;
    struct texture_level   level[TEXTURE_LEVELS];
    struct texture_lattice lattice[CONTEXT_LATTICES];

    /* Its plans are those of a level of detail without probes: some of them, as words. */
    bool                shares_plans;
    struct context_plan plan[CONTEXT_PLANS];
};

enum { FROM_0 = 4, FROM_ONE, FROM_COUNT };

/* `low`: dwords 0 and 1; `high`: dword 2. */
void texture_context_make(const struct fetch_state *state, uint64_t low, uint32_t high,
                          struct texture_context *context);

/* All the words that decide what is made of them: the instruction's, its resource's and its sampler's, kernel,
 * TA_CNTL_AUX, GB_TILING_CONFIG.  Border and weights are not made into anything, and are those of the state each time.
 */
enum { CONTEXT_WORDS = 16 };
struct context_words {
    uint32_t word[CONTEXT_WORDS];
};

/* Contexts of a SIMD that were made before, found by these words: no state of the machine, for one that is missing is
 * made again as it was. */
enum { KEPT_CONTEXTS = 16, KEPT_SHIFT = 60 };
struct kept_context {
    bool                   used;
    struct context_words   words;
    struct texture_context context;
};
/* As a unit has them; NULL: none are kept. */
struct texture_contexts {
    struct kept_context *kept;
};

/* A kept one when its words are the same; else it is made, in `room` when none are kept.  Valid until the next call. */
struct texture_context *texture_context_of(const struct texture_contexts *contexts, const struct fetch_state *state,
                                           uint64_t low, uint32_t high, struct texture_context *room);

/* A level of its surface, below TEXTURE_LEVELS. */
const struct texture_level *texture_context_level(struct texture_context *context, unsigned level);
/* What a filter has in a level. */
const struct texture_lattice *texture_context_lattice(struct texture_context *context, unsigned filter,
                                                      unsigned fraction_bits, unsigned level);

/* The words of a lane's plan; NULL: it is a function of more than its level of detail. */
const uint32_t *texture_context_plan(struct texture_context *context, const struct texture_lod *lod);

/* A query of it without coordinates. */
void texture_context_query(const struct texture_context *context, struct texture_query *query);

/* Whether nothing is read for it: SET_* leave something for later, GET_* and KEEP_GRADIENTS answer. */
static inline bool texture_op_sets(enum isa_fetch_id op)
{
    return op == ISA_FETCH_SET_GRADIENTS_H || op == ISA_FETCH_SET_GRADIENTS_V || op == ISA_FETCH_SET_CUBEMAP_INDEX;
}

#endif
