/* view_stages.h - the rows of a waveform that each SIMD has: what is in its stages, in its texture unit, and how its
 * samplers are set. */
#ifndef RTL_MODEL_R700_VIEW_STAGES_H
#define RTL_MODEL_R700_VIEW_STAGES_H

#include "rtl_model/r700/views/view_rows.h"

/* view_samplers.c: the samplers that there are (view->samplers) and the bicubic filter; of the SIMD of that number and
 * name. */
unsigned view_sampler_count(const struct view_rows *view);
unsigned view_samplers_list(struct view_rows *view, struct trace_derived *list, unsigned simd, const char *simd_name);
/* Which there are: by the machine and the launches of its row; by the name of a signal in a waveform. */
void view_samplers_find(struct view_rows *view);
void view_samplers_recall(struct view_rows *view, const char *name);
/* "ps_sampler3", of a sampler's number among the machine's. */
enum { VIEW_SAMPLER_NAME = 24 };
const char *view_sampler_path(unsigned sampler, char name[VIEW_SAMPLER_NAME]);

/* Types of fields whose values have names. */
#define VIEW_CLAMP_TYPE "sq_tex_clamp_t"
#define VIEW_XY_FILTER_TYPE "sq_tex_xy_filter_t"
#define VIEW_Z_FILTER_TYPE "sq_tex_z_filter_t"
#define VIEW_BORDER_TYPE "sq_tex_border_color_t"
#define VIEW_COMPARE_TYPE "sq_tex_depth_compare_t"
#define VIEW_CHROMA_TYPE "sq_tex_chroma_key_t"

/* The argument of a value: the SIMD's number above what else there is to know. */
enum { VIEW_ARGUMENT_BITS = 16 };

static inline const struct simd *view_simd(const void *context, unsigned argument)
{
    const struct view_rows *view = context;
    return &view->gpu->simd[argument >> VIEW_ARGUMENT_BITS];
}

static inline unsigned view_argument(unsigned argument)
{
    return argument & ((1u << VIEW_ARGUMENT_BITS) - 1);
}

#endif
