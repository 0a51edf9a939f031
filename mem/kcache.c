#include "mem/kcache.h"

#include <string.h>

#include <assert.h>

RTL_TABLE(kcache, KCACHE_SIGNALS);

/* The way that holds a tag, or -1. */
static int find(const struct kcache *cache, unsigned tag)
{
    for (int way = 0; way < cache->in.lines; way++)
        if (cache->tag[way] == tag + 1)
            return way;
    return -1;
}

/* The way that a new line takes, or -1 when all are locked. */
static int victim(const struct kcache *cache)
{
    int oldest = -1;
    for (int way = 0; way < cache->in.lines; way++) {
        if (cache->locks[way])
            continue;
        if (!cache->tag[way])
            return way;
        if (oldest < 0 || cache->used[way] < cache->used[oldest])
            oldest = way;
    }
    return oldest;
}

static void answer(struct kcache_reg *d, unsigned requester, int way, unsigned tag, bool fill)
{
    d->answer = true;
    d->answer_id = (uint8_t)requester;
    d->answer_way = (uint8_t)way;
    d->fill = fill;
    d->fill_tag = (uint16_t)tag;
    d->use_clock++;
}

/* Counts the trackers down; the first that is due answers, if a line can be had for it. */
static void run_misses(const struct kcache_reg *q, struct kcache_reg *d, const struct kcache *cache)
{
    for (unsigned r = 0; r < KCACHE_REQUESTERS; r++) {
        if (!q->miss_tag.requester[r])
            continue;
        if (q->miss_wait.requester[r] > 1) {
            d->miss_wait.requester[r] = q->miss_wait.requester[r] - 1;
            continue;
        }
        if (d->answer)
            continue;
        const unsigned tag = q->miss_tag.requester[r] - 1;
        const int      present = find(cache, tag);
        const int      way = present >= 0 ? present : victim(cache);
        if (way < 0)
            continue;
        answer(d, r, way, tag, present < 0);
        d->miss_tag.requester[r] = 0;
        d->miss_wait.requester[r] = 0;
        d->missing = (uint8_t)(d->missing - 1);
    }
}

void kcache_eval(const struct kcache_in *in, const struct kcache_reg *q, struct kcache_reg *d,
                 const struct kcache *cache)
{
    d->answer = false;
    d->fill = false;
    if (in->look) {
        const unsigned tag = (unsigned)in->look_bank << 10 | in->look_line;
        const int      way = find(cache, tag);
        if (way >= 0) {
            answer(d, in->look_id, way, tag, false);
            d->hits = q->hits + 1;
        } else {
            d->miss_tag.requester[in->look_id] = tag + 1;
            d->miss_wait.requester[in->look_id] = in->miss_clk;
            d->missing = (uint8_t)(d->missing + 1);
            d->misses = q->misses + 1;
        }
    }
    if (q->missing)
        run_misses(q, d, cache);
}

void kcache_fill_data(struct kcache *cache, unsigned way, unsigned tag, const struct constant_memory *memory)
{
    const unsigned bank = tag >> 10, first = (tag & 0x3ff) * 16;
    for (unsigned c = 0; c < 16; c++)
        for (unsigned e = 0; e < 4; e++)
            cache->data[way].word[4 * c + e] =
                first + c < memory->vectors[bank] ? memory->words[bank][4 * (first + c) + e] : 0;
}

void kcache_inherit(struct kcache *cache, const struct kcache *from)
{
    memcpy(cache->tag, from->tag, sizeof cache->tag);
    memcpy(cache->used, from->used, sizeof cache->used);
    memcpy(cache->data, from->data, sizeof cache->data);
    cache->q.use_clock = cache->d.use_clock = from->q.use_clock;
}

bool kcache_commit(struct kcache *cache)
{
    struct kcache_reg *d = &cache->d;
    const bool         changes = cache->in.unlock || cache->q.answer || d->answer;
    for (unsigned line = 0; line < KCACHE_CLAUSE_LINES; line++)
        if (cache->in.unlock >> line & 1) {
            assert(cache->locks[cache->in.unlock_way.line[line]] > 0);
            if (--cache->locks[cache->in.unlock_way.line[line]] == 0)
                d->locked--;
        }
    if (d->answer) {
        if (d->fill) {
            cache->tag[d->answer_way] = (uint16_t)(d->fill_tag + 1);
            kcache_fill_data(cache, d->answer_way, d->fill_tag, cache->in.memory);
        }
        if (cache->locks[d->answer_way]++ == 0)
            d->locked++;
        cache->used[d->answer_way] = d->use_clock;
    }
    rtl_commit(cache);
    return changes;
}
