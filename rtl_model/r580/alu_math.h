/* alu_math.h - what the RGB and alpha units compute of their inputs, and what becomes of it behind them (R5xx
 * Acceleration 8.4.4, 8.4.5, 8.7).
 *
 * 8.7.1 says that rounding is not uniform and results are good to about a bit; 8.7.2 that there is more range up to the
 * output modifier.  GUESS: operations are computed in double precision and rounded once, to nearest, behind the output
 * modifier; transcendental ones are rounded before it (8.7.3). */
#ifndef RTL_MODEL_R580_ALU_MATH_H
#define RTL_MODEL_R580_ALU_MATH_H

#include "rtl_model/r580/alu_inputs.h"

/* Results of RGB, one for all three channels of a dot product; SOP's come from the other unit, 0 here. */
void us_rgb_compute(const struct us_alu *alu, const struct us_pixel_sources *sources, bool zero_times_anything,
                    struct us_number result[3]);
/* The result of alpha; DP's comes from the other unit, 0 here. */
struct us_number us_alpha_compute(const struct us_alu *alu, const struct us_pixel_sources *sources,
                                  bool zero_times_anything);

/* Output modifier and clamp; without a modifier the bits are those of the argument. */
uint32_t us_finished(struct us_number number, unsigned output_modifier, bool clamp);
/* A comparison with zero: of the predicate bits' target, or of the ALU result (8.4.9, 8.7.1). */
bool us_compares(unsigned op, uint32_t bits);

#endif
