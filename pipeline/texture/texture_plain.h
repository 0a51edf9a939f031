/* texture_plain.h - the sums of passes whose texels are plain: unsigned fractions of at most 24 bits that are neither
 * compared nor gathered nor a key, without border and without a text filter's box.  All of a quad's sums are added up
 * where they stand, in the data side's registers; the numbers are those of texture_sum_add and texture_sum_end
 * (texture_filter.h), which have everything else. */
#ifndef PIPELINE_TEXTURE_PLAIN_H
#define PIPELINE_TEXTURE_PLAIN_H

#include "pipeline/texture/texture_data.h"

/* Whether a pass is one, by its context, mark, taps and boxes. */
bool texture_plain_is(const struct texture_context *context, unsigned mark, const lanes_t *row,
                      const quad_bytes_t *boxes);

/* Adds a pass, and ends the quad with its last one. */
void texture_plain_pass(const struct texture_context *context, const line_data_t *lines, unsigned mark,
                        const lanes_t *row, struct texture_data_reg *d);

#endif
