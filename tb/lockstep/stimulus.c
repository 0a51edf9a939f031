#include "tb/lockstep/stimulus.h"

/* splitmix64: every seed is as good as any other, and a state is one word. */
static uint64_t next(struct stimulus *random)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

void stimulus_seed(struct stimulus *random, uint64_t seed)
{
    random->state = seed;
}

uint64_t stimulus_bits(struct stimulus *random, unsigned bits)
{
    return next(random) >> (64 - bits);
}

uint32_t stimulus_below(struct stimulus *random, uint32_t limit)
{
    return (uint32_t)((next(random) >> 32) * limit >> 32);
}

bool stimulus_chance(struct stimulus *random, unsigned per_cent)
{
    return stimulus_below(random, 100) < per_cent;
}

static uint32_t corner(struct stimulus *random)
{
    static const uint32_t words[] = {
        0x00000000, 0x00000001, 0x007fffff, 0x00800000, 0x00800001, 0x3effffff, 0x3f000000, 0x3f7fffff,
        0x3f800000, 0x3f800001, 0x40000000, 0x4b000000, 0x4b800000, 0x4effffff, 0x4f000000, 0x4f800000,
        0x7f000000, 0x7f7fffff, 0x7f800000, 0x7f800001, 0x7fbfffff, 0x7fc00000, 0x7fffffff, 0x0000001f,
        0x00000020, 0x000000ff, 0x0000ffff, 0x00ffffff, 0x55555555, 0x01000000, 0x00000002, 0x3fc90fdb,
    };
    const uint32_t word = words[stimulus_below(random, sizeof words / sizeof words[0])];
    const uint32_t sign = (uint32_t)stimulus_bits(random, 1) << 31;
    switch (stimulus_below(random, 4)) {
    case 0:
        return 0u - word;
    case 1:
        return (word ^ sign) + stimulus_below(random, 5) - 2;
    default:
        return word ^ sign;
    }
}

uint32_t stimulus_word(struct stimulus *random)
{
    switch (stimulus_below(random, 8)) {
    case 0:
        return (uint32_t)stimulus_bits(random, 32);
    case 1: /* a float of ordinary size */
        return (uint32_t)stimulus_bits(random, 1) << 31 | (112 + stimulus_below(random, 32)) << 23 |
               (uint32_t)stimulus_bits(random, 23);
    case 2:
        return stimulus_below(random, 64) - 32;
    case 3:
        return 1u << stimulus_below(random, 32);
    default:
        return corner(random);
    }
}

uint64_t stimulus_mask(struct stimulus *random)
{
    switch (stimulus_below(random, 6)) {
    case 0:
        return 0;
    case 1:
        return UINT64_MAX;
    case 2:
        return 1ull << stimulus_below(random, 64);
    case 3:
        return 0xffffull << stimulus_below(random, 4) * QUARTER;
    case 4:
        return 0x5555555555555555u << stimulus_below(random, 2);
    default:
        return stimulus_bits(random, 64);
    }
}

void stimulus_quarter(struct stimulus *random, quarter_t *quarter)
{
    for (int i = 0; i < QUARTER; i++)
        quarter->lane[i] = stimulus_word(random);
}

void stimulus_lanes(struct stimulus *random, lanes_t *lanes)
{
    for (int i = 0; i < LANES; i++)
        lanes->lane[i] = stimulus_word(random);
}

uint64_t stimulus_edges(const bool *is, unsigned count)
{
    uint64_t bits = 0;
    for (unsigned edge = 0; edge < count; edge++)
        bits |= (uint64_t)is[edge] << edge;
    return bits;
}
