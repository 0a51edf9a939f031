/* fragment_collect.c - what leaves the machine: colours and kills as groups drain, registers when they are kept. */
#include <assert.h>
#include <string.h>

#include "rtl_model/r580/fragment.h"

enum { DEPTH_BASE = 61 };

static void export_row(struct fragment *fragment, unsigned row, unsigned pixel, unsigned first)
{
    const struct us_outputs *outputs = &fragment->outputs;
    for (unsigned target = 0; target < US_TARGETS; target++) {
        const unsigned        mask = outputs->written[row].e[target] >> (pixel * US_CHANNELS) & 15;
        struct result_column *column =
            mask ? results_column(&fragment->core.exports, LAUNCH_EXPORT_PIXEL, target) : NULL;
        if (mask && !column)
            fragment->core.out_of_memory = true;
        else if (mask)
            results_export(column, first + pixel, mask, &outputs->rows[row].e[(target * 4 + pixel) * US_CHANNELS]);
    }
    if (!(outputs->depth_written[row] >> pixel & 1))
        return;
    const uint32_t        depth[4] = {outputs->depths[row].e[pixel], 0, 0, 0};
    struct result_column *column = results_column(&fragment->core.exports, LAUNCH_EXPORT_PIXEL, DEPTH_BASE);
    fragment->core.out_of_memory |= !column;
    if (column)
        results_export(column, first + pixel, 1, depth);
}

void fragment_collect(struct fragment *fragment)
{
    const struct us_outputs_reg *q = &fragment->outputs.q;
    const unsigned               quads = fragment->setup.group_quads, place = q->drain_place;
    for (unsigned quad = q->drain_quad; quad < (unsigned)q->drain_quad + q->drain_count; quad++)
        for (unsigned p = 0; p < 4; p++) {
            const unsigned first = q->drain_group * fragment->chip.group_pixels + 4 * quad;
            if (!us_mask_bit(&fragment->outputs.present[place], 4 * quad + p))
                continue;
            assert(first + p < fragment->core.exports.threads);
            export_row(fragment, place * quads + quad, p, first);
            fragment->core.exports.killed[first + p] = !us_mask_bit(&fragment->outputs.covered[place], 4 * quad + p);
        }
    fragment->core.ended += q->drained;
}

/* ---- registers --------------------------------------------------------------------------------------------------- */

bool fragment_keep_registers(struct fragment *fragment, struct diag *diag)
{
    return one_core_keep(&fragment->core, fragment->setup.temporaries, diag);
}

void fragment_keep_group(struct fragment *fragment, unsigned slot, enum result_gprs state)
{
    const struct us_setup *setup = &fragment->setup;
    const unsigned         count = setup->temporaries;
    const size_t           first = (size_t)fragment->sequencer.groups[slot] * fragment->chip.group_pixels;
    for (unsigned p = 0; p < fragment->sequencer.group_pixels[slot]; p++) {
        const us_row_t *rows = &fragment->temporaries.rows[(slot * setup->group_quads + p / 4) * count];
        fragment->core.kept.state[first + p] = (uint8_t)state;
        for (unsigned i = 0; i < count; i++)
            memcpy(&fragment->core.kept.words[((first + p) * count + i) * US_CHANNELS], &rows[i].e[p % 4 * US_CHANNELS],
                   sizeof(us_constant_t));
    }
}

void fragment_registers(struct fragment *fragment)
{
    for (unsigned slot = 0; fragment->core.kept.words && slot < US_SLOTS; slot++)
        if (fragment->sequencer.phase[slot] != US_FREE)
            fragment_keep_group(fragment, slot, RESULT_GPRS_RUNNING);
}
