#include "mem/line_cache.h"

RTL_TABLE(line_cache, LINE_CACHE_SIGNALS);

#define LINE_CACHE line_cache
#define LINE_CACHE_IN line_cache_in
#define LINE_CACHE_REG line_cache_reg
#define LINE_CACHE_IS(name) line_cache_##name
#include "mem/line_cache_code.h"

line_ways_t line_cache_found(const struct line_cache *cache, const struct line_hints *hints, uint8_t look,
                             const line_numbers_t *lines, uint32_t oldest)
{
    line_ways_t          found = {{0}};
    struct line_decision decision;
    line_cache_decide(cache, hints, look, lines, oldest, &decision);
    for (unsigned i = 0; i < LINE_LOOKS; i++)
        if (decision.taken >> i & 1)
            found.look[i] = (uint16_t)(decision.way.look[i] + 1);
    return found;
}
