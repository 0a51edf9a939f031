/* sums.c - the probes of sums.h as code and as tables; counters.def. */
#include "rtl_model/r580/probes/sums.h"

static unsigned channels(const us_channel_masks_t *masks)
{
    unsigned count = 0;
    for (unsigned c = 0; c < US_CHANNELS; c++)
        count += (unsigned)__builtin_popcountll(masks->c[c]);
    return count;
}

#define PROBE(name, FROM, when, MADE, SUMS)                                                                            \
    static void add_##name(const struct fragment *rtl_machine, uint64_t *sum)                                          \
    {                                                                                                                  \
        PROBE_BODY(FROM, when, MADE, SUMS)                                                                             \
    }
US_PROBES(PROBE)
#undef PROBE

void us_sums_of_clock(const struct fragment *fragment, uint64_t *sum)
{
#define PROBE(name, ...) add_##name(fragment, sum);
    US_PROBES(PROBE)
#undef PROBE
}

US_PROBES(PROBE_LISTS)
const struct probe us_probes[US_SUM_PROBES] = {US_PROBES(PROBE_ENTRY)};

#define COUNTER_DEF "rtl_model/r580/probes/counters.def"
#define COUNTER_TABLE us_counters
#define COUNTER_PROBES us_probes
#define COUNTER_GIVEN                                                                                                  \
    const struct fragment *const given = chip;                                                                         \
    const double                 alu_quads = given->chip.alu_quads, texture_quads = given->chip.texture_quads,         \
                 slots = given->setup.slots, all_places = given->setup.places;
#include "rtl_model/probes/counter_tables.h"
