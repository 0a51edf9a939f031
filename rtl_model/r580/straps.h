/* straps.h - what each module has as constants of a run: STRAP(wire, expression of `chip` and `launch`). */
#ifndef RTL_MODEL_R580_STRAPS_H
#define RTL_MODEL_R580_STRAPS_H

#include "kit/wire.h"
#include "rtl_model/r580/fragment.h"

/* The last group may have fewer pixels. */
static inline uint8_t last_pixels(const struct us_chip *chip, const struct us_setup *launch)
{
    return (uint8_t)(launch->threads - (launch->groups - 1) * chip->group_pixels);
}

#define DISPATCH_STRAPS(STRAP)                                                                                         \
    STRAP(slots, (uint8_t)launch->slots)                                                                               \
    STRAP(groups, launch->groups)                                                                                      \
    STRAP(group_pixels, (uint8_t)chip->group_pixels)                                                                   \
    STRAP(last_pixels, last_pixels(chip, launch))                                                                      \
    STRAP(quads, (uint8_t)chip->load_quads)
RTL_STRAPS(fragment, us_dispatch, dispatch, struct us_chip, struct us_setup, DISPATCH_STRAPS);

#define SEQUENCER_STRAPS(STRAP)                                                                                        \
    STRAP(first, launch->first)                                                                                        \
    STRAP(last, launch->last)                                                                                          \
    STRAP(range, launch->range)                                                                                        \
    STRAP(range_size, launch->range_size)                                                                              \
    STRAP(alu_quads, (uint8_t)chip->alu_quads)                                                                         \
    STRAP(alu_clk, (uint8_t)chip->alu_clk)                                                                             \
    STRAP(nop_clk, (uint8_t)chip->nop_clk)                                                                             \
    STRAP(alu_wait_clk, (uint8_t)chip->alu_wait_clk)                                                                   \
    STRAP(flow_clk, (uint8_t)chip->flow_clk)                                                                           \
    STRAP(texture_quads, (uint8_t)chip->texture_quads)                                                                 \
    STRAP(places, (uint8_t)launch->places)                                                                             \
    STRAP(round_robin, chip->policy != 0)
RTL_STRAPS(fragment, us_sequencer, sequencer, struct us_chip, struct us_setup, SEQUENCER_STRAPS);

#define FLOW_STRAPS(STRAP)                                                                                             \
    STRAP(full, launch->full)                                                                                          \
    STRAP(offset, launch->offset)                                                                                      \
    STRAP(keeps_result, chip->alu_result != 0)                                                                         \
    STRAP(pops_nothing, chip->empty_loop_pop != 0)
RTL_STRAPS(fragment, us_flow, flow, struct us_chip, struct us_setup, FLOW_STRAPS);

#define PIXELS_STRAPS(STRAP)
RTL_STRAPS(fragment, us_pixels, pixels, struct us_chip, struct us_setup, PIXELS_STRAPS);

#define TEMPORARIES_STRAPS(STRAP)                                                                                      \
    STRAP(input_first, (uint8_t)launch->input_first)                                                                   \
    STRAP(input_count, (uint8_t)launch->input_count)                                                                   \
    STRAP(group_pixels, (uint8_t)chip->group_pixels)                                                                   \
    STRAP(group_quads, (uint8_t)launch->group_quads)                                                                   \
    STRAP(temporaries, (uint8_t)launch->temporaries)
RTL_STRAPS(fragment, us_temporaries_file, temporaries, struct us_chip, struct us_setup, TEMPORARIES_STRAPS);

#define OPERANDS_STRAPS(STRAP)                                                                                         \
    STRAP(quads, (uint8_t)chip->alu_quads)                                                                             \
    STRAP(temporaries, (uint8_t)launch->temporaries)                                                                   \
    STRAP(group_quads, (uint8_t)launch->group_quads)
RTL_STRAPS(fragment, us_operands, operands, struct us_chip, struct us_setup, OPERANDS_STRAPS);

#define RGB_STRAPS(STRAP) STRAP(zero_times_anything, launch->zero_times_anything)
RTL_STRAPS(fragment, us_rgb, rgb, struct us_chip, struct us_setup, RGB_STRAPS);
#define ALPHA_STRAPS(STRAP) STRAP(zero_times_anything, launch->zero_times_anything)
RTL_STRAPS(fragment, us_alpha, alpha, struct us_chip, struct us_setup, ALPHA_STRAPS);
#define BESIDE_STRAPS(STRAP)
RTL_STRAPS(fragment, us_beside, beside, struct us_chip, struct us_setup, BESIDE_STRAPS);
#define FINISH_STRAPS(STRAP)
RTL_STRAPS(fragment, us_finish, finish, struct us_chip, struct us_setup, FINISH_STRAPS);

#define TEXTURE_STRAPS(STRAP)                                                                                          \
    STRAP(quads, (uint8_t)chip->texture_quads)                                                                         \
    STRAP(latency, (uint16_t)chip->texture_clk)                                                                        \
    STRAP(temporaries, (uint8_t)launch->temporaries)                                                                   \
    STRAP(group_quads, (uint8_t)launch->group_quads)
RTL_STRAPS(fragment, us_texture, texture, struct us_chip, struct us_setup, TEXTURE_STRAPS);

#define OUTPUTS_STRAPS(STRAP)                                                                                          \
    STRAP(group_quads, (uint8_t)launch->group_quads)                                                                   \
    STRAP(quads, (uint8_t)chip->drain_quads)
RTL_STRAPS(fragment, us_outputs, outputs, struct us_chip, struct us_setup, OUTPUTS_STRAPS);

#endif
