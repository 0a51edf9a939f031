#include "rtl_model/r700/views/view_quads.h"

enum view_mode view_mode_of(const struct lod_unit_reg *lod, const struct texture_return *flights,
                            const struct fetch_state *state, const struct texture_contexts *contexts)
{
    struct texture_context              room;
    const struct texture_context *const context = view_context_of(lod, flights, state, contexts, &room);
    struct texture_query                query;
    texture_context_query(context, &query);
    if (texture_op_sets(context->op))
        return MODE_SET;
    if (texture_answers_alone(context->op))
        return MODE_ANSWER;
    if (context->op == ISA_FETCH_LD)
        return MODE_LOAD;
    return texture_op_gathers(&query) ? MODE_GATHER : texture_op_compares(&query) ? MODE_COMPARE : MODE_SAMPLE;
}
