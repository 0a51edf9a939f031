/* groups.h - which threads of a launch a wavefront has.
 *
 * Thread t is number t mod n of group t / n, n threads being a group; a group begins with a new wavefront, so its last
 * one may be partial, and so may the last group (ISA 2.6.2).  A launch without groups has one a wavefront. */
#ifndef PIPELINE_GROUPS_H
#define PIPELINE_GROUPS_H

#include <stdint.h>

struct wave_groups {
    uint32_t threads;   /* of the launch */
    uint32_t group;     /* threads of a group */
    uint32_t wave_size; /* threads of a wavefront */
};

/* By straps, which are 0 where they are not set. */
static inline struct wave_groups groups_of(uint32_t threads, uint32_t group, uint32_t wave_size)
{
    const uint32_t wave = wave_size ? wave_size : 1;
    return (struct wave_groups){threads, group ? group : wave, wave};
}

/* Wavefronts of a whole group. */
static inline uint32_t groups_waves_each(const struct wave_groups *of)
{
    return (of->group + of->wave_size - 1) / of->wave_size;
}

/* Wavefronts of the launch. */
static inline uint32_t groups_waves(const struct wave_groups *of)
{
    const uint32_t rest = of->threads % of->group;
    return of->threads / of->group * groups_waves_each(of) + (rest + of->wave_size - 1) / of->wave_size;
}

/* Of a wavefront: the number in its group of its first thread; that thread's number in the launch; how many it has. */
static inline uint32_t groups_place(const struct wave_groups *of, uint32_t wave)
{
    return wave % groups_waves_each(of) * of->wave_size;
}
static inline uint32_t groups_first(const struct wave_groups *of, uint32_t wave)
{
    return wave / groups_waves_each(of) * of->group + groups_place(of, wave);
}
static inline uint32_t groups_count(const struct wave_groups *of, uint32_t wave)
{
    const uint32_t first = groups_first(of, wave), in_group = of->group - groups_place(of, wave);
    const uint32_t left = of->threads - first < in_group ? of->threads - first : in_group;
    return left < of->wave_size ? left : of->wave_size;
}

/* The wavefront of a thread, and its number there. */
static inline uint32_t groups_wave_of(const struct wave_groups *of, uint32_t thread, uint32_t *number)
{
    const uint32_t place = thread % of->group;
    *number = place % of->wave_size;
    return thread / of->group * groups_waves_each(of) + place / of->wave_size;
}

#endif
