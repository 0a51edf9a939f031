/* alu_inputs.h - inputs of the RGB and alpha units: presubtract, select, swizzle and modifier (R5xx Acceleration 8.4.2,
 * 8.4.3), and what of the sources an instruction looks at. */
#ifndef RTL_MODEL_R580_ALU_INPUTS_H
#define RTL_MODEL_R580_ALU_INPUTS_H

#include "rtl_model/r580/types.h"

/* An input on its way: its value, a denormal being a zero (8.7.1), and its bits, for what copies them. */
struct us_number {
    double   value;
    uint32_t bits;
};

struct us_number us_number(uint32_t bits);

enum { US_RED, US_GREEN, US_BLUE, US_ALPHA };
enum { US_INPUT_A, US_INPUT_B, US_INPUT_C, US_INPUTS_ABC };

/* An input of a channel, of a pixel's twelve source numbers [source][channel]; of MDH and MDV too, with those of the
 * quad's first pixel and of its neighbour. */
struct us_pixel_sources {
    const uint32_t *own, *first, *right, *below;
};
struct us_number us_input(const struct us_alu *alu, const struct us_pixel_sources *sources, unsigned input,
                          unsigned channel);

/* Bit 3 * unit + source (unit 0 RGB, 1 alpha): its address is looked at. */
unsigned us_sources_used(const struct us_alu *alu);

#endif
