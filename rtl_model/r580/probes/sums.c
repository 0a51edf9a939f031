/* sums.c - the probes of sums.h as code and as tables; counters.def. */
#include "rtl_model/r580/probes/sums.h"

static unsigned channels(const us_channel_masks_t *masks)
{
    unsigned count = 0;
    for (unsigned c = 0; c < US_CHANNELS; c++)
        count += (unsigned)__builtin_popcountll(masks->c[c]);
    return count;
}

#define CORE_PROBES US_PROBES
#define CORE_TYPE const struct fragment
#define CORE_ADD_UP us_sums_of_clock
#define CORE_PROBE_ROWS us_probes
#define COUNTER_DEF "rtl_model/r580/probes/counters.def"
#define COUNTER_TABLE us_counters
#define COUNTER_GIVEN                                                                                                  \
    const struct fragment *const given = chip;                                                                         \
    const double                 alu_quads = given->chip.alu_quads, texture_quads = given->chip.texture_quads,         \
                 slots = given->setup.slots, all_places = given->setup.places;
#include "rtl_model/probes/core_sums.h"
