/* view_stages.h - the rows of a waveform that each SIMD has: what is in its stages, in its texture unit, and how its
 * samplers are set. */
#ifndef RTL_MODEL_R700_VIEW_STAGES_H
#define RTL_MODEL_R700_VIEW_STAGES_H

#include "rtl_model/r700/view_rows.h"

/* Scopes of such rows: gpu.view.simd0.control, ... */
enum view_scope { OF_CONTROL, OF_CLAUSES, OF_FETCHES, OF_EVEN, OF_ODD, OF_RESULTS, OF_EXPORTS, OF_TEXTURES };

struct view_row {
    enum view_scope scope;
    const char     *name, *type;
    unsigned        bits;
    uint64_t (*value)(const void *context, unsigned argument);
    unsigned argument, module; /* as a SIMD counts them */
};
#define VIEW_NUMBER "view_number_t", VIEW_NUMBER_BITS + 1

/* view_quads.c: the texture unit's. */
extern const struct view_row view_quads[];
extern const unsigned        view_quad_count;

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

/* A value of `bits` bits, or the mark of none. */
static inline uint64_t view_when(bool there, uint64_t value, unsigned bits)
{
    return there ? value : TRACE_IDLE(bits);
}

#endif
