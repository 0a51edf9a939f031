/* number.h - numbers of the shader core: FP32 and FP16, reciprocals, roots and tables.
 *
 * GUESS: IEEE 754's results, rounded to nearest even, denormals kept, each product and sum rounded on its own, because
 * the article only names the formats (s23e8 and s10e5, NV_fragment_program 2.14.4). */
#ifndef RTL_MODEL_NV30_NUMBER_H
#define RTL_MODEL_NV30_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

#include "kit/bits.h"

/* The nearest number of FP16: ten bits of mantissa, exponents -14 to 15, denormals below. */
float nv30_to_half(float value);
/* From 0 to 1; of no number 0. */
static inline float nv30_saturated(float value)
{
    return value > 1 ? 1 : value > 0 ? value : 0;
}
/* 1 / sqrt(value), value not below 0, with the mantissa of FP16. */
float nv30_root_estimate(float value);
/* log2 |value|; 2 ^ value.
 * GUESS: rounded to FP32, because no source gives the precision of the tables. */
float nv30_log(float value);
float nv30_exp(float value);

/* A direction as R700's cube maps take it: X and Y of the face from 1 to 2, Z its number (ISA 9.2, CUBE). */
void nv30_cube(const float direction[3], float place[3]);

#endif
