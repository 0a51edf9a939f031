#include "rtl_model/r580/alu_math.h"

#include <math.h>

#include "kit/bits.h"

static struct us_number of_value(double value)
{
    return (struct us_number){value, as_bits((float)value)};
}

static bool is_transcendental(unsigned alpha_op)
{
    return alpha_op >= US_ALPHA_EX2 && alpha_op <= US_ALPHA_COS;
}

static bool is_dot_product(unsigned rgb_op)
{
    return rgb_op >= US_RGB_DP3 && rgb_op <= US_RGB_D2A;
}

static double product(double a, double b, bool zero_times_anything)
{
    return zero_times_anything && (a == 0 || b == 0) ? 0 : a * b;
}

/* ---- what both units can ----------------------------------------------------------------------------------------- */

static struct us_number common(unsigned rgb_op, struct us_number a, struct us_number b, struct us_number c,
                               bool zero_times_anything)
{
    switch (rgb_op) {
    case US_RGB_MIN:
        return a.value < b.value ? a : b;
    case US_RGB_MAX:
        return a.value >= b.value ? a : b;
    case US_RGB_CND:
        return c.value > 0.5 ? a : b;
    case US_RGB_CMP:
        return c.value >= 0 ? a : b;
    case US_RGB_FRC:
        return of_value(a.value - floor(a.value));
    default: /* MAD, MDH, MDV */
        return of_value(product(a.value, b.value, zero_times_anything) + c.value);
    }
}

static struct us_number three(const struct us_alu *alu, const struct us_pixel_sources *sources, unsigned rgb_op,
                              unsigned channel, bool zero_times_anything)
{
    return common(rgb_op, us_input(alu, sources, US_INPUT_A, channel), us_input(alu, sources, US_INPUT_B, channel),
                  us_input(alu, sources, US_INPUT_C, channel), zero_times_anything);
}

/* ---- RGB --------------------------------------------------------------------------------------------------------- */

static struct us_number dot(const struct us_alu *alu, const struct us_pixel_sources *sources, bool zero_times_anything)
{
    const unsigned channels = alu->rgb_op == US_RGB_DP4 ? US_CHANNELS : alu->rgb_op == US_RGB_DP3 ? 3 : 2;
    double         sum = 0;
    for (unsigned c = 0; c < channels; c++) {
        const double term = product(us_input(alu, sources, US_INPUT_A, c).value,
                                    us_input(alu, sources, US_INPUT_B, c).value, zero_times_anything);
        sum = c ? sum + term : term;
    }
    if (alu->rgb_op == US_RGB_D2A)
        sum += us_input(alu, sources, US_INPUT_C, US_BLUE).value;
    return of_value(sum);
}

void us_rgb_compute(const struct us_alu *alu, const struct us_pixel_sources *sources, bool zero_times_anything,
                    struct us_number result[3])
{
    const bool             is_dot = is_dot_product(alu->rgb_op);
    const struct us_number sum = is_dot ? dot(alu, sources, zero_times_anything) : of_value(0);
    for (unsigned c = 0; c < 3; c++)
        result[c] =
            is_dot || alu->rgb_op == US_RGB_SOP ? sum : three(alu, sources, alu->rgb_op, c, zero_times_anything);
}

/* ---- alpha ------------------------------------------------------------------------------------------------------- */

/* Of a whole turn: sin(2 pi x), cos(2 pi x). */
static double turn(double (*function)(double), double x)
{
    return function((x - floor(x)) * (2 * 3.14159265358979323846));
}

static double transcendental(unsigned op, double a)
{
    switch (op) {
    case US_ALPHA_EX2:
        return exp2(a);
    case US_ALPHA_LN2:
        return log2(a);
    case US_ALPHA_RCP:
        return 1 / a;
    case US_ALPHA_RSQ: /* of -0 too, plus infinity (8.7.3) */
        return a == 0 ? (double)INFINITY : 1 / sqrt(a);
    case US_ALPHA_SIN:
        return a == 0 ? a : turn(sin, a);
    default:
        return turn(cos, a);
    }
}

/* The common operations under RGB's numbers. */
static unsigned as_rgb(unsigned alpha_op)
{
    switch (alpha_op) {
    case US_ALPHA_MIN:
        return US_RGB_MIN;
    case US_ALPHA_MAX:
        return US_RGB_MAX;
    case US_ALPHA_CND:
        return US_RGB_CND;
    case US_ALPHA_CMP:
        return US_RGB_CMP;
    case US_ALPHA_FRC:
        return US_RGB_FRC;
    default:
        return US_RGB_MAD;
    }
}

struct us_number us_alpha_compute(const struct us_alu *alu, const struct us_pixel_sources *sources,
                                  bool zero_times_anything)
{
    if (alu->alpha_op == US_ALPHA_DP)
        return of_value(0);
    if (is_transcendental(alu->alpha_op)) {
        const double a = us_input(alu, sources, US_INPUT_A, US_ALPHA).value;
        return us_number(as_bits((float)transcendental(alu->alpha_op, a)));
    }
    return three(alu, sources, as_rgb(alu->alpha_op), US_ALPHA, zero_times_anything);
}

/* ---- behind the units -------------------------------------------------------------------------------------------- */

uint32_t us_finished(struct us_number number, unsigned output_modifier, bool clamp)
{
    enum { DISABLED = 7, STANDARD_NAN = 0x7fffffff };
    static const double factors[DISABLED] = {1, 2, 4, 8, 0.5, 0.25, 0.125};
    if (output_modifier == DISABLED)
        return number.bits;
    double value = number.value * factors[output_modifier];
    if (clamp)
        value = value > 0 ? (value < 1 ? value : 1) : 0;
    const uint32_t bits = as_bits((float)value);
    if (isnan(value))
        return STANDARD_NAN;
    return bits & 0x7f800000 ? bits : bits & 0x80000000;
}

bool us_compares(unsigned op, uint32_t bits)
{
    const double value = us_number(bits).value;
    switch (op) {
    case 0:
        return value == 0;
    case 1:
        return value < 0;
    case 2:
        return value >= 0;
    default:
        return !(value == 0);
    }
}
