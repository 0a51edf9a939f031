/* arbiter.h - which wavefront goes next, and why none does: one arbiter for CF fetch, one for each of the two ALU
 * sequencers (RV770 timing S2, S12).
 *
 * The choice is combinational: arbiter_key orders the candidates, the least key wins.  Types with another priority come
 * first or last whatever the policy (S11).  The module remembers who was served last and counts what stands still. */
#ifndef PIPELINE_ARBITER_H
#define PIPELINE_ARBITER_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/r700/program_type.h"
#include "kit/rtl.h"
#include "pipeline/control/stall.h"

enum arbiter_policy {
    ARBITER_OLDEST,      /* the wavefront that was launched first */
    ARBITER_ROUND_ROBIN, /* the next one behind the last one served, by slot of the wave table */
    ARBITER_YOUNGEST,    /* the wavefront that was launched last */
    ARBITER_POLICIES
};
typedef uint8_t arbiter_policy_t;

/* clang-format off */
#define ARBITER_SIGNALS(S)                                                                             \
    S(STRAP, arbiter_policy_t, policy,     2, "see enum arbiter_policy")                               \
    S(STRAP, type_byte_t,      priority,   2, "SQ_CONFIG.*_PRIO of the types, 0 first")                \
    S(EN,    bool,             chance,     1, "an opportunity to issue passes")                        \
    S(IN,    stall_t,          why,        5, "why it is not used")                                    \
    S(EN,    bool,             grant,      1, "a wavefront is served")                                 \
    S(IN,    uint8_t,          slot,       8, "its slot in the wave table")                            \
    S(IN,    wave_number_t,    number,    32, "its number")                                            \
    S(OUT,   bool,             served,     1, "a wavefront has been served since reset")                  \
    S(OUT,   uint8_t,          last_slot,  8, "slot of the last one served")                           \
    S(OUT,   wave_number_t,    last,      32, "its number")                                            \
    S(OUT,   stall_t,          stall,      5, "why the last opportunity was not used")                 \
    S(STAT,  uint32_t,         grants,    32, "wavefronts served")                                     \
    S(STAT,  stall_counts_t,   stalls,    32, "opportunities, by what became of them", "stalls", "chances")
/* clang-format on */

RTL_STRUCT(arbiter, ARBITER_SIGNALS);

RTL_RESET(arbiter, ZERO);
void arbiter_eval(const struct arbiter_in *in, const struct arbiter_reg *q, struct arbiter_reg *d);

/* A candidate's place in the order: the least key is served.  `priority`: of its type, 0 first (GUESS: the manual names
 * the fields only; the kernel gives pixel programs 0, and pixel wavefronts win when nothing else decides, S12). */
static inline uint64_t arbiter_key(const struct arbiter *arbiter, unsigned priority, unsigned slot, uint32_t number)
{
    const uint64_t rank = (uint64_t)priority << 40;
    switch ((enum arbiter_policy)arbiter->in.policy) {
    case ARBITER_ROUND_ROBIN:
        return rank | (uint8_t)(slot - arbiter->q.last_slot - arbiter->q.served);
    case ARBITER_YOUNGEST:
        return rank | (UINT32_MAX - number);
    default:
        return rank | number;
    }
}

RTL_LIFE(arbiter, ALONE, KEEPS, COPIES);

#endif
