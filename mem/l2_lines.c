#include "mem/l2_lines.h"

RTL_TABLE(l2_lines, L2_LINES_SIGNALS);

#define LINE_CACHE l2_lines
#define LINE_CACHE_IN l2_lines_in
#define LINE_CACHE_REG l2_lines_reg
#define LINE_CACHE_IS(name) l2_lines_##name
#include "mem/line_cache_code.h"

/* The lines that a chip does not have are 0 in all of its banks. */
void l2_lines_copy(struct l2_lines *to, const struct l2_lines *from)
{
    const unsigned lines = line_count(from);
    memcpy(to, from, offsetof(struct l2_lines, tag));
    memcpy(to->tag, from->tag, lines * sizeof to->tag[0]);
    memcpy(to->used, from->used, lines * sizeof to->used[0]);
    memcpy(to->data, from->data, lines * sizeof to->data[0]);
    memcpy(to->ask_lines, from->ask_lines, sizeof to->ask_lines);
    memcpy(to->ask_ways, from->ask_ways, sizeof to->ask_ways);
}

void l2_lines_clear(struct l2_lines *cache)
{
    const unsigned lines = line_count(cache);
    memset(cache->tag, 0, lines * sizeof cache->tag[0]);
    memset(cache->used, 0, lines * sizeof cache->used[0]);
    memset(cache->data, 0, lines * sizeof cache->data[0]);
    memset(cache->ask_lines, 0, sizeof cache->ask_lines);
    memset(cache->ask_ways, 0, sizeof cache->ask_ways);
    memset(cache, 0, offsetof(struct l2_lines, tag));
}
