/* texture_lookup.h - a texture instruction of a quad, done at once by the functions of which the units are made: for
 * who has no clock, and for comparisons. */
#ifndef PIPELINE_TEXTURE_LOOKUP_H
#define PIPELINE_TEXTURE_LOOKUP_H

#include "mem/gpu_memory.h"
#include "pipeline/texture/texture_layout.h"
#include "pipeline/texture/texture_plan.h"

/* X Y Z W of each lane that fetches, before the instruction's DST_SEL.  Where nothing is placed memory holds zeros. */
void texture_lookup(const struct texture_query *query, const struct texture_tiling *tiling,
                    const struct gpu_memory *memory, uint32_t result[TEXTURE_QUAD][4]);

#endif
