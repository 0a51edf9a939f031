#include "pipeline/texture/texture_weight.h"

#include "pipeline/texture/texture_plan.h"

enum { FILTER4_PHASES = 16, FILTER4_ONE = 9 /* bits */, FILTER4_VERTICAL = 18 /* words */ };

/* Weight `tap` (0..3) of TD_FILTER4's kernel: s2.9.  Phases 9 to 15 are 7 to 1 from the other end.
 * GUESS: the words come by direction, then phase, then pair; only the first one's fields say where it belongs. */
static int32_t filter4_weight(const uint32_t *words, bool vertical, unsigned phase, unsigned tap)
{
    const bool     turned = phase > FILTER4_PHASES / 2;
    const unsigned stored = turned ? FILTER4_PHASES - phase : phase, at = turned ? 3 - tap : tap;
    const uint32_t word = words ? words[vertical * FILTER4_VERTICAL + stored * 2 + at / 2] : 0;
    const uint32_t weight = at & 1 ? word & 0x7ff : word >> 11 & 0x7ff;
    return (int32_t)(weight ^ 0x400) - 0x400;
}

unsigned texture_weight_bits(unsigned filter, unsigned fraction_bits)
{
    return filter == TEXTURE_BICUBIC ? FILTER4_ONE : fraction_bits;
}

/* The text filter is a box that begins and ends between two texels. */
int32_t texture_side_weight(const struct texture_kernel *kernel, uint32_t fraction, unsigned tap)
{
    const int32_t one = 1 << texture_weight_bits(kernel->filter, kernel->fraction_bits), part = (int32_t)fraction;
    if (kernel->flat)
        return tap ? 0 : kernel->filter == TEXTURE_TEXT ? one * kernel->reach : one;
    switch ((enum texture_filter_kind)kernel->filter) {
    case TEXTURE_POINT:
        return tap ? 0 : one;
    case TEXTURE_BILINEAR:
        return tap ? part : one - part;
    case TEXTURE_BICUBIC:
        return filter4_weight(kernel->filter4, kernel->vertical, fraction, tap);
    case TEXTURE_TEXT:
        return tap > kernel->reach ? 0 : tap == kernel->reach ? part : tap ? one : one - part;
    }
    return 0;
}

/* Nothing is lost: where a fraction is long, others are not there, and the step's weight ends in zeros. */
int32_t texture_tap_weight(unsigned weight_bits, unsigned probes, unsigned step, int32_t x, int32_t y)
{
    enum { STEP_BITS = 12 };
    const int64_t  product = (int64_t)x * y * step * (1 << (TEXTURE_ONE_BITS - STEP_BITS));
    const unsigned down = 2 * weight_bits + probes;
    return (int32_t)(product < 0 ? -(-product >> down) : product >> down); /* towards 0 */
}
