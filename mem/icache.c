#include "mem/icache.h"

#include <string.h>

RTL_TABLE(icache, ICACHE_SIGNALS);

/* The way that holds a line, or -1. */
static int find(const struct icache *cache, uint32_t line)
{
    const unsigned first = (line & (cache->in.sets - 1u)) * cache->in.ways;
    for (unsigned way = first; way < first + cache->in.ways; way++)
        if (cache->tag[way] == line + 1)
            return (int)way;
    return -1;
}

/* The way that a new line takes: the least recently used one, empty ways first. */
static unsigned victim(const struct icache *cache, uint32_t line)
{
    const unsigned first = (line & (cache->in.sets - 1u)) * cache->in.ways;
    unsigned       oldest = first;
    for (unsigned way = first; way < first + cache->in.ways; way++) {
        if (!cache->tag[way])
            return way;
        if (cache->used[way] < cache->used[oldest])
            oldest = way;
    }
    return oldest;
}

/* Whether a tracker brings the line, now or behind others. */
static bool is_coming(const struct icache_in *in, const struct icache_reg *q, uint32_t line)
{
    for (int i = 0; i < in->misses; i++)
        if (q->miss_line.entry[i] && line + 1 >= q->miss_line.entry[i] &&
            line + 1 - q->miss_line.entry[i] <= q->miss_more.entry[i])
            return true;
    return false;
}

/* Lines of the program behind this one, at most as many as a miss brings. */
static uint32_t lines_behind(const struct icache_in *in, uint32_t line)
{
    const uint32_t most = in->lines > 1 ? in->lines - 1u : 0;
    const uint32_t left = line + 1 < in->program_lines ? in->program_lines - line - 1 : 0;
    return left < most ? left : most;
}

/* Takes a tracker for the line unless one is on its way already. */
static void start_miss(const struct icache_in *in, const struct icache_reg *q, struct icache_reg *d)
{
    int free_entry = -1;
    if (is_coming(in, q, in->look_line))
        return;
    for (int i = in->misses - 1; i >= 0; i--)
        if (!q->miss_line.entry[i])
            free_entry = i;
    if (free_entry < 0) {
        d->refused = true;
        return;
    }
    d->miss_line.entry[free_entry] = in->look_line + 1;
    d->miss_more.entry[free_entry] = lines_behind(in, in->look_line);
    d->miss_wait.entry[free_entry] = in->miss_clk;
    d->missing = (uint8_t)(d->missing + 1);
}

/* A tracker whose line arrives goes on with the next one of its lines that is not there. */
static void go_on(const struct icache_reg *q, struct icache_reg *d, const struct icache *cache, int i)
{
    for (uint32_t step = 1; step <= q->miss_more.entry[i]; step++)
        if (find(cache, q->miss_line.entry[i] - 1 + step) < 0) {
            d->miss_line.entry[i] = q->miss_line.entry[i] + step;
            d->miss_more.entry[i] = q->miss_more.entry[i] - step;
            return;
        }
    d->miss_line.entry[i] = 0;
    d->miss_more.entry[i] = 0;
    d->miss_wait.entry[i] = 0;
    d->missing = (uint8_t)(d->missing - 1);
}

/* Counts the trackers down; one fill a clock. */
static void run_misses(const struct icache_in *in, const struct icache_reg *q, struct icache_reg *d,
                       const struct icache *cache)
{
    for (int i = 0; i < in->misses; i++) {
        if (!q->miss_line.entry[i])
            continue;
        if (q->miss_wait.entry[i] > 1) {
            d->miss_wait.entry[i] = q->miss_wait.entry[i] - 1;
        } else if (!d->fill) {
            const int there = find(cache, q->miss_line.entry[i] - 1); /* two trackers may have brought it */
            d->fill = true;
            d->fill_line = q->miss_line.entry[i] - 1;
            d->fill_way = (uint16_t)(there < 0 ? victim(cache, d->fill_line) : (unsigned)there);
            go_on(q, d, cache, i);
        }
    }
}

void icache_eval(const struct icache_in *in, const struct icache_reg *q, struct icache_reg *d,
                 const struct icache *cache)
{
    d->answer = in->look;
    d->fill = false;
    d->refused = false;
    if (q->missing)
        run_misses(in, q, d, cache);
    if (!in->look)
        return;
    const int  way = find(cache, in->look_line);
    const bool replaced = d->fill && way == (int)d->fill_way; /* the answer would name a way with another line */
    d->hit = way >= 0 && !replaced;
    d->answer_id = in->look_id;
    d->way = d->hit ? (uint16_t)way : 0;
    d->touched = d->way;
    d->use_clock = q->use_clock + 1;
    if (d->hit) {
        d->hits = q->hits + 1;
        return;
    }
    d->misses = q->misses + 1;
    /* A line that is filled at this very edge is announced too late for its requester, which asks again. */
    if (replaced || (d->fill && d->fill_line == in->look_line))
        d->refused = true;
    else
        start_miss(in, q, d);
}

bool icache_holds(const struct icache *cache, uint32_t line)
{
    return !cache->q.missing && find(cache, line) >= 0;
}

void icache_inherit(struct icache *cache, const struct icache *from)
{
    memcpy(cache->tag, from->tag, sizeof cache->tag);
    memcpy(cache->used, from->used, sizeof cache->used);
    memcpy(cache->data, from->data, sizeof cache->data);
    cache->q.use_clock = cache->d.use_clock = from->q.use_clock;
}

void icache_fill_data(struct icache *cache, unsigned way, uint32_t line)
{
    const struct instruction_memory *memory = cache->in.memory;
    for (unsigned w = 0; w < ICACHE_LINE_WORDS; w++) {
        const uint64_t at = (uint64_t)line * ICACHE_LINE_DWORDS + 2 * w;
        const uint64_t low = at < memory->count ? memory->dwords[at] : 0;
        const uint64_t high = at + 1 < memory->count ? memory->dwords[at + 1] : 0;
        cache->data[way].word[w] = high << 32 | low;
    }
}

bool icache_commit(struct icache *cache)
{
    const struct icache_reg *d = &cache->d;
    const bool changes = d->answer || d->fill || cache->q.answer || cache->q.fill || d->missing != cache->q.missing;
    if (d->answer && d->hit)
        cache->used[d->touched] = d->use_clock;
    if (d->fill) {
        cache->tag[d->fill_way] = d->fill_line + 1;
        cache->used[d->fill_way] = d->use_clock;
        icache_fill_data(cache, d->fill_way, d->fill_line);
    }
    rtl_commit(cache);
    return changes;
}
