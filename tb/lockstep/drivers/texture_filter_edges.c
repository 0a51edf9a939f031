/* texture_filter_edges.c - edge classes of the filter's inputs. */
#include "tb/lockstep/drivers/texture_filter.h"

const char *const texture_filter_edges[] = {"a lane without a texel",
                                            "one texel has all the weight",
                                            "the last texel has all the weight, but it is not alone",
                                            "the whole sample has the key's colour",
                                            "the last texel has the key's colour",
                                            "texels of the key's colour, killed",
                                            "infinities of both signs",
                                            "NaN beside an infinity",
                                            "fractions: a sum of 0 of texels that are not",
                                            "floats: a texel so small that nothing of it is left",
                                            "fractions: a tie above an even number",
                                            "fractions: a tie above an odd number",
                                            "text: a box of 49 texels",
                                            "a border texel beside others",
                                            NULL};

/* 25 significant bits: between two numbers of 24, of which the lower one is even (1) or odd (2). */
static unsigned tie_of(uint64_t magnitude)
{
    const int low = magnitude ? __builtin_ctzll(magnitude) : 0, high = magnitude ? 63 - __builtin_clzll(magnitude) : 0;
    return high - low == 24 ? 1 + (magnitude >> (low + 1) & 1) : 0;
}

/* An element of the lane's sum as it is after this pass. */
static uint64_t met_by_element(const struct filter *filter, unsigned lane, unsigned e, unsigned summed)
{
    enum { NAN_BIT = 1, BOTH = 6, HIDDEN = 64 };
    const struct texture_filter_in *in = &filter->block.in;
    const bool                      is_float = in->is_float >> e & 1;
    struct texture_channel_sum      sum = in->first ? (struct texture_channel_sum){0} : filter->sum[lane].channel[e];
    bool                            lost = false, any = false;
    for (unsigned t = 0; t < TEXTURE_TAPS; t++) {
        const unsigned at = TEXTURE_TAPS * lane + t;
        const uint32_t number = in->border >> at & 1 ? in->border_number.value[TEXEL_ELEMENTS * lane + e]
                                                     : in->number.value[TEXEL_ELEMENTS * at + e];
        const int      exponent = (int)(number >> 23 & 255) - 150;
        if (!(summed >> t & 1))
            continue;
        lost |= is_float && sum.sum && exponent > -150 && sum.exponent - exponent > HIDDEN;
        any |= in->weight.tap[at] && number;
        texture_channel_add(&sum, is_float, (int32_t)in->weight.tap[at],
                            is_float ? (int64_t)number : (int64_t)(int32_t)number);
    }
    const uint64_t size = (uint64_t)(sum.sum < 0 ? -sum.sum : sum.sum),
                   by = (uint64_t)in->divisor.element[e] * in->box.lane[lane];
    const bool exact = !is_float && !(in->integer >> e & 1) && !(by & (by - 1)) && filter->block.in.last;
    const bool is[] = {is_float && (sum.special & BOTH) == BOTH && !(sum.special & NAN_BIT),
                       is_float && sum.special & NAN_BIT && sum.special & BOTH,
                       !is_float && !(in->integer >> e & 1) && any && !sum.sum,
                       lost,
                       exact && tie_of(size) == 1,
                       exact && tie_of(size) == 2};
    return stimulus_edges(is, sizeof is / sizeof is[0]) << 6;
}

static uint64_t met_by_lane(const struct filter *filter, unsigned lane)
{
    const struct texture_filter_in *in = &filter->block.in;
    const struct texture_sum *const sum = &filter->sum[lane];
    const unsigned used = in->used >> TEXTURE_TAPS * lane & 15, keyed = used & in->keyed >> TEXTURE_TAPS * lane;
    const unsigned border = used & in->border >> TEXTURE_TAPS * lane, summed = used & ~keyed;
    const unsigned before = in->first ? 0 : sum->taps, taps = before + (unsigned)__builtin_popcount(used);
    const unsigned last = used ? 31 - (unsigned)__builtin_clz(used) : 0, at = TEXTURE_TAPS * lane + last;
    const bool     whole = used && in->box.lane[lane] == 1 && in->weight.tap[at] == TEXTURE_ONE && summed >> last & 1;
    const bool     is[] = {in->last && !taps,
                           in->last && whole && taps == 1,
                           in->last && whole && taps > 1,
                           in->first && in->last && used && keyed == used,
                           used && keyed >> last & 1 && keyed != used,
                           in->last && keyed && in->kills};
    uint64_t       bits = stimulus_edges(is, sizeof is / sizeof is[0]);
    for (unsigned e = 0; e < TEXEL_ELEMENTS; e++)
        bits |= met_by_element(filter, lane, e, summed);
    return bits | (uint64_t)(in->last && in->box.lane[lane] == 49) << 12 | (uint64_t)(border && border != used) << 13;
}

uint64_t texture_filter_met(const void *state)
{
    const struct filter *filter = state;
    uint64_t             bits = 0;
    for (unsigned lane = 0;
         filter->block.in.pass && !filter->block.in.alone && !filter->block.in.gathers && lane < TEXTURE_QUAD; lane++)
        bits |= met_by_lane(filter, lane);
    return bits;
}
