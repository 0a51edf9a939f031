/* texture_border.h - what a filter takes instead of a texel or beside it: border colours, references, keys (3D 8, 14).
 */
#ifndef PIPELINE_TEXTURE_BORDER_H
#define PIPELINE_TEXTURE_BORDER_H

#include "pipeline/texture/texture_plan.h"

/* Element i of the border colour that counts: a float, or an integer where the format's elements are. */
uint32_t texture_border(const struct texture_query *query, unsigned i);
/* As the result it is alone, within what the channel can hold. */
uint32_t texture_border_alone(const struct texel_channel *channel, unsigned i, uint32_t border);
/* As the filter's number: numerators x 2^shift, to the nearest; a float's bits. */
int64_t texture_border_number(const struct texel_channel *channel, unsigned i, uint32_t border, int shift);

/* Whether the lane's reference and the texel's X pass DEPTH_COMPARE_FUNCTION (ISA 9.4 SAMPLE_C). */
bool texture_compare(const struct texture_query *query, unsigned lane, const struct texture_tap *tap, uint32_t value);

/* Whether a texel has the colour that CHROMA_KEY looks for. */
bool texture_matches_key(const struct texture_query *query, const struct texture_tap *tap, const uint32_t value[4]);

#endif
