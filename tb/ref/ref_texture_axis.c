/* ref_texture_axis.c - coordinates, clamp modes and weights along one axis (3D 8; R5xx 10.1.2, TX_FILTER0, TX_FILTER1
 * and TX_FILTER4 for their meaning; Direct3D 10: floats become fixed point by rounding to the nearest, even at ties).
 */
#include "tb/ref/ref_texture_axis.h"
#include "tb/ref/ref_format.h"

#include <math.h>

enum { FAR = 1 << 15 }; /* places have 16 bits before the point; all of these are beyond every texture */

unsigned ref_clamp_that_counts(unsigned clamp, bool normalised, bool point, bool point_sampling_clamp)
{
    if (!normalised) /* neither repeated nor mirrored: the next mode that is neither (ISA 10.4) */
        clamp = clamp <= REF_MIRROR ? REF_LAST_TEXEL : clamp & ~1u;
    const unsigned mirrored = clamp > REF_MIRROR ? clamp & 1 : 0, mode = clamp - mirrored;
    if (point && (mode == REF_HALF_BORDER || (mode == REF_BORDER && point_sampling_clamp)))
        return REF_LAST_TEXEL + mirrored;
    return clamp;
}

/* In texels, at the width of the fixed point. */
static double place_of(const struct ref_axis *axis, double coordinate)
{
    const bool again = axis->clamp <= REF_MIRROR;
    if (isnan(coordinate) || (again && isinf(coordinate)))
        coordinate = 0;
    if (again) /* whole rounds do not count */
        coordinate = fmod(coordinate, 2);
    double place = fmin(fmax((coordinate - axis->start) * axis->scale, -FAR), FAR);
    place = rint(place * (1u << axis->bits)) / (1u << axis->bits) + axis->offset;
    if (axis->clamp == REF_HALF_BORDER)
        return fmin(fmax(place, 0), axis->size);
    if (axis->clamp == REF_HALF_BORDER + 1)
        return fmin(fabs(place), axis->size);
    return place;
}

/* s2.9, nine phases of sixteen: the others are mirrored; a left and a right pair of each. */
static double cubic_weight(const struct ref_axis *axis, unsigned phase, unsigned tap)
{
    const unsigned stored = phase > 8 ? 16 - phase : phase, at = phase > 8 ? 3 - tap : tap;
    const uint32_t word = axis->filter4[2 * stored + at / 2];
    const uint32_t weight = at % 2 ? ref_field(word, 10, 0) : ref_field(word, 21, 11);
    return (weight >= 1024 ? (double)weight - 2048 : (double)weight) / 512;
}

/* From the first texel of the filter to the coordinate. */
static double reach_of(const struct ref_axis *axis)
{
    switch (axis->filter) {
    case REF_LINEAR:
        return 0.5;
    case REF_GATHER:
        return axis->nearest ? 0 : 0.5;
    case REF_CUBIC:
        return 1.5;
    case REF_TEXT:
        return axis->width / 2.0;
    default:
        return 0;
    }
}

double ref_axis_fraction(const struct ref_axis *axis, double coordinate)
{
    const double place = place_of(axis, coordinate) - reach_of(axis), first = floor(place);
    return axis->halves ? floor((place - first) * 2) / 2 : place - first;
}

void ref_axis_taps(const struct ref_axis *axis, double coordinate, struct ref_axis_taps *taps)
{
    const double place = place_of(axis, coordinate) - reach_of(axis);
    const double first = floor(place), fraction = ref_axis_fraction(axis, coordinate);
    taps->count = axis->filter == REF_POINT   ? 1
                  : axis->filter == REF_CUBIC ? 4
                  : axis->filter == REF_TEXT  ? axis->width + 1
                                              : 2;
    for (unsigned i = 0; i < taps->count; i++) {
        const double ends = i == 0 ? 1 - fraction : i == taps->count - 1 ? fraction : 1;
        taps->texel[i] = (int)first + (int)i;
        taps->weight[i] = axis->filter == REF_POINT   ? 1
                          : axis->filter == REF_CUBIC ? cubic_weight(axis, (unsigned)(fraction * 16), i)
                          : axis->filter == REF_TEXT  ? ends / axis->width
                                                      : ends;
    }
}

static int modulo(int value, int size)
{
    const int rest = value % size;
    return rest < 0 ? rest + size : rest;
}

bool ref_axis_texel(const struct ref_axis *axis, int *texel)
{
    const int size = axis->size;
    if (axis->clamp == REF_WRAP) {
        *texel = modulo(*texel, size);
    } else if (axis->clamp == REF_MIRROR) {
        const int round = modulo(*texel, 2 * size);
        *texel = round < size ? round : 2 * size - 1 - round;
    } else if (axis->clamp & 1 && *texel < 0) {
        *texel = -1 - *texel;
    }
    if (*texel >= 0 && *texel < size)
        return true;
    if (axis->clamp > REF_LAST_TEXEL + 1)
        return false;
    *texel = *texel < 0 ? 0 : size - 1;
    return true;
}
