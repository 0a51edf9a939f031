/* line_cache_code.h - what a cache of lines does, for each of its sizes: line_cache.c and l2_lines.c include it.
 *
 * LINE_CACHE names the struct, line_cache or l2_lines; LINE_CACHE_IS(name) is its function of that name. */
#ifdef LINE_CACHE
#include <string.h>

#include "kit/lanes.h"

/* Rows of requests that are used: at least as many as may be pending. */
static unsigned ring_rows(const struct LINE_CACHE_IN *in)
{
    return in->misses <= LINE_CACHE_MISSES / 2 ? LINE_CACHE_MISSES / 2 : LINE_CACHE_MISSES;
}

static unsigned line_count(const struct LINE_CACHE *cache)
{
    return (unsigned)cache->in.sets * cache->in.ways;
}

static unsigned set_of(const struct LINE_CACHE *cache, uint64_t line)
{
    return (unsigned)(line & (cache->in.sets - 1u)) * cache->in.ways;
}

/* The place of a tag, which stands there once at most, behind it; or 0.  Without a way out of the loop, so that several
 * tags are compared at once. */
LANE_LOOPS static unsigned find_tag(const uint64_t *tag, unsigned count, uint64_t is)
{
    uint64_t behind = 0;
    for (uint64_t i = 0; i < count; i++)
        behind |= tag[i] == is ? i + 1 : 0;
    return (unsigned)behind;
}

/* The way that a line has, or -1. */
static int find(const struct LINE_CACHE *cache, const struct line_hints *hints, uint64_t line)
{
    uint16_t              nowhere = 0;
    const unsigned        first = set_of(cache, line);
    const uint64_t *const tag = &cache->tag[first];
    uint16_t *const       last = hints && hints->way ? &hints->way[line % LINE_HINTS] : &nowhere;
    if (*last < cache->in.ways && tag[*last] == line + 1)
        return (int)(first + *last);
    const unsigned behind = find_tag(tag, cache->in.ways, line + 1);
    if (!behind)
        return -1;
    *last = (uint16_t)(behind - 1);
    return (int)(first + behind - 1);
}

/* What is, or comes, there will be read. */
static bool is_held(const struct LINE_CACHE *cache, unsigned way, uint32_t oldest)
{
    const uint32_t used = cache->used[way];
    return !LINE_CACHE_IS(has)(cache, way) || (oldest && used >= oldest) || (cache->q.answer && used == cache->q.stamp);
}

static bool is_named(const struct line_decision *decision, unsigned way)
{
    for (unsigned i = 0; i < LINE_LOOKS; i++)
        if (decision->taken >> i & 1 && decision->way.look[i] == way)
            return true;
    return false;
}

/* The way that a new line takes: the least recently used one that is not held, or -1. */
static int victim(const struct LINE_CACHE *cache, uint64_t line, uint32_t oldest, const struct line_decision *decision)
{
    const unsigned first = set_of(cache, line);
    uint64_t       least = UINT64_MAX;
    int            best = -1;
    for (unsigned way = first; way < first + cache->in.ways; way++) {
        const uint32_t used = cache->used[way];
        if (used < least && !is_held(cache, way, oldest) && !is_named(decision, way)) {
            least = used;
            best = (int)way;
        }
    }
    return best;
}

static void give(struct line_decision *decision, unsigned look, int way)
{
    if (way < 0)
        return;
    decision->taken = (uint8_t)(decision->taken | 1u << look);
    decision->way.look[look] = (uint16_t)way;
}

/* Lines that are there first: none of them makes room for another one of this clock. */
void LINE_CACHE_IS(decide)(const struct LINE_CACHE *cache, const struct line_hints *hints, uint8_t look,
                           const line_numbers_t *lines, uint32_t oldest, struct line_decision *decision)
{
    unsigned room = cache->in.misses - cache->q.missing;
    memset(decision, 0, sizeof *decision);
    for (unsigned i = 0; i < LINE_LOOKS; i++)
        if (look >> i & 1)
            give(decision, i, find(cache, hints, lines->look[i]));
    decision->hit = decision->taken;
    for (unsigned i = 0; i < LINE_LOOKS && room; i++) {
        if (!((look & ~decision->hit) >> i & 1))
            continue;
        give(decision, i, victim(cache, lines->look[i], oldest, decision));
        room -= decision->taken >> i & 1;
    }
}

/* How many look-ups a set has, from a table of four bits for each set: processors at large cannot count in one
 * instruction. */
static unsigned bits(uint8_t set)
{
    _Static_assert(LINE_LOOKS == 4, "sixteen sets");
    return (unsigned)(UINT64_C(0x4332322132212110) >> 4 * set & 7);
}

static void look(const struct LINE_CACHE_IN *in, const struct LINE_CACHE_REG *q, struct LINE_CACHE_REG *d,
                 const struct LINE_CACHE *cache)
{
    struct line_decision decision;
    LINE_CACHE_IS(decide)(cache, in->hints, in->look, &in->look_line, in->oldest, &decision);
    d->taken = decision.taken;
    d->hit = decision.hit;
    d->way = decision.way;
    d->stamp = q->stamp + 1;
    for (unsigned i = 0; i < LINE_LOOKS; i++) {
        const unsigned way = decision.way.look[i];
        if (decision.hit >> i & 1 && LINE_CACHE_IS(has)(cache, way))
            d->hits++;
        else if (decision.hit >> i & 1)
            d->merged++;
        else if (decision.taken >> i & 1)
            d->waiting.word[way / 64] |= UINT64_C(1) << way % 64;
    }
    d->missed = q->missed + bits(decision.taken & (uint8_t)~decision.hit);
    d->refused = q->refused + bits(in->look & (uint8_t)~decision.taken);
}

/* The next request: the oldest queued line, else the first new one. */
static void ask(const struct LINE_CACHE_IN *in, const struct LINE_CACHE_REG *q, struct LINE_CACHE_REG *d,
                const struct LINE_CACHE *cache)
{
    const uint8_t  fresh = (uint8_t)(d->answer ? d->taken & ~d->hit : 0);
    const unsigned left = q->asking - in->ask_taken;
    d->first = (uint8_t)((q->first + in->ask_taken) % ring_rows(in));
    d->asking = (uint8_t)(left + bits(fresh));
    d->ask = d->asking != 0;
    if (left) {
        d->ask_line = cache->ask_lines[d->first];
        d->ask_way = cache->ask_ways[d->first];
    } else if (fresh) {
        d->ask_line = in->look_line.look[__builtin_ctz(fresh)];
        d->ask_way = d->way.look[__builtin_ctz(fresh)];
    }
}

void LINE_CACHE_IS(eval)(const struct LINE_CACHE_IN *in, const struct LINE_CACHE_REG *q, struct LINE_CACHE_REG *d,
                         const struct LINE_CACHE *cache)
{
    d->answer = in->look;
    if (in->look)
        look(in, q, d, cache);
    if (in->fill)
        d->waiting.word[in->fill_way / 64] &= ~(UINT64_C(1) << in->fill_way % 64);
    if (in->look || in->ask_taken)
        ask(in, q, d, cache);
    d->missing = (uint8_t)(q->missing + (in->look ? bits(d->taken & (uint8_t)~d->hit) : 0) - in->fill);
}

void LINE_CACHE_IS(capture)(struct LINE_CACHE *cache)
{
    if (cache->in.fill)
        cache->data[cache->in.fill_way] = *cache->in.fill_data;
}

/* The rows of one look-up. */
static void note(struct LINE_CACHE *cache, unsigned look, unsigned row)
{
    const struct LINE_CACHE_REG *d = &cache->d;
    const unsigned               way = d->way.look[look];
    cache->used[way] = d->stamp;
    if (d->hit >> look & 1)
        return;
    cache->tag[way] = cache->in.look_line.look[look] + 1;
    cache->ask_lines[row] = cache->in.look_line.look[look];
    cache->ask_ways[row] = (uint16_t)way;
}

void LINE_CACHE_IS(forget)(struct LINE_CACHE *cache)
{
    memset(cache->tag, 0, line_count(cache) * sizeof cache->tag[0]);
}

void LINE_CACHE_IS(inherit)(struct LINE_CACHE *cache, const struct LINE_CACHE *from)
{
    const unsigned lines = line_count(cache);
    memcpy(cache->tag, from->tag, lines * sizeof cache->tag[0]);
    memcpy(cache->used, from->used, lines * sizeof cache->used[0]);
    memcpy(cache->data, from->data, lines * sizeof cache->data[0]);
    cache->q.stamp = cache->d.stamp = from->q.stamp;
    for (unsigned way = 0; way < lines; way++)
        if (!LINE_CACHE_IS(has)(from, way))
            cache->tag[way] = 0;
}

bool LINE_CACHE_IS(commit)(struct LINE_CACHE *cache)
{
    const struct LINE_CACHE_REG *d = &cache->d, *q = &cache->q;
    const uint8_t                fresh = (uint8_t)(d->taken & ~d->hit);
    unsigned                     row = d->first + d->asking - bits(fresh);
    for (unsigned i = 0; d->answer && i < LINE_LOOKS; i++) {
        if (d->taken >> i & 1)
            note(cache, i, row % ring_rows(&cache->in));
        row += fresh >> i & 1;
    }
    if (cache->in.invalidate)
        LINE_CACHE_IS(forget)(cache);
    const bool changes = d->answer || q->answer || d->asking != q->asking || d->first != q->first ||
                         d->missing != q->missing || cache->in.fill || cache->in.invalidate;
    rtl_commit(cache);
    return changes;
}

#endif
