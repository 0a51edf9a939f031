/* number.c - FP16, roots, tables and cubes. */
#include "rtl_model/nv30/number.h"

#include <math.h>

/* Rounded to so many bits behind the point of the mantissa. */
static float to_mantissa(float value, unsigned bits)
{
    const uint32_t drop = 23 - bits, word = as_bits(value), half = 1u << (drop - 1);
    const uint32_t odd = word >> drop & 1;
    if (!isfinite(value))
        return value;
    return as_float((word + half - 1 + odd) & ~((1u << drop) - 1));
}

float nv30_to_half(float value)
{
    enum { MANTISSA = 10 };
    const float most = 65504, least = 0x1p-14f, unit = 0x1p-24f;
    if (isnan(value) || isinf(value))
        return value;
    if (fabsf(value) < least) /* a whole number of units, which nearbyint rounds to even */
        return copysignf(nearbyintf(fabsf(value) / unit) * unit, value);
    const float rounded = to_mantissa(value, MANTISSA);
    return fabsf(rounded) > most ? copysignf(INFINITY, value) : rounded;
}

float nv30_root_estimate(float value)
{
    enum { MANTISSA = 10 };
    return to_mantissa((float)(1 / sqrt((double)value)), MANTISSA);
}

float nv30_log(float value)
{
    return (float)log2(fabs((double)value));
}

float nv30_exp(float value)
{
    return (float)exp2((double)value);
}

void nv30_cube(const float d[3], float place[3])
{
    const float x = fabsf(d[0]), y = fabsf(d[1]), z = fabsf(d[2]);
    float       across, down, major;
    unsigned    face;
    if (z >= x && z >= y) {
        face = d[2] < 0 ? 5 : 4;
        across = d[2] < 0 ? -d[0] : d[0];
        down = -d[1];
        major = z;
    } else if (y >= x) {
        face = d[1] < 0 ? 3 : 2;
        across = d[0];
        down = d[1] < 0 ? -d[2] : d[2];
        major = y;
    } else {
        face = d[0] < 0 ? 1 : 0;
        across = d[0] < 0 ? d[2] : -d[2];
        down = -d[1];
        major = x;
    }
    place[0] = across / (2 * major) + 1.5f;
    place[1] = down / (2 * major) + 1.5f;
    place[2] = (float)face;
}
